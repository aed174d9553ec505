//! The captures of a piece by its own movement alone. Knows neither powers nor absorbed movements.

use super::compiled::{Mover, Special};
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::tables::reach;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};

/// The squares on which the piece on a square could capture next by its own movement, without its
/// powers and absorbed movements, over all contents of the squares. The answer is only exact within
/// `within`.
pub(crate) fn captures_of<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, within: L::B) -> L::B {
    let Some((kind, side)) = pos.piece(from) else {
        return L::B::EMPTY;
    };
    let Some(own) = core.mover(side, kind) else {
        return L::B::EMPTY;
    };
    let mut all = hunted(core, pos, own, capture_reach(core, own, pos, from));
    if core.traits.filters_captures {
        for mover in hunters(core, side, kind) {
            all |= hunted(core, pos, mover, capture_reach(core, mover, pos, from));
        }
    }
    if !own.special.is_empty() {
        all |= special_ends(pos, Some(own), from, Modes::CAPTURE, false, within);
    }
    all & !L::B::bit(from)
}

/// Whether [`captures_of`] may contain one of some squares. `false` is certain, `true` is not.
#[inline(always)]
pub(super) fn may_capture<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, squares: L::B) -> bool {
    let code = pos.board.as_ref()[usize::from(from)];
    let (kind, side) = Side::decode(code);
    let Some(mover) = core.mover(side, kind) else {
        return true;
    };
    let meets = |mover: &Mover<L::B>| {
        let reach = mover.capture_mask.get(usize::from(from));
        reach.is_none_or(|most| most.meets(squares))
    };
    meets(mover)
        || (core.traits.filters_captures && hunters(core, side, kind).any(meets))
        || mover
            .special_ends
            .all
            .get(usize::from(from))
            .is_some_and(|most| most.meets(squares))
}

/// All ends of plain captures from a square.
#[inline(always)]
pub(super) fn capture_reach<L: Layout>(
    core: &Core<L>,
    mover: &Mover<L::B>,
    pos: &Pos<L>,
    from: Square,
) -> L::B {
    let both = reach(
        &core.pool,
        (&mover.leap_both, &mover.ray_both),
        from,
        pos.occupancy(),
    );
    both | reach(
        &core.pool,
        (&mover.leap_capture, &mover.ray_capture),
        from,
        pos.occupancy(),
    )
}

/// Some squares without those whose pieces the mover cannot capture.
#[inline(always)]
pub(super) fn hunted<L: Layout>(core: &Core<L>, pos: &Pos<L>, mover: &Mover<L::B>, squares: L::B) -> L::B {
    if !L::RICH || mover.capturable == u64::MAX {
        return squares;
    }
    squares & pos.of_kinds(core, mover.capturable)
}

/// The movers beside a kind's own one, for captures of some kinds.
pub(super) fn hunters<L: Layout>(core: &Core<L>, side: Side, kind: u8) -> impl Iterator<Item = &Mover<L::B>> {
    let movers = core.moving.movers[side.index()].iter();
    movers.filter(move |m| m.filtered && m.kind == kind)
}

/// The squares, among some, on which paths of a movement end in one mode. Only paths count that
/// depend on more than the occupied squares and remove nothing on the way.
pub(crate) fn special_ends<L: Layout>(
    pos: &Pos<L>,
    mover: Option<&Mover<L::B>>,
    from: Square,
    mode: Modes,
    rifle: bool,
    within: L::B,
) -> L::B {
    let Some((mover, ends)) = mover.and_then(|m| Some((m, m.special_ends.plain.get(usize::from(from))?)))
    else {
        return L::B::EMPTY;
    };
    let side = pos.owner(from);
    let [own, enemies] = [pos.sides[side], pos.enemies(side)];
    let paths = &mover.special[usize::from(from)];
    // Every piece that could be captured counts as an enemy, even if a path hops over it first.
    let is_open = |path: &Special<L::B>| {
        let turned = match mode {
            Modes::CAPTURE => own & L::B::bit(path.to),
            _ => L::B::EMPTY,
        };
        path.is_open(pos.occupancy(), own & !turned, enemies | turned)
    };
    let leads = |&number: &u32| {
        paths.get(number as usize).is_some_and(|path| {
            path.rifle == rifle
                && path.modes.has(mode)
                && is_open(path)
                && path.suits(pos, mode)
                && (!path.initial || pos.unmoved.has(from))
        })
    };
    let asked = within & !L::B::bit(from);
    let mut found = L::B::EMPTY;
    for end in ends {
        if asked.has(end.to) && end.paths(pos.occupancy()).iter().any(leads) {
            found |= L::B::bit(end.to);
        }
    }
    found
}
