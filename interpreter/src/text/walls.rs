//! Walls that moves put on the board.

use super::effects::area;
use super::{Declaration, Topic};
use crate::rules::Ruleset;
use crate::vocabulary::{WALLS, WallsKey, YES_NO};

/// The section, if the rules have walls.
pub(super) fn declaration(rules: &Ruleset) -> Option<Declaration> {
    let walls = rules.walls.as_ref()?;
    let mut entries = vec![(WallsKey::On, area(&walls.on, &rules.board))];
    for (key, is_so) in [(WallsKey::One, walls.one), (WallsKey::Instead, walls.instead)] {
        if is_so {
            entries.push((key, YES_NO.word(&true).to_owned()));
        }
    }
    if walls.not_in_check {
        entries.push((WallsKey::InCheck, YES_NO.word(&false).to_owned()));
    }
    if let Some(name) = &walls.called {
        entries.push((WallsKey::Called, name.clone()));
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|(key, text)| format!("{}: {text}", WALLS.word(key)))
        .collect();
    let body = format!("{{ {} }}", entries.join("; "));
    Some(Declaration::new(Topic::Rule, "walls", "", body))
}
