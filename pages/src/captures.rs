//! Captures, and other removals that readers may take for them.

use crate::movement;
use crate::setting::Setting;
use ferz::rules::{GoalCondition, Movement, Piece, Score, Side};

/// Whether readers expect a royal piece: a side has one of a kind, and loses the game with it.
pub(crate) fn seems_royal(s: &Setting<'_>) -> bool {
    let mut goals = s.rules.end.goals.iter();
    exist(s)
        && goals.any(|goal| match &goal.condition {
            GoalCondition::Extinct(extinct) => {
                let one = extinct.pieces.len() == 1 && s.kinds(goal.side).count() > 1;
                goal.score == Score::Loss && one && s.count(&extinct.pieces, goal.side) == 1
            }
            _ => false,
        })
}

/// Whether some piece captures what stands where its move ends.
pub(crate) fn replace(s: &Setting<'_>) -> bool {
    any(s, &|movement, side| {
        movement::captures_at_the_end(s, movement, side)
    })
}

/// Whether anything is captured at all.
pub(crate) fn exist(s: &Setting<'_>) -> bool {
    let captures = |movement: &Movement, side: Side| {
        movement::captures_at_the_end(s, movement, side) || movement::captures_on_the_way(movement)
    };
    any(s, &captures) || !s.rules.hooks.is_empty()
}

fn any(s: &Setting<'_>, test: &dyn Fn(&Movement, Side) -> bool) -> bool {
    let has = |piece: &Piece, side: Side| piece.letter[side].is_some();
    let mut pieces = s.rules.pieces.values();
    pieces.any(|piece| {
        Side::ALL
            .into_iter()
            .any(|side| has(piece, side) && test(&piece.movement[side], side))
    })
}
