//! The parts of a position beyond the pieces on its squares.

use crate::rules::{ABSORBED, Letter, SquareName};
use std::collections::BTreeMap;

/// The text of a position after the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Beyond {
    /// The letters of the pieces on a square with several, lowest first.
    pub(super) towers: BTreeMap<SquareName, Vec<Letter>>,
    /// The letters of captured pieces, White's capital.
    pub(super) captured: Vec<Letter>,
    /// The letters of exiled pieces.
    pub(super) exile: Vec<Letter>,
    /// The letters of kinds whose movements pieces have taken over.
    pub(super) absorbed: BTreeMap<SquareName, String>,
    /// The values of all other keys. A hook reads its own.
    others: BTreeMap<String, String>,
    /// The castling rights.
    pub(super) rights: String,
    /// Field 4: the square that was passed.
    pub(super) passed: Option<SquareName>,
}

/// `a1:RPk,b2:Rp`.
fn pairs(value: &str) -> impl Iterator<Item = (SquareName, String)> {
    let pair = |entry: &str| {
        let (square, letters) = entry.split_once(':')?;
        Some((square.to_owned(), letters.to_owned()))
    };
    value.split(',').filter_map(pair)
}

impl Beyond {
    /// Whether a square is among those under a key: `statues=a8,b8`.
    pub(super) fn lists(&self, key: &str, square: &str) -> bool {
        let value = self.others.get(key);
        value.is_some_and(|value| value.split(',').any(|listed| listed == square))
    }

    /// The letters of a square under a key: `weapons=a1:RB`.
    pub(super) fn letters(&self, key: &str, square: &str) -> Option<String> {
        let mut entries = pairs(self.others.get(key)?);
        entries.find_map(|(listed, letters)| (listed == square).then_some(letters))
    }

    /// Reads it from extended FEN.
    pub(super) fn read(fen: &str) -> Self {
        let mut beyond = Self::default();
        let field = |n: usize| fen.split(' ').nth(n).unwrap_or_default().to_owned();
        beyond.rights = field(2);
        beyond.passed = Some(field(3)).filter(|name| name != "-");
        for (key, value) in fen.split(' ').filter_map(|field| field.split_once('=')) {
            match key {
                "towers" => {
                    let towers = pairs(value).map(|(square, list)| (square, Letter::among(&list).collect()));
                    beyond.towers.extend(towers);
                }
                "captured" => beyond.captured = Letter::among(value).collect(),
                "exile" => beyond.exile = Letter::among(value).collect(),
                ABSORBED => beyond.absorbed.extend(pairs(value)),
                _ => drop(beyond.others.insert(key.to_owned(), value.to_owned())),
            }
        }
        beyond
    }
}
