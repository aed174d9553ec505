//! The frames of a WebSocket, one by one, as RFC 6455 has them.
//!
//! Every frame is counted here, of any kind, and none is longer than the limit: a library that
//! hands out whole messages has taken in all frames before one is complete.

use crate::guard::Pace;
use std::collections::VecDeque;
use std::io::{self, Cursor};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// The longest time for the rest of a frame to arrive, and for a reader to take a piece of an
/// answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// Frames in a second, for long, and at once, that are no message of their own: parts, pings,
/// pongs.
const BESIDE: (u32, u32) = (100, 1_000);
/// A message counts once, and once more for each of these bytes.
const STEP: usize = 16 << 10;
/// So much is written at a time.
const PIECE: usize = 64 << 10;
/// The longest frame that speaks about the connection.
const LONGEST_CONTROL: u64 = 125;
/// The longest message of bytes that are tried out.
const LONGEST_TRIED: usize = 1 << 12;
/// The longest head of a frame.
const LONGEST_HEAD: usize = 14;

/// The reason why a connection ends, as the number for browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Close {
    /// Nothing more is to be said.
    Done = 1000,
    /// The frames break the protocol.
    Protocol = 1002,
    /// There are bytes where only text is understood.
    Bytes = 1003,
    /// Text that is not UTF-8.
    NoText = 1007,
    /// There is too much of it.
    TooMuch = 1008,
    /// A message is too long.
    TooLong = 1009,
}

/// The messages from the other end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A whole message.
    Text(String),
    /// Something that is to be answered with the same bytes.
    Ping(Vec<u8>),
    /// A sign of life.
    Pong,
}

/// Reads frames.
pub(crate) struct Frames<R> {
    from: R,
    /// The bytes that were read with the head of the request.
    before: VecDeque<u8>,
    /// The longest message, in bytes.
    most: usize,
    /// Messages, which wait.
    pace: Pace,
    /// All else, which ends the connection.
    beside: Pace,
    /// The parts so far of a message that is not complete.
    parts: Option<Vec<u8>>,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    /// Reads the bytes that have come already and those that come; messages are at most `most`
    /// bytes, and come no faster than `rate`.
    pub(crate) fn new(before: &[u8], from: R, most: usize, rate: Option<(u32, u32)>) -> Self {
        Self {
            from,
            before: before.iter().copied().collect(),
            most,
            pace: Pace::new(rate),
            beside: Pace::new(Some(BESIDE)),
            parts: None,
        }
    }

    /// The next thing that is said. Waits where messages come too fast.
    ///
    /// # Errors
    /// Why the connection ends.
    pub(crate) async fn next(&mut self) -> Result<Said, Close> {
        loop {
            let mut first = [0];
            self.fill(&mut first).await.map_err(|_| Close::Done)?;
            // A frame once begun must end.
            let frame = timeout(PATIENCE, self.frame(first[0])).await;
            let (head, bytes) = frame.map_err(|_| Close::Protocol)??;
            let own = head.is_final && head.opcode == OpCode::Data(Data::Text);
            if !own && !self.beside.try_next(Instant::now()) {
                return Err(Close::TooMuch);
            }
            let text = match head.opcode {
                OpCode::Control(Control::Ping) => return Ok(Said::Ping(bytes)),
                OpCode::Control(Control::Pong) => return Ok(Said::Pong),
                OpCode::Control(_) => return Err(Close::Done),
                OpCode::Data(_) => {
                    let mut text = self.parts.take().unwrap_or_default();
                    text.extend(bytes);
                    text
                }
            };
            if !head.is_final {
                self.parts = Some(text);
                continue;
            }
            let counts = 1 + text.len() / STEP;
            let waits = (0..counts).map(|_| self.pace.next(Instant::now())).max();
            sleep(waits.unwrap_or_default()).await;
            return String::from_utf8(text).map(Said::Text).map_err(|_| Close::NoText);
        }
    }

