//! WXF notation, that of Xiangqi: `C2=5`, a piece, its file from the right as its side sees it,
//! which way, and how far or to which file.

use super::legal::Legal;
use super::letters;
use super::squares::Naming;
use crate::engine::{Move, Position, Variant};
use crate::rules::Side;

/// The legal moves that a text means.
pub(super) fn find(legal: Legal<'_>, text: &str) -> Vec<usize> {
    let Some((letter, rest)) = parted(text) else {
        return tandem(legal, text);
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
    without_promotions(legal, (0..legal.moves.len()).filter(fits).collect())
}

/// The notation has no sign for a promotion, nor for a piece that comes in behind another.
fn without_promotions(legal: Legal<'_>, mut found: Vec<usize>) -> Vec<usize> {
    let stays = |&i: &usize| {
        let mv = legal.moves[i];
        legal.variant.promotion(mv).is_none() && !mv.lets_in()
    };
    if found.iter().any(stays) {
        found.retain(stays);
    }
    found
}

/// The legal moves that a text means if several pieces of a kind stand on a file: the number of the
/// piece from the front, its file, and its movement, `14+1`. A drop gives only the number and the
/// square, `1@75`: the text does not name the piece.
fn tandem(legal: Legal<'_>, text: &str) -> Vec<usize> {
    if let Some((number, square)) = text.split_once('@') {
        return match number.parse::<u8>() {
            Ok(1..=9) => dropped(legal, square),
            _ => Vec::new(),
        };
    }
    let text = text.replace('.', "=");
    let digit = |at: usize| text.get(at..=at).and_then(|digit| digit.parse::<usize>().ok());
    let (Some(number), Some(file)) = (digit(0), digit(1)) else {
        return Vec::new();
    };
    let fits = |&i: &usize| {
        way(legal.variant, legal.position, legal.moves[i]).is_some_and(|way| {
            let in_front = way.others.iter().filter(|&&in_front| in_front).count();
            !way.others.is_empty()
                && in_front + 1 == number
                && usize::from(way.file) == file
                && way.end() == text[2..]
        })
    };
    without_promotions(legal, (0..legal.moves.len()).filter(fits).collect())
}

/// The drops on a square that is counted from the side to move, `75`.
fn dropped(legal: Legal<'_>, square: &str) -> Vec<usize> {
    let side = legal.variant.turn(legal.position);
    let read = Naming::Wxf(side).read(legal.variant.topology(), square);
    let to = read
        .filter(|(_, length)| *length == square.len())
        .map(|(to, _)| to);
    let is_meant = |&i: &usize| {
        let mv = legal.moves[i];
        legal.variant.dropped(legal.position, mv).is_some() && Some(mv.to()) == to
    };
    (0..legal.moves.len()).filter(is_meant).collect()
}

/// The letter of the piece and the rest, with `=` for `.`, and the sign of the front or rear piece
/// behind the letter.
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

/// The text of a move.
struct Way {
    /// The file of the piece, as its side counts.
    file: u8,
    sign: char,
    /// The distance, or the target file.
    end: u16,
    /// For each other piece of the kind on the file, whether it is in front.
    others: Vec<bool>,
}

impl Way {
    fn end(&self) -> String {
        format!("{}{}", self.sign, self.end)
    }
}

/// The text of a move; `None` for a drop and for a piece that stays.
fn way(variant: &Variant, position: &Position, mv: Move) -> Option<Way> {
    let topology = variant.topology();
    let (from, to) = (topology.coordinates(mv.start())?, topology.coordinates(mv.to())?);
    let (kind, side) = variant.piece_at(position, mv.start())?;
    if variant.dropped(position, mv).is_some() || from == to {
        return None;
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
    let mut others = Vec::new();
    variant.each_piece(position, |square, other, whose| {
        if (other, whose) == (kind, side)
            && square != mv.start()
            && let Some((on, rank)) = topology.coordinates(square)
            && on == from.0
        {
            others.push((rank > from.1) == (side == Side::White));
        }
    });
    let file = file(from.0);
    Some(Way {
        file,
        sign,
        end,
        others,
    })
}

/// The text behind the letter for a move; the form that ferz writes comes first.
fn tails(variant: &Variant, position: &Position, mv: Move) -> Vec<String> {
    let Some(way) = way(variant, position, mv) else {
        return Vec::new();
    };
    let mut places = vec![way.file.to_string()];
    // The piece in front, and the one at the rear.
    if !way.others.is_empty() && way.others.iter().all(|&in_front| !in_front) {
        places.insert(0, "+".to_owned());
    } else if !way.others.is_empty() && way.others.iter().all(|&in_front| in_front) {
        places.insert(0, "-".to_owned());
    }
    let end = way.end();
    places.into_iter().map(|place| place + &end).collect()
}
