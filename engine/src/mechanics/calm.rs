//! Positions in which most moves are none of the mechanics' business.
//!
//! Where no tower, no mark and no choice is on the board, and no mechanic could remove anything near the royal, the flat
//! engine judges by sets every move that only moves one ordinary unit. What is left is made and looked at as elsewhere.

use super::action::{Action, Mode, Step, Steps};
use super::compile::Mechanics;
use super::legality::Worth;
use super::mechanic::{Points, Wanted};
use super::state::State;
use crate::board::{Bits, Square};
use crate::engine::beyond::{Place, Unit};
use crate::engine::core::NONE;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::{Count, Guard, List};
use crate::engine::position::{Deed, Move, Pos};
use crate::rules::{Pass, RoyalRule, Side, Trigger};

/// What is known about a position in which the flat engine judges most moves.
pub(crate) struct Calm<L: FullLayout> {
    /// Units whose moves are judged by sets.
    ordinary: L::B,
    /// Enemies to whose removal mechanics react.
    eventful: L::B,
}

impl<L: FullLayout> Mechanics<L> {
    /// Finds out which kinds move as in the flat engine, and where they come near their promotion.
    pub(super) fn find_ordinary(&mut self) {
        let taken = self.taken_kinds();
        for side in Side::ALL {
            let kinds = self.zones[side.index()].len();
            let mut near = vec![L::B::EMPTY; kinds];
            for mover in &self.core.movers[side.index()] {
                let in_place = mover.promotions.iter().any(|p| p.trigger == Trigger::InPlace);
                let special = mover.special.iter().any(|list| !list.is_empty());
                let bit = 1u64 << mover.kind;
                let exchanges = &self.core.exchanges[side.index()];
                let exchanged = exchanges.iter().any(|&(a, b)| a == mover.kind || b == mover.kind);
                if !exchanged && !in_place && !special && !mover.royal && (taken | self.alarms) & bit == 0 {
                    self.ordinary[side.index()] |= bit;
                }
                let zone = mover.promotions.iter().fold(L::B::EMPTY, |all, p| all | p.zone);
                for from in self.core.board.squares() {
                    let ends = self.courses(side, mover.kind, from).iter();
                    if zone.has(from) || ends.into_iter().any(|c| zone.has(c.to)) {
                        near[usize::from(mover.kind)] |= L::B::bit(from);
                    }
                }
            }
            self.near_promotion[side.index()] = near;
        }
    }

    /// Whether the flat engine can judge most moves of a position.
    /// Then `guard` knows what the royal's safety asks.
    pub(super) fn calm(&self, pos: &Pos<L>, guard: &mut Guard<L>) -> Option<Calm<L>> {
        let core = &self.core;
        let (side, foe) = (pos.turn, pos.turn.other());
        let beyond = &pos.beyond;
        let marks = beyond.marks.iter().fold(L::B::EMPTY, |all, &set| all | set);
        let flat = core.influences.is_empty() && core.arsenal.is_none() && core.tagging.is_none();
        if !flat
            || core.blast.is_some()
            || core.converts
            || core.royal_rule[side.index()] != RoyalRule::All
            || !beyond.above.is_empty()
            || !marks.is_empty()
            || !beyond.choices.is_empty()
            || !self.at(Points::TURN_ENDS).all(|h| h.rests(self, pos))
            || (self.has_royal[foe.index()] && pos.royals(core, foe).is_empty())
        {
            return None;
        }
        let royals = pos.royals(core, side);
        if royals.is_empty() || royals.several() || self.promotes_at_end(pos) {
            return None;
        }
        let guarded = self.guarded(pos, Place::ground(royals.lowest()), side)?;
        if (guarded != royals && core.has_threats[foe.index()]) || !core.guard(pos, guarded, guard) {
            return None;
        }
        if guard.is_attacked() && !self.numbers(Points::LEGALITY).is_empty() {
            return None;
        }
        let mut ordinary = self.ground_of(pos, self.ordinary[side.index()]) & pos.bases(side);
        if !self.numbers(Points::ARRIVALS).is_empty() {
            for (kind, near) in self.near_promotion[side.index()].iter().enumerate() {
                ordinary &= !(*near & pos.kind(kind as u8));
            }
        }
        let eventful = self.ground_of(pos, self.eventful) | pos.royals(core, foe);
        Some(Calm {
            ordinary,
            eventful: eventful & pos.bases(foe),
        })
    }

    /// The units of a side whose capture costs it the royal on the ground, if that, and nothing else, does: no mechanic
    /// is near them, and a royal that is removed is lost.
    pub(super) fn guarded(&self, pos: &Pos<L>, royal: Place, side: Side) -> Option<L::B> {
        let danger = self.danger_to(pos, royal, side);
        let guarded = danger & pos.bases(side);
        let alone = danger == L::B::bit(royal.square);
        let plain = alone || (self.numbers(Points::OUTCOME).is_empty() && !danger.meets(pos.exposed));
        (plain && !self.is_near(pos, danger, side.other())).then_some(guarded)
    }

    /// Whether a unit stands where it has to become something at the end of the turn.
    fn promotes_at_end(&self, pos: &Pos<L>) -> bool {
        Side::ALL.iter().any(|&side| {
            let there = pos.bases(side) & self.promotion_squares[side.index()];
            there.squares().any(|s| self.promotes(pos.base(s)))
        })
    }

    /// Whether a mechanic lets a side remove something on some squares.
    fn is_near(&self, pos: &Pos<L>, squares: L::B, foe: Side) -> bool {
        let zones = &self.extra_zones[foe.index()];
        let others = self.ground_of(pos, self.extra_kinds) & pos.bases(foe);
        others.squares().any(|s| {
            let kind = usize::from(pos.board.as_ref()[usize::from(s)] >> 1);
            zones[kind][usize::from(s)].meets(squares)
        })
    }

