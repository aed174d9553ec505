//! Writes the tables of bundled texts, so that adding a file is enough.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?).join("bundled.rs");
    let mut code = String::new();
    table(&mut code, "VARIANTS", &root, "ferz")?;
    table(&mut code, "LIBRARIES", &root.join("lib"), "ferz")?;
    table(&mut code, "TESTS", &root, "toml")?;
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed={}", root.join("lib").display());
    fs::write(out, code)
}

/// The texts of a folder with one extension; test files (`toml`) only beside a ruleset.
fn table(code: &mut String, name: &str, folder: &Path, extension: &str) -> io::Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| {
        path.extension().is_some_and(|e| e == extension) && path.with_extension("ferz").exists()
    });
    files.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    let _ = writeln!(code, "const {name}: &[Bundled] = &[");
    for path in files {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let _ = writeln!(
            code,
            "    Bundled {{ name: {stem:?}, text: include_str!({:?}) }},",
            path.display().to_string()
        );
    }
    let _ = writeln!(code, "];");
    Ok(())
}
