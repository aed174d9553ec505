//! The compiled rules, as flat tables: how pieces move, attack and are dropped. Does not know how
//! they were made: that is `build`.

use super::lookaround::BulkCondition;
use super::narrow::narrow;
use super::parts::Parts;
use super::promotions::Promote;
use super::relations::PowerCondition;
use super::tables::Conditionals;
use super::terms::{Area, Group, Proviso, Reach};
use super::whose::{Owners, Whose};
use crate::board::{Bits, Square};
use crate::order::sort;
use crate::rules::{BySide, Modes};
use std::ops::Range;

pub(crate) use super::naming::NONE;

/// Moves of a side that may expose squares. When in doubt, more.
#[derive(Debug)]
pub(crate) struct Exposing<B> {
    /// The kinds that make them, as bits.
    pub(crate) kinds: u64,
    /// The squares on which they start and end.
    pub(crate) from: B,
    pub(crate) to: B,
}

narrow!(Exposing { from, to; kinds });

impl<B: Bits> Exposing<B> {
    /// Whether a move of a kind may be one of them.
    #[inline(always)]
    pub(crate) fn may_be(&self, kind: u8, from: Square, to: Square) -> bool {
        self.kinds >> kind & 1 == 1 && self.from.has(from) && self.to.has(to)
    }
}

/// The movement of the pieces of one kind and side.
#[derive(Debug)]
pub(crate) struct Mover<B: Bits> {
    pub(crate) kind: u8,
    pub(crate) royal: bool,
    /// The condition under which it moves in this way.
    pub(crate) when: PowerCondition,
    /// Whether it may not move at all under that condition.
    pub(crate) still: bool,
    /// The kinds that it captures by plain paths, as bits.
    pub(crate) capturable: u64,
    /// Whether the royals of the other side are among them.
    pub(crate) attacks_royals: bool,
    /// Whether it is beside the kind's own mover, for captures of some kinds.
    pub(crate) filtered: bool,
    /// The ends of such a mover's paths, by start square.
    pub(crate) reach: Vec<B>,
    /// Whether its pieces are counted as neighbours.
    pub(crate) counted: bool,
    /// Whether its pieces can become pieces that are.
    pub(crate) makes_counted: bool,
    /// The tag of other pieces that have absorbed this movement, or [`NONE`].
    pub(crate) tag: u8,
    /// Unconditional targets by square: for quiet moves and captures, only quiet moves, only
    /// captures. Empty if there are none.
    pub(crate) leap_both: Vec<B>,
    pub(crate) leap_quiet: Vec<B>,
    pub(crate) leap_capture: Vec<B>,
    /// Targets that depend on occupancy.
    pub(crate) ray_both: Option<Conditionals<B>>,
    pub(crate) ray_quiet: Option<Conditionals<B>>,
    pub(crate) ray_capture: Option<Conditionals<B>>,
    /// All of the above as a few jumps of whole sets of pieces, if that is possible: a pawn's.
    pub(crate) jumps: Vec<Jump<B>>,
    /// The parts, among these, that the mover has.
    pub(crate) shape: Shape,
    /// Paths that depend on the owners of pieces, or do more than move and capture. Empty if there
    /// are none.
    pub(crate) special: Vec<Vec<Special<B>>>,
    /// The squares to which they lead.
    pub(crate) special_ends: SpecialEnds<B>,
    /// The special paths of each square divided by the enemy that they need, in step with
    /// `special`.
    pub(crate) special_parts: Vec<Parts<B>>,
    /// Attacks that depend on the owners of pieces, by start square. Empty if there are none.
    pub(crate) conditional_attacks: Vec<Vec<OwnedPath<B>>>,
    /// The same divided by the enemy that they need, in step with `conditional_attacks`.
    pub(crate) conditional_parts: Vec<Parts<B>>,
    /// The same for pieces that have absorbed this movement. Empty if there are none.
    pub(crate) borrowed: Vec<Vec<OwnedPath<B>>>,
    /// The squares from which it captures en passant, by the exposed square. Empty if there are
    /// none.
    pub(crate) en_passant: Vec<B>,
    /// Quiet moves that expose squares, by start square: the end and the squares. Empty if there
    /// are none.
    pub(crate) exposes: Vec<Vec<(Square, B)>>,
    /// The start squares of moves that expose squares, special paths included.
    pub(crate) exposing: B,
    pub(crate) promotions: Vec<Promote<B>>,
    /// The squares on which a move may promote: all zones of `promotions` that are entered. If a
    /// promotion depends on the start of the move, all squares.
    pub(crate) promotion_squares: B,
    pub(crate) resets_clock: bool,
    pub(crate) unlettered: bool,
    /// Kinds of its side with which it exchanges places as a move, wherever they stand, as bits.
    pub(crate) partners: u64,
    /// Whether it is a leaper or a rider, not royal, and does not promote: a plain move then
    /// depends only on its permitted squares. In rich layouts it may also be one that captures
    /// nothing.
    pub(crate) judged_by_sets: bool,
    /// All squares to which its plain captures could lead, by start square; only in rich layouts.
    pub(crate) capture_mask: Vec<B>,
    /// Whether its special paths only capture en passant.
    pub(crate) only_passing: bool,
    /// Whether it has nothing but `leap_quiet`, or nothing but `ray_quiet`; only in rich layouts.
    pub(crate) peaceful: bool,
    /// Whether it has special paths, captures en passant, promotes on its square, or exchanges
    /// places with distant pieces.
    pub(crate) has_rest: bool,
    pub(crate) in_place: bool,
}

