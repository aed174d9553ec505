//! What hooks contribute to the compiled form of a variant.

use crate::rules::{self, Movement, PieceName, Side, Squares};

/// What one use of a hook adds when a variant is compiled. A hook that is known now costs nothing later: threats
/// become lines like those of any attack.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The royals of a side threaten the opponent's royals along a movement: no move may leave one of them
    /// exposed to it, but it is not check.
    pub threats: Vec<(Side, Movement)>,
    /// Endings by adjacency, tested before all other goals.
    pub adjacency: Vec<Adjacency>,
    /// Powers of pieces, before those of the rules.
    pub powers: Vec<rules::Power>,
    /// Pieces that may change places as a move.
    pub exchanges: Vec<Exchange>,
    /// What pieces carry and gain, in order.
    pub tags: Vec<Tag>,
}

impl Effects {
    /// Whether they ask for what only some variants pay for.
    pub(crate) fn is_rich(&self) -> bool {
        !self.powers.is_empty() || !self.exchanges.is_empty() || !self.tags.is_empty()
    }
}

/// Two own pieces may change places, wherever they stand, as a move.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The piece that the move's text names first.
    pub of: PieceName,
    /// The other.
    pub with: PieceName,
}

/// Something that pieces carry beyond their kind, and gain by captures. All tags of a variant are written under one key of positions.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The hook that contributes it.
    pub hook: &'static str,
    /// The position key.
    pub key: &'static str,
    /// Its letter in positions and moves; `None` for that of the first kind that leaves it.
    pub letter: Option<char>,
    /// Kinds that carry it by themselves.
    pub natural: Vec<PieceName>,
    /// Kinds that leave it to whoever captures them, and never carry it themselves.
    pub left: Vec<PieceName>,
    /// Kinds that take over tags when they capture by moving. Where tags give shots, whoever captures from where it stands does.
    pub takers: Vec<PieceName>,
    /// What a piece can do that carries it.
    pub gives: Gives,
}

/// What a piece can do that carries a tag.
#[derive(Clone, Debug)]
pub enum Gives {
    /// It moves and captures as the kinds do that leave the tag.
    Moves,
    /// It captures from where it stands.
    Shots(Shots),
}

/// Captures from where a piece stands.
#[derive(Clone, Debug)]
pub struct Shots {
    /// What they reach: the captures of a movement. Kinds that carry the tag by themselves are hit only if another piece could, too.
    pub reach: Movement,
    /// Kinds that reach otherwise.
    pub masters: Vec<PieceName>,
    /// What those reach.
    pub masters_reach: Movement,
    /// The letters of tags: of the kinds that carry these by themselves several can be hit at once.
    pub beats: Vec<char>,
}

/// A side loses as soon as one of its pieces in `first` is a neighbour of one of its pieces in `second`.
#[derive(Clone, Debug)]
pub struct Adjacency {
    /// The word in outcomes.
    pub reason: String,
    /// The side that loses.
    pub side: Side,
    /// Some squares.
    pub first: Squares,
    /// Other squares.
    pub second: Squares,
}
