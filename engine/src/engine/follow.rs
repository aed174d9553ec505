//! Carries out effects: the automatic consequences of a move, act by act. Knows no board except
//! through [`EffectBoard`]: it may be the flat position, or one on which pieces fall after
//! removals.

use super::acts::{Act, Keep, Line, Put, Shift};
use super::chain::Continuation;
use super::compiled::NONE;
use super::core::Core;
use super::effect_board::{BoardQuery, EffectBoard, MoveContext};
use super::extra_state::Unit;
use super::layout::Layout;
use super::position::Pos;
use super::terms::{Group, Onward, Proviso};
use crate::board::{Bits, Square};
use crate::engine::areas;
use crate::rules::Side;
use smallvec::SmallVec;

/// Carries out all effects of a move. Of the effects that continue the turn, the last one counts,
/// when everything else is done.
pub(crate) fn carry_out<L: Layout>(
    core: &Core<L>,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let mut again = None;
    for &number in core
        .program
        .numbers(context.side, context.kind, context.ended != 0)
    {
        let effect = &core.program.effects[usize::from(number)];
        if !effect.follows(context) || context.unmet.contains(&number) {
            continue;
        }
        let times = if effect.repeat { core.board.count() } else { 1 };
        for _ in 0..times {
            if !is_so(core, effect.condition.as_ref(), context, stage) {
                break;
            }
            let before = effect.repeat.then(|| *stage.pos());
            for act in &effect.acts {
                match act {
                    Act::Again(rule) => again = Some(*rule),
                    _ => act_on(core, act, context, stage),
                }
            }
            if before.is_some_and(|before| before.stands_as(stage.pos())) {
                break;
            }
        }
    }
    if let Some(rule) = again {
        go_again(core, rule, context, stage);
    }
}

/// Finds the effects of a move whose condition on the position before it is unmet.
pub(crate) fn look_back<L: Layout>(
    core: &Core<L>,
    context: &mut MoveContext<L::B>,
    before: &dyn BoardQuery<L>,
) {
    let there = MoveContext {
        kind: context.kind,
        origin: context.origin,
        target: context.target,
        movers: L::B::bit(context.origin),
        entered: L::B::bit(context.origin),
        ..MoveContext::of_nothing(context.side)
    };
    let numbers = core
        .program
        .numbers(context.side, context.kind, context.ended != 0);
    let mut unmet = SmallVec::new();
    for &number in numbers {
        let effect = &core.program.effects[usize::from(number)];
        if effect.before.is_some()
            && effect.follows(context)
            && !is_so(core, effect.before.as_ref(), &there, before)
        {
            unmet.push(number);
        }
    }
    context.unmet = unmet;
}

/// Whether a condition holds; an empty condition holds.
pub(crate) fn is_so<L: Layout>(
    core: &Core<L>,
    condition: Option<&Proviso<L::B>>,
    context: &MoveContext<L::B>,
    view: &dyn BoardQuery<L>,
) -> bool {
    let exists = |groups: &[Group<L::B>]| !areas::all_of(core, groups, context, view).is_empty();
    condition.is_none_or(|c| (c.present.is_empty() || exists(&c.present)) && !exists(&c.absent))
}

fn act_on<L: Layout>(
    core: &Core<L>,
    act: &Act<L::B>,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    match act {
        Act::Remove(groups) => {
            let squares = areas::all_of(core, groups, context, stage);
            stage.remove(squares);
            context.movers &= !squares;
            context.entered &= !squares;
        }
        Act::Flip(groups) => {
            for square in areas::all_of(core, groups, context, stage).squares() {
                let Some((kind, side)) = stage.pos().piece(square) else {
                    continue;
                };
                if core.can_join(side.other(), kind, square) {
                    stage.replace(square, kind, side.other());
                }
            }
        }
        Act::Moved(groups) => {
            for square in areas::all_of(core, groups, context, stage).squares() {
                if let Some((kind, side)) = stage.pos().piece(square) {
                    stage.replace(square, kind, side);
                }
            }
        }
        Act::Close(areas) => {
            let squares = areas::squares_in_any(core, areas, context, stage) & core.board;
            let standing = squares & stage.pos().pieces();
            stage.remove(standing);
            context.movers &= !standing;
            context.entered &= !standing;
            // A piece that cannot be removed keeps its square open.
            stage.close(squares & !stage.pos().pieces());
        }
        Act::Open(areas) => {
            let squares = areas::squares_in_any(core, areas, context, stage);
            stage.open(squares & stage.pos().closed());
        }
        Act::Hand(whom, keep) => hand_over(core, whom.as_deref(), *keep, context, stage),
        Act::Put(put) => put_piece(core, put, context, stage),
        Act::Shift(shift) => shift_pieces(core, shift, context, stage),
        Act::Carry(whom, by) => carry(core, whom, &by[context.side.index()], context, stage),
        Act::Forbid => context.forbidden = true,
        // It is carried out at the end of all effects.
        Act::Again(_) => {}
        Act::Become(groups, kind) => {
            let kind = if *kind == NONE { context.victim } else { *kind };
            if kind != NONE {
                turn_into(core, groups, kind, context, stage);
            }
        }
    }
}

