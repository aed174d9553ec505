//! Words in movements.

use super::{DIRECTIONS, Table, word};
use crate::rules::Hurdle;

/// The words before a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// Only quiet paths.
    Move,
    /// Only captures.
    Capture,
    /// Captures of pieces of its own side instead.
    CaptureOwn,
    /// Changes places with an own piece.
    Swap,
    /// Changes places with an enemy piece.
    SwapEnemy,
    /// Captures without moving.
    Rifle,
    /// Captures en passant.
    EnPassant,
    /// Opens what it passes to capture en passant.
    Exposed,
    /// The squares between must be empty.
    Lame,
    /// The squares between must be occupied.
    Jumping,
    /// Crosses the left and right edge.
    Wrapping,
    /// Only the first move.
    Initial,
    /// Only for White.
    White,
    /// Only for Black.
    Black,
    /// A leg over any piece at its end.
    Pass,
    /// A leg over a piece where it ends.
    Hop,
}

/// Words before a movement.
pub const PREFIXES: Table<Prefix> = Table(&[
    word("move", Prefix::Move, "`move a`: only quiet paths"),
    word("capture", Prefix::Capture, "`capture a`: only captures"),
    word(
        "capture-own",
        Prefix::CaptureOwn,
        "`capture-own a`: captures pieces of its own side instead",
    ),
    word(
        "swap",
        Prefix::Swap,
        "`swap a`: changes places with a piece of its own side",
    ),
    word(
        "swap-enemy",
        Prefix::SwapEnemy,
        "`swap-enemy a`: changes places with an enemy piece",
    ),
    word("rifle", Prefix::Rifle, "`rifle a`: captures without moving"),
    word(
        "en-passant",
        Prefix::EnPassant,
        "`en-passant a`: only captures en passant, where `a` could capture",
    ),
    word(
        "exposed",
        Prefix::Exposed,
        "`exposed a`: the squares that `a` passes without capturing can be captured on en passant in the next turn",
    ),
    word(
        "lame",
        Prefix::Lame,
        "`lame a`: leaps that can be blocked on the squares between (`lame leap(1, 2)`: a knight that can be blocked)",
    ),
    word(
        "jumping",
        Prefix::Jumping,
        "`jumping a`: leaps for which the squares between must be occupied",
    ),
    word(
        "wrapping",
        Prefix::Wrapping,
        "`wrapping a`: goes over the left and right edge as if the board were a cylinder",
    ),
    word(
        "initial",
        Prefix::Initial,
        "`initial a`: only the piece's first move (from a square where a piece of its kind starts)",
    ),
    word("white", Prefix::White, "`white a`: only for White"),
    word("black", Prefix::Black, "`black a`: only for Black"),
    word(
        "pass",
        Prefix::Pass,
        "`(pass a) then b`: `a` over any piece there, then on with `b`",
    ),
    word(
        "hop",
        Prefix::Hop,
        "`(hop any a) then b`: `a` to a piece (`any`, `friend`, `enemy`), over it, then on with `b`",
    ),
]);

/// How a movement begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// One step.
    Step,
    /// Steps or leaps in one direction.
    Ride,
    /// A leap.
    Leap,
    /// Betza notation.
    Betza,
    /// No path.
    None,
}

/// Words that begin a movement.
pub const CORES: Table<Core> = Table(&[
    word("step", Core::Step, "`step forward`: one step"),
    word(
        "ride",
        Core::Ride,
        "`ride diagonal ..3`: steps in one direction over empty squares; `ride leap(1, 2)`: leaps",
    ),
    word("leap", Core::Leap, "`leap(1, 2)`: a leap, here the knight's"),
    word("betza", Core::Betza, "`betza \"mRcpR\"`: Betza notation (XBetza)"),
    word("none", Core::None, "no path"),
]);

/// The words behind a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// A hurdle.
    Over,
    /// The squares on which it may start.
    From,
    /// The squares on which it may end.
    To,
    /// The pieces it may capture.
    Of,
}

/// Words behind a movement.
pub const BEHIND: Table<Behind> = Table(&[
    word(
        "over",
        Behind::Over,
        "`a over any by 1..`: hops over the piece where `a` ends (`any`, `friend`, `enemy`), and that many squares further",
    ),
    word("from", Behind::From, "`a from SQUARES`: only from there"),
    word("to", Behind::To, "`a to SQUARES`: only to there"),
    word(
        "of",
        Behind::Of,
        "`capture a of (rook | queen)`: captures only these; `swap a of pawn`",
    ),
]);

/// The words in the middle of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Two legs.
    Then,
    /// A hurdle and how far the movement goes beyond it.
    By,
}

/// Words between movements and their parts.
pub const JOINTS: Table<Joint> = Table(&[
    word(
        "then",
        Joint::Then,
        "`a then b`: `a` to an empty square, then on with `b`",
    ),
    word(
        "by",
        Joint::By,
        "`a over any by 1..`: this many squares beyond the hurdle",
    ),
]);

/// The owners of the pieces that are hopped over.
pub const HURDLES: Table<Hurdle> = Table(&[
    word("any", Hurdle::Any, "a hurdle of either side"),
    word("friend", Hurdle::Friend, "a hurdle of its own side"),
    word("enemy", Hurdle::Enemy, "a hurdle of the other side"),
    word("wall", Hurdle::Wall, "a square that is closed"),
]);

/// Whether the word has a meaning in movements, directions aside, and so cannot name one.
pub fn is_reserved(name: &str) -> bool {
    PREFIXES.has(name) || CORES.has(name) || BEHIND.has(name) || JOINTS.has(name) || HURDLES.has(name)
}

/// Whether the word is a direction.
pub fn is_direction(name: &str) -> bool {
    DIRECTIONS.has(name)
}
