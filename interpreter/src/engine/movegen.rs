//! Generation of legal moves, as sets of targets.
//!
//! Legality of ordinary moves is decided without making them. For every way in which a royal could be attacked, a
//! [`Line`] records which squares must be empty and which occupied for the attack to be open. A move of a piece
//! that is not royal empties one square and fills another; so it is illegal exactly if it leaves some line open
//! whose attacker it does not capture. Lines on which two squares or more stand against the attack are never
//! opened by one move. For pieces that are on no line the allowed targets are one set, computed once; pins,
//! cannon screens and hurdles that may not be put up come out of the same rule.

use super::core::{Attack, Core, Mover, NONE, Promote, Shape};
use super::layout::Layout;
use super::position::{Deed, Move, Pos};
use crate::board::{Bits, Square};
use crate::rules::{Modes, Pass, RoyalRule, Side, Trigger};
use arrayvec::ArrayVec;
use std::cell::Cell;

/// Receives moves; may only count them.
pub(crate) trait Sink<L: Layout> {
    /// Plain moves of one piece to each of the targets.
    fn targets(&mut self, from: Square, targets: L::B);
    /// Plain moves that all lead `by` places up, to each of the targets.
    fn jumps(&mut self, by: u8, targets: L::B);
    /// One move.
    fn one(&mut self, mv: Move);
    /// Whether nothing was received.
    fn is_empty(&self) -> bool;
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<L: Layout> Sink<L> for Count {
    #[inline(always)]
    fn targets(&mut self, _: Square, targets: L::B) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn jumps(&mut self, _: u8, targets: L::B) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Passes each move on to a function.
pub(crate) struct Each<F> {
    f: F,
    any: bool,
}

impl<F> Each<F> {
    pub(crate) fn new(f: F) -> Self {
        Self { f, any: false }
    }
}

impl<L: Layout, F: FnMut(Move)> Sink<L> for Each<F> {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: L::B) {
        for to in targets.squares() {
            self.any = true;
            (self.f)(Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::Plain,
            });
        }
    }
    #[inline(always)]
    fn jumps(&mut self, by: u8, targets: L::B) {
        for to in targets.squares() {
            self.any = true;
            (self.f)(Move {
                from: jump_start::<L>(to, by),
                to,
                promotion: NONE,
                deed: Deed::Plain,
            });
        }
    }
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.any = true;
        (self.f)(mv);
    }
    fn is_empty(&self) -> bool {
        !self.any
    }
}

/// Where a jump of `by` places that ends on `to` started.
#[inline(always)]
fn jump_start<L: Layout>(to: Square, by: u8) -> Square {
    to.wrapping_sub(by) & (L::B::WIDTH - 1) as u8
}

/// A way in which a royal is, or could after one move be, attacked.
#[derive(Clone, Copy)]
struct Line<B> {
    empty: B,
    occupied: B,
    attacker: Square,
}

/// More lines than this, and moves are tested by making them.
const MAX_LINES: usize = 40;

/// What the safety of the royals asks of ordinary moves.
struct Safety<L: Layout> {
    lines: ArrayVec<Line<L::B>, MAX_LINES>,
    /// Where a piece that is on no line may go.
    allowed: L::B,
    /// Own pieces for which the lines must be looked at one by one.
    on_line: L::B,
    /// The own royals.
    royals: L::B,
    /// Whether a line is open: a royal is attacked.
    attacked: bool,
    /// One safe royal of several is enough, and `royals` is one that is: moves that may expose it are made and
    /// tested, since another royal may still be safe.
    lenient: bool,
    /// Lines from own pieces to the opponent's royals, where no move may give check.
    checks: ArrayVec<Line<L::B>, MAX_LINES>,
    /// Own pieces that are on such a line.
    on_check: L::B,
    /// The royals that may not be checked.
    unchecked: L::B,
    /// Every move must be made and tested.
    make_all: bool,
    /// Moves of royals must be made and tested.
    make_royals: bool,
}

impl<L: Layout> Safety<L> {
    /// Where the piece on `from` may go without leaving a line open.
    #[inline]
    fn allowed_from(&self, from: Square, occupancy: L::B) -> L::B {
        Self::not_opening(&self.lines, from, occupancy)
    }

    /// Where the piece on `from` may go without leaving one of the lines open.
    #[inline]
    fn not_opening(lines: &[Line<L::B>], from: Square, occupancy: L::B) -> L::B {
        let mut allowed = !L::B::EMPTY;
        let rest = occupancy & !L::B::bit(from);
        for line in lines {
            if line.empty.meets(rest) || line.attacker == from {
                continue;
            }
            let missing = line.occupied & !rest;
            if missing.is_empty() {
                allowed &= line.empty | L::B::bit(line.attacker);
            } else if !missing.several() {
                allowed &= !missing;
            }
        }
        allowed
    }
}

