//! Positions that cannot be played, and those that cannot occur: one law for positions read and
//! positions reached. Knows no text.

use super::{AGAIN, PositionError, wrong};
use crate::board::Bits;
use crate::engine::attacks;
use crate::engine::chain::Chain as _;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::position::Pos;
use crate::engine::trial;
use crate::rules::{RoyalRule, Side};

/// Whether the side that is not to move may be in check: it has been left in check, or the turn
/// continues in spite of it.
pub(crate) fn may_wait_in_check<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let in_turn = pos.parts_made(core) > 0 && core.turns.as_ref().is_some_and(|rule| !rule.check_ends());
    core.exposes_royals() || in_turn
}

/// Whether a position can be played: royals, pieces on possible squares, no side left in check.
pub(crate) fn validate<L: Layout>(core: &Core<L>, pos: &Pos<L>, start: &Pos<L>) -> Result<(), PositionError> {
    for side in Side::ALL {
        validate_royals(core, pos, start, side)?;
        validate_places(core, pos, side)?;
    }
    if core.walls.as_ref().is_some_and(|rule| rule.one) && !core.program.closes && pos.closed().several() {
        return wrong("board", "there is one wall at most");
    }
    let waiting = pos.side_to_move.previous();
    let goes_on = pos.chain.continuation().is_some();
    if goes_on && !trial::can_go_on(core, pos) {
        return wrong(AGAIN, "the piece cannot go on");
    }
    // A side that has just blown up the opponent's last royal need not have answered a check.
    let won = (core.program.loses_royals && pos.royals(core, pos.side_to_move).is_empty())
        || legality::has_ended_facing(core, pos);
    if core.royalty.rule[waiting.index()] != RoyalRule::Fewer
        && !won
        && !goes_on
        && !may_wait_in_check(core, pos)
        && attacks::in_check(core, pos, waiting)
    {
        return wrong(
            "position",
            format!("{waiting} is in check, but {} is to move", pos.side_to_move),
        );
    }
    Ok(())
}

/// The reason why no game reaches a position that can be played: it has more pieces than the start,
/// and none come from outside.
pub(crate) fn surplus<L: Layout>(core: &Core<L>, pos: &Pos<L>, start: &Pos<L>) -> Option<String> {
    if core.reserve.has_hands {
        return surplus_with_hands(core, pos, start);
    }
    let extra = |&side: &Side| {
        let (count, at_start) = (pos.sides[side.index()].count(), start.sides[side.index()].count());
        let words = || format!("{side} has {count} pieces; at most {at_start} are possible in a game");
        (count > at_start).then(words)
    };
    Side::ALL.iter().find_map(extra).filter(|_| !core.program.flips)
}

/// The same if captured pieces go to hands.
fn surplus_with_hands<L: Layout>(core: &Core<L>, pos: &Pos<L>, start: &Pos<L>) -> Option<String> {
    if core.reserve.outside || core.program.makes || core.reserve.endless != [0; Side::COUNT] {
        return None;
    }
    let all = |pos: &Pos<L>| {
        let mut count = pos.pieces().count();
        for side in Side::ALL {
            for &held in pos.held(side) {
                count += u32::from(held);
            }
        }
        count
    };
    let (count, at_start) = (all(pos), all(start));
    let words =
        || format!("there are {count} pieces with those in hand; at most {at_start} are possible in a game");
    (count > at_start).then(words)
}

/// Checks that a side has as many royals as it can have.
pub(super) fn validate_royals<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    start: &Pos<L>,
    side: Side,
) -> Result<(), PositionError> {
    let (count, at_start) = (pos.royals(core, side).count(), start.royals(core, side).count());
    // If royals can be lost, a position without one may be the last of a game.
    let passes = || {
        let mut movers = core.moving.movers[side.index()].iter();
        movers.any(|m| m.royal && !m.exposing.is_empty())
    };
    let captured = matches!(
        core.royalty.rule[side.index()],
        RoyalRule::Fewer | RoyalRule::Last | RoyalRule::LastOfEach
    );
    let lost = || captured || core.program.loses_royals || core.exposes_royals() || passes();
    if count == 0 && at_start > 0 && !lost() {
        let names: Vec<String> = core.royalty.kinds[side.index()]
            .iter()
            .map(|&k| core.naming.letter(side, k).to_string())
            .collect();
        return wrong(
            "board",
            format!("{side} has no royal piece (`{}`)", names.join("` or `")),
        );
    }
    if count > at_start && !core.royalty.can_arise[side.index()] {
        return wrong(
            "board",
            format!("{side} has {count} royal pieces, at most {at_start} are possible"),
        );
    }
    Ok(())
}

/// Checks that all pieces of a side stand on possible squares.
pub(super) fn validate_places<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
) -> Result<(), PositionError> {
    let own = pos.sides[side.index()];
    let wrongly = |sets: &[L::B]| {
        let mut sets = (0u8..).zip(sets).filter(|(_, set)| own.meets(**set));
        sets.find_map(|(kind, set)| (pos.kind(kind) & own & *set).squares().next().map(|s| (kind, s)))
    };
    if let Some((kind, square)) = wrongly(&core.places.unreachable[side.index()]) {
        let (letter, name) = (core.naming.letter(side, kind), core.topology.name(square));
        return wrong(name, format!("`{letter}` can never come to stand on {name}"));
    }
    if let Some((kind, square)) = wrongly(&core.places.must_have_promoted[side.index()]) {
        let (letter, name) = (core.naming.letter(side, kind), core.topology.name(square));
        return wrong(
            "board",
            format!("`{letter}` cannot stand on {name}: it promotes there"),
        );
    }
    Ok(())
}
