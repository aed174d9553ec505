//! The legal movements: those whose verdict suffices, by the duties and parts of the turn. Does not
//! judge a single movement: that is `verdict`.

use super::action::Action;
use super::flat_view::FlatView;
use super::goer::COST;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::Wanted;
use super::state::State;
use super::verdict::Legality;
use crate::engine::compiled::Drop;
use crate::engine::layout::FullLayout;
use crate::engine::mv::Move;
use crate::engine::position::{Pos, turns};
use crate::engine::turn::{self as engine_turn, Capturing, Standing};
use crate::engine::{ahead, legality};
use crate::mechanics::trial;
use crate::mechanics::{
    aftermath, by_sets, consult, gates, generate, goer, keys, text, threat, turn, verdict,
};
use crate::rules::{Part, Pass, RoyalRule, Side};

/// All legal movements of the side to move, without the one that was refused.
pub(crate) fn legal_movements<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Vec<Action> {
    let _open = ahead::open();
    let (mut actions, passes) = parted_movements(table, &state.pos);
    if consult::forced(table, &state.pos).is_none() {
        restrict(table, &state.pos, passes, &mut actions);
        if table.core.restrictions.most_captures[state.side_to_move.index()] {
            keep_most(table, &state.pos, &mut actions);
        }
    }
    if let Some(refused) = &state.refused {
        text::mark_shared(table, &state.pos, &mut actions);
        actions.retain(|action| *text::text(table, &state.pos, action) != **refused);
    }
    actions
}

/// Whether the side to move has more than one legal movement, proposed or not.
pub(crate) fn has_several<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> bool {
    let free = state.refused.is_none()
        && turns::kinds_of_moves(&table.core).is_none()
        && !table.core.restrictions.must_capture[state.side_to_move.index()]
        && consult::forced(table, &state.pos).is_none();
    if free && by_sets::moves_several(table, &state.pos) {
        return true;
    }
    let mut asked = state.clone();
    asked.proposal = None;
    legal_movements(table, &asked).len() > 1
}

/// All movements, each with its possible choices, whether royals are safe or not.
fn possible_movements<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Vec<Action> {
    let mut found = Movements::new();
    generate::movements(table, pos, Wanted::All, &mut found);
    aftermath::with_choices(table, pos, found.into_list())
}

/// Movements that leave the royals of their own side as safe as they must be, or lose only royals
/// that may be lost.
fn safe_movements<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Vec<Action> {
    if let Some(victim) = consult::forced(table, pos) {
        let mut actions = possible_movements(table, pos);
        let costs = |action: &Action| threat::costs(table, pos, action, victim);
        actions.retain(costs);
        gates::let_in(table, pos, &mut actions, costs);
        return actions;
    }
    let mut flat_view = FlatView::new();
    if let Some(by_sets) = by_sets::by_sets(table, pos, &mut flat_view) {
        return by_sets::calm_movements(table, pos, &by_sets, &flat_view);
    }
    let mut actions = possible_movements(table, pos);
    let excuse = consult::has_excuse(table, pos);
    let verdicts: Vec<Legality> = actions
        .iter()
        .map(|action| verdict::verdict_of(table, pos, action, excuse))
        .collect();
    let excused = verdicts.iter().filter(|&&w| w == Legality::Excused).count();
    let counts = |verdict: Legality| match verdict {
        Legality::Legal => true,
        Legality::Excused => excused >= table.excuses_needed,
        Legality::Illegal => false,
    };
    let mut verdicts = verdicts.into_iter();
    actions.retain(|_| verdicts.next().is_some_and(counts));
    gates::let_in(table, pos, &mut actions, |action| {
        counts(verdict::verdict_of(table, pos, action, excuse))
    });
    actions
}

