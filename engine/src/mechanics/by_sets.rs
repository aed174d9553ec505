//! Positions in which mechanics do not affect most moves. Does not know whether the other moves are
//! legal: those are left to `verdict`.
//!
//! If no choice is open, and no mechanic could remove anything near the royal, the flat engine
//! judges by sets every move that only moves one ordinary unit. Movements that only move and remove
//! ordinary units are judged by their changes to the sets. All others are made and examined.
//!
//! The flat engine sees a fixed unit as an obstacle, and a tower as one piece that attacks in
//! several ways at once ([`FlatView`]).

use super::action::{Action, Mode, Step, Steps};
use super::flat_view::{FlatView, SetJudged};
use super::mechanic::{Mechanic, Mechanics, Movements};
use super::points::{Points, Wanted};
use super::verdict::Legality;
use crate::board::{Bits, Square, union};
use crate::engine::compiled::{Mover, NONE};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::{Count, List, Sink, guard};
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::{Pos, turns};
use crate::engine::{legality, powers};
use crate::mechanics::{danger, effect, generate, in_passing, perform, royals, translate, verdict};
use crate::rules::{RoyalRule, Side};

/// Finds the kinds that move as in the flat engine, and the squares near their promotion.
pub(super) fn find_ordinary<L: FullLayout>(table: &mut Mechanics<L>) {
    let taken = table.takeovers.kinds;
    let core = &table.core;
    table.is_plain = !core.has_powers()
        && !core.has_shots()
        && core.tagging.is_none()
        && core.program.is_empty()
        && core.walls.is_none()
        && core.control.is_none()
        && core.restrictions.captures == [true; Side::COUNT]
        && !core.reserve.has_hands;
    for side in Side::ALL {
        let kinds = table.zones.all[side.index()].len();
        let mut near = vec![L::B::EMPTY; kinds];
        let movers = &table.core.moving.movers[side.index()];
        let (partnered, exchanged) = partners(movers);
        table.unaffected.partnered[side.index()] = partnered;
        table.limits_promotions |= movers.iter().any(Mover::limits_promotions);
        // A chain mover stands beside the mover of the kind.
        for mover in movers.iter().filter(|m| !m.filtered) {
            let (mut in_place, mut becomes_such) = (false, false);
            let mut zone = L::B::EMPTY;
            for promotion in &mover.promotions {
                in_place |= !promotion.in_place().is_empty();
                zone |= promotion.zone;
                for kind in &promotion.to {
                    becomes_such |= table.core.royalty.kinds[side.index()].contains(kind)
                        || (table.removals.chain_kinds | taken) >> *kind & 1 == 1;
                }
            }
            let special = mover.special.iter().any(|list| !list.is_empty());
            let bit = 1u64 << mover.kind;
            if becomes_such {
                table.unaffected.rising[side.index()] |= bit;
            }
            if exchanged & bit == 0 && !in_place && !special && taken & bit == 0 {
                if !mover.royal {
                    table.unaffected.ordinary[side.index()] |= bit;
                } else if mover.promotions.is_empty()
                    && mover.exposing.is_empty()
                    && table.removals.chain_kinds & bit == 0
                {
                    table.unaffected.royals[side.index()] |= bit;
                }
            }
            if !mover.promotions.is_empty() {
                table.unaffected.promoting[side.index()] |= bit;
            }
            for from in table.core.board.squares() {
                let ends = table.courses(side, mover.kind, from).iter();
                if zone.has(from) || ends.into_iter().any(|c| zone.has(c.to)) {
                    near[usize::from(mover.kind)] |= L::B::bit(from);
                }
            }
        }
        table.unaffected.near_promotion[side.index()] = near;
    }
}

/// The kinds that change places with others, and all kinds that take part in it, as bits.
fn partners<B: Bits>(movers: &[Mover<B>]) -> (u64, u64) {
    let (mut partnered, mut exchanged) = (0, 0);
    for mover in movers {
        if mover.partners != 0 {
            partnered |= 1 << mover.kind;
            exchanged |= mover.partners | 1 << mover.kind;
        }
    }
    (partnered, exchanged)
}

