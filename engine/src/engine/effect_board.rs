//! The facts of a move for effects, and the board on which effects act. This file does not know the
//! acts of effects.

use super::chain::Continuation;
use super::compiled::NONE;
use super::core::Core;
use super::extra_state::Unit;
use super::layout::Layout;
use super::position::Pos;
use super::program::Effect;
use crate::board::{Bits, Square};
use crate::engine::targets;
use crate::rules::{Event, Owner, Side};
use smallvec::SmallVec;

/// The facts of a move that effects need.
#[derive(Clone, Debug)]
pub(crate) struct MoveContext<B> {
    /// The side that moved.
    pub(crate) side: Side,
    /// The kind that has moved, before its promotion.
    pub(crate) kind: u8,
    /// The square on which the move started, and the one on which it ended or which it hit.
    pub(crate) origin: Square,
    pub(crate) target: Square,
    /// The squares of the pieces that have moved, including those that have captured without
    /// moving.
    pub(crate) movers: B,
    /// Those of them that have entered their squares by the move.
    pub(crate) entered: B,
    /// Kinds of captured pieces, as bits: the side's own, and the other side's.
    pub(crate) captured: [u64; 2],
    /// The kind for acts that use the captured piece's kind, or [`NONE`].
    pub(crate) victim: u8,
    /// The squares of the captured pieces.
    pub(crate) hit: B,
    /// Whether the piece has come from the hand.
    pub(crate) dropped: bool,
    /// The captured pieces, if effects ask for the pieces themselves.
    pub(crate) taken: SmallVec<[Unit; 2]>,
    /// The square that the mover has chosen, or [`NONE`].
    pub(crate) chosen: Square,
    /// The squares of which there was a choice, once an act has asked for it.
    pub(crate) choices: B,
    /// Whether the move is impossible.
    pub(crate) forbidden: bool,
    /// The number of the turn whose end has these effects, from 1; 0 for effects of a move.
    pub(crate) ended: u16,
    /// Numbers of the effects whose conditions did not hold before the move; only of effects that
    /// have such conditions.
    pub(crate) unmet: SmallVec<[u16; 2]>,
}

/// A board on which effects find their pieces.
pub(crate) trait BoardQuery<L: Layout> {
    /// The pieces, as movements and effects see them.
    fn pos(&self) -> &Pos<L>;
    /// The squares that each of some pieces could capture next by plain captures, over all contents
    /// of the squares, its own square excluded.
    fn attacked(&self, by: L::B) -> L::B;
    /// The same, if only some squares matter: for others it may be wrong.
    fn attacked_of(&self, by: L::B, _matter: L::B) -> L::B {
        self.attacked(by)
    }
    /// Calls `f` with each of some pieces that attacks squares which matter, and those squares.
    fn each_attacked(&self, by: L::B, matter: L::B, f: &mut dyn FnMut(Square, L::B)) {
        for from in by.squares() {
            let attacked = self.attacked_of(L::B::bit(from), matter) & matter;
            if !attacked.is_empty() {
                f(from, attacked);
            }
        }
    }
    /// Whether the piece on a square may attack another one. `false` is certain, `true` is not.
    fn may_attack(&self, _from: Square, _square: Square) -> bool {
        true
    }
    /// Squares whose pieces can neither move nor be captured.
    fn still(&self) -> L::B {
        L::B::EMPTY
    }
}

