//! The changes of a move, and whether royals are attacked after them. Moves are judged by them
//! without being made. Knows neither how moves are listed nor their consequences. Plain moves are
//! instead judged as sets of squares, many at once (`legality`).

use super::attacks;
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::powers::{self, Counted, Powers};
use crate::board::Bits;
use crate::rules::Side;

/// A position after a move, as far as attacks on royals of the moving side depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta<B> {
    /// The side that attacks.
    pub(crate) by: Side,
    /// The pieces that must not be attacked.
    pub(crate) royals: B,
    /// Squares that are occupied or closed.
    pub(crate) occupied: B,
    /// The pieces of the attacking side.
    pub(crate) attackers: B,
    /// A piece that has come or gone and that other pieces count as a neighbour, if there is one.
    pub(crate) counted: Option<Counted<B>>,
}

impl<B: Bits> Delta<B> {
    /// The present position, for the royals of a side.
    #[inline(always)]
    pub(crate) fn of<L: Layout<B = B>>(pos: &Pos<L>, us: Side, royals: B) -> Self {
        Self {
            by: us.other(),
            royals,
            occupied: pos.occupancy(),
            attackers: pos.enemies(us),
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

    /// A piece of the moving side comes to a square, and captures any piece there.
    #[inline(always)]
    pub(crate) fn with(self, square: B) -> Self {
        Self {
            occupied: self.occupied | square,
            attackers: self.attackers & !square,
            ..self
        }
    }

    /// Whether none of the royals is attacked then. The powers are those of the opponent's pieces
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
