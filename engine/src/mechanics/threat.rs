//! The threats that could cost a side its royals. Does not know whether the mover's own royals are
//! safe: that is `verdict`.

use super::action::{Action, Step};
use super::mechanic::{Mechanics, Movements};
use super::pending::{LossScope, Pending};
use super::points::{Points, Wanted};
use super::royals::Victim;
use crate::board::{Bits, Square};
use crate::engine::chain::Chain as _;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{attacks, powers};
use crate::mechanics::{consult, danger, generate, perform, reach, royals, turn};
use crate::rules::{RoyalRule, Side};

/// Whether a side threatens a royal of an opponent.
pub(crate) fn threatens<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    let mut opponents = side.opponents().into_iter();
    opponents.any(|victim| is_threatened(table, pos, victim))
}

/// Whether the opponent, if it were to move, could bring about the loss of the side's royal in one
/// turn (`CR-17`). If the side has several, one of them must be threatened or all, by the rule.
pub(crate) fn is_threatened<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    let places = table.royal_places(pos, side);
    if places.len() < 2 {
        let place = places.first().copied();
        return (place.is_some() || table.has_royal[side.index()])
            && is_royal_threatened(table, pos, side, place);
    }
    let threatened = |place: &Place| is_royal_threatened(table, pos, side, Some(*place));
    match table.core.royalty.rule[side.index()] {
        RoyalRule::Any => places.iter().all(threatened),
        RoyalRule::Last => false,
        RoyalRule::LastOfEach => {
            let kinds = places.iter().map(|place| pos.unit(*place).kind());
            let kinds: arrayvec::ArrayVec<u8, 16> = kinds.collect();
            let alone = |kind: u8| kinds.iter().filter(|&&other| other == kind).count() == 1;
            let mut each = places.iter().zip(&kinds);
            each.any(|(place, &kind)| alone(kind) && threatened(place))
        }
        RoyalRule::All | RoyalRule::Fewer => places.iter().any(threatened),
    }
}

/// The number of a side's royals that are threatened.
pub(super) fn threatened<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> usize {
    let places = table.royal_places(pos, side);
    if places.is_empty() {
        return usize::from(is_threatened(table, pos, side));
    }
    let threatened = |place: &&Place| is_royal_threatened(table, pos, side, Some(**place));
    places.iter().filter(threatened).count()
}

/// Whether royals of a side stand on a forbidden line, though nothing attacks them.
pub(super) fn is_exposed<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    let foe = side.other();
    let lax = table.core.royalty.rule[side.index()] == RoyalRule::Last && table.count_royals(pos, side) > 1;
    table.core.attacking.has_threats[foe.index()] && !lax && {
        let powers = powers::powers(&table.core, pos, foe);
        let exposed = |s: Square| {
            attacks::threatened(
                &table.core,
                pos,
                foe,
                s,
                pos.occupancy(),
                pos.sides[foe.index()],
                &powers,
            )
        };
        pos.precious(&table.core, side).squares().any(exposed)
    }
}

/// Whether the opponent, if it were to move, could have the unit at a place removed in one turn,
/// royal or not.
pub(super) fn is_attacked<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, place: Place) -> bool {
    let unit = pos.unit(place);
    if table.is_royal(unit) {
        is_royal_threatened(table, pos, unit.side(), Some(place))
    } else {
        is_royal_attacked(table, pos, unit.side(), Some(place))
    }
}

fn is_royal_threatened<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    side: Side,
    place: Option<Place>,
) -> bool {
    if is_royal_attacked(table, pos, side, place) {
        return true;
    }
    table.core.attacking.by_any_means && {
        let mut probe = asked(pos, side);
        probe.castling = L::Rights::EMPTY;
        let watched = place.filter(|_| is_one_of_several(table, pos, side));
        if let Some(place) = watched {
            probe.watch(place);
        }
        any_turn_threatens(table, &probe, Victim::watched(side, watched.is_some()))
    }
}

/// Whether the loss of one royal need not be the loss of all: there may be others, or no royal has
/// to be there.
pub(super) fn is_one_of_several<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    table.count_royals(pos, side) > 1
        || table.core.royalty.can_arise[side.index()]
        || !table.has_royal[side.index()]
}

