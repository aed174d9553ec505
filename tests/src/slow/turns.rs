//! Turns of several moves: how many are left, and what stays exposed to en passant meanwhile.

use super::board::Square;
use super::moves::{Deed, Move};
use super::position::Position;
use super::{Game, chain, effects, royalty};
use ferz::rules::{Ruleset, Side};
use std::collections::BTreeSet;

/// Turns of both sides up to one, from White's first one on.
fn number(side: Side, fullmove: u32) -> u32 {
    2 * (fullmove.max(1) - 1) + u32::from(side == Side::Black)
}

/// Whether any turn has several moves.
pub fn exist(rules: &Ruleset) -> bool {
    rules.turns.as_ref().is_some_and(|turns| {
        let counts = [
            turns.moves.white,
            turns.moves.black,
            turns.first.unwrap_or(1),
            turns.grows + 1,
        ];
        counts.iter().any(|&count| count > 1)
    })
}

/// Whether it is kept of each exposed square which piece has passed it.
pub fn are_paired(rules: &Ruleset) -> bool {
    exist(rules) || rules.carries_on()
}

/// How many moves a turn has, whatever ends it before.
pub fn length(game: &Game, side: Side, fullmove: u32) -> u32 {
    let Some(turns) = game.rules.turns.as_ref().filter(|_| exist(&game.rules)) else {
        return 1;
    };
    let fields: Vec<&str> = game.rules.start.split_whitespace().collect();
    let first = if fields.get(1) == Some(&"b") {
        Side::Black
    } else {
        Side::White
    };
    let start = fields.get(5).and_then(|text| text.parse().ok()).unwrap_or(1);
    let before = number(side, fullmove).saturating_sub(number(first, start));
    let length = match turns.first {
        Some(first) if before == 0 => u32::from(first),
        _ => u32::from(turns.moves[side]) + before * u32::from(turns.grows),
    };
    length.clamp(1, 99)
}

/// How many moves of its turn the side to move has made.
pub fn made(game: &Game, position: &Position) -> u32 {
    length(game, position.turn, position.fullmove).saturating_sub(position.left)
}

/// Who has made the last move.
pub fn moved(game: &Game, position: &Position) -> Side {
    if made(game, position) > 0 || position.going.is_some() {
        position.turn
    } else {
        position.turn.other()
    }
}

/// The piece that has passed an exposed square.
pub fn victim(position: &Position, middle: Square) -> Option<Square> {
    position.trail.get(&middle).copied().or(position.victim)
}

/// After a move of `before` and what follows from it: what stays exposed, and whose move it is.
pub fn go_on(
    game: &Game,
    before: &Position,
    mv: &Move,
    (touched, asked): (&BTreeSet<Square>, bool),
    next: &mut Position,
) {
    let side = before.turn;
    if are_paired(&game.rules) {
        if exist(&game.rules) {
            next.trail = kept(before, mv, touched, next);
        }
        for &middle in &next.exposed {
            next.trail
                .insert(middle, next.victim.expect("what is exposed was passed"));
        }
    }
    let checks = |next: &Position| {
        let turns = game.rules.turns.as_ref();
        turns.is_some_and(|turns| turns.check_ends) && royalty::in_check(game, next, side.other())
    };
    let goes_on = chain::goes_on(game, before, mv, next, asked || effects::ends(game));
    if goes_on {
        // The same side, and the same move of the turn.
    } else if next.left > 1 && mv.deed != Deed::Pass && !checks(next) {
        next.left -= 1;
    } else {
        end(game, side, next);
        if side == Side::Black {
            next.fullmove += 1;
        }
        next.turn = side.other();
        next.left = length(game, next.turn, next.fullmove);
    }
    if are_paired(&game.rules) {
        if next.turn != side {
            let board = &next.board;
            next.trail
                .retain(|_, victim| board[*victim].is_some_and(|piece| piece.side == side));
        }
        next.exposed = next.trail.keys().copied().collect();
        next.victim = next.trail.values().next().copied();
    }
}

/// Carries out what follows from the end of a side's turn.
fn end(game: &Game, side: Side, next: &mut Position) {
    if !effects::ends(game) {
        return;
    }
    let mut touched = BTreeSet::new();
    let mut facts = effects::Facts::of_end(side);
    let (exposed, victim, trail) = (next.exposed.clone(), next.victim, next.trail.clone());
    effects::carry_out(game, &mut facts, next, &mut touched);
    if are_paired(&game.rules) {
        // Each square has its own piece.
        next.exposed = exposed;
        next.victim = victim;
        next.trail = trail;
        let walls = &next.walls;
        next.trail.retain(|middle, victim| {
            let there = next.board[*victim].is_some_and(|piece| piece.side == side);
            there && !touched.contains(middle) && !walls.contains(middle)
        });
    }
    super::moves::settle(game, &touched, next);
}

/// What was exposed before a move and still is: by the mover in this turn, as long as the piece has not moved; by the
/// opponent if something has been captured en passant.
fn kept(
    before: &Position,
    mv: &Move,
    touched: &BTreeSet<Square>,
    next: &Position,
) -> std::collections::BTreeMap<Square, Square> {
    let mut trail = before.trail.clone();
    let acts = !matches!(mv.deed, Deed::Pass | Deed::Wall);
    trail.retain(|middle, victim| {
        let own = before.board[*victim].is_some_and(|piece| piece.side == before.turn);
        let stays = before.board[*victim] == next.board[*victim]
            && !(acts && (mv.from == *victim || mv.to == *victim))
            && !touched.contains(victim);
        (own || mv.deed == Deed::EnPassant) && stays && !next.walls.contains(middle)
    });
    trail
}
