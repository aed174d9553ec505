//! `control`: moves of the opponent's pieces.

use super::declared::Declared;
use super::effects;
use super::movement::Movements;
use super::report::{At, Report, error};
use super::squares::Grounds;
use crate::rules::{Control, Group, Owner, Prey};
use crate::vocabulary::{CONTROL, ControlKey, PREY, YES_NO};
use ferz_grammar::ast::Entry;

const FORM: &str = "write `of: enemy pawn`, `of: enemy attacked by friend`, `of: enemy on queen at friend mesmerist` and the like";

/// Lowers the section, if there is one.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Option<Control> {
    let section = declared.control?;
    let mut control = Control {
        of: Vec::new(),
        moves: None,
        captures: Prey::default(),
        exposes: false,
    };
    let entries = report.entries(section, "`control`", CONTROL);
    for (&key, &entry) in &entries {
        match key {
            ControlKey::Of => {
                let groups = effects::pieces(declared, grounds, movements, report, entry);
                control.of = whose(groups.unwrap_or_default(), entry, report);
            }
            ControlKey::Moves => {
                control.moves = effects::way(declared, grounds, movements, report, entry);
            }
            ControlKey::Captures => {
                let prey = report.single(entry).and_then(|value| report.choose(value, PREY));
                control.captures = prey.unwrap_or_default();
            }
            ControlKey::Safe => {
                let safe = report
                    .single(entry)
                    .and_then(|value| report.choose(value, YES_NO));
                control.exposes = safe == Some(false);
            }
        }
    }
    if !entries.contains_key(&ControlKey::Of) {
        let place = section.place(section.node.keyword.span);
        report.add(error("F0262", place, "which of the opponent's pieces may be moved?").help(FORM));
        return None;
    }
    (!control.of.is_empty()).then_some(control)
}

/// The opponent's pieces of some groups. Without saying whose they are the opponent's.
fn whose(mut groups: Vec<Group>, entry: At<'_, Entry>, report: &Report<'_>) -> Vec<Group> {
    let place = entry.place(entry.node.span);
    if groups.iter().any(|group| group.asks_for_move()) {
        let message = "nothing has moved when a side chooses which of the opponent's pieces it moves";
        report.add(error("F0262", place, message).help(FORM));
        return Vec::new();
    }
    if groups.iter().any(|group| group.owner == Owner::Friend) {
        let message = "these are the side's own pieces, which it moves anyway";
        report.add(error("F0262", place, message).help(FORM));
        return Vec::new();
    }
    for group in &mut groups {
        group.owner = Owner::Enemy;
    }
    groups
}
