//! Powers: movements that pieces have while something is so about them.
//!
//! What may be so about a piece are facts, each a set of squares for a side. There are two kinds: a piece has more friends than
//! enemies of certain kinds next to it, or more enemies (influences); or it is attacked by, attacks or stands beside others
//! (ties). A movement says which facts must hold and which must not ([`When`]).

use super::core::{Core, Mover, Special};
use super::layout::Layout;
use super::position::{Move, Pos};
use super::ties::{How, MAX_FACTS, Tie, When};
use crate::board::{Bits, Square};
use crate::rules::Side;
use arrayvec::ArrayVec;

/// About which pieces of a side each fact holds.
#[derive(Clone, Debug)]
pub(crate) struct Powers<L: Layout> {
    facts: ArrayVec<L::B, MAX_FACTS>,
}

impl<L: Layout> Powers<L> {
    /// No powers at all.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self {
            facts: ArrayVec::new(),
        }
    }

    /// The squares of which all is so that is asked.
    #[inline(always)]
    pub(crate) fn has(&self, when: When) -> L::B {
        let mut set = !L::B::EMPTY;
        if !L::RICH {
            return set;
        }
        let mut asks = when.asks;
        while asks != 0 {
            let fact = asks.trailing_zeros() as usize;
            asks &= asks - 1;
            let squares = self.facts[fact];
            set &= if when.holds >> fact & 1 == 1 {
                squares
            } else {
                !squares
            };
        }
        set
    }
}

/// A piece that has changed its place, or two that have: what that means for influences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<B> {
    /// Squares that have been left or captured on.
    pub(crate) gone: B,
    /// The square of the piece that has come.
    pub(crate) come: B,
    /// Its kind.
    pub(crate) kind: u8,
    /// Its side.
    pub(crate) side: Side,
}

impl<L: Layout> Core<L> {
    /// How the piece on a square moves now, its neighbours considered.
    #[inline]
    pub(crate) fn mover_at(&self, pos: &Pos<L>, square: Square) -> Option<&Mover<L>> {
        let (kind, side) = pos.piece(square)?;
        if !L::RICH || !self.has_powers() {
            return self.mover(side, kind);
        }
        let index = (*self.mover_of[side.index()].get(usize::from(kind))?)?;
        let powers = self.powers(pos, side);
        let movers = self.movers[side.index()].get(index..)?;
        movers
            .iter()
            .take_while(|m| m.kind == kind)
            .find(|m| powers.has(m.when).has(square))
    }

    /// Whether a power keeps the piece on a square from moving.
    pub(crate) fn holds_still(&self, pos: &Pos<L>, square: Square) -> bool {
        !self.ties.is_empty() && self.mover_at(pos, square).is_some_and(|mover| mover.still)
    }

    /// Whether how pieces move can change with what stands around them or attacks them.
    #[inline(always)]
    pub(crate) fn has_powers(&self) -> bool {
        !self.influences.is_empty() || !self.ties.is_empty()
    }

    /// Whether how pieces of a kind move depends on their neighbours.
    fn varies(&self, side: Side, kind: u8) -> bool {
        let index = self.mover_of[side.index()]
            .get(usize::from(kind))
            .copied()
            .flatten();
        let next = index.and_then(|index| self.movers[side.index()].get(index + 1));
        next.is_some_and(|mover| mover.kind == kind)
    }

    /// The squares that a quiet move by a plain path exposes to en passant, or that another way to the same square does.
    #[inline]
    pub(crate) fn exposed_by(&self, pos: &Pos<L>, mv: Move) -> L::B {
        let Some((kind, side)) = pos.piece(mv.from) else {
            return L::B::EMPTY;
        };
        let mover = if L::RICH && self.varies(side, kind) {
            self.mover_at(pos, mv.from)
        } else {
            self.mover(side, kind)
        };
        let exposes = mover.and_then(|m| m.exposes.get(usize::from(mv.from)));
        // Another path may lead to the same end, and only that one may be open.
        let occupied = pos.occupancy() & !L::B::bit(mv.from);
        let open = |(to, squares): &&(Square, L::B)| *to == mv.to && !squares.meets(occupied);
        let plain = exposes.and_then(|list| list.iter().find(open));
        plain.map_or_else(
            || mover.map_or(L::B::EMPTY, |mover| self.exposed_besides(pos, mover, mv, side)),
            |(_, squares)| *squares,
        )
    }