/// The part of the turn to which the next movement belongs, if turns ask for movements by their
/// kind.
pub(crate) fn asked_part<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Option<Part> {
    let rule = turns::kinds_of_moves(&table.core).filter(|_| !goer::is_going_on(table, pos))?;
    let actions = safe_movements(table, pos);
    let is_possible = |part| actions.iter().any(|action| rule.suits(part, action.part()));
    let (part, _) = turns::next_part(&table.core, pos, rule, |_, part, _| is_possible(part));
    Some(part)
}

/// The movements of the next part of the turn, safe as in [`safe_movements`], and whether a pass
/// may replace that part.
fn parted_movements<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> (Vec<Action>, bool) {
    let Some(rule) = turns::kinds_of_moves(&table.core).filter(|_| !goer::is_going_on(table, pos)) else {
        return (safe_movements(table, pos), true);
    };
    let together =
        consult::forced(table, pos).is_some() || consult::has_excuse(table, pos) || table.core.has_gates();
    let mut flat_view = FlatView::new();
    // Otherwise the safety of a movement does not depend on others: those of other parts need not
    // be judged.
    let (mut actions, known) = if together {
        (safe_movements(table, pos), true)
    } else if let Some(by_sets) = by_sets::by_sets(table, pos, &mut flat_view) {
        (by_sets::calm_movements(table, pos, &by_sets, &flat_view), true)
    } else {
        (possible_movements(table, pos), false)
    };
    let mut judged = vec![known.then_some(true); actions.len()];
    let is_safe = |action: &Action, judged: &mut Option<bool>| {
        *judged.get_or_insert_with(|| verdict::is_legal(table, pos, action))
    };
    let (asked, passes) = turns::next_part(&table.core, pos, rule, |_, part, _| {
        let mut with = actions.iter().zip(&mut judged);
        with.any(|(action, judged)| rule.suits(part, action.part()) && is_safe(action, judged))
    });
    let mut judged = judged.iter_mut();
    actions.retain(|action| {
        let judged = judged.next();
        rule.suits(asked, action.part()) && judged.is_some_and(|judged| is_safe(action, judged))
    });
    (actions, passes)
}

/// Applies the block `rules` of the ruleset, which removes actions and adds others.
fn restrict<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, passes: bool, actions: &mut Vec<Action>) {
    if restrict_drops(table, pos, actions) {
        return;
    }
    let side = pos.side_to_move;
    // Captures by the opponent's pieces do not count.
    let captures = |action: &Action| action.captures() && !action.is_control();
    if table.core.restrictions.must_capture[side.index()] && actions.iter().any(captures) {
        actions.retain(captures);
    }
    if goer::is_going_on(table, pos) {
        if goer::may_end_turn(table, pos) && verdict::is_legal(table, pos, &pass()) {
            actions.push(pass());
        }
        return;
    }
    if passes {
        add_passes(table, pos, actions);
    }
    // A side that has no move for the rest of its turn may end it.
    if actions.is_empty() && pos.may_rest(&table.core) {
        actions.push(pass());
    }
}

/// Keeps only the captures with which the most pieces can be captured in the turn.
fn keep_most<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut Vec<Action>) {
    let mut kept = engine_turn::with_most(table, pos, actions).into_iter();
    actions.retain(|_| kept.next().unwrap_or(true));
}

impl<L: FullLayout> Capturing for Mechanics<L> {
    type State = Pos<L>;
    type Move = Action;
    const COST: u32 = COST;

    fn moves(&self, pos: &Pos<L>) -> Vec<Action> {
        safe_movements(self, pos)
    }

    fn taken(&self, pos: &Pos<L>, action: &Action) -> u32 {
        if action.is_control() || action.is_pass() {
            return 0;
        }
        let made = aftermath::before_effects(self, pos, action);
        made.map_or(0, |(_, work, _)| work.count_captured())
    }

    fn continued(&self, pos: &Pos<L>, action: &Action) -> Option<Pos<L>> {
        let mut after = *pos;
        turn::execute(self, pos, &mut after, action, LossScope::Both);
        let goes_on = after.side_to_move == pos.side_to_move
            && goer::is_going_on(self, &after)
            && after.extra.choices.is_empty();
        goes_on.then_some(after)
    }

