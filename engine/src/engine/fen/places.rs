//! The squares on which pieces can ever stand, given the start position. Does not follow games: its
//! sets may have too many squares, never too few.

use crate::board::{Bits, Square, convert, union};
use crate::engine::compiled::Mover;
use crate::engine::naming::NONE;
use crate::engine::setup::Setup;
use crate::engine::subjects::Compiled;
use crate::engine::width::{Wide, Width};
use crate::rules::{Modes, Occasion, Ruleset, Side};

impl<B: Width> Compiled<B> {
    /// Finds the squares outside the grid on which a kind of piece can never stand. No piece of the
    /// kind starts there, or moves there and keeps its kind. None becomes it there, and no castling
    /// or change of places puts one there.
    pub(crate) fn find_never(&mut self, start: &Setup) {
        let extras = self.topology.extras().fold(B::EMPTY, |set, s| set | B::bit(s));
        // A piece that becomes another kind, or is put on a square, may be anywhere.
        if extras.is_empty() || self.program.becomes || self.program.puts || self.control.is_some() {
            return;
        }
        let can = Side::each(|side| self.squares_by_kind(start, side));
        for side in Side::ALL {
            let (own, theirs) = (&can[side.index()], &can[side.other().index()]);
            // A piece that changes sides may be on any square that the other side's pieces can
            // reach.
            let joins = |kind: usize| {
                let theirs = theirs.get(kind).copied().filter(|_| self.program.flips);
                theirs.unwrap_or(B::EMPTY)
            };
            let can = own.iter().enumerate().map(|(kind, &can)| can | joins(kind));
            self.places.unreachable[side.index()] = can.map(|can| extras & !can).collect();
        }
    }

    /// By kind, the squares on which pieces of a side can come to stand; in doubt, more.
    fn squares_by_kind(&self, start: &Setup, side: Side) -> Vec<B> {
        let kinds = self.places.unreachable[side.index()].len();
        let mut can: Vec<B> = (0..kinds).map(|k| convert(start.own(side, k))).collect();
        // A piece that changes places with another comes to that one's square.
        let left =
            self.left_by_swaps(side, Modes::SWAP) | self.left_by_swaps(side.other(), Modes::SWAP_ENEMY);
        for mover in &self.moving.movers[side.index()] {
            self.add_ends(mover, &mut can);
        }
        for can in &mut can {
            *can |= left;
        }
        if let Some(tagging) = &self.tagging {
            let taken_over = self.moving.movers[side.index()].iter().filter(|m| m.tag != NONE);
            let ends = union(taken_over, |m| self.ends(m, false));
            for (kind, can) in can.iter_mut().enumerate() {
                if tagging.bearers >> kind & 1 == 1 {
                    *can |= ends;
                }
            }
        }
        for drop in &self.reserve.drops[side.index()] {
            can[usize::from(drop.kind)] |= drop.zone | drop.gate;
        }
        for castle in self.castling.all.iter().filter(|c| c.side == side) {
            can[usize::from(castle.king)] |= B::bit(castle.king_to);
            can[usize::from(castle.rook)] |= B::bit(castle.rook_to);
        }
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for mover in &self.moving.movers[side.index()] {
            for with in mover.partners.squares() {
                pairs.push((mover.kind, with));
            }
        }
        for _ in 0..kinds {
            for &(a, b) in &pairs {
                let both = can[usize::from(a)] | can[usize::from(b)];
                can[usize::from(a)] = both;
                can[usize::from(b)] = both;
            }
        }
        can
    }

    /// Adds the squares to which a piece can move, for its kind and for the kinds it becomes there.
    fn add_ends(&self, mover: &Mover<B>, can: &mut [B]) {
        let (ends, quiet) = (self.ends(mover, false), self.ends(mover, true));
        let mut stays = ends;
        for promotion in &mover.promotions {
            let must = promotion.entered() & promotion.mandatory;
            stays &= !match promotion.only {
                Occasion::Any => must,
                Occasion::Capture => must & !quiet,
                Occasion::Quiet => B::EMPTY,
            };
            for &kind in &promotion.to {
                can[usize::from(kind)] |= promotion.made(ends);
            }
        }
        can[usize::from(mover.kind)] |= stays;
    }

