//! The rules about legality: threats to royals, and legal actions.

use super::action::{Action, Step};
use super::hook::Wanted;
use super::perform::{Watch, Work};
use super::state::{Place, State};
use super::table::Table;
use crate::board::Square;
use crate::position::Kind;
use crate::royalty::{self, LONGEST};
use crate::{effects, gates, hooks as flat_hooks, turns};
use ferz::rules::{Part, Pass, RoyalRule, Side};

/// The unit of which is asked whether it can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marked {
    /// None: the last royal is meant, wherever it is.
    None,
    /// A royal.
    Royal,
    /// Another unit. Whether royals are lost is not asked.
    Ordinary,
}

/// The worth of a movement as far as legality counts; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
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

/// The criteria for judging a turn.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The side that moves.
    mover: Side,
    /// Whether the royal may be left in check if the position after the turn excuses that.
    excuse: bool,
    /// The mover's royals before the turn, and how many of them were attacked.
    before: (usize, usize),
    /// Whether the opponent had royals before the turn.
    opposed: bool,
    /// Whether royals faced each other that must be parted.
    faced: bool,
    /// Whether the movement may leave royals attacked.
    exposes: bool,
}

impl Table {
    /// Whether a side has lost its royals (`CR-16`): it had some, has none, and no hook says that
    /// it lives on.
    pub fn is_lost(&self, state: &State, side: Side) -> bool {
        self.has_royals[side.index()] && self.royals(state, side).is_empty() && !self.survives(state, side)
    }

    fn survives(&self, state: &State, side: Side) -> bool {
        self.hooks.iter().any(|h| h.survives(self, state, side))
    }

    /// Whether any side has lost its royals.
    pub fn is_over(&self, state: &State) -> bool {
        Side::ALL.iter().any(|&side| self.is_lost(state, side))
    }

    /// The position in which the opponent of a side is asked what they could do (`CR-17`).
    fn asked(&self, state: &State, side: Side) -> State {
        let mut probe = state.clone();
        probe.turn = side.other();
        probe.left = 1;
        probe.going = None;
        probe.ending = false;
        probe.choices.clear();
        probe.proposal = None;
        probe.refused = None;
        probe.notes.clear();
        probe
    }

    /// How many royals a side has, and how many of them are attacked. A royal that is not on the
    /// board, but not lost, is one; it is attacked if it could be lost.
    pub fn danger(&self, state: &State, side: Side) -> (usize, usize) {
        if !self.has_royals[side.index()] && self.royals(state, side).is_empty() {
            return (0, 0);
        }
        let royals = self.royals(state, side);
        if royals.is_empty() {
            let probe = self.asked(state, side);
            let lost = self.is_lost(state, side) || self.turn_costs(&probe, side, None, &mut Vec::new());
            return (1, usize::from(lost));
        }
        let kind = |place: &Place| state.unit(*place).map(|unit| unit.kind);
        let alone = |place: &Place| royals.iter().filter(|&other| kind(other) == kind(place)).count() == 1;
        let of_each = self.rules.royalty.rule[side] == RoyalRule::LastOfEach;
        let precious = royals.iter().filter(|place| !of_each || alone(place));
        let attacked = precious.filter(|&&place| self.is_attacked(state, place));
        (royals.len(), attacked.count())
    }

    /// Whether the opponent, were they to move, could have the unit at a place gone in one turn.
    pub fn is_attacked(&self, state: &State, place: Place) -> bool {
        let Some(side) = state.unit(place).map(|unit| unit.side) else {
            return false;
        };
        let mut probe = self.asked(state, side);
        if let Some(unit) = probe.unit_mut(place) {
            unit.marked = true;
        }
        self.turn_costs(&probe, side, None, &mut Vec::new())
    }

