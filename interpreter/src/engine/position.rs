//! A position as one flat value, and the moves that lead from one to the next.

use super::core::{Core, NONE};
use super::layout::Layout;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};

/// A position in one layout. Copied, never changed in place, by the move generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pos<L: Layout> {
    /// Pieces of each side.
    pub(crate) sides: [L::B; 2],
    /// Pieces of each kind.
    pub(crate) kinds: L::PerKind,
    /// The piece on each square, `kind * 2 + side`, or [`NONE`].
    pub(crate) board: L::PerSquare,
    /// Squares exposed to en passant by the last move.
    pub(crate) exposed: L::B,
    /// Pieces that stand where they started and have not moved; only kept if the rules ask.
    pub(crate) unmoved: L::B,
    /// Hash of everything but the clocks.
    pub(crate) hash: u64,
    /// Castling rights, one bit for each castling of the rules.
    pub(crate) castling: u16,
    /// The square of the piece that exposed squares, or [`NONE`].
    pub(crate) victim: Square,
    pub(crate) turn: Side,
    /// Checks that each side still has to give; 0 if that is no goal.
    pub(crate) checks: [u8; 2],
    /// Plies since the last capture or move of a piece that resets the clock.
    pub(crate) halfmove: u16,
    /// Grows after Black's move.
    pub(crate) fullmove: u16,
}

/// What a move does beyond going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    /// Goes, capturing what stands there.
    Plain,
    /// Captures en passant.
    EnPassant,
    /// Castling number so many.
    Castle(u8),
    /// Special path number so many of the piece on `from`, and the mode in which it ends.
    Special(u16, crate::rules::Modes),
    /// Becomes another piece where it stands.
    InPlace,
    /// Nothing.
    Pass,
    /// Action number so many of the position's list, at the table.
    Listed(u16),
}

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The kind that it becomes, or [`NONE`].
    pub(crate) promotion: u8,
    pub(crate) deed: Deed,
}

impl Move {
    /// Where the moving piece starts.
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where it ends; for a capture without moving, what it shoots at.
    pub fn to(&self) -> Square {
        self.to
    }

    /// Whether it captures en passant.
    pub fn is_en_passant(&self) -> bool {
        matches!(self.deed, Deed::EnPassant | Deed::Special(_, Modes::EN_PASSANT))
    }

    /// Whether it is a castling move.
    pub fn is_castling(&self) -> bool {
        matches!(self.deed, Deed::Castle(_))
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.deed == Deed::Pass
    }

    pub(crate) const PASS: Self = Self {
        from: NONE,
        to: NONE,
        promotion: NONE,
        deed: Deed::Pass,
    };
}

impl<L: Layout> Pos<L> {
    pub(crate) fn empty() -> Self {
        Self {
            sides: [L::B::EMPTY; 2],
            kinds: L::NO_KINDS,
            board: L::fill(NONE),
            exposed: L::B::EMPTY,
            unmoved: L::B::EMPTY,
            hash: 0,
            castling: 0,
            victim: NONE,
            turn: Side::White,
            checks: [0; 2],
            halfmove: 0,
            fullmove: 1,
        }
    }

