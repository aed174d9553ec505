//! One layout for every source text: spaces, line ends and columns, and nothing else.
//!
//! The layout is made from the words and comments of the text, not from the tree. So comments,
//! quotes and ranges survive as they were written. The author's choices stay: single blank lines,
//! blocks on one line, and the breaks of long definitions. Formatting a formatted text changes
//! nothing.

mod columns;
mod piece;

use crate::diagnostic::{Diagnostic, Sink};
use crate::parser::chunks::{Block, BlockEnd, chunk};
use crate::parser::stream::Stream;
use crate::span::SourceId;
use crate::tokens::{TokenKind, tokens};
use columns::{align_comments, align_words};
use piece::{Form, Piece};
use std::mem::take;

/// Lines are broken, where they can be, if they would be longer.
const WIDTH: usize = 120;
const INDENT: usize = 2;

/// Lays a source text out.
///
/// # Errors
/// If the text has syntax errors: all of them. Such a text has no layout.
///
/// ```
/// let text = "variant   \"Mine\" extends chess\npiece lion L=king|knight   # new\n";
/// let laid_out = "variant \"Mine\" extends chess\npiece lion L = king | knight  # new\n";
/// assert_eq!(ferz_grammar::format(text).as_deref(), Ok(laid_out));
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut sink = Sink::new();
    crate::parse(text, SourceId(0), &mut sink);
    if sink.has_errors() {
        return Err(sink.into_sorted());
    }
    let stream = Stream::new(text);
    let mut rows = Rows {
        gaps: gaps(&stream),
        stream: &stream,
        rows: Vec::new(),
    };
    rows.file();
    let mut rows = rows.rows;
    align_words(&mut rows, &stream);
    let mut lines = Vec::new();
    for row in &rows {
        row.render(&stream, &mut lines);
    }
    align_comments(&mut lines);
    let line_end = line_end(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in &lines {
        line.write(&mut out);
        out.push_str(line_end);
    }
    Ok(out)
}

/// The first line end of the text is that of all lines.
fn line_end(text: &str) -> &'static str {
    match text.find(['\r', '\n']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        _ => "\n",
    }
}

/// The text between two words.
#[derive(Clone, Debug, Default)]
struct Gap<'t> {
    newlines: usize,
    comments: Vec<Comment<'t>>,
}

/// A comment as it is written, without spaces behind it.
#[derive(Clone, Copy, Debug)]
struct Comment<'t> {
    text: &'t str,
    /// Nothing stands before it on its line.
    own_line: bool,
    /// An empty line stands before it.
    after_blank: bool,
}

/// The gap before each word, and the one behind the last.
fn gaps<'t>(stream: &Stream<'t>) -> Vec<Gap<'t>> {
    let mut gaps = vec![Gap::default()];
    let mut fresh_lines = 1;
    for token in tokens(stream.text) {
        let Some(gap) = gaps.last_mut() else { break };
        match token.kind {
            TokenKind::Whitespace => {}
            TokenKind::Newline => {
                gap.newlines += 1;
                fresh_lines += 1;
            }
            TokenKind::Comment => {
                gap.comments.push(Comment {
                    text: stream.text[token.span.start..token.span.end].trim_end(),
                    own_line: fresh_lines > 0,
                    after_blank: fresh_lines > 1,
                });
                fresh_lines = 0;
            }
            _ => {
                // Blank lines before the word, counted from the last comment.
                gap.newlines = if gap.comments.is_empty() {
                    gap.newlines
                } else {
                    fresh_lines
                };
                fresh_lines = 0;
                gaps.push(Gap::default());
            }
        }
    }
    gaps
}

/// One line as it is written.
#[derive(Debug, Default)]
struct Line<'t> {
    text: String,
    comment: Option<&'t str>,
    /// Spaces before the comment.
    gap: usize,
    /// Comments are aligned up to here.
    ends_columns: bool,
}

impl Line<'_> {
    fn write(&self, out: &mut String) {
        out.push_str(&self.text);
        if let Some(comment) = self.comment {
            if !self.text.is_empty() {
                out.extend(std::iter::repeat_n(' ', self.gap));
            }
            out.push_str(comment);
        }
    }
}

