//! Writes files, whole or not at all.

use anyhow::Context as _;
use std::ffi::OsString;
use std::path::Path;

/// Writes a file, and the folders that it needs: first under another name beside it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().with_context(cannot)?);
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let done = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    if done.is_err() {
        // What is left of it is of no use; the first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
    }
    done.with_context(cannot)
}
