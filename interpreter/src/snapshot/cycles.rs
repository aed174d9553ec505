//! Moves of both sides that lead back to the same position.

use crate::board::Square;
use crate::engine::{Move, Position, Variant};

/// How many pairs of first moves are tried.
const PAIRS: usize = 400;

/// The behaviour of the second side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Anything.
    Waits,
    /// It gives check.
    Checks,
    /// It attacks the piece that has just moved, without giving check.
    Chases,
}

/// Two moves of each side after which the position is the same as before, as texts; those that
/// begin with the first pairs of moves.
pub(crate) fn cycles<'v>(
    variant: &'v Variant,
    start: &'v Position,
    habit: Habit,
) -> impl Iterator<Item = [String; 4]> + 'v {
    let firsts = variant.legal_moves(start).into_iter();
    let pairs = firsts.flat_map(move |first| {
        let second = variant.play(start, first);
        let answers = variant.legal_moves(&second).into_iter();
        answers.map(move |answer| (first, second.clone(), answer))
    });
    pairs
        .take(PAIRS)
        .filter_map(move |(first, second, answer)| round(variant, start, (first, &second, answer), habit))
}

/// The four moves, if the first two are such and can be taken back by the next two.
fn round(
    variant: &Variant,
    start: &Position,
    (first, second, answer): (Move, &Position, Move),
    habit: Habit,
) -> Option<[String; 4]> {
    let back = |position: &Position, there: (Square, Square)| {
        let moves = variant.legal_moves(position);
        moves
            .into_iter()
            .find(|mv| (mv.to(), mv.start()) == there && !variant.is_capture(position, *mv))
    };
    let third = variant.play(second, answer);
    let fits = match habit {
        Habit::Waits => true,
        Habit::Checks => variant.in_check(&third),
        Habit::Chases => {
            let by = variant.turn(&third).other();
            !variant.in_check(&third) && variant.could_capture(&third, by, first.to())
        }
    };
    if !fits {
        return None;
    }
    let home = back(&third, (first.start(), first.to()))?;
    let fourth = variant.play(&third, home);
    let last = back(&fourth, (answer.start(), answer.to()))?;
    let end = variant.play(&fourth, last);
    if common(&variant.fen(&end)) != common(&variant.fen(start)) {
        return None;
    }
    let text = |position: &Position, mv| variant.move_text(position, mv);
    Some([
        text(start, first)?,
        text(second, answer)?,
        text(&third, home)?,
        text(&fourth, last)?,
    ])
}

/// The part of a position that all variants write alike: the board and the side to move.
pub(crate) fn common(fen: &str) -> &str {
    fen.match_indices(' ').nth(1).map_or(fen, |(at, _)| &fen[..at])
}