/// Turns pieces into another kind, if such a piece of their side could stand there.
fn turn_into<L: Layout>(
    core: &Core<L>,
    groups: &[Group<L::B>],
    kind: u8,
    context: &MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    for square in areas::all_of(core, groups, context, stage).squares() {
        let Some((old, side)) = stage.pos().piece(square) else {
            continue;
        };
        if old != kind && core.can_be(side, kind, square) {
            stage.replace(square, kind, side);
        }
    }
}

/// Moves pieces along lines.
fn shift_pieces<L: Layout>(
    core: &Core<L>,
    shift: &Shift<L::B>,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let meant = areas::all_of(core, std::slice::from_ref(&shift.whom), context, stage);
    let places = areas::squares_of(core, shift.place, stage.pos(), context);
    for place in places.squares() {
        for line in &shift.lines[context.side.index()][usize::from(place)] {
            let Some((from, to, kind)) = shifted(core, shift.toward, line, meant, stage.pos()) else {
                continue;
            };
            stage.shift(from, to, kind);
            context.follow(from, to);
        }
    }
}

/// Carries pieces along a movement.
fn carry<L: Layout>(
    core: &Core<L>,
    whom: &Group<L::B>,
    by: &Onward<L::B>,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let leads = |from: Square, pos: &Pos<L>| {
        by.reach.from(&core.pool, from, pos.occupancy()) & core.board & !pos.occupancy()
    };
    for from in areas::all_of(core, std::slice::from_ref(whom), context, stage).squares() {
        let pos = stage.pos();
        let Some((old, side)) = pos.piece(from) else {
            continue;
        };
        let free = core.board & !pos.occupancy();
        let mut found = None;
        for end in &by.ends[usize::from(from)] {
            if free.has(end.square) && end.holds(pos.occupancy()) {
                found = arrives(core, side, old, end.square, pos).map(|kind| (end.square, kind));
                if found.is_some() {
                    break;
                }
            }
        }
        let Some((to, kind)) = found else {
            continue;
        };
        let passed = stage.exposed(from);
        stage.shift(from, to, kind);
        if !passed.is_empty() {
            let pos = stage.pos();
            let further = passed | passed.spread(|s| leads(s, pos));
            stage.expose(further & !pos.occupancy(), to);
        }
        context.follow(from, to);
    }
}

/// The first piece on a line, if it belongs to the group and can move: its start, its end, and its
/// kind there.
fn shifted<L: Layout>(
    core: &Core<L>,
    toward: bool,
    line: &Line,
    meant: L::B,
    pos: &Pos<L>,
) -> Option<(Square, Square, u8)> {
    let (occupancy, squares) = (pos.occupancy(), &line.squares);
    let at = squares.iter().position(|&s| occupancy.has(s))?;
    let from = squares[at];
    if at < line.from || at >= line.to || !meant.has(from) {
        return None;
    }
    let (kind, side) = pos.piece(from)?;
    let comes = |&to: &Square| Some((from, to, arrives(core, side, kind, to, pos)?));
    if toward {
        return squares[..at].iter().find_map(comes);
    }
    let behind = &squares[at + 1..];
    let free = behind.iter().position(|&s| occupancy.has(s));
    behind[..free.unwrap_or(behind.len())]
        .iter()
        .rev()
        .find_map(comes)
}

/// The kind as which a piece comes to a square that it has not chosen; `None` if it cannot stand
/// there.
fn arrives<L: Layout>(core: &Core<L>, side: Side, kind: u8, square: Square, pos: &Pos<L>) -> Option<u8> {
    if core.can_be(side, kind, square) {
        return Some(kind);
    }
    if core.royalty.kinds.iter().any(|list| list.contains(&kind)) {
        return None;
    }
    let there = |kind: u8| pos.kind(kind) & pos.sides[side.index()];
    let mover = core.moving.movers[side.index()].iter().find(|m| m.kind == kind)?;
    for promotion in &mover.promotions {
        if !promotion.always().has(square) {
            continue;
        }
        for (to, limit, held) in promotion.kinds() {
            // A piece that would have to come from a hand comes only by moves.
            if held.is_none() && core.can_join(side, to, square) && there(to).count() < limit {
                return Some(to);
            }
        }
    }
    None
}

