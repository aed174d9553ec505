//! The tokens that pest expected, in words that an author knows.

use super::grammar::{Form, Rule};
use super::misplaced::first_of_block;
use super::report::Report;
use super::stream::Stream;
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::span::Span;
use crate::tokens::TokenKind;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::ops::Range;

const HEXAGONS: &str = "hexagons fit into it, skewed, with holes at the corners: \
                        `board 11x11 { holes: .. }`; the book's \"A hexagonal board\" shows how";

/// A rule as an author sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// This, in words.
    Word(&'static str),
    /// An expression; what it means depends on the declaration.
    Value,
    /// A sign that joins two expressions. An expression stands before it.
    Operator,
    /// The end of the piece.
    End,
    /// A whole declaration.
    Declaration,
}

/// Every rule in words.
fn in_words(rule: Rule) -> Expected {
    use Expected::{Declaration, End, Operator, Value, Word};
    match rule {
        Rule::EOI => End,
        Rule::declaration
        | Rule::header
        | Rule::text_decl
        | Rule::board
        | Rule::square
        | Rule::zone
        | Rule::movement
        | Rule::mechanic
        | Rule::army
        | Rule::piece
        | Rule::use_hook
        | Rule::without
        | Rule::section
        | Rule::army_piece
        | Rule::owner
        | Rule::keyword
        | Rule::kw_variant
        | Rule::kw_library
        | Rule::kw_about
        | Rule::kw_source
        | Rule::kw_start
        | Rule::kw_include
        | Rule::kw_board
        | Rule::kw_square
        | Rule::kw_zone
        | Rule::kw_movement
        | Rule::kw_mechanic
        | Rule::kw_army
        | Rule::kw_piece
        | Rule::kw_use
        | Rule::kw_without => Declaration,
        Rule::kw_extends => Word("`extends`"),
        Rule::spared | Rule::kw_except => Word("`except`"),
        Rule::expr
        | Rule::difference
        | Rule::intersection
        | Rule::chain
        | Rule::phrase
        | Rule::term
        | Rule::call
        | Rule::callee
        | Rule::argument
        | Rule::group
        | Rule::list
        | Rule::bare
        | Rule::number
        | Rule::decimal
        | Rule::range
        | Rule::lbracket => Value,
        Rule::pipe | Rule::ampersand | Rule::then | Rule::except => Operator,
        Rule::parameters | Rule::typed | Rule::arguments | Rule::lparen => Word("`(`"),
        Rule::rparen => Word("`)`"),
        Rule::rbracket => Word("`]`"),
        Rule::comma => Word("`,`"),
        Rule::colon => Word("`:`"),
        Rule::definition | Rule::default | Rule::equals => Word("`=`"),
        Rule::name | Rule::word | Rule::tail | Rule::reserved => Word("a name"),
        Rule::letter => Word("a letter"),
        Rule::side => Word("a side (`white`, `black` or `both`)"),
        Rule::key | Rule::entry | Rule::typed_parameter => Word("a word and `:`"),
        Rule::size | Rule::files | Rule::ranks => Word("a size such as `8x8`"),
        Rule::text => Word("a text in quotes"),
        Rule::WHITESPACE | Rule::COMMENT => Word("a space"),
    }
}

/// Turns pest's error into a diagnostic about these words of the stream. `end` is the author's word
/// for the end of the piece.
pub(super) fn explain(
    error: &Error<Rule>,
    form: Form,
    stream: &Stream,
    piece: Range<usize>,
    end: &str,
    report: &Report,
) -> Diagnostic {
    let offset = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => stream.span(piece.clone()).start + at,
    };
    let rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    // A side may stand before many things; what it stands before is expected as well.
    let rules = rules.iter().filter(|rule| **rule != Rule::owner);
    let words = stream.words(piece.clone());
    let found = piece.start + words.partition_point(|word| word.span.end <= offset);
    let mistake = Mistake {
        form,
        stream,
        report,
        found,
        piece,
        expected: rules.map(|rule| in_words(*rule)).collect(),
    };
    let words = mistake.words(end);
    if let Some(sign) = mistake.semicolon() {
        return sign;
    }
    let wants_name = |e: &Expected| matches!(e, Expected::Word("a name" | "a letter" | "a word and `:`"));
    if keywords::RESERVED.contains(&stream.text_of(found)) && mistake.expected.iter().all(wants_name) {
        let message = format!(
            "{} is a word of the language and cannot be a name",
            mistake.found()
        );
        return report
            .error("F0034", message, mistake.place())
            .help("choose another name");
    }
    if mistake.expected.contains(&Expected::Operator) {
        return mistake.no_operator(words);
    }
    if mistake.expected.contains(&Expected::Value) {
        return mistake.no_value();
    }
    mistake.no_word(&words)
}

