//! Questions of a search about a position beyond the rules: the result of an exchange, the reach of
//! pieces, and the threats after a pass. Does not search.

use super::engines::Play as _;
use super::exchange::{Footprint, Reach};
use super::{Engine, Flat, Position, Variant};
use crate::board::Square;
use crate::engine::movegen;
use crate::engine::mv::Move;
use crate::engine::plan::Plans;
use crate::rules::{BySide, Part, Side};

impl Variant {
    /// The work that is needed at most to find the legal moves.
    pub fn footprint(&self) -> Footprint {
        with_engine!(self, |play| play.footprint())
    }

    /// How the moves of each piece are judged, and which rules decide that.
    #[doc(hidden)]
    pub fn plans(&self) -> Plans {
        with_engine!(self, |play| play.plans())
    }

    /// Whether listings examine positions further ahead: whether a turn can continue, whether a
    /// check mates, which pieces are mated.
    #[doc(hidden)]
    pub fn looks_ahead(&self) -> bool {
        with_engine!(self, |play| Side::ALL
            .iter()
            .any(|&side| movegen::looks_ahead(&play.core, side)))
    }

    /// Static exchange evaluation: the gain of a legal move for its side if both then capture on
    /// its end square. Each side captures with its piece of the least value, as long as that helps.
    /// A quiet move that loses its piece gives a negative number. `values` has the value of a piece
    /// by its index in the ruleset's pieces and by side; royals should be worth more than
    /// everything else together.
    ///
    /// Pieces that stand behind others take part once the way is free. Pins, promotions by
    /// recapture and captures that end on another square are left out. `None` if captures are no
    /// mere exchanges: their effects bear on the safety of royals, or hooks take part in the game.
    ///
    /// # Panics
    /// If `values` is shorter than the list of pieces.
    pub fn static_exchange(&self, position: &Position, mv: Move, values: &[BySide<i32>]) -> Option<i32> {
        ask!(self, position, |play, state| play
            .static_exchange(state, mv, values))
    }

    /// Calls `f` with the reach of every piece on the board that moves by leaps or rides. Pieces
    /// whose steps are computed for whole ranks, as pawns' are, are left out. If hooks take part in
    /// the variant's game, it is never called.
    pub fn each_reach(&self, position: &Position, f: impl FnMut(Reach)) {
        ask!(self, position, |play, state| play.each_reach(state, f));
    }

    /// Whether the present check comes from a piece whose mates count in full.
    pub(crate) fn is_full_check(&self, position: &Position) -> bool {
        ask!(self, position, |play, state| play.is_full_check(state))
    }

    /// Whether a royal on a square would see one of a side's royals against the rules.
    pub(crate) fn is_faced(&self, position: &Position, by: Side, square: Square) -> bool {
        ask!(self, position, |play, state| play.is_faced(state, by, square))
    }

    /// The part that a legal move plays in a turn.
    #[doc(hidden)]
    pub fn part_of(&self, position: &Position, mv: Move) -> Part {
        ask!(self, position, |play, state| play.part_of(state, mv))
    }

    /// The position after a pass, whether or not the rules allow one: the other side is to move,
    /// and no square is exposed to en passant. `None` if the side to move is in check, or if hooks
    /// take part in the game. It counts as a pass if goals count those.
    pub fn pass(&self, position: &Position) -> Option<Position> {
        ask!(self, position, |play, state, wrap| play.pass(state).map(wrap))
    }
}
