//! The moves of the flat engine, as steps. Does not generate moves: that is `generate`.

use super::action::{Mode, Step, Steps, take};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use crate::board::{Bits, Square};
use crate::engine::compiled::Special;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::{fire, powers};
use crate::mechanics::{arrival, goer, perform, reception};
use crate::rules::Modes;

/// A move of the flat engine, as steps. `seen` is the position in which it was generated, with the
/// unit on the ground.
pub(super) fn of_move<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    mv: Move,
    out: &mut Movements<'_, L>,
) {
    let unit = seen.base(mv.from);
    match mv.move_type {
        MoveType::Plain => of_plain(table, pos, seen, place, mv, out),
        MoveType::EnPassant => {
            let steps = [
                Step::Lift(place),
                Step::Land(mv.to, Mode::Quiet),
                Step::Take(Place::ground(seen.en_passant_victim), false),
            ];
            let arrival = Arrival::of(mv, true);
            let exposes = exposed_in_passing(table, pos, seen, mv);
            arrival::arriving(table, pos, &steps, exposes, unit, &arrival, None, out);
        }
        MoveType::Special(index, mode) => {
            let Some(path) = powers::special(&table.core, seen, mv.from, index) else {
                return;
            };
            if mode.swaps() || path.rifle {
                of_stationary(table, pos, seen, place, (mv, path, mode), out);
            } else {
                of_special(table, pos, seen, place, (mv, path, mode), out);
            }
        }
        MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_) => {
            let mut steps: Steps = Steps::from_slice(&[Step::At(place)]);
            let victims = fire::victims(&table.core, seen, mv).squares();
            take(&mut steps, victims);
            out.push_as((place.index == 0).then_some(mv), &steps);
        }
        MoveType::Castle(_)
        | MoveType::Exchange
        | MoveType::InPlace
        | MoveType::Drop
        | MoveType::Control
        | MoveType::Wall
        | MoveType::Pass
        | MoveType::Listed(..) => {}
    }
}

/// Appends the movement that corresponds to a plain move of the flat engine.
fn of_plain<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    mv: Move,
    out: &mut Movements<'_, L>,
) {
    let captures = !pos.is_empty(mv.to);
    let mode = if captures { Mode::Capture } else { Mode::Quiet };
    let steps = [Step::Lift(place), Step::Land(mv.to, mode)];
    let exposes = if captures && !exposes_captures(table, pos) {
        L::B::EMPTY
    } else {
        powers::exposed_by(&table.core, seen, mv)
    };
    let (unit, arrival) = (seen.base(mv.from), Arrival::of(mv, captures));
    arrival::arriving(table, pos, &steps, exposes, unit, &arrival, None, out);
}

/// Whether captures of the side to move expose the passed squares.
pub(super) fn exposes_captures<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    table.core.restrictions.exposed_captures[pos.side_to_move.index()]
}

/// The squares that a capture en passant exposes, if captures expose squares: those that a quiet
/// move to the same square would expose.
pub(super) fn exposed_in_passing<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    mv: Move,
) -> L::B {
    if exposes_captures(table, pos) {
        powers::exposed_by(&table.core, seen, mv)
    } else {
        L::B::EMPTY
    }
}

/// The steps of a move along a special path by which the unit shoots or changes places.
fn of_stationary<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    (mv, path, mode): (Move, &Special<L::B>, Modes),
    out: &mut Movements<'_, L>,
) {
    let there = Place::ground(mv.to);
    let text = (place.index == 0).then_some(mv);
    if mode.swaps() {
        let stays = |place| !reception::is_alone(table, pos, place);
        let resets = |s: Square| table.resets_clock >> seen.base(s).kind() & 1;
        let turned = mode == Modes::SWAP
            && !goer::is_going_on(table, pos)
            && place.index == 0
            && mv.from > mv.to
            && resets(mv.from) == resets(mv.to)
            && reception::swaps_along(table, pos, (pos.base(mv.to), there), mv.from);
        if stays(place) || stays(there) || turned {
            return;
        }
    }
    let mut steps: Steps = Steps::from_slice(&[Step::At(place)]);
    take(&mut steps, path.captures.iter().copied());
    steps.push(if path.rifle {
        Step::Take(there, text.is_none())
    } else {
        Step::Swap(place, there)
    });
    out.push_as(text, &steps);
}

/// The steps of a move along a special path by which the unit comes to its end.
fn of_special<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    seen: &Pos<L>,
    place: Place,
    (mv, path, mode): (Move, &Special<L::B>, Modes),
    out: &mut Movements<'_, L>,
) {
    let unit = seen.base(mv.from);
    if place.index > 0 && mv.to == place.square && !path.captures.contains(&mv.to) {
        return returning(table, pos, unit, place, path, out);
    }
    let lands = if matches!(mode, Modes::CAPTURE | Modes::CAPTURE_OWN) {
        Mode::Capture
    } else {
        Mode::Quiet
    };
    let (before, after): (Vec<Square>, Vec<Square>) = path.captures.iter().partition(|&&s| s == mv.to);
    let mut steps: Steps = Steps::from_slice(&[Step::Lift(place)]);
    take(&mut steps, before.iter().copied());
    steps.push(Step::Land(mv.to, lands));
    take(&mut steps, after.iter().copied());
    if mode == Modes::EN_PASSANT {
        steps.push(Step::Take(Place::ground(seen.en_passant_victim), false));
    }
    let takes = mode == Modes::CAPTURE && exposes_captures(table, pos);
    let exposes = if mode == Modes::QUIET || takes {
        path.exposed
    } else if mode == Modes::EN_PASSANT {
        exposed_in_passing(table, pos, seen, mv)
    } else {
        L::B::EMPTY
    };
    let arrival = Arrival::of(mv, !path.captures.is_empty() || mode != Modes::QUIET);
    let text = (place.index == 0).then_some(mv);
    arrival::arriving(table, pos, &steps, exposes, unit, &arrival, text, out);
}

/// A unit above others comes back to the square that it has left. It may enter the carrier there,
/// and captures nothing.
fn returning<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    path: &Special<L::B>,
    out: &mut Movements<'_, L>,
) {
    let to = place.square;
    let there = reception::reception(table, &perform::without(table, pos, place), to, unit.side());
    if there.enter && path.modes.has(Modes::QUIET) {
        let mut steps = Steps::from_slice(&[Step::Lift(place), Step::Land(to, Mode::Enter)]);
        take(&mut steps, path.captures.iter().copied());
        out.push(&steps);
    }
}
