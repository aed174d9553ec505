//! Positions whose castling rights are those of pieces that may start anywhere: Chess960, and any
//! variant with 960 behind its name.

use super::fen::position;
use crate::engine::{Position, Variant};

/// The same variant with castling from any squares; `None` if it has that already, has no castling,
/// or cannot have it.
pub fn castling_anywhere(variant: &Variant) -> Option<Variant> {
    let mut rules = variant.rules().clone();
    if rules.castling.iter().all(|castling| castling.anywhere) {
        return None;
    }
    for castling in &mut rules.castling {
        castling.anywhere = true;
    }
    Variant::new(rules).ok()
}

/// Whether a position's text gives rights to castle that the position, as the variant reads it,
/// does not have: they are those of pieces that stand elsewhere than where this variant starts
/// them.
///
/// `read` is the position, if the variant can read the text.
pub fn loses_rights(variant: &Variant, text: &str, read: Option<&Position>) -> bool {
    let castling = &variant.rules().castling;
    if castling.is_empty() || castling.iter().all(|castling| castling.anywhere) {
        return false;
    }
    let given = text.split_whitespace().nth(2).unwrap_or("-");
    let is_right = |letter: &char| castling.iter().any(|castling| castling.letter == *letter);
    match read {
        Some(position) => given.chars().filter(is_right).count() > rights(variant, position),
        // Rights by the files of the partners: `HAha`.
        None => {
            given.bytes().all(|byte| byte.is_ascii_alphabetic())
                && !given.chars().any(|letter| is_right(&letter))
        }
    }
}

/// The position of a text in the same variant with castling from any squares, where the variant
/// itself would lose rights that the text gives; `None` unless the position then has all of them.
/// Rights that are useless even then are left over from other positions.
pub fn with_rights(anywhere: &Variant, text: &str, lost: Option<(&Variant, &Position)>) -> Option<Position> {
    let found = position(anywhere, text).ok()?;
    let before = lost.map_or(0, |(variant, position)| rights(variant, position));
    let given = text.split_whitespace().nth(2).map_or(0, str::len);
    let rights = rights(anywhere, &found);
    (rights > before && rights == given).then_some(found)
}

/// A remark about useless castling rights of a text: the pieces do not stand on their start
/// squares. `None` if there are none, or the text is no position.
pub(super) fn unusable_rights(variant: &Variant, text: &str) -> Option<String> {
    let text = text.strip_prefix("fen ").unwrap_or(text);
    let read = position(variant, text).ok()?;
    if !loses_rights(variant, text, Some(&read)) {
        return None;
    }
    let anywhere = castling_anywhere(variant)?;
    if with_rights(&anywhere, text, Some((variant, &read))).is_some() {
        return None;
    }
    let printed = variant.fen(&read);
    let kept = printed.split(' ').nth(2).unwrap_or_default();
    let castling = &variant.rules().castling;
    let is_lost = |letter: &char| {
        let is_right = castling.iter().any(|castling| castling.letter == *letter);
        is_right && !kept.contains(*letter)
    };
    let lost: String = text.split_whitespace().nth(2)?.chars().filter(is_lost).collect();
    let message = format!("no castling by `{lost}`: its pieces do not stand where they start");
    (!lost.is_empty()).then_some(message)
}

/// How many rights to castle a position has.
fn rights(variant: &Variant, position: &Position) -> usize {
    let text = variant.fen(position);
    let castling = &variant.rules().castling;
    let gates = variant.rules().drops.iter().any(|drop| !drop.gate.0.is_empty());
    let is_right = |letter: &char| {
        let own = castling.iter().any(|castling| castling.letter == *letter);
        own || (!gates && letter.is_ascii_alphabetic())
    };
    text.split(' ')
        .nth(2)
        .unwrap_or("-")
        .chars()
        .filter(is_right)
        .count()
}
