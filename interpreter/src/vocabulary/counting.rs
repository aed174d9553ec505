//! Words of counts of moves.

use super::{Table, word};

/// A word of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountWord {
    /// The opponent's pieces.
    Against,
    /// The pieces that neither side has.
    No,
    /// How many pieces the side has.
    AtMost,
    /// The start of the count.
    From,
}

/// Words of counts.
pub const COUNT: Table<CountWord> = Table(&[
    word(
        "against",
        CountWord::Against,
        "`8 against rook 2`: only this many moves if the opponent has two rooks",
    ),
    word("no", CountWord::No, "`no pawn`: only if neither side has a pawn"),
    word(
        "at-most",
        CountWord::AtMost,
        "`at-most 3`: only if the side has three pieces at most",
    ),
    word(
        "from",
        CountWord::From,
        "`from pieces`: the count begins with the number of all pieces on the board",
    ),
]);

/// The start of a count, if it is not zero.
pub const FROM_PIECES: Table<()> = Table(&[word(
    "pieces",
    (),
    "`from pieces`: the number of all pieces on the board",
)]);

/// The word before the pieces that move to and fro.
pub const OF: Table<()> = Table(&[word("of", (), "`4 loss, of rook cannon`: only these pieces")]);

/// The word before pieces that chase.
pub const BY: Table<()> = Table(&[word(
    "by",
    (),
    "`by cannon horse`: they chase and are chased, and are as strong as each other, stronger than those behind",
)]);
