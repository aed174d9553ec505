//! Mistakes that are seen without the grammar: bad tokens, brackets, nesting.

use super::report::Report;
use super::signs::{FENCE, comment_sign};
use super::stream::Stream;
use crate::quoting::{Flaw, flaws};
use crate::span::Span;
use crate::tokens::{TokenKind, tokens};
use std::ops::Range;

/// Brackets inside brackets, and `except` after `except`: no rule of a game needs more, and readers
/// of the tree may recur on it.
pub(crate) const MAX_NESTING: usize = 64;

/// The state of a piece before it is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Health {
    /// Nothing is wrong so far.
    Sound,
    /// A fault was reported inside a text or before the first word, or it was a comment; the rest
    /// keeps its meaning.
    Flawed,
    /// Something was reported where words should be; what is left may say something else.
    Holed,
    /// Something was reported, and it cannot be parsed.
    Broken,
}

/// Characters that change the direction of the following text, so that a line looks different from
/// its contents.
const TURNS: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// Reports comments and texts that are shown in another order than they are written.
pub(super) fn check_order(text: &str, report: &mut Report) {
    if !text.contains(TURNS) {
        return;
    }
    let hiding = tokens(text)
        .into_iter()
        .filter(|token| matches!(token.kind, TokenKind::Comment | TokenKind::Text));
    for token in hiding {
        let words = &text[token.span.start..token.span.end];
        let turn = words.char_indices().find(|(_, c)| TURNS.contains(c));
        if let Some((at, turn)) = turn {
            let start = token.span.start + at;
            let code = u32::from(turn);
            let message = format!(
                "this invisible character (U+{code:04X}) changes the order in which the line is shown"
            );
            let error = report.error("F0016", message, Span::new(start, start + turn.len_utf8()));
            report.add(error.help("remove it: it hides the contents of the file"));
        }
    }
}

/// Reports what is wrong with these words.
pub(super) fn check(stream: &Stream, piece: Range<usize>, report: &mut Report) -> Health {
    let (mut health, mut began) = (Health::Sound, false);
    for at in piece.clone() {
        let Some(word) = stream.word(at) else { break };
        if report.is_full() {
            return Health::Broken;
        }
        let text = stream.text_of(at);
        if word.kind == TokenKind::Letter && !may_be_letter(stream, piece.start, at) {
            let plus = Span::new(word.span.start, word.span.start + 1);
            bad_token(TokenKind::Stray, "+", plus, report);
            health = health.max(Health::Holed);
        } else if word.kind.is_bad() {
            bad_token(word.kind, text, word.span, report);
            let is_stray = word.kind == TokenKind::Stray;
            let leads = is_stray && (!began || comment_sign(text).is_some());
            health = health.max(if leads { Health::Flawed } else { Health::Holed });
        } else if word.kind == TokenKind::Text {
            for (flaw, span) in flaws(text) {
                in_text(
                    flaw,
                    &text[span.start..span.end],
                    shift(span, word.span.start),
                    report,
                );
                health = health.max(Health::Flawed);
            }
        }
        began |= word.kind != TokenKind::Stray;
    }
    if check_nesting(stream, piece.clone(), report) && check_brackets(stream, piece, report) {
        health
    } else {
        Health::Broken
    }
}

/// Whether the letter of a piece may stand at a word: behind one or more names, at the beginning.
fn may_be_letter(stream: &Stream, start: usize, at: usize) -> bool {
    at > start && (start..at).all(|before| stream.kind(before) == Some(TokenKind::Name))
}

fn shift(span: Span, by: usize) -> Span {
    Span::new(span.start + by, span.end + by)
}

/// Whether a text is the size of a board in three dimensions: `5x5x5`.
fn has_levels(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split('x').count() == 3 && text.split('x').all(is_number)
}

