//! From text to the tree.
//!
//! The text is cut into declarations and their blocks into lines ([`chunks`]); each of these pieces
//! is looked at for mistakes that need no grammar ([`flaws`]) and then parsed alone by pest
//! ([`file`]). So a mistake costs the piece it stands in and no other, and no input makes pest
//! recur deeply or search long.

pub(crate) mod chunks;
mod declaration;
mod expected;
mod expression;
mod file;
mod flaws;
mod foreign;
mod grammar;
mod habits;
mod misplaced;
mod report;
mod signs;
pub(crate) mod stream;

use crate::ast::SourceFile;
use crate::diagnostic::Sink;
use crate::span::{SourceId, Span};
use report::Report;

/// Longer texts are not read.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Reads a source text.
///
/// Never fails: what cannot be read is reported and left out, the rest is in the tree. At most a
/// hundred errors are reported, then reading stops with a note. Texts of more than 1 MiB are not
/// read at all.
///
/// ```
/// use ferz_grammar::{diagnostic::Sink, parse, span::SourceId};
/// let mut sink = Sink::new();
/// let file = parse("variant \"Mine\" extends chess\nmovement lion = king | knight\n", SourceId(0), &mut sink);
/// assert!(!sink.has_errors());
/// assert_eq!(file.declarations.len(), 1);
/// ```
pub fn parse(text: &str, source: SourceId, sink: &mut Sink) -> SourceFile {
    read(text, Report::new(sink, source))
}

/// Reads a source text that may not be UTF-8.
///
/// Like [`parse`], for bytes. Bytes that are not UTF-8 are reported once and read as spaces; a file
/// that is no text at all is not read.
pub fn parse_bytes(bytes: &[u8], source: SourceId, sink: &mut Sink) -> SourceFile {
    let mut report = Report::new(sink, source);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let error = report.error("F0002", "this file is UTF-16, not UTF-8", Span::new(0, 0));
        report.add(error.help("save it as UTF-8"));
        return SourceFile::default();
    }
    if is_binary(bytes) {
        let error = report.error("F0002", "this is not a text file", Span::new(0, 0));
        report.add(error.help("rulesets are plain text, saved as UTF-8"));
        return SourceFile::default();
    }
    let (mut text, mut bad) = (String::with_capacity(bytes.len()), Vec::new());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let (start, invalid) = (text.len(), chunk.invalid().len());
        if invalid > 0 {
            text.extend(std::iter::repeat_n(' ', invalid));
            bad.push(Span::new(start, text.len()));
        }
    }
    if let Some(&first) = bad.first() {
        let message = match bad.len() - 1 {
            0 => "this is not UTF-8".to_owned(),
            1 => "this is not UTF-8, nor is another place".to_owned(),
            others => format!("this is not UTF-8, nor are {others} other places"),
        };
        let error = report.error("F0002", message, first);
        report.add(error.help("save the file as UTF-8"));
    }
    read(&text, report)
}

/// Whether bytes are surely no text: one of them is 0.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

fn read(text: &str, mut report: Report) -> SourceFile {
    if text.len() > MAX_BYTES {
        let error = report.error(
            "F0001",
            "this file has more than 1 MiB and is not read",
            Span::new(0, 0),
        );
        report.add(error.help("move parts of it into libraries and `include` them"));
        return SourceFile::default();
    }
    file::read(text, report)
}
