//! Turns of several moves.

use super::{Declaration, Topic};
use crate::rules::{Part, Ruleset, Side};
use crate::vocabulary::{CHECKS_IN_TURNS, PARTS, TURN, TurnKey};

/// The section, if turns have several moves.
pub(super) fn declaration(rules: &Ruleset) -> Option<Declaration> {
    let turns = rules.turns.as_ref()?;
    let moves = |parts: &[Part]| {
        let words: Vec<&str> = parts.iter().map(|part| PARTS.word(part)).collect();
        words.join(", ")
    };
    let mut entries = Vec::new();
    if turns.moves.white == turns.moves.black {
        entries.push((TurnKey::Both, moves(&turns.moves.white)));
    } else {
        entries.extend(Side::each(|side| {
            (TurnKey::Side(side), moves(&turns.moves[side]))
        }));
    }
    entries.extend(turns.first.iter().map(|first| (TurnKey::First, moves(first))));
    if turns.grows > 0 {
        entries.push((TurnKey::Grows, turns.grows.to_string()));
    }
    if turns.check_ends {
        entries.push((TurnKey::Check, CHECKS_IN_TURNS.word(&()).to_owned()));
    }
    if turns.must {
        entries.push((TurnKey::Must, "yes".to_owned()));
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|(key, text)| format!("{}: {text}", TURN.word(key)))
        .collect();
    let body = format!("{{ {} }}", entries.join("; "));
    Some(Declaration::new(Topic::Rule, "turn", "", body))
}
