//! Walls: which squares moves and effects close.

use super::Game;
use super::areas::all_on;
use super::board::Square;
use super::effects::{self, Facts, facts};
use super::moves::{Deed, Move, arrive, made};
use super::position::Position;
use ferz::rules::{Act, Area, Ruleset};
use std::collections::BTreeSet;

/// Whether squares can be closed.
pub fn exist(rules: &Ruleset) -> bool {
    let mut acts = rules.acts();
    rules.walls.is_some() || acts.any(|act| matches!(act, Act::Close(_)))
}

/// All squares of some areas.
pub fn squares(game: &Game, areas: &[Area], facts: &Facts, position: &Position) -> BTreeSet<Square> {
    areas
        .iter()
        .flat_map(|area| all_on(game, area, facts, position, (0..game.board.size()).collect()))
        .collect()
}

/// Closes a square on which nothing stands; what has passed it cannot be captured there.
pub fn close(position: &mut Position, square: Square) {
    position.walls.insert(square);
    cover(position, square);
}

/// Something is on a square to stay; what has passed it cannot be captured there.
pub fn cover(position: &mut Position, square: Square) {
    position.exposed.remove(&square);
    position.trail.remove(&square);
    if position.exposed.is_empty() {
        position.victim = None;
    }
}

/// Puts a wall on a square; where there is one at a time the others go.
pub fn put(game: &Game, position: &mut Position, square: Square) {
    if game.rules.walls.as_ref().is_some_and(|rule| rule.one) {
        position.walls.clear();
    }
    close(position, square);
}

/// The empty squares on which a wall may be put after the other events of the move.
pub fn places(game: &Game, facts: &Facts, position: &Position) -> Vec<Square> {
    let Some(rule) = &game.rules.walls else {
        return Vec::new();
    };
    let mut facts = facts.clone();
    facts.movers.retain(|&square| position.board[square].is_some());
    let list = squares(game, std::slice::from_ref(&rule.on), &facts, position);
    list.into_iter()
        .filter(|&square| position.is_empty(square))
        .collect()
}

/// The walls that may be put without a move.
pub fn alone(game: &Game, position: &Position) -> Vec<Square> {
    match &game.rules.walls {
        Some(rule) if rule.instead && position.going.is_none() => {
            places(game, &Facts::of_nothing(position.turn), position)
        }
        _ => Vec::new(),
    }
}

/// All moves with the squares that they may choose, for walls or for pieces that they put on the
/// board; or besides them walls that are put instead of a move.
pub fn with_choices(game: &Game, position: &Position, moves: Vec<Move>) -> Vec<Move> {
    let mut acts = game.rules.acts();
    if acts.any(|act| matches!(act, Act::Put(put) if put.chosen)) {
        let each = |mv: Move| {
            let choices = effects::choices(game, position, &mv);
            let chosen = |square| Move {
                chosen: Some(square),
                ..mv.clone()
            };
            if choices.is_empty() {
                vec![mv]
            } else {
                choices.into_iter().map(chosen).collect()
            }
        };
        return moves.into_iter().flat_map(each).collect();
    }
    let Some(rule) = &game.rules.walls else {
        return moves;
    };
    let walled = |mv: &Move, square: Square| Move {
        chosen: Some(square),
        ..mv.clone()
    };
    if rule.instead {
        let alone = alone(game, position).into_iter();
        let alone = alone.map(|square| walled(&Move::simple(square, square, Deed::Wall), square));
        return moves.into_iter().chain(alone).collect();
    }
    let mut all = Vec::new();
    for mv in &moves {
        let (after, _) = made(game, position, mv);
        let Some(facts) = facts(game, position, mv, &after) else {
            continue;
        };
        // The consequences of the move make no room for a wall.
        let (arrived, _) = arrive(game, position, mv);
        let places = places(game, &facts, &after).into_iter();
        let places = places.filter(|&square| arrived.is_empty(square));
        all.extend(places.map(|square| walled(mv, square)));
    }
    all
}