    /// Whether the opponent, were they to move, could have a royal of a side gone in one turn, by
    /// an action of units of some kinds.
    pub fn is_checked_by(&self, state: &State, side: Side, kinds: &dyn Fn(Kind) -> bool) -> bool {
        let probe = self.asked(state, side);
        let costs = |probe: &State| self.turn_costs(probe, side, Some(kinds), &mut Vec::new());
        let royals = self.royals(state, side);
        if royals.is_empty() {
            return self.has_royals[side.index()] && costs(&probe);
        }
        royals.into_iter().any(|place| {
            let mut probe = probe.clone();
            if let Some(unit) = probe.unit_mut(place) {
                unit.marked = true;
            }
            costs(&probe)
        })
    }

    /// Whether a side is in check.
    pub fn is_threatened(&self, state: &State, side: Side) -> bool {
        let (royals, attacked) = self.danger(state, side);
        match self.rules.royalty.rule[side] {
            RoyalRule::All | RoyalRule::LastOfEach | RoyalRule::Fewer => attacked > 0,
            RoyalRule::Any => attacked > 0 && attacked == royals,
            RoyalRule::Last => attacked > 0 && royals == 1,
        }
    }

    /// Whether a side that cannot move is checkmated rather than stalemated (`EN-16`).
    pub fn is_mated_if_stuck(&self, state: &State, side: Side) -> bool {
        let (royals, attacked) = self.danger(state, side);
        match self.rules.royalty.rule[side] {
            RoyalRule::All | RoyalRule::LastOfEach => attacked > 0,
            RoyalRule::Last => attacked > 0 && royals == 1,
            RoyalRule::Any | RoyalRule::Fewer => attacked > 0 && attacked == royals,
        }
    }

    /// Whether what is asked about a side has come about: its royals are lost, or the marked unit
    /// is gone.
    fn is_bad(&self, state: &State, victim: Side, marked: Marked) -> bool {
        let gone = || !state.all().any(|(_, unit)| unit.marked && unit.side == victim);
        (marked != Marked::Ordinary && self.is_lost(state, victim))
            || (marked != Marked::None && gone() && !self.survives(state, victim))
    }

    /// The units that are marked.
    fn marked_in(&self, state: &State) -> Marked {
        let marked = state.all().find(|(_, unit)| unit.marked);
        marked.map_or(Marked::None, |(_, unit)| match self.is_royal(unit) {
            true => Marked::Royal,
            false => Marked::Ordinary,
        })
    }

    /// Whether a turn of the side to move, free actions included, can cost the other side its
    /// royals or the marked unit; not in the positions in `tried`. With `kinds`, only what units of
    /// these do counts.
    fn turn_costs(
        &self,
        probe: &State,
        victim: Side,
        kinds: Option<&dyn Fn(Kind) -> bool>,
        tried: &mut Vec<State>,
    ) -> bool {
        let marked = self.marked_in(probe);
        if marked == Marked::None && self.is_lost(probe, victim) {
            return true;
        }
        if tried.contains(probe) {
            return false;
        }
        tried.push(probe.clone());
        // A movement that removes nothing costs no unit on the board.
        let present = marked != Marked::None || !self.royals(probe, victim).is_empty();
        let counts = |action: &Action| {
            let unit = action.from().and_then(|place| probe.unit(place));
            kinds.is_none_or(|counts| unit.is_none_or(|unit| counts(unit.kind)))
        };
        let mut movements = self.movements(probe, Wanted::Threats);
        movements.retain(counts);
        let mut harmful = movements.iter().filter(|action| !present || action.removes());
        if harmful.any(|action| self.costs(probe, action, victim, Watch::Asked(victim))) {
            return true;
        }
        // Only royals are attacked by all that a turn does.
        if marked != Marked::Ordinary && kinds.is_none() && royalty::by_turns(&self.flat) {
            let mut moved = probe.clone();
            moved.rights.clear();
            movements = self.movements(&moved, Wanted::All);
            // To move the opponent's units is no attack.
            let mut all = movements.iter().filter(|action| !self.is_control(&moved, action));
            if all.any(|action| self.costs(&moved, action, victim, Watch::Only(victim))) {
                return true;
            }
        }
        self.free_actions(probe).iter().any(|action| {
            let mut after = probe.clone();
            self.execute_free(&mut after, action, Watch::Only(victim))
                && ((counts(action) && self.is_bad(&after, victim, marked))
                    || self.turn_costs(&after, victim, kinds, tried))
        })
    }

