//! The rules about legality: which movements are legal.

use super::action::Action;
use super::chain::COST;
use super::events::Excuse;
use super::flat_view::FlatView;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::{Points, Wanted};
use super::state::State;
use crate::engine::ahead;
use crate::engine::layout::FullLayout;
use crate::engine::legality;
use crate::engine::movegen;
use crate::engine::movegen::longest;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::engine::position::turns;
use crate::engine::trial;
use crate::rules::{Part, Pass, RoyalRule, Side};

/// For how many positions a test of mate counts.
const MATE_TEST: u32 = 100;

/// The worth of a movement as far as legality counts; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Legality {
    /// The mover's royal is lost, or in check without excuse.
    Illegal,
    /// In check, but a hook excuses it.
    Excused,
    /// Legal, or winning.
    Legal,
}

impl<L: FullLayout> Mechanics<L> {
    /// The worth for the mover of a position after a movement: the opponent chooses against the
    /// mover. `before` is the position before the turn, if it is known.
    pub(crate) fn worth(
        &self,
        state: &Pos<L>,
        before: Option<&Pos<L>>,
        mover: Side,
        excuse: bool,
    ) -> Legality {
        self.worth_if(state, before, mover, (excuse, false))
    }

    /// The same; `exposes`: royals may be left attacked.
    fn worth_if(
        &self,
        state: &Pos<L>,
        before: Option<&Pos<L>>,
        mover: Side,
        (excuse, exposes): (bool, bool),
    ) -> Legality {
        // No side loses a royal of its own by the consequences of its move.
        let spares = self.core.program.spares;
        if self.core.program.loses_royals && spares && self.is_lost(state, mover) {
            return Legality::Illegal;
        }
        if let Some(worth) = self.worth_of_loss(state, mover) {
            return worth;
        }
        let Some(choice) = state.extra.choices.first() else {
            let royals = |pos: &Pos<L>| self.royal_places(pos, mover).len();
            let fewer = before.is_some_and(|before| royals(state) < royals(before));
            let fewer = fewer && spares && !self.survives(state, mover);
            let checks =
                || self.core.restrictions.no_check[mover.index()] && self.gives_forbidden_check(state, mover);
            let parts = |before| !legality::must_part(&self.core, before) || !state.royals_face(&self.core);
            let parted = || before.is_none_or(parts);
            if let Some(owed) = self.owes(state) {
                return if owed && !fewer {
                    Legality::Legal
                } else {
                    Legality::Illegal
                };
            }
            if fewer || (!exposes && self.is_exposed(state, mover)) || !parted() || checks() {
                return Legality::Illegal;
            }
            // If fewer royals must be attacked than before, a smaller number is enough.
            let is_better = || {
                let left = self.threatened(state, mover);
                before.is_none_or(|before| left < self.threatened(before, mover))
            };
            let fewer_attacked = self.core.royalty.rule[mover.index()] == RoyalRule::Fewer;
            if exposes || !self.is_threatened(state, mover) || (fewer_attacked && is_better()) {
                return Legality::Legal;
            }
            let excused = excuse && self.is_excused_by(state, Excuse::After(mover));
            return if excused {
                Legality::Excused
            } else {
                Legality::Illegal
            };
        };
        let answers = self.answers(state).into_iter().map(|answer| {
            let mut after = *state;
            self.answer(&mut after, &answer, LossScope::Judged);
            self.worth_if(&after, before, mover, (excuse, exposes))
        });
        let own = choice.side == mover;
        let best = if own { answers.max() } else { answers.min() };
        best.unwrap_or(Legality::Illegal)
    }

    /// The worth of a position in which a side has lost its royals.
    fn worth_of_loss(&self, state: &Pos<L>, mover: Side) -> Option<Legality> {
        let (own, theirs) = (self.is_lost(state, mover), self.is_lost(state, mover.other()));
        let program = &self.core.program;
        let legal = match (own, theirs) {
            (false, false) => return None,
            (_, true) => program.trades || own || !self.is_threatened(state, mover),
            (true, false) => !program.spares,
        };
        Some(if legal { Legality::Legal } else { Legality::Illegal })
    }

    /// Whether a side that may not give check, or only mate, has given a check that it may not give.
    fn gives_forbidden_check(&self, after: &Pos<L>, mover: Side) -> bool {
        let may_mate = self.core.restrictions.only_mate[mover.index()];
        self.is_threatened(after, mover.other())
            && !(may_mate && ahead::is_mate(MATE_TEST, || self.has_action(&State::new(*after))))
    }

