//! Questions about positions that need not occur in any game: attacks, another piece on a square,
//! the reason why a move is impossible. Does not check that such positions are legal.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::board::{Bits, Square, U256, convert};
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::position::Pos;
use crate::engine::position::rights;
use crate::engine::powers;
use crate::mechanics::Objection;
use crate::rules::Side;

impl Variant {
    /// Whether a side attacks a square: whether [`Self::attackers`] has any.
    #[doc(hidden)]
    pub fn is_attacked(&self, position: &Position, by: Side, square: Square) -> bool {
        self.has_square(square) && ask!(self, position, |play, state| play.is_attacked(state, by, square))
    }

    /// The squares on which a side's kings end by the castlings to which the side has the right.
    #[doc(hidden)]
    pub fn castling_ends(&self, position: &Position, side: Side) -> Vec<Square> {
        flat!(self, position, |core, pos| rights::castling_ends(core, pos)
            [side.index()]
        .squares()
        .collect())
    }

    /// A position with a single piece on the board, its side to move, and nothing else. If the kind
    /// or square does not exist, the board is empty.
    #[doc(hidden)]
    pub fn lone_piece(&self, kind: usize, side: Side, square: Square) -> Position {
        if !self.has_square(square) || kind >= self.rules().pieces.len() {
            return self.with_piece(&self.lone_piece(0, side, 0), 0, None);
        }
        with_engine!(self, |play, wrap| wrap(play.lone_piece(kind, side, square)))
    }

    /// The position with a piece put on a square, or with the square emptied, whatever the rules
    /// say. The square is open then. The piece counts as moved; castling rights and clocks stay as
    /// they are. Off the board nothing is put.
    #[must_use]
    #[doc(hidden)]
    pub fn with_piece(&self, position: &Position, square: Square, piece: Option<(usize, Side)>) -> Position {
        let kinds = self.rules().pieces.len();
        if !self.has_square(square) || piece.is_some_and(|(kind, _)| kind >= kinds) {
            return position.clone();
        }
        ask!(self, position, |play, state, wrap| wrap(
            play.with_piece(state, square, piece)
        ))
    }

    /// The pieces of a side that attack a square. Each could capture a royal that stands there,
    /// pinned or not.
    #[doc(hidden)]
    pub fn attackers(&self, position: &Position, by: Side, square: Square) -> Vec<Square> {
        if !self.has_square(square) {
            return Vec::new();
        }
        ask!(self, position, |play, state| play.attackers(state, by, square))
    }

    /// The powers that the piece on a square has, by their index in the rules, each with the pieces
    /// from which it comes.
    #[doc(hidden)]
    pub fn powers(&self, position: &Position, square: Square) -> Vec<(usize, U256)> {
        if !self.has_square(square) {
            return Vec::new();
        }
        flat!(self, position, |core, pos| powers_at(core, pos, square))
    }

    /// The reason why a possible action is illegal, in a variant with hooks that take part in the
    /// game, or with `attack: turns`. `None` if the pieces cannot perform the action, or if it is
    /// legal.
    pub fn objection(&self, position: &Position, text: &str) -> Option<Objection> {
        ask!(self, position, |play, state| play.objection(state, text))
    }
}

/// [`Variant::powers`] in one layout.
fn powers_at<L: Layout>(core: &Core<L>, pos: &Pos<L>, square: Square) -> Vec<(usize, U256)> {
    let Some((kind, side)) = pos.piece(square) else {
        return Vec::new();
    };
    let mut held = Vec::new();
    for (number, power) in core.relating.powers.iter().enumerate() {
        if power.of >> kind & 1 == 0 {
            continue;
        }
        let mut causes = L::B::EMPTY;
        for relation in &power.relations {
            causes |= powers::related_to(core, pos, side, relation, square);
        }
        if !causes.is_empty() {
            held.push((number, convert(causes)));
        }
    }
    held
}
