//! How far a piece can get at best: squares without regard to what stands on them.
//!
//! Every path is followed as if the other pieces stood as it needs them. So a square that is not reached here can
//! never be reached, while a square that is may still be out of reach in play.

use crate::board::{Bits, Square, Topology, U256};
use crate::rules::{Between, Condition, Frame, Leap, Modes, Movement, Side, Squares};

/// Rides go no further than this, and more is not needed on 256 squares.
const MAX_STEPS: u8 = 99;

/// A square reached, and the wind and length of the last leap.
type End = (Square, u8, Leap);

/// The squares a side's piece can get to from a square with one of the modes.
pub(super) fn targets(t: &Topology, movement: &Movement, side: Side, from: Square, modes: Modes) -> U256 {
    let mut set = U256::EMPTY;
    walk(
        t,
        movement,
        side,
        from,
        None,
        Modes(!0),
        &mut |(square, ..), has| {
            if !has.and(modes).is_empty() {
                set |= U256::bit(square);
            }
        },
    );
    set
}

/// The squares a side's piece can come to stand on from any of the squares, those included.
pub(super) fn closure(t: &Topology, movement: &Movement, side: Side, from: U256) -> U256 {
    let mut known = from;
    let mut fresh = from;
    while !fresh.is_empty() {
        let next = fresh.squares().fold(U256::EMPTY, |set, s| {
            set | targets(t, movement, side, s, Modes(!0))
        });
        fresh = next & !known;
        known |= fresh;
    }
    known
}

fn walk(
    t: &Topology,
    movement: &Movement,
    side: Side,
    from: Square,
    heading: Option<u8>,
    keep: Modes,
    found: &mut dyn FnMut(End, Modes),
) {
    match movement {
        Movement::Leap(leap) => {
            let modes = Modes::BOTH.and(keep);
            if !modes.is_empty() {
                ride(t, leap, side, from, heading, &mut |end| found(end, modes));
            }
        }
        Movement::Union(list) => {
            for part in list {
                walk(t, part, side, from, heading, keep, found);
            }
        }
        Movement::Then { first, next, .. } => {
            let mut middles: Vec<(Square, u8)> = Vec::new();
            walk(
                t,
                first,
                side,
                from,
                heading,
                Modes(!0),
                &mut |(square, wind, _), _| {
                    if !middles.contains(&(square, wind)) {
                        middles.push((square, wind));
                    }
                },
            );
            for (square, wind) in middles {
                walk(t, next, side, square, Some(wind), keep, found);
            }
        }
        Movement::Over { movement, by, .. } => {
            walk(
                t,
                movement,
                side,
                from,
                heading,
                keep,
                &mut |(square, wind, leap), modes| {
                    let further = Leap {
                        range: *by,
                        frame: Frame::Board,
                        winds: crate::rules::Winds::single(wind),
                        ..leap
                    };
                    ride(t, &further, side, square, None, &mut |end| found(end, modes));
                },
            );
        }
        Movement::Only { modes, movement } => walk(t, movement, side, from, heading, keep.and(*modes), found),
        Movement::As { modes, movement } => {
            let modes = modes.and(keep);
            if !modes.is_empty() {
                walk(t, movement, side, from, heading, Modes(!0), &mut |end, _| {
                    found(end, modes)
                });
            }
        }
        Movement::Rifle(inner) | Movement::Exposed(inner) => walk(t, inner, side, from, heading, keep, found),
        Movement::When { condition, movement } => match condition {
            Condition::Initial => walk(t, movement, side, from, heading, keep, found),
            Condition::Side(only) if *only != side => {}
            Condition::Side(_) => walk(t, movement, side, from, heading, keep, found),
            Condition::From(sets) => {
                if has(t, &sets[side], from) {
                    walk(t, movement, side, from, heading, keep, found);
                }
            }
            Condition::To(sets) => {
                walk(t, movement, side, from, heading, keep, &mut |end, modes| {
                    if has(t, &sets[side], end.0) {
                        found(end, modes);
                    }
                });
            }
        },
    }
}

fn has(t: &Topology, set: &Squares, square: Square) -> bool {
    let name = t.name(square);
    set.0.iter().any(|s| s == name)
}

fn ride(
    t: &Topology,
    leap: &Leap,
    side: Side,
    from: Square,
    heading: Option<u8>,
    found: &mut dyn FnMut(End),
) {
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
        let mut at = vec![from];
        let most = leap.range.max.unwrap_or(MAX_STEPS);
        let mut seen = U256::bit(from);
        for step in 1..=most {
            let mut next: Vec<Square> = Vec::new();
            for &square in &at {
                for route in t.leap(square, leap.m, leap.n, wind, leap.wraps) {
                    let blocked = leap.between != Between::Free && route.between.is_none();
                    if !blocked && !next.contains(&route.to) {
                        next.push(route.to);
                    }
                }
            }
            next.retain(|&s| !seen.has(s) || step == 1);
            if next.is_empty() {
                break;
            }
            for &square in &next {
                seen |= U256::bit(square);
                if step >= leap.range.min {
                    found((square, wind, leap.clone()));
                }
            }
            at = next;
        }
    }
}
