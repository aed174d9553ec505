//! Positions as other programs write them, rewritten to extended FEN.

use super::gates::with_rights_of_gates;
use super::letters;
use crate::engine::{Position, PositionError, Variant};
use crate::rules::{Letter, Ruleset, Side};
use std::ops::Range;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct Misread {
    /// Which field is wrong, as [`PositionError`] names it.
    pub field: String,
    /// The message.
    pub message: String,
    /// The place of the field in the text, in bytes.
    pub place: Range<usize>,
}

/// Reads a position: extended FEN, FEN as other programs write it, or SFEN.
///
/// # Errors
/// When the text cannot be read, or the position cannot occur. The place is that of the field in
/// the text that was given.
pub fn position(variant: &Variant, text: &str) -> Result<Position, Misread> {
    let whole = |text: &str, position| with_rights_of_gates(variant, text, &position).unwrap_or(position);
    let error = match variant.position(text) {
        Ok(position) => return Ok(whole(text, position)),
        Err(error) => error,
    };
    let mut text_of_others = Text::split(text);
    if text_of_others.words.is_empty() {
        return Err(text_of_others.misread(error));
    }
    let written = text_of_others.rewrite(variant);
    let mut last = None;
    for fields in written {
        match variant.position(&fields) {
            Ok(position) => return Ok(whole(&fields, position)),
            Err(error) => last = last.or(Some(error)),
        }
    }
    Err(text_of_others.misread(last.unwrap_or(error)))
}

/// A word of a text, and where it stands.
#[derive(Clone, Debug)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn place(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// A position of another program, taken apart.
struct Text<'a> {
    whole: &'a str,
    words: Vec<Word<'a>>,
    /// Whether a word in front says that it is SFEN.
    sfen: bool,
    /// The places of the six fields, as far as there are any.
    fields: [Option<Range<usize>>; 6],
}

