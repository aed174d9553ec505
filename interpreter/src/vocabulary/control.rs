//! Control: moves of the opponent's pieces.

use super::{Table, word};
use crate::rules::Prey;

/// An entry of `control`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlKey {
    /// The pieces.
    Of,
    /// The movement of the pieces.
    Moves,
    /// The pieces that they capture.
    Captures,
    /// Whether the royals of the side that moves them must be safe.
    Safe,
}

/// Keys of `control`.
pub const CONTROL: Table<ControlKey> = Table(&[
    word(
        "of",
        ControlKey::Of,
        "`of: enemy attacked by friend`: which of the opponent's pieces a side may move",
    ),
    word(
        "moves",
        ControlKey::Moves,
        "`moves: step forward`: how they go, seen from their own side (default: as they do by themselves)",
    ),
    word(
        "captures",
        ControlKey::Captures,
        "`captures: friends`, `enemies` (default), `all`, `nothing`: their captures, seen from their own side",
    ),
    word(
        "safe",
        ControlKey::Safe,
        "`safe: no`: such a move may leave royals of the side that makes it attacked",
    ),
]);

/// Values of `captures` of `control`.
pub const PREY: Table<Prey> = Table(&[
    word("enemies", Prey::Enemies, "pieces of the side that moves them"),
    word("friends", Prey::Friends, "pieces of their own side"),
    word("all", Prey::Any, "pieces of both sides"),
    word("nothing", Prey::None, "they only go to empty squares"),
]);
