//! The special mechanics that the evaluator knows: `facing-royals` and `adjacency-loss`.

use super::board::Square;
use super::position::Position;
use super::{Game, Outcome};
use ferz::rules::{Goal, GoalCondition, HookUse, Ruleset, Score, Side};

/// Whether the evaluator knows a mechanic.
pub fn is_known(name: &str) -> bool {
    ["facing-royals", "adjacency-loss"].contains(&name) || super::mechanics::is_known(name)
}

/// Whether the evaluator without turns knows everything that the rules say.
pub fn knows(rules: &Ruleset) -> bool {
    rules.dissolved().hooks.iter().all(|hook| is_known(&hook.name))
}

/// Whether a hook forbids the side to bring about this position.
pub fn forbids(game: &Game, position: &Position, mover: Side) -> bool {
    uses(game, "facing-royals").any(|hook| {
        let restricted = word(hook, "sides") == "both" || word(hook, "sides") == mover.name();
        restricted && royals_face_each_other(game, position, word(hook, "lines"))
    })
}

/// How a hook has ended the game.
pub fn outcome(game: &Game, position: &Position) -> Option<Outcome> {
    uses(game, "adjacency-loss").find_map(|hook| {
        let side = if word(hook, "side") == "white" {
            Side::White
        } else {
            Side::Black
        };
        let (first, second) = (squares(game, hook, "between"), squares(game, hook, "and"));
        let mine: Vec<Square> = position.of(side).map(|(square, _)| square).collect();
        let touch =
            |a: Square, b: Square| first.contains(&a) && second.contains(&b) && game.board.adjacent(a, b);
        // `SH-2`
        let shorted = mine.iter().any(|&a| mine.iter().any(|&b| touch(a, b)));
        shorted.then(|| Outcome::new(side, Score::Loss, word(hook, "reason")))
    })
}

fn uses<'g>(game: &'g Game, name: &'g str) -> impl Iterator<Item = &'g HookUse> {
    game.rules.hooks.iter().filter(move |hook| hook.name == name)
}

fn word<'h>(hook: &'h HookUse, key: &str) -> &'h str {
    hook.parameters[key].as_str().expect("the parameter is a word")
}

fn squares(game: &Game, hook: &HookUse, key: &str) -> Vec<Square> {
    let names = hook.parameters[key]
        .as_array()
        .expect("the parameter is a set of squares");
    names
        .iter()
        .filter_map(|name| game.board.square(name.as_str()?))
        .collect()
}

/// Whether the side to move must part royals that face each other, or pass.
pub fn must_part(game: &Game, position: &Position) -> bool {
    game.rules.restrictions.bikjang[position.turn] && royals_face_each_other(game, position, "orthogonal")
}

/// Whether a pass before royals that face each other ends the game, and so is allowed in check, too.
pub fn may_pass_facing(game: &Game, position: &Position) -> bool {
    let ends = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.facing);
    must_part(game, position) && game.rules.end.goals.iter().any(ends)
}

/// Royals of both sides on one line with nothing between (`EM-9`).
pub fn royals_face_each_other(game: &Game, position: &Position, lines: &str) -> bool {
    let directions: &[usize] = match lines {
        "orthogonal" => &[0, 2, 4, 6],
        "diagonal" => &[1, 3, 5, 7],
        "vertical" => &[0, 4],
        "horizontal" => &[2, 6],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7],
    };
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
            directions
                .iter()
                .any(|&direction| first_met(white, direction) == Some(black))
        })
    })
}