/// Words of which pest could make nothing.
struct Mistake<'a, 't, 's> {
    form: Form,
    stream: &'a Stream<'t>,
    report: &'a Report<'s>,
    piece: Range<usize>,
    /// The word at the place of the error; the end of the piece if there is none.
    found: usize,
    expected: Vec<Expected>,
}

impl Mistake<'_, '_, '_> {
    /// The words that were expected, each once.
    fn words<'w>(&self, end: &'w str) -> Vec<&'w str> {
        let mut words: Vec<&str> = Vec::new();
        for one in &self.expected {
            match one {
                Expected::Word(word) if !words.contains(word) => words.push(word),
                Expected::End if !words.contains(&end) => words.push(end),
                _ => {}
            }
        }
        words
    }

    fn is_at_end(&self) -> bool {
        self.found >= self.piece.end
    }

    fn place(&self) -> Span {
        if self.is_at_end() {
            let end = self.stream.span(self.piece.clone()).end;
            return Span::new(end, end);
        }
        self.stream.span(self.found..self.found + 1)
    }

    fn found(&self) -> String {
        if self.is_at_end() {
            return "the end".to_owned();
        }
        shown(self.stream.text_of(self.found))
    }

    /// `, found ...`, but at the end.
    fn but_found(&self) -> String {
        if self.is_at_end() {
            return String::new();
        }
        format!(", found {}", self.found())
    }

    /// ` after ...`, but at the beginning.
    fn after(&self) -> String {
        if self.found == self.piece.start {
            return String::new();
        }
        format!(" after {}", shown(self.stream.text_of(self.found - 1)))
    }

    fn help(&self) -> String {
        let (stream, first) = (self.stream, self.stream.text_of(self.piece.start));
        match self.form {
            Form::ArmyPiece if first == "piece" => {
                "in an army leave out the word `piece`: every line is one".to_owned()
            }
            Form::Entry | Form::ArmyPiece => help_in_block(self.form, stream, self.piece.clone(), self.found),
            Form::Declaration => help_in_head(first),
        }
    }

    /// A `;` in a line whose rest begins no entry: it stands for a comma.
    fn semicolon(&self) -> Option<Diagnostic> {
        let (stream, start) = (self.stream, self.piece.start);
        let before = start.checked_sub(1)?;
        let parts = self.form == Form::Entry
            && stream.kind(before) == Some(TokenKind::Semicolon)
            && !stream.is_fresh(start)
            && !(start..self.piece.end).any(|at| stream.kind(at) == Some(TokenKind::Colon));
        parts.then(|| {
            let rest = shown(stream.raw(stream.span(self.piece.clone())));
            let message = format!("a new entry begins after `;`, and {rest} is none");
            let error = self.report.error("F0031", message, stream.span(before..start));
            error.help("values of one entry are parted by `,`; an entry is written `key: value`")
        })
    }

    /// An expression is over, or should go on with an operator.
    fn no_operator(&self, mut words: Vec<&str>) -> Diagnostic {
        let (stream, found) = (self.stream, self.found);
        if self.form == Form::Entry
            && stream.kind(found) == Some(TokenKind::Colon)
            && found > self.piece.start
        {
            let key = stream.text_of(found - 1);
            let message = format!("`{key}:` begins another entry");
            let help = if stream.is_fresh(found - 1) {
                "close the brackets of the entry before it".to_owned()
            } else {
                format!("begin a new line before `{key}`, or write `;`")
            };
            let place = stream.span(found - 1..found);
            return self.report.error("F0033", message, place).help(help);
        }
        if self.form == Form::Declaration
            && stream.text_of(self.piece.start) == "use"
            && stream.kind(found) == Some(TokenKind::Colon)
            && found > self.piece.start + 2
        {
            let key = stream.text_of(found - 1);
            let message = format!("a comma is missing before `{key}:`");
            let place = stream.span(found - 1..found);
            let help = format!("write `, {key}: ...`");
            return self.report.error("F0033", message, place).help(help);
        }
        let help = if self.form == Form::ArmyPiece && stream.text_of(self.piece.start) == "piece" {
            self.help()
        } else if self.expected.contains(&Expected::End) {
            "join two expressions with `|`, `&`, `then` or `except`; the next declaration begins on a line of its own"
                .to_owned()
        } else {
            words.retain(|word| !["`(`", "a text in quotes"].contains(word));
            format!(
                "expected {}, or one of `|`, `&`, `then` and `except`",
                joined(&words)
            )
        };
        let message = format!("unexpected {}{}", self.found(), self.after());
        self.report.error("F0033", message, self.place()).help(help)
    }

    /// An expression should stand here.
    fn no_value(&self) -> Diagnostic {
        let (stream, found) = (self.stream, self.found);
        let what = value_in_words(self.form, stream, self.piece.start..found);
        let message = format!("expected {what}{}{}", self.after(), self.but_found());
        let dangling = found > self.piece.start
            && matches!(
                stream.kind(found - 1),
                Some(TokenKind::Comma | TokenKind::Pipe | TokenKind::Ampersand)
            );
        if !dangling {
            let help = format!("write {what}{}", example_of(what));
            return self.report.error("F0032", message, self.place()).help(help);
        }
        let operator = stream.text_of(found - 1);
        let help = format!("write {what} behind the `{operator}`, or take the `{operator}` away");
        // Nothing follows that could be wrong itself.
        let over = self.is_at_end()
            || matches!(
                stream.kind(found),
                Some(TokenKind::CloseParen | TokenKind::CloseBracket)
            );
        let place = if over {
            stream.span(found - 1..found)
        } else {
            self.place()
        };
        self.report.error("F0032", message, place).help(help)
    }

    /// Whether a board of hexagons is asked for.
    fn is_hexagonal(&self) -> bool {
        let (stream, at) = (self.stream, self.found);
        stream.text_of(self.piece.start) == "board"
            && !self.is_at_end()
            && stream.text_of(at).starts_with("hex")
    }

    /// Another word should stand here.
    fn no_word(&self, words: &[&str]) -> Diagnostic {
        let (stream, place) = (self.stream, self.place());
        if words.is_empty() {
            if self.piece.start == 0 && stream.kind(self.found) == Some(TokenKind::Text) {
                let title = stream.text_of(self.found);
                let message = format!("the word `variant` is missing before {title}");
                return self
                    .report
                    .error("F0033", message, place)
                    .help(format!("write `variant {title} extends chess`"));
            }
            let message = format!("no declaration begins with {}", self.found());
            return self
                .report
                .error("F0033", message, place)
                .help("a declaration begins with a word such as `movement`, `army` or `board`");
        }
        if self.is_hexagonal() {
            return self
                .report
                .error("F0031", "a board is a grid of squares", place)
                .help(HEXAGONS);
        }
        let keyword = stream.text_of(self.piece.start);
        let before: Vec<&str> = (self.piece.start + 1..self.found)
            .map(|at| stream.text_of(at))
            .collect();
        if self.form == Form::Declaration
            && let Some(key) = first_of_block(keyword, &before)
        {
            let at = self.piece.start + 1 + key;
            let message = format!("expected `{{` before `{}`", stream.text_of(at));
            let place = stream.span(at..at + 1);
            return self.report.error("F0031", message, place).help(self.help());
        }
        if let Some(name) = nameless_zone(keyword, &before) {
            let at = self.piece.start + 1 + name;
            let message = format!("expected `=` after `{}`", stream.text_of(at));
            let place = stream.span(at + 1..at + 2);
            return self.report.error("F0031", message, place).help(self.help());
        }
        let message = format!("expected {}{}{}", joined(words), self.after(), self.but_found());
        let error = self.report.error("F0031", message, place);
        match stream.text_of(self.found) {
            "[" if words.contains(&"a letter") => error.help(long_letter(stream.text_of(self.found + 1))),
            title
                if keyword == "army"
                    && stream.kind(self.found) == Some(TokenKind::Name)
                    && words.contains(&"a text in quotes") =>
            {
                let side = stream.text_of(self.piece.start + 1);
                error.help(format!("a title stands in quotes: `army {side} \"{title}\" {{`"))
            }
            _ => error.help(self.help()),
        }
    }
}