    /// Whether a movement costs the other side its royals or the marked unit, the mover choosing
    /// for it and the victim against it.
    pub fn costs(&self, state: &State, action: &Action, victim: Side, watch: Watch) -> bool {
        let marked = self.marked_in(state);
        let mut after = state.clone();
        if !self.execute(&mut after, action, watch) || !self.is_costly(&after, victim, marked) {
            return false;
        }
        // If captors explode, an attack must leave the attacker's royals alive.
        let royals = |state: &State| self.royals(state, victim.other()).len();
        let spares = effects::spare_royals(&self.flat);
        if spares && matches!(watch, Watch::Asked(_)) {
            after = state.clone();
            self.move_and_follow(&mut after, action);
        }
        !spares || royals(&after) >= royals(state)
    }

    fn is_costly(&self, state: &State, victim: Side, marked: Marked) -> bool {
        let Some(choice) = state.choices.first() else {
            return self.is_bad(state, victim, marked);
        };
        let mut answers = self.answers(state).into_iter().map(|answer| {
            let mut after = state.clone();
            self.answer(&mut after, &answer, Watch::Only(victim));
            self.is_costly(&after, victim, marked)
        });
        if choice.side == victim {
            answers.all(|costly| costly)
        } else {
            answers.any(|costly| costly)
        }
    }

    /// The criteria for turns of the side to move.
    fn judge(&self, state: &State, excuse: bool) -> Judge {
        let mover = state.turn;
        let before = match self.rules.royalty.rule[mover] {
            RoyalRule::Fewer => self.danger(state, mover),
            RoyalRule::All | RoyalRule::Any | RoyalRule::Last | RoyalRule::LastOfEach => {
                (self.royals(state, mover).len(), 0)
            }
        };
        Judge {
            mover,
            excuse,
            before,
            opposed: !self.royals(state, mover.other()).is_empty(),
            faced: flat_hooks::must_part(&self.flat, &self.view(state)),
            exposes: false,
        }
    }

    /// Whether royals may be lost as a consequence of a move.
    fn loses_royals(&self) -> bool {
        effects::lose_royals(&self.flat)
    }

    /// The worth for the mover of a position after a movement: the opponent chooses against the
    /// mover.
    fn worth(&self, state: &State, judge: &Judge) -> Worth {
        let mover = judge.mover;
        let (explodes, sacrifice) = (self.loses_royals(), self.rules.royalty.sacrifice);
        if explodes && !sacrifice && self.is_lost(state, mover) {
            return Worth::Illegal;
        }
        if self.is_lost(state, mover.other()) && (judge.opposed || !explodes) {
            let safe = !self.rules.royalty.no_trade
                || self.is_lost(state, mover)
                || !self.is_threatened(state, mover);
            return if safe { Worth::Legal } else { Worth::Illegal };
        }
        if self.is_lost(state, mover) {
            return if sacrifice { Worth::Legal } else { Worth::Illegal };
        }
        let Some(choice) = state.choices.first() else {
            return self.final_worth(state, judge);
        };
        let answers = self.answers(state).into_iter().map(|answer| {
            let mut after = state.clone();
            self.answer(&mut after, &answer, Watch::Judged);
            self.worth(&after, judge)
        });
        let best = if choice.side == mover {
            answers.max()
        } else {
            answers.min()
        };
        best.unwrap_or(Worth::Illegal)
    }

