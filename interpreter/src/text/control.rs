//! Moves of the opponent's pieces.

use super::effects::groups;
use super::{Declaration, Topic, movement};
use crate::rules::Ruleset;
use crate::vocabulary::{CONTROL, ControlKey, PREY};

/// The section, if the rules have it.
pub(super) fn declaration(rules: &Ruleset) -> Option<Declaration> {
    let control = rules.control.as_ref()?;
    let mut entries = vec![(ControlKey::Of, groups(&control.of, &rules.board))];
    entries.extend(
        control
            .moves
            .as_ref()
            .map(|moves| (ControlKey::Moves, movement(moves, &rules.board))),
    );
    if !control.captures.is_enemies() {
        entries.push((ControlKey::Captures, PREY.word(&control.captures).to_owned()));
    }
    if control.exposes {
        entries.push((ControlKey::Safe, "no".to_owned()));
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|(key, text)| format!("{}: {text}", CONTROL.word(key)))
        .collect();
    let body = format!("{{ {} }}", entries.join("; "));
    Some(Declaration::new(Topic::Rule, "control", "", body))
}
