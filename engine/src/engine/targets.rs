//! The squares to which pieces could move and on which they could capture, over all contents of the
//! squares and without regard to safety.

use super::compiled::{Mover, NONE, Special};
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::tables::reach;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};

impl<B: Bits> Special<B> {
    /// Whether something on one of some squares may be captured along it.
    #[inline(always)]
    fn takes(&self, squares: B) -> bool {
        squares.has(self.to) || self.captures.iter().any(|&square| squares.has(square))
    }
}

impl<L: Layout> Core<L> {
    /// The squares to which a piece can move by plain moves, legal or not.
    pub(crate) fn plain_targets(&self, pos: &Pos<L>, kind: u8, side: Side, from: Square) -> L::B {
        let here = if pos.piece(from) == Some((kind, side)) {
            self.mover_at(pos, from)
        } else {
            None
        };
        let Some(mover) = here.or_else(|| self.mover(side, kind)) else {
            return L::B::EMPTY;
        };
        let occupancy = pos.occupancy();
        let theirs = pos.sides[side.other().index()];
        let both = reach(&self.pool, (&mover.leap_both, &mover.ray_both), from, occupancy);
        let quiet = reach(&self.pool, (&mover.leap_quiet, &mover.ray_quiet), from, occupancy);
        let mut captures = self.hunted(pos, mover, self.capture_reach(mover, pos, from));
        if self.is_rich() && self.traits.filters_captures {
            for filtered in self.hunters(side, kind) {
                captures |= self.hunted(pos, filtered, self.capture_reach(filtered, pos, from));
            }
        }
        ((both | quiet) & !occupancy) | (captures & theirs)
    }

    /// Some squares without those on which a mover cannot capture what stands there.
    #[inline(always)]
    fn hunted(&self, pos: &Pos<L>, mover: &Mover<L::B>, squares: L::B) -> L::B {
        if !L::RICH || mover.capturable == u64::MAX {
            return squares;
        }
        squares & self.of_kinds(pos, mover.capturable)
    }

    /// The movers beside a kind's own, for captures of some kinds.
    fn hunters(&self, side: Side, kind: u8) -> impl Iterator<Item = &Mover<L::B>> {
        let movers = self.moving.movers[side.index()].iter();
        movers.filter(move |m| m.filtered && m.kind == kind)
    }

    /// The squares to which the piece on a square could move without a capture by a plain move,
    /// over all contents of the squares.
    pub(crate) fn quiet_reach(&self, pos: &Pos<L>, from: Square) -> L::B {
        let borrowed = self.taken_over_along(pos, from, Modes::QUIET);
        self.movers_of(pos, from).fold(borrowed, |all, mover| {
            let both = reach(
                &self.pool,
                (&mover.leap_both, &mover.ray_both),
                from,
                pos.occupancy(),
            );
            all | both
                | reach(
                    &self.pool,
                    (&mover.leap_quiet, &mover.ray_quiet),
                    from,
                    pos.occupancy(),
                )
        })
    }

    /// The targets of the piece on a square by absorbed paths that depend on more than the occupied
    /// squares, in one of the ways `QUIET` and `CAPTURE` and over all contents of the targets.
    #[inline]
    pub(crate) fn taken_over_along(&self, pos: &Pos<L>, from: Square, mode: Modes) -> L::B {
        if !self.takes_over() {
            return L::B::EMPTY;
        }
        self.borrowed_movers(pos, from).fold(L::B::EMPTY, |all, mover| {
            all | self.special_ends(pos, Some(mover), from, mode, false)
        })
    }

    /// Pieces that carry something: no other has taken over a movement.
    pub(super) fn tagged(&self, pos: &Pos<L>) -> L::B {
        let tags = self.tagging.as_ref().map_or(0, |tagging| tagging.letters.len());
        let carried = pos.tags.as_ref().iter().take(tags);
        carried.fold(L::B::EMPTY, |all, &set| all | set)
    }

