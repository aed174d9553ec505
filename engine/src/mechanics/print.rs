//! Position texts: printing.

use super::fen::{PROMOTE, join, side_letter};
use super::mechanic::Mechanics;
use super::points::Points;
use super::state::State;
use crate::board::Square;
use crate::engine::extra_state::{Choice, Pool};
use crate::engine::fen::layouts;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::tagging::PROMOTED;
use crate::rules::Side;

impl<L: FullLayout> Mechanics<L> {
    /// Writes a position behind a text.
    pub(crate) fn print(&self, state: &State<L>, out: &mut String) {
        let mover = if state.choices().is_empty() {
            state.side_to_move.other()
        } else {
            state.side_to_move
        };
        let setup = layouts::setup(&state.pos);
        let mut keys = self.core.keys_of(&setup);
        self.carried(state, &mut keys);
        keys.extend(self.fields(state));
        keys.retain(|(_, value)| !value.is_empty());
        let doubtful = layouts::is_doubtful(&self.core, state, mover);
        self.core.print_with(&setup, state.decider(), doubtful, keys, out);
    }

    /// Writes the tags of units above the ground, beside those of others.
    fn carried(&self, pos: &Pos<L>, keys: &mut Vec<(String, String)>) {
        let Some(tagging) = &self.core.tagging else {
            return;
        };
        let mut entries = Vec::new();
        for (place, unit) in self.places_where(pos, |_| true) {
            if place.index > 0 && unit.tags & !PROMOTED != tagging.natural[usize::from(unit.kind())] {
                entries.push(format!("{}:{}", self.place_text(place), tagging.text(unit.tags)));
            }
        }
        if entries.is_empty() {
            return;
        }
        let entries = entries.join(",");
        match keys.iter_mut().find(|(key, _)| key == tagging.key) {
            Some((_, value)) => {
                value.push(',');
                value.push_str(&entries);
            }
            None => keys.push((tagging.key.to_owned(), entries)),
        }
    }

    fn fields(&self, state: &State<L>) -> Vec<(String, String)> {
        let mut fields: Vec<(&str, String)> = Vec::new();
        if !state.above().is_empty() {
            let towers = self.ordered.iter().filter(|&&s| !state.contents(s).is_empty());
            let text = |&s: &Square| {
                let list = state.list(s);
                let mut text = format!("{}:", self.core.topology.name(s));
                for (i, unit) in list.iter().enumerate() {
                    text.push_str(self.letter(unit.kind(), unit.side()).as_str());
                    // The board field has the mark of the lowest unit.
                    if i > 0 && unit.tags & PROMOTED != 0 {
                        text.push('~');
                    }
                }
                text
            };
            fields.push(("towers", join(towers.map(text))));
        }
        if self.keeps_pools {
            for (key, pool) in [("captured", Pool::Captured), ("exile", Pool::Exile)] {
                let mut letters = String::new();
                for side in Side::ALL {
                    for (kind, &count) in state.pool(pool, side).iter().enumerate().filter(|(_, n)| **n > 0) {
                        let letter = self.letter(kind as u8, side);
                        letters.push_str(&letter.as_str().repeat(usize::from(count)));
                    }
                }
                fields.push((key, letters));
            }
        }
        if self.passed_key && !state.extra.passed.is_empty() {
            let name = |s: Square| self.core.topology.name(s);
            let passed = state.extra.passed.iter();
            fields.push((
                "passed",
                join(passed.map(|&(m, v)| format!("{}:{}", name(m), name(v)))),
            ));
        }
        if !state.choices().is_empty() {
            let texts = state.choices().iter().map(|choice| self.choice_text(choice));
            fields.push(("choose", join(texts)));
            fields.push(("turn", side_letter(state.side_to_move).to_string()));
        }
        if let Some(refused) = &state.refused {
            fields.push(("denied", refused.to_string()));
        }
        if let Some(proposal) = &state.proposal {
            fields.push(("pending", self.text(state, proposal)));
        }
        for hook in self.at(Points::KEYS) {
            hook.print(self, state, &mut fields);
        }
        fields
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    /// The name of a mechanic's choices, or of the rules' own.
    pub(crate) fn choice_name(&self, mechanic: u8) -> &'static str {
        let mut names = self.choice_names.iter();
        let named = names.find(|(_, number)| *number == mechanic);
        named.map_or(PROMOTE, |(name, _)| name)
    }

    fn choice_text(&self, choice: &Choice) -> String {
        let name = self.choice_name(choice.mechanic);
        let exiled = if choice.exiled { "^" } else { "" };
        format!(
            "{name}:{}:{}{exiled}",
            self.core.topology.name(choice.square),
            side_letter(choice.side)
        )
    }
}
