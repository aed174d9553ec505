//! The inputs that a target begins with: the files of `corpus/NAME`, and for some what is bundled.

use std::path::{Path, PathBuf};

/// The folder of a target's inputs.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name)
}

/// All inputs of a target, in the order of their names.
///
/// # Panics
/// If they cannot be read.
pub fn read(name: &str) -> Vec<Vec<u8>> {
    let folder = folder(name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let read =
        |path: &PathBuf| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    paths.iter().map(read).collect()
}
