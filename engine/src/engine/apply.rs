//! Makes moves: the position after a move. Knows neither which moves are legal nor how they are
//! listed. The consequences of a move besides its own action come from `aftermath`.

use super::aftermath::Ground;
use super::chain::{Chain as _, Continuation};
use super::compiled::{NONE, Special};
use super::core::Core;
use super::effect_board::MoveContext;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::trial;
use crate::board::{Bits, Square};
use crate::engine::aftermath;
use crate::engine::attacks;
use crate::engine::fire;
use crate::engine::follow;
use crate::engine::gates;
use crate::engine::position::turns;
use crate::engine::powers;
use crate::rules::{Modes, Side};

/// The changes that a move has made so far.
struct Trace<B> {
    /// The squares that pieces have left or entered.
    touched: B,
    /// Whether the halfmove clock restarts.
    resets: bool,
}

/// The position after a move. The move must be one that was generated for this position.
#[inline]
#[must_use]
pub(crate) fn after<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> Pos<L> {
    let mut next = *pos;
    advance(core, &mut next, mv, pos);
    next
}

/// Makes a move in a copy of the position `before`, in its place. A value that is returned would be
/// copied right after it has been written bit by bit, for which processors have to wait.
#[inline]
pub(crate) fn advance<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, before: &Pos<L>) {
    advance_so(core, pos, mv, before, true);
}

/// The same. If `asked` is false, an optional continuation of the turn is not tested, and the turn
/// ends. The legality of the move does not depend on it. Returns whether a consequence makes the
/// move impossible.
#[inline(always)]
pub(crate) fn advance_so<L: Layout>(
    core: &Core<L>,
    pos: &mut Pos<L>,
    mv: Move,
    before: &Pos<L>,
    asked: bool,
) -> bool {
    let us = before.side_to_move;
    let mut forbidden = false;
    carry_out(core, pos, mv, before);
    if L::RICH {
        forbidden = aftermath::aftermath(core, pos, mv, us, before).forbidden;
        if mv.chosen != NONE && core.walls.is_some() {
            pos.put_wall(core, mv.chosen);
        }
        if core.turns.is_some() {
            pos.keep_earlier(core, mv, before);
        } else if core.tracks_passers {
            // The passed squares alone give the piece.
            pos.en_passant_victim = NONE;
        }
    }
    if L::RICH && core.most_passes > 0 {
        count_passes(core, pos, mv.is_pass());
    }
    if L::RICH
        && turns::kinds_of_moves(core).is_some()
        && !mv.is_pass()
        && before.chain.continuation().is_none()
    {
        pos.skip_to(core, mv.part());
    }
    if !(L::RICH && pos.chain.is_on() && goes_on(core, pos, mv, before, asked)) {
        end_move(core, pos, mv, us);
    }
    if core.check_goal[us.index()].is_some() && attacks::gives_check(core, pos, us) {
        let left = pos.checks[us.index()];
        pos.checks[us.index()] = left.saturating_sub(1);
        pos.hash ^= core.keys.checks(us.index(), left) ^ core.keys.checks(us.index(), pos.checks[us.index()]);
    }
    forbidden
}

/// Continues the turn of the side, or gives the turn to the other side.
#[inline(always)]
fn end_move<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side) {
    match &core.turns {
        Some(rule) if L::RICH => {
            let checks = pos.left > 1 && rule.check_ends() && attacks::gives_check(core, pos, us);
            let ended = checks || mv.is_pass();
            if core.program.ends && (ended || pos.left <= 1) {
                end_turn(core, pos, us);
            }
            pos.end_part(core, ended);
        }
        _ => {
            if L::RICH && core.program.ends {
                end_turn(core, pos, us);
            }
            pos.hand_over(core);
        }
    }
}

/// Carries out the consequences of the end of a side's turn.
#[inline(never)]
pub(crate) fn end_turn<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, us: Side) {
    let number = pos.fullmove;
    follow::carry_out(
        core,
        &mut MoveContext::of_end(us, number),
        &mut Ground { core, pos },
    );
    let own = pos.sides[us.index()];
    pos.forget_passed(core, |victim| own.has(victim));
    if core.tracks_passers {
        // The passed squares alone give the piece.
        pos.en_passant_victim = NONE;
    }
}

