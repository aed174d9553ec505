//! The course of a turn: a movement or an answer is carried out, up to the next decision. Knows
//! neither which of them are legal nor that players may object.

use super::action::{Action, Step};
use super::events::{Answer, Event, Occasion};
use super::mechanic::Mechanics;
use super::pending::{LossScope, Pending};
use super::points::{Points, RULES};
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Choice, Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::engine::promotions::Promote;
use crate::mechanics::trial;
use crate::mechanics::{aftermath, arrival, goer, passed, perform, removal, royals, text};
use crate::rules::{Late, Side};

/// Carries out a movement and its consequences, up to the next decision, in `pos`, a copy of
/// the position `before`. Returns whether it was possible.
pub(crate) fn execute<L: FullLayout>(
    table: &Mechanics<L>,
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
        unit.exists() && table.resets_clock >> unit.kind() & 1 == 1
    });
    let mut work = Pending::default();
    let end = go(table, pos, action, watch, &mut work);
    if !table.core.program.chains.is_empty() {
        let from = action.from().or(action.dropped().map(|(_, square)| square));
        goer::keep_way(table, pos, before, from, watch);
    }
    // An answer may have brought a piece to the square since the wall was chosen.
    if let Some(square) = action
        .choice()
        .filter(|&square| table.core.walls.is_some() && pos.is_empty(square))
    {
        pos.put_wall(&table.core, square);
        removal::close(table, pos, square);
    }
    perform::unmark(pos);
    if table.core.turns.is_some() {
        if action.mv == Some(Move::PASS) {
            pos.set_left(&table.core, 1);
        } else if !goer::is_going_on(table, before) {
            pos.skip_to(&table.core, action.part());
        }
        let square = |place: Option<Place>| place.map(|place| place.square);
        let moved = [square(action.actor()), square(end)];
        passed::keep_earlier(
            table,
            pos,
            before,
            moved,
            text::is_en_passant(table, before, action),
        );
    }
    passed::forget_passed(table, pos);
    pos.halfmove = if resets || work.is_stirred() {
        0
    } else {
        pos.halfmove.saturating_add(1)
    };
    open_choices(pos, &mut work);
    proceed(table, pos, watch);
    end.is_some() && !(work.forbidden && watch.is_of_both())
}

/// Carries out a movement and its consequences by the rules, but not the end of the turn. Returns
/// the place of the unit that has moved, if it was possible.
pub(super) fn go<L: FullLayout>(
    table: &Mechanics<L>,
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
    let before = aftermath::looked_back(table, pos);
    pos.extra.passed.clear();
    pos.clear_en_passant(&table.core);
    let end = goer::arrive_at(table, pos, action, work);
    if let (Some(mover), Some(at), true) = (mover, end, table.has_aftermath()) {
        aftermath::aftermath(table, (pos, before.as_ref()), action, (mover, at), watch, work);
    }
    end
}

fn open_choices<L: FullLayout>(pos: &mut Pos<L>, work: &mut Pending) {
    for choice in work.take_choices() {
        // As many as fit are kept; there are never more pieces of a kind that asks.
        pos.extra.choices.push(choice);
    }
}

/// Carries out a free action. Returns whether it was possible.
pub(crate) fn execute_free<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    action: &Action,
    watch: LossScope,
) -> bool {
    let side = state.side_to_move;
    let mut work = Pending::default();
    let possible = perform::perform(table, state, &action.steps, side, &mut work);
    // It puts a piece on the board, or removes one.
    state.halfmove = 0;
    if ends(table, state, watch) {
        conclude(table, state);
    }
    possible
}

