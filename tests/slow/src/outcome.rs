//! The end of the game.

use super::board::{Board, Square};
use super::moves::{Deed, Move};
use super::position::{Kind, Position};
use super::{Game, areas, counting, hooks, moves, royalty, turns};
use ferz::rules::{Checks, End, Extinct, Goal, GoalCondition, Mate, Reach, Ruleset, Score, Side};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
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
    goal(game, position).or_else(|| without_goal(game, position, &royalty::legal(game, position)))
}

/// The outcome of a position in which no goal is reached, with its legal moves.
pub fn without_goal(game: &Game, position: &Position, moves: &[Move]) -> Option<Outcome> {
    let (side, end) = (position.turn, &game.rules.end);
    if moves.is_empty() {
        return Some(if royalty::is_mated_if_stuck(game, position, side) {
            mated(end, side, |mate, of_them| {
                royalty::is_checked_by(game, position, side, &mate.pieces, of_them)
            })
        } else {
            let goal = end.goals.iter().find(|goal| counts_if_stuck(goal));
            goal.and_then(|goal| {
                Some(Outcome::new(
                    goal.side,
                    score(game, position, goal, true)?,
                    &goal.reason,
                ))
            })
            .unwrap_or_else(|| Outcome::new(side, end.stalemate[side], "stalemate"))
        });
    }
    // A rule that must be claimed never ends the game by itself (`CH-3`).
    let rule = end
        .move_rule
        .filter(|limit| !limit.claim && position.halfmove >= u32::from(limit.count));
    if rule.is_none() && counting::is_over(position.counted) {
        return Some(Outcome::new(side, Score::Draw, "counting"));
    }
    let Some(limit) = rule else {
        return only_promotions(game, position, moves);
    };
    if limit.counted {
        let goal = end.goals.iter().find_map(counted_now);
        if let Some(score) = goal.as_ref().and_then(|goal| score(game, position, goal, true)) {
            return goal.map(|goal| Outcome::new(goal.side, score, "move-rule"));
        }
    }
    let whose = limit.side.unwrap_or(turns::moved(game, position));
    Some(Outcome::new(whose, limit.score, "move-rule"))
}

/// The outcome for a side that is mated; `checked` says whether the pieces of a mate, or others,
/// check it.
pub fn mated(end: &End, side: Side, checked: impl Fn(&Mate, bool) -> bool) -> Outcome {
    match (&end.mate_by, &end.mate_without) {
        (Some(by), _) if checked(by, true) && !checked(by, false) => Outcome::new(side, by.score, "mate-by"),
        (_, Some(without)) if !checked(without, true) => Outcome::new(side, without.score, "mate-without"),
        _ => Outcome::new(side, end.checkmate, "checkmate"),
    }
}

/// The result if the side to move has promotions and no other move.
fn only_promotions(game: &Game, position: &Position, moves: &[Move]) -> Option<Outcome> {
    let (side, rule) = (position.turn, game.rules.end.only_promotions?);
    let promotes = |mv: &Move| mv.promotion.is_some() && mv.deed != Deed::Drop;
    let few = position.of(side).count() <= usize::from(rule.pieces);
    (few && moves.iter().all(promotes) && !royalty::in_check(game, position, side))
        .then(|| Outcome::new(side, rule.score, "only-promotions"))
}

/// A goal that counts pieces, as if the side to move were stuck and they were counted then.
pub fn counted_now(goal: &Goal) -> Option<Goal> {
    let GoalCondition::Most(most) = &goal.condition else {
        return None;
    };
    let most = ferz::rules::Most {
        stuck: true,
        ..most.clone()
    };
    Some(Goal {
        condition: GoalCondition::Most(most),
        ..goal.clone()
    })
}

/// The first goal that is reached: those of the side that has just moved come before the other's,
/// each in the order of the rules.
pub fn goal(game: &Game, position: &Position) -> Option<Outcome> {
    let reached = |goal: &Goal| {
        let score = score(game, position, goal, false)?;
        Some(Outcome::new(goal.side, score, &goal.reason))
    };
    let moved = turns::moved(game, position);
    let of_rules = in_order(&game.rules.end.goals, moved).find_map(reached);
    of_rules.or_else(|| lost(game, position, moved))
}

/// That a side which began with royals has none: what goals do not speak of.
fn lost(game: &Game, position: &Position, moved: Side) -> Option<Outcome> {
    let royals = |position: &Position, side: Side| {
        let mut all = position.of(side);
        all.any(|(_, kind)| game.is_royal(side, kind))
    };
    let start = game.start();
    let lost = |side: &Side| royals(&start, *side) && !royals(position, *side);
    let loser = [moved.other(), moved].into_iter().find(lost)?;
    Some(Outcome::new(loser, Score::Loss, "king-lost"))
}