/// Whether the turn continues with one piece, as the consequences of the move have decided.
#[inline(never)]
fn goes_on<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, before: &Pos<L>, asked: bool) -> bool {
    let Some(mut continuation) = pos.chain.continuation() else {
        return false;
    };
    let us = before.side_to_move;
    if !pos.sides[us.index()].has(continuation.square()) {
        step_off(core, pos, continuation, us);
        return false;
    }
    let rule = core.chain_rule(&continuation);
    if rule.rule.once {
        let seen = before
            .chain
            .continuation()
            .map_or(L::B::EMPTY, |before| before.seen);
        continuation.seen = seen | L::B::bit(mv.from);
    }
    if rule.rule.turning {
        continuation.last = Some(mv.from);
    }
    pos.set_going(core, Some(continuation));
    if rule.is_owed() || ((asked || core.program.ends_matter) && trial::can_go_on(core, pos)) {
        // Squares passed in the middle of a turn are not exposed.
        if core.turns.is_some() {
            let own = pos.sides[us.index()];
            pos.keep_en_passant(core, |_, victim| !own.has(victim));
        } else {
            pos.clear_en_passant(core);
        }
        return true;
    }
    pos.set_going(core, None);
    false
}

/// Handles a turn that does not continue: the piece that waited below takes the square, if nothing
/// else stands there.
fn step_off<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, continuation: Continuation<L::B>, us: Side) {
    pos.set_going(core, None);
    if let Some(unit) = continuation
        .below()
        .filter(|_| !pos.occupancy().has(continuation.square()))
    {
        pos.put_with(core, unit.kind(), us, continuation.square(), unit.tags);
        pos.cover(core, continuation.square());
    }
}

/// The squares that the side to move may choose with a move, whether royals are safe afterwards or
/// not.
pub(crate) fn choices_after<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> L::B {
    let mut next = *pos;
    carry_out(core, &mut next, mv, pos);
    aftermath::aftermath(core, &mut next, mv, pos.side_to_move, pos).choices
}

/// The position after a move with all its consequences, before anything is counted: the same side
/// is to move.
pub(crate) fn made<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> Pos<L> {
    let mut next = *pos;
    carry_out(core, &mut next, mv, pos);
    aftermath::aftermath(core, &mut next, mv, pos.side_to_move, pos);
    next
}

/// Counts the passes that have followed each other, as far as the rules depend on them.
pub(crate) fn count_passes<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, passed: bool) {
    let before = pos.passes;
    pos.passes = if passed {
        core.most_passes.min(before.saturating_add(1))
    } else {
        0
    };
    pos.hash ^= core.keys.passes(before) ^ core.keys.passes(pos.passes);
}

/// The squares that are occupied or closed once the move itself is made and before its
/// consequences.
pub(crate) fn occupied_by<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> L::B {
    let mut next = *pos;
    carry_out(core, &mut next, mv, pos);
    next.occupancy()
}

/// The squares whose pieces a move captures by itself, without its consequences.
pub(crate) fn captured<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> L::B {
    let mut next = *pos;
    carry_out(core, &mut next, mv, pos);
    aftermath::victims(core, &next, mv, pos.side_to_move, pos)
}

/// Carries out a move without its consequences; the side that has moved is still to move.
#[inline(always)]
pub(super) fn carry_out<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, before: &Pos<L>) {
    if !before.en_passant_squares.is_empty() {
        pos.clear_en_passant(core);
    }
    pos.halfmove = pos.halfmove.saturating_add(1);
    let entering = gates::entering(core, mv);
    let mv = if entering.is_some() { mv.plainly() } else { mv };
    if mv.move_type == MoveType::Plain {
        plain(core, pos, mv, before.side_to_move, before);
    } else {
        special(core, pos, mv, before.side_to_move, before);
    }
    if let Some((kind, square)) = entering {
        pos.drop(core, before.side_to_move, kind, square);
        pos.cover(core, square);
    }
    if L::RICH
        && let Some(continuation) = before.chain.continuation()
    {
        step_off(core, pos, continuation, before.side_to_move);
    }
}

