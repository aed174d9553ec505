//! The arrival of a movement: the kinds that the unit may become there. Does not know whether the
//! movement is legal: that is `verdict`.

use super::action::{Action, Mode, Source, Step, Steps};
use super::mechanic::{Mechanics, Movements};
use super::pending::Pending;
use super::points::Points;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::promotion;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::promotions::Promote;
use crate::mechanics::perform;
use crate::mechanics::trial;
use crate::rules::Side;

/// A movement that has arrived.
pub(super) struct Arrival {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) captures: bool,
}

impl Arrival {
    /// The arrival of a piece that moves.
    pub(super) fn of(mv: Move, captures: bool) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            captures,
        }
    }
}

/// Appends the movement of a unit that a mechanic moves, once for each kind that the unit may
/// become on its arrival.
///
/// `steps` lead from `pos` to the arrival of the unit on the ground of `to`; `exposes` is a square
/// that it has passed.
pub(crate) fn arrive<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    steps: &[Step],
    exposes: Option<Square>,
    unit: Unit,
    (from, to): (Square, Square),
    out: &mut Movements<'_, L>,
) {
    let exposes = exposes.map_or(L::B::EMPTY, L::B::bit);
    let arrival = Arrival {
        from,
        to,
        captures: false,
    };
    arriving(table, pos, steps, exposes, unit, &arrival, None, out);
}

#[inline]
#[expect(clippy::too_many_arguments, reason = "all of a movement")]
pub(super) fn arriving<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    steps: &[Step],
    exposes: L::B,
    unit: Unit,
    arrival: &Arrival,
    mv: Option<Move>,
    out: &mut Movements<'_, L>,
) {
    if !may_become(table, pos, unit, arrival) && (exposes.is_empty() || out.is_counting()) {
        return out.push_as(mv, steps);
    }
    let becomes = becoming_at(table, pos, steps, unit, arrival);
    let stays = becomes
        .as_ref()
        .is_none_or(|(must, options)| !must || (out.threats && options.is_empty()))
        .then_some(None);
    let options = becomes.into_iter().flat_map(|(_, options)| options).map(Some);
    for option in stays.into_iter().chain(options) {
        // A passing pawn still counts as a pawn (`passed=`), or as its present kind. Possible
        // captures in the next turn do not affect whether this one is legal.
        let exposes = if out.is_counting() || (table.sure_passers && option.is_some()) {
            L::B::EMPTY
        } else {
            exposes
        };
        if option.is_none() && exposes.is_empty() {
            out.push_as(mv, steps);
            continue;
        }
        let mut all = Steps::from_slice(steps);
        all.extend(option);
        for square in exposes.squares() {
            all.push(Step::Expose(square));
        }
        out.push_as(mv, &all);
    }
}

/// The kinds that a unit moved by a mechanic may become on the ground on which it arrives, and
/// whether it must; `None` if it has no choice.
pub(crate) fn becoming<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    steps: &[Step],
    unit: Unit,
    from: Square,
    at: Place,
) -> Option<(bool, Steps)> {
    if at.index > 0 {
        return None;
    }
    let arrival = Arrival {
        from,
        to: at.square,
        captures: false,
    };
    becoming_at(table, pos, steps, unit, &arrival)
}

/// Whether a unit may become another kind on its arrival; "no" is certain.
#[inline]
fn may_become<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, unit: Unit, arrival: &Arrival) -> bool {
    let mover = table.core.mover(unit.side(), unit.kind());
    mover.is_some_and(|mover| {
        !mover.promotions.is_empty() && (mover.promotion_squares.has(arrival.to) || may_arrive(table, pos))
    })
}

/// Whether mechanics may let units become other kinds outside the zones of the rules. They do so
/// only with fixed units on the board.
#[inline]
pub(super) fn may_arrive<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    !table.numbers(Points::ARRIVALS).is_empty() && !pos.marked(Unit::FIXED).is_empty()
}

#[inline]
fn becoming_at<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    steps: &[Step],
    unit: Unit,
    arrival: &Arrival,
) -> Option<(bool, Steps)> {
    let mover = table.core.mover(unit.side(), unit.kind())?;
    if !may_become(table, pos, unit, arrival) {
        return None;
    }
    let applies = |p: &Promote<L::B>| p.applies(arrival.from, arrival.to, arrival.captures);
    let inside = mover.promotions.iter().any(&applies);
    let arrives = || {
        table
            .at(Points::ARRIVALS)
            .any(|h| h.arrives(table, pos, unit, arrival.to))
    };
    if !inside && !arrives() {
        return None;
    }
    let at = Place::ground(arrival.to);
    let mut after = *pos;
    let end = perform::run(table, &mut after, steps, unit.side(), &mut Pending::default())?;
    // Revenge may have taken it at once (`CR-9`).
    let there = after.unit(at);
    if end != at || !there.exists() || !there.has(Unit::MOVER) {
        return None;
    }
    let mut options = Steps::new();
    let replaced = given(table, &after, unit.side(), unit.kind(), &mut options);
    let mut choices = Steps::new();
    let mut must = false;
    for promotion in mover.promotions.iter().filter(|p| applies(p)) {
        must |= promotion.mandatory.has(arrival.to);
        // Limits count the pieces on the board before the movement.
        choices_of(pos, unit.side(), promotion, &mut choices);
    }
    if !inside {
        // In front of fixed units: the kinds that it could become in its zone.
        for promotion in &mover.promotions {
            choices_of(&after, unit.side(), promotion, &mut choices);
        }
    }
    choose(&mut options, choices, replaced);
    must &= !replaced || !options.is_empty();
    (must || !options.is_empty()).then_some((must, options))
}

