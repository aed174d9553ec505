//! The movements of units, safe or not.

use super::action::{Action, Mode, Step, Steps};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use super::points::{Points, Wanted};
use crate::board::{Bits, Square};
use crate::engine::chain::Chain as _;
use crate::engine::compiled::Special;
use crate::engine::extra_state::{ABOVE, Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::guard;
use crate::engine::movegen::{List, Sink};
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::targets;
use crate::rules::{Modes, Side};

/// The ways in which a unit may act on a square that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reception {
    /// Stand there, since it is empty.
    pub(crate) quiet: bool,
    /// Enter the list there.
    pub(crate) enter: bool,
    /// Capture the lowest unit there.
    pub(crate) capture: bool,
}

impl Reception {
    /// The ways of landing that are possible.
    pub(crate) fn modes(self) -> impl Iterator<Item = Mode> {
        [
            (self.quiet, Mode::Quiet),
            (self.enter, Mode::Enter),
            (self.capture, Mode::Capture),
        ]
        .into_iter()
        .filter_map(|(may, mode)| may.then_some(mode))
    }
}

impl<L: FullLayout> Mechanics<L> {
    /// Whether there is room for one more unit above others. A carrier that enters another takes along units that are
    /// above others already.
    fn has_room(&self, pos: &Pos<L>) -> bool {
        pos.above().len() < ABOVE
    }

    /// The ways in which a unit of the side may act on a square.
    #[inline]
    pub(crate) fn reception(&self, pos: &Pos<L>, square: Square, side: Side) -> Reception {
        let base = pos.base(square);
        if !base.exists() {
            return Reception {
                quiet: pos.is_empty(square),
                enter: false,
                capture: false,
            };
        }
        let fixed = base.has(Unit::FIXED);
        Reception {
            quiet: false,
            enter: !fixed && self.carries(base) && self.has_room(pos),
            capture: !fixed && base.side() != side,
        }
    }

    /// Appends all movements of the side to move that the pieces allow, safe or not.
    pub(crate) fn movements(&self, pos: &Pos<L>, wanted: Wanted, out: &mut Movements<'_, L>) {
        let side = pos.side_to_move;
        if self.is_going_on(pos)
            && let Some(continuation) = pos.chain.continuation()
        {
            self.going_on(pos, &continuation, wanted, out);
            if self.repeats {
                drop_repeated(out.list());
            }
            return;
        }
        self.of_ground(pos, pos.bases(side), wanted, out);
        self.of_others(pos, wanted, out);
        self.spare(side, wanted, out);
    }

    /// Takes out captures if none are allowed. Royals are attacked all the same by units that could
    /// capture them.
    pub(super) fn spare(&self, side: Side, wanted: Wanted, out: &mut Movements<'_, L>) {
        if !self.core.restrictions.captures[side.index()] && wanted == Wanted::All {
            out.list().retain(|action| action.fires() || !action.captures());
        }
    }

    /// Appends movements of units above the ground, and those that mechanics add.
    pub(super) fn of_others(&self, pos: &Pos<L>, wanted: Wanted, out: &mut Movements<'_, L>) {
        let side = pos.side_to_move;
        for (place, unit) in pos.riders(side) {
            self.of_rider(pos, unit, place, out);
        }
        if self.gifted != 0 {
            for square in (pos.bases(side) & self.ground_of(pos, self.gifted)).squares() {
                self.of_mechanics(pos, pos.base(square), Place::ground(square), wanted, out);
            }
            for (place, unit) in pos.riders(side) {
                self.of_mechanics(pos, unit, place, wanted, out);
            }
        }
        for hook in self.at(Points::ACTIONS) {
            hook.movements(self, pos, None, wanted, out);
        }
        self.exchanges(pos, out);
        if self.core.reserve.has_hands && wanted == Wanted::All {
            self.drops(pos, out);
        }
        if self.core.control.is_some() && wanted == Wanted::All {
            self.led(pos, out);
        }
        if self.repeats {
            drop_repeated(out.list());
        }
    }

    /// Appends all movements of one unit of the side to move.
    pub(crate) fn movements_of(
        &self,
        pos: &Pos<L>,
        unit: Unit,
        place: Place,
        wanted: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        if place.index == 0 {
            self.of_ground(pos, L::B::bit(place.square), wanted, out);
        } else {
            self.of_rider(pos, unit, place, out);
        }
        self.of_mechanics(pos, unit, place, wanted, out);
        self.spare(pos.side_to_move, wanted, out);
    }

