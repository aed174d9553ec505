//! Moves that may have consequences: what is known of them before they are made, and the moves that
//! must be made. Does not list the ways in which pieces move.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::compiled::{Mover, NONE};
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::movegen::choices;
use crate::engine::mv::{Move, MoveType};
use crate::engine::program::Prediction;
use crate::engine::{effect_watch, foresight, legality, trial};

impl<L: Layout> Generator<'_, L> {
    /// Whether a move, perhaps of the opponent's piece, is legal; found by making it.
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        (L::RICH
            && (self.safety.purpose.is_untested()
                || self.safety.purpose.tests_later()
                || self.core.traits.always_legal[self.pos.side_to_move.index()]
                || self.is_chosen_after(mv)))
            || (!(L::RICH && self.is_foreseen_to_fail(mv))
                && trial::is_legal_by_making(self.core, self.pos, mv))
    }

    /// Whether an effect makes a move impossible, as the position before it shows.
    fn is_foreseen_to_fail(&self, mv: Move) -> bool {
        self.core.program.forbids
            && matches!(mv.move_type, MoveType::Plain | MoveType::Control)
            && self.forbidden(mv.from, L::B::bit(mv.to), mv.promotion).has(mv.to)
    }

    /// The ends of a piece's plain moves that effects are foreseen to make impossible. By them it
    /// becomes another kind, unless that is [`NONE`].
    fn forbidden(&self, from: Square, targets: L::B, becomes: u8) -> L::B {
        let becomes = Some(becomes).filter(|&kind| kind != NONE);
        foresight::forbidden(self.core, self.pos, (from, targets), becomes, &self.memo.answers)
    }

    /// Whether the royals are safe after the changes of a move.
    pub(super) fn leaves_safe(&self, delta: Delta<L::B>) -> bool {
        delta.leaves_safe(self.core, self.pos, &self.safety.powers)
    }

    /// Whether a move is tested together with each square that it may choose.
    #[inline(always)]
    pub(super) fn is_chosen_after(&self, mv: Move) -> bool {
        self.core.program.chooses.is_some() && choices::may_choose(self.core, self.pos, mv)
    }

    /// The targets of a kind on which a move may have a consequence that matters. `ends` gives the
    /// ends of moves that start on some squares.
    #[inline(always)]
    pub(super) fn followed(&self, kind: u8, targets: L::B, ends: impl Fn(L::B) -> L::B) -> L::B {
        if !self.safety.tested || !self.core.program.after_captures {
            return L::B::EMPTY;
        }
        let triggers = self.core.program.triggers_of(self.us, kind);
        let theirs = self.pos.enemies(self.us);
        let mut all = L::B::EMPTY;
        for trigger in triggers {
            let reached = targets & trigger.to & ends(trigger.from);
            if trigger.victims.is_none() || reached.meets(theirs) {
                all |= reached & self.hit(trigger.victims);
            }
        }
        all
    }

    /// The ends of moves that capture nothing, anything, or only enemies of some kinds.
    #[inline(always)]
    pub(super) fn hit(&self, victims: Option<u64>) -> L::B {
        let theirs = self.pos.enemies(self.us);
        match victims {
            None => !L::B::EMPTY,
            Some(kinds) => theirs & self.pos.of_kinds(self.core, kinds),
        }
    }

    /// Handles plain moves of a piece that may have a consequence that matters. Returns the targets
    /// for which the position before the move rules that out; moves to the others are made and
    /// tested.
    #[inline(never)]
    pub(super) fn unaffected(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        followed: L::B,
        sink: &mut dyn Sink<L>,
    ) -> L::B {
        // Impossible moves are left out; to the others, these effects are nothing.
        let foreseen = Some(Prediction::Foreseen);
        let promoting = mover.promotion_squares;
        let followed = followed & !self.forbidden(from, followed & !promoting, NONE);
        let idle = followed & self.only(Prediction::Foreseen, None, mover, from) & !promoting;
        let rest = followed & !idle & !promoting;
        let clear = idle | self.clear_of(mover, from, rest, foreseen);
        let mut unsettled = followed & !clear;
        // A square that stays closed counts as one that is not left.
        if !mover.royal {
            let closed = unsettled
                & self.safety.allowed
                & self.only(Prediction::Closes, foreseen, mover, from)
                & !promoting;
            sink.targets(from, closed);
            unsettled &= !closed;
            let carried = unsettled & self.only(Prediction::Carried, foreseen, mover, from) & !promoting;
            if !carried.is_empty() && !self.safety.lenient {
                let (known, safe) = self.carried(mover, from, carried);
                sink.targets(from, safe);
                unsettled &= !known;
            }
        }
        if !unsettled.is_empty() {
            self.by_trial(mover, from, unsettled, sink);
        }
        clear
    }

    /// Moves of a piece that is then carried on: the targets for which it is known whether the
    /// royals are safe, and those with which they are.
    fn carried(&self, mover: &Mover<L::B>, from: Square, targets: L::B) -> (L::B, L::B) {
        let (core, pos, safety, us) = (self.core, self.pos, self.safety, self.us);
        let (mut known, mut safe) = (targets, L::B::EMPTY);
        let carries = core.program.triggers_of(us, mover.kind).iter();
        let mut carries = carries.filter(|t| t.prediction == Prediction::Carried);
        let (Some(carry), None) = (carries.next(), carries.next()) else {
            return (L::B::EMPTY, safe);
        };
        let Some(onward) = core.program.effects[usize::from(carry.effect)].carries_by(us) else {
            return (L::B::EMPTY, safe);
        };
        let here = L::B::bit(from);
        let lines = if safety.on_line.has(from) {
            safety.allowed_from(from, pos.occupancy(), pos.sides[us.index()])
        } else {
            safety.allowed
        };
        for to in targets.squares() {
            let (target, ends) = (L::B::bit(to), &onward.ends[usize::from(to)]);
            let free = |end: &Square| !(pos.occupancy() & !here).has(*end) && *end != to;
            let end = ends.first().map(|end| end.square).filter(free).unwrap_or(to);
            if !core.can_be(us, mover.kind, end) {
                known &= !target;
            } else if pos.occupancy().meets(target) {
                let delta = Delta::of(pos, us, safety.royals).without(here | target);
                if self.leaves_safe(delta.with(L::B::bit(end))) {
                    safe |= target;
                }
            } else if lines.has(end) {
                safe |= target;
            }
        }
        (known, safe)
    }

    /// The targets of a piece on which a move has no consequence that matters, as far as the
    /// position before the move shows.
    pub(super) fn clear_of_effects(&self, mover: &Mover<L::B>, from: Square, targets: L::B) -> L::B {
        self.clear_of(mover, from, targets, None)
    }

    /// The same if effects with the prediction `but` do nothing.
    fn clear_of(&self, mover: &Mover<L::B>, from: Square, targets: L::B, but: Option<Prediction>) -> L::B {
        let (core, safety, promoting) = (self.core, self.safety, mover.promotion_squares);
        let mut clear = L::B::EMPTY;
        if safety.effect_watch.settled {
            let watched = targets & self.only(Prediction::Watched, but, mover, from) & !promoting;
            clear = effect_watch::clear_of(core, self.pos, &safety.effect_watch, (mover.kind, from), watched);
        }
        let turning = targets & !clear & self.only(Prediction::Turns, but, mover, from) & !promoting;
        if turning.is_empty() || mover.royal {
            return clear;
        }
        // A piece that changes sides keeps its square and still blocks it, and only attacks
        // differently.
        let (them, rest) = (self.us.other(), self.pos.occupancy() & !L::B::bit(from));
        clear | (turning & !legality::squares_of_attack(core, rest, mover.kind, them, safety.royals))
    }

    /// The ends of a piece's moves all of whose consequences have the prediction `known` or `but`.
    fn only(&self, known: Prediction, but: Option<Prediction>, mover: &Mover<L::B>, from: Square) -> L::B {
        let triggers = self.core.program.triggers_of(self.us, mover.kind);
        let others = triggers
            .iter()
            .filter(|t| t.prediction != known && Some(t.prediction) != but && t.from.has(from));
        others.fold(!L::B::EMPTY, |all, t| all & !(t.to & self.hit(t.victims)))
    }
}