/// How a letter of several characters is written.
fn long_letter(name: &str) -> String {
    let name = if name.is_empty() { "wz" } else { name };
    format!("a letter of several characters stands in parentheses: `({name})`")
}

/// Which of the words behind `zone` is the name, if the set begins right behind it, where `=` is
/// missing.
fn nameless_zone(keyword: &str, before: &[&str]) -> Option<usize> {
    let sided = before.first().is_some_and(|side| keywords::SIDES.contains(side));
    let name = usize::from(sided);
    (keyword == "zone" && before.len() == name + 2 && before[name + 1] != "=").then_some(name)
}

/// How a declaration is written that begins with this word.
fn help_in_head(keyword: &str) -> String {
    let form = match keyword {
        "variant" => "`variant \"Title\"` or `variant \"Title\" extends chess`",
        "library" => "`library \"Title\"`",
        "about" => "`about \"...\"`",
        "source" => "`source \"...\"`",
        "start" => "`start \"...\"`",
        "include" => "`include robotic`, or a path in quotes",
        "board" => "`board 8x8`",
        "square" => "`square x0 { north: a1 }`",
        "zone" => "`zone camp = ranks 1-3` or `zone white camp = ranks 1-3`",
        "movement" => "`movement lion = king | knight`",
        "mechanic" => {
            "`mechanic boom(area: movement = step all) {`, then declarations such as `on capture { ... }`, then `}`"
        }
        "army" => "`army both {`, then one line for each piece, then `}`",
        "piece" => {
            "`piece lion L = king | knight`: name, letter, movement; letters are `L`, `+L` or a name in brackets such as `(wz)`"
        }
        "use" => "`use NAME` or `use NAME(key: value)`",
        "without" => "`without castling`, `without piece queen`",
        "drop" => "`drop pawn { on: ranks 2-7 }`",
        "on" => "`on capture { remove: mover }`",
        "power" => "`power frost { while: next to enemy king; moves: none }`",
        "promotion" => "`promotion pawn { to: queen }`",
        _ => return format!("write `{keyword} {{`, then one line `key: value` for each entry, then `}}`"),
    };
    format!("write {form}")
}