/// One or more lines that stand on their own.
#[derive(Debug)]
enum Row<'t> {
    Blank,
    Comment {
        indent: usize,
        text: &'t str,
    },
    /// A declaration or an entry.
    Piece {
        piece: Piece<'t>,
        comment: Option<&'t str>,
    },
    /// The first or the last line of a block.
    Brace {
        text: String,
        comment: Option<&'t str>,
    },
}

impl<'t> Row<'t> {
    fn render(&self, stream: &Stream<'t>, lines: &mut Vec<Line<'t>>) {
        match self {
            Self::Blank => lines.push(Line {
                ends_columns: true,
                ..Line::default()
            }),
            Self::Comment { indent, text } => lines.push(Line {
                text: " ".repeat(*indent) + text,
                ..Line::default()
            }),
            Self::Piece { piece, comment } => {
                piece.render(stream, lines);
                if let Some(line) = lines.last_mut() {
                    line.comment = *comment;
                }
            }
            Self::Brace { text, comment } => {
                if let Some(before) = lines.last_mut().filter(|_| text.ends_with('{')) {
                    before.ends_columns = true;
                }
                lines.push(Line {
                    text: text.clone(),
                    comment: *comment,
                    ends_columns: true,
                    ..Line::default()
                });
            }
        }
    }

    /// The place for a comment at the end of its last line, if it has one and it is free.
    fn free_end(&mut self) -> Option<&mut Option<&'t str>> {
        match self {
            Self::Piece { comment, .. } | Self::Brace { comment, .. } if comment.is_none() => Some(comment),
            _ => None,
        }
    }
}

struct Rows<'s, 't> {
    stream: &'s Stream<'t>,
    gaps: Vec<Gap<'t>>,
    rows: Vec<Row<'t>>,
}

