//! Rights to castle that the gates of a position tell.

use crate::engine::{Position, Variant};
use crate::rules::{Castling, Side};

/// The position of a text that tells rights to castle by gates alone: those of a king and of a
/// partner, of which neither has moved. `None` if it tells none so.
///
/// `read` is the position as the variant reads it, without these rights.
pub(super) fn with_rights_of_gates(variant: &Variant, text: &str, read: &Position) -> Option<Position> {
    let rules = variant.rules();
    let anywhere = rules.castling.iter().any(|castling| castling.anywhere);
    if !anywhere || rules.drops.iter().all(|drop| drop.gate.0.is_empty()) {
        return None;
    }
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let field = *fields.get(2)?;
    let told: String = Side::ALL
        .into_iter()
        .map(|side| partners(variant, read, side, field))
        .collect();
    if told.is_empty() {
        return None;
    }
    // A letter of a file is a gate, and said again a right.
    let both = format!("{field}{told}");
    fields[2] = &both;
    variant.position(&fields.join(" ")).ok()
}

/// The letters of partners with which a side may castle, if its letters are all those of files, and
/// the king's is one of them.
fn partners(variant: &Variant, read: &Position, side: Side, field: &str) -> String {
    let own: Vec<char> = field
        .chars()
        .filter(|letter| letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (side == Side::White))
        .collect();
    let castlings = variant.rules().castling.iter();
    let castlings: Vec<&Castling> = castlings.filter(|castling| castling.side == side).collect();
    let tells = |letter: &char| castlings.iter().any(|castling| castling.letter == *letter);
    let is_twice = |letter: &char| own.iter().filter(|other| *other == letter).count() > 1;
    // Behind an empty hand there are no gates: the letters are rights already.
    let are_rights = variant.hand(read, side).is_empty();
    if are_rights || own.iter().any(|letter| tells(letter) || is_twice(letter)) {
        return String::new();
    }
    let stands = |letter: char, piece: &str, home: &str| {
        let topology = variant.topology();
        let rank = topology.square(home).and_then(|home| topology.coordinates(home));
        let square = rank.and_then(|(_, rank)| topology.at(letter.to_ascii_lowercase() as u8 - b'a', rank));
        let there = square.and_then(|square| variant.piece_at(read, square));
        there.is_some_and(|(kind, whose)| {
            let named = variant.rules().pieces.get_index(kind);
            whose == side && named.is_some_and(|(name, _)| name == piece)
        })
    };
    let is_king = |letter: &char| {
        castlings
            .iter()
            .any(|castling| stands(*letter, &castling.king, &castling.king_from))
    };
    if !own.iter().any(is_king) {
        return String::new();
    }
    let is_partner = |letter: &char| {
        castlings
            .iter()
            .any(|castling| stands(*letter, &castling.rook, &castling.rook_from))
    };
    own.into_iter().filter(is_partner).collect()
}
