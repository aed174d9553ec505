//! Squares as other programs number them.

use crate::board::{Square, Topology};
use crate::engine::Variant;
use crate::rules::Side;

/// Whether programs may count the ranks of this board from 0. Some do on boards of ten ranks.
pub fn counts_from_zero(variant: &Variant) -> bool {
    variant.topology().ranks() == 10
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// By the board: `e4`.
    Own,
    /// Files by letters, ranks from 0 at White's side: `e3` (ICCS, UCCI, CECP on boards of ten
    /// ranks).
    FromZero,
    /// Files by numbers from the right as White sees them, ranks by letters from above: `5f` (USI,
    /// Hodges).
    Shogi,
    /// The same with numbers for the ranks: `56`.
    ShogiNumbers,
    /// Ranks by numbers from above, then files by numbers from the left, a digit each, 0 for ten:
    /// `65`.
    Janggi,
    /// Files by numbers from the right, then ranks by numbers from the side to move, as a side sees
    /// them: `55`.
    Wxf(Side),
}

impl Naming {
    /// The square with which a text begins, and how long its name is.
    pub(super) fn read(self, topology: &Topology, text: &str) -> Option<(Square, usize)> {
        let (files, ranks) = (u32::from(topology.files()), u32::from(topology.ranks()));
        let at = |file: u32, rank: u32| {
            let (file, rank) = (u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
            topology.at(file, rank)
        };
        let byte = |i: usize| text.as_bytes().get(i).copied();
        let digit = |i| byte(i).filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0'));
        let letter = |i| {
            byte(i)
                .filter(u8::is_ascii_lowercase)
                .map(|b| u32::from(b - b'a'))
        };
        match self {
            Self::Own => (1..=text.len().min(12))
                .rev()
                .find_map(|n| Some((topology.square(text.get(..n)?)?, n))),
            Self::FromZero => {
                let (file, rank) = (letter(0)?, digit(1)?);
                Some((at(file, rank)?, 2))
            }
            Self::Shogi => {
                let (file, length) = match (digit(0)?, digit(1)) {
                    (tens, Some(ones)) => (tens * 10 + ones, 2),
                    (file, None) => (file, 1),
                };
                let rank = letter(length)?;
                Some((
                    at(files.checked_sub(file)?, ranks.checked_sub(rank + 1)?)?,
                    length + 1,
                ))
            }
            Self::ShogiNumbers => {
                let (file, rank, length) = two_numbers(text)?;
                if files > 10 || ranks > 10 {
                    return None;
                }
                Some((at(files.checked_sub(file)?, ranks.checked_sub(rank)?)?, length))
            }
            Self::Wxf(side) => {
                let (file, rank) = (digit(0)?, text.get(1..).filter(|rank| rank.len() <= 2)?);
                let rank: u32 = rank.parse().ok()?;
                let square = match side {
                    Side::White => at(files.checked_sub(file)?, rank.checked_sub(1)?)?,
                    Side::Black => at(file.checked_sub(1)?, ranks.checked_sub(rank)?)?,
                };
                Some((square, text.len()))
            }
            Self::Janggi => {
                let ten = |digit: u32| if digit == 0 { 10 } else { digit };
                let (rank, file) = (ten(digit(0)?), ten(digit(1)?));
                if files > 10 || ranks != 10 {
                    return None;
                }
                Some((at(file.checked_sub(1)?, ranks.checked_sub(rank)?)?, 2))
            }
        }
    }

    /// The name of a square; `None` if it has none in this numbering.
    pub(super) fn name(self, topology: &Topology, square: Square) -> Option<String> {
        if self == Self::Own {
            return Some(topology.name(square).to_owned());
        }
        let (files, ranks) = (u32::from(topology.files()), u32::from(topology.ranks()));
        let (file, rank) = topology.coordinates(square)?;
        let (file, rank) = (u32::from(file), u32::from(rank));
        let letter = |n: u32| {
            u8::try_from(n)
                .ok()
                .filter(|n| *n < 26)
                .map(|n| char::from(b'a' + n))
        };
        let digit = |n: u32| char::from_digit(n % 10, 10);
        match self {
            Self::Own => None,
            Self::Wxf(Side::White) => (files <= 9).then(|| format!("{}{}", files - file, rank + 1)),
            Self::Wxf(Side::Black) => (files <= 9).then(|| format!("{}{}", file + 1, ranks - rank)),
            Self::FromZero => (ranks <= 10).then(|| Some(format!("{}{rank}", letter(file)?)))?,
            Self::Shogi => Some(format!("{}{}", files - file, letter(ranks - rank - 1)?)),
            Self::ShogiNumbers => {
                (files <= 10 && ranks <= 10).then(|| format!("{}{}", files - file, ranks - rank))
            }
            Self::Janggi => {
                let name = || Some(format!("{}{}", digit(ranks - rank)?, digit(file + 1)?));
                (files <= 10 && ranks == 10).then(name)?
            }
        }
    }
}

/// Two numbers from 1 to 10 with which a text begins, and how long they are. Ten is the only one of
/// two digits, so a text has one meaning.
fn two_numbers(text: &str) -> Option<(u32, u32, usize)> {
    let digit = |i: usize| text.as_bytes().get(i).filter(|byte| byte.is_ascii_digit());
    let number = |i: usize| match (digit(i)?, digit(i + 1)) {
        (b'1', Some(b'0')) => Some((10, i + 2)),
        (one, _) => Some((u32::from(one - b'0'), i + 1)),
    };
    let (first, length) = number(0)?;
    let (second, length) = number(length)?;
    Some((first, second, length))
}

/// A text in coordinates with the squares of one numbering in place of those of another: two
/// squares and the rest, a drop, and perhaps a wall behind a comma. `None` if it is no such text.
pub(super) fn rename(topology: &Topology, text: &str, from: Naming, to: Naming) -> Option<String> {
    let renamed = |text: &str| {
        let (square, length) = from.read(topology, text)?;
        Some((to.name(topology, square)?, length))
    };
    let mut parts = Vec::new();
    for part in text.split(',') {
        let start = part.find('@').map_or(0, |at| at + 1);
        let mut out = part[..start].to_owned();
        let mut rest = &part[start..];
        let squares = if start > 0 { 1 } else { 2 };
        for _ in 0..squares {
            let (name, length) = renamed(rest)?;
            out += &name;
            rest = &rest[length..];
        }
        parts.push(out + rest);
    }
    Some(parts.join(","))
}
