//! The texts of moves: UCI long algebraic, and extensions.

use super::Game;
use super::moves::{Deed, Move};
use super::position::{Kind, Position};
use ferz::rules::{Letter, Side};

/// The texts of all legal moves of a side. No two are equal.
pub fn texts(game: &Game, position: &Position, moves: &[Move]) -> Vec<String> {
    let plain: Vec<String> = moves.iter().map(|mv| text(game, position, mv)).collect();
    let shared = |text: &String| plain.iter().filter(|other| *other == text).count() > 1;
    let chosen = |(mv, text): (&Move, &String)| {
        if shared(text) {
            marked(game, position, mv)
        } else {
            text.clone()
        }
    };
    moves.iter().zip(&plain).map(chosen).collect()
}

/// The start, the end, and the letter of the promotion; `x` before a square that is captured from
/// afar. A piece that comes back to its start names its captures on the way.
fn text(game: &Game, position: &Position, mv: &Move) -> String {
    with_choice(game, mv, without_choice(game, position, mv))
}

/// The text with the move's other parts, and the square that it chooses.
fn with_choice(game: &Game, mv: &Move, text: String) -> String {
    match mv.chosen {
        Some(square) if mv.deed == Deed::Wall => format!("*@{}", game.board.name(square)),
        Some(square) => format!("{text},{}", game.board.name(square)),
        None => text,
    }
}

fn without_choice(game: &Game, position: &Position, mv: &Move) -> String {
    match mv.deed {
        Deed::Wall => String::new(),
        Deed::Pass => "0000".to_owned(),
        Deed::Drop => {
            let letter = promotion(game, position, mv).to_ascii_uppercase();
            format!("{letter}@{}", game.board.name(mv.to))
        }
        // `MM-6`
        Deed::Volley(letter) => format!("{}*{letter}", game.board.name(mv.from)),
        Deed::Castle(_) => short(game, position, mv),
        _ if mv.from == mv.to => long(game, position, mv),
        _ => short(game, position, mv),
    }
}

fn short(game: &Game, position: &Position, mv: &Move) -> String {
    if let (Deed::Castle(number), Some((_, square))) = (mv.deed, mv.enters) {
        let castling = &game.rules.castling[number];
        if game.board.square(&castling.rook_from) == Some(square) {
            return format!(
                "{}{}{}",
                castling.rook_from,
                castling.king_from,
                promotion(game, position, mv)
            );
        }
    }
    if let Deed::Castle(number) = mv.deed
        && let castling = &game.rules.castling[number]
        && castling.anywhere
    {
        return format!(
            "{}{}{}",
            castling.king_from,
            castling.rook_from,
            promotion(game, position, mv)
        );
    }
    let shot = if mv.rifle { "x" } else { "" };
    let (from, to) = (game.board.name(mv.from), game.board.name(mv.to));
    format!("{from}{shot}{to}{}", promotion(game, position, mv))
}

/// With every square that is captured on.
fn long(game: &Game, position: &Position, mv: &Move) -> String {
    let shot = if mv.rifle { "x" } else { "" };
    let (from, to) = (game.board.name(mv.from), game.board.name(mv.to));
    let on_the_way: String = mv
        .captures
        .iter()
        .map(|&square| game.board.name(square))
        .collect();
    format!("{from}{on_the_way}{shot}{to}{}", promotion(game, position, mv))
}

/// The letter of a promotion, or of a piece that comes in: a piece's own letter with a plus is `+`,
/// the way back `-`.
fn promotion(game: &Game, position: &Position, mv: &Move) -> String {
    let written = whole(game, position, mv);
    let before = position.board[mv.from].filter(|_| mv.promotion.is_some() && mv.deed != Deed::Drop);
    let before = before.map(|piece| letter(game, piece.side, piece.kind).to_ascii_lowercase());
    signed(before, written)
}

/// The writing of the letter of a piece that has had another.
pub fn signed(before: Option<Letter>, written: String) -> String {
    match before {
        Some(before) if written == format!("+{before}") => "+".to_owned(),
        Some(before) if before.as_str() == format!("+{written}") => "-".to_owned(),
        _ => written,
    }
}

fn letter(game: &Game, side: Side, kind: Kind) -> Letter {
    game.rules.pieces[kind].letter[side].expect("a piece of this side has a letter")
}

/// The same, always with the letter.
fn whole(game: &Game, position: &Position, mv: &Move) -> String {
    let side = if mv.deed == Deed::Control {
        position.turn.other()
    } else {
        position.turn
    };
    mv.promotion
        .or(mv.enters.map(|(kind, _)| kind))
        .map(|kind| letter(game, side, kind).to_ascii_lowercase().to_string())
        .unwrap_or_default()
}

/// The text of a move that would share it with another.
fn marked(game: &Game, position: &Position, mv: &Move) -> String {
    let mut text = marked_move(game, position, mv);
    if let Some((_, square)) = mv.enters {
        if !matches!(mv.deed, Deed::Quiet | Deed::Capture | Deed::CaptureOwn) {
            text += &promotion(game, position, mv);
        }
        text += &format!("@{}", game.board.name(square));
    }
    with_choice(game, mv, text)
}

/// The text behind the start of the first piece of a castling that shares its text: the start of
/// the partner; with its end, if that could be another castling's text; with both ends, if the same
/// two pieces may also end elsewhere.
pub fn castling_end(game: &Game, number: usize) -> String {
    let this = &game.rules.castling[number];
    let others: Vec<_> = game
        .rules
        .castling
        .iter()
        .filter(|other| other.side == this.side && other.king_from == this.king_from)
        .collect();
    let of_the_two: Vec<_> = others
        .iter()
        .filter(|other| other.rook_from == this.rook_from)
        .collect();
    if of_the_two.iter().any(|other| other.king_to != this.king_to) {
        return format!("{}~{}", this.king_to, this.rook_to);
    }
    if of_the_two.len() > 1
        || others.iter().any(|other| other.king_to == this.rook_from)
        || game.rules.captures_own()
    {
        format!("{}~{}", this.rook_from, this.rook_to)
    } else {
        this.rook_from.to_string()
    }
}

fn marked_move(game: &Game, position: &Position, mv: &Move) -> String {
    let (from, to) = (game.board.name(mv.from), game.board.name(mv.to));
    match mv.deed {
        Deed::Castle(number) => {
            format!("{from}{}", castling_end(game, number))
        }
        Deed::EnPassant => format!("{from}{to}e"),
        Deed::Swap => format!("{from}~{to}"),
        Deed::Quiet | Deed::Capture | Deed::CaptureOwn => long(game, position, mv),
        Deed::InPlace | Deed::Volley(_) | Deed::Drop | Deed::Control | Deed::Wall | Deed::Pass => {
            without_choice(game, position, mv)
        }
    }
}
