//! One declaration or one entry: the spaces between its words and where it is broken into lines.

use super::{Comment, Gap, INDENT, Line, WIDTH};
use crate::keywords::RESERVED;
use crate::parser::stream::Stream;
use crate::tokens::TokenKind;
use std::mem::take;
use std::ops::Range;

/// The form of a piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Declaration,
    ArmyPiece,
    Entry,
}

/// A piece of the text with its layout.
#[derive(Debug)]
pub(super) struct Piece<'t> {
    pub(super) words: Range<usize>,
    pub(super) form: Form,
    indent: usize,
    /// The text before each word but the first, by the word's number in the piece.
    seams: Vec<Seam<'t>>,
    /// The `=` of a definition.
    pub(super) equals: Option<usize>,
}

/// The text between two words of a piece.
#[derive(Clone, Debug, Default)]
struct Seam<'t> {
    /// The word begins a line.
    breaks: bool,
    comments: Vec<Comment<'t>>,
    /// Spaces more than usual.
    padding: usize,
}

/// The place where the next word is written.
struct Pen<'t, 'l> {
    lines: &'l mut Vec<Line<'t>>,
    line: Line<'t>,
    line_indent: usize,
    column: usize,
}

impl<'t, 'l> Pen<'t, 'l> {
    fn new(indent: usize, lines: &'l mut Vec<Line<'t>>) -> Self {
        Self {
            lines,
            line: Line {
                text: " ".repeat(indent),
                ..Line::default()
            },
            line_indent: indent,
            column: indent,
        }
    }

    /// Goes to a new line; the comments stand behind this one, or on lines of their own.
    fn begin_line(&mut self, comments: &[Comment<'t>], indent: usize) {
        for comment in comments {
            if !comment.own_line && self.line.comment.is_none() && !is_blank(&self.line.text) {
                self.line.comment = Some(comment.text);
                continue;
            }
            self.end_line();
            self.lines.push(Line {
                text: " ".repeat(indent) + comment.text,
                ..Line::default()
            });
        }
        self.end_line();
        self.line.text = " ".repeat(indent);
        (self.line_indent, self.column) = (indent, indent);
    }

    fn end_line(&mut self) {
        if !is_blank(&self.line.text) {
            self.lines.push(take(&mut self.line));
        }
    }

    fn space(&mut self, spaces: usize) {
        self.line.text.extend(std::iter::repeat_n(' ', spaces));
        self.column += spaces;
    }

    fn write(&mut self, text: &str) {
        let begin = if text.contains(['\n', '\r']) {
            0
        } else {
            self.column
        };
        self.column = begin + width(text);
        self.line.text.push_str(text);
    }

    fn end(self) {
        self.lines.push(self.line);
    }
}

impl<'t> Piece<'t> {
    /// Reads a piece with its gaps, but for the gap before it.
    pub(super) fn new(
        stream: &Stream<'t>,
        gaps: &mut [Gap<'t>],
        words: Range<usize>,
        indent: usize,
        form: Form,
    ) -> Self {
        let mut piece = Self {
            seams: vec![Seam::default(); words.len()],
            equals: None,
            words,
            form,
            indent,
        };
        piece.equals = piece
            .outside(stream)
            .into_iter()
            .find(|at| stream.kind(*at) == Some(TokenKind::Equals));
        let inner = piece.words.start + 1..piece.words.end;
        for (at, gap) in inner.clone().zip(&mut gaps[inner]) {
            let gap = take(gap);
            if gap.newlines > 0 || !gap.comments.is_empty() {
                let target = piece.movable(stream, at);
                let seam = piece.seam(target);
                seam.breaks = true;
                seam.comments.extend(gap.comments);
            }
        }
        for at in piece.words.start + 1..piece.words.end {
            if piece.at(at).comments.is_empty() && !piece.may_break(stream, at) {
                piece.seam(at).breaks = false;
            }
        }
        piece.break_union(stream);
        piece.fill(stream);
        piece
    }

    fn seam(&mut self, at: usize) -> &mut Seam<'t> {
        &mut self.seams[at - self.words.start]
    }

    fn at(&self, at: usize) -> &Seam<'t> {
        &self.seams[at - self.words.start]
    }

    /// Adds spaces before a word.
    pub(super) fn pad(&mut self, at: usize, padding: usize) {
        self.seam(at).padding = padding;
    }

    /// Whether a line begins somewhere before this word of the piece.
    pub(super) fn breaks_before(&self, end: usize) -> bool {
        self.seams[..end - self.words.start]
            .iter()
            .any(|seam| seam.breaks)
    }

    /// Whether it stands on one line.
    pub(super) fn is_plain(&self) -> bool {
        self.seams.iter().all(|seam| !seam.breaks)
    }

    /// Whether there are comments inside.
    pub(super) fn has_comments(&self) -> bool {
        self.seams.iter().any(|seam| !seam.comments.is_empty())
    }

