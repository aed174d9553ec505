//! Moves in both notations, as proofs and puzzles tell them.

use ferz::dialects::{Style, write_moves};
use ferz::engine::{Move, Position, Variant};
use serde::Serialize;

/// A move in both notations.
#[derive(Clone, PartialEq, Serialize)]
pub(crate) struct Named {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) san: String,
    /// As people read it.
    #[serde(skip)]
    pub(crate) shown: String,
}

/// A number of things of a kind: "1 move", "2 moves".
pub(crate) fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// The legal moves with their names.
pub(crate) fn names(variant: &Variant, position: &Position, style: Style) -> Vec<(Move, Named)> {
    let moves = variant.legal_moves(position);
    let coordinates = if style == Style::San { Style::Ferz } else { style };
    let texts = write_moves(coordinates, variant, position, &moves).into_iter();
    let named = texts
        .zip(variant.sans(position, &moves))
        .map(|(text, san)| Named {
            shown: if style == Style::San {
                san.clone()
            } else {
                text.clone()
            },
            text,
            san,
        });
    moves.into_iter().zip(named).collect()
}

/// The moves of a line that begins in a position.
pub(crate) fn follow(variant: &Variant, position: &Position, line: &[Move], style: Style) -> Vec<Named> {
    let mut position = position.clone();
    let name = |mv: &Move| {
        let (_, name) = names(variant, &position, style)
            .into_iter()
            .find(|(legal, _)| legal == mv)?;
        position = variant.play(&position, *mv);
        Some(name)
    };
    line.iter().map_while(name).collect()
}