/// The way out for `2nd`: its number, and its word.
fn ordinal(text: &str) -> Option<String> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    let ends = ["st", "nd", "rd", "th"];
    let number = ends.iter().find_map(|end| text.strip_suffix(end))?;
    let value: usize = number.parse().ok()?;
    let word = value.checked_sub(1).and_then(|at| WORDS.get(at));
    Some(match word {
        Some(word) => format!("write `{number}`, as in `rank {number}`; or `{word}`, as in `{word} rank`"),
        None => format!("write `{number}`"),
    })
}

fn bad_token(kind: TokenKind, text: &str, span: Span, report: &mut Report) {
    let shown = text.chars().take(40).collect::<String>();
    let error = match kind {
        TokenKind::UnclosedText if text.starts_with("\"\"\"") => report
            .error("F0011", "this text is never closed", Span::new(span.start, span.start + 3))
            .help("end it with three quotes, `\"\"\"`"),
        TokenKind::UnclosedText => report
            .error("F0011", "this text is never closed", Span::new(span.start, span.start + 1))
            .help("end it with `\"` on the same line; a text of several lines stands between `\"\"\"`"),
        TokenKind::BadNumber if has_levels(text) => report
            .error("F0013", "a board has files and ranks, no levels", span)
            .help("let the levels be ranks of one board, one above the other, with rows of `holes` between them as wide as the longest leap: \
                `board 5x12 { holes: ranks 6-7 }`"),
        TokenKind::BadNumber => report
            .error("F0013", format!("`{shown}` is neither a number nor a name"), span)
            .help(ordinal(text).unwrap_or_else(|| {
                "a number is written with digits alone, a range `1..3`, a board `8x8`; names begin with a letter".to_owned()
            })),
        TokenKind::BadName => report
            .error("F0015", format!("`{shown}` cannot be a name"), span)
            .help("names have the letters a to z, digits, `-` and `_`; texts in quotes may have any letter"),
        _ if text.starts_with(FENCE) => {
            if report.is_fenced() {
                return;
            }
            report
                .error("F0010", "a ruleset is not Markdown", span)
                .help("leave out the lines with ```: the file holds nothing but rules")
        }
        _ if comment_sign(text).is_some() => {
            let sign = comment_sign(text).unwrap_or_default();
            report
                .error("F0010", format!("`{sign}` begins no comment"), span)
                .help("a comment begins with `#` and goes to the end of the line")
        }
        _ => {
            let mut chars = text.chars();
            let message = match (chars.next(), chars.next()) {
                (Some(only), None) if is_invisible(only) => {
                    format!("this invisible character (U+{:04X}) means nothing here", u32::from(only))
                }
                (_, None) => format!("the character `{text}` means nothing here"),
                _ => format!("`{}` means nothing here", text.escape_debug().take(40).collect::<String>()),
            };
            report.error("F0010", message, span).help(stray_help(text))
        }
    };
    report.add(error);
}

fn is_invisible(c: char) -> bool {
    c.is_control() || c.is_whitespace() || c == '\u{feff}'
}

const ARROW: &str = "there are no arrows: write `king e1 g1`, `reach king on d4, loss`";

/// The likely meaning of a stray character.
fn stray_help(text: &str) -> &'static str {
    match text.chars().next() {
        Some('“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`') => {
            "texts stand between straight quotes, `\"`"
        }
        Some('–' | '—' | '−' | '‐' | '‑') => "write a plain hyphen, `-`",
        Some('×' | '*') => "a board's size is written with the letter x: `8x8`",
        Some('…' | '.') => "a range is written with two dots: `1..3`",
        Some('/' | '%') => {
            "choices are joined with `|`; a comment begins with `#`; a path or a position stands between quotes"
        }
        Some(';') => "a new line ends a declaration; a semicolon parts entries within a block",
        Some('<' | '>') => "brackets are written `( )`, `[ ]` or `{ }`",
        Some('→') => ARROW,
        Some('-') if text.starts_with("->") => ARROW,
        Some('+') => "in a letter the plus stands first, `+A`; movements are joined with `|`",
        Some('-') => {
            "movements are joined with `|`; a hyphen stands inside a name, before a number, or between two: `ranks 1-3`, `a1-c3`"
        }
        Some('_') => "a name begins with a letter",
        Some(c) if c.is_whitespace() => "write a plain space",
        _ => "remove it; only comments and texts in quotes may have any character",
    }
}

