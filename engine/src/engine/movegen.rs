//! Generation of legal moves, as sets of targets.
//!
//! Legality of ordinary moves is decided without making them. For every way in which a royal could be attacked, a
//! [`Line`] records which squares must be empty and which occupied for the attack to be open. A move of a piece
//! that is not royal empties one square and fills another; so it is illegal exactly if it leaves some line open
//! whose attacker it does not capture. Lines on which two squares or more stand against the attack are never
//! opened by one move. For pieces that are on no line the allowed targets are one set, computed once; pins,
//! cannon screens and hurdles that may not be put up come out of the same rule.

use super::core::{Attack, Core, Mover, NONE, Open, Promote, Shape, Special};
use super::layout::{Layout, Whose};
use super::position::{Deed, Move, Pos};
use super::powers::{Change, Powers};
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
    /// Shots of one piece at each of the targets.
    fn shots(&mut self, from: Square, targets: L::B);
    /// One move.
    fn one(&mut self, mv: Move);
    /// Whether nothing was received.
    fn is_empty(&self) -> bool;
    /// Whether no more moves are wanted.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts moves; one that is enough for somebody may be all that are counted.
pub(crate) struct Count {
    found: u64,
    enough: u64,
}

impl Count {
    /// Counts all moves.
    pub(crate) fn all() -> Self {
        Self {
            found: 0,
            enough: u64::MAX,
        }
    }

    /// Counts until there is a move.
    pub(crate) fn any() -> Self {
        Self { found: 0, enough: 1 }
    }

    /// How many moves were counted.
    pub(crate) fn found(&self) -> u64 {
        self.found
    }
}

impl<L: Layout> Sink<L> for Count {
    #[inline(always)]
    fn targets(&mut self, _: Square, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn jumps(&mut self, _: u8, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn shots(&mut self, _: Square, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.found += 1;
    }
    fn is_empty(&self) -> bool {
        self.found == 0
    }
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found >= self.enough
    }
}

/// Appends moves to a list.
pub(crate) struct List<'a> {
    moves: &'a mut Vec<Move>,
    start: usize,
}

impl<'a> List<'a> {
    pub(crate) fn new(moves: &'a mut Vec<Move>) -> Self {
        let start = moves.len();
        Self { moves, start }
    }
}

impl<L: Layout> Sink<L> for List<'_> {
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: L::B) {
        for to in targets.squares() {
            self.moves.push(Move {
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
            self.moves.push(Move {
                from: jump_start::<L>(to, by),
                to,
                promotion: NONE,
                deed: Deed::Plain,
            });
        }
    }
    #[inline(always)]
    fn shots(&mut self, from: Square, targets: L::B) {
        for to in targets.squares() {
            self.moves.push(Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::Shot,
            });
        }
    }
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.moves.push(mv);
    }
    fn is_empty(&self) -> bool {
        self.moves.len() == self.start
    }
}

/// Where a jump of `by` places that ends on `to` started.
#[inline(always)]
pub(crate) fn jump_start<L: Layout>(to: Square, by: u8) -> Square {
    to.wrapping_sub(by) & (L::B::WIDTH - 1) as u8
}

/// A way in which a royal is, or could after one move be, attacked.
#[derive(Clone, Copy)]
struct Line<L: Layout> {
    open: Open<L>,
    attacker: Square,
}

/// More lines than this, and moves are tested by making them.
const MAX_LINES: usize = 40;

/// What the safety of the royals asks of ordinary moves.
pub(super) struct Safety<L: Layout> {
    lines: ArrayVec<Line<L>, MAX_LINES>,
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
    checks: ArrayVec<Line<L>, MAX_LINES>,
    /// Own pieces that are on such a line.
    on_check: L::B,
    /// The royals that may not be checked.
    unchecked: L::B,
    /// Every move must be made and tested.
    pub(super) make_all: bool,
    /// No move is tested: somebody else will. Only in full layouts.
    untested: bool,
    /// Moves of royals must be made and tested.
    make_royals: bool,
    /// Pieces that are not royal and on no line may go wherever is allowed.
    simple: bool,
    /// Enemies that can be removed from afar without leaving a line open.
    pub(super) shots: L::B,
    /// The opponent's powers, as they are before the move.
    powers: Powers<L>,
    /// Squares where a piece that comes or goes can change the opponent's powers.
    hot: L::B,
    /// The opponent's pieces on such squares that influence others.
    hot_sources: L::B,
}

impl<L: Layout> Safety<L> {
    #[inline(always)]
    fn new(royals: L::B, powers: Powers<L>) -> Self {
        Self {
            lines: ArrayVec::new(),
            allowed: !L::B::EMPTY,
            on_line: L::B::EMPTY,
            royals,
            attacked: false,
            lenient: false,
            checks: ArrayVec::new(),
            on_check: L::B::EMPTY,
            unchecked: L::B::EMPTY,
            make_all: false,
            untested: false,
            make_royals: false,
            simple: false,
            shots: !L::B::EMPTY,
            powers,
            hot: L::B::EMPTY,
            hot_sources: L::B::EMPTY,
        }
    }

    /// Where the piece on `from` may go without leaving a line open.
    #[inline]
    fn allowed_from(&self, from: Square, occupancy: L::B, ours: L::B) -> L::B {
        Self::not_opening(&self.lines, from, occupancy, ours)
    }

