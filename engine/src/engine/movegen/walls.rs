//! Walls that moves put on the board. Does not know which moves are legal without a wall: those
//! come from `movegen`.

use super::sink::Sink;
use crate::board::Bits;
use crate::engine::aftermath;
use crate::engine::apply;
use crate::engine::areas;
use crate::engine::attacks;
use crate::engine::compiled::{Drop, WallRule};
use crate::engine::core::Core;
use crate::engine::effect_board::{MoveContext, ReadOnlyBoard};
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::movegen::drops;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::terms::{Area, Place};
use crate::engine::{ahead, trial};
use crate::rules::Part;

/// The squares for a wall once a move has led from one position to another, whether or not royals
/// are safe then.
pub(crate) fn wall_squares<L: Layout>(
    core: &Core<L>,
    rule: &WallRule<L::B>,
    before: &Pos<L>,
    after: &Pos<L>,
    mv: Move,
) -> L::B {
    let us = before.side_to_move;
    let context = match mv.move_type {
        MoveType::Wall => Some(MoveContext::of_nothing(us)),
        // A piece that changes sides or leaves as a consequence is not captured.
        _ if !core.program.is_empty() => {
            aftermath::context(core, after, mv, us, before, apply::captured(core, before, mv))
        }
        _ => aftermath::context(
            core,
            after,
            mv,
            us,
            before,
            aftermath::victims(core, after, mv, us, before),
        ),
    };
    let squares = context.map_or(L::B::EMPTY, |mut context| {
        context.movers &= after.pieces();
        wall_area(core, rule, after, &context)
    });
    // The consequences of the move free no square for a wall.
    if core.program.is_empty() || squares.is_empty() {
        squares
    } else {
        squares & !apply::occupied_by(core, before, mv)
    }
}

/// The same for a plain move that has not been made, if it is enough to know which squares are
/// empty afterwards.
fn walls_after<L: Layout>(core: &Core<L>, rule: &WallRule<L::B>, pos: &Pos<L>, mv: Move) -> Option<L::B> {
    if !core.program.is_empty() || mv.move_type != MoveType::Plain {
        return None;
    }
    let occupancy = (pos.occupancy() & !L::B::bit(mv.from)) | L::B::bit(mv.to);
    let us = pos.side_to_move.index();
    let squares = match &rule.on {
        Area::Squares(sets) => sets[us],
        Area::At(Place::Origin) => L::B::bit(mv.from),
        Area::Around(tables, Place::Mover | Place::Target) => tables[us][usize::from(mv.to)],
        Area::Reach(tables, Place::Mover | Place::Target) => tables[us].from(&core.pool, mv.to, occupancy),
        _ => return None,
    };
    Some(squares & core.board & !occupancy)
}

/// The same by the events of the move.
pub(crate) fn wall_area<L: Layout>(
    core: &Core<L>,
    rule: &WallRule<L::B>,
    pos: &Pos<L>,
    context: &MoveContext<L::B>,
) -> L::B {
    let view = ReadOnlyBoard { core, pos };
    areas::squares_in(core, &rule.on, context, &view) & core.board & !pos.occupancy()
}

/// Whether a position is as safe after any wall as without one. No new wall opens an attack, but a
/// wall that goes may, and so may a condition that depends on walls.
fn any_wall_is_safe<L: Layout>(core: &Core<L>, rule: &WallRule<L::B>, pos: &Pos<L>, after: &Pos<L>) -> bool {
    let (us, them) = (pos.side_to_move, pos.side_to_move.other());
    let asks =
        core.attacking.by_any_means || core.program.loses_royals || core.program.owes || core.has_powers();
    if asks
        || core.attacking.hurdles[them.index()]
        || core.restrictions.bans_any(us)
        || legality::must_part(core, pos)
    {
        return false;
    }
    let mut open = *after;
    if rule.one {
        for old in after.closed().squares() {
            open.toggle_wall(core, old);
        }
    }
    legality::is_safe_after(core, pos, &open, us)
}

/// Whether a piece or wall on a chosen square may matter. It could protect a royal of the side to
/// move, or close a check that the side must not give. It could also block a way on which the turn
/// must continue.
pub(super) fn choices_matter<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let us = pos.side_to_move.index();
    let careful = |drop: &Drop<L::B>| drop.no_check || drop.no_mate;
    if core.reserve.drops[us].iter().any(careful) {
        return true;
    }
    core.program.owes
        || core.program.forbids
        || core.royalty.can_arise[us]
        || core.restrictions.bans_any(pos.side_to_move)
        || !pos.royals(core, pos.side_to_move).is_empty()
}

/// All turns that only put a wall on a square.
pub(super) fn only_walls<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    rule: &WallRule<L::B>,
    sink: &mut dyn Sink<L>,
) {
    if rule.not_in_check && attacks::in_check(core, pos, pos.side_to_move) {
        return;
    }
    let squares = wall_squares(core, rule, pos, pos, Move::only_wall(0));
    let alike = !core.program.forbids && !core.program.ends;
    let safe = alike && !squares.is_empty() && any_wall_is_safe(core, rule, pos, pos);
    for square in squares.squares() {
        if sink.is_full() {
            return;
        }
        let mv = Move::only_wall(square);
        if safe || trial::is_legal_by_making(core, pos, mv) {
            sink.one(mv);
        }
    }
}

/// Passes on each move with every wall that it may put.
pub(super) struct Walling<'a, L: Layout> {
    pub(super) core: &'a Core<L>,
    pub(super) pos: &'a Pos<L>,
    pub(super) rule: &'a WallRule<L::B>,
    /// Whether the legality of a move depends on events after its wall.
    pub(super) judged: bool,
    pub(super) sink: &'a mut dyn Sink<L>,
}

impl<L: Layout> Sink<L> for Walling<'_, L> {
    fn one(&mut self, mv: Move) {
        let (core, pos) = (self.core, self.pos);
        if mv.move_type == MoveType::Pass {
            return self.sink.one(mv);
        }
        // If one legal move is enough, a move with its walls would be as expensive as a whole
        // listing.
        if self.sink.is_full() {
            return;
        }
        ahead::step();
        let squares = walls_after(core, self.rule, pos, mv)
            .unwrap_or_else(|| wall_squares(core, self.rule, pos, &apply::made(core, pos, mv), mv));
        // A wall may close the line of a check that a drop may not give.
        let careful = drops::careful_drop(core, mv, pos.side_to_move);
        if let Some(drop) = careful {
            for mv in squares.squares().map(|square| mv.choosing(square)) {
                if self.sink.is_full() {
                    return;
                }
                if trial::is_legal_by_making(core, pos, mv) && drops::is_allowed(core, pos, drop, mv) {
                    self.sink.one(mv);
                }
            }
            return;
        }
        let alike = !core.program.forbids && !core.program.ends;
        let any_is_safe = || {
            let mut after = *pos;
            apply::advance_so(core, &mut after, mv, pos, false);
            any_wall_is_safe(core, self.rule, pos, &after)
        };
        if !self.judged || (alike && !squares.is_empty() && any_is_safe()) {
            return self.sink.choices(mv, squares);
        }
        for square in squares.squares() {
            if self.sink.is_full() {
                return;
            }
            let mv = mv.choosing(square);
            if trial::is_legal_by_making(core, pos, mv) {
                self.sink.one(mv);
            }
        }
    }

    fn choices(&mut self, _: Move, _: L::B) {}

    fn is_empty(&self) -> bool {
        self.sink.is_empty()
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn wants(&self, part: Part) -> bool {
        self.sink.wants(part)
    }
}