/// The kinds that mechanics now let a unit of that kind become. Returns whether promotions only
/// choose among these.
fn given<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side, kind: u8, out: &mut Steps) -> bool {
    let mut replaced = false;
    for hook in table.at(Points::ARRIVALS) {
        replaced |= hook.arrivals(table, pos, side, kind, out);
    }
    replaced
}

/// The present choices of a promotion.
fn choices_of<L: FullLayout>(pos: &Pos<L>, side: Side, promotion: &Promote<L::B>, out: &mut Steps) {
    for (kind, limit, held) in promotion.kinds() {
        let step = Step::Become(kind, Source::Free);
        let free = limit == u32::MAX || pos.count(side, kind) < limit as usize;
        if free && held.is_none_or(|side| pos.is_held(side, kind)) && !out.contains(&step) {
            out.push(step);
        }
    }
}

/// The kinds that a unit of that kind may now become, on a square to which it has not moved itself,
/// or on any square.
pub(crate) fn options<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    side: Side,
    kind: u8,
    at: Option<Square>,
) -> Steps {
    let (mut out, mut choices) = (Steps::new(), Steps::new());
    let replaced = given(table, pos, side, kind, &mut out);
    if let Some(mover) = table.core.mover(side, kind) {
        let here = |p: &&Promote<L::B>| at.is_none_or(|at| p.on_arrival().has(at));
        for promotion in mover.promotions.iter().filter(here) {
            choices_of(pos, side, promotion, &mut choices);
        }
    }
    choose(&mut out, choices, replaced);
    out
}

/// Promotions of a unit on its square, as a move.
pub(super) fn in_place<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    place: Place,
    out: &mut Movements<'_, L>,
) {
    let unit = pos.base(place.square);
    let Some(mover) = table.core.mover(unit.side(), unit.kind()) else {
        return;
    };
    if powers::holds_still(&table.core, pos, place.square) {
        return;
    }
    let here = mover.promotions.iter().filter(|p| p.in_place().has(place.square));
    let mut known = Steps::new();
    for (number, promotion) in here.clone().enumerate() {
        for to in promotion::promotion_ends(&table.core, pos, promotion, place.square).squares() {
            known.clear();
            for earlier in here.clone().take(number) {
                gives_in_place(table, pos, earlier, unit, (place.square, to), &mut known);
            }
            let mut options = Steps::new();
            gives_in_place(table, pos, promotion, unit, (place.square, to), &mut options);
            let mv = Move::new(place.square, to, MoveType::InPlace);
            for option in options.into_iter().filter(|option| !known.contains(option)) {
                if to == place.square {
                    out.push_as(Some(mv), &[Step::At(place), option]);
                } else {
                    let steps = [Step::Lift(place), Step::Land(to, Mode::Quiet), option];
                    out.push_as(Some(mv), &steps);
                }
            }
        }
    }
}

/// The kinds that a unit may become by a promotion that is a movement of its own and ends on a
/// square, with or without check.
fn gives_in_place<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    promotion: &Promote<L::B>,
    unit: Unit,
    (from, to): (Square, Square),
    out: &mut Steps,
) {
    if !promotion.in_place().has(from)
        || !promotion::promotion_ends(&table.core, pos, promotion, from).has(to)
    {
        return;
    }
    let (mut options, mut choices) = (Steps::new(), Steps::new());
    let replaced = given(table, pos, unit.side(), unit.kind(), &mut options);
    choices_of(pos, unit.side(), promotion, &mut choices);
    choose(&mut options, choices, replaced);
    let is_so = |step: &Step| {
        let &Step::Become(kind, _) = step else {
            return true;
        };
        let mv = Move {
            promotion: kind,
            ..Move::new(from, to, MoveType::InPlace)
        };
        promotion::promotion_is_so(&table.core, pos, promotion, mv)
    };
    out.extend(options.into_iter().filter(is_so));
}

/// Whether a movement is a promotion on the unit's square that gives a forbidden check.
pub(super) fn is_barred_promotion<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
    after: &Pos<L>,
) -> bool {
    let in_place = |mv: &Move| mv.move_type == MoveType::InPlace;
    let (Some(mv), Some(step)) = (action.mv.filter(in_place), action.steps.last()) else {
        return false;
    };
    let unit = pos.base(mv.from);
    let mut promotions = table.core.promotions_of(unit.side(), unit.kind()).iter();
    if !promotions.clone().any(Promote::bars_check) {
        return false;
    }
    let gives = |promotion: &Promote<L::B>| {
        let mut options = Steps::new();
        gives_in_place(table, pos, promotion, unit, (mv.from, mv.to), &mut options);
        options.contains(step)
    };
    !promotions.any(|promotion| !promotion.bars_check() && gives(promotion))
        && trial::threatens(table, after, pos.side_to_move)
}

/// Whether a square is in the promotion zone of a kind.
pub(crate) fn promotes_on<L: FullLayout>(table: &Mechanics<L>, side: Side, kind: u8, square: Square) -> bool {
    let mover = table.core.mover(side, kind);
    mover.is_some_and(|m| m.promotions.iter().any(|p| p.is_goal(square)))
}

/// Adds the kinds that promotions give. If mechanics give kinds, it keeps only those that
/// promotions name.
fn choose(options: &mut Steps, choices: Steps, replaced: bool) {
    if !replaced {
        return options.extend(choices);
    }
    options.retain(|step| match step {
        Step::Become(kind, _) => choices.contains(&Step::Become(*kind, Source::Free)),
        _ => true,
    });
}
