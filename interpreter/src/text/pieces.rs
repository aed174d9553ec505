//! Pieces.

use super::{Declaration, Sides, Topic, movement};
use crate::rules::{PieceName, Ruleset, Side, Turn};
use crate::vocabulary::{ATTRIBUTES, Attribute};
use ferz_engine::order::sort;

/// The extent to which a piece is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The parts that decide how it is played.
    Play,
    /// The value for hints and its figure as well.
    Everything,
}

/// The text behind a piece's name: `L = ride forward, royal`; `None` if the side has no such
/// piece.
pub fn piece(rules: &Ruleset, name: &str, side: Side) -> Option<String> {
    body(rules, name, side, Extent::Play)
}

fn body(rules: &Ruleset, name: &str, side: Side, extent: Extent) -> Option<String> {
    let piece = rules.pieces.get(name)?;
    let letter = piece.letter[side]?.to_ascii_uppercase();
    let mut words = vec![movement(&piece.movement[side], &rules.board)];
    let mut attribute = |attribute| words.push(ATTRIBUTES.word(&attribute).to_owned());
    if piece.royal[side] {
        attribute(Attribute::Royal);
    }
    if piece.resets_clock {
        attribute(Attribute::ResetsClock);
    }
    let promotes = rules.promotions.iter().any(|promotion| promotion.piece == name);
    if promotes && !piece.resets_clock {
        attribute(Attribute::KeepsClock);
    }
    if piece.unlettered {
        attribute(Attribute::Unlettered);
    }
    if extent == Extent::Everything {
        if let Some(once) = piece.once {
            words.push(format!("{} {once}", ATTRIBUTES.word(&Attribute::Once)));
        }
        if let Some(value) = piece.value {
            words.push(format!(
                "{} {}",
                ATTRIBUTES.word(&Attribute::Value),
                self::value(value)
            ));
        }
        if let Some(symbol) = piece.symbol {
            let mut text = format!("{} {}", ATTRIBUTES.word(&Attribute::Symbol), symbol.shape.word());
            if symbol.turn != Turn::Upright {
                text = format!("{text} {}", symbol.turn.word());
            }
            words.push(text);
        }
    }
    Some(format!("{letter} = {}", words.join(", ")))
}

/// Hundredths of a pawn as an author writes them: `3`, `3.25`.
pub fn value(hundredths: u32) -> String {
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        part => format!("{}.{part:02}", hundredths / 100),
    }
}

/// All pieces, sorted by name.
pub(super) fn declarations(rules: &Ruleset, sides: Sides) -> Vec<Declaration> {
    let mut names: Vec<&PieceName> = rules.pieces.keys().collect();
    sort(&mut names);
    let mut list = Vec::new();
    for name in names {
        let one = |body| Declaration::new(Topic::Piece, "piece", name, body);
        match Side::each(|side| piece(rules, name, side)) {
            [Some(white), Some(black)] if white == black && sides == Sides::Together => {
                list.push(one(white));
            }
            bodies => {
                for (side, body) in Side::ALL.into_iter().zip(bodies) {
                    list.extend(body.map(|body| one(body).of(Some(side))));
                }
            }
        }
    }
    list
}

/// The pieces of one side, in the order of declaration, with everything that is known of them.
pub(super) fn army(rules: &Ruleset, side: Side) -> impl Iterator<Item = String> {
    rules.pieces.keys().filter_map(move |name| {
        let body = body(rules, name, side, Extent::Everything)?;
        Some(format!("{name} {body}"))
    })
}