narrow!(Mover {
    reach, leap_both, leap_quiet, leap_capture, ray_both, ray_quiet, ray_capture, jumps, special,
    special_ends, special_parts, conditional_attacks, conditional_parts, borrowed, en_passant, exposes, exposing,
    promotions, promotion_squares, capture_mask;
    kind, royal, when, still, capturable, attacks_royals, filtered, counted, makes_counted, tag, shape, resets_clock,
    unlettered, partners, judged_by_sets, only_passing, peaceful, has_rest, in_place
});

/// The squares to which special paths lead, by start square. Empty if there are none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpecialEnds<B> {
    /// All squares on which they end or capture.
    pub(crate) all: Vec<B>,
    /// The ends of those that remove nothing on the way.
    pub(crate) plain: Vec<Vec<SpecialEnd<B>>>,
}

narrow!(SpecialEnds { all, plain });

/// An end of special paths from one square that remove nothing on the way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpecialEnd<B> {
    pub(crate) to: Square,
    /// The numbers of the paths to it.
    pub(crate) paths: Vec<u32>,
    /// The squares whose occupation each path depends on, without the end. Empty if the paths
    /// depend on different squares.
    pub(crate) asked: B,
    /// For each way in which those squares may be occupied, the place of its first path in the
    /// list. Also empty in that case.
    pub(crate) starts: Vec<u32>,
}

narrow!(SpecialEnd { asked; to, paths, starts });

impl<B: Bits> SpecialEnd<B> {
    /// The paths that could be open, as far as the occupied squares on the way decide it.
    #[inline(always)]
    pub(crate) fn paths(&self, occupancy: B) -> &[u32] {
        if self.starts.is_empty() {
            return &self.paths;
        }
        let way = occupancy.extract(self.asked);
        let place = |i: usize| self.starts[i] as usize;
        &self.paths[place(way)..place(way + 1)]
    }
}

/// The shape of a mover's plain targets; each has a loop of its own in the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Only `leap_both`.
    Leaper,
    /// Only `ray_both`.
    Rider,
    /// `jumps`.
    Jumper,
    /// Any combination.
    General,
}

/// The same path from many squares: its end has the same distance in the numbers of squares (modulo
/// the width of the sets).
#[derive(Clone, Debug)]
pub(crate) struct Jump<B: Bits> {
    /// Squares from which the path exists.
    pub(crate) from: B,
    /// The distance from start to end.
    pub(crate) by: u8,
    /// The distances from squares that must be empty to the end.
    pub(crate) through: Vec<u8>,
    pub(crate) quiet: bool,
    pub(crate) capture: bool,
}

