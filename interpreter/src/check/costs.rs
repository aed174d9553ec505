//! Whether listings of moves would look at more later positions than they may.
//!
//! Some rules ask about later positions: whether a turn can go on, how much it can capture, whether
//! a check mates. The engine bounds what they look at, so their answers may be cut short. A few
//! short games show whether that happens.

use crate::engine::{Position, Question, Variant, cut_short, patient};
use crate::hooks;
use crate::rules::{Act, Again, Duty, Effect, Event, Further, Goer, Ruleset};
use std::cell::Cell;
use std::rc::Rc;

/// How many games are played, and how many plies of each.
const GAMES: (usize, usize) = (4, 24);

/// How often the engine may ask whether to give up before the games end.
const GLANCES: u32 = 10_000;

/// A question that a listing of moves could not ask to its end, and the position.
pub(super) fn cut(variant: &Variant) -> Option<(Question, Position)> {
    if !asks_ahead(variant) {
        return None;
    }
    let asked = Cell::new(0);
    let over = move || {
        asked.set(asked.get() + 1);
        asked.get() > GLANCES
    };
    patient(Rc::new(over), || {
        (0..GAMES.0).find_map(|game| cut_in(variant, game))
    })
    .flatten()
}

/// Whether any rule asks about later positions.
fn asks_ahead(variant: &Variant) -> bool {
    let most = &variant.rules().restrictions.most_captures;
    variant.looks_ahead() || !most.is_default() || chained(variant.rules()).is_some()
}

/// The hook whose movements are chains, if there is one.
pub(super) fn chained(rules: &Ruleset) -> Option<&str> {
    let mut names = rules.hooks.iter().map(|used| used.name.as_str());
    names.find(|name| hooks::get(name).is_some_and(|info| info.chains))
}

/// Whether each capture must be followed by another one of the same piece, so that none can be the
/// last.
pub(super) fn never_ends(rules: &Ruleset) -> bool {
    rules.effects.iter().any(|effect| {
        let again = |act: &Act| act.facts().again.is_some_and(needs_capture);
        follows_all_captures(effect) && effect.acts.iter().any(again)
    })
}

fn needs_capture(again: &Again) -> bool {
    again.who == Goer::Mover && again.what == Further::Captures && again.duty == Duty::Must
}

/// Whether an effect follows every capture of both sides.
fn follows_all_captures(effect: &Effect) -> bool {
    let plain = Effect::new(Event::Capture, effect.acts.clone());
    *effect == plain
}

/// The first listing of a game that is cut short. Games differ in the moves that are chosen.
fn cut_in(variant: &Variant, game: usize) -> Option<(Question, Position)> {
    let mut position = variant.start();
    for ply in 0..GAMES.1 {
        let (moves, cut) = cut_short(|| variant.legal_moves(&position));
        if let Some(question) = cut {
            return Some((question, position));
        }
        let mv = *moves.get((game * 7 + ply * 5 + game * ply) % moves.len().max(1))?;
        position = variant.play(&position, mv);
    }
    None
}
