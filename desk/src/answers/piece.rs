//! How a piece goes: alone on the board, and among others.

use super::Desk;
use super::board::{Played, game};
use super::view::View;
use crate::rpc::{Answer, Failure};
use ferz::board::{Bits as _, Square};
use ferz::engine::{Position, Variant};
use ferz::rules::{Modes, Side};
use ferz::text;
use ferz::ways::{Manner, Occasion};
use ferz_drawing::{Drawing, Marks, Sign, alone, definitions};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A piece of the palette.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    kind: usize,
    side: Side,
    /// The square; by default the square on which it is seen best.
    at: Option<String>,
    #[serde(flatten)]
    view: View,
}

/// Two drawings, and the words of the rules.
pub(super) fn piece(desk: &Desk, asked: Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let known = variant.rules().pieces.get_index(asked.kind);
    let Some((name, _)) = known.filter(|(_, piece)| piece.letter[asked.side].is_some()) else {
        return Err(Failure::asked("there is no such piece"));
    };
    let at = asked
        .at
        .as_deref()
        .and_then(|name| variant.topology().square(name));
    let lone = alone(variant, asked.kind, asked.side, at);
    let position = lone.position(variant);
    let mut scene = asked.view.scene(variant, &position);
    scene.details = false;
    scene.title = format!("How a {} {name} goes", asked.side);
    scene.captures = "captures";
    scene.marks.clone_from(&lone.marks);
    scene.legs.clone_from(&lone.legs);
    scene.terms = lone.terms.clone();
    let among = game(variant, &asked.played)
        .ok()
        .and_then(|game| crowded((variant, game.position()), (asked.kind, asked.side), &asked.view));
    Ok(json!({
        "name": name,
        "words": text::piece(variant.rules(), name, asked.side),
        "alone": picture(&scene.draw()),
        "among": among,
    }))
}

/// A drawing and the outlines that it uses.
fn picture(drawing: &Drawing) -> Value {
    json!({ "svg": drawing.to_part(), "definitions": definitions(drawing.used()) })
}

/// The moves of a piece of that kind in a position: of the one that has the most, or, if none
/// stands there or can move, of one put on the square where it has the most.
fn crowded(
    (variant, position): (&Variant, &Position),
    (kind, side): (usize, Side),
    view: &View,
) -> Option<Value> {
    let mut places = Vec::new();
    let mut free: BTreeSet<Square> = variant.topology().squares().squares().collect();
    variant.each_piece(position, |square, there, whose| {
        free.remove(&square);
        if (there, whose) == (kind, side) {
            places.push(square);
        }
    });
    let stands = places.into_iter().map(|from| (from, position.clone()));
    let put = free.into_iter().map(|from| {
        let there = variant.with_piece(position, from, Some((kind, side)));
        (from, there)
    });
    let (from, position, stands) = most(variant, stands)
        .map(|(from, position)| (from, position, true))
        .or_else(|| most(variant, put).map(|(from, position)| (from, position, false)))?;
    let mut scene = view.scene(variant, &position);
    scene.details = false;
    scene.highlights.insert(from);
    scene.marks = targets(variant, &position, from);
    let mut drawn = picture(&scene.draw());
    drawn["square"] = variant.topology().name(from).into();
    drawn["stands"] = stands.into();
    Some(drawn)
}

/// The square from which a piece has the most targets; `None` if it has none anywhere.
fn most(variant: &Variant, places: impl Iterator<Item = (Square, Position)>) -> Option<(Square, Position)> {
    let counted = places.map(|(from, position)| (targets(variant, &position, from).len(), from, position));
    let best = counted.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(count, ..)| *count > 0)
        .map(|(_, from, position)| (from, position))
}

/// The targets of the piece on a square by plain moves, safe or not.
fn targets(variant: &Variant, position: &Position, from: Square) -> Marks {
    let marks = variant.plain_targets(position, from).into_iter();
    marks
        .map(|(to, capture)| {
            let sign = Sign {
                occasion: Occasion::Always,
                manner: Manner::Plain,
                modes: if capture { Modes::CAPTURE } else { Modes::QUIET },
            };
            (to, vec![sign])
        })
        .collect()
}
