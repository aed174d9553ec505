//! Effects: what follows by itself from a move.

use super::{Table, word};
use crate::rules::{Act, Again, Area, Carry, Event, Form, Goer, Group, Owner, Put, Shift, Whom};

/// The events that bring effects about: the word after `on`.
pub const EVENTS: Table<Event> = Table(&[
    word(
        "move",
        Event::Move,
        "`on move { ... }`: after every move, captures and castling included, but no pass and no drop",
    ),
    word(
        "capture",
        Event::Capture,
        "`on capture { ... }`: after every move that captures something",
    ),
    word(
        "drop",
        Event::Drop,
        "`on drop { ... }`: after every drop from a hand; the mover is the dropped piece",
    ),
    word(
        "turn",
        Event::Turn,
        "`on turn { ... }`: at the end of every turn; friends are the pieces of the side whose turn it was",
    ),
]);

/// An entry of `on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKey {
    /// Which pieces move.
    By,
    /// The captured pieces.
    Of,
    /// The start of the move.
    From,
    /// The end of the move.
    To,
    /// Pieces that there must be.
    While,
    /// Pieces that there must not be.
    Unless,
    /// Pieces that there must have been before the move.
    WhileBefore,
    /// Pieces that there must not have been before the move.
    UnlessBefore,
    /// From the ends of which turns.
    Every,
    /// Again and again.
    Repeat,
    /// Something that follows.
    Act(ActKey),
}

/// The word of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActKey {
    /// Pieces leave the board.
    Remove,
    /// Pieces change sides.
    Flip,
    /// Pieces become another kind.
    Become,
    /// Pieces count as moved.
    Moved,
    /// Squares are closed.
    Close,
    /// Squares are open again.
    Open,
    /// Pieces go to a hand.
    Hand,
    /// Pieces come to empty squares.
    Put,
    /// Pieces are moved towards a place.
    Pull,
    /// Pieces are moved away from a place.
    Push,
    /// Pieces go on along a movement.
    Carry,
    /// The move is not possible.
    Possible,
    /// The turn goes on.
    Again,
}

/// The form of what stands behind the word of an act.
#[derive(Clone, Copy, Debug)]
pub enum ActForm {
    /// Pieces, all in one act: `remove: mover, enemy pawn`.
    Pieces(fn(Vec<Group>) -> Act),
    /// Squares, all in one act: `close: origin, rank 4`.
    Squares(fn(Vec<Area>) -> Act),
    /// Pieces and their new kind, an act each: `mover as queen`.
    Become,
    /// Pieces on their way to a hand, an act each: `victim flipped demoted`.
    Hand,
    /// Pieces and empty squares, an act each: `victim on chosen rank 2`.
    Put,
    /// Pieces, a place and lines, an act each: `enemy to mover by ride all`, or `from` it.
    Shift {
        /// Towards the place.
        toward: bool,
    },
    /// Pieces and a movement, an act each: `mover by step forward`.
    Carry,
    /// `no`.
    Possible,
    /// How the turn goes on: `mover, captures`.
    Again,
}

impl ActKey {
    /// The form of the act.
    pub fn form(self) -> ActForm {
        match self {
            Self::Remove => ActForm::Pieces(Act::Remove),
            Self::Flip => ActForm::Pieces(Act::Flip),
            Self::Moved => ActForm::Pieces(Act::Moved),
            Self::Close => ActForm::Squares(Act::Close),
            Self::Open => ActForm::Squares(Act::Open),
            Self::Become => ActForm::Become,
            Self::Hand => ActForm::Hand,
            Self::Put => ActForm::Put,
            Self::Pull => ActForm::Shift { toward: true },
            Self::Push => ActForm::Shift { toward: false },
            Self::Carry => ActForm::Carry,
            Self::Possible => ActForm::Possible,
            Self::Again => ActForm::Again,
        }
    }
}

