//! Texts in folders: the variants and libraries that a file names stand beside it, or are bundled.

use ferz::lower::{Library, Source};
use ferz::{RulesError, Variant};
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// Longer files are cut here; the parser refuses them anyway (F0001).
#[doc(hidden)]
pub const MAX_BYTES: u64 = 2 << 20;

/// Why a file is no variant.
#[derive(Clone, Debug)]
pub enum OpenError {
    /// The file cannot be read.
    File(String),
    /// The text is wrong.
    Rules(RulesError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(message) => f.write_str(message),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<RulesError> for OpenError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

/// The variant of a file.
pub(crate) fn open(path: &Path) -> Result<Variant, OpenError> {
    let name = beside("", &path.to_string_lossy());
    let source = read_source(name).map_err(OpenError::File)?;
    Ok(ferz::parse(source, &Shelf)?)
}

/// The texts that a text can name: the files beside it, and the bundled ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelf;

impl Library for Shelf {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        match place(name, from)? {
            Place::File(path) => read_source(path),
            Place::Bundled => bundled_source(name).ok_or_else(|| "it is not bundled".to_owned()),
        }
    }

    fn locate(&self, name: &str, from: Option<&str>) -> Option<String> {
        Some(match place(name, from).ok()? {
            Place::File(path) => path,
            Place::Bundled => format!("<{}>", crate::canonical(name)),
        })
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        let bundled = crate::all().iter().chain(crate::libraries());
        let mut names: Vec<String> = bundled.map(|file| file.name.to_owned()).collect();
        let own = from.filter(|origin| bundled_name(origin).is_none());
        names.extend(own.map(neighbours).unwrap_or_default());
        names
    }
}

/// The most entries of a folder that are looked at for names.
const MAX_ENTRIES: usize = 1_000;

/// The names of the other texts in the folder of a text.
fn neighbours(origin: &str) -> Vec<String> {
    let origin = Path::new(origin);
    let folder = match origin.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let Some(Ok(entries)) = origin.file_name().map(|_| std::fs::read_dir(folder)) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .take(MAX_ENTRIES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|file| file.ends_with(".ferz") && origin.file_name().is_none_or(|own| own != file.as_str()))
        .map(|file| match file.strip_suffix(".ferz") {
            Some(name) if is_bare(name) => name.to_owned(),
            _ => file,
        })
        .collect();
    names.sort();
    names
}

/// The place of a text.
enum Place {
    /// In this file.
    File(String),
    /// It comes with ferz.
    Bundled,
}

/// Finds the text that another one names.
fn place(name: &str, from: Option<&str>) -> Result<Place, String> {
    let from = from.filter(|origin| bundled_name(origin).is_none());
    if is_bare(name) {
        let beside = from.map(|origin| beside(origin, &format!("{name}.ferz")));
        let beside = beside.filter(|path| Path::new(path).is_file());
        // A file that extends a bundled one may have its name.
        let bundled = crate::get(name).is_some();
        return match beside {
            Some(path) if !(bundled && Some(path.as_str()) == from) => Ok(Place::File(path)),
            _ if bundled => Ok(Place::Bundled),
            _ if from.is_some() => Err(format!(
                "it is not bundled, and there is no file {name}.ferz beside this one"
            )),
            _ => Err("it is not bundled".to_owned()),
        };
    }
    match from {
        Some(origin) => Ok(Place::File(beside(origin, name))),
        None => Err("bundled files name no paths".to_owned()),
    }
}

/// A bundled file.
#[doc(hidden)]
pub fn bundled_source(name: &str) -> Option<Source> {
    Some(Source {
        name: format!("<{}>", crate::canonical(name)),
        text: crate::get(name)?.to_owned(),
    })
}

/// A bundled file's own name, given its name in diagnostics.
#[doc(hidden)]
pub fn bundled_name(name: &str) -> Option<&str> {
    name.strip_prefix('<')?.strip_suffix('>')
}

fn is_bare(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A path relative to the folder of a file, without needless `.` and `..`.
#[doc(hidden)]
pub fn beside(file: &str, path: &str) -> String {
    let joined = Path::new(file).parent().unwrap_or(Path::new("")).join(path);
    let mut clean = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean.display().to_string()
}

fn read_source(path: String) -> Result<Source, String> {
    let bytes = file(Path::new(&path))
        .and_then(read)
        .map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => format!("there is no file {path}"),
            _ => io_words(&e),
        })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name: path, text }),
        Err(_) => Err(format!("{path} is not UTF-8 text")),
    }
}

/// Opens what a text or a folder names. It must be a file: a pipe could keep us waiting for ever.
///
/// # Errors
/// If it is no file, or cannot be opened.
#[doc(hidden)]
pub fn file(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other(format!("{} is not a file", path.display())));
    }
    File::open(path)
}

/// The bytes of a file, up to [`MAX_BYTES`].
///
/// # Errors
/// If it cannot be read.
#[doc(hidden)]
pub fn read(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The words for an error of a file, pipe or device.
#[doc(hidden)]
pub fn io_words(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "that is not permitted",
        io::ErrorKind::AlreadyExists => "it exists already",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "no more may be stored there",
        io::ErrorKind::ReadOnlyFilesystem => "it is on a disk that is read only",
        io::ErrorKind::InvalidData => "it is not UTF-8 text",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::InvalidFilename => "this cannot be the name of a file",
        _ => {
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default();
            let mut chars = words.chars();
            let first = chars.next().map(|c| c.to_ascii_lowercase());
            return first.into_iter().chain(chars).collect();
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Load as _;

    #[test]
    fn a_file_may_extend_one_beside_it() {
        let folder = std::env::temp_dir().join(format!("ferz-open-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write(
            "base.ferz",
            "variant \"Base\" extends chess\nend { stalemate: win }\n",
        );
        write("own.ferz", "variant \"Own\" extends base\n");
        write("wrong.ferz", "variant \"Wrong\" extends nothing\n");
        let own = Variant::open(folder.join("own.ferz")).unwrap();
        assert_eq!(own.rules().title, "Own");
        assert_eq!(
            own.rules().end,
            Variant::open(folder.join("base.ferz")).unwrap().rules().end
        );
        let wrong = Variant::open(folder.join("wrong.ferz")).unwrap_err();
        let place = folder.join("wrong.ferz:1:25: error[");
        assert!(
            wrong.to_string().starts_with(&*place.to_string_lossy()),
            "{wrong}"
        );
        let missing = Variant::open(folder.join("missing.ferz")).unwrap_err();
        assert!(matches!(missing, OpenError::File(_)), "{missing}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
