//! `ferz lsp`: a language server on standard input and output.

use crate::load::{Shelf, bundled_name};
use crate::save;
use ferz::lower::{Library, Source};
use ferz_lsp::{Connection, End, Error};
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let (connection, threads) = Connection::stdio();
    let end = match ferz_lsp::serve(&connection, &Desk) {
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

/// The shelf, and copies of what comes with ferz: an editor can only open files.
struct Desk;

impl Library for Desk {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        Shelf.load(name, from)
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        Shelf.names(from)
    }

    fn locate(&self, name: &str, from: Option<&str>) -> Option<String> {
        Shelf.locate(name, from)
    }

    fn copy(&self, source: &str) -> Option<String> {
        let name = bundled_name(source)?;
        let text = ferz_rulesets::get(name)?;
        let path = cache()?.join(format!("{name}.ferz"));
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Some(path.display().to_string());
        }
        save::write(&path, text.as_bytes()).ok()?;
        Some(path.display().to_string())
    }
}

/// The user's folder for what can be made again, and in it that of this version of ferz.
fn cache() -> Option<PathBuf> {
    let absolute = |variable: &str| {
        let path = PathBuf::from(std::env::var_os(variable)?);
        path.is_absolute().then_some(path)
    };
    let caches = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("LOCALAPPDATA"))
        .or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(caches.join("ferz").join(env!("CARGO_PKG_VERSION")))
}
