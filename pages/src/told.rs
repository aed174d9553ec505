//! The contents of a page about a variant: its rules, and the changes by its mechanics.

use super::families::Families;
use super::mechanics::{self, Mechanic, Note, Part, Use};
use super::setting::{Setting, Things};
use ferz::rules::{Modes, Ruleset, Side};
use ferz_drawing::Figures;
use std::ops::Deref;

/// The rules as a page tells them. Mechanics written in the language are dissolved into the rules,
/// except those that the page describes itself.
pub(crate) fn rules(rules: &Ruleset) -> Ruleset {
    let mut others = rules.clone();
    others.hooks.retain(|hook| mechanics::find(&hook.name).is_none());
    let mut told = others.dissolved().into_owned();
    told.hooks = rules.hooks.clone();
    told.hooks
        .retain(|hook| hook.says.is_none() || mechanics::find(&hook.name).is_some());
    told
}

/// The rules of a variant with all that its mechanics say.
pub(crate) struct Told<'a> {
    pub(crate) setting: Setting<'a>,
    /// The mechanics in the order of their first use, each with all its uses.
    mechanics: Vec<(&'static dyn Mechanic, Vec<Use<'a>>)>,
}

impl<'a> Deref for Told<'a> {
    type Target = Setting<'a>;

    fn deref(&self) -> &Setting<'a> {
        &self.setting
    }
}

impl<'a> Told<'a> {
    pub(crate) fn new(rules: &'a Ruleset) -> Self {
        let mut used: Vec<(&'static dyn Mechanic, Vec<Use<'a>>)> = Vec::new();
        for (number, hook) in rules.hooks.iter().enumerate() {
            let one = Use::new(hook, number);
            match used.iter_mut().find(|(known, _)| known.name() == hook.name) {
                Some((_, uses)) => uses.push(one),
                None => used.extend(mechanics::find(&hook.name).map(|mechanic| (mechanic, vec![one]))),
            }
        }
        let mut things = Things::default();
        for (mechanic, uses) in &used {
            mechanic.brings(uses, &mut things);
        }
        Self {
            setting: Setting {
                rules,
                things,
                families: Families::new(rules),
                figures: Figures::default(),
            },
            mechanics: used,
        }
    }

    /// The mechanics, each with all its uses.
    pub(crate) fn mechanics(&self) -> impl Iterator<Item = (&'static dyn Mechanic, &[Use<'a>])> {
        self.mechanics.iter().map(|(m, uses)| (*m, uses.as_slice()))
    }

    /// A part of the page: what the rules say unless a mechanic says it otherwise, and what
    /// mechanics add.
    pub(crate) fn part(&self, part: Part, basic: Vec<String>) -> Vec<String> {
        let mut lines = basic;
        let mut added = Vec::new();
        for (mechanic, uses) in self.mechanics() {
            let Some(said) = mechanic.part(self, uses, part) else {
                continue;
            };
            if said.instead {
                lines = said.lines;
            } else {
                added.extend(said.lines);
            }
        }
        lines.extend(added);
        lines
    }

    /// The texts of all mechanics about a kind of a side.
    pub(crate) fn note(&self, kind: &str, side: Side) -> Note {
        let mut note = Note::default();
        for (mechanic, uses) in self.mechanics() {
            let more = mechanic.piece(self, uses, kind, side);
            note.without = Modes(note.without.0 | more.without.0);
            note.movement = more.movement.or(note.movement);
            note.lines.extend(more.lines);
        }
        note
    }
}