    /// The worth of a movement for the side to move.
    pub(crate) fn worth_of(&self, pos: &Pos<L>, action: &Action, excuse: bool) -> Legality {
        ahead::step();
        let barred = self.core.restrictions.no_swaps_in_check[pos.side_to_move.index()];
        if barred && action.part() == Part::Swap && self.is_threatened(pos, pos.side_to_move) {
            return Legality::Illegal;
        }
        if action.is_only_wall()
            && self.core.walls.as_ref().is_some_and(|rule| rule.not_in_check)
            && self.is_threatened(pos, pos.side_to_move)
        {
            return Legality::Illegal;
        }
        let mut after = *pos;
        if !self.execute(pos, &mut after, action, LossScope::Judged)
            || self.is_barred_promotion(pos, action, &after)
        {
            return Legality::Illegal;
        }
        let exposes = action.mv.is_some_and(|mv| trial::may_expose(&self.core, mv));
        self.worth_if(&after, Some(pos), pos.side_to_move, (excuse, exposes))
    }

    /// Whether a movement of the side to move is legal without excuse.
    pub(super) fn is_legal(&self, pos: &Pos<L>, action: &Action) -> bool {
        self.worth_of(pos, action, false) == Legality::Legal
    }

    /// Whether only an excuse makes a movement legal.
    pub(crate) fn is_excused(&self, state: &Pos<L>, action: &Action) -> bool {
        self.has_excuse(state) && self.worth_of(state, action, true) == Legality::Excused
    }

    /// Whether the side to move may leave its royal in check if the position after it excuses that.
    pub(super) fn has_excuse(&self, state: &Pos<L>) -> bool {
        self.is_excused_by(state, Excuse::Before)
    }

    /// Whether a mechanic lets a royal be left in check.
    pub(super) fn is_excused_by(&self, state: &Pos<L>, seen: Excuse) -> bool {
        self.at(Points::LEGALITY).any(|h| h.excuses(self, state, seen))
    }

    /// The side whose royal has to be lost by the next movement.
    pub(crate) fn forced(&self, state: &Pos<L>) -> Option<Side> {
        self.at(Points::LEGALITY).find_map(|h| h.forced(state))
    }

    /// All legal movements of the side to move; the one that was refused is left out.
    pub(crate) fn legal_movements(&self, state: &State<L>) -> Vec<Action> {
        let _open = movegen::looks_ahead(&self.core, state.side_to_move).then(ahead::open);
        let mut actions = self.safe_movements(&state.pos);
        let passes = self.keep_part(&state.pos, &mut actions);
        if self.forced(&state.pos).is_none() {
            self.restrict(&state.pos, passes, &mut actions);
            if self.core.restrictions.most_captures[state.side_to_move.index()] {
                self.keep_most(&state.pos, &mut actions);
            }
        }
        if let Some(refused) = &state.refused {
            self.mark_shared(&state.pos, &mut actions);
            actions.retain(|action| *self.text(&state.pos, action) != **refused);
        }
        actions
    }

    /// Whether the side to move has more than one legal movement, proposed or not.
    pub(crate) fn has_several(&self, state: &State<L>) -> bool {
        let free = state.refused.is_none()
            && turns::kinds_of_moves(&self.core).is_none()
            && !self.core.restrictions.must_capture[state.side_to_move.index()]
            && self.forced(&state.pos).is_none();
        if free && self.moves_several(&state.pos) {
            return true;
        }
        let mut asked = state.clone();
        asked.proposal = None;
        self.legal_movements(&asked).len() > 1
    }

    /// Movements that leave the own royals as safe as they must be, or cost what they have to.
    fn safe_movements(&self, pos: &Pos<L>) -> Vec<Action> {
        let mut found = Movements::new();
        if let Some(victim) = self.forced(pos) {
            self.movements(pos, Wanted::All, &mut found);
            let mut actions = self.with_choices(pos, found.into_list());
            let costs = |action: &Action| self.costs(pos, action, victim);
            actions.retain(costs);
            self.let_in(pos, &mut actions, costs);
            return actions;
        }
        let mut flat_view = FlatView::new();
        if let Some(by_sets) = self.by_sets(pos, &mut flat_view) {
            return self.calm_movements(pos, &by_sets, &flat_view);
        }
        self.movements(pos, Wanted::All, &mut found);
        let mut actions = self.with_choices(pos, found.into_list());
        let excuse = self.has_excuse(pos);
        let worths: Vec<Legality> = actions
            .iter()
            .map(|action| self.worth_of(pos, action, excuse))
            .collect();
        let excused = worths.iter().filter(|&&w| w == Legality::Excused).count();
        let counts = |worth: Legality| match worth {
            Legality::Legal => true,
            Legality::Excused => excused >= self.excuses_needed,
            Legality::Illegal => false,
        };
        let mut worths = worths.into_iter();
        actions.retain(|_| worths.next().is_some_and(counts));
        self.let_in(pos, &mut actions, |action| {
            counts(self.worth_of(pos, action, excuse))
        });
        actions
    }

    /// The part of the turn to which the next movement belongs, where turns ask for movements by their kind.
    pub(crate) fn asked_part(&self, pos: &Pos<L>) -> Option<Part> {
        self.next_part(pos, &self.safe_movements(pos))
            .map(|(part, _)| part)
    }