/// Carries out the answer to the first open choice, and its consequences up to the next
/// decision.
pub(crate) fn answer<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    action: &Action,
    watch: LossScope,
) {
    if state.choices().is_empty() {
        return;
    }
    let choice = state.extra.choices.remove(0);
    let mut work = Pending::default();
    match action.steps.first() {
        Some(&Step::Say(number, word)) if number != RULES => {
            let answer = Answer::Choice(state, &mut work, choice, word);
            table.hooks[usize::from(number)].answered(table, answer);
            removal::settle(table, state, &mut work);
        }
        _ => {
            perform::perform(table, state, &action.steps, choice.side, &mut work);
        }
    }
    if work.is_stirred() {
        state.halfmove = 0;
    }
    open_choices(state, &mut work);
    proceed(table, state, watch);
}

/// All answers to the first open choice.
pub(crate) fn answers<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> Vec<Action> {
    let mut out = Vec::new();
    if let Some(&choice) = state.extra.choices.first() {
        answers_to(table, state, choice, &mut out);
    }
    out
}

fn answers_to<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, choice: Choice, out: &mut Vec<Action>) {
    if choice.mechanic != RULES {
        let hook = &table.hooks[usize::from(choice.mechanic)];
        return hook.offers(table, state, Occasion::Choice(choice), out);
    }
    let place = Place::ground(choice.square);
    let unit = state.unit(place);
    let side = unit.side();
    let others = || table.core.restrictions.late_promotions[side.index()] == Late::Mover;
    if unit.exists() && (side == choice.side || others()) && !unit.has(Unit::FIXED) {
        let options = arrival::options(table, state, side, unit.kind(), Some(choice.square));
        out.extend(
            options
                .into_iter()
                .map(|option| Action::answer([Step::At(place), option])),
        );
    }
}

/// Continues to the next decision: open choices, the end of the turn, the next turn.
fn proceed<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, watch: LossScope) {
    loop {
        if ends(table, state, watch) {
            return conclude(table, state);
        }
        if goer::is_going_on(table, state) && goer::has_lost_goer(state) {
            goer::stop(table, state);
        }
        if !state.extra.choices.is_empty() {
            drop_void_choices(table, state);
        }
        if !state.extra.choices.is_empty() {
            return;
        } else if state.extra.ending {
            return pass_turn(table, state, watch);
        } else {
            end_turn(table, state);
        }
    }
}

/// Removes the choices in which there is nothing to choose. A void choice of a hook stays void; the
/// table's own choices may gain possibilities from earlier ones.
fn drop_void_choices<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>) {
    let mut i = 0;
    while let Some(&choice) = state.extra.choices.get(i) {
        let mut answers = Vec::new();
        if i == 0 || choice.mechanic != RULES {
            answers_to(table, state, choice, &mut answers);
        }
        if answers.is_empty() && (i == 0 || choice.mechanic != RULES) {
            state.extra.choices.remove(i);
        } else {
            i += 1;
        }
    }
}

/// Whether the loss of a royal ends the game or the trial.
fn ends<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, watch: LossScope) -> bool {
    match watch {
        LossScope::Both | LossScope::Judged => royals::is_over(table, state),
        LossScope::Only(side) | LossScope::Asked(side) => royals::is_lost(table, state, side),
    }
}

/// Ends a turn: hooks act, and choices open for pieces that have come into their promotion zone by
/// other means than a move.
fn end_turn<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>) {
    state.extra.ending = true;
    let mut work = Pending::default();
    for hook in table.at(Points::TURN_ENDS) {
        hook.happens(table, state, Event::TurnEnds(&mut work));
    }
    if work.is_stirred() {
        state.halfmove = 0;
    }
    let due: Vec<Choice> = promotions_due(table, state).collect();
    for choice in due {
        state.extra.choices.push(choice);
    }
}

/// Choices for pieces that stand on squares on which they must promote.
fn promotions_due<'a, L: FullLayout>(
    table: &'a Mechanics<L>,
    state: &'a Pos<L>,
) -> impl Iterator<Item = Choice> + 'a {
    let due = due_of(table, state, !L::B::EMPTY);
    let squares = if due.is_empty() {
        &[][..]
    } else {
        &table.texts.ordered[..]
    };
    let late = table.core.restrictions.late_promotions;
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

