//! The lengths of turns of several moves, and the squares passed in them. Knows no positions.

use crate::board::Square;
use crate::rules::{Part, Side, Turns};

/// The lengths of turns.
#[derive(Clone, Debug)]
pub(crate) struct TurnRule {
    rule: Turns,
    /// The first turn of the game, counted in turns of both sides.
    first: u32,
    /// Whether moves are asked for by their kind.
    kinds: bool,
}

/// The number of turns of both sides up to one of them, from White's first one on.
fn turn_number(side: Side, fullmove: u16) -> u32 {
    2 * u32::from(fullmove.max(1) - 1) + side.index() as u32
}

impl TurnRule {
    /// The rule of a variant; `start` is the text of the start position.
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
            kinds: rule.have_kinds(),
        }
    }

    /// The number of turns before one.
    fn before(&self, side: Side, fullmove: u16) -> u32 {
        turn_number(side, fullmove).saturating_sub(self.first)
    }

    /// Whether moves are asked for by their kind.
    #[inline(always)]
    pub(crate) fn has_kinds(&self) -> bool {
        self.kinds
    }

    /// The part of a turn that a move of a side plays, by its number in the turn, from 0.
    pub(crate) fn part(&self, side: Side, fullmove: u16, number: u8) -> Part {
        self.rule.part(side, self.before(side, fullmove), number)
    }

    /// Whether a turn asks for a move of this kind.
    pub(crate) fn suits(&self, asked: Part, kind: Part) -> bool {
        asked == kind || (asked == Part::Move && !self.rule.name(kind))
    }

    /// Whether no impossible part of a turn is left out.
    pub(crate) fn leaves_none_out(&self) -> bool {
        self.rule.must
    }

    /// Whether a side passes when it has made that many moves of its turn and has none left. It may
    /// once it has made a [`Part::Move`], if the turn has any.
    pub(crate) fn may_rest(&self, side: Side, fullmove: u16, made: u8) -> bool {
        let moves = |count: u8| (0..count).any(|number| self.part(side, fullmove, number) == Part::Move);
        !self.rule.must && made > 0 && (moves(made) || !moves(self.length(side, fullmove)))
    }

    /// The number of moves of a side's turn in a position with that number.
    pub(crate) fn length(&self, side: Side, fullmove: u16) -> u8 {
        self.rule.length(side, self.before(side, fullmove))
    }

    /// Whether a check ends the turn.
    pub(crate) fn check_ends(&self) -> bool {
        self.rule.check_ends
    }
}

/// Squares that pieces have passed in a turn, each with the piece, if turns have several moves.
pub(crate) trait Trail: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// No passed squares.
    const EMPTY: Self;
    /// All squares with their pieces, by square.
    fn pairs(&self) -> &[(Square, Square)];
    /// Adds a square that a piece has passed, besides those of earlier pieces.
    fn add(&mut self, middle: Square, victim: Square);
    /// Forgets the squares that `keep` rejects.
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

/// The largest number of squares passed in one turn; of more, the last ones in their order are
/// forgotten.
pub(crate) const MOST_PASSED: usize = 16;

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
