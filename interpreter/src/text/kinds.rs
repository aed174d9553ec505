//! Kinds of pieces.

use crate::rules::Kinds;
use crate::vocabulary::{KINDS, Kinds as KindsWord};

/// Kinds: `all`, `rook | queen`, `all except pawn`.
pub(super) fn kinds(kinds: &Kinds) -> String {
    let all = KINDS.word(&KindsWord::All);
    match kinds {
        Kinds::All => all.to_owned(),
        Kinds::Only(names) => names.join(" | "),
        Kinds::Except(names) => format!("{all} except {}", closed(&names.join(" | "))),
    }
}

/// In parentheses, if it is more than one word.
pub(super) fn closed(text: &str) -> String {
    if text.contains(' ') {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
