//! Pieces and squares as an effect finds them, when it is carried out. Does not find them itself:
//! that is `engine::areas` and `engine::follow`.

use super::{Kinds, Movement, PerSide, Squares};
use serde::{Deserialize, Serialize};

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
    /// Whether the group is unknown before a move.
    pub fn asks_for_move(&self) -> bool {
        self.owner == Owner::Mover || self.on.asks_for_move()
    }
}

impl Group {
    /// Whether the group depends on what a move has captured.
    pub fn asks_for_victim(&self) -> bool {
        self.on.asks_for_victim()
    }
}

/// The owner of pieces, seen from the side that has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// Anybody.
    #[default]
    Any,
    /// The side that has moved.
    Friend,
    /// The other side.
    Enemy,
    /// The pieces that have moved.
    Mover,
    /// No owner: squares without a piece. Only in conditions, and as a place.
    Empty,
}

impl Owner {
    /// Whether the owner does not matter.
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
    /// to its target. If those are on no straight line, the movement leads nowhere.
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
        /// Whether each piece counts its value ([`super::Piece::value`]), and not 1.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_value: bool,
        /// Whether pieces also count that could capture there if the capturing pieces of their side
        /// before them were gone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_line: bool,
    },
    /// The pieces that the other side could capture next by a plain capture, and still could after
    /// each plain move or capture of their own side.
    Mated,
    /// The pieces of chains of one owner from which nothing leads to an empty square. A piece is
    /// linked to the squares to which the movement could lead from it on an empty board.
    Enclosed(Movement),
    /// The pieces of chains of one owner from which something leads to an empty square.
    Open(Movement),
    /// The enemies enclosed between the pieces that have moved and a friend. They stand in a row
    /// from the first square to which a leap or ride leads. The friend stands just behind them, in
    /// the same direction.
    Between {
        /// Leaps or rides. The longest ride is the largest number of enemies that may be enclosed.
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
    /// Whether the area depends on the move: on its start, its end, or the piece that moved.
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
    /// Whether it depends on the squares where pieces were captured.
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

/// A square, or several, known from a move or from the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The square on which the move has started.
    Origin,
    /// The square on which it has ended. For a capture without moving, the square of the captured
    /// piece.
    Target,
    /// The squares of the pieces that have moved; castling has two.
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
    /// Whether the place is unknown before a move.
    pub fn asks_for_move(&self) -> bool {
        match self {
            Self::Piece { owner, .. } => *owner == Owner::Mover,
            place => matches!(place, Self::Origin | Self::Target | Self::Mover | Self::Victim),
        }
    }
}
