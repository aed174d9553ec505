//! Where pieces can come to stand at all, and where a piece that moves has just passed.

use crate::board::{Bits, Square};
use crate::engine::compiled::{Mover, NONE};
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::position::Pos;
use crate::engine::program::ChainRule;
use crate::rules::{Modes, Occasion, Ruleset, Side};

impl<L: Layout> Core<L> {
    /// Pieces that may not have moved: those that stand where one of their kind starts, or all that the position can name.
    pub(crate) fn at_home(&self, pos: &Pos<L>) -> L::B {
        if self.gates_by_file && self.has_gates {
            return self.remembered(pos);
        }
        if self.gates_by_file {
            return self.beginners(pos, Side::White) | self.beginners(pos, Side::Black);
        }
        let mut set = L::B::EMPTY;
        for side in Side::ALL {
            for (kind, home) in self.home[side.index()].iter().enumerate() {
                set |= *home & pos.kind(kind as u8) & pos.sides[side.index()];
            }
        }
        if L::RICH && self.has_gates() {
            set &= self.remembered(pos);
        }
        set
    }

    /// Where it matters whether the pieces that stand there have moved.
    fn remembered(&self, pos: &Pos<L>) -> L::B {
        let side = |side: Side| {
            let own = self.remembers[side.index()] & pos.sides[side.index()];
            if self.gates_end && !self.may_gate(pos, side) {
                L::B::EMPTY
            } else {
                own
            }
        };
        side(Side::White) | side(Side::Black)
    }

    /// Finds out which pieces can never stand on which squares outside the grid: none of the kind starts there, moves
    /// there and stays what it is, becomes it there, or is put there by castling or by changing places.
    pub(crate) fn find_never(&mut self, start: &Pos<L>) {
        let extras = self
            .topology
            .extras()
            .fold(L::B::EMPTY, |set, s| set | L::B::bit(s));
        // What becomes another kind, or is put somewhere, may be anywhere.
        if extras.is_empty() || self.program.becomes || self.program.puts || self.control.is_some() {
            return;
        }
        let can = Side::ALL.map(|side| self.squares_by_kind(start, side));
        for side in Side::ALL {
            let (own, theirs) = (&can[side.index()], &can[side.other().index()]);
            // What changes sides may be wherever the other side's can.
            let joins = |kind: usize| {
                let theirs = theirs.get(kind).copied().filter(|_| self.program.flips);
                theirs.unwrap_or(L::B::EMPTY)
            };
            let can = own.iter().enumerate().map(|(kind, &can)| can | joins(kind));
            self.never[side.index()] = can.map(|can| extras & !can).collect();
        }
    }

    /// By kind: where pieces of a side can come to stand, as far as one can see.
    fn squares_by_kind(&self, start: &Pos<L>, side: Side) -> Vec<L::B> {
        let kinds = self.never[side.index()].len();
        let mut can: Vec<L::B> = (0..kinds)
            .map(|k| start.kind(k as u8) & start.sides[side.index()])
            .collect();
        // Whatever changes places with a piece comes to where that has stood.
        let left =
            self.left_by_swaps(side, Modes::SWAP) | self.left_by_swaps(side.other(), Modes::SWAP_ENEMY);
        for mover in &self.movers[side.index()] {
            self.add_ends(mover, &mut can);
        }
        for can in &mut can {
            *can |= left;
        }
        if let Some(tagging) = &self.tagging {
            let taken_over = self.movers[side.index()].iter().filter(|m| m.tag != NONE);
            let ends = taken_over.fold(L::B::EMPTY, |set, m| set | self.ends(m, false));
            for (kind, can) in can.iter_mut().enumerate() {
                if tagging.bearers >> kind & 1 == 1 {
                    *can |= ends;
                }
            }
        }
        for drop in &self.drops[side.index()] {
            can[usize::from(drop.kind)] |= drop.zone | drop.gate;
        }
        for castle in self.castlings.iter().filter(|c| c.side == side) {
            can[usize::from(castle.king)] |= L::B::bit(castle.king_to);
            can[usize::from(castle.rook)] |= L::B::bit(castle.rook_to);
        }
        let movers = self.movers[side.index()].iter();
        let pairs = movers.flat_map(|m| m.partners.squares().map(move |with| (m.kind, with)));
        let pairs: Vec<(u8, u8)> = pairs.collect();
        for _ in 0..kinds {
            for &(a, b) in &pairs {
                let both = can[usize::from(a)] | can[usize::from(b)];
                can[usize::from(a)] = both;
                can[usize::from(b)] = both;
            }
        }
        can
    }

