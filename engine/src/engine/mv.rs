//! Moves: starts, ends, and other parts. A move has a meaning only in the position for which it was
//! generated; this file knows no positions.

use super::compiled::NONE;
use crate::board::Square;
use crate::rules::{Modes, Side};

/// The action of a move beyond moving from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MoveType {
    /// An ordinary move; captures any piece on the target.
    Plain,
    /// Captures en passant.
    EnPassant,
    /// Castles; the index into `Core::castlings`.
    Castle(u8),
    /// Moves along a special path: its index in the list of the piece on `from`, and the mode in
    /// which it ends.
    Special(u16, crate::rules::Modes),
    /// Becomes another piece on its square.
    InPlace,
    /// Exchanges places with the piece on `to`, wherever that is.
    Exchange,
    /// Removes the enemy on `to` from afar.
    Shot,
    /// Removes the enemy that has passed `to` from afar.
    ShotInPassing,
    /// Removes all enemies against which the shots of a tag are effective.
    Volley(u8),
    /// Comes from the hand to `from`; the kind is `promotion`.
    Drop,
    /// Moves a piece of the opponent's, which captures any piece on the target.
    Control,
    /// Only puts a wall on a square.
    Wall,
    /// Nothing.
    Pass,
    /// An action of a mechanic: its index in the position's list of actions.
    Listed(u8, u16),
}

impl MoveType {
    /// Whether it is a shot.
    pub(crate) const fn fires(self) -> bool {
        matches!(self, Self::Shot | Self::ShotInPassing | Self::Volley(_))
    }
}

/// A flag in the field for promotions: the kind comes in behind the mover instead. Kinds are less
/// than 64.
const BEHIND: u8 = 0x40;
/// The same flag for the partner of a castling.
const BEHIND_PARTNER: u8 = 0x80;

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The kind that it becomes or that comes in behind it, as [`Move::letting_in`] writes it, or
    /// [`NONE`].
    pub(crate) promotion: u8,
    /// The chosen square, on which a wall is put at the end, or an effect puts a piece; or
    /// [`NONE`].
    pub(crate) chosen: Square,
    pub(crate) move_type: MoveType,
}

impl Move {
    /// A move without a promotion.
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, move_type: MoveType) -> Self {
        Self {
            from,
            to,
            promotion: NONE,
            chosen: NONE,
            move_type,
        }
    }

    /// The same move, with a chosen square.
    #[inline(always)]
    pub(crate) const fn choosing(self, chosen: Square) -> Self {
        Self { chosen, ..self }
    }

    /// The same move, with a piece from the hand that comes to a square which the move leaves: its
    /// own start or, in a castling, the partner's.
    pub(crate) const fn letting_in(self, kind: u8, square: Square) -> Self {
        let place = if square == self.from {
            BEHIND
        } else {
            BEHIND_PARTNER
        };
        Self {
            promotion: place | kind,
            ..self
        }
    }

    /// Whether its start and its end are all that its text tells.
    #[inline(always)]
    pub(crate) fn is_told_by_ends(&self) -> bool {
        self.move_type == MoveType::Plain && self.promotion == NONE && self.chosen == NONE
    }

    /// The same move, without a promotion or a piece that it lets in.
    pub(crate) const fn plainly(self) -> Self {
        Self {
            promotion: NONE,
            ..self
        }
    }

    /// The kind that it lets in behind it, and whether that comes behind the partner of a castling.
    #[inline(always)]
    pub(crate) const fn let_in(&self) -> Option<(u8, bool)> {
        if self.promotion == NONE || self.promotion & (BEHIND | BEHIND_PARTNER) == 0 {
            return None;
        }
        let kind = self.promotion & !(BEHIND | BEHIND_PARTNER);
        Some((kind, self.promotion & BEHIND_PARTNER != 0))
    }

    /// Whether a piece comes in from the hand behind it.
    pub const fn lets_in(&self) -> bool {
        self.let_in().is_some()
    }

    /// A move that only puts a wall on a square.
    pub(crate) const fn only_wall(square: Square) -> Self {
        Self::new(square, square, MoveType::Wall).choosing(square)
    }

    /// The square on which the moving piece starts; `None` for a drop, a pass, and a wall that is
    /// put instead of a move.
    #[doc(hidden)]
    pub fn from(&self) -> Option<Square> {
        let comes_from_outside = matches!(self.move_type, MoveType::Drop | MoveType::Wall | MoveType::Pass);
        (!comes_from_outside).then_some(self.from)
    }

    /// The same as the engine stores it: the square of a drop or of a wall, and no square for a
    /// pass.
    #[doc(hidden)]
    pub fn start(&self) -> Square {
        self.from
    }

    /// The square on which it ends; for a capture without moving, the square at which it shoots. A
    /// pass has no end: see [`Move::is_pass`].
    #[doc(hidden)]
    pub fn to(&self) -> Square {
        self.to
    }

    /// Whether it captures en passant.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let takes = chess.find_move(&position, "e5d6").expect("the move is legal");
    /// assert!(takes.is_en_passant());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_en_passant(&self) -> bool {
        matches!(
            self.move_type,
            MoveType::EnPassant | MoveType::ShotInPassing | MoveType::Special(_, Modes::EN_PASSANT)
        )
    }

    /// The square that is also chosen, on which it puts a wall, or a captured or new piece.
    #[doc(hidden)]
    pub fn chosen(&self) -> Option<Square> {
        (self.chosen != NONE).then_some(self.chosen)
    }

    /// Whether it is a castling move.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castles = chess.find_move(&position, "e1g1").expect("the move is legal");
    /// assert!(castles.is_castling() && !castles.is_pass());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_castling(&self) -> bool {
        matches!(self.move_type, MoveType::Castle(_))
    }

    /// Whether it moves a piece of the opponent's.
    pub(crate) fn is_control(&self) -> bool {
        self.move_type == MoveType::Control
    }

    /// The owner of the piece that a side moves.
    pub(crate) fn owner(&self, mover: Side) -> Side {
        if self.is_control() { mover.other() } else { mover }
    }

    /// Whether it captures without moving, by one of the piece's tags.
    pub fn is_shot(&self) -> bool {
        matches!(
            self.move_type,
            MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_)
        )
    }

    /// The kind that is dropped from the hand.
    pub(crate) fn dropped(&self) -> Option<u8> {
        (self.move_type == MoveType::Drop).then_some(self.promotion)
    }

    /// The drop of a kind from the hand.
    #[inline(always)]
    pub(crate) const fn drop(kind: u8, to: Square) -> Self {
        Self {
            from: to,
            to,
            promotion: kind,
            chosen: NONE,
            move_type: MoveType::Drop,
        }
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.move_type == MoveType::Pass
    }

    pub(crate) const PASS: Self = Self {
        from: NONE,
        to: NONE,
        promotion: NONE,
        chosen: NONE,
        move_type: MoveType::Pass,
    };
}
