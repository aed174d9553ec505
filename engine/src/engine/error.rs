//! Reasons why a ruleset cannot be compiled. Does not know where in a text the fault is: the
//! interpreter adds that.

use super::paths::{MAX_PATHS, MAX_PATHS_IN_ALL, MAX_PATHS_OF_PIECE};
use crate::rules::MAX_WALLED;
use std::fmt;

/// A ruleset that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A board or an army that this build has no room for: see [`crate::variant::holds`].
    #[error("this build is for boards of up to 64 squares and 16 kinds of pieces")]
    SmallBoardsOnly,
    /// The board cannot be built.
    #[error(transparent)]
    Topology(#[from] crate::board::TopologyError),
    /// A movement with too many paths.
    #[error("the movement of `{piece}` has more than {} paths from {square}", MAX_PATHS)]
    TooManyPaths {
        /// The piece.
        piece: String,
        /// The start square.
        square: String,
    },
    /// A movement with too many paths from all squares together.
    #[error("the movement of `{piece}` has more than {MAX_PATHS_OF_PIECE} paths on the whole board")]
    TooManyPathsOfPiece {
        /// The piece.
        piece: String,
    },
    /// More paths than there is memory for.
    #[error(
        "the movements of all pieces together have more than {MAX_PATHS_IN_ALL} paths; `{piece}` makes it too many. Most have {shares}"
    )]
    TooManyPathsInAll {
        /// The piece whose paths exceed the limit.
        piece: String,
        /// The pieces with the most paths.
        shares: Shares,
    },
    /// More kinds of pieces than the largest layout holds.
    #[error("there are {0} kinds of pieces; at most 64 are possible")]
    TooManyKinds(usize),
    /// A name of something that does not exist. Rulesets that were lowered from text never have
    /// one.
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// The category of the thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A board on which the last square has the number that stands for "no wall".
    #[error(
        "the board has {0} squares; with walls that moves put somewhere at most {MAX_WALLED} are possible"
    )]
    TooManySquaresForWalls(usize),
    /// A royal that could be captured in the middle of a turn.
    #[error("where a turn has several moves and there are royal pieces, a check must end the turn")]
    RoyalsInTurns,
    /// Turns that cannot continue in this way.
    #[error("a turn that goes on cannot be combined with {0}")]
    Again(&'static str),
    /// Promotions that would be judged before the whole move is known.
    #[error("promotions that depend on conditions, and `only-promotions`, cannot be combined with {0}")]
    Promotion(&'static str),
    /// More than sixteen castlings.
    #[error("there are {0} castling moves; at most 16 are possible")]
    TooManyCastlings(usize),
    /// Castling from anywhere whose rights have no room, or no letters.
    #[error("castling from anywhere is possible on boards of up to ten files, by letters that are no files")]
    CastlingAnywhere,
    /// Two castlings with the same text.
    #[error("the castling moves `{0}` and `{1}` are the same")]
    SameCastlings(char, char),
    /// A use of a hook that does not exist or has other parameters.
    #[error("hook `{name}`: {message}")]
    Hook {
        /// The hook.
        name: String,
        /// The fault.
        message: String,
    },
    /// An effect that depends on what it cannot know.
    #[error("{0}")]
    Effect(String),
    /// A power that cannot be compiled, or more of them than there is room for.
    #[error("{0}")]
    Power(String),
    /// Rules that cannot be combined with hooks that take part in the game.
    #[error("{0}")]
    Unsupported(String),
    /// The start position cannot be read.
    #[error("the start position is wrong: {0}")]
    Start(PositionError),
}

/// Pieces, or other owners of movements, with their numbers of paths, the largest first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Shares(pub Vec<(String, usize)>);

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, paths)) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}` ({paths})")?;
        }
        Ok(())
    }
}

impl CompileError {
    /// The fault of a movement that belongs to no piece.
    pub(super) fn about_movement(self) -> String {
        match self {
            Self::TooManyPaths { square, .. } => {
                format!("its movement has more than {MAX_PATHS} paths from {square}")
            }
            Self::TooManyPathsOfPiece { .. } | Self::TooManyPathsInAll { .. } => {
                "its movement has too many paths on the whole board".to_owned()
            }
            other => other.to_string(),
        }
    }
}

/// A position text that is not a position of this variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct PositionError {
    /// Which field is wrong: `board`, `side to move`, `castling`, `en passant`, `halfmove clock`,
    /// `fullmove number`, a key, or `position` if the fields do not go together.
    pub field: String,
    /// The fault.
    pub message: String,
}

/// The part of a position text that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionPart {
    /// The pieces on the board, and hands.
    Board,
    /// The side to move.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The squares that a piece has just passed.
    EnPassant,
    /// The halfmove clock.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// A `key=value` field.
    Key,
    /// All of it: the fields contradict each other.
    Whole,
}

impl PositionError {
    /// Which part is wrong, for programs.
    pub fn part(&self) -> PositionPart {
        match self.field.as_str() {
            "board" => PositionPart::Board,
            "side to move" => PositionPart::SideToMove,
            "castling" => PositionPart::Castling,
            "en passant" => PositionPart::EnPassant,
            "halfmove clock" => PositionPart::HalfmoveClock,
            "fullmove number" => PositionPart::FullmoveNumber,
            "position" => PositionPart::Whole,
            _ => PositionPart::Key,
        }
    }
}

/// A position of another variant, whose positions have another layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is a position of another variant")]
pub struct OtherVariant;

impl OtherVariant {
    /// Panics, because a position of another variant was handed over.
    #[cold]
    #[expect(
        clippy::panic,
        reason = "the methods of `Variant` document it; `Variant::knows` tells beforehand"
    )]
    pub(crate) fn refuse() -> ! {
        panic!("a position of another variant")
    }
}
