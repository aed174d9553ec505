//! The movements that are legal: those of the right worth, by the duties and parts of the turn.

use super::action::Action;
use super::flat_view::FlatView;
use super::goer::COST;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::Wanted;
use super::state::State;
use super::worth::Legality;
use crate::engine::compiled::Drop;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::longest;
use crate::engine::mv::Move;
use crate::engine::position::{Pos, turns};
use crate::engine::{ahead, legality, movegen};
use crate::mechanics::trial;
use crate::mechanics::{aftermath, by_sets, consult, gates, generate, goer, keys, text, threat, turn, worth};
use crate::rules::{Part, Pass, RoyalRule, Side};

/// All legal movements of the side to move; the one that was refused is left out.
pub(crate) fn legal_movements<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Vec<Action> {
    let _open = movegen::looks_ahead(&table.core, state.side_to_move).then(ahead::open);
    let mut actions = safe_movements(table, &state.pos);
    let passes = keep_part(table, &state.pos, &mut actions);
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

/// Movements that leave the own royals as safe as they must be, or cost what they have to.
fn safe_movements<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Vec<Action> {
    let mut found = Movements::new();
    if let Some(victim) = consult::forced(table, pos) {
        generate::movements(table, pos, Wanted::All, &mut found);
        let mut actions = aftermath::with_choices(table, pos, found.into_list());
        let costs = |action: &Action| threat::costs(table, pos, action, victim);
        actions.retain(costs);
        gates::let_in(table, pos, &mut actions, costs);
        return actions;
    }
    let mut flat_view = FlatView::new();
    if let Some(by_sets) = by_sets::by_sets(table, pos, &mut flat_view) {
        return by_sets::calm_movements(table, pos, &by_sets, &flat_view);
    }
    generate::movements(table, pos, Wanted::All, &mut found);
    let mut actions = aftermath::with_choices(table, pos, found.into_list());
    let excuse = consult::has_excuse(table, pos);
    let worths: Vec<Legality> = actions
        .iter()
        .map(|action| worth::worth_of(table, pos, action, excuse))
        .collect();
    let excused = worths.iter().filter(|&&w| w == Legality::Excused).count();
    let counts = |worth: Legality| match worth {
        Legality::Legal => true,
        Legality::Excused => excused >= table.excuses_needed,
        Legality::Illegal => false,
    };
    let mut worths = worths.into_iter();
    actions.retain(|_| worths.next().is_some_and(counts));
    gates::let_in(table, pos, &mut actions, |action| {
        counts(worth::worth_of(table, pos, action, excuse))
    });
    actions
}

/// The part of the turn to which the next movement belongs, where turns ask for movements by their kind.
pub(crate) fn asked_part<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Option<Part> {
    next_part(table, pos, &safe_movements(table, pos)).map(|(part, _)| part)
}

/// The next part of the turn that is possible, where turns ask for parts, and whether a pass may stand for it.
fn next_part<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &[Action]) -> Option<(Part, bool)> {
    let rule = turns::kinds_of_moves(&table.core).filter(|_| !goer::is_going_on(table, pos))?;
    let mut at = *pos;
    loop {
        let asked = at.part(rule);
        let last = asked == Part::Move || at.left <= 1 || rule.leaves_none_out();
        if last || actions.iter().any(|action| rule.suits(asked, action.part())) {
            return Some((asked, last));
        }
        at.set_left(&table.core, at.left - 1);
    }
}

/// Leaves the movements that are the next part of the turn. Returns whether a pass may stand for it.
fn keep_part<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut Vec<Action>) -> bool {
    let (Some(rule), Some((asked, passes))) =
        (turns::kinds_of_moves(&table.core), next_part(table, pos, actions))
    else {
        return true;
    };
    actions.retain(|action| rule.suits(asked, action.part()));
    passes
}

