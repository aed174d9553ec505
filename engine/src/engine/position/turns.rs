//! Turns of several moves: the number left, and the squares that stay exposed to en passant
//! meanwhile. Does not know whether a move is left: that is `trial`.

use super::Pos;
use crate::board::{Bits, Square, union};
use crate::engine::chain::Chain as _;
use crate::engine::compiled::NONE;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::passed_squares::{Trail as _, TurnRule};
use crate::rules::{Modes, Part, Side};

/// The rule about turns, if they ask for moves by their kind.
#[inline(always)]
pub(crate) fn kinds_of_moves<L: Layout>(core: &Core<L>) -> Option<&TurnRule> {
    core.turns.as_ref().filter(|rule| L::RICH && rule.has_kinds())
}

/// Whether the turn continues with a piece that moves by an effect's movement, and not by its own.
pub(crate) fn goes_by_ways<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let continuation = pos.chain.continuation();
    continuation.is_some_and(|continuation| core.chain_rule(&continuation).ways.is_some())
}

impl Move {
    /// The part of a turn that the move plays.
    pub fn part(self) -> Part {
        match self.move_type {
            MoveType::Control => Part::Control,
            MoveType::Exchange | MoveType::Special(_, Modes::SWAP | Modes::SWAP_ENEMY) => Part::Swap,
            MoveType::Drop => Part::Drop,
            _ => Part::Move,
        }
    }
}

impl<L: Layout> Pos<L> {
    /// The number of moves of the turn that have been made.
    #[inline]
    pub(crate) fn parts_made(&self, core: &Core<L>) -> u8 {
        if L::RICH && core.turns.is_some() {
            core.turn_length(self.side_to_move, self.fullmove)
                .saturating_sub(self.left)
        } else {
            0
        }
    }

    /// The part of the turn that the next move plays.
    pub(crate) fn part(&self, rule: &TurnRule) -> Part {
        let made = rule
            .length(self.side_to_move, self.fullmove)
            .saturating_sub(self.left);
        rule.part(self.side_to_move, self.fullmove, made)
    }

    /// Whether the side to move passes when it has no move for the rest of its turn.
    pub(crate) fn may_rest(&self, core: &Core<L>) -> bool {
        let Some(rule) = &core.turns else {
            return false;
        };
        L::RICH && rule.may_rest(self.side_to_move, self.fullmove, self.parts_made(core))
    }

    /// Leaves out the parts before one of a given kind that is about to be made: they are
    /// impossible.
    pub(crate) fn skip_to(&mut self, core: &Core<L>, kind: Part) {
        let Some(rule) = kinds_of_moves(core) else {
            return;
        };
        let left = self.left;
        let length = rule.length(self.side_to_move, self.fullmove);
        let asked = |left: &u8| rule.part(self.side_to_move, self.fullmove, length.saturating_sub(*left));
        let fits = (1..=left).rev().find(|left| rule.suits(asked(left), kind));
        self.set_left(core, fits.unwrap_or(left));
    }

    /// The side that made the last move.
    #[inline]
    pub(crate) fn last_mover(&self, core: &Core<L>) -> Side {
        if self.parts_made(core) > 0 || self.chain.continuation().is_some() {
            self.side_to_move
        } else {
            self.side_to_move.previous()
        }
    }

    /// The square of the piece that has passed an exposed square, or [`NONE`].
    #[inline(always)]
    pub(crate) fn victim_at(&self, middle: Square) -> Square {
        let mut pairs = self.passed_squares.pairs().iter();
        pairs
            .find(|&&(square, _)| square == middle)
            .map_or(self.en_passant_victim, |&(_, victim)| victim)
    }

    /// The squares on which a piece can be captured en passant.
    pub(crate) fn exposed_by(&self, victim: Square) -> L::B {
        let pairs = self.passed_squares.pairs();
        if pairs.is_empty() {
            return if self.en_passant_victim == victim {
                self.en_passant_squares
            } else {
                L::B::EMPTY
            };
        }
        let own = pairs.iter().filter(|&&(_, other)| other == victim);
        union(own, |&(middle, _)| L::B::bit(middle))
    }

    /// Sets the number of moves left in the turn, the next one included.
    pub(crate) fn set_left(&mut self, core: &Core<L>, left: u8) {
        self.hash ^= core.keys.left(self.left) ^ core.keys.left(left);
        self.left = left;
    }

