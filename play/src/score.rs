//! The value of a position, as a number.

use std::fmt;

/// A win on the spot.
pub(crate) const WON: i32 = 32_000;
/// From here on a score means a forced end of the game.
pub(crate) const FORCED: i32 = WON - 1_000;
/// The largest score that does not.
pub(crate) const MOST: i32 = 20_000;

/// A score in a report: from the side that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A forced win in this many moves of the winner, counted as chess players do: 1 is a win by
    /// the next move. Negative: a forced loss; 0: lost already.
    Mate(i32),
}

impl Score {
    /// A number of the search, in a report.
    pub(crate) const fn new(score: i32) -> Self {
        if score >= FORCED {
            Self::Mate((WON - score + 1) / 2)
        } else if score <= -FORCED {
            Self::Mate(-((WON + score) / 2))
        } else {
            Self::Centipawns(score)
        }
    }
}

/// As UCI writes it: `cp 35`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
