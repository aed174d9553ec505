//! The end of the game.

use super::position::{Kind, Position};
use super::{Game, hooks, moves, royalty};
use ferz::rules::{Checks, Extinct, Goal, GoalCondition, Reach, Score, Side};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why: a word (`CH-6`).
    pub reason: String,
}

impl Outcome {
    /// The outcome that `score` is for `side`.
    pub fn new(side: Side, score: Score, reason: &str) -> Self {
        let winner = match score {
            Score::Win => Some(side),
            Score::Draw => None,
            Score::Loss => Some(side.other()),
        };
        Self {
            winner,
            reason: reason.to_owned(),
        }
    }
}

/// The outcome of a position by itself; repetition needs more than a position.
pub fn outcome(game: &Game, position: &Position) -> Option<Outcome> {
    if let Some(outcome) = goal(game, position) {
        return Some(outcome);
    }
    let (side, end) = (position.turn, &game.rules.end);
    if royalty::legal(game, position).is_empty() {
        return Some(if royalty::is_mated_if_stuck(game, position, side) {
            Outcome::new(side, end.checkmate, "checkmate")
        } else {
            Outcome::new(side, end.stalemate[side], "stalemate")
        });
    }
    // A rule that must be claimed never ends the game by itself (`CH-3`).
    let limit = end
        .move_rule
        .filter(|limit| !limit.claim && position.halfmove >= u32::from(limit.count))?;
    Some(Outcome::new(side.other(), limit.score, "move-rule"))
}

/// The first goal that is reached: those of the side that has just moved come before the other's, each in the
/// order of the rules; what a hook adds comes before all (`SH-2`).
pub fn goal(game: &Game, position: &Position) -> Option<Outcome> {
    if let Some(outcome) = hooks::outcome(game, position) {
        return Some(outcome);
    }
    let reached = |goal: &Goal| {
        let score = score(game, position, goal)?;
        Some(Outcome::new(goal.side, score, &goal.reason))
    };
    let of = |side: Side| game.rules.end.goals.iter().filter(move |goal| goal.side == side);
    of(position.turn.other())
        .chain(of(position.turn))
        .find_map(reached)
}

fn kinds(game: &Game, names: &[String]) -> Vec<Kind> {
    names.iter().map(|name| game.kind(name)).collect()
}

/// What a goal brings its side, if it is reached.
fn score(game: &Game, position: &Position, goal: &Goal) -> Option<Score> {
    let (side, other) = (goal.side, goal.side.other());
    match &goal.condition {
        GoalCondition::Reach(Reach { own_move, reply, .. }) => {
            let right_time = !own_move || position.turn == other;
            if !right_time || !has_reached(game, position, goal) {
                return None;
            }
            let same_for_other = |g: &&Goal| g.side == other && g.reason == goal.reason;
            match game.rules.end.goals.iter().find(same_for_other) {
                Some(theirs) if *reply => {
                    if has_reached(game, position, theirs) {
                        return Some(Score::Draw);
                    }
                    // Black has had one turn less right after White's move.
                    let may_answer = side == Side::White && position.turn == Side::Black;
                    let answers =
                        |mv: &moves::Move| has_reached(game, &moves::apply(game, position, mv), theirs);
                    let answered = may_answer && royalty::legal(game, position).iter().any(answers);
                    if answered { None } else { Some(goal.score) }
                }
                _ => Some(goal.score),
            }
        }
        GoalCondition::Extinct(Extinct {
            pieces,
            at_most,
            opponent_at_least,
            reply,
        }) => {
            let kinds = kinds(game, pieces);
            let needed = *opponent_at_least as usize + usize::from(*reply && position.turn == side);
            let count = |side: Side| {
                let held = kinds.iter().map(|&kind| position.in_hand(side, kind));
                position.count(side, &kinds) + held.sum::<usize>()
            };
            let extinct = count(side) <= *at_most as usize && count(other) >= needed;
            extinct.then_some(goal.score)
        }
        GoalCondition::Checks(_) => (position.checks[side.index()] == 0).then_some(goal.score),
    }
}

fn has_reached(game: &Game, position: &Position, goal: &Goal) -> bool {
    let GoalCondition::Reach(Reach { pieces, zone, .. }) = &goal.condition else {
        return false;
    };
    let (kinds, zone) = (kinds(game, pieces), game.board.squares(zone));
    position
        .of(goal.side)
        .any(|(square, kind)| kinds.contains(&kind) && zone.contains(&square))
}

/// How many checks a side must give to win, if that is a goal of it.
pub fn checks_to_give(game: &Game, side: Side) -> Option<u8> {
    let mut goals = game.rules.end.goals.iter().filter(|goal| goal.side == side);
    goals.find_map(|goal| match goal.condition {
        GoalCondition::Checks(Checks { count }) => Some(count),
        _ => None,
    })
}

/// Counts a check that was just given to the side to move.
pub fn count_check(game: &Game, position: &mut Position) {
    let giver = position.turn.other();
    if checks_to_give(game, giver).is_some() && royalty::in_check(game, position, position.turn) {
        let left = &mut position.checks[giver.index()];
        *left = left.saturating_sub(1);
    }
}
