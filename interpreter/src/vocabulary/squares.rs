//! Words in sets of squares.

use super::{Table, word};

/// The words in a set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetWord {
    /// One rank or several; its numbers follow.
    Ranks,
    /// One file or several; its letters follow.
    Files,
    /// Squares of the colour of h1.
    Light,
    /// Squares of the colour of a1.
    Dark,
    /// Every square.
    All,
    /// The outermost files and ranks.
    Edge,
}

/// Words that mean a set of squares and cannot name a square or a zone.
pub const SETS: Table<SetWord> = Table(&[
    word("rank", SetWord::Ranks, "`rank 8`: the squares of a rank"),
    word(
        "ranks",
        SetWord::Ranks,
        "`ranks 1-3`: the squares of several ranks",
    ),
    word("file", SetWord::Files, "`file a`: the squares of a file"),
    word(
        "files",
        SetWord::Files,
        "`files a-d`: the squares of several files",
    ),
    word("light", SetWord::Light, "the light squares, of which h1 is one"),
    word("dark", SetWord::Dark, "the dark squares, of which a1 is one"),
    word("all", SetWord::All, "all squares"),
    word("edge", SetWord::Edge, "the outermost files and ranks of the grid"),
]);

/// A rank by its place, from the side's own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// The rank of that number, from 1.
    Nth(u8),
    /// The rank furthest away.
    Last,
}

const NTH: &str = "`second rank`: a rank counted from the side's own end";

/// The ranks by word.
pub const ORDINALS: Table<Ordinal> = Table(&[
    word("first", Ordinal::Nth(1), NTH),
    word("second", Ordinal::Nth(2), NTH),
    word("third", Ordinal::Nth(3), NTH),
    word("fourth", Ordinal::Nth(4), NTH),
    word("fifth", Ordinal::Nth(5), NTH),
    word("sixth", Ordinal::Nth(6), NTH),
    word("seventh", Ordinal::Nth(7), NTH),
    word("eighth", Ordinal::Nth(8), NTH),
    word("ninth", Ordinal::Nth(9), NTH),
    word("tenth", Ordinal::Nth(10), NTH),
    word("eleventh", Ordinal::Nth(11), NTH),
    word("twelfth", Ordinal::Nth(12), NTH),
    word(
        "last",
        Ordinal::Last,
        "`last rank`: the rank furthest from the side",
    ),
]);