    /// The next part of the turn that is possible, where turns ask for parts, and whether a pass may stand for it.
    fn next_part(&self, pos: &Pos<L>, actions: &[Action]) -> Option<(Part, bool)> {
        let rule = turns::kinds_of_moves(&self.core).filter(|_| !self.is_going_on(pos))?;
        let mut at = *pos;
        loop {
            let asked = at.part(rule);
            let last = asked == Part::Move || at.left <= 1 || rule.leaves_none_out();
            if last || actions.iter().any(|action| rule.suits(asked, action.part())) {
                return Some((asked, last));
            }
            at.set_left(&self.core, at.left - 1);
        }
    }

    /// Leaves the movements that are the next part of the turn. Returns whether a pass may stand for it.
    fn keep_part(&self, pos: &Pos<L>, actions: &mut Vec<Action>) -> bool {
        let (Some(rule), Some((asked, passes))) =
            (turns::kinds_of_moves(&self.core), self.next_part(pos, actions))
        else {
            return true;
        };
        actions.retain(|action| rule.suits(asked, action.part()));
        passes
    }

    /// Applies the block `rules` of the ruleset, which takes actions away and adds others.
    fn restrict(&self, pos: &Pos<L>, passes: bool, actions: &mut Vec<Action>) {
        if self.restrict_drops(pos, actions) {
            return;
        }
        let side = pos.side_to_move;
        // Captures by the opponent's pieces are not meant.
        let captures = |action: &Action| action.captures() && !action.is_control();
        if self.core.restrictions.must_capture[side.index()] && actions.iter().any(captures) {
            actions.retain(captures);
        }
        if self.is_going_on(pos) {
            if self.may_end_turn(pos) && self.is_legal(pos, &Self::pass()) {
                actions.push(Self::pass());
            }
            return;
        }
        if passes {
            self.add_passes(pos, actions);
        }
        // A side without a move for the rest of its turn is done with it.
        if actions.is_empty() && pos.may_rest(&self.core) {
            actions.push(Self::pass());
        }
    }

    /// Leaves of captures those with which the most pieces can be captured in the turn.
    fn keep_most(&self, pos: &Pos<L>, actions: &mut Vec<Action>) {
        let taken: Vec<u32> = actions.iter().map(|action| self.takes(pos, action)).collect();
        let _open = ahead::open();
        let kept = longest(&taken, |i| self.takes_further(pos, &actions[i]));
        let mut kept = kept.into_iter();
        actions.retain(|_| kept.next().unwrap_or(true));
    }

    /// How many pieces a movement captures; what it captures as one of the opponent's pieces does not count.
    fn takes(&self, pos: &Pos<L>, action: &Action) -> u32 {
        if action.is_control() || action.is_pass() {
            return 0;
        }
        let made = self.before_effects(pos, action);
        made.map_or(0, |(_, work, _)| work.count_captured())
    }

    /// How many pieces can be captured after a movement in the same turn.
    fn takes_further(&self, pos: &Pos<L>, action: &Action) -> u32 {
        let mut after = *pos;
        self.execute(pos, &mut after, action, LossScope::Both);
        let goes_on = after.side_to_move == pos.side_to_move
            && self.is_going_on(&after)
            && after.extra.choices.is_empty();
        if !goes_on {
            return 0;
        }
        ahead::captures(self.key_of(&after), COST, || {
            let actions = self.safe_movements(&after);
            let takes = actions.iter().map(|action| (action, self.takes(&after, action)));
            let totals = takes
                .filter(|&(_, count)| count > 0)
                .map(|(action, count)| count + self.takes_further(&after, action));
            totals.max().unwrap_or(0)
        })
    }

    fn pass() -> Action {
        Action {
            mv: Some(Move::PASS),
            ..Action::movement([])
        }
    }

    /// Adds the pass, where the rules have one.
    fn add_passes(&self, pos: &Pos<L>, actions: &mut Vec<Action>) {
        let (side, pass) = (pos.side_to_move, Self::pass);
        let faced = self.core.face_off.ends_game && legality::must_part(&self.core, pos);
        match self.core.restrictions.pass[side.index()] {
            Pass::Never => {}
            Pass::Forced => {
                let each = self.core.royalty.rule[side.index()] == RoyalRule::LastOfEach;
                if actions.is_empty()
                    && !each
                    && !self.is_mated_if_stuck(pos)
                    && self.threatened(pos, side) > 0
                {
                    actions.push(pass());
                }
            }
            Pass::Stuck => {
                if actions.is_empty() && (faced || self.worth_of(pos, &pass(), false) == Legality::Legal) {
                    actions.push(pass());
                }
            }
            Pass::Allowed => {
                if faced || self.worth_of(pos, &pass(), false) == Legality::Legal {
                    actions.push(pass());
                }
            }
        }
    }

    /// Whether a side that has nothing to do is in check in the sense that loses at once.
    pub(crate) fn is_mated_if_stuck(&self, pos: &Pos<L>) -> bool {
        let side = pos.side_to_move;
        match self.core.royalty.rule[side.index()] {
            RoyalRule::All | RoyalRule::Last | RoyalRule::LastOfEach => self.is_threatened(pos, side),
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
}
