//! The consequences of a move besides the move itself: absorbed movements, and effects, carried out
//! on the flat board. This file knows neither how pieces move nor when a turn ends.

use super::chain::Continuation;
use super::compiled::NONE;
use super::core::Core;
use super::effect_board::{BoardQuery, EffectBoard, MoveContext, ReadOnlyBoard};
use super::extra_state::Unit;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use crate::board::{Bits, Square};
use crate::engine::follow;
use crate::engine::powers;
use crate::engine::targets;
use crate::rules::{Modes, Side};
use smallvec::SmallVec;

/// The result of the consequences of a move.
pub(super) struct Followed<B> {
    /// The squares of which there was a choice.
    pub(super) choices: B,
    /// Whether the move is impossible.
    pub(super) forbidden: bool,
}

impl<B: Bits> Followed<B> {
    /// The result of a move without consequences.
    fn nothing() -> Self {
        Self {
            choices: B::EMPTY,
            forbidden: false,
        }
    }
}

/// Carries out the consequences of a move besides the move itself.
#[inline(always)]
pub(super) fn aftermath<L: Layout>(
    core: &Core<L>,
    pos: &mut Pos<L>,
    mv: Move,
    us: Side,
    before: &Pos<L>,
) -> Followed<L::B> {
    if let Some(tagging) = &core.tagging {
        take_over(core, pos, tagging, mv, us, before);
    }
    if core.program.is_empty() || matches!(mv.move_type, MoveType::Pass | MoveType::Wall) {
        return Followed::nothing();
    }
    let mover = before.piece(mv.from).map(|(kind, _)| kind);
    let quiet = mover.is_some_and(|kind| core.follows(us, kind));
    if let (MoveType::Plain, false, Some(kind)) = (mv.move_type, quiet, mover) {
        let victim = before.piece(mv.to).map(|(kind, _)| kind);
        if !core.program.follows_capture(us, kind, victim) {
            return Followed::nothing();
        }
    }
    follow_up(core, pos, mv, us, before, quiet)
}

/// The same if there may be consequences, and whether there may be some without a capture.
#[inline(never)]
fn follow_up<L: Layout>(
    core: &Core<L>,
    pos: &mut Pos<L>,
    mv: Move,
    us: Side,
    before: &Pos<L>,
    quiet: bool,
) -> Followed<L::B> {
    let victims = victims(core, pos, mv, us, before);
    let dropped = mv.move_type == MoveType::Drop && core.program.on_drops;
    if victims.is_empty() && !quiet && !dropped {
        return Followed::nothing();
    }
    // They stay in the place in which they have just been written: the processor would have to wait
    // for a copy.
    let mut context = context(core, pos, mv, us, before, victims);
    let Some(context) = &mut context else {
        return Followed::nothing();
    };
    if core.program.looks_back {
        follow::look_back(core, context, &ReadOnlyBoard { core, pos: before });
    }
    let mut ground = Ground { core, pos };
    follow::carry_out(core, context, &mut ground);
    let own = pos.sides[us.index()];
    pos.forget_passed(core, |victim| own.has(victim));
    Followed {
        choices: context.choices,
        forbidden: context.forbidden,
    }
}

/// The squares of the pieces that a move has captured; the move has been carried out except for
/// its consequences.
pub(super) fn victims<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, us: Side, before: &Pos<L>) -> L::B {
    let (ours, theirs) = (us.index(), us.other().index());
    let stood = match mv.move_type {
        MoveType::Castle(index) => {
            let castle = &core.castling.all[usize::from(index)];
            L::B::bit(castle.king_from) | L::B::bit(castle.rook_from)
        }
        _ => L::B::bit(mv.from),
    };
    // Pieces that have changed places are still on the board.
    let moved = match mv.move_type {
        MoveType::Special(_, Modes::SWAP_ENEMY) => L::B::bit(mv.to),
        MoveType::Control => L::B::bit(mv.from),
        _ => L::B::EMPTY,
    };
    let gone = (before.sides[theirs] & !pos.sides[theirs] & !moved)
        | (before.sides[ours] & !pos.sides[ours] & !stood);
    let own = match mv.move_type {
        MoveType::Plain => true,
        // A piece may capture on its way on the square on which it later ends.
        MoveType::Special(index, mode) => {
            let path = powers::special(core, before, mv.from, index);
            mode == Modes::CAPTURE_OWN || path.is_some_and(|path| path.captures.contains(&mv.to))
        }
        _ => false,
    };
    if mv.is_control() {
        gone | (before.pieces() & L::B::bit(mv.to))
    } else if own && mv.to != mv.from {
        gone | (before.sides[ours] & L::B::bit(mv.to))
    } else {
        gone
    }
}