impl<L: Layout> Core<L> {
    /// Generates all legal moves. The position must not be decided by a goal.
    pub(crate) fn generate<S: Sink<L>>(&self, pos: &Pos<L>, sink: &mut S) {
        let us = pos.turn;
        let safety = self.safety(pos, us);
        if self.must_capture[us.index()] {
            Generator {
                core: self,
                pos,
                safety: &safety,
                us,
                captures: true,
                quiets: false,
                danger: Cell::new(None),
            }
            .all(sink);
            if sink.is_empty() {
                Generator {
                    core: self,
                    pos,
                    safety: &safety,
                    us,
                    captures: false,
                    quiets: true,
                    danger: Cell::new(None),
                }
                .all(sink);
            }
        } else {
            Generator {
                core: self,
                pos,
                safety: &safety,
                us,
                captures: true,
                quiets: true,
                danger: Cell::new(None),
            }
            .all(sink);
        }
        match self.pass[us.index()] {
            Pass::Never => {}
            Pass::Forced => {
                if sink.is_empty() && !self.is_mated_if_stuck(pos) {
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

    /// Whether a side without a legal move is in check in the sense that loses at once.
    pub(crate) fn is_mated_if_stuck(&self, pos: &Pos<L>) -> bool {
        let us = pos.turn;
        match self.royal_rule[us.index()] {
            RoyalRule::All => self.in_check(pos, us),
            RoyalRule::Any | RoyalRule::Fewer => {
                let royals = pos.royals(self, us);
                !royals.is_empty()
                    && royals
                        .squares()
                        .all(|s| self.attacks_square(pos, us.other(), s, true))
            }
        }
    }

    /// Whether a side is in check: a royal is attacked or, if only one of several must be safe, all are.
    pub(crate) fn in_check(&self, pos: &Pos<L>, side: Side) -> bool {
        let mut royals = pos.royals(self, side).squares();
        let attacked = |s: Square| self.attacks_square(pos, side.other(), s, true);
        match self.royal_rule[side.index()] {
            RoyalRule::Any => {
                let mut any = false;
                royals.all(|s| {
                    any = true;
                    attacked(s)
                }) && any
            }
            RoyalRule::All | RoyalRule::Fewer => royals.any(attacked),
        }
    }

    /// How many royals of a side are attacked, not counting threats that give no check.
    fn attacked_royals(&self, pos: &Pos<L>, side: Side) -> u32 {
        pos.royals(self, side)
            .squares()
            .filter(|&s| self.attacks_square(pos, side.other(), s, true))
            .count() as u32
    }

    /// Whether a position in which `side` has just moved leaves its royals as safe as they must be.
    pub(crate) fn is_safe_after(&self, before: &Pos<L>, after: &Pos<L>, side: Side) -> bool {
        let royals = after.royals(self, side);
        let attacked = |s: Square| self.attacks_square(after, side.other(), s, false);
        match self.royal_rule[side.index()] {
            RoyalRule::All => !royals.squares().any(attacked),
            RoyalRule::Any => royals.is_empty() || !royals.squares().all(attacked),
            RoyalRule::Fewer => {
                let now = self.attacked_royals(after, side);
                now == 0 || now < self.attacked_royals(before, side)
            }
        }
    }

    /// Tests a pseudo-legal move by making it.
    pub(crate) fn is_legal_by_making(&self, pos: &Pos<L>, mv: Move) -> bool {
        let after = pos.after(self, mv);
        self.is_safe_after(pos, &after, pos.turn)
            && !(self.no_check[pos.turn.index()] && self.in_check(&after, after.turn))
    }

    /// Whether a side attacks a square in a position: could capture a royal that stands there.
    pub(crate) fn attacks_square(&self, pos: &Pos<L>, by: Side, square: Square, only_checks: bool) -> bool {
        self.attacked(
            pos,
            by,
            square,
            pos.occupancy(),
            pos.sides[by.index()],
            only_checks,
        ) || (self.exotic_attacks[by.index()] && self.attacked_exotically(pos, by, square))
    }

    /// All squares that a side attacks by plain captures, given which squares are occupied.
    fn attacked_squares(&self, pos: &Pos<L>, by: Side, occupancy: L::B) -> L::B {
        let own = pos.sides[by.index()];
        let mut set = L::B::EMPTY;
        for mover in &self.movers[by.index()] {
            let pieces = pos.kind(mover.kind) & own;
            if pieces.is_empty() {
                continue;
            }
            match mover.shape {
                Shape::Leaper => {
                    for from in pieces.squares() {
                        set |= mover.leap_both[usize::from(from)];
                    }
                }
                Shape::Rider => {
                    let Some(rays) = &mover.ray_both else { continue };
                    for from in pieces.squares() {
                        set |= rays.targets(&self.pool, from, occupancy);
                    }
                }
                Shape::Jumper => {
                    for jump in mover.jumps.iter().filter(|j| j.capture) {
                        let mut targets = (pieces & jump.from).rotate(jump.by);
                        for &through in &jump.through {
                            targets &= (!occupancy).rotate(through);
                        }
                        set |= targets;
                    }
                }
                Shape::General => {
                    for from in pieces.squares() {
                        for leaps in [&mover.leap_both, &mover.leap_capture] {
                            if !leaps.is_empty() {
                                set |= leaps[usize::from(from)];
                            }
                        }
                        for rays in [&mover.ray_both, &mover.ray_capture].into_iter().flatten() {
                            set |= rays.targets(&self.pool, from, occupancy);
                        }
                    }
                }
            }
        }
        set
    }

    /// Whether a royal on a square would be exposed to a threat that is no attack.
    fn threatened(&self, pos: &Pos<L>, by: Side, square: Square, occupancy: L::B, attackers: L::B) -> bool {
        self.attacks[by.index()]
            .iter()
            .filter(|a| !a.check)
            .any(|a| self.hits(pos, a, square, occupancy, attackers))
    }

    /// Whether pieces of `attackers` attack a square, given which squares are occupied.
    #[inline(always)]
    fn attacked(
        &self,
        pos: &Pos<L>,
        by: Side,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
        only_checks: bool,
    ) -> bool {
        self.attacks[by.index()]
            .iter()
            .any(|a| (a.check || !only_checks) && self.hits(pos, a, square, occupancy, attackers))
    }

    #[inline(always)]
    fn hits(
        &self,
        pos: &Pos<L>,
        attack: &Attack<L>,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
    ) -> bool {
        let from = self.attackers(pos, attack) & attackers;
        if from.is_empty() {
            return false;
        }
        if !attack.leaps.is_empty() && attack.leaps[usize::from(square)].meets(from) {
            return true;
        }
        attack.rays.as_ref().is_some_and(|rays| {
            attack.potential[usize::from(square)].meets(from)
                && rays.targets(&self.pool, square, occupancy).meets(from)
        })
    }

    /// All pieces of the kinds that attack in this way, of both sides.
    #[inline(always)]
    fn attackers(&self, pos: &Pos<L>, attack: &Attack<L>) -> L::B {
        let mut set = L::B::EMPTY;
        for &kind in &attack.kinds {
            set |= pos.kind(kind);
        }
        set
    }

    /// Captures that depend on whose pieces stand where.
    fn attacked_exotically(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        let (own, other) = (pos.sides[by.index()], pos.sides[by.other().index()]);
        let occupancy = own | other | L::B::bit(square);
        self.movers[by.index()]
            .iter()
            .filter(|m| !m.special.is_empty())
            .any(|mover| {
                (pos.kind(mover.kind) & own).squares().any(|from| {
                    mover.special[usize::from(from)].iter().any(|path| {
                        let hits = (path.to == square && path.modes.has(Modes::CAPTURE))
                            || path.captures.contains(&square);
                        hits && !path.empty.meets(occupancy)
                            && (path.occupied & !occupancy).is_empty()
                            && (path.friend & !own).is_empty()
                            && (path.enemy & !(other | L::B::bit(square))).is_empty()
                            && (!path.initial || pos.unmoved.has(from))
                            && (path.to == square
                                || path.ends_somewhere(own, other | L::B::bit(square), from))
                    })
                })
            })
    }

    #[inline]
    fn safety(&self, pos: &Pos<L>, us: Side) -> Safety<L> {
        let them = us.other();
        let royals = pos.royals(self, us);
        let several = royals.several();
        let rule = self.royal_rule[us.index()];
        let mut safety = Safety {
            lines: ArrayVec::new(),
            allowed: !L::B::EMPTY,
            on_line: L::B::EMPTY,
            royals,
            attacked: false,
            lenient: false,
            checks: ArrayVec::new(),
            on_check: L::B::EMPTY,
            unchecked: L::B::EMPTY,
            make_all: (self.no_check[us.index()] && self.exotic_attacks[us.index()])
                || (!royals.is_empty() && (self.exotic_attacks[them.index()] || rule == RoyalRule::Fewer)),
            make_royals: several,
        };
        if safety.make_all {
            return safety;
        }
        if rule == RoyalRule::Any && several {
            match royals
                .squares()
                .find(|&s| !self.attacks_square(pos, them, s, false))
            {
                Some(safe) => safety.royals = L::B::bit(safe),
                None => {
                    safety.make_all = true;
                    return safety;
                }
            }
            safety.lenient = true;
        }
        if self.no_check[us.index()] {
            self.check_lines(pos, us, &mut safety);
        }
        let royals = safety.royals;
        let occupancy = pos.occupancy();
        let ours = pos.sides[us.index()];
        let theirs = pos.sides[them.index()];
        for royal in royals.squares() {
            for attack in &self.attacks[them.index()] {
                let from = self.attackers(pos, attack) & theirs;
                if !attack.leaps.is_empty() {
                    for attacker in (attack.leaps[usize::from(royal)] & from).squares() {
                        safety.attacked = true;
                        safety.allowed &= L::B::bit(attacker);
                        safety.add(Line {
                            empty: L::B::EMPTY,
                            occupied: L::B::EMPTY,
                            attacker,
                        });
                    }
                }
                if attack.potential.is_empty() {
                    continue;
                }
                for attacker in (attack.potential[usize::from(royal)] & from).squares() {
                    for &(empty, occupied) in attack.paths(royal, attacker) {
                        let against = empty & occupancy;
                        let missing = occupied & !occupancy;
                        if against.several() || missing.several() || against.meets(theirs) {
                            continue;
                        }
                        if against.is_empty() {
                            if missing.is_empty() {
                                safety.attacked = true;
                                safety.allowed &= empty | L::B::bit(attacker);
                            } else {
                                safety.allowed &= !missing;
                            }
                        }
                        safety.on_line |= (against | occupied) & ours;
                        safety.add(Line {
                            empty,
                            occupied,
                            attacker,
                        });
                    }
                }
            }
        }
        // Where one safe royal is enough and there is only one, a second one made by a promotion may open any line.
        if rule == RoyalRule::Any && !several && !safety.lines.is_empty() && self.makes_royals[us.index()] {
            safety.make_all = true;
        }
        safety
    }

    /// Lines along which own pieces could come to attack the opponent's royals after one move of another piece.
    #[inline(never)]
    fn check_lines(&self, pos: &Pos<L>, us: Side, safety: &mut Safety<L>) {
        let occupancy = pos.occupancy();
        let (ours, theirs) = (pos.sides[us.index()], pos.sides[us.other().index()]);
        safety.unchecked = pos.royals(self, us.other());
        for royal in safety.unchecked.squares() {
            for attack in self.attacks[us.index()]
                .iter()
                .filter(|a| a.check && !a.potential.is_empty())
            {
                let from = self.attackers(pos, attack) & ours;
                for attacker in (attack.potential[usize::from(royal)] & from).squares() {
                    for &(empty, occupied) in attack.paths(royal, attacker) {
                        let against = empty & occupancy;
                        let missing = occupied & !occupancy;
                        if against.several() || missing.several() || against.meets(theirs) {
                            continue;
                        }
                        // A hurdle that is missing could be put up by any piece.
                        safety.on_check |= if missing.is_empty() {
                            (against | occupied) & ours
                        } else {
                            ours
                        };
                        if safety
                            .checks
                            .try_push(Line {
                                empty,
                                occupied,
                                attacker,
                            })
                            .is_err()
                        {
                            safety.make_all = true;
                        }
                    }
                }
            }
        }
    }

    /// Where a piece that has left `from` would attack one of the opponent's royals.
    #[inline(never)]
    fn checking_squares(&self, pos: &Pos<L>, kind: u8, side: Side, from: Square, royals: L::B) -> L::B {
        let occupancy = pos.occupancy() & !L::B::bit(from);
        let mut set = L::B::EMPTY;
        for attack in self.attacks[side.index()]
            .iter()
            .filter(|a| a.check && a.kinds.contains(&kind))
        {
            for royal in royals.squares() {
                if !attack.leaps.is_empty() {
                    set |= attack.leaps[usize::from(royal)];
                }
                if let Some(rays) = &attack.rays {
                    set |= rays.targets(&self.pool, royal, occupancy);
                }
            }
        }
        set
    }
}

impl<L: Layout> Safety<L> {
    #[inline(always)]
    fn add(&mut self, line: Line<L::B>) {
        if self.lines.try_push(line).is_err() {
            self.make_all = true;
        }
    }
}

impl<L: Layout> super::core::Special<L> {
    /// Whether the path can end where it ends, in some mode that removes what it passed.
    fn ends_somewhere(&self, own: L::B, other: L::B, from: Square) -> bool {
        let free = self.to == from || self.captures.contains(&self.to) || !(own | other).has(self.to);
        (free && self.modes.has(Modes::QUIET))
            || (self.modes.has(Modes::CAPTURE) && other.has(self.to))
            || (self.modes.has(Modes::CAPTURE_OWN) && own.has(self.to) && self.to != from)
    }
}

struct Generator<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    safety: &'a Safety<L>,
    us: Side,
    captures: bool,
    quiets: bool,
    /// What [`Self::danger`] has found.
    danger: Cell<Option<L::B>>,
}

impl<L: Layout> Generator<'_, L> {
    #[inline(always)]
    fn all<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let ours = pos.sides[us.index()];
        let theirs = pos.sides[us.other().index()];
        let occupancy = ours | theirs;
        // Where captures may go, where quiet moves may go.
        let capture_filter = if self.captures { theirs } else { L::B::EMPTY };
        let quiet_filter = if self.quiets { !occupancy } else { L::B::EMPTY };
        for mover in &core.movers[us.index()] {
            let pieces = pos.kind(mover.kind) & ours;
            if pieces.is_empty() {
                continue;
            }
            match mover.shape {
                Shape::Leaper => {
                    let filter = capture_filter | quiet_filter;
                    for from in pieces.squares() {
                        self.plain(mover, from, mover.leap_both[usize::from(from)] & filter, sink);
                    }
                }
                Shape::Rider => {
                    let Some(rays) = &mover.ray_both else { continue };
                    let filter = capture_filter | quiet_filter;
                    for from in pieces.squares() {
                        self.plain(
                            mover,
                            from,
                            rays.targets(&core.pool, from, occupancy) & filter,
                            sink,
                        );
                    }
                }
                Shape::Jumper => self.jumps(mover, pieces, capture_filter, quiet_filter, sink),
                Shape::General => {
                    for from in pieces.squares() {
                        self.plain(
                            mover,
                            from,
                            self.general(mover, from, capture_filter, quiet_filter),
                            sink,
                        );
                    }
                }
            }
            if !mover.special.is_empty() {
                for from in pieces.squares() {
                    self.special(mover, from, sink);
                }
            }
            if !mover.en_passant.is_empty() && self.captures && !pos.exposed.is_empty() {
                self.en_passant(mover, pieces, sink);
            }
            if mover.promotions.iter().any(|p| p.trigger == Trigger::InPlace) && self.quiets {
                self.in_place(mover, pieces, sink);
            }
        }
        if self.quiets && pos.castling != 0 {
            self.castling(sink);
        }
    }

    /// Plain targets of a piece of any shape.
    #[inline(always)]
    fn general(&self, mover: &Mover<L>, from: Square, capture_filter: L::B, quiet_filter: L::B) -> L::B {
        let occupancy = self.pos.occupancy();
        let get = |leaps: &[L::B], rays: &Option<super::tables::Conditionals<L>>| {
            let mut set = if leaps.is_empty() {
                L::B::EMPTY
            } else {
                leaps[usize::from(from)]
            };
            if let Some(rays) = rays {
                set |= rays.targets(&self.core.pool, from, occupancy);
            }
            set
        };
        let both = get(&mover.leap_both, &mover.ray_both);
        let quiet = get(&mover.leap_quiet, &mover.ray_quiet);
        let capture = get(&mover.leap_capture, &mover.ray_capture);
        ((both | quiet) & quiet_filter) | ((both | capture) & capture_filter)
    }

    /// Plain moves of all pieces of a kind at once.
    #[inline(always)]
    fn jumps<S: Sink<L>>(
        &self,
        mover: &Mover<L>,
        pieces: L::B,
        capture_filter: L::B,
        quiet_filter: L::B,
        sink: &mut S,
    ) {
        let safety = self.safety;
        let mut alone = pieces & safety.on_line;
        if safety.make_all
            || mover.royal
            || self.core.no_check[self.us.index()]
            || (safety.lenient && !safety.lines.is_empty())
        {
            alone = pieces;
        }
        for from in alone.squares() {
            self.plain(
                mover,
                from,
                self.general(mover, from, capture_filter, quiet_filter),
                sink,
            );
        }
        let together = pieces & !alone;
        let free = !self.pos.occupancy();
        for jump in &mover.jumps {
            let mut filter = L::B::EMPTY;
            if jump.quiet {
                filter |= quiet_filter;
            }
            if jump.capture {
                filter |= capture_filter;
            }
            let mut targets = (together & jump.from).rotate(jump.by) & filter & safety.allowed;
            for &through in &jump.through {
                targets &= free.rotate(through);
            }
            let promoting = targets & mover.promotion_squares;
            if !promoting.is_empty() {
                for to in promoting.squares() {
                    self.promoting(mover, jump_start::<L>(to, jump.by), L::B::bit(to), sink);
                }
                targets &= !promoting;
            }
            sink.jumps(jump.by, targets);
        }
    }

    /// Plain moves of one piece to `targets`, as far as they are legal.
    #[inline(always)]
    fn plain<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, mut targets: L::B, sink: &mut S) {
        let safety = self.safety;
        if targets.is_empty() {
            return;
        }
        if safety.make_all
            || (mover.royal && safety.make_royals && !(safety.lenient && !safety.royals.has(from)))
        {
            self.made(mover, from, targets, sink);
            return;
        }
        if self.core.no_check[self.us.index()] {
            if safety.on_check.has(from) {
                targets &= Safety::<L>::not_opening(&safety.checks, from, self.pos.occupancy());
            }
            let checking = self
                .core
                .checking_squares(self.pos, mover.kind, self.us, from, safety.unchecked);
            // What promotes attacks as what it becomes: see `is_safe_promotion`.
            targets &= !checking | mover.promotion_squares;
        }
        if safety.lenient {
            let sure = if safety.on_line.has(from) {
                safety.allowed_from(from, self.pos.occupancy())
            } else {
                safety.allowed
            };
            if !(targets & !sure).is_empty() {
                self.made(mover, from, targets & !sure, sink);
            }
            targets &= sure;
        } else if mover.royal {
            targets = self.royal_targets(from, targets);
        } else if safety.on_line.has(from) {
            targets &= safety.allowed_from(from, self.pos.occupancy());
        } else {
            targets &= safety.allowed;
        }
        if targets.is_empty() {
            return;
        }
        let promoting = targets & mover.promotion_squares;
        if promoting.is_empty() {
            sink.targets(from, targets);
        } else {
            self.promoting(mover, from, promoting, sink);
            let rest = targets & !promoting;
            if !rest.is_empty() {
                sink.targets(from, rest);
            }
        }
    }

