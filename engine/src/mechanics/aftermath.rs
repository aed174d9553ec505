//! The consequences of a movement, automatic or chosen with it: effects, gains of captors, walls.
//! Knows neither which movements are legal nor when a turn ends.

use super::action::{Action, Step};
use super::effect_board::{Table, movers};
use super::mechanic::Mechanics;
use super::pending::{LossScope, Pending};
use crate::board::Bits;
use crate::engine::compiled::{NONE, WallRule};
use crate::engine::effect_board::MoveContext;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::follow;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::walls;
use crate::engine::position::Pos;
use crate::mechanics::{goer, perform};

/// Carries out the consequences that the flat rules add to a movement of a unit that has ended at a
/// place. They are the captor's gain, the effects of a capture around it, and changes of side.
/// Returns the squares of which there was a choice. `before` is the position before the movement,
/// if effects look back.
pub(super) fn aftermath<L: FullLayout>(
    table: &Mechanics<L>,
    (pos, before): (&mut Pos<L>, Option<&Pos<L>>),
    action: &Action,
    (mover, at): (Unit, Place),
    watch: LossScope,
    work: &mut Pending,
) -> L::B {
    gain(table, pos, action, (mover, at), work.gained());
    // The consequences of a movement attack nothing.
    if table.core.program.is_empty() || !watch.is_real() {
        return L::B::EMPTY;
    }
    let Some(mut context) = context(table, action, (mover, at), work) else {
        return L::B::EMPTY;
    };
    // A unit that has left the board, lost its square to others, or changed sides is no longer a
    // mover.
    let mut there = pos.bases(context.side);
    if action.hits().is_none() {
        let here = L::B::bit(at.square);
        there = if pos.unit(at).has(Unit::MOVER) {
            there | here
        } else {
            there & !here
        };
    }
    context.movers &= there;
    context.entered &= there;
    if let Some(before) = before {
        let (mut there, mut idle) = (*before, Pending::default());
        let board = Table::of_end(table, &mut there, context.side, &mut idle);
        follow::look_back(&table.core, &mut context, &board);
    }
    let mut board = Table::new(table, pos, (at, action.hits()), context.side, work);
    follow::carry_out(&table.core, &mut context, &mut board);
    work.forbidden |= context.forbidden;
    context.choices
}

/// Carries out the effects at the end of a turn.
pub(super) fn follow_turn<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>) {
    let (side, number, mut work) = (state.side_to_move, state.fullmove, Pending::default());
    let mut board = Table::of_end(table, state, side, &mut work);
    follow::carry_out(&table.core, &mut MoveContext::of_end(side, number), &mut board);
    if work.is_stirred() {
        state.halfmove = 0;
    }
}

/// The context of effects for a movement of a unit that has ended at a place.
pub(super) fn context<L: FullLayout>(
    table: &Mechanics<L>,
    action: &Action,
    (mover, at): (Unit, Place),
    work: &Pending,
) -> Option<MoveContext<L::B>> {
    let dropped = action.dropped();
    let origin = match dropped {
        Some((_, square)) => Place::ground(square),
        None => action.actor()?,
    };
    let hit = action.hits();
    let target = hit.unwrap_or(at.square);
    let side = if action.is_control() {
        mover.side().other()
    } else {
        mover.side()
    };
    let (captured, victim) = work.captured(target, side);
    let movers = movers(&table.core, action, at);
    let stays = hit.is_some() || action.fires();
    Some(MoveContext {
        side,
        kind: mover.kind(),
        origin: origin.square,
        target,
        movers,
        entered: if stays { L::B::EMPTY } else { movers },
        captured,
        victim,
        hit: work.hit(),
        dropped: dropped.is_some(),
        taken: work.taken(),
        chosen: action.choice().unwrap_or(NONE),
        choices: L::B::EMPTY,
        forbidden: false,
        ended: 0,
        unmet: Default::default(),
    })
}

