//! A page's connection to `ferz serve`, with frames that no browser would send.

use super::serve::Served;
use serde_json::{Value, json};
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// Kinds of frames, each as the last of its message.
pub(super) const TEXT: u8 = 0x81;
pub(super) const BYTES: u8 = 0x82;
pub(super) const CLOSE: u8 = 0x88;
pub(super) const PING: u8 = 0x89;
pub(super) const PONG: u8 = 0x8a;
/// A message that begins, and one that goes on.
pub(super) const BEGUN: u8 = 0x01;
pub(super) const MORE: u8 = 0x00;

/// A frame as a browser sends it, with a mask that changes nothing.
pub(super) fn frame(first: u8, data: &[u8]) -> Vec<u8> {
    let mut out = vec![first];
    match data.len() {
        short @ 0..126 => out.push(0x80 | u8::try_from(short).unwrap()),
        long => {
            out.push(0x80 | 127);
            out.extend((long as u64).to_be_bytes());
        }
    }
    out.extend([0; 4]);
    out.extend(data);
    out
}

pub(super) struct Socket {
    pub(super) stream: TcpStream,
    number: u64,
}

impl Socket {
    /// Connects, as a proxy does for a client at that address.
    pub(super) fn new(served: &Served, from: &str) -> Self {
        Self::open(served, from).unwrap_or_else(|head| panic!("{head}"))
    }

    /// The same, or what the server says instead.
    pub(super) fn open(served: &Served, from: &str) -> Result<Self, String> {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
        let host = &served.address;
        let request = format!(
            "GET /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: {from}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        if !head.starts_with("HTTP/1.1 101") {
            return Err(head);
        }
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Ok(Self { stream, number: 0 })
    }

    pub(super) fn send(&mut self, first: u8, data: &[u8]) -> io::Result<()> {
        self.stream.write_all(&frame(first, data))
    }

    /// The next frame: its first byte and its contents.
    pub(super) fn next(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head)?;
        let length = match head[1] {
            126 => {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long)?;
                u64::from(u16::from_be_bytes(long))
            }
            127 => {
                let mut long = [0; 8];
                self.stream.read_exact(&mut long)?;
                u64::from_be_bytes(long)
            }
            short => u64::from(short),
        };
        let mut data = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut data)?;
        Ok((head[0], data))
    }

    /// Sends a ping and waits for its answer.
    pub(super) fn ping(&mut self) {
        self.send(PING, b"there?").unwrap();
        while self.next().unwrap() != (PONG, b"there?".to_vec()) {}
    }

    /// The number with which the connection is closed; `None` if it just ends.
    pub(super) fn closed(&mut self) -> Option<u16> {
        loop {
            match self.next() {
                Ok((CLOSE, number)) => return Some(u16::from_be_bytes([number[0], number[1]])),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    panic!("nobody closes it")
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message.
    pub(super) fn message(&mut self) -> Value {
        let mut text = Vec::new();
        loop {
            match self.next().unwrap() {
                (TEXT | BEGUN | MORE | 0x80, more) if text.is_empty() && more.is_empty() => {}
                (first @ (TEXT | BEGUN | MORE | 0x80), more) => {
                    text.extend(more);
                    if first & 0x80 != 0 {
                        return serde_json::from_slice(&text).unwrap();
                    }
                }
                (PING | PONG, _) => {}
                (other, _) => panic!("{other:x}"),
            }
        }
    }

    /// The whole answer to a question.
    pub(super) fn ask(&mut self, question: &str, params: &Value) -> Value {
        self.number += 1;
        let id = self.number;
        let message =
            json!({ "jsonrpc": "2.0", "id": id, "method": format!("ferz/{question}"), "params": params });
        self.send(TEXT, message.to_string().as_bytes()).unwrap();
        loop {
            let answer = self.message();
            if answer["id"] == json!(id) {
                return answer;
            }
        }
    }
}