    /// Adds where a piece can go, as what it is and as what it becomes there.
    fn add_ends(&self, mover: &Mover<L::B>, can: &mut [L::B]) {
        let (ends, quiet) = (self.ends(mover, false), self.ends(mover, true));
        let mut stays = ends;
        for promotion in &mover.promotions {
            let must = promotion.entered() & promotion.mandatory;
            stays &= !match promotion.only {
                Occasion::Any => must,
                Occasion::Capture => must & !quiet,
                Occasion::Quiet => L::B::EMPTY,
            };
            for &kind in &promotion.to {
                can[usize::from(kind)] |= promotion.made(ends);
            }
        }
        can[usize::from(mover.kind)] |= stays;
    }

    /// Finds out where pieces cannot be since they would have promoted there, unless they start there or another piece
    /// becomes one there, by a promotion, a drop or a castling.
    pub(crate) fn find_stuck(&mut self, start: &Pos<L>) {
        for side in Side::ALL {
            let kinds = 0..self.stuck[side.index()].len();
            let late = self.restrictions.late_promotions[side.index()].happens();
            // Where it must promote its own movement says: a power that keeps a piece from moving takes promotions away.
            let must = kinds.map(|kind| {
                let promotions = self
                    .mover(side, kind as u8)
                    .into_iter()
                    .flat_map(|m| &m.promotions);
                let must = promotions.fold(L::B::EMPTY, |all, p| all | p.always());
                if late {
                    L::B::EMPTY
                } else {
                    // Other starts may put it there.
                    let homes = Side::ALL.map(|side| self.home[side.index()][kind]);
                    must & !start.kind(kind as u8) & !(homes[0] | homes[1])
                }
            });
            self.stuck[side.index()] = must.collect();
            let core = &mut **self;
            let movers = &core.movers[side.index()];
            let stuck = &mut core.stuck[side.index()];
            for promotion in movers.iter().flat_map(|m| &m.promotions) {
                for &kind in &promotion.to {
                    stuck[usize::from(kind)] &= !promotion.made(core.board);
                }
            }
            for drop in &core.drops[side.index()] {
                stuck[usize::from(drop.kind)] &= !(drop.zone | drop.gate);
            }
            // Castling promotes nobody.
            for castle in core.castlings.iter().filter(|castle| castle.side == side) {
                for (kind, end) in [(castle.king, castle.king_to), (castle.rook, castle.rook_to)] {
                    stuck[usize::from(kind)] &= !L::B::bit(end);
                }
            }
        }
    }

    /// Whether a piece on a square can become the same piece of a side: one that the side has, that is not royal, and that
    /// could stand there.
    pub(crate) fn can_join(&self, side: Side, kind: u8, square: Square) -> bool {
        let royal = self.royals.iter().any(|list| list.contains(&kind));
        !royal && self.can_be(side, kind, square)
    }

    /// Where pieces of a side may stand that change places by their movement in a way.
    fn left_by_swaps(&self, side: Side, mode: Modes) -> L::B {
        let places = self.movers[side.index()]
            .iter()
            .flat_map(|mover| mover.special.iter().enumerate());
        let swapping = places.filter(|(_, paths)| paths.iter().any(|path| path.modes.has(mode)));
        swapping.fold(L::B::EMPTY, |set, (from, _)| set | L::B::bit(from as Square))
    }

    /// Whether a side has a kind of piece and it could stand on a square.
    pub(crate) fn can_be(&self, side: Side, kind: u8, square: Square) -> bool {
        let (index, kind_index) = (side.index(), usize::from(kind));
        let not_there = self.never[index][kind_index] | self.stuck[index][kind_index];
        !self.naming.letters[index][kind_index].is_none() && !not_there.has(square)
    }

