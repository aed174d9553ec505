//! Plain moves: leaps and rays, by sets of targets. Knows no paths with further conditions: those
//! are in `special`.

use super::Generator;
use super::sink::{Sink, jump_start};
use crate::board::{Bits, Square};
use crate::engine::compiled::Mover;
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::legality::Safety;
use crate::engine::mv::{Move, MoveType};
use crate::engine::powers;
use crate::engine::powers::Counted;
use crate::engine::tables::reach;
use crate::engine::targets;
use crate::rules::Modes;

impl<L: Layout> Generator<'_, L> {
    /// Plain moves of all pieces of a kind at once.
    #[inline(always)]
    pub(super) fn jumps<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        pieces: L::B,
        capture_filter: L::B,
        quiet_filter: L::B,
        sink: &mut S,
    ) {
        let alone = self.judged_alone(mover, pieces);
        for from in alone.squares() {
            self.plain(
                mover,
                from,
                self.general(mover, from, capture_filter, quiet_filter),
                sink,
            );
        }
        let together = pieces & !alone;
        let free = !self.pos.occupancy();
        for jump in &mover.jumps {
            let mut filter = L::B::EMPTY;
            if jump.quiet {
                filter |= quiet_filter;
            }
            if jump.capture {
                filter |= capture_filter;
            }
            let starts = together & jump.from;
            if L::RICH && starts.is_empty() {
                continue;
            }
            let mut targets = starts.rotate(jump.by) & filter;
            for &through in &jump.through {
                targets &= free.rotate(through);
            }
            self.land_together(mover, jump.by, targets, sink);
        }
    }

    /// The pieces of a kind whose moves are judged one piece after the other.
    #[inline(always)]
    fn judged_alone(&self, mover: &Mover<L::B>, pieces: L::B) -> L::B {
        let safety = self.safety;
        if self.is_simple() && !mover.royal && !(L::RICH && mover.counted) {
            return pieces & safety.on_line;
        }
        if safety.makes_all()
            || mover.royal
            || self.core.restrictions.bans_any(self.us)
            || (safety.lenient && !safety.lines.is_empty())
            || (L::RICH && mover.counted)
        {
            pieces
        } else {
            pieces & safety.on_line
        }
    }

    /// Moves of pieces on no line to `targets`, each of which one of them reaches by the same jump.
    #[inline(always)]
    fn land_together<S: Sink<L>>(&self, mover: &Mover<L::B>, by: u8, mut targets: L::B, sink: &mut S) {
        let safety = self.safety;
        if self.core.is_rich() {
            let mut changing = targets & safety.sensitive_counted;
            if mover.makes_counted {
                changing |= targets & mover.promotion_squares;
            }
            changing |= self.followed(mover.kind, targets, |from| from.rotate(by));
            for to in changing.squares() {
                self.plain(mover, jump_start::<L>(to, by), L::B::bit(to), sink);
            }
            targets &= !changing;
        }
        targets &= safety.allowed;
        let promoting = targets & mover.promotion_squares;
        if !promoting.is_empty() {
            for to in promoting.squares() {
                self.promoting(mover, jump_start::<L>(to, by), L::B::bit(to), sink);
            }
            targets &= !promoting;
        }
        sink.jumps(by, targets);
    }

    /// The legal plain moves of one piece to `targets`.
    #[inline(always)]
    pub(super) fn plain<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        mut targets: L::B,
        sink: &mut S,
    ) {
        let safety = self.safety;
        if L::RICH
            && let Some(royal) = self.aim
        {
            let enemies = self.pos.enemies(self.us);
            let royal_kills = &self.core.program.royal_kills;
            targets &= royal_kills.targets(self.us, mover.kind, from, royal, enemies);
        }
        if targets.is_empty() {
            return;
        }
        let followed = self.core.disturbs(self.us, mover.kind);
        let sure = !safety.makes_all() && !safety.lenient && !followed && !safety.royals.is_empty();
        if L::RICH && sure && self.core.traits.explodes[self.us.index()] {
            targets = self.exploding(mover, from, targets, sink);
            if targets.is_empty() {
                return;
            }
        }
        if safety.makes_all()
            || (mover.royal && safety.makes_royals() && (!safety.lenient || safety.royals.has(from)))
        {
            self.by_trial(mover, from, targets, sink);
            return;
        }
        if self.core.is_rich() {
            targets = self.tried_apart(mover, from, targets, sink);
        }
        if L::RICH && mover.royal && self.core.attacking.filter_kinds && safety.royals.has(from) {
            return self.royal_by_trial(mover, from, targets, sink);
        }
        if self.core.restrictions.bans_any(self.us) {
            targets &= self.unchecking(mover, from);
        }
        targets = self.allowed(mover, from, targets, sink);
        if targets.is_empty() {
            return;
        }
        let promoting = targets & mover.promotion_squares;
        if promoting.is_empty() {
            sink.targets(from, targets);
        } else {
            self.promoting(mover, from, promoting, sink);
            let rest = targets & !promoting;
            if !rest.is_empty() {
                sink.targets(from, rest);
            }
        }
    }

    /// In rich layouts: makes and tests moves that may change more than two squares or the
    /// opponent's abilities. Returns the targets of the others.
    #[inline(always)]
    fn tried_apart<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        mut targets: L::B,
        sink: &mut S,
    ) -> L::B {
        let safety = self.safety;
        let here = L::B::bit(from);
        let followed = self.followed(mover.kind, targets, |starts| {
            if starts.meets(here) {
                !L::B::EMPTY
            } else {
                L::B::EMPTY
            }
        });
        if !followed.is_empty() {
            targets &= !followed;
            targets |= self.unaffected(mover, from, followed, sink);
        }
        // Moves that may change the abilities of the opponent's pieces.
        let mut changing = targets & safety.sensitive_counted;
        if mover.makes_counted {
            changing |= targets & mover.promotion_squares;
        }
        if mover.counted {
            changing |= if safety.power_sensitive.has(from) {
                targets
            } else {
                targets & safety.power_sensitive
            };
        }
        if !changing.is_empty() {
            self.changing(mover, from, changing, sink);
            targets &= !changing;
        }
        targets
    }

    /// Plain moves of a single royal if attacks depend on kinds of pieces. A square is safe if it
    /// is not attacked even with all kinds; moves to other squares are made and tested.
    #[inline(never)]
    fn royal_by_trial(&self, mover: &Mover<L::B>, from: Square, targets: L::B, sink: &mut dyn Sink<L>) {
        let one_kind = self.core.royalty.kinds[self.us.index()].len() == 1;
        let safe = if one_kind && !self.core.has_shots() {
            self.royal_targets(from, targets & !mover.promotion_squares)
        } else {
            L::B::EMPTY
        };
        sink.targets(from, safe);
        self.by_trial(mover, from, targets & !safe, sink);
    }

    /// The squares to which a piece may move without giving check.
    #[inline(always)]
    fn unchecking(&self, mover: &Mover<L::B>, from: Square) -> L::B {
        let safety = self.safety;
        let checking =
            legality::checking_squares(self.core, self.pos, mover.kind, self.us, from, safety.unchecked);
        // A promoting piece attacks as its new kind: see `is_safe_promotion`.
        let unchecking = !checking | mover.promotion_squares;
        if safety.on_check.has(from) {
            let theirs = self.pos.enemies(self.us);
            unchecking & Safety::<L>::not_opening(&safety.checks, from, self.pos.occupancy(), theirs)
        } else {
            unchecking
        }
    }

    /// The targets of a piece whose moves leave no line open. If one of several royals may be
    /// attacked, moves that leave a line open are made and tested.
    #[inline(always)]
    fn allowed<S: Sink<L>>(&self, mover: &Mover<L::B>, from: Square, targets: L::B, sink: &mut S) -> L::B {
        let safety = self.safety;
        if !safety.lenient && mover.royal {
            return self.royal_targets(from, targets);
        }
        let allowed = if safety.on_line.has(from) {
            let ours = self.pos.sides[self.us.index()];
            safety.allowed_from(from, self.pos.occupancy(), ours)
        } else {
            safety.allowed
        };
        if safety.lenient && !(targets & !allowed).is_empty() {
            self.by_trial(mover, from, targets & !allowed, sink);
        }
        targets & allowed
    }

    /// Plain captures of all pieces of a kind, on the victims of that mover.
    pub(super) fn filtered_captures<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        pieces: L::B,
        capturable: L::B,
        sink: &mut S,
    ) {
        for from in pieces.squares() {
            let near = capturable & mover.reach[usize::from(from)];
            if !near.is_empty() {
                self.plain(mover, from, self.general(mover, from, near, L::B::EMPTY), sink);
            }
        }
    }

    /// Plain moves that must be made to be tested, one by one.
    #[inline(never)]
    pub(super) fn by_trial(&self, mover: &Mover<L::B>, from: Square, targets: L::B, sink: &mut dyn Sink<L>) {
        let theirs = self.pos.enemies(self.us);
        for to in targets.squares() {
            let mv = Move::new(from, to, MoveType::Plain);
            self.with_promotions(mover, mv, theirs.has(to), &mut |mv| {
                if self.is_legal(mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// Plain moves that change the opponent's powers.
    #[inline(never)]
    pub(super) fn changing(&self, mover: &Mover<L::B>, from: Square, targets: L::B, sink: &mut dyn Sink<L>) {
        let (core, pos) = (self.core, self.pos);
        if mover.royal || core.asks_of_real_positions() {
            return self.by_trial(mover, from, targets, sink);
        }
        for to in targets.squares() {
            let mv = Move::new(from, to, MoveType::Plain);
            if mover.promotion_squares.has(to) {
                self.by_trial(mover, from, L::B::bit(to), sink);
                continue;
            }
            let (left, entered) = (L::B::bit(from), L::B::bit(to));
            let come = powers::as_counted(core, mover.kind, to);
            let counted = Some(Counted {
                gone: left | entered,
                come,
                kind: mover.kind,
                side: self.us,
            });
            let delta = Delta::of(pos, self.us, self.safety.royals)
                .without(left)
                .with(entered);
            if self.leaves_safe(Delta { counted, ..delta }) {
                sink.one(mv);
            }
        }
    }

    /// Plain targets of a piece by the movements that it has absorbed.
    pub(super) fn taken_over(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        capture_filter: L::B,
        quiet_filter: L::B,
    ) -> L::B {
        let own = self.general(mover, from, capture_filter, quiet_filter);
        own | self.targets_of_others(from, capture_filter, quiet_filter)
    }

    /// Targets of the movements that the piece on a square has absorbed.
    fn targets_of_others(&self, from: Square, capture_filter: L::B, quiet_filter: L::B) -> L::B {
        let (core, pos) = (self.core, self.pos);
        let plain = targets::borrowed_movers(core, pos, from).fold(L::B::EMPTY, |all, mover| {
            all | self.general(mover, from, capture_filter, quiet_filter)
        });
        let special = [(Modes::QUIET, quiet_filter), (Modes::CAPTURE, capture_filter)];
        special.into_iter().fold(plain, |all, (mode, filter)| {
            all | (targets::taken_over_along(core, pos, from, mode) & filter)
        })
    }

    /// Plain targets of a piece of any shape.
    #[inline(always)]
    pub(super) fn general(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        capture_filter: L::B,
        quiet_filter: L::B,
    ) -> L::B {
        if L::RICH {
            self.general_at_once(mover, from, capture_filter, quiet_filter)
        } else {
            self.general_apart(mover, from, capture_filter, quiet_filter)
        }
    }

    /// The same in plain layouts, in a function of its own, because it is rarely needed there.
    #[inline(never)]
    fn general_apart(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        capture_filter: L::B,
        quiet_filter: L::B,
    ) -> L::B {
        self.general_at_once(mover, from, capture_filter, quiet_filter)
    }

    #[inline(always)]
    fn general_at_once(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        capture_filter: L::B,
        quiet_filter: L::B,
    ) -> L::B {
        let (pool, occupancy) = (&self.core.pool, self.pos.occupancy());
        let both = reach(pool, (&mover.leap_both, &mover.ray_both), from, occupancy);
        let quiet = reach(pool, (&mover.leap_quiet, &mover.ray_quiet), from, occupancy);
        let capture = reach(pool, (&mover.leap_capture, &mover.ray_capture), from, occupancy);
        ((both | quiet) & quiet_filter) | ((both | capture) & capture_filter)
    }

    /// The squares to which a piece on a line, judged by sets, may move.
    #[inline(never)]
    pub(super) fn on_line(&self, mover: &Mover<L::B>, from: Square, filter: L::B) -> L::B {
        let occupancy = self.pos.occupancy();
        let targets = match &mover.ray_both {
            None => mover.leap_both[usize::from(from)],
            Some(rays) => rays.targets(&self.core.pool, from, occupancy),
        };
        let ours = self.pos.sides[self.us.index()];
        targets & filter & self.safety.allowed_from(from, occupancy, ours)
    }

    /// Adds the moves that are not plain.
    #[inline(always)]
    pub(super) fn rest<S: Sink<L>>(&self, mover: &Mover<L::B>, pieces: L::B, sink: &mut S) {
        if !mover.has_rest {
            return;
        }
        let in_vain = mover.only_passing && self.pos.en_passant_squares.is_empty();
        if !(mover.special.is_empty() || in_vain) {
            for from in pieces.squares() {
                self.special(mover, from, sink);
            }
        }
        let fires = L::RICH && self.core.has_shots();
        if !mover.en_passant.is_empty() && self.captures && !self.pos.en_passant_squares.is_empty() && !fires
        {
            let victim = self.pos.en_passant_victim;
            if !(L::FULL && self.barred.has(victim)) {
                self.en_passant(mover, pieces, sink);
            }
        }
        if mover.in_place && self.quiets {
            self.in_place(mover, pieces, sink);
        }
        if L::RICH && mover.partners != 0 && self.quiets {
            self.exchanges(mover, pieces, sink);
        }
    }

    /// The squares to which the piece on a square can move by plain moves, legal or not.
    pub(super) fn plain_targets(&self, from: Square) -> L::B {
        let Some((kind, side)) = self.pos.piece(from) else {
            return L::B::EMPTY;
        };
        let own = targets::plain_targets(self.core, self.pos, kind, side, from);
        if self.core.takes_over() {
            return own | self.targets_of_others(from, self.theirs(), !self.pos.occupancy());
        }
        own
    }
}