/// Applies the block `rules` of the ruleset, which takes actions away and adds others.
fn restrict<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, passes: bool, actions: &mut Vec<Action>) {
    if restrict_drops(table, pos, actions) {
        return;
    }
    let side = pos.side_to_move;
    // Captures by the opponent's pieces are not meant.
    let captures = |action: &Action| action.captures() && !action.is_control();
    if table.core.restrictions.must_capture[side.index()] && actions.iter().any(captures) {
        actions.retain(captures);
    }
    if goer::is_going_on(table, pos) {
        if goer::may_end_turn(table, pos) && worth::is_legal(table, pos, &pass()) {
            actions.push(pass());
        }
        return;
    }
    if passes {
        add_passes(table, pos, actions);
    }
    // A side without a move for the rest of its turn is done with it.
    if actions.is_empty() && pos.may_rest(&table.core) {
        actions.push(pass());
    }
}

/// Leaves of captures those with which the most pieces can be captured in the turn.
fn keep_most<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut Vec<Action>) {
    let taken: Vec<u32> = actions.iter().map(|action| takes(table, pos, action)).collect();
    let _open = ahead::open();
    let kept = longest(&taken, |i| takes_further(table, pos, &actions[i]));
    let mut kept = kept.into_iter();
    actions.retain(|_| kept.next().unwrap_or(true));
}

/// How many pieces a movement captures; what it captures as one of the opponent's pieces does not count.
fn takes<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> u32 {
    if action.is_control() || action.is_pass() {
        return 0;
    }
    let made = aftermath::before_effects(table, pos, action);
    made.map_or(0, |(_, work, _)| work.count_captured())
}

/// How many pieces can be captured after a movement in the same turn.
fn takes_further<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> u32 {
    let mut after = *pos;
    turn::execute(table, pos, &mut after, action, LossScope::Both);
    let goes_on = after.side_to_move == pos.side_to_move
        && goer::is_going_on(table, &after)
        && after.extra.choices.is_empty();
    if !goes_on {
        return 0;
    }
    ahead::captures(keys::key_of(table, &after), COST, || {
        let actions = safe_movements(table, &after);
        let takes = actions
            .iter()
            .map(|action| (action, takes(table, &after, action)));
        let totals = takes
            .filter(|&(_, count)| count > 0)
            .map(|(action, count)| count + takes_further(table, &after, action));
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
fn add_passes<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut Vec<Action>) {
    let (side, pass) = (pos.side_to_move, pass);
    let faced = table.core.face_off.ends_game && legality::must_part(&table.core, pos);
    match table.core.restrictions.pass[side.index()] {
        Pass::Never => {}
        Pass::Forced => {
            let each = table.core.royalty.rule[side.index()] == RoyalRule::LastOfEach;
            if actions.is_empty()
                && !each
                && !is_mated_if_stuck(table, pos)
                && threat::threatened(table, pos, side) > 0
            {
                actions.push(pass());
            }
        }
        Pass::Stuck => {
            if actions.is_empty() && (faced || worth::worth_of(table, pos, &pass(), false) == Legality::Legal)
            {
                actions.push(pass());
            }
        }
        Pass::Allowed => {
            if faced || worth::worth_of(table, pos, &pass(), false) == Legality::Legal {
                actions.push(pass());
            }
        }
    }
}

/// Whether a side that has nothing to do is in check in the sense that loses at once.
pub(crate) fn is_mated_if_stuck<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let side = pos.side_to_move;
    match table.core.royalty.rule[side.index()] {
        RoyalRule::All | RoyalRule::Last | RoyalRule::LastOfEach => threat::is_threatened(table, pos, side),
        RoyalRule::Any | RoyalRule::Fewer => {
            let royals = table.royal_places(pos, side).len();
            if royals < 2 {
                threat::is_threatened(table, pos, side)
            } else {
                threat::threatened(table, pos, side) == royals
            }
        }
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

/// Takes out drops that give a forbidden check or mate, and actions that are no duty while
/// there is one. Returns whether there is.
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
