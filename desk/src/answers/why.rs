//! Why a move cannot be played, and why a game is over or goes on.

use super::Desk;
use super::board::{Played, game};
use crate::rpc::Answer;
use ferz::why::ending::ending_of;
use ferz::why::{Verdict, squares_of, way, why as reasons};
use serde::Deserialize;
use serde_json::json;

/// A move that the player has tried.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    #[serde(rename = "move")]
    text: String,
}

/// A sentence, the squares that it speaks of, and how the piece goes.
pub(super) fn why(desk: &Desk, asked: Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let tried: Vec<&str> = squares_of(variant, &asked.text)
        .into_iter()
        .map(|square| variant.topology().name(square))
        .collect();
    Ok(match reasons(variant, game.position(), &asked.text) {
        Verdict::Legal(_) => json!({ "legal": true, "tried": tried }),
        Verdict::Illegal(reason) => json!({
            "legal": false,
            "kind": reason.kind(),
            "reason": reason.to_string(),
            "tried": tried,
            "squares": reason.squares(),
            "movement": way(variant, &reason),
        }),
    })
}

/// Sentences about whether the game is over, with the rule that ends it.
pub(super) fn ending(desk: &Desk, asked: &Played) -> Answer {
    let compiled = desk.compiler.get(&asked.variant)?;
    let ending = ending_of(&game(&compiled.variant, asked)?);
    Ok(json!({ "over": ending.outcome.is_some(), "facts": ending.facts, "rule": ending.rule }))
}
