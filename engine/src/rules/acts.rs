//! Acts: the single things that effects do. Does not carry acts out: that is `engine::follow`.
//!
//! The facts of an act are its pieces, its squares and its result, so that questions about acts in
//! general name none of them.

use super::terms::{Area, Group, Place};
use super::{Movement, PieceName};
use serde::{Deserialize, Serialize};

/// One thing that an effect does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Pieces leave the board.
    Remove(Vec<Group>),
    /// Pieces change sides, except royals and pieces that could not stand there on the other side.
    Flip(Vec<Group>),
    /// Pieces become another kind, unless a piece of that kind and side could not stand there.
    Become(Vec<Group>, Form),
    /// Pieces count as moved: none of them makes a first move later, or castles.
    Moved(Vec<Group>),
    /// Squares are closed: pieces there leave the board, and none comes there later.
    Close(Vec<Area>),
    /// Squares that are closed are open again.
    Open(Vec<Area>),
    /// Pieces come to empty squares.
    Put(Put),
    /// Pieces are moved along lines.
    Shift(Shift),
    /// Pieces are carried along a movement.
    Carry(Carry),
    /// The move is not possible.
    Forbid,
    /// Pieces go to the hand of their side.
    Hand {
        /// The pieces.
        whom: Whom,
        /// Whether they go to the other side's hand instead.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        flipped: bool,
        /// Whether a promoted piece goes as its former kind.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        demoted: bool,
    },
    /// The same side continues its turn with one piece.
    Again(Again),
}

/// The subject of an act, and its consequences.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ActFacts<'a> {
    /// The pieces on the board to which it applies.
    pub pieces: &'a [Group],
    /// The fate of these pieces.
    pub fate: Fate,
    /// The squares to which it applies.
    pub squares: &'a [Area],
    /// The fate of these squares.
    pub ground: Ground,
    /// Whether it applies to the pieces that the move has captured.
    pub victims: bool,
    /// The place from which it looks.
    pub place: Option<&'a Place>,
    /// The movement by which pieces are moved.
    pub by: Option<&'a Movement>,
    /// The kind that comes.
    pub form: Option<&'a Form>,
    /// Whether the piece that comes, or goes to a hand, belongs to the other side.
    pub flipped: bool,
    /// Whether something goes to a hand.
    pub to_hand: bool,
    /// Whether a promoted piece goes there unpromoted.
    pub demoted: bool,
    /// Whether the mover chooses one of the squares.
    pub chosen: bool,
    /// Whether the move is not possible.
    pub forbids: bool,
    /// The way in which the turn continues.
    pub again: Option<&'a Again>,
}

impl ActFacts<'_> {
    /// Whether pieces come to stand elsewhere.
    pub fn moves(&self) -> bool {
        matches!(self.fate, Fate::Shifted | Fate::CarriedOn)
    }

    /// Whether a side may have more pieces on the board than before.
    pub fn adds_to_side(&self) -> bool {
        self.fate == Fate::OtherSide || self.ground == Ground::Filled || self.again.is_some()
    }
}

/// The fate of pieces.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    #[default]
    None,
    /// They leave the board.
    Gone,
    /// They change sides.
    OtherSide,
    /// They become another kind.
    OtherKind,
    /// They count as moved.
    Moved,
    /// They stand elsewhere.
    Shifted,
    /// They stand elsewhere, and can be captured en passant behind them.
    CarriedOn,
}

/// The fate of squares.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Nothing.
    #[default]
    None,
    /// They are closed; pieces there leave the board.
    Closed,
    /// They are open again.
    Opened,
    /// Pieces come there.
    Filled,
}

impl Act {
    /// The subject and the consequences of the act, which answer every question about acts in
    /// general.
    #[doc(hidden)]
    pub fn facts(&self) -> ActFacts<'_> {
        use std::slice::from_ref;
        let none = ActFacts::default();
        let of = |pieces, fate| ActFacts { pieces, fate, ..none };
        let on = |squares, ground| ActFacts {
            squares,
            ground,
            ..none
        };
        match self {
            Self::Remove(groups) => of(groups, Fate::Gone),
            Self::Flip(groups) => of(groups, Fate::OtherSide),
            Self::Become(groups, form) => ActFacts {
                form: Some(form),
                ..of(groups, Fate::OtherKind)
            },
            Self::Moved(groups) => of(groups, Fate::Moved),
            Self::Close(areas) => on(areas, Ground::Closed),
            Self::Open(areas) => on(areas, Ground::Opened),
            Self::Put(put) => ActFacts {
                victims: put.what == Form::Victim,
                form: Some(&put.what),
                flipped: put.flipped,
                chosen: put.chosen,
                ..on(from_ref(&put.on), Ground::Filled)
            },
            Self::Shift(shift) => ActFacts {
                place: Some(&shift.place),
                by: Some(&shift.by),
                ..of(from_ref(&shift.whom), Fate::Shifted)
            },
            Self::Carry(carry) => ActFacts {
                by: Some(&carry.by),
                ..of(from_ref(&carry.whom), Fate::CarriedOn)
            },
            Self::Forbid => ActFacts {
                forbids: true,
                ..none
            },
            Self::Hand {
                whom,
                flipped,
                demoted,
            } => ActFacts {
                to_hand: true,
                victims: *whom == Whom::Victims,
                flipped: *flipped,
                demoted: *demoted,
                ..match whom {
                    Whom::Victims => none,
                    Whom::Pieces(groups) => of(groups, Fate::Gone),
                }
            },
            Self::Again(again) => ActFacts {
                by: again.by.as_ref(),
                again: Some(again),
                ..none
            },
        }
    }

    /// Whether it may bring a piece or a kind to a square: it puts or moves a piece, or changes its
    /// kind.
    pub fn brings(&self) -> bool {
        let facts = self.facts();
        facts.ground == Ground::Filled || !matches!(facts.fate, Fate::None | Fate::Gone | Fate::Moved)
    }

    /// Whether it can only follow from a move: it names the move's start, end, mover or victim,
    /// lets the mover choose or continue, or forbids the move.
    pub fn asks_for_move(&self) -> bool {
        let facts = self.facts();
        facts.pieces.iter().any(Group::asks_for_move)
            || facts.squares.iter().any(Area::asks_for_move)
            || facts.place.is_some_and(Place::asks_for_move)
            || facts.form == Some(&Form::Victim)
            || facts.victims
            || facts.chosen
            || facts.forbids
            || facts.again.is_some()
    }
}

