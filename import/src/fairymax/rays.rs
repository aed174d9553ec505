//! Rays: `STEP,MODE` or `STEP,MODE,STEP`, a machine of two states that makes steps.
//!
//! The low digit of the mode gives the actions of a step (1 capture, 2 quiet, 4 end there, 8 hop
//! over the piece there). The next digit toggles that, after a number of steps or over a hurdle;
//! the third has the cylinder (1), all shortest ways (2) and that number (4, 8), or for hoppers a
//! friendly hurdle (8) and a turn in front of it (4).

use crate::draft::{Leg, Path};
use ferz::rules::{Hurdle, Modes, Range, Via};

/// The meaning of a ray.
#[derive(Clone, Debug)]
pub(super) enum Ray {
    /// Ways of moving, as White sees them.
    Paths(Vec<Path>),
    /// A first move of two steps or three.
    First {
        paths: Vec<Path>,
        /// Whether the squares passed can be captured on en passant.
        exposes: bool,
        /// Whether the double step is made from the next rank, too.
        again: bool,
    },
    /// A castling by that many files; negative: to the left.
    Castling(i8),
    /// A castling along a file.
    Upright,
}

/// Files and ranks (upwards) of a step on a board of sixteen files.
fn vector(step: i32) -> Option<(i8, i8)> {
    let rank = (step + 8).div_euclid(16);
    let file = step - 16 * rank;
    let pair = (i8::try_from(file).ok()?, i8::try_from(-rank).ok()?);
    (pair != (0, 0) && pair.1.abs() < 16).then_some(pair)
}

/// The parts of a mode.
struct Mode {
    low: u32,
    toggles: u32,
    third: u32,
    steps: [(i8, i8); 2],
}

impl Mode {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no ray: `16,3` or `17,3,16`");
        let mut parts = text.split(',');
        let step: i32 = parts
            .next()
            .and_then(|part| part.parse().ok())
            .ok_or_else(wrong)?;
        let mode = parts.next().ok_or_else(wrong)?;
        let mode = u32::from_str_radix(mode, 16).map_err(|_| wrong())?;
        let next = match parts.next() {
            Some(next) => next.parse().map_err(|_| wrong())?,
            // The high bits toggle those of the step; the highest is the sign.
            None => step ^ (i32::from_be_bytes(mode.to_be_bytes()) >> 12),
        };
        let fits = |step: i32| {
            let small = step.abs() < 128;
            small.then(|| vector(step)).flatten().ok_or_else(wrong)
        };
        if parts.next().is_some() {
            return Err(wrong());
        }
        Ok(Self {
            low: mode & 15,
            toggles: mode >> 4 & 15,
            third: mode >> 8 & 15,
            steps: [fits(step)?, fits(next)?],
        })
    }

    fn leg(&self, at: usize, range: Range) -> Leg {
        Leg {
            range,
            wraps: self.third & 1 != 0,
            ..Leg::once(self.steps[at].0, self.steps[at].1)
        }
    }

    /// Steps before the mode is toggled.
    fn steps(&self) -> u8 {
        1 + u8::try_from(self.third >> 2).unwrap_or_default()
    }
}

/// The actions allowed at the end of a path.
fn modes(bits: u32) -> Modes {
    let mut modes = Modes::NONE;
    if bits & 1 != 0 {
        modes = modes.or(Modes::CAPTURE);
    }
    if bits & 2 != 0 {
        modes = modes.or(Modes::QUIET);
    }
    modes
}

const fn exactly(count: u8) -> Range {
    Range {
        min: count,
        max: Some(count),
    }
}

/// Reads a ray; pawns never castle.
pub(super) fn ray(text: &str, pawn: bool) -> Result<Ray, String> {
    let mode = Mode::parse(text)?;
    let paths = match mode.low {
        4 => return first(&mode, pawn),
        low if low & 8 != 0 => hops(&mode)?,
        _ if mode.third & 2 != 0 => ways(&mode)?,
        _ => slides(&mode),
    };
    Ok(Ray::Paths(paths))
}

/// Steps to squares that toggle what a step may do after a number of them.
fn slides(mode: &Mode) -> Vec<Path> {
    let same = mode.steps[0] == mode.steps[1];
    let (before, after) = (modes(mode.low), modes(mode.low ^ mode.toggles));
    let ends = |bits: u32| bits & 4 != 0;
    if ends(mode.low) {
        return kept(vec![Path::new(mode.leg(0, Range::ONE), before)]);
    }
    let count = mode.steps();
    if same && mode.toggles == 0 {
        return kept(vec![Path::new(mode.leg(0, Range::ANY), before)]);
    }
    let beyond = if ends(mode.low ^ mode.toggles) {
        Range::ONE
    } else {
        Range::ANY
    };
    if same && before == after {
        // One way, of limited length.
        let max = beyond.max.map(|_| count + 1);
        return kept(vec![Path::new(mode.leg(0, Range { min: 1, max }), before)]);
    }
    let short = Range {
        min: 1,
        max: Some(count),
    };
    let first = Path::new(mode.leg(0, short), before);
    let second = Path::new(mode.leg(1, beyond), after).after(mode.leg(0, exactly(count)), Via::Empty);
    kept(vec![first, second])
}

/// Paths that may do something where they end.
fn kept(paths: Vec<Path>) -> Vec<Path> {
    paths.into_iter().filter(|path| !path.modes.is_empty()).collect()
}

