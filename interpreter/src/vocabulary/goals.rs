//! Words of goals and results.

use super::{Table, word};
use crate::rules::Score;

/// Results, for the side that a rule speaks of.
pub const SCORES: Table<Score> = Table(&[
    word("win", Score::Win, "the side wins"),
    word("draw", Score::Draw, "nobody wins"),
    word("loss", Score::Loss, "the side loses"),
]);

/// What a goal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalVerb {
    /// A piece on a square.
    Reach,
    /// Few pieces left.
    Extinct,
    /// Checks given.
    Checks,
}

/// What goals ask for.
pub const GOALS: Table<GoalVerb> = Table(&[
    word(
        "reach",
        GoalVerb::Reach,
        "`reach king on last rank`: one of the pieces stands there",
    ),
    word(
        "extinct",
        GoalVerb::Extinct,
        "`extinct all`: no piece of these kinds is left",
    ),
    word(
        "checks",
        GoalVerb::Checks,
        "`checks 3`: has given check so many times",
    ),
]);

/// What an option of a goal says, its result aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalOption {
    /// Only by the side's own move.
    OwnMove,
    /// The opponent may answer.
    Reply,
    /// How many may be left.
    AtMost,
    /// How many the opponent must have.
    Opponent,
}

impl GoalOption {
    /// Whether a number follows.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::AtMost | Self::Opponent)
    }

    /// The goals that have it.
    pub const fn is_of(self, verb: GoalVerb) -> bool {
        match self {
            Self::OwnMove => matches!(verb, GoalVerb::Reach),
            Self::Reply => matches!(verb, GoalVerb::Reach | GoalVerb::Extinct),
            Self::AtMost | Self::Opponent => matches!(verb, GoalVerb::Extinct),
        }
    }
}

/// Options of goals.
pub const GOAL_OPTIONS: Table<GoalOption> = Table(&[
    word(
        "own-move",
        GoalOption::OwnMove,
        "only right after the side's own move",
    ),
    word("at-most", GoalOption::AtMost, "`at-most 1`: so many may be left"),
    word(
        "opponent",
        GoalOption::Opponent,
        "`opponent 2`: only if the opponent has at least so many",
    ),
    word(
        "reply",
        GoalOption::Reply,
        "the other side may still answer in kind",
    ),
]);

/// What stands between the pieces of a goal and the squares.
pub const ON: Table<()> = Table(&[word("on", (), "`reach king on last rank`: the squares")]);

/// What may stand behind a limit.
pub const CLAIM: Table<()> = Table(&[word("claim", (), "`3 draw claim`: only if a player claims it")]);

/// Pieces of a goal that are not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// All kinds, counted together.
    All,
    /// Every kind by itself.
    Each,
}

/// Words for the pieces of a goal.
pub const KINDS: Table<Kinds> = Table(&[
    word("all", Kinds::All, "all kinds of pieces, counted together"),
    word(
        "each",
        Kinds::Each,
        "`extinct each`: every kind of piece by itself",
    ),
]);
