//! Position texts: printing. Does not read them: that is `fen`.

use super::fen::{PROMOTE, side_letter};
use super::mechanic::Mechanics;
use super::points::Points;
use super::state::State;
use crate::board::Square;
use crate::engine::extra_state::{Choice, Pool};
use crate::engine::fen::{layouts, print as printing};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::tagging::PROMOTED;
use crate::mechanics::{fen, text};
use crate::rules::Side;

/// Appends the text of a position to `out`.
pub(crate) fn print<L: FullLayout>(table: &Mechanics<L>, state: &State<L>, out: &mut String) {
    let mover = if state.choices().is_empty() {
        state.side_to_move.previous()
    } else {
        state.side_to_move
    };
    let setup = layouts::setup(&state.pos);
    let mut keys = printing::keys_of(&table.core.setup, &setup);
    carried(table, state, &mut keys);
    keys.extend(fields(table, state));
    keys.retain(|(_, value)| !value.is_empty());
    let doubtful = layouts::is_doubtful(&table.core, state, mover);
    printing::print_with(&table.core.setup, &setup, state.decider(), doubtful, keys, out);
}

/// Writes the tags of units above the ground, beside those of others.
fn carried<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, keys: &mut Vec<(String, String)>) {
    let Some(tagging) = &table.core.tagging else {
        return;
    };
    let mut entries = Vec::new();
    for (place, unit) in fen::places_where(table, pos, &|_| true) {
        if place.index > 0 && unit.tags & !PROMOTED != tagging.natural[usize::from(unit.kind())] {
            entries.push(format!(
                "{}:{}",
                text::place_text(table, place),
                tagging.text(unit.tags)
            ));
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

fn fields<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Vec<(String, String)> {
    let mut fields: Vec<(&str, String)> = Vec::new();
    if !state.above().is_empty() {
        let towers = table
            .texts
            .ordered
            .iter()
            .filter(|&&s| !state.contents(s).is_empty());
        let mut texts = Vec::new();
        for &square in towers {
            texts.push(tower_text(table, state, square));
        }
        fields.push(("towers", texts.join(",")));
    }
    if table.keeps_pools {
        for (key, pool) in [("captured", Pool::Captured), ("exile", Pool::Exile)] {
            let mut letters = String::new();
            for side in Side::ALL {
                for (kind, &count) in state.pool(pool, side).iter().enumerate().filter(|(_, n)| **n > 0) {
                    let letter = table.letter(kind as u8, side);
                    letters.push_str(&letter.as_str().repeat(usize::from(count)));
                }
            }
            fields.push((key, letters));
        }
    }
    if table.texts.passed_key && !state.extra.passed.is_empty() {
        let name = |s: Square| table.core.topology.name(s);
        let mut texts = Vec::new();
        for &(middle, victim) in state.extra.passed.iter() {
            texts.push(format!("{}:{}", name(middle), name(victim)));
        }
        fields.push(("passed", texts.join(",")));
    }
    if !state.choices().is_empty() {
        let mut texts = Vec::new();
        for choice in state.choices() {
            texts.push(choice_text(table, choice));
        }
        fields.push(("choose", texts.join(",")));
        fields.push(("turn", side_letter(state.side_to_move).to_string()));
    }
    if let Some(refused) = &state.refused {
        fields.push(("denied", refused.to_string()));
    }
    if let Some(proposal) = &state.proposal {
        fields.push(("pending", text::text(table, state, proposal)));
    }
    for hook in table.at(Points::KEYS) {
        hook.print(table, state, &mut fields);
    }
    let mut owned = Vec::with_capacity(fields.len());
    for (key, value) in fields {
        owned.push((key.to_owned(), value));
    }
    owned
}

/// A square and the units of its tower.
fn tower_text<L: FullLayout>(table: &Mechanics<L>, state: &State<L>, square: Square) -> String {
    let mut text = format!("{}:", table.core.topology.name(square));
    for (i, unit) in state.list(square).iter().enumerate() {
        text.push_str(table.letter(unit.kind(), unit.side()).as_str());
        // The board field has the mark of the lowest unit.
        if i > 0 && unit.tags & PROMOTED != 0 {
            text.push('~');
        }
    }
    text
}

/// The name of a mechanic's choices, or of the rules' own.
pub(crate) fn choice_name<L: FullLayout>(table: &Mechanics<L>, mechanic: u8) -> &'static str {
    let mut names = table.texts.choices.iter();
    let named = names.find(|(_, number)| *number == mechanic);
    named.map_or(PROMOTE, |(name, _)| name)
}

fn choice_text<L: FullLayout>(table: &Mechanics<L>, choice: &Choice) -> String {
    let name = choice_name(table, choice.mechanic);
    let exiled = if choice.exiled { "^" } else { "" };
    format!(
        "{name}:{}:{}{exiled}",
        table.core.topology.name(choice.square),
        side_letter(choice.side)
    )
}
