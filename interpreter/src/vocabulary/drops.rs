//! Words of hands and drops.

use super::{Table, word};
use crate::rules::Rows;

/// An entry of `drop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropKey {
    /// The squares.
    On,
    /// The squares on which it comes in behind another piece.
    Gate,
    /// How it is pushed in.
    Slides,
    /// The number on a file.
    PerFile,
    /// Whether it may give check.
    Check,
    /// Whether it may give mate.
    Mate,
    /// Whether nothing else is possible as long as it is.
    Must,
    /// As what it is in the hand.
    Hand,
    /// Whether the hand is filled from outside, too.
    Outside,
    /// Without end.
    Endless,
    /// Squares that come first.
    First,
    /// Pieces that there must be.
    While,
    /// Pieces that there must not be.
    Unless,
}

/// Keys of `drop`.
pub const DROP: Table<DropKey> = Table(&[
    word(
        "on",
        DropKey::On,
        "`on: ranks 2-7`: the empty squares where, mirrored for Black (default: all)",
    ),
    word(
        "gate",
        DropKey::Gate,
        "`gate: first rank`: it comes in behind a piece that leaves one of these squares with its first move",
    ),
    word(
        "slides",
        DropKey::Slides,
        "`slides: orthogonal`: it is pushed in from an edge, over empty squares as far as it goes",
    ),
    word(
        "per-file",
        DropKey::PerFile,
        "`per-file: 1`: only on files with fewer of the side's pieces of the kind",
    ),
    word("check", DropKey::Check, "`check: no`: it may not give check"),
    word("mate", DropKey::Mate, "`mate: no`: it may not checkmate"),
    word(
        "must",
        DropKey::Must,
        "`must: yes`: as long as it is possible nothing else is",
    ),
    word(
        "hand",
        DropKey::Hand,
        "`hand: pawn`: a pawn is taken from the hand for it, whose other face it is",
    ),
    word(
        "outside",
        DropKey::Outside,
        "`outside: yes`: the hand is filled from outside, too, as from another board",
    ),
    word(
        "endless",
        DropKey::Endless,
        "`endless: yes`: it need not be in hand, and none is taken from there",
    ),
    word(
        "first",
        DropKey::First,
        "`first: d4-e5`: as long as one of these squares is empty, only there",
    ),
    word(
        "while",
        DropKey::While,
        "`while: friend on step all at target`: only where there is one of these pieces",
    ),
    word(
        "unless",
        DropKey::Unless,
        "`unless: enemy on step orthogonal at target`: only where there is none of these",
    ),
]);

/// The ways in which a piece is pushed in.
pub const SLIDES: Table<Rows> = Table(&[
    word("all", Rows::ALL, "along files, ranks and diagonals"),
    word("orthogonal", ROWS[0], "along files and ranks"),
    word("vertical", ROWS[1], "along files"),
    word("sideways", ROWS[2], "along ranks"),
    word("diagonal", ROWS[3], "along diagonals"),
]);

const ROWS: [Rows; 4] = [
    rows(true, true, false),
    rows(true, false, false),
    rows(false, true, false),
    rows(false, false, true),
];

const fn rows(vertical: bool, sideways: bool, diagonal: bool) -> Rows {
    Rows {
        vertical,
        sideways,
        diagonal,
    }
}
