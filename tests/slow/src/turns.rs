//! Turns of several moves: the number left, and the squares that stay exposed to en passant
//! meanwhile.

use super::board::Square;
use super::moves::{Deed, Move};
use super::position::Position;
use super::{Game, chain, effects, royalty};
use ferz::rules::{Part, Ruleset, Side};
use std::collections::BTreeSet;

/// Of more squares that have been passed, each by its own piece, the last ones in their order are
/// forgotten.
pub const MOST_PASSED: usize = 16;

/// Turns of both sides up to one, from White's first one on.
fn number(side: Side, fullmove: u32) -> u32 {
    2 * (fullmove.max(1) - 1) + u32::from(side == Side::Black)
}

/// Whether any turn has several moves.
pub fn exist(rules: &Ruleset) -> bool {
    rules.turns.as_ref().is_some_and(|turns| {
        let lists = [&turns.moves.white, &turns.moves.black];
        let mut lists = lists.into_iter().chain(&turns.first);
        turns.grows > 0 || lists.any(|list| list.len() > 1 || list.iter().any(|&part| part != Part::Move))
    })
}

/// Whether it is kept of each exposed square which piece has passed it.
pub fn are_paired(rules: &Ruleset) -> bool {
    exist(rules) || rules.carries_on()
}

/// The moves that the rules list for a turn, and the number of further ones of the last kind.
fn listed(game: &Game, side: Side, fullmove: u32) -> (Vec<Part>, u32) {
    let Some(turns) = game.rules.turns.as_ref().filter(|_| exist(&game.rules)) else {
        return (vec![Part::Move], 0);
    };
    let fields: Vec<&str> = game.rules.start.split_whitespace().collect();
    let first = if fields.get(1) == Some(&"b") {
        Side::Black
    } else {
        Side::White
    };
    let start = fields.get(5).and_then(|text| text.parse().ok()).unwrap_or(1);
    let before = number(side, fullmove).saturating_sub(number(first, start));
    match &turns.first {
        Some(first) if before == 0 => (first.clone(), 0),
        _ => (turns.moves[side].clone(), before * u32::from(turns.grows)),
    }
}

/// The number of moves in a turn, unless something ends it before.
pub fn length(game: &Game, side: Side, fullmove: u32) -> u32 {
    let (list, more) = listed(game, side, fullmove);
    (list.len() as u32 + more).clamp(1, 99)
}

/// The kind of a move of the turn, by the number of moves left with it.
pub fn asked(game: &Game, side: Side, fullmove: u32, left: u32) -> Part {
    let (list, _) = listed(game, side, fullmove);
    let number = length(game, side, fullmove) - left;
    *list.get(number as usize).unwrap_or(&list[list.len() - 1])
}

/// Whether a turn asks for a move of this kind.
fn suits(game: &Game, asked: Part, kind: Part) -> bool {
    let turns = game.rules.turns.as_ref().filter(|_| exist(&game.rules));
    let named = turns.is_some_and(|turns| {
        let lists = [&turns.moves.white, &turns.moves.black];
        lists
            .into_iter()
            .chain(&turns.first)
            .flatten()
            .any(|&part| part == kind)
    });
    match asked {
        Part::Move => kind == Part::Move || !named,
        other => kind == other,
    }
}

/// The part of a turn that a move is.
fn kind(mv: &Move) -> Part {
    match mv.deed {
        Deed::Control => Part::Control,
        Deed::Drop => Part::Drop,
        Deed::Swap => Part::Swap,
        _ => Part::Move,
    }
}

/// The place in the turn, counted in moves that are left, when one of some kinds is about to be
/// made: parts that are not possible are left out, except for any move, and if all must be made.
fn reached(game: &Game, (side, fullmove, left): (Side, u32, u32), kinds: &[Part]) -> u32 {
    let must = must(game);
    let stops = |&left: &u32| {
        let asked = asked(game, side, fullmove, left);
        must || left == 1 || asked == Part::Move || kinds.iter().any(|&kind| suits(game, asked, kind))
    };
    (1..=left).rev().find(stops).unwrap_or(left)
}

/// Leaves the moves, of some kinds, that the turn asks for. Returns whether a pass may stand for
/// them.
pub fn keep<T>(game: &Game, at: (Side, u32, u32), moves: &mut Vec<T>, kind: impl Fn(&T) -> Part) -> bool {
    let kinds: Vec<Part> = moves.iter().map(&kind).collect();
    let left = reached(game, at, &kinds);
    let asked = asked(game, at.0, at.1, left);
    moves.retain(|mv| suits(game, asked, kind(mv)));
    must(game) || left == 1 || asked == Part::Move
}

/// Whether all moves of a turn must be made.
fn must(game: &Game) -> bool {
    game.rules.turns.as_ref().is_some_and(|turns| turns.must)
}

/// How many moves are left, this one included, when one of a kind is made.
pub fn skipped(game: &Game, at: (Side, u32, u32), kind: Part) -> u32 {
    let (side, fullmove, left) = at;
    let fits = |left: &u32| suits(game, asked(game, side, fullmove, *left), kind);
    (1..=left).rev().find(fits).unwrap_or(left)
}

/// Leaves the moves that the turn asks for. Returns whether a pass may stand for them.
pub fn keep_moves(game: &Game, position: &Position, moves: &mut Vec<Move>) -> bool {
    if position.going.is_some() {
        return true;
    }
    keep(
        game,
        (position.turn, position.fullmove, position.left),
        moves,
        kind,
    )
}

/// Whether a side that has no move for the rest of its turn passes.
pub fn may_rest(game: &Game, side: Side, fullmove: u32, left: u32) -> bool {
    let length = length(game, side, fullmove);
    let is_move = |left: u32| asked(game, side, fullmove, left) == Part::Move;
    let moved = (left + 1..=length).any(is_move);
    !must(game) && left < length && (moved || !(1..=length).any(is_move))
}

/// How many moves of its turn the side to move has made.
pub fn made(game: &Game, position: &Position) -> u32 {
    length(game, position.turn, position.fullmove).saturating_sub(position.left)
}

/// The side that made the last move.
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

/// After a move of `before` and its consequences: the squares that stay exposed, and the side to
/// move.
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
        while next.trail.len() > MOST_PASSED {
            next.trail.pop_last();
        }
    }
    let checks = |next: &Position| {
        let turns = game.rules.turns.as_ref();
        turns.is_some_and(|turns| turns.check_ends) && royalty::in_check(game, next, side.other())
    };
    if mv.deed != Deed::Pass && before.going.is_none() {
        next.left = skipped(game, (side, before.fullmove, before.left), kind(mv));
    }
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
    let mut facts = effects::Facts::of_end(side, next.fullmove);
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
            there && !facts.emptied.contains(victim) && !touched.contains(middle) && !walls.contains(middle)
        });
    }
    super::moves::settle(game, &touched, next);
    next.rights.extend(facts.brought);
}

/// The squares exposed before a move that still are: by the mover in this turn, as long as the
/// piece has not moved; by the opponent if something has been captured en passant.
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