    #[inline(always)]
    pub(crate) fn occupancy(&self) -> L::B {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn kind(&self, kind: u8) -> L::B {
        self.kinds.as_ref()[usize::from(kind) & (L::KINDS - 1)]
    }

    /// The piece on a square: its kind and side.
    #[inline(always)]
    pub(crate) fn piece(&self, square: Square) -> Option<(u8, Side)> {
        let code = self.board.as_ref()[usize::from(square)];
        (code != NONE).then_some((code >> 1, if code & 1 == 0 { Side::White } else { Side::Black }))
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, core: &Core<L>, kind: u8, side: Side, square: Square) {
        let code = kind << 1 | side as u8;
        let bit = L::B::bit(square);
        self.board.as_mut()[usize::from(square)] = code;
        self.sides[side.index()] |= bit;
        self.kinds.as_mut()[usize::from(kind) & (L::KINDS - 1)] |= bit;
        self.hash ^= core.keys.piece(code, square);
    }

    /// Takes away what stands on a square, if anything does.
    #[inline(always)]
    pub(crate) fn remove(&mut self, core: &Core<L>, square: Square) -> bool {
        let code = self.board.as_ref()[usize::from(square)];
        if code == NONE {
            return false;
        }
        let bit = L::B::bit(square);
        self.board.as_mut()[usize::from(square)] = NONE;
        self.sides[usize::from(code & 1)] ^= bit;
        self.kinds.as_mut()[usize::from(code >> 1) & (L::KINDS - 1)] ^= bit;
        self.hash ^= core.keys.piece(code, square);
        true
    }

    /// Royal pieces of a side.
    #[inline(always)]
    pub(crate) fn royals(&self, core: &Core<L>, side: Side) -> L::B {
        let mut set = L::B::EMPTY;
        for &kind in &core.royals[side.index()] {
            set |= self.kind(kind);
        }
        set & self.sides[side.index()]
    }

    /// The hash computed from nothing.
    pub(crate) fn fresh_hash(&self, core: &Core<L>) -> u64 {
        let keys = &core.keys;
        let mut hash = keys.castling(self.castling) ^ keys.exposed(self.exposed) ^ keys.unmoved(self.unmoved);
        if self.turn == Side::Black {
            hash ^= keys.turn;
        }
        for square in self.occupancy().squares() {
            hash ^= keys.piece(self.board.as_ref()[usize::from(square)], square);
        }
        for side in Side::ALL {
            if core.check_goal[side.index()].is_some() {
                hash ^= keys.checks(side.index(), self.checks[side.index()]);
            }
        }
        hash
    }

    /// The position after a move. The move must be one that was generated for this position.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, core: &Core<L>, mv: Move) -> Self {
        let mut next = *self;
        let us = self.turn;
        let keys = &core.keys;
        if !self.exposed.is_empty() {
            next.hash ^= keys.exposed(self.exposed);
            next.exposed = L::B::EMPTY;
            next.victim = NONE;
        }
        next.halfmove = next.halfmove.saturating_add(1);
        if mv.deed == Deed::Plain {
            next.plain(core, mv, us);
        } else {
            next.special(core, mv, us, self.victim);
        }
        next.turn = us.other();
        next.hash ^= keys.turn;
        if us == Side::Black {
            next.fullmove = next.fullmove.saturating_add(1);
        }
        if core.check_goal[us.index()].is_some() && core.in_check(&next, us.other()) {
            let left = next.checks[us.index()];
            next.checks[us.index()] = left.saturating_sub(1);
            next.hash ^= keys.checks(us.index(), left) ^ keys.checks(us.index(), next.checks[us.index()]);
        }
        next
    }

    #[inline(always)]
    fn plain(&mut self, core: &Core<L>, mv: Move, us: Side) {
        let code = self.board.as_ref()[usize::from(mv.from)];
        let kind = code >> 1;
        let captured = self.remove(core, mv.to);
        self.remove(core, mv.from);
        let becomes = if mv.promotion == NONE { kind } else { mv.promotion };
        self.put(core, becomes, us, mv.to);
        self.lose_rights(
            core,
            core.castling_loss[usize::from(mv.from)] | core.castling_loss[usize::from(mv.to)],
        );
        let Some(mover) = core.mover(us, kind) else { return };
        if captured || mover.resets_clock {
            self.halfmove = 0;
        }
        if core.uses_initial {
            self.touch(core, L::B::bit(mv.from) | L::B::bit(mv.to));
        }
        if !captured && !mover.exposes.is_empty() {
            let exposed = mover.exposes[usize::from(mv.from)]
                .iter()
                .find(|(to, _)| *to == mv.to);
            if let Some(&(_, squares)) = exposed {
                self.expose(core, squares, mv.to);
            }
        }
    }

