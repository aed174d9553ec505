//! The course of a turn: actions, choices, the end of the turn, the end of the game.

use super::action::{Action, Nature, Step};
use super::goals;
use super::legality::Listing;
use super::perform::{Watch, Work, unmark};
use super::state::{Choice, Place, State};
use super::table::Table;
use crate::board::Square;
use crate::{Outcome, counting, effects, gates, outcome, turns};
use ferz::rules::{Late, Promotion, Score, Side, Trigger};
use std::collections::BTreeSet;

impl Table {
    /// The position after an action of the listing.
    #[must_use]
    pub fn after(&self, state: &State, listing: &Listing, action: &Action) -> State {
        let mut next = state.clone();
        match action.nature {
            Nature::Free => {
                self.execute_free(&mut next, action, Watch::Both);
            }
            Nature::Answer if state.proposal.is_some() => self.reply(state, &mut next, action),
            Nature::Answer => self.answer(&mut next, action, Watch::Both),
            Nature::Movement => {
                let others = listing.movements > 1;
                if self.hooks.iter().any(|h| h.intercept(self, state, others)) {
                    next.proposal = Some(action.clone());
                } else {
                    self.carry_out(state, &mut next, action);
                }
            }
        }
        self.keep_count(state, &mut next, action);
        next
    }

    /// Keeps the count after which the game is drawn.
    fn keep_count(&self, before: &State, next: &mut State, action: &Action) {
        if self.rules.end.counting.is_empty() {
            return;
        }
        let pieces = |state: &State| counting::census(state.all().map(|(_, unit)| (unit.side, unit.kind)));
        let (was, now) = (pieces(before), pieces(next));
        let made = counting::Made {
            mover: before.turn,
            over: next.turn != before.turn,
            promoted: action.steps.iter().any(|step| matches!(step, Step::Become(..))),
        };
        next.counted = counting::after(&self.rules, before.counted, [&was, &now], made);
        if next.counted.is_some() && self.rules.end.move_rule.is_none() {
            next.halfmove = 0;
        }
    }

    fn reply(&self, before: &State, next: &mut State, action: &Action) {
        let accepted = match action.steps.first() {
            Some(&step @ (Step::Say(number, _) | Step::Name(number, _))) => {
                self.hooks[number].reply(self, next, step)
            }
            _ => true,
        };
        let Some(proposal) = next.proposal.take() else {
            return;
        };
        if accepted {
            let mut asked = before.clone();
            asked.proposal = None;
            self.carry_out(&asked, next, &proposal);
        }
    }

    /// Carries out a movement in earnest. `before` is the position in which it was chosen.
    fn carry_out(&self, before: &State, next: &mut State, action: &Action) {
        for hook in &self.hooks {
            hook.carrying_out(self, before, action, next);
        }
        self.execute(next, action, Watch::Both);
        next.passes = outcome::passes_after(&self.rules, next.passes, action.is_pass());
    }

    /// Carries out a movement and its automatic consequences, up to the next decision. Returns
    /// whether it was possible.
    pub fn execute(&self, state: &mut State, action: &Action, watch: Watch) -> bool {
        let resets = action.steps.iter().any(|step| match *step {
            Step::Lift(place) | Step::At(place) | Step::Swap(place, _) => state
                .unit(place)
                .is_some_and(|unit| self.rules.pieces[unit.kind].resets_clock),
            _ => false,
        });
        state.refused = None;
        if action.is_pass() {
            // It ends the turn.
            state.left = 1;
        }
        let before = state.clone();
        let mut work = Work::default();
        let end = self.go(state, action, watch, &mut work);
        self.keep_way(state, &before, action, watch);
        if let (Some(square), Some(_)) = (action.choice(), &self.rules.walls) {
            self.put_wall(state, square);
        }
        unmark(state);
        if before.going.is_none() && !action.is_pass() {
            let at = (before.turn, before.fullmove, state.left);
            state.left = turns::skipped(&self.flat, at, self.part(&before, action));
        }
        if turns::exist(&self.rules) {
            self.keep_passed(state, &before, action, end);
        }
        let mut passed = std::mem::take(&mut state.passed);
        passed.retain(|&(_, victim)| state.unit(Place::ground(victim)).is_some());
        passed.sort_by_key(|&(middle, victim)| [middle, victim].map(|s| self.rank_of(Place::ground(s))));
        if self.passed_key {
            passed.truncate(turns::MOST_PASSED);
        }
        state.passed = passed;
        state.halfmove = if resets || work.stirred {
            0
        } else {
            state.halfmove + 1
        };
        state.choices.append(&mut work.choices);
        self.forget_gates(state);
        self.proceed(state, watch);
        let tried = matches!(watch, Watch::Both | Watch::Judged);
        end.is_some() && !(work.forbidden && tried)
    }

