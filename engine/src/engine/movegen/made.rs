//! Moves that are tested by making them.

use super::sink::Count;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::position::{Move, Pos};
use std::cell::Cell;
use std::thread::LocalKey;

/// So many moves ahead it is followed whether a turn can go on that must be able to.
const MAX_OWED: u8 = 24;

/// So many moves ahead it is followed whether a turn can go on that ends by itself where it cannot: each of them is asked again when
/// it is made.
const MAX_MOVES_ON: u8 = 3;

/// So many checks that answer checks are followed where a check must mate.
const MAX_CROSS_CHECKS: u8 = 6;

impl<L: Layout> Core<L> {
    /// Tests a pseudo-legal move by making it.
    pub(crate) fn is_legal_by_making(&self, pos: &Pos<L>, mv: Move) -> bool {
        let mut after = *pos;
        if after.advance_so(self, mv, pos, false) {
            return false;
        }
        if L::RICH
            && let Some(owed) = self.owes(&after)
        {
            return owed && self.keeps_royals(pos, &after);
        }
        if L::RICH && self.must_part(pos) {
            if mv.is_pass() && self.ends_facing {
                return true;
            }
            if after.royals_face(self) {
                return false;
            }
        }
        (self.may_expose(mv) || self.is_safe_after(pos, &after, pos.turn))
            && !(self.restrictions.no_check[pos.turn.index()] && self.gives_forbidden_check(pos, &after))
    }

    /// Whether a move may leave the own royals attacked.
    pub(crate) fn may_expose(&self, mv: Move) -> bool {
        L::RICH && mv.is_control() && self.exposes_royals()
    }

    /// Whether a move gives a check that it may not give.
    fn gives_forbidden_check(&self, pos: &Pos<L>, after: &Pos<L>) -> bool {
        let us = pos.turn;
        let may_mate = L::RICH && self.restrictions.only_mate[us.index()];
        self.in_check(after, us.other()) && !(may_mate && self.mates(after))
    }

    #[inline(never)]
    fn mates(&self, after: &Pos<L>) -> bool {
        is_mate(|| {
            let mut replies = Count::any();
            self.generate(after, &mut replies);
            replies.found() > 0
        })
    }
}

/// Whether a check is mate; `answered` says whether there is a legal reply. That may give check itself only if it mates; where checks
/// answer one another for longer than that is followed, the last one does not.
pub(crate) fn is_mate(answered: impl FnOnce() -> bool) -> bool {
    thread_local! {
        static DEPTH: Cell<u8> = const { Cell::new(0) };
    }
    deeper(&DEPTH, MAX_CROSS_CHECKS, answered) == Some(false)
}

/// Whether a turn can go on, by what `can` finds. Where that hangs on whether it can go on further, and so on for longer than is
/// followed, it cannot. `owed`: whether it must be able to.
pub(crate) fn is_followed(owed: bool, can: impl FnOnce() -> bool) -> bool {
    thread_local! {
        static DEPTH: Cell<u8> = const { Cell::new(0) };
    }
    let most = if owed { MAX_OWED } else { MAX_MOVES_ON };
    deeper(&DEPTH, most, can) == Some(true)
}

/// What is found one level deeper, or nothing where that is too deep.
fn deeper(level: &'static LocalKey<Cell<u8>>, most: u8, find: impl FnOnce() -> bool) -> Option<bool> {
    let depth = level.get();
    if depth >= most {
        return None;
    }
    level.set(depth + 1);
    let found = find();
    level.set(depth);
    Some(found)
}
