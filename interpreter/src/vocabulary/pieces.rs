//! Attributes of pieces.

use super::{Table, word};

/// The attributes of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// It must not be lost.
    Royal,
    /// The value of the piece.
    Value,
    /// The figure of the piece.
    Symbol,
    /// The moves of the piece restart the halfmove clock.
    ResetsClock,
    /// The moves of the piece do not restart it, though it promotes.
    KeepsClock,
    /// The letter is left out.
    Unlettered,
    /// The letter that it had before.
    Once,
    /// It is meant not to get far.
    Confined,
    /// It is meant not to capture.
    Harmless,
}

/// The words behind a piece's movement.
pub const ATTRIBUTES: Table<Attribute> = Table(&[
    word("royal", Attribute::Royal, "the side must not lose it"),
    word(
        "value",
        Attribute::Value,
        "`value 3.5`: its value, for both sides",
    ),
    word(
        "symbol",
        Attribute::Symbol,
        "`symbol knight turned`: its figure in drawings",
    ),
    word(
        "resets-clock",
        Attribute::ResetsClock,
        "its moves restart the halfmove clock",
    ),
    word(
        "keeps-clock",
        Attribute::KeepsClock,
        "its moves do not restart the halfmove clock, though it promotes",
    ),
    word(
        "unlettered",
        Attribute::Unlettered,
        "its letter is left out in notation",
    ),
    word(
        "once",
        Attribute::Once,
        "`once D`: the letter that it had before; positions and moves are still read with it, and warned of",
    ),
    word(
        "confined",
        Attribute::Confined,
        "says that it is meant never to move, to get stuck, or not to reach half of the board, so that no warning is needed",
    ),
    word(
        "harmless",
        Attribute::Harmless,
        "says that it is meant never to capture, so that no warning is needed",
    ),
]);
