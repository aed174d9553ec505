//! The threats that could cost a side its royals.

use super::action::{Action, Step};
use super::mechanic::{Mechanics, Movements};
use super::pending::{LossScope, Pending};
use super::points::{Points, Wanted};
use crate::board::{Bits, Square};
use crate::engine::attacks;
use crate::engine::chain::Chain as _;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::rules::{RoyalRule, Side};

/// The unit whose loss is asked about: a side's royals, one of several, or another unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Victim {
    /// Its side.
    pub(crate) side: Side,
    /// Whether it is the one that is watched.
    pub(crate) watched: bool,
    /// Whether that is no royal: whether royals are lost does not count.
    ordinary: bool,
    /// Kinds by which it would be, as bits.
    pub(crate) by: u64,
}

impl Victim {
    /// The only royal of a side, wherever it is.
    pub(crate) const fn of(side: Side) -> Self {
        Self::watched(side, false)
    }

    /// The only royal of a side, or the one that is watched.
    const fn watched(side: Side, watched: bool) -> Self {
        Self {
            side,
            watched,
            ordinary: false,
            by: u64::MAX,
        }
    }

    /// Whether what a unit does counts.
    fn counts(self, unit: Unit) -> bool {
        self.by >> unit.kind() & 1 == 1
    }
}

impl<L: FullLayout> Mechanics<L> {
    /// Whether a side has lost its royals.
    pub(crate) fn is_lost(&self, pos: &Pos<L>, side: Side) -> bool {
        self.has_royal[side.index()]
            && pos.royals(&self.core, side).is_empty()
            && self.royal_places(pos, side).is_empty()
            && !self.survives(pos, side)
    }

    pub(super) fn survives(&self, pos: &Pos<L>, side: Side) -> bool {
        self.at(Points::OUTCOME).any(|h| h.survives(self, pos, side))
    }

    /// Whether what is asked about is lost.
    pub(super) fn is_gone(&self, pos: &Pos<L>, victim: Victim) -> bool {
        let taken = victim.watched && !pos.is_watching() && !self.survives(pos, victim.side);
        taken || (!victim.ordinary && self.is_lost(pos, victim.side))
    }

    /// Whether any royal is lost.
    pub(crate) fn is_over(&self, pos: &Pos<L>) -> bool {
        Side::ALL.iter().any(|&side| self.is_lost(pos, side))
    }