#[inline(always)]
fn plain<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side, before: &Pos<L>) {
    let code = pos.board.as_ref()[usize::from(mv.from)];
    let kind = code >> 1;
    let tags = pos.carried(core, mv.from);
    let light = tags == 0 && !(L::RICH && core.tagging.is_some());
    let captured = pos.remove(core, mv.to);
    if mv.promotion == NONE && mv.from != mv.to && light {
        pos.go(core, code, mv.from, mv.to);
    } else {
        pos.remove(core, mv.from);
        land(core, pos, mv, us, (kind, tags));
    }
    if !pos.castling.is_empty() {
        pos.lose_rights(
            core,
            core.castling.loss[usize::from(mv.from)] | core.castling.loss[usize::from(mv.to)],
        );
    }
    if captured || core.moving.resets[us.index()] >> kind & 1 == 1 {
        pos.halfmove = 0;
    }
    if core.uses_initial {
        pos.mark_moved(core, L::B::bit(mv.from) | L::B::bit(mv.to));
    }
    let exposes = !captured || (L::RICH && core.restrictions.exposed_captures[us.index()]);
    if exposes
        && core.moving.exposing[us.index()].may_be(kind, mv.from, mv.to)
        && !turns::goes_by_ways(core, before)
    {
        let squares = powers::exposed_by(core, before, mv);
        if !squares.is_empty() {
            pos.expose(core, squares, mv.to);
        }
    }
}

fn special<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side, before: &Pos<L>) {
    if matches!(mv.move_type, MoveType::Pass | MoveType::Wall) {
        return;
    }
    let whose = mv.owner(us);
    let mover = pos.piece(mv.from).and_then(|(kind, _)| core.mover(whose, kind));
    let mut trace = Trace {
        touched: L::B::EMPTY,
        resets: mover.is_some_and(|m| m.resets_clock),
    };
    match mv.move_type {
        MoveType::Plain | MoveType::Pass | MoveType::Wall | MoveType::Listed(..) => {}
        MoveType::Control => lead(core, pos, mv, whose, &mut trace),
        MoveType::Drop => {
            pos.drop(core, us, mv.promotion, mv.to);
            trace.touched |= L::B::bit(mv.to);
            trace.resets = true;
        }
        MoveType::EnPassant => {
            let victim = victim_of(before, mv);
            trace.touched |= L::B::bit(victim);
            pos.remove(core, victim);
            trace.touched |= carry(core, pos, mv, us);
            trace.resets = true;
            expose_in_passing(core, pos, mv, us, before);
        }
        MoveType::Castle(index) => trace.touched |= castle(core, pos, usize::from(index), us),
        MoveType::InPlace => {
            promote_in_place(core, pos, mv, us);
            trace.touched |= L::B::bit(mv.from) | L::B::bit(mv.to);
        }
        MoveType::Exchange => trace.touched |= exchange(core, pos, mv),
        MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_) => {
            for square in fire::victims(core, before, mv).squares() {
                take(core, pos, square, &mut trace);
            }
        }
        MoveType::Special(index, mode) => {
            let Some(path) = powers::special(core, before, mv.from, index) else {
                return;
            };
            go_along(core, pos, mv, (path, mode), before, &mut trace);
        }
    }
    if trace.resets {
        pos.halfmove = 0;
    }
    let squares = trace.touched.squares();
    let lost = squares.fold(L::Rights::EMPTY, |lost, s| {
        lost | core.castling.loss[usize::from(s)]
    });
    pos.lose_rights(core, lost);
    if L::RICH && mv.move_type == MoveType::Drop {
        pos.gain_rights(core, us, mv.to);
    }
    if core.uses_initial {
        pos.mark_moved(core, trace.touched);
    }
}

/// A piece becomes another kind on its square, or on a square to which it moves with that.
fn promote_in_place<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side) {
    let tags = core.grown(pos.carried(core, mv.from), mv.promotion);
    if let (true, Some((kind, _))) = (core.reserve.promotes, pos.piece(mv.from)) {
        pos.take_promoted(core, us, kind, mv.promotion);
    }
    pos.remove(core, mv.from);
    pos.put_with(core, mv.promotion, us, mv.to, tags);
}

/// The square of the piece that a move captures en passant.
fn victim_of<L: Layout>(pos: &Pos<L>, mv: Move) -> Square {
    if L::RICH {
        pos.victim_at(mv.to)
    } else {
        pos.en_passant_victim
    }
}