fn in_text(flaw: Flaw, text: &str, span: Span, report: &mut Report) {
    let error = match flaw {
        Flaw::Escape => report
            .error("F0012", format!("`{}` is no escape", text.escape_default()), span)
            .help("the escapes are `\\\"`, `\\\\`, `\\n` and `\\t`; a backslash itself is written twice"),
        Flaw::Control => {
            let code = text.chars().next().map_or(0, u32::from);
            report
                .error(
                    "F0010",
                    format!("this invisible character (U+{code:04X}) cannot stand in a text"),
                    span,
                )
                .help("remove it")
        }
    };
    report.add(error);
}

/// Whether brackets and `except` are not nested too deep.
fn check_nesting(stream: &Stream, piece: Range<usize>, report: &mut Report) -> bool {
    // For each open bracket, how many `except` stand in it so far; they nest to the left.
    let (mut open, mut excepts) = (Vec::new(), 0);
    for at in piece {
        match stream.kind(at) {
            Some(TokenKind::OpenParen | TokenKind::OpenBracket) => open.push(excepts),
            Some(TokenKind::CloseParen | TokenKind::CloseBracket) => excepts = open.pop().unwrap_or(0),
            Some(TokenKind::Comma) => excepts = open.last().copied().unwrap_or(0),
            Some(TokenKind::Name) if stream.text_of(at) == "except" => excepts += 1,
            _ => {}
        }
        if open.len() + excepts > MAX_NESTING {
            let message = format!("this is nested more than {MAX_NESTING} deep");
            let error = report.error("F0027", message, stream.span(at..at + 1));
            report.add(error.help("give the inner part a name of its own with `movement` or `zone`"));
            return false;
        }
    }
    true
}

/// The `;` between a bracket that is never closed and the bracket of the same line that would close
/// it.
fn parting(stream: &Stream, open: usize, piece: &Range<usize>) -> Option<Span> {
    let closing = match stream.text_of(open) {
        "(" => ")",
        "[" => "]",
        _ => return None,
    };
    let line = |at: &usize| !stream.is_fresh(*at) && at < &stream.len();
    let mut rest = (open + 1..).take_while(line);
    let sign = rest.find(|at| stream.kind(*at) == Some(TokenKind::Semicolon))?;
    let closed = rest.any(|at| stream.is_unpaired(at) && stream.text_of(at) == closing);
    (closed && sign <= piece.end.max(sign)).then(|| stream.span(sign..sign + 1))
}

/// Whether every bracket has its partner; reports the first that has not.
fn check_brackets(stream: &Stream, piece: Range<usize>, report: &mut Report) -> bool {
    let Some(at) = piece.clone().find(|at| stream.is_unpaired(*at)) else {
        return true;
    };
    if let Some(sign) = parting(stream, at, &piece) {
        let error = report.error("F0025", "`;` ends an entry, also inside brackets", sign);
        report.add(error.help("inside brackets write `,`, or `|` in a set"));
        return false;
    }
    let (span, text) = (stream.span(at..at + 1), stream.text_of(at));
    let error = match stream.kind(at) {
        Some(TokenKind::OpenParen | TokenKind::OpenBracket) => {
            let closing = if text == "(" { ")" } else { "]" };
            let error = report.error("F0025", format!("this `{text}` is never closed"), span);
            let error = error.help(format!("close it with `{closing}`"));
            match (at + 1..piece.end)
                .find(|i| stream.is_unpaired(*i) && matches!(stream.text_of(*i), ")" | "]"))
            {
                Some(other) => {
                    let words = format!("`{}` does not close it", stream.text_of(other));
                    error.also(report.source(), stream.span(other..other + 1), words)
                }
                None => error,
            }
        }
        _ => report
            .error("F0026", format!("this `{text}` closes nothing"), span)
            .help("remove it, or open the bracket on the same line"),
    };
    report.add(error);
    false
}
