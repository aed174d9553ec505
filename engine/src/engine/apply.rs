//! What a position is after a move.

use super::core::{Core, NONE};
use super::layout::Layout;
use super::position::{Deed, Move, Pos};
use crate::board::Bits;
use crate::rules::{Modes, Side};

impl<L: Layout> Pos<L> {
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
            next.plain(core, mv, us, self);
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
    fn plain(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
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
            let squares = core.exposed_by(before, mv);
            if !squares.is_empty() {
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
                hit |=
                    (core.capture_targets(self, square) | core.special_targets(self, square, false)) & theirs;
            }
            for square in hit.squares() {
                let tags = self.carried(core, square);
                let joins = |kind| core.can_join(us, kind, square);
                hit &= !L::B::bit(square);
                if let Some((kind, _)) = self.piece(square).filter(|&(kind, _)| joins(kind)) {
                    hit |= L::B::bit(square);
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
        let rifle = match mv.deed {
            Deed::Special(index, _) => core
                .special(before, mv.from, index)
                .is_some_and(|path| path.rifle),
            _ => false,
        };
        let fired = mv.deed.fires() || (rifle && core.arsenal.is_some());
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
}
