//! Actions in standard algebraic notation.
//!
//! A movement that a move of the flat engine describes is written like that move. Any other one
//! begins like a move and goes on with its own text: the letter, the start, `x` for a capture at
//! its first end, and the rest. An answer is its own text. Does not know which actions are
//! possible.

use super::action::{Action, Mode, Nature, Source, Step};
use super::listing::Listing;
use super::mechanic::Mechanics;
use super::state::State;
use crate::board::Square;
use crate::engine::Outcome;
use crate::engine::compiled::NONE;
use crate::engine::extra_state::Place;
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::san::Writer;
use crate::engine::wording::Wording;
use crate::mechanics::{play, text, threat};
use crate::rules::Side;
use rustc_hash::{FxHashMap, FxHashSet};

/// Standard algebraic notation of the actions with some numbers; empty for a number of none. No two
/// are equal, and none is the plain text of another action.
pub(crate) fn sans<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    listing: &Listing,
    numbers: &[usize],
) -> Vec<String> {
    let own = text::texts(table, state, &listing.actions);
    let turn = state.decider();
    let mut told = Vec::with_capacity(own.len());
    for (action, text) in listing.actions.iter().zip(&own) {
        told.push(wording(table, state, (turn, action), text));
    }
    let writer = Writer::new(&table.core.0, &told);
    let mut bodies: Vec<String> = told.iter().map(|told| writer.body(told)).collect();
    let mut mend = |other: &dyn Fn(usize) -> String| {
        let shared = shared(&bodies, &own);
        for &i in &shared {
            bodies[i] = other(i);
        }
        !shared.is_empty()
    };
    // Starts in full tell most apart, and the texts of their own all others.
    mend(&|i| writer.whole(&told[i]));
    while mend(&|i| own[i].clone()) {}
    let taken: FxHashSet<&str> = bodies.iter().chain(&own).map(String::as_str).collect();
    let san = |&i: &usize| {
        let Some(action) = listing.actions.get(i) else {
            return String::new();
        };
        let mut out = bodies[i].clone();
        out.extend(sign(table, state, listing, action));
        if taken.contains(out.as_str()) {
            out.clone_from(&bodies[i]);
        }
        out
    };
    numbers.iter().map(san).collect()
}

/// The numbers of texts that, but for a sign behind them, are those of other actions, too, or own
/// texts of others.
fn shared(bodies: &[String], own: &[String]) -> Vec<usize> {
    let bare = |text: &'_ str| text.trim_end_matches(['+', '#']).to_owned();
    let mut known: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for texts in [bodies, own] {
        for (i, text) in texts.iter().enumerate() {
            known.entry(bare(text)).or_default().push(i);
        }
    }
    let is_shared = |&i: &usize| {
        let others = known.get(&bare(&bodies[i]));
        bodies[i] != own[i] && others.is_some_and(|others| others.iter().any(|&other| other != i))
    };
    (0..bodies.len()).filter(is_shared).collect()
}

/// The sign for the result of an action that is no answer.
fn sign<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    listing: &Listing,
    action: &Action,
) -> Option<char> {
    if action.nature == Nature::Answer {
        return None;
    }
    let next = play::after(table, state, listing, action);
    if next.proposal.is_some() || !next.choices().is_empty() {
        return None;
    }
    let side = state.side_to_move.other();
    let won = |outcome: Outcome| (outcome.winner == Some(state.side_to_move)).then_some('#');
    if let Some(outcome) = play::outcome_by_pieces(table, &next) {
        return won(outcome);
    }
    // Whether there is anything to do takes long to find out, and matters only to a side in check.
    if !threat::is_threatened(table, &next, side) {
        return None;
    }
    Some(play::outcome(table, &next).and_then(won).unwrap_or('+'))
}

