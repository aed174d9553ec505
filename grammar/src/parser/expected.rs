//! What pest expected, in words that an author knows.

use super::grammar::{Form, Rule};
use super::report::Report;
use super::stream::Stream;
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::span::Span;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::ops::Range;

/// A rule as an author sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// This, in words.
    Word(&'static str),
    /// An expression; what it means depends on the declaration.
    Value,
    /// What joins two expressions. Where it is expected, an expression stands before.
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
        | Rule::army
        | Rule::piece
        | Rule::use_hook
        | Rule::without
        | Rule::section
        | Rule::army_piece
        | Rule::entry
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
        | Rule::kw_army
        | Rule::kw_piece
        | Rule::kw_use
        | Rule::kw_without => Declaration,
        Rule::kw_extends => Word("`extends`"),
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
        Rule::parameters | Rule::arguments | Rule::lparen => Word("`(`"),
        Rule::rparen => Word("`)`"),
        Rule::rbracket => Word("`]`"),
        Rule::comma => Word("`,`"),
        Rule::colon => Word("`:`"),
        Rule::definition | Rule::equals => Word("`=`"),
        Rule::name | Rule::word | Rule::tail | Rule::reserved => Word("a name"),
        Rule::letter => Word("a letter"),
        Rule::side => Word("a side (`white`, `black` or `both`)"),
        Rule::key => Word("a word and `:`"),
        Rule::size | Rule::files | Rule::ranks => Word("a size such as `8x8`"),
        Rule::text => Word("a text in quotes"),
        Rule::WHITESPACE | Rule::COMMENT => Word("a space"),
    }
}

/// Turns pest's error into a diagnostic about these words of the stream. `end` is what the author would call
/// the end of the piece.
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
    let expected: Vec<Expected> = rules.iter().map(|rule| in_words(*rule)).collect();
    let mut words: Vec<&str> = Vec::new();
    for one in &expected {
        match one {
            Expected::Word(word) if !words.contains(word) => words.push(word),
            Expected::End if !words.contains(&end) => words.push(end),
            _ => {}
        }
    }
    // The word at the place of the error, if it is not the end, and the one before it.
    let found = piece.start
        + stream
            .words(piece.clone())
            .partition_point(|word| word.span.end <= offset);
    let place = if found < piece.end {
        stream.span(found..found + 1)
    } else {
        let end = stream.span(piece.clone()).end;
        Span::new(end, end)
    };
    let found_text = (found < piece.end).then(|| shown(stream.text_of(found)));
    let after = (found > piece.start).then(|| format!(" after {}", shown(stream.text_of(found - 1))));
    let after = after.unwrap_or_default();
    let but_found = found_text
        .as_ref()
        .map(|text| format!(", found {text}"))
        .unwrap_or_default();
    let found_text = found_text.unwrap_or_else(|| "the end".to_owned());

    let wants_name = |e: &Expected| matches!(e, Expected::Word("a name" | "a letter" | "a word and `:`"));
    let diagnostic = if keywords::RESERVED.contains(&stream.text_of(found)) && expected.iter().all(wants_name)
    {
        let message = format!("{found_text} is a word of the language and cannot be a name");
        report.error("F0034", message, place).help("choose another name")
    } else if expected.contains(&Expected::Operator) {
        let help = if expected.contains(&Expected::End) {
            "join two expressions with `|`, `&`, `then` or `except`; what is next begins on a line of its own"
                .to_owned()
        } else {
            words.retain(|word| !["`(`", "a text in quotes"].contains(word));
            format!(
                "expected {}, or one of `|`, `&`, `then` and `except`",
                joined(&words)
            )
        };
        report
            .error("F0033", format!("unexpected {found_text}{after}"), place)
            .help(help)
    } else if expected.contains(&Expected::Value) {
        let what = value_in_words(form, stream, piece.start..found);
        report.error("F0032", format!("expected {what}{after}{but_found}"), place)
    } else if words.is_empty() {
        report
            .error("F0033", format!("no declaration begins with {found_text}"), place)
            .help("a declaration begins with a word such as `movement`, `army` or `board`")
    } else {
        report.error(
            "F0031",
            format!("expected {}{after}{but_found}", joined(&words)),
            place,
        )
    };
    if form == Form::ArmyPiece && stream.text_of(piece.start) == "piece" {
        return diagnostic.help("in an army leave out the word `piece`: every line is one");
    }
    diagnostic
}

/// What an expression is called that would stand after these words.
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
        (Form::Declaration, "use") => "a value",
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
