//! Captures that explode, judged without being made. Does not know other effects: those are in
//! `effect_watch`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square, union};
use crate::engine::compiled::Mover;
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::program::SelfDamage;

impl<L: Layout> Generator<'_, L> {
    /// Plain captures to some targets, if explosions are their only consequence, and all plain
    /// moves of royals. Returns the other targets of the piece.
    #[inline(never)]
    pub(super) fn exploding(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        targets: L::B,
        sink: &mut dyn Sink<L>,
    ) -> L::B {
        let theirs = self.pos.enemies(self.us);
        let quiets = targets & !theirs;
        let captures = targets & theirs;
        let promoting = targets & mover.promotion_squares;
        let judged = if mover.royal { targets } else { captures };
        if !(promoting & judged).is_empty() {
            self.by_trial(mover, from, promoting & judged, sink);
        }
        if !captures.is_empty() {
            sink.targets(from, self.safe_blasts(from, captures & !promoting));
        }
        if !mover.royal {
            return quiets;
        }
        sink.targets(from, self.safe_steps(from, quiets & !promoting));
        L::B::EMPTY
    }

    /// The captures of a piece that leave the royals of its side on the board and safe, or cost the
    /// other side its last one.
    fn safe_blasts(&self, from: Square, captures: L::B) -> L::B {
        let (core, pos, royals) = (self.core, self.pos, self.safety.royals);
        let SelfDamage::Blast(around, spared) = &core.program.self_damage else {
            return L::B::EMPTY;
        };
        let (others, blown) = (
            pos.enemy_royals(core, self.us),
            pos.pieces() & !pos.of_kinds(core, *spared),
        );
        // If no royal is attacked, only pieces on lines to one can expose it by leaving.
        let shields = if self.safety.attacked {
            !L::B::EMPTY
        } else {
            let lines = &core.attacking.on_lines[self.us.index()];
            let to_royals = royals.squares().map(|royal| lines[usize::from(royal)]);
            union(to_royals, |line| line)
        };
        let is_safe = |&to: &Square| {
            let near = around[self.us.index()][usize::from(to)] & blown;
            let gone = L::B::bit(from) | L::B::bit(to) | near;
            if gone.meets(royals) {
                return false;
            }
            if gone.meets(others) {
                // The remaining pieces may attack squares that they could not attack before.
                let won = (others & !gone).is_empty() && core.program.trades[self.us.other().index()];
                return won || self.is_legal(Move::new(from, to, MoveType::Plain));
            }
            !gone.meets(shields) || self.leaves_safe(Delta::of(pos, self.us, royals).without(gone))
        };
        captures.keep(is_safe)
    }

    /// The empty squares to which a royal can step without leaving a royal of its side attacked.
    /// They are tested one by one: sets of attacked squares ignore that no side blows up a royal of
    /// its own.
    fn safe_steps(&self, from: Square, steps: L::B) -> L::B {
        let (left, royals) = (L::B::bit(from), self.safety.royals & !L::B::bit(from));
        let is_safe = |&to: &Square| {
            let here = L::B::bit(to);
            self.leaves_safe(
                Delta::of(self.pos, self.us, royals | here)
                    .without(left)
                    .with(here),
            )
        };
        steps.keep(is_safe)
    }
}
