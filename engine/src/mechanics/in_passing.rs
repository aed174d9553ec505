//! Captures of units that have passed a square. Does not record which units have passed: that is
//! `passed`.

use super::action::{Mode, Step};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use crate::board::{Bits, Square};
use crate::engine::compiled::Special;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::{List, guard};
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::mechanics::{arrival, reception, translate};
use crate::rules::Modes;

/// Captures of units that have passed a square.
pub(super) fn in_passing<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    let Some(mover) = table.core.mover(unit.side(), unit.kind()) else {
        return;
    };
    let mut middles: L::B = pos
        .extra
        .passed
        .iter()
        .fold(pos.en_passant_squares, |all, &(middle, _)| {
            all | L::B::bit(middle)
        });
    middles &= table.core.moving.en_passant[unit.side().index()] & !pos.occupied();
    if table.texts.passed_key && !middles.is_empty() {
        in_passing_along(table, pos, unit, place, middles, out);
    }
    if mover.en_passant.is_empty() {
        return;
    }
    for to in middles.squares() {
        if mover.en_passant[usize::from(to)].has(place.square) {
            en_passant(table, pos, unit, place, to, out);
        }
    }
}

/// The same captures by paths that depend on the units on them. If several units may have passed
/// squares, the flat engine is asked about each of them.
fn in_passing_along<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    middles: L::B,
    out: &mut Movements<'_, L>,
) {
    let above = (place.index > 0).then(|| reception::as_if_on_ground(table, pos, unit, place));
    let seen = above.as_ref().unwrap_or(pos);
    let mover = powers::mover_at(&table.core, seen, place.square);
    let special = mover.and_then(|mover| mover.special.get(usize::from(place.square)));
    let passes = |path: &Special<L::B>| path.modes.has(Modes::EN_PASSANT) && middles.has(path.to);
    if !special.is_some_and(|paths| paths.iter().any(passes)) {
        return;
    }
    let passed = pos.extra.passed.iter();
    for &(middle, victim) in passed.clone().filter(|&&(middle, _)| middles.has(middle)) {
        let shown = passed.clone().filter(|&&(other, _)| other == middle).count() > 1;
        let mut there = *seen;
        there.expose(&table.core, L::B::bit(middle), victim);
        let (only, fixed) = (L::B::bit(place.square), pos.marked(Unit::FIXED));
        let mut moves = Vec::new();
        guard::untested(
            &table.core,
            &there,
            only,
            fixed,
            false,
            &mut List::new(&mut moves),
        );
        let along =
            |mv: &Move| matches!(mv.move_type, MoveType::Special(_, Modes::EN_PASSANT)) && mv.to == middle;
        for mv in moves.into_iter().filter(along) {
            let known = out.list().len();
            translate::of_move(table, pos, &there, place, mv, out);
            for step in out.list()[known..]
                .iter_mut()
                .flat_map(|action| &mut action.steps)
            {
                if *step == Step::Take(Place::ground(victim), false) {
                    *step = Step::Take(Place::ground(victim), shown);
                }
            }
        }
    }
}

/// Captures en passant on an empty square: one for each unit that has passed it.
fn en_passant<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    to: Square,
    out: &mut Movements<'_, L>,
) {
    let single = (pos.en_passant_squares.has(to)).then_some((to, pos.en_passant_victim));
    let victims = || {
        let passed = pos.extra.passed.iter().copied().chain(single);
        passed.filter(move |&(middle, victim)| {
            let base = pos.base(victim);
            middle == to && base.exists() && base.side() != unit.side() && !base.has(Unit::FIXED)
        })
    };
    let shown = victims().count() > 1;
    for (_, victim) in victims() {
        let take = Step::Take(Place::ground(victim), shown);
        let steps = [Step::Lift(place), Step::Land(to, Mode::Quiet), take];
        let arrival = Arrival {
            from: place.square,
            to,
            captures: true,
        };
        let lifted = (place.index > 0).then(|| reception::as_if_on_ground(table, pos, unit, place));
        let seen = lifted.as_ref().unwrap_or(pos);
        let exposes =
            translate::exposed_in_passing(table, pos, seen, Move::new(place.square, to, MoveType::EnPassant));
        arrival::arriving(table, pos, &steps, exposes, unit, &arrival, None, out);
    }
}
