//! Writes files: as a whole or not at all.

use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// Writes a file beside its place and moves it there, so that nobody ever reads half of it.
pub(crate) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
