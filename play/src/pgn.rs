//! Games as text: Portable Game Notation, for any variant.
//!
//! A move whose text has several words is written with `_` between them. Reading finds tags and words; what a word means as a move, the variant says. Comments, variations and annotations are
//! left out.

use ferz::engine::{Game, Outcome};
use ferz::rules::Side;
use std::fmt::Write as _;

/// The longest line of moves that is written.
const WIDTH: usize = 80;

/// A game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The words for the moves.
    pub moves: Vec<Word>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A word of a game, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, without its number and without `!` and `?`.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(tag, _)| tag.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// The result of a game, for its tag and its end.
pub fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(Some(Side::White)) => "1-0",
        Some(Some(Side::Black)) => "0-1",
        Some(None) => "1/2-1/2",
    }
}

/// The tags that every game has, in their order; the result is the last of them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Writes a game. `name` is the variant's; `tags` are those that are known of the seven that every game has, and others, which
/// come after them; `outcome` is how it has ended.
pub fn write(game: &Game, name: &str, tags: &[(&str, &str)], outcome: Option<&Outcome>) -> String {
    let variant = game.variant();
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace(['\n', '\r'], " ");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    let result = result(outcome);
    for (name, unknown) in ROSTER {
        let known = tags.iter().find(|(tag, _)| *tag == name);
        tag(name, known.map_or(unknown, |(_, value)| value));
    }
    tag("Result", result);
    tag("Variant", name);
    for (name, value) in tags {
        if ROSTER.iter().all(|(common, _)| common != name) {
            tag(name, value);
        }
    }
    let first = game.position_at(0).map(|position| variant.fen(position));
    let start = variant.fen(&variant.start());
    if let Some(fen) = first.filter(|fen| *fen != start) {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    if let Some(outcome) = outcome {
        tag("Termination", &outcome.reason);
    }
    out.push('\n');
    let mut width = 0;
    for word in words(game).iter().map(String::as_str).chain([result]) {
        if width > 0 {
            let fits = width + 1 + word.len() <= WIDTH;
            out.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        out += word;
        width += word.len();
    }
    out.push('\n');
    out
}

/// The moves of a game in algebraic notation, with their numbers.
fn words(game: &Game) -> Vec<String> {
    let variant = game.variant();
    let mut words = Vec::new();
    let mut number = 1;
    let mut last = None;
    for (ply, mv) in game.moves().iter().enumerate() {
        let Some(position) = game.position_at(ply) else {
            break;
        };
        let moves = variant.legal_moves(position);
        let Some(i) = moves.iter().position(|legal| legal == mv) else {
            break;
        };
        let side = variant.turn(position);
        if side == Side::White && last == Some(Side::Black) {
            number += 1;
        }
        match (side, last) {
            (Side::White, Some(Side::White)) | (Side::Black, Some(_)) => {}
            (Side::White, _) => words.push(format!("{number}.")),
            (Side::Black, None) => words.push(format!("{number}...")),
        }
        last = Some(side);
        let san = variant.sans(position, &moves).into_iter().nth(i);
        words.extend(san.map(|san| san.replace(' ', "_")));
    }
    words
}

/// Reads all games of a text. What is no tag and no comment is a word, so nothing is ever refused here.
pub fn read(text: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut record = Record::default();
    let mut depth = 0usize;
    let mut comment = false;
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if !comment && depth == 0 && trimmed.starts_with('[') {
            if !record.moves.is_empty() {
                records.push(std::mem::take(&mut record));
            }
            record.tags.extend(tag(trimmed));
            continue;
        }
        if line.starts_with('%') {
            continue;
        }
        for word in split(line, &mut comment, &mut depth) {
            if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*") {
                record.result = word;
                records.push(std::mem::take(&mut record));
            } else if let Some(text) = bare(&word) {
                let text = text.replace('_', " ");
                record.moves.push(Word { text, line: i + 1 });
            }
        }
    }
    if !record.moves.is_empty() || !record.tags.is_empty() {
        records.push(record);
    }
    for record in &mut records {
        if record.result.is_empty() {
            "*".clone_into(&mut record.result);
        }
    }
    records
}

/// `[Name "value"]`
fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let rest = rest.trim().trim_end_matches(']').trim();
    let value = rest.strip_prefix('"').unwrap_or(rest);
    let value = value.strip_suffix('"').unwrap_or(value);
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some((name.to_owned(), value))
}

/// The words of a line outside of comments and variations.
fn split(line: &str, comment: &mut bool, depth: &mut usize) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in line.chars() {
        if *comment {
            *comment = c != '}';
            continue;
        }
        match c {
            '{' => *comment = true,
            ';' => break,
            '(' => *depth += 1,
            ')' => *depth = depth.saturating_sub(1),
            c if c.is_whitespace() => words.push(String::new()),
            c if *depth == 0 => {
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
                continue;
            }
            _ => continue,
        }
        words.push(String::new());
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A word without its number and its annotation; `None` if nothing is left.
fn bare(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if digits.len() < word.len() && digits.starts_with('.') {
        digits.trim_start_matches('.')
    } else {
        word
    };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty() && !word.starts_with('$') && word != "e.p.").then_some(word)
}
