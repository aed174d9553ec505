//! Texts of actions. Knows no rules: the same steps have the same text in every variant.

use super::action::{Action, Mode, Nature, Source, Step};
use super::mechanic::Mechanics;
use super::points::RULES;
use crate::board::{Bits, Square};
use crate::engine::extra_state::Place;
use crate::engine::layout::FullLayout;
use crate::engine::mv::MoveType;
use crate::engine::notation;
use crate::engine::notation::mark_twins;
use crate::engine::position::Pos;
use crate::engine::wording::Wording;
use crate::rules::{Letter, Side};
use std::cell::RefCell;
use std::fmt::Write as _;

/// The text of a place: `a1`, `a1.2` above the ground.
pub(crate) fn place_text<L: FullLayout>(table: &Mechanics<L>, place: Place) -> String {
    let mut out = table.core.topology.name(place.square).to_owned();
    if place.index > 0 {
        let _ = write!(out, ".{}", place.index);
    }
    out
}

/// The texts of actions that may be chosen in one position.
pub(crate) fn texts<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &[Action]) -> Vec<String> {
    let mut texts: Vec<String> = actions.iter().map(|action| text(table, pos, action)).collect();
    mark_twins(&mut texts, &|i| marked_text(table, pos, &actions[i]));
    texts
}

/// Marks movements whose texts are not unique.
pub(super) fn mark_shared<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, actions: &mut [Action]) {
    let mut texts: Vec<String> = actions.iter().map(|action| text(table, pos, action)).collect();
    let shared = RefCell::new(Vec::new());
    mark_twins(&mut texts, &|i| {
        shared.borrow_mut().push(i);
        None
    });
    for i in shared.into_inner() {
        actions[i].shared = true;
    }
}

/// A proposed movement, without the parts of its text that others share.
pub(super) fn proposed<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    others: &[Action],
    action: &Action,
) -> Action {
    let alike = |other: &&Action| {
        let ends = |action: &Action| (action.actor(), action.to());
        other.nature == action.nature && ends(other) == ends(action) && *other != action
    };
    let shares = |other: &Action| text(table, pos, other) == text(table, pos, action);
    Action {
        shared: action.shared || others.iter().filter(alike).any(shares),
        ..action.clone()
    }
}

/// Another text for an action that shares its text with another action.
fn marked_text<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> Option<String> {
    if let Some((kind, square)) = action.enters() {
        // A promotion may be written like a unit that comes in.
        let alone = action.alone();
        let marked = marked_text(table, pos, &alone);
        let text = marked.unwrap_or_else(|| plain_text(table, pos, &alone));
        let (letter, name) = (small(table, kind), table.core.topology.name(square));
        let mut text = format!("{text}{letter}@{name}");
        chosen_text(table, action, &mut text);
        return Some(text);
    }
    if let Some(mv) = action.mv {
        let mut out = notation::marked_text(&table.core, &Wording::of(&table.core, pos, mv))?;
        for step in &action.steps {
            arrival_text(table, pos, action, *step, &mut out);
        }
        chosen_text(table, action, &mut out);
        return Some(out);
    }
    let text = action.steps.iter().find_map(|step| match *step {
        Step::Castle(index) => Some(castling_text(table, action, index)),
        Step::Swap(from, to) => Some(format!("{}~{}", place_text(table, from), place_text(table, to))),
        Step::Take(place, false) if is_in_passing(pos, action, place) => {
            Some(format!("{}e", plain_text(table, pos, &action.without_choice())))
        }
        Step::Take(_, false) => Some(written(table, pos, &action.without_choice(), true)),
        _ => None,
    });
    text.map(|mut text| {
        chosen_text(table, action, &mut text);
        text
    })
}

/// The text of a castling by the squares on which both pieces start; if the movement continues,
/// with its end.
fn castling_text<L: FullLayout>(table: &Mechanics<L>, action: &Action, index: u8) -> String {
    let mut text = notation::castling_text(&table.core, index);
    if action.steps.iter().any(|step| matches!(step, Step::Visit(..))) {
        let lands = action.steps.iter().filter(|step| matches!(step, Step::Land(..)));
        for &step in lands {
            step_text(table, step, 1, &mut text);
        }
    }
    text
}

/// Writes the square that a movement chooses.
fn chosen_text<L: FullLayout>(table: &Mechanics<L>, action: &Action, out: &mut String) {
    if let Some(square) = action.choice() {
        step_text(table, Step::Choose(square), 1, out);
    }
}

/// The text of an action.
pub(crate) fn text<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> String {
    let marked = action.shared.then(|| marked_text(table, pos, action)).flatten();
    marked.unwrap_or_else(|| plain_text(table, pos, action))
}

/// The text of an action, which others may share. A unit that comes back to its start names its
/// captures.
fn plain_text<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> String {
    if let Some((kind, square)) = action.enters() {
        let alone = action.alone();
        let text = match alone.steps[..] {
            [Step::Lift(place), Step::Castle(_), ..] if place.square != square => {
                format!("{}{}", table.core.topology.name(square), place_text(table, place))
            }
            _ => plain_text(table, pos, &alone),
        };
        let mut text = format!("{text}{}", small(table, kind));
        chosen_text(table, action, &mut text);
        return text;
    }
    let lands = |step: &Step| matches!(*step, Step::Land(square, _) if Some(square) == action.from());
    let returns = action.mv.is_none() && action.steps.iter().any(lands);
    written(table, pos, action, returns)
}