/// An act in the form in which it is written.
#[derive(Clone, Copy, Debug)]
pub enum WrittenAct<'a> {
    /// As [`ActForm::Pieces`].
    Pieces(&'a [Group]),
    /// As [`ActForm::Squares`].
    Squares(&'a [Area]),
    /// As [`ActForm::Become`].
    Become(&'a [Group], &'a Form),
    /// As [`ActForm::Hand`]: the pieces, whether they change sides, whether they are demoted.
    Hand(&'a Whom, bool, bool),
    /// As [`ActForm::Put`].
    Put(&'a Put),
    /// As [`ActForm::Shift`].
    Shift(&'a Shift),
    /// As [`ActForm::Carry`].
    Carry(&'a Carry),
    /// As [`ActForm::Possible`].
    Possible,
    /// As [`ActForm::Again`].
    Again(&'a Again),
}

/// The key of an act, and what stands behind it: the way back from [`ActKey::form`].
pub fn written(act: &Act) -> (ActKey, WrittenAct<'_>) {
    match act {
        Act::Remove(groups) => (ActKey::Remove, WrittenAct::Pieces(groups)),
        Act::Flip(groups) => (ActKey::Flip, WrittenAct::Pieces(groups)),
        Act::Moved(groups) => (ActKey::Moved, WrittenAct::Pieces(groups)),
        Act::Close(areas) => (ActKey::Close, WrittenAct::Squares(areas)),
        Act::Open(areas) => (ActKey::Open, WrittenAct::Squares(areas)),
        Act::Become(groups, form) => (ActKey::Become, WrittenAct::Become(groups, form)),
        Act::Hand {
            whom,
            flipped,
            demoted,
        } => (ActKey::Hand, WrittenAct::Hand(whom, *flipped, *demoted)),
        Act::Put(put) => (ActKey::Put, WrittenAct::Put(put)),
        Act::Shift(shift) if shift.toward => (ActKey::Pull, WrittenAct::Shift(shift)),
        Act::Shift(shift) => (ActKey::Push, WrittenAct::Shift(shift)),
        Act::Carry(carry) => (ActKey::Carry, WrittenAct::Carry(carry)),
        Act::Forbid => (ActKey::Possible, WrittenAct::Possible),
        Act::Again(again) => (ActKey::Again, WrittenAct::Again(again)),
    }
}

/// Keys of `on`.
pub const EFFECTS: Table<EffectKey> = Table(&[
    word(
        "by",
        EffectKey::By,
        "`by: rook | queen`: only after moves of these pieces",
    ),
    word(
        "of",
        EffectKey::Of,
        "`of: pawn`, `of: friend rook`: only after a capture of one of these pieces",
    ),
    word(
        "from",
        EffectKey::From,
        "`from: rank 2`: only after moves from there",
    ),
    word("to", EffectKey::To, "`to: last rank`: only after moves to there"),
    word(
        "while",
        EffectKey::While,
        "`while: friend on step all at mover`: only if there is one of these pieces",
    ),
    word(
        "unless",
        EffectKey::Unless,
        "`unless: friend queen`: only if there is none of these pieces",
    ),
    word(
        "while-before",
        EffectKey::WhileBefore,
        "`while-before: mover attacked by enemy`: only if there was one of these before the move, the piece still where it has started",
    ),
    word(
        "unless-before",
        EffectKey::UnlessBefore,
        "`unless-before: empty on (target & attacked by more friend)`: only if there was none of these before the move",
    ),
    word(
        "every",
        EffectKey::Every,
        "`every: 20`: only at the end of turns 20, 40, 60 and so on of a side, behind `on turn`",
    ),
    word(
        "repeat",
        EffectKey::Repeat,
        "`repeat: yes`: all this follows again as long as it has changed something",
    ),
    word(
        "remove",
        EffectKey::Act(ActKey::Remove),
        "`remove: mover, enemy on step all at mover`: these pieces leave the board",
    ),
    word(
        "flip",
        EffectKey::Act(ActKey::Flip),
        "`flip: mover`: these pieces change sides, unless they are royal or could not stand there",
    ),
    word(
        "become",
        EffectKey::Act(ActKey::Become),
        "`become: mover as queen`, `become: mover as victim`: these pieces become another kind",
    ),
    word(
        "moved",
        EffectKey::Act(ActKey::Moved),
        "`moved: enemy king on file at mover`: these pieces count as moved: no first moves, no castling",
    ),
    word(
        "close",
        EffectKey::Act(ActKey::Close),
        "`close: origin`: these squares are closed from now on; pieces there leave the board",
    ),
    word(
        "open",
        EffectKey::Act(ActKey::Open),
        "`open: wall`: these squares are closed no longer",
    ),
    word(
        "hand",
        EffectKey::Act(ActKey::Hand),
        "`hand: victim flipped demoted`: these pieces go to the hand of their side, or of the other",
    ),
    word(
        "put",
        EffectKey::Act(ActKey::Put),
        "`put: victim on chosen ranks 2-7`, `put: knight on origin`: these pieces come to empty squares",
    ),
    word(
        "pull",
        EffectKey::Act(ActKey::Pull),
        "`pull: enemy to mover by ride orthogonal`: the first piece on each line, if it is one of these, comes as near as it can",
    ),
    word(
        "push",
        EffectKey::Act(ActKey::Push),
        "`push: friend from mover by ride orthogonal`: the first piece on each line, if it is one of these, goes away as far as it can",
    ),
    word(
        "carry",
        EffectKey::Act(ActKey::Carry),
        "`carry: mover by step forward`: each of these pieces goes on to the nearest empty square where the movement leads it",
    ),
    word(
        "possible",
        EffectKey::Act(ActKey::Possible),
        "`possible: no`: a move from which this follows cannot be made",
    ),
    word(
        "again",
        EffectKey::Act(ActKey::Again),
        "`again: mover, captures`: the side goes on in the same turn, with this piece, if it can",
    ),
]);

/// The value of `possible`.
pub const NO: Table<bool> = Table(&[word("no", false, "the move cannot be made")]);

/// The word between the moved pieces and the place from which the lines start: whether the pieces
/// come nearer.
pub const SHIFTS: Table<bool> = Table(&[
    word(
        "to",
        true,
        "`pull: enemy to mover by ride orthogonal`: where the lines start",
    ),
    word(
        "from",
        false,
        "`push: friend from mover by ride orthogonal`: where the lines start",
    ),
]);

/// The pieces that go on: the first word of `again`.
pub const GOERS: Table<Goer> = Table(&[
    word("mover", Goer::Mover, "the piece that has moved"),
    word(
        "victim",
        Goer::Victim,
        "the captured piece, as one of its captor's side, from the square of its captor",
    ),
]);

/// How a turn goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainWord {
    /// By a capture.
    Captures,
    /// Without a capture.
    Quiet,
    /// If the side likes.
    May,
    /// It must be possible.
    Must,
    /// To no square twice.
    Once,
    /// Not straight on.
    Turning,
}

impl AgainWord {
    /// Whether the two contradict each other.
    pub fn excludes(self, other: Self) -> bool {
        let kind = |word: Self| match word {
            Self::Captures | Self::Quiet => 0,
            Self::May | Self::Must => 1,
            Self::Once => 2,
            Self::Turning => 3,
        };
        kind(self) == kind(other)
    }
}

/// Words behind who goes on.
pub const AGAIN: Table<AgainWord> = Table(&[
    word(
        "captures",
        AgainWord::Captures,
        "`again: mover, captures`: only by a capture",
    ),
    word(
        "quiet",
        AgainWord::Quiet,
        "`again: mover, quiet`: only without a capture",
    ),
    word(
        "may",
        AgainWord::May,
        "`again: mover, may`: the side may pass instead",
    ),
    word(
        "must",
        AgainWord::Must,
        "`again: mover, must`: a move after which the piece cannot go on is not possible",
    ),
    word(
        "once",
        AgainWord::Once,
        "`again: mover, once`: not to a square where it has been in this turn",
    ),
    word(
        "turning",
        AgainWord::Turning,
        "`again: mover, turning`: not straight on in the direction in which it has just gone",
    ),
]);

/// The owners of the pieces that an effect is about.
pub const OWNERS: Table<Owner> = Table(&[
    word("friend", Owner::Friend, "pieces of the side that has moved"),
    word("enemy", Owner::Enemy, "pieces of the other side"),
    word(
        "empty",
        Owner::Empty,
        "`unless: empty on step south at target`: squares without a piece",
    ),
]);

/// A place that a move knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceWord {
    /// The square on which it has started.
    Origin,
    /// The square on which it has ended.
    Target,
    /// The square of the piece that has moved.
    Mover,
    /// The squares of the pieces that it has captured.
    Victim,
    /// The closed squares.
    Wall,
}

/// Places after `at`, and some pieces by themselves.
pub const PLACES: Table<PlaceWord> = Table(&[
    word("origin", PlaceWord::Origin, "the square that the move has left"),
    word(
        "target",
        PlaceWord::Target,
        "the end square of the move, or the square that a capture without moving has hit",
    ),
    word(
        "mover",
        PlaceWord::Mover,
        "the piece that has moved, or where it stands; in castling both; `mover rook`: if it is a rook",
    ),
    word("victim", PlaceWord::Victim, "the squares of the captured pieces"),
    word(
        "wall",
        PlaceWord::Wall,
        "`step orthogonal at wall`: squares that are closed",
    ),
]);

/// A word between the pieces and the squares of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Squares follow.
    On,
    /// A place follows.
    At,
    /// The squares that the mover, or another piece, could capture.
    Attacked,
    /// More of a side's pieces than of the other side's.
    More,
    /// Each piece counts what it is worth.
    ByValue,
    /// Those count that stand behind others.
    InLine,
    /// Attacked, after any move of its own side.
    Mated,
    /// In chains that lead to no empty square.
    Enclosed,
    /// In chains that lead to an empty square.
    Open,
    /// The pieces that the mover and a friend enclose.
    Between,
    /// The squares on which a movement could end from a place.
    Around,
    /// A kind follows.
    As,
    /// The captured piece.
    Victim,
    /// The kind that moves.
    Same,
    /// A line through a place.
    File,
    /// A line through a place.
    Rank,
    /// Of the other side.
    Flipped,
    /// As what it was before it promoted.
    Demoted,
    /// One square, which the mover chooses.
    Chosen,
}

/// Words between the pieces and the squares of an effect.
pub const LINKS: Table<Link> = Table(&[
    word("on", Link::On, "`enemy on rank 4`: pieces on some squares"),
    word(
        "at",
        Link::At,
        "`step all at mover`, `file at target`: squares as seen from a place",
    ),
    word(
        "attacked",
        Link::Attacked,
        "`enemy attacked by mover`: pieces that the moved piece could capture next; `attacked by friend rook`: those that a rook could; `attacked by more friend`: those that more friends than enemies could",
    ),
    word(
        "more",
        Link::More,
        "`enemy attacked by more friend`: pieces that more friends than enemies could capture next",
    ),
    word(
        "by-value",
        Link::ByValue,
        "`attacked by more friend by-value`: each attacker counts its value",
    ),
    word(
        "in-line",
        Link::InLine,
        "`attacked by more friend in-line`: pieces behind attackers of their side count, too",
    ),
    word(
        "mated",
        Link::Mated,
        "`enemy mated`: pieces that could be captured next, whichever plain move their own side made",
    ),
    word(
        "enclosed",
        Link::Enclosed,
        "`enemy enclosed by step orthogonal`: chains of pieces that have no empty square next to them",
    ),
    word(
        "open",
        Link::Open,
        "`mover open by step orthogonal`: chains of pieces that have an empty square next to them",
    ),
    word(
        "between",
        Link::Between,
        "`enemy between mover and friend by ride all`: a row of enemies with a friend behind it",
    ),
    word(
        "around",
        Link::Around,
        "`all around target by step all`: pieces on the ends of a movement from a place, with anything between",
    ),
    word("as", Link::As, "`mover as queen`: the new kind of a piece"),
    word(
        "victim",
        Link::Victim,
        "`mover as victim`: the captured kind; `hand: victim`, `put: victim on all`: the captured piece",
    ),
    word(
        "same",
        Link::Same,
        "`of: same`: a capture of the kind that captures",
    ),
    word("file", Link::File, "`file at mover`: the file of a place"),
    word("rank", Link::Rank, "`rank at mover`: the rank of a place"),
    word(
        "flipped",
        Link::Flipped,
        "`hand: victim flipped`, `put: victim flipped on target`: of the other side",
    ),
    word(
        "demoted",
        Link::Demoted,
        "`hand: victim demoted`: a promoted piece goes unpromoted",
    ),
    word(
        "chosen",
        Link::Chosen,
        "`put: victim on chosen all`: on one of these squares, which the mover chooses",
    ),
]);
