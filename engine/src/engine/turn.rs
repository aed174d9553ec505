//! Passes, the sense in which a side is mated, and turns with as many captures as possible, written
//! once. Knows neither flat positions nor those with mechanics, which answer its questions.

use super::ahead;
use crate::rules::{Pass, RoyalRule};

/// The royals of the side to move in the present position.
pub(crate) trait Standing {
    /// Whether the side is in check.
    fn in_check(&self) -> bool;
    /// Whether it has royals, and all of them are attacked.
    fn is_wholly_attacked(&self) -> bool;
    /// Whether some royal is attacked and a pass may answer it.
    fn is_attacked_at_all(&self) -> bool;
    /// Whether a pass leaves the royals as safe as they must be.
    fn is_safe_to_pass(&self) -> bool;
}

/// Whether a side without a legal move is in check in the sense that loses at once.
pub(crate) fn is_mated_if_stuck(rule: RoyalRule, royals: &impl Standing) -> bool {
    match rule {
        RoyalRule::All | RoyalRule::Last | RoyalRule::LastOfEach => royals.in_check(),
        RoyalRule::Any | RoyalRule::Fewer => royals.is_wholly_attacked(),
    }
}

/// Whether a side may pass by the rule for passes; `moves`: whether it has a legal move.
#[inline(always)]
pub(crate) fn may_pass(pass: Pass, rule: RoyalRule, moves: bool, royals: &impl Standing) -> bool {
    match pass {
        Pass::Never => false,
        Pass::Forced => !moves && !is_mated_if_stuck(rule, royals) && royals.is_attacked_at_all(),
        Pass::Stuck => !moves && royals.is_safe_to_pass(),
        Pass::Allowed => royals.is_safe_to_pass(),
    }
}

/// Turns in which pieces are captured one after the other.
pub(crate) trait Capturing {
    /// A position.
    type State;
    /// A move.
    type Move;
    /// The positions for which a listing counts.
    const COST: u32;

    /// All legal moves, with any number of captures.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;
    /// The number of pieces that a move captures. Captures by the opponent's pieces do not count.
    fn taken(&self, state: &Self::State, mv: &Self::Move) -> u32;
    /// The position after a move, if the turn continues from there.
    fn continued(&self, state: &Self::State, mv: &Self::Move) -> Option<Self::State>;
    /// A number that identifies a position.
    fn key(&self, state: &Self::State) -> u64;
}

/// For each move of a position, whether it is kept: those that capture the most pieces in the turn,
/// and those that capture none.
pub(crate) fn with_most<C: Capturing>(turn: &C, state: &C::State, moves: &[C::Move]) -> Vec<bool> {
    let _open = ahead::open();
    let (mut taken, mut captures) = (Vec::with_capacity(moves.len()), 0);
    for mv in moves {
        let count = turn.taken(state, mv);
        captures += u32::from(count > 0);
        taken.push(count);
    }
    if captures < 2 {
        return vec![true; moves.len()];
    }
    for (mv, count) in moves.iter().zip(&mut taken) {
        if *count > 0 {
            *count += taken_further(turn, state, mv);
        }
    }
    kept(&taken)
}

/// For each of some numbers of captures, whether it is the largest, or 0.
fn kept(totals: &[u32]) -> Vec<bool> {
    let most = totals.iter().max().copied().unwrap_or(0);
    totals.iter().map(|&total| total == 0 || total == most).collect()
}

/// The number of pieces that can be captured in the same turn after a move.
fn taken_further<C: Capturing>(turn: &C, state: &C::State, mv: &C::Move) -> u32 {
    let Some(after) = turn.continued(state, mv) else {
        return 0;
    };
    ahead::captures(turn.key(&after), C::COST, || {
        let mut most = 0;
        for mv in &turn.moves(&after) {
            let count = turn.taken(&after, mv);
            if count > 0 {
                most = most.max(count + taken_further(turn, &after, mv));
            }
        }
        most
    })
}
