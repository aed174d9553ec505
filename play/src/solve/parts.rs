//! Proofs in parts: some of the first moves each, on as many machines as there are.

use super::history::History;
use super::tree::Branch;
use super::walk::freedom;
use super::{Problem, Progress, Solution, prove};
use crate::limits::Control;
use ferz::engine::{Game, Move, Position, Variant};
use serde::{Deserialize, Serialize};

/// The starts of proofs.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// A position without a history.
    Position(&'a Variant, &'a Position),
    /// The position now of a game.
    Game(&'a Game),
}

impl<'a> Start<'a> {
    fn place(self) -> (&'a Variant, &'a Position) {
        match self {
            Self::Position(variant, position) => (variant, position),
            Self::Game(game) => (game.variant(), game.position()),
        }
    }

    fn is_over(self) -> bool {
        match self {
            Self::Position(variant, position) => variant.outcome(position).is_some(),
            Self::Game(game) => game.outcome().is_some(),
        }
    }
}

/// The share of a part of a proof.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Part {
    /// The first moves.
    pub first: Vec<Move>,
    /// It is known that there is no win in fewer moves; 0 if nothing is known.
    pub from: u32,
}

/// The first moves in the order in which a proof tries them: those that parts share. None if the
/// game is over.
#[doc(hidden)]
pub fn first_moves(start: Start<'_>, problem: &Problem) -> Vec<Move> {
    let (variant, position) = start.place();
    if start.is_over() {
        return Vec::new();
    }
    let mut moves = variant.legal_moves(position);
    if variant.turn(position) == problem.winner {
        moves.sort_by_cached_key(|&mv| freedom(variant, position, mv));
    }
    moves
}

/// Proves as [`solve`](super::solve) does what holds if only some first moves are possible.
#[doc(hidden)]
pub fn solve_part(
    start: Start<'_>,
    part: &Part,
    problem: &Problem,
    control: &Control,
    tell: &(dyn Fn(&Progress) + Sync),
) -> Solution {
    if part.first.is_empty() || start.is_over() {
        return Solution::none(problem);
    }
    let history = match start {
        Start::Position(..) => None,
        Start::Game(game) => Some(History::new(game)),
    };
    prove(start.place(), history, Some(part), problem, control, tell)
}

/// Joins the solutions of parts, each with its first moves, to one solution. If first moves are
/// missing, or a part did not end, the result is complete only if the others leave nothing open.
#[doc(hidden)]
pub fn join(start: Start<'_>, problem: &Problem, parts: &[(Vec<Move>, Solution)]) -> Solution {
    let (variant, position) = start.place();
    let order = first_moves(start, problem);
    if order.is_empty() {
        return Solution::none(problem);
    }
    // If there are more parts than first moves, some parts have proved nothing.
    let parts: Vec<&(Vec<Move>, Solution)> = parts.iter().filter(|(first, _)| !first.is_empty()).collect();
    let covered = order
        .iter()
        .all(|mv| parts.iter().any(|(first, _)| first.contains(mv)));
    let least = |(_, part): &&(Vec<Move>, Solution)| {
        part.moves
            .map_or(part.none_within, |moves| moves.saturating_sub(1))
    };
    let mut joined = Solution {
        nodes: parts.iter().map(|(_, part)| part.nodes).sum(),
        ..Solution::default()
    };
    let shown = parts.iter().map(least);
    if variant.turn(position) == problem.winner {
        let none_within = if covered { shown.min().unwrap_or(0) } else { 0 };
        let best = parts.iter().filter_map(|(_, part)| part.moves).min();
        let judged = |moves: u32| {
            covered
                && parts
                    .iter()
                    .all(|(_, part)| part.moves.is_some() || part.none_within >= moves)
        };
        joined.moves = best.filter(|&best| judged(best));
        joined.none_within = joined.moves.map_or(none_within, |best| best.saturating_sub(1));
        joined.complete = joined.moves.is_some() || judged(problem.moves);
        let fastest = parts
            .iter()
            .map(|(_, part)| part)
            .filter(|part| part.moves == joined.moves);
        if joined.moves.is_some() {
            let wins: Vec<&Solution> = fastest.collect();
            joined.first = order;
            joined
                .first
                .retain(|mv| wins.iter().any(|part| part.first.contains(mv)));
            let shown = wins
                .iter()
                .find(|part| part.first.first() == joined.first.first());
            joined.tree = shown.map_or_else(Vec::new, |part| part.tree.clone());
        }
    } else {
        joined.none_within = shown.max().unwrap_or(0);
        if covered && parts.iter().all(|(_, part)| part.moves.is_some()) {
            joined.moves = parts.iter().filter_map(|(_, part)| part.moves).max();
            let mut tree: Vec<&Branch> = parts.iter().flat_map(|(_, part)| &part.tree).collect();
            tree.sort_by_key(|branch| order.iter().position(|&mv| mv == branch.mv));
            joined.tree = tree.into_iter().cloned().collect();
        }
        joined.complete = joined.moves.is_some() || joined.none_within >= problem.moves;
    }
    joined
}

