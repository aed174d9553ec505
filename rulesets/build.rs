//! Writes the tables of bundled texts, so that adding a file is enough.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the libraries, and the one of this crate's code: no families.
const LIBRARIES: &str = "lib";
const CODE: &str = "src";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?).join("bundled.rs");
    let families = pairs(&root.join("families.tsv"))?;
    let aliases = pairs(&root.join("aliases.tsv"))?;
    let tags = pairs(&root.join("tags.tsv"))?;
    let variants = variants(&root, &families)?;
    if let Some((alias, name)) = aliases.iter().find(|(alias, name)| {
        let is_there = |name: &str| variants.iter().any(|(_, path)| stem(path) == name);
        is_there(alias) || !is_there(name)
    }) {
        return Err(io::Error::other(format!(
            "aliases.tsv: {alias} is a ruleset itself, or {name} is none"
        )));
    }
    let libraries = files(&root.join(LIBRARIES), "ferz")?;
    let libraries: Vec<_> = libraries.into_iter().map(|path| (String::new(), path)).collect();
    let tests: Vec<_> = variants
        .iter()
        .map(|(family, path)| (family.clone(), path.with_extension("toml")))
        .filter(|(_, path)| path.exists())
        .collect();
    let mut code = String::new();
    table(&mut code, "VARIANTS", &variants);
    table(&mut code, "LIBRARIES", &libraries);
    table(&mut code, "TESTS", &tests);
    let _ = writeln!(code, "static FAMILIES: &[(&str, &str)] = &{families:?};");
    let _ = writeln!(code, "static ALIASES: &[(&str, &str)] = &{aliases:?};");
    let _ = writeln!(code, "static TAGS: &[(&str, &str)] = &{tags:?};");
    println!("cargo::rerun-if-changed={}", root.display());
    fs::write(out, code)
}

/// The rulesets, each with its family: the folder it is in. One that is in none is of the first
/// family.
fn variants(root: &Path, families: &[(String, String)]) -> io::Result<Vec<(String, PathBuf)>> {
    let first = families.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let mut found: Vec<_> = files(root, "ferz")?
        .into_iter()
        .map(|path| (first.clone(), path))
        .collect();
    for entry in fs::read_dir(root)? {
        let folder = entry?.path();
        let family = stem(&folder);
        if !folder.is_dir() || [LIBRARIES, CODE].contains(&family) {
            continue;
        }
        if !families.iter().any(|(name, _)| name == family) {
            return Err(io::Error::other(format!(
                "families.tsv has no line about {family}"
            )));
        }
        let below = files(&folder, "ferz")?;
        found.extend(below.into_iter().map(|path| (family.to_owned(), path)));
    }
    found.sort_by(|(_, a), (_, b)| stem(a).cmp(stem(b)));
    if let Some(two) = found.windows(2).find(|two| stem(&two[0].1) == stem(&two[1].1)) {
        return Err(io::Error::other(format!(
            "two rulesets have the same name: {} and {}",
            two[0].1.display(),
            two[1].1.display()
        )));
    }
    Ok(found)
}

/// The files of a folder with an extension, by name.
fn files(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    Ok(files)
}

/// The lines of a file, each a word and its description.
fn pairs(path: &Path) -> io::Result<Vec<(String, String)>> {
    let text = fs::read_to_string(path)?;
    let pair = |line: &str| {
        let (word, rest) = line.split_once('\t')?;
        Some((word.to_owned(), rest.to_owned()))
    };
    text.lines()
        .map(|line| pair(line).ok_or_else(|| io::Error::other(format!("{}: {line}", path.display()))))
        .collect()
}

/// The name of a file without its extension.
fn stem(path: &Path) -> &str {
    path.file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default()
}

/// A table of texts, each with its name and family. A constant would be copied into every place
/// that reads it.
fn table(code: &mut String, name: &str, files: &[(String, PathBuf)]) {
    let _ = writeln!(code, "static {name}: &[Bundled] = &[");
    for (family, path) in files {
        let _ = writeln!(
            code,
            "    Bundled {{ name: {:?}, family: {family:?}, text: include_str!({:?}) }},",
            stem(path),
            path.display().to_string()
        );
    }
    let _ = writeln!(code, "];");
}