/// The context of a move for effects; `None` if no piece has moved.
pub(super) fn context<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    us: Side,
    before: &Pos<L>,
    victims: L::B,
) -> Option<MoveContext<L::B>> {
    let dropped = mv.move_type == MoveType::Drop;
    let kind = if dropped {
        mv.promotion
    } else {
        before.piece(mv.from)?.0
    };
    let code = |square: Square| before.board.as_ref()[usize::from(square)] >> 1;
    let swaps = match mv.move_type {
        MoveType::Special(_, mode) => mode.swaps(),
        move_type => move_type == MoveType::Exchange,
    };
    let stays = mv.move_type.fires() || pos.board.as_ref()[usize::from(mv.to)] == NONE;
    let movers = match mv.move_type {
        MoveType::Castle(index) => {
            let castle = &core.castling.all[usize::from(index)];
            L::B::bit(castle.king_to) | L::B::bit(castle.rook_to)
        }
        _ if swaps => L::B::bit(mv.from) | L::B::bit(mv.to),
        _ if stays => L::B::bit(mv.from),
        _ => L::B::bit(mv.to),
    };
    let captured = |side: Side| {
        let mut kinds = 0;
        for square in (victims & before.sides[side.index()]).squares() {
            kinds |= 1 << code(square);
        }
        kinds
    };
    let main = if victims.has(mv.to) {
        Some(mv.to)
    } else {
        victims.squares().next()
    };
    Some(MoveContext {
        side: us,
        kind,
        origin: mv.from,
        target: mv.to,
        movers,
        entered: if stays { L::B::EMPTY } else { movers },
        captured: [captured(us), captured(us.other())],
        victim: main.map_or(NONE, code),
        hit: victims,
        dropped,
        taken: taken(core, before, victims),
        chosen: mv.chosen,
        choices: L::B::EMPTY,
        forbidden: false,
        ended: 0,
        unmet: SmallVec::new(),
    })
}

/// The pieces that a move has captured, if effects depend on their tags.
fn taken<L: Layout>(core: &Core<L>, before: &Pos<L>, victims: L::B) -> SmallVec<[Unit; 2]> {
    if !core.program.keeps {
        return SmallVec::new();
    }
    let unit = |square: Square| {
        let (kind, side) = before.piece(square)?;
        let mut unit = Unit::new(kind, side);
        unit.tags = before.carried(core, square);
        Some(unit)
    };
    victims.squares().filter_map(unit).collect()
}

/// Gives a piece that has captured the tags that its victims carried and left.
pub(crate) fn take_over<L: Layout>(
    core: &Core<L>,
    pos: &mut Pos<L>,
    tagging: &super::tagging::Tagging,
    mv: Move,
    us: Side,
    before: &Pos<L>,
) {
    let whose = mv.owner(us);
    let captured = before.enemies(whose) & !pos.enemies(whose);
    if captured.is_empty() {
        return;
    }
    let rifle = match mv.move_type {
        MoveType::Special(index, _) => {
            powers::special(core, before, mv.from, index).is_some_and(|path| path.rifle)
        }
        _ => false,
    };
    let fired = mv.move_type.fires() || (rifle && core.has_shots());
    let square = if fired || !pos.sides[whose.index()].has(mv.to) {
        mv.from
    } else {
        mv.to
    };
    let Some((kind, _)) = before.piece(mv.from) else {
        return;
    };
    if !fired && tagging.takers >> kind & 1 == 0 {
        return;
    }
    let mut gained = 0;
    for victim in captured.squares() {
        gained |= before.tags_on(victim) & !core.promoted_tag();
        if let Some((kind, _)) = before.piece(victim) {
            gained |= tagging.leaves[usize::from(kind)];
        }
    }
    if let Some((kind, _)) = pos.piece(square) {
        pos.add_tags(core, square, gained & !tagging.leaves[usize::from(kind)]);
    }
}