/// The facts about an action with a text of its own.
fn wording<'a, L: FullLayout>(
    table: &'a Mechanics<L>,
    pos: &Pos<L>,
    (turn, action): (Side, &Action),
    own: &'a str,
) -> Wording<'a> {
    if let Some(told) = flat(table, pos, action) {
        return told;
    }
    let start = action.actor().filter(|_| action.nature != Nature::Answer);
    let behind = start.and_then(|place| {
        let rest = own.strip_prefix(&text::place_text(table, place))?;
        Some((place, rest)).filter(|_| pos.unit(place).exists())
    });
    let Some((place, rest)) = behind else {
        return Wording::said(turn, own);
    };
    let unit = pos.unit(place);
    let ends = |square: Square| rest.starts_with(table.core.topology.name(square));
    let takes = action.steps.iter().find_map(|step| match *step {
        Step::Land(square, mode) | Step::Visit(square, mode) => Some(mode == Mode::Capture && ends(square)),
        _ => None,
    });
    Wording {
        mv: Move::new(place.square, NONE, MoveType::Plain),
        piece: Some((unit.kind(), unit.side())),
        level: place.index,
        takes: takes == Some(true),
        ..Wording::said(turn, rest)
    }
}

/// The facts about an action that does no more than a move of the flat engine.
fn flat<'a, L: FullLayout>(table: &'a Mechanics<L>, pos: &Pos<L>, action: &Action) -> Option<Wording<'a>> {
    if action.nature == Nature::Answer {
        return None;
    }
    let (place, mut mv) = match action.mv {
        Some(mv) => (action.actor(), mv),
        None => flat_move(pos, action)?,
    };
    let mut becomes = None;
    for step in &action.steps {
        match *step {
            Step::Become(kind, Source::Free | Source::Captured) => becomes = Some(kind),
            Step::Become(_, Source::Exile) | Step::Own(..) => return None,
            _ => {}
        }
    }
    if !mv.is_pass() {
        mv = mv.choosing(action.choice().unwrap_or(NONE));
    }
    let told = Wording::of(&table.core, pos, mv);
    let unit = place.map(|place| pos.unit(place)).filter(|unit| unit.exists());
    Some(Wording {
        piece: unit.map(|unit| (unit.kind(), unit.side())),
        level: place.map_or(0, |place| place.index),
        takes: action.captures(),
        becomes,
        enters: action.enters(),
        ..told
    })
}

/// The move of the flat engine that is told like an action, and the place where it begins: a move
/// to a square, a castling, a promotion in place, or a wall.
fn flat_move<L: FullLayout>(pos: &Pos<L>, action: &Action) -> Option<(Option<Place>, Move)> {
    let quiet_parts = |steps: &[Step]| {
        let is_part = |step: &Step| {
            matches!(
                step,
                Step::Take(_, false) | Step::Expose(_) | Step::Become(..) | Step::LetIn(..) | Step::Choose(_)
            )
        };
        steps.iter().all(is_part)
    };
    let (place, to, move_type, parts) = match action.steps[..] {
        [Step::Choose(square)] => return Some((None, Move::only_wall(square))),
        [Step::At(place), Step::Become(..), ref parts @ ..] => {
            (place, place.square, MoveType::InPlace, parts)
        }
        [
            Step::Lift(place),
            Step::Castle(index),
            Step::Land(to, _),
            ref parts @ ..,
        ] => (place, to, MoveType::Castle(index), parts),
        [Step::Lift(place), ref steps @ ..] => {
            let lands = |step: &Step| matches!(step, Step::Land(_, Mode::Quiet | Mode::Capture));
            let at = steps.iter().position(lands)?;
            let (before, rest) = steps.split_at(at);
            let Some((&Step::Land(to, _), parts)) = rest.split_first() else {
                return None;
            };
            if !before.iter().all(|step| matches!(step, Step::Take(_, false))) || to == place.square {
                return None;
            }
            (place, to, MoveType::Plain, parts)
        }
        _ => return None,
    };
    let alone = !pos.is_empty(place.square) && quiet_parts(parts);
    alone.then(|| (Some(place), Move::new(place.square, to, move_type)))
}