    /// Carries out a movement and its consequences by the rules, but not the end of the turn.
    /// Returns the place of the unit that has moved, if it was possible.
    fn go(&self, state: &mut State, action: &Action, watch: Watch, work: &mut Work) -> Option<Place> {
        let side = state.turn;
        let kind = action
            .from()
            .and_then(|place| state.unit(place))
            .map(|unit| unit.kind);
        let kind = kind.or_else(|| action.dropped().map(|(kind, _)| kind));
        work.before = Some(self.view(state));
        state.passed.clear();
        let end = self.arrive_at(state, action, work);
        if let Some(at) = end {
            self.aftermath(state, action, (kind, at), side, watch, work);
        }
        end
    }

    /// A movement with all its consequences, but not the end of the turn.
    pub fn move_and_follow(&self, state: &mut State, action: &Action) {
        self.go(state, action, Watch::Both, &mut Work::default());
        unmark(state);
    }

    /// Carries out a free action. Returns whether it was possible.
    pub fn execute_free(&self, state: &mut State, action: &Action, watch: Watch) -> bool {
        let side = state.turn;
        let mut work = Work::default();
        let possible = self.perform(state, &action.steps, side, &mut work);
        // A free action puts a piece on the board, or takes one off.
        state.halfmove = 0;
        if self.ends(state, watch) {
            self.conclude(state);
        }
        possible
    }

    /// Carries out the answer to the first open choice, and its consequences up to the next
    /// decision.
    pub fn answer(&self, state: &mut State, action: &Action, watch: Watch) {
        let choice = state.choices.remove(0);
        let mut work = Work::default();
        match action.steps.first() {
            Some(&Step::Say(number, word)) => {
                self.hooks[number].answered(self, state, &mut work, choice, word);
                self.settle(state, &mut work);
            }
            _ => {
                self.perform(state, &action.steps, choice.side, &mut work);
            }
        }
        if work.stirred {
            state.halfmove = 0;
        }
        state.choices.append(&mut work.choices);
        self.proceed(state, watch);
    }

    /// All answers to the first open choice.
    pub fn answers(&self, state: &State) -> Vec<Action> {
        let answers = |&choice: &Choice| self.answers_to(state, choice);
        state.choices.first().map(answers).unwrap_or_default()
    }

    fn answers_to(&self, state: &State, choice: Choice) -> Vec<Action> {
        if let Some(number) = choice.hook {
            return self.hooks[number].answers(self, state, choice);
        }
        let place = Place::ground(choice.square);
        let others = |side: Side| self.rules.restrictions.late_promotions[side] == Late::Mover;
        let Some(unit) = state
            .unit(place)
            .filter(|unit| !unit.statue && (unit.side == choice.side || others(unit.side)))
        else {
            return Vec::new();
        };
        let options = self
            .options_there(state, unit.side, unit.kind, Some(choice.square))
            .into_iter();
        options
            .map(|option| Action::answer([Step::At(place), option]))
            .collect()
    }

    /// Goes on to the next decision: open choices, the end of the turn, the next turn.
    fn proceed(&self, state: &mut State, watch: Watch) {
        loop {
            if self.ends(state, watch) {
                return self.conclude(state);
            }
            if self.has_lost_goer(state) {
                self.stop(state);
            }
            self.drop_void_choices(state);
            if !state.choices.is_empty() {
                return;
            } else if state.ending {
                return self.pass_turn(state, watch);
            }
            self.end_turn(state);
        }
    }