    /// Where the piece on `from` may go without leaving one of the lines open; `enemies` are those of the attackers.
    #[inline]
    fn not_opening(lines: &[Line<L>], from: Square, occupancy: L::B, enemies: L::B) -> L::B {
        let mut allowed = !L::B::EMPTY;
        let rest = occupancy & !L::B::bit(from);
        for line in lines {
            let open = &line.open;
            if open.empty.meets(rest) || line.attacker == from {
                continue;
            }
            let missing = (open.occupied & !rest) | (open.whose.enemy() & !(enemies & rest));
            if missing.is_empty() {
                allowed &= open.empty | open.whose.friend() | L::B::bit(line.attacker);
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
        let [white, black] = self.powers_of_both(pos);
        let (powers, theirs) = if us == Side::White {
            (white, black)
        } else {
            (black, white)
        };
        let mut safety = Safety::new(pos.royals(self, us), theirs);
        self.safety(pos, us, &mut safety);
        let generator = |captures: bool, quiets: bool| Generator {
            core: self,
            pos,
            safety: &safety,
            powers: &powers,
            us,
            captures: captures && !(L::RICH && self.converts),
            quiets,
            only: !L::B::EMPTY,
            barred: L::B::EMPTY,
            danger: Cell::new(None),
        };
        if self.must_capture[us.index()] {
            generator(true, false).all(sink);
            if sink.is_empty() {
                generator(false, true).all(sink);
            }
        } else {
            generator(true, true).all(sink);
        }
        match self.pass[us.index()] {
            Pass::Never => {}
            Pass::Forced => {
                if sink.is_empty() && !self.is_mated_if_stuck(pos) && self.attacked_royals(pos, us) > 0 {
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

    /// Whether there is a legal en passant capture.
    pub(crate) fn can_capture_en_passant(&self, pos: &Pos<L>) -> bool {
        let us = pos.turn.index();
        let open = pos.exposed & self.en_passant[us];
        let near = |mover: &Mover<L>| {
            let pieces = pos.kind(mover.kind) & pos.sides[us];
            let mut squares = open.squares();
            !mover.special.is_empty()
                || (!mover.en_passant.is_empty()
                    && squares.any(|to| mover.en_passant[usize::from(to)].meets(pieces)))
        };
        if pos.exposed.is_empty() || !(L::RICH || self.movers[us].iter().any(near)) {
            return false;
        }
        let mut moves = Vec::new();
        self.generate(pos, &mut List::new(&mut moves));
        moves.iter().any(Move::is_en_passant)
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
        if L::RICH && self.blast.is_some() {
            // Nobody blows up a royal of his own; whoever blows up the opponent's last one need not fear for his.
            let lost = before.royals(self, side).count() > royals.count();
            let them = side.other();
            if lost {
                return false;
            }
            if after.royals(self, them).is_empty() && !before.royals(self, them).is_empty() {
                return true;
            }
        }
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
        let powers = self.powers(pos, by);
        self.attacked(
            pos,
            by,
            square,
            pos.occupancy(),
            pos.sides[by.index()],
            only_checks,
            &powers,
        )
    }

    /// The kind of royal that a square is judged for: the one that stands there, or a side's first.
    fn judged_kind(&self, pos: &Pos<L>, side: Side, square: Square) -> u8 {
        let royals = &self.royals[side.index()];
        match pos.piece(square) {
            Some((kind, s)) if s == side && royals.contains(&kind) => kind,
            _ => royals.first().copied().unwrap_or(0),
        }
    }

    /// All squares that a side attacks by plain captures, given which squares are occupied.
    fn attacked_squares(&self, pos: &Pos<L>, by: Side, occupancy: L::B, powers: &Powers<L>) -> L::B {
        let own = pos.sides[by.index()];
        let mut set = L::B::EMPTY;
        for mover in &self.movers[by.index()] {
            let mut pieces = pos.kind(mover.kind) & own;
            if self.is_rich() {
                pieces &= powers.has(mover.power);
                if mover.tag != NONE {
                    pieces |= pos.tags.as_ref()[usize::from(mover.tag)] & own;
                }
            }
            if pieces.is_empty() {
                continue;
            }
            if self.is_rich() && !mover.far.is_empty() {
                let others = occupancy & !own;
                for from in pieces.squares() {
                    let far = &mover.far[usize::from(from)];
                    for range in mover.far_parts[usize::from(from)].open(occupancy, others) {
                        for (to, open) in &far[range] {
                            if open.holds(own, others) && (!open.whose.initial() || pos.unmoved.has(from)) {
                                set |= L::B::bit(*to);
                            }
                        }
                    }
                }
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
    pub(crate) fn threatened(
        &self,
        pos: &Pos<L>,
        by: Side,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
        powers: &Powers<L>,
    ) -> bool {
        let mut threats = self.attacks[by.index()].iter().filter(|a| !a.check);
        threats.any(|a| self.hits(pos, a, square, occupancy, attackers, powers))
    }

    /// Whether pieces of `attackers` attack a square, given which squares are occupied.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
    fn attacked(
        &self,
        pos: &Pos<L>,
        by: Side,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
        only_checks: bool,
        powers: &Powers<L>,
    ) -> bool {
        let mut attackers = attackers;
        if self.is_rich() {
            if let Some(blast) = &self.blast {
                // A capture that would blow up a royal of the captor's own side is none, nor one that a royal makes.
                let royals = pos.royals(self, by);
                if blast.area[by.index()][usize::from(square)].meets(royals) {
                    return false;
                }
                attackers &= !royals;
            }
            if self.arsenal.is_some() {
                return self.hit_by_arms(pos, by, square, occupancy, attackers, only_checks, powers);
            }
        }
        self.attacks[by.index()]
            .iter()
            .any(|a| (a.check || !only_checks) && self.hits(pos, a, square, occupancy, attackers, powers))
    }

    /// [`Self::attacked`] with weapons: where they are resisted, two pieces must attack.
    #[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
    fn hit_by_arms(
        &self,
        pos: &Pos<L>,
        by: Side,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
        only_checks: bool,
        powers: &Powers<L>,
    ) -> bool {
        let kind = self.judged_kind(pos, by.other(), square);
        let mut weak = L::B::EMPTY;
        for attack in &self.attacks[by.index()] {
            if !attack.check && only_checks {
                continue;
            }
            if attack.weapon == NONE || attack.resisted >> kind & 1 == 0 {
                if self.hits(pos, attack, square, occupancy, attackers, powers) {
                    return true;
                }
                continue;
            }
            let from = self.attackers(pos, attack, powers) & attackers;
            if from.is_empty() {
                continue;
            }
            if !attack.leaps.is_empty() {
                weak |= attack.leaps[usize::from(square)] & from;
            }
            if let Some(rays) = &attack.rays {
                weak |= rays.targets(&self.pool, square, occupancy) & from;
            }
        }
        weak.several()
    }

    #[inline(always)]
    fn hits(
        &self,
        pos: &Pos<L>,
        attack: &Attack<L>,
        square: Square,
        occupancy: L::B,
        attackers: L::B,
        powers: &Powers<L>,
    ) -> bool {
        let from = self.attackers(pos, attack, powers) & attackers;
        if self.is_rich() && attack.exotic {
            let others = occupancy & !attackers;
            return (attack.potential[usize::from(square)] & from)
                .squares()
                .any(|from| {
                    let open = |path: &Open<L>| {
                        path.holds(attackers, others) && (!path.whose.initial() || pos.unmoved.has(from))
                    };
                    attack.paths(square, from).iter().any(open)
                });
        }
        self.strikes(attack, square, occupancy, from)
    }

    /// Whether pieces on `from` that have an attack use it on a square.
    #[inline(always)]
    fn strikes(&self, attack: &Attack<L>, square: Square, occupancy: L::B, from: L::B) -> bool {
        let meets = |sets: &[L::B]| sets.get(usize::from(square)).is_some_and(|set| set.meets(from));
        meets(&attack.leaps)
            || (meets(&attack.potential)
                && attack
                    .rays
                    .as_ref()
                    .is_some_and(|rays| rays.targets(&self.pool, square, occupancy).meets(from)))
    }

    /// All pieces that attack in this way, of both sides; where powers matter, only of the side whose they are.
    #[inline(always)]
    fn attackers(&self, pos: &Pos<L>, attack: &Attack<L>, powers: &Powers<L>) -> L::B {
        let mut set = pos.kind(attack.first[0]) | pos.kind(attack.first[1]);
        if attack.kinds.len() > 2 {
            for &kind in &attack.kinds[2..] {
                set |= pos.kind(kind);
            }
        }
        if self.is_rich() {
            if attack.kinds.is_empty() {
                set = L::B::EMPTY;
            }
            if attack.weapon != NONE {
                set &= pos.tags.as_ref()[usize::from(attack.weapon)];
            }
            set &= powers.has(attack.power);
            for &tag in &attack.tags {
                set |= pos.tags.as_ref()[usize::from(tag)];
            }
        }
        set
    }

    #[inline]
    fn safety(&self, pos: &Pos<L>, us: Side, safety: &mut Safety<L>) {
        let them = us.other();
        let royals = safety.royals;
        let several = royals.several();
        let rule = self.royal_rule[us.index()];
        safety.make_all = L::RICH
            && (self.no_check[us.index()]
                || (!royals.is_empty()
                    && (self.converts
                        || (several && rule == RoyalRule::Any)
                        || (self.blast.is_some() && rule != RoyalRule::All))));
        safety.make_royals = several || (L::RICH && self.blast.is_some());
        if safety.make_all || (L::RICH && royals.is_empty()) {
            return;
        }
        if rule == RoyalRule::Any && several {
            match royals
                .squares()
                .find(|&s| !self.attacks_square(pos, them, s, false))
            {
                Some(safe) => safety.royals = L::B::bit(safe),
                None => {
                    safety.make_all = true;
                    return;
                }
            }
            safety.lenient = true;
        }
        if self.no_check[us.index()] {
            self.check_lines(pos, us, safety);
        }
        let royals = safety.royals;
        let occupancy = pos.occupancy();
        let ours = pos.sides[us.index()];
        let theirs = pos.sides[them.index()];
        if L::RICH && !self.influences.is_empty() {
            safety.hot = self.influenced_from(pos, them);
            safety.hot_sources = safety.hot & self.sources(pos) & theirs;
        }
        let mut attackers = theirs;
        for royal in royals.squares() {
            if L::RICH
                && let Some(blast) = &self.blast
            {
                // As in `attacked`: no royal captures, and none is captured beside one of the captor's side.
                let others = pos.royals(self, them);
                if blast.area[them.index()][usize::from(royal)].meets(others) {
                    continue;
                }
                attackers &= !others;
            }
            let kind = if L::RICH {
                pos.board.as_ref()[usize::from(royal)] >> 1
            } else {
                0
            };
            // Pieces that attack, or could after one move, with something that the royal resists.
            let mut weak = L::B::EMPTY;
            for attack in &self.attacks[them.index()] {
                let from = self.attackers(pos, attack, &safety.powers) & attackers;
                if from.is_empty() {
                    continue;
                }
                let resisted = L::RICH && attack.resisted >> kind & 1 == 1;
                if !attack.leaps.is_empty() {
                    let attackers = attack.leaps[usize::from(royal)] & from;
                    if resisted {
                        weak |= attackers;
                    } else {
                        for attacker in attackers.squares() {
                            safety.attacked = true;
                            safety.allowed &= L::B::bit(attacker);
                            if L::RICH {
                                safety.shots &= L::B::bit(attacker);
                            }
                            safety.add(Line {
                                open: Open::default(),
                                attacker,
                            });
                        }
                    }
                }
                if attack.potential.is_empty() {
                    continue;
                }
                for attacker in (attack.potential[usize::from(royal)] & from).squares() {
                    for open in attack.paths(royal, attacker) {
                        let against = open.empty & occupancy;
                        let (friend, enemy) = (open.whose.friend(), open.whose.enemy());
                        let missing = (open.occupied & !occupancy) | (enemy & !ours);
                        if against.several() || missing.several() {
                            continue;
                        }
                        if L::RICH {
                            if !(friend & !theirs).is_empty()
                                || (open.whose.initial() && !pos.unmoved.has(attacker))
                            {
                                continue;
                            }
                            if resisted {
                                weak |= L::B::bit(attacker);
                                continue;
                            }
                        }
                        if against.meets(theirs) {
                            if L::RICH && missing.is_empty() {
                                safety.shots &= !against;
                            }
                            continue;
                        }
                        if against.is_empty() {
                            if missing.is_empty() {
                                safety.attacked = true;
                                safety.allowed &= open.empty | friend | L::B::bit(attacker);
                                if L::RICH {
                                    safety.shots &= open.occupied | friend | L::B::bit(attacker);
                                }
                            } else {
                                safety.allowed &= !missing;
                            }
                        }
                        safety.on_line |= (against | open.occupied | enemy) & ours;
                        safety.add(Line {
                            open: *open,
                            attacker,
                        });
                    }
                }
            }
            if L::RICH && weak.several() {
                safety.make_all = true;
            }
        }
        // As long as no royal is attacked none may be; otherwise fewer must be, which only counting tells.
        if rule == RoyalRule::Fewer && several && safety.attacked {
            safety.make_all = true;
        }
        // Where one safe royal is enough and there is only one, a second one made by a promotion may open any line.
        if rule == RoyalRule::Any && !several && !safety.lines.is_empty() && self.makes_royals[us.index()] {
            safety.make_all = true;
        }
        safety.simple = !safety.make_all && !safety.lenient && !self.no_check[us.index()];
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
                let from = self.attackers(pos, attack, &safety.powers) & ours;
                for attacker in (attack.potential[usize::from(royal)] & from).squares() {
                    for open in attack.paths(royal, attacker) {
                        let against = open.empty & occupancy;
                        let missing = open.occupied & !occupancy;
                        if against.several() || missing.several() || against.meets(theirs) {
                            continue;
                        }
                        // A hurdle that is missing could be put up by any piece.
                        safety.on_check |= if missing.is_empty() {
                            (against | open.occupied) & ours
                        } else {
                            ours
                        };
                        if safety
                            .checks
                            .try_push(Line {
                                open: *open,
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
    fn add(&mut self, line: Line<L>) {
        if self.lines.try_push(line).is_err() {
            self.make_all = true;
        }
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
    quiets: bool,
    /// In full layouts: the only pieces whose moves are wanted.
    only: L::B,
    /// In full layouts: pieces that can be neither captured nor changed places with.
    barred: L::B,
    /// What [`Self::danger`] has found.
    danger: Cell<Option<L::B>>,
}

impl<L: Layout> Generator<'_, L> {
    /// Whether a move is legal, found out by making it.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        (L::FULL && self.safety.untested) || self.core.is_legal_by_making(self.pos, mv)
    }

    /// Enemies that can be captured.
    #[inline(always)]
    pub(super) fn theirs(&self) -> L::B {
        let theirs = self.pos.sides[self.us.other().index()];
        if L::FULL { theirs & !self.barred } else { theirs }
    }

    #[inline(always)]
    fn all<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let ours = pos.sides[us.index()];
        let theirs = self.theirs();
        let occupancy = pos.occupancy();
        // Where captures may go, where quiet moves may go.
        let capture_filter = if self.captures { theirs } else { L::B::EMPTY };
        let quiet_filter = if self.quiets { !occupancy } else { L::B::EMPTY };
        let simple = !core.is_rich() && self.safety.simple;
        // Pieces that are on no line, and where they may go.
        let (free, mask) = (
            !self.safety.on_line,
            (capture_filter | quiet_filter) & self.safety.allowed,
        );
        for mover in &core.movers[us.index()] {
            let mut pieces = pos.kind(mover.kind) & ours;
            if core.is_rich() {
                pieces &= self.powers.has(mover.power);
            }
            if L::FULL {
                pieces &= self.only;
            }
            if pieces.is_empty() {
                continue;
            }
            if core.is_rich()
                && core
                    .tagging
                    .as_ref()
                    .is_some_and(|t| t.takers >> mover.kind & 1 == 1)
            {
                for from in pieces.squares() {
                    self.plain(
                        mover,
                        from,
                        self.taken_over(mover, from, capture_filter, quiet_filter),
                        sink,
                    );
                }
                self.rest(mover, pieces, sink);
                continue;
            }
            if simple && mover.calm {
                match &mover.ray_both {
                    None => {
                        for from in (pieces & free).squares() {
                            sink.targets(from, mover.leap_both[usize::from(from)] & mask);
                        }
                    }
                    Some(rays) => {
                        for from in (pieces & free).squares() {
                            sink.targets(from, rays.targets(&core.pool, from, occupancy) & mask);
                        }
                    }
                }
                for from in (pieces & !free).squares() {
                    sink.targets(from, self.on_line(mover, from, capture_filter | quiet_filter));
                }
                self.rest(mover, pieces, sink);
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
            self.rest(mover, pieces, sink);
            if L::RICH && sink.is_full() {
                return;
            }
        }
        if self.quiets && pos.castling & core.castling_of[us.index()] != 0 {
            self.castling(sink);
        }
        if core.is_rich() {
            if core.arsenal.is_some() && self.captures {
                self.shots(sink);
            }
            if self.quiets {
                self.exchanges(sink);
            }
        }
    }

    /// Where a calm piece on a line may go.
    #[inline(never)]
    fn on_line(&self, mover: &Mover<L>, from: Square, filter: L::B) -> L::B {
        let occupancy = self.pos.occupancy();
        let targets = match &mover.ray_both {
            None => mover.leap_both[usize::from(from)],
            Some(rays) => rays.targets(&self.core.pool, from, occupancy),
        };
        let ours = self.pos.sides[self.us.index()];
        targets & filter & self.safety.allowed_from(from, occupancy, ours)
    }

    /// What is not a plain move.
    #[inline(always)]
    fn rest<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, sink: &mut S) {
        if !mover.has_rest {
            return;
        }
        if !mover.special.is_empty() {
            for from in pieces.squares() {
                self.special(mover, from, sink);
            }
        }
        let fires = L::RICH && self.core.arsenal.is_some();
        if !mover.en_passant.is_empty() && self.captures && !self.pos.exposed.is_empty() && !fires {
            let victim = self.pos.victim;
            if !(L::FULL && victim != NONE && self.barred.has(victim)) {
                self.en_passant(mover, pieces, sink);
            }
        }
        if mover.in_place && self.quiets {
            self.in_place(mover, pieces, sink);
        }
    }

    /// Plain targets of a piece with the movements that it has taken over.
    fn taken_over(&self, mover: &Mover<L>, from: Square, capture_filter: L::B, quiet_filter: L::B) -> L::B {
        let tags = self.pos.tags.as_ref();
        let held = |m: &&Mover<L>| m.tag != NONE && tags[usize::from(m.tag)].has(from);
        let movers = self.core.movers[self.us.index()].iter().filter(held);
        movers.fold(
            self.general(mover, from, capture_filter, quiet_filter),
            |targets, mover| targets | self.general(mover, from, capture_filter, quiet_filter),
        )
    }

    /// Two pieces change places.
    fn exchanges<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let ours = pos.sides[us.index()];
        let movable = if L::FULL { ours & self.only } else { ours };
        for &(kind, with) in &core.exchanges[us.index()] {
            for from in (pos.kind(kind) & movable).squares() {
                for to in (pos.kind(with) & ours).squares() {
                    if !self.can_stand(from, to) || !self.can_stand(to, from) {
                        continue;
                    }
                    let mv = Move {
                        from,
                        to,
                        promotion: NONE,
                        deed: Deed::Exchange,
                    };
                    let (from, to) = (L::B::bit(from), L::B::bit(to));
                    let one_source = core.is_source(kind) != core.is_source(with);
                    let legal = if self.safety.make_all
                        || core.arsenal.is_some()
                        || (core.is_source(kind) && core.is_source(with))
                    {
                        self.is_legal(mv)
                    } else {
                        let mut royals = self.safety.royals;
                        if royals.meets(from) != royals.meets(to) {
                            royals ^= from | to;
                        }
                        let (come, gone) = if core.is_source(kind) {
                            (to, from)
                        } else {
                            (from, to)
                        };
                        let source = if core.is_source(kind) { kind } else { with };
                        let changed = one_source && self.safety.hot.meets(from | to);
                        let change = changed.then_some(Change {
                            gone,
                            come,
                            kind: source,
                            side: us,
                        });
                        self.none_attacked(royals, pos.occupancy(), pos.sides[us.other().index()], change)
                    };
                    if legal {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    /// Whether none of some royals would be attacked in a position with other occupied squares, other attackers and
    /// perhaps other powers.
    fn none_attacked(
        &self,
        royals: L::B,
        occupancy: L::B,
        attackers: L::B,
        change: Option<Change<L::B>>,
    ) -> bool {
        let (core, pos, them) = (self.core, self.pos, self.us.other());
        let after;
        let powers = match change {
            Some(change) => {
                after = core.powers_after(pos, them, change);
                &after
            }
            None => &self.safety.powers,
        };
        !royals
            .squares()
            .any(|s| core.attacked(pos, them, s, occupancy, attackers, false, powers))
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
            || (L::RICH && mover.source)
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
            let starts = together & jump.from;
            if L::RICH && starts.is_empty() {
                continue;
            }
            let mut targets = starts.rotate(jump.by) & filter;
            for &through in &jump.through {
                targets &= free.rotate(through);
            }
            if self.core.is_rich() {
                let mut changing = targets & safety.hot_sources;
                if mover.makes_sources {
                    changing |= targets & mover.promotion_squares;
                }
                if self.core.blast.is_some() {
                    changing |= targets & self.pos.sides[self.us.other().index()];
                }
                for to in changing.squares() {
                    self.plain(mover, jump_start::<L>(to, jump.by), L::B::bit(to), sink);
                }
                targets &= !changing;
            }
            targets &= safety.allowed;
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
            || (mover.royal && safety.make_royals && (!safety.lenient || safety.royals.has(from)))
        {
            self.made(mover, from, targets, sink);
            return;
        }
        if self.core.is_rich() {
            if self.core.blast.is_some() && !safety.royals.is_empty() {
                let captures = targets & self.pos.sides[self.us.other().index()];
                if !captures.is_empty() {
                    self.made(mover, from, captures, sink);
                    targets &= !captures;
                }
            }
            // Moves that may change what the opponent's pieces can do.
            let mut changing = targets & safety.hot_sources;
            if mover.makes_sources {
                changing |= targets & mover.promotion_squares;
            }
            if mover.source {
                changing |= if safety.hot.has(from) {
                    targets
                } else {
                    targets & safety.hot
                };
            }
            if !changing.is_empty() {
                self.changing(mover, from, changing, sink);
                targets &= !changing;
            }
        }
        let ours = self.pos.sides[self.us.index()];
        if self.core.no_check[self.us.index()] {
            if safety.on_check.has(from) {
                let theirs = self.pos.sides[self.us.other().index()];
                targets &= Safety::<L>::not_opening(&safety.checks, from, self.pos.occupancy(), theirs);
            }
            let checking = self
                .core
                .checking_squares(self.pos, mover.kind, self.us, from, safety.unchecked);
            // What promotes attacks as what it becomes: see `is_safe_promotion`.
            targets &= !checking | mover.promotion_squares;
        }
        if safety.lenient {
            let sure = if safety.on_line.has(from) {
                safety.allowed_from(from, self.pos.occupancy(), ours)
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
            targets &= safety.allowed_from(from, self.pos.occupancy(), self.pos.sides[self.us.index()]);
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
                if self.is_legal(mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// Plain moves that change the opponent's powers.
    #[inline(never)]
    fn changing<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, targets: L::B, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        let theirs = pos.sides[self.us.other().index()];
        if mover.royal {
            return self.made(mover, from, targets, sink);
        }
        for to in targets.squares() {
            let mv = Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::Plain,
            };
            if mover.promotion_squares.has(to) {
                self.made(mover, from, L::B::bit(to), sink);
                continue;
            }
            let (left, entered) = (L::B::bit(from), L::B::bit(to));
            let come = core.as_source(mover.kind, to);
            let change = Change {
                gone: left | entered,
                come,
                kind: mover.kind,
                side: self.us,
            };
            let occupancy = (pos.occupancy() & !left) | entered;
            if self.none_attacked(self.safety.royals, occupancy, theirs & !entered, Some(change)) {
                sink.one(mv);
            }
        }
    }

    /// Whether the way of a castling move is free, so that all attacked squares must be known anyway.
    #[inline(always)]
    fn may_castle(&self) -> bool {
        let mut rights = self.pos.castling & self.core.castling_of[self.us.index()];
        let occupancy = self.pos.occupancy();
        while rights != 0 {
            if !self.core.castlings[rights.trailing_zeros() as usize]
                .empty
                .meets(occupancy)
            {
                return true;
            }
            rights &= rights - 1;
        }
        false
    }

    /// Where the one royal may go: squares that are not attacked once it has left its own.
    #[inline]
    fn royal_targets(&self, from: Square, targets: L::B) -> L::B {
        let (core, them) = (self.core, self.us.other());
        let legal = if !core.is_rich() && !targets.without_lowest().several() && !self.may_castle() {
            let rest = self.pos.occupancy() & !L::B::bit(from);
            let theirs = self.pos.sides[them.index()];
            let attacked = |to: Square| {
                let here = L::B::bit(to);
                core.attacked(
                    self.pos,
                    them,
                    to,
                    rest | here,
                    theirs & !here,
                    true,
                    &self.safety.powers,
                )
            };
            targets
                .squares()
                .filter(|&s| !attacked(s))
                .fold(L::B::EMPTY, |all, s| all | L::B::bit(s))
        } else {
            targets & !self.danger(from)
        };
        if !core.has_threats[them.index()] || legal.is_empty() {
            return legal;
        }
        let rest = self.pos.occupancy() & !L::B::bit(from);
        let theirs = self.pos.sides[them.index()];
        let threatened = |to: Square| {
            let here = L::B::bit(to);
            core.threatened(
                self.pos,
                them,
                to,
                rest | here,
                theirs & !here,
                &self.safety.powers,
            )
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
                let (core, pos, them) = (self.core, self.pos, self.us.other());
                let mut danger = core.attacked_squares(pos, them, occupancy, &self.safety.powers);
                if L::RICH && core.arsenal.is_some() {
                    let kind = pos.board.as_ref()[usize::from(royal)] >> 1;
                    danger |= core.shot_squares(pos, them, occupancy, kind);
                }
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

    /// A new royal must be safe where it stands, a new piece may change powers; other promotions change nothing about safety.
    #[inline(always)]
    fn is_safe_promotion(&self, mv: Move) -> bool {
        let us = self.us.index();
        let matters = |kind: u8| self.core.royals[us].contains(&kind) || self.core.is_source(kind);
        let special = mv.promotion != NONE && matters(mv.promotion);
        !(special || self.core.no_check[us]) || self.is_legal(mv)
    }

    /// What a promotion may give now: the last royal stays one.
    fn choices(&self, mover: &Mover<L>, promotion: &Promote<L>, kinds: &mut ArrayVec<u8, 64>) {
        let (core, us) = (self.core, self.us);
        let ours = self.pos.sides[us.index()];
        let last = mover.royal && !self.pos.royals(core, us).several();
        for (&kind, &limit) in promotion.to.iter().zip(&promotion.limits) {
            let free = limit == u32::MAX || (self.pos.kind(kind) & ours).count() < limit;
            let stays = !last || core.royals[us.index()].contains(&kind);
            if free && stays && !kinds.is_full() {
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
                let powers_change = L::RICH && !core.influences.is_empty();
                if self.safety.make_all
                    || self.safety.make_royals
                    || mover.royal
                    || core.no_check[self.us.index()]
                    || powers_change
                {
                    self.with_promotions(mover, mv, true, &mut |mv| {
                        if self.is_legal(mv) {
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
                    !self.safety.royals.squares().any(|s| {
                        core.attacked(pos, them, s, occupancy, attackers, false, &self.safety.powers)
                    })
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
        if mover.promotion_squares.has(mv.to) && !(L::FULL && self.safety.untested) {
            for promotion in &mover.promotions {
                if !promotion.applies(mv.from, mv.to, captures) {
                    continue;
                }
                if promotion.mandatory.has(mv.to) {
                    stays = false;
                }
                let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
                self.choices(mover, promotion, &mut kinds);
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
        if L::FULL && self.safety.untested {
            return;
        }
        for promotion in mover.promotions.iter().filter(|p| p.trigger == Trigger::InPlace) {
            let standing = pieces & promotion.zone;
            if standing.is_empty() {
                continue;
            }
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(mover, promotion, &mut kinds);
            for from in standing.squares() {
                for &kind in &kinds {
                    let mv = Move {
                        from,
                        to: from,
                        promotion: kind,
                        deed: Deed::InPlace,
                    };
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    fn special<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, sink: &mut S) {
        let pos = self.pos;
        let ours = pos.sides[self.us.index()];
        let theirs = pos.sides[self.us.other().index()];
        let paths = &mover.special[usize::from(from)];
        for range in mover.special_parts[usize::from(from)].open(ours | theirs, theirs) {
            for index in range {
                let path = &paths[index];
                if path.is_open(ours, theirs) && (!path.initial || pos.unmoved.has(from)) {
                    self.special_path(mover, from, index, sink);
                }
            }
        }
    }

    /// What an open special path leads to.
    fn special_path<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, index: usize, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        let ours = pos.sides[self.us.index()];
        let theirs = self.theirs();
        let paths = &mover.special[usize::from(from)];
        let path = &paths[index];
        if L::FULL && !self.barred.is_empty() {
            let barred = |s: &Square| self.barred.has(*s);
            if path.captures.iter().any(barred) || (path.modes.0 & !Modes::BOTH.0 != 0 && barred(&path.to)) {
                return;
            }
        }
        let free = path.to == from || path.captures.contains(&path.to) || !pos.occupancy().has(path.to);
        let removes = !path.captures.is_empty();
        // Nobody captures a royal of the own side.
        let own_royals = if removes || path.modes.has(Modes::CAPTURE_OWN) {
            pos.royals(core, self.us)
        } else {
            L::B::EMPTY
        };
        if path.captures.iter().any(|&s| own_royals.has(s)) {
            return;
        }
        let exposed = pos.exposed & core.en_passant[self.us.index()];
        let endings = [
            (Modes::QUIET, free, removes),
            (Modes::CAPTURE, !free && theirs.has(path.to), true),
            (
                Modes::CAPTURE_OWN,
                !free && (ours & !own_royals).has(path.to),
                true,
            ),
            (
                Modes::EN_PASSANT,
                free && exposed.has(path.to) && theirs.has(pos.victim),
                true,
            ),
            (
                Modes::SWAP,
                !free && ours.has(path.to) && self.may_swap(from, path.to),
                false,
            ),
        ];
        for (mode, possible, captures) in endings {
            if !possible || !path.modes.has(mode) || !(if captures { self.captures } else { self.quiets }) {
                continue;
            }
            let mv = Move {
                from,
                to: path.to,
                promotion: NONE,
                deed: Deed::Special(index as u16, mode),
            };
            if !path.alone && self.is_repeated(paths, index, mode, from) {
                continue;
            }
            let mut test = |mv: Move| {
                let by_sets = if mv.promotion == NONE {
                    self.is_safe_on_path(mover, path, mode, from)
                } else {
                    None
                };
                if by_sets.unwrap_or_else(|| self.is_legal(mv)) {
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

    /// Whether two own pieces may change places by a movement of the first: if neither comes to where it would have had to
    /// promote, and the same is not listed as a move of the other.
    fn may_swap(&self, from: Square, to: Square) -> bool {
        let (core, pos) = (self.core, self.pos);
        let ours = pos.sides[self.us.index()];
        let theirs = pos.sides[self.us.other().index()];
        let resets = |square: Square| core.mover_at(pos, square).is_some_and(|m| m.resets_clock);
        let back = |path: &Special<L>| {
            path.to == from
                && path.modes.has(Modes::SWAP)
                && path.is_open(ours, theirs)
                && (!path.initial || pos.unmoved.has(to))
        };
        let listed = || {
            let mover = core.mover_at(pos, to);
            let paths = mover.and_then(|m| m.special.get(usize::from(to)));
            paths.is_some_and(|paths| paths.iter().any(back))
        };
        self.can_stand(from, to)
            && self.can_stand(to, from)
            && (from < to || resets(from) != resets(to) || !listed())
    }

    /// Whether the piece on one square may be put on another without promoting.
    fn can_stand(&self, from: Square, to: Square) -> bool {
        let stuck = &self.core.stuck[self.us.index()];
        self.pos
            .piece(from)
            .is_none_or(|(kind, _)| !stuck[usize::from(kind)].has(to))
    }

    /// Whether the own royals are safe after a special path, if that can be told without making the move.
    fn is_safe_on_path(
        &self,
        mover: &Mover<L>,
        path: &Special<L>,
        mode: Modes,
        from: Square,
    ) -> Option<bool> {
        let (core, pos, safety) = (self.core, self.pos, self.safety);
        let judged = L::RICH && (core.arsenal.is_some() || core.blast.is_some());
        if safety.make_all || mover.royal || core.is_source(mover.kind) || judged {
            return None;
        }
        let mut removed = path
            .captures
            .iter()
            .fold(L::B::EMPTY, |set, &s| set | L::B::bit(s));
        let (mut left, mut entered) = (L::B::bit(from), L::B::bit(path.to));
        match mode {
            Modes::QUIET => {}
            Modes::CAPTURE => removed |= entered,
            _ => return None,
        }
        if path.rifle {
            (left, entered) = (L::B::EMPTY, L::B::EMPTY);
        }
        if removed.meets(safety.royals) {
            return None;
        }
        let change = (L::RICH && removed.meets(core.sources(pos) & safety.hot)).then_some(Change {
            gone: removed,
            come: L::B::EMPTY,
            kind: mover.kind,
            side: self.us,
        });
        let occupancy = (pos.occupancy() & !left & !removed) | entered;
        let attackers = pos.sides[self.us.other().index()] & !removed;
        Some(self.none_attacked(safety.royals, occupancy, attackers, change))
    }

    /// Whether an earlier open path of the same piece does just the same.
    fn is_repeated(&self, paths: &[Special<L>], index: usize, mode: Modes, from: Square) -> bool {
        let pos = self.pos;
        let ours = pos.sides[self.us.index()];
        let theirs = pos.sides[self.us.other().index()];
        let this = &paths[index];
        let same_as_plain =
            this.captures.is_empty() && !this.rifle && matches!(mode, Modes::QUIET | Modes::CAPTURE);
        if same_as_plain && this.exposed.is_empty() && self.plain_targets(from).has(this.to) {
            return true;
        }
        paths[..index].iter().any(|other| {
            other.to == this.to
                && other.rifle == this.rifle
                && other.captures.len() == this.captures.len()
                && other.captures.iter().all(|s| this.captures.contains(s))
                && other.modes.has(mode)
                && other.is_open(ours, theirs)
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
        let mut rights = pos.castling & core.castling_of[self.us.index()];
        while rights != 0 {
            let index = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let castle = &core.castlings[index];
            if castle.empty.meets(occupancy) || (L::FULL && !self.only.has(castle.king_from)) {
                continue;
            }
            if L::FULL && self.safety.untested {
                sink.one(Move {
                    from: castle.king_from,
                    to: castle.king_to,
                    promotion: NONE,
                    deed: Deed::Castle(index as u8),
                });
                continue;
            }
            let sources = core.is_source(castle.king) || core.is_source(castle.rook);
            let make = make || sources;
            let king = L::B::bit(castle.king_from);
            let rest = occupancy & !king;
            let mut safe = castle.safe;
            if !make && safe.meets(king) {
                if self.safety.attacked {
                    continue;
                }
                safe &= !king;
            }
            let powers = &self.safety.powers;
            let attacked =
                |s: Square, occupancy: L::B| core.attacked(pos, them, s, occupancy, theirs, false, powers);
            if !make && self.safety.royals == king {
                let threatened = |s| core.threatened(pos, them, s, rest | L::B::bit(s), theirs, powers);
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
                self.is_legal(mv)
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

impl<L: Layout> Core<L> {
    /// Where the piece on a square could go without capturing by a plain move, whatever stands there.
    pub(crate) fn quiet_reach(&self, pos: &Pos<L>, from: Square) -> L::B {
        self.mover_at(pos, from).map_or(L::B::EMPTY, |mover| {
            let leaps = [&mover.leap_both, &mover.leap_quiet];
            self.plain_reach(pos, from, leaps, [&mover.ray_both, &mover.ray_quiet])
        })
    }

    /// Where the piece on a square could capture by a plain move, whoever stands there.
    pub(crate) fn capture_targets(&self, pos: &Pos<L>, from: Square) -> L::B {
        self.mover_at(pos, from).map_or(L::B::EMPTY, |mover| {
            let leaps = [&mover.leap_both, &mover.leap_capture];
            self.plain_reach(pos, from, leaps, [&mover.ray_both, &mover.ray_capture])
        })
    }

    /// All ends of leaps and rays from a square.
    #[inline(always)]
    fn plain_reach(
        &self,
        pos: &Pos<L>,
        from: Square,
        leaps: [&Vec<L::B>; 2],
        rays: [&Option<super::tables::Conditionals<L>>; 2],
    ) -> L::B {
        let leaps = leaps.into_iter().filter_map(|list| list.get(usize::from(from)));
        let set = leaps.fold(L::B::EMPTY, |set, &ends| set | ends);
        let rays = rays.into_iter().flatten();
        rays.fold(set, |set, rays| {
            set | rays.targets(&self.pool, from, pos.occupancy())
        })
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

impl<L: Layout> Core<L> {
    /// Generates what the pieces of `only` of the side to move may do, safe or not, without what they become; without
    /// `quiets`, only their captures, also where nothing may be captured. Nothing captures or changes places with a piece
    /// of `barred`. For full layouts.
    pub(crate) fn untested<S: Sink<L>>(
        &self,
        pos: &Pos<L>,
        only: L::B,
        barred: L::B,
        quiets: bool,
        sink: &mut S,
    ) {
        debug_assert!(L::FULL);
        let us = pos.turn;
        let powers = self.powers(pos, us);
        let mut safety = Safety::new(pos.royals(self, us), Powers::none());
        safety.make_all = true;
        safety.untested = true;
        let generator = Generator {
            core: self,
            pos,
            safety: &safety,
            powers: &powers,
            us,
            captures: true,
            quiets,
            only,
            barred,
            danger: Cell::new(None),
        };
        generator.all(sink);
    }

    /// Finds out what the safety of some pieces of the side to move asks of moves of others: none of them may be left
    /// attacked. Returns whether sets can tell.
    pub(crate) fn guard(&self, pos: &Pos<L>, guarded: L::B, guard: &mut Guard<L>) -> bool {
        let us = pos.turn;
        if guarded.is_empty() || self.no_check[us.index()] || self.royal_rule[us.index()] != RoyalRule::All {
            return false;
        }
        let safety = &mut guard.0;
        safety.royals = guarded;
        safety.powers = self.powers(pos, us.other());
        self.safety(pos, us, safety);
        // Of the guarded pieces at most one alone is among those whose moves are asked for.
        safety.make_royals = false;
        !safety.make_all && !safety.lenient
    }

    /// Whether pieces of the side to move are attacked by none of the opponent's, were the two sides' pieces on other
    /// squares; those that stand where they stood are what they were.
    pub(crate) fn leaves_safe(
        &self,
        pos: &Pos<L>,
        guard: &Guard<L>,
        guarded: L::B,
        sides: [L::B; 2],
    ) -> bool {
        let them = pos.turn.other();
        let (occupancy, theirs) = (sides[0] | sides[1], sides[them.index()]);
        let powers = &guard.0.powers;
        !guarded
            .squares()
            .any(|s| self.attacked(pos, them, s, occupancy, theirs, false, powers))
    }

    /// Generates the legal moves of the pieces of `only`; if the royal is among them, it is the only one guarded.
    pub(crate) fn guarded<S: Sink<L>>(
        &self,
        pos: &Pos<L>,
        guard: &Guard<L>,
        only: L::B,
        barred: L::B,
        sink: &mut S,
    ) {
        let generator = Generator {
            core: self,
            pos,
            safety: &guard.0,
            powers: &Powers::none(),
            us: pos.turn,
            captures: !self.converts,
            quiets: true,
            only,
            barred,
            danger: Cell::new(None),
        };
        generator.all(sink);
    }
}

/// What the safety of a royal asks of moves of other pieces.
pub(crate) struct Guard<L: Layout>(Safety<L>);

impl<L: Layout> Guard<L> {
    /// Nothing is guarded.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(Safety::new(L::B::EMPTY, Powers::none()))
    }

    /// Whether the royal is attacked.
    pub(crate) fn is_attacked(&self) -> bool {
        self.0.attacked
    }

    /// Pieces whose moves may leave what is guarded attacked.
    pub(crate) fn restricted(&self) -> L::B {
        if self.0.allowed == !L::B::EMPTY {
            self.0.on_line
        } else {
            !L::B::EMPTY
        }
    }

    /// Where a piece that is not royal may go from a square, moving or capturing, without leaving the royal attacked.
    pub(crate) fn allowed(&self, pos: &Pos<L>, from: Square) -> L::B {
        if self.0.on_line.has(from) {
            let ours = pos.sides[pos.turn.index()];
            self.0.allowed_from(from, pos.occupancy(), ours)
        } else {
            self.0.allowed
        }
    }
}
