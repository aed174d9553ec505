//! Effects: what follows by itself from a move.
//!
//! A move is carried out first: captured pieces leave, the piece arrives, it promotes. Then the
//! effects follow, in the order of the rules, and the acts of each in their order. An act finds the
//! board as the one before has left it and is carried out on all its pieces at once. Friends and
//! enemies are seen from the side that moved.

use super::{Kinds, Movement, PerSide, PieceName, Ruleset, Squares};
use serde::{Deserialize, Serialize};

/// Something that follows from certain moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// From which moves.
    pub event: Event,
    /// From whose moves.
    pub side: PerSide<bool>,
    /// Only from moves of these kinds of pieces, by their kind before the move.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub by: Kinds,
    /// Only from captures of one of these kinds.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub of: Kinds,
    /// Only from captures of one of this owner's, seen from the side that captures.
    #[serde(default, skip_serializing_if = "Owner::is_any")]
    pub whose: Owner,
    /// Only from captures of the kind that captures.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// Only from moves that start here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PerSide<Squares>>,
    /// Only from moves that end here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<PerSide<Squares>>,
    /// Only if this holds, after the move itself.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub condition: Proviso,
    /// Only if this was so before the move, with the piece still where it has started. Asked of moves, not of drops or turns.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub before: Proviso,
    /// Only from the end of turns whose number is a multiple of this, from 2; the first turn of each side is number 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u16>,
    /// Whether it follows again as long as it has changed something, at most as many times as the board has squares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
    /// The acts that follow.
    pub acts: Vec<Act>,
}

impl Effect {
    /// Whether it asks for a move, or for which one.
    pub fn asks_for_move(&self) -> bool {
        let Proviso { present, absent } = &self.condition;
        !self.by.is_all()
            || self.from.is_some()
            || self.to.is_some()
            || present.iter().chain(absent).any(Group::asks_for_move)
            || !self.before.is_none()
            || self.acts.iter().any(Act::asks_for_move)
    }

    /// The effect of all moves, or all captures, of both sides.
    pub fn new(event: Event, acts: Vec<Act>) -> Self {
        Self {
            event,
            side: PerSide::both(true),
            by: Kinds::default(),
            of: Kinds::default(),
            whose: Owner::Any,
            same: false,
            from: None,
            to: None,
            condition: Proviso::default(),
            before: Proviso::default(),
            every: None,
            repeat: false,
            acts,
        }
    }
}

/// A condition on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Proviso {
    /// There is at least one of these; without any, nothing is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<Group>,
    /// There is none of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Group>,
}

impl Proviso {
    /// Whether nothing is asked.
    pub fn is_none(&self) -> bool {
        self.present.is_empty() && self.absent.is_empty()
    }
}

/// The cause of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A move of any kind, castling and captures included; not a pass, not a drop.
    Move,
    /// A move that captures something.
    Capture,
    /// A piece that is dropped from a hand; it is the mover.
    Drop,
    /// The end of a turn, a pass included. Nothing is known of its moves.
    Turn,
}

/// One thing that an effect does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Pieces leave the board.
    Remove(Vec<Group>),
    /// Pieces change sides, but for royals and where the other side's could not stand.
    Flip(Vec<Group>),
    /// Pieces become another kind, where their side's could stand.
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
    /// Pieces go on along a movement.
    Carry(Carry),
    /// The move is not possible.
    Forbid,
    /// Pieces go to the hand of their side.
    Hand {
        /// The pieces.
        whom: Whom,
        /// To that of the other side instead.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        flipped: bool,
        /// A promoted piece goes as its former kind.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        demoted: bool,
    },
    /// The side goes on in the same turn, with one piece.
    Again(Again),
}

impl Act {
    /// Whether a piece may stand somewhere after it that did not stand there before: one that is put, moved, or becomes another.
    pub fn brings(&self) -> bool {
        match self {
            Self::Put(_) | Self::Flip(_) | Self::Become(..) | Self::Shift(_) | Self::Carry(_) => true,
            Self::Remove(_)
            | Self::Moved(_)
            | Self::Close(_)
            | Self::Open(_)
            | Self::Forbid
            | Self::Hand { .. }
            | Self::Again(_) => false,
        }
    }

    /// Whether it can only follow from a move: it is about what that has left, reached, moved or captured, has its mover choose or go on,
    /// or is about whether it is possible.
    pub fn asks_for_move(&self) -> bool {
        let any = |groups: &[Group]| groups.iter().any(Group::asks_for_move);
        match self {
            Self::Remove(groups) | Self::Flip(groups) | Self::Moved(groups) => any(groups),
            Self::Become(groups, form) => any(groups) || *form == Form::Victim,
            Self::Close(areas) | Self::Open(areas) => areas.iter().any(Area::asks_for_move),
            Self::Put(put) => put.what == Form::Victim || put.chosen || put.on.asks_for_move(),
            Self::Shift(shift) => shift.whom.asks_for_move() || shift.place.asks_for_move(),
            Self::Carry(carry) => carry.whom.asks_for_move(),
            Self::Hand { whom, .. } => match whom {
                Whom::Victims => true,
                Whom::Pieces(groups) => any(groups),
            },
            Self::Forbid | Self::Again(_) => true,
        }
    }
}