/// How a line of a block is written.
fn help_in_block(form: Form, stream: &Stream, piece: Range<usize>, found: usize) -> String {
    let name =
        |at: usize| (at < piece.end && stream.kind(at) == Some(TokenKind::Name)).then(|| stream.text_of(at));
    let first = name(piece.start);
    if form == Form::ArmyPiece {
        let first = first.unwrap_or("lion");
        let plus = (stream.kind(piece.start + 1) == Some(TokenKind::Letter))
            .then(|| stream.text_of(piece.start + 1));
        let letter = name(piece.start + 1).or(plus).map_or_else(
            || {
                first
                    .chars()
                    .next()
                    .unwrap_or('L')
                    .to_ascii_uppercase()
                    .to_string()
            },
            str::to_owned,
        );
        let words = (found..piece.end).take_while(|at| name(*at).is_some()).count();
        let movement = match words {
            0 => "MOVEMENT".to_owned(),
            n => stream.raw(stream.span(found..found + n)).to_owned(),
        };
        return format!("write `{first} {letter} = {movement}`: name, letter, movement");
    }
    match (first, name(piece.start + 1)) {
        (Some(side @ ("white" | "black")), Some(key)) if found == piece.start + 1 => {
            format!("the side stands behind the colon: `{key}: {side} ...`")
        }
        // The key stands second: what stands before it is no side.
        (Some(word), Some(key)) if found == piece.start + 1 && stream.text_of(found + 1) == ":" => {
            format!("a line begins with its key: `{key}: ...`, without `{word}`")
        }
        (Some(key), _) if found > piece.start && found < piece.end => {
            let rest = stream.raw(stream.span(found..piece.end));
            let rest = rest
                .trim_start_matches(['=', ':', ' '])
                .lines()
                .next()
                .unwrap_or("...");
            format!("write `{key}: {}`", if rest.is_empty() { "..." } else { rest })
        }
        (Some(key), _) => format!("write `{key}: ...`"),
        (None, _) => "a line of a block is `key: value`".to_owned(),
    }
}

/// An example of the expected text, to be put behind its name.
fn example_of(what: &str) -> &'static str {
    match what {
        "a movement" => " such as `rook`, `step forward` or `leap(1, 2)`",
        "a set of squares" => " such as `e4`, `rank 8` or `files a-d`",
        _ => " here",
    }
}

/// The name of the expression that would stand after these words.
fn value_in_words(form: Form, stream: &Stream, before: Range<usize>) -> &'static str {
    if form == Form::Entry {
        return "a value";
    }
    let (mut depth, mut attributes) = (0usize, false);
    for at in before.clone() {
        match stream.text_of(at) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "," if depth == 0 => attributes = true,
            _ => {}
        }
    }
    match (form, stream.text_of(before.start)) {
        _ if attributes => "an attribute such as `royal`",
        (Form::Declaration, "zone") => "a set of squares",
        (Form::Declaration, "use" | "mechanic") => "a value",
        _ if depth > 0 => "a value",
        _ => "a movement",
    }
}

/// A piece of the source for a message, shortened.
fn shown(text: &str) -> String {
    const MOST: usize = 30;
    let mut short: String = text
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MOST)
        .collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{short}`")
}

/// `a, b or c`
fn joined(words: &[&str]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [front @ .., last] => format!("{} or {last}", front.join(", ")),
    }
}