/// Goals in the order in which they are asked: pieces that touch, and conditions that hold until
/// the side is to move again, then those of the side that has just moved, then the other's.
pub fn in_order(goals: &[Goal], moved: Side) -> impl Iterator<Item = &Goal> {
    let held = |goal: &&Goal| match &goal.condition {
        GoalCondition::Reach(reach) => reach.held,
        GoalCondition::Extinct(extinct) => extinct.held,
        GoalCondition::Join(join) => join.touch,
        _ => false,
    };
    let of = move |side: Side| goals.iter().filter(move |goal| goal.side == side);
    let in_turn = move || of(moved).chain(of(moved.other()));
    in_turn()
        .filter(held)
        .chain(in_turn().filter(move |goal| !held(goal)))
}

fn kinds(game: &Game, names: &[String]) -> Vec<Kind> {
    names.iter().map(|name| game.kind(name)).collect()
}

/// Whether a goal counts pieces when a side cannot move.
pub fn counts_if_stuck(goal: &Goal) -> bool {
    matches!(&goal.condition, GoalCondition::Most(most) if most.stuck)
}

/// The result of two numbers of pieces, own and the opponent's, where the larger number has
/// reached the goal.
pub fn compared(score: Score, own: usize, theirs: usize) -> Score {
    match score {
        Score::Draw => Score::Draw,
        _ if own == theirs => Score::Draw,
        score if own > theirs => score,
        Score::Win => Score::Loss,
        Score::Loss => Score::Win,
    }
}

/// How many passes have followed each other after a turn, as far as the rules count them.
pub fn passes_after(rules: &Ruleset, before: u8, passed: bool) -> u8 {
    let most = |goal: &Goal| match &goal.condition {
        GoalCondition::Most(most) => most.passes_seen(),
        _ => 0,
    };
    let most = rules.end.goals.iter().map(most).max().unwrap_or(0);
    if passed { most.min(before + 1) } else { 0 }
}

/// The score of a goal for its side, if it is reached; `stuck` says whether the side to move has no
/// move and is not in check.
fn score(game: &Game, position: &Position, goal: &Goal, stuck: bool) -> Option<Score> {
    let (side, other) = (goal.side, goal.side.other());
    match &goal.condition {
        GoalCondition::Reach(Reach {
            own_move,
            reply,
            held,
            ..
        }) => {
            let moved = turns::moved(game, position);
            let right_time = (!own_move || moved == side) && (!held || moved == other);
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
            held,
        }) => {
            let kinds = kinds(game, pieces);
            let needed = *opponent_at_least as usize + usize::from(*reply && position.turn == side);
            let count = |side: Side| {
                let held = kinds.iter().map(|&kind| position.in_hand(side, kind));
                position.count_all(side, &kinds) + held.sum::<usize>()
            };
            let right_time = !held || turns::moved(game, position) == other;
            let extinct = right_time && count(side) <= *at_most as usize && count(other) >= needed;
            extinct.then_some(goal.score)
        }
        GoalCondition::Checks(_) => (position.checks[side.index()] == 0).then_some(goal.score),
        GoalCondition::Barred(barred) => {
            let mut rights = position.rights.iter().map(|&number| &game.rules.castling[number]);
            let left =
                rights.any(|castling| castling.side == side && barred.zone.0.contains(&castling.king_to));
            (!left).then_some(goal.score)
        }
        GoalCondition::Most(most) => {
            let full = most.full && (0..position.board.len()).all(|square| !position.is_empty(square));
            let passed = most.passes > 0 && position.passes >= most.passes;
            let faced = most.facing && position.passes > 0 && hooks::royals_face_each_other(game, position);
            let count = |side: Side| -> usize {
                let each = most.pieces.iter().map(|name| {
                    let weight = most.weight(game.rules.pieces[name].value);
                    position.count_all(side, &[game.kind(name)]) * weight as usize
                });
                each.sum()
            };
            let counts = full || passed || faced || (stuck && most.stuck);
            counts.then(|| compared(goal.score, count(side), count(other) + most.less as usize))
        }
        GoalCondition::Line(_) | GoalCondition::Square(_) | GoalCondition::Join(_) => {
            let stands = |square: Square, names: &[String]| {
                let mut there = position.all_of(side).filter(|(at, _)| *at == square);
                there.any(|(_, kind)| names.iter().any(|name| game.kind(name) == kind))
            };
            has_formation(&game.board, &goal.condition, &stands).then_some(goal.score)
        }
    }
}

