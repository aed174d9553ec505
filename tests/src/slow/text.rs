//! The texts of moves: UCI long algebraic, and what it has no word for.

use super::Game;
use super::moves::{Deed, Move};
use super::position::Kind;
use ferz::rules::Side;

/// The texts of all legal moves of a side. No two are equal.
pub fn texts(game: &Game, side: Side, moves: &[Move]) -> Vec<String> {
    let plain: Vec<String> = moves.iter().map(|mv| text(game, side, mv)).collect();
    let shared = |text: &String| plain.iter().filter(|other| *other == text).count() > 1;
    let chosen = |(mv, text): (&Move, &String)| {
        if shared(text) {
            marked(game, mv, text)
        } else {
            text.clone()
        }
    };
    moves.iter().zip(&plain).map(chosen).collect()
}

/// The squares that the piece touches: where it starts, what it captures on the way, where it ends; `x` before
/// what is captured from afar; the letter of what it becomes.
fn text(game: &Game, side: Side, mv: &Move) -> String {
    if mv.deed == Deed::Pass {
        return "0000".to_owned();
    }
    let name = |square| game.board.name(square);
    let on_the_way: String = mv.captures.iter().map(|&square| name(square)).collect();
    let shot = if mv.rifle { "x" } else { "" };
    format!(
        "{}{on_the_way}{shot}{}{}",
        name(mv.from),
        name(mv.to),
        promotion(game, side, mv)
    )
}

fn promotion(game: &Game, side: Side, mv: &Move) -> String {
    let letter =
        |kind: Kind| game.rules.pieces[kind].letter[side].expect("a piece of this side has a letter");
    mv.promotion
        .map(|kind| letter(kind).to_ascii_lowercase().to_string())
        .unwrap_or_default()
}

/// The text of a move that would share it with another.
fn marked(game: &Game, mv: &Move, text: &str) -> String {
    let (from, to) = (game.board.name(mv.from), game.board.name(mv.to));
    match mv.deed {
        Deed::Castle(number) => format!("{from}{}", game.rules.castling[number].rook_from),
        Deed::EnPassant => format!("{from}{to}e"),
        Deed::Swap => format!("{from}~{to}"),
        _ => text.to_owned(),
    }
}
