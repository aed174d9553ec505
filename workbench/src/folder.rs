//! The files that a session may read and write: those of one folder, and of no other place.
//!
//! Names are paths from that folder, beginning with `/`: `/mine.ferz`, `/old/mine.ferz`.

use crate::saving::{Hold, replace};
use ferz_desk::{Folder, Refused, mark};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// Longer files are not read.
const MAX_BYTES: u64 = 2 << 20;
/// At most this many files are listed.
const MAX_FILES: usize = 2_000;
/// Folders within folders are listed so deep.
const MAX_DEPTH: usize = 6;
/// The endings of files that are listed, read and written.
const ENDINGS: [&str; 3] = ["ferz", "toml", "snap"];

/// A folder of this machine.
#[derive(Clone, Debug)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// The folder with that path.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            root: path.canonicalize()?,
        })
    }

    /// Removes the unfinished files in the folder, and in the folders in it, of servers that were
    /// killed while writing.
    pub fn clear(&self) {
        self.walk(
            &self.root,
            0,
            &mut |folder| Hold::on(folder).clear(),
            &mut Vec::new(),
        );
    }

    /// The path of a file of that name. Neither `..` nor a link leads out of the folder.
    fn place(&self, name: &str) -> Result<PathBuf, String> {
        let outside = || "it is outside of the folder".to_owned();
        let inner = Path::new(name.trim_start_matches('/'));
        let plain = |part: Component<'_>| match part {
            Component::Normal(part) => !part.to_string_lossy().starts_with('.'),
            _ => false,
        };
        if name.contains('\\') || inner.as_os_str().is_empty() || !inner.components().all(plain) {
            return Err(outside());
        }
        if !inner
            .extension()
            .is_some_and(|e| ENDINGS.iter().any(|ending| e == *ending))
        {
            return Err(format!(
                "only files that end in {} are opened here",
                ENDINGS.map(|e| format!(".{e}")).join(", ")
            ));
        }
        let path = self.root.join(inner);
        let folder = path.parent().unwrap_or(&self.root);
        let known = if path.exists() {
            path.canonicalize()
        } else {
            folder.canonicalize()
        };
        match known {
            Ok(known) if known.starts_with(&self.root) => Ok(path),
            Ok(_) => Err(outside()),
            Err(_) => Err("there is no such folder".to_owned()),
        }
    }

    fn text(path: &Path) -> Result<String, String> {
        let words = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
            _ => "it cannot be read".to_owned(),
        };
        // A pipe could keep us waiting for ever.
        if !fs::metadata(path).map_err(words)?.is_file() {
            return Err("it is not a file".to_owned());
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(words)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(words)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err("it is too large".to_owned());
        }
        String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
    }

    fn walk(&self, folder: &Path, depth: usize, enter: &mut dyn FnMut(&Path), out: &mut Vec<String>) {
        enter(folder);
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.filter_map(Result::ok) {
            if out.len() >= MAX_FILES {
                return;
            }
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if hidden {
                continue;
            }
            if kind.is_dir() && depth < MAX_DEPTH {
                self.walk(&path, depth + 1, enter, out);
            } else if path
                .extension()
                .is_some_and(|e| ENDINGS.iter().any(|ending| e == *ending))
                && let Ok(inner) = path.strip_prefix(&self.root)
                && let Some(inner) = inner.to_str()
            {
                let name = format!("/{}", inner.replace('\\', "/"));
                // The target of a link that leads out of the folder is not opened, so it is not
                // listed.
                if !kind.is_symlink() || self.place(&name).is_ok() {
                    out.push(name);
                }
            }
        }
    }
}

impl Folder for Directory {
    fn list(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.walk(&self.root, 0, &mut |_| (), &mut out);
        out.sort();
        out
    }

    fn read(&self, name: &str) -> Result<String, String> {
        Self::text(&self.place(name)?)
    }

    fn has(&self, name: &str) -> bool {
        self.place(name).is_ok_and(|path| path.is_file())
    }

