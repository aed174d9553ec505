//! The changes of movements to the sets of a position that sets judge. Does not make movements:
//! those whose changes sets cannot express are left to `verdict`.

use super::action::{Mode, Step};
use super::flat_view::{FlatView, SetJudged};
use super::mechanic::Mechanics;
use super::points::Points;
use crate::board::{Bits, Square};
use crate::engine::compiled::NONE;
use crate::engine::delta::Delta;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::danger;
use crate::rules::BySide;

/// Whether a movement is legal, as far as sets can decide.
pub(super) fn allows_steps<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
    steps: &[Step],
) -> Option<bool> {
    let effect = effect(table, pos, by_sets, steps)?;
    if effect.loses {
        return Some(false);
    }
    let (guarded, sure) = if effect.shifts {
        guarded_after(table, pos, by_sets, &effect)?
    } else {
        (by_sets.guarded, by_sets.sure)
    };
    let safe = if effect.sides == pos.sides && !effect.shifts {
        !flat_view.guard.is_attacked()
    } else {
        let seen = flat_view.of(pos);
        let them = pos.side_to_move.other();
        let delta = Delta {
            by: them,
            royals: guarded,
            occupied: effect.sides[0] | effect.sides[1] | seen.closed(),
            attackers: effect.sides[them.index()],
            counted: None,
        };
        flat_view.guard.leaves_safe(&table.core, seen, delta)
    };
    (safe || sure).then_some(safe)
}

/// The units whose capture would cost the royal, after a move of the royal or of a unit whose
/// removal leads to others. Also whether it certainly would. `None` if mechanics are near.
fn guarded_after<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    effect: &Effect<L>,
) -> Option<(L::B, bool)> {
    let royal = effect.royal.map_or(by_sets.royal, L::B::bit);
    let mut danger = royal;
    loop {
        let before = danger;
        for hook in table.at(Points::THREATS) {
            hook.extend_danger(table, pos, effect.chain_kinds, &mut danger);
        }
        if danger == before {
            break;
        }
    }
    let guarded = danger & effect.sides[pos.side_to_move.index()];
    let sure = guarded == royal || table.numbers(Points::OUTCOME).is_empty();
    let foe = pos.side_to_move.other();
    // Threats that are no attacks concern only royals.
    let told = guarded == royal || !table.core.attacking.has_threats[foe.index()];
    let told = told && !danger::chains(table, effect.chain_kinds, royal, danger);
    (told && !danger::is_near(table, pos, danger, foe)).then_some((guarded, sure))
}

/// The change of a movement to the sets of a position, if it only moves and removes units whose
/// moving and removal has no further consequence.
fn effect<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    steps: &[Step],
) -> Option<Effect<L>> {
    let us = pos.side_to_move.index();
    let mut effect = Effect {
        us,
        sides: pos.sides,
        royal: None,
        chain_kinds: table.alarm_squares(pos),
        shifts: false,
        loses: false,
        hand: Unit::NONE,
        origin: NONE,
        tower: false,
    };
    for &step in steps {
        match step {
            Step::Pass(_) | Step::Note(_) | Step::At(_) => {}
            // A unit that matters to the royal's safety may be captured in passing.
            Step::Expose(_) if effect.shifts => return None,
            Step::Expose(_) => {}
            Step::Lift(place) => lifted(table, pos, by_sets, place, &mut effect)?,
            Step::Visit(square, mode) => visited(table, by_sets, square, mode, &mut effect)?,
            Step::Land(square, Mode::Enter) => {
                // The tower stays; it matters only if it may be on a square on which something
                // falls.
                let matters = table.is_royal(effect.hand) || table.is_alarm(effect.hand);
                if matters || by_sets.alarmed.has(square) {
                    return None;
                }
            }
            Step::Land(square, mode) => {
                visited(table, by_sets, square, mode, &mut effect)?;
                effect.land(square, table);
            }
            Step::Take(place, _) => effect.remove(L::B::bit(place.square), by_sets)?,
            Step::Sweep(place, range) => effect.remove(table.within(place.square, range), by_sets)?,
            // Two ordinary friends: the sets do not change.
            Step::Exchange(place, _) => {
                let both = L::B::bit(place.square) | L::B::bit(effect.origin);
                let held = table.turn_ends.promotions[us] | table.turn_ends.affected[us] | by_sets.towers;
                if !pos.bases(pos.side_to_move).has(place.square)
                    || both.meets(by_sets.anchors | by_sets.special)
                    || held.meets(both)
                {
                    return None;
                }
                effect.sides[us] |= both;
            }
            _ => return None,
        }
    }
    Some(effect)
}