fn hops(mode: &Mode) -> Result<Vec<Path>, String> {
    if mode.toggles & 8 == 0 {
        return Err("a hopper must stop to hop: both low digits have their 8".to_owned());
    }
    let hurdle = if mode.third & 8 != 0 {
        Hurdle::Friend
    } else {
        Hurdle::Any
    };
    let range = if mode.low & 4 != 0 { Range::ONE } else { Range::ANY };
    let after = mode.low ^ mode.toggles;
    let beyond = if after & 4 != 0 { Range::ONE } else { Range::ANY };
    let mut paths = kept(vec![Path::new(mode.leg(0, range), modes(mode.low & 3))]);
    let mut path = Path::new(mode.leg(1, beyond), modes(after));
    if mode.third & 4 != 0 {
        let back = Leg {
            range: Range::ONE,
            ..mode.leg(0, Range::ONE).turned()
        };
        path = path
            .after(back, Via::Empty)
            .after(mode.leg(0, range), Via::Hurdle(hurdle));
    } else if mode.steps[0] == mode.steps[1] {
        path.over = Some((range, hurdle));
    } else {
        path = path.after(mode.leg(0, range), Via::Hurdle(hurdle));
    }
    paths.extend(kept(vec![path]));
    Ok(paths)
}

/// All shortest ways of single steps over empty squares.
fn ways(mode: &Mode) -> Result<Vec<Path>, String> {
    let (right, forward) = mode.steps[0];
    let (x, y) = (right.unsigned_abs(), forward.unsigned_abs());
    let (long, short) = (x.max(y), x.min(y));
    if long != 3 || short == 0 || short == 3 {
        return Err("of all shortest ways only those of three steps are known".to_owned());
    }
    let diagonal = (right.signum(), forward.signum());
    let straight = if x > y {
        (right.signum(), 0)
    } else {
        (0, forward.signum())
    };
    let (odd, usual) = if short == 1 {
        (diagonal, straight)
    } else {
        (straight, diagonal)
    };
    let way = |at: usize| {
        let step = |place: usize| if place == at { odd } else { usual };
        let leg = |place: usize| {
            let (right, forward) = step(place);
            Leg {
                wraps: mode.third & 1 != 0,
                ..Leg::once(right, forward)
            }
        };
        let last = Path::new(leg(2), modes(mode.low));
        last.after(leg(1), Via::Empty).after(leg(0), Via::Empty)
    };
    Ok((0..3).map(way).collect())
}

/// Moves of pieces that have not moved.
fn first(mode: &Mode, pawn: bool) -> Result<Ray, String> {
    let total = (
        mode.steps[0].0 + mode.steps[1].0,
        mode.steps[0].1 + mode.steps[1].1,
    );
    let ends = modes(mode.toggles & 3);
    if mode.toggles == 3 && !pawn {
        return match total {
            (files, 0) if files != 0 => Ok(Ray::Castling(files)),
            (0, _) => Ok(Ray::Upright),
            _ => Err("a castling leads along a rank".to_owned()),
        };
    }
    if total == (0, 0) || ends.is_empty() {
        return Err("this first move leads nowhere".to_owned());
    }
    let straight = mode.steps[0] == mode.steps[1];
    let count = match mode.third >> 2 {
        0 => 2,
        1 | 3 if straight => 3,
        _ => return Err("this number of steps has no meaning in a first move".to_owned()),
    };
    let jumps = mode.toggles & 8 != 0;
    let mut path = match (jumps, straight) {
        (true, _) if count == 2 => Path::new(
            Leg {
                wraps: mode.third & 1 != 0,
                ..Leg::once(total.0, total.1)
            },
            ends,
        ),
        (true, _) => return Err("a first move of three steps cannot jump".to_owned()),
        (false, true) => Path::new(mode.leg(0, exactly(count)), ends),
        (false, false) => Path::new(mode.leg(1, Range::ONE), ends).after(mode.leg(0, Range::ONE), Via::Empty),
    };
    path.initial = true;
    Ok(Ray::First {
        paths: vec![path],
        exposes: pawn && mode.toggles & 4 == 0,
        again: mode.third >> 2 == 3,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<Path> {
        match ray(text, false) {
            Ok(Ray::Paths(paths)) => paths,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn steps_are_files_and_ranks() {
        assert_eq!(vector(-16), Some((0, 1)));
        assert_eq!(vector(14), Some((-2, -1)));
        assert_eq!(vector(33), Some((1, -2)));
        assert_eq!(vector(0), None);
    }

    #[test]
    fn bent_and_limited_sliders() {
        let griffon = paths("-17,1F003");
        assert_eq!(griffon[0].last, Leg::once(-1, 1));
        assert_eq!(griffon[1].last, Leg::ride(0, 1));
        assert_eq!(griffon, paths("-17,3,-16"));
        assert_eq!(paths("1,443")[0].last.range, Range { min: 1, max: Some(3) });
        let horse = paths("-16,1070");
        assert_eq!(horse.len(), 1);
        assert_eq!(horse[0].first, [(Leg::once(0, 1), Via::Empty)]);
        assert_eq!(horse[0].last, Leg::once(1, 1));
    }

    #[test]
    fn what_is_no_ray() {
        for text in ["", "16", "x,3", "16,Z", "16,3,4,5", "999999,3", "0,3", "1,8"] {
            assert!(ray(text, false).is_err(), "{text}");
        }
    }
}