    /// Whether the opponent, were they to move, could bring about the loss of the side's royal in one turn (`CR-17`): of
    /// any of several, or of each if one is enough.
    pub(crate) fn is_threatened(&self, pos: &Pos<L>, side: Side) -> bool {
        let places = self.royal_places(pos, side);
        if places.len() < 2 {
            let place = places.first().copied();
            return (place.is_some() || self.has_royal[side.index()])
                && self.is_royal_threatened(pos, side, place);
        }
        let threatened = |place: &Place| self.is_royal_threatened(pos, side, Some(*place));
        match self.core.royalty.rule[side.index()] {
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

    /// How many royals of a side are threatened.
    pub(super) fn threatened(&self, pos: &Pos<L>, side: Side) -> usize {
        let places = self.royal_places(pos, side);
        if places.is_empty() {
            return usize::from(self.is_threatened(pos, side));
        }
        let threatened = |place: &&Place| self.is_royal_threatened(pos, side, Some(**place));
        places.iter().filter(threatened).count()
    }

    /// Whether royals of a side are on a line on which they may not be, though nothing attacks them.
    pub(super) fn is_exposed(&self, pos: &Pos<L>, side: Side) -> bool {
        let foe = side.other();
        let lax =
            self.core.royalty.rule[side.index()] == RoyalRule::Last && self.royal_places(pos, side).len() > 1;
        self.core.attacking.has_threats[foe.index()] && !lax && {
            let powers = powers::powers(&self.core, pos, foe);
            let exposed = |s: Square| {
                attacks::threatened(
                    &self.core,
                    pos,
                    foe,
                    s,
                    pos.occupancy(),
                    pos.sides[foe.index()],
                    &powers,
                )
            };
            pos.precious(&self.core, side).squares().any(exposed)
        }
    }

    /// Whether the opponent, were they to move, could have the unit on a place gone in one turn, royal or not.
    pub(super) fn is_attacked(&self, pos: &Pos<L>, place: Place) -> bool {
        let unit = pos.unit(place);
        if self.is_royal(unit) {
            self.is_royal_threatened(pos, unit.side(), Some(place))
        } else {
            self.is_royal_attacked(pos, unit.side(), Some(place))
        }
    }

    fn is_royal_threatened(&self, pos: &Pos<L>, side: Side, place: Option<Place>) -> bool {
        if self.is_royal_attacked(pos, side, place) {
            return true;
        }
        self.core.attacking.by_any_means && {
            let mut probe = self.asked(pos, side);
            probe.castling = L::Rights::EMPTY;
            let watched = place.filter(|_| self.is_one_of_several(pos, side));
            if let Some(place) = watched {
                probe.watch(place);
            }
            self.any_turn_threatens(&probe, Victim::watched(side, watched.is_some()))
        }
    }

    /// Whether the loss of one royal may not be that of all: there may be others, or none has to be there.
    fn is_one_of_several(&self, pos: &Pos<L>, side: Side) -> bool {
        self.royal_places(pos, side).len() > 1
            || self.core.royalty.can_arise[side.index()]
            || !self.has_royal[side.index()]
    }

    /// Whether units of some kinds, given as bits, check the side to move: one of them could cost it a royal in one turn.
    pub(crate) fn is_checked_by(&self, pos: &Pos<L>, kinds: u64) -> bool {
        let side = pos.side_to_move;
        let checked = |place: Option<Place>| {
            let mut probe = self.asked(pos, side);
            let watched = place.filter(|_| self.is_one_of_several(pos, side));
            if let Some(place) = watched {
                probe.watch(place);
            }
            let victim = Victim {
                by: kinds,
                ..Victim::watched(side, watched.is_some())
            };
            // Any removal may let it become something else at the end of the turn.
            let royal = place.filter(|&place| !self.is_due(pos, place));
            self.turn_threatens(&probe, victim, royal, 0)
        };
        let places = self.royal_places(pos, side);
        let beside = places.is_empty() && self.has_royal[side.index()];
        (beside && checked(None)) || places.into_iter().any(|place| checked(Some(place)))
    }

    /// Whether a side's royal is attacked, or another unit, if that is asked about.
    fn is_royal_attacked(&self, pos: &Pos<L>, side: Side, place: Option<Place>) -> bool {
        let foe = side.other();
        let ordinary = place.is_some_and(|place| !self.is_royal(pos.unit(place)));
        // If there may be others, it must be this one.
        let watched = place.filter(|_| ordinary || self.is_one_of_several(pos, side));
        let victim = Victim {
            ordinary,
            ..Victim::watched(side, watched.is_some())
        };
        let danger = match place {
            Some(place) => Some(self.danger_to(pos, place, side)),
            None if self.is_lost(pos, side) => return true,
            None => None,
        };
        let free = self.at(Points::ACTIONS).any(|h| h.endangers(self, pos, foe));
        // Any removal may let it become something else at the end of the turn.
        let due = place.is_some_and(|place| self.is_due(pos, place));
        let danger = if due {
            danger.map(|_| self.core.board)
        } else {
            danger
        };
        // Sets know only what captures royals.
        let unknown = ordinary && self.core.traits.filters_captures;
        if let (Some(place), Some(danger), false) = (place, danger, free || due || unknown)
            && let Some(answer) = self.threat_by_sets(pos, place, danger, foe)
        {
            return answer;
        }
        if let Some(danger) = danger
            && !free
            && !self.any_reaches(pos, foe, danger)
        {
            return false;
        }
        if danger.is_none() && !free && !self.at(Points::OUTCOME).any(|h| h.endangers(self, pos, foe)) {
            return false;
        }
        let mut probe = self.asked(pos, side);
        if let Some(place) = watched {
            probe.watch(place);
        }
        if !free {
            return self.movement_threatens(&probe, victim, danger);
        }
        self.turn_threatens(&probe, victim, place, 0)
    }

    /// Whether the royal on the ground is attacked, if the flat engine can tell: no towers, no fixed units, and nothing
    /// near that removes otherwise than by capturing.
    fn threat_by_sets(&self, pos: &Pos<L>, place: Place, danger: L::B, foe: Side) -> Option<bool> {
        let fixed = pos.has_fixed(foe) || pos.unit(place).has(Unit::FIXED);
        if self.takes_captures || !pos.above().is_empty() || fixed {
            return None;
        }
        // A side may live on without the royal, also because of units that are exiled when it is
        // captured.
        let several = || pos.royals(&self.core, foe.other()).several();
        let exiles = !self.numbers(Points::OUTCOME).is_empty() && !self.numbers(Points::REMOVED).is_empty();
        if (exiles && several()) || self.survives(pos, foe.other()) {
            return None;
        }
        // The consequences of a capture may cost the captor a royal, which makes it no attack.
        if self.core.program.loses_royals
            && self.core.program.spares
            && !self.numbers(Points::REMOVED).is_empty()
        {
            return None;
        }
        if attacks::attacks_square(&self.core, pos, foe, place.square, true) {
            return Some(true);
        }
        let guarded = self.guarded(pos, place, foe.other())?;
        debug_assert!((guarded & !danger).is_empty());
        let others = guarded & !L::B::bit(place.square);
        // The attacker of a royal may be unable to capture another piece.
        if self.core.traits.filters_captures && !others.is_empty() {
            return None;
        }
        let mut others = others.squares();
        Some(others.any(|s| attacks::attacks_square(&self.core, pos, foe, s, true)))
    }

    /// The position in which the opponent of a side is asked what they could do (`CR-17`).
    pub(crate) fn asked(&self, pos: &Pos<L>, side: Side) -> Pos<L> {
        let mut probe = *pos;
        probe.side_to_move = side.other();
        probe.left = 1;
        probe.chain.set(None);
        probe.extra.ending = false;
        probe.extra.choices.clear();
        probe.extra.notes = Default::default();
        probe
    }

    /// Squares on which a removal by the opponent could lead to that of a side's unit.
    pub(crate) fn danger_to(&self, state: &Pos<L>, place: Place, side: Side) -> L::B {
        let Place { square, index } = place;
        let mut squares = L::B::bit(square);
        // A carrier of the opponent below the unit can take it along to where others fall.
        for below in 0..index {
            let unit = state.unit(Place { square, index: below });
            if unit.side() != side && self.carries(unit) {
                squares |= self.zones[unit.side().index()][usize::from(unit.kind())][usize::from(square)];
            }
        }
        self.danger(state, squares)
    }

    /// Squares on which a removal could lead to one on the given ones.
    pub(crate) fn danger(&self, state: &Pos<L>, squares: L::B) -> L::B {
        let chain_kinds = self.alarm_squares(state);
        let mut danger = squares;
        loop {
            let before = danger;
            // En passant removes something elsewhere than where it ends.
            if !state.en_passant_squares.is_empty() && danger.has(state.en_passant_victim) {
                danger |= state.en_passant_squares;
            }
            for &(middle, victim) in state.extra.passed.iter() {
                if danger.has(victim) {
                    danger |= L::B::bit(middle);
                }
            }
            for hook in self.at(Points::THREATS) {
                hook.extend_danger(self, state, chain_kinds, &mut danger);
            }
            if danger == before {
                return danger;
            }
        }
    }

    /// Whether a turn of the side to move, free actions included, can cost the other side its royal. Free actions in
    /// different files can be made in any order, so they are tried in one.
    fn turn_threatens(&self, probe: &Pos<L>, victim: Victim, royal: Option<Place>, first_file: u8) -> bool {
        let danger = royal.map(|place| self.danger_to(probe, place, victim.side));
        let mut free = self.free_actions(probe);
        let becomes = free
            .iter()
            .flat_map(|action| &action.steps)
            .fold(0u64, |all, step| match step {
                Step::Become(kind, _) => all | 1 << kind,
                _ => all,
            });
        free.retain(|action| self.file_of(action) >= first_file);
        let mut later = Vec::with_capacity(free.len());
        for action in free {
            let mut after = *probe;
            if !self.execute_free(&mut after, &action, LossScope::Only(victim.side)) {
                continue;
            }
            let counts = action
                .actor()
                .is_none_or(|place| victim.counts(probe.unit(place)));
            if counts && self.is_gone(&after, victim) {
                return true;
            }
            later.push((self.file_of(&action), after));
        }
        if self.movement_threatens(probe, victim, danger) {
            return true;
        }
        if later.is_empty() || danger.is_some_and(|d| self.is_hopeless(probe, victim.side, d, becomes)) {
            return false;
        }
        later
            .iter()
            .any(|(file, after)| self.turn_threatens(after, victim, royal, *file))
    }

    /// Whether any turn of the side to move, with all that follows from it, can cost the other side its royal.
    fn any_turn_threatens(&self, probe: &Pos<L>, victim: Victim) -> bool {
        let mut found = Movements::new();
        self.movements(probe, Wanted::All, &mut found);
        let costs = |action: &Action| self.costs_it(probe, action, victim, LossScope::Only(victim.side));
        // To move the opponent's pieces is no attack.
        if found
            .list()
            .iter()
            .filter(|action| !action.is_control())
            .any(costs)
        {
            return true;
        }
        self.free_actions(probe).iter().any(|action| {
            let mut after = *probe;
            self.execute_free(&mut after, action, LossScope::Only(victim.side))
                && (self.is_gone(&after, victim) || self.any_turn_threatens(&after, victim))
        })
    }

    /// Whether free actions cannot help to reach the danger squares, for all changes of fixed units
    /// and any number of departures: tried with all of them gone, and with any of them anything.
    fn is_hopeless(&self, probe: &Pos<L>, victim: Side, danger: L::B, becomes: u64) -> bool {
        let foe = victim.other();
        let fixed: Vec<Square> = probe
            .bases(foe)
            .squares()
            .filter(|&s| probe.base(s).has(Unit::FIXED))
            .collect();
        let kinds: Vec<u8> = (0..64u8).filter(|k| becomes >> k & 1 == 1).collect();
        let mut projected = *probe;
        for &square in &fixed {
            projected.take_list(&self.core, square);
        }
        let mut danger = danger;
        for &kind in &kinds {
            let mut all = projected;
            for &square in &fixed {
                all.set_list(&self.core, square, &[Unit::new(kind, foe)]);
            }
            danger |= self.danger(&all, danger);
        }
        if self.any_reaches(&projected, foe, danger) {
            return false;
        }
        !fixed.iter().any(|&square| {
            kinds.iter().any(|&kind| {
                let mut there = projected;
                let unit = Unit::new(kind, foe);
                there.set_list(&self.core, square, &[unit]);
                self.reaches(&there, unit, square, danger)
            })
        })
    }

    /// Whether one movement of the side to move can cost the other side its royal. With `danger`, only movements that
    /// remove something there are tried.
    fn movement_threatens(&self, probe: &Pos<L>, victim: Victim, danger: Option<L::B>) -> bool {
        let mut found = Movements::new();
        found.threats = true;
        for (place, unit) in probe.units(probe.side_to_move) {
            if victim.counts(unit) && danger.is_none_or(|d| self.reaches(probe, unit, place.square, d)) {
                self.movements_of(probe, unit, place, Wanted::Threats, &mut found);
            }
        }
        found
            .list()
            .iter()
            .filter(|action| danger.is_none_or(|d| self.removes(&action.steps).meets(d)))
            .any(|action| self.costs_it(probe, action, victim, LossScope::Asked(victim.side)))
    }

    /// Whether a movement costs the other side its royal, the mover choosing for it and the victim against it.
    pub(crate) fn costs(&self, pos: &Pos<L>, action: &Action, victim: Side) -> bool {
        self.costs_it(pos, action, Victim::of(victim), LossScope::Only(victim))
    }

    fn costs_it(&self, pos: &Pos<L>, action: &Action, victim: Victim, watch: LossScope) -> bool {
        let mut after = *pos;
        if !self.execute(pos, &mut after, action, watch) || !self.is_costly(&after, victim) {
            return false;
        }
        if !self.core.program.loses_royals || !self.core.program.spares {
            return true;
        }
        // If captors explode, they must not lose a royal of their own by that.
        if !watch.is_real() {
            after = *pos;
            self.go(&mut after, action, LossScope::Both, &mut Pending::default());
        }
        let royals = |pos: &Pos<L>| self.royal_places(pos, victim.side.other()).len();
        royals(&after) >= royals(pos)
    }

    pub(crate) fn is_costly(&self, pos: &Pos<L>, victim: Victim) -> bool {
        if self.is_gone(pos, victim) {
            return true;
        }
        let Some(choice) = pos.choices().first() else {
            return false;
        };
        let mut answers = self.answers(pos).into_iter().map(|answer| {
            let mut after = *pos;
            self.answer(&mut after, &answer, LossScope::Only(victim.side));
            self.is_costly(&after, victim)
        });
        if choice.side == victim.side {
            answers.all(|costly| costly)
        } else {
            answers.any(|costly| costly)
        }
    }
}
