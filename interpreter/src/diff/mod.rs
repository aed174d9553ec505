//! What is different between two variants: in their rules, and in what can be played.
//!
//! [`changes`] compares the rules as data and says it in an author's words; [`search`] looks for a position in which the
//! two allow different moves or see another outcome.

mod changes;
mod pieces;
mod search;

pub use changes::{Change, Topic, changes};
pub use pieces::{PieceBoard, Way};
pub use search::{Difference, Found, Leads, search};

use crate::engine::{CompileError, Variant};
use crate::rules::Ruleset;
use crate::why::ways_only;

/// The two variants that are compared.
#[derive(Debug)]
pub struct Pair {
    /// The old one.
    pub old: Variant,
    /// The new one.
    pub new: Variant,
    /// Both under rules that know only how pieces go.
    bare: [Variant; 2],
}

impl Pair {
    /// Compiles two rulesets.
    ///
    /// # Errors
    /// As [`Variant::new`].
    pub fn new(old: Ruleset, new: Ruleset) -> Result<Self, CompileError> {
        let bare = [Variant::new(ways_only(&old))?, Variant::new(ways_only(&new))?];
        Ok(Self {
            old: Variant::new(old)?,
            new: Variant::new(new)?,
            bare,
        })
    }
}
