//! The end of a game in a position: whether it is over, and who has won. Knows no earlier
//! positions: those are in `past`.

use super::compiled::{Mover, Shape};
use super::core::Core;
use super::end_reason::EndReason;
use super::goals::{GoalTest, Scene};
use super::layout::Layout;
use super::movegen::{Count, List};
use super::position::Pos;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::movegen;
use crate::engine::powers;
use crate::engine::targets;
use crate::rules::{RoyalRule, Score, Side};
use serde::Serialize;
use std::fmt;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The reason: a rule, or the name of a goal.
    pub reason: EndReason,
}

impl Outcome {
    /// The outcome of `score` seen from `side`.
    ///
    /// ```
    /// use ferz_engine::engine::{EndReason, Outcome};
    /// use ferz_engine::rules::{Score, Side};
    ///
    /// let end = Outcome::new(Side::White, Score::Loss, EndReason::Checkmate);
    /// assert_eq!(end.winner, Some(Side::Black));
    /// assert_eq!(end.to_string(), "black wins: checkmate");
    /// ```
    pub fn new(side: Side, score: Score, reason: EndReason) -> Self {
        Self {
            winner: score.winner(side),
            reason,
        }
    }
}

/// `white wins: checkmate`, `draw: stalemate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

/// Whether a goal has ended the game. Goals of hooks and held conditions come first, then those of
/// the side that has just moved, then the other side's, each in the order of the rules. The loss of
/// royals comes last, if the rules do not mention it.
pub(crate) fn goal_reached<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &Pos<L>,
) -> Option<(&'a GoalTest<L::B>, Score)> {
    let can_answer = |answer: &GoalTest<L::B>| {
        let mut moves = Vec::new();
        movegen::generate(core, pos, &mut List::new(&mut moves));
        moves
            .iter()
            .any(|&mv| is_there(core, &apply::after(core, pos, mv), answer))
    };
    let can_capture = |goal: &GoalTest<L::B>, square| is_capturable(core, pos, goal, square);
    goal_in(&core.ending.goals, &pos.scene(core), &can_answer, &can_capture)
}

/// Whether pieces stand on the squares of a goal.
fn is_there<L: Layout>(core: &Core<L>, pos: &Pos<L>, goal: &GoalTest<L::B>) -> bool {
    goal.is_there(&pos.scene(core), &|square| is_capturable(core, pos, goal, square))
}

/// Whether the opponent of a goal's side could capture on a square.
fn is_capturable<L: Layout>(core: &Core<L>, pos: &Pos<L>, goal: &GoalTest<L::B>, square: Square) -> bool {
    targets::could_capture(core, pos, pos.enemies(goal.side), square)
}

/// [`goal_reached`]. `can_answer` says whether the side to move can reach a goal with its next
/// move. `can_capture` says whether the opponent of a goal's side could capture on a square.
pub(crate) fn goal_in<'a, B: Bits>(
    goals: &'a [GoalTest<B>],
    scene: &Scene<'_, B>,
    can_answer: &dyn Fn(&GoalTest<B>) -> bool,
    can_capture: &dyn Fn(&GoalTest<B>, Square) -> bool,
) -> Option<(&'a GoalTest<B>, Score)> {
    let decided = |goal: &GoalTest<B>| {
        if goal.is_reached(scene, &|square| can_capture(goal, square)) {
            with_answer(goals, scene, goal, can_answer, can_capture)
        } else {
            None
        }
    };
    for goal in goals {
        // They are tested before the others.
        if !goal.comes_first() {
            break;
        }
        if let Some(score) = decided(goal) {
            return Some((goal, score));
        }
    }
    for side in scene.moved.in_turn() {
        for goal in goals {
            if goal.side != side || goal.comes_first() || goal.comes_last() {
                continue;
            }
            if let Some(score) = decided(goal) {
                return Some((goal, score));
            }
        }
    }
    // The side that has taken the opponent's last royal has won, whatever it has lost itself.
    for side in scene.moved.in_turn().into_iter().rev() {
        for goal in goals.iter().rev() {
            if !goal.comes_last() {
                break;
            }
            if goal.side == side && decided(goal).is_some() {
                return Some((goal, goal.score));
            }
        }
    }
    None
}

/// Whether any goal has ended the game.
#[inline(always)]
pub(crate) fn is_over<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    !core.ending.goals.is_empty() && is_decided(core, pos)
}

