//! What an editor asks about a ruleset: errors while one types, meanings of words, what could be written next, where names
//! are defined and used, the layout.
//!
//! [`serve`] speaks the Language Server Protocol over any [`Connection`]; texts that are not open in the editor come from
//! the [`Library`] that it is given. Nothing here reads files.

mod aside;
mod complete;
mod diagnostics;
mod document;
mod hover;
mod names;
mod navigate;
mod server;

pub use lsp_server::{Connection, Message};

use ferz::check::check;
use ferz::lower::{Library, Source};
use ferz::rules::Ruleset;
use ferz_grammar::diagnostic::Diagnostic;
use std::sync::Arc;

/// Why the server has ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Whoever is at the other end does not begin as an editor does.
    #[error("the other end does not speak the Language Server Protocol")]
    Handshake,
    /// The protocol was broken.
    #[error(transparent)]
    Protocol(#[from] lsp_server::ProtocolError),
    /// Nobody listens any more.
    #[error("the editor has gone")]
    Gone,
}

/// How an editor has taken its leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has asked for `shutdown` first.
    Orderly,
    /// It has gone, or said `exit`, without that.
    Sudden,
}

/// The path of the file that an address names, as diagnostics call it; `None` if the address cannot be read.
pub fn path_of(uri: &str) -> Option<String> {
    Some(document::path_of(&uri.parse().ok()?))
}

/// Serves one editor until it has had enough.
///
/// # Errors
/// If the other end is no editor, breaks the protocol, or goes away in the middle of an answer.
pub fn serve(connection: &Connection, library: &dyn Library) -> Result<End, Error> {
    let plain: Checking = Arc::new(|rules, sources| check(rules, sources).diagnostics);
    serve_with(connection, library, &plain)
}

/// What only the compiled variant shows: [`ferz::check::check`], or whoever has compiled it already.
pub type Checking = Arc<dyn Fn(Ruleset, &[Source]) -> Vec<Diagnostic> + Send + Sync>;

/// The same, with somebody who compiles.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(connection: &Connection, library: &dyn Library, checking: &Checking) -> Result<End, Error> {
    let (id, _) = connection.initialize_start().map_err(|_| Error::Handshake)?;
    let answer = serde_json::json!({
        "capabilities": server::capabilities(),
        "serverInfo": { "name": "ferz", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = server::Server::new(connection, library, Arc::clone(checking));
    server.serve()?;
    Ok(if server.shut_down {
        End::Orderly
    } else {
        End::Sudden
    })
}