/// A branch whose move is a number among the legal ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    mv: usize,
    moves: u32,
    then: Vec<Kept>,
}

/// The result of a part, as a line of a file. Moves are numbers among the legal ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Proved {
    judged: Vec<usize>,
    moves: Option<u32>,
    none_within: u32,
    first: Vec<usize>,
    tree: Vec<Kept>,
    complete: bool,
    nodes: u64,
}

impl Proved {
    /// The result of a part about its first moves.
    pub fn new(start: Start<'_>, judged: &[Move], solution: &Solution) -> Self {
        let (variant, position) = start.place();
        let legal = variant.legal_moves(position);
        let numbers = |moves: &[Move]| {
            let number = |mv: &Move| legal.iter().position(|legal| legal == mv);
            moves.iter().filter_map(number).collect()
        };
        Self {
            judged: numbers(judged),
            moves: solution.moves,
            none_within: solution.none_within,
            first: numbers(&solution.first),
            tree: keep(variant, position, &solution.tree),
            complete: solution.complete,
            nodes: solution.nodes,
        }
    }

    /// The first moves and the solution; `None` if it is of another position.
    pub fn read(&self, start: Start<'_>) -> Option<(Vec<Move>, Solution)> {
        let (variant, position) = start.place();
        let legal = variant.legal_moves(position);
        let moves = |numbers: &[usize]| {
            let mv = |&number: &usize| legal.get(number).copied();
            numbers.iter().map(mv).collect::<Option<Vec<Move>>>()
        };
        let solution = Solution {
            moves: self.moves,
            none_within: self.none_within,
            first: moves(&self.first)?,
            tree: unkeep(variant, position, &self.tree)?,
            complete: self.complete,
            nodes: self.nodes,
        };
        Some((moves(&self.judged)?, solution))
    }

    /// Whether it was ended.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

fn keep(variant: &Variant, position: &Position, tree: &[Branch]) -> Vec<Kept> {
    if tree.is_empty() {
        return Vec::new();
    }
    let legal = variant.legal_moves(position);
    let kept = |branch: &Branch| {
        Some(Kept {
            mv: legal.iter().position(|&mv| mv == branch.mv)?,
            moves: branch.moves,
            then: keep(variant, &variant.play(position, branch.mv), &branch.then),
        })
    };
    tree.iter().filter_map(kept).collect()
}

fn unkeep(variant: &Variant, position: &Position, tree: &[Kept]) -> Option<Vec<Branch>> {
    if tree.is_empty() {
        return Some(Vec::new());
    }
    let legal = variant.legal_moves(position);
    let branch = |kept: &Kept| {
        let mv = *legal.get(kept.mv)?;
        Some(Branch {
            mv,
            moves: kept.moves,
            then: unkeep(variant, &variant.play(position, mv), &kept.then)?,
        })
    };
    tree.iter().map(branch).collect()
}
