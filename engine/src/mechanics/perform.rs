//! Carries out the steps of an action one by one. Knows neither which actions are possible nor
//! their consequences; units that leave their squares are passed to `removal`.

use super::action::{Mode, Source, Step};
use super::mechanic::Mechanics;
use super::pending::Pending;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::position::units::List;
use crate::engine::tagging::PROMOTED;
use crate::mechanics::{coming_in, passed, removal};
use crate::rules::Side;

/// An action while its steps are carried out.
struct Continuation {
    /// The side that acts.
    side: Side,
    /// The lifted units.
    hand: List,
    /// The place of the moving unit.
    at: Place,
    /// The place from which it was lifted.
    origin: Place,
    /// Whether something has fallen on it.
    fallen: bool,
}

/// Whether a unit could enter the list on a square.
#[inline]
pub(crate) fn is_open<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, square: Square) -> bool {
    let base = state.base(square);
    base.exists() && table.carries(base)
}

/// Carries out the steps of an action. Returns whether all were possible; the generator makes
/// impossible ones only in places that say so.
pub(crate) fn perform<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    steps: &[Step],
    side: Side,
    work: &mut Pending,
) -> bool {
    let possible = run(table, state, steps, side, work).is_some();
    unmark(state);
    possible
}

/// [`perform`]; returns the present or last place of the unit that moved, and leaves it marked.
pub(crate) fn run<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    steps: &[Step],
    side: Side,
    work: &mut Pending,
) -> Option<Place> {
    let mut continuation = Continuation {
        side,
        hand: List::new(),
        at: Place::ground(0),
        origin: Place::ground(0),
        fallen: false,
    };
    for &one in steps {
        step(table, state, one, &mut continuation, work)?;
    }
    Some(continuation.at)
}

/// Carries out one step; `None` if it is impossible.
fn step<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    step: Step,
    continuation: &mut Continuation,
    work: &mut Pending,
) -> Option<()> {
    match step {
        Step::Pass(_) | Step::Note(_) | Step::Say(..) | Step::Name(..) | Step::Choose(_) => {}
        Step::Drop(kind, square) => {
            unmark(state);
            continuation.at = coming_in::drop_in(table, state, kind, square, continuation.side, work)?;
        }
        Step::LetIn(kind, square) => coming_in::come_in(table, state, kind, square, continuation.side)?,
        Step::Lift(place) => {
            unmark(state);
            continuation.origin = place;
            lift(table, state, place, &mut continuation.hand);
            if continuation.hand.is_empty() {
                return None;
            }
        }
        Step::Land(square, mode) => land(table, state, square, mode, continuation, work),
        Step::Visit(square, Mode::Capture) => {
            capture(table, state, Place::ground(square), continuation, work)
        }
        Step::Visit(..) => {}
        Step::Take(place, _) => capture(table, state, place, continuation, work),
        Step::Inside(place) => land_inside(table, state, place, continuation, work)?,
        Step::Exchange(place, _) => exchange_with(table, state, place, continuation)?,
        // It has passed nothing if its own load has fallen on it.
        Step::Expose(_) if continuation.fallen => {}
        Step::Expose(middle) => expose(table, state, middle, continuation.at.square),
        Step::Swap(first, second) => {
            removal::exchange(table, state, first, second);
            continuation.at = second;
            mark(table, state, second);
        }
        Step::Castle(index) => {
            if !removal::move_partner(table, state, index) {
                return None;
            }
        }
        Step::Sweep(place, range) => sweep_from(table, state, place, range, continuation, work),
        Step::At(place) => {
            continuation.at = place;
            mark(table, state, place);
        }
        Step::Become(kind, source) => becomes(table, state, kind, source, continuation, work)?,
        Step::Own(number, argument) => {
            let unit = state.unit(continuation.at);
            let here = unit.exists() && unit.has(Unit::MOVER);
            let hook = &table.hooks[usize::from(number)];
            if !here || !hook.carry_out(table, state, continuation.at, argument, work) {
                return None;
            }
        }
    }
    Some(())
}

/// Puts the lifted units down. The mode is the one that the generator saw. After an exchange in
/// between (`CR-33`) the square may have changed: then the unit lands as it can.
fn land<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    square: Square,
    mode: Mode,
    continuation: &mut Continuation,
    work: &mut Pending,
) {
    let mut index = 0;
    if mode == Mode::Enter && is_open(table, state, square) {
        index = state.len(square) as u8;
        state.push(&table.core, square, &continuation.hand);
    } else {
        // The landing unit is the captor, with any mover.
        let captor = continuation
            .hand
            .first()
            .map_or(continuation.side, |unit| unit.side());
        note_prey(table, state, Place::ground(square), captor, work);
        removal::crush(table, state, square, &continuation.hand, work);
        removal::settle(table, state, work);
    }
    continuation.at = Place { square, index };
    continuation.hand.clear();
}