    /// Reads the rest of a frame. A frame that is not understood is refused by its head.
    async fn frame(&mut self, first: u8) -> Result<(FrameHeader, Vec<u8>), Close> {
        let mut bytes = vec![first];
        let (head, length) = loop {
            let mut next = [0];
            self.fill(&mut next).await.map_err(|_| Close::Done)?;
            bytes.push(next[0]);
            match FrameHeader::parse(&mut Cursor::new(&bytes)) {
                Ok(Some(parsed)) => break parsed,
                Ok(None) if bytes.len() < LONGEST_HEAD => {}
                Ok(None) | Err(_) => return Err(Close::Protocol),
            }
        };
        let before = self.parts.as_ref().map(Vec::len);
        let sound = match head.opcode {
            OpCode::Data(Data::Binary) => return Err(Close::Bytes),
            OpCode::Data(Data::Text) => before.is_none(),
            OpCode::Data(Data::Continue) => before.is_some(),
            OpCode::Data(Data::Reserved(_)) | OpCode::Control(Control::Reserved(_)) => false,
            OpCode::Control(_) => head.is_final && length <= LONGEST_CONTROL,
        };
        let Some(mask) = head
            .mask
            .filter(|_| sound && !(head.rsv1 || head.rsv2 || head.rsv3))
        else {
            return Err(Close::Protocol);
        };
        let length = usize::try_from(length).map_err(|_| Close::TooLong)?;
        if length > self.most.saturating_sub(before.unwrap_or(0)) {
            return Err(Close::TooLong);
        }
        let mut data = vec![0; length];
        self.fill(&mut data).await.map_err(|_| Close::Done)?;
        for (at, byte) in data.iter_mut().enumerate() {
            *byte ^= mask[at % mask.len()];
        }
        Ok((head, data))
    }

    async fn fill(&mut self, into: &mut [u8]) -> io::Result<()> {
        let known = into.len().min(self.before.len());
        for (to, byte) in into.iter_mut().zip(self.before.drain(..known)) {
            *to = byte;
        }
        self.from.read_exact(&mut into[known..]).await.map(|_| ())
    }
}

/// The messages in some bytes, one after the other, and the number with which the connection ends.
/// It serves to try any bytes.
#[doc(hidden)]
pub fn said_in(bytes: &[u8]) -> Vec<Result<String, u16>> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let Ok(runtime) = builder.enable_time().build() else {
        return Vec::new();
    };
    let mut frames = Frames::new(bytes, tokio::io::empty(), LONGEST_TRIED, None);
    let mut all = Vec::new();
    loop {
        match runtime.block_on(frames.next()) {
            Ok(Said::Text(text)) => all.push(Ok(text)),
            Ok(Said::Ping(_) | Said::Pong) => all.push(Ok(String::new())),
            Err(close) => {
                all.push(Err(close as u16));
                return all;
            }
        }
    }
}

/// The answers to pings: to the last one alone, as the protocol allows, so that nothing piles up.
#[derive(Debug, Default)]
pub(crate) struct Pongs {
    last: Mutex<Option<Vec<u8>>>,
    there: Notify,
}

impl Pongs {
    /// Notes what a ping is to be answered with.
    pub(crate) fn put(&self, bytes: Vec<u8>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
        self.there.notify_one();
    }

    /// The answer that is to be given next.
    pub(crate) async fn next(&self) -> Vec<u8> {
        loop {
            let there = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
            match there {
                Some(bytes) => return bytes,
                None => self.there.notified().await,
            }
        }
    }
}

/// Writes frames.
pub(crate) struct Voice<W> {
    to: W,
    /// Whether the message goes on that was begun.
    within: bool,
}

impl<W: AsyncWrite + Unpin> Voice<W> {
    pub(crate) fn new(to: W) -> Self {
        Self { to, within: false }
    }

    /// A message, or a part of one; whether it was taken.
    pub(crate) async fn text(&mut self, bytes: &[u8], last: bool) -> bool {
        let kind = if self.within { Data::Continue } else { Data::Text };
        self.within = !last;
        self.frame(OpCode::Data(kind), last, bytes).await
    }

    /// A sign of life.
    pub(crate) async fn ping(&mut self) -> bool {
        self.frame(OpCode::Control(Control::Ping), true, &[]).await
    }

    /// The answer to a ping.
    pub(crate) async fn pong(&mut self, bytes: &[u8]) -> bool {
        self.frame(OpCode::Control(Control::Pong), true, bytes).await
    }

