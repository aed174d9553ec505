//! Special paths: captures on the way, rifle captures, double steps, changes of places along a
//! movement. Does not know leaps and rays: those are in `plain`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square, union};
use crate::engine::bans;
use crate::engine::compiled::{Mover, NONE, Special};
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::legality::Purpose;
use crate::engine::mv::{Move, MoveType};
use crate::engine::powers;
use crate::engine::powers::Counted;
use crate::engine::targets;
use crate::engine::trial;
use crate::rules::Modes;

impl<B: Bits> Special<B> {
    /// Whether it could take an enemy royal from the board, by itself or, if it leads to one of
    /// `ends`, by its consequences. `quietly`: whether those of some move without a capture could.
    /// When in doubt, yes.
    fn could_take(&self, royal: Square, ends: B, quietly: bool) -> bool {
        self.rifle
            || (self.modes.swaps() && quietly)
            || self.modes.has(Modes::EN_PASSANT)
            || self.to == royal
            || ends.has(self.to)
            || self.captures.contains(&royal)
    }
}

impl<L: Layout> Generator<'_, L> {
    pub(super) fn special(&self, mover: &Mover<L::B>, from: Square, sink: &mut dyn Sink<L>) {
        let pos = self.pos;
        let ours = pos.sides[self.us.index()];
        let theirs = pos.enemies(self.us);
        let paths = &mover.special[usize::from(from)];
        let occupancy = pos.occupancy();
        let aim = self.aim.filter(|_| L::RICH).map(|royal| {
            let kills = &self.core.program.royal_kills;
            (
                royal,
                kills.targets(self.us, mover.kind, from, royal, !L::B::EMPTY),
                kills.kinds(self.us, true) >> mover.kind & 1 == 1,
            )
        });
        mover.special_parts[usize::from(from)].each_open(occupancy, theirs, |range| {
            for index in range {
                let path = &paths[index];
                if aim.is_some_and(|(royal, ends, quietly)| !path.could_take(royal, ends, quietly)) {
                    continue;
                }
                if path.is_open(occupancy, ours, theirs) && (!path.initial || pos.unmoved.has(from)) {
                    self.special_path(mover, from, index, sink);
                }
            }
        });
    }

    /// Whether no piece of the side may change places.
    pub(super) fn bars_swaps(&self) -> bool {
        let bans = &self.core.restrictions.bans[self.us.index()];
        bans.swaps.is_some()
            && !self.safety.purpose.is_untested()
            && self.safety.purpose != Purpose::Query
            && bans::bar(bans, &trial::Meant::swap(self.core, self.pos))
    }

    /// Adds the moves of an open special path.
    fn special_path(&self, mover: &Mover<L::B>, from: Square, index: usize, sink: &mut dyn Sink<L>) {
        let path = &mover.special[usize::from(from)][index];
        let Some(free) = self.may_remove(from, path) else {
            return;
        };
        for mode in Modes::EACH {
            if !path.modes.has(mode) || !self.ends_in(path, mode, from, free) {
                continue;
            }
            let captures = match mode {
                Modes::QUIET => !path.captures.is_empty(),
                mode => !mode.swaps(),
            };
            if !(if captures { self.captures } else { self.quiets }) {
                continue;
            }
            if !path.suits(self.pos, mode) || (!path.alone && self.is_repeated(mover, index, mode, from)) {
                continue;
            }
            if mode.swaps() && self.bars_swaps() {
                continue;
            }
            let mv = Move::new(from, path.to, MoveType::Special(index as u16, mode));
            let mut test = |mv: Move| {
                let by_sets = if mv.promotion == NONE {
                    self.is_safe_on_path(mover, path, mode, from)
                } else {
                    None
                };
                if by_sets.unwrap_or_else(|| self.is_legal(mv)) {
                    sink.one(mv);
                }
            };
            if path.rifle || mode.swaps() {
                test(mv);
            } else {
                self.with_promotions(mover, mv, captures, &mut test);
            }
        }
    }

    /// Whether the end of an open special path is free once what it captures on the way is gone.
    /// Nothing if some of that may not be captured.
    #[inline(always)]
    fn may_remove(&self, from: Square, path: &Special<L::B>) -> Option<bool> {
        if L::FULL && !self.barred.is_empty() {
            let barred = |s: &Square| self.barred.has(*s);
            if path.captures.iter().any(barred) || (path.modes.0 & !Modes::BOTH.0 != 0 && barred(&path.to)) {
                return None;
            }
        }
        if !path.captures.is_empty() {
            let own_royals = self.pos.royals(self.core, self.us);
            if path.captures.iter().any(|&s| own_royals.has(s)) {
                return None;
            }
        }
        Some(path.to == from || path.captures.contains(&path.to) || !self.pos.occupancy().has(path.to))
    }

    /// Whether what stands at the end of an open special path lets it end in a mode; `free`:
    /// nothing does, once it is there.
    #[inline(always)]
    fn ends_in(&self, path: &Special<L::B>, mode: Modes, from: Square, free: bool) -> bool {
        let (core, pos, us) = (self.core, self.pos, self.us.index());
        let to = path.to;
        match mode {
            Modes::QUIET => free,
            Modes::CAPTURE => !free && self.theirs().has(to),
            // No side captures a royal of its own, unless it may be put back.
            Modes::CAPTURE_OWN => {
                let stays = !core.program.revives || !path.captures.is_empty();
                let kept = stays && pos.royals(core, self.us).has(to);
                !free && pos.sides[us].has(to) && !kept
            }
            Modes::EN_PASSANT => {
                let exposed = pos.en_passant_squares & core.moving.en_passant[us];
                free && exposed.has(to) && self.theirs().has(pos.victim_at(to))
            }
            Modes::SWAP => !free && pos.sides[us].has(to) && self.may_swap(from, to),
            _ => !free && self.theirs().has(to) && self.may_swap_enemy(from, to),
        }
    }

    /// Whether two own pieces may change places by a movement of the first. Neither may come to a
    /// square on which it would have had to promote, and the same move must not be listed for the
    /// other piece.
    fn may_swap(&self, from: Square, to: Square) -> bool {
        let (core, pos) = (self.core, self.pos);
        let resets = |square: Square| powers::mover_at(core, pos, square).is_some_and(|m| m.resets_clock);
        self.can_stand(from, to)
            && self.can_stand(to, from)
            && ((L::RICH && self.safety.purpose.is_untested())
                || from < to
                || resets(from) != resets(to)
                || !targets::swaps_along(core, pos, to, from))
    }

    /// Whether a piece may change places with an enemy: neither may come to a square on which its
    /// side would have had to promote it.
    fn may_swap_enemy(&self, from: Square, to: Square) -> bool {
        let must_have_promoted = &self.core.places.must_have_promoted[self.us.other().index()];
        let stays = |(kind, _)| !must_have_promoted[usize::from(kind)].has(from);
        self.can_stand(from, to) && self.pos.piece(to).is_some_and(stays)
    }

    /// Whether the piece on one square may be put on another without promoting.
    pub(super) fn can_stand(&self, from: Square, to: Square) -> bool {
        let must_have_promoted = &self.core.places.must_have_promoted[self.us.index()];
        self.pos
            .piece(from)
            .is_none_or(|(kind, _)| !must_have_promoted[usize::from(kind)].has(to))
    }

    /// Whether the mover's royals are safe after a special path, if that is known without making
    /// the move.
    fn is_safe_on_path(
        &self,
        mover: &Mover<L::B>,
        path: &Special<L::B>,
        mode: Modes,
        from: Square,
    ) -> Option<bool> {
        let (core, pos, safety) = (self.core, self.pos, self.safety);
        let moves = path.captures.is_empty() && !path.rifle;
        let followed = || {
            core.is_followed(self.us, mover.kind)
                && !(moves && self.is_clear_on_path(mover, path, mode, from))
        };
        let judged = L::RICH && (core.has_shots() || followed());
        if safety.makes_all() || powers::is_counted(core, mover.kind) || judged {
            return None;
        }
        if mover.royal {
            let only_goes = moves && matches!(mode, Modes::QUIET | Modes::CAPTURE) && path.to != from;
            return if only_goes {
                self.is_safe_there(from, path.to)
            } else {
                None
            };
        }
        if L::RICH && moves && matches!(mode, Modes::QUIET | Modes::CAPTURE | Modes::CAPTURE_OWN) {
            let target = L::B::bit(path.to);
            if !target.meets(safety.royals) && !target.meets(safety.sensitive_counted) {
                return self.stays_closed(from, path.to);
            }
        }
        if L::RICH && (core.asks_of_real_positions() || core.attacking.change_with_powers) {
            return None;
        }
        let mut removed = union(&path.captures, |&s| L::B::bit(s));
        let (mut left, mut entered) = (L::B::bit(from), L::B::bit(path.to));
        match mode {
            Modes::QUIET => {}
            Modes::CAPTURE => removed |= entered,
            _ => return None,
        }
        if path.rifle {
            (left, entered) = (L::B::EMPTY, L::B::EMPTY);
        }
        if removed.meets(safety.royals) {
            return None;
        }
        let counted = (L::RICH && removed.meets(powers::counted(core, pos) & safety.power_sensitive))
            .then_some(Counted {
                gone: removed,
                come: L::B::EMPTY,
                kind: mover.kind,
                side: self.us,
            });
        let delta = Delta::of(pos, self.us, safety.royals)
            .without(left | removed)
            .with(entered);
        Some(self.leaves_safe(Delta { counted, ..delta }))
    }

    /// Whether a path along which nothing is removed has no consequence that matters, as far as the
    /// position before the move shows.
    fn is_clear_on_path(&self, mover: &Mover<L::B>, path: &Special<L::B>, mode: Modes, from: Square) -> bool {
        if !matches!(mode, Modes::QUIET | Modes::CAPTURE) {
            return false;
        }
        let (here, target) = (L::B::bit(from), L::B::bit(path.to));
        let ends = |starts: L::B| if starts.meets(here) { target } else { L::B::EMPTY };
        let followed = self.followed(mover.kind, target, ends);
        followed.is_empty() || !self.clear_of_effects(mover, from, target).is_empty()
    }

    /// Whether a royal that moves to a square, and changes nothing else, is safe there; `None` if
    /// sets cannot decide.
    fn is_safe_there(&self, from: Square, to: Square) -> Option<bool> {
        let (safety, target) = (self.safety, L::B::bit(to));
        let only_made = safety.makes_royals() || safety.lenient || self.core.restrictions.bans_any(self.us);
        if only_made
            || (L::RICH && (self.core.attacking.filter_kinds || target.meets(safety.sensitive_counted)))
        {
            return None;
        }
        Some(!self.royal_targets(from, target).is_empty())
    }

    /// Whether no line to a royal is left open when a piece that is not royal moves to a square;
    /// `None` if lines cannot decide.
    fn stays_closed(&self, from: Square, to: Square) -> Option<bool> {
        let safety = self.safety;
        let allowed = if safety.on_line.has(from) {
            safety.allowed_from(from, self.pos.occupancy(), self.pos.sides[self.us.index()])
        } else {
            safety.allowed
        };
        let closed = allowed.has(to);
        (closed || !safety.lenient).then_some(closed)
    }

    /// Whether an earlier open path of the same piece has the same result.
    fn is_repeated(&self, mover: &Mover<L::B>, index: usize, mode: Modes, from: Square) -> bool {
        let (pos, paths) = (self.pos, &mover.special[usize::from(from)]);
        let ours = pos.sides[self.us.index()];
        let theirs = pos.enemies(self.us);
        let this = &paths[index];
        let same_as_plain =
            this.captures.is_empty() && !this.rifle && matches!(mode, Modes::QUIET | Modes::CAPTURE);
        // The plain path exposes the same squares.
        if same_as_plain && self.plain_targets(from).has(this.to) {
            return true;
        }
        let passing = mode == Modes::EN_PASSANT && this.captures.is_empty();
        let passed = |sets: &[L::B]| sets.get(usize::from(this.to)).is_some_and(|s| s.has(from));
        if passing && passed(&mover.en_passant) {
            return true;
        }
        this.earlier.iter().any(|&earlier| {
            let other = &paths[usize::from(earlier)];
            other.modes.has(mode)
                && other.suits(pos, mode)
                && other.is_open(pos.occupancy(), ours, theirs)
                && (!other.initial || pos.unmoved.has(from))
        })
    }
}