/// Captures the unit at a place, as part of the movement.
fn capture<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    continuation: &Continuation,
    work: &mut Pending,
) {
    note_prey(table, state, place, continuation.side, work);
    removal::take(table, state, place, continuation.side, work);
    removal::settle(table, state, work);
}

/// The lifted unit captures a unit in a list and takes its place there.
fn land_inside<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    continuation: &mut Continuation,
    work: &mut Pending,
) -> Option<()> {
    capture(table, state, place, continuation, work);
    continuation.at = Place {
        square: place.square,
        index: state.len(place.square) as u8,
    };
    if is_open(table, state, place.square) {
        state.push(&table.core, place.square, &continuation.hand);
    } else if state.is_empty(place.square) {
        state.set_list(&table.core, place.square, &continuation.hand);
    } else {
        return None;
    }
    continuation.hand.clear();
    Some(())
}

/// The lifted unit changes places with another.
fn exchange_with<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    continuation: &mut Continuation,
) -> Option<()> {
    let &unit = continuation.hand.first()?;
    let other = state.replace(&table.core, place, unit);
    if !other.exists() {
        return None;
    }
    if place.index == 0 {
        removal::ground_lost(table, state, place.square);
    }
    state.insert(&table.core, continuation.origin, other.without(Unit::UNMOVED));
    continuation.hand.clear();
    continuation.at = place;
    Some(())
}

/// Exposes the unit on one square to capture on another.
fn expose<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, middle: Square, at: Square) {
    if table.texts.passed_key {
        passed::keep_passed(table, state, (middle, at));
    } else {
        // If several units have passed squares, the last one counts.
        let earlier = if state.en_passant_victim == at {
            state.en_passant_squares
        } else {
            L::B::EMPTY
        };
        let exposed = earlier | L::B::bit(middle);
        state.clear_en_passant(&table.core);
        state.expose(&table.core, exposed, at);
    }
}

/// The unit at a place removes the units around it.
fn sweep_from<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    range: u8,
    continuation: &mut Continuation,
    work: &mut Pending,
) {
    continuation.at = place;
    mark(table, state, place);
    for square in (table.within(place.square, range) & state.pieces()).squares() {
        if !state.base(square).has(Unit::FIXED) {
            note_prey(table, state, Place::ground(square), continuation.side, work);
        }
    }
    removal::sweep(
        table,
        state,
        (place.square, range),
        false,
        continuation.side,
        work,
    );
    removal::settle(table, state, work);
}

/// The unit that has moved becomes another.
fn becomes<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    kind: u8,
    source: Source,
    continuation: &mut Continuation,
    work: &mut Pending,
) -> Option<()> {
    let at = continuation.at;
    let unit = state.unit(at);
    if !unit.exists() || !unit.has(Unit::MOVER) || !withdraw(state, kind, unit.side(), source) {
        return None;
    }
    // A unit from outside counts as the promoting piece does (`CH-5`).
    work.stirred |= source != Source::Free;
    let new = promoted(table, unit, kind);
    if source == Source::Free && table.core.reserve.promotes {
        state.take_promoted(&table.core, unit.side(), unit.kind(), kind);
    }
    if at.index == 0 {
        removal::lose_rights(table, state, at.square);
    }
    state.replace(&table.core, at, new);
    unload(table, state, at, new, work);
    let there = state.unit(at);
    continuation.fallen = !there.exists() || !there.has(Unit::MOVER);
    Some(())
}

/// Notes that the movement is about to capture the unit at a place.
fn note_prey<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    place: Place,
    side: Side,
    work: &mut Pending,
) {
    let unit = state.unit(place);
    if !unit.exists() {
        return;
    }
    if let Some(tagging) = &table.core.tagging
        && unit.side() != side
    {
        work.gained |= (unit.tags & !PROMOTED) | tagging.leaves[usize::from(unit.kind())];
    }
    // Fewer units are captured than fit.
    let _ = work.captured.try_push((place.square, unit));
}

