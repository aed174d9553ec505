//! Open documents, and places in them as editors count them.

use ferz::lower::{Library, Lowered, Read, Source, lower_keeping};
use ferz::rules::Movement;
use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::Span;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::str::FromStr as _;

/// A text that an editor has open.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// The path, as diagnostics call it.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) version: i32,
    /// The facts about the text; forgotten when something changes.
    analysis: OnceCell<Analysis>,
    /// The diagnostics of the compiled variant.
    pub(crate) checked: Option<Vec<Diagnostic>>,
}

/// A text understood, as far as it can be.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub(crate) lowered: Lowered,
    read: Read,
}

impl Analysis {
    /// The trees of all sources; the first is that of the document.
    pub(crate) fn trees(&self) -> &[SourceFile] {
        self.read.trees()
    }

    /// A movement that the text declares or takes over.
    pub(crate) fn movement(&self, name: &str) -> Option<Movement> {
        self.read.movement(name)
    }
}

impl Document {
    pub(crate) fn new(uri: Uri, text: String, version: i32) -> Self {
        Self {
            name: path_of(&uri),
            uri,
            text,
            version,
            analysis: OnceCell::new(),
            checked: None,
        }
    }

    pub(crate) fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let span = Lines::new(&self.text).span(range);
                    self.text.replace_range(span.start..span.end, &change.text);
                }
            }
        }
        self.version = version;
        self.forget();
    }

    /// Forgets what is known: the text, or one that it is made of, has changed.
    pub(crate) fn forget(&mut self) {
        self.analysis = OnceCell::new();
        self.checked = None;
    }

    /// Whether it is made of that text.
    pub(crate) fn depends_on(&self, name: &str) -> bool {
        let sources = self.analysis.get().map(|a| a.lowered.sources.as_slice());
        sources.is_some_and(|list| list.iter().any(|s| s.name == name))
    }

    pub(crate) fn analysis(&self, texts: &Texts<'_>) -> &Analysis {
        self.analysis.get_or_init(|| {
            let (lowered, read) = lower_keeping(self.source(), texts);
            Analysis { lowered, read }
        })
    }

    pub(crate) fn source(&self) -> Source {
        Source {
            name: self.name.clone(),
            text: self.text.clone(),
        }
    }

    pub(crate) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }
}

/// The texts of parents and libraries: what is open, as it stands in the editor, else what the
/// library has.
pub(crate) struct Texts<'l> {
    library: &'l dyn Library,
    open: HashMap<String, String>,
}

impl<'l> Texts<'l> {
    pub(crate) fn new<'d>(library: &'l dyn Library, documents: impl Iterator<Item = &'d Document>) -> Self {
        Self {
            library,
            open: documents.map(|d| (d.name.clone(), d.text.clone())).collect(),
        }
    }
}

impl Library for Texts<'_> {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        if let Some(text) = self.open.get(name) {
            return Ok(Source {
                name: name.to_owned(),
                text: text.clone(),
            });
        }
        let mut source = self.library.load(name, from)?;
        if let Some(text) = self.open.get(&source.name) {
            source.text.clone_from(text);
        }
        Ok(source)
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        self.library.names(from)
    }

    fn locate(&self, name: &str, from: Option<&str>) -> Option<String> {
        self.library.locate(name, from)
    }

    fn copy(&self, source: &str) -> Option<String> {
        self.library.copy(source)
    }
}

/// The characters that a path may hold unchanged in an address.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The path of a file's address; other addresses stand for themselves.
pub(crate) fn path_of(uri: &Uri) -> String {
    let Some(path) = uri.as_str().strip_prefix("file://") else {
        return uri.as_str().to_owned();
    };
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    // `/C:/folder` on Windows.
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => path[1..].to_owned(),
        _ => path,
    }
}

/// The address of a text, if it is a file.
pub(crate) fn uri_of(name: &str) -> Option<Uri> {
    // Browsers have no absolute paths, as far as Rust knows, but those of the page begin with `/`.
    if !name.starts_with('/') && (name.starts_with('<') || !std::path::Path::new(name).is_absolute()) {
        return None;
    }
    let path = name.replace('\\', "/");
    let path = utf8_percent_encode(&path, IN_PATH).to_string();
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{path}")).ok()
}

/// A text with the beginnings of its lines. Editors count columns in UTF-16 units.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len())
            .filter(|&at| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')));
        Self {
            text,
            starts: std::iter::once(0).chain(ends.map(|at| at + 1)).collect(),
        }
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.text[self.starts[line]..offset].encode_utf16().count();
        Position::new(number(line), number(column))
    }

    /// The byte at a position. Beyond the end of a line is its end, beyond the last line the end of
    /// the text.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn span(&self, range: Range) -> Span {
        let (a, b) = (self.offset(range.start), self.offset(range.end));
        Span::new(a.min(b), a.max(b))
    }

    /// All of it.
    pub(crate) fn everything(&self) -> Range {
        self.range(Span::new(0, self.text.len()))
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let text = "a\u{1f409}é\r\nb\rc\n";
        let lines = Lines::new(text);
        for (offset, line, column) in [
            (0, 0, 0),
            (1, 0, 1),
            (5, 0, 3),
            (7, 0, 4),
            (9, 1, 0),
            (11, 2, 0),
            (13, 3, 0),
        ] {
            let position = Position::new(line, column);
            assert_eq!(lines.position(offset), position);
            assert_eq!(lines.offset(position), offset);
        }
        assert_eq!(lines.offset(Position::new(0, 2)), 5, "inside of a pair");
        assert_eq!(lines.offset(Position::new(0, 99)), 7);
        assert_eq!(lines.offset(Position::new(99, 0)), text.len());
        assert_eq!(lines.position(3), Position::new(0, 1), "inside of a character");
    }

    #[test]
    fn addresses_and_paths() {
        let uri = Uri::from_str("file:///a%20b/caf%C3%A9.ferz").unwrap();
        assert_eq!(path_of(&uri), "/a b/café.ferz");
        assert_eq!(
            path_of(&Uri::from_str("file:///C%3A/x.ferz").unwrap()),
            "C:/x.ferz"
        );
        assert_eq!(
            path_of(&Uri::from_str("untitled:Untitled-1").unwrap()),
            "untitled:Untitled-1"
        );
        #[cfg(unix)]
        assert_eq!(uri_of("/a b/café.ferz").unwrap().as_str(), uri.as_str());
        assert_eq!(uri_of("<library>"), None);
        assert_eq!(uri_of("x.ferz"), None);
    }
}
