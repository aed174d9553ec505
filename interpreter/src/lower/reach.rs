//! The farthest reach of a piece: squares, with no regard to the pieces on them.
//!
//! Every path is followed as if the other pieces stood as it needs them. So a square that is not
//! reached here can never be reached, while a square that is may still be out of reach in play.

use crate::board::{Bits, Topology, U256};
use crate::rules::{Between, Condition, Frame, Leap, Modes, Movement, Side, Squares};

/// Rides go no further than this, and more is not needed on 256 squares.
const MAX_STEPS: u8 = 99;

/// The start squares of legs, by heading. Legs without a heading yet are in the last entry.
type Starts = [U256; 17];

/// Squares reached, with the wind and length of the last leap.
#[derive(Clone, Copy)]
struct Ends<'a> {
    squares: U256,
    wind: u8,
    leap: &'a Leap,
    modes: Modes,
}

/// The squares a side's piece can come to stand on from any of the squares, those included. From
/// those of `stops` it does not go on, unless it begins there.
pub(super) fn closure(t: &Topology, movement: &Movement, side: Side, from: U256, stops: U256) -> U256 {
    let mut known = from;
    let mut fresh = from;
    while !fresh.is_empty() && known != t.squares() {
        let next = targets_of_all(t, movement, side, fresh, Modes(!0)) & !known;
        known |= next;
        fresh = next & !stops;
    }
    known
}

/// The squares a side's piece can get to from any of the squares with one of the modes.
pub(super) fn targets_of_all(
    t: &Topology,
    movement: &Movement,
    side: Side,
    from: U256,
    modes: Modes,
) -> U256 {
    let mut starts = [U256::EMPTY; 17];
    starts[16] = from;
    let mut set = U256::EMPTY;
    walk(t, movement, side, &starts, Modes(!0), &mut |end| {
        if !end.modes.and(modes).is_empty() {
            set |= end.squares;
        }
    });
    set
}

/// Follows a movement from all starts at once: its legs are walked once, however many ways lead to
/// them.
fn walk<'a>(
    t: &Topology,
    movement: &'a Movement,
    side: Side,
    starts: &Starts,
    keep: Modes,
    found: &mut dyn FnMut(Ends<'a>),
) {
    match movement {
        Movement::Leap(leap) => {
            let modes = Modes::BOTH.and(keep);
            if !modes.is_empty() {
                leap_from(t, leap, side, starts, modes, found);
            }
        }
        Movement::Union(list) => {
            for part in list {
                walk(t, part, side, starts, keep, found);
            }
        }
        Movement::Then { first, next, .. } => {
            let mut middles = [U256::EMPTY; 17];
            walk(t, first, side, starts, Modes(!0), &mut |end| {
                middles[usize::from(end.wind)] |= end.squares;
            });
            if middles.iter().any(|squares| !squares.is_empty()) {
                walk(t, next, side, &middles, keep, found);
            }
        }
        Movement::Over { movement, by, .. } => {
            walk(t, movement, side, starts, keep, &mut |end| {
                let further = Leap {
                    range: *by,
                    frame: Frame::Board,
                    winds: crate::rules::Winds::single(end.wind),
                    ..end.leap.clone()
                };
                ride(t, &further, side, end.squares, None, &mut |squares, wind| {
                    found(Ends { squares, wind, ..end });
                });
            });
        }
        Movement::Only { modes, movement } => walk(t, movement, side, starts, keep.and(*modes), found),
        Movement::As { modes, movement } => {
            let modes = modes.and(keep);
            if !modes.is_empty() {
                walk(t, movement, side, starts, Modes(!0), &mut |end| {
                    found(Ends { modes, ..end });
                });
            }
        }
        Movement::Rifle(inner) | Movement::Exposed(inner) => walk(t, inner, side, starts, keep, found),
        Movement::When { condition, movement } => {
            walk_when(t, (condition, movement), side, starts, keep, found);
        }
    }
}

/// Follows a leap from all starts.
fn leap_from<'a>(
    t: &Topology,
    leap: &'a Leap,
    side: Side,
    starts: &Starts,
    modes: Modes,
    found: &mut dyn FnMut(Ends<'a>),
) {
    for (heading, squares) in starts.iter().enumerate() {
        let heading = (heading < 16).then_some(heading as u8);
        ride(t, leap, side, *squares, heading, &mut |squares, wind| {
            found(Ends {
                squares,
                wind,
                leap,
                modes,
            });
        });
    }
}

/// Follows a movement that asks something.
fn walk_when<'a>(
    t: &Topology,
    (condition, movement): (&'a Condition, &'a Movement),
    side: Side,
    starts: &Starts,
    keep: Modes,
    found: &mut dyn FnMut(Ends<'a>),
) {
    match condition {
        Condition::Initial | Condition::Of(_) => walk(t, movement, side, starts, keep, found),
        Condition::Side(only) if *only != side => {}
        Condition::Side(_) => walk(t, movement, side, starts, keep, found),
        Condition::From(sets) => {
            let zone = squares(t, &sets[side]);
            walk(t, movement, side, &starts.map(|set| set & zone), keep, found);
        }
        Condition::To(sets) => {
            let zone = squares(t, &sets[side]);
            walk(t, movement, side, starts, keep, &mut |end| {
                let squares = end.squares & zone;
                found(Ends { squares, ..end });
            });
        }
    }
}

fn squares(t: &Topology, set: &Squares) -> U256 {
    let known = set.0.iter().filter_map(|name| t.square(name));
    known.fold(U256::EMPTY, |all, s| all | U256::bit(s))
}

/// Rides from all squares at once. A ride that comes back to its start has not moved.
fn ride(
    t: &Topology,
    leap: &Leap,
    side: Side,
    from: U256,
    heading: Option<u8>,
    found: &mut dyn FnMut(U256, u8),
) {
    if from.is_empty() {
        return;
    }
    let alone = if from.count() == 1 { from } else { U256::EMPTY };
    for wind in leap.winds.iter() {
        let wind = match (leap.frame, heading) {
            (Frame::Heading, Some(heading)) => (wind + heading) & 15,
            (Frame::Board, _) => wind,
            (Frame::Side, _) | (Frame::Heading, None) => match side {
                Side::White => wind,
                Side::Black => (wind + 8) & 15,
            },
        };
        // An oblique leap needs an oblique wind, and the other way round.
        if (leap.m != 0 && leap.m != leap.n) == wind.is_multiple_of(2) {
            continue;
        }
        let (mut front, mut reached) = (from, U256::EMPTY);
        for step in 1..=leap.range.max.unwrap_or(MAX_STEPS) {
            front = leaps(t, leap, wind, front);
            if step > 1 {
                front &= !alone;
            }
            if step >= leap.range.min {
                // An endless ride that has reached a square has also reached all squares behind it.
                if leap.range.max.is_none() {
                    front &= !reached;
                }
                reached |= front;
            }
            if front.is_empty() {
                break;
            }
        }
        found(reached, wind);
    }
}

/// The squares to which one leap in a direction leads from any of the squares.
fn leaps(t: &Topology, leap: &Leap, wind: u8, from: U256) -> U256 {
    let routes = from
        .squares()
        .flat_map(|at| t.leap(at, leap.m, leap.n, wind, leap.wraps));
    routes
        .filter(|route| leap.between == Between::Free || route.between.is_some())
        .fold(U256::EMPTY, |all, route| all | U256::bit(route.to))
}