    /// The movements that the piece on a square has taken over.
    pub(super) fn borrowed_movers<'a>(
        &'a self,
        pos: &'a Pos<L>,
        from: Square,
    ) -> impl Iterator<Item = &'a Mover<L::B>> {
        let side = usize::from(!pos.sides[0].has(from));
        let held = move |m: &&Mover<L::B>| m.tag != NONE && pos.tags.as_ref()[usize::from(m.tag)].has(from);
        self.moving.movers[side].iter().filter(held)
    }

    /// The squares on which the piece on a square may capture by paths that depend on more than the
    /// occupied squares, with no removal on the way: by moving, or without (`rifle`), which is not
    /// absorbed.
    pub(crate) fn special_targets(&self, pos: &Pos<L>, from: Square, rifle: bool) -> L::B {
        if rifle && !self.traits.rifles {
            return L::B::EMPTY;
        }
        let own = self.special_ends(pos, self.mover_at(pos, from), from, Modes::CAPTURE, rifle);
        if rifle {
            return own;
        }
        own | self.taken_over_along(pos, from, Modes::CAPTURE)
    }

    /// The ends, in one way, of the paths of a movement that depend on more than the occupied
    /// squares and remove nothing on the way.
    pub(crate) fn special_ends(
        &self,
        pos: &Pos<L>,
        mover: Option<&Mover<L::B>>,
        from: Square,
        mode: Modes,
        rifle: bool,
    ) -> L::B {
        let paths = mover.and_then(|m| m.special.get(usize::from(from)));
        let side = usize::from(!pos.sides[0].has(from));
        let [own, enemies] = [pos.sides[side], pos.sides[1 - side]];
        // Every piece that could be captured counts as an enemy, even if a path hops over it first.
        let is_open = |path: &Special<L::B>| {
            let turned = match mode {
                Modes::CAPTURE => own & L::B::bit(path.to),
                _ => L::B::EMPTY,
            };
            path.is_open(pos.occupancy(), own & !turned, enemies | turned)
        };
        let hits = |path: &&Special<L::B>| {
            path.rifle == rifle
                && path.captures.is_empty()
                && path.to != from
                && path.modes.has(mode)
                && path.suits(pos, mode)
                && is_open(path)
                && (!path.initial || pos.unmoved.has(from))
        };
        let open = paths.into_iter().flatten().filter(hits);
        open.fold(L::B::EMPTY, |all, path| all | L::B::bit(path.to))
    }

    /// Whether the piece on a square may change places with one of its own side by its movement.
    pub(crate) fn swaps_along(&self, pos: &Pos<L>, from: Square, to: Square) -> bool {
        if !self.traits.swaps {
            return false;
        }
        let mover = self.mover_at(pos, from);
        let Some(paths) = mover.and_then(|m| m.special.get(usize::from(from))) else {
            return false;
        };
        let side = usize::from(!pos.sides[0].has(from));
        let swaps = |path: &Special<L::B>| {
            path.to == to
                && path.modes.has(Modes::SWAP)
                && path.suits(pos, Modes::SWAP)
                && path.is_open(pos.occupancy(), pos.sides[side], pos.sides[1 - side])
                && (!path.initial || pos.unmoved.has(from))
        };
        paths.iter().any(swaps)
    }

    /// The squares on which the piece on a square could capture by a plain move, over all contents
    /// of the squares.
    pub(crate) fn capture_targets(&self, pos: &Pos<L>, from: Square) -> L::B {
        self.movers_of(pos, from).fold(L::B::EMPTY, |all, mover| {
            all | self.hunted(pos, mover, self.capture_reach(mover, pos, from))
        })
    }

    /// The squares on which the piece on a square could capture next, over all contents of the
    /// squares: by moving, and with no removal on the way.
    pub(crate) fn next_captures(&self, pos: &Pos<L>, from: Square) -> L::B {
        (self.capture_targets(pos, from) | self.special_targets(pos, from, false)) & !L::B::bit(from)
    }

    /// The same by the piece's own movement, without its powers and absorbed movements.
    pub(crate) fn captures_of(&self, pos: &Pos<L>, from: Square) -> L::B {
        let Some((kind, side)) = pos.piece(from) else {
            return L::B::EMPTY;
        };
        let Some(own) = self.mover(side, kind) else {
            return L::B::EMPTY;
        };
        let mut all = self.hunted(pos, own, self.capture_reach(own, pos, from));
        if self.traits.filters_captures {
            for mover in self.hunters(side, kind) {
                all |= self.hunted(pos, mover, self.capture_reach(mover, pos, from));
            }
        }
        if !own.special.is_empty() {
            all |= self.special_ends(pos, Some(own), from, Modes::CAPTURE, false);
        }
        all & !L::B::bit(from)
    }

    /// Whether [`Self::captures_of`] may have any of some squares; for sure not if it says no.
    #[inline(always)]
    pub(super) fn may_capture(&self, pos: &Pos<L>, from: Square, squares: L::B) -> bool {
        let code = pos.board.as_ref()[usize::from(from)];
        let side = if code & 1 == 0 { Side::White } else { Side::Black };
        let Some(mover) = self.mover(side, code >> 1) else {
            return true;
        };
        let meets = |mover: &Mover<L::B>| {
            let reach = mover.capture_mask.get(usize::from(from));
            reach.is_none_or(|most| most.meets(squares))
        };
        meets(mover)
            || (self.traits.filters_captures && self.hunters(side, code >> 1).any(meets))
            || (!mover.special.is_empty()
                && mover.special[usize::from(from)]
                    .iter()
                    .any(|path| path.takes(squares)))
    }

    /// Whether the piece on a square may capture on another one, by any move; for sure not if it
    /// says no.
    pub(super) fn may_take(&self, pos: &Pos<L>, from: Square, square: Square) -> bool {
        self.moves_oddly() || self.may_capture(pos, from, L::B::bit(square))
    }

    /// Whether pieces may go otherwise than by their own movement.
    fn moves_oddly(&self) -> bool {
        self.takes_over() || self.has_powers() || self.has_shots()
    }

    /// All ends of plain captures from a square.
    #[inline(always)]
    fn capture_reach(&self, mover: &Mover<L::B>, pos: &Pos<L>, from: Square) -> L::B {
        let both = reach(
            &self.pool,
            (&mover.leap_both, &mover.ray_both),
            from,
            pos.occupancy(),
        );
        both | reach(
            &self.pool,
            (&mover.leap_capture, &mover.ray_capture),
            from,
            pos.occupancy(),
        )
    }

    /// The squares that matter on which each of some pieces could capture next.
    pub(crate) fn attacked_next(&self, pos: &Pos<L>, by: L::B, matter: L::B) -> L::B {
        let mut all = L::B::EMPTY;
        if self.moves_oddly() {
            for square in by.squares() {
                all |= self.next_captures(pos, square);
            }
            return all;
        }
        for square in by.squares() {
            if self.may_capture(pos, square, matter) {
                all |= self.captures_of(pos, square);
            }
        }
        all
    }

    /// Whether one of some pieces could capture on a square next, over all contents of the square.
    pub(crate) fn could_capture(&self, pos: &Pos<L>, pieces: L::B, square: Square) -> bool {
        pieces
            .squares()
            .any(|from| self.next_captures(pos, from).has(square))
    }

    /// How the piece on a square moves by itself, and its absorbed movements.
    fn movers_of<'a>(&'a self, pos: &'a Pos<L>, from: Square) -> impl Iterator<Item = &'a Mover<L::B>> {
        let taken_over = self.takes_over();
        let side = usize::from(!pos.sides[0].has(from));
        let held = move |m: &&Mover<L::B>| {
            taken_over && m.tag != NONE && pos.tags.as_ref()[usize::from(m.tag)].has(from)
        };
        let kind = pos
            .piece(from)
            .map(|(kind, _)| kind)
            .filter(|_| self.traits.filters_captures);
        let beside = move |m: &&Mover<L::B>| m.filtered && Some(m.kind) == kind || held(m);
        let others = self.moving.movers[side].iter().filter(beside);
        self.mover_at(pos, from).into_iter().chain(others)
    }
}