    /// The squares that a special path exposes which does nothing else than a plain one.
    fn exposed_besides(&self, pos: &Pos<L>, mover: &Mover<L>, mv: Move, side: Side) -> L::B {
        let [ours, theirs] = [side, side.other()].map(|side| pos.sides[side.index()]);
        let mut paths = mover.special.get(usize::from(mv.from)).into_iter().flatten();
        let found = paths.find(|path| {
            path.exposes_only(mv.to)
                && path.is_open(pos.occupancy(), ours, theirs)
                && (!path.initial || pos.unmoved.has(mv.from))
        });
        found.map_or(L::B::EMPTY, |path| path.exposed)
    }

    /// A special path of a piece.
    pub(crate) fn special(&self, pos: &Pos<L>, from: Square, index: u16) -> Option<&Special<L>> {
        self.mover_at(pos, from)?
            .special
            .get(usize::from(from))?
            .get(usize::from(index))
    }

    /// The powers of a side's pieces.
    #[inline]
    pub(crate) fn powers(&self, pos: &Pos<L>, side: Side) -> Powers<L> {
        let nothing = Change {
            gone: L::B::EMPTY,
            come: L::B::EMPTY,
            kind: 0,
            side,
        };
        self.powers_after(pos, side, nothing)
    }

    /// The powers of the side to move, and of the other. The latter are not asked where any powers are thought of.
    #[inline]
    pub(crate) fn powers_to_move(&self, pos: &Pos<L>) -> (Powers<L>, Powers<L>) {
        if self.possible.is_some() {
            return (self.powers(pos, pos.turn), Powers::none());
        }
        let [white, black] = self.powers_of_both(pos);
        match pos.turn {
            Side::White => (white, black),
            Side::Black => (black, white),
        }
    }

    /// The powers of both sides' pieces, White's first.
    #[inline]
    pub(crate) fn powers_of_both(&self, pos: &Pos<L>) -> [Powers<L>; 2] {
        let mut both = [Powers::none(), Powers::none()];
        if !L::RICH {
            return both;
        }
        for influence in &self.influences {
            let kinds = |list: &[u8]| list.iter().fold(L::B::EMPTY, |set, &kind| set | pos.kind(kind));
            let (sources, subjects) = (kinds(&influence.by), kinds(&influence.on));
            let near = |s: Square| self.near[usize::from(s)];
            let influenced = sources.squares().fold(L::B::EMPTY, |set, s| set | near(s)) & subjects;
            let mut more = [[L::B::EMPTY; 2]; 2];
            for square in influenced.squares() {
                let around = near(square) & sources;
                let white = (around & pos.sides[0]).count();
                let black = (around & pos.sides[1]).count();
                if white != black {
                    let side = usize::from(pos.sides[1].has(square));
                    let has_more = usize::from(black > white);
                    more[side][usize::from(has_more != side)] |= L::B::bit(square);
                }
            }
            for (powers, more) in both.iter_mut().zip(more) {
                powers.facts.extend(more);
            }
        }
        for (side, powers) in Side::ALL.into_iter().zip(&mut both) {
            self.add_ties(pos, side, powers);
        }
        both
    }

    /// The powers of a side's pieces after a change.
    #[inline]
    pub(crate) fn powers_after(&self, pos: &Pos<L>, side: Side, change: Change<L::B>) -> Powers<L> {
        let mut powers = Powers::none();
        if !L::RICH {
            return powers;
        }
        for influence in &self.influences {
            let mut all = influence
                .by
                .iter()
                .fold(L::B::EMPTY, |all, &kind| all | pos.kind(kind))
                & !change.gone;
            let mut friends = all & pos.sides[side.index()];
            if influence.by.contains(&change.kind) {
                all |= change.come;
                if change.side == side {
                    friends |= change.come;
                }
            }
            let enemies = all & !friends;
            let mut more = [L::B::EMPTY; 2];
            let influenced = all
                .squares()
                .fold(L::B::EMPTY, |set, s| set | self.near[usize::from(s)]);
            let subjects = influence
                .on
                .iter()
                .fold(L::B::EMPTY, |set, &kind| set | pos.kind(kind));
            for square in (subjects & pos.sides[side.index()] & influenced).squares() {
                let near = self.near[usize::from(square)];
                let (ours, theirs) = ((near & friends).count(), (near & enemies).count());
                if ours != theirs {
                    more[usize::from(theirs > ours)] |= L::B::bit(square);
                }
            }
            powers.facts.extend(more);
        }
        self.add_ties(pos, side, &mut powers);
        powers
    }

