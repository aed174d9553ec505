//! Extended FEN: the text of a position. Does not know how pieces move.
//!
//! The six fields of FEN are followed by `key=value` fields, sorted by key:
//!
//! - `x0=A`: a square outside the grid;
//! - `checks=`: the checks that White and Black still have to give;
//! - `moved=`: pieces on a possible start square that have moved;
//! - the key of tags.
//!
//! Field 4 names the squares that the last move exposed to en passant. If two pieces could have
//! passed them, the square of the one that did follows. While a count of moves runs, its limit is
//! in field 4 and the count in field 5, as Fairy-Stockfish writes them. The halfmove clock is then
//! in `clock=`. If squares are exposed as well, the count is in `count=`.

mod again;
mod exposed;
pub(crate) mod layouts;
pub(crate) mod places;
pub(crate) mod print;
pub(crate) mod read;
mod rights;
pub(crate) mod validate;

use crate::engine::error::PositionError;
use crate::engine::tagging::Tagging;
use crate::rules::{Letter, Side};

/// The key of a count if a piece can be captured en passant.
const COUNT: &str = "count";
/// The key of a continued turn.
pub(crate) const AGAIN: &str = "again";
/// The key of the halfmove clock if a count stands in its field.
const CLOCK: &str = "clock";

/// The fields of extended FEN.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a> {
    /// The six fields of FEN, as many as are given.
    pub(crate) plain: Vec<&'a str>,
    /// `key=value` fields.
    keys: Vec<(&'a str, &'a str)>,
    /// Checks written as a field of their own, as some programs do, before or after the clocks.
    checks: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Splits a text into its fields.
    pub(crate) fn split(text: &'a str) -> Result<Self, PositionError> {
        let mut fields = Self {
            plain: Vec::with_capacity(8),
            ..Self::default()
        };
        let (mut rest, mut in_keys) = (text, false);
        let has_keys = text.contains('=');
        while let Some(word) = next_word(&mut rest) {
            in_keys |= has_keys && word.contains('=');
            if in_keys {
                fields.add_key(word)?;
            } else {
                fields.plain.push(word);
            }
        }
        let counts_checks = |word: &&str| word.len() > 1 && word.as_bytes().contains(&b'+');
        let checks = fields.plain.iter().skip(4).position(counts_checks);
        fields.checks = checks.map(|i| fields.plain.remove(i + 4));
        if fields.plain.is_empty() {
            return wrong("board", "the text is empty");
        }
        if fields.plain.len() > 6 {
            let n = fields.plain.len();
            return wrong(
                "position",
                format!("there are {n} fields before the keys, at most 6 are possible"),
            );
        }
        Ok(fields)
    }

    /// Adds a `key=value` field.
    fn add_key(&mut self, word: &'a str) -> Result<(), PositionError> {
        let Some((key, value)) = word.split_once('=') else {
            return wrong(
                "position",
                format!("`{}` stands behind the `key=value` fields", clip(word)),
            );
        };
        if self.keys.iter().any(|(k, _)| *k == key) {
            return wrong(&clip(key), "this key is given twice");
        }
        self.keys.push((key, value));
        Ok(())
    }

    /// Field number `index` from 0, or `-`.
    pub(crate) fn field(&self, index: usize) -> &'a str {
        self.plain.get(index).copied().unwrap_or("-")
    }

    /// Removes and returns the value of a key.
    pub(crate) fn take(&mut self, key: &str) -> Option<&'a str> {
        let i = self.keys.iter().position(|(k, _)| *k == key)?;
        Some(self.keys.remove(i).1)
    }

    /// Puts the value of a key back.
    pub(crate) fn put(&mut self, key: &'a str, value: &'a str) {
        self.keys.push((key, value));
    }

    /// Fails if an unread key is left.
    pub(crate) fn nothing_left(&self) -> Result<(), PositionError> {
        match self.keys.first() {
            Some((key, _)) => wrong(&clip(key), "this variant has no such key"),
            None => Ok(()),
        }
    }
}

/// Takes the first word from a text, as [`str::split_whitespace`] finds it.
fn next_word<'a>(text: &mut &'a str) -> Option<&'a str> {
    let start = text.trim_start();
    // Words without other signs than those of ASCII need not be decoded.
    let ends = |byte: u8| byte <= b' ' || !byte.is_ascii();
    let mut end = start.bytes().position(ends).unwrap_or(start.len());
    if start.as_bytes().get(end).is_some_and(|&byte| byte != b' ') {
        end = start.find(char::is_whitespace).unwrap_or(start.len());
    }
    let (word, rest) = start.split_at(end);
    *text = rest;
    (!word.is_empty()).then_some(word)
}

/// The side of `w` or `b`.
pub(crate) fn parse_side(field: &str, text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => wrong(field, format!("`{}` is neither `w` nor `b`", clip(text))),
    }
}

pub(crate) fn wrong<T>(field: &str, message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError {
        field: field.to_owned(),
        message: message.into(),
    })
}

fn number(field: &str, text: &str) -> Result<u16, PositionError> {
    if text == "-" {
        return Ok(0);
    }
    match text.parse() {
        Ok(n) => Ok(n),
        Err(_) => wrong(
            field,
            format!("`{}` is not a number from 0 to {}", clip(text), u16::MAX),
        ),
    }
}

/// The tags that letters name, as bits.
pub(crate) fn tags(tagging: &Tagging, letters: &str) -> Result<u8, PositionError> {
    let (mut tags, mut rest) = (0, letters);
    while let Some(sign) = rest.chars().next() {
        let letter = Letter::first(rest);
        let known = letter.and_then(|letter| tagging.letters.iter().position(|&known| known == letter));
        let Some(tag) = known else {
            let written =
                letter.map_or_else(|| sign.escape_default().to_string(), |letter| letter.to_string());
            let all = tagging.text(u8::MAX);
            return wrong(tagging.key, format!("`{written}` is none of `{all}`"));
        };
        tags |= 1 << tag;
        rest = &rest[letter.map_or(0, |letter| letter.len())..];
    }
    Ok(tags)
}

/// At most twenty characters of an unreadable text, for messages.
pub(crate) fn clip(text: &str) -> String {
    let mut out: String = text.chars().take(20).flat_map(char::escape_default).collect();
    if text.chars().nth(20).is_some() {
        out.push_str("...");
    }
    out
}

fn side_of(code: u8) -> Side {
    Side::decode(code).1
}
