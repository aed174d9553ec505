//! Powers: pieces that move differently while a condition holds.

use super::{Table, word};

/// An entry of `power`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PowerKey {
    /// The pieces.
    Of,
    /// The condition on them.
    While,
    /// The movement in place of their own.
    Moves,
    /// The movement besides their own.
    Gains,
}

/// Keys of `power`.
pub const POWERS: Table<PowerKey> = Table(&[
    word(
        "of",
        PowerKey::Of,
        "`of: all except king`: which pieces it is about (default: all)",
    ),
    word(
        "while",
        PowerKey::While,
        "`while: attacked by enemy same`: the condition on a piece",
    ),
    word(
        "moves",
        PowerKey::Moves,
        "`moves: none`: how it moves then instead of its own way; `none` is not at all",
    ),
    word(
        "gains",
        PowerKey::Gains,
        "`gains: knight`, `gains: theirs`: how it moves then besides",
    ),
]);

/// The relations to other pieces that give a piece a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationWord {
    /// An enemy could capture it.
    Attacked,
    /// A friend could capture there, were it an enemy.
    Guarded,
    /// It could capture another one, were that an enemy.
    Attacks,
    /// A movement leads to another one.
    Beside,
    /// Another one is its neighbour.
    Next,
    /// To whom.
    To,
    /// There are more of those than of the other side's.
    More,
    /// There are two of them or more.
    Several,
    /// The kind that it is itself.
    Same,
    /// The kinds that do it, or the movement along which it is done.
    By,
}

/// Words of `while` in `power`.
pub const RELATIONS: Table<RelationWord> = Table(&[
    word(
        "attacked",
        RelationWord::Attacked,
        "`attacked by rook | queen`: one of these enemies could capture it",
    ),
    word(
        "guarded",
        RelationWord::Guarded,
        "`guarded by knight`: one of these friends could capture there, were it an enemy",
    ),
    word(
        "attacks",
        RelationWord::Attacks,
        "`attacks friend knight`: it could capture one of these, were that an enemy",
    ),
    word(
        "beside",
        RelationWord::Beside,
        "`beside enemy king by step all`: this movement leads from it to one of these",
    ),
    word(
        "next",
        RelationWord::Next,
        "`next to enemy king`: one of these is its neighbour",
    ),
    word("to", RelationWord::To, "`next to enemy king`"),
    word(
        "more",
        RelationWord::More,
        "`next to more enemy pawn`: there are more of these than of the other side's",
    ),
    word(
        "several",
        RelationWord::Several,
        "`attacked by several`: by two or more of these",
    ),
    word(
        "same",
        RelationWord::Same,
        "`attacked by same`: one of the same kind",
    ),
    word(
        "by",
        RelationWord::By,
        "the attacker, or the movement that leads there",
    ),
]);

/// The movements that a piece gains from another one.
pub const GAINS: Table<()> = Table(&[word(
    "theirs",
    (),
    "`gains: theirs`: it also moves as the pieces do that the condition names",
)]);