/// Whether units of some kinds, given as bits, check the side to move: one of them could cost it a
/// royal in one turn.
pub(crate) fn is_checked_by<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, kinds: u64) -> bool {
    let side = pos.side_to_move;
    let checked = |place: Option<Place>| {
        let mut probe = asked(pos, side);
        let watched = place.filter(|_| is_one_of_several(table, pos, side));
        if let Some(place) = watched {
            probe.watch(place);
        }
        let victim = Victim {
            by: kinds,
            ..Victim::watched(side, watched.is_some())
        };
        // Any removal may let it become another kind at the end of the turn.
        let royal = place.filter(|&place| !turn::is_due(table, pos, place));
        turn_threatens(table, &probe, victim, royal, 0)
    };
    let places = table.royal_places(pos, side);
    let beside = places.is_empty() && table.has_royal[side.index()];
    (beside && checked(None)) || places.into_iter().any(|place| checked(Some(place)))
}

/// Whether a side's royal, or another unit if one is given, is attacked.
fn is_royal_attacked<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    side: Side,
    place: Option<Place>,
) -> bool {
    let foe = side.other();
    let ordinary = place.is_some_and(|place| !table.is_royal(pos.unit(place)));
    // If there may be others, this very unit must be lost.
    let watched = place.filter(|_| ordinary || is_one_of_several(table, pos, side));
    let victim = Victim {
        ordinary,
        ..Victim::watched(side, watched.is_some())
    };
    let danger = match place {
        Some(place) => Some(danger::danger_to(table, pos, place, side)),
        None if royals::is_lost(table, pos, side) => return true,
        None => None,
    };
    let free = table.at(Points::ACTIONS).any(|h| h.endangers(table, pos, foe));
    // Any removal may let it become another kind at the end of the turn.
    let due = place.is_some_and(|place| turn::is_due(table, pos, place));
    let danger = if due {
        danger.map(|_| table.core.board)
    } else {
        danger
    };
    // Sets know only captures of royals.
    let unknown = ordinary && table.core.traits.filters_captures;
    if let (Some(place), Some(danger), false) = (place, danger, free || due || unknown)
        && let Some(answer) = threat_by_sets(table, pos, place, danger, foe)
    {
        return answer;
    }
    if let Some(danger) = danger
        && !free
        && !reach::any_reaches(table, pos, foe, danger)
    {
        return false;
    }
    if danger.is_none() && !free && !table.at(Points::OUTCOME).any(|h| h.endangers(table, pos, foe)) {
        return false;
    }
    let mut probe = asked(pos, side);
    if let Some(place) = watched {
        probe.watch(place);
    }
    if !free {
        return movement_threatens(table, &probe, victim, danger);
    }
    turn_threatens(table, &probe, victim, place, 0)
}

/// Whether the royal on the ground is attacked, if the flat engine can tell. It can without towers,
/// without fixed units, and with nothing near that removes by other means than capturing.
fn threat_by_sets<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    place: Place,
    danger: L::B,
    foe: Side,
) -> Option<bool> {
    let fixed = pos.has_fixed(foe) || pos.unit(place).has(Unit::FIXED);
    if table.takes_captures || !pos.above().is_empty() || fixed {
        return None;
    }
    // A side may survive the loss of the royal, also because of units that are exiled by its
    // capture.
    let several = || pos.enemy_royals(&table.core, foe).several();
    let exiles = !table.numbers(Points::OUTCOME).is_empty() && !table.numbers(Points::REMOVED).is_empty();
    if (exiles && several()) || royals::survives(table, pos, foe.other()) {
        return None;
    }
    // The consequences of a capture may cost the captor a royal; then it is no attack.
    if table.core.program.loses_royals
        && table.core.program.spares
        && !table.numbers(Points::REMOVED).is_empty()
    {
        return None;
    }
    if attacks::attacks_square(&table.core, pos, foe, place.square, true) {
        return Some(true);
    }
    let guarded = danger::guarded(table, pos, place, foe.other())?;
    debug_assert!((guarded & !danger).is_empty());
    let others = guarded & !L::B::bit(place.square);
    // The attacker of a royal may be unable to capture another piece.
    if table.core.traits.filters_captures && !others.is_empty() {
        return None;
    }
    let mut others = others.squares();
    Some(others.any(|s| attacks::attacks_square(&table.core, pos, foe, s, true)))
}

