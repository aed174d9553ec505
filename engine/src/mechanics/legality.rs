//! What the rules allow: threats to royals, and which actions are legal.

use super::action::{Action, Step};
use super::calm::Sight;
use super::compile::Mechanics;
use super::mechanic::{ACCEPT, Points, RULES, Wanted};
use super::movements::Movements;
use super::perform::{Watch, Work};
use super::state::{NOWHERE, State};
use crate::board::{Bits, Square};
use crate::engine::beyond::{Place, Unit};
use crate::engine::goals::GoalTest;
use crate::engine::layout::FullLayout;
use crate::engine::position::{Move, Pos};
use crate::rules::{Pass, RoyalRule, Score, Side};

/// What a movement is worth as far as legality goes; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// The mover's royal is lost, or in check without excuse.
    Illegal,
    /// In check, but a hook excuses it.
    Excused,
    /// Legal, or winning.
    Legal,
}

/// All legal actions of the player who decides next.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Listing {
    /// The actions, in a fixed order.
    pub(crate) actions: Vec<Action>,
    /// How many of them are movements.
    pub(crate) movements: usize,
}

/// Whose royal, or which of several, would be lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Victim {
    /// Whose.
    pub(crate) side: Side,
    /// Whether it is the one that is watched.
    pub(crate) watched: bool,
}

