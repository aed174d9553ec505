//! Castling moves.

use crate::setting::Setting;
use crate::words;
use ferz::rules::{Castling, Side};

/// The castling moves of both sides, without what mechanics make of them.
pub(crate) fn castling(s: &Setting<'_>) -> Vec<String> {
    let of = |side: Side| -> Vec<&Castling> { s.rules.castling.iter().filter(|c| c.side == side).collect() };
    let (white, black) = (of(Side::White), of(Side::Black));
    if white.is_empty() && black.is_empty() {
        return Vec::new();
    }
    if white.iter().chain(&black).any(|c| c.anywhere) {
        return anywhere(&white, &black);
    }
    let mut out: Vec<String> = white.iter().map(|c| one(s, c)).collect();
    let turned = black.iter().map(|c| mirrored(c, s.rules.board.ranks));
    if !white.is_empty() && turned.eq(white.iter().map(|c| (*c).clone())) {
        let rank = words::ordinal(usize::from(s.rules.board.ranks));
        out.push(format!("Black castles likewise, on the {rank} rank."));
    } else {
        out.extend(black.iter().map(|c| one(s, c)));
    }
    let only = match (white.is_empty(), black.is_empty()) {
        (true, _) => " White does not castle.",
        (_, true) => " Black does not castle.",
        _ => "",
    };
    if s.rules.castling.iter().any(|c| c.bars) {
        out.push(
            "A player who castles takes away the opponent's right to castle to the same side.".to_owned(),
        );
    }
    if s.rules.castling.iter().any(|c| c.by_drop) {
        out.push("A piece that is dropped on its castling square may castle as soon as its partner stands on its own.".to_owned());
    }
    if s.rules.castling.iter().any(|c| c.by_effect) {
        out.push("A piece that an effect brings to its castling square may castle as soon as its partner stands on its own, even if it has moved before.".to_owned());
    }
    if s.rules.castling.iter().any(|c| c.chains) {
        out.push("A square also counts as attacked if the opponent could capture there later in a turn of several captures.".to_owned());
    }
    let castles = |piece: &String| {
        s.rules
            .castling
            .iter()
            .any(|c| c.king == *piece || c.rook == *piece)
    };
    let drops = s.rules.drops.iter().any(|drop| castles(&drop.piece));
    let never = match drops && s.rules.castling.iter().all(|c| !c.by_drop) {
        true => "promoted or dropped",
        false => "promoted",
    };
    let otherwise = match s.rules.castling.iter().any(|c| c.by_drop || c.by_effect) {
        true => "Otherwise neither",
        false => "Neither",
    };
    out.push(format!(
        "Castling is one move. {otherwise} of the two pieces may have moved before; a piece that was {never} never castles.{only}"
    ));
    out
}

/// Castling of pieces that may start anywhere on their rank.
fn anywhere(white: &[&Castling], black: &[&Castling]) -> Vec<String> {
    let one = |c: &&Castling| {
        let side = if c.rook_from > c.king_from {
            "right"
        } else {
            "left"
        };
        format!(
            "{}'s {} moves to {} and a {} somewhere to its {side} moves to {}, wherever the two started.",
            words::side(c.side),
            c.king,
            c.king_to,
            c.rook,
            c.rook_to
        )
    };
    let mut out: Vec<String> = white.iter().chain(black).map(one).collect();
    let empty = if white.iter().chain(black).all(|c| c.jumps) {
        "The squares that the first of them crosses and those where the two end must be empty, except for the two themselves."
    } else {
        "The squares between the two, and between each one's start and end, must be empty, except for the two themselves."
    };
    out.push(empty.to_owned());
    if white.iter().chain(black).any(|c| !c.safe.0.is_empty()) {
        out.push("The opponent must not attack any square from the first one's start to its end.".to_owned());
    }
    out.push("Castling is one move. Neither of the two pieces may have moved before.".to_owned());
    out.push("It is written by the squares on which the two start.".to_owned());
    out
}

fn one(s: &Setting<'_>, castling: &Castling) -> String {
    let mut text = format!(
        "{}'s {} moves from {} to {} and the {} from {} to {}.",
        words::side(castling.side),
        castling.king,
        castling.king_from,
        castling.king_to,
        castling.rook,
        castling.rook_from,
        castling.rook_to,
    );
    let mut conditions = Vec::new();
    if !castling.empty.0.is_empty() {
        let squares = if castling.empty.0.len() == 1 {
            "the square"
        } else {
            "the squares"
        };
        conditions.push(format!(
            "{squares} {} must be empty",
            words::list(&castling.empty.0, "and")
        ));
    }
    if castling.safe.0.is_empty() {
        if s.royal().is_some() {
            conditions.push("attacks do not matter".to_owned());
        }
    } else {
        conditions.push(format!(
            "the opponent must not attack {}",
            words::list(&castling.safe.0, "or")
        ));
    }
    if !conditions.is_empty() {
        text.push_str(&format!(" {}.", words::capital(&conditions.join(", and "))));
    }
    text
}

/// The same on the other side of the board, as if it were White's.
fn mirrored(castling: &Castling, ranks: u8) -> Castling {
    let turn = |name: &str| -> String {
        let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (file, rank) = name.split_at(digits);
        match rank.parse::<u8>() {
            Ok(rank) if rank <= ranks && rank > 0 => format!("{file}{}", ranks + 1 - rank),
            _ => name.to_owned(),
        }
    };
    let all = |squares: &ferz::rules::Squares| {
        let mut names: Vec<String> = squares.0.iter().map(|s| turn(s)).collect();
        names.sort();
        ferz::rules::Squares(names)
    };
    Castling {
        side: castling.side.other(),
        letter: castling.letter.to_ascii_uppercase(),
        king_from: turn(&castling.king_from),
        king_to: turn(&castling.king_to),
        rook_from: turn(&castling.rook_from),
        rook_to: turn(&castling.rook_to),
        empty: all(&castling.empty),
        safe: all(&castling.safe),
        ..castling.clone()
    }
}
