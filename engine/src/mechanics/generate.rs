//! The movements of units, safe or not. Does not know which of them are legal: that is `legal`.

use super::action::{Action, Mode, Step, Steps, take};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use super::points::{Points, Wanted};
use crate::board::{Bits, Square};
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::compiled::Special;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::{List, Sink, chain, guard};
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::terms::Reach;
use crate::engine::{powers, targets};
use crate::mechanics::{arrival, castling, control, drops, goer, in_passing, reception, translate};
use crate::rules::{Further, Modes, Side};

/// Appends all movements of the side to move that the pieces allow, safe or not.
pub(crate) fn movements<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    let side = pos.side_to_move;
    if goer::is_going_on(table, pos)
        && let Some(continuation) = pos.chain.continuation()
    {
        going_on(table, pos, &continuation, wanted, out);
        if table.repeats {
            drop_repeated(out.list());
        }
        return;
    }
    of_ground(table, pos, pos.bases(side), wanted, out);
    of_others(table, pos, wanted, out);
    spare(table, side, wanted, out);
}

/// Appends the movements of the side to move whose consequences can cost the opponent a royal, and
/// perhaps others. These are all movements of some kinds, captures of others, and all that belong
/// to no single unit.
pub(super) fn consequential<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    [all, captures]: [u64; 2],
    out: &mut Movements<'_, L>,
) {
    let side = pos.side_to_move;
    for (kinds, wanted) in [(all, Wanted::All), (captures & !all, Wanted::Captures)] {
        let own = pos.bases(side) & table.ground_of(pos, kinds);
        of_ground(table, pos, own, wanted, out);
        for (place, unit) in pos.riders(side) {
            if kinds >> unit.kind() & 1 == 1 {
                of_rider(table, pos, unit, place, out);
            }
        }
        gifts(table, pos, kinds, wanted, out);
    }
    of_none(table, pos, Wanted::All, out);
    spare(table, side, Wanted::All, out);
}

/// Removes captures if none are allowed. Units that could capture royals still attack them.
pub(super) fn spare<L: FullLayout>(
    table: &Mechanics<L>,
    side: Side,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    if !table.core.restrictions.captures[side.index()] && wanted == Wanted::All {
        out.list().retain(|action| action.fires() || !action.captures());
    }
}

/// Appends movements of units above the ground, and those that mechanics add.
pub(super) fn of_others<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    for (place, unit) in pos.riders(pos.side_to_move) {
        of_rider(table, pos, unit, place, out);
    }
    gifts(table, pos, u64::MAX, wanted, out);
    of_none(table, pos, wanted, out);
}

/// Appends the movements that mechanics add to units of some kinds.
fn gifts<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    kinds: u64,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    let (side, gifted) = (pos.side_to_move, table.gifted & kinds);
    if gifted == 0 {
        return;
    }
    for square in (pos.bases(side) & table.ground_of(pos, gifted)).squares() {
        of_mechanics(table, pos, pos.base(square), Place::ground(square), wanted, out);
    }
    for (place, unit) in pos.riders(side) {
        if gifted >> unit.kind() & 1 == 1 {
            of_mechanics(table, pos, unit, place, wanted, out);
        }
    }
}

/// Appends movements that belong to no single unit.
fn of_none<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, wanted: Wanted, out: &mut Movements<'_, L>) {
    for hook in table.at(Points::ACTIONS) {
        hook.movements(table, pos, None, wanted, out);
    }
    exchanges(table, pos, out);
    if table.core.reserve.has_hands && wanted == Wanted::All {
        drops::drops(table, pos, out);
    }
    if table.core.control.is_some() && wanted == Wanted::All {
        control::led(table, pos, out);
    }
    if table.repeats {
        drop_repeated(out.list());
    }
}

/// Appends all movements of one unit of the side to move.
pub(crate) fn movements_of<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    if place.index == 0 {
        of_ground(table, pos, L::B::bit(place.square), wanted, out);
    } else {
        of_rider(table, pos, unit, place, out);
    }
    of_mechanics(table, pos, unit, place, wanted, out);
    spare(table, pos.side_to_move, wanted, out);
}

