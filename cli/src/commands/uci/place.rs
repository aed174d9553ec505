//! The position that is played from, and the moves up to it.

use super::note;
use super::protocol::Protocol;
use crate::line;
use ferz::dialects;
use ferz::engine::{Game, Move, Position, Variant};
use ferz::why::{Verdict, why};

/// Reads `startpos`, `fen ...` or `sfen ...`, and the moves from there. A move that is not legal is
/// named, with the reason; there is no position then.
pub(super) fn game(variant: &Variant, words: &str, protocol: Protocol) -> Option<Game> {
    let (place, moves) = match words.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (words.trim(), ""),
    };
    let mut game = Game::new(variant, start(variant, place)?);
    let words: Vec<&str> = moves.split_whitespace().collect();
    if let Some(warning) = dialects::remarks(variant, Some(place), words.iter().copied()) {
        note(&warning);
    }
    // UCCI has no other ranks than those from 0.
    if protocol == Protocol::Ucci && dialects::counts_from_zero(variant) {
        for word in words {
            let line = dialects::zero_based(variant, game.position(), &[word]);
            let Some(&mv) = line.as_ref().and_then(|line| line.first()) else {
                let own = dialects::from_one(variant, word).unwrap_or_else(|| word.to_owned());
                let reason = match why(variant, game.position(), &own) {
                    Verdict::Legal(_) => "it has no ranks from 0".to_owned(),
                    Verdict::Illegal(reason) => format!("{reason} (`{own}` with ranks from 1)"),
                };
                note(&format!("`{word}` is not possible: {reason}"));
                return None;
            };
            game.play(mv);
        }
        return Some(game);
    }
    if let Some(line) = dialects::from_zero(variant, game.position(), &words) {
        line.into_iter().for_each(|mv| game.play(mv));
        return Some(game);
    }
    for text in words.into_iter().map(line::of_word) {
        let known = dialects::find(variant, game.position(), &text);
        let verdict = known.map_or_else(|| why(variant, game.position(), &text), Verdict::Legal);
        match verdict {
            Verdict::Legal(mv) => game.play(mv),
            Verdict::Illegal(reason) => {
                note(&format!("`{text}` is not possible: {reason}"));
                return None;
            }
        }
    }
    Some(game)
}

/// The position before the moves.
fn start(variant: &Variant, place: &str) -> Option<Position> {
    let fen = place.strip_prefix("fen").map(str::trim);
    let Some(fen) = fen.or_else(|| place.starts_with("sfen").then_some(place)) else {
        if place != "startpos" {
            note("write `position startpos`, `position fen FEN` or `position sfen SFEN`");
            return None;
        }
        return Some(variant.start());
    };
    match dialects::position(variant, fen) {
        Ok(position) => {
            if let Some(surplus) = variant.surplus(&position) {
                note(&format!("warning: {surplus}"));
            }
            Some(position)
        }
        Err(error) => {
            note(&format!("this FEN is not a position of the variant: {error}"));
            None
        }
    }
}

/// The legal move that a word means by a protocol.
pub(super) fn one_move(
    variant: &Variant,
    position: &Position,
    word: &str,
    protocol: Protocol,
) -> Option<Move> {
    if protocol == Protocol::Ucci && dialects::counts_from_zero(variant) {
        return dialects::zero_based(variant, position, &[word])?.first().copied();
    }
    dialects::find(variant, position, &line::of_word(word))
}