    /// Two units of the side to move change places, wherever they stand. A unit with others above it stays.
    pub(super) fn exchanges(&self, pos: &Pos<L>, out: &mut Movements<'_, L>) {
        let side = pos.side_to_move;
        let partnered = self.partnered[side.index()];
        if partnered == 0 {
            return;
        }
        let stuck = |unit: Unit, to: Place| {
            to.index == 0
                && self.core.places.must_have_promoted[side.index()][usize::from(unit.kind())].has(to.square)
        };
        let free = |&(place, unit): &(Place, Unit)| !unit.has(Unit::FIXED) && self.is_alone(pos, place);
        let units: Vec<(Place, Unit)> = pos.units(side).filter(free).collect();
        let partners = |of: u8| self.core.mover(side, of).map_or(0, |mover| mover.partners);
        for (of, with) in partnered
            .squares()
            .flat_map(|of| partners(of).squares().map(move |with| (of, with)))
        {
            for &(from, one) in units.iter().filter(|(_, unit)| unit.kind() == of) {
                for &(to, other) in units.iter().filter(|(_, unit)| unit.kind() == with) {
                    let listed = to.index == 0 && self.swaps_along(pos, (one, from), to.square);
                    let turned = from.index == 0 && self.swaps_along(pos, (other, to), from.square);
                    let resets = |kind: u8| self.resets_clock >> kind & 1;
                    let same_clock = resets(one.kind()) == resets(other.kind());
                    // If the turn goes on with one of them, that one begins.
                    let turned = turned && same_clock && !self.is_going_on(pos);
                    if stuck(one, to) || stuck(other, from) || listed || turned {
                        continue;
                    }
                    let grounded = from.index == 0 && to.index == 0;
                    let mv = Move::new(from.square, to.square, MoveType::Exchange);
                    out.push_as(grounded.then_some(mv), &[Step::Swap(from, to)]);
                }
            }
        }
    }

    /// Whether a unit may change places with one on the ground of a square by its movement.
    pub(super) fn swaps_along(&self, pos: &Pos<L>, (unit, place): (Unit, Place), to: Square) -> bool {
        self.core.traits.swaps && self.taken_over[usize::from(unit.kind())].is_none() && {
            let seen = self.as_if_on_ground(pos, unit, place);
            targets::swaps_along(&self.core, &seen, place.square, to)
        }
    }

    /// Whether nothing stands on a unit, so that another may take its place.
    pub(super) fn is_alone(&self, pos: &Pos<L>, place: Place) -> bool {
        let below = place.index == 0 || self.carries(pos.unit(place));
        !below || pos.len(place.square) == usize::from(place.index) + 1
    }

    fn of_mechanics(
        &self,
        pos: &Pos<L>,
        unit: Unit,
        place: Place,
        wanted: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        if unit.has(Unit::FIXED) || self.gifted >> unit.kind() & 1 == 0 {
            return;
        }
        for hook in self.at(Points::MOVEMENTS) {
            hook.movements(self, pos, Some((unit, place)), wanted, out);
        }
    }

    /// Movements of units on the ground as the ruleset has them.
    pub(super) fn of_ground(&self, pos: &Pos<L>, only: L::B, wanted: Wanted, out: &mut Movements<'_, L>) {
        let only = only & pos.bases(pos.side_to_move) & !pos.marked(Unit::FIXED);
        let taken = only & self.ground_of(pos, self.taken_kinds);
        for from in taken.squares() {
            self.in_place(pos, Place::ground(from), out);
        }
        let plain = only & !taken;
        if plain.is_empty() && (taken.is_empty() || !self.core.has_shots()) {
            return;
        }
        let fixed = pos.marked(Unit::FIXED);
        let mut sink = Direct {
            table: self,
            pos,
            only: plain,
            shooters: only,
            wanted,
            out,
        };
        guard::untested(&self.core, pos, plain, fixed, true, &mut sink);
        for from in plain.squares() {
            self.entering(pos, pos, Place::ground(from), out);
            self.in_place(pos, Place::ground(from), out);
            // The flat engine knows of one unit that has passed, where there may be several.
            if self.passed_key {
                self.in_passing(pos, pos.base(from), Place::ground(from), out);
            }
        }
    }