/// Continues the turn with the piece that has moved, or with its victim above it. If two pieces
/// have moved at once, the piece that moved by itself continues: the first of a castling or of a
/// change of places.
fn go_again<L: Layout>(
    core: &Core<L>,
    rule: u8,
    context: &MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let side = context.side;
    let own = context.movers & stage.pos().sides[side.index()];
    let first = own & L::B::bit(context.target);
    let mut movers = if first.is_empty() { own } else { first }.squares();
    let (Some(square), None) = (movers.next(), movers.next()) else {
        return;
    };
    if !core.program.chains[usize::from(rule)].is_of_victims() {
        return stage.go_on(Continuation::new(rule, square));
    }
    if context.victim != NONE && core.can_join(side, context.victim, square) {
        stage.go_on_above(rule, square, context.victim);
    }
}

/// Puts pieces on empty squares: pieces of a kind, or captured ones.
fn put_piece<L: Layout>(
    core: &Core<L>,
    put: &Put<L::B>,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let area = areas::squares_in(core, &put.on, context, stage) & core.board;
    let turned = |side: Side| if put.flipped { side.other() } else { side };
    let may_come = |royals_too: bool, side: Side, kind: u8| {
        if royals_too {
            core.where_can_be(side, kind)
        } else {
            core.where_joins(side, kind)
        }
    };
    if let Some(kind) = put.kind {
        let side = turned(context.side);
        let royal = core.royalty.kinds[side.index()].contains(&kind);
        let heir = royal && !put.flipped && is_vacant(core, context, stage.pos());
        let room = area & !stage.pos().occupancy() & may_come(heir, side, kind);
        let squares = if put.chosen { context.choose(room) } else { room };
        let most = if heir { 1 } else { usize::MAX };
        for square in squares.squares().take(most) {
            stage.put(square, kind, side);
        }
        return;
    }
    let taken = std::mem::take(&mut context.taken);
    for unit in taken {
        let (kind, side) = (unit.kind(), turned(unit.side()));
        // A royal comes back only to the side that has captured it, its own.
        let own = core.program.revives && !put.flipped && unit.side() == context.side;
        let room = area & !stage.pos().occupancy() & may_come(own, side, kind);
        let squares = if put.chosen { context.choose(room) } else { room };
        match squares.squares().next() {
            Some(square) => stage.put(square, kind, side),
            // Later acts can still use it.
            None => context.taken.push(unit),
        }
    }
}

/// Whether a royal of the moving side has moved and is no longer royal.
fn is_vacant<L: Layout>(core: &Core<L>, context: &MoveContext<L::B>, pos: &Pos<L>) -> bool {
    let side = context.side;
    core.program.enthrones
        && context.ended == 0
        && core.royalty.kinds[side.index()].contains(&context.kind)
        && (context.movers & pos.royals(core, side)).is_empty()
}

/// Sends pieces to a hand: those of some groups, or captured ones.
fn hand_over<L: Layout>(
    core: &Core<L>,
    groups: Option<&[Group<L::B>]>,
    keep: Keep,
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) {
    let taken = match groups {
        // A piece that goes to a hand is in it: no later act finds it.
        None => std::mem::take(&mut context.taken),
        Some(groups) => pick_up(core, groups, context, stage),
    };
    for unit in taken {
        let kind = if keep.demoted {
            core.demoted(unit.side(), unit.kind(), unit.tags)
        } else {
            unit.kind()
        };
        let side = if keep.flipped {
            unit.side().other()
        } else {
            unit.side()
        };
        if !core.naming.letter(side, kind).is_none() {
            stage.add_to_hand(side, kind);
        }
    }
}

/// Removes the pieces of some groups from the board.
fn pick_up<L: Layout>(
    core: &Core<L>,
    groups: &[Group<L::B>],
    context: &mut MoveContext<L::B>,
    stage: &mut impl EffectBoard<L>,
) -> SmallVec<[Unit; 2]> {
    let squares = areas::all_of(core, groups, context, stage);
    let mut units: SmallVec<[(Square, Unit); 8]> = SmallVec::new();
    for square in squares.squares() {
        if let Some((kind, side)) = stage.pos().piece(square) {
            let mut unit = Unit::new(kind, side);
            unit.tags = stage.pos().carried(core, square);
            units.push((square, unit));
        }
    }
    stage.remove(squares);
    context.movers &= !squares;
    context.entered &= !squares;
    let mut gone = SmallVec::new();
    for &(square, unit) in &units {
        if stage.pos().piece(square) != Some((unit.kind(), unit.side())) {
            gone.push(unit);
        }
    }
    gone
}
