//! How long turns of several moves are, and which squares were passed in them.

use crate::board::Square;
use crate::rules::{Side, Turns};

/// How long turns are.
#[derive(Debug)]
pub(crate) struct TurnRule {
    rule: Turns,
    /// The first turn of the game, counted in turns of both sides.
    first: u32,
}

/// Turns of both sides up to one of them, from White's first one on.
fn turn_number(side: Side, fullmove: u16) -> u32 {
    2 * u32::from(fullmove.max(1) - 1) + side.index() as u32
}

impl TurnRule {
    /// `start` is the text of the start position.
    pub(crate) fn new(rule: &Turns, start: &str) -> Self {
        let mut fields = start.split_whitespace().skip(1);
        let side = match fields.next() {
            Some("b") => Side::Black,
            _ => Side::White,
        };
        let fullmove = fields.nth(3).and_then(|text| text.parse().ok()).unwrap_or(1);
        Self {
            rule: rule.clone(),
            first: turn_number(side, fullmove),
        }
    }

    /// How many moves a side's turn has in a position with that number.
    pub(crate) fn length(&self, side: Side, fullmove: u16) -> u8 {
        let before = turn_number(side, fullmove).saturating_sub(self.first);
        self.rule.length(side, before)
    }

    /// Whether a check ends the turn.
    pub(crate) fn check_ends(&self) -> bool {
        self.rule.check_ends
    }
}

/// Squares that pieces have passed in a turn, each with the piece, where a turn has several moves.
pub(crate) trait Trail: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Nothing has been passed.
    const EMPTY: Self;
    /// All squares with their pieces, by square.
    fn pairs(&self) -> &[(Square, Square)];
    /// A piece has passed a square, whatever had passed it before.
    fn add(&mut self, middle: Square, victim: Square);
    /// Forgets the others.
    fn retain(&mut self, keep: impl Fn(Square, Square) -> bool);
}

impl Trail for () {
    const EMPTY: Self = ();
    #[inline(always)]
    fn pairs(&self) -> &[(Square, Square)] {
        &[]
    }
    #[inline(always)]
    fn add(&mut self, _: Square, _: Square) {}
    #[inline(always)]
    fn retain(&mut self, _: impl Fn(Square, Square) -> bool) {}
}

/// Of more squares passed in one turn, the last ones by number are forgotten.
const MOST_PASSED: usize = 16;

/// A list of squares that have been passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passed {
    count: u8,
    pairs: [(Square, Square); MOST_PASSED],
}

impl Trail for Passed {
    const EMPTY: Self = Self {
        count: 0,
        pairs: [(Square::MAX, Square::MAX); MOST_PASSED],
    };

    #[inline(always)]
    fn pairs(&self) -> &[(Square, Square)] {
        &self.pairs[..usize::from(self.count)]
    }

    fn add(&mut self, middle: Square, victim: Square) {
        let at = self.pairs().partition_point(|&(m, _)| m < middle);
        if at == MOST_PASSED {
            return;
        }
        let known = self.pairs().get(at).is_some_and(|&(m, _)| m == middle);
        if !known {
            self.pairs[at..].rotate_right(1);
            self.count = (self.count + 1).min(MOST_PASSED as u8);
        }
        self.pairs[at] = (middle, victim);
    }

    fn retain(&mut self, keep: impl Fn(Square, Square) -> bool) {
        let mut kept = Self::EMPTY;
        for &(middle, victim) in self.pairs() {
            if keep(middle, victim) {
                kept.pairs[usize::from(kept.count)] = (middle, victim);
                kept.count += 1;
            }
        }
        *self = kept;
    }
}