impl Victim {
    /// The only royal of a side, wherever it is.
    pub(crate) const fn of(side: Side) -> Self {
        Self { side, watched: false }
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

    /// Whether a royal is lost.
    fn is_gone(&self, pos: &Pos<L>, victim: Victim) -> bool {
        let taken = victim.watched && !pos.is_watching() && !self.survives(pos, victim.side);
        taken || self.is_lost(pos, victim.side)
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
        match self.core.royal_rule[side.index()] {
            RoyalRule::Any => places.iter().all(threatened),
            RoyalRule::Last => false,
            RoyalRule::All | RoyalRule::Fewer => places.iter().any(threatened),
        }
    }

    /// How many royals of a side are threatened.
    fn threatened(&self, pos: &Pos<L>, side: Side) -> usize {
        let places = self.royal_places(pos, side);
        if places.is_empty() {
            return usize::from(self.is_threatened(pos, side));
        }
        let threatened = |place: &&Place| self.is_royal_threatened(pos, side, Some(**place));
        places.iter().filter(threatened).count()
    }

    /// Whether royals of a side are on a line on which they may not be, though nothing attacks them.
    fn is_exposed(&self, pos: &Pos<L>, side: Side) -> bool {
        let foe = side.other();
        let lax =
            self.core.royal_rule[side.index()] == RoyalRule::Last && self.royal_places(pos, side).len() > 1;
        self.core.has_threats[foe.index()] && !lax && {
            let powers = self.core.powers(pos, foe);
            let exposed = |s: Square| {
                self.core
                    .threatened(pos, foe, s, pos.occupancy(), pos.sides[foe.index()], &powers)
            };
            pos.royals(&self.core, side).squares().any(exposed)
        }
    }

    fn is_royal_threatened(&self, pos: &Pos<L>, side: Side, place: Option<Place>) -> bool {
        if self.is_royal_attacked(pos, side, place) {
            return true;
        }
        self.core.by_turns && {
            let mut probe = self.asked(pos, side);
            probe.castling = 0;
            let watched = place.filter(|_| self.is_one_of_several(pos, side));
            if let Some(place) = watched {
                probe.watch(place);
            }
            let watched = watched.is_some();
            self.any_turn_threatens(&probe, Victim { side, watched })
        }
    }

    /// Whether there may be other royals than one that is asked about.
    fn is_one_of_several(&self, pos: &Pos<L>, side: Side) -> bool {
        self.royal_places(pos, side).len() > 1 || self.core.makes_royals[side.index()]
    }

    fn is_royal_attacked(&self, pos: &Pos<L>, side: Side, place: Option<Place>) -> bool {
        let foe = side.other();
        // Where there may be others, it must be this one.
        let watched = place.filter(|_| self.is_one_of_several(pos, side));
        let victim = Victim {
            side,
            watched: watched.is_some(),
        };
        let danger = match place {
            Some(place) => Some(self.danger_to(pos, place, side)),
            None if self.is_lost(pos, side) => return true,
            None => None,
        };
        let free = self
            .at(Points::ACTIONS)
            .any(|h| h.has_free_actions(self, pos, foe));
        // Whatever is removed may let it become something else at the end of the turn.
        let due = place.is_some_and(|place| self.is_due(pos, place));
        let danger = if due {
            danger.map(|_| self.core.board)
        } else {
            danger
        };
        if let (Some(place), Some(danger), false) = (place, danger, free || due)
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
        if danger.is_none() && !free && !self.at(Points::OUTCOME).any(|h| h.endangered(self, pos, side)) {
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
        if self.takes_captures || !pos.above().is_empty() || pos.has_fixed(foe) {
            return None;
        }
        // A side may live on without the royal, also by what is exiled when it is captured.
        let several = || pos.royals(&self.core, foe.other()).several();
        let exiles = !self.numbers(Points::OUTCOME).is_empty() && !self.numbers(Points::REMOVED).is_empty();
        if (exiles && several()) || self.survives(pos, foe.other()) {
            return None;
        }
        // What follows from a capture may cost the captor a royal, which makes it no attack.
        if self.core.program.loses_royals && !self.numbers(Points::REMOVED).is_empty() {
            return None;
        }
        if self.core.attacks_square(pos, foe, place.square, true) {
            return Some(true);
        }
        let guarded = self.guarded(pos, place, foe.other())?;
        debug_assert!((guarded & !danger).is_empty());
        let others = guarded & !L::B::bit(place.square);
        // What attacks a royal may be unable to capture another piece.
        if self.core.choosy && !others.is_empty() {
            return None;
        }
        let mut others = others.squares();
        Some(others.any(|s| self.core.attacks_square(pos, foe, s, true)))
    }

    /// The position in which the opponent of a side is asked what they could do (`CR-17`).
    pub(crate) fn asked(&self, pos: &Pos<L>, side: Side) -> Pos<L> {
        let mut probe = *pos;
        probe.turn = side.other();
        probe.left = 1;
        probe.beyond.ending = false;
        probe.beyond.choices.clear();
        probe.beyond.notes = Default::default();
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
        let alarms = self.alarm_squares(state);
        let mut danger = squares;
        loop {
            let before = danger;
            // En passant removes something elsewhere than where it ends.
            if state.victim != NOWHERE && danger.has(state.victim) {
                danger |= state.exposed;
            }
            for &(middle, victim) in state.beyond.passed.iter() {
                if danger.has(victim) {
                    danger |= L::B::bit(middle);
                }
            }
            for hook in self.at(Points::THREATS) {
                hook.spread(self, state, alarms, &mut danger);
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
            if !self.execute_free(&mut after, &action, Watch::Only(victim.side)) {
                continue;
            }
            if self.is_gone(&after, victim) {
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
        let costs = |action: &Action| self.costs_it(probe, action, victim, Watch::Only(victim.side));
        if found.list().iter().any(costs) {
            return true;
        }
        self.free_actions(probe).iter().any(|action| {
            let mut after = *probe;
            self.execute_free(&mut after, action, Watch::Only(victim.side))
                && (self.is_gone(&after, victim) || self.any_turn_threatens(&after, victim))
        })
    }

    /// Whether free actions cannot help to reach the danger squares, whatever fixed units become and however many leave:
    /// tried with all of them gone, and with any of them anything.
    fn is_hopeless(&self, probe: &Pos<L>, victim: Side, danger: L::B, becomes: u64) -> bool {
        let foe = victim.other();
        let fixed: Vec<Square> = probe
            .bases(foe)
            .squares()
            .filter(|&s| probe.base(s).has(Unit::FIXED))
            .collect();
        let kinds: Vec<u8> = (0..64u8).filter(|k| becomes >> k & 1 == 1).collect();
        let mut ghost = *probe;
        for &square in &fixed {
            ghost.take_list(&self.core, square);
        }
        let mut danger = danger;
        for &kind in &kinds {
            let mut all = ghost;
            for &square in &fixed {
                all.set_list(&self.core, square, &[Unit::new(kind, foe)]);
            }
            danger |= self.danger(&all, danger);
        }
        if self.any_reaches(&ghost, foe, danger) {
            return false;
        }
        !fixed.iter().any(|&square| {
            kinds.iter().any(|&kind| {
                let mut there = ghost;
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
        for (place, unit) in probe.units(probe.turn) {
            if danger.is_none_or(|d| self.reaches(probe, unit, place.square, d)) {
                self.movements_of(probe, unit, place, Wanted::Threats, &mut found);
            }
        }
        found
            .list()
            .iter()
            .filter(|action| danger.is_none_or(|d| self.removes(&action.steps).meets(d)))
            .any(|action| self.costs_it(probe, action, victim, Watch::Asked(victim.side)))
    }

    /// Whether a movement costs the other side its royal, the mover choosing for it and the victim against it.
    pub(crate) fn costs(&self, pos: &Pos<L>, action: &Action, victim: Side) -> bool {
        self.costs_it(pos, action, Victim::of(victim), Watch::Only(victim))
    }

    fn costs_it(&self, pos: &Pos<L>, action: &Action, victim: Victim, watch: Watch) -> bool {
        let mut after = *pos;
        if !self.execute(&mut after, action, watch) || !self.is_costly(&after, victim) {
            return false;
        }
        if !self.core.program.loses_royals {
            return true;
        }
        // Where captors explode, they must not lose a royal of their own by that.
        if !watch.is_real() {
            after = *pos;
            self.go(&mut after, action, Watch::Both, &mut Work::default());
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
            self.answer(&mut after, &answer, Watch::Only(victim.side));
            self.is_costly(&after, victim)
        });
        if choice.side == victim.side {
            answers.all(|costly| costly)
        } else {
            answers.any(|costly| costly)
        }
    }

    /// What a position that a movement has led to is worth for the mover: his opponent chooses against him.
    /// `before` is the position before the turn, if it is known.
    pub(crate) fn worth(&self, state: &Pos<L>, before: Option<&Pos<L>>, mover: Side, excuse: bool) -> Worth {
        // Nobody loses a royal of their own by what follows from their move.
        if self.core.program.loses_royals && self.is_lost(state, mover) {
            return Worth::Illegal;
        }
        if self.is_lost(state, mover.other()) {
            return Worth::Legal;
        }
        if self.is_lost(state, mover) {
            return Worth::Illegal;
        }
        let Some(choice) = state.beyond.choices.first() else {
            let royals = |pos: &Pos<L>| self.royal_places(pos, mover).len();
            let fewer = before.is_some_and(|before| royals(state) < royals(before));
            let fewer = fewer && !self.survives(state, mover);
            let checks =
                || self.core.restrictions.no_check[mover.index()] && self.is_threatened(state, mover.other());
            let parted =
                || before.is_none_or(|before| !self.core.must_part(before) || !state.royals_face(&self.core));
            if fewer || self.is_exposed(state, mover) || !parted() || checks() {
                return Worth::Illegal;
            }
            // Where fewer royals must be attacked than before, that is enough.
            let is_better = || {
                let left = self.threatened(state, mover);
                before.is_none_or(|before| left < self.threatened(before, mover))
            };
            let fewer_attacked = self.core.royal_rule[mover.index()] == RoyalRule::Fewer;
            if !self.is_threatened(state, mover) || (fewer_attacked && is_better()) {
                return Worth::Legal;
            }
            let excused = excuse && self.at(Points::LEGALITY).any(|h| h.excused(self, state, mover));
            return if excused { Worth::Excused } else { Worth::Illegal };
        };
        let answers = self.answers(state).into_iter().map(|answer| {
            let mut after = *state;
            self.answer(&mut after, &answer, Watch::Both);
            self.worth(&after, before, mover, excuse)
        });
        let best = if choice.side == mover {
            answers.max()
        } else {
            answers.min()
        };
        best.unwrap_or(Worth::Illegal)
    }

    /// What a movement is worth for the side to move.
    pub(crate) fn worth_of(&self, pos: &Pos<L>, action: &Action, excuse: bool) -> Worth {
        let mut after = *pos;
        if !self.execute(&mut after, action, Watch::Both) {
            return Worth::Illegal;
        }
        self.worth(&after, Some(pos), pos.turn, excuse)
    }

    /// Whether only an excuse makes a movement legal.
    pub(crate) fn is_excused(&self, state: &Pos<L>, action: &Action) -> bool {
        self.has_excuse(state) && self.worth_of(state, action, true) == Worth::Excused
    }

    /// Whether the side to move may leave its royal in check if the position after it excuses that.
    fn has_excuse(&self, state: &Pos<L>) -> bool {
        self.at(Points::LEGALITY).any(|h| h.excuse(self, state))
    }

    /// The side whose royal has to be lost by the next movement.
    pub(crate) fn forced(&self, state: &Pos<L>) -> Option<Side> {
        self.at(Points::LEGALITY).find_map(|h| h.forced(state))
    }

    /// All legal movements of the side to move; the one that was refused is left out.
    pub(crate) fn legal_movements(&self, state: &State<L>) -> Vec<Action> {
        let mut actions = self.safe_movements(&state.pos);
        if self.forced(&state.pos).is_none() {
            self.restrict(&state.pos, &mut actions);
        }
        if let Some(refused) = &state.refused {
            self.mark_shared(&state.pos, &mut actions);
            actions.retain(|action| *self.text(&state.pos, action) != **refused);
        }
        actions
    }

    /// Movements that leave the own royals as safe as they must be, or cost what they have to.
    fn safe_movements(&self, pos: &Pos<L>) -> Vec<Action> {
        let mut found = Movements::new();
        if let Some(victim) = self.forced(pos) {
            self.movements(pos, Wanted::All, &mut found);
            let mut actions = self.with_choices(pos, found.into_list());
            actions.retain(|action| self.costs(pos, action, victim));
            return actions;
        }
        let mut sight = Sight::new();
        if let Some(calm) = self.calm(pos, &mut sight) {
            return self.calm_movements(pos, &calm, &sight);
        }
        self.movements(pos, Wanted::All, &mut found);
        let mut actions = self.with_choices(pos, found.into_list());
        let excuse = self.has_excuse(pos);
        let worths: Vec<Worth> = actions
            .iter()
            .map(|action| self.worth_of(pos, action, excuse))
            .collect();
        let excused = worths.iter().filter(|&&w| w == Worth::Excused).count();
        let needed = self.at(Points::LEGALITY).map(|h| h.excuses_needed()).max();
        let mut worths = worths.into_iter();
        actions.retain(|_| match worths.next() {
            Some(Worth::Legal) => true,
            Some(Worth::Excused) => excused >= needed.unwrap_or(0),
            _ => false,
        });
        actions
    }

    /// What the block `rules` of the ruleset leaves and adds.
    fn restrict(&self, pos: &Pos<L>, actions: &mut Vec<Action>) {
        if self.restrict_drops(pos, actions) {
            return;
        }
        let side = pos.turn;
        if self.core.restrictions.must_capture[side.index()] && actions.iter().any(Action::captures) {
            actions.retain(Action::captures);
        }
        self.add_passes(pos, actions);
        // Who has no move for the rest of his turn is done with it.
        if actions.is_empty() && pos.parts_made(&self.core) > 0 {
            actions.push(Self::pass());
        }
    }

    fn pass() -> Action {
        Action {
            mv: Some(Move::PASS),
            ..Action::movement([])
        }
    }

    /// Adds the pass, where the rules have one.
    fn add_passes(&self, pos: &Pos<L>, actions: &mut Vec<Action>) {
        let (side, pass) = (pos.turn, Self::pass);
        let faced = self.core.ends_facing && self.core.must_part(pos);
        match self.core.restrictions.pass[side.index()] {
            Pass::Never => {}
            Pass::Forced => {
                if actions.is_empty() && !self.is_mated_if_stuck(pos) && self.threatened(pos, side) > 0 {
                    actions.push(pass());
                }
            }
            Pass::Stuck => {
                if actions.is_empty() && (faced || self.worth_of(pos, &pass(), false) == Worth::Legal) {
                    actions.push(pass());
                }
            }
            Pass::Allowed => {
                if faced || self.worth_of(pos, &pass(), false) == Worth::Legal {
                    actions.push(pass());
                }
            }
        }
    }

    /// Whether a side that has nothing to do is in check in the sense that loses at once.
    pub(crate) fn is_mated_if_stuck(&self, pos: &Pos<L>) -> bool {
        let side = pos.turn;
        match self.core.royal_rule[side.index()] {
            RoyalRule::All | RoyalRule::Last => self.is_threatened(pos, side),
            RoyalRule::Any | RoyalRule::Fewer => {
                let royals = self.royal_places(pos, side).len();
                if royals < 2 {
                    self.is_threatened(pos, side)
                } else {
                    self.threatened(pos, side) == royals
                }
            }
        }
    }

    /// Whether the side to move has a legal movement or free action.
    pub(crate) fn has_action(&self, state: &State<L>) -> bool {
        self.has_action_but(state, &mut Vec::new())
    }

    /// [`Self::has_action`]; positions in `tried` have none. Free actions are legal in some orders only, so all are
    /// tried, each position once.
    fn has_action_but(&self, state: &State<L>, tried: &mut Vec<State<L>>) -> bool {
        let mut found = Movements::new();
        let free = !self.core.restrictions.no_check[state.turn.index()] && !self.core.must_part(&state.pos);
        let plain = self.core.walls.is_none() && free;
        if plain && state.refused.is_none() && self.forced(state).is_none() {
            // The first good one is enough.
            for (place, unit) in state.units(state.turn) {
                found.list().clear();
                self.movements_of(state, unit, place, Wanted::All, &mut found);
                if found
                    .list()
                    .iter()
                    .any(|action| self.worth_of(state, action, false) == Worth::Legal)
                {
                    return true;
                }
            }
        }
        if !self.legal_movements(state).is_empty() {
            return true;
        }
        let free = self.free_actions(state);
        let may_be_in_check = !free.is_empty() && self.may_be_in_check(state);
        free.iter()
            .any(|action| self.is_legal_free(state, action, may_be_in_check, tried))
    }

    pub(crate) fn free_actions(&self, state: &Pos<L>) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in self.at(Points::ACTIONS) {
            hook.free_actions(self, state, &mut actions);
        }
        actions
    }

    /// The file in which an action begins.
    fn file_of(&self, action: &Action) -> u8 {
        let coordinates = action.from().and_then(|s| self.core.topology.coordinates(s));
        coordinates.map_or(u8::MAX, |(file, _)| file)
    }

    fn may_be_in_check(&self, state: &Pos<L>) -> bool {
        self.forced(state).is_some() || self.is_threatened(state, state.turn)
    }

    /// Whether a free action wins, or neither loses the own royal nor puts it in check, and an action is left after it.
    fn is_legal_free(
        &self,
        state: &State<L>,
        action: &Action,
        may_be_in_check: bool,
        tried: &mut Vec<State<L>>,
    ) -> bool {
        let side = state.turn;
        let mut after = state.clone();
        if !self.execute_free(&mut after, action, Watch::Both) {
            return false;
        }
        if self.is_lost(&after, side.other()) {
            return true;
        }
        let safe = !self.is_lost(&after, side) && (may_be_in_check || !self.is_threatened(&after, side));
        if !safe || tried.contains(&after) {
            return false;
        }
        let found = self.has_action_but(&after, tried);
        if !found {
            tried.push(after);
        }
        found
    }

    fn legal_free_actions(&self, state: &State<L>) -> Vec<Action> {
        let mut actions = self.free_actions(state);
        if !actions.is_empty() {
            let may_be_in_check = self.may_be_in_check(state);
            let mut tried = Vec::new();
            actions.retain(|action| self.is_legal_free(state, action, may_be_in_check, &mut tried));
        }
        actions
    }

    /// All legal actions of the player who decides next; none if the game is over.
    pub(crate) fn listing(&self, state: &State<L>) -> Listing {
        let open = state.proposal.is_some() || !state.choices().is_empty();
        if self.is_over(state) || (!open && self.has_reached_goal(state)) {
            return Listing::default();
        }
        if state.proposal.is_some() {
            return Listing {
                actions: self.replies(state),
                movements: 0,
            };
        }
        if let Some(choice) = state.beyond.choices.first() {
            let answers = self.answers(state);
            let actions = if choice.side == state.turn {
                self.good_answers(state, answers)
            } else {
                answers
            };
            return Listing {
                actions,
                movements: 0,
            };
        }
        let mut actions = self.legal_free_actions(state);
        let movements = self.legal_movements(state);
        let count = movements.len();
        actions.extend(movements);
        Listing {
            actions,
            movements: count,
        }
    }

    /// Whether a goal has ended the game. Nothing may be open.
    pub(crate) fn has_reached_goal(&self, state: &State<L>) -> bool {
        self.goal_reached(state).is_some()
    }

    /// The goal that has ended the game. Nothing may be open.
    pub(super) fn goal_reached(&self, state: &State<L>) -> Option<(&GoalTest<L>, Score)> {
        if self.core.goals.is_empty() {
            return None;
        }
        let can_capture = |pos: &Pos<L>, goal: &GoalTest<L>, square: Square| {
            self.could_capture(pos, goal.side.other(), square)
        };
        let can_answer = |answer: &GoalTest<L>| {
            self.legal_movements(state).iter().any(|action| {
                let mut after = state.pos;
                self.execute(&mut after, action, Watch::Both);
                answer.is_there(&after.full_scene(&self.core), |square| {
                    can_capture(&after, answer, square)
                })
            })
        };
        self.core
            .goal_in(&state.full_scene(&self.core), can_answer, |goal, square| {
                can_capture(&state.pos, goal, square)
            })
    }

    /// Whether a side could capture on a square by a plain movement of a unit on the ground, whoever stands there.
    pub(crate) fn could_capture(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        let able = pos.bases(by) & !pos.marked(Unit::FIXED);
        self.core.could_capture(pos, able, square)
    }

    /// The answers that keep the movement legal; if none does, all (`CR-18`).
    fn good_answers(&self, state: &State<L>, answers: Vec<Action>) -> Vec<Action> {
        if self.forced(state).is_some() {
            return answers;
        }
        let excuse = self.at(Points::LEGALITY).any(|h| h.excuse_holds(state));
        let least = if excuse { Worth::Excused } else { Worth::Legal };
        let good: Vec<Action> = answers
            .iter()
            .filter(|answer| {
                let mut after = state.pos;
                self.answer(&mut after, answer, Watch::Both);
                self.worth(&after, None, state.turn, excuse) >= least
            })
            .cloned()
            .collect();
        if good.is_empty() { answers } else { good }
    }

    /// Answers to a proposal: those of hooks that carry it out, or `accept`; then those that take it back.
    fn replies(&self, state: &State<L>) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in self.at(Points::TURNS) {
            hook.acceptances(self, state, &mut actions);
        }
        if actions.is_empty() {
            actions.push(Action::answer([Step::Say(RULES, ACCEPT)]));
        }
        for hook in self.at(Points::TURNS) {
            hook.refusals(self, state, &mut actions);
        }
        actions
    }
}