/// After a move the same side continues with a move of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Again {
    /// The piece.
    pub who: Goer,
    /// The movement for the next move; without it, the piece's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Movement>,
    /// Whether that move captures.
    #[serde(default, skip_serializing_if = "Further::is_any")]
    pub what: Further,
    /// Whether it must be made.
    #[serde(default, skip_serializing_if = "Duty::is_usual")]
    pub duty: Duty,
    /// Whether the piece may not move to a square where it has been in this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Whether the piece may not continue straight on in the direction of its last move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turning: bool,
}

impl Again {
    /// Whether royal pieces are safe from it: none can be captured in the middle of a turn, and
    /// none waits below another piece.
    pub fn spares_royals(&self) -> bool {
        self.what == Further::Quiet && self.who == Goer::Mover
    }

    /// Whether the move before it is only possible if the next one can be made.
    pub fn is_owed(&self) -> bool {
        self.duty == Duty::Must || self.who == Goer::Victim
    }
}

/// The piece that continues the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goer {
    /// The one that has moved.
    Mover,
    /// The captured piece, as one of the captor's side. The captor waits below it until it has
    /// left.
    Victim,
}

/// The kind of move by which a piece continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Further {
    /// Any move.
    #[default]
    Any,
    /// It captures.
    Captures,
    /// It captures nothing.
    Quiet,
}

impl Further {
    /// Whether it is the default.
    pub fn is_any(&self) -> bool {
        *self == Self::Any
    }
}

/// Whether a piece must continue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It must if it can.
    #[default]
    IfPossible,
    /// The side decides, and may pass instead.
    May,
    /// It must be able to continue; otherwise the move before is illegal.
    Must,
}

impl Duty {
    /// Whether it is the default.
    pub fn is_usual(&self) -> bool {
        *self == Self::IfPossible
    }
}

/// Pieces that come to empty squares on which they could stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Put {
    /// A kind, put on each of the squares. Or the captured pieces, each put once, on the first
    /// square that is left for it.
    pub what: Form,
    /// Whether they belong to the other side: not to the mover's side, or not to the captured
    /// piece's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flipped: bool,
    /// Whether there is one square, which the mover chooses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// The area.
    pub on: Area,
}

/// Pieces that are moved along the lines on which they stand. On each line from a place the first
/// piece is moved, if it belongs to the group. The lines are handled one after the other, in the
/// order of their squares. A piece moves until something stands in its way or it could not stand on
/// the next square. If it would have to promote there, it becomes the first kind that it may
/// become. Royals do not promote in this way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shift {
    /// Whether they move towards the place, and not away from it.
    pub toward: bool,
    /// The pieces.
    pub whom: Group,
    /// The place from which the lines start.
    pub place: Place,
    /// The lines: leaps or rides, whose range is how far away a piece may stand.
    pub by: Movement,
}

/// Pieces that move on, each along a movement from its own square. The piece reaches the nearest
/// empty square to which the movement leads and on which it can stand; the nearest has the fewest
/// squares on the way. If the piece would have to promote there, it becomes the first kind that it
/// may become; royals do not. The piece can still be captured en passant on the squares that it has
/// passed, and on those to which the movement leads from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Carry {
    /// The pieces.
    pub whom: Group,
    /// The movement.
    pub by: Movement,
}

/// The pieces that go to a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The pieces that the move has captured.
    Victims,
    /// Pieces on the board, which leave it.
    Pieces(Vec<Group>),
}

/// The new form of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// This kind.
    Kind(PieceName),
    /// The kind of the captured piece. If there are several, the one on the end of the move;
    /// otherwise the first one in board order.
    Victim,
}
