//! Games as text: Portable Game Notation, for any variant.
//!
//! A move whose text has several words is written with `_` between them. Reading finds tags and
//! words; what a word means as a move, the variant says. Comments, variations and annotations are
//! left out.

use ferz::engine::{Game, Outcome};
use ferz::rules::Side;
use std::fmt::{self, Write as _};

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
    /// The line of the first word that was left out since there are too many; `None` if none was.
    pub cut: Option<usize>,
    /// The first broken place of the text; `None` if it is whole.
    pub fault: Option<Fault>,
}

/// A broken place of a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The line, from 1.
    pub line: usize,
}

/// A kind of fault in a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A line that begins like a tag and is none.
    Tag,
    /// A comment without its `}`.
    Comment,
    /// A variation without its `)`.
    Variation,
    /// A `)` without its `(`.
    Closed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.kind {
            FaultKind::Tag => "this is not a tag; tags are written like `[White \"Ann\"]`",
            FaultKind::Comment => "the comment that begins here has no `}`",
            FaultKind::Variation => "the variation that begins here has no `)`",
            FaultKind::Closed => "this `)` has no `(`",
        };
        write!(f, "line {}: {words}", self.line)
    }
}

/// A word of a game, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, without its number and without `!` and `?`.
    pub text: String,
    /// The line, from 1.
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
#[doc(hidden)]
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

/// Writes a game. `name` is the variant's. `tags` are the known ones of the seven that every game
/// has, and others, which come after them. `outcome` is the result.
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
        tag("Termination", outcome.reason.as_str());
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

/// Reads all games of a text. No text is refused; each record names its first broken place.
pub fn read(text: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut reader = Reader::new();
    reader.feed(text, &mut |record| records.push(record));
    records.extend(reader.finish());
    records
}

/// Maximum number of words that are kept of a game, and of tags.
const MOST_WORDS: usize = 100_000;
const MOST_TAGS: usize = 1_000;
/// The longest word and the longest line with a tag, in bytes; the rest of it is left out.
const LONGEST_WORD: usize = 1 << 10;
const LONGEST_TAG: usize = 16 << 10;
/// The longest name of a piece that stands in brackets.
const LONGEST_NAME: usize = 8;

/// The place in a line that a reader has reached.
#[derive(Debug, Default, PartialEq, Eq)]
enum Place {
    /// At its first character.
    #[default]
    Start,
    /// Behind spaces.
    Blank,
    Text,
    /// In a tag.
    Tag,
    /// In a rest that says nothing.
    Rest,
}

/// Reads games as their text comes, piece by piece, and holds no more than one of them.
#[derive(Debug, Default)]
pub struct Reader {
    record: Record,
    /// From 0.
    line: usize,
    place: Place,
    /// The word or the line with a tag, as far as it is read.
    word: String,
    comment: bool,
    /// Variations within variations.
    depth: usize,
    /// The line in which the open comment or variation begins, from 1.
    opened: usize,
    /// A bracket that may begin the name of a piece, `(WZ)`, or a variation, and the text since.
    bracket: String,
}

impl Reader {
    /// A reader at the beginning of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a piece of the text, and hands out the games that end in it.
    pub fn feed(&mut self, text: &str, found: &mut dyn FnMut(Record)) {
        for c in text.chars() {
            if c == '\n' {
                self.end_line(found);
            } else {
                self.character(c, found);
            }
        }
    }

    /// The last game, if the text has ended in the middle of one.
    pub fn finish(mut self) -> Option<Record> {
        let mut last = None;
        self.end_line(&mut |record| last = Some(record));
        self.close();
        let open = !self.record.moves.is_empty() || !self.record.tags.is_empty();
        if open { Some(self.take()) } else { last }
    }

    fn end_line(&mut self, found: &mut dyn FnMut(Record)) {
        if self.place == Place::Tag {
            let line = std::mem::take(&mut self.word);
            self.tags(line.trim());
        } else {
            if !self.bracket.is_empty() {
                self.continues_bracket('\n', found);
            }
            self.end_word(found);
        }
        self.place = Place::Start;
        self.line += 1;
    }

    /// The tags of a line, usually one.
    fn tags(&mut self, mut line: &str) {
        while !line.is_empty() {
            let Some((name, value, rest)) = tag(line) else {
                return self.fault(FaultKind::Tag, self.line + 1);
            };
            if self.record.tags.len() < MOST_TAGS {
                self.record.tags.push((name, value));
            }
            line = rest;
        }
    }

    fn fault(&mut self, kind: FaultKind, line: usize) {
        self.record.fault.get_or_insert(Fault { kind, line });
    }

    /// Ends what is still open where the game ends.
    fn close(&mut self) {
        if self.comment {
            self.fault(FaultKind::Comment, self.opened);
        } else if self.depth > 0 {
            self.fault(FaultKind::Variation, self.opened);
        }
        (self.comment, self.depth) = (false, 0);
    }

    fn character(&mut self, c: char, found: &mut dyn FnMut(Record)) {
        if matches!(self.place, Place::Start | Place::Blank) {
            self.place = match c {
                '%' if self.place == Place::Start => Place::Rest,
                // Tags that end a variation begin a game.
                '[' if !self.comment && (self.depth == 0 || self.place == Place::Start) => {
                    self.close();
                    if !self.record.moves.is_empty() {
                        found(self.take());
                    }
                    Place::Tag
                }
                c if c.is_whitespace() => Place::Blank,
                _ => Place::Text,
            };
        }
        match self.place {
            Place::Tag => self.push(c, LONGEST_TAG),
            Place::Text => self.text(c, found),
            Place::Start | Place::Blank | Place::Rest => {}
        }
    }

