//! `bait`: naming a piece when neither side has to capture the royal.

use super::super::asker::Asker;
use super::super::reason::Reason;
use super::{has, refuse};

pub(super) const HOOK: &str = "bait";

pub(super) fn word(asker: &Asker<'_>, text: &str) -> Option<Reason> {
    if text.split(' ').next() != Some("swap") || !has(asker, HOOK) {
        return None;
    }
    let words = format!(
        "`swap` answers a movement that must capture {}'s royal piece, and none is proposed",
        asker.us
    );
    refuse(HOOK, "nothing-proposed", words, Vec::new())
}