/// A board on which effects are carried out.
pub(crate) trait EffectBoard<L: Layout>: BoardQuery<L> {
    /// Removes pieces from the board.
    fn remove(&mut self, squares: L::B);
    /// Turns the piece on a square into another kind or gives it to another side.
    fn replace(&mut self, square: Square, kind: u8, side: Side);
    /// Adds a piece to a side's hand.
    fn add_to_hand(&mut self, side: Side, kind: u8);
    /// Closes squares on which nothing stands.
    fn close(&mut self, squares: L::B);
    /// Opens squares that are closed.
    fn open(&mut self, squares: L::B);
    /// Moves the piece on a square to an empty one, perhaps as another kind.
    fn shift(&mut self, from: Square, to: Square, kind: u8);
    /// The squares on which a piece can be captured en passant.
    fn exposed(&self, victim: Square) -> L::B;
    /// Exposes a piece to capture en passant on some squares.
    fn expose(&mut self, squares: L::B, victim: Square);
    /// Puts a new piece on an empty square.
    fn put(&mut self, square: Square, kind: u8, side: Side);
    /// Continues the turn with a piece.
    fn go_on(&mut self, continuation: Continuation<L::B>);
    /// Continues the turn, by the rule of that number, with a captured piece: it comes to its
    /// captor's square, and the captor waits below it.
    fn go_on_above(&mut self, rule: u8, square: Square, kind: u8);
}

/// A board that can only be looked at.
pub(crate) struct ReadOnlyBoard<'a, L: Layout> {
    pub(crate) core: &'a Core<L>,
    pub(crate) pos: &'a Pos<L>,
}

impl<L: Layout> BoardQuery<L> for ReadOnlyBoard<'_, L> {
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

impl<B: Bits> MoveContext<B> {
    /// The context if no piece has moved.
    pub(crate) fn of_nothing(side: Side) -> Self {
        Self {
            side,
            kind: 0,
            origin: 0,
            target: 0,
            movers: B::EMPTY,
            entered: B::EMPTY,
            captured: [0; 2],
            victim: NONE,
            hit: B::EMPTY,
            dropped: false,
            taken: SmallVec::new(),
            chosen: NONE,
            choices: B::EMPTY,
            forbidden: false,
            ended: 0,
            unmet: SmallVec::new(),
        }
    }

    /// The context of effects at the end of a side's turn of that number.
    pub(crate) fn of_end(side: Side, number: u16) -> Self {
        Self {
            ended: number.max(1),
            ..Self::of_nothing(side)
        }
    }

    /// The context of effects and conditions for a drop that captures nothing.
    pub(crate) fn of_drop(side: Side, kind: u8, square: Square) -> Self {
        Self {
            kind,
            origin: square,
            target: square,
            movers: B::bit(square),
            entered: B::bit(square),
            dropped: true,
            ..Self::of_nothing(side)
        }
    }
}

impl<B: Bits> MoveContext<B> {
    /// Notes that a piece stands on another square than before.
    pub(super) fn follow(&mut self, from: Square, to: Square) {
        for set in [&mut self.movers, &mut self.entered] {
            if set.has(from) {
                *set ^= B::bit(from) | B::bit(to);
            }
        }
    }

    /// The chosen square among some, if there is one. A move has one choice: that of the first act
    /// with a choice.
    pub(super) fn choose(&mut self, room: B) -> B {
        if !self.choices.is_empty() || room.is_empty() {
            return B::EMPTY;
        }
        self.choices = room;
        if self.chosen == NONE {
            B::EMPTY
        } else {
            room & B::bit(self.chosen)
        }
    }
}

impl<B: Bits> Effect<B> {
    /// Whether the effect follows from a move.
    #[inline]
    pub(crate) fn follows(&self, context: &MoveContext<B>) -> bool {
        let side = context.side.index();
        let [own, theirs] = context.captured;
        let captured = match self.whose {
            Owner::Friend => own,
            Owner::Enemy => theirs,
            Owner::Any | Owner::Mover | Owner::Empty => own | theirs,
        };
        self.sides[side]
            && match self.event {
                Event::Move => !context.dropped && context.ended == 0,
                Event::Capture => captured != 0,
                Event::Drop => context.dropped,
                Event::Turn => context.ended != 0,
            }
            && self.every.is_none_or(|every| context.ended.is_multiple_of(every))
            && self.by >> context.kind & 1 == 1
            && self.of.is_none_or(|of| of & captured != 0)
            && (!self.same || captured >> context.kind & 1 == 1)
            && self.from[side].has(context.origin)
            && self.to[side].has(context.target)
    }
}