/// Whether a movement captures en passant.
pub(super) fn is_en_passant<L: FullLayout>(_table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> bool {
    let takes = |step: &Step| matches!(*step, Step::Take(place, _) if is_in_passing(pos, action, place));
    action.steps.iter().any(takes)
}

/// Whether the unit at a place, which a movement captures, has passed the square on which the
/// movement lands.
fn is_in_passing<L: FullLayout>(pos: &Pos<L>, action: &Action, place: Place) -> bool {
    let passed = |to: Square| {
        let shown = pos.en_passant_squares.has(to) && pos.en_passant_victim == place.square;
        shown || pos.extra.passed.contains(&(to, place.square))
    };
    action.to().is_some_and(passed)
}

/// The text of an action; with all captures on its way if `long` is set.
fn written<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action, long: bool) -> String {
    let mut out = String::new();
    if let Some(mv) = action.mv {
        out = notation::text_of(&table.core, &Wording::of(&table.core, pos, mv));
        if mv.move_type == MoveType::Pass {
            return out;
        }
    }
    if let [Step::Lift(place), Step::Castle(index), Step::Land(..)] = action.steps[..]
        && table.core.castling.all[usize::from(index)].anywhere
    {
        out.push_str(&place_text(table, place));
        out.push_str(
            table
                .core
                .topology
                .name(table.core.castling.all[usize::from(index)].rook_from),
        );
        return out;
    }
    for (i, &step) in action.steps.iter().enumerate() {
        match step {
            Step::Become(..) | Step::Own(..) => arrival_text(table, pos, action, step, &mut out),
            Step::Choose(_) => step_text(table, step, i, &mut out),
            // The rest is in the text of the flat engine's move.
            _ if action.mv.is_some() => {}
            Step::Land(..) if long => {
                captures_text(table, action, &mut out);
                step_text(table, step, i, &mut out);
            }
            _ => step_text(table, step, i, &mut out),
        }
    }
    out
}

/// Writes the step of that number.
fn step_text<L: FullLayout>(table: &Mechanics<L>, step: Step, number: usize, out: &mut String) {
    let name = |square: Square| table.core.topology.name(square);
    match step {
        Step::Lift(place) | Step::At(place) => {
            let comma = if number > 0 { "," } else { "" };
            let _ = write!(out, "{comma}{}", place_text(table, place));
        }
        Step::Pass(square) => out.push_str(name(square)),
        Step::Land(square, mode) | Step::Visit(square, mode) => {
            let plus = if mode == Mode::Enter { "+" } else { "" };
            let _ = write!(out, "{}{plus}", name(square));
        }
        Step::Take(place, true) | Step::Note(place) => {
            let _ = write!(out, "x{}", place_text(table, place));
        }
        Step::Inside(place) => {
            let _ = write!(out, "{}x{}", name(place.square), place_text(table, place));
        }
        Step::Exchange(place, kind) => {
            let _ = write!(out, "{}~{}", name(place.square), small(table, kind));
            if place.index > 0 {
                let _ = write!(out, "{}", place.index);
            }
        }
        Step::Sweep(place, _) => {
            let _ = write!(out, "{}*", place_text(table, place));
        }
        Step::Say(RULES, _) => out.push_str("accept"),
        Step::Say(number, word) => out.push_str(table.hooks[usize::from(number)].word(word)),
        Step::Name(number, place) => {
            let word = table.hooks[usize::from(number)].word(0);
            let _ = write!(out, "{word} {}", place_text(table, place));
        }
        Step::Swap(from, to) => {
            if number == 0 {
                out.push_str(&place_text(table, from));
            }
            out.push_str(&place_text(table, to));
        }
        Step::Choose(square) => {
            let sign = if number == 0 { "*@" } else { "," };
            let _ = write!(out, "{sign}{}", name(square));
        }
        Step::Take(_, false)
        | Step::LetIn(..)
        | Step::Expose(_)
        | Step::Castle(_)
        | Step::Become(..)
        | Step::Own(..)
        | Step::Drop(..) => {}
    }
}

/// The squares of a movement's captures on its way.
fn captures_text<L: FullLayout>(table: &Mechanics<L>, action: &Action, out: &mut String) {
    for step in &action.steps {
        if let Step::Take(place, false) = *step {
            out.push_str(table.core.topology.name(place.square));
        }
    }
}

/// The letter of a kind in move texts.
pub(crate) fn small<L: FullLayout>(table: &Mechanics<L>, kind: u8) -> Letter {
    let letters = Side::each(|side| table.letter(kind, side));
    let letter = letters.into_iter().find(|letter| !letter.is_none());
    letter.unwrap_or_default().to_ascii_lowercase()
}

/// The text for the kind of a unit on its arrival: `+` for its own letter with a plus, `-` for the
/// way back, otherwise a letter. If units enter others, which `+` stands for then, letters are
/// always written.
fn turns_into<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action, kind: u8) -> Letter {
    let letter = small(table, kind);
    let Some(before) = action.actor().filter(|_| table.carriers == 0) else {
        return letter;
    };
    let before = small(table, pos.unit(before).kind());
    if letter.without_plus() == Some(before) {
        Letter::plain(b'+')
    } else if before.without_plus() == Some(letter) {
        Letter::plain(b'-')
    } else {
        letter
    }
}

/// Writes the kind of a unit on its arrival.
fn arrival_text<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
    step: Step,
    out: &mut String,
) {
    match step {
        Step::Become(kind, source) => {
            let choice = matches!(action.nature, Nature::Answer | Nature::Free);
            if choice || source != Source::Free {
                out.push('=');
                out.push_str(small(table, kind).as_str());
            } else {
                out.push_str(turns_into(table, pos, action, kind).as_str());
            }
            if source == Source::Exile {
                out.push('^');
            }
        }
        Step::Own(number, argument) => {
            out.push_str(&table.hooks[usize::from(number)].own_text(table, argument));
        }
        _ => {}
    }
}