    /// Plain moves that must be made to be tested, one by one.
    #[inline(never)]
    fn made<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, targets: L::B, sink: &mut S) {
        let theirs = self.pos.sides[self.us.other().index()];
        for to in targets.squares() {
            let mv = Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::Plain,
            };
            self.with_promotions(mover, mv, theirs.has(to), &mut |mv| {
                if self.core.is_legal_by_making(self.pos, mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// Where the one royal may go: squares that are not attacked once it has left its own.
    #[inline]
    fn royal_targets(&self, from: Square, targets: L::B) -> L::B {
        let legal = targets & !self.danger(from);
        let (core, them) = (self.core, self.us.other());
        if !core.has_threats[them.index()] || legal.is_empty() {
            return legal;
        }
        let rest = self.pos.occupancy() & !L::B::bit(from);
        let theirs = self.pos.sides[them.index()];
        let threatened = |to: Square| {
            let here = L::B::bit(to);
            core.threatened(self.pos, them, to, rest | here, theirs & !here)
        };
        legal
            .squares()
            .filter(|&s| !threatened(s))
            .fold(L::B::EMPTY, |all, s| all | L::B::bit(s))
    }

    /// All squares that the opponent attacks once the royal on `royal` has left it.
    #[inline(always)]
    fn danger(&self, royal: Square) -> L::B {
        match self.danger.get() {
            Some(known) => known,
            None => {
                let occupancy = self.pos.occupancy() & !L::B::bit(royal);
                let danger = self.core.attacked_squares(self.pos, self.us.other(), occupancy);
                self.danger.set(Some(danger));
                danger
            }
        }
    }

    #[inline(never)]
    fn promoting<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, targets: L::B, sink: &mut S) {
        for to in targets.squares() {
            let captures = self.pos.sides[self.us.other().index()].has(to);
            let mv = Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::Plain,
            };
            self.with_promotions(mover, mv, captures, &mut |mv| {
                if self.is_safe_promotion(mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// A new royal must be safe where it stands; other promotions change nothing about safety.
    #[inline(always)]
    fn is_safe_promotion(&self, mv: Move) -> bool {
        let us = self.us.index();
        let is_royal = mv.promotion != NONE && self.core.royals[us].contains(&mv.promotion);
        !(is_royal || self.core.no_check[us]) || self.core.is_legal_by_making(self.pos, mv)
    }

    /// What a promotion may give now.
    fn choices(&self, promotion: &Promote<L>, kinds: &mut ArrayVec<u8, 64>) {
        let ours = self.pos.sides[self.us.index()];
        for (&kind, &limit) in promotion.to.iter().zip(&promotion.limits) {
            if (limit == u32::MAX || (self.pos.kind(kind) & ours).count() < limit) && !kinds.is_full() {
                kinds.push(kind);
            }
        }
    }

    fn en_passant<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        if !pos.sides[self.us.other().index()].has(pos.victim) {
            return;
        }
        let open = pos.exposed & core.en_passant[self.us.index()] & !pos.occupancy();
        for to in open.squares() {
            for from in (mover.en_passant[usize::from(to)] & pieces).squares() {
                let mv = Move {
                    from,
                    to,
                    promotion: NONE,
                    deed: Deed::EnPassant,
                };
                if self.safety.make_all
                    || self.safety.make_royals
                    || mover.royal
                    || core.no_check[self.us.index()]
                {
                    self.with_promotions(mover, mv, true, &mut |mv| {
                        if core.is_legal_by_making(pos, mv) {
                            sink.one(mv);
                        }
                    });
                    continue;
                }
                let legal = {
                    let them = self.us.other();
                    let victim = L::B::bit(pos.victim);
                    let occupancy = (pos.occupancy() & !L::B::bit(from) & !victim) | L::B::bit(to);
                    let attackers = pos.sides[them.index()] & !victim;
                    !self
                        .safety
                        .royals
                        .squares()
                        .any(|s| core.attacked(pos, them, s, occupancy, attackers, false))
                };
                if legal {
                    self.with_promotions(mover, mv, true, &mut |mv| {
                        if self.is_safe_promotion(mv) {
                            sink.one(mv);
                        }
                    });
                }
            }
        }
    }

    /// A single move with each promotion that it brings, and without, if it may stay what it is.
    fn with_promotions(&self, mover: &Mover<L>, mv: Move, captures: bool, give: &mut impl FnMut(Move)) {
        let mut stays = true;
        if mover.promotion_squares.has(mv.to) {
            for promotion in &mover.promotions {
                if !promotion.applies(mv.from, mv.to, captures) {
                    continue;
                }
                if promotion.mandatory.has(mv.to) {
                    stays = false;
                }
                let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
                self.choices(promotion, &mut kinds);
                for kind in kinds {
                    give(Move {
                        promotion: kind,
                        ..mv
                    });
                }
            }
        }
        if stays {
            give(mv);
        }
    }

    fn in_place<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, sink: &mut S) {
        for promotion in mover.promotions.iter().filter(|p| p.trigger == Trigger::InPlace) {
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(promotion, &mut kinds);
            for from in (pieces & promotion.zone).squares() {
                for &kind in &kinds {
                    let mv = Move {
                        from,
                        to: from,
                        promotion: kind,
                        deed: Deed::InPlace,
                    };
                    if self.core.is_legal_by_making(self.pos, mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    fn special<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        let ours = pos.sides[self.us.index()];
        let theirs = pos.sides[self.us.other().index()];
        let occupancy = ours | theirs;
        let paths = &mover.special[usize::from(from)];
        for (index, path) in paths.iter().enumerate() {
            if path.empty.meets(occupancy)
                || !(path.occupied & !occupancy).is_empty()
                || !(path.friend & !ours).is_empty()
                || !(path.enemy & !theirs).is_empty()
                || (path.initial && !pos.unmoved.has(from))
            {
                continue;
            }
            let free = path.to == from || path.captures.contains(&path.to) || !occupancy.has(path.to);
            let removes = !path.captures.is_empty();
            let exposed = pos.exposed & core.en_passant[self.us.index()];
            let endings = [
                (Modes::QUIET, free, removes),
                (Modes::CAPTURE, !free && theirs.has(path.to), true),
                (Modes::CAPTURE_OWN, !free && ours.has(path.to), true),
                (
                    Modes::EN_PASSANT,
                    free && exposed.has(path.to) && theirs.has(pos.victim),
                    true,
                ),
                (Modes::SWAP, !free && ours.has(path.to), false),
            ];
            for (mode, possible, captures) in endings {
                if !possible || !path.modes.has(mode) || !(if captures { self.captures } else { self.quiets })
                {
                    continue;
                }
                let mv = Move {
                    from,
                    to: path.to,
                    promotion: NONE,
                    deed: Deed::Special(index as u16, mode),
                };
                if self.is_repeated(paths, index, mode, from) {
                    continue;
                }
                let mut test = |mv: Move| {
                    if core.is_legal_by_making(pos, mv) {
                        sink.one(mv);
                    }
                };
                if path.rifle || mode == Modes::SWAP {
                    test(mv);
                } else {
                    self.with_promotions(mover, mv, captures, &mut test);
                }
            }
        }
    }

    /// Whether an earlier open path of the same piece does just the same.
    fn is_repeated(
        &self,
        paths: &[super::core::Special<L>],
        index: usize,
        mode: Modes,
        from: Square,
    ) -> bool {
        let pos = self.pos;
        let ours = pos.sides[self.us.index()];
        let theirs = pos.sides[self.us.other().index()];
        let occupancy = ours | theirs;
        let this = &paths[index];
        let same_as_plain =
            this.captures.is_empty() && !this.rifle && matches!(mode, Modes::QUIET | Modes::CAPTURE);
        if same_as_plain && this.exposed.is_empty() && self.plain_targets(from).has(this.to) {
            return true;
        }
        paths[..index].iter().any(|other| {
            other.to == this.to
                && other.rifle == this.rifle
                && other.modes.has(mode)
                && other.captures.len() == this.captures.len()
                && other.captures.iter().all(|s| this.captures.contains(s))
                && !other.empty.meets(occupancy)
                && (other.occupied & !occupancy).is_empty()
                && (other.friend & !ours).is_empty()
                && (other.enemy & !theirs).is_empty()
                && (!other.initial || pos.unmoved.has(from))
        })
    }

    /// Where the piece on a square can go by plain moves, legal or not.
    fn plain_targets(&self, from: Square) -> L::B {
        let Some((kind, side)) = self.pos.piece(from) else {
            return L::B::EMPTY;
        };
        self.core.plain_targets(self.pos, kind, side, from)
    }

    fn castling<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        let them = self.us.other();
        let occupancy = pos.occupancy();
        let theirs = pos.sides[them.index()];
        let make = self.safety.make_all || self.safety.make_royals || core.no_check[self.us.index()];
        for (index, castle) in core.castlings.iter().enumerate() {
            if castle.side != self.us || pos.castling >> index & 1 == 0 || castle.empty.meets(occupancy) {
                continue;
            }
            let king = L::B::bit(castle.king_from);
            let rest = occupancy & !king;
            let mut safe = castle.safe;
            if !make && safe.meets(king) {
                if self.safety.attacked {
                    continue;
                }
                safe &= !king;
            }
            let attacked = |s: Square, occupancy: L::B| {
                core.attacked(pos, them, s, occupancy, theirs, false)
                    || (core.exotic_attacks[them.index()] && core.attacked_exotically(pos, them, s))
            };
            if !make && self.safety.royals == king {
                let threatened = |s| core.threatened(pos, them, s, rest | L::B::bit(s), theirs);
                if self.danger(castle.king_from).meets(safe)
                    || (core.has_threats[them.index()] && safe.squares().any(threatened))
                {
                    continue;
                }
            } else if safe.squares().any(|s| attacked(s, rest | L::B::bit(s))) {
                continue;
            }
            let mv = Move {
                from: castle.king_from,
                to: castle.king_to,
                promotion: NONE,
                deed: Deed::Castle(index as u8),
            };
            let legal = if make {
                core.is_legal_by_making(pos, mv)
            } else if !self.safety.royals.meets(king) || !castle.end_is_judged {
                let (rook, to) = (
                    L::B::bit(castle.rook_from),
                    L::B::bit(castle.king_to) | L::B::bit(castle.rook_to),
                );
                let after = (rest & !rook) | to;
                let royal = if self.safety.royals.meets(king) {
                    Some(castle.king_to)
                } else {
                    self.safety.royals.squares().next()
                };
                royal.is_none_or(|s| !attacked(s, after))
            } else {
                true
            };
            if legal {
                sink.one(mv);
            }
        }
    }
}

impl<L: Layout> Core<L> {
    /// Where a piece can go by plain moves, legal or not.
    pub(crate) fn plain_targets(&self, pos: &Pos<L>, kind: u8, side: Side, from: Square) -> L::B {
        let Some(mover) = self.mover(side, kind) else {
            return L::B::EMPTY;
        };
        let occupancy = pos.occupancy();
        let theirs = pos.sides[side.other().index()];
        let get = |leaps: &[L::B], rays: &Option<super::tables::Conditionals<L>>| {
            let mut set = leaps.get(usize::from(from)).copied().unwrap_or(L::B::EMPTY);
            if let Some(rays) = rays {
                set |= rays.targets(&self.pool, from, occupancy);
            }
            set
        };
        let both = get(&mover.leap_both, &mover.ray_both);
        let quiet = get(&mover.leap_quiet, &mover.ray_quiet);
        let capture = get(&mover.leap_capture, &mover.ray_capture);
        ((both | quiet) & !occupancy) | ((both | capture) & theirs)
    }
}

impl<L: Layout> Promote<L> {
    /// Whether a move brings this promotion about.
    pub(crate) fn applies(&self, from: Square, to: Square, captures: bool) -> bool {
        if self.on_capture && !captures {
            return false;
        }
        match self.trigger {
            Trigger::Enter => self.zone.has(to),
            Trigger::Leave => self.zone.has(from),
            Trigger::Touch => self.zone.has(from) || self.zone.has(to),
            Trigger::InPlace => false,
        }
    }
}
