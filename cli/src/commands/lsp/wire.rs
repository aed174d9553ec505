//! Messages of the Language Server Protocol on a pipe. Text that is not a message is reported, and
//! the next message is looked for.

use ferz_lsp::Message;
use serde_json::{Value, json};
use std::io::{self, BufRead, Read as _, Write};

/// Longer messages are not read, in bytes.
const LONGEST: u64 = 64 << 20;
/// Longer lines are no heads of messages.
const LONGEST_LINE: u64 = 8 << 10;

/// The messages from the editor.
#[derive(Debug)]
pub(super) enum Heard {
    Message(Box<Message>),
    /// Something that is none; it is answered with this.
    Wrong(Value),
}

/// The editor's end of the pipe.
pub(super) struct Wire<R> {
    from: R,
    /// Whether an error in headers has been reported; then the next whole message is looked for.
    lost: bool,
}

impl<R: BufRead> Wire<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, lost: false }
    }

    /// The next message; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Heard>> {
        let mut length = None;
        loop {
            let mut line = Vec::new();
            if self
                .from
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)?
                == 0
            {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            let wrong = match head(&line) {
                Head::End => match length {
                    Some(length) => return self.body(length),
                    None => continue,
                },
                Head::Other => None,
                Head::Length(number) if number <= LONGEST => {
                    length = Some(number);
                    None
                }
                Head::Length(_) => Some(wrong(&Value::Null, -32600, "the message is too long")),
                Head::Wrong => Some(wrong(
                    &Value::Null,
                    -32700,
                    "a message begins with `Content-Length: N` and an empty line",
                )),
            };
            if let Some(wrong) = wrong {
                length = None;
                if !std::mem::replace(&mut self.lost, true) {
                    return Ok(Some(Heard::Wrong(wrong)));
                }
            }
        }
    }

    fn body(&mut self, length: u64) -> io::Result<Option<Heard>> {
        let mut bytes = Vec::new();
        self.from.by_ref().take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Ok(None);
        }
        self.lost = false;
        let Ok(value) = ferz_lsp::json(&bytes) else {
            return Ok(Some(Heard::Wrong(wrong(
                &Value::Null,
                -32700,
                "this is not JSON",
            ))));
        };
        let id = value.get("id").filter(|id| id.is_string() || id.is_number());
        let id = id.cloned().unwrap_or_default();
        Ok(Some(match serde_json::from_value(value) {
            Ok(message) => Heard::Message(Box::new(message)),
            Err(_) => Heard::Wrong(wrong(&id, -32600, "this is not a message of JSON-RPC")),
        }))
    }
}

/// A line before a message.
enum Head {
    /// The empty one.
    End,
    Length(u64),
    /// One that does not matter.
    Other,
    Wrong,
}

fn head(line: &str) -> Head {
    let Some(line) = line.strip_suffix('\n') else {
        return Head::Wrong;
    };
    let line = line.trim_end_matches('\r');
    if line.is_empty() {
        return Head::End;
    }
    // If part of a message is lost, the next one may follow in the middle of a line.
    const LENGTH: &str = "content-length:";
    if let Some(at) = line.to_ascii_lowercase().rfind(LENGTH) {
        let number = line.get(at + LENGTH.len()..).unwrap_or_default().trim();
        return number.parse().map_or(Head::Wrong, Head::Length);
    }
    let name = line.split_once(':').map_or("", |(name, _)| name);
    match !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        true => Head::Other,
        false => Head::Wrong,
    }
}

fn wrong(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// Writes a message that is ready.
pub(super) fn write(mut to: impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages in some bytes: methods, and numbers and codes of errors.
    fn heard(bytes: &[u8]) -> Vec<String> {
        let mut wire = Wire::new(bytes);
        let mut out = Vec::new();
        while let Some(heard) = wire.next().unwrap() {
            out.push(match heard {
                Heard::Message(message) => match *message {
                    Message::Request(request) => request.method,
                    Message::Notification(notification) => notification.method,
                    Message::Response(_) => "an answer".to_owned(),
                },
                Heard::Wrong(error) => format!("{} {}", error["id"], error["error"]["code"]),
            });
        }
        out
    }

    fn message(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    #[test]
    fn after_what_is_wrong_it_goes_on() {
        let good = message(r#"{"jsonrpc":"2.0","id":1,"method":"good","params":null}"#);
        for (bytes, told) in [
            (message("{}"), vec!["null -32600"]),
            (message("[1]"), vec!["null -32600"]),
            (message(r#"{"id":5,"method":7}"#), vec!["5 -32600"]),
            (message(r#"{"id":"#), vec!["null -32700"]),
            (
                message(r#"{"id":2,"method":"half","params":"\ud83d"}"#),
                vec!["half"],
            ),
            (
                b"GET / HTTP/1.1\r\nHost: here\r\n\r\n".to_vec(),
                vec!["null -32700"],
            ),
            (b"Content-Length: many\r\n\r\n{}".to_vec(), vec!["null -32700"]),
            (
                b"Content-Length: 99999999999999\r\n\r\n".to_vec(),
                vec!["null -32600"],
            ),
            (b"\xff\xfe\n\n\n{\"id\": 1}\n".to_vec(), vec!["null -32700"]),
            (
                b"content-type: x\r\ncontent-length: 2\n\n{}".to_vec(),
                vec!["null -32600"],
            ),
            (vec![b'x'; 100_000], vec!["null -32700"]),
            (b"\r\n\r\n".to_vec(), vec![]),
        ] {
            let mut wanted = told;
            wanted.push("good");
            assert_eq!(
                heard(&[&bytes[..], &good].concat()),
                wanted,
                "{:?}",
                String::from_utf8_lossy(&bytes)
            );
        }
        assert!(heard(&good[..good.len() - 1]).is_empty());
    }
}