    /// The last frame.
    pub(crate) async fn close(&mut self, why: Close) {
        let number = (why as u16).to_be_bytes();
        self.frame(OpCode::Control(Control::Close), true, &number).await;
        let _ = timeout(PATIENCE, self.to.shutdown()).await;
    }

    async fn frame(&mut self, opcode: OpCode, is_final: bool, bytes: &[u8]) -> bool {
        let head = FrameHeader {
            is_final,
            opcode,
            ..FrameHeader::default()
        };
        let mut out = Vec::with_capacity(LONGEST_HEAD + bytes.len());
        if head.format(bytes.len() as u64, &mut out).is_err() {
            return false;
        }
        out.extend(bytes);
        // A slow reader is waited for, as long as it reads.
        for piece in out.chunks(PIECE) {
            if !matches!(timeout(PATIENCE, self.to.write_all(piece)).await, Ok(Ok(()))) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a browser sends it.
    fn frame(first: u8, data: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let mut out = vec![first];
        match data.len() {
            short @ 0..126 => out.push(0x80 | u8::try_from(short).unwrap()),
            long => {
                out.push(0x80 | 126);
                out.extend(u16::try_from(long).unwrap().to_be_bytes());
            }
        }
        out.extend(mask);
        out.extend(
            data.iter()
                .zip(mask.iter().cycle())
                .map(|(byte, mask)| byte ^ mask),
        );
        out
    }

    /// All that is said, and why it ends. Half of it comes with the request.
    fn read(bytes: &[u8]) -> (Vec<Said>, Close) {
        let (before, rest) = bytes.split_at(bytes.len() / 2);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut frames = Frames::new(before, rest, 1_000, None);
            let mut said = Vec::new();
            loop {
                match frames.next().await {
                    Ok(one) => said.push(one),
                    Err(why) => return (said, why),
                }
            }
        })
    }

    #[test]
    fn messages_come_whole_or_in_parts() {
        let text = |text: &str| Said::Text(text.to_owned());
        let parts = [
            frame(0x01, b"he"),
            frame(0x89, b"?"),
            frame(0x00, b""),
            frame(0x80, b"llo"),
        ]
        .concat();
        assert_eq!(
            read(&[frame(0x81, b"one"), parts, frame(0x8a, b"")].concat()),
            (
                vec![text("one"), Said::Ping(b"?".to_vec()), text("hello"), Said::Pong],
                Close::Done
            )
        );
        let long = "x".repeat(999);
        assert_eq!(read(&frame(0x81, long.as_bytes())).0, [text(&long)]);
    }

    #[test]
    fn what_breaks_the_protocol_ends_the_connection() {
        let unmasked = vec![0x81, 0x01, b'x'];
        let endless = [vec![0x81, 0xff], vec![0xff; 8], vec![0; 4]].concat();
        for (bytes, why) in [
            (unmasked, Close::Protocol),
            (frame(0x80, b"no beginning"), Close::Protocol),
            ([frame(0x01, b"a"), frame(0x81, b"b")].concat(), Close::Protocol),
            (frame(0x83, b"unknown"), Close::Protocol),
            (frame(0xc1, b"packed"), Close::Protocol),
            (frame(0x09, b"half a ping"), Close::Protocol),
            (frame(0x89, &[0; 126]), Close::Protocol),
            (frame(0x82, b"bytes"), Close::Bytes),
            (frame(0x81, &[0xff]), Close::NoText),
            (frame(0x81, &[b'x'; 1_001]), Close::TooLong),
            (
                [frame(0x01, &[b'x'; 600]), frame(0x80, &[b'x'; 600])].concat(),
                Close::TooLong,
            ),
            (endless, Close::TooLong),
            (frame(0x88, b""), Close::Done),
        ] {
            assert_eq!(read(&bytes), (Vec::new(), why), "{bytes:?}");
        }
    }

    #[test]
    fn every_frame_counts() {
        for (first, rest) in [(0x01, 0x00), (0x89, 0x89), (0x8a, 0x8a)] {
            let all = [frame(first, b""), frame(rest, b"").repeat(2_000)].concat();
            assert_eq!(read(&all).1, Close::TooMuch, "{first:x}");
        }
    }
}
