//! Generation of legal moves, as sets of targets.

mod castling;
mod choices;
mod drops;
mod en_passant;
mod exchange;
mod gates;
mod guard;
mod plain;
mod promotion;
mod royals;
mod shots;
mod sink;
mod special;
mod walls;

use choices::Choosing;
pub(crate) use guard::Guard;
pub(crate) use sink::{Count, List, Sink};
use walls::Walling;

use super::core::{Core, Mover, Shape, WallRule};
use super::layout::Layout;
use super::legality::Safety;
use super::position::{Move, Pos};
use super::powers::Powers;
use crate::board::{Bits, Square};
use crate::rules::{Pass, Side};
use std::cell::Cell;

impl<L: Layout> Core<L> {
    /// Generates all legal moves. The position must not be decided by a goal.
    pub(crate) fn generate<S: Sink<L>>(&self, pos: &Pos<L>, sink: &mut S) {
        if L::RICH
            && let Some(rule) = &self.walls
        {
            return self.with_walls(pos, rule, sink);
        }
        if L::RICH && self.has_gates() {
            return self.with_gates(pos, sink);
        }
        if L::RICH && self.program.chooses.is_some() {
            return self.with_choices(pos, sink);
        }
        if self.moves(pos, false, sink) != Bound::Drop {
            self.passes(pos, sink);
        }
    }

    /// Generates all legal moves with the squares that they choose.
    #[inline(never)]
    fn with_choices<S: Sink<L>>(&self, pos: &Pos<L>, sink: &mut S) {
        let mut choosing = Choosing {
            core: self,
            pos,
            judged: self.choices_matter(pos),
            sink,
        };
        if self.moves(pos, false, &mut choosing) != Bound::Drop {
            self.passes(pos, sink);
        }
    }

    /// Generates all legal moves with the walls that they put, or besides them.
    #[inline(never)]
    fn with_walls<S: Sink<L>>(&self, pos: &Pos<L>, rule: &WallRule<L>, sink: &mut S) {
        if rule.instead {
            // What must be captured or dropped comes before any wall.
            let bound = self.moves(pos, false, sink);
            if bound == Bound::Nothing {
                self.only_walls(pos, rule, sink);
            }
            if bound != Bound::Drop {
                self.passes(pos, sink);
            }
            return;
        }
        let judged = self.choices_matter(pos);
        let mut walling = Walling {
            core: self,
            pos,
            rule,
            judged,
            sink,
        };
        if self.moves(pos, judged, &mut walling) != Bound::Drop {
            self.passes(pos, sink);
        }
    }

    /// Generates moves without walls; if walls are still to come that may make them legal, also those that leave royals
    /// attacked. Returns what the side is bound to.
    #[inline(always)]
    fn moves<S: Sink<L>>(&self, pos: &Pos<L>, walls_to_come: bool, sink: &mut S) -> Bound {
        let us = pos.turn;
        let (powers, theirs) = self.powers_to_move(pos);
        let mut safety = Safety::new(pos.royals(self, us), theirs);
        self.safety(pos, us, &mut safety);
        if L::RICH && walls_to_come {
            safety.make_all = true;
            safety.later = true;
        }
        let generator = |captures: bool, quiets: bool| Generator {
            core: self,
            pos,
            safety: &safety,
            powers: &powers,
            us,
            captures: captures && self.restrictions.captures[us.index()],
            shoots: captures,
            quiets,
            only: !L::B::EMPTY,
            aim: None,
            barred: L::B::EMPTY,
            danger: Cell::new(None),
        };
        if L::RICH && self.must_drop[us.index()] {
            generator(false, true).drops(true, sink);
            if !sink.is_empty() {
                return Bound::Drop;
            }
        }
        let must_capture = self.restrictions.must_capture[us.index()];
        if must_capture {
            generator(true, false).all(sink);
            if !sink.is_empty() {
                return Bound::Capture;
            }
        }
        generator(!must_capture, true).all(sink);
        if L::RICH && self.has_hands {
            generator(false, true).drops(false, sink);
        }
        Bound::Nothing
    }

    /// The pass, where there is one.
    #[inline(always)]
    fn passes<S: Sink<L>>(&self, pos: &Pos<L>, sink: &mut S) {
        self.ruled_passes(pos, sink);
        // Who has no move for the rest of his turn is done with it.
        if L::RICH && pos.parts_made(self) > 0 && sink.is_empty() {
            sink.one(Move::PASS);
        }
    }

    /// The pass, where the rules have one.
    #[inline(always)]
    fn ruled_passes<S: Sink<L>>(&self, pos: &Pos<L>, sink: &mut S) {
        let us = pos.turn;
        match self.restrictions.pass[us.index()] {
            Pass::Never => {}
            Pass::Forced => {
                if sink.is_empty() && !self.is_mated_if_stuck(pos) && self.attacked_royals(pos, us) > 0 {
                    sink.one(Move::PASS);
                }
            }
            Pass::Stuck => {
                if sink.is_empty() && self.is_legal_by_making(pos, Move::PASS) {
                    sink.one(Move::PASS);
                }
            }
            Pass::Allowed => {
                if self.is_legal_by_making(pos, Move::PASS) {
                    sink.one(Move::PASS);
                }
            }
        }
    }
}

/// What a side must do as long as it can.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Whatever it likes.
    Nothing,
    /// Capture something; it may pass all the same, where that is allowed.
    Capture,
    /// Drop something.
    Drop,
}

