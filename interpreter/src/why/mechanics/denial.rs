//! `denial`: answers when nothing is proposed.

use super::super::asker::Asker;
use super::super::reason::Reason;
use super::{bait, has, refuse};

pub(super) fn word(asker: &Asker<'_>, text: &str) -> Option<Reason> {
    if !matches!(text, "accept" | "deny") || !(has(asker, "denial") || has(asker, bait::HOOK)) {
        return None;
    }
    let words = format!("no movement is proposed that {} could {text}", asker.us);
    refuse("denial", "nothing-proposed", words, Vec::new())
}