/// The texts that may be meant by a position, with and without marks on promoted pieces, and with
/// each way to write the passed squares. `turn` is the side and its rights.
fn texts(
    variant: &Variant,
    (board, hand): (&str, &str),
    turn: &str,
    (fields, further): ([&str; 4], &str),
) -> Vec<String> {
    let mut texts = Vec::new();
    for board in [marked(board, true), marked(board, false)] {
        let mut passed = vec![fields[1].to_owned()];
        passed.extend(free_squares(variant, &board, fields[1]));
        for passed in passed {
            let text = format!(
                "{board}{hand} {turn} {passed} {} {}{further}",
                fields[2], fields[3]
            );
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts
}

impl<'a> Text<'a> {
    fn split(whole: &'a str) -> Self {
        let at = |word: &str| word.as_ptr() as usize - whole.as_ptr() as usize;
        let words = whole.split_whitespace().map(|text| Word { text, at: at(text) });
        let mut words: Vec<Word<'a>> = words.collect();
        let first = words.first().map(|word| word.text.to_ascii_lowercase());
        let sfen = first.as_deref() == Some("sfen");
        if sfen || first.as_deref() == Some("fen") {
            words.remove(0);
        }
        Self {
            whole,
            words,
            sfen,
            fields: [const { None }; 6],
        }
    }

    /// An error of the engine, with its place in this text.
    fn misread(&self, error: PositionError) -> Misread {
        const NAMES: [&str; 6] = [
            "board",
            "side to move",
            "castling",
            "en passant",
            "halfmove clock",
            "fullmove number",
        ];
        let number = NAMES.iter().position(|name| *name == error.field);
        let key = || {
            let mut words = self.words.iter();
            let named = |word: &&Word<'_>| {
                word.text
                    .split_once('=')
                    .is_some_and(|(key, _)| key == error.field)
            };
            words.find(named).map(Word::place)
        };
        let first = || self.words.first().filter(|_| number == Some(0)).map(Word::place);
        let field = number.and_then(|number| self.fields[number].clone());
        Misread {
            place: field.or_else(first).or_else(key).unwrap_or(0..self.whole.len()),
            field: error.field,
            message: error.message,
        }
    }

    /// The possible texts in extended FEN, likelier ones first; they differ in the leniency of
    /// reading.
    fn rewrite(&mut self, variant: &Variant) -> Vec<String> {
        let rules = variant.rules();
        if self.is_sfen(rules) {
            return self.rewrite_sfen(rules);
        }
        let (board, hand) = self.board(variant);
        self.fields[0] = Some(self.words[0].place());
        let keys = self.words.iter().position(|word| word.text.contains('='));
        let end = keys.unwrap_or(self.words.len()).max(1);
        let mut rest: Vec<Word<'_>> = self.words[1..end].to_vec();
        let mut turn = "w";
        if !rest.is_empty() {
            let word = rest.remove(0);
            self.fields[1] = Some(word.place());
            turn = side(word.text).unwrap_or(word.text);
        }
        let checks = rest.iter().position(|word| is_checks(word.text));
        let checks = checks.map(|i| rest.remove(i).text);
        let is_number = |word: &&Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
        // Fields without a number precede the clocks: rights first, then squares.
        let words = rest.iter().take_while(|word| !is_number(word)).count();
        let numbers = rest.len() - words;
        let mut fields = ["-"; 4];
        let squares = words == 1 && is_square(variant, rest[0].text);
        for (i, word) in rest.drain(..words).enumerate().take(2) {
            let i = i + usize::from(squares);
            fields[i] = word.text;
            self.fields[2 + i] = Some(word.place());
        }
        // One number is that of the turn; a third before the clocks is the limit of a count.
        let first: usize = match numbers {
            0 | 1 => 3,
            2 => 2,
            _ => 1,
        };
        fields[2] = "0";
        fields[3] = "1";
        for (i, word) in (first..4).zip(&rest) {
            fields[i] = word.text;
            self.fields[2 + i] = Some(word.place());
        }
        let further = rest.iter().skip(4 - first).map(|word| word.text);
        let further = further
            .chain(checks)
            .chain(self.words[end..].iter().map(|word| word.text));
        let further: String = further.map(|word| format!(" {word}")).collect();
        let turn = format!("{turn} {}", rights(variant, fields[0]));
        texts(variant, (&board, &hand), &turn, (fields, &further))
    }

    /// The board with `~` behind every piece that has promoted, and the hands in brackets.
    fn board(&self, variant: &Variant) -> (String, String) {
        let rules = variant.rules();
        let field = self.words[0].text;
        let (mut squares, mut hand) = match field.split_once('[') {
            Some((squares, hand)) => (squares, Some(hand.trim_end_matches(']'))),
            None => (field, None),
        };
        let ranks = usize::from(variant.topology().ranks());
        if hand.is_none()
            && squares.matches('/').count() == ranks
            && let Some((above, behind)) = squares.rsplit_once('/')
        {
            (squares, hand) = (above, Some(behind));
        }
        let hand = hand.map_or_else(String::new, |hand| format!("[{}]", held(rules, hand)));
        (board_of(rules, squares), hand)
    }

    /// Whether it is SFEN: where there are hands and no castling, a text without brackets whose
    /// fourth field is a number.
    fn is_sfen(&self, rules: &Ruleset) -> bool {
        let word = |i: usize| self.words.get(i).map_or("", |word| word.text);
        let is_held = |c: char| c.is_ascii_alphanumeric() || c == '+';
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_hand = |text: &str| text == "-" || (text.chars().all(is_held) && !is_number(text));
        let fits =
            matches!(word(1), "b" | "w") && self.words.len() <= 4 && is_hand(word(2)) && is_number(word(3));
        let whole = self.words.len() == 4 && rules.castling.is_empty() && rules.start.contains('[');
        // A hand behind the last rank is FEN.
        let ranks = word(0).matches('/').count() + 1;
        let plain = !word(0).contains('[') && ranks <= usize::from(rules.board.ranks);
        fits && (self.sfen || whole) && plain
    }

    fn rewrite_sfen(&mut self, rules: &Ruleset) -> Vec<String> {
        for (word, field) in self.words.iter().zip([0, 1, 0, 5]) {
            self.fields[field].get_or_insert(word.place());
        }
        let word = |i: usize, or: &'a str| self.words.get(i).map_or(or, |word| word.text);
        // The side that moves first is called black there.
        let turn = if word(1, "b") == "b" { "w" } else { "b" };
        let plies: u32 = word(3, "1").parse().unwrap_or(1).max(1);
        let number = (plies - 1) / 2 + 1;
        let board = board_of(rules, word(0, ""));
        let hand = match held(rules, word(2, "-")) {
            hand if hand.is_empty() && !rules.start.contains('[') => String::new(),
            hand => format!("[{hand}]"),
        };
        let text = |marks: bool| format!("{}{hand} {turn} - - 0 {number}", marked(&board, marks));
        vec![text(true), text(false)]
    }
}

/// The side of a word: also `r` and capital letters.
fn side(text: &str) -> Option<&'static str> {
    match text {
        "w" | "W" | "r" | "R" => Some("w"),
        "b" | "B" => Some("b"),
        _ => None,
    }
}

/// Whether a word counts checks: `3+3`, `+0+1`.
fn is_checks(text: &str) -> bool {
    let parts = text.strip_prefix('+').unwrap_or(text).split_once('+');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(white, black)| is_number(white) && is_number(black))
}

/// Whether a word is the name of a square and no castling right.
fn is_square(variant: &Variant, text: &str) -> bool {
    variant.topology().square(text).is_some()
}

/// The rights of a field without those that many programs write whether there is such a castling or
/// not, and without gates through which nothing comes.
fn rights(variant: &Variant, field: &str) -> String {
    let rules = variant.rules();
    let known = |letter: char| {
        let mut castlings = rules.castling.iter();
        castlings.any(|castling| castling.letter == letter || castling.anywhere)
    };
    let gates = has_gates(rules);
    let is_file = |letter: char| {
        let file = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
        file.is_some_and(|file| file < u32::from(variant.topology().files()))
    };
    let is_shut = |letter: char| is_file(letter) && !is_gate(rules, letter);
    let kept: String = field
        .chars()
        .filter(|&letter| {
            known(letter)
                || if gates {
                    !is_shut(letter)
                } else {
                    !"KQkq".contains(letter)
                }
        })
        .collect();
    if kept.is_empty() { "-".to_owned() } else { kept }
}

