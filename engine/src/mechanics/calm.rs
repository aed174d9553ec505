//! Positions in which most moves are none of the mechanics' business.
//!
//! Where no tower, no mark and no choice is on the board, and no mechanic could remove anything near the royal, the flat
//! engine judges by sets every move that only moves one ordinary unit. What is left is made and looked at as elsewhere.

use super::action::{Action, Mode, Step, Steps};
use super::compile::Mechanics;
use super::legality::Worth;
use super::mechanic::{Points, Wanted};
use super::movements::Movements;
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
    /// Units of both sides whose removal, or whose moving, is more than that: mechanics react to it, or it is a royal.
    special: L::B,
    /// The units that must not be left attacked: the royal, and those whose capture costs it.
    guarded: L::B,
    /// The royal.
    royal: L::B,
    /// The royal, if its removal is nothing but a loss.
    mortal: L::B,
    /// Own units whose moving matters to the safety of what is guarded.
    anchors: L::B,
    /// Whether the flat engine may carry out a movement: no mechanic has a say in how the turn goes.
    flat: bool,
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
                if !exchanged && !in_place && !special && taken & bit == 0 {
                    if !mover.royal {
                        self.ordinary[side.index()] |= bit;
                    } else if mover.promotions.is_empty() && self.alarms & bit == 0 {
                        self.plain_royals[side.index()] |= bit;
                    }
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
        let alarmed = self.alarmed(pos, royals.lowest(), side);
        for from in (self.ground_of(pos, self.alarms) & ordinary).squares() {
            if guarded.has(from) || self.reach(pos, from, side).meets(alarmed) {
                ordinary &= !L::B::bit(from);
            }
        }
        if guarded == royals && self.moves_plainly(pos, royals.lowest(), side) {
            ordinary |= royals;
        }
        let reacting = self.ground_of(pos, self.eventful | self.alarms);
        let mortal = if self.numbers(Points::OUTCOME).is_empty() {
            royals & !reacting
        } else {
            L::B::EMPTY
        };
        let special = reacting | pos.royals(core, foe) | royals;
        let eventful = self.ground_of(pos, self.eventful) | pos.royals(core, foe);
        Some(Calm {
            ordinary,
            eventful: eventful & pos.bases(foe),
            special,
            guarded,
            royal: royals,
            mortal,
            anchors: guarded | royals | self.ground_of(pos, self.alarms),
            flat: core.check_goal == [None; 2] && self.at(Points::TURNS).all(|h| h.is_idle(pos)),
        })
    }

    /// Where a unit can go or remove something, whatever stands on the board.
    fn reach(&self, pos: &Pos<L>, square: Square, side: Side) -> L::B {
        let kind = usize::from(pos.board.as_ref()[usize::from(square)] >> 1);
        self.quiet_zones[side.index()][kind][usize::from(square)]
            | self.zones[side.index()][kind][usize::from(square)]
    }

    /// Squares on which a unit whose removal leads to others would put the royal in danger.
    fn alarmed(&self, pos: &Pos<L>, royal: Square, side: Side) -> L::B {
        if self.alarms == 0 {
            return L::B::EMPTY;
        }
        let danger = self.danger_to(pos, Place::ground(royal), side);
        let near = |all, s| all | self.within(s, self.alarm_range);
        danger.squares().fold(danger, near)
    }

    /// Whether the flat engine can judge the moves of the one royal: wherever it goes, only a capture there costs it.
    fn moves_plainly(&self, pos: &Pos<L>, square: Square, side: Side) -> bool {
        let kind = pos.board.as_ref()[usize::from(square)] >> 1;
        if self.plain_royals[side.index()] >> kind & 1 == 0 {
            return false;
        }
        let mut reach = self.reach(pos, square, side) | L::B::bit(square);
        let mut rights = pos.castling & self.core.castling_of[side.index()];
        while rights != 0 {
            let castle = &self.core.castlings[rights.trailing_zeros() as usize];
            rights &= rights - 1;
            reach |= castle.safe;
            if self.alarms >> castle.rook & 1 == 1 {
                return false;
            }
        }
        self.danger(pos, reach) == reach && !self.is_near(pos, reach, side.other())
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
        let mut found = Movements::with_capacity(moves.len() + 16);
        let legal = moves.into_iter().filter(|mv| calm.ordinary.has(mv.from));
        found
            .list()
            .extend(legal.map(|mv| self.of_guarded(pos, calm, mv)));
        let known = found.list().len();
        self.other_movements(pos, calm, &mut found);
        let mut actions = found.into_list();
        let mut i = 0;
        actions.retain(|action| {
            i += 1;
            i <= known || self.is_legal_when_calm(pos, calm, guard, action)
        });
        actions
    }

    /// How many legal actions there are, if they can be counted without listing them.
    pub(crate) fn count_of(&self, state: &State<L>) -> Option<u64> {
        (state.proposal.is_none() && state.refused.is_none())
            .then(|| self.count_in(&state.pos))
            .flatten()
    }

    /// [`Self::count_of`] where nothing is proposed.
    pub(super) fn count_in(&self, pos: &Pos<L>) -> Option<u64> {
        let side = pos.turn.index();
        if self.core.must_capture[side]
            || self.core.pass[side] != Pass::Never
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
        if self.repeats {
            let mut others = Movements::new();
            self.other_movements(pos, &calm, &mut others);
            let legal = |action: &&Action| self.is_legal_when_calm(pos, &calm, &guard, action);
            return Some(count.0 + others.list().iter().filter(legal).count() as u64);
        }
        let mut others = Movements::counting(self, pos, &calm, &guard);
        self.other_movements(pos, &calm, &mut others);
        Some(count.0 + others.count())
    }

    /// What a legal move of an ordinary unit does.
    fn of_guarded(&self, pos: &Pos<L>, calm: &Calm<L>, mv: Move) -> Action {
        let mut steps = Steps::new();
        steps.push(Step::Lift(Place::ground(mv.from)));
        if let Deed::Castle(index) = mv.deed {
            steps.push(Step::Castle(index));
        }
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
        let flat = calm.flat && (mv.promotion == NONE || !self.keeps_pools);
        Action {
            flat: flat.then_some(mv),
            ..Action::movement(steps)
        }
    }

    /// Movements that the sets have not judged.
    fn other_movements(&self, pos: &Pos<L>, calm: &Calm<L>, out: &mut Movements<'_, L>) {
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
        let hunters = self.hunters(pos, calm);
        if hunters.is_empty() {
            return;
        }
        let mut moves = Vec::new();
        let barred = pos.bases(side.other()) & !calm.eventful;
        self.core
            .untested(pos, hunters, barred, false, &mut List::new(&mut moves));
        for mv in moves {
            self.of_move(pos, pos, Place::ground(mv.from), mv, out);
        }
    }

    /// Ordinary units that could capture an enemy to whose removal mechanics react; when in doubt, more.
    fn hunters(&self, pos: &Pos<L>, calm: &Calm<L>) -> L::B {
        if calm.eventful.is_empty() {
            return L::B::EMPTY;
        }
        if !pos.exposed.is_empty() && calm.eventful.has(pos.victim) {
            return calm.ordinary;
        }
        let zones = &self.zones[pos.turn.index()];
        let hunts = |&s: &Square| {
            let kind = usize::from(pos.board.as_ref()[usize::from(s)] >> 1);
            zones[kind][usize::from(s)].meets(calm.eventful)
        };
        let squares = calm.ordinary.squares().filter(hunts);
        squares.fold(L::B::EMPTY, |all, s| all | L::B::bit(s))
    }

    /// Whether a movement is legal: by sets if it only moves and removes ordinary units, else by making it.
    fn is_legal_when_calm(&self, pos: &Pos<L>, calm: &Calm<L>, guard: &Guard<L>, action: &Action) -> bool {
        if let Some((from, to)) = self.moves_one(pos, calm, &action.steps) {
            return guard.allowed(pos, from).has(to);
        }
        self.allows_steps(pos, calm, guard, &action.steps)
            .unwrap_or_else(|| self.worth_of(pos, action, false) == Worth::Legal)
    }

    /// Whether a movement is legal, so far as sets tell.
    pub(super) fn allows_steps(
        &self,
        pos: &Pos<L>,
        calm: &Calm<L>,
        guard: &Guard<L>,
        steps: &[Step],
    ) -> Option<bool> {
        let effect = self.effect(pos, calm, steps)?;
        if effect.loses {
            return Some(false);
        }
        if effect.sides == pos.sides && effect.royal.is_none() {
            return Some(!guard.is_attacked());
        }
        let guarded = if effect.shifts {
            self.guarded_after(pos, calm, &effect)?
        } else {
            calm.guarded
        };
        Some(self.core.leaves_safe(pos, guard, guarded, effect.sides))
    }

    /// The units whose capture would cost the royal, once it or a unit whose removal leads to others has moved; `None`
    /// if mechanics are near.
    fn guarded_after(&self, pos: &Pos<L>, calm: &Calm<L>, effect: &Effect<L>) -> Option<L::B> {
        let royal = effect.royal.map_or(calm.royal, L::B::bit);
        let mut danger = royal;
        loop {
            let before = danger;
            for hook in self.at(Points::THREATS) {
                hook.spread(self, pos, effect.alarms, &mut danger);
            }
            if danger == before {
                break;
            }
        }
        let alone = danger == royal || self.numbers(Points::OUTCOME).is_empty();
        let us = pos.turn;
        (alone && !self.is_near(pos, danger, us.other())).then(|| danger & effect.sides[us.index()])
    }

    /// What a movement does to the sets of a calm position, if it only moves and removes units whose moving and removal
    /// is nothing more.
    fn effect(&self, pos: &Pos<L>, calm: &Calm<L>, steps: &[Step]) -> Option<Effect<L>> {
        let (us, them) = (pos.turn.index(), pos.turn.other().index());
        let mut effect = Effect {
            sides: pos.sides,
            royal: None,
            alarms: self.ground_of(pos, self.alarms),
            shifts: false,
            loses: false,
        };
        let mut hand = Unit::NONE;
        let mut origin = NONE;
        for &step in steps {
            match step {
                Step::Pass(_) | Step::Note(_) | Step::Expose(_) | Step::At(_) => {}
                Step::Lift(place) => {
                    origin = place.square;
                    hand = Unit::of_code(pos.board.as_ref()[usize::from(origin)]);
                    let shifts = calm.anchors.has(origin);
                    // What stands in danger for other reasons than the ones that are worked out anew.
                    if shifts && !self.is_royal(hand) && !self.is_alarm(hand) {
                        return None;
                    }
                    effect.shifts |= shifts;
                    effect.sides[us] &= !L::B::bit(origin);
                    effect.alarms &= !L::B::bit(origin);
                }
                Step::Visit(square, mode) | Step::Land(square, mode) => {
                    if mode == Mode::Capture {
                        effect.remove(L::B::bit(square), calm)?;
                    }
                    let filled = effect.sides[us] | effect.sides[them] | self.restless[us];
                    if mode == Mode::Enter || filled.has(square) {
                        return None;
                    }
                    if matches!(step, Step::Land(..)) {
                        effect.land(hand, square, self);
                    }
                }
                Step::Take(place, _) => effect.remove(L::B::bit(place.square), calm)?,
                Step::Sweep(place, range) => effect.remove(self.within(place.square, range), calm)?,
                // Two ordinary friends: the sets stay as they are.
                Step::Exchange(place, _) => {
                    let both = L::B::bit(place.square) | L::B::bit(origin);
                    let held = self.promotion_squares[us] | self.restless[us];
                    if !pos.bases(pos.turn).has(place.square)
                        || both.meets(calm.anchors | calm.special)
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

    /// From where to where a movement takes a unit, if that is all it does and the unit matters to nobody's safety.
    #[inline]
    pub(super) fn moves_one(&self, pos: &Pos<L>, calm: &Calm<L>, steps: &[Step]) -> Option<(Square, Square)> {
        let (&Step::Lift(place), rest) = steps.split_first()? else {
            return None;
        };
        if calm.anchors.has(place.square) {
            return None;
        }
        let (to, mode) = match *rest {
            [Step::Land(to, mode)] => (to, mode),
            [Step::Pass(_), Step::Land(to, mode), Step::Expose(_)] => (to, mode),
            _ => one_landing(rest)?,
        };
        let plain = match mode {
            Mode::Quiet => pos.is_empty(to),
            Mode::Capture => !calm.eventful.has(to),
            Mode::Enter => false,
        };
        let stays = to != place.square && !self.restless[pos.turn.index()].has(to);
        (plain && stays).then_some((place.square, to))
    }
}

/// What a movement does to a position, as far as the safety of royals is concerned.
struct Effect<L: FullLayout> {
    /// Where each side's units stand after it.
    sides: [L::B; 2],
    /// Where the royal stands, if it is what moves.
    royal: Option<Square>,
    /// Where units stand whose removal leads to others.
    alarms: L::B,
    /// Whether a unit has moved that matters to the safety of what is guarded.
    shifts: bool,
    /// Whether it removes the own royal.
    loses: bool,
}

impl<L: FullLayout> Effect<L> {
    /// A unit of the side to move lands on a square.
    fn land(&mut self, unit: Unit, square: Square, table: &Mechanics<L>) {
        self.sides[unit.side().index()] |= L::B::bit(square);
        if table.is_royal(unit) {
            self.royal = Some(square);
            self.shifts = true;
        }
        if table.is_alarm(unit) {
            self.alarms |= L::B::bit(square);
            self.shifts = true;
        }
    }

    /// Removes the units on some squares; `None` if that is more than removing them.
    fn remove(&mut self, squares: L::B, calm: &Calm<L>) -> Option<()> {
        let gone = squares & (self.sides[0] | self.sides[1]);
        self.loses |= gone.meets(calm.mortal);
        if gone.meets((calm.special | calm.guarded) & !calm.mortal) {
            return None;
        }
        self.sides = self.sides.map(|side| side & !gone);
        Some(())
    }
}

/// Where and how steps land, if they do nothing else.
fn one_landing(steps: &[Step]) -> Option<(Square, Mode)> {
    let mut rest = steps.iter().skip_while(|step| matches!(step, Step::Pass(_)));
    let &Step::Land(to, mode) = rest.next()? else {
        return None;
    };
    rest.all(|step| matches!(step, Step::Expose(_) | Step::Note(_)))
        .then_some((to, mode))
}