/// A flat board on which effects are carried out.
pub(super) struct Ground<'a, L: Layout> {
    pub(super) core: &'a Core<L>,
    pub(super) pos: &'a mut Pos<L>,
}

impl<L: Layout> BoardQuery<L> for Ground<'_, L> {
    fn pos(&self) -> &Pos<L> {
        self.pos
    }

    fn attacked(&self, by: L::B) -> L::B {
        targets::attacked_next(self.core, self.pos, by, !L::B::EMPTY)
    }

    fn attacked_of(&self, by: L::B, matter: L::B) -> L::B {
        targets::attacked_next(self.core, self.pos, by, matter)
    }

    fn may_attack(&self, from: Square, square: Square) -> bool {
        targets::may_take(self.core, self.pos, from, square)
    }
}

impl<L: Layout> EffectBoard<L> for Ground<'_, L> {
    #[inline]
    fn remove(&mut self, squares: L::B) {
        for square in (squares & self.pos.pieces()).squares() {
            self.pos.halfmove = 0;
            self.pos.remove(self.core, square);
            self.pos
                .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        }
        // A piece that comes to an emptied square later has passed no square.
        self.pos.forget_passed(self.core, |victim| !squares.has(victim));
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, squares);
        }
    }

    fn replace(&mut self, square: Square, kind: u8, side: Side) {
        let mut tags = self.pos.carried(self.core, square);
        let old = self.pos.piece(square);
        if old.is_some_and(|(old, _)| old != kind) {
            tags &= !self.core.promoted_tag();
        }
        self.pos.remove(self.core, square);
        self.pos.put_with(self.core, kind, side, square, tags);
        self.pos
            .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        if old != Some((kind, side)) {
            self.pos.bring_rights(self.core, side, square);
        }
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
    }

    fn add_to_hand(&mut self, side: Side, kind: u8) {
        self.pos.add_to_hand(self.core, side, kind);
    }

    fn close(&mut self, squares: L::B) {
        for square in squares.squares() {
            self.pos.close(self.core, square);
        }
    }

    fn shift(&mut self, from: Square, to: Square, kind: u8) {
        let Some((old, side)) = self.pos.piece(from) else {
            return;
        };
        let mut tags = self.pos.carried(self.core, from);
        if old != kind {
            tags &= !self.core.promoted_tag();
        }
        self.pos.remove(self.core, from);
        self.pos.put_with(self.core, kind, side, to, tags);
        self.pos.cover(self.core, to);
        // A piece that is carried to another square can no longer be captured in passing.
        self.pos.forget_passed(self.core, |victim| victim != from);
        for square in [from, to] {
            self.pos
                .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        }
        self.pos.bring_rights(self.core, side, to);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(from) | L::B::bit(to));
        }
    }

    fn open(&mut self, squares: L::B) {
        for square in squares.squares() {
            self.pos.toggle_wall(self.core, square);
        }
    }

    fn exposed(&self, victim: Square) -> L::B {
        self.pos.exposed_by(victim)
    }

    fn expose(&mut self, squares: L::B, victim: Square) {
        self.pos.expose(self.core, squares, victim);
    }

    fn go_on(&mut self, continuation: Continuation<L::B>) {
        self.pos.set_going(self.core, Some(continuation));
    }

    fn go_on_above(&mut self, rule: u8, square: Square, kind: u8) {
        let Some((captor, side)) = self.pos.piece(square) else {
            return;
        };
        let tags = self.pos.carried(self.core, square) & !self.core.promoted_tag();
        self.pos.remove(self.core, square);
        self.pos.put(self.core, kind, side, square);
        self.pos
            .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
        self.go_on(Continuation::new(rule, square).above(captor, side, tags));
    }

    fn put(&mut self, square: Square, kind: u8, side: Side) {
        self.pos.halfmove = 0;
        self.pos.put(self.core, kind, side, square);
        self.pos.cover(self.core, square);
        self.pos.bring_rights(self.core, side, square);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
    }
}