/// The squares, among those of `within`, on which a piece stands that must promote.
fn due_of<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, within: L::B) -> L::B {
    // If only one side promotes late, and no other rule needs the table, the other side's pieces
    // never come to such squares.
    let late = table.core.restrictions.late_promotions;
    let mut all = L::B::EMPTY;
    for side in Side::ALL {
        if table.hooks.is_empty() && late != [Late::Never; Side::COUNT] && !late[side.index()].happens() {
            continue;
        }
        let there = state.bases(side) & table.turn_ends.promotions[side.index()] & within;
        for square in (there & !state.marked(Unit::FIXED)).squares() {
            if let Some((kind, _)) = state.piece(square) {
                all |= L::B::bit(square) & table.turn_ends.due[side.index()][usize::from(kind)];
            }
        }
    }
    all
}

/// Whether a unit stands on a square on which it becomes another at the end of any turn, as soon as
/// there is a kind to become.
pub(super) fn is_due<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, place: Place) -> bool {
    place.index == 0 && !due_of(table, pos, L::B::bit(place.square)).is_empty()
}

/// The square of a piece that would have had to promote at the end of the last turn. A piece
/// waiting in a pool may have come there since.
pub(crate) fn overdue<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> Option<Square> {
    let possible = |choice: &Choice| {
        let mut answers = Vec::new();
        answers_to(table, state, *choice, &mut answers);
        !answers.is_empty()
    };
    // A piece that arrives by other means than a move keeps its kind. A piece that has just become
    // its kind there is asked at the end of the next turn.
    let stuck = |choice: &Choice| {
        let unit = state.base(choice.square);
        let (side, kind) = (unit.side().index(), usize::from(unit.kind()));
        let mut promotions = table.core.moving.movers[side].iter().flat_map(|m| &m.promotions);
        let made =
            |p: &Promote<L::B>| p.to.contains(&unit.kind()) && p.made(table.core.board).has(choice.square);
        table.core.places.must_have_promoted[side][kind].has(choice.square)
            || (table.core.restrictions.late_promotions[side].happens() && !promotions.any(made))
    };
    let mut due = promotions_due(table, state);
    due.find(|choice| !table.keeps_pools && stuck(choice) && possible(choice))
        .map(|choice| choice.square)
}

fn pass_turn<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, watch: LossScope) {
    for hook in table.at(Points::TURNS) {
        hook.happens(table, state, Event::TurnOver);
    }
    state.extra.ending = false;
    if goer::is_going_on(table, state) && trial::goes_on(table, state, watch) {
        return;
    }
    let over = is_turn_over(table, state);
    if over && table.core.program.ends && watch.is_of_both() && !royals::is_over(table, state) {
        aftermath::follow_turn(table, state);
    }
    flip(table, state, over);
}

/// Ends everything, because a royal is lost.
fn conclude<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>) {
    state.extra.choices.clear();
    for hook in table.at(Points::TURNS) {
        hook.happens(table, state, Event::GameOver);
    }
    goer::stop(table, state);
    flip(table, state, is_turn_over(table, state));
}

/// Whether no move of the turn is left, or something ends it.
fn is_turn_over<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> bool {
    let Some(rule) = &table.core.turns else {
        return true;
    };
    let checks = || rule.check_ends() && trial::threatens(table, state, state.side_to_move);
    state.left <= 1 || royals::is_over(table, state) || checks()
}

fn flip<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, over: bool) {
    state.extra.ending = false;
    if table.core.turns.is_none() {
        return state.hand_over(&table.core);
    }
    let side = state.side_to_move;
    state.end_part(&table.core, over);
    if state.side_to_move != side {
        let theirs = state.bases(state.side_to_move);
        state.extra.passed.retain(|&(_, victim)| !theirs.has(victim));
    }
}