/// The same if there are goals. It is a function of its own, so that it costs nothing in variants
/// without goals.
#[inline(never)]
fn is_decided<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    !all_live(core, pos) && goal_reached(core, pos).is_some()
}

/// Whether enough pieces are left that no goal is reached, if all goals require the loss of pieces.
#[inline(always)]
fn all_live<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let Some(living) = &core.ending.living else {
        return false;
    };
    let alive = |side: usize| {
        let own = pos.sides[side];
        living.kinds[side].iter().all(|&kind| pos.kind(kind).meets(own))
    };
    let enough = |(side, kinds, count): &(usize, u64, u32)| {
        (pos.of_kinds(core, *kinds) & pos.sides[*side]).count() >= *count
    };
    alive(0) && alive(1) && living.groups.iter().all(enough)
}

/// The score that a reached goal brings its side; `None` while the opponent may answer. The
/// opponent has had one turn less only if the side moved first and the opponent is to move.
fn with_answer<B: Bits>(
    goals: &[GoalTest<B>],
    scene: &Scene<'_, B>,
    goal: &GoalTest<B>,
    can_answer: &dyn Fn(&GoalTest<B>) -> bool,
    can_capture: &dyn Fn(&GoalTest<B>, Square) -> bool,
) -> Option<Score> {
    if let Some(score) = goal.counted(scene) {
        return Some(score);
    }
    if !goal.may_be_answered() {
        return Some(goal.score);
    }
    let mut goals = goals.iter();
    let Some(answer) = goals.find(|g| g.side != goal.side && g.reason == goal.reason) else {
        return Some(goal.score);
    };
    if answer.is_there(scene, &|square| can_capture(answer, square)) {
        return Some(Score::Draw);
    }
    let answered = goal.side == Side::White && scene.side_to_move == Side::Black && can_answer(answer);
    (!answered).then_some(goal.score)
}

/// The outcome of a position without its history: a goal, or a side to move without a move.
pub(crate) fn outcome<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Option<Outcome> {
    if !core.ending.goals.is_empty()
        && let Some((goal, score)) = goal_reached(core, pos)
    {
        return Some(Outcome::new(goal.side, score, goal.reason.clone()));
    }
    (!has_move(core, pos)).then(|| stuck_outcome(core, pos))
}

/// The outcome of a position in which no goal is reached and the side to move has no move.
fn stuck_outcome<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Outcome {
    let side = pos.side_to_move;
    if movegen::is_mated_if_stuck(core, pos) {
        mated(core, side, |kinds| is_checked_by(core, pos, kinds))
    } else {
        counted_if_stuck(core, &pos.scene(core))
            .unwrap_or_else(|| Outcome::new(side, core.ending.stalemate[side.index()], EndReason::Stalemate))
    }
}

/// The winner by the first goal that counts pieces, whether it is reached or not; `None` without
/// such a goal.
pub(crate) fn majority<L: Layout>(core: &Core<L>, scene: &Scene<'_, L::B>) -> Option<Option<Side>> {
    let counted = |goal: &GoalTest<L::B>| Some(goal.counted(scene)?.winner(goal.side));
    core.ending.goals.iter().find_map(counted)
}

/// The outcome for a side that has no move and is not in check, if pieces are counted then.
pub(crate) fn counted_if_stuck<L: Layout>(core: &Core<L>, scene: &Scene<'_, L::B>) -> Option<Outcome> {
    let goal = core.ending.goals.iter().find(|goal| goal.counts_if_stuck())?;
    Some(Outcome::new(goal.side, goal.counted(scene)?, goal.reason.clone()))
}

/// Whether a position is won by the side that has just moved; `check` says whether it gives check.
pub(crate) fn is_won<L: Layout>(core: &Core<L>, pos: &Pos<L>, check: bool) -> bool {
    let winner = pos.last_mover(core);
    if !core.ending.goals.is_empty()
        && let Some((goal, score)) = goal_reached(core, pos)
    {
        return score.winner(goal.side) == Some(winner);
    }
    // Only a side in check can be mated.
    let stuck_is_won = check
        || core.ending.stalemate[pos.side_to_move.index()] == Score::Loss
        || core.ending.goals.iter().any(GoalTest::counts_if_stuck);
    stuck_is_won && !has_move(core, pos) && stuck_outcome(core, pos).winner == Some(winner)
}