/// Whether the flat engine can judge most moves of a position, and its view of the position then.
pub(super) fn by_sets<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    flat_view: &mut FlatView<L>,
) -> Option<SetJudged<L>> {
    let core = &table.core;
    let (side, foe) = (pos.side_to_move, pos.side_to_move.other());
    if has_open_questions(table, pos) {
        return None;
    }
    let royals = pos.royals(core, side);
    if royals.is_empty()
        || royals.several()
        || promotes_at_end(table, pos)
        || royals::survives(table, pos, side)
    {
        return None;
    }
    let fixed = pos.marked(Unit::FIXED);
    let marked = union(pos.extra.marks.iter(), |&set| set);
    if marked != fixed {
        return None;
    }
    let above = pos.above().iter();
    let towers = union(above, |e| L::B::bit(e.0));
    if !(fixed | towers).is_empty() {
        flat_view.projected = Some(projected(table, pos)?);
    }
    let frees = |h: &dyn Mechanic<L>| h.endangers(table, pos, foe);
    if table.at(Points::ACTIONS).any(frees) {
        return None;
    }
    let danger = danger::danger_to(table, pos, Place::ground(royals.lowest()), side);
    if danger::is_near(table, pos, danger, foe)
        || danger::chains(table, table.alarm_squares(pos), royals, danger)
    {
        return None;
    }
    let guarded = danger & pos.bases(side);
    let shown = flat_view.projected.as_ref().unwrap_or(pos);
    // The attacker of a royal may be unable to capture another piece.
    if (guarded != royals && (core.traits.filters_captures || core.attacking.has_threats[foe.index()]))
        || !guard::guard(core, shown, guarded, &mut flat_view.guard)
        || (flat_view.guard.is_attacked() && !table.numbers(Points::LEGALITY).is_empty())
    {
        return None;
    }
    let mut by_sets = around(table, pos, royals, guarded, fixed, towers);
    by_sets.alarmed = alarmed(table, danger);
    for from in (table.ground_of(pos, table.removals.chain_kinds) & by_sets.ordinary).squares() {
        if guarded.has(from) || reach(table, pos, from, side).meets(by_sets.alarmed) {
            by_sets.ordinary &= !L::B::bit(from);
        }
    }
    if guarded == royals && !towers.meets(royals) && moves_plainly(table, pos, &by_sets, side) {
        by_sets.ordinary |= royals;
    }
    Some(by_sets)
}

/// Whether the next decision is more than a movement, or sets cannot cover all the rules.
fn has_open_questions<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let (core, side, foe) = (&table.core, pos.side_to_move, pos.side_to_move.other());
    !table.is_plain
        || table.takes_captures
        || turns::kinds_of_moves(core).is_some()
        || core.exposes_royals()
        || core.restrictions.bans[side.index()].swaps.is_some()
        || core.royalty.rule[side.index()] != RoyalRule::All
        || !pos.extra.choices.is_empty()
        || legality::must_part(core, pos)
        || !table.at(Points::TURN_ENDS).all(|h| h.condemned(pos).is_empty())
        || (table.has_royal[foe.index()] && pos.royals(core, foe).is_empty())
}

/// The facts about the units of a position that sets judge.
fn around<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    royal: L::B,
    guarded: L::B,
    fixed: L::B,
    towers: L::B,
) -> SetJudged<L> {
    let (core, foe) = (&table.core, pos.side_to_move.other());
    let reacting = table.ground_of(pos, table.removals.reactive_kinds | table.removals.chain_kinds) | towers;
    let lasting = table.numbers(Points::OUTCOME).is_empty();
    let theirs = pos.royals(core, foe);
    SetJudged {
        ordinary: ordinary_units(table, pos) & !fixed & !towers,
        reactive_kinds: ((reacting | theirs) & pos.bases(foe)) & !fixed,
        special: reacting | theirs | royal,
        guarded,
        royal,
        mortal: if lasting { royal & !reacting } else { L::B::EMPTY },
        anchors: guarded
            | royal
            | table.alarm_squares(pos)
            | (towers & !table.ground_of(pos, table.carriers)),
        sure: guarded == royal || lasting,
        towers,
        alarmed: L::B::EMPTY,
        flat: core.check_goal == [None; Side::COUNT]
            && core.turns.is_none()
            && table.at(Points::TURNS).all(|h| h.is_idle(pos)),
    }
}