/// Moves a piece of the side `whose` by a move of the other side.
fn lead<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, whose: Side, trace: &mut Trace<L::B>) {
    trace.resets |= pos.remove(core, mv.to);
    trace.touched |= carry(core, pos, mv, whose);
}

/// Captures the piece on a square, if there is one.
fn take<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, square: Square, trace: &mut Trace<L::B>) {
    trace.touched |= L::B::bit(square);
    trace.resets |= pos.remove(core, square);
}

/// Castles. Returns the squares that were left and entered.
fn castle<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, index: usize, us: Side) -> L::B {
    let castle = &core.castling.all[index];
    let (king, rook) = (
        pos.carried(core, castle.king_from),
        pos.carried(core, castle.rook_from),
    );
    pos.remove(core, castle.king_from);
    pos.remove(core, castle.rook_from);
    pos.put_with(core, castle.king, us, castle.king_to, king);
    pos.put_with(core, castle.rook, us, castle.rook_to, rook);
    pos.lose_rights(core, castle.bars);
    let squares = [castle.king_from, castle.king_to, castle.rook_from, castle.rook_to];
    squares.into_iter().fold(L::B::EMPTY, |set, s| set | L::B::bit(s))
}

/// Moves along a special path, with its captures.
fn go_along<L: Layout>(
    core: &Core<L>,
    pos: &mut Pos<L>,
    mv: Move,
    (path, mode): (&Special<L::B>, Modes),
    before: &Pos<L>,
    trace: &mut Trace<L::B>,
) {
    let us = before.side_to_move;
    for &square in &path.captures {
        take(core, pos, square, trace);
    }
    if mode.swaps() {
        trace.touched |= exchange(core, pos, mv);
    } else if path.rifle {
        take(core, pos, mv.to, trace);
    } else {
        if mode == Modes::EN_PASSANT {
            take(core, pos, victim_of(before, mv), trace);
        }
        if mv.to != mv.from {
            trace.resets |= pos.remove(core, mv.to);
        }
        trace.touched |= carry(core, pos, mv, us);
    }
    let takes = mode == Modes::CAPTURE && core.restrictions.exposed_captures[us.index()];
    if (mode == Modes::QUIET || takes) && !path.exposed.is_empty() {
        pos.expose(core, path.exposed, mv.to);
    }
    if mode == Modes::EN_PASSANT {
        expose_in_passing(core, pos, mv, us, before);
    }
}

/// Exposes the squares that a quiet move to the same square would expose, after a capture en
/// passant, if captures expose squares.
fn expose_in_passing<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side, before: &Pos<L>) {
    if L::RICH && core.restrictions.exposed_captures[us.index()] {
        let squares = powers::exposed_by(core, before, mv);
        if !squares.is_empty() {
            pos.expose(core, squares, mv.to);
        }
    }
}

/// Moves the piece itself, promoting it if the move says so. Returns the squares it left and
/// entered.
fn carry<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side) -> L::B {
    if let Some((kind, _)) = pos.piece(mv.from) {
        let tags = pos.carried(core, mv.from);
        pos.remove(core, mv.from);
        land(core, pos, mv, us, (kind, tags));
    }
    L::B::bit(mv.from) | L::B::bit(mv.to)
}

/// Puts a piece that has left its square, with its tags, on the end of the move, promoted if the
/// move says so.
#[inline(always)]
fn land<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move, us: Side, (kind, tags): (u8, u8)) {
    let (becomes, tags) = if mv.promotion == NONE {
        (kind, tags)
    } else {
        if L::RICH && core.reserve.promotes {
            pos.take_promoted(core, us, kind, mv.promotion);
        }
        (mv.promotion, core.grown(tags, mv.promotion))
    };
    pos.put_with(core, becomes, us, mv.to, tags);
}

/// Two pieces change places. Returns their squares.
fn exchange<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, mv: Move) -> L::B {
    let lift = |pos: &mut Pos<L>, square: Square| {
        let piece = (pos.piece(square), pos.carried(core, square));
        pos.remove(core, square);
        piece
    };
    let pieces = [lift(pos, mv.from), lift(pos, mv.to)];
    for (square, (piece, tags)) in [(mv.to, pieces[0]), (mv.from, pieces[1])] {
        if let Some((kind, side)) = piece {
            pos.put_with(core, kind, side, square, tags);
        }
    }
    L::B::bit(mv.from) | L::B::bit(mv.to)
}