/// Whether the side to move has a legal move.
fn has_move<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    has_move_by_sets(core, pos) || {
        let mut count = Count::any();
        movegen::generate(core, pos, &mut count);
        count.found() > 0
    }
}

/// Whether some piece has a move that is certainly legal: no royal is attacked, and the move leaves
/// or enters no square on which an attack depends. There may be other legal moves.
fn has_move_by_sets<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let (us, them) = (pos.side_to_move, pos.side_to_move.other());
    let royals = pos.royals(core, us);
    if L::RICH
        || core.restrictions.bans_any(us)
        || (royals.several() && core.royalty.rule[us.index()] != RoyalRule::All)
    {
        return false;
    }
    let mut free = !pos.occupancy();
    let mut pieces = pos.sides[us.index()] & !royals;
    for royal in royals.squares() {
        if attacks::attacks_square(core, pos, them, royal, false) {
            return false;
        }
        let line = core.attacking.on_lines[us.index()][usize::from(royal)];
        free &= !line;
        pieces &= !line;
    }
    let movers = &core.moving.movers[us.index()];
    let (mut jumpers, mut others) = (movers.iter(), movers.iter());
    // All pieces that jump alike are examined together.
    jumpers.any(|mover| has_free_jump(pos, mover, pos.kind(mover.kind) & pieces, free))
        || others.any(|mover| has_free_target(core, pos, mover, pos.kind(mover.kind) & pieces, free))
}

/// Whether one of some pieces of a kind can jump to one of some empty squares without promoting.
#[inline]
fn has_free_jump<L: Layout>(pos: &Pos<L>, mover: &Mover<L::B>, pieces: L::B, free: L::B) -> bool {
    let free = free & !mover.promotion_squares;
    mover.jumps.iter().filter(|jump| jump.quiet).any(|jump| {
        let targets = (pieces & jump.from).rotate(jump.by) & free;
        let through = jump.through.iter();
        let reached = through.fold(targets, |set, &by| set & !pos.occupancy().rotate(by));
        !reached.is_empty()
    })
}

/// Whether one of some pieces of a kind that do not jump together can move to one of some empty
/// squares without promoting.
fn has_free_target<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mover: &Mover<L::B>,
    pieces: L::B,
    free: L::B,
) -> bool {
    let free = free & !mover.promotion_squares;
    let able = |from| targets::plain_targets(core, pos, mover.kind, pos.side_to_move, from).meets(free);
    mover.shape != Shape::Jumper && pieces.squares().any(able)
}

/// Mates, and their results by the pieces that give them.
/// The outcome for a side that is mated, as far as the position decides it; `checked` says whether
/// pieces of some kinds check it.
pub(crate) fn mated<L: Layout>(core: &Core<L>, side: Side, checked: impl Fn(u64) -> bool) -> Outcome {
    if let Some(mates) = &core.ending.mates {
        let everybody = u64::MAX;
        match (mates.by, mates.without) {
            (Some((kinds, score)), _) if checked(kinds) && !checked(everybody & !kinds) => {
                return Outcome::new(side, score, EndReason::MateBy);
            }
            (_, Some((kinds, score))) if !checked(kinds) => {
                return Outcome::new(side, score, EndReason::MateWithout);
            }
            _ => {}
        }
    }
    Outcome::new(side, core.ending.checkmate, EndReason::Checkmate)
}

/// Whether the side to move is in check by a kind whose mates count in full.
pub(crate) fn is_full_check<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    is_full(core, |kinds| is_checked_by(core, pos, kinds))
}

/// Whether a check comes from a kind whose mates count in full; `checked` says whether pieces of
/// some kinds give it.
pub(crate) fn is_full<L: Layout>(core: &Core<L>, checked: impl Fn(u64) -> bool) -> bool {
    let without = core.ending.mates.as_ref().and_then(|mates| mates.without);
    without.is_none_or(|(kinds, _)| checked(kinds))
}

/// Whether pieces of some kinds attack a royal of the side to move.
fn is_checked_by<L: Layout>(core: &Core<L>, pos: &Pos<L>, kinds: u64) -> bool {
    let (us, them) = (pos.side_to_move, pos.side_to_move.other());
    let attackers = pos.sides[them.index()] & pos.of_kinds(core, kinds);
    let powers = powers::powers_to_attack(core, pos, them);
    let mut royals = pos.royals(core, us).squares();
    royals.any(|royal| attacks::attacked(core, pos, them, royal, pos.occupancy(), attackers, true, &powers))
}
