//! `ferz lsp`: a language server on standard input and output.

mod wire;

use crate::load::{Shelf, bundled_name};
use crate::save;
use crossbeam_channel::{Receiver, Sender, bounded};
use ferz::check::check;
use ferz::lower::{Library, Source};
use ferz_lsp::{Checks, Connection, End, Error, Message};
use std::io::{self, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use wire::{Heard, Wire};

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let ((heard, receiver), (sender, said)) = (bounded(0), bounded(0));
    let connection = Connection { sender, receiver };
    thread::spawn(move || hear(&heard));
    let writer = thread::spawn(move || say(&said));
    let end = match ferz_lsp::serve(&connection, &Desk, &checks()) {
        Err(Error::Handshake) => anyhow::bail!(
            "this is a language server: an editor starts it and speaks the Language Server Protocol with it"
        ),
        served => served?,
    };
    drop(connection);
    // All answers are written, even if the editor has stopped reading.
    let _ = writer.join();
    Ok(match end {
        End::Orderly => ExitCode::SUCCESS,
        End::Sudden => ExitCode::FAILURE,
    })
}

/// The checks of a variant.
fn checks() -> Checks {
    Checks {
        variant: Arc::new(|rules, sources| check(rules, sources).diagnostics),
        sites: ferz_desk::sites(),
    }
}

/// Passes on the editor's messages, and answers lines that are no message.
fn hear(heard: &Sender<Message>) -> io::Result<()> {
    let mut wire = Wire::new(stdin().lock());
    while let Some(one) = wire.next()? {
        match one {
            Heard::Message(message) => {
                let exit = matches!(&*message, Message::Notification(last) if last.method == "exit");
                if heard.send(*message).is_err() || exit {
                    break;
                }
            }
            Heard::Wrong(answer) => wire::write(stdout().lock(), &answer)?,
        }
    }
    Ok(())
}

/// Passes on the server's messages.
fn say(said: &Receiver<Message>) -> io::Result<()> {
    said.iter()
        .try_for_each(|message| message.write(&mut stdout().lock()))
}

/// The shelf, and copies of the texts that come with ferz: an editor can only open files.
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
        // The folder is the program's own; it is not reported.
        std::fs::create_dir_all(path.parent()?).ok()?;
        save::write(&path, text.as_bytes()).ok()?;
        Some(path.display().to_string())
    }
}

/// The user's folder for files that can be made again, and in it that of this version of ferz.
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
