//! The contents of a test file.

use crate::engine::Outcome;
use crate::rules::Side;
use ferz_grammar::span::Span;
use std::fmt;

/// A text of the test file with its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The line where it begins.
    pub line: usize,
}

/// The tests of one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// The variant, a bundled name or a path; none: the file of the same name beside.
    pub variant: Option<Written>,
    /// The place of its name.
    pub variant_place: Span,
    /// The tests, in the order written.
    pub cases: Vec<Case>,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name; made up from its place if the author gives none.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The square on which it stands.
    pub span: Span,
    /// The position it begins with; none: the start position.
    pub fen: Option<Written>,
    /// The subject of the test.
    pub body: Body,
}

/// The subject of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Body {
    /// `[[position]]`: facts of one position.
    Position(Expect),
    /// `[[position]]` with `rejected`: the FEN is refused, and these words are in the message.
    Rejected(Written),
    /// `[[game]]`: moves, and facts along the way.
    Game {
        /// The moves in UCI or standard algebraic notation.
        moves: Vec<Written>,
        /// The expectations after some of them, in order.
        stages: Vec<Stage>,
    },
    /// `[[perft]]`: numbers of legal lines of 1, 2, ... plies.
    Perft {
        /// The numbers, with their lines.
        counts: Vec<(u64, usize)>,
    },
}

/// The expectations after some moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Stage {
    /// After how many moves; 0 is the position in which the game begins.
    pub ply: usize,
    /// The expectations.
    pub expect: Expect,
}

/// The expectations about a position. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Expect {
    /// Moves that can be played.
    pub legal: Vec<Written>,
    /// Moves that cannot.
    pub illegal: Vec<Illegal>,
    /// Complete lists of moves.
    pub moves: Vec<MoveList>,
    /// Whether the side to move is in check.
    pub check: Option<(bool, usize)>,
    /// How the game has ended.
    pub outcome: Option<(Ending, usize)>,
    /// The claim that a player may make.
    pub claim: Option<(Ending, usize)>,
    /// The position's text, to the letter.
    pub fen: Option<Written>,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Illegal {
    /// The move.
    pub text: Written,
    /// Words that the reason must contain, as `ferz play` gives it.
    pub why: Option<String>,
}

/// A complete list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct MoveList {
    /// Of the piece on this square; none: of the side to move.
    pub from: Option<Written>,
    /// The move texts behind `from`; whole texts without one.
    pub texts: Vec<String>,
    /// The line, from 1.
    pub line: usize,
}

/// An outcome as a test names it: `none`, `draw: stalemate`, `white wins: checkmate`, or without
/// the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Ending {
    /// The game goes on.
    None,
    /// It has ended.
    Over {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Why; none: for any reason.
        reason: Option<String>,
    },
}

impl Ending {
    /// Reads it; `None` if it is none of the forms.
    pub fn parse(text: &str) -> Option<Self> {
        let (what, reason) = match text.split_once(':') {
            Some((what, reason)) => (what.trim(), Some(reason.trim().to_owned())),
            None => (text.trim(), None),
        };
        if reason.as_ref().is_some_and(String::is_empty) {
            return None;
        }
        let winner = match (what, &reason) {
            ("none", None) => return Some(Self::None),
            ("draw", _) => None,
            ("white wins", _) => Some(Side::White),
            ("black wins", _) => Some(Side::Black),
            _ => return None,
        };
        Some(Self::Over { winner, reason })
    }

    /// Whether an outcome is this one.
    pub fn is(&self, outcome: Option<&Outcome>) -> bool {
        match (self, outcome) {
            (Self::None, None) => true,
            (Self::Over { winner, reason }, Some(outcome)) => {
                *winner == outcome.winner && reason.as_ref().is_none_or(|r| r == outcome.reason.as_str())
            }
            (Self::None, Some(_)) | (Self::Over { .. }, None) => false,
        }
    }

    /// The outcome in a test's words.
    pub fn of(outcome: Option<&Outcome>) -> Self {
        match outcome {
            None => Self::None,
            Some(o) => Self::Over {
                winner: o.winner,
                reason: Some(o.reason.to_string()),
            },
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Over { winner, reason } = self else {
            return f.write_str("none");
        };
        match winner {
            Some(side) => write!(f, "{side} wins")?,
            None => f.write_str("draw")?,
        }
        match reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}