/// Whether a letter is that of a file on which a piece of its side may let another in.
fn is_gate(rules: &Ruleset, letter: char) -> bool {
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let file = letter.to_ascii_lowercase();
    let mut drops = rules.drops.iter().filter(|drop| drop.side == side);
    drops.any(|drop| drop.gate.0.iter().any(|square| square.starts_with(file)))
}

/// Whether pieces come in behind others, whose rights stand among those to castle.
fn has_gates(rules: &Ruleset) -> bool {
    rules.drops.iter().any(|drop| !drop.gate.0.is_empty())
}

/// The squares of a field without those on which something stands, if some are.
fn free_squares(variant: &Variant, board: &str, field: &str) -> Option<String> {
    let taken = taken(variant, board);
    let mut free = String::new();
    let mut rest = field;
    while !rest.is_empty() {
        let length = (2..=3.min(rest.len()))
            .rev()
            .find(|&n| rest.get(..n).is_some_and(|name| is_square(variant, name)))?;
        if !taken.iter().any(|name| name == &rest[..length]) {
            free.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    let free = if free.is_empty() { "-".to_owned() } else { free };
    (free != field).then_some(free)
}

/// The names of the squares on which something stands, by the board field alone.
fn taken(variant: &Variant, board: &str) -> Vec<String> {
    let topology = variant.topology();
    let mut names = Vec::new();
    for (rank, row) in (0..topology.ranks()).rev().zip(board.split('/')) {
        let (mut file, mut run) = (0u32, 0u32);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                run = run.saturating_mul(10).saturating_add(digit).min(1000);
                continue;
            }
            file += std::mem::take(&mut run);
            if matches!(sign, '+' | '~') {
                continue;
            }
            let square = u8::try_from(file).ok().and_then(|file| topology.at(file, rank));
            names.extend(square.map(|square| topology.name(square).to_owned()));
            file += 1;
        }
    }
    names
}

/// The pieces in hand, one letter each, of letters with counts before them or none.
fn held(rules: &Ruleset, text: &str) -> String {
    let (mut out, mut rest, mut count) = (String::new(), text, 0usize);
    while let Some(sign) = rest.chars().next() {
        if let Some(digit) = sign.to_digit(10) {
            count = (count * 10 + digit as usize).min(255);
            rest = &rest[1..];
        } else if matches!(sign, '-' | ',') {
            rest = &rest[1..];
        } else {
            let (letter, length) = piece(rules, rest);
            out += &letter.trim_end_matches('~').repeat(count.max(1));
            (rest, count) = (&rest[length..], 0);
        }
    }
    out
}

/// Ranks with the letters of the rules, with a `~` behind each piece that is said to have promoted.
fn board_of(rules: &Ruleset, squares: &str) -> String {
    let (mut out, mut rest) = (String::new(), squares);
    while let Some(sign) = rest.chars().next() {
        if sign == '+' || sign.is_ascii_alphabetic() {
            let (letter, length) = piece(rules, rest);
            out += &letter;
            rest = &rest[length..];
            if letter.ends_with('~') {
                rest = rest.strip_prefix('~').unwrap_or(rest);
            }
        } else if let Some(end) = own_letter(rest) {
            out.push_str(&rest[..=end]);
            rest = &rest[end + 1..];
        } else {
            out.push(sign);
            rest = &rest[sign.len_utf8()..];
        }
    }
    out
}

/// The end of a letter in parentheses with which a text begins: `(WZ)`.
fn own_letter(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('(')?;
    // No name is longer, but the text may be.
    let mut near = inside.bytes().take(Letter::LONGEST_NAME + 1);
    let end = near.position(|byte| byte == b')')?;
    Some(end + 1)
}

/// The letter of the rules for the piece with which a text begins, with a `~` if a `+` says that it
/// has promoted, and how long it is there. Letters of no piece of the rules stay as they are.
fn piece(rules: &Ruleset, text: &str) -> (String, usize) {
    let start = usize::from(text.starts_with('+'));
    let Some(letter) = text[start..].chars().next() else {
        return (text[..start].to_owned(), start);
    };
    let length = start + letter.len_utf8();
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let named = || {
        let called = letters::called(rules, &text[..length], side)?;
        let own = letters::letter(rules, called.kind, side)?;
        Some(if called.risen { format!("{own}~") } else { own })
    };
    match named() {
        Some(own) => (own, length),
        None => (text[..length].to_owned(), length),
    }
}

/// A board with its marks of promoted pieces, or without.
fn marked(board: &str, marks: bool) -> String {
    if marks {
        board.to_owned()
    } else {
        board.replace('~', "")
    }
}