narrow!(Jump { from; by, through, quiet, capture });

/// A path that is tested by itself.
#[derive(Clone, Debug)]
pub(crate) struct Special<B: Bits> {
    pub(crate) to: Square,
    pub(crate) modes: Modes,
    pub(crate) empty: B,
    pub(crate) occupied: B,
    pub(crate) friend: B,
    pub(crate) enemy: B,
    pub(crate) captures: Vec<Square>,
    /// Squares whose pieces must be of certain kinds, as bits. For a capture en passant its end
    /// stands for the piece that has passed.
    pub(crate) kinds: Asks,
    pub(crate) rifle: bool,
    pub(crate) initial: bool,
    pub(crate) exposed: B,
    /// Whether no other path from the same square has the same result.
    pub(crate) alone: bool,
    /// The numbers of the paths before it in the list that have the same action.
    pub(crate) earlier: Vec<u16>,
}

narrow!(Special {
    empty, occupied, friend, enemy, exposed;
    to, modes, captures, kinds, rifle, initial, alone, earlier
});

impl<B: Bits> Special<B> {
    /// Whether the path is open up to its end, apart from the condition that the mover has not
    /// moved.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupancy: B, ours: B, theirs: B) -> bool {
        !self.empty.meets(occupancy)
            && (self.occupied & !occupancy).is_empty()
            && (self.friend & !ours).is_empty()
            && (self.enemy & !theirs).is_empty()
    }

    /// The action of the path: paths from one square with the same action are the same move.
    pub(crate) fn does(&self) -> (Square, bool, Vec<Square>) {
        let mut captures = self.captures.clone();
        sort(&mut captures);
        (self.to, self.rifle, captures)
    }
}

impl<B: Bits> Mover<B> {
    /// Has its pieces do nothing, not even promote where they stand.
    pub(super) fn hold_still(&mut self) {
        self.still = true;
        self.in_place = false;
        self.has_rest = false;
        self.promotions.clear();
        self.promotion_squares = B::EMPTY;
    }

    /// Absorbed movements of its pieces may lead to the same squares as their own paths.
    pub(super) fn doubts_ends(&mut self) {
        for path in self.special.iter_mut().flatten() {
            path.alone = false;
        }
    }

    /// The special paths from a square.
    #[inline]
    pub(crate) fn special_from(&self, from: Square) -> &[Special<B>] {
        self.special.get(usize::from(from)).map_or(&[], |paths| paths)
    }

    /// Whether the number of pieces of a kind to which a side promotes has a limit.
    pub(crate) fn limits_promotions(&self) -> bool {
        let mut limits = self.promotions.iter().map(|promotion| &promotion.limits);
        limits.any(|limits| limits.iter().any(|&most| most != u32::MAX))
    }

    /// Whether a test holds for some special path.
    pub(crate) fn has_special(&self, f: &dyn Fn(&Special<B>) -> bool) -> bool {
        self.special.iter().any(|paths| paths.iter().any(f))
    }
}

/// The squares that must be empty, and those that must be occupied, for a path to be open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Open<B: Bits> {
    pub(crate) empty: B,
    pub(crate) occupied: B,
}

narrow!(Open { empty, occupied });

impl<B: Bits> Open<B> {
    /// Whether it is open, given the occupied squares.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupancy: B) -> bool {
        !self.empty.meets(occupancy) && (self.occupied & !occupancy).is_empty()
    }
}

/// A path to a target that depends on the owners of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OwnedPath<B: Bits> {
    pub(crate) to: Square,
    pub(crate) open: Open<B>,
    pub(crate) whose: Owners<B>,
}

narrow!(OwnedPath { open, whose; to });

