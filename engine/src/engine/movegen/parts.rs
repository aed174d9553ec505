//! Moves of turns that ask for them by their kind. Does not know which of them are legal: it only
//! selects.

use super::sink::{List, Sink, jump_start};
use crate::board::{Bits, Square};
use crate::engine::chain::Chain as _;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::passed_squares::TurnRule;
use crate::engine::position::Pos;
use crate::engine::position::turns;
use crate::rules::Part;

/// Generates the legal moves of the next part of a turn. An impossible part is left out, unless it
/// is any move, or all parts must be made.
#[inline(never)]
pub(super) fn by_parts<L: Layout>(core: &Core<L>, pos: &Pos<L>, rule: &TurnRule, sink: &mut dyn Sink<L>) {
    if pos.chain.continuation().is_some() {
        return super::of_any_part(core, pos, sink);
    }
    of_next_part(core, pos, rule, sink);
    // A side that has no move for the rest of its turn may end it.
    if sink.is_empty() && pos.may_rest(core) {
        sink.one(Move::PASS);
    }
}

/// The part of a turn to which the next move belongs, if moves are asked for by their kind.
pub(crate) fn asked_part<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Option<Part> {
    let rule = turns::kinds_of_moves(core).filter(|_| pos.chain.continuation().is_none())?;
    Some(of_next_part(core, pos, rule, &mut List::new(&mut Vec::new())))
}

/// Generates the moves of the next possible part of a turn, and returns that part.
fn of_next_part<L: Layout>(core: &Core<L>, pos: &Pos<L>, rule: &TurnRule, sink: &mut dyn Sink<L>) -> Part {
    let (part, _) = turns::next_part(core, pos, rule, |at, asked, last| {
        let mut parted = Parted {
            rule,
            asked,
            last,
            sink,
        };
        super::of_any_part(core, at, &mut parted);
        !Sink::<L>::is_empty(&parted)
    });
    part
}

/// Passes on the moves that a turn asks for.
struct Parted<'a, L: Layout> {
    rule: &'a TurnRule,
    asked: Part,
    /// Whether no other part may replace this one.
    last: bool,
    sink: &'a mut dyn Sink<L>,
}

impl<L: Layout> Parted<'_, L> {
    fn suits(&self, mv: Move) -> bool {
        if mv.is_pass() {
            return self.last;
        }
        self.rule.suits(self.asked, mv.part())
    }
}

impl<L: Layout> Sink<L> for Parted<'_, L> {
    fn targets(&mut self, from: Square, targets: L::B) {
        if self.asked == Part::Move {
            self.sink.targets(from, targets);
        }
    }
    fn jumps(&mut self, by: u8, targets: L::B) {
        for to in targets.squares() {
            self.one(Move::new(jump_start::<L>(to, by), to, MoveType::Plain));
        }
    }
    fn shots(&mut self, from: Square, targets: L::B) {
        if self.asked == Part::Move {
            self.sink.shots(from, targets);
        }
    }
    fn drops(&mut self, kind: u8, targets: L::B) {
        if self.rule.suits(self.asked, Part::Drop) {
            self.sink.drops(kind, targets);
        }
    }
    fn one(&mut self, mv: Move) {
        if self.suits(mv) {
            self.sink.one(mv);
        }
    }
    fn choices(&mut self, mv: Move, squares: L::B) {
        if self.suits(mv) {
            self.sink.choices(mv, squares);
        }
    }
    fn is_empty(&self) -> bool {
        self.sink.is_empty()
    }
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
    fn wants(&self, part: Part) -> bool {
        self.rule.suits(self.asked, part)
    }
}