/// Whether pieces stand together as a goal wants it; `stands` says whether one of these kinds is on
/// a square.
pub fn has_formation(
    board: &Board,
    goal: &GoalCondition,
    stands: &dyn Fn(Square, &[String]) -> bool,
) -> bool {
    let walk = |from: Square, way: usize, steps: u32| {
        let mut line = vec![from];
        for _ in 1..steps {
            match board.neighbour(line[line.len() - 1], way) {
                Some(next) if !line.contains(&next) => line.push(next),
                _ => break,
            }
        }
        line
    };
    let mut squares = 0..board.size();
    match goal {
        GoalCondition::Line(line) => squares.any(|from| {
            line.rows.directions().any(|way| {
                let steps = if line.apart {
                    board.size() as u32
                } else {
                    line.count
                };
                let row = walk(from, way, steps);
                row.iter().filter(|&&s| stands(s, &line.pieces)).count() >= line.count as usize
            })
        }),
        GoalCondition::Square(square) => squares.any(|corner| {
            let column = walk(corner, 0, square.size);
            let rows = column.iter().map(|&from| walk(from, 2, square.size));
            let all: Vec<Square> = rows.flatten().collect();
            all.len() == (square.size * square.size) as usize
                && all.iter().all(|&s| stands(s, &square.pieces))
        }),
        GoalCondition::Join(join) => {
            let (from, to) = (board.squares(&join.zone), board.squares(&join.with));
            if join.touch {
                // `SH-2`
                return from.into_iter().filter(|&s| stands(s, &join.pieces)).any(|s| {
                    let ways = join.rows.directions().flat_map(|way| [way, way + 4]);
                    let mut beside = ways.filter_map(|way| board.neighbour(s, way));
                    beside.any(|s| to.contains(&s) && stands(s, &join.pieces))
                });
            }
            let mut chain: Vec<Square> = from.into_iter().filter(|&s| stands(s, &join.pieces)).collect();
            let mut next = 0;
            while let Some(&at) = chain.get(next) {
                for way in join.rows.directions().flat_map(|way| [way, way + 4]) {
                    if let Some(beside) = board.neighbour(at, way)
                        && stands(beside, &join.pieces)
                        && !chain.contains(&beside)
                    {
                        chain.push(beside);
                    }
                }
                next += 1;
            }
            chain.iter().any(|s| to.contains(s))
        }
        _ => false,
    }
}

fn has_reached(game: &Game, position: &Position, goal: &Goal) -> bool {
    let side = goal.side;
    let there = |names: &[String]| {
        let kinds = kinds(game, names);
        let own = position.all_of(side).filter(|(_, kind)| kinds.contains(kind));
        own.map(|(square, _)| square).collect()
    };
    let attacked = |square: Square| {
        let enemies = position.of(side.other());
        enemies
            .map(|(from, _)| from)
            .any(|from| areas::attacks_from(game, position, from, square))
    };
    let empty = |square: Square| position.is_empty(square);
    is_reached(&game.board, goal, there, attacked, empty)
}

/// Whether a goal's pieces stand where it wants them; `there` are the squares of such pieces, those
/// of several on one square as often as there are such pieces.
pub fn is_reached(
    board: &Board,
    goal: &Goal,
    there: impl Fn(&[String]) -> Vec<Square>,
    attacked: impl Fn(Square) -> bool,
    empty: impl Fn(Square) -> bool,
) -> bool {
    let GoalCondition::Reach(reach) = &goal.condition else {
        return false;
    };
    let zone = board.squares(&reach.zone);
    let mut pieces = there(&reach.pieces);
    pieces.sort_unstable();
    pieces.dedup();
    pieces.retain(|&square| zone.contains(&square) && !(reach.safe && attacked(square)));
    let enough = pieces.len() >= reach.at_least as usize;
    enough || (reach.filled && !pieces.is_empty() && !zone.iter().any(|&square| empty(square)))
}

/// How many checks a side must give to win, if that is a goal of it.
pub fn checks_to_give(game: &Game, side: Side) -> Option<u8> {
    let mut goals = game.rules.end.goals.iter().filter(|goal| goal.side == side);
    goals.find_map(|goal| match goal.condition {
        GoalCondition::Checks(Checks { count }) => Some(count),
        _ => None,
    })
}

/// Counts a check that a side has just given.
pub fn count_check(game: &Game, position: &mut Position, giver: Side) {
    if checks_to_give(game, giver).is_some() && royalty::in_check(game, position, giver.other()) {
        let left = &mut position.checks[giver.index()];
        *left = left.saturating_sub(1);
    }
}
