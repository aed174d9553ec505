//! Forced wins, proved: the fewest moves in which a side wins against every defence, and every
//! defence.
//!
//! A win is any win that the rules know. A position alone has no history: in the shortest win no
//! position occurs twice, so a draw by repetition saves nobody, and wins by repetition are ignored.
//! A game has a history, and if the rules judge how positions are repeated, each line has its own.
//! A game counts as ended once the clock of the move rule has run out or a position has occurred
//! often enough, even if that must be claimed.

mod history;
mod known;
mod parts;
mod tree;
mod walk;

pub use parts::{Part, Proved, Start, first_moves, join, solve_part};
pub use tree::Branch;

use crate::limits::Control;
use crate::pace::Since;
use crate::patience::patient;
use ferz::engine::{Game, Move, Position, Variant};
use ferz::rules::{End, Limit, MAX_PARTS, Score, Side, Turns};
use history::History;
use known::Known;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Duration;
use walk::Walk;

/// A question to be proved, and the permitted cost.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The side that is to win.
    pub winner: Side,
    /// The largest number of the winner's moves. All decisions of a side until the other is to play
    /// count as one move.
    pub moves: u32,
    /// How many positions may be looked at.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub time: Option<Duration>,
    /// How many threads look.
    pub threads: usize,
    /// Size of the table in MiB.
    pub hash: usize,
}

/// How far a proof is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of moves that is being tried.
    pub moves: u32,
    /// How many of the first moves have been judged.
    pub judged: usize,
    /// The number of them.
    pub all: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// The result of a proof.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// In how many moves the winner wins, at best.
    pub moves: Option<u32>,
    /// It is proved that there is no win in this many moves or fewer.
    pub none_within: u32,
    /// The first moves of the winner that win as fast, if the winner is to decide.
    pub first: Vec<Move>,
    /// The continuation: the winner's best first move or every move of the other; empty if there is
    /// no win.
    pub tree: Vec<Branch>,
    /// Whether everything was looked at: neither stopped nor out of time or positions.
    pub complete: bool,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solution {
    /// That there is no win.
    fn none(problem: &Problem) -> Self {
        Self {
            none_within: problem.moves,
            complete: true,
            ..Self::default()
        }
    }

    /// The line in which the winner wins as fast, and the other holds out as long, as they can.
    pub fn line(&self) -> Vec<Move> {
        tree::line(&self.tree)
    }
}

/// The state that all threads share.
struct Shared<'s> {
    variant: &'s Variant,
    problem: Problem,
    ways: Ways,
    history: Option<History>,
    known: Known,
    control: &'s Control,
    began: Since,
    nodes: AtomicU64,
    over: Arc<AtomicBool>,
}

impl Shared<'_> {
    /// Does a part of a proof, which may be given up in the middle of a position.
    fn patiently<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let left = self
            .problem
            .time
            .map(|time| time.saturating_sub(self.began.elapsed()));
        let done = patient(self.control, &self.over, left, work);
        if done.is_none() {
            self.over.store(true, Ordering::Relaxed);
        }
        done
    }
}

/// The moves that must be searched, and those that need not.
struct Ways {
    /// The winner can only win by a checkmate that his own move gives.
    mate_alone: bool,
    /// No move of the other ends the game in favour of the winner.
    only_own_moves: bool,
    /// The halfmove clock may run out, so that positions differ by it, too.
    clock: bool,
}

impl Ways {
    fn new(variant: &Variant, position: &Position, problem: &Problem, by_lines: bool) -> Self {
        let rules = variant.played();
        let (winner, loser) = (problem.winner, problem.winner.other());
        let several = rules.turns.as_ref().is_some_and(Turns::are_several);
        let simple = rules.hooks.is_empty() && rules.effects.is_empty() && !ferz::hooks::take_part(rules);
        let plain = simple && !by_lines && only_stuck_decides(&rules.end);
        // A side that is stuck in the middle of its own turn is not mated: each of its moves keeps
        // its royals safe.
        let loser_stuck = rules.end.stalemate[loser] == Score::Loss;
        let only_own_moves = plain && !stuck_may_win(&rules.end, winner) && !(several && loser_stuck);
        // If a turn is one move, only the moves of both sides are counted.
        let one_each = !several && !ferz::hooks::take_part(rules) && rules.agains().is_empty();
        let plies = if one_each { 2 } else { 2 * u32::from(MAX_PARTS) };
        let latest = u32::from(variant.halfmove_clock(position)) + plies * (problem.moves + 1);
        let limit = rules.end.move_rule.map(|limit| u32::from(limit.count));
        Self {
            mate_alone: only_own_moves && !loser_stuck,
            only_own_moves,
            clock: limit.is_some_and(|count| count <= latest),
        }
    }
}

