//! `ferz lsp`: a language server on standard input and output.

use crate::load::Shelf;
use ferz_lsp::{Connection, End, Error};
use std::process::ExitCode;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let (connection, threads) = Connection::stdio();
    let end = match ferz_lsp::serve(&connection, &Shelf) {
        Err(Error::Handshake) => anyhow::bail!(
            "this is a language server: an editor starts it and speaks the Language Server Protocol with it"
        ),
        served => served?,
    };
    drop(connection);
    threads.join()?;
    Ok(match end {
        End::Orderly => ExitCode::SUCCESS,
        End::Sudden => ExitCode::FAILURE,
    })
}
