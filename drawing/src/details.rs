//! The parts of a position besides the pieces on its squares.

use ferz::board::{Square, Topology};
use ferz::hooks;
use ferz::rules::{Letter, Side};
use std::collections::{BTreeMap, BTreeSet};

/// The text of a position beyond its six fields.
#[derive(Debug, Default)]
pub(crate) struct Details {
    /// The pieces of each square that holds several, lowest first.
    pub(crate) towers: BTreeMap<Square, Vec<Letter>>,
    /// The signs that pieces carry.
    pub(crate) badges: BTreeMap<Square, String>,
    /// Squares that are named by some key.
    pub(crate) tinted: BTreeSet<Square>,
    /// Pieces off the board: what the place is called, and their letters.
    pub(crate) pools: Vec<(String, Vec<Letter>)>,
    /// Anything else.
    pub(crate) notes: Vec<String>,
}

impl Details {
    pub(crate) fn read(topology: &Topology, fen: &str) -> Self {
        let mut details = Self::default();
        let pairs = |value: &str| -> Option<Vec<(Square, String)>> {
            value
                .split(',')
                .map(|entry| {
                    let (square, letters) = entry.split_once(':')?;
                    let letters = (!letters.is_empty() && Letter::all(letters).is_some())
                        .then(|| letters.to_owned())?;
                    Some((topology.square(square)?, letters))
                })
                .collect()
        };
        let list = |value: &str| -> Option<Vec<Square>> {
            value.split(',').map(|entry| topology.square(entry)).collect()
        };
        for (key, value) in fen.split(' ').filter_map(|field| field.split_once('=')) {
            if topology.square(key).is_some() {
                continue;
            }
            if key == "towers" {
                for (square, letters) in pairs(value).unwrap_or_default() {
                    details.towers.insert(square, Letter::among(&letters).collect());
                }
            } else if key == "captured" || key == "exile" {
                details
                    .pools
                    .push((key.to_owned(), Letter::among(value).collect()));
            } else if let Some(pairs) = pairs(value) {
                details.badges.extend(pairs);
            } else {
                if let Some(squares) = list(value) {
                    details.tinted.extend(squares);
                }
                details.notes.push(note(key, value));
            }
        }
        details
    }
}

/// A field of a position as a sentence, if it is one: `black may deny a movement`.
pub fn sentence(key: &str, value: &str) -> Option<String> {
    if key == "denied" {
        return Some(format!("{value} may not be played now"));
    }
    let mut sides = Side::ALL.into_iter();
    let side = sides.find(|side| side.name().get(..1) == Some(value))?;
    Some(hooks::turn_key(key)?.sentence(side))
}

fn note(key: &str, value: &str) -> String {
    if let Some(words) = sentence(key, value) {
        return match words.strip_prefix("white") {
            Some(rest) => format!("White{rest}"),
            None => words.replacen("black", "Black", 1),
        };
    }
    let value = match value {
        "w" if key != "pending" => "White",
        "b" if key != "pending" => "Black",
        text => text,
    };
    format!("{key}: {}", value.replace(',', ", "))
}
