//! Positions set up by hand.

use super::Desk;
use super::board::cells;
use super::view::View;
use crate::compiled::Meant;
use crate::rpc::{Answer, Failure};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::Side;
use serde::Deserialize;
use serde_json::json;

/// Pieces on squares: the square, the kind, and whose it is.
#[derive(Deserialize)]
pub(super) struct Asked {
    variant: Meant,
    pieces: Vec<(String, usize, Side)>,
    turn: Side,
    #[serde(flatten)]
    view: View,
}

/// How that looks, its text, why it is no position of the variant, if it is none, and why no
/// game comes to it.
pub(super) fn setup(desk: &Desk, asked: Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.variant)?;
    let variant = &compiled.variant;
    let mut position = emptied(variant);
    for (square, kind, side) in &asked.pieces {
        let piece = variant.rules().pieces.get_index(*kind);
        let (Some(square), Some(_)) = (
            variant.topology().square(square),
            piece.filter(|(_, piece)| piece.letter[*side].is_some()),
        ) else {
            return Err(Failure::asked("there is no such piece or square"));
        };
        position = variant.with_piece(&position, square, Some((*kind, *side)));
    }
    let fen = fen(&variant.fen(&position), asked.turn);
    let scene = asked.view.scene(variant, &position);
    let read = variant.position(&fen);
    Ok(json!({
        "cells": cells(variant, &position, &scene.live()),
        "fen": fen,
        "problem": read.as_ref().err().map(ToString::to_string),
        "warning": read.ok().and_then(|position| variant.surplus(&position)),
    }))
}

/// The start position without its pieces.
fn emptied(variant: &Variant) -> Position {
    let start = variant.start();
    let mut squares: Vec<Square> = Vec::new();
    variant.each_piece(&start, |square, _, _| squares.push(square));
    squares.into_iter().fold(start, |position, square| {
        variant.with_piece(&position, square, None)
    })
}

/// The position's text with that side to move, and without a past: no rights, nothing exposed.
fn fen(text: &str, turn: Side) -> String {
    let word = |(i, word): (usize, &str)| match i {
        1 => if turn == Side::White { "w" } else { "b" }.to_owned(),
        2 | 3 => "-".to_owned(),
        _ => word.to_owned(),
    };
    text.split(' ')
        .enumerate()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}
