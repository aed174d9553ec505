//! The opponent's pieces that a side may move, in sentences.

use super::effects::many;
use crate::captures;
use crate::movement;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Part, Prey, Side};

/// The groups with the pieces named once where they differ only in their squares.
fn shared(mut groups: Vec<String>) -> Vec<String> {
    const PIECES: &str = "enemy pieces ";
    if groups.iter().all(|group| group.starts_with(PIECES)) {
        for group in groups.iter_mut().skip(1) {
            group.drain(..PIECES.len());
        }
    }
    groups
}

/// Which pieces of the opponent's a player moves, and how.
pub(crate) fn control(s: &Setting<'_>) -> Vec<String> {
    let Some(control) = &s.rules.control else {
        return Vec::new();
    };
    let which: Vec<String> = control
        .of
        .iter()
        .map(|group| many(s, group, Side::White))
        .collect();
    let which = words::list(&shared(which), "or");
    let how = match &control.moves {
        None => "They move in their own way.".to_owned(),
        Some(moves) => format!(
            "Seen from their own side, they move as follows: {}.",
            movement::sentence(s, moves, Side::White).trim_start_matches("moves: ")
        ),
    };
    let royal = if s.royal().is_some() {
        ", but no royal ones"
    } else {
        ""
    };
    let captures = match control.captures {
        Prey::Enemies => format!("They capture pieces of the player who moves them{royal}."),
        Prey::Friends => format!("They capture pieces of their own side{royal}."),
        Prey::Any => format!("They capture pieces of both sides{royal}."),
        Prey::None if captures::exist(s) => "They capture nothing.".to_owned(),
        Prey::None => String::new(),
    };
    let turns = s.rules.turns.as_ref();
    let first = if turns.is_some_and(|turns| turns.name(Part::Control)) {
        format!("A move of the opponent's pieces moves one of these: {which}.")
    } else {
        format!("Instead of moving their own, a player may move {which}.")
    };
    let attack = if s.royal().is_some() {
        " Such a move attacks nothing."
    } else {
        ""
    };
    let mut out = vec![
        format!("{first} {how}"),
        format!("{captures}{attack}").trim().to_owned(),
    ];
    out.retain(|line| !line.is_empty());
    if control.exposes && s.royal().is_some() {
        out.push(
            "Such a move may leave the player's own royal piece attacked; it can be captured then."
                .to_owned(),
        );
    }
    out
}