    /// The worth for the mover of a position after a whole turn.
    fn final_worth(&self, state: &State, judge: &Judge) -> Worth {
        let mover = judge.mover;
        let spares = !self.rules.royalty.sacrifice;
        let fewer =
            spares && self.royals(state, mover).len() < judge.before.0 && !self.survives(state, mover);
        if let Some(can) = self.owes(state) {
            return if can && !fewer {
                Worth::Legal
            } else {
                Worth::Illegal
            };
        }
        let restrictions = &self.rules.restrictions;
        let (no_check, only_mate) = (restrictions.no_check[mover], restrictions.only_mate[mover]);
        let mates = || royalty::is_mate(|| self.has_action(state, &mut Vec::new()));
        let lax = self.rules.royalty.rule[mover] == RoyalRule::Last && self.royals(state, mover).len() > 1;
        if fewer
            || !lax && !judge.exposes && flat_hooks::forbids(&self.flat, &self.view(state), mover)
            || (no_check && self.is_threatened(state, mover.other()))
            || (only_mate && self.is_threatened(state, mover.other()) && !mates())
            || (judge.faced && flat_hooks::royals_face_each_other(&self.flat, &self.view(state)))
        {
            return Worth::Illegal;
        }
        let (royals, attacked) = self.danger(state, mover);
        let safe = match self.rules.royalty.rule[mover] {
            _ if judge.exposes => true,
            RoyalRule::All | RoyalRule::LastOfEach => attacked == 0,
            RoyalRule::Any => royals == 0 || attacked < royals,
            RoyalRule::Last => royals > 1 || attacked == 0,
            // `EN-15`
            RoyalRule::Fewer => attacked == 0 || attacked < judge.before.1,
        };
        let excused = || judge.excuse && self.hooks.iter().any(|h| h.excused(self, state, mover));
        match safe {
            true => Worth::Legal,
            false if excused() => Worth::Excused,
            false => Worth::Illegal,
        }
    }

    /// The worth of a movement for the side to move.
    fn worth_of(&self, state: &State, action: &Action, judge: &Judge) -> Worth {
        let barred = self.rules.restrictions.no_swaps_in_check[state.turn];
        if barred && self.part(state, action) == Part::Swap && self.is_threatened(state, state.turn) {
            return Worth::Illegal;
        }
        let walls = self.rules.walls.as_ref();
        let alone = matches!(action.steps.as_slice(), [Step::Choose(_)]);
        if alone && walls.is_some_and(|walls| walls.not_in_check) && self.is_threatened(state, state.turn) {
            return Worth::Illegal;
        }
        let mut after = state.clone();
        if !self.execute(&mut after, action, Watch::Judged) || self.is_barred(state, action, &after) {
            return Worth::Illegal;
        }
        let exposing = self.rules.control.as_ref().is_some_and(|control| control.exposes);
        let exposes = exposing && self.is_control(state, action);
        self.worth(&after, &Judge { exposes, ..*judge })
    }

    /// Whether a movement is a promotion in place that gives a check which it may not give.
    fn is_barred(&self, state: &State, action: &Action, after: &State) -> bool {
        let Some(place) = action.from() else {
            return false;
        };
        let Some(unit) = state.unit(place).filter(|unit| unit.side == state.turn) else {
            return false;
        };
        let mut ways = self.in_place(state, unit, place);
        ways.retain(|(way, _)| way.steps == action.steps);
        !ways.is_empty()
            && ways.iter().all(|&(_, no_check)| no_check)
            && self.is_threatened(after, state.turn.other())
    }

    /// Legal movements, and the same with the units they may let in; `may` says which of those are
    /// legal.
    fn let_in(&self, state: &State, actions: &mut Vec<Action>, may: impl Fn(&Action) -> bool) {
        let view = self.view(state);
        let guests = gates::guests(&self.flat, &view, state.turn);
        let mut all = Vec::new();
        for action in &*actions {
            for square in self.left_by(state, action) {
                for &(kind, gate) in &guests {
                    let mut guest = action.clone();
                    let end = guest.steps.len() - usize::from(guest.choice().is_some());
                    guest.steps.insert(end, Step::LetIn(kind, square));
                    let mut alone = guest.clone();
                    alone.steps.retain(|step| !matches!(step, Step::Choose(_)));
                    // The square that it chooses must also be possible once another unit has come
                    // in.
                    let comes = self.board.lies(square, gate)
                        && self.with_choices(state, vec![alone]).contains(&guest);
                    if comes && may(&guest) {
                        all.push(guest);
                    }
                }
            }
        }
        actions.extend(all);
    }

