//! Perft in parts that can be counted apart, in any order and on many machines.

use ferz::engine::{Leaves, Move, Position, Variant};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

/// A count is cut this many plies deep.
const PLIES: u32 = 2;

/// The positions of the first plies of a count, equal ones once. Their order is always the same.
#[derive(Clone, Debug)]
pub struct Parts {
    variant: Variant,
    /// Plies that are left for each part.
    depth: u32,
    positions: Vec<Position>,
    /// For each first move its parts, and how often each is reached.
    first: Vec<(Move, BTreeMap<usize, u64>)>,
}

impl Parts {
    /// The parts of a count of `depth` plies.
    pub fn new(variant: &Variant, position: &Position, depth: u32) -> Self {
        let mut parts = Self {
            variant: variant.clone(),
            depth: depth.saturating_sub(PLIES),
            positions: Vec::new(),
            first: Vec::new(),
        };
        if depth == 0 {
            parts.positions.push(position.clone());
            return parts;
        }
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        for mv in variant.legal_moves(position) {
            let mut reached = BTreeMap::new();
            let after = variant.play(position, mv);
            let next = if depth == 1 {
                vec![after]
            } else {
                let replies = variant.legal_moves(&after).into_iter();
                replies.map(|reply| variant.play(&after, reply)).collect()
            };
            for position in next {
                *reached.entry(parts.number(&mut known, position)).or_default() += 1;
            }
            parts.first.push((mv, reached));
        }
        parts
    }

    /// The part that a position is, a new one if need be.
    fn number(&mut self, known: &mut HashMap<u64, Vec<usize>>, position: Position) -> usize {
        let alike = known.entry(self.variant.repetition_key(&position)).or_default();
        if let Some(&part) = alike.iter().find(|&&part| self.positions[part] == position) {
            return part;
        }
        alike.push(self.positions.len());
        self.positions.push(position);
        self.positions.len() - 1
    }

    /// The positions.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How many plies are counted from each of them.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The lines of a part. `stop` ends the count; the number is then meaningless.
    pub fn count(&self, part: usize, leaves: Leaves, stop: &AtomicBool) -> u64 {
        self.variant
            .perft_with(&self.positions[part], self.depth, leaves, stop)
    }

    /// The lines by first moves, in the order of the legal moves, from the lines of each part.
    /// `None` stands for a part that is missing, and for a first move with such a part.
    pub fn first(&self, lines: &[Option<u64>]) -> Vec<(Move, Option<u64>)> {
        let sum = |reached: &BTreeMap<usize, u64>| {
            let lines = |(&part, times): (&usize, &u64)| Some(times * lines.get(part).copied().flatten()?);
            reached.iter().map(lines).sum::<Option<u64>>()
        };
        self.first
            .iter()
            .map(|(mv, reached)| (*mv, sum(reached)))
            .collect()
    }

    /// All lines; `None` if a part is missing.
    pub fn sum(&self, lines: &[Option<u64>]) -> Option<u64> {
        if self.first.is_empty() && !self.positions.is_empty() {
            return lines.first().copied().flatten();
        }
        self.first(lines).into_iter().map(|(_, lines)| lines).sum()
    }
}
