//! Movements: the ways in which a piece moves, as plain data. Knows no board: the paths from each
//! square are found by `engine::paths`.
//!
//! A movement is read as a set of *paths*. A path starts at the square of the piece, passes squares
//! under conditions, and ends on a square where its *modes* decide what must stand there. Readable
//! expressions and Betza notation lower to the same tree.
//!
//! While a path is followed, the square it started from counts as empty, and so does a square whose
//! piece it has captured on the way. So a path may come back to its start: a lion captures next to
//! itself and returns, or passes by stepping out and back. A ride ends when it comes back to the
//! start of the path or to a square on which it has already landed. A first leg never ends on its
//! own start.

use super::{Kinds, PerSide};
use serde::{Deserialize, Serialize};

/// A movement expression with every name resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Leaps and rides in a set of directions: `step forward`, `ride diagonal`, `leap(1,2)`, `betza
    /// "N"`.
    ///
    /// The paths have the modes quiet and capture.
    Leap(Leap),
    /// The paths of all of them: `a | b`. An empty list has no path.
    Union(Vec<Movement>),
    /// A first leg, then a second from the square on which it ended: `a then b`.
    ///
    /// `via` is the condition on the square between the legs and the event there. The path ends as
    /// `next` ends, with `next`'s modes; the first leg's modes are dropped.
    Then {
        /// The first leg.
        first: Box<Movement>,
        /// The square between the legs.
        via: Via,
        /// The second leg. A [`Frame::Heading`] leap in it is relative to the last step of the
        /// first.
        next: Box<Movement>,
    },
    /// Hops: `m over any by 1..`. A path of `m` that ends on an occupied square continues in the
    /// direction of its last step, `by` that many steps, over empty squares. If the last step was a
    /// leap, the same leap is repeated.
    ///
    /// The modes are those of the path of `m` (`SH-5`: the robotic pawn still captures only
    /// diagonally).
    Over {
        /// The way to the hurdle.
        movement: Box<Movement>,
        /// The owner of the piece that may be hopped over.
        hurdle: Hurdle,
        /// The distance beyond the hurdle at which the path may end; 1 is the square just beyond.
        by: Range,
    },
    /// The same paths, only with those of their modes that are in `modes`: `move m`, `capture m`. A
    /// path without a mode left is dropped.
    Only {
        /// The modes that remain.
        modes: Modes,
        /// The paths.
        movement: Box<Movement>,
    },
    /// The same paths with exactly these modes: `capture-own m`, `swap m`, `en-passant m`.
    As {
        /// The new modes.
        modes: Modes,
        /// The paths.
        movement: Box<Movement>,
    },
    /// The same paths; captures are made without moving: `rifle m`. Quiet modes are dropped.
    Rifle(Box<Movement>),
    /// The same paths. The empty squares that a quiet one passes can be captured on en passant in
    /// the next turn: `exposed m`.
    Exposed(Box<Movement>),
    /// The same paths, only under a condition on the piece that moves.
    When {
        /// The condition.
        condition: Condition,
        /// The paths.
        movement: Box<Movement>,
    },
}

/// Leaps of one size in a set of winds, perhaps repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leap {
    /// The shorter coordinate of the leap, `0..=n`: 0 is orthogonal, `m == n` diagonal.
    pub m: u8,
    /// The longer coordinate, at least 1.
    pub n: u8,
    /// The directions in which it is made, see [`Winds`]. In [`Frame::Heading`], an orthogonal leap
    /// that is turned into a diagonal wind becomes the diagonal leap of the same length, and the
    /// other way round.
    pub winds: Winds,
    /// The meaning of north.
    pub frame: Frame,
    /// The number of times that the leap is made in the same direction. All squares landed on
    /// before the last must be empty.
    pub range: Range,
    /// Whether the squares between start and end of each single leap must be empty (`lame`) or
    /// occupied (`jumping`).
    #[serde(default, skip_serializing_if = "Between::is_free")]
    pub between: Between,
    /// Whether this leap may cross the left and right edge as if the board were a cylinder (XBetza
    /// `o`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wraps: bool,
}

/// The condition on the squares that a longer leap jumps over.
///
/// For an orthogonal or diagonal leap these are all squares between. For an oblique leap `(m, n)`
/// they are first `n - m` orthogonal steps in the longer direction, then diagonal steps outward. A
/// lame knight is the xiangqi horse, a lame `(2,3)` the janggi elephant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// Anything.
    #[default]
    Free,
    /// All must be empty: a lame leaper, Betza `n`.
    Empty,
    /// All must be occupied, Betza `j`.
    Occupied,
}

impl Between {
    /// Whether it is [`Between::Free`].
    pub fn is_free(&self) -> bool {
        *self == Self::Free
    }
}

/// A set of the sixteen winds, clockwise from north; bit 0 is N, 1 NNE, 2 NE, 3 ENE, 4 E, ... 15
/// NNW.
///
/// Orthogonal leaps have the winds 0, 4, 8, 12; diagonal ones 2, 6, 10, 14; oblique ones the odd
/// winds. The knight's two-forward-one-right is wind 1, one-forward-two-right wind 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Winds(pub u16);

