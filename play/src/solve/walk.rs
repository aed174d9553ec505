//! The proof: every move of the one side against every move of the other.

use super::Shared;
use super::history::{self, History};
use super::known::Fact;
use crate::random::mix;
use ferz::Decision;
use ferz::engine::{EndReason, Game, Move, Position, Variant};
use std::sync::atomic::Ordering;

/// Most plies of a line. Only rules that let a side move without end come that far.
const PLIES: usize = 400;
/// After this many positions the clock is looked at.
const EVERY: u64 = 128;

/// One thread of a proof.
pub(super) struct Walk<'s> {
    pub(super) shared: &'s Shared<'s>,
    /// The game with the line that is looked at, where that must be known.
    line: Option<Game>,
    /// The last refutation of the winner's move, by ply.
    killers: Vec<Option<Move>>,
    /// Lists that are not in use.
    lists: Vec<Vec<Move>>,
    /// Positions not yet added to those of all threads.
    nodes: u64,
}

/// The facts of a position in the tree.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// Whether the winner decides.
    pub(super) attacks: bool,
    /// Moves of the winner that are left after the decision; `None`: there is none left for it.
    pub(super) left: Option<u32>,
    /// Whether the winner's move lasts on after the decision.
    pub(super) open: bool,
}

impl<'s> Walk<'s> {
    pub(super) fn new(shared: &'s Shared<'s>) -> Self {
        Self {
            shared,
            line: shared.history.as_ref().and_then(History::line),
            killers: vec![None; PLIES + 1],
            lists: Vec::new(),
            nodes: 0,
        }
    }

    /// Adds the positions looked at to those of all threads.
    pub(super) fn count(&mut self) -> u64 {
        let mine = std::mem::take(&mut self.nodes);
        self.shared.nodes.fetch_add(mine, Ordering::Relaxed) + mine
    }

    /// Whether the proof is to end.
    pub(super) fn stopped(&self) -> bool {
        self.shared.over.load(Ordering::Relaxed)
    }