/// The same side goes on after a move, with a move of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Again {
    /// The piece.
    pub who: Goer,
    /// The movement for the next move; without it, the piece's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Movement>,
    /// Whether it captures.
    #[serde(default, skip_serializing_if = "Further::is_any")]
    pub what: Further,
    /// Whether it has to.
    #[serde(default, skip_serializing_if = "Duty::is_usual")]
    pub duty: Duty,
    /// Not to a square where it has been in this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Not straight on in the direction in which it has just gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turning: bool,
}

impl Again {
    /// Whether royal pieces are safe from it: nothing captures them in the middle of a turn, and none waits below another piece.
    pub fn spares_royals(&self) -> bool {
        self.what == Further::Quiet && self.who == Goer::Mover
    }

    /// Whether the move that leads to it is only possible if it can be made.
    pub fn is_owed(&self) -> bool {
        self.duty == Duty::Must || self.who == Goer::Victim
    }
}

/// The largest number of different ways in which a turn goes on.
#[doc(hidden)]
pub const MAX_AGAINS: usize = 32;

impl Ruleset {
    /// Whether effects carry pieces on, so that a piece that has passed squares need not stand on
    /// the end of its move.
    pub fn carries_on(&self) -> bool {
        let mut acts = self.effects.iter().flat_map(|effect| &effect.acts);
        acts.any(|act| matches!(act, Act::Carry(_)))
    }

    /// The ways in which turns go on, in the order of the effects, equal ones once. Positions name
    /// them by their numbers.
    pub fn agains(&self) -> Vec<&Again> {
        let mut list: Vec<&Again> = Vec::new();
        for act in self.effects.iter().flat_map(|effect| &effect.acts) {
            if let Act::Again(again) = act
                && !list.contains(&again)
            {
                list.push(again);
            }
        }
        list
    }
}

/// The piece that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goer {
    /// The one that has moved.
    Mover,
    /// The captured piece, as one of the captor's side; the captor waits below it until it has
    /// gone.
    Victim,
}

/// The next move of a piece that goes on.
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
    /// Whether it is the usual.
    pub fn is_any(&self) -> bool {
        *self == Self::Any
    }
}

/// Whether a piece has to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// If it can.
    #[default]
    IfPossible,
    /// If its side likes, which may pass instead.
    May,
    /// It must be able to.
    Must,
}

impl Duty {
    /// Whether it is the usual.
    pub fn is_usual(&self) -> bool {
        *self == Self::IfPossible
    }
}

/// Pieces that come to empty squares on which they could stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Put {
    /// A kind, on each of the squares; or the captured pieces, each once, on the first square that
    /// is left for it.
    pub what: Form,
    /// Of the other side: other than the mover's, or than the captured piece's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flipped: bool,
    /// On one square that the mover chooses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// The area.
    pub on: Area,
}

/// Pieces that are moved along the lines on which they stand: on each line from a place the first piece that stands there, if it is
/// meant. One line follows the other, in the order of their squares. A piece goes as far as nothing stands in its way and it could stand there;
/// where it would have to promote it becomes the first kind that it may become. Royals do not promote so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shift {
    /// Towards the place or away from it.
    pub toward: bool,
    /// The pieces.
    pub whom: Group,
    /// The place from which the lines start.
    pub place: Place,
    /// The lines: leaps or rides, whose range is how far away a piece may stand.
    pub by: Movement,
}

/// Pieces that go on, each along a movement from its own square: to the nearest empty square to
/// which it leads and on which the piece can stand, the one with the fewest squares on the way. If
/// the piece would have to promote there it becomes the first kind that it may become; royals do
/// not. The piece can still be captured en passant on the squares it has passed, and on those to
/// which the movement leads from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Carry {
    /// The pieces.
    pub whom: Group,
    /// The movement.
    pub by: Movement,
}

/// Which pieces go to a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The pieces that the move has captured.
    Victims,
    /// Pieces on the board, which they leave.
    Pieces(Vec<Group>),
}

/// The new form of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// This kind.
    Kind(PieceName),
    /// The kind of the captured piece; of several, of that on the end of the move, else the first
    /// in board order.
    Victim,
}

/// Some of the pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Group {
    /// The owner.
    pub owner: Owner,
    /// The kinds.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub kinds: Kinds,
    /// The area in which they stand.
    pub on: Area,
}

impl Group {
    /// Whether it is unknown before a move.
    pub fn asks_for_move(&self) -> bool {
        self.owner == Owner::Mover || self.on.asks_for_move()
    }
}

impl Group {
    /// Whether it is about what a move has captured.
    pub fn asks_for_victim(&self) -> bool {
        self.on.asks_for_victim()
    }
}

/// The owner of pieces, seen from the side that has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// Anybody's.
    #[default]
    Any,
    /// Of the side that has moved.
    Friend,
    /// Of the other side.
    Enemy,
    /// Of the pieces that have moved.
    Mover,
    /// No owner: squares without a piece. Only in conditions, and as a place.
    Empty,
}