    /// Adds the steps of a move of the flat engine, castling included.
    fn of_untested(&self, pos: &Pos<L>, mv: Move, wanted: Wanted, out: &mut Movements<'_, L>) {
        let MoveType::Castle(index) = mv.move_type else {
            return self.of_move(pos, pos, Place::ground(mv.from), mv, out);
        };
        if self.may_castle(pos, index, wanted) {
            out.push(&[
                Step::Lift(Place::ground(mv.from)),
                Step::Castle(index),
                Step::Land(mv.to, Mode::Quiet),
            ]);
        }
    }

    /// The generator's moves of a unit that is seen on the ground; without `quiets`, its captures.
    fn untested(&self, pos: &Pos<L>, seen: &Pos<L>, place: Place, quiets: bool) -> Vec<Move> {
        let mut moves = Vec::with_capacity(if quiets { 32 } else { 0 });
        guard::untested(
            &self.core,
            seen,
            L::B::bit(place.square),
            pos.marked(Unit::FIXED),
            quiets,
            &mut List::new(&mut moves),
        );
        moves.retain(|mv| mv.from == place.square);
        moves
    }

    /// Movements of a unit above the ground as the ruleset has them.
    fn of_rider(&self, pos: &Pos<L>, unit: Unit, place: Place, out: &mut Movements<'_, L>) {
        if unit.has(Unit::FIXED) || self.taken_over[usize::from(unit.kind())].is_some() {
            return;
        }
        let there = self.as_if_on_ground(pos, unit, place);
        let moves = self.untested(pos, &there, place, true);
        for mv in moves {
            if !matches!(mv.move_type, MoveType::Castle(_)) && !mv.move_type.fires() {
                self.of_move(pos, &there, place, mv, out);
            }
        }
        self.entering(pos, &there, place, out);
        if self.passed_key {
            self.in_passing(pos, unit, place, out);
        }
    }

    /// The position with a unit of a list in place of the lowest one.
    pub(super) fn as_if_on_ground(&self, pos: &Pos<L>, unit: Unit, place: Place) -> Pos<L> {
        let mut there = *pos;
        there.take_list(&self.core, place.square);
        there.set_list(&self.core, place.square, &[unit]);
        there.side_to_move = unit.side();
        there
    }

    /// Entering carriers: where the unit could go without capturing were they not there.
    pub(super) fn entering(&self, pos: &Pos<L>, seen: &Pos<L>, place: Place, out: &mut Movements<'_, L>) {
        if self.carriers == 0 || !self.has_room(pos) {
            return;
        }
        let carriers = self.ground_of(pos, self.carriers) & !pos.marked(Unit::FIXED);
        let ends = targets::quiet_reach(&self.core, seen, place.square) & carriers & !L::B::bit(place.square);
        for to in ends.squares() {
            out.push(&[Step::Lift(place), Step::Land(to, Mode::Enter)]);
        }
        let mut known: Vec<Steps> = Vec::new();
        for path in self.special_ways(seen, place.square) {
            if carriers.has(path.to) && path.to != place.square && !path.captures.contains(&path.to) {
                let mut steps = Steps::from_slice(&[Step::Lift(place), Step::Land(path.to, Mode::Enter)]);
                steps.extend(path.captures.iter().map(|&s| Step::Take(Place::ground(s), false)));
                if !known.contains(&steps) && (!path.captures.is_empty() || !ends.has(path.to)) {
                    out.push(&steps);
                    known.push(steps);
                }
            }
        }
    }

    /// The squares to which a unit could move from a square, and those on which it could capture,
    /// with no removal on the way.
    pub(crate) fn step_ends(&self, pos: &Pos<L>, unit: Unit, from: Square) -> [L::B; 2] {
        let seen = self.as_if_on_ground(pos, unit, Place::ground(from));
        let ways = self
            .special_ways(&seen, from)
            .filter(|path| path.captures.is_empty());
        let quiet = ways.fold(targets::quiet_reach(&self.core, &seen, from), |all, path| {
            all | L::B::bit(path.to)
        });
        let special = targets::special_targets(&self.core, &seen, from, false);
        [quiet, targets::capture_targets(&self.core, &seen, from) | special]
    }