    /// Adds about which of a side's pieces ties hold. What changes is not asked: where there are ties every move is made.
    #[inline]
    fn add_ties(&self, pos: &Pos<L>, side: Side, powers: &mut Powers<L>) {
        for tie in &self.ties {
            powers.facts.push(self.tied(pos, side, tie));
        }
    }

    /// The pieces of a side about which a tie holds.
    fn tied(&self, pos: &Pos<L>, side: Side, tie: &Tie<L>) -> L::B {
        let subjects = self.of_kinds(pos, tie.of) & pos.sides[side.index()];
        if subjects.is_empty() {
            return subjects;
        }
        match &tie.how {
            How::Attacked => {
                let others = self.others(pos, side, tie).squares();
                others.fold(L::B::EMPTY, |set, other| {
                    set | (self.captures_of(pos, other) & self.alike(pos, tie, other, subjects))
                })
            }
            How::Beside(_, Some(from)) if !tie.same => {
                let from = &from[side.index()];
                let others = self.others(pos, side, tie).squares();
                let beside = |other: Square| from[usize::from(other)] & !L::B::bit(other);
                others.fold(L::B::EMPTY, |set, other| set | beside(other)) & subjects
            }
            How::Attacks | How::Beside(..) => {
                let tied = |&square: &Square| !self.tied_to(pos, side, tie, square).is_empty();
                let pieces = subjects.squares().filter(tied);
                pieces.fold(L::B::EMPTY, |set, square| set | L::B::bit(square))
            }
        }
    }

    /// The pieces that may be the other end of a tie of a side's pieces.
    fn others(&self, pos: &Pos<L>, side: Side, tie: &Tie<L>) -> L::B {
        let mut owned = L::B::EMPTY;
        for (is_so, owner) in tie.owners.into_iter().zip([side, side.other()]) {
            if is_so {
                owned |= pos.sides[owner.index()];
            }
        }
        self.of_kinds(pos, tie.kinds) & owned
    }

    /// Those of some pieces that may have a tie with the one on a square.
    fn alike(&self, pos: &Pos<L>, tie: &Tie<L>, square: Square, pieces: L::B) -> L::B {
        let others = pieces & !L::B::bit(square);
        match pos.piece(square) {
            Some((kind, _)) if tie.same => others & pos.kind(kind),
            _ => others,
        }
    }

    /// The pieces with which the piece of a side on a square has a tie, whatever its kind.
    pub(crate) fn tied_to(&self, pos: &Pos<L>, side: Side, tie: &Tie<L>, square: Square) -> L::B {
        let others = self.alike(pos, tie, square, self.others(pos, side, tie));
        match &tie.how {
            How::Attacked => {
                let hits = |&other: &Square| self.captures_of(pos, other).has(square);
                let hitting = others.squares().filter(hits);
                hitting.fold(L::B::EMPTY, |set, other| set | L::B::bit(other))
            }
            How::Attacks => others & self.captures_of(pos, square),
            How::Beside(reach, _) => others & reach[side.index()].from(self, square, pos.occupancy()),
        }
    }

    /// Squares where a piece that comes or goes can change what a side's pieces may do.
    #[inline]
    pub(crate) fn influenced_from(&self, pos: &Pos<L>, side: Side) -> L::B {
        let mut squares = L::B::EMPTY;
        for influence in &self.influences {
            for &kind in &influence.on {
                for subject in (pos.kind(kind) & pos.sides[side.index()]).squares() {
                    squares |= self.near[usize::from(subject)];
                }
            }
        }
        squares
    }

    /// All pieces that influence others, of both sides.
    #[inline]
    pub(crate) fn sources(&self, pos: &Pos<L>) -> L::B {
        let mut sources = L::B::EMPTY;
        for influence in &self.influences {
            for &kind in &influence.by {
                sources |= pos.kind(kind);
            }
        }
        sources
    }

    /// Whether pieces of a kind influence others.
    #[inline(always)]
    pub(crate) fn is_source(&self, kind: u8) -> bool {
        L::RICH && self.sources >> kind & 1 == 1
    }

    /// The square of a piece as a set, if the piece influences others.
    #[inline(always)]
    pub(crate) fn as_source(&self, kind: u8, square: Square) -> L::B {
        if self.is_source(kind) {
            L::B::bit(square)
        } else {
            L::B::EMPTY
        }
    }
}