    /// Squares that units leave by a movement for the first time, and that nothing has come to.
    fn left_by(&self, state: &State, action: &Action) -> Vec<Square> {
        let mut left = Vec::new();
        for step in &action.steps {
            match *step {
                Step::Lift(place) if place.index == 0 => left.push(place.square),
                Step::Castle(number) => left.push(self.castles[number].rook_from),
                // A unit that becomes something else lets nothing in.
                Step::Become(..) | Step::Petrify | Step::Seize(_) => return Vec::new(),
                _ => {}
            }
        }
        let own = |square: Square| state.base(square).is_some_and(|unit| unit.side == state.turn);
        left.retain(|square| state.unmoved.contains(square) && own(*square));
        let mut after = state.clone();
        if left.is_empty()
            || self
                .run(&mut after, &action.steps, state.turn, &mut Work::default())
                .is_none()
        {
            return Vec::new();
        }
        left.retain(|&square| after.is_empty(square));
        left
    }

    /// Whether only an excuse makes a movement legal.
    pub fn is_excused(&self, state: &State, action: &Action) -> bool {
        self.has_excuse(state) && self.worth_of(state, action, &self.judge(state, true)) == Worth::Excused
    }

    /// Whether the side to move may leave its royal in check if the position after it excuses that.
    fn has_excuse(&self, state: &State) -> bool {
        self.hooks.iter().any(|h| h.excuse(self, state))
    }

    /// The side whose royal has to be lost by the next movement.
    fn forced(&self, state: &State) -> Option<Side> {
        self.hooks.iter().find_map(|h| h.forced(state))
    }

    /// Whether a movement other than some is legal for sure: not all are judged where the first of
    /// them tells.
    pub fn has_legal_movement(&self, state: &State, but: impl Fn(&Action) -> bool) -> bool {
        if self.forced(state).is_some() {
            return false;
        }
        let judge = self.judge(state, false);
        let actions = self.with_choices(state, self.movements(state, Wanted::All));
        let mut others = actions.iter().filter(|action| !but(action));
        others.any(|action| self.worth_of(state, action, &judge) == Worth::Legal)
    }

    /// All legal movements of the side to move; the one that was refused is left out (`CR-18`).
    pub fn legal_movements(&self, state: &State) -> Vec<Action> {
        let mut actions = self.with_choices(state, self.movements(state, Wanted::All));
        let side = state.turn;
        if let Some(victim) = self.forced(state) {
            let costs = |action: &Action| self.costs(state, action, victim, Watch::Only(victim));
            actions.retain(costs);
            self.let_in(state, &mut actions, costs);
            self.keep_part(state, &mut actions);
        } else {
            self.keep_legal(state, &mut actions);
            let passes = self.keep_part(state, &mut actions);
            let restrictions = &self.rules.restrictions;
            let bound = self.restrict_drops(state, &mut actions);
            // Captures by the opponent's units are not meant.
            let captures = |action: &Action| action.removes() && !self.is_control(state, action);
            if !bound && restrictions.must_capture[side] && actions.iter().any(captures) {
                actions.retain(captures);
            }
            let pass = Action::movement([Step::Nothing]);
            let may_pass = match restrictions.pass[side] {
                _ if state.going.is_some() => {
                    let stops = state.going.as_ref().is_some_and(|going| self.may_stop(going));
                    stops && self.worth_of(state, &pass, &self.judge(state, false)) == Worth::Legal
                }
                Pass::Never => false,
                // `EN-16`; where all royals must be safe, one that is attacked is mated.
                Pass::Forced => {
                    let (royals, attacked) = self.danger(state, side);
                    let rule = self.rules.royalty.rule[side];
                    let lenient = !matches!(rule, RoyalRule::All | RoyalRule::LastOfEach);
                    lenient && actions.is_empty() && attacked > 0 && attacked < royals
                }
                Pass::Stuck | Pass::Allowed => {
                    let judge = self.judge(state, false);
                    let free = restrictions.pass[side] == Pass::Allowed || actions.is_empty();
                    free && (flat_hooks::may_pass_facing(&self.flat, &self.view(state))
                        || self.worth_of(state, &pass, &judge) == Worth::Legal)
                }
            };
            // A side without a movement for the rest of its turn is done with it.
            let rests = turns::may_rest(&self.flat, side, state.fullmove, state.left);
            let done = actions.is_empty() && rests && state.going.is_none();
            if (may_pass && passes && !bound) || done {
                actions.push(pass);
            }
            if restrictions.most_captures[side] {
                self.keep_most(state, &mut actions);
            }
        }
        self.name_apart(state, &mut actions);
        if let Some(refused) = &state.refused {
            actions.retain(|action| self.text(state, action) != *refused);
        }
        actions
    }