    fn key(&self, pos: &Pos<L>) -> u64 {
        keys::key_of(self, pos)
    }
}

fn pass() -> Action {
    Action {
        mv: Some(Move::PASS),
        ..Action::movement([])
    }
}

/// Adds the pass, if the rules have one.
fn add_passes<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut Vec<Action>) {
    let us = pos.side_to_move.index();
    let (pass_rule, rule) = (table.core.restrictions.pass[us], table.core.royalty.rule[us]);
    let royals = Royals { table, pos };
    if pass_rule != Pass::Never && engine_turn::may_pass(pass_rule, rule, !actions.is_empty(), &royals) {
        actions.push(pass());
    }
}

/// Whether a side without a movement is in check in the sense that loses at once.
pub(crate) fn is_mated_if_stuck<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let rule = table.core.royalty.rule[pos.side_to_move.index()];
    engine_turn::is_mated_if_stuck(rule, &Royals { table, pos })
}

/// The royals of the side to move if mechanics take part.
struct Royals<'a, L: FullLayout> {
    table: &'a Mechanics<L>,
    pos: &'a Pos<L>,
}

impl<L: FullLayout> Standing for Royals<'_, L> {
    fn in_check(&self) -> bool {
        threat::is_threatened(self.table, self.pos, self.pos.side_to_move)
    }

    fn is_wholly_attacked(&self) -> bool {
        let (table, pos, side) = (self.table, self.pos, self.pos.side_to_move);
        let royals = table.count_royals(pos, side);
        if royals < 2 {
            threat::is_threatened(table, pos, side)
        } else {
            threat::threatened(table, pos, side) == royals
        }
    }

    fn is_attacked_at_all(&self) -> bool {
        let side = self.pos.side_to_move;
        let each = self.table.core.royalty.rule[side.index()] == RoyalRule::LastOfEach;
        !each && threat::threatened(self.table, self.pos, side) > 0
    }

    fn is_safe_to_pass(&self) -> bool {
        let core = &self.table.core;
        let faced = core.face_off.ends_game && legality::must_part(core, self.pos);
        faced || verdict::verdict_of(self.table, self.pos, &pass(), false) == Legality::Legal
    }
}

/// The rule of a drop, if an action is one.
fn rule_of<'a, L: FullLayout>(
    table: &'a Mechanics<L>,
    action: &Action,
    side: Side,
) -> Option<&'a Drop<L::B>> {
    let (kind, _) = action.dropped()?;
    table.core.reserve.drops[side.index()]
        .iter()
        .find(|drop| drop.kind == kind)
}

/// Removes drops that give a forbidden check or mate. If an action is a duty, it removes all
/// others. Returns whether there is a duty.
pub(super) fn restrict_drops<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    actions: &mut Vec<Action>,
) -> bool {
    if !table.core.reserve.has_hands {
        return false;
    }
    let side = pos.side_to_move;
    actions.retain(|action| {
        rule_of(table, action, side).is_none_or(|rule| is_allowed(table, pos, rule, action))
    });
    let is_duty = |action: &Action| rule_of(table, action, side).is_some_and(|rule| rule.must);
    let bound = table.core.reserve.must_drop[side.index()] && actions.iter().any(is_duty);
    if bound {
        actions.retain(is_duty);
    }
    bound
}

fn is_allowed<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, rule: &Drop<L::B>, action: &Action) -> bool {
    if !rule.no_check && !rule.no_mate {
        return true;
    }
    let mut after = *pos;
    turn::execute(table, pos, &mut after, action, LossScope::Judged);
    let foe = pos.side_to_move.other();
    !threat::is_threatened(table, &after, foe)
        || (!rule.no_check && trial::has_action(table, &State::new(after)))
}