/// Two units of the side to move change places, wherever they stand. A unit with others above it
/// does not.
pub(super) fn exchanges<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, out: &mut Movements<'_, L>) {
    let side = pos.side_to_move;
    let partnered = table.unaffected.partnered[side.index()];
    if partnered == 0 {
        return;
    }
    let stuck = |unit: Unit, to: Place| {
        to.index == 0
            && table.core.places.must_have_promoted[side.index()][usize::from(unit.kind())].has(to.square)
    };
    let free =
        |&(place, unit): &(Place, Unit)| !unit.has(Unit::FIXED) && reception::is_alone(table, pos, place);
    let units: Vec<(Place, Unit)> = pos.units(side).filter(free).collect();
    let partners = |of: u8| table.core.mover(side, of).map_or(0, |mover| mover.partners);
    for (of, with) in partnered
        .squares()
        .flat_map(|of| partners(of).squares().map(move |with| (of, with)))
    {
        for &(from, one) in units.iter().filter(|(_, unit)| unit.kind() == of) {
            for &(to, other) in units.iter().filter(|(_, unit)| unit.kind() == with) {
                let listed = to.index == 0 && reception::swaps_along(table, pos, (one, from), to.square);
                let turned = from.index == 0 && reception::swaps_along(table, pos, (other, to), from.square);
                let resets = |kind: u8| table.resets_clock >> kind & 1;
                let same_clock = resets(one.kind()) == resets(other.kind());
                // If the turn continues with one of them, that one begins.
                let turned = turned && same_clock && !goer::is_going_on(table, pos);
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

fn of_mechanics<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    if unit.has(Unit::FIXED) || table.gifted >> unit.kind() & 1 == 0 {
        return;
    }
    for hook in table.at(Points::MOVEMENTS) {
        hook.movements(table, pos, Some((unit, place)), wanted, out);
    }
}

/// The movements of units on the ground by the ruleset.
pub(super) fn of_ground<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    only: L::B,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    let only = only & pos.bases(pos.side_to_move) & !pos.marked(Unit::FIXED);
    let taken = only & table.ground_of(pos, table.takeovers.kinds);
    for from in taken.squares() {
        arrival::in_place(table, pos, Place::ground(from), out);
    }
    let plain = only & !taken;
    if plain.is_empty() && (taken.is_empty() || !table.core.has_shots()) {
        return;
    }
    let fixed = pos.marked(Unit::FIXED);
    let mut sink = Direct {
        table,
        pos,
        only: plain,
        shooters: only,
        wanted,
        out,
    };
    guard::untested(
        &table.core,
        pos,
        plain,
        fixed,
        wanted != Wanted::Captures,
        &mut sink,
    );
    for from in plain.squares() {
        entering(table, pos, pos, Place::ground(from), out);
        arrival::in_place(table, pos, Place::ground(from), out);
        // The flat engine knows one unit that has passed squares; here there may be several.
        if table.texts.passed_key {
            in_passing::in_passing(table, pos, pos.base(from), Place::ground(from), out);
        }
    }
}

/// Adds the steps of a move of the flat engine, castling included.
fn of_untested<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    mv: Move,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    let MoveType::Castle(index) = mv.move_type else {
        return translate::of_move(table, pos, pos, Place::ground(mv.from), mv, out);
    };
    if castling::may_castle(table, pos, index, wanted) {
        out.push(&[
            Step::Lift(Place::ground(mv.from)),
            Step::Castle(index),
            Step::Land(mv.to, Mode::Quiet),
        ]);
    }
}

/// The generator's moves of a unit that is seen on the ground; without `quiets`, only its captures.
fn untested<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    quiets: bool,
) -> Vec<Move> {
    let mut moves = Vec::with_capacity(if quiets { 32 } else { 0 });
    guard::untested(
        &table.core,
        seen,
        L::B::bit(place.square),
        pos.marked(Unit::FIXED),
        quiets,
        &mut List::new(&mut moves),
    );
    moves.retain(|mv| mv.from == place.square);
    moves
}

/// The movements of a unit above the ground by the ruleset.
fn of_rider<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    if unit.has(Unit::FIXED) || table.takeovers.by[usize::from(unit.kind())].is_some() {
        return;
    }
    let there = reception::as_if_on_ground(table, pos, unit, place);
    let moves = untested(table, pos, &there, place, true);
    for mv in moves {
        if !matches!(mv.move_type, MoveType::Castle(_)) && !mv.move_type.fires() {
            translate::of_move(table, pos, &there, place, mv, out);
        }
    }
    entering(table, pos, &there, place, out);
    if table.texts.passed_key {
        in_passing::in_passing(table, pos, unit, place, out);
    }
}

