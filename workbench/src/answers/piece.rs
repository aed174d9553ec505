//! How a piece goes: alone on the board, and among others.

use super::Desk;
use super::board::{Played, game};
use crate::rpc::{Answer, Failure};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::{Modes, Side};
use ferz::text;
use ferz::ways::{Manner, Occasion};
use ferz_drawing::{Drawing, Marks, Scene, Sign, alone, definitions};
use serde::Deserialize;
use serde_json::{Value, json};

/// A piece of the palette.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    kind: usize,
    side: Side,
    /// Where it stands; where it is seen best if that is not said.
    at: Option<String>,
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
    let mut scene = Scene::new(variant, &position);
    scene.details = false;
    scene.title = format!("How a {} {name} goes", asked.side);
    scene.captures = "captures";
    scene.marks.clone_from(&lone.marks);
    scene.legs.clone_from(&lone.legs);
    scene.terms = lone.terms.clone();
    let among = game(variant, &asked.played)
        .ok()
        .and_then(|game| crowded(variant, game.position(), asked.kind, asked.side));
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

/// The moves of the first piece of that kind in a position, if it stands there and can move.
fn crowded(variant: &Variant, position: &Position, kind: usize, side: Side) -> Option<Value> {
    let mut places = Vec::new();
    variant.each_piece(position, |square, there, whose| {
        if (there, whose) == (kind, side) {
            places.push(square);
        }
    });
    let targets = |from| {
        let to_marks = |(to, capture): (Square, bool)| {
            let sign = Sign {
                occasion: Occasion::Always,
                manner: Manner::Plain,
                modes: if capture { Modes::CAPTURE } else { Modes::QUIET },
            };
            (to, vec![sign])
        };
        variant
            .plain_targets(position, from)
            .into_iter()
            .map(to_marks)
            .collect::<Marks>()
    };
    let from = places.into_iter().max_by_key(|&from| targets(from).len())?;
    let marks = targets(from);
    if marks.is_empty() {
        return None;
    }
    let mut scene = Scene::new(variant, position);
    scene.details = false;
    scene.highlights.insert(from);
    scene.marks = marks;
    Some(picture(&scene.draw()))
}
