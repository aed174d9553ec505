//! The differences between two variants: in their rules, and in the possible moves.
//!
//! [`changes`] compares the rules as data and says it in an author's words; [`search`] looks for a
//! position in which the two allow different moves or see another outcome.

mod changes;
mod history;
mod pieces;
mod search;

pub use crate::text::Topic;
pub use changes::{Change, changes};
pub use pieces::PieceBoard;
pub use search::{Difference, Ended, Found, Leads, search, search_while};

use crate::engine::{CompileError, Variant};
use crate::rules::Ruleset;

/// The two variants that are compared.
#[derive(Debug)]
pub struct Pair {
    /// The old one.
    pub old: Variant,
    /// The new one.
    pub new: Variant,
}

impl Pair {
    /// Compiles two rulesets.
    ///
    /// # Errors
    /// As [`Variant::new`].
    pub fn new(old: Ruleset, new: Ruleset) -> Result<Self, CompileError> {
        Ok(Self {
            old: Variant::new(old)?,
            new: Variant::new(new)?,
        })
    }
}
