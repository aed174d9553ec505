//! Captures of one piece after the other in a line, written out jump by jump, as one way.

use super::hurdle::thing;
use super::kinds::asked;
use super::leaps::is_headed;
use super::{Route, Way};
use crate::words;
use ferz::rules::{Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Via};

/// A hop over one piece, and over how many pieces of its kind a movement hops one after the other;
/// `None` if it is no more than one.
pub(super) fn hopped(movement: &Movement) -> Option<(Movement, u8)> {
    let (first, hurdle, mut next) = hop(movement)?;
    let mut hops = 1;
    while let Some((again, other, rest)) = hop(next) {
        if asked(again) != asked(first) || other != hurdle || !again.is_headed() {
            return None;
        }
        hops += 1;
        next = rest;
    }
    if let Movement::Over {
        movement,
        hurdle: last,
        by,
    } = next
        && *last == hurdle
        && asked(first).is_all()
        && matches!(&**movement, Movement::Leap(leap) if is_headed(leap))
    {
        let one = Movement::Over {
            movement: Box::new(first.clone()),
            hurdle,
            by: *by,
        };
        return Some((one, hops + 1));
    }
    let one = Movement::Then {
        first: Box::new(first.clone()),
        via: Via::Hurdle(hurdle),
        next: Box::new(next.clone()),
    };
    (hops > 1).then_some((one, hops))
}

/// A leg to a hurdle, whose it is, and what comes behind it.
fn hop(movement: &Movement) -> Option<(&Movement, Hurdle, &Movement)> {
    match movement {
        Movement::Then {
            first,
            via: Via::Hurdle(hurdle),
            next,
        } => Some((first, *hurdle, next)),
        _ => None,
    }
}

/// A jump to a piece, over it and on, as a movement of its own, and how many such jumps a movement
/// is; `None` if it is no more than one.
pub(super) fn chained(movement: &Movement) -> Option<(Movement, u8)> {
    let (first, mut next) = capture(movement)?;
    let mut jumps = 1;
    while let Some((again, rest)) = landing(next).and_then(|(_, rest)| capture(rest)) {
        if asked(again) != asked(first) || !again.is_headed() {
            return None;
        }
        jumps += 1;
        next = rest;
    }
    let one = Movement::Then {
        first: Box::new(first.clone()),
        via: Via::Capture,
        next: Box::new(next.clone()),
    };
    (jumps > 1).then_some((one, jumps))
}

/// A leg that captures, and what comes behind it.
fn capture(movement: &Movement) -> Option<(&Movement, &Movement)> {
    match movement {
        Movement::Then {
            first,
            via: Via::Capture,
            next,
        } => Some((first, next)),
        _ => None,
    }
}

/// The step to the empty square just beyond, and what follows there.
pub(super) fn landing(movement: &Movement) -> Option<(&Leap, &Movement)> {
    match movement {
        Movement::Then {
            first,
            via: Via::Empty,
            next,
        } => match &**first {
            Movement::Leap(leap) if is_headed(leap) && leap.range == Range::ONE => Some((leap, next)),
            _ => None,
        },
        _ => None,
    }
}

/// Ways that capture nothing where they end.
pub(super) fn quiet(mut ways: Vec<Way>) -> Vec<Way> {
    for way in &mut ways {
        way.modes = Modes::QUIET;
    }
    ways
}

/// A jump, and what follows where it has landed.
pub(super) fn followed(jump: &[Way], mut nexts: Vec<Way>) -> Option<Vec<Way>> {
    let [jump] = jump else { return None };
    if jump.route != Route::Jump {
        return None;
    }
    for way in &mut nexts {
        *way = way.after(&format!("{}, and then", jump.phrase()));
        way.route = Route::Jump;
    }
    Some(nexts)
}

/// Whether a leap that captures is followed by the same leap back.
pub(super) fn comes_back(first: &Movement, next: &Movement) -> bool {
    let next = match next {
        Movement::Only { modes, movement } if *modes == Modes::QUIET => movement,
        other => other,
    };
    if let Movement::Union(parts) = first {
        return parts.iter().all(|part| comes_back(part, next));
    }
    let (Movement::Leap(there), Movement::Leap(back)) = (first, next) else {
        return false;
    };
    let reverse = back.frame == Frame::Heading && back.winds.iter().all(|wind| (7..=9).contains(&wind));
    let single = there.range == Range::ONE && back.range == Range::ONE;
    // Seen along a diagonal, as many squares straight on are a leap of as many both ways.
    let along = |leap: &Leap| if leap.m == leap.n { 0 } else { leap.m };
    reverse && single && (along(there), there.n) == (along(back), back.n)
}

/// Leaps to a piece that is removed, and back.
pub(super) fn removals(mut ways: Vec<Way>, kinds: &Kinds) -> Vec<Way> {
    for way in &mut ways {
        way.takes = Some(thing(Hurdle::Enemy, kinds));
        way.modes = Modes::QUIET;
        way.route = Route::Captures;
    }
    ways
}

/// Ways that are made a number of times.
pub(super) fn several(mut ways: Vec<Way>, jumps: u8) -> Vec<Way> {
    for way in &mut ways {
        way.jumps = (jumps, jumps);
    }
    ways
}

/// Ways that differ only in how many jumps they are become one.
pub(super) fn joined(ways: Vec<Way>) -> Vec<Way> {
    let mut out: Vec<Way> = Vec::new();
    for way in ways {
        let alike = |known: &&mut Way| {
            **known
                == Way {
                    jumps: known.jumps,
                    ..way.clone()
                }
        };
        match out.iter_mut().find(alike) {
            Some(known) => {
                known.jumps = (known.jumps.0.min(way.jumps.0), known.jumps.1.max(way.jumps.1));
            }
            None => out.push(way),
        }
    }
    out
}

/// `, in up to four jumps in one direction`, `, over up to four such pieces`.
pub(super) fn times(jumps: (u8, u8), route: Route) -> String {
    let number = |n: u8| words::number(u64::from(n));
    if route == Route::Plain {
        return match jumps {
            (_, 1) => String::new(),
            (1, most) => format!(", over up to {} of them in one direction", number(most)),
            (least, most) if least == most => format!(", over {} of them in one direction", number(most)),
            (least, most) => format!(
                ", over {} to {} of them in one direction",
                number(least),
                number(most)
            ),
        };
    }
    match jumps {
        (_, 1) => String::new(),
        (1, most) => format!(", in up to {} jumps in one direction", number(most)),
        (least, most) if least == most => format!(", in {} jumps in one direction", number(most)),
        (least, most) => format!(
            ", in {} to {} jumps in one direction",
            number(least),
            number(most)
        ),
    }
}