    /// Counts a position, and says whether the proof is to end.
    fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        let Shared {
            problem,
            control,
            began,
            over,
            ..
        } = self.shared;
        let limit = problem.nodes.unwrap_or(u64::MAX);
        if self.nodes >= EVERY.min(limit) || ply == PLIES {
            let late = problem.time.is_some_and(|time| began.elapsed() >= time);
            if self.count() >= limit || late || control.is_stopped() || ply == PLIES {
                over.store(true, Ordering::Relaxed);
            }
        }
        self.stopped()
    }

    /// Looks at the consequences of a move.
    pub(super) fn after<T>(
        &mut self,
        position: &Position,
        mv: Move,
        look: impl FnOnce(&mut Self, &Position) -> T,
    ) -> T {
        let after = self.shared.variant.play(position, mv);
        if let Some(line) = &mut self.line {
            line.play(mv);
        }
        let seen = look(self, &after);
        if let Some(line) = &mut self.line {
            line.undo();
        }
        seen
    }

    /// How the game has ended with the last move, if it has: whether the winner has won.
    pub(super) fn ended(&self, position: &Position) -> Option<bool> {
        let Shared { variant, problem, .. } = self.shared;
        let outcome = match (&self.line, &self.shared.history) {
            (Some(line), _) => line.outcome().or_else(|| history::repeated(line)),
            (None, Some(history)) => variant
                .outcome(position)
                .or_else(|| history.drawn(variant, position)),
            (None, None) => variant.outcome(position),
        };
        let outcome = outcome.or_else(|| {
            let limit = variant.rules().end.move_rule?;
            let out = variant.halfmove_clock(position) >= limit.count;
            out.then(|| variant.limit_reached(position, &limit, EndReason::MoveRule))
        })?;
        Some(outcome.winner == Some(problem.winner))
    }

    /// The result of a position with this many moves left; `open` means that the winner's move is
    /// not over yet.
    pub(super) fn turn(&self, position: &Position, left: u32, open: bool) -> Turn {
        let Shared { variant, problem, .. } = self.shared;
        let attacks = variant.turn(position) == problem.winner;
        let plays = variant.decision(position) == Decision::Move;
        let begins = attacks && plays && !open;
        Turn {
            attacks,
            left: left.checked_sub(u32::from(begins)),
            open: if plays { attacks } else { open },
        }
    }

    /// Whether the winner wins in this many moves if `mv` is played first.
    pub(super) fn wins_by(&mut self, position: &Position, mv: Move, left: u32, open: bool) -> bool {
        let turn = self.turn(position, left, open);
        turn.left
            .is_some_and(|left| self.after(position, mv, |walk, after| walk.wins(after, left, turn.open, 1)))
    }

    /// Whether the winner wins in this many moves. Means nothing if the proof has been stopped.
    pub(super) fn wins(&mut self, position: &Position, left: u32, open: bool, ply: usize) -> bool {
        if self.enter(ply) {
            return false;
        }
        let turn = self.turn(position, left, open);
        let idle = !turn.attacks && left == 0 && self.shared.ways.only_own_moves;
        if turn.left.is_none() || idle {
            return self.ended(position) == Some(true);
        }
        let key = self.key(position, open);
        let fact = self.shared.known.get(key);
        if let Some(answer) = fact.answers(left) {
            return answer;
        }
        if let Some(won) = self.ended(position) {
            return won;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        self.shared.variant.legal_moves_into(position, &mut moves);
        let (won, best) = self.try_moves(position, &moves, turn, fact, ply);
        moves.clear();
        self.lists.push(moves);
        if !self.stopped() {
            let mut fact = fact;
            fact.learn(left, won, best);
            self.shared.known.put(key, fact);
        }
        won
    }

    /// Whether the winner wins, and the number of the move that has shown it: one of the winner's
    /// that wins, one of the other's that does not lose.
    fn try_moves(
        &mut self,
        position: &Position,
        moves: &[Move],
        turn: Turn,
        fact: Fact,
        ply: usize,
    ) -> (bool, u16) {
        let left = turn.left.unwrap_or(0);
        let first = (fact.won > 0 || fact.lost > 0).then_some(usize::from(fact.best));
        for i in self.order(position, moves, turn, first, ply) {
            let mv = moves[i];
            let won = self.after(position, mv, |walk, after| {
                let Shared {
                    variant,
                    problem,
                    ways,
                    ..
                } = walk.shared;
                let last = turn.attacks && left == 0 && variant.turn(after) != problem.winner;
                let in_vain = last && ways.mate_alone && !variant.in_check(after);
                !in_vain && walk.wins(after, left, turn.open, ply + 1)
            });
            if self.stopped() {
                break;
            }
            if won == turn.attacks {
                self.killers[ply] = Some(mv);
                return (won, i as u16);
            }
        }
        (!turn.attacks, first.unwrap_or(0) as u16)
    }

    /// The numbers of the moves in the order in which they are tried.
    fn order(
        &self,
        position: &Position,
        moves: &[Move],
        turn: Turn,
        first: Option<usize>,
        ply: usize,
    ) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..moves.len()).collect();
        let killer = |i: &usize| Some(moves[*i]) == self.killers[ply];
        if turn.attacks && turn.left.is_some_and(|left| left > 0) {
            let variant = self.shared.variant;
            let costs: Vec<usize> = moves.iter().map(|&mv| freedom(variant, position, mv)).collect();
            numbers.sort_by_key(|&i| (Some(i) != first, costs[i]));
        } else {
            numbers.sort_by_key(|i| (Some(*i) != first, !killer(i)));
        }
        numbers
    }

    /// All legal moves, for the winner those first that force most; the order does not depend on
    /// known results.
    pub(super) fn ordered(&self, position: &Position) -> Vec<Move> {
        let mut moves = self.shared.variant.legal_moves(position);
        if self.shared.variant.turn(position) == self.shared.problem.winner {
            moves.sort_by_cached_key(|&mv| freedom(self.shared.variant, position, mv));
        }
        moves
    }

    /// The key of facts: the position with everything else they depend on.
    fn key(&self, position: &Position, open: bool) -> u64 {
        let variant = self.shared.variant;
        let clock = if self.shared.ways.clock {
            variant.halfmove_clock(position)
        } else {
            0
        };
        let count = variant
            .count(position)
            .map_or(0, |(plies, limit)| mix(u64::from(limit) << 16 | u64::from(plies)));
        let line = match (&self.line, &self.shared.history) {
            (Some(line), Some(history)) => history.key_of(line),
            _ => 0,
        };
        variant.repetition_key(position) ^ mix(u64::from(clock) << 1 | u64::from(open)) ^ count ^ line
    }
}

/// How much freedom a move leaves the other: the fewer replies, the more it forces; checks force
/// most.
pub(super) fn freedom(variant: &Variant, position: &Position, mv: Move) -> usize {
    let after = variant.play(position, mv);
    let replies = variant.legal_moves(&after).len();
    if variant.in_check(&after) {
        replies
    } else {
        replies + 8
    }
}
