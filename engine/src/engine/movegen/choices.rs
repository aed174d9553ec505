//! Squares that moves choose for the pieces or walls that they put on the board. Does not know what
//! is put there: that is `follow`.

use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::compiled::Attack;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::movegen::drops;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::trial;
use crate::rules::{Event, Part, RoyalRule};

/// Whether a move may leave a choice: `false` is certain, `true` is not.
#[inline]
pub(super) fn may_choose<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> bool {
    match core.program.chooses {
        None => false,
        // Only pieces that capture by moving are distinguished.
        Some(Event::Capture) => mv.move_type != MoveType::Plain || pos.pieces().has(mv.to),
        Some(_) => !mv.is_pass(),
    }
}

/// Passes on each move with every square that it may choose.
pub(super) struct Choosing<'a, L: Layout> {
    pub(super) core: &'a Core<L>,
    pub(super) pos: &'a Pos<L>,
    /// Whether a move must be judged together with its choice.
    pub(super) judged: bool,
    pub(super) sink: &'a mut dyn Sink<L>,
}

impl<L: Layout> Choosing<'_, L> {
    /// Whether plain moves that capture nothing choose nothing.
    fn spares_quiet(&self) -> bool {
        self.core.program.chooses == Some(Event::Capture)
    }

    /// The squares, among those that a move may choose, with which its side's royals are safe. A
    /// piece that is put on the board opens no attack but its own. `None` if that is not all.
    fn safe_puts(&self, mv: Move, choices: L::B) -> Option<L::B> {
        let (core, pos) = (self.core, self.pos);
        let (us, them) = (pos.side_to_move, pos.side_to_move.other());
        let sided = |attack: &Attack<L::B>| {
            attack.owner_dependent || !attack.check || attack.resisted != 0 || !attack.asks.is_empty()
        };
        if !core.program.only_puts()
            || core.attacking.hurdles[them.index()]
            || core.attacking.attacks[them.index()].iter().any(sided)
            || core.restrictions.bans[us.index()].held != 0
            || core.royalty.rule[us.index()] != RoyalRule::All
            || core.has_powers()
            || core.has_shots()
            || core.attacking.filter_kinds
            || legality::must_part(core, pos)
            || trial::may_expose(core, mv)
            || drops::careful_drop(core, mv, us).is_some()
        {
            return None;
        }
        let after = apply::made(core, pos, mv);
        if !legality::is_safe_after(core, pos, &after, us) {
            return None;
        }
        let chosen = choices.squares().next()?;
        let (kind, side) = apply::made(core, pos, mv.choosing(chosen)).piece(chosen)?;
        let royals = after.precious(core, us);
        if core.royalty.kinds[side.index()].contains(&kind) {
            return None;
        }
        Some(if side == us {
            choices
        } else {
            choices & !legality::squares_of_attack(core, after.occupancy(), kind, side, royals)
        })
    }

    fn judge(&mut self, mv: Move) {
        let (core, pos) = (self.core, self.pos);
        if self.sink.is_full() {
            return;
        }
        if self.judged && !trial::is_legal_by_making(core, pos, mv) {
            return;
        }
        // The conditions of a drop are tested once all pieces have come.
        let careful = drops::careful_drop(core, mv, pos.side_to_move);
        if careful.is_none_or(|drop| drops::is_allowed(core, pos, drop, mv)) {
            self.sink.one(mv);
        }
    }
}

impl<L: Layout> Sink<L> for Choosing<'_, L> {
    fn targets(&mut self, from: Square, targets: L::B) {
        let one_by_one = if self.spares_quiet() {
            targets & self.pos.pieces()
        } else {
            targets
        };
        for to in one_by_one.squares() {
            self.one(Move::new(from, to, MoveType::Plain));
        }
        self.sink.targets(from, targets & !one_by_one);
    }

    fn drops(&mut self, kind: u8, targets: L::B) {
        if self.core.program.after_drops {
            targets.squares().for_each(|to| self.one(Move::drop(kind, to)));
        } else {
            self.sink.drops(kind, targets);
        }
    }

    fn one(&mut self, mv: Move) {
        if self.sink.is_full() {
            return;
        }
        if !may_choose(self.core, self.pos, mv) {
            return self.sink.one(mv);
        }
        let choices = apply::choices_after(self.core, self.pos, mv);
        if choices.is_empty() {
            return self.judge(mv);
        }
        if !self.judged && mv.move_type != MoveType::Drop {
            return self.sink.choices(mv, choices);
        }
        if let Some(safe) = self.safe_puts(mv, choices) {
            return self.sink.choices(mv, safe);
        }
        for mv in choices.squares().map(|square| mv.choosing(square)) {
            self.judge(mv);
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
