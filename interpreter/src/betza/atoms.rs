//! The atoms: capital letters for the sizes of leaps.

use crate::rules::Range;

/// The shape of an atom's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The `(m, n)` leap, `m <= n`.
    Leap {
        /// The shorter coordinate.
        m: u8,
        /// The longer coordinate.
        n: u8,
    },
    /// One step in any of the eight directions.
    King,
}

/// How many directions an atom has, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// Four: along ranks and files.
    Orthogonal,
    /// Four: along diagonals.
    Diagonal,
    /// Eight: both.
    King,
    /// Eight: between them.
    Oblique,
}

impl Shape {
    /// The leap `(a, b)` with the coordinates in order.
    pub(super) fn leap(a: u8, b: u8) -> Self {
        Self::Leap {
            m: a.min(b),
            n: a.max(b),
        }
    }

    /// Which directions it has.
    pub(super) fn symmetry(self) -> Symmetry {
        match self {
            Self::King => Symmetry::King,
            Self::Leap { m: 0, .. } => Symmetry::Orthogonal,
            Self::Leap { m, n } if m == n => Symmetry::Diagonal,
            Self::Leap { .. } => Symmetry::Oblique,
        }
    }

    /// Whether a single leap goes to a neighbouring square, so that a range makes it a slider.
    pub(super) fn is_step(self) -> bool {
        matches!(self, Self::King | Self::Leap { n: 1, .. })
    }
}

/// A capital letter with its own meaning; `None` if it is no atom.
pub(super) fn letter(letter: char) -> Option<(Shape, Range)> {
    let leap = |m, n| Some((Shape::leap(m, n), Range::ONE));
    match letter {
        'W' => leap(0, 1),
        'F' => leap(1, 1),
        'D' => leap(0, 2),
        'N' => leap(1, 2),
        'A' => leap(2, 2),
        'H' => leap(0, 3),
        'C' | 'L' => leap(1, 3),
        'Z' | 'J' => leap(2, 3),
        'G' => leap(3, 3),
        'K' => Some((Shape::King, Range::ONE)),
        'R' => Some((Shape::leap(0, 1), Range::ANY)),
        'B' => Some((Shape::leap(1, 1), Range::ANY)),
        'Q' => Some((Shape::King, Range::ANY)),
        _ => None,
    }
}

/// The longer leap that a suffix makes of an atom; `None` where the table has none.
///
/// `X` is three squares longer in the longer coordinate; `Y` two squares longer in both, for `A`
/// diagonally so.
pub(super) fn suffixed(letter: char, suffix: char) -> Option<Shape> {
    let (m, n) = match (letter, suffix) {
        ('W', 'X') => (0, 4),
        ('F', 'X') => (1, 4),
        ('D', 'X') => (0, 5),
        ('N', 'X') => (1, 5),
        ('A', 'X') => (2, 5),
        ('H', 'X') => (0, 6),
        ('C' | 'L', 'X') => (1, 6),
        ('Z' | 'J', 'X') => (2, 6),
        ('G', 'X') => (3, 6),
        ('D', 'Y') => (2, 4),
        ('N', 'Y') => (3, 4),
        ('A', 'Y') => (4, 4),
        ('C' | 'L', 'Y') => (3, 5),
        ('Z' | 'J', 'Y') => (4, 5),
        _ => return None,
    };
    Some(Shape::leap(m, n))
}
