//! Sets of squares of Fairy-Stockfish's board, which always has 12 files and 10 ranks.

use ferz::rules::{Board, Squares};
use std::collections::BTreeSet;

/// Files of the largest board.
pub(crate) const FILES: u8 = 12;
/// Ranks of the largest board.
pub(crate) const RANKS: u8 = 10;

/// Squares by rank and file, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region(pub(crate) BTreeSet<(u8, u8)>);

impl Region {
    pub(crate) fn rank(rank: u8) -> Self {
        Self((0..FILES).map(|file| (rank, file)).collect())
    }

    pub(crate) fn file(file: u8) -> Self {
        Self((0..RANKS).map(|rank| (rank, file)).collect())
    }

    pub(crate) fn all() -> Self {
        (0..RANKS).fold(Self::default(), |all, rank| all.or(&Self::rank(rank)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, rank: u8, file: u8) -> bool {
        self.0.contains(&(rank, file))
    }

    #[must_use]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).copied().collect())
    }

    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }

    #[must_use]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    /// Those that are squares of a board, in its order.
    pub(crate) fn squares(&self, board: &Board) -> Squares {
        let inside = |&&(rank, file): &&(u8, u8)| file < board.files && rank < board.ranks;
        let names = self.0.iter().filter(inside).map(|&(rank, file)| name(rank, file));
        Squares(names.filter(|name| !board.holes.0.contains(name)).collect())
    }

    /// The squares of a set of a smaller board, ranks and files that are whole there taken as whole
    /// ones.
    pub(crate) fn widened(squares: &Squares, board: &Board) -> Self {
        let own = Self::of(squares);
        let exists = |rank, file| !board.holes.0.contains(&name(rank, file));
        let mut region = own.clone();
        for rank in 0..board.ranks.min(RANKS) {
            if (0..board.files).all(|file| own.has(rank, file) || !exists(rank, file)) {
                region = region.or(&Self::rank(rank));
            }
        }
        for file in 0..board.files.min(FILES) {
            if (0..board.ranks).all(|rank| own.has(rank, file) || !exists(rank, file)) {
                region = region.or(&Self::file(file));
            }
        }
        region
    }

    /// The squares of a set that is given by names.
    pub(crate) fn of(squares: &Squares) -> Self {
        Self(squares.0.iter().filter_map(|name| square(name)).collect())
    }
}

/// The name of a square.
pub(crate) fn name(rank: u8, file: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Rank and file of a name.
pub(crate) fn square(name: &str) -> Option<(u8, u8)> {
    let mut letters = name.chars();
    let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
    let rank: u8 = letters.as_str().parse().ok()?;
    (file < 26 && rank >= 1).then(|| (rank - 1, file))
}
