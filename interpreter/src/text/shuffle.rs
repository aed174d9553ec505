//! Start positions that differ in where some pieces stand.

use super::squares::squares;
use super::{Declaration, Topic};
use crate::rules::{Placing, Ruleset};
use crate::vocabulary::{ON, SHUFFLE, ShuffleKey};

/// The section, if there are several start positions.
pub(super) fn declaration(rules: &Ruleset) -> Option<Declaration> {
    let shuffle = rules.shuffle.as_ref()?;
    let placing = |placing: &Placing| {
        let pieces = placing.pieces.join(" ");
        if placing.on == shuffle.squares {
            return pieces;
        }
        let on = squares(&placing.on, &rules.board);
        let on = if on.contains('|') { format!("({on})") } else { on };
        format!("{pieces} {} {on}", ON.word(&()))
    };
    let placings: Vec<String> = shuffle.placings.iter().map(placing).collect();
    let body = format!(
        "{{ {}: {}; {}: {} }}",
        SHUFFLE.word(&ShuffleKey::On),
        squares(&shuffle.squares, &rules.board),
        SHUFFLE.word(&ShuffleKey::Place),
        placings.join(", ")
    );
    Some(Declaration::new(Topic::Rule, "shuffle", "", body))
}