    /// A character outside of tags.
    fn text(&mut self, c: char, found: &mut dyn FnMut(Record)) {
        if self.comment {
            self.comment = c != '}';
            return;
        }
        if !self.bracket.is_empty() && self.continues_bracket(c, found) {
            return;
        }
        let parts = matches!(c, '{' | ';' | '(' | ')') || c.is_whitespace();
        if c == '(' && self.depth == 0 && may_name(&self.word) {
            self.bracket.push(c);
            return;
        }
        if parts {
            self.end_word(found);
        }
        match c {
            '{' => {
                self.comment = true;
                self.open();
            }
            ';' => self.place = Place::Rest,
            '(' => {
                self.open();
                self.depth += 1;
            }
            ')' if self.depth == 0 => self.fault(FaultKind::Closed, self.line + 1),
            ')' => self.depth -= 1,
            c if self.depth == 0 && !parts => self.push(c, LONGEST_WORD),
            _ => {}
        }
    }

    /// Notes where a comment or the outermost variation begins.
    fn open(&mut self) {
        if self.depth == 0 {
            self.opened = self.line + 1;
        }
    }

    /// Goes on with a bracket; `false` if it has turned out what it is, and the character is still
    /// to be read.
    fn continues_bracket(&mut self, c: char, found: &mut dyn FnMut(Record)) -> bool {
        let name = self.bracket.trim_matches(['(', ')']);
        let closed = self.bracket.ends_with(')');
        if !closed && (c.is_ascii_alphanumeric() && name.len() < LONGEST_NAME || c == ')') {
            self.bracket.push(c);
            return true;
        }
        let bracket = std::mem::take(&mut self.bracket);
        let capitals = !bracket.contains(|c: char| c.is_ascii_lowercase());
        let is_name = closed
            && bracket[1..].starts_with(|c: char| c.is_ascii_alphabetic())
            && match self.word.chars().last() {
                Some('=') => true,
                Some(last) if last.is_ascii_digit() => bracket[1..bracket.len() - 1]
                    .bytes()
                    .all(|c| c.is_ascii_lowercase()),
                _ => capitals && (c.is_ascii_lowercase() || c.is_ascii_digit() || c == '@'),
            };
        if is_name {
            bracket.chars().for_each(|c| self.push(c, LONGEST_WORD));
        } else {
            self.end_word(found);
            self.open();
            self.depth += usize::from(!closed);
        }
        false
    }

    fn push(&mut self, c: char, longest: usize) {
        if self.word.len() < longest {
            self.word.push(c);
        }
    }

    fn end_word(&mut self, found: &mut dyn FnMut(Record)) {
        let word = std::mem::take(&mut self.word);
        if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.record.result = word;
            found(self.take());
        } else if let Some(text) = bare(&word) {
            let line = self.line + 1;
            if self.record.moves.len() < MOST_WORDS {
                let text = text.replace('_', " ");
                self.record.moves.push(Word { text, line });
            } else {
                self.record.cut.get_or_insert(line);
            }
        }
    }

    fn take(&mut self) -> Record {
        let mut record = std::mem::take(&mut self.record);
        if record.result.is_empty() {
            "*".clone_into(&mut record.result);
        }
        record
    }
}

/// Whether a bracket behind the present part of a word may begin the name of a piece: that of the
/// moving piece, or of its promotion.
fn may_name(word: &str) -> bool {
    word.is_empty() || word.ends_with(|c: char| matches!(c, '.' | '+' | '=') || c.is_ascii_digit())
}

/// `[Name "value"]`: name, value and the rest of the line. Both quotes may be missing, but not one
/// of them.
fn tag(line: &str) -> Option<(String, String, &str)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let Some(quoted) = rest.strip_prefix('"') else {
        let (value, rest) = rest.split_once(']')?;
        let whole = !name.is_empty() && !value.contains('"');
        return whole.then(|| (name.to_owned(), value.trim_end().to_owned(), rest.trim_start()));
    };
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let c = rest.chars().next()?;
        let behind = &rest[c.len_utf8()..];
        let escaped = behind.starts_with(['"', '\\']);
        // Many files do not escape quotes within a value.
        let end = behind.trim_start().strip_prefix(']').filter(|_| c == '"');
        if let Some(rest) = end {
            return (!name.is_empty()).then(|| (name.to_owned(), value, rest.trim_start()));
        }
        rest = match c {
            '\\' if escaped => &behind[1..],
            _ => behind,
        };
        value.push(if c == '\\' && escaped {
            char::from(behind.as_bytes()[0])
        } else {
            c
        });
    }
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
    let move_like = !word.is_empty() && !word.starts_with('$') && word != "e.p.";
    (move_like && !is_number(word) && !is_verdict(word)).then_some(word)
}

/// Whether a word is a move number without its dot. `0000` is a pass.
fn is_number(word: &str) -> bool {
    word.bytes().all(|c| c.is_ascii_digit()) && word != "0000"
}

/// Whether a word judges the position, like `+-` and `=`. `--` is a pass.
fn is_verdict(word: &str) -> bool {
    word != "--"
        && word
            .chars()
            .all(|c| "+-/=\u{b1}\u{2213}\u{2a71}\u{2a72}\u{221e}".contains(c))
}
