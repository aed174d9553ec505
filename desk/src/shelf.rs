//! The texts of a session: those open in the page, those in the folder, and those that come with
//! ferz.
//!
//! A text of the page is called by its path in the folder (`/mine.ferz`), whether there is such a
//! file or not; a bundled one is `<chess>`, and opened in the page to be looked at,
//! `/.bundled/chess.ferz`.

use crate::folder::Folder;
use crate::rpc::Head;
use ferz::lower::{Library, Source};
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

/// The folder in which bundled texts appear.
const BUNDLED: &str = "/.bundled/";

/// Parents and libraries: texts that are open, files beside them, and bundled ones.
#[derive(Clone)]
pub struct Shelf {
    folder: Arc<dyn Folder>,
    open: Arc<RwLock<BTreeMap<String, String>>>,
}

impl Shelf {
    /// The shelf with these texts open.
    pub fn new(folder: Arc<dyn Folder>, open: BTreeMap<String, String>) -> Self {
        let open = Arc::new(RwLock::new(open));
        Self { folder, open }
    }

    /// Notes that a text is open. The language server knows its contents.
    pub fn opened(&self, name: String) {
        self.with(|open| open.insert(name, String::new()));
    }

    /// Notes that a text is no longer open.
    pub fn closed(&self, name: &str) {
        self.with(|open| open.remove(name));
    }

    /// Hears what a client says to the language server: which texts are open.
    pub fn hear(&self, head: &Head) {
        let name = || {
            let uri = head.params.get("textDocument")?.get("uri")?.as_str()?;
            ferz_lsp::path_of(uri)
        };
        match head.method.as_str() {
            "textDocument/didOpen" => {
                if let Some(name) = name() {
                    self.opened(name);
                }
            }
            "textDocument/didClose" => {
                if let Some(name) = name() {
                    self.closed(&name);
                }
            }
            _ => {}
        }
    }

    fn with<T>(&self, f: impl FnOnce(&mut BTreeMap<String, String>) -> T) -> T {
        f(&mut self
            .open
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn text(&self, name: &str) -> Option<String> {
        self.with(|open| open.get(name).cloned())
    }

    fn place(&self, name: &str, from: Option<&str>) -> Result<Place, String> {
        let from = from.filter(|origin| bundled(origin).is_none());
        let bare = name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        let Some(origin) = from else {
            return match ferz_rulesets::get(name) {
                Some(text) => Ok(Place::Bundled(text)),
                None => Err("it is not a bundled one".to_owned()),
            };
        };
        let path = beside(
            origin,
            &if bare {
                format!("{name}.ferz")
            } else {
                name.to_owned()
            },
        )?;
        let is_there = self.text(&path).is_some() || self.folder.has(&path);
        let bundled = ferz_rulesets::get(name).filter(|_| bare);
        match bundled {
            // A file that extends a bundled one may have its name.
            Some(text) if !is_there || path == origin => Ok(Place::Bundled(text)),
            None if !is_there && bare => Err(format!("it is not bundled, and there is no {path}")),
            _ => Ok(Place::Own(path)),
        }
    }
}

enum Place {
    /// Of the page or the folder.
    Own(String),
    /// The text of a bundled one.
    Bundled(&'static str),
}

impl Library for Shelf {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        match self.place(name, from)? {
            Place::Bundled(text) => Ok(Source {
                name: format!("<{name}>"),
                text: text.to_owned(),
            }),
            Place::Own(path) => {
                let text = match self.text(&path) {
                    Some(text) => text,
                    None => self.folder.read(&path)?,
                };
                Ok(Source { name: path, text })
            }
        }
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        let texts = ferz_rulesets::all().iter().chain(ferz_rulesets::libraries());
        let mut names: Vec<String> = texts.map(|text| text.name.to_owned()).collect();
        if let Some(origin) = from.filter(|origin| bundled(origin).is_none()) {
            let own = self.with(|open| open.keys().cloned().collect::<Vec<_>>());
            let beside = own
                .into_iter()
                .chain(self.folder.list())
                .filter(|path| path != origin);
            names.extend(beside.filter_map(|path| {
                let name = path.strip_prefix('/')?.strip_suffix(".ferz")?;
                (!name.contains('/')).then(|| name.to_owned())
            }));
            names.sort();
            names.dedup();
        }
        names
    }

    fn locate(&self, name: &str, from: Option<&str>) -> Option<String> {
        Some(match self.place(name, from).ok()? {
            Place::Bundled(_) => format!("<{name}>"),
            Place::Own(path) => path,
        })
    }

    fn copy(&self, source: &str) -> Option<String> {
        Some(format!("{BUNDLED}{}.ferz", bundled(source)?))
    }
}

/// The bundled text that is meant by `<chess>` or `/.bundled/chess.ferz`.
pub(crate) fn bundled(name: &str) -> Option<&str> {
    let quoted = name.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
    quoted.or_else(|| name.strip_prefix(BUNDLED)?.strip_suffix(".ferz"))
}

/// The path that a text in `origin` means by `name`.
fn beside(origin: &str, name: &str) -> Result<String, String> {
    let folder = origin.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if name.starts_with('/') || name.contains('\\') {
        return Err("a path begins at the folder of the text that names it".to_owned());
    }
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or("it is outside of the folder")?;
            }
            part => parts.push(part),
        }
    }
    Ok(format!("/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::NoFolder;

    fn shelf(texts: &[(&str, &str)]) -> Shelf {
        let open = texts
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Shelf::new(Arc::new(NoFolder), open.collect())
    }

    #[test]
    fn texts_find_each_other() {
        let shelf = shelf(&[("/a.ferz", "A"), ("/chess.ferz", "own"), ("/in/b.ferz", "B")]);
        let name = |name: &str, from: Option<&str>| shelf.load(name, from).map(|s| s.name);
        assert_eq!(name("chess", None).as_deref(), Ok("<chess>"));
        assert_eq!(name("chess", Some("/a.ferz")).as_deref(), Ok("/chess.ferz"));
        assert_eq!(name("chess", Some("/chess.ferz")).as_deref(), Ok("<chess>"));
        assert_eq!(
            name("chess", Some("/.bundled/atomic.ferz")).as_deref(),
            Ok("<chess>")
        );
        assert_eq!(name("a", Some("/b.ferz")).as_deref(), Ok("/a.ferz"));
        assert_eq!(name("../a.ferz", Some("/in/b.ferz")).as_deref(), Ok("/a.ferz"));
        assert_eq!(name("in/b.ferz", Some("/a.ferz")).as_deref(), Ok("/in/b.ferz"));
        for (what, from) in [
            ("a", None),
            ("../a.ferz", Some("/a.ferz")),
            ("/a.ferz", Some("/b.ferz")),
            ("/etc/passwd", Some("/a.ferz")),
            ("nothing", Some("/a.ferz")),
        ] {
            assert!(shelf.load(what, from).is_err(), "{what}");
        }
    }
}
