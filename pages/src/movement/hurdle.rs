//! English for hurdles: what is hopped over, and where the hop ends.

use crate::words::count;
use ferz::rules::{Hurdle, Range};

/// A piece that may be hopped over.
pub(super) fn a_piece(hurdle: Hurdle) -> &'static str {
    match hurdle {
        Hurdle::Any => "a piece of either side",
        Hurdle::Friend => "a friendly piece",
        Hurdle::Enemy => "an enemy piece",
        Hurdle::Wall => "a closed square",
    }
}

/// The first piece on a line, if it may be hopped over.
pub(super) fn first_piece(hurdle: Hurdle) -> &'static str {
    match hurdle {
        Hurdle::Any => "the first piece in its way, of either side",
        Hurdle::Friend => "the first piece in its way, which must be a friend",
        Hurdle::Enemy => "the first piece in its way, which must be an enemy",
        Hurdle::Wall => "the first thing in its way, which must be a closed square",
    }
}

/// Where the hop ends.
pub(super) fn beyond(by: Range) -> String {
    match by {
        Range::ONE => "to the square just beyond".to_owned(),
        Range { min: 1, max: None } => "to any square beyond, as far as the way is clear".to_owned(),
        by => format!("{} beyond it", count(by, "square")),
    }
}