    fn special(&mut self, core: &Core<L>, mv: Move, us: Side, victim: Square) {
        let mut touched = L::B::EMPTY;
        let mut resets = self
            .piece(mv.from)
            .and_then(|(kind, _)| core.mover(us, kind))
            .is_some_and(|m| m.resets_clock);
        match mv.deed {
            Deed::Plain | Deed::Listed(_) => {}
            Deed::Pass => resets = false,
            Deed::EnPassant => {
                touched |= L::B::bit(victim);
                self.remove(core, victim);
                touched |= self.carry(core, mv, us);
                resets = true;
            }
            Deed::Castle(index) => {
                let castle = &core.castlings[usize::from(index)];
                self.remove(core, castle.king_from);
                self.remove(core, castle.rook_from);
                self.put(core, castle.king, us, castle.king_to);
                self.put(core, castle.rook, us, castle.rook_to);
                for square in [castle.king_from, castle.king_to, castle.rook_from, castle.rook_to] {
                    touched |= L::B::bit(square);
                }
            }
            Deed::InPlace => {
                self.remove(core, mv.from);
                self.put(core, mv.promotion, us, mv.from);
                touched |= L::B::bit(mv.from);
            }
            Deed::Special(index, mode) => {
                let Some(path) = core.special(us, self.piece(mv.from), mv.from, index) else {
                    return;
                };
                for &square in &path.captures {
                    touched |= L::B::bit(square);
                    resets |= self.remove(core, square);
                }
                if mode == Modes::SWAP {
                    touched |= L::B::bit(mv.from) | L::B::bit(mv.to);
                    let other = self.piece(mv.to);
                    self.remove(core, mv.to);
                    self.carry(core, mv, us);
                    if let Some((kind, side)) = other {
                        self.put(core, kind, side, mv.from);
                    }
                } else if path.rifle {
                    touched |= L::B::bit(mv.to);
                    resets |= self.remove(core, mv.to);
                    if mv.promotion != NONE {
                        self.remove(core, mv.from);
                        self.put(core, mv.promotion, us, mv.from);
                    }
                } else {
                    if mode == Modes::EN_PASSANT {
                        touched |= L::B::bit(victim);
                        resets |= self.remove(core, victim);
                    }
                    if mv.to != mv.from {
                        resets |= self.remove(core, mv.to);
                    }
                    touched |= self.carry(core, mv, us);
                }
                if mode == Modes::QUIET && !path.exposed.is_empty() {
                    self.expose(core, path.exposed, mv.to);
                }
            }
        }
        if resets {
            self.halfmove = 0;
        }
        let lost = touched
            .squares()
            .fold(0, |lost, s| lost | core.castling_loss[usize::from(s)]);
        self.lose_rights(core, lost);
        if core.uses_initial {
            self.touch(core, touched);
        }
    }

    /// Moves the piece itself, promoting it if the move says so. Returns the squares it left and entered.
    fn carry(&mut self, core: &Core<L>, mv: Move, us: Side) -> L::B {
        if let Some((kind, _)) = self.piece(mv.from) {
            self.remove(core, mv.from);
            self.put(
                core,
                if mv.promotion == NONE { kind } else { mv.promotion },
                us,
                mv.to,
            );
        }
        L::B::bit(mv.from) | L::B::bit(mv.to)
    }

    #[inline(always)]
    fn lose_rights(&mut self, core: &Core<L>, rights: u16) {
        let lost = self.castling & rights;
        if lost != 0 {
            self.hash ^= core.keys.castling(lost);
            self.castling ^= lost;
        }
    }

    fn expose(&mut self, core: &Core<L>, squares: L::B, victim: Square) {
        self.exposed = squares;
        self.victim = victim;
        self.hash ^= core.keys.exposed(squares);
    }

    fn touch(&mut self, core: &Core<L>, squares: L::B) {
        let moved = self.unmoved & squares;
        self.hash ^= core.keys.unmoved(moved);
        self.unmoved ^= moved;
    }
}