impl Winds {
    /// N, E, S, W.
    pub const ORTHOGONAL: Self = Self(0x1111);
    /// NE, SE, SW, NW.
    pub const DIAGONAL: Self = Self(0x4444);
    /// The eight directions of a queen.
    pub const STRAIGHT: Self = Self(0x5555);
    /// The eight directions of a knight.
    pub const OBLIQUE: Self = Self(0xAAAA);

    /// The single wind `index` (taken modulo 16).
    pub const fn single(index: u8) -> Self {
        Self(1 << (index & 15))
    }

    /// The same winds, turned clockwise by `by` sixteenths.
    #[must_use]
    pub const fn rotate(self, by: u8) -> Self {
        Self(self.0.rotate_left((by & 15) as u32))
    }

    /// Whether `index` is in the set.
    pub const fn has(self, index: u8) -> bool {
        self.0 >> (index & 15) & 1 == 1
    }

    /// The winds in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..16).filter(move |&w| self.has(w))
    }

    /// The winds in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The winds in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The meaning of north for the winds of a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// The mover's forward; for Black the board is turned by 180 degrees.
    Side,
    /// White's forward for both sides: `step north`.
    Board,
    /// The direction of the last step of the path so far. In a first leg it is the same as
    /// [`Frame::Side`]; in a first leg of a place of effects it is the direction of the move.
    Heading,
}

/// The number of times, from `min` to `max`, both included; without `max` there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Range {
    /// At least 1.
    pub min: u8,
    /// At least `min`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u8>,
}

impl Range {
    /// Exactly once.
    pub const ONE: Self = Self { min: 1, max: Some(1) };
    /// Once or more.
    pub const ANY: Self = Self { min: 1, max: None };
}

/// The condition on the square between two legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// Nothing stands there: the leg must be able to end there quietly.
    Empty,
    /// An enemy, which is captured on the way (locust capture).
    Capture,
    /// A piece of the mover's own side, which is captured on the way.
    CaptureOwn,
    /// A piece that is hopped over and stays.
    Hurdle(Hurdle),
    /// Anything: the square is only passed over (XBetza `mp`).
    Pass,
}

/// The owner of the piece that may be hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hurdle {
    /// Anybody's.
    Any,
    /// The mover's own.
    Friend,
    /// The opponent's.
    Enemy,
    /// No owner: a closed square.
    Wall,
}

/// The actions of a path on its last square: a set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Modes(pub u8);

impl Modes {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Go to an empty square.
    pub const QUIET: Self = Self(1);
    /// Capture an enemy.
    pub const CAPTURE: Self = Self(2);
    /// Capture a piece of the mover's own side.
    pub const CAPTURE_OWN: Self = Self(4);
    /// Capture en passant: go to an empty square that is exposed, and remove the piece that passed
    /// it.
    pub const EN_PASSANT: Self = Self(8);
    /// Exchange places with a piece of the mover's own side.
    pub const SWAP: Self = Self(16);
    /// Exchange places with a piece of the opponent.
    pub const SWAP_ENEMY: Self = Self(32);
    /// Quiet and capture: what a plain leap can do.
    pub const BOTH: Self = Self(3);
    /// Each single mode, in the order in which moves are listed.
    pub(crate) const EACH: [Self; 6] = [
        Self::QUIET,
        Self::CAPTURE,
        Self::CAPTURE_OWN,
        Self::EN_PASSANT,
        Self::SWAP,
        Self::SWAP_ENEMY,
    ];

    /// Whether all of `other` is in the set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The modes in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The modes in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The modes of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a path exchanges places with the piece it meets, of either side.
    pub const fn swaps(self) -> bool {
        self.0 & (Self::SWAP.0 | Self::SWAP_ENEMY.0) != 0
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The condition under which a path may be used.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The piece stands on a start square of its kind and has not moved (XBetza `i`).
    Initial,
    /// The path starts in the set.
    From(PerSide<super::Squares>),
    /// The path ends in the set. If it is a first leg, that leg's end is meant.
    To(PerSide<super::Squares>),
    /// The piece is of that side.
    Side(super::Side),
    /// The piece that is captured on the path's end, or changes places there, is one of these
    /// kinds. En passant, the piece that has passed is meant. Quiet paths are unchanged. In a first
    /// leg that captures or hops, the piece that is captured or hopped over there is meant.
    Of(Kinds),
}

impl Movement {
    /// No path at all.
    pub const fn none() -> Self {
        Self::Union(Vec::new())
    }

    /// A single leap `(m, n)` in the given winds of the mover's frame.
    pub const fn leap(m: u8, n: u8, winds: Winds) -> Self {
        Self::Leap(Leap {
            m,
            n,
            winds,
            frame: Frame::Side,
            range: Range::ONE,
            between: Between::Free,
            wraps: false,
        })
    }

    /// A ride `(m, n)` of any length in the given winds of the mover's frame.
    pub const fn ride(m: u8, n: u8, winds: Winds) -> Self {
        Self::Leap(Leap {
            m,
            n,
            winds,
            frame: Frame::Side,
            range: Range::ANY,
            between: Between::Free,
            wraps: false,
        })
    }

    /// The same paths, only quiet ones.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self::Only {
            modes: Modes::QUIET,
            movement: Box::new(self),
        }
    }

    /// The same paths, only captures.
    #[must_use]
    pub fn capture(self) -> Self {
        Self::Only {
            modes: Modes::CAPTURE,
            movement: Box::new(self),
        }
    }
}