    /// The comments inside, which are then forgotten.
    pub(super) fn take_comments(&mut self) -> Vec<Comment<'t>> {
        self.seams
            .iter_mut()
            .flat_map(|seam| take(&mut seam.comments))
            .collect()
    }

    /// The words outside of brackets.
    pub(super) fn outside(&self, stream: &Stream) -> Vec<usize> {
        self.in_depth(stream, 0)
    }

    /// The words inside this many brackets; brackets count as outside of themselves.
    pub(super) fn in_depth(&self, stream: &Stream, wanted: usize) -> Vec<usize> {
        let mut depth = 0usize;
        let mut found = Vec::new();
        for at in self.words.clone() {
            if is_close(stream.kind(at)) {
                depth = depth.saturating_sub(1);
            }
            if depth == wanted {
                found.push(at);
            }
            if is_open(stream.kind(at)) {
                depth += 1;
            }
        }
        found
    }

    /// The right place for a line break before a word: operators begin lines, commas and colons end
    /// them.
    fn movable(&self, stream: &Stream, at: usize) -> usize {
        let next = at + 1 < self.words.end;
        if at - 1 > self.words.start && is_operator(stream, at - 1) {
            at - 1
        } else if next && matches!(stream.kind(at), Some(TokenKind::Comma | TokenKind::Colon)) {
            at + 1
        } else {
            at
        }
    }

    /// Whether a line may begin with this word.
    fn may_break(&self, stream: &Stream, at: usize) -> bool {
        is_operator(stream, at)
            || stream.kind(at - 1) == Some(TokenKind::Comma)
            || is_open(stream.kind(at - 1)) && !is_close(stream.kind(at))
            || is_close(stream.kind(at)) && self.is_hanging(stream, at)
    }

    /// Whether a line ends behind the bracket that this one closes.
    fn is_hanging(&self, stream: &Stream, close: usize) -> bool {
        stream
            .partner(close)
            .is_some_and(|open| open + 1 < close && self.at(open + 1).breaks)
    }

    /// A union that is broken somewhere, or too long, is broken before each of its parts.
    fn break_union(&mut self, stream: &Stream<'t>) {
        let Some(equals) = self.equals else { return };
        let pipes: Vec<usize> = self
            .outside(stream)
            .into_iter()
            .filter(|at| *at > equals && stream.kind(*at) == Some(TokenKind::Pipe))
            .collect();
        if self.is_too_long(stream) || pipes.iter().any(|at| self.at(*at).breaks) {
            for at in pipes {
                self.seam(at).breaks = true;
            }
        }
    }

    /// Long lists of values and of parameters are broken behind commas.
    fn fill(&mut self, stream: &Stream<'t>) {
        let depth = match self.form {
            Form::Entry => 0,
            Form::Declaration if stream.text_of(self.words.start) == "use" => 1,
            Form::Declaration | Form::ArmyPiece => return,
        };
        let behind_comma: Vec<usize> = self
            .in_depth(stream, depth)
            .into_iter()
            .filter(|at| *at > self.words.start && stream.kind(*at - 1) == Some(TokenKind::Comma))
            .collect();
        let Some(&first) = behind_comma.first() else {
            return;
        };
        // A continued value begins in the column of the first value.
        let is_first = |at: &usize| {
            matches!(
                stream.kind(*at - 1),
                Some(TokenKind::Colon | TokenKind::OpenParen)
            )
        };
        let value = (self.words.start + 1..first).find(is_first).unwrap_or(first);
        let begin = self.indent + self.measure(stream, self.words.start..value);
        let mut column = begin + self.measure(stream, value..first);
        for (index, &at) in behind_comma.iter().enumerate() {
            let end = behind_comma.get(index + 1).copied().unwrap_or(self.words.end);
            let length = self.measure(stream, at..end);
            // The space behind the comma may be the one that is too much.
            if column + length > WIDTH + usize::from(end < self.words.end) {
                self.seam(at).breaks = true;
            }
            column = if self.at(at).breaks { begin } else { column } + length;
        }
    }

    fn is_too_long(&self, stream: &Stream<'t>) -> bool {
        let mut lines = Vec::new();
        self.render(stream, &mut lines);
        lines.iter().any(|line| line.text.chars().count() > WIDTH)
    }

    /// All of it on one line, without its breaks.
    pub(super) fn on_one_line(&self, stream: &Stream<'t>) -> String {
        let mut text = String::new();
        for at in self.words.clone() {
            if at > self.words.start && self.is_spaced(stream, at) {
                text.push(' ');
            }
            text.push_str(stream.text_of(at));
        }
        text
    }

    /// Columns from one word to another on one line, with the space before the latter.
    pub(super) fn measure(&self, stream: &Stream, words: Range<usize>) -> usize {
        words
            .map(|at| {
                width(stream.text_of(at))
                    + usize::from(at + 1 < self.words.end && self.is_spaced(stream, at + 1))
            })
            .sum()
    }

    /// Whether a space stands before a word that begins no line.
    fn is_spaced(&self, stream: &Stream, at: usize) -> bool {
        let (before, here) = (stream.kind(at - 1), stream.kind(at));
        if matches!(here, Some(TokenKind::Comma | TokenKind::Colon)) || is_close(here) || is_open(before) {
            return false;
        }
        if here != Some(TokenKind::OpenParen) || before != Some(TokenKind::Name) {
            return true;
        }
        // A name in brackets is the letter of a piece.
        let start = self.words.start;
        let is_letter = match self.form {
            Form::ArmyPiece => at == start + 1,
            Form::Declaration => {
                let names = (start..at).all(|before| stream.kind(before) == Some(TokenKind::Name));
                names
                    && [start, start + 1]
                        .into_iter()
                        .any(|word| word + 1 < at && stream.text_of(word) == "piece")
            }
            Form::Entry => false,
        };
        if is_letter {
            return true;
        }
        // `f(x)` is a call, `f (x)` is not.
        let is_parameters = self.form == Form::Declaration
            && at == self.words.start + 2
            && matches!(stream.text_of(self.words.start), "movement" | "mechanic" | "use");
        let is_call = stream.touches(at) && !RESERVED.contains(&stream.text_of(at - 1));
        !is_parameters && !is_call
    }

    /// Writes the lines of the piece.
    pub(super) fn render(&self, stream: &Stream<'t>, lines: &mut Vec<Line<'t>>) {
        let mut pen = Pen::new(self.indent, lines);
        let mut places = Places {
            equals: None,
            value: None,
            brackets: Vec::new(),
        };
        for at in self.words.clone() {
            let close = if is_close(stream.kind(at)) {
                places.brackets.pop()
            } else {
                None
            };
            let seam = self.at(at);
            if at > self.words.start && seam.breaks {
                let indent = match close {
                    Some(bracket) if bracket.hangs => bracket.line_indent,
                    _ => self.indent_of(stream, at, &places),
                };
                pen.begin_line(&seam.comments, indent);
            } else if at > self.words.start {
                pen.space(usize::from(self.is_spaced(stream, at)) + seam.padding);
            }
            self.note(stream, at, &pen, &mut places);
            pen.write(stream.text_of(at));
        }
        pen.end();
    }

    /// Remembers the column of a word that lines further down are indented by.
    fn note(&self, stream: &Stream<'t>, at: usize, pen: &Pen<'t, '_>, places: &mut Places) {
        match stream.kind(at) {
            Some(TokenKind::Equals) if self.equals == Some(at) => places.equals = Some(pen.column),
            Some(TokenKind::Colon) if places.brackets.is_empty() && places.value.is_none() => {
                places.value = Some(pen.column + 2);
            }
            kind if is_open(kind) => places.brackets.push(Bracket {
                hangs: at + 1 < self.words.end && self.at(at + 1).breaks,
                line_indent: pen.line_indent,
                column: pen.column,
            }),
            _ => {}
        }
    }

    /// How far a line that begins with this word is indented.
    fn indent_of(&self, stream: &Stream, at: usize, places: &Places) -> usize {
        match (places.brackets.last(), places.equals, places.value) {
            (Some(bracket), ..) if bracket.hangs => bracket.line_indent + INDENT,
            (Some(bracket), ..) => bracket.column + 1,
            (None, Some(equals), _) if is_operator(stream, at) => equals,
            (None, Some(equals), _) => equals + 2,
            (None, None, Some(value)) => value,
            (None, None, None) => self.indent + 2 * INDENT,
        }
    }
}

/// Columns of the written part of a piece.
struct Places {
    equals: Option<usize>,
    value: Option<usize>,
    /// The open brackets.
    brackets: Vec<Bracket>,
}

struct Bracket {
    /// A line ends behind it.
    hangs: bool,
    /// Indentation of its line.
    line_indent: usize,
    column: usize,
}

/// Columns of the last line of a text.
pub(super) fn width(text: &str) -> usize {
    text.rsplit(['\n', '\r']).next().unwrap_or(text).chars().count()
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|b| b == b' ')
}

/// Whether the word joins two expressions.
fn is_operator(stream: &Stream, at: usize) -> bool {
    match stream.kind(at) {
        Some(TokenKind::Pipe | TokenKind::Ampersand) => true,
        Some(TokenKind::Name) => RESERVED.contains(&stream.text_of(at)),
        _ => false,
    }
}

fn is_open(kind: Option<TokenKind>) -> bool {
    matches!(kind, Some(TokenKind::OpenParen | TokenKind::OpenBracket))
}

fn is_close(kind: Option<TokenKind>) -> bool {
    matches!(kind, Some(TokenKind::CloseParen | TokenKind::CloseBracket))
}