impl<B: Bits> OwnedPath<B> {
    /// Whether it is open, given the squares occupied by the attacker's side and by the other side.
    /// The condition that the attacker has not moved is left out.
    #[inline(always)]
    pub(crate) fn is_open(&self, occupancy: B, friends: B, enemies: B) -> bool {
        self.open.is_open(occupancy) && self.whose.are_there(friends, enemies)
    }
}

/// A way in which a piece is pushed from an edge to a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide<B: Bits> {
    /// Squares that must be empty.
    pub(crate) over: B,
    /// The square that must be occupied to stop the piece; none at the opposite edge.
    pub(crate) stop: B,
}

narrow!(Slide { over, stop });

/// The squares on which pieces of one kind may be dropped.
#[derive(Clone, Debug)]
pub(crate) struct Drop<B: Bits> {
    pub(crate) kind: u8,
    /// The kind that leaves the hand for it.
    pub(crate) held_as: u8,
    pub(crate) zone: B,
    /// Squares on which it may also come in behind a piece that leaves them for the first time.
    pub(crate) gate: B,
    /// By square, the ways in which it can be pushed there from an edge; empty if that does not
    /// matter.
    pub(crate) slides: Vec<Vec<Slide<B>>>,
    /// The files, and the number of pieces of the kind at which a file is full. Empty if that does
    /// not matter.
    pub(crate) files: Vec<B>,
    pub(crate) per_file: u32,
    pub(crate) royal: bool,
    pub(crate) no_check: bool,
    pub(crate) no_mate: bool,
    pub(crate) must: bool,
    /// Whether the hand need not hold the piece.
    pub(crate) endless: bool,
    /// As long as one of these squares is empty, it may be dropped only on them.
    pub(crate) first: B,
    pub(crate) condition: Option<Proviso<B>>,
    /// The condition for all squares at once; `None` if there is no such form.
    pub(crate) bulk_condition: Option<BulkCondition<B>>,
}

narrow!(Drop {
    zone, gate, slides, files, first, condition, bulk_condition;
    kind, held_as, per_file, royal, no_check, no_mate, must, endless
});

/// Kinds of pieces that must stand on some squares, as bits.
pub(crate) type Asks = Vec<(Square, u64)>;

/// One way in which a side attacks, and the kinds of pieces that have it.
#[derive(Debug)]
pub(crate) struct Attack<B: Bits> {
    pub(crate) kinds: Vec<u8>,
    /// The first two of `kinds`; the only one twice; any numbers if there is none.
    pub(crate) first: [u8; 2],
    /// Whether it gives check. Otherwise it only makes moves illegal that permit it (facing
    /// royals).
    pub(crate) check: bool,
    /// The condition under which the pieces have it.
    pub(crate) when: PowerCondition,
    /// The tag that gives it as a shot, or [`NONE`]. A shot belongs to pieces that carry the tag
    /// and are of `kinds`.
    pub(crate) shot: u8,
    /// Kinds that resist it, as bits: two pieces must attack them.
    pub(crate) resisted: u64,
    /// The tags of other pieces that have absorbed the movement.
    pub(crate) tags: Vec<u8>,
    /// Whether it depends on the owners of pieces: then `paths` has all of it.
    pub(crate) owner_dependent: bool,
    /// By target: all squares from which it could be attacked.
    pub(crate) near: Vec<B>,
    /// Unconditional attackers by target. Empty if there are none.
    pub(crate) leaps: Vec<B>,
    /// Attackers by target that depend on occupancy.
    pub(crate) rays: Option<Conditionals<B>>,
    /// By target: all squares from which it could be attacked along some path.
    pub(crate) attack_mask: Vec<B>,
    /// By target: first entry of `starts`.
    pub(crate) base: Vec<u32>,
    /// First path of each potential attacker in the order of squares, and one past the last.
    pub(crate) starts: Vec<u32>,
    /// The conditions of the attacks.
    pub(crate) paths: Vec<Open<B>>,
    /// The owners that pieces on certain squares must have, in step with `paths`. Empty if no path
    /// depends on owners.
    pub(crate) whose: Vec<Owners<B>>,
    /// Squares whose pieces must be of certain kinds, as bits, in step with `paths`. The target
    /// itself stands for the royal that is judged. Empty if no path depends on kinds.
    pub(crate) asks: Vec<Asks>,
}

