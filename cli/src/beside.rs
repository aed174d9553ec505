//! State beside the board: lists of pieces on a square, pools, rights, open decisions.
//!
//! It is read from the position's text, which has one field for each thing.

use ferz::Decision;
use ferz::engine::{Position, Variant};
use ferz::rules::{Letter, Side};

/// The lines below the board, each with its label.
pub(crate) fn lines(variant: &Variant, position: &Position) -> Vec<String> {
    if !ferz::hooks::take_part(variant.rules()) {
        return Vec::new();
    }
    let fen = variant.fen(position);
    let mut out = Vec::new();
    let fields = fen.split(' ').skip(6).filter_map(|word| word.split_once('='));
    let castling = fen.split(' ').nth(2).filter(|rights| *rights != "-");
    out.extend(castling.map(|rights| ("castling".to_owned(), rights.to_owned())));
    for (key, value) in fields {
        out.extend(words(key, value));
    }
    let width = out.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    out.into_iter()
        .map(|(label, text)| format!("    {label:width$}  {text}"))
        .collect()
}

/// A field in words; `None` for those that are only shown on request.
fn words(key: &str, value: &str) -> Option<(String, String)> {
    let each = |f: &dyn Fn(&str) -> String| value.split(',').map(f).collect::<Vec<_>>().join(", ");
    let (label, text) = match key {
        "towers" => ("towers, lowest first", each(&|t| tower(t))),
        "captured" | "exile" => (if key == "exile" { "in exile" } else { key }, pool(value)),
        "passed" => (
            "en passant",
            each(&|t| match t.split_once(':') {
                Some((middle, victim)) => format!("on {middle}, of the pawn on {victim}"),
                None => t.to_owned(),
            }),
        ),
        "choose" => ("to decide", each(&|t| choice(t))),
        "turn" => ("turn", side(value).to_owned()),
        "pending" => return None,
        _ => (
            key,
            // A sign behind a square says how long a thing lasts, which the lines do not tell.
            ferz_drawing::sentence(key, value)
                .unwrap_or_else(|| each(&|entry| entry.trim_end_matches('+').to_owned())),
        ),
    };
    Some((label.to_owned(), text))
}

fn side(letter: &str) -> &str {
    match letter {
        "w" => Side::White.name(),
        "b" => Side::Black.name(),
        other => other,
    }
}

/// `a1:RPk` as `a1 R P k`.
fn tower(text: &str) -> String {
    match text.split_once(':') {
        Some((square, units)) => {
            let units: Vec<String> = Letter::among(units).map(|letter| letter.to_string()).collect();
            format!("{square} {}", units.join(" "))
        }
        None => text.to_owned(),
    }
}

/// Pieces of a pool, White's and Black's apart.
fn pool(text: &str) -> String {
    let of = |upper: bool| {
        let letters = Letter::among(text).filter(|letter| (letter.side() == Side::White) == upper);
        letters
            .map(|letter| letter.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let sides = [("white", of(true)), ("black", of(false))];
    let named = sides.iter().filter(|(_, list)| !list.is_empty());
    named
        .map(|(side, list)| format!("{side} {list}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// `raise:c4:b` as `raise on c4 (black)`.
fn choice(text: &str) -> String {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [name, square, who] => format!("{name} on {square} ({})", side(who.trim_end_matches('^'))),
        _ => text.to_owned(),
    }
}

/// The question to the player who decides now, unless it is simply a move.
pub(crate) fn question(variant: &Variant, position: &Position) -> Option<String> {
    let about = variant.decision(position);
    if about == Decision::Move {
        return None;
    }
    let moves = variant.legal_moves(position);
    let answers = variant.move_texts(position, &moves);
    let answers: Vec<String> = answers.iter().map(|a| format!("`{a}`")).collect();
    Some(format!(
        "{} decides {about}: {}",
        variant.turn(position),
        answers.join(", ")
    ))
}