    /// Finds the squares on which pieces cannot be because they would have promoted there. A square
    /// is left out if the piece starts there, or if another piece becomes one there, by a
    /// promotion, a drop or a castling.
    pub(crate) fn find_stuck(&mut self, start: &Setup) {
        for side in Side::ALL {
            let late = self.restrictions.late_promotions[side.index()].happens();
            // A piece's own movement decides on which squares it must promote: a power that forbids
            // a piece to move takes promotions away.
            for kind in 0..self.places.must_have_promoted[side.index()].len() {
                let must = union(self.promotions_of(side, kind as u8), |p| p.always());
                self.places.must_have_promoted[side.index()][kind] = if late {
                    B::EMPTY
                } else {
                    // Other starts may put it there.
                    let homes = Side::each(|side| self.home[side.index()][kind]);
                    must & !convert::<Wide, B>(start.of_kinds(1 << kind) | homes[0] | homes[1])
                };
            }
            let core = &mut *self;
            let movers = &core.moving.movers[side.index()];
            let must_have_promoted = &mut core.places.must_have_promoted[side.index()];
            for mover in movers {
                for promotion in &mover.promotions {
                    for &kind in &promotion.to {
                        must_have_promoted[usize::from(kind)] &= !promotion.made(core.board);
                    }
                }
            }
            for drop in &core.reserve.drops[side.index()] {
                must_have_promoted[usize::from(drop.kind)] &= !(drop.zone | drop.gate);
            }
            // Castling promotes no piece.
            for castle in core.castling.all.iter().filter(|castle| castle.side == side) {
                for (kind, end) in [(castle.king, castle.king_to), (castle.rook, castle.rook_to)] {
                    must_have_promoted[usize::from(kind)] &= !B::bit(end);
                }
            }
        }
    }

    /// The squares from which pieces of a side may change places by their movement in a given mode.
    fn left_by_swaps(&self, side: Side, mode: Modes) -> B {
        let mut left = B::EMPTY;
        for mover in &self.moving.movers[side.index()] {
            for (from, paths) in mover.special.iter().enumerate() {
                if paths.iter().any(|path| path.modes.has(mode)) {
                    left |= B::bit(from as Square);
                }
            }
        }
        left
    }

    /// All squares on which moves, or only quiet moves, of a mover can end.
    pub(super) fn ends(&self, mover: &Mover<B>, only_quiet: bool) -> B {
        let leaps = [&mover.leap_both, &mover.leap_quiet, &mover.leap_capture];
        let rays = [&mover.ray_both, &mover.ray_quiet, &mover.ray_capture];
        let lists = if only_quiet { 2 } else { 3 };
        let mut ends = leaps[..lists]
            .iter()
            .flat_map(|l| l.iter())
            .fold(B::EMPTY, |set, squares| set | *squares);
        ends = rays[..lists]
            .iter()
            .filter_map(|r| r.as_ref())
            .fold(ends, |set, rays| set | rays.all());
        for path in mover.special.iter().flatten() {
            // If two pieces change places, either may be the one that arrives.
            ends |= if path.modes.has(Modes::SWAP) {
                self.board
            } else {
                B::bit(path.to)
            };
        }
        if !only_quiet {
            let passed = mover
                .en_passant
                .iter()
                .enumerate()
                .filter(|(_, from)| !from.is_empty());
            ends |= union(passed, |(to, _)| B::bit(to as Square));
        }
        ends
    }

    /// Reads the start squares of all pieces from the start position, and the squares that other
    /// starts give them.
    pub(crate) fn read_homes(&mut self, start: &Setup, rules: &Ruleset) {
        for side in Side::ALL {
            for kind in 0..self.home[side.index()].len() {
                self.home[side.index()][kind] = start.own(side, kind);
            }
            for (piece, square) in rules.shuffle.iter().flat_map(|s| s.places(&rules.board, side)) {
                let kind = rules.pieces.get_index_of(&piece);
                if let (Some(kind), Some(square)) = (kind, self.topology.square(&square)) {
                    self.home[side.index()][kind] |= Wide::bit(square);
                }
            }
        }
    }

    /// Finds the kinds of which positions must remember which pieces have promoted: those whose
    /// letter does not show it.
    pub(crate) fn find_marked(&mut self, rules: &Ruleset) {
        let silent = |kind: u8| {
            // Faces return to their form in the hand, whether they were dropped or changed on the
            // board.
            let shown = Side::ALL.iter().all(|side| {
                let index = usize::from(kind);
                self.faces[side.index()][index] == self.demotes[side.index()][index]
            });
            // `+F` was F before, on any square.
            let told = Side::ALL.iter().all(|&side| {
                let letter = |kind: u8| {
                    let (_, piece) = rules.pieces.get_index(kind.into())?;
                    piece.letter[side]
                };
                let before = self.demotes[side.index()][usize::from(kind)];
                letter(kind).is_none_or(|own| {
                    let low = own.without_plus();
                    low.is_some() && low == letter(before)
                })
            });
            !shown && !told
        };
        let kinds = (0..rules.pieces.len() as u8).filter(|&kind| silent(kind));
        let marked = kinds.fold(0, |set, kind| set | 1 << kind);
        self.marked &= marked;
        self.traits.carries = self.tagging.is_some() || self.marked != 0;
    }
}
