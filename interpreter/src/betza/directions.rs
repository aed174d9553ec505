//! Direction letters to winds.
//!
//! ```text
//!        14  0  2        15   1        f of an atom with four diagonal moves: 14 2
//!        12  .  4      13  .  3        f of an oblique atom: 15 1; fs: 13 3; fh: all four
//!        10  8  6      11  .  5        f of an eight-direction atom: 0; fs: 14 2; fh: 14 0 2
//!                         9 7
//! ```

use super::Error;
use super::atoms::Symmetry;
use crate::rules::Winds;

/// Adjacent direction letters of one leg.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Offset of the first letter.
    pub(super) at: usize,
    /// The letters, each one of `f b l r v s h`.
    pub(super) letters: String,
}

impl Run {
    /// The bytes of the text that it takes.
    pub(super) fn span(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.letters.len()
    }
}

/// The winds that all runs of a first leg name together; all of the atom's if there are none.
pub(super) fn first_leg(symmetry: Symmetry, runs: &[Run]) -> Result<Winds, Error> {
    if runs.is_empty() {
        return Ok(all(symmetry));
    }
    collect(runs, symmetry)
}

/// The winds of a later leg, relative to the last step; all of the atom's but back if there are no
/// letters.
pub(super) fn next_leg(symmetry: Symmetry, runs: &[Run]) -> Result<Winds, Error> {
    if !runs.is_empty() {
        return collect(runs, Symmetry::King);
    }
    Ok(match symmetry {
        Symmetry::Orthogonal | Symmetry::Diagonal => Winds(Winds::ORTHOGONAL.0 & !Winds::single(8).0),
        Symmetry::King | Symmetry::Oblique => Winds(Winds::STRAIGHT.0 & !Winds::single(8).0),
    })
}

fn all(symmetry: Symmetry) -> Winds {
    match symmetry {
        Symmetry::Orthogonal => Winds::ORTHOGONAL,
        Symmetry::Diagonal => Winds::DIAGONAL,
        Symmetry::King => Winds::STRAIGHT,
        Symmetry::Oblique => Winds::OBLIQUE,
    }
}

fn collect(runs: &[Run], symmetry: Symmetry) -> Result<Winds, Error> {
    let mut winds = Winds::default();
    for run in runs {
        let mut rest = run.letters.as_str();
        while let Some(letter) = rest.chars().next() {
            let at = run.at + run.letters.len() - rest.len();
            let (found, taken) = group(symmetry, letter, rest.chars().nth(1), at)?;
            winds = winds.or(found);
            rest = &rest[taken..];
        }
    }
    Ok(winds)
}

/// The winds of the longest group at the front, and how many letters it has.
fn group(symmetry: Symmetry, letter: char, next: Option<char>, at: usize) -> Result<(Winds, usize), Error> {
    if letter == 'h' {
        return match (symmetry, next) {
            (Symmetry::Oblique, Some('r')) => Ok((Winds(0x2222), 2)),
            (Symmetry::Oblique, Some('l')) => Ok((Winds(0x8888), 2)),
            _ => Err(half(symmetry, at)),
        };
    }
    let narrow = narrow(symmetry, letter);
    let wide = wide(symmetry, letter);
    match next {
        Some('h') if symmetry == Symmetry::Oblique || symmetry == Symmetry::King => {
            if "vs".contains(letter) {
                Err(half(symmetry, at + 1))
            } else {
                Ok((wide, 2))
            }
        }
        Some('h') => Err(half(symmetry, at + 1)),
        None => Ok((narrow, 1)),
        Some(next) => {
            let both = match symmetry {
                Symmetry::Orthogonal => Winds::default(),
                Symmetry::Diagonal => narrow.and(self::narrow(symmetry, next)),
                Symmetry::Oblique => wide.and(self::narrow(symmetry, next)),
                Symmetry::King => {
                    let within = narrow.and(self::wide(symmetry, next));
                    if within == Winds::default() {
                        wide.and(self::wide(symmetry, next))
                    } else {
                        within
                    }
                }
            };
            Ok(if both == Winds::default() {
                (narrow, 1)
            } else {
                (both, 2)
            })
        }
    }
}

/// `h` where it means nothing.
fn half(symmetry: Symmetry, at: usize) -> Error {
    let error = Error::new(at..at + 1, "`h` is no direction here");
    match symmetry {
        Symmetry::Oblique => {
            error.help("write fh, bh, lh or rh for a half-plane, hl or hr for the moves of one hand")
        }
        Symmetry::King => error.help("write fh, bh, lh or rh for three directions"),
        Symmetry::Orthogonal | Symmetry::Diagonal => {
            error.help("an atom with four moves has no halves: use f, b, l, r, v and s")
        }
    }
}

/// The meaning of a letter alone.
fn narrow(symmetry: Symmetry, letter: char) -> Winds {
    if let Some((a, b)) = halves(letter) {
        return narrow(symmetry, a).or(narrow(symmetry, b));
    }
    let north = match symmetry {
        Symmetry::Orthogonal | Symmetry::King => Winds::single(0),
        Symmetry::Diagonal => Winds::single(2).or(Winds::single(14)),
        Symmetry::Oblique => Winds::single(1).or(Winds::single(15)),
    };
    north.rotate(turn(letter))
}

/// The meaning of a letter beside a perpendicular one.
fn wide(symmetry: Symmetry, letter: char) -> Winds {
    if let Some((a, b)) = halves(letter) {
        return match symmetry {
            // v and s of an oblique atom are the narrow pairs: fv is f, not all four.
            Symmetry::Oblique => narrow(symmetry, letter),
            Symmetry::Orthogonal | Symmetry::Diagonal | Symmetry::King => {
                wide(symmetry, a).or(wide(symmetry, b))
            }
        };
    }
    let ahead = Winds::single(14)
        .or(Winds::single(15))
        .or(Winds::single(0))
        .or(Winds::single(1))
        .or(Winds::single(2));
    let north = match symmetry {
        Symmetry::Oblique => Winds::single(13).or(ahead).or(Winds::single(3)),
        Symmetry::Orthogonal | Symmetry::Diagonal | Symmetry::King => ahead,
    };
    north.rotate(turn(letter)).and(all(symmetry))
}

/// The two letters that `v` and `s` stand for.
fn halves(letter: char) -> Option<(char, char)> {
    match letter {
        'v' => Some(('f', 'b')),
        's' => Some(('l', 'r')),
        _ => None,
    }
}

/// By how many sixteenths the direction is turned clockwise from forward.
fn turn(letter: char) -> u8 {
    match letter {
        'r' => 4,
        'b' => 8,
        'l' => 12,
        _ => 0,
    }
}
