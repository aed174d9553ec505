//! English for hurdles: what is hopped over, and where the hop ends.

use crate::words::{self, count};
use ferz::rules::{Hurdle, Kinds, Range};

/// A piece that may be hopped over or is captured: `an enemy cat or dog`,
/// `a piece of either side other than a cannon`.
pub(super) fn thing(hurdle: Hurdle, kinds: &Kinds) -> String {
    let (whose, plain) = match hurdle {
        Hurdle::Any => ("a", "a piece of either side"),
        Hurdle::Friend => ("a friendly", "a friendly piece"),
        Hurdle::Enemy => ("an enemy", "an enemy piece"),
        Hurdle::Wall => return "a closed square".to_owned(),
    };
    match kinds {
        Kinds::All => plain.to_owned(),
        Kinds::Only(names) if hurdle == Hurdle::Any => words::either(names),
        Kinds::Only(names) => format!("{whose} {}", words::list(names, "or")),
        Kinds::Except(names) => format!("{plain} other than {}", words::either(names)),
    }
}

/// The first piece on a line, if it may be hopped over.
pub(super) fn first_piece(hurdle: Hurdle, kinds: &Kinds) -> String {
    let must = match (hurdle, kinds) {
        (Hurdle::Any, Kinds::All) => return "the first piece in its way, of either side".to_owned(),
        (Hurdle::Wall, _) => return "the first thing in its way, which must be a closed square".to_owned(),
        (Hurdle::Any, Kinds::Except(names)) => format!("may not be {}", words::either(names)),
        (Hurdle::Friend, Kinds::All) => "must be a friend".to_owned(),
        (Hurdle::Enemy, Kinds::All) => "must be an enemy".to_owned(),
        (_, kinds) => format!("must be {}", thing(hurdle, kinds)),
    };
    format!("the first piece in its way, which {must}")
}

/// The end of the hop.
pub(super) fn beyond(by: Range) -> String {
    match by {
        Range::ONE => "to the square just beyond".to_owned(),
        Range { min: 1, max: None } => "to any square beyond, as far as the way is clear".to_owned(),
        by => format!("{} beyond it", count(by, "square")),
    }
}
