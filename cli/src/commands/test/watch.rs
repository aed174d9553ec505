//! Runs something again whenever a ruleset or a test file changes.

use notify::{Event, EventKind, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Editors write files in several steps; changes that follow each other this closely are one.
const CALM: Duration = Duration::from_millis(60);

/// Runs `round` now and after every change, until the program is ended. `round` gives the paths of
/// all files that it has read; their folders are watched, and the folders among `paths` with
/// everything below.
pub(super) fn run(
    paths: &[PathBuf],
    mut round: impl FnMut() -> anyhow::Result<Vec<String>>,
) -> anyhow::Result<()> {
    let (send, receive) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| matters(&event)) {
            // The channel closes only when the program ends.
            let _ = send.send(());
        }
    })?;
    let mut watched = BTreeSet::new();
    for folder in paths.iter().filter(|path| path.is_dir()) {
        watcher.watch(folder, RecursiveMode::Recursive)?;
        watched.insert(folder.clone());
    }
    loop {
        if stdout().is_terminal() {
            print!("\x1b[2J\x1b[H");
        }
        match round() {
            Ok(read) => {
                for folder in read.iter().filter_map(|path| folder_of(Path::new(path))) {
                    if !watched.iter().any(|known| folder.starts_with(known)) {
                        watcher.watch(&folder, RecursiveMode::NonRecursive)?;
                        watched.insert(folder);
                    }
                }
            }
            // Nothing has ever been read.
            Err(error) if watched.is_empty() => return Err(error),
            // A file may be gone for a moment.
            Err(error) => eprintln!("error: {error:#}"),
        }
        anyhow::ensure!(
            !watched.is_empty(),
            "there is no file to watch: bundled tests never change"
        );
        println!("waiting for changes; Ctrl-C ends");
        stdout().flush()?;
        if !wait(&receive) {
            return Ok(());
        }
    }
}

/// The folder of a file that is on disk.
fn folder_of(file: &Path) -> Option<PathBuf> {
    if !file.is_file() {
        return None;
    }
    let folder = file.parent()?;
    Some(if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder.to_owned()
    })
}

/// Whether an event is about the contents of a ruleset or a test file.
fn matters(event: &Event) -> bool {
    let changes = matches!(
        event.kind,
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)
    );
    let ours = |path: &PathBuf| path.extension().is_some_and(|e| e == "ferz" || e == "toml");
    changes && event.paths.iter().any(ours)
}

/// Waits for a change and for the end of those that follow at once; `false` if no more can come.
fn wait(receive: &Receiver<()>) -> bool {
    if receive.recv().is_err() {
        return false;
    }
    loop {
        match receive.recv_timeout(CALM) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}