    /// Leaves of captures those with which the most pieces can be captured in the turn.
    fn keep_most(&self, state: &State, actions: &mut Vec<Action>) {
        let total = |action: &Action| match self.takes(state, action) {
            0 => 0,
            count => count + self.takes_further(state, action, 1),
        };
        let totals: Vec<usize> = actions.iter().map(total).collect();
        let most = totals.iter().max().copied().unwrap_or(0);
        let mut totals = totals.into_iter();
        actions.retain(|_| totals.next().is_some_and(|total| total == 0 || total == most));
    }

    /// How many pieces a movement captures by itself.
    fn takes(&self, state: &State, action: &Action) -> usize {
        if self.is_control(state, action) || action.is_pass() {
            return 0;
        }
        let (mut after, mut work) = (state.clone(), Work::default());
        after.passed.clear();
        self.arrive_at(&mut after, action, &mut work);
        work.captured.len()
    }

    /// How many pieces can be captured after a movement in the same turn.
    fn takes_further(&self, state: &State, action: &Action, depth: usize) -> usize {
        let mut after = state.clone();
        self.execute(&mut after, action, Watch::Both);
        let goes_on = after.turn == state.turn && after.going.is_some() && after.choices.is_empty();
        if depth == LONGEST || !goes_on {
            return 0;
        }
        let mut actions = self.with_choices(&after, self.movements(&after, Wanted::All));
        self.keep_legal(&after, &mut actions);
        let takes = actions.iter().map(|action| (action, self.takes(&after, action)));
        let totals = takes
            .filter(|&(_, count)| count > 0)
            .map(|(action, count)| count + self.takes_further(&after, action, depth + 1));
        totals.max().unwrap_or(0)
    }

    /// Leaves the movements that the turn asks for. Returns whether a pass may stand for them.
    fn keep_part(&self, state: &State, actions: &mut Vec<Action>) -> bool {
        let at = (state.turn, state.fullmove, state.left);
        state.going.is_some() || turns::keep(&self.flat, at, actions, |action| self.part(state, action))
    }

    /// The part of a turn that a movement is.
    pub fn part(&self, state: &State, action: &Action) -> Part {
        if self.is_control(state, action) {
            Part::Control
        } else if action.dropped().is_some() {
            Part::Drop
        } else if action.steps.iter().any(|step| matches!(step, Step::Swap(..))) {
            Part::Swap
        } else {
            Part::Move
        }
    }

    /// Takes out drops that give a forbidden check or mate, and actions that are no duty while
    /// there is one. Returns whether there is.
    fn restrict_drops(&self, state: &State, actions: &mut Vec<Action>) -> bool {
        let rule = |action: &Action| {
            let (kind, _) = action.dropped()?;
            let mut rules = self.rules.drops.iter();
            rules.find(|drop| drop.side == state.turn && self.kind(&drop.piece) == kind)
        };
        actions.retain(|action| {
            let Some(rule) = rule(action).filter(|rule| rule.no_check || rule.no_mate) else {
                return true;
            };
            let mut after = state.clone();
            self.execute(&mut after, action, Watch::Judged);
            let check = self.is_threatened(&after, state.turn.other());
            !check || (!rule.no_check && self.has_action(&after, &mut Vec::new()))
        });
        let is_duty = |action: &Action| rule(action).is_some_and(|rule| rule.must);
        let bound = actions.iter().any(is_duty);
        if bound {
            actions.retain(is_duty);
        }
        bound
    }

