//! The texts that a session may read and write: those of one folder, and of no other place.
//!
//! Names are paths from that folder, beginning with `/`: `/mine.ferz`, `/old/mine.ferz`.

use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The place of a session's files.
pub trait Folder: Send + Sync {
    /// The names of all files, sorted.
    fn list(&self) -> Vec<String>;

    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be read, in a few words.
    fn read(&self, name: &str) -> Result<String, String>;

    /// Whether there is such a file.
    fn has(&self, name: &str) -> bool;

    /// Writes a file if it has not changed since its writer saw it: `seen` is the mark of that
    /// version, none if there was no file.
    ///
    /// # Errors
    /// [`Refused::Changed`] if somebody else has changed it.
    fn write(&self, name: &str, text: &str, seen: Option<&str>) -> Result<String, Refused>;

    /// The name of the folder; `None` if there is none.
    fn title(&self) -> Option<String>;
}

/// Why a file was not written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "why")]
pub enum Refused {
    /// It has changed since it was read.
    Changed {
        /// The present text; `None` if it is gone.
        text: Option<String>,
        /// The mark of that.
        mark: Option<String>,
    },
    /// It cannot be written.
    Impossible {
        /// A few words.
        message: String,
    },
}

impl Refused {
    /// It cannot be written, for this reason.
    pub fn impossible(message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Impossible { message }
    }
}

/// A short text that two texts share only if they are the same.
pub fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:x}-{:x}", text.len(), hasher.finish())
}

/// No files at all, for strangers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFolder;

impl Folder for NoFolder {
    fn list(&self) -> Vec<String> {
        Vec::new()
    }

    fn read(&self, _: &str) -> Result<String, String> {
        Err("there is no such file".to_owned())
    }

    fn has(&self, _: &str) -> bool {
        false
    }

    fn write(&self, _: &str, _: &str, _: Option<&str>) -> Result<String, Refused> {
        Err(Refused::impossible("nothing is kept here; share a link instead"))
    }

    fn title(&self) -> Option<String> {
        None
    }
}

/// Texts in memory, as their keeper elsewhere has given them.
#[derive(Debug, Default)]
pub struct Kept {
    title: String,
    texts: Mutex<BTreeMap<String, String>>,
}

impl Kept {
    /// A folder of that title with nothing in it.
    pub fn new(title: impl Into<String>) -> Self {
        let title = title.into();
        let texts = Mutex::default();
        Self { title, texts }
    }

    /// Says what a text is now; `None` if it is gone.
    pub fn put(&self, name: &str, text: Option<String>) {
        match text {
            Some(text) => self.texts().insert(name.to_owned(), text),
            None => self.texts().remove(name),
        };
    }

    fn texts(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folder for Kept {
    fn list(&self) -> Vec<String> {
        self.texts().keys().cloned().collect()
    }

    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.texts().get(name).cloned();
        text.ok_or_else(|| "there is no such file".to_owned())
    }

    fn has(&self, name: &str) -> bool {
        self.texts().contains_key(name)
    }

    fn write(&self, name: &str, text: &str, seen: Option<&str>) -> Result<String, Refused> {
        let mut texts = self.texts();
        let there = texts.get(name).cloned();
        let now = there.as_deref().map(mark);
        if there.as_deref() != Some(text) && now.as_deref() != seen {
            return Err(Refused::Changed {
                text: there,
                mark: now,
            });
        }
        texts.insert(name.to_owned(), text.to_owned());
        Ok(mark(text))
    }

    fn title(&self) -> Option<String> {
        Some(self.title.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_overwrites_what_they_have_not_seen() {
        let folder = Kept::new("this browser");
        let one = folder.write("/a.ferz", "one", None).unwrap();
        assert_eq!(one, mark("one"));
        let changed = |text: Option<&str>| Refused::Changed {
            text: text.map(str::to_owned),
            mark: text.map(mark),
        };
        let refused = folder.write("/a.ferz", "two", Some("another"));
        assert_eq!(refused, Err(changed(Some("one"))));
        assert_eq!(folder.write("/a.ferz", "two", None), Err(changed(Some("one"))));
        assert_eq!(
            folder.write("/a.ferz", "one", None).as_ref(),
            Ok(&one),
            "it says so already"
        );
        assert_eq!(folder.write("/a.ferz", "two", Some(&one)), Ok(mark("two")));
        folder.put("/a.ferz", None);
        assert_eq!(
            folder.write("/a.ferz", "three", Some(&mark("two"))),
            Err(changed(None))
        );
        folder.put("/b.ferz", Some("b".to_owned()));
        assert_eq!(folder.list(), ["/b.ferz"]);
        assert_eq!(folder.read("/b.ferz").as_deref(), Ok("b"));
        assert!(folder.read("/a.ferz").is_err() && !folder.has("/a.ferz"));
    }
}
