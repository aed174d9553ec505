//! Words of start positions by numbers.

use super::{Table, word};

/// An entry of `shuffle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleKey {
    /// The squares.
    On,
    /// The pieces put there.
    Place,
}

/// Keys of `shuffle`.
pub const SHUFFLE: Table<ShuffleKey> = Table(&[
    word(
        "on",
        ShuffleKey::On,
        "`on: first rank`: the squares on which pieces are shuffled, mirrored for Black",
    ),
    word(
        "place",
        ShuffleKey::Place,
        "`place: bishop on light, knight knight, rook king rook`: the pieces put on free squares, one after the other",
    ),
]);