/// Units of the side to move whose moves no mechanic affects.
fn ordinary_units<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> L::B {
    let side = pos.side_to_move;
    let mut ordinary = table.ground_of(pos, table.unaffected.ordinary[side.index()]) & pos.bases(side);
    let arrivals = !table.numbers(Points::ARRIVALS).is_empty();
    let careful = if arrivals {
        u64::MAX
    } else {
        table.unaffected.rising[side.index()]
    };
    if careful == 0 {
        return ordinary;
    }
    // Fixed units may extend the squares on which a piece becomes another.
    if !pos.marked(Unit::FIXED).is_empty() {
        return ordinary & !table.ground_of(pos, table.unaffected.promoting[side.index()] & careful);
    }
    let near = table.unaffected.near_promotion[side.index()].iter().enumerate();
    for (kind, near) in near.filter(|(kind, _)| careful >> kind & 1 == 1) {
        ordinary &= !(*near & pos.kind(kind as u8));
    }
    ordinary
}

/// The position with fixed units as mere obstacles, and with units above others that attack from
/// their squares. `None` if the flat engine has no such view.
fn projected<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Option<Pos<L>> {
    if table.limits_promotions {
        return None;
    }
    let fixed = pos.marked(Unit::FIXED);
    let mut projected = *pos;
    for kind in projected.kinds.as_mut() {
        *kind &= !fixed;
    }
    for &(square, unit) in pos.above() {
        if unit.is_marked() || table.is_royal(unit) || !pos.bases(unit.side()).has(square) {
            return None;
        }
        projected.kinds.as_mut()[usize::from(unit.kind())] |= L::B::bit(square);
    }
    Some(projected)
}

/// The squares to which a unit can move or from which it can remove pieces, over all contents of
/// the board.
fn reach<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, square: Square, side: Side) -> L::B {
    let kind = usize::from(pos.board.as_ref()[usize::from(square)] >> 1);
    table.zones.quiet[side.index()][kind][usize::from(square)]
        | table.zones.all[side.index()][kind][usize::from(square)]
}

/// The squares on which a unit whose removal leads to others would add to the danger.
fn alarmed<L: FullLayout>(table: &Mechanics<L>, danger: L::B) -> L::B {
    if table.removals.chain_kinds == 0 {
        return L::B::EMPTY;
    }
    let near = |all, s| all | table.within(s, table.removals.alarm_range);
    danger.squares().fold(danger, near)
}

/// Whether the flat engine can judge the moves of the only royal: on any square it can be lost only
/// by a capture there.
fn moves_plainly<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    side: Side,
) -> bool {
    let square = by_sets.royal.lowest();
    let kind = pos.board.as_ref()[usize::from(square)] >> 1;
    if table.unaffected.royals[side.index()] >> kind & 1 == 0 {
        return false;
    }
    let mut reach = reach(table, pos, square, side) | L::B::bit(square);
    let rights = pos.castling & table.core.castling.of_side[side.index()];
    for right in rights.squares() {
        let castle = &table.core.castling.all[usize::from(right)];
        reach |= castle.watched();
        if table.removals.chain_kinds >> castle.rook & 1 == 1 || by_sets.towers.has(castle.rook_from) {
            return false;
        }
    }
    // Each square by itself: a unit that brings danger may stand on one of the others.
    let alone = |square: Square| danger::danger(table, pos, L::B::bit(square)) == L::B::bit(square);
    danger::danger(table, pos, reach) == reach
        && (table.removals.chain_kinds == 0 || reach.squares().all(alone))
        && !danger::is_near(table, pos, reach, side.other())
}

