//! The board between the halves of a move: the piece has moved, the wall is still in hand.

use super::Desk;
use super::board::{Cell, Played, cells, game};
use super::view::View;
use crate::rpc::{Answer, Failure, answer};
use ferz::board::Bits as _;
use serde::Deserialize;

/// A move whose first half was played.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    /// A move that begins so, and another one if there is one: they differ in where the wall comes.
    #[serde(rename = "try")]
    texts: Vec<String>,
    #[serde(flatten)]
    view: View,
}

/// The squares as they are after the first half.
pub(super) fn half(desk: &Desk, asked: &Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let before = variant.walls(game.position());
    let mut seen: Option<Vec<Cell>> = None;
    for text in asked.texts.iter().take(2) {
        let Some(mv) = variant.find_move(game.position(), text) else {
            return Err(Failure::asked(format!("`{text}` cannot be played")));
        };
        let after = variant.play(game.position(), mv);
        let put = variant.walls(&after) & !before;
        let scene = asked.view.scene(variant, &after);
        let now = cells(variant, &after, &scene.live());
        let is_put = |name: &str| {
            variant
                .topology()
                .square(name)
                .is_some_and(|square| put.has(square))
        };
        seen = Some(match seen {
            None => now
                .into_iter()
                .map(|cell| if is_put(cell.name()) { cell.emptied() } else { cell })
                .collect(),
            // The piece placed by the first move hides nothing: the second move has left the
            // square.
            Some(first) => {
                let both = first.into_iter().zip(now);
                let pick = |(first, second): (Cell, Cell)| {
                    if first.is_empty() && !is_put(second.name()) {
                        second
                    } else {
                        first
                    }
                };
                both.map(pick).collect()
            }
        });
    }
    answer(seen)
}