/// Whether a win is only possible by a position in which a side has no move.
fn only_stuck_decides(end: &End) -> bool {
    let drawn = |limit: Limit| limit.score == Score::Draw && !limit.counted;
    end.goals.is_empty()
        && end.move_rule.is_none_or(drawn)
        && end.only_promotions.is_none_or(|rule| rule.score == Score::Draw)
}

/// Whether a side may win because it has no move.
fn stuck_may_win(end: &End, side: Side) -> bool {
    let mates = [end.mate_by.as_ref(), end.mate_without.as_ref()];
    end.checkmate == Score::Win
        || end.stalemate[side] == Score::Win
        || mates.into_iter().flatten().any(|mate| mate.score == Score::Win)
}

/// Finds the shortest forced win, and proves that there is no shorter one.
///
/// The result does not depend on the number of threads.
pub fn solve(
    variant: &Variant,
    position: &Position,
    problem: &Problem,
    control: &Control,
    tell: &(dyn Fn(&Progress) + Sync),
) -> Solution {
    prove((variant, position), None, None, problem, control, tell)
}

/// The same for the present position of a game, whose history affects the rules' judgement.
pub fn solve_game(
    game: &Game,
    problem: &Problem,
    control: &Control,
    tell: &(dyn Fn(&Progress) + Sync),
) -> Solution {
    if game.outcome().is_some() {
        return Solution::none(problem);
    }
    let history = Some(History::new(game));
    let start = (game.variant(), game.position());
    prove(start, history, None, problem, control, tell)
}

fn prove<'s>(
    (variant, position): (&'s Variant, &'s Position),
    history: Option<History>,
    part: Option<&Part>,
    problem: &Problem,
    control: &'s Control,
    tell: &(dyn Fn(&Progress) + Sync),
) -> Solution {
    let by_lines = history.as_ref().is_some_and(History::is_by_lines);
    let shared = Shared {
        variant,
        problem: *problem,
        ways: Ways::new(variant, position, problem, by_lines),
        history,
        known: Known::new(problem.hash),
        control,
        began: Since::now(),
        nodes: AtomicU64::new(0),
        over: Arc::new(AtomicBool::new(false)),
    };
    let from = part.map_or(0, |part| part.from);
    let mut solution = Solution {
        complete: true,
        none_within: from.saturating_sub(1),
        ..Solution::default()
    };
    let mut all = Walk::new(&shared).ordered(position);
    if let Some(part) = part {
        all.retain(|mv| part.first.contains(mv));
    }
    for moves in from..=problem.moves {
        let (first, won) = try_all(&shared, position, all.clone(), moves, tell);
        if shared.over.load(Ordering::Relaxed) {
            solution.complete = false;
            break;
        }
        if won {
            solution.first = first;
            let tree = || tree::branches(&mut Walk::new(&shared), position, all, moves, false);
            solution.tree = shared.patiently(tree).unwrap_or_default();
            solution.complete = !shared.over.load(Ordering::Relaxed);
            solution.moves = Some(moves).filter(|_| solution.complete);
            break;
        }
        solution.none_within = moves;
    }
    solution.nodes = shared.nodes.load(Ordering::Relaxed);
    solution
}

/// Judges first moves: those of the winner that win, and whether the position is won.
fn try_all(
    shared: &Shared<'_>,
    position: &Position,
    mut first: Vec<Move>,
    moves: u32,
    tell: &(dyn Fn(&Progress) + Sync),
) -> (Vec<Move>, bool) {
    if first.is_empty() || shared.variant.outcome(position).is_some() {
        return (Vec::new(), false);
    }
    let attacks = shared.variant.turn(position) == shared.problem.winner;
    let (next, judged) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wins: Vec<AtomicBool> = first.iter().map(|_| AtomicBool::new(false)).collect();
    let refuted = AtomicBool::new(false);
    let work = || {
        let mut walk = Walk::new(shared);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = first.get(i) else { break };
            if walk.stopped() || refuted.load(Ordering::Relaxed) {
                break;
            }
            let wins_by = || walk.wins_by(position, mv, moves, false);
            let Some(won) = shared.patiently(wins_by) else {
                break;
            };
            wins[i].store(won, Ordering::Relaxed);
            refuted.fetch_or(!won && !attacks, Ordering::Relaxed);
            tell(&Progress {
                moves,
                judged: judged.fetch_add(1, Ordering::Relaxed) + 1,
                all: first.len(),
                nodes: walk.count(),
            });
        }
        walk.count();
    };
    std::thread::scope(|scope| {
        for _ in 1..shared.problem.threads.max(1) {
            // A platform without threads does without this one.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    if !attacks {
        return (Vec::new(), !refuted.load(Ordering::Relaxed));
    }
    let mut wins = wins.iter();
    first.retain(|_| wins.next().is_some_and(|won| won.load(Ordering::Relaxed)));
    let won = !first.is_empty();
    (first, won)
}