/// Entering carriers: a unit enters a carrier on a square to which it could move quietly if the
/// square were empty.
pub(super) fn entering<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    if table.carriers == 0 || !reception::has_room(pos) {
        return;
    }
    let carriers = table.ground_of(pos, table.carriers) & !pos.marked(Unit::FIXED);
    let ends = targets::quiet_reach(&table.core, seen, place.square) & carriers & !L::B::bit(place.square);
    for to in ends.squares() {
        out.push(&[Step::Lift(place), Step::Land(to, Mode::Enter)]);
    }
    let mut known: Vec<Steps> = Vec::new();
    for path in special_ways(table, seen, place.square) {
        if carriers.has(path.to) && path.to != place.square && !path.captures.contains(&path.to) {
            let mut steps = Steps::from_slice(&[Step::Lift(place), Step::Land(path.to, Mode::Enter)]);
            take(&mut steps, path.captures.iter().copied());
            if !known.contains(&steps) && (!path.captures.is_empty() || !ends.has(path.to)) {
                out.push(&steps);
                known.push(steps);
            }
        }
    }
}

/// The squares to which a unit could move from a square, and those on which it could capture, with
/// no removal on the way.
pub(crate) fn step_ends<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    from: Square,
) -> [L::B; 2] {
    let seen = reception::as_if_on_ground(table, pos, unit, Place::ground(from));
    let ways = special_ways(table, &seen, from).filter(|path| path.captures.is_empty());
    let quiet = ways.fold(targets::quiet_reach(&table.core, &seen, from), |all, path| {
        all | L::B::bit(path.to)
    });
    let special = targets::special_targets(&table.core, &seen, from, false);
    [
        quiet,
        targets::capture_targets(&table.core, &seen, from) | special,
    ]
}

/// The open paths of a unit on the ground that depend on more than the occupied squares, and by
/// which it may move quietly to their end.
pub(super) fn special_ways<'a, L: FullLayout>(
    table: &'a Mechanics<L>,
    seen: &'a Pos<L>,
    from: Square,
) -> impl Iterator<Item = &'a Special<L::B>> {
    let mover = powers::mover_at(&table.core, seen, from);
    let paths = mover.map_or(&[][..], |mover| mover.special_from(from));
    let side = seen.base(from).side();
    let sides = [seen.bases(side), seen.bases(side.other())];
    let unmoved = seen.unmoved.has(from);
    paths.iter().filter(move |path| {
        path.modes.has(Modes::QUIET)
            && !path.rifle
            && path.suits(seen, Modes::QUIET)
            && path.is_open(seen.occupancy(), sides[0], sides[1])
            && (!path.initial || unmoved)
    })
}

/// Captures by the ruleset's movement, en passant included, for mechanics that have taken over a
/// kind.
pub(crate) fn captures<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    let prey = pos.bases(unit.side().other()) & !pos.marked(Unit::FIXED);
    let zones = &table.zones.all[unit.side().index()][usize::from(unit.kind())];
    let lifted = (place.index > 0).then(|| reception::as_if_on_ground(table, pos, unit, place));
    let seen = lifted.as_ref().unwrap_or(pos);
    let ends = if zones[usize::from(place.square)].meets(prey) {
        targets::capture_targets(&table.core, seen, place.square) & prey
    } else {
        L::B::EMPTY
    };
    for to in ends.squares() {
        let exposes = if translate::exposes_captures(table, pos) {
            powers::exposed_by(&table.core, seen, Move::new(place.square, to, MoveType::Plain))
        } else {
            L::B::EMPTY
        };
        let steps = [Step::Lift(place), Step::Land(to, Mode::Capture)];
        let arrival = Arrival {
            from: place.square,
            to,
            captures: true,
        };
        arrival::arriving(table, pos, &steps, exposes, unit, &arrival, None, out);
    }
    let Some(mover) = table.core.mover(unit.side(), unit.kind()) else {
        return;
    };
    if mover
        .special
        .get(usize::from(place.square))
        .is_some_and(|list| !list.is_empty())
    {
        special_captures(table, pos, unit, place, out);
    }
    in_passing::in_passing(table, pos, unit, place, out);
}