/// A unit is lifted from its place.
#[inline]
fn lifted<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    place: Place,
    effect: &mut Effect<L>,
) -> Option<()> {
    let origin = place.square;
    let on_ground = place.index == 0;
    effect.origin = origin;
    effect.hand = if on_ground {
        Unit::of_code(pos.board.as_ref()[usize::from(origin)])
    } else {
        pos.unit(place)
    };
    let shifts = by_sets.anchors.has(origin);
    let matters = table.is_royal(effect.hand) || table.is_alarm(effect.hand);
    // Units may be in danger for reasons that are not computed again, and units in towers may lead
    // to other removals.
    if shifts && (!matters || by_sets.towers.has(origin)) {
        return None;
    }
    effect.shifts |= shifts;
    // A unit above others leaves them in place; a carrier carries the others along.
    effect.tower = on_ground && by_sets.towers.has(origin);
    if on_ground {
        effect.sides[effect.us] &= !L::B::bit(origin);
        effect.chain_kinds &= !L::B::bit(origin);
    }
    Some(())
}

/// A unit comes to a square, but not into a list, and may continue.
#[inline]
fn visited<L: FullLayout>(
    table: &Mechanics<L>,
    by_sets: &SetJudged<L>,
    square: Square,
    mode: Mode,
    effect: &mut Effect<L>,
) -> Option<()> {
    match mode {
        Mode::Capture => effect.remove(L::B::bit(square), by_sets)?,
        Mode::Enter => return None,
        Mode::Quiet => {}
    }
    let filled = effect.sides[0] | effect.sides[1];
    // The captor of a tower may be captured by the falling units.
    let falls = effect.tower && by_sets.alarmed.has(square);
    (!(filled | table.turn_ends.affected[effect.us]).has(square) && !falls).then_some(())
}

/// The start and end of a unit's movement, if the movement does nothing else and the unit matters
/// to no royal's safety.
#[inline]
pub(super) fn moves_one<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    steps: &[Step],
) -> Option<(Square, Square)> {
    let (&Step::Lift(place), rest) = steps.split_first()? else {
        return None;
    };
    if place.index > 0 || by_sets.anchors.has(place.square) {
        return None;
    }
    let tower = by_sets.towers.has(place.square);
    let (to, mode) = match *rest {
        [Step::Land(to, mode)] => (to, mode),
        [Step::Pass(_), Step::Land(to, mode), Step::Expose(_)] => (to, mode),
        _ => one_landing(rest)?,
    };
    let plain = match mode {
        Mode::Quiet => pos.is_empty(to),
        Mode::Capture => !by_sets.reactive_kinds.has(to),
        Mode::Enter => false,
    };
    let stays = to != place.square && !table.turn_ends.affected[pos.side_to_move.index()].has(to);
    // The captor of a tower may be captured by the falling units.
    let apart = !(tower && by_sets.alarmed.has(to));
    (plain && stays && apart).then_some((place.square, to))
}

/// The change of a movement to a position, as far as the safety of royals is concerned.
struct Effect<L: FullLayout> {
    /// The side that moves.
    us: usize,
    /// The squares of each side's units after it.
    sides: BySide<L::B>,
    /// The royal's square, if the royal moves.
    royal: Option<Square>,
    /// The squares of units whose removal leads to others.
    chain_kinds: L::B,
    /// Whether a unit has moved that matters to the safety of guarded units.
    shifts: bool,
    /// Whether it removes a royal of its own side.
    loses: bool,
    /// The unit that has been lifted, and its start.
    hand: Unit,
    origin: Square,
    /// Whether other units are above it.
    tower: bool,
}

impl<L: FullLayout> Effect<L> {
    /// A unit of the side to move lands on a square.
    fn land(&mut self, square: Square, table: &Mechanics<L>) {
        let unit = self.hand;
        self.sides[unit.side().index()] |= L::B::bit(square);
        if table.is_royal(unit) {
            self.royal = Some(square);
            self.shifts = true;
        }
        if table.is_alarm(unit) {
            self.chain_kinds |= L::B::bit(square);
            self.shifts = true;
        }
    }

    /// Removes the units on some squares; `None` if the removal has further consequences.
    fn remove(&mut self, squares: L::B, by_sets: &SetJudged<L>) -> Option<()> {
        let gone = squares & (self.sides[0] | self.sides[1]);
        self.loses |= gone.meets(by_sets.mortal);
        if gone.meets((by_sets.special | by_sets.guarded) & !by_sets.mortal) {
            return None;
        }
        self.sides = [self.sides[0] & !gone, self.sides[1] & !gone];
        Some(())
    }
}

/// The square and mode of the landing, if the steps do nothing else.
fn one_landing(steps: &[Step]) -> Option<(Square, Mode)> {
    let mut rest = steps.iter().skip_while(|step| matches!(step, Step::Pass(_)));
    let &Step::Land(to, mode) = rest.next()? else {
        return None;
    };
    rest.all(|step| matches!(step, Step::Expose(_) | Step::Note(_)))
        .then_some((to, mode))
}
