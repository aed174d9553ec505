//! The lines of a conversation between XBoard and an engine: `variant NAME` begins a variant, or a
//! second `setup` does.

use crate::ini::Piece;

/// `piece LETTER MOVES`.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) sign: Piece,
    pub(super) moves: Piece,
}

/// A variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) name: Option<Piece>,
    /// The words behind `setup`.
    pub(super) setup: Option<Piece>,
    pub(super) pieces: Vec<Told>,
    /// Lines about something else.
    pub(super) others: Vec<Piece>,
}

impl Entry {
    fn is_blank(&self) -> bool {
        self.name.is_none() && self.setup.is_none() && self.pieces.is_empty()
    }

    pub(super) fn title(&self) -> &str {
        self.name.as_ref().map_or("", |name| name.text.as_str())
    }

    /// The first word.
    pub(super) fn head(&self) -> Piece {
        let pieces = self.pieces.first().map(|told| &told.sign);
        let head = self.name.as_ref().or(self.setup.as_ref()).or(pieces);
        head.cloned().unwrap_or_else(|| Piece::new("", 0))
    }
}

/// All variants of a text. Lines before the first belong to it.
pub(super) fn read(text: &str) -> Vec<Entry> {
    let mut entries = vec![Entry::default()];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset + (line.len() - line.trim_start().len());
        offset += line.len();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = trimmed(rest, start + word.len() + 1);
        let begins = match word {
            "variant" => !entries.last().is_none_or(Entry::is_blank),
            "setup" => entries.last().is_some_and(|entry| entry.setup.is_some()),
            _ => false,
        };
        if begins {
            entries.push(Entry::default());
        }
        let Some(entry) = entries.last_mut() else { continue };
        match word {
            "" => {}
            "variant" => entry.name = Some(value),
            "setup" => entry.setup = Some(value),
            "piece" => {
                let (sign, moves) = value.text.split_once(' ').unwrap_or((&value.text, ""));
                entry.pieces.push(Told {
                    sign: Piece::new(sign, value.offset),
                    moves: trimmed(moves, value.offset + sign.len() + 1),
                });
            }
            _ => entry.others.push(Piece::new(line, start)),
        }
    }
    entries.retain(|entry| !entry.is_blank());
    entries
}

/// A text without the blanks around it.
fn trimmed(text: &str, offset: usize) -> Piece {
    let blanks = text.len() - text.trim_start().len();
    Piece::new(text.trim(), offset + blanks)
}