impl<'t> Rows<'_, 't> {
    fn file(&mut self) {
        self.declarations(0, self.stream.len(), 0);
        self.comments(self.stream.len(), 0, false);
        while matches!(self.rows.last(), Some(Row::Blank)) {
            self.rows.pop();
        }
    }

    /// The declarations between two words, so far from the margin.
    fn declarations(&mut self, start: usize, end: usize, indent: usize) {
        let mut at = start;
        while at < end {
            let chunk = chunk(self.stream, at);
            self.comments(at, indent, true);
            let (head, form) = (chunk.head.clone(), Form::Declaration);
            let mut head = Piece::new(self.stream, &mut self.gaps, head, indent, form);
            let start = chunk.head.start;
            match &chunk.block {
                None => self.piece(head),
                Some(block) if self.stream.text_of(start) == "mechanic" => self.mechanic(head, block, indent),
                Some(block) => {
                    if let Some(text) = self.on_one_line(&head, block, indent) {
                        self.rows.push(Row::Brace { text, comment: None });
                    } else {
                        let at = start + usize::from(self.stream.has_owner(start));
                        let is_army = self.stream.text_of(at) == "army";
                        let form = if is_army { Form::ArmyPiece } else { Form::Entry };
                        let text = " ".repeat(indent) + &head.on_one_line(self.stream);
                        self.block(text, head.take_comments(), block, form, indent + INDENT);
                    }
                }
            }
            at = chunk.next;
        }
    }

    /// A mechanic: its declarations stand on lines of their own.
    fn mechanic(&mut self, mut head: Piece<'t>, block: &Block, indent: usize) {
        let text = " ".repeat(indent) + &head.on_one_line(self.stream) + " {";
        let gaps = &self.gaps[block.open..block.open + 2];
        if block.end == BlockEnd::Closed(block.open + 1)
            && !head.has_comments()
            && gaps.iter().all(|gap| gap.comments.is_empty())
        {
            let text = text + "}";
            self.rows.push(Row::Brace { text, comment: None });
            return;
        }
        self.rows.push(Row::Brace { text, comment: None });
        let inner = indent + INDENT;
        for comment in head.take_comments() {
            self.comment(comment, inner);
        }
        self.comments(block.open, inner, false);
        if let BlockEnd::Closed(close) = block.end {
            self.declarations(block.open + 1, close, inner);
            self.comments(close, inner, false);
        }
        self.close(indent);
    }

    /// The last line of a block.
    fn close(&mut self, indent: usize) {
        while matches!(self.rows.last(), Some(Row::Blank)) {
            self.rows.pop();
        }
        let text = " ".repeat(indent) + "}";
        self.rows.push(Row::Brace { text, comment: None });
    }

    fn piece(&mut self, piece: Piece<'t>) {
        self.rows.push(Row::Piece { piece, comment: None });
    }

    /// The comments before a word, each on a line, but the first behind what it stands behind; and
    /// a blank line if the text has some there.
    fn comments(&mut self, word: usize, indent: usize, blank_behind: bool) {
        let gap = take(&mut self.gaps[word]);
        for comment in gap.comments {
            self.comment(comment, indent);
        }
        if blank_behind && gap.newlines > 1 {
            self.blank();
        }
    }

    fn comment(&mut self, comment: Comment<'t>, indent: usize) {
        let end = self.rows.last_mut().and_then(Row::free_end);
        match end.filter(|_| !comment.own_line) {
            Some(end) => *end = Some(comment.text),
            None => {
                if comment.after_blank {
                    self.blank();
                }
                self.rows.push(Row::Comment {
                    indent,
                    text: comment.text,
                });
            }
        }
    }

    /// A blank line, unless it would be the first of the file or of a block, or the second of two.
    fn blank(&mut self) {
        let first = match self.rows.last() {
            None | Some(Row::Blank) => true,
            Some(Row::Brace { text, .. }) => text.ends_with('{'),
            Some(Row::Comment { .. } | Row::Piece { .. }) => false,
        };
        if !first {
            self.rows.push(Row::Blank);
        }
    }

    /// A block and the text before it, if the text has it on one line and it fits there.
    fn on_one_line(&mut self, head: &Piece<'t>, block: &Block, indent: usize) -> Option<String> {
        let BlockEnd::Closed(close) = block.end else {
            return None;
        };
        let gaps = &self.gaps[block.open..=close];
        let uncommented = !head.has_comments() && gaps.iter().all(|gap| gap.comments.is_empty());
        let is_bare = block.pieces.is_empty() && uncommented;
        if !is_bare && (!head.is_plain() || gaps.iter().any(|gap| gap.newlines > 0)) {
            return None;
        }
        let mut text = " ".repeat(indent) + &head.on_one_line(self.stream) + " {";
        for (index, range) in block.pieces.iter().enumerate() {
            text.push_str(if index > 0 { "; " } else { " " });
            let piece = Piece::new(self.stream, &mut self.gaps, range.clone(), 0, Form::Entry);
            text.push_str(&piece.on_one_line(self.stream));
        }
        text.push_str(if block.pieces.is_empty() { "}" } else { " }" });
        let fits = text.chars().count() <= WIDTH && !text.contains(['\n', '\r']);
        (fits || is_bare).then_some(text)
    }

    fn block(&mut self, head: String, stray: Vec<Comment<'t>>, block: &Block, form: Form, indent: usize) {
        self.rows.push(Row::Brace {
            text: head + " {",
            comment: None,
        });
        for comment in stray {
            self.comment(comment, indent);
        }
        self.comments(block.open, indent, false);
        let mut at = block.open + 1;
        for piece in &block.pieces {
            // The gaps beside `;` are those of one piece.
            while at < piece.start {
                self.comments(at, indent, true);
                at += 1;
            }
            self.comments(at, indent, true);
            let laid_out = Piece::new(self.stream, &mut self.gaps, piece.clone(), indent, form);
            self.piece(laid_out);
            at = piece.end;
        }
        if let BlockEnd::Closed(close) = block.end {
            for word in at..=close {
                self.comments(word, indent, false);
            }
        }
        self.close(indent - INDENT);
    }
}