/// Where plain moves may end.
#[derive(Clone, Copy)]
struct Ends<B> {
    captures: B,
    quiets: B,
}

impl<B: Bits> Ends<B> {
    #[inline(always)]
    fn both(&self) -> B {
        self.captures | self.quiets
    }
}

pub(super) struct Generator<'a, L: Layout> {
    pub(super) core: &'a Core<L>,
    pub(super) pos: &'a Pos<L>,
    pub(super) safety: &'a Safety<L>,
    /// The powers of the side to move.
    powers: &'a Powers<L>,
    pub(super) us: Side,
    captures: bool,
    /// Whether shots are made, also where nothing may be captured.
    shoots: bool,
    quiets: bool,
    /// In rich layouts: the only pieces whose moves are wanted.
    only: L::B,
    /// In rich layouts: the royal that plain moves must be able to take by what follows from them, if no others are wanted.
    aim: Option<Square>,
    /// In full layouts: pieces that can be neither captured nor changed places with.
    barred: L::B,
    /// What [`Self::danger`] has found.
    danger: Cell<Option<L::B>>,
}

impl<L: Layout> Generator<'_, L> {
    /// Whether a move is legal, found out by making it.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        (L::RICH && (self.safety.untested || self.safety.later || self.is_chosen_after(mv)))
            || self.core.is_legal_by_making(self.pos, mv)
    }

    /// Whether a move is tested with each square that it may choose.
    #[inline(always)]
    fn is_chosen_after(&self, mv: Move) -> bool {
        self.core.program.chooses.is_some() && self.core.may_choose(self.pos, mv)
    }

    /// Enemies that can be captured.
    #[inline(always)]
    pub(super) fn theirs(&self) -> L::B {
        let theirs = self.pos.sides[self.us.other().index()];
        if L::FULL { theirs & !self.barred } else { theirs }
    }

    #[inline(always)]
    pub(super) fn all<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let ours = pos.sides[us.index()];
        let ends = Ends {
            captures: if self.captures { self.theirs() } else { L::B::EMPTY },
            quiets: if self.quiets {
                !pos.occupancy()
            } else {
                L::B::EMPTY
            },
        };
        let simple = !core.is_rich() && self.safety.simple;
        // Where pieces that are on no line may go.
        let mask = ends.both() & self.safety.allowed;
        for mover in &core.movers[us.index()] {
            let mut pieces = pos.kind(mover.kind) & ours;
            if core.is_rich() {
                pieces &= self.powers.has(mover.when);
            }
            if L::RICH {
                pieces &= self.only;
            }
            if pieces.is_empty() {
                continue;
            }
            let mut ends = ends;
            if core.is_rich() && mover.prey != u64::MAX {
                ends.captures &= core.of_kinds(pos, mover.prey);
                if mover.hunter {
                    self.hunt(mover, pieces, ends.captures, sink);
                    continue;
                }
            }
            if core.is_rich() && core.bears(mover.kind) {
                for from in pieces.squares() {
                    let targets = self.taken_over(mover, from, ends.captures, ends.quiets);
                    self.plain(mover, from, targets, sink);
                }
            } else if simple && mover.calm {
                self.calm(mover, pieces, ends.both(), mask, sink);
            } else {
                self.by_shape(mover, pieces, ends, sink);
            }
            self.rest(mover, pieces, sink);
            if L::RICH && sink.is_full() {
                return;
            }
        }
        if self.quiets && pos.castling.meets(core.castling_of[us.index()]) {
            self.castling(sink);
        }
        if core.is_rich() && core.has_shots() && self.shoots {
            self.shots(sink);
        }
    }

    /// Plain moves of leapers or riders that lines judge and that never promote: those on no line may go wherever the mask allows.
    #[inline(always)]
    fn calm<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, ends: L::B, mask: L::B, sink: &mut S) {
        let free = !self.safety.on_line;
        match &mover.ray_both {
            None => {
                for from in (pieces & free).squares() {
                    sink.targets(from, mover.leap_both[usize::from(from)] & mask);
                }
            }
            Some(rays) => {
                let (pool, occupancy) = (&self.core.pool, self.pos.occupancy());
                for from in (pieces & free).squares() {
                    sink.targets(from, rays.targets(pool, from, occupancy) & mask);
                }
            }
        }
        for from in (pieces & !free).squares() {
            sink.targets(from, self.on_line(mover, from, ends));
        }
    }

    /// Plain moves of all pieces of a kind.
    #[inline(always)]
    fn by_shape<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, ends: Ends<L::B>, sink: &mut S) {
        match mover.shape {
            Shape::Leaper => {
                for from in pieces.squares() {
                    let targets = mover.leap_both[usize::from(from)] & ends.both();
                    self.plain(mover, from, targets, sink);
                }
            }
            Shape::Rider => {
                let Some(rays) = &mover.ray_both else { return };
                let occupancy = self.pos.occupancy();
                for from in pieces.squares() {
                    let targets = rays.targets(&self.core.pool, from, occupancy) & ends.both();
                    self.plain(mover, from, targets, sink);
                }
            }
            Shape::Jumper => self.jumps(mover, pieces, ends.captures, ends.quiets, sink),
            Shape::General => {
                for from in pieces.squares() {
                    let targets = self.general(mover, from, ends.captures, ends.quiets);
                    self.plain(mover, from, targets, sink);
                }
            }
        }
    }
}
