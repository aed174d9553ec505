//! Messages between page and session: JSON-RPC 2.0.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The prefix of the methods that are not part of the Language Server Protocol.
pub const OWN: &str = "ferz/";

/// A question, or another message with a method.
#[derive(Clone, Debug)]
pub struct Head {
    /// The number; null if it has none.
    pub id: Value,
    /// The method of a question or notice; empty for an answer.
    pub method: String,
    /// About what.
    pub params: Value,
}

impl Head {
    /// Reads the frame of a message.
    ///
    /// # Errors
    /// The number of a message that is none, if it has one.
    pub fn read(message: &Value) -> Result<Self, Value> {
        let id = message.get("id").filter(|id| id.is_string() || id.is_number());
        let id = id.cloned().unwrap_or_default();
        let is_answer = message.get("result").or(message.get("error")).is_some();
        let method = match message.get("method") {
            Some(Value::String(method)) => method.clone(),
            None if is_answer => String::new(),
            _ => return Err(id),
        };
        let params = message.get("params").cloned().unwrap_or_default();
        Ok(Self { id, method, params })
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    code: i32,
    message: String,
    data: Value,
}

impl Failure {
    /// The error for input that is not JSON.
    pub fn no_json() -> Self {
        Self::new(-32700, "this is not JSON", Value::Null)
    }

    /// The error for JSON that is neither a question nor an answer.
    pub fn no_question() -> Self {
        Self::new(-32600, "this is not a message of JSON-RPC", Value::Null)
    }

    /// The question cannot be read, or asks for something that does not exist.
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
    pub fn late(message: impl Into<String>) -> Self {
        Self::new(-32004, message, Value::Null)
    }

    /// This build has no boards as large as that.
    pub(crate) fn larger() -> Self {
        Self::new(
            -32005,
            "this build is for boards of up to 64 squares",
            Value::Null,
        )
    }

    /// A mistake in ferz.
    pub fn ours() -> Self {
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

/// An answer.
pub type Answer = Result<Value, Failure>;

/// An answer as JSON.
pub(crate) fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|_| Failure::ours())
}

/// The parameters of a question.
pub(crate) fn parameters<T: for<'d> Deserialize<'d>>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| Failure::asked(error.to_string()))
}

/// The answer to the question of this number, as a message.
pub fn answered(id: &Value, answer: Answer) -> String {
    let message = match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Failure { code, message, data }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message, "data": data } })
        }
    };
    message.to_string()
}

/// A notice, as a message.
pub fn told(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}

/// A message of the language server; `None` if it cannot be one.
pub fn spoken(message: &ferz_lsp::Message) -> Option<String> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(message) else {
        return None;
    };
    fields.insert("jsonrpc".to_owned(), "2.0".into());
    Some(Value::Object(fields).to_string())
}