    /// All squares on which moves, or only quiet moves, of a mover can end.
    pub(super) fn ends(&self, mover: &Mover<L::B>, only_quiet: bool) -> L::B {
        let leaps = [&mover.leap_both, &mover.leap_quiet, &mover.leap_capture];
        let rays = [&mover.ray_both, &mover.ray_quiet, &mover.ray_capture];
        let lists = if only_quiet { 2 } else { 3 };
        let mut ends = leaps[..lists]
            .iter()
            .flat_map(|l| l.iter())
            .fold(L::B::EMPTY, |set, squares| set | *squares);
        ends = rays[..lists]
            .iter()
            .filter_map(|r| r.as_ref())
            .fold(ends, |set, rays| set | rays.all());
        for path in mover.special.iter().flatten() {
            // Where two pieces change places either may be the one that comes.
            ends |= if path.modes.has(Modes::SWAP) {
                self.board
            } else {
                L::B::bit(path.to)
            };
        }
        if !only_quiet {
            let passed = mover
                .en_passant
                .iter()
                .enumerate()
                .filter(|(_, from)| !from.is_empty());
            ends = passed.fold(ends, |set, (to, _)| set | L::B::bit(to as Square));
        }
        ends
    }

    /// Takes the start squares of all pieces from the start position, and from where other starts put them.
    pub(crate) fn read_homes(&mut self, start: &Pos<L>, rules: &Ruleset) {
        for side in Side::ALL {
            for kind in 0..self.home[side.index()].len() {
                self.home[side.index()][kind] = start.kind(kind as u8) & start.sides[side.index()];
            }
            for (piece, square) in rules.shuffle.iter().flat_map(|s| s.places(&rules.board, side)) {
                let kind = rules.pieces.get_index_of(&piece);
                if let (Some(kind), Some(square)) = (kind, self.topology.square(&square)) {
                    self.home[side.index()][kind] |= L::B::bit(square);
                }
            }
        }
    }

    /// Where what a side has moved last may have come from.
    fn left_by_exposers(&self, pos: &Pos<L>, side: Side) -> L::B {
        let (pieces, own) = (pos.pieces(), pos.sides[side.index()]);
        // Effects and mechanics may put something where it came from.
        if self.program.puts || (L::FULL && self.refills) {
            return self.board;
        }
        // The captor stands where its victim went on from.
        if L::RICH && self.program.chains.iter().any(ChainRule::is_of_victims) {
            return self.board & (!pieces | own);
        }
        // A piece may come in there.
        if L::RICH && self.has_gates() {
            return self.board & (!pieces | (own & self.gates[side.index()]));
        }
        if L::RICH && self.has_walls {
            return self.board & !pieces;
        }
        self.board & !pos.occupancy()
    }

    /// Every way in which the last move could have exposed squares that are `wanted`: the squares and the piece.
    pub(super) fn exposers(
        &self,
        pos: &Pos<L>,
        side: Side,
        wanted: impl Fn(L::B) -> bool,
    ) -> Vec<(L::B, Square)> {
        let (occupancy, walls) = (pos.pieces(), pos.closed());
        let mut out = Vec::new();
        let left = self.left_by_exposers(pos, side);
        for mover in &self.movers[side.index()] {
            for from in (mover.exposing & left).squares() {
                let plain = mover
                    .exposes
                    .get(usize::from(from))
                    .into_iter()
                    .flatten()
                    .copied();
                let special = mover.special.get(usize::from(from)).into_iter().flatten();
                let special = special
                    .filter(|p| !p.exposed.is_empty())
                    .map(|p| (p.to, p.exposed));
                for (to, passed) in plain.chain(special) {
                    // On a square that was closed since, or to which something has come, nothing has been exposed.
                    let mut passed = passed & !walls;
                    if self.program.puts {
                        passed &= !occupancy;
                    }
                    let entry = (passed, to);
                    // The piece may have been promoted by the same move (`EN-24`).
                    let became = |kind: u8| {
                        let promotions = mover.promotions.iter().filter(|p| p.applies(from, to, false));
                        let renamed = L::FULL && self.renames && !mover.promotions.is_empty();
                        // Or have become another by what followed from it.
                        let any = renamed || self.program.becomes;
                        any || kind == mover.kind || promotions.flat_map(|p| &p.to).any(|&k| k == kind)
                    };
                    if !passed.is_empty()
                        && wanted(passed)
                        && pos.piece(to).is_some_and(|(kind, s)| s == side && became(kind))
                        && !passed.meets(occupancy)
                        && !out.contains(&entry)
                    {
                        out.push(entry);
                    }
                }
            }
        }
        out
    }
}