/// Whether a unit must become another at the end of the turn.
fn promotes_at_end<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    Side::ALL.iter().any(|&side| {
        let there = pos.bases(side) & table.turn_ends.promotions[side.index()];
        let there = there & !pos.marked(Unit::FIXED);
        there.squares().any(|s| perform::promotes(table, pos.base(s)))
    })
}

/// The legal movements of a position that sets judge.
pub(super) fn calm_movements<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
) -> Vec<Action> {
    let mut moves = Vec::with_capacity(64);
    let sink = &mut List::new(&mut moves);
    guarded_moves(table, pos, by_sets, flat_view, sink);
    let mut found = Movements::with_capacity(moves.len() + 16);
    let legal = moves.into_iter().filter(|mv| by_sets.ordinary.has(mv.from));
    found
        .list()
        .extend(legal.map(|mv| of_guarded(table, pos, by_sets, mv)));
    let known = found.list().len();
    other_movements(table, pos, by_sets, flat_view, &mut found);
    let mut actions = found.into_list();
    let mut i = 0;
    actions.retain(|action| {
        i += 1;
        i <= known || is_legal_when_calm(table, pos, by_sets, flat_view, action)
    });
    actions
}

/// Whether ordinary units have several legal moves. If not, there may be other movements.
pub(super) fn moves_several<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let mut flat_view = FlatView::new();
    by_sets(table, pos, &mut flat_view).is_some_and(|by_sets| {
        let mut count = Count::all();
        guarded_moves(table, pos, &by_sets, &flat_view, &mut count);
        count.found() > 1
    })
}

/// The moves of ordinary units that are surely legal.
pub(super) fn guarded_moves<L: FullLayout, S: Sink<L>>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
    sink: &mut S,
) {
    let barred = by_sets.reactive_kinds | pos.marked(Unit::FIXED);
    guard::guarded(
        &table.core,
        flat_view.of(pos),
        &flat_view.guard,
        by_sets.ordinary,
        barred,
        sink,
    );
}

/// The steps of a legal move of an ordinary unit.
fn of_guarded<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, by_sets: &SetJudged<L>, mv: Move) -> Action {
    let mut steps = Steps::new();
    steps.push(Step::Lift(Place::ground(mv.from)));
    if let MoveType::Castle(index) = mv.move_type {
        steps.push(Step::Castle(index));
    }
    let captures = !pos.is_empty(mv.to) && !mv.is_castling();
    let mode = if captures { Mode::Capture } else { Mode::Quiet };
    steps.push(Step::Land(mv.to, mode));
    if mv.move_type == MoveType::EnPassant {
        steps.push(Step::Take(Place::ground(pos.en_passant_victim), false));
    }
    if mv.promotion != NONE {
        steps.push(Step::Become(mv.promotion, super::Source::Free));
    }
    let takes = captures || mv.move_type == MoveType::EnPassant;
    if (!takes || translate::exposes_captures(table, pos)) && (mv.promotion == NONE || !table.sure_passers) {
        steps.extend(
            powers::exposed_by(&table.core, pos, mv)
                .squares()
                .map(Step::Expose),
        );
    }
    let flat = by_sets.flat && (mv.promotion == NONE || !table.keeps_pools);
    Action {
        flat: flat.then_some(mv),
        ..Action::movement(steps)
    }
}

