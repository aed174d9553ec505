//! The squares to which pieces could move and on which they could capture, over all contents of the
//! squares. Does not know whether such a move is safe: that is `legality`.

use super::compiled::{Mover, NONE, Special};
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::tables::reach;
use crate::board::{Bits, Square, union};
use crate::engine::own_captures;
use crate::engine::powers;
use crate::rules::{Modes, Side};

/// The squares to which a piece can move by plain moves, legal or not.
pub(crate) fn plain_targets<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    kind: u8,
    side: Side,
    from: Square,
) -> L::B {
    let here = if pos.piece(from) == Some((kind, side)) {
        powers::mover_at(core, pos, from)
    } else {
        None
    };
    let Some(mover) = here.or_else(|| core.mover(side, kind)) else {
        return L::B::EMPTY;
    };
    let occupancy = pos.occupancy();
    let theirs = pos.enemies(side);
    let both = reach(&core.pool, (&mover.leap_both, &mover.ray_both), from, occupancy);
    let quiet = reach(&core.pool, (&mover.leap_quiet, &mover.ray_quiet), from, occupancy);
    let mut captures = own_captures::hunted(
        core,
        pos,
        mover,
        own_captures::capture_reach(core, mover, pos, from),
    );
    if core.is_rich() && core.traits.filters_captures {
        for filtered in own_captures::hunters(core, side, kind) {
            captures |= own_captures::hunted(
                core,
                pos,
                filtered,
                own_captures::capture_reach(core, filtered, pos, from),
            );
        }
    }
    ((both | quiet) & !occupancy) | (captures & theirs)
}

/// The squares to which the piece on a square could move without a capture by a plain move, over
/// all contents of the squares.
pub(crate) fn quiet_reach<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square) -> L::B {
    let borrowed = taken_over_along(core, pos, from, Modes::QUIET);
    movers_of(core, pos, from).fold(borrowed, |all, mover| {
        let both = reach(
            &core.pool,
            (&mover.leap_both, &mover.ray_both),
            from,
            pos.occupancy(),
        );
        all | both
            | reach(
                &core.pool,
                (&mover.leap_quiet, &mover.ray_quiet),
                from,
                pos.occupancy(),
            )
    })
}

/// The targets of the piece on a square by absorbed paths that depend on more than the occupied
/// squares. The mode is `QUIET` or `CAPTURE`; all contents of the targets are considered.
#[inline]
pub(crate) fn taken_over_along<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, mode: Modes) -> L::B {
    if !core.takes_over() {
        return L::B::EMPTY;
    }
    borrowed_movers(core, pos, from).fold(L::B::EMPTY, |all, mover| {
        all | own_captures::special_ends(pos, Some(mover), from, mode, false, !L::B::EMPTY)
    })
}

/// Pieces with tags: no other has absorbed a movement.
pub(super) fn tagged<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> L::B {
    let tags = core.tagging.as_ref().map_or(0, |tagging| tagging.letters.len());
    let carried = pos.tags.as_ref().iter().take(tags);
    union(carried, |&set| set)
}

/// The movements that the piece on a square has absorbed.
pub(super) fn borrowed_movers<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    from: Square,
) -> impl Iterator<Item = &'a Mover<L::B>> {
    let side = pos.owner(from);
    let held = move |m: &&Mover<L::B>| m.tag != NONE && pos.tags.as_ref()[usize::from(m.tag)].has(from);
    core.moving.movers[side].iter().filter(held)
}

/// The squares on which the piece on a square may capture by paths that depend on more than the
/// occupied squares, with no removal on the way. It captures by moving, or without (`rifle`), which
/// is not absorbed.
pub(crate) fn special_targets<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, rifle: bool) -> L::B {
    if rifle && !core.traits.rifles {
        return L::B::EMPTY;
    }
    let own = own_captures::special_ends(
        pos,
        powers::mover_at(core, pos, from),
        from,
        Modes::CAPTURE,
        rifle,
        !L::B::EMPTY,
    );
    if rifle {
        return own;
    }
    own | taken_over_along(core, pos, from, Modes::CAPTURE)
}

/// Whether the piece on a square may change places with one of its own side by its movement.
pub(crate) fn swaps_along<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, to: Square) -> bool {
    if !core.traits.swaps {
        return false;
    }
    let mover = powers::mover_at(core, pos, from);
    let Some(paths) = mover.and_then(|m| m.special.get(usize::from(from))) else {
        return false;
    };
    let side = pos.owner(from);
    let swaps = |path: &Special<L::B>| {
        path.to == to
            && path.modes.has(Modes::SWAP)
            && path.suits(pos, Modes::SWAP)
            && path.is_open(pos.occupancy(), pos.sides[side], pos.enemies(side))
            && (!path.initial || pos.unmoved.has(from))
    };
    paths.iter().any(swaps)
}

/// The squares on which the piece on a square could capture by a plain move, over all contents
/// of the squares.
pub(crate) fn capture_targets<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square) -> L::B {
    movers_of(core, pos, from).fold(L::B::EMPTY, |all, mover| {
        all | own_captures::hunted(
            core,
            pos,
            mover,
            own_captures::capture_reach(core, mover, pos, from),
        )
    })
}

/// The squares on which the piece on a square could capture next, over all contents of the
/// squares: by moving, and with no removal on the way.
pub(crate) fn next_captures<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square) -> L::B {
    (capture_targets(core, pos, from) | special_targets(core, pos, from, false)) & !L::B::bit(from)
}

/// Whether the piece on a square may capture on another one, by any move; "no" is certain.
pub(super) fn may_take<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, square: Square) -> bool {
    moves_oddly(core) || own_captures::may_capture(core, pos, from, L::B::bit(square))
}

/// Whether pieces may move in other ways than by their own movement.
fn moves_oddly<L: Layout>(core: &Core<L>) -> bool {
    core.takes_over() || core.has_powers() || core.has_shots()
}

/// The squares of `matter` on which each of some pieces could capture next.
pub(crate) fn attacked_next<L: Layout>(core: &Core<L>, pos: &Pos<L>, by: L::B, matter: L::B) -> L::B {
    let mut all = L::B::EMPTY;
    if moves_oddly(core) {
        for square in by.squares() {
            all |= next_captures(core, pos, square);
        }
        return all;
    }
    for square in by.squares() {
        if own_captures::may_capture(core, pos, square, matter) {
            all |= own_captures::captures_of(core, pos, square, matter);
        }
    }
    all
}

/// Whether one of some pieces could capture on a square next, over all contents of the square.
pub(crate) fn could_capture<L: Layout>(core: &Core<L>, pos: &Pos<L>, pieces: L::B, square: Square) -> bool {
    pieces
        .squares()
        .any(|from| next_captures(core, pos, from).has(square))
}

/// The own movement of the piece on a square, and its absorbed movements.
fn movers_of<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    from: Square,
) -> impl Iterator<Item = &'a Mover<L::B>> {
    let taken_over = core.takes_over();
    let side = pos.owner(from);
    let held = move |m: &&Mover<L::B>| {
        taken_over && m.tag != NONE && pos.tags.as_ref()[usize::from(m.tag)].has(from)
    };
    let kind = pos
        .piece(from)
        .map(|(kind, _)| kind)
        .filter(|_| core.traits.filters_captures);
    let beside = move |m: &&Mover<L::B>| m.filtered && Some(m.kind) == kind || held(m);
    let others = core.moving.movers[side].iter().filter(beside);
    powers::mover_at(core, pos, from).into_iter().chain(others)
}
