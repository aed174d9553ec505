//! What the rules allow: threats to royals, and which actions are legal.

use super::action::{Action, Step};
use super::compile::Table;
use super::hook::{Points, TABLE, Wanted};
use super::perform::Watch;
use super::state::State;
use super::turn::ACCEPT;
use super::unit::{KINDS, Place, Unit};
use crate::board::{Bits, Square, U256};
use crate::rules::Side;

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
pub struct Listing {
    /// The actions, in a fixed order.
    pub actions: Vec<Action>,
    /// How many of them are movements.
    pub movements: usize,
}

impl Table {
    /// Whether a side has lost its royal.
    pub fn is_lost(&self, state: &State, side: Side) -> bool {
        state.royal(side).is_none() && !self.at(Points::OUTCOME).any(|h| h.survives(self, state, side))
    }

    /// Whether any royal is lost.
    pub fn is_over(&self, state: &State) -> bool {
        Side::ALL.iter().any(|&side| self.is_lost(state, side))
    }

    /// Whether the opponent, were he to move, could bring about the loss of the side's royal in one turn (`CR-17`).
    pub fn is_threatened(&self, state: &State, side: Side) -> bool {
        let foe = side.other();
        let danger = match state.royal(side) {
            Some(_) => self.royal_danger(state, side),
            None if self.is_lost(state, side) => return true,
            None => None,
        };
        let free = self
            .at(Points::ACTIONS)
            .any(|h| h.has_free_actions(self, state, foe));
        if let Some(danger) = danger
            && !free
            && !self.any_reaches(state, foe, danger)
        {
            return false;
        }
        if danger.is_none() && !free && !self.at(Points::OUTCOME).any(|h| h.endangered(self, state, side)) {
            return false;
        }
        let probe = self.asked(state, side);
        if !free {
            return self.movement_threatens(&probe, side, danger);
        }
        self.turn_threatens(&probe, side, 0)
    }

    /// The position in which the opponent of a side is asked what he could do (`CR-17`).
    pub(crate) fn asked(&self, state: &State, side: Side) -> State {
        let mut probe = state.clone();
        probe.turn = side.other();
        probe.ending = false;
        probe.choices.clear();
        probe.proposal = None;
        probe.refused = None;
        probe.notes = Default::default();
        probe
    }

    /// Squares on which a removal could cost a side its royal; `None` if that is not on the board.
    fn royal_danger(&self, state: &State, side: Side) -> Option<U256> {
        let square = state.royal(side)?;
        let list = state.contents(square);
        let index = match list
            .iter()
            .position(|(_, u)| u.has(Unit::ROYAL) && u.side() == side)
        {
            Some(above) => above as u8 + 1,
            None => 0,
        };
        Some(self.danger_to(state, Place { square, index }, side))
    }