/// The movements that sets have not judged.
pub(super) fn other_movements<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
    out: &mut Movements<'_, L>,
) {
    let side = pos.side_to_move;
    generate::of_ground(table, pos, pos.bases(side) & !by_sets.ordinary, Wanted::All, out);
    generate::of_others(table, pos, Wanted::All, out);
    if table.carriers != 0 {
        let carriers = table.ground_of(pos, table.carriers);
        let quiet = &table.zones.quiet[side.index()];
        for from in by_sets.ordinary.squares() {
            let kind = usize::from(pos.board.as_ref()[usize::from(from)] >> 1);
            if quiet[kind][usize::from(from)].meets(carriers) {
                generate::entering(table, pos, pos, Place::ground(from), out);
            }
        }
    }
    if !pos.extra.passed.is_empty() {
        for from in by_sets.ordinary.squares() {
            in_passing::in_passing(table, pos, pos.base(from), Place::ground(from), out);
        }
    }
    let hunters = hunters(table, pos, by_sets);
    if !hunters.is_empty() {
        let fixed = pos.marked(Unit::FIXED);
        let barred = (pos.bases(side.other()) & !by_sets.reactive_kinds) | fixed;
        untested_of(table, pos, hunters, barred, false, |mv| {
            translate::of_move(table, pos, pos, Place::ground(mv.from), mv, out);
        });
    }
    if !by_sets.sure {
        doubtful_movements(table, pos, by_sets, flat_view, out);
    }
}

/// The moves of ordinary units that leave a guarded unit attacked, if that may be legal.
fn doubtful_movements<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
    out: &mut Movements<'_, L>,
) {
    let doubtful = by_sets.ordinary & flat_view.guard.restricted();
    if doubtful.is_empty() {
        return;
    }
    let barred = by_sets.reactive_kinds | pos.marked(Unit::FIXED);
    untested_of(table, pos, doubtful, barred, true, |mv| {
        let steps = [Step::Lift(Place::ground(mv.from)), Step::Land(mv.to, Mode::Quiet)];
        let en_passant = [
            steps[0],
            steps[1],
            Step::Take(Place::ground(pos.en_passant_victim), false),
        ];
        let listed = match mv.move_type {
            MoveType::EnPassant => {
                effect::allows_steps(table, pos, by_sets, flat_view, &en_passant) == Some(true)
            }
            _ => flat_view.allowed(pos, mv.from).has(mv.to),
        };
        if !listed {
            translate::of_move(table, pos, pos, Place::ground(mv.from), mv, out);
        }
    });
}

/// The movements of some units, safe or not.
fn untested_of<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    only: L::B,
    barred: L::B,
    quiets: bool,
    mut each: impl FnMut(Move),
) {
    let mut moves = Vec::new();
    guard::untested(&table.core, pos, only, barred, quiets, &mut List::new(&mut moves));
    for mv in moves.into_iter().filter(|mv| only.has(mv.from)) {
        each(mv);
    }
}

/// The ordinary units that could capture an enemy to whose removal mechanics react; when in doubt,
/// more.
fn hunters<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, by_sets: &SetJudged<L>) -> L::B {
    if by_sets.reactive_kinds.is_empty() {
        return L::B::EMPTY;
    }
    if !pos.en_passant_squares.is_empty() && by_sets.reactive_kinds.has(pos.en_passant_victim) {
        return by_sets.ordinary;
    }
    let zones = &table.zones.all[pos.side_to_move.index()];
    let attacks_royals = |&s: &Square| {
        let kind = usize::from(pos.board.as_ref()[usize::from(s)] >> 1);
        zones[kind][usize::from(s)].meets(by_sets.reactive_kinds)
    };
    by_sets.ordinary.keep(attacks_royals)
}

/// Whether a movement is legal. Sets decide if it only moves and removes ordinary units; otherwise
/// it is made.
pub(super) fn is_legal_when_calm<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by_sets: &SetJudged<L>,
    flat_view: &FlatView<L>,
    action: &Action,
) -> bool {
    if let Some((from, to)) = effect::moves_one(table, pos, by_sets, &action.steps) {
        let allowed = flat_view.allowed(pos, from).has(to);
        if allowed || by_sets.sure {
            return allowed;
        }
    }
    effect::allows_steps(table, pos, by_sets, flat_view, &action.steps)
        .unwrap_or_else(|| verdict::verdict_of(table, pos, action, false) == Legality::Legal)
}