    /// Takes out the choices in which there is nothing to choose. A void question of hooks is void
    /// for good; the table's own choices may gain possibilities from earlier ones.
    fn drop_void_choices(&self, state: &mut State) {
        let mut i = 0;
        while let Some(&choice) = state.choices.get(i) {
            let judged = i == 0 || choice.hook.is_some();
            if judged && self.answers_to(state, choice).is_empty() {
                state.choices.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Whether the loss of a royal ends what is being played.
    fn ends(&self, state: &State, watch: Watch) -> bool {
        match watch {
            Watch::Both | Watch::Judged => self.is_over(state),
            Watch::Only(side) | Watch::Asked(side) => self.is_lost(state, side),
        }
    }

    /// The end of a turn: what hooks do then, and choices for pieces that came into their promotion
    /// zone by other means than moving (`CR-28`).
    fn end_turn(&self, state: &mut State) {
        state.ending = true;
        let mut work = Work::default();
        for hook in &self.hooks {
            hook.turn_ends(self, state, &mut work);
        }
        if work.stirred {
            state.halfmove = 0;
        }
        for &square in &self.ordered {
            let Some(unit) = state.base(square).filter(|unit| !unit.statue) else {
                continue;
            };
            // Only mechanics bring a piece there without a movement of its own.
            let must = |p: &&Promotion| {
                p.trigger == Trigger::Enter
                    && p.only.is_any()
                    && self.board.lies(square, &p.zone)
                    && !self.may_stay(p, square)
            };
            let late = self.rules.restrictions.late_promotions[unit.side];
            if (late.happens() || !self.hooks.is_empty())
                && self.promotions(unit.side, unit.kind).iter().any(must)
            {
                let choice = Choice {
                    hook: None,
                    square,
                    side: late.chooser(unit.side, state.turn),
                    exiled: false,
                };
                state.choices.push(choice);
            }
        }
    }

    fn pass_turn(&self, state: &mut State, watch: Watch) {
        for hook in &self.hooks {
            hook.turn_over(self, state);
        }
        let giver = state.turn;
        state.ending = false;
        if !self.goes_on(state, watch) {
            let over = self.is_turn_over(state);
            let tried = matches!(watch, Watch::Both | Watch::Judged);
            if over && tried && effects::ends(&self.flat) && !self.is_over(state) {
                self.follow_turn(state);
            }
            self.flip(state, over);
        }
        // A check that was just given counts; not while what could happen is being tried out.
        if watch == Watch::Both
            && goals::checks_to_give(self, giver).is_some()
            && !self.is_over(state)
            && self.is_threatened(state, giver.other())
        {
            let left = &mut state.checks[giver.index()];
            *left = left.saturating_sub(1);
        }
    }

    /// The game is over: nothing more happens.
    fn conclude(&self, state: &mut State) {
        state.choices.clear();
        state.refused = None;
        state.proposal = None;
        for hook in &self.hooks {
            hook.game_over(state);
        }
        self.stop(state);
        let over = self.is_turn_over(state);
        self.flip(state, over);
    }

    /// Whether no movement of the turn is left, or something ends it.
    fn is_turn_over(&self, state: &State) -> bool {
        let ends = self.rules.turns.as_ref().is_some_and(|turns| turns.check_ends);
        state.left <= 1 || self.is_over(state) || (ends && self.is_threatened(state, state.turn.other()))
    }

    /// The side that has moved goes on with the turn, or it is the other side's.
    fn flip(&self, state: &mut State, over: bool) {
        state.ending = false;
        let side = state.turn;
        if !over {
            state.left -= 1;
            return;
        }
        if side == Side::Black {
            state.fullmove += 1;
        }
        state.turn = side.other();
        state.left = turns::length(&self.flat, state.turn, state.fullmove);
        if turns::exist(&self.rules) {
            let passed = std::mem::take(&mut state.passed).into_iter();
            let whose = |victim: Square| state.base(victim).map(|unit| unit.side);
            state.passed = passed
                .filter(|&(_, victim)| whose(victim) != Some(side.other()))
                .collect();
        }
    }

    /// How many movements of their turn the side to move has made.
    pub fn made(&self, state: &State) -> u32 {
        turns::length(&self.flat, state.turn, state.fullmove).saturating_sub(state.left)
    }

    /// The side that made the last movement.
    pub fn moved(&self, state: &State) -> Side {
        if self.made(state) > 0 || state.going.is_some() {
            state.turn
        } else {
            state.turn.other()
        }
    }

    /// Keeps what was passed before: by the side that has moved, as long as the unit stays where it
    /// is; by the opponent if something has been captured en passant.
    fn keep_passed(&self, state: &mut State, before: &State, action: &Action, end: Option<Place>) {
        let start = action.from().map(|place| place.square);
        let stays = |square: Square| {
            let moved = start == Some(square) || end.is_some_and(|end| end.square == square);
            !moved && state.base(square) == before.base(square)
        };
        let own = |square: Square| before.base(square).is_some_and(|unit| unit.side == before.turn);
        let landed = action.steps.iter().rev().find_map(|step| match *step {
            Step::Land(square, _) | Step::Past(square) => Some(square),
            _ => None,
        });
        let again = action.steps.iter().any(|step| match *step {
            Step::Take(place, _) => landed.is_some_and(|to| before.passed.contains(&(to, place.square))),
            _ => false,
        });
        let new: BTreeSet<Square> = state.passed.iter().map(|&(middle, _)| middle).collect();
        let kept: Vec<(Square, Square)> = before
            .passed
            .iter()
            .copied()
            .filter(|&(middle, victim)| (own(victim) || again) && stays(victim) && !new.contains(&middle))
            .filter(|(middle, _)| !state.walls.contains(middle))
            .collect();
        state.passed.extend(kept);
    }

    /// Whether the player about to move is in check; not while a movement or a choice is open.
    pub fn in_check(&self, state: &State) -> bool {
        state.proposal.is_none()
            && state.choices.is_empty()
            && !self.is_over(state)
            && self.is_threatened(state, state.turn)
    }

    /// Whether and how the game is over. If both royals are lost, the player whose turn it was has
    /// won.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        let (side, end) = (state.turn, &self.rules.end);
        if let Some(outcome) = self.goal(state) {
            return Some(outcome);
        }
        for loser in [side, side.other()] {
            if self.is_lost(state, loser) {
                return Some(Outcome {
                    winner: Some(loser.other()),
                    reason: "king-lost".to_owned(),
                });
            }
        }
        if state.proposal.is_none() && state.choices.is_empty() && !self.has_action(state, &mut Vec::new()) {
            return Some(if self.is_mated_if_stuck(state, side) {
                outcome::mated(end, side, |mate, of_them| {
                    let kinds = self.kinds(&mate.pieces);
                    self.is_checked_by(state, side, &|kind| kinds.contains(&kind) == of_them)
                })
            } else {
                let stalemate = || Outcome::new(side, end.stalemate[side], "stalemate");
                self.counted_if_stuck(state).unwrap_or_else(stalemate)
            });
        }
        let rule = end
            .move_rule
            .filter(|limit| !limit.claim && state.halfmove >= u32::from(limit.count));
        if rule.is_none() && counting::is_over(state.counted) {
            return Some(Outcome::new(side, Score::Draw, "counting"));
        }
        let Some(limit) = rule else {
            return self.only_promotions(state);
        };
        if limit.counted {
            let goal = end.goals.iter().find_map(outcome::counted_now);
            if let Some(score) = goal.as_ref().and_then(|goal| self.score(state, goal, true)) {
                return goal.map(|goal| Outcome::new(goal.side, score, "move-rule"));
            }
        }
        Some(Outcome::new(
            limit.side.unwrap_or(self.moved(state)),
            limit.score,
            "move-rule",
        ))
    }

    /// The outcome where the side to move can do nothing but promote.
    fn only_promotions(&self, state: &State) -> Option<Outcome> {
        let (side, rule) = (state.turn, self.rules.end.only_promotions?);
        let open = state.proposal.is_some() || !state.choices.is_empty();
        let promotes = |action: &Action| {
            let becomes = action.steps.iter().any(|step| matches!(step, Step::Become(..)));
            action.nature == Nature::Movement && becomes
        };
        let few = state.units(side).len() <= usize::from(rule.pieces);
        let all = || self.listing(state).actions.iter().all(promotes);
        (!open && few && !self.is_threatened(state, side) && all())
            .then(|| Outcome::new(side, rule.score, "only-promotions"))
    }

    /// Forgets units whose not having moved no longer matters.
    fn forget_gates(&self, state: &mut State) {
        if gates::exist(&self.flat) {
            let view = self.view(state);
            state
                .unmoved
                .retain(|&square| gates::matters(&self.flat, &view, square));
        }
    }
}
