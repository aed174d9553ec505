//! The messages of a session to its page: one message a line; several threads may speak.

use ferz_desk::{Answer, answered, told};
use serde_json::Value;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// The way to the page.
pub(crate) struct Out(Mutex<Box<dyn Write + Send>>);

impl Out {
    pub(crate) fn new(out: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(out)))
    }

    /// Answers a question.
    pub(crate) fn answer(&self, id: &Value, answer: Answer) {
        self.line(&answered(id, answer));
    }

    /// Sends a notice without a request.
    pub(crate) fn notify(&self, method: &str, params: &Value) {
        self.line(&told(method, params));
    }

    /// A message as it stands. If the other end has closed, the session ends when it reads.
    pub(crate) fn line(&self, message: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    }
}