/// Takes a unit and all it carries into the hand. A unit that may promote or whose move has
/// consequences is marked, so that its presence can be tested after its arrival.
pub(super) fn lift<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, place: Place, hand: &mut List) {
    hand.clear();
    let unit = state.unit(place);
    if !unit.exists() {
        return;
    }
    let moving = if promotes(table, unit) || table.has_aftermath() {
        unit.with(Unit::MOVER)
    } else {
        unit
    };
    let moving = moving.without(Unit::UNMOVED);
    if place.index == 0 {
        removal::ground_lost(table, state, place.square);
    }
    let from = usize::from(place.index);
    if table.carries(unit) {
        let list = state.take_list(&table.core, place.square);
        state.set_list(&table.core, place.square, &list[..from]);
        hand.push(moving);
        hand.extend(list[from + 1..].iter().map(|u| u.without(Unit::UNMOVED)));
    } else {
        state.pull(&table.core, place);
        hand.push(moving);
    }
}

/// Takes a unit of a kind from a pool, if one is there.
pub(crate) fn withdraw<L: FullLayout>(state: &mut Pos<L>, kind: u8, side: Side, source: Source) -> bool {
    let Some(pool) = source.pool() else { return true };
    let count = state.pooled(pool, side, kind);
    if *count == 0 {
        return false;
    }
    *count -= 1;
    true
}

/// The squares on which the steps remove something directly.
pub(crate) fn removes<L: FullLayout>(table: &Mechanics<L>, steps: &[Step]) -> L::B {
    steps.iter().fold(L::B::EMPTY, |all, step| match *step {
        Step::Land(square, Mode::Capture) | Step::Visit(square, Mode::Capture) => all | L::B::bit(square),
        Step::Take(place, _) | Step::Inside(place) => all | L::B::bit(place.square),
        Step::Sweep(place, range) => all | table.within(place.square, range),
        _ => all,
    })
}

/// Marks the unit at a place as the mover.
fn mark<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, place: Place) {
    let unit = state.unit(place);
    if unit.exists() {
        state.replace(&table.core, place, unit.with(Unit::MOVER));
    }
}

/// Removes the marks of movers.
pub(super) fn unmark<L: FullLayout>(state: &mut Pos<L>) {
    state.extra.marks[Unit::MOVER.trailing_zeros() as usize] = L::B::EMPTY;
    for (_, unit) in state.extra.above.iter_mut() {
        *unit = unit.without(Unit::MOVER);
    }
}

/// The unit after its promotion to another kind; it keeps its tags.
pub(super) fn promoted<L: FullLayout>(table: &Mechanics<L>, unit: Unit, kind: u8) -> Unit {
    let mut new = Unit::new(kind, unit.side()).with(Unit::MOVER);
    new.tags = table
        .core
        .kept(table.core.grown(unit.tags, kind), unit.side(), kind);
    if let Some(tagging) = &table.core.tagging {
        new.tags &= !tagging.leaves[usize::from(kind)];
    }
    new
}

/// The unit after another rule has changed its kind; it has not promoted.
pub(super) fn replaced<L: FullLayout>(table: &Mechanics<L>, unit: Unit, kind: u8) -> Unit {
    let mut new = promoted(table, unit, kind);
    new.tags &= !PROMOTED;
    if unit.has(Unit::MOVER) {
        new
    } else {
        new.without(Unit::MOVER)
    }
}

/// Drops the units that a unit carried, if it is no longer a carrier (`CR-6`).
pub(super) fn unload<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    at: Place,
    unit: Unit,
    work: &mut Pending,
) {
    let above = usize::from(at.index) + 1;
    if table.carriers == 0 || table.carries(unit) || state.len(at.square) <= above {
        return;
    }
    // Inside another carrier they stand in its list.
    if at.index > 0 {
        return;
    }
    let list = state.take_list(&table.core, at.square);
    state.set_list(&table.core, at.square, &list[..above]);
    removal::drop(table, state, at.square, &list[above..], work);
    removal::settle(table, state, work);
}

/// Whether units of the kind can become another.
#[inline]
pub(crate) fn promotes<L: FullLayout>(table: &Mechanics<L>, unit: Unit) -> bool {
    let mover = table.core.mover(unit.side(), unit.kind());
    mover.is_some_and(|m| !m.promotions.is_empty())
}

/// A copy of the position without a unit and all that it carries.
pub(crate) fn without<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, place: Place) -> Pos<L> {
    let mut lifted = *state;
    lift(table, &mut lifted, place, &mut List::new());
    lifted
}