    /// Gives the turn to the next side.
    #[inline(always)]
    pub(crate) fn hand_over(&mut self, core: &Core<L>) {
        if self.side_to_move == Side::Black {
            if L::RICH && core.program.period > 1 {
                let (phase, keys) = (|number| core.program.phase(number), &core.keys);
                self.hash ^=
                    keys.phase(phase(self.fullmove)) ^ keys.phase(phase(self.fullmove.saturating_add(1)));
            }
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.side_to_move = self.side_to_move.next();
        self.hash ^= core.keys.turn;
    }

    /// Continues the turn of a side, or gives the turn to the other side. `ended` says whether
    /// something has ended the turn.
    pub(crate) fn end_part(&mut self, core: &Core<L>, ended: bool) {
        if self.left > 1 && !ended {
            self.set_left(core, self.left - 1);
            return;
        }
        self.hand_over(core);
        self.set_left(core, core.turn_length(self.side_to_move, self.fullmove));
        // Squares that the side to move exposed earlier can no longer be captured on.
        let own = self.sides[self.side_to_move.index()];
        self.keep_en_passant(core, |_, victim| !own.has(victim));
    }

    /// Exposes again the squares that were exposed before a move and still are. Those exposed by
    /// the mover in this turn stay exposed as long as the piece stays. Those exposed by the
    /// opponent stay exposed for the next move of the turn, and only if the last one captured en
    /// passant.
    pub(crate) fn keep_earlier(&mut self, core: &Core<L>, mv: Move, before: &Self) {
        // From now on only the passed squares give the piece.
        self.en_passant_victim = NONE;
        if before.en_passant_squares.is_empty() {
            return;
        }
        let own = before.sides[before.side_to_move.index()];
        let castled: [Square; 4] = match mv.move_type {
            MoveType::Castle(index) => {
                let castle = &core.castling.all[usize::from(index)];
                [castle.king_from, castle.king_to, castle.rook_from, castle.rook_to]
            }
            _ => [NONE; 4],
        };
        let stays = |square: Square| {
            let at = usize::from(square);
            self.board.as_ref()[at] == before.board.as_ref()[at]
                && square != mv.from
                && square != mv.to
                && !castled.contains(&square)
        };
        let again = mv.is_en_passant();
        let mut passed_squares = before.passed_squares;
        passed_squares.retain(|middle, victim| {
            (own.has(victim) || again) && stays(victim) && !self.closed().has(middle)
        });
        for &(middle, victim) in self.passed_squares.pairs() {
            passed_squares.add(middle, victim);
        }
        self.passed_squares = passed_squares;
        self.keep_en_passant(core, |_, _| true);
    }

    /// Forgets the exposed squares that `keep` rejects.
    pub(crate) fn keep_en_passant(&mut self, core: &Core<L>, keep: impl Fn(Square, Square) -> bool) {
        self.passed_squares.retain(keep);
        let exposed = self.passed_squares.pairs().iter();
        let exposed = union(exposed, |&(middle, _)| L::B::bit(middle));
        self.hash ^= core.keys.exposed(self.en_passant_squares) ^ core.keys.exposed(exposed);
        self.en_passant_squares = exposed;
    }

    /// Forgets the squares that pieces have passed, unless `keep` accepts the piece.
    pub(crate) fn forget_passed(&mut self, core: &Core<L>, keep: impl Fn(Square) -> bool) {
        if core.tracks_passers {
            self.keep_en_passant(core, |_, victim| keep(victim));
        } else if !self.en_passant_squares.is_empty() && !keep(self.en_passant_victim) {
            self.clear_en_passant(core);
        }
    }

    /// Exposes further squares that a piece has passed.
    pub(crate) fn expose_too(&mut self, core: &Core<L>, squares: L::B, victim: Square) {
        for middle in squares.squares() {
            self.passed_squares.add(middle, victim);
        }
        self.en_passant_victim = victim;
        self.keep_en_passant(core, |_, _| true);
    }
}

/// The next possible part of a turn, if turns ask for parts. Also whether it is the last that can
/// be asked for: then a pass may replace it. A part that is impossible is left out. `is_possible`
/// is called with a position in which a part is next, the part, and whether it is the last.
pub(crate) fn next_part<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    rule: &TurnRule,
    mut is_possible: impl FnMut(&Pos<L>, Part, bool) -> bool,
) -> (Part, bool) {
    let mut at = *pos;
    loop {
        let asked = at.part(rule);
        let last = asked == Part::Move || at.left <= 1 || rule.leaves_none_out();
        if is_possible(&at, asked, last) || last {
            return (asked, last);
        }
        at.set_left(core, at.left - 1);
    }
}
