//! `raise`: answers when nothing can be raised.

use super::super::asker::Asker;
use super::super::reason::Reason;
use super::super::words::any_kind;
use super::{refuse, uses};
use crate::hooks::Raise;

pub(super) fn word(asker: &Asker<'_>, text: &str) -> Option<Reason> {
    if !matches!(text, "raise" | "decline") {
        return None;
    }
    let pieces: Vec<String> = uses::<Raise>(asker, "raise")
        .into_iter()
        .map(|r| r.piece)
        .collect();
    if pieces.is_empty() {
        return None;
    }
    let pieces: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{} {piece}", asker.us))
        .collect();
    let kinds = any_kind(&pieces);
    let words = format!("there is nothing to raise: no movement has just removed {kinds}");
    refuse("raise", "nothing-to-raise", words, Vec::new())
}