/// Captures by paths that depend on more than which squares are occupied.
fn special_captures<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    let there = reception::as_if_on_ground(table, pos, unit, place);
    let moves = untested(table, pos, &there, place, false);
    let special = |mv: &Move| matches!(mv.move_type, MoveType::Special(..));
    for mv in moves.into_iter().filter(special) {
        translate::of_move(table, pos, &there, place, mv, out);
    }
    for path in special_ways(table, &there, place.square) {
        let onto = pos.base(path.to);
        if !path.captures.is_empty()
            && onto.exists()
            && reception::reception(table, pos, path.to, unit.side()).enter
        {
            let mut steps = Steps::from_slice(&[Step::Lift(place), Step::Land(path.to, Mode::Enter)]);
            take(&mut steps, path.captures.iter().copied());
            out.push(&steps);
        }
    }
}

/// Turns the moves of some units into movements as they are generated.
struct Direct<'a, 'b, L: FullLayout> {
    table: &'a Mechanics<L>,
    pos: &'a Pos<L>,
    only: L::B,
    /// Units that may shoot. Mechanics never take their shots away.
    shooters: L::B,
    wanted: Wanted,
    out: &'a mut Movements<'b, L>,
}

impl<L: FullLayout> Sink<L> for Direct<'_, '_, L> {
    // The generated moves choose nothing.
    fn choices(&mut self, _: Move, _: L::B) {}

    fn one(&mut self, mv: Move) {
        let able = if mv.move_type.fires() {
            self.shooters
        } else {
            self.only
        };
        if able.has(mv.from) {
            of_untested(self.table, self.pos, mv, self.wanted, self.out);
        }
    }

    /// Never called: only pieces on the board are asked for moves.
    fn drops(&mut self, _: u8, _: L::B) {}

    /// Called only if captures are a duty; that is judged in another place.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Removes movements that two mechanics give alike.
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

/// Appends the movements of the unit with which the turn continues, safe or not.
pub(super) fn going_on<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    continuation: &Continuation<L::B>,
    wanted: Wanted,
    out: &mut Movements<'_, L>,
) {
    let (rule, place) = (table.core.chain_rule(continuation), goer::place_of(continuation));
    let unit = pos.unit(place);
    if !unit.exists() {
        return;
    }
    match &rule.ways {
        Some(ways) => by_ways(table, pos, &ways[pos.side_to_move.index()], (unit, place), out),
        None => {
            movements_of(table, pos, unit, place, wanted, out);
            exchanges(table, pos, out);
        }
    }
    let barred = chain::barred(&table.core, rule, continuation);
    out.list().retain(|action| {
        let captures = action.captures() || action.fires();
        let meant = match rule.rule.what {
            Further::Any => true,
            Further::Captures => captures,
            Further::Quiet => !captures,
        };
        let castles = |step: &Step| matches!(step, Step::Castle(_));
        let target = action.hits().or(action.to());
        meant
            && action.actor() == Some(place)
            && !action.steps.iter().any(castles)
            && !target.is_some_and(|to| barred.has(to))
    });
    spare(table, pos.side_to_move, wanted, out);
}

/// The movements of a unit by the movement that an effect gives it.
fn by_ways<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    ways: &Reach<L::B>,
    (unit, place): (Unit, Place),
    out: &mut Movements<'_, L>,
) {
    if unit.has(Unit::FIXED) {
        return;
    }
    let ends = ways.from(&table.core.pool, place.square, pos.occupancy()) & !L::B::bit(place.square);
    for to in (ends & table.core.board).squares() {
        for mode in reception::reception(table, pos, to, pos.side_to_move).modes() {
            let steps = [Step::Lift(place), Step::Land(to, mode)];
            let arrival = Arrival {
                from: place.square,
                to,
                captures: mode == Mode::Capture,
            };
            match mode {
                Mode::Enter => out.push(&steps),
                _ => arrival::arriving(table, pos, &steps, L::B::EMPTY, unit, &arrival, None, out),
            }
        }
    }
}
