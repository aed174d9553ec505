//! The changes of a move, and whether royals are attacked after them: moves are judged so without
//! being made. Knows neither how moves are listed nor what follows from them. Plain moves are
//! judged as sets of squares instead, many at once (`legality`).

use super::attacks;
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::powers::{self, Counted, Powers};
use crate::board::Bits;
use crate::rules::Side;

/// A position after a move, as far as attacks on royals of the side that moves ask for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta<B> {
    /// The side that attacks.
    pub(crate) by: Side,
    /// The pieces that must not be attacked.
    pub(crate) royals: B,
    /// Squares on which something stands, or that are closed.
    pub(crate) occupied: B,
    /// The pieces of the attacking side.
    pub(crate) attackers: B,
    /// The piece of those that other pieces count as neighbours that has come or gone, if one has.
    pub(crate) counted: Option<Counted<B>>,
}

impl<B: Bits> Delta<B> {
    /// The position as it is, for the royals of a side.
    #[inline(always)]
    pub(crate) fn of<L: Layout<B = B>>(pos: &Pos<L>, us: Side, royals: B) -> Self {
        Self {
            by: us.other(),
            royals,
            occupied: pos.occupancy(),
            attackers: pos.sides[us.other().index()],
            counted: None,
        }
    }

    /// Pieces leave the board.
    #[inline(always)]
    pub(crate) fn without(self, squares: B) -> Self {
        Self {
            occupied: self.occupied & !squares,
            attackers: self.attackers & !squares,
            ..self
        }
    }

    /// A piece of the side that moves comes to a square, and captures what stands there.
    #[inline(always)]
    pub(crate) fn with(self, square: B) -> Self {
        Self {
            occupied: self.occupied | square,
            attackers: self.attackers & !square,
            ..self
        }
    }

    /// Whether none of the royals is attacked then, if the opponent's pieces have these powers
    /// before the change.
    pub(crate) fn leaves_safe<L: Layout<B = B>>(
        &self,
        core: &Core<L>,
        pos: &Pos<L>,
        powers: &Powers<L>,
    ) -> bool {
        let after;
        let powers = match self.counted {
            Some(counted) => {
                after = powers::powers_after(core, pos, self.by, counted);
                &after
            }
            None => powers,
        };
        let (occupied, attackers) = (self.occupied, self.attackers);
        !self
            .royals
            .squares()
            .any(|s| attacks::attacked(core, pos, self.by, s, occupied, attackers, false, powers))
    }
}