/// The position in which the opponent of a side is asked for its possible turns (`CR-17`).
pub(crate) fn asked<L: FullLayout>(pos: &Pos<L>, side: Side) -> Pos<L> {
    let mut probe = *pos;
    probe.side_to_move = side.other();
    probe.left = 1;
    probe.chain.set(None);
    probe.extra.ending = false;
    probe.extra.choices.clear();
    probe.extra.notes = Default::default();
    probe
}

/// Whether a turn of the side to move, free actions included, can cost the other side its royal.
/// Free actions in different files are independent of their order, so only one order is tried.
fn turn_threatens<L: FullLayout>(
    table: &Mechanics<L>,
    probe: &Pos<L>,
    victim: Victim,
    royal: Option<Place>,
    first_file: u8,
) -> bool {
    let danger = royal.map(|place| danger::danger_to(table, probe, place, victim.side));
    let mut free = consult::free_actions(table, probe);
    let becomes = free
        .iter()
        .flat_map(|action| &action.steps)
        .fold(0u64, |all, step| match step {
            Step::Become(kind, _) => all | 1 << kind,
            _ => all,
        });
    free.retain(|action| file_of(table, action) >= first_file);
    let mut later = Vec::with_capacity(free.len());
    for action in free {
        let mut after = *probe;
        if !turn::execute_free(table, &mut after, &action, LossScope::Only(victim.side)) {
            continue;
        }
        let counts = action
            .actor()
            .is_none_or(|place| victim.counts(probe.unit(place)));
        if counts && royals::is_gone(table, &after, victim) {
            return true;
        }
        later.push((file_of(table, &action), after));
    }
    if movement_threatens(table, probe, victim, danger) {
        return true;
    }
    if later.is_empty() || danger.is_some_and(|d| is_hopeless(table, probe, victim.side, d, becomes)) {
        return false;
    }
    later
        .iter()
        .any(|(file, after)| turn_threatens(table, after, victim, royal, *file))
}

/// The kinds of a side whose movements could have consequences that cost the opponent a royal, and
/// the kinds whose captures could. Both are bits; when in doubt, more.
fn costly_kinds<L: FullLayout>(table: &Mechanics<L>, side: Side) -> [u64; 2] {
    let program = &table.core.program;
    let heard = |points: Points| !table.numbers(points).is_empty();
    if program.ends || heard(Points::TURN_ENDS) || heard(Points::TURNS) {
        return [u64::MAX; 2];
    }
    // A mechanic reacts to the removal of any unit.
    if heard(Points::REMOVED) || heard(Points::OUTCOME) {
        return [program.on_moves[side.index()], u64::MAX];
    }
    [true, false].map(|quiet| program.royal_kills.kinds(side, quiet))
}

/// Whether any turn of the side to move, with all its consequences, can cost the other side its
/// royal.
fn any_turn_threatens<L: FullLayout>(table: &Mechanics<L>, probe: &Pos<L>, victim: Victim) -> bool {
    let mut found = Movements::new();
    generate::consequential(table, probe, costly_kinds(table, probe.side_to_move), &mut found);
    let costs = |action: &Action| costs_it(table, probe, action, victim, LossScope::Only(victim.side));
    // Moves of the opponent's pieces are no attack.
    if found
        .list()
        .iter()
        .filter(|action| !action.is_control())
        .any(costs)
    {
        return true;
    }
    consult::free_actions(table, probe).iter().any(|action| {
        let mut after = *probe;
        turn::execute_free(table, &mut after, action, LossScope::Only(victim.side))
            && (royals::is_gone(table, &after, victim) || any_turn_threatens(table, &after, victim))
    })
}

