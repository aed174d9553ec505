//! Former letters of pieces: they are read, never written, and their use is reported.

use super::anywhere::unusable_rights;
use crate::engine::Variant;
use crate::rules::{Letter, Piece, Ruleset};

/// A remark about letters of a position and of moves that are no longer written; `None` if there
/// are none.
pub fn outdated<'t>(
    variant: &Variant,
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    let rules = variant.rules();
    if rules.pieces.values().all(|piece| piece.once.is_none()) {
        return None;
    }
    let board = fen.and_then(|fen| {
        let mut words = fen.split_whitespace();
        words.find(|word| !matches!(word.to_ascii_lowercase().as_str(), "fen" | "sfen" | "startpos"))
    });
    let mut found = rules.outdated(board.unwrap_or_default());
    for text in moves {
        for pair in of_move(rules, text) {
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
    }
    let words: Vec<String> = found
        .iter()
        .map(|(old, today)| format!("`{old}` is written `{today}` today"))
        .collect();
    (!words.is_empty()).then(|| format!("{}; the old letters will not be read for ever", words.join(", ")))
}

/// The remarks on a position and moves that are read nevertheless: letters that are no longer
/// written, and useless rights to castle.
pub fn remarks<'t>(
    variant: &Variant,
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    let rights = fen.and_then(|fen| unusable_rights(variant, fen));
    let all: Vec<String> = rights.into_iter().chain(outdated(variant, fen, moves)).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Whether the text of a move has a letter that is no longer written.
pub fn is_outdated(variant: &Variant, text: &str) -> bool {
    !of_move(variant.rules(), text).is_empty()
}

/// The letters of a move's text that are no longer written, with their present forms: of the piece,
/// in front, and of the promotion, at the end. Texts with a hyphen are never ferz's own.
fn of_move(rules: &Ruleset, text: &str) -> Vec<(Letter, Letter)> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if text.contains('-') {
        return Vec::new();
    }
    let leading = Letter::first(text).filter(|_| !text.starts_with(|c: char| c.is_ascii_lowercase()));
    let before = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let trailing = text[before.len()..].parse().ok().filter(|_| {
        // In coordinates, which begin with the letter of a file, it stands behind a square.
        let behind = before.ends_with(|c: char| c.is_ascii_digit());
        before.ends_with('=') || (behind && before.starts_with(|c: char| c.is_ascii_lowercase()))
    });
    let today = |letter: Letter| {
        let (large, small) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
        // It is not known whose move it is.
        let has = |piece: &Piece| piece.letter.white == Some(large) || piece.letter.black == Some(small);
        if rules.pieces.values().any(has) {
            return None;
        }
        let of = |letter: Letter| rules.today(letter).map(|today| (letter, today));
        of(large).or_else(|| of(small))
    };
    let mut found: Vec<_> = leading.into_iter().chain(trailing).filter_map(today).collect();
    found.dedup();
    found
}
