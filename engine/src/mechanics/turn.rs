//! The course of a turn: actions, choices, the end of the turn, the end of the game.

use super::action::{Action, Nature, Step};
use super::events::{Answer, Event, Occasion};
use super::listing::Listing;
use super::mechanic::Mechanics;
use super::pending::{LossScope, Pending};
use super::points::{Points, RULES};
use super::state::State;
use crate::board::{Bits, Square};
use crate::engine::Outcome;
use crate::engine::apply;
use crate::engine::extra_state::{Choice, Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::outcome;
use crate::engine::position::Pos;
use crate::rules::{Late, Side};
use std::sync::Arc;

impl<L: FullLayout> Mechanics<L> {
    /// The position after an action of the listing.
    #[must_use]
    pub(crate) fn after(&self, state: &State<L>, listing: &Listing, action: &Action) -> State<L> {
        if let Some(mv) = action.flat {
            let mut next = State::new(state.pos);
            self.advance_flat(&mut next.pos, mv, &state.pos);
            return next;
        }
        let mut next = state.clone();
        match action.nature {
            Nature::Free => {
                self.execute_free(&mut next, action, LossScope::Both);
                if self.is_over(&next) {
                    next.refused = None;
                }
            }
            Nature::Answer if state.proposal.is_some() => self.reply(state, &mut next, action),
            Nature::Answer => self.answer(&mut next, action, LossScope::Both),
            Nature::Movement => {
                let others = listing.movements > 1;
                if self.at(Points::TURNS).any(|h| h.intercept(self, state, others)) {
                    next.proposal = Some(Arc::new(self.proposed(&state.pos, &listing.actions, action)));
                } else {
                    self.carry_out(state, &mut next, action);
                }
            }
        }
        let parted = self.is_going_on(&next) && next.choices().is_empty() && next.proposal.is_none();
        if next.side_to_move != state.side_to_move || (parted && next.refused.is_none()) {
            self.count_check(&mut next, state.side_to_move);
        }
        next
    }

    /// Makes a movement that the flat engine can carry out in a copy of the position `pos`: at most one ordinary enemy is captured.
    pub(super) fn advance_flat(&self, next: &mut Pos<L>, mv: Move, pos: &Pos<L>) {
        apply::advance(&self.core, next, mv, pos);
        next.extra.passed.clear();
        if self.passed_key && !next.en_passant_squares.is_empty() {
            for middle in next.en_passant_squares.squares() {
                let victim = next.victim_at(middle);
                self.keep_passed(next, (middle, victim));
            }
            next.clear_en_passant(&self.core);
        }
        if self.keeps_pools {
            let taken = if mv.move_type == MoveType::EnPassant {
                pos.en_passant_victim
            } else {
                mv.to
            };
            if let Some((kind, side)) = pos.piece(taken).filter(|&(_, side)| side != pos.side_to_move) {
                let count = next.pooled(Pool::Captured, side, kind);
                *count = count.saturating_add(1);
            }
        }
    }

    /// Counts a check that a side has given in its turn, where checks are counted.
    fn count_check(&self, pos: &mut Pos<L>, by: Side) {
        let i = by.index();
        if self.core.check_goal[i].is_some() && !self.is_over(pos) && self.is_threatened(pos, by.other()) {
            let left = pos.checks[i];
            pos.checks[i] = left.saturating_sub(1);
            pos.hash ^= self.core.keys.checks(i, left) ^ self.core.keys.checks(i, pos.checks[i]);
        }
    }

    fn reply(&self, before: &State<L>, next: &mut State<L>, action: &Action) {
        let accepted = match action.steps.first() {
            Some(&step @ (Step::Say(number, _) | Step::Name(number, _))) if number != RULES => {
                self.hooks[usize::from(number)].answered(self, Answer::Proposal(next, step))
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
    fn carry_out(&self, before: &State<L>, next: &mut State<L>, action: &Action) {
        for hook in self.at(Points::TURNS) {
            hook.carrying_out(self, before, action, next);
        }
        next.refused = None;
        let pos = next.pos;
        self.execute(&pos, next, action, LossScope::Both);
        apply::count_passes(&self.core, &mut next.pos, action.mv == Some(Move::PASS));
    }

    /// Carries out a movement and its consequences, up to the next decision, in `pos`, a copy of
    /// the position `before`. Returns whether it was possible.
    pub(crate) fn execute(
        &self,
        before: &Pos<L>,
        pos: &mut Pos<L>,
        action: &Action,
        watch: LossScope,
    ) -> bool {
        let resets = action.steps.iter().any(|step| {
            let (Step::Lift(place) | Step::At(place) | Step::Swap(place, _)) = *step else {
                return false;
            };
            let unit = pos.unit(place);
            unit.exists() && self.resets_clock >> unit.kind() & 1 == 1
        });
        let mut work = Pending::default();
        let end = self.go(pos, action, watch, &mut work);
        if !self.core.program.chains.is_empty() {
            let from = action.from().or(action.dropped().map(|(_, square)| square));
            self.keep_way(pos, before, from, watch);
        }
        if let (Some(square), true) = (action.choice(), self.core.walls.is_some()) {
            pos.put_wall(&self.core, square);
            self.close(pos, square);
        }
        self.unmark(pos);
        if self.core.turns.is_some() {
            if action.mv == Some(Move::PASS) {
                pos.set_left(&self.core, 1);
            } else if !self.is_going_on(before) {
                pos.skip_to(&self.core, action.part());
            }
            let moved = [action.actor(), end].map(|place| place.map(|place| place.square));
            self.keep_earlier(pos, before, moved, self.is_en_passant(before, action));
        }
        self.forget_passed(pos);
        pos.halfmove = if resets || work.is_stirred() {
            0
        } else {
            pos.halfmove.saturating_add(1)
        };
        self.open_choices(pos, &mut work);
        self.proceed(pos, watch);
        end.is_some() && !(work.forbidden && watch.is_of_both())
    }

    /// Carries out a movement and its consequences by the rules, but not the end of the turn.
    /// Returns the place of the unit that has moved, if it was possible.
    pub(super) fn go(
        &self,
        pos: &mut Pos<L>,
        action: &Action,
        watch: LossScope,
        work: &mut Pending,
    ) -> Option<Place> {
        let side = pos.side_to_move;
        let mover = match action.dropped() {
            Some((kind, _)) => Some(Unit::new(kind, side)),
            None => action.actor().map(|place| pos.unit(place)),
        };
        let before = self.looked_back(pos);
        pos.extra.passed.clear();
        pos.clear_en_passant(&self.core);
        let end = self.arrive_at(pos, action, work);
        if let (Some(mover), Some(at), true) = (mover, end, self.has_aftermath()) {
            self.aftermath((pos, before.as_ref()), action, (mover, at), watch, work);
        }
        end
    }

    /// A unit that has left the square on which it passed others cannot be captured on those.
    fn forget_passed(&self, pos: &mut Pos<L>) {
        let pieces = pos.pieces();
        pos.extra.passed.retain(|&(_, victim)| pieces.has(victim));
        if !pos.en_passant_squares.is_empty() && !pieces.has(pos.en_passant_victim) {
            pos.clear_en_passant(&self.core);
        }
    }

    /// A square can be captured on, with the unit that has passed it. They stand in the order of
    /// texts; of more than there is room for, the last ones are forgotten.
    pub(super) fn keep_passed(&self, pos: &mut Pos<L>, pair: (Square, Square)) {
        let order =
            |pair: &(Square, Square)| (self.order[usize::from(pair.0)], self.order[usize::from(pair.1)]);
        let passed = &mut pos.extra.passed;
        let after = passed.iter().position(|other| order(other) > order(&pair));
        let is_kept = passed.insert(after.unwrap_or(passed.len()), pair);
        if let (false, Some(place)) = (is_kept, after) {
            passed.remove(passed.len() - 1);
            passed.insert(place, pair);
        }
    }

    fn open_choices(&self, pos: &mut Pos<L>, work: &mut Pending) {
        for choice in work.take_choices() {
            // As many as fit; there are never more pieces of a kind that asks.
            pos.extra.choices.push(choice);
        }
    }

    /// Carries out a free action. Returns whether it was possible.
    pub(crate) fn execute_free(&self, state: &mut Pos<L>, action: &Action, watch: LossScope) -> bool {
        let side = state.side_to_move;
        let mut work = Pending::default();
        let possible = self.perform(state, &action.steps, side, &mut work);
        // It puts a piece on the board, or takes one off.
        state.halfmove = 0;
        if self.ends(state, watch) {
            self.conclude(state);
        }
        possible
    }

    /// Carries out the answer to the first open choice, and its consequences up to the next
    /// decision.
    pub(crate) fn answer(&self, state: &mut Pos<L>, action: &Action, watch: LossScope) {
        if state.choices().is_empty() {
            return;
        }
        let choice = state.extra.choices.remove(0);
        let mut work = Pending::default();
        match action.steps.first() {
            Some(&Step::Say(number, word)) if number != RULES => {
                let answer = Answer::Choice(state, &mut work, choice, word);
                self.hooks[usize::from(number)].answered(self, answer);
                self.settle(state, &mut work);
            }
            _ => {
                self.perform(state, &action.steps, choice.side, &mut work);
            }
        }
        if work.is_stirred() {
            state.halfmove = 0;
        }
        self.open_choices(state, &mut work);
        self.proceed(state, watch);
    }

    /// All answers to the first open choice.
    pub(crate) fn answers(&self, state: &Pos<L>) -> Vec<Action> {
        let mut out = Vec::new();
        if let Some(&choice) = state.extra.choices.first() {
            self.answers_to(state, choice, &mut out);
        }
        out
    }

    fn answers_to(&self, state: &Pos<L>, choice: Choice, out: &mut Vec<Action>) {
        if choice.mechanic != RULES {
            let hook = &self.hooks[usize::from(choice.mechanic)];
            return hook.offers(self, state, Occasion::Choice(choice), out);
        }
        let place = Place::ground(choice.square);
        let unit = state.unit(place);
        let side = unit.side();
        let others = || self.core.restrictions.late_promotions[side.index()] == Late::Mover;
        if unit.exists() && (side == choice.side || others()) && !unit.has(Unit::FIXED) {
            let options = self.options(state, side, unit.kind(), Some(choice.square));
            out.extend(
                options
                    .into_iter()
                    .map(|option| Action::answer([Step::At(place), option])),
            );
        }
    }

    /// Goes on to the next decision: open choices, the end of the turn, the next turn.
    fn proceed(&self, state: &mut Pos<L>, watch: LossScope) {
        loop {
            if self.ends(state, watch) {
                return self.conclude(state);
            }
            if self.is_going_on(state) && self.has_lost_goer(state) {
                self.stop(state);
            }
            if !state.extra.choices.is_empty() {
                self.drop_void_choices(state);
            }
            if !state.extra.choices.is_empty() {
                return;
            } else if state.extra.ending {
                return self.pass_turn(state, watch);
            } else {
                self.end_turn(state);
            }
        }
    }

    /// Takes out the choices in which there is nothing to choose. A void question of hooks is void
    /// for good; the table's own choices may gain possibilities from earlier ones.
    fn drop_void_choices(&self, state: &mut Pos<L>) {
        let mut i = 0;
        while let Some(&choice) = state.extra.choices.get(i) {
            let mut answers = Vec::new();
            if i == 0 || choice.mechanic != RULES {
                self.answers_to(state, choice, &mut answers);
            }
            if answers.is_empty() && (i == 0 || choice.mechanic != RULES) {
                state.extra.choices.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Whether the loss of a royal ends what is being played.
    fn ends(&self, state: &Pos<L>, watch: LossScope) -> bool {
        match watch {
            LossScope::Both | LossScope::Judged => self.is_over(state),
            LossScope::Only(side) | LossScope::Asked(side) => self.is_lost(state, side),
        }
    }

    /// The end of a turn: what hooks do then, and choices for pieces that came into their promotion zone otherwise
    /// than by moving.
    fn end_turn(&self, state: &mut Pos<L>) {
        state.extra.ending = true;
        let mut work = Pending::default();
        for hook in self.at(Points::TURN_ENDS) {
            hook.happens(self, state, Event::TurnEnds(&mut work));
        }
        if work.is_stirred() {
            state.halfmove = 0;
        }
        let due: Vec<Choice> = self.promotions_due(state).collect();
        for choice in due {
            state.extra.choices.push(choice);
        }
    }

    /// Choices for pieces that stand where they must promote.
    fn promotions_due<'a>(&'a self, state: &'a Pos<L>) -> impl Iterator<Item = Choice> + 'a {
        let due = self.due_of(state, !L::B::EMPTY);
        let squares = if due.is_empty() {
            &[][..]
        } else {
            &self.ordered[..]
        };
        let late = self.core.restrictions.late_promotions;
        squares
            .iter()
            .filter(move |&&square| due.has(square))
            .map(move |&square| {
                let side = state.base(square).side();
                Choice {
                    mechanic: RULES,
                    square,
                    side: late[side.index()].chooser(side, state.side_to_move),
                    exiled: false,
                }
            })
    }

    /// Those of some squares on which a piece stands that must promote.
    fn due_of(&self, state: &Pos<L>, within: L::B) -> L::B {
        // If only one side promotes late, and no other rule needs the table, the other side's
        // pieces never come to such squares.
        let late = self.core.restrictions.late_promotions;
        let mut all = L::B::EMPTY;
        for side in Side::ALL {
            if self.hooks.is_empty() && late != [Late::Never; 2] && !late[side.index()].happens() {
                continue;
            }
            let there = state.bases(side) & self.promotion_squares[side.index()] & within;
            for square in (there & !state.marked(Unit::FIXED)).squares() {
                if let Some((kind, _)) = state.piece(square) {
                    all |= L::B::bit(square) & self.due_squares[side.index()][usize::from(kind)];
                }
            }
        }
        all
    }

    /// Whether a unit stands where it becomes another at the end of any turn, as soon as there is something to become.
    pub(super) fn is_due(&self, pos: &Pos<L>, place: Place) -> bool {
        place.index == 0 && !self.due_of(pos, L::B::bit(place.square)).is_empty()
    }

    /// A piece that would have had to promote at the end of the last turn. A piece waiting in a
    /// pool may have come there since.
    pub(crate) fn overdue(&self, state: &Pos<L>) -> Option<Square> {
        let possible = |choice: &Choice| {
            let mut answers = Vec::new();
            self.answers_to(state, *choice, &mut answers);
            !answers.is_empty()
        };
        // A piece that arrives other than by moving keeps its kind.
        let stuck = |choice: &Choice| {
            let unit = state.base(choice.square);
            let (side, kind) = (unit.side().index(), usize::from(unit.kind()));
            self.core.restrictions.late_promotions[side].happens()
                || self.core.places.must_have_promoted[side][kind].has(choice.square)
        };
        let mut due = self.promotions_due(state);
        due.find(|choice| !self.keeps_pools && stuck(choice) && possible(choice))
            .map(|choice| choice.square)
    }

    fn pass_turn(&self, state: &mut Pos<L>, watch: LossScope) {
        for hook in self.at(Points::TURNS) {
            hook.happens(self, state, Event::TurnOver);
        }
        state.extra.ending = false;
        if self.is_going_on(state) && self.goes_on(state, watch) {
            return;
        }
        let over = self.is_turn_over(state);
        if over && self.core.program.ends && watch.is_of_both() && !self.is_over(state) {
            self.follow_turn(state);
        }
        self.flip(state, over);
    }

    /// A royal is lost: nothing more happens.
    fn conclude(&self, state: &mut Pos<L>) {
        state.extra.choices.clear();
        for hook in self.at(Points::TURNS) {
            hook.happens(self, state, Event::GameOver);
        }
        self.stop(state);
        self.flip(state, self.is_turn_over(state));
    }

    /// Whether no move of the turn is left, or something ends it.
    fn is_turn_over(&self, state: &Pos<L>) -> bool {
        let Some(rule) = &self.core.turns else {
            return true;
        };
        let checks = || rule.check_ends() && self.is_threatened(state, state.side_to_move.other());
        state.left <= 1 || self.is_over(state) || checks()
    }

    fn flip(&self, state: &mut Pos<L>, over: bool) {
        state.extra.ending = false;
        if self.core.turns.is_none() {
            return state.hand_over(&self.core);
        }
        let side = state.side_to_move;
        state.end_part(&self.core, over);
        if state.side_to_move != side {
            let theirs = state.bases(state.side_to_move);
            state.extra.passed.retain(|&(_, victim)| !theirs.has(victim));
        }
    }

    /// Keeps the squares exposed by earlier moves of the turn, or by the opponent's, as the flat
    /// rules do; `moved` are the squares on which a movement has begun and ended, and `again` says
    /// whether it captured en passant.
    fn keep_earlier(&self, pos: &mut Pos<L>, before: &Pos<L>, moved: [Option<Square>; 2], again: bool) {
        let own = before.bases(before.side_to_move);
        let earlier = before.extra.passed.iter().copied();
        let stays =
            |square: Square| pos.base(square) == before.base(square) && !moved.contains(&Some(square));
        let kept = earlier.filter(|&(middle, victim)| {
            let known = pos.extra.passed.iter().any(|&(m, _)| m == middle);
            (own.has(victim) || again) && stays(victim) && !pos.closed().has(middle) && !known
        });
        let kept: Vec<(Square, Square)> = kept.collect();
        for pair in kept {
            self.keep_passed(pos, pair);
        }
    }

    /// Whether the player about to move is in check; not while a movement or a choice is open.
    pub(crate) fn in_check(&self, state: &State<L>) -> bool {
        state.proposal.is_none()
            && state.extra.choices.is_empty()
            && !self.is_over(state)
            && self.is_threatened(state, state.side_to_move)
    }

    /// Whether and how the game is over. If both royals are lost, the player whose turn it was has won.
    pub(crate) fn outcome(&self, state: &State<L>) -> Option<Outcome> {
        let waiting = state.side_to_move.other();
        let open = state.proposal.is_some() || !state.choices().is_empty();
        if !open && let Some((goal, score)) = self.goal_reached(state) {
            return Some(Outcome::new(goal.side, score, goal.reason.clone()));
        }
        if self.is_lost(state, state.side_to_move) {
            return Some(Outcome {
                winner: Some(waiting),
                reason: "king-lost".to_owned(),
            });
        }
        if self.is_lost(state, waiting) {
            return Some(Outcome {
                winner: Some(state.side_to_move),
                reason: "king-lost".to_owned(),
            });
        }
        if open || self.has_action(state) {
            return None;
        }
        Some(if self.is_mated_if_stuck(state) {
            outcome::mated(&self.core, state.side_to_move, |kinds| {
                self.is_checked_by(state, kinds)
            })
        } else {
            let stalemate = self.core.ending.stalemate[state.side_to_move.index()];
            outcome::counted_if_stuck(&self.core, &state.full_scene(&self.core))
                .unwrap_or_else(|| Outcome::new(state.side_to_move, stalemate, "stalemate"))
        })
    }
}