impl Owner {
    /// Whether it does not matter whose.
    pub fn is_any(&self) -> bool {
        *self == Self::Any
    }
}

/// Squares, as an effect finds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// The whole board.
    All,
    /// Certain squares, for each side's moves.
    Squares(PerSide<Squares>),
    /// A place itself.
    At(Place),
    /// The squares on which a movement could end from a place on an empty board.
    Around(Movement, Place),
    /// The squares on which a movement can end from a place, over all contents of those squares. A
    /// first leg that is relative (`step back`) continues the direction of the move from its origin
    /// to its target; if those are on no straight line, the movement leads nowhere.
    Reach(Movement, Place),
    /// The file of a place.
    File(Place),
    /// The rank of a place.
    Rank(Place),
    /// The squares that the pieces that have moved could capture next by a plain capture.
    Attacked,
    /// The squares that certain pieces could capture next by a plain capture.
    AttackedBy(Place),
    /// The squares that more of a side's pieces than of the other side's could capture next by a
    /// plain capture, over all contents of the squares.
    AttackedMore {
        /// The side whose pieces must be more: friends or enemies.
        by: Owner,
        /// The kinds, of both sides.
        #[serde(default, skip_serializing_if = "Kinds::is_all")]
        kinds: Kinds,
        /// Each piece counts what it is worth, as [`super::Piece::value`] says it, not one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_value: bool,
        /// Pieces count, too, that could capture there if those of their side were gone that can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_line: bool,
    },
    /// The pieces that the other side could capture next by a plain capture, and could still after
    /// each plain move or capture of their own side.
    Mated,
    /// In a chain of pieces of one owner from which nothing leads to an empty square: where the movement could lead from each, were the
    /// board empty.
    Enclosed(Movement),
    /// In a chain of pieces of one owner from which something leads to an empty square.
    Open(Movement),
    /// Enclosed between the pieces that have moved and a friend: enemies in a row, from the first square to which a
    /// leap or ride leads, and just behind them, in the same direction, the friend.
    Between {
        /// Leaps or rides; how long a ride may be is how many enemies may be enclosed.
        by: Movement,
        /// The kinds of the friend.
        #[serde(default, skip_serializing_if = "Kinds::is_all")]
        friends: Kinds,
    },
    /// Squares that are in all of these.
    Both(Vec<Area>),
    /// Squares that are in one of these.
    Either(Vec<Area>),
    /// Squares that are in the first of these, but not in the second.
    Except(Box<Area>, Box<Area>),
}

impl Area {
    /// Whether it is seen from squares that a move has left, reached or moved.
    pub fn asks_for_move(&self) -> bool {
        let moved = Place::asks_for_move;
        match self {
            Self::All
            | Self::Squares(_)
            | Self::Enclosed(_)
            | Self::Open(_)
            | Self::Mated
            | Self::AttackedMore { .. } => false,
            Self::Reach(movement, place) => movement.is_headed() || moved(place),
            Self::At(place)
            | Self::AttackedBy(place)
            | Self::Around(_, place)
            | Self::File(place)
            | Self::Rank(place) => moved(place),
            Self::Attacked | Self::Between { .. } => true,
            Self::Both(areas) | Self::Either(areas) => areas.iter().any(Self::asks_for_move),
            Self::Except(all, but) => all.asks_for_move() || but.asks_for_move(),
        }
    }
}

impl Area {
    /// Whether it is seen from where pieces were captured.
    fn asks_for_victim(&self) -> bool {
        match self {
            Self::At(place)
            | Self::AttackedBy(place)
            | Self::Around(_, place)
            | Self::Reach(_, place)
            | Self::File(place)
            | Self::Rank(place) => *place == Place::Victim,
            Self::Both(areas) | Self::Either(areas) => areas.iter().any(Self::asks_for_victim),
            Self::Except(all, but) => all.asks_for_victim() || but.asks_for_victim(),
            Self::All
            | Self::Squares(_)
            | Self::Attacked
            | Self::AttackedMore { .. }
            | Self::Mated
            | Self::Enclosed(_)
            | Self::Open(_)
            | Self::Between { .. } => false,
        }
    }
}

/// A square that a move knows of, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The square on which the move has started.
    Origin,
    /// The square on which it has ended; for a capture without moving, the square it has hit.
    Target,
    /// The squares of the pieces that have moved: in castling two.
    Mover,
    /// The squares of the pieces that it has captured.
    Victim,
    /// The closed squares.
    Walls,
    /// The squares of certain pieces.
    Piece {
        /// The owner.
        owner: Owner,
        /// The kinds.
        kinds: Kinds,
    },
}

impl Place {
    /// Whether it is unknown before a move.
    pub fn asks_for_move(&self) -> bool {
        match self {
            Self::Piece { owner, .. } => *owner == Owner::Mover,
            place => matches!(place, Self::Origin | Self::Target | Self::Mover | Self::Victim),
        }
    }
}
