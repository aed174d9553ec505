//! A position as one flat value, and the moves that lead from one to the next.

use super::core::{Core, NONE};
use super::goals::Scene;
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
    /// Pieces by what they carry; none in plain layouts.
    pub(crate) tags: L::Tags,
    /// Squares exposed to en passant by the last move.
    pub(crate) exposed: L::B,
    /// Pieces that stand where they started and have not moved; only kept if the rules ask.
    pub(crate) unmoved: L::B,
    /// Towers, marks, pools and open decisions; nothing but in full layouts.
    pub(crate) beyond: L::Beyond,
    /// Hash of everything but the clocks and `beyond`.
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
    /// An ordinary move; captures whatever is on the target.
    Plain,
    /// Captures en passant.
    EnPassant,
    /// Castles; the index into `Core::castlings`.
    Castle(u8),
    /// Goes by a special path: its index in the list of the piece on `from`, and the mode in which it ends.
    Special(u16, crate::rules::Modes),
    /// Becomes another piece where it stands.
    InPlace,
    /// Changes places with the piece on `to`, wherever that is.
    Exchange,
    /// Removes the enemy on `to` from afar.
    Shot,
    /// Removes the enemy that has passed `to` from afar.
    ShotInPassing,
    /// Removes all enemies against which the weapon is effective.
    Volley(u8),
    /// Nothing.
    Pass,
    /// An action of a mechanic: its index in the position's list of actions.
    Listed(u16),
}

