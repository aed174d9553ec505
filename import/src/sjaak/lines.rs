//! The lines of a `variants.txt`: `Key: value`, comments behind `#`, a variant from `Variant:` on.

use crate::ini::Piece;

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) key: String,
    pub(super) value: Piece,
}

/// A variant.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) title: Piece,
    pub(super) lines: Vec<Line>,
    /// Lines without a key.
    pub(super) strays: Vec<Piece>,
}

/// A whole file.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) entries: Vec<Entry>,
    /// The lines before the first variant.
    pub(super) strays: Vec<Piece>,
}

/// Reads a file.
pub(super) fn read(text: &str) -> File {
    let mut file = File::default();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let line = line.split('#').next().unwrap_or_default();
        let kept = trimmed(line, start);
        if kept.text.is_empty() {
            continue;
        }
        let parts = kept.text.split_once(':');
        let line = parts.map(|(key, value)| Line {
            key: key.trim_end().to_owned(),
            value: trimmed(value, kept.offset + key.len() + 1),
        });
        match (line, file.entries.last_mut()) {
            (Some(line), _) if line.key == "Variant" => file.entries.push(Entry {
                title: line.value,
                lines: Vec::new(),
                strays: Vec::new(),
            }),
            (Some(line), Some(entry)) => entry.lines.push(line),
            (None, Some(entry)) => entry.strays.push(kept),
            (_, None) => file.strays.push(kept),
        }
    }
    file
}

/// A text without the blanks around it.
pub(super) fn trimmed(text: &str, offset: usize) -> Piece {
    let blanks = text.len() - text.trim_start().len();
    Piece::new(text.trim(), offset + blanks)
}

/// The parts of a value between commas, with their places.
pub(super) fn items(value: &Piece) -> Vec<Piece> {
    let mut offset = value.offset;
    let parts = value.text.split(',').map(|part| {
        let piece = trimmed(part, offset);
        offset += part.len() + 1;
        piece
    });
    parts.filter(|part| !part.text.is_empty()).collect()
}