narrow!(Attack {
    near, leaps, rays, attack_mask, paths, whose;
    kinds, first, check, when, shot, resisted, tags, owner_dependent, base, starts, asks
});

impl<B: Bits> Attack<B> {
    /// One that some kinds have, along no path yet.
    pub(super) fn new(kinds: Vec<u8>, check: bool) -> Self {
        Self {
            kinds,
            first: [0; 2],
            check,
            when: PowerCondition::ALWAYS,
            shot: NONE,
            resisted: 0,
            tags: Vec::new(),
            owner_dependent: false,
            near: Vec::new(),
            leaps: Vec::new(),
            rays: None,
            attack_mask: Vec::new(),
            base: Vec::new(),
            starts: Vec::new(),
            paths: Vec::new(),
            whose: Vec::new(),
            asks: Vec::new(),
        }
    }

    /// Another kind has the attack, and so have pieces that have absorbed its movement.
    pub(super) fn add(&mut self, kind: u8, tag: u8) {
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        if tag != NONE && !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }

    /// The paths from `from` to `target`; `from` must be in `attack_mask` of `target`.
    #[inline(always)]
    pub(crate) fn paths(&self, target: Square, from: Square) -> &[Open<B>] {
        &self.paths[self.range(target, from)]
    }

    /// The owners that the path with a number requires, as far as a layout records them.
    #[inline(always)]
    pub(super) fn whose<W: Whose<B>>(&self, path: usize) -> W {
        self.whose.get(path).copied().map_or_else(W::default, W::from)
    }

    /// The squares that must be occupied for the path with a number to be open.
    pub(super) fn held(&self, path: usize) -> B {
        let whose: Owners<B> = self.whose(path);
        self.paths[path].occupied | whose.friend | whose.enemy
    }

    /// The range of [`Self::paths`] in the list of all.
    #[inline(always)]
    pub(super) fn range(&self, target: Square, from: Square) -> Range<usize> {
        let attack_mask = self.attack_mask[usize::from(target)];
        let before = (attack_mask & B::below(from)).count();
        let i = self.base[usize::from(target)] as usize + before as usize;
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    /// All paths to a square, from any square: their places in the list.
    pub(crate) fn paths_to(&self, target: Square) -> Range<usize> {
        let first = self.base[usize::from(target)] as usize;
        let next = self
            .base
            .get(usize::from(target) + 1)
            .map_or(self.starts.len(), |&n| n as usize);
        let (Some(&start), Some(&end)) = (self.starts.get(first), self.starts[..next].last()) else {
            return 0..0;
        };
        start as usize..end as usize
    }
}

/// Moves of the opponent's pieces.
#[derive(Debug)]
pub(crate) struct ControlRule<B: Bits> {
    /// The pieces.
    pub(crate) of: Vec<Group<B>>,
    /// The movements of these pieces, by the side to which they belong; by default their own ones.
    pub(crate) ways: Option<BySide<Reach<B>>>,
    /// Whether they capture pieces of their own side, and whether the other side's.
    pub(crate) captures: (bool, bool),
    /// Whether they may leave royals of the side that moves them attacked.
    pub(crate) exposes: bool,
}

narrow!(ControlRule { of, ways; captures, exposes });

/// Walls that moves put on the board.
#[derive(Debug)]
pub(crate) struct WallRule<B: Bits> {
    /// The squares for it, if they are empty.
    pub(crate) on: Area<B>,
    /// Whether there is one wall, which the next one replaces.
    pub(crate) one: bool,
    /// Whether a wall is put instead of a move.
    pub(crate) instead: bool,
    /// Whether no wall is put while the side is in check.
    pub(crate) not_in_check: bool,
}

narrow!(WallRule { on; one, instead, not_in_check });