/// Whether free actions cannot help to reach the danger squares. This covers all changes of fixed
/// units and any number of departures: it is tested with all of them gone, and with any of them as
/// any unit.
fn is_hopeless<L: FullLayout>(
    table: &Mechanics<L>,
    probe: &Pos<L>,
    victim: Side,
    near: L::B,
    becomes: u64,
) -> bool {
    let foe = victim.other();
    let fixed: Vec<Square> = probe
        .bases(foe)
        .squares()
        .filter(|&s| probe.base(s).has(Unit::FIXED))
        .collect();
    let kinds: Vec<u8> = (0..64u8).filter(|k| becomes >> k & 1 == 1).collect();
    let mut projected = *probe;
    for &square in &fixed {
        projected.take_list(&table.core, square);
    }
    let mut reached = near;
    for &kind in &kinds {
        let mut all = projected;
        for &square in &fixed {
            all.set_list(&table.core, square, &[Unit::new(kind, foe)]);
        }
        reached |= danger::danger(table, &all, reached);
    }
    if reach::any_reaches(table, &projected, foe, reached) {
        return false;
    }
    !fixed.iter().any(|&square| {
        kinds.iter().any(|&kind| {
            let mut there = projected;
            let unit = Unit::new(kind, foe);
            there.set_list(&table.core, square, &[unit]);
            reach::reaches(table, &there, unit, square, reached)
        })
    })
}

/// Whether one movement of the side to move can cost the other side its royal. With `danger`, only
/// movements that remove something on those squares are tried.
fn movement_threatens<L: FullLayout>(
    table: &Mechanics<L>,
    probe: &Pos<L>,
    victim: Victim,
    danger: Option<L::B>,
) -> bool {
    let mut found = Movements::new();
    found.threats = true;
    for (place, unit) in probe.units(probe.side_to_move) {
        if victim.counts(unit) && danger.is_none_or(|d| reach::reaches(table, probe, unit, place.square, d)) {
            generate::movements_of(table, probe, unit, place, Wanted::Threats, &mut found);
        }
    }
    found
        .list()
        .iter()
        .filter(|action| danger.is_none_or(|d| perform::removes(table, &action.steps).meets(d)))
        .any(|action| costs_it(table, probe, action, victim, LossScope::Asked(victim.side)))
}

/// Whether a movement costs the other side its royal, if the mover chooses for the loss and the
/// victim against it.
pub(crate) fn costs<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
    victim: Side,
) -> bool {
    costs_it(table, pos, action, Victim::of(victim), LossScope::Only(victim))
}

pub(super) fn costs_it<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
    victim: Victim,
    watch: LossScope,
) -> bool {
    let mut after = *pos;
    if !turn::execute(table, pos, &mut after, action, watch) || !is_costly(table, &after, victim) {
        return false;
    }
    if !table.core.program.loses_royals || !table.core.program.spares {
        return true;
    }
    // If captors explode, they must not lose a royal of their own by it.
    if !watch.is_real() {
        after = *pos;
        turn::go(
            table,
            &mut after,
            action,
            LossScope::Both,
            &mut Pending::default(),
        );
    }
    let royals = |pos: &Pos<L>| table.count_royals(pos, victim.side.other());
    royals(&after) >= royals(pos)
}

pub(crate) fn is_costly<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, victim: Victim) -> bool {
    if royals::is_gone(table, pos, victim) {
        return true;
    }
    let Some(choice) = pos.choices().first() else {
        return false;
    };
    let mut answers = turn::answers(table, pos).into_iter().map(|answer| {
        let mut after = *pos;
        turn::answer(table, &mut after, &answer, LossScope::Only(victim.side));
        is_costly(table, &after, victim)
    });
    if choice.side == victim.side {
        answers.all(|costly| costly)
    } else {
        answers.any(|costly| costly)
    }
}

/// The file of the square on which an action begins.
pub(super) fn file_of<L: FullLayout>(table: &Mechanics<L>, action: &Action) -> u8 {
    let coordinates = action.from().and_then(|s| table.core.topology.coordinates(s));
    coordinates.map_or(u8::MAX, |(file, _)| file)
}
