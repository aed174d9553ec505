//! Betza notation (XBetza) to movements.
//!
//! The notation is read with the meaning it has in XBoard and in the Interactive Diagrams of the
//! Chess Variant Pages, and strictly: what is not understood is an error at the character.
//! Fairy-Stockfish's dialect is not read here.
//!
//! ```
//! use ferz::betza;
//! use ferz::rules::{Movement, Winds};
//!
//! assert_eq!(betza::parse("N"), Ok(Movement::leap(1, 2, Winds::OBLIQUE)));
//! assert_eq!(betza::parse("mRcx").unwrap_err().offset, 3);
//! ```
//!
//! # What is read
//!
//! - Atoms `W F D N A H C L Z J G K R B Q`, the suffixes `X` and `Y` for longer leaps, and `(m,n)`.
//! - Ranges `A3` (at most three), `A0` and `AA` (no limit), `A03` (exactly three). In a move of
//!   several legs the range holds for each of them.
//! - Directions `f b l r v s h`. First legs use the system of the atom; `K` and `Q` are
//!   eight-direction atoms, so `fK` is one square and `fhK` three.
//! - The acts of a leg: `m c d e`, hops `p g`, `n` (lame), `j` (must jump; a slider skips its first
//!   square), `o` (cylinder), `i` (first move only). `i` on a quiet move that passes squares also
//!   exposes them to en passant.
//! - Several legs: `a`, with `y` and `g` to swap slider and leaper between legs. Directions after
//!   an `a` are relative to the last step, in the eight-direction system; without any, all
//!   directions of the atom but back.
//! - Chains `[A-B]` and `[A?B]`, whose later legs go outward unless they say otherwise.
//!
//! If the two programs read a text differently and no documentation decides, the text is an error.

mod atoms;
mod chain;
mod directions;
mod legs;
mod lower;
mod print;
mod scan;

pub use print::print;

use crate::rules::Movement;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 500;

/// The largest number of legs in one move.
pub const MAX_LEGS: usize = 8;

/// Why a text is not a movement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The offset of the fault, in bytes from the start of the text.
    pub offset: usize,
    /// How many bytes are wrong; 0 at the end of the text.
    pub len: usize,
    /// The message.
    pub message: String,
    /// The cure, if one is known.
    pub help: Option<String>,
}

impl Error {
    fn new(at: std::ops::Range<usize>, message: impl Into<String>) -> Self {
        Self {
            offset: at.start,
            len: at.len(),
            message: message.into(),
            help: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// Reads Betza notation.
///
/// # Errors
///
/// At the first character that does not fit; the module's documentation lists those that do.
pub fn parse(text: &str) -> Result<Movement, Error> {
    let terms = scan::terms(text)?;
    let mut movements = Vec::with_capacity(terms.len());
    for term in &terms {
        movements.push(lower::term(term)?);
    }
    Ok(legs::union(movements))
}