    fn keep_legal(&self, state: &State, actions: &mut Vec<Action>) {
        let judge = self.judge(state, self.has_excuse(state));
        let worths: Vec<Worth> = actions
            .iter()
            .map(|action| self.worth_of(state, action, &judge))
            .collect();
        let excused = worths.iter().filter(|&&worth| worth == Worth::Excused).count();
        let needed = self.hooks.iter().map(|h| h.excuses_needed()).max().unwrap_or(0);
        let counts = |worth: Worth| match worth {
            Worth::Legal => true,
            Worth::Excused => excused >= needed,
            Worth::Illegal => false,
        };
        let mut worths = worths.into_iter();
        actions.retain(|_| worths.next().is_some_and(counts));
        self.let_in(state, actions, |action| {
            counts(self.worth_of(state, action, &judge))
        });
    }

    fn free_actions(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        // They come before a movement that may be any.
        let asked = turns::asked(&self.flat, state.turn, state.fullmove, state.left);
        if state.going.is_some() || asked != Part::Move {
            return actions;
        }
        for hook in &self.hooks {
            hook.free_actions(self, state, &mut actions);
        }
        actions
    }

    /// Whether the side to move has a legal movement or free action; positions in `tried` have
    /// none.
    pub fn has_action(&self, state: &State, tried: &mut Vec<State>) -> bool {
        !self.legal_movements(state).is_empty() || !self.legal_free_actions(state, tried).is_empty()
    }

    /// Free actions that win, or neither lose a royal of their own side nor put it in check and
    /// leave an action (`CR-31`).
    fn legal_free_actions(&self, state: &State, tried: &mut Vec<State>) -> Vec<Action> {
        let mut actions = self.free_actions(state);
        if actions.is_empty() {
            return actions;
        }
        let side = state.turn;
        let may_be_in_check = self.forced(state).is_some() || self.is_threatened(state, side);
        actions.retain(|action| {
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
            let found = self.has_action(&after, tried);
            if !found {
                tried.push(after);
            }
            found
        });
        actions
    }

    /// All legal actions of the player who decides next; none if the game is over.
    pub fn listing(&self, state: &State) -> Listing {
        let only = |actions| Listing {
            actions,
            movements: 0,
        };
        if self.is_over(state) || self.goal(state).is_some() {
            return Listing::default();
        }
        if state.proposal.is_some() {
            return only(self.replies(state));
        }
        if let Some(choice) = state.choices.first() {
            let answers = self.answers(state);
            return only(if choice.side == state.turn {
                self.good_answers(state, answers)
            } else {
                answers
            });
        }
        let mut actions = self.legal_free_actions(state, &mut Vec::new());
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
        let excuse = self.hooks.iter().any(|h| h.excuse_holds(state));
        let least = if excuse { Worth::Excused } else { Worth::Legal };
        // Royals were counted when the movement was chosen.
        let judge = Judge {
            mover: state.turn,
            excuse,
            before: (0, usize::MAX),
            opposed: true,
            faced: false,
            exposes: false,
        };
        let is_good = |answer: &&Action| {
            let mut after = state.clone();
            self.answer(&mut after, answer, Watch::Judged);
            self.worth(&after, &judge) >= least
        };
        let good: Vec<Action> = answers.iter().filter(is_good).cloned().collect();
        if good.is_empty() { answers } else { good }
    }

    /// Answers to a proposal: those of hooks that carry it out, or `accept`; then those that take
    /// it back.
    fn replies(&self, state: &State) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in &self.hooks {
            hook.acceptances(self, state, &mut actions);
        }
        if actions.is_empty() {
            actions.push(Action::answer([Step::Accept]));
        }
        for hook in &self.hooks {
            hook.refusals(self, state, &mut actions);
        }
        actions
    }
}
