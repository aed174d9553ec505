//! WXF notation, that of Xiangqi: `C2=5`, a piece, its file from the right as its side sees it, which way, and how far or to which file.

use super::legal::Legal;
use super::letters;
use crate::engine::{Move, Position, Variant};
use crate::rules::Side;

/// The legal moves that a text means.
pub(super) fn find(legal: Legal<'_>, text: &str) -> Vec<usize> {
    let Some((letter, rest)) = parted(text) else {
        return Vec::new();
    };
    if rest.ends_with("=0") {
        // A piece that stays where it is passes.
        return legal.moves.iter().position(Move::is_pass).into_iter().collect();
    }
    let rules = legal.variant.rules();
    let fits = |&i: &usize| {
        let mv = legal.moves[i];
        let Some((kind, side)) = legal.mover(mv) else {
            return false;
        };
        letters::called(rules, &letter, side).is_some_and(|called| called.kind == kind)
            && tails(legal.variant, legal.position, mv).contains(&rest)
    };
    let stays = |&i: &usize| legal.variant.promotion(legal.moves[i]).is_none();
    let mut found: Vec<usize> = (0..legal.moves.len()).filter(fits).collect();
    // The notation has no sign for a promotion.
    if found.iter().any(stays) {
        found.retain(stays);
    }
    found
}

/// The text of a move; `None` if the notation has none for it.
pub(super) fn write(variant: &Variant, position: &Position, mv: Move) -> Option<String> {
    variant
        .topology()
        .coordinates(mv.start())
        .filter(|_| !mv.is_pass())?;
    let (kind, side) = variant.piece_at(position, mv.start())?;
    let plain = variant.promotion(mv).is_none() && mv.chosen().is_none() && !mv.is_castling();
    let letter = letters::letter(variant.rules(), kind, side).filter(|_| plain)?;
    let tail = tails(variant, position, mv).into_iter().next()?;
    Some(format!("{}{tail}", letter.to_ascii_uppercase()))
}

/// The letter of the piece and the rest, with `=` for `.`, and the sign of the front or rear piece behind the letter.
fn parted(text: &str) -> Option<(String, String)> {
    let mut signs: Vec<char> = text.chars().collect();
    if signs.len() < 4 || !text.is_ascii() {
        return None;
    }
    if matches!(signs[0], '+' | '-') {
        signs.swap(0, 1);
    }
    let is_letter = signs[0].is_ascii_alphabetic();
    let rest: String = signs[1..]
        .iter()
        .map(|&sign| if sign == '.' { '=' } else { sign })
        .collect();
    let only = rest
        .chars()
        .all(|sign| sign.is_ascii_digit() || matches!(sign, '+' | '-' | '='));
    (is_letter && only).then(|| (signs[0].to_string(), rest))
}

/// What stands behind the letter for a move, the form that is written first.
fn tails(variant: &Variant, position: &Position, mv: Move) -> Vec<String> {
    let topology = variant.topology();
    let (Some(from), Some(to)) = (topology.coordinates(mv.start()), topology.coordinates(mv.to())) else {
        return Vec::new();
    };
    let Some((kind, side)) = variant.piece_at(position, mv.start()) else {
        return Vec::new();
    };
    if variant.dropped(position, mv).is_some() || from == to {
        return Vec::new();
    }
    let file = |file: u8| match side {
        Side::White => topology.files() - file,
        Side::Black => file + 1,
    };
    let ahead = match side {
        Side::White => i16::from(to.1) - i16::from(from.1),
        Side::Black => i16::from(from.1) - i16::from(to.1),
    };
    let sign = match ahead.signum() {
        0 => '=',
        1 => '+',
        _ => '-',
    };
    let end = if from.0 == to.0 {
        ahead.unsigned_abs()
    } else {
        u16::from(file(to.0))
    };
    let mut behind = Vec::new();
    variant.each_piece(position, |square, other, whose| {
        if (other, whose) == (kind, side)
            && square != mv.start()
            && let Some((on, rank)) = topology.coordinates(square)
            && on == from.0
        {
            behind.push((rank > from.1) == (side == Side::White));
        }
    });
    let mut places = vec![file(from.0).to_string()];
    // The piece in front, and the one at the rear.
    if !behind.is_empty() && behind.iter().all(|&in_front| !in_front) {
        places.insert(0, "+".to_owned());
    } else if !behind.is_empty() && behind.iter().all(|&in_front| in_front) {
        places.insert(0, "-".to_owned());
    }
    places
        .into_iter()
        .map(|place| format!("{place}{sign}{end}"))
        .collect()
}