    /// Squares on which a removal by the opponent could lead to that of a side's unit.
    pub fn danger_to(&self, state: &State, place: Place, side: Side) -> U256 {
        let Place { square, index } = place;
        let mut squares = U256::bit(square);
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
    pub fn danger(&self, state: &State, squares: U256) -> U256 {
        let mut danger = squares;
        loop {
            let before = danger;
            // En passant removes something elsewhere than where it ends.
            for &(middle, victim) in &state.passed {
                if danger.has(victim) {
                    danger |= U256::bit(middle);
                }
            }
            for hook in self.at(Points::THREATS) {
                hook.spread(self, state, &mut danger);
            }
            if danger == before {
                return danger;
            }
        }
    }

    /// Whether a turn of the side to move, free actions included, can cost the other side its royal. Free actions in
    /// different files can be made in any order, so they are tried in one.
    fn turn_threatens(&self, probe: &State, victim: Side, first_file: u8) -> bool {
        let danger = self.royal_danger(probe, victim);
        let mut free = self.free_actions(probe);
        let becomes = free
            .iter()
            .flat_map(|action| &action.steps)
            .fold(0u32, |all, step| match step {
                Step::Become(kind, _) => all | 1 << kind,
                _ => all,
            });
        free.retain(|action| self.file_of(action) >= first_file);
        let mut later = Vec::with_capacity(free.len());
        for action in free {
            let mut after = probe.clone();
            if !self.execute_free(&mut after, &action, Watch::Only(victim)) {
                continue;
            }
            if self.is_lost(&after, victim) {
                return true;
            }
            later.push((self.file_of(&action), after));
        }
        if self.movement_threatens(probe, victim, danger) {
            return true;
        }
        if later.is_empty() || danger.is_some_and(|d| self.is_hopeless(probe, victim, d, becomes)) {
            return false;
        }
        later
            .iter()
            .any(|(file, after)| self.turn_threatens(after, victim, *file))
    }

    /// Whether free actions cannot help to reach the danger squares, whatever statues become and however many leave:
    /// tried with all of them gone, and with any of them anything.
    fn is_hopeless(&self, probe: &State, victim: Side, danger: U256, becomes: u32) -> bool {
        let foe = victim.other();
        let statues: Vec<Square> = probe
            .bases(foe)
            .squares()
            .filter(|&s| probe.base(s).has(Unit::STATUE))
            .collect();
        let kinds: Vec<u8> = (0..KINDS as u8).filter(|k| becomes >> k & 1 == 1).collect();
        let mut ghost = probe.clone();
        for &square in &statues {
            ghost.take_list(square);
        }
        let mut danger = danger;
        for &kind in &kinds {
            let mut all = ghost.clone();
            for &square in &statues {
                all.set_list(square, &[self.make(kind, foe)]);
            }
            danger |= self.danger(&all, danger);
        }
        if self.any_reaches(&ghost, foe, danger) {
            return false;
        }
        !statues.iter().any(|&square| {
            kinds.iter().any(|&kind| {
                let mut there = ghost.clone();
                let unit = self.make(kind, foe);
                there.set_list(square, &[unit]);
                self.reaches(&there, unit, square, danger)
            })
        })
    }

    /// Whether one movement of the side to move can cost the other side its royal. With `danger`, only movements that
    /// remove something there are tried.
    fn movement_threatens(&self, probe: &State, victim: Side, danger: Option<U256>) -> bool {
        let mut actions = Vec::new();
        for (place, unit) in probe.units(probe.turn) {
            if danger.is_none_or(|d| self.reaches(probe, unit, place.square, d)) {
                self.movements_of(probe, unit, place, Wanted::Threats, &mut actions);
            }
        }
        actions
            .iter()
            .filter(|action| danger.is_none_or(|d| self.removes(&action.steps).meets(d)))
            .any(|action| self.costs(probe, action, victim))
    }

    /// Whether a movement costs the other side its royal, the mover choosing for it and the victim against it.
    pub(crate) fn costs(&self, state: &State, action: &Action, victim: Side) -> bool {
        let mut after = state.clone();
        self.execute(&mut after, action, Watch::Only(victim)) && self.is_costly(&after, victim)
    }

    pub(crate) fn is_costly(&self, state: &State, victim: Side) -> bool {
        if self.is_lost(state, victim) {
            return true;
        }
        let Some(choice) = state.choices.first() else {
            return false;
        };
        let mut answers = self.answers(state).into_iter().map(|answer| {
            let mut after = state.clone();
            self.answer(&mut after, &answer, Watch::Only(victim));
            self.is_costly(&after, victim)
        });
        if choice.side == victim {
            answers.all(|costly| costly)
        } else {
            answers.any(|costly| costly)
        }
    }

    /// What a position that a movement has led to is worth for the mover: his opponent chooses against him.
    pub(crate) fn worth(&self, state: &State, mover: Side, excuse: bool) -> Worth {
        if self.is_lost(state, mover.other()) {
            return Worth::Legal;
        }
        if self.is_lost(state, mover) {
            return Worth::Illegal;
        }
        let Some(choice) = state.choices.first() else {
            if !self.is_threatened(state, mover) {
                return Worth::Legal;
            }
            let excused = excuse && self.at(Points::LEGALITY).any(|h| h.excused(self, state, mover));
            return if excused { Worth::Excused } else { Worth::Illegal };
        };
        let answers = self.answers(state).into_iter().map(|answer| {
            let mut after = state.clone();
            self.answer(&mut after, &answer, Watch::Both);
            self.worth(&after, mover, excuse)
        });
        let best = if choice.side == mover {
            answers.max()
        } else {
            answers.min()
        };
        best.unwrap_or(Worth::Illegal)
    }

    /// What a movement is worth for the side to move.
    pub(crate) fn worth_of(&self, state: &State, action: &Action, excuse: bool) -> Worth {
        let mut after = state.clone();
        if !self.execute(&mut after, action, Watch::Both) {
            return Worth::Illegal;
        }
        self.worth(&after, state.turn, excuse)
    }

    /// Whether only an excuse makes a movement legal.
    pub fn is_excused(&self, state: &State, action: &Action) -> bool {
        self.has_excuse(state) && self.worth_of(state, action, true) == Worth::Excused
    }

    /// Whether the side to move may leave its royal in check if the position after it excuses that.
    pub(crate) fn has_excuse(&self, state: &State) -> bool {
        self.at(Points::LEGALITY).any(|h| h.excuse(self, state))
    }

    /// The side whose royal has to be lost by the next movement.
    pub(crate) fn forced(&self, state: &State) -> Option<Side> {
        self.at(Points::LEGALITY).find_map(|h| h.forced(state))
    }

    /// All legal movements of the side to move; the one that was refused is left out.
    pub fn legal_movements(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        self.movements(state, Wanted::All, &mut actions);
        if let Some(victim) = self.forced(state) {
            actions.retain(|action| self.costs(state, action, victim));
        } else {
            let excuse = self.has_excuse(state);
            let worths: Vec<Worth> = actions
                .iter()
                .map(|action| self.worth_of(state, action, excuse))
                .collect();
            let excused = worths.iter().filter(|&&w| w == Worth::Excused).count();
            let needed = self
                .at(Points::LEGALITY)
                .map(|h| h.excuses_needed())
                .max()
                .unwrap_or(0);
            let mut worths = worths.into_iter();
            actions.retain(|_| match worths.next() {
                Some(Worth::Legal) => true,
                Some(Worth::Excused) => excused >= needed,
                _ => false,
            });
        }
        if let Some(refused) = &state.refused {
            actions.retain(|action| self.text(action) != **refused);
        }
        actions
    }

    /// Whether the side to move has a legal movement or free action.
    pub(crate) fn has_action(&self, state: &State) -> bool {
        self.has_action_but(state, &mut Vec::new())
    }

    /// [`Self::has_action`]; positions in `tried` have none. Free actions are legal in some orders only, so all are
    /// tried, each position once.
    fn has_action_but(&self, state: &State, tried: &mut Vec<State>) -> bool {
        let mut actions = Vec::new();
        if state.refused.is_none() && self.forced(state).is_none() {
            // The first good one is enough.
            for (place, unit) in state.units(state.turn) {
                actions.clear();
                self.movements_of(state, unit, place, Wanted::All, &mut actions);
                if actions
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

    pub(crate) fn free_actions(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in self.at(Points::ACTIONS) {
            hook.free_actions(self, state, &mut actions);
        }
        actions
    }

    /// The file in which an action begins.
    fn file_of(&self, action: &Action) -> u8 {
        let coordinates = action.from().and_then(|s| self.topology.coordinates(s));
        coordinates.map_or(u8::MAX, |(file, _)| file)
    }

    fn may_be_in_check(&self, state: &State) -> bool {
        self.forced(state).is_some() || self.is_threatened(state, state.turn)
    }

    /// Whether a free action wins, or neither loses the own royal nor puts it in check, and an action is left after it.
    fn is_legal_free(
        &self,
        state: &State,
        action: &Action,
        may_be_in_check: bool,
        tried: &mut Vec<State>,
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

    fn legal_free_actions(&self, state: &State) -> Vec<Action> {
        let mut actions = self.free_actions(state);
        if !actions.is_empty() {
            let may_be_in_check = self.may_be_in_check(state);
            let mut tried = Vec::new();
            actions.retain(|action| self.is_legal_free(state, action, may_be_in_check, &mut tried));
        }
        actions
    }

    /// All legal actions of the player who decides next; none if the game is over.
    pub fn listing(&self, state: &State) -> Listing {
        if self.is_over(state) {
            return Listing::default();
        }
        if state.proposal.is_some() {
            return Listing {
                actions: self.replies(state),
                movements: 0,
            };
        }
        if let Some(choice) = state.choices.first() {
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

    /// The answers that keep the movement legal; if none does, all (`CR-18`).
    fn good_answers(&self, state: &State, answers: Vec<Action>) -> Vec<Action> {
        if self.forced(state).is_some() {
            return answers;
        }
        let excuse = self.at(Points::LEGALITY).any(|h| h.excuse_holds(state));
        let least = if excuse { Worth::Excused } else { Worth::Legal };
        let good: Vec<Action> = answers
            .iter()
            .filter(|answer| {
                let mut after = state.clone();
                self.answer(&mut after, answer, Watch::Both);
                self.worth(&after, state.turn, excuse) >= least
            })
            .cloned()
            .collect();
        if good.is_empty() { answers } else { good }
    }

    /// Answers to a proposal: those of hooks that carry it out, or `accept`; then those that take it back.
    fn replies(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in self.at(Points::TURNS) {
            hook.acceptances(self, state, &mut actions);
        }
        if actions.is_empty() {
            actions.push(Action::answer([Step::Say(TABLE, ACCEPT)]));
        }
        for hook in self.at(Points::TURNS) {
            hook.refusals(self, state, &mut actions);
        }
        actions
    }
}