    /// The open paths of a unit on the ground that depend on more than which squares are occupied, and by which it may
    /// move without capturing at their end.
    pub(super) fn special_ways<'a>(
        &'a self,
        seen: &'a Pos<L>,
        from: Square,
    ) -> impl Iterator<Item = &'a Special<L::B>> {
        let mover = powers::mover_at(&self.core, seen, from);
        let paths = mover.and_then(|m| m.special.get(usize::from(from)));
        let side = seen.base(from).side();
        let sides = [side, side.other()].map(|side| seen.bases(side));
        let unmoved = seen.unmoved.has(from);
        paths.into_iter().flatten().filter(move |path| {
            path.modes.has(Modes::QUIET)
                && !path.rifle
                && path.suits(seen, Modes::QUIET)
                && path.is_open(seen.occupancy(), sides[0], sides[1])
                && (!path.initial || unmoved)
        })
    }

    /// Captures with the ruleset's movement, en passant included, for mechanics that have taken over a kind.
    pub(crate) fn captures(&self, pos: &Pos<L>, unit: Unit, place: Place, out: &mut Movements<'_, L>) {
        let prey = pos.bases(unit.side().other()) & !pos.marked(Unit::FIXED);
        let zones = &self.zones[unit.side().index()][usize::from(unit.kind())];
        let lifted = (place.index > 0).then(|| self.as_if_on_ground(pos, unit, place));
        let seen = lifted.as_ref().unwrap_or(pos);
        let ends = if zones[usize::from(place.square)].meets(prey) {
            targets::capture_targets(&self.core, seen, place.square) & prey
        } else {
            L::B::EMPTY
        };
        for to in ends.squares() {
            let exposes = if self.exposes_captures(pos) {
                powers::exposed_by(&self.core, seen, Move::new(place.square, to, MoveType::Plain))
            } else {
                L::B::EMPTY
            };
            let steps = [Step::Lift(place), Step::Land(to, Mode::Capture)];
            let arrival = Arrival {
                from: place.square,
                to,
                captures: true,
            };
            self.arriving(pos, &steps, exposes, unit, &arrival, None, out);
        }
        let Some(mover) = self.core.mover(unit.side(), unit.kind()) else {
            return;
        };
        if mover
            .special
            .get(usize::from(place.square))
            .is_some_and(|list| !list.is_empty())
        {
            self.special_captures(pos, unit, place, out);
        }
        self.in_passing(pos, unit, place, out);
    }

    /// Captures by paths that depend on more than which squares are occupied.
    fn special_captures(&self, pos: &Pos<L>, unit: Unit, place: Place, out: &mut Movements<'_, L>) {
        let there = self.as_if_on_ground(pos, unit, place);
        let moves = self.untested(pos, &there, place, false);
        let special = |mv: &Move| matches!(mv.move_type, MoveType::Special(..));
        for mv in moves.into_iter().filter(special) {
            self.of_move(pos, &there, place, mv, out);
        }
        for path in self.special_ways(&there, place.square) {
            let onto = pos.base(path.to);
            if !path.captures.is_empty() && onto.exists() && self.reception(pos, path.to, unit.side()).enter {
                let mut steps = Steps::from_slice(&[Step::Lift(place), Step::Land(path.to, Mode::Enter)]);
                steps.extend(path.captures.iter().map(|&s| Step::Take(Place::ground(s), false)));
                out.push(&steps);
            }
        }
    }
}

/// Makes movements of the moves of some units as they are generated.
struct Direct<'a, 'b, L: FullLayout> {
    table: &'a Mechanics<L>,
    pos: &'a Pos<L>,
    only: L::B,
    /// Units that may shoot: mechanics never take that away.
    shooters: L::B,
    wanted: Wanted,
    out: &'a mut Movements<'b, L>,
}

impl<L: FullLayout> Sink<L> for Direct<'_, '_, L> {
    // The moves asked for here choose nothing.
    fn choices(&mut self, _: Move, _: L::B) {}

    fn one(&mut self, mv: Move) {
        let able = if mv.move_type.fires() {
            self.shooters
        } else {
            self.only
        };
        if able.has(mv.from) {
            self.table.of_untested(self.pos, mv, self.wanted, self.out);
        }
    }

    /// Only pieces on the board are asked.
    fn drops(&mut self, _: u8, _: L::B) {}

    /// Only asked where captures are a duty, which is judged elsewhere.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Takes out what two mechanics give alike.
fn drop_repeated(actions: &mut Vec<Action>) {
    let mut i = 1;
    while i < actions.len() {
        if actions[..i].contains(&actions[i]) {
            actions.remove(i);
        } else {
            i += 1;
        }
    }
}