/// All movements, each with the squares that it may choose: for walls, for walls instead of a move,
/// and for pieces that effects put on the board.
pub(super) fn with_choices<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    actions: Vec<Action>,
) -> Vec<Action> {
    let mut all = Vec::new();
    let with = |all: &mut Vec<Action>, action: &Action, squares: L::B| {
        for square in squares.squares() {
            let mut action = action.clone();
            action.steps.push(Step::Choose(square));
            all.push(action);
        }
    };
    if table.core.program.chooses.is_some() {
        for action in actions {
            let choices = choices(table, pos, &action);
            if choices.is_empty() {
                all.push(action);
            } else {
                with(&mut all, &action, choices);
            }
        }
        return all;
    }
    let Some(rule) = &table.core.walls else {
        return actions;
    };
    if rule.instead {
        if goer::is_going_on(table, pos) {
            return actions;
        }
        let squares = walls::wall_area(&table.core, rule, pos, &MoveContext::of_nothing(pos.side_to_move));
        all = actions;
        with(&mut all, &Action::movement([]), squares);
        return all;
    }
    for action in &actions {
        with(&mut all, action, wall_squares(table, rule, pos, action));
    }
    all
}

/// Whether a movement that brings in another unit can still make its choice, or makes none. The new
/// unit is on the board by then.
pub(super) fn may_still_choose<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> bool {
    let alone = action.without_choice();
    let squares = if let Some(rule) = table.core.walls.as_ref().filter(|rule| !rule.instead) {
        wall_squares(table, rule, pos, &alone)
    } else if table.core.program.chooses.is_some() {
        choices(table, pos, &alone)
    } else {
        return true;
    };
    match action.choice() {
        Some(square) => squares.has(square),
        None => squares.is_empty(),
    }
}

/// A position in which a movement has been made, before its consequences, and the unit that
/// arrived with its place.
pub(super) fn before_effects<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
) -> Option<(Pos<L>, Pending, (Unit, Place))> {
    let (mut after, mut work) = (*pos, Pending::default());
    let mover = match action.dropped() {
        Some((kind, _)) => Unit::new(kind, pos.side_to_move),
        None => pos.unit(action.actor()?),
    };
    let end = goer::arrive_at(table, &mut after, action, &mut work)?;
    Some((after, work, (mover, end)))
}

/// The squares of which there is a choice with a movement, whether royals are safe afterwards or
/// not.
pub(super) fn choices<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> L::B {
    let Some((mut after, mut work, arrived)) = before_effects(table, pos, action) else {
        return L::B::EMPTY;
    };
    let before = looked_back(table, pos);
    aftermath(
        table,
        (&mut after, before.as_ref()),
        action,
        arrived,
        LossScope::Both,
        &mut work,
    )
}

/// A position before a movement, if effects look back to it.
pub(super) fn looked_back<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Option<Pos<L>> {
    table.core.program.looks_back.then_some(*pos)
}

/// The squares on which a movement may put a wall: those that are empty once all its
/// consequences are carried out.
fn wall_squares<L: FullLayout>(
    table: &Mechanics<L>,
    rule: &WallRule<L::B>,
    pos: &Pos<L>,
    action: &Action,
) -> L::B {
    let Some((mut after, mut work, arrived)) = before_effects(table, pos, action) else {
        return L::B::EMPTY;
    };
    let context = context(table, action, arrived, &work);
    // The consequences of the movement free no square for a wall.
    let before = after.occupied();
    let looked_back = looked_back(table, pos);
    let both = (&mut after, looked_back.as_ref());
    aftermath(table, both, action, arrived, LossScope::Both, &mut work);
    perform::unmark(&mut after);
    context.map_or(L::B::EMPTY, |context| {
        let context = MoveContext {
            movers: context.movers & after.pieces(),
            ..context
        };
        walls::wall_area(&table.core, rule, &after, &context) & !before
    })
}

/// The captor gains the tags that the captured piece carried and leaves behind.
pub(super) fn gain<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    action: &Action,
    (mover, at): (Unit, Place),
    gained: u8,
) {
    let Some(tagging) = &table.core.tagging else {
        return;
    };
    let shoots = table.core.has_shots() && action.hits().is_some();
    let takes = action.fires() || shoots || tagging.takers >> mover.kind() & 1 == 1;
    let mut captor = pos.unit(at);
    if takes && gained != 0 && captor.exists() && captor.has(Unit::MOVER) {
        captor.tags |= gained & !tagging.leaves[usize::from(captor.kind())];
        pos.replace(&table.core, at, captor);
    }
}
