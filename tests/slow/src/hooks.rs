//! The evaluator's knowledge of mechanics, and royals that see each other.

use super::Game;
use super::board::Square;
use super::position::Position;
use super::royalty;
use super::walk::{Path, Walk};
use ferz::rules::{Goal, GoalCondition, Modes, Ruleset, Side};

/// Whether the evaluator knows a mechanic.
pub fn is_known(name: &str) -> bool {
    super::mechanics::is_known(name)
}

/// Whether the evaluator without turns knows everything that the rules say.
pub fn knows(rules: &Ruleset) -> bool {
    let rules = rules.dissolved();
    !rules.restrictions.take_part() && rules.hooks.iter().all(|hook| is_known(&hook.name))
}

/// Whether the side may not bring about this position: a royal of the opponent sees one of its own.
pub fn forbids(game: &Game, position: &Position, mover: Side) -> bool {
    let Some(movement) = &game.rules.restrictions.apart[mover] else {
        return false;
    };
    let foe = mover.other();
    let royals = |side: Side| {
        position
            .of(side)
            .filter(move |&(_, kind)| game.is_royal(side, kind))
    };
    let seen = |from: Square| Walk::paths(&game.board, position, foe, movement, from);
    royals(foe).any(|(from, _)| {
        let seen = seen(from);
        let mut own = royals(mover).filter(|&(own, _)| royalty::is_precious(game, position, mover, own));
        own.any(|(own, _)| {
            let hits = |path: &Path| path.to == own && path.modes.has(Modes::CAPTURE);
            seen.iter().any(hits)
        })
    })
}

/// Whether the side to move must part royals that face each other, or pass.
pub fn must_part(game: &Game, position: &Position) -> bool {
    game.rules.restrictions.bikjang[position.turn] && royals_face_each_other(game, position)
}

/// Whether a pass before royals that face each other ends the game, and so is allowed in check,
/// too.
pub fn may_pass_facing(game: &Game, position: &Position) -> bool {
    let ends = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.facing);
    must_part(game, position) && game.rules.end.goals.iter().any(ends)
}

/// Royals of both sides on one line with nothing between (`EM-9`).
pub fn royals_face_each_other(game: &Game, position: &Position) -> bool {
    let royals = |side: Side| {
        position
            .of(side)
            .filter(move |&(_, kind)| game.is_royal(side, kind))
    };
    let first_met = |from: Square, direction: usize| {
        game.board
            .line(from, direction)
            .find(|&square| !position.is_empty(square))
    };
    royals(Side::White).any(|(white, _)| {
        royals(Side::Black).any(|(black, _)| {
            [0, 2, 4, 6]
                .into_iter()
                .any(|direction| first_met(white, direction) == Some(black))
        })
    })
}
