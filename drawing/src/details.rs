//! The parts of a position besides the pieces on its squares.

use ferz::board::{Square, Topology};
use ferz::rules::Letter;
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
    let side = match value {
        "w" => "white",
        "b" => "black",
        other => other,
    };
    match key {
        "denial" => Some(format!("{side} may deny a movement")),
        "immune" => Some(format!("{side}'s next movement cannot be denied")),
        "denied" => Some(format!("{value} may not be played now")),
        "bait" => Some(format!("{side}'s royal piece must be captured")),
        _ => None,
    }
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