impl Deed {
    /// Whether a weapon is fired.
    pub(crate) const fn fires(self) -> bool {
        matches!(self, Self::Shot | Self::ShotInPassing | Self::Volley(_))
    }
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
        matches!(
            self.deed,
            Deed::EnPassant | Deed::ShotInPassing | Deed::Special(_, Modes::EN_PASSANT)
        )
    }

    /// Whether it is a castling move.
    pub fn is_castling(&self) -> bool {
        matches!(self.deed, Deed::Castle(_))
    }

    /// Whether it captures from where the piece stands, with a weapon.
    pub fn is_shot(&self) -> bool {
        matches!(self.deed, Deed::Shot | Deed::ShotInPassing | Deed::Volley(_))
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
            tags: L::NO_TAGS,
            exposed: L::B::EMPTY,
            unmoved: L::B::EMPTY,
            beyond: L::NOTHING_BEYOND,
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

    /// What goals look at.
    #[inline]
    pub(super) fn scene(&self) -> Scene<'_, L::B> {
        Scene {
            kinds: self.kinds.as_ref(),
            sides: self.sides,
            turn: self.turn,
            checks: self.checks,
        }
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
        if L::RICH
            && let Some(tagging) = &core.tagging
        {
            self.add_tags(core, square, tagging.natural[usize::from(kind)]);
        }
    }

    /// What the piece on a square carries, as bits.
    #[inline]
    pub(crate) fn tags_on(&self, square: Square) -> u8 {
        let tags = self.tags.as_ref().iter().enumerate();
        tags.fold(0, |mask, (i, set)| mask | u8::from(set.has(square)) << i)
    }

    /// The piece on a square carries more.
    #[inline]
    pub(crate) fn add_tags(&mut self, core: &Core<L>, square: Square, mask: u8) {
        let new = mask & !self.tags_on(square);
        self.flip_tags(core, square, new);
    }

    #[inline]
    fn flip_tags(&mut self, core: &Core<L>, square: Square, mask: u8) {
        let mut rest = mask;
        while rest != 0 {
            let tag = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.tags.as_mut()[tag] ^= L::B::bit(square);
            self.hash ^= core.keys.tag(tag, square);
        }
    }

    /// Puts a piece that carries something.
    #[inline(always)]
    fn put_with(&mut self, core: &Core<L>, kind: u8, side: Side, square: Square, tags: u8) {
        self.put(core, kind, side, square);
        if L::RICH
            && let Some(tagging) = &core.tagging
        {
            self.add_tags(core, square, tags & !tagging.leaves[usize::from(kind)]);
        }
    }

    /// What the piece on a square carries, where anything can be carried.
    #[inline(always)]
    fn carried(&self, core: &Core<L>, square: Square) -> u8 {
        if L::RICH && core.tagging.is_some() {
            self.tags_on(square)
        } else {
            0
        }
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
        if L::RICH && core.tagging.is_some() {
            self.flip_tags(core, square, self.tags_on(square));
        }
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
        for (tag, set) in self.tags.as_ref().iter().enumerate() {
            hash = set
                .squares()
                .fold(hash, |hash, square| hash ^ keys.tag(tag, square));
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
            next.special(core, mv, us, self);
        }
        if L::RICH {
            next.aftermath(core, mv, us, self);
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
        let tags = self.carried(core, mv.from);
        let captured = self.remove(core, mv.to);
        self.remove(core, mv.from);
        let becomes = if mv.promotion == NONE { kind } else { mv.promotion };
        self.put_with(core, becomes, us, mv.to, tags);
        if self.castling != 0 {
            self.lose_rights(
                core,
                core.castling_loss[usize::from(mv.from)] | core.castling_loss[usize::from(mv.to)],
            );
        }
        if captured || core.resets[us.index()] >> kind & 1 == 1 {
            self.halfmove = 0;
        }
        if core.uses_initial {
            self.touch(core, L::B::bit(mv.from) | L::B::bit(mv.to));
        }
        if !captured && core.exposers[us.index()] >> kind & 1 == 1 {
            let Some(mover) = core.mover(us, kind) else { return };
            let exposed = mover.exposes[usize::from(mv.from)]
                .iter()
                .find(|(to, _)| *to == mv.to);
            if let Some(&(_, squares)) = exposed {
                self.expose(core, squares, mv.to);
            }
        }
    }

    fn special(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
        if mv.deed == Deed::Pass {
            return;
        }
        let victim = before.victim;
        let mut touched = L::B::EMPTY;
        let mut resets = self
            .piece(mv.from)
            .and_then(|(kind, _)| core.mover(us, kind))
            .is_some_and(|m| m.resets_clock);
        match mv.deed {
            Deed::Plain | Deed::Pass | Deed::Listed(_) => {}
            Deed::EnPassant => {
                touched |= L::B::bit(victim);
                self.remove(core, victim);
                touched |= self.carry(core, mv, us);
                resets = true;
            }
            Deed::Castle(index) => {
                let castle = &core.castlings[usize::from(index)];
                let tags = [castle.king_from, castle.rook_from].map(|s| self.carried(core, s));
                self.remove(core, castle.king_from);
                self.remove(core, castle.rook_from);
                self.put_with(core, castle.king, us, castle.king_to, tags[0]);
                self.put_with(core, castle.rook, us, castle.rook_to, tags[1]);
                for square in [castle.king_from, castle.king_to, castle.rook_from, castle.rook_to] {
                    touched |= L::B::bit(square);
                }
            }
            Deed::InPlace => {
                let tags = self.carried(core, mv.from);
                self.remove(core, mv.from);
                self.put_with(core, mv.promotion, us, mv.from, tags);
                touched |= L::B::bit(mv.from);
            }
            Deed::Exchange => touched |= self.exchange(core, mv, us),
            Deed::Shot | Deed::ShotInPassing | Deed::Volley(_) => {
                for square in core.victims(before, mv).squares() {
                    touched |= L::B::bit(square);
                    resets |= self.remove(core, square);
                }
            }
            Deed::Special(index, mode) => {
                let Some(path) = core.special(before, mv.from, index) else {
                    return;
                };
                for &square in &path.captures {
                    touched |= L::B::bit(square);
                    resets |= self.remove(core, square);
                }
                if mode == Modes::SWAP {
                    touched |= self.exchange(core, mv, us);
                } else if path.rifle {
                    touched |= L::B::bit(mv.to);
                    resets |= self.remove(core, mv.to);
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
            let tags = self.carried(core, mv.from);
            self.remove(core, mv.from);
            self.put_with(
                core,
                if mv.promotion == NONE { kind } else { mv.promotion },
                us,
                mv.to,
                tags,
            );
        }
        L::B::bit(mv.from) | L::B::bit(mv.to)
    }

    /// Two pieces of the mover change places. Returns their squares.
    fn exchange(&mut self, core: &Core<L>, mv: Move, us: Side) -> L::B {
        let squares = [mv.from, mv.to];
        let pieces = squares.map(|s| (self.piece(s), self.carried(core, s)));
        for square in squares {
            self.remove(core, square);
        }
        for (square, (piece, tags)) in [mv.to, mv.from].into_iter().zip(pieces) {
            if let Some((kind, _)) = piece {
                self.put_with(core, kind, us, square, tags);
            }
        }
        L::B::bit(mv.from) | L::B::bit(mv.to)
    }

    /// What follows from a move besides what it does itself.
    #[inline]
    fn aftermath(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
        let them = us.other().index();
        if let Some(tagging) = &core.tagging {
            self.take_over(core, tagging, mv, us, before);
        }
        if let Some(blast) = &core.blast
            && self.occupancy().count() < before.occupancy().count()
        {
            let mut hit = blast.area[us.index()][usize::from(mv.to)] & !core.of_kinds(self, blast.spared);
            hit = (hit | L::B::bit(mv.to)) & self.occupancy();
            for square in hit.squares() {
                self.remove(core, square);
                self.lose_rights(core, core.castling_loss[usize::from(square)]);
            }
            if core.uses_initial {
                self.touch(core, hit);
            }
        }
        if core.converts {
            let (own, theirs) = (before.sides[us.index()], self.sides[them]);
            let mut entered = self.sides[us.index()] & !own;
            if mv.deed != Deed::Pass && !mv.deed.fires() {
                entered |= L::B::bit(mv.to) & self.sides[us.index()];
            }
            if matches!(mv.deed, Deed::Exchange | Deed::Special(_, Modes::SWAP)) {
                entered |= L::B::bit(mv.from);
            }
            let mut hit = L::B::EMPTY;
            for square in entered.squares() {
                hit |= core.capture_targets(self, square) & theirs;
            }
            for square in hit.squares() {
                let tags = self.carried(core, square);
                if let Some((kind, _)) = self
                    .piece(square)
                    .filter(|&(kind, _)| core.can_join(us, kind, square))
                {
                    self.remove(core, square);
                    self.put_with(core, kind, us, square, tags);
                    self.lose_rights(core, core.castling_loss[usize::from(square)]);
                }
            }
            if core.uses_initial {
                self.touch(core, hit);
            }
        }
    }

    /// A piece that has captured takes over what its victims carried and left.
    pub(crate) fn take_over(
        &mut self,
        core: &Core<L>,
        tagging: &super::core::Tagging,
        mv: Move,
        us: Side,
        before: &Self,
    ) {
        let captured = before.sides[us.other().index()] & !self.sides[us.other().index()];
        if captured.is_empty() {
            return;
        }
        let fired = mv.deed.fires();
        let square = if fired || !self.sides[us.index()].has(mv.to) {
            mv.from
        } else {
            mv.to
        };
        let Some((kind, _)) = before.piece(mv.from) else {
            return;
        };
        if !fired && tagging.takers >> kind & 1 == 0 {
            return;
        }
        let mut gained = 0;
        for victim in captured.squares() {
            gained |= before.tags_on(victim);
            if let Some((kind, _)) = before.piece(victim) {
                gained |= tagging.leaves[usize::from(kind)];
            }
        }
        if let Some((kind, _)) = self.piece(square) {
            self.add_tags(core, square, gained & !tagging.leaves[usize::from(kind)]);
        }
    }

    #[inline(always)]
    pub(crate) fn lose_rights(&mut self, core: &Core<L>, rights: u16) {
        let lost = self.castling & rights;
        if lost != 0 {
            self.hash ^= core.keys.castling(lost);
            self.castling ^= lost;
        }
    }

    pub(crate) fn expose(&mut self, core: &Core<L>, squares: L::B, victim: Square) {
        self.exposed = squares;
        self.victim = victim;
        self.hash ^= core.keys.exposed(squares);
    }

    /// Nothing can be captured en passant any more.
    pub(crate) fn unexpose(&mut self, core: &Core<L>) {
        if !self.exposed.is_empty() {
            self.hash ^= core.keys.exposed(self.exposed);
            self.exposed = L::B::EMPTY;
        }
        self.victim = NONE;
    }

    pub(crate) fn touch(&mut self, core: &Core<L>, squares: L::B) {
        let moved = self.unmoved & squares;
        self.hash ^= core.keys.unmoved(moved);
        self.unmoved ^= moved;
    }
}
