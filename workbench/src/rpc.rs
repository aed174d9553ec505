//! Messages between page and session: JSON-RPC 2.0, one message a line.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Mutex;

/// What begins the methods that are not those of the Language Server Protocol.
pub(crate) const OWN: &str = "ferz/";

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    code: i32,
    message: String,
    data: Value,
}

impl Failure {
    /// What has come is not JSON.
    pub(crate) fn no_json() -> Self {
        Self::new(-32700, "this is not JSON", Value::Null)
    }

    /// What has come is JSON, but neither a question nor an answer.
    pub(crate) fn no_question() -> Self {
        Self::new(-32600, "this is not a message of JSON-RPC", Value::Null)
    }

    /// The question cannot be read, or asks for what there is not.
    pub(crate) fn asked(message: impl Into<String>) -> Self {
        Self::new(-32602, message, Value::Null)
    }

    /// The rules are wrong; `data` says how.
    pub(crate) fn rules(message: impl Into<String>, data: Value) -> Self {
        Self::new(-32001, message, data)
    }

    /// The position or a move is wrong.
    pub(crate) fn position(message: impl Into<String>) -> Self {
        Self::new(-32002, message, Value::Null)
    }

    /// A file cannot be written.
    pub(crate) fn file(data: Value) -> Self {
        Self::new(-32003, "the file was not written", data)
    }

    /// It would take longer than it may.
    pub(crate) fn late(message: impl Into<String>) -> Self {
        Self::new(-32004, message, Value::Null)
    }

    /// A mistake in ferz.
    pub(crate) fn ours() -> Self {
        Self::new(
            -32603,
            "ferz has made a mistake; it goes on without this answer",
            Value::Null,
        )
    }

    fn new(code: i32, message: impl Into<String>, data: Value) -> Self {
        Self {
            code,
            message: message.into(),
            data,
        }
    }
}

/// What an answer is.
pub(crate) type Answer = Result<Value, Failure>;

/// An answer as JSON.
pub(crate) fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|_| Failure::ours())
}

/// The parameters of a question.
pub(crate) fn parameters<T: for<'d> Deserialize<'d>>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| Failure::asked(error.to_string()))
}

/// What is said to the page; several threads may speak.
pub(crate) struct Out(Mutex<Box<dyn Write + Send>>);

impl Out {
    pub(crate) fn new(out: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(out)))
    }

    /// Answers a question.
    pub(crate) fn answer(&self, id: &Value, answer: Answer) {
        let message = match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Failure { code, message, data }) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message, "data": data } })
            }
        };
        self.line(&message.to_string());
    }

    /// Says something that nobody has asked for.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        self.line(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// A message as it stands. If nobody listens any more, the session ends when it reads.
    pub(crate) fn line(&self, message: &str) {
        let mut out = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    }
}