    fn write(&self, name: &str, text: &str, seen: Option<&str>) -> Result<String, Refused> {
        let path = self.place(name).map_err(Refused::impossible)?;
        // A link stays one.
        let path = path.canonicalize().unwrap_or(path);
        let hold = Hold::on(path.parent().unwrap_or(&self.root));
        let now = || match path.exists() {
            true => Self::text(&path).map(Some).map_err(Refused::impossible),
            false => Ok(None),
        };
        let there = now()?;
        if there.as_deref() == Some(text) {
            return Ok(mark(text));
        }
        let as_seen = there.as_deref().map(mark).as_deref() == seen;
        let written = |error: io::Error| Refused::impossible(words(&error));
        if as_seen && replace(&hold, &path, text, there.as_deref()).map_err(written)? {
            return Ok(mark(text));
        }
        let text = now()?;
        let mark = text.as_deref().map(mark);
        Err(Refused::Changed { text, mark })
    }

    fn title(&self) -> Option<String> {
        let name = self
            .root
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        Some(name.unwrap_or_else(|| "/".to_owned()))
    }
}

/// Why a file cannot be written, without where it is.
fn words(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "it may not be written",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "no more may be stored there",
        io::ErrorKind::ReadOnlyFilesystem => "it is on a disk that is read only",
        io::ErrorKind::InvalidFilename => "this cannot be the name of a file",
        _ => "it cannot be written",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Directory) {
        let at = tempfile::tempdir().unwrap();
        fs::create_dir(at.path().join("in")).unwrap();
        fs::write(at.path().join("secret.ferz"), "secret").unwrap();
        fs::write(at.path().join("in/a.ferz"), "one").unwrap();
        fs::write(at.path().join("in/notes.txt"), "private").unwrap();
        let folder = Directory::new(&at.path().join("in")).unwrap();
        (at, folder)
    }

    #[test]
    fn nothing_outside_is_reached() {
        let (at, folder) = folder();
        assert_eq!(folder.read("/a.ferz").as_deref(), Ok("one"));
        assert_eq!(folder.list(), ["/a.ferz"]);
        for name in [
            "/../secret.ferz",
            "/in/../../secret.ferz",
            "../secret.ferz",
            "//../secret.ferz",
            "/notes.txt",
            "/.hidden.ferz",
            "",
            "/",
            "\\..\\secret.ferz",
            &at.path().join("secret.ferz").display().to_string(),
        ] {
            assert!(folder.read(name).is_err(), "{name}");
            assert!(folder.write(name, "x", None).is_err(), "{name}");
        }
        assert_eq!(
            fs::read_to_string(at.path().join("secret.ferz")).unwrap(),
            "secret"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else() {
        let (at, folder) = folder();
        let inner = at.path().join("in");
        std::os::unix::fs::symlink(at.path().join("secret.ferz"), inner.join("b.ferz")).unwrap();
        std::os::unix::fs::symlink(at.path(), inner.join("up")).unwrap();
        assert_eq!(folder.list(), ["/a.ferz"]);
        assert!(folder.read("/b.ferz").is_err());
        assert!(folder.write("/b.ferz", "x", Some(&mark("secret"))).is_err());
        assert!(folder.read("/up/secret.ferz").is_err());
        assert!(folder.write("/up/new.ferz", "x", None).is_err());
        assert_eq!(
            fs::read_to_string(at.path().join("secret.ferz")).unwrap(),
            "secret"
        );
    }

    #[test]
    fn nobody_overwrites_what_they_have_not_seen() {
        let (at, folder) = folder();
        let seen = mark("one");
        let two = folder.write("/a.ferz", "two", Some(&seen)).unwrap();
        assert_eq!(two, mark("two"));
        let refused = folder.write("/a.ferz", "three", Some(&seen)).unwrap_err();
        assert_eq!(
            refused,
            Refused::Changed {
                text: Some("two".to_owned()),
                mark: Some(two.clone())
            }
        );
        assert!(
            folder.write("/a.ferz", "three", None).is_err(),
            "there is such a file"
        );
        assert_eq!(
            folder.write("/a.ferz", "two", None),
            Ok(two),
            "it says so already"
        );
        fs::remove_file(at.path().join("in/a.ferz")).unwrap();
        let gone = folder.write("/a.ferz", "three", Some(&mark("two"))).unwrap_err();
        assert_eq!(
            gone,
            Refused::Changed {
                text: None,
                mark: None
            }
        );
        assert!(folder.write("/b.ferz", "new", None).is_ok());
        assert_eq!(folder.list(), ["/b.ferz"]);
    }
}
