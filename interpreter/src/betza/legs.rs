//! The parts of movements: legs, bends, and the events at their joints and ends.

use super::Error;
use super::atoms::Shape;
use super::scan::{Atom, Leg};
use crate::rules::{Between, Frame, Hurdle, Leap, Modes, Movement, Range, Via, Winds};

/// The largest number of paths, counted without slides, that one move may have.
const MAX_PATHS: usize = 5000;

/// The paths of all; no union around a single one and none inside another.
pub(super) fn union(movements: Vec<Movement>) -> Movement {
    let mut flat = Vec::with_capacity(movements.len());
    for movement in movements {
        match movement {
            Movement::Union(parts) => flat.extend(parts),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Movement::Union(flat)
    }
}

/// `first`, then `next`, for each of the ways to go on.
pub(super) fn then(first: &Movement, vias: &[Via], next: &Movement) -> Movement {
    let leg = |&via: &Via| Movement::Then {
        first: Box::new(first.clone()),
        via,
        next: Box::new(next.clone()),
    };
    union(vias.iter().map(leg).collect())
}

/// Fails if there are too many paths.
pub(super) fn few_enough(paths: usize, span: &std::ops::Range<usize>) -> Result<(), Error> {
    if paths <= MAX_PATHS {
        return Ok(());
    }
    Err(Error::new(span.clone(), "this move has too many paths")
        .help("say which way the later legs go, or use fewer of them"))
}

/// The possible contents of the square where an inner leg ends.
pub(super) fn vias(leg: &Leg) -> Result<Vec<Via>, Error> {
    if let Some((_, at)) = leg.find("e") {
        return Err(Error::new(at, "only the last leg can capture en passant"));
    }
    let hops = leg.has('p') || leg.has('g');
    let moves = leg.has('m') || leg.has('y') || leg.find("cdpg").is_none();
    let mut vias = Vec::new();
    match (moves, hops) {
        (true, true) => vias.push(Via::Pass),
        (true, false) => vias.push(Via::Empty),
        (false, true) => vias.push(Via::Hurdle(Hurdle::Any)),
        (false, false) => {}
    }
    if leg.has('c') {
        vias.push(Via::Capture);
    }
    if leg.has('d') {
        vias.push(Via::CaptureOwn);
    }
    Ok(vias)
}

/// The squares that a leg goes over, without its modes and hops: the first leg if `index` is 0.
pub(super) fn stretch(
    leg: &Leg,
    atom: &Atom,
    range: Range,
    winds: Winds,
    index: usize,
) -> Result<Movement, Error> {
    let between = between(leg, atom.shape)?;
    let skips = leg.has('j') && atom.shape.is_step();
    let leap = |(m, n): (u8, u8), winds, frame, range| {
        Movement::Leap(Leap {
            m,
            n,
            winds,
            frame,
            range,
            between,
            wraps: leg.has('o'),
        })
    };
    let legs = |range| match (index, atom.shape) {
        (0, Shape::Leap { m, n }) => leap((m, n), winds, Frame::Side, range),
        (0, Shape::King) => {
            let part = |size, within| leap(size, winds.and(within), Frame::Side, range);
            let (orthogonal, diagonal) = (part((0, 1), Winds::ORTHOGONAL), part((1, 1), Winds::DIAGONAL));
            match (winds.and(Winds::ORTHOGONAL).0, winds.and(Winds::DIAGONAL).0) {
                (_, 0) => orthogonal,
                (0, _) => diagonal,
                _ => Movement::Union(vec![orthogonal, diagonal]),
            }
        }
        (_, shape) => leap(turning(shape), winds, Frame::Heading, range),
    };
    if !skips {
        return Ok(legs(range));
    }
    let Some(rest) = shorter(range) else {
        let at = leg.find("j").map_or(atom.span.clone(), |(_, at)| at);
        return Err(
            Error::new(at, "`j` skips the only square that the move can reach")
                .help("give the atom a range, as in `jR` or `jW3`"),
        );
    };
    let next = leap(turning(atom.shape), Winds::single(0), Frame::Heading, rest);
    Ok(then(&legs(Range::ONE), &[Via::Pass], &next))
}

/// The size of a leap that takes its direction from the step before it: straight ones are written
/// as orthogonal ones, a diagonal wind makes them diagonal.
fn turning(shape: Shape) -> (u8, u8) {
    match shape {
        Shape::King => (0, 1),
        Shape::Leap { m, n } if m == n => (0, n),
        Shape::Leap { m, n } => (m, n),
    }
}

/// The rest of a range after one leap; `None` if nothing is left.
fn shorter(range: Range) -> Option<Range> {
    match range.max {
        None => Some(Range {
            min: range.min.saturating_sub(1).max(1),
            max: None,
        }),
        Some(0 | 1) => None,
        Some(max) => Some(Range {
            min: range.min.saturating_sub(1).max(1),
            max: Some(max - 1),
        }),
    }
}

fn between(leg: &Leg, shape: Shape) -> Result<Between, Error> {
    match (leg.marks.get(&'n'), leg.marks.get(&'j')) {
        (Some(&n), Some(&j)) => {
            let at = n.max(j);
            Err(Error::new(at..at + 1, "`n` and `j` contradict each other"))
        }
        (Some(&n), None) if shape.is_step() => Err(Error::new(
            n..n + 1,
            "`n` is for leaps: a step has no squares between",
        )
        .help("sliders are always blocked by the first piece")),
        (Some(_), None) => Ok(Between::Empty),
        (None, Some(_)) if !shape.is_step() => Ok(Between::Occupied),
        _ => Ok(Between::Free),
    }
}

/// The last leg with its hop and its modes.
pub(super) fn last_leg(
    leg: &Leg,
    atom: &Atom,
    range: Range,
    winds: Winds,
    index: usize,
) -> Result<Movement, Error> {
    if let Some((_, at)) = leg.find("y") {
        return Err(Error::new(at, "`y` needs a leg after it").help("as in `yafsF`"));
    }
    let way = |range| stretch(leg, atom, range, winds, index);
    let movement = match leg.find("pg") {
        None => way(range)?,
        Some((mark, at)) => {
            if leg.has('p') && leg.has('g') {
                return Err(Error::new(at, "`p` and `g` contradict each other"));
            }
            hop(range, mark, at, way)?
        }
    };
    Ok(with_modes(movement, final_modes(leg)))
}

/// A hop over exactly one piece; a range counts the whole way.
fn hop(
    range: Range,
    mark: char,
    at: std::ops::Range<usize>,
    way: impl Fn(Range) -> Result<Movement, Error>,
) -> Result<Movement, Error> {
    let over = |movement, by| Movement::Over {
        movement: Box::new(movement),
        hurdle: Hurdle::Any,
        by,
    };
    match (mark, range) {
        ('p', Range::ONE) => Ok(over(way(Range::ONE)?, Range::ONE)),
        ('g', Range::ONE) => Err(Error::new(
            at,
            "`g` on a leap of one step is read differently by different programs",
        )
        .help(
            "write `p` to land just beyond the hurdle, or `pa` before a slider's leg in brackets: `[pW-R]`",
        )),
        ('g', Range { min, max }) => {
            let to_hurdle = Range {
                min: min.saturating_sub(1).max(1),
                max: max.map(|max| max - 1),
            };
            Ok(over(way(to_hurdle)?, Range::ONE))
        }
        (_, Range { max: None, .. }) => Ok(over(way(Range::ANY)?, Range::ANY)),
        (_, Range { min, max: Some(max) }) => {
            let mut hops = Vec::new();
            for hurdle in 1..max {
                let by = Range {
                    min: min.saturating_sub(hurdle).max(1),
                    max: Some(max - hurdle),
                };
                hops.push(over(
                    way(Range {
                        min: hurdle,
                        max: Some(hurdle),
                    })?,
                    by,
                ));
            }
            Ok(union(hops))
        }
    }
}

/// The modes of the last leg at its end.
pub(super) fn final_modes(leg: &Leg) -> Modes {
    let given = [
        ('m', Modes::QUIET),
        ('c', Modes::CAPTURE),
        ('d', Modes::CAPTURE_OWN),
        ('e', Modes::EN_PASSANT),
    ];
    let modes = given
        .iter()
        .filter(|(mark, _)| leg.has(*mark))
        .fold(Modes::NONE, |all, (_, mode)| all.or(*mode));
    if modes.is_empty() { Modes::BOTH } else { modes }
}

/// The movement with these modes; plain movements have both.
pub(super) fn with_modes(movement: Movement, modes: Modes) -> Movement {
    let movement = Box::new(movement);
    match modes {
        Modes::BOTH => *movement,
        Modes::QUIET | Modes::CAPTURE => Movement::Only { modes, movement },
        _ => Movement::As { modes, movement },
    }
}