    /// The legal movements of a calm position.
    pub(super) fn calm_movements(&self, pos: &Pos<L>, calm: &Calm<L>, guard: &Guard<L>) -> Vec<Action> {
        let mut moves = Vec::with_capacity(64);
        let sink = &mut List::new(&mut moves);
        self.core.guarded(pos, guard, calm.ordinary, calm.eventful, sink);
        let mut actions: Vec<Action> = Vec::with_capacity(moves.len() + 16);
        actions.extend(
            moves
                .into_iter()
                .filter(|mv| calm.ordinary.has(mv.from))
                .map(|mv| self.of_guarded(pos, mv)),
        );
        let known = actions.len();
        self.other_movements(pos, calm, &mut actions);
        let mut i = 0;
        actions.retain(|action| {
            i += 1;
            i <= known || self.is_legal_when_calm(pos, calm, guard, action)
        });
        actions
    }

    /// How many legal actions there are, if they can be counted without listing them.
    pub(super) fn count_of(&self, state: &State<L>) -> Option<u64> {
        let pos = &state.pos;
        let side = pos.turn.index();
        let plain = state.proposal.is_none()
            && state.refused.is_none()
            && !self.core.must_capture[side]
            && self.core.pass[side] == Pass::Never;
        if !plain
            || self.is_over(pos)
            || self.core.is_over(pos)
            || self.forced(pos).is_some()
            || !self.free_actions(pos).is_empty()
        {
            return None;
        }
        let mut guard = Guard::new();
        let calm = self.calm(pos, &mut guard)?;
        let mut count = Count::default();
        self.core
            .guarded(pos, &guard, calm.ordinary, calm.eventful, &mut count);
        let mut others = Vec::new();
        self.other_movements(pos, &calm, &mut others);
        let legal = others
            .iter()
            .filter(|action| self.is_legal_when_calm(pos, &calm, &guard, action));
        Some(count.0 + legal.count() as u64)
    }

    /// What a legal move of an ordinary unit does.
    fn of_guarded(&self, pos: &Pos<L>, mv: Move) -> Action {
        let mut steps = Steps::new();
        steps.push(Step::Lift(Place::ground(mv.from)));
        let captures = !pos.is_empty(mv.to);
        let mode = if captures { Mode::Capture } else { Mode::Quiet };
        steps.push(Step::Land(mv.to, mode));
        if mv.deed == Deed::EnPassant {
            steps.push(Step::Take(Place::ground(pos.victim), false));
        }
        if mv.promotion != NONE {
            steps.push(Step::Become(mv.promotion, super::Source::Free));
        } else if !captures {
            let unit = Unit::of_code(pos.board.as_ref()[usize::from(mv.from)]);
            steps.extend(self.exposed_by(unit, mv).squares().map(Step::Expose));
        }
        let flat = (!self.keeps_pools || !(captures || mv.deed == Deed::EnPassant || mv.promotion != NONE))
            && self.numbers(Points::TURNS).is_empty()
            && self.core.check_goal == [None; 2];
        Action {
            flat: flat.then_some(mv),
            ..Action::movement(steps)
        }
    }

    /// Movements that the sets have not judged.
    fn other_movements(&self, pos: &Pos<L>, calm: &Calm<L>, out: &mut Vec<Action>) {
        let side = pos.turn;
        self.of_ground(pos, pos.bases(side) & !calm.ordinary, Wanted::All, out);
        self.of_others(pos, Wanted::All, out);
        if self.carriers != 0 {
            let carriers = self.ground_of(pos, self.carriers);
            let quiet = &self.quiet_zones[side.index()];
            for from in calm.ordinary.squares() {
                let kind = usize::from(pos.board.as_ref()[usize::from(from)] >> 1);
                if quiet[kind][usize::from(from)].meets(carriers) {
                    self.entering(pos, pos, Place::ground(from), out);
                }
            }
        }
        if calm.eventful.is_empty() {
            return;
        }
        let mut moves = Vec::new();
        let barred = pos.bases(side.other()) & !calm.eventful;
        self.core
            .untested(pos, calm.ordinary, barred, false, &mut List::new(&mut moves));
        for mv in moves {
            self.of_move(pos, pos, Place::ground(mv.from), mv, out);
        }
    }

    /// Whether a movement is legal: by sets if it only moves one unit, else by making it.
    fn is_legal_when_calm(&self, pos: &Pos<L>, calm: &Calm<L>, guard: &Guard<L>, action: &Action) -> bool {
        match self.moves_one(pos, calm, action) {
            Some((from, to)) => guard.allowed(pos, from).has(to),
            None => self.worth_of(pos, action, false) == Worth::Legal,
        }
    }

    /// From where to where a movement takes a unit, if that is all it does and the unit matters to nobody's safety.
    fn moves_one(&self, pos: &Pos<L>, calm: &Calm<L>, action: &Action) -> Option<(Square, Square)> {
        let (&Step::Lift(place), rest) = action.steps.split_first()? else {
            return None;
        };
        let unit = Unit::of_code(pos.board.as_ref()[usize::from(place.square)]);
        if self.is_royal(unit) || self.is_alarm(unit) {
            return None;
        }
        let mut rest = rest.iter().skip_while(|step| matches!(step, Step::Pass(_)));
        let &Step::Land(to, mode) = rest.next()? else {
            return None;
        };
        let plain = match mode {
            Mode::Quiet => pos.is_empty(to),
            Mode::Capture => !calm.eventful.has(to),
            Mode::Enter => false,
        };
        let nothing_else = rest.all(|step| matches!(step, Step::Expose(_) | Step::Note(_)));
        (plain && nothing_else && to != place.square).then_some((place.square, to))
    }
}
