//! Sets of squares. Fairy-Stockfish's own board always has 12 files and 10 ranks.

use ferz::rules::{Board, Squares};

/// Files of the largest board of Fairy-Stockfish.
pub(crate) const FILES: u8 = 12;
/// Ranks of the largest board of Fairy-Stockfish.
pub(crate) const RANKS: u8 = 10;
/// Ranks of the largest board of all.
const HIGHEST: usize = 99;

/// Squares by rank and file, from 0. Each rank is a number whose bits are the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region(Box<[u32; HIGHEST]>);

impl Default for Region {
    fn default() -> Self {
        Self(Box::new([0; HIGHEST]))
    }
}

impl FromIterator<(u8, u8)> for Region {
    fn from_iter<T: IntoIterator<Item = (u8, u8)>>(squares: T) -> Self {
        let mut region = Self::default();
        for (rank, file) in squares {
            region.insert(rank, file);
        }
        region
    }
}

impl Region {
    pub(crate) fn rank(rank: u8) -> Self {
        (0..FILES).map(|file| (rank, file)).collect()
    }

    pub(crate) fn file(file: u8) -> Self {
        (0..RANKS).map(|rank| (rank, file)).collect()
    }

    pub(crate) fn all() -> Self {
        (0..RANKS).fold(Self::default(), |all, rank| all.or(&Self::rank(rank)))
    }

    /// The squares of a board.
    pub(crate) fn all_of(board: &Board) -> Self {
        let all = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (rank, file)));
        all.collect::<Self>().without(&Self::of(&board.holes))
    }

    /// Adds a square; no board has squares beyond the highest rank.
    pub(crate) fn insert(&mut self, rank: u8, file: u8) {
        if let (Some(files), Some(bit)) = (self.0.get_mut(usize::from(rank)), 1_u32.checked_shl(file.into()))
        {
            *files |= bit;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&files| files == 0)
    }

    pub(crate) fn has(&self, rank: u8, file: u8) -> bool {
        let bit = 1_u32.checked_shl(file.into()).unwrap_or(0);
        self.0
            .get(usize::from(rank))
            .is_some_and(|files| files & bit != 0)
    }

    /// The squares, rank by rank.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let some = (0_u8..).zip(self.0.iter()).filter(|(_, files)| **files != 0);
        some.flat_map(|(rank, &files)| {
            let own = (0..32_u8).filter(move |file| files >> file & 1 != 0);
            own.map(move |file| (rank, file))
        })
    }

    fn joined(&self, other: &Self, join: impl Fn(u32, u32) -> u32) -> Self {
        let mut region = self.clone();
        for (files, &others) in region.0.iter_mut().zip(other.0.iter()) {
            *files = join(*files, others);
        }
        region
    }

    #[must_use]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.joined(other, |files, others| files | others)
    }

    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.joined(other, |files, others| files & others)
    }

    #[must_use]
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.joined(other, |files, others| files & !others)
    }

    /// Those that are squares of a board, in its order.
    pub(crate) fn squares(&self, board: &Board) -> Squares {
        let inside = |&(rank, file): &(u8, u8)| file < board.files && rank < board.ranks;
        let names = self.iter().filter(inside).map(|(rank, file)| name(rank, file));
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
        squares.0.iter().filter_map(|name| square(name)).collect()
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
