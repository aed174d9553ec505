//! Words of which reasons are made.

use crate::engine::Outcome;
use crate::rules::{PieceName, SquareName};
use std::fmt;

/// `a, b and c`.
pub(super) fn join<T: fmt::Display>(list: &[T], last: &str) -> String {
    match list {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., end] => {
            let most: Vec<String> = most.iter().map(T::to_string).collect();
            format!("{} {last} {end}", most.join(", "))
        }
    }
}

/// `a, b and c`.
pub(super) fn and<T: fmt::Display>(list: &[T]) -> String {
    join(list, "and")
}

/// Texts in backticks: `a, b or c`.
pub(super) fn or(list: &[String]) -> String {
    join(
        &list.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>(),
        "or",
    )
}

/// The reason for a text that is no move.
pub(super) fn unreadable(text: &str, advice: &str) -> String {
    let what = if text.is_empty() {
        "no move is given".to_owned()
    } else {
        format!("`{text}` is not a move")
    };
    if advice.is_empty() {
        what
    } else {
        format!("{what}; {advice}")
    }
}

/// Letters and their meanings.
pub(super) fn letters(choices: &[(String, PieceName)]) -> String {
    let words: Vec<String> = choices
        .iter()
        .map(|(letter, name)| format!("`{letter}` ({name})"))
        .collect();
    join(&words, "or")
}

/// The squares on which a hurdle is missing, if they are few.
pub(super) fn hurdles(squares: &[SquareName]) -> String {
    match squares.len() {
        1..=3 => format!(": there is none on {}", join(squares, "or")),
        _ => String::new(),
    }
}

/// `a rook`.
pub(super) fn kind(piece: &str) -> String {
    let article = if piece.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {piece}")
}

/// How the game has ended.
pub(super) fn ended(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} has won ({})", outcome.reason),
        None => format!("it is a draw ({})", outcome.reason),
    }
}

/// `no piece stands`, `1 piece stands`, `3 pieces stand`.
pub(super) fn counted(pieces: usize) -> String {
    match pieces {
        0 => "no piece stands".to_owned(),
        1 => "1 piece stands".to_owned(),
        n => format!("{n} pieces stand"),
    }
}

/// Names of kinds: `a rook or a queen`.
pub(super) fn any_kind(kinds: &[PieceName]) -> String {
    let kinds: Vec<String> = kinds.iter().map(|name| kind(name)).collect();
    join(&kinds, "or")
}

/// A word with its article.
pub(super) fn a(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}
