//! Writes files: whole or not at all.

use anyhow::Context as _;
use ferz_workbench::Hold;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a file, and the folders that it needs. It says on standard error which folder was not
/// there.
///
/// The file is written under another name beside its place and then moved there, so that nobody
/// ever reads half of it. It keeps its permissions, and a link to it stays one. A pipe or a device
/// is written into as it is.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    put(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = behind_links(path)?;
    let there = match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        Ok(there) if !there.is_file() => {
            return fs::OpenOptions::new().write(true).open(&target)?.write_all(bytes);
        }
        Ok(there) => Some(there.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        fs::create_dir_all(folder)?;
        eprintln!("made the folder {}", folder.display());
    }
    let hold = Hold::on(folder);
    let mut file = hold.temporary()?;
    file.write_all(bytes)?;
    if let Some(permissions) = there {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target)?;
    Ok(())
}

/// The target of a path after following all links, whether or not it exists.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many links as systems follow.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("the links never end"))
}
