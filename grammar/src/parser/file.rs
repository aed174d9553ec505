//! A file, declaration by declaration.

use super::chunks::{Block, BlockEnd, Chunk, chunk};
use super::declaration::Head;
use super::expected;
use super::flaws::{Health, check, check_order};
use super::foreign::is_foreign;
use super::grammar::{self, Builder, Form, Rule};
use super::report::Report;
use super::stream::Stream;
use crate::ast::{Declaration, Entry, PieceDecl, SourceFile, Unread};
use crate::keywords;
use crate::span::Span;
use crate::suggest::closest;
use crate::tokens::TokenKind;
use pest::iterators::Pairs;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

const HEADER_HELP: &str = "begin with `variant \"Name\" extends chess`, or with `library \"Name\"`";
const FOREIGN_HELP: &str = "a ruleset begins with `variant \"Name\" extends chess`, and its lines with words such as `piece`, \
    `board` or `start`; `ferz new` writes one";
const KEYWORD_HELP: &str = "a declaration begins with a word such as `movement`, `army` or `board`";

/// Reads a text that is not too long.
pub(super) fn read(text: &str, report: Report) -> SourceFile {
    let stream = Stream::new(text);
    let clean = without_flaws(&stream);
    let mut parser = Parser {
        stream,
        clean,
        report,
        file: SourceFile::default(),
        header_at: None,
        first: None,
    };
    parser.file();
    parser.file
}

/// The text with spaces in place of errors that are reported on their own, so that the rest can be
/// parsed.
fn without_flaws<'t>(stream: &Stream<'t>) -> Cow<'t, str> {
    let bad = || {
        stream
            .words(0..stream.len())
            .iter()
            .filter(|word| word.kind.is_bad())
    };
    if bad().next().is_none() {
        return Cow::Borrowed(stream.text);
    }
    let mut clean = String::with_capacity(stream.text.len());
    for word in bad() {
        clean.push_str(&stream.text[clean.len()..word.span.start]);
        clean.extend(std::iter::repeat_n(' ', word.span.len()));
    }
    clean.push_str(&stream.text[clean.len()..]);
    Cow::Owned(clean)
}

pub(super) struct Parser<'t, 's> {
    pub(super) stream: Stream<'t>,
    clean: Cow<'t, str>,
    report: Report<'s>,
    file: SourceFile,
    /// The place of the first header, read or not.
    header_at: Option<Span>,
    /// The start of the first declaration that is no header.
    first: Option<Span>,
}

impl Parser<'_, '_> {
    fn file(&mut self) {
        check_order(self.stream.text, &mut self.report);
        if self.stream.len() == 0 {
            return self.error("F0003", "this file is empty", Span::new(0, 0), HEADER_HELP);
        }
        if is_foreign(&self.stream) {
            let first = self.stream.span(0..1);
            self.unread(0..self.stream.len(), None);
            return self.error("F0008", "this file is no ruleset", first, FOREIGN_HELP);
        }
        let mut at = 0;
        while at < self.stream.len() && !self.report.is_full() {
            let here = self.stream.span(at..at + 1);
            if self.stream.kind(at) == Some(TokenKind::CloseBrace) {
                self.error(
                    "F0021",
                    "this `}` closes nothing",
                    here,
                    "remove it, or open the block with `{`",
                );
                at += 1;
                continue;
            }
            let chunk = chunk(&self.stream, at);
            let next = self.chunk(&chunk);
            if next == chunk.next {
                self.check_line_end(&chunk);
            }
            at = next;
        }
        if self.report.is_full() {
            let end = self.stream.text.len();
            let rest = if at < self.stream.len() {
                self.stream.span(at..at + 1)
            } else {
                Span::new(end, end)
            };
            self.report.stopped(rest);
            self.unread(at..self.stream.len(), None);
        } else if self.header_at.is_none() {
            self.error(
                "F0004",
                "this file has no header",
                self.stream.span(0..1),
                HEADER_HELP,
            );
        }
    }

    pub(super) fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span, help: &str) {
        let error = self.report.error(code, message, span);
        self.report.add(error.help(help));
    }

    /// Notes that these words are not in the tree, and the likely intended word for the first.
    fn unread(&mut self, words: Range<usize>, likely: Option<&str>) {
        let names = words
            .clone()
            .filter(|at| self.stream.kind(*at) == Some(TokenKind::Name))
            .map(|at| self.stream.text_of(at));
        let names = names.chain(likely).map(str::to_owned).collect();
        self.file.unread.push(Unread {
            span: self.stream.span(words),
            words: names,
        });
    }

    /// One declaration; the first word behind it.
    fn chunk(&mut self, chunk: &Chunk) -> usize {
        let head = chunk.head.clone();
        // A meaningless head is reported as a whole.
        let start = head
            .clone()
            .find(|at| self.stream.kind(*at) != Some(TokenKind::Stray));
        let Some(start) = start.filter(|at| !self.stream.kind(*at).is_some_and(TokenKind::is_bad)) else {
            self.chunk_without_head(chunk);
            return chunk.next;
        };
        // The side may stand before the keyword: `white castling`.
        let key_at = if self.stream.has_owner(start) {
            start + 1
        } else {
            start
        };
        let word = self.stream.text_of(key_at);
        if !keywords::HEADERS.contains(&word) {
            self.first.get_or_insert(self.stream.span(start..start + 1));
        }
        if chunk.block.is_none() && self.wants_block(start, &head) {
            let end = self.lacks_brace(start, &head);
            self.unread(start..end, None);
            return end;
        }
        let (keyword, mut read) = match self.unknown_keyword(key_at, chunk.block.as_ref()) {
            Some(likely) => {
                self.unread(start..chunk.next, Some(likely));
                (likely, None)
            }
            None => (word, self.head(start, head.clone(), chunk.block.is_some())),
        };
        if let Some(block) = &chunk.block {
            self.check_braces(block, keyword);
            if is_line(keyword) {
                self.refuse_block(keyword, block);
                // The block may supply the missing part.
                if keyword == "use" {
                    self.unread(start..chunk.next, None);
                    read = None;
                }
            } else if self.stream.kind(start) == Some(TokenKind::Name) {
                let (entries, pieces) = match keyword {
                    "mechanic" => Default::default(),
                    _ => self.block(block, keyword),
                };
                let body = self.body(block, keyword);
                let end = self.block_end(block);
                if read.is_none() {
                    self.unread(block.open..chunk.next, None);
                }
                read = read.map(|declaration| with_block(declaration, entries, pieces, body, end));
            }
        }
        self.file.declarations.extend(read);
        chunk.next
    }

    /// Reports a block behind a keyword that has none.
    fn refuse_block(&mut self, keyword: &str, block: &Block) {
        let span = self.stream.span(block.open..block.open + 1);
        let help = match keyword {
            "use" => "parameters stand in parentheses: `use influence(by: cannon, on: pawn)`",
            _ => "remove the block",
        };
        self.error("F0023", format!("`{keyword}` has no block"), span, help);
    }

    /// The declarations in the block of a mechanic.
    fn body(&mut self, block: &Block, keyword: &str) -> Vec<Declaration> {
        if keyword != "mechanic" {
            return Vec::new();
        }
        let end = match block.end {
            BlockEnd::Closed(end) | BlockEnd::Interrupted(end) => end,
            BlockEnd::Open => self.stream.len(),
        };
        let outer = std::mem::take(&mut self.file.declarations);
        let mut at = block.open + 1;
        while at < end && !self.report.is_full() {
            // A brace too many was counted with those of the mechanic.
            if self.stream.kind(at) == Some(TokenKind::CloseBrace) {
                at += 1;
                continue;
            }
            let chunk = chunk(&self.stream, at);
            at = self.chunk(&chunk).max(at + 1);
        }
        std::mem::replace(&mut self.file.declarations, outer)
    }

    /// Whether a head without a block is one that cannot do without, and can be read.
    fn wants_block(&self, start: usize, head: &Range<usize>) -> bool {
        let keyword = self.stream.text_of(start);
        let has_block =
            ["army", "square", "mechanic"].contains(&keyword) || keywords::SECTIONS.contains(&keyword);
        let enough = head.end - start > 1 || !["army", "square"].contains(&keyword);
        let name_or_colon = |at| {
            matches!(
                self.stream.kind(at),
                Some(TokenKind::Name | TokenKind::Text | TokenKind::Colon)
            )
        };
        let wrong = opens_instead(&self.stream, head).is_some();
        let sound = (start..head.end - usize::from(wrong)).all(name_or_colon)
            || head
                .clone()
                .any(|at| self.stream.kind(at) == Some(TokenKind::Colon));
        has_block && enough && sound
    }

    /// A block that belongs to nothing, or a declaration whose first word is none.
    fn chunk_without_head(&mut self, chunk: &Chunk) {
        check(&self.stream, chunk.head.clone(), &mut self.report);
        self.unread(chunk.head.start..chunk.next, None);
        if let Some(block) = &chunk.block {
            if chunk.head.is_empty() {
                let span = self.stream.span(block.open..block.open + 1);
                self.error("F0033", "no declaration begins with `{`", span, KEYWORD_HELP);
            }
            self.check_braces(block, "");
        }
    }

    /// Whether a declaration looks like that of a piece without the word for it: `jester J = king`.
    fn is_piece(&self, start: usize) -> bool {
        let is_letter = match self.stream.kind(start + 1) {
            Some(TokenKind::Letter) => true,
            Some(TokenKind::Name) => self.stream.text_of(start + 1).len() == 1,
            _ => false,
        };
        is_letter && self.stream.kind(start + 2) == Some(TokenKind::Equals)
    }

    /// Reports a name that can begin no declaration, and returns what was likely meant; empty if
    /// that is not known. A name with a block is a section, unless it looks like a keyword whose
    /// block is read otherwise.
    fn unknown_keyword(&mut self, start: usize, block: Option<&Block>) -> Option<&'static str> {
        let word = self.stream.text_of(start);
        if self.stream.kind(start) != Some(TokenKind::Name) || keywords::is_keyword(word) {
            return None;
        }
        let first = block.and_then(|block| block.pieces.first());
        let likely = closest(word, keywords::all()).or_else(|| {
            first
                .is_some_and(|line| self.is_piece(line.start))
                .then_some("army")
        });
        if block.is_some() && !likely.is_some_and(|word| keywords::FORMS.contains(&word) && !is_line(word)) {
            return None;
        }
        let span = self.stream.span(start..start + 1);
        let error = self
            .report
            .error("F0030", format!("unknown declaration `{word}`"), span);
        self.report.add(match likely {
            Some(likely) => error.suggest(Some(likely)),
            None if self.is_piece(start) => {
                let letter = self.stream.text_of(start + 1);
                error.suggest(Some(&format!("piece {word} {letter}")))
            }
            None => error.help(KEYWORD_HELP),
        });
        if likely.is_some_and(|word| keywords::HEADERS.contains(&word)) {
            self.header_at.get_or_insert(span);
        }
        Some(likely.unwrap_or_default())
    }

    /// The head of a declaration. A header is kept, others are returned.
    fn head(&mut self, start: usize, head: Range<usize>, has_block: bool) -> Option<Declaration> {
        let span = self.stream.span(start..head.end);
        let earlier = self.header_at;
        let lacks_word = start == 0 && self.stream.kind(start) == Some(TokenKind::Text);
        if lacks_word || keywords::HEADERS.contains(&self.stream.text_of(start)) {
            self.header_at.get_or_insert(span);
        }
        if self.lacks_quotes(start, &head) {
            self.unread(start..head.end, None);
            return None;
        }
        let wants_block = has_block || keywords::SECTIONS.contains(&self.stream.text_of(start));
        let end = if wants_block { "`{`" } else { "the end of the line" };
        let header = match self.piece(Form::Declaration, head, end, |b, pairs| b.head(pairs))? {
            Head::Declaration(declaration) => return Some(declaration),
            Head::Header(header) => header,
        };
        let source = self.report.source();
        if let Some(earlier) = earlier {
            let error = self.report.error("F0006", "this file has two headers", span);
            self.report.add(
                error
                    .also(source, earlier, "the first one")
                    .help("keep one of them"),
            );
            return None;
        }
        if let Some(before) = self.first {
            let error = self.report.error("F0005", "the header does not come first", span);
            let error = error.also(source, before, "this stands before it");
            self.report.add(error.help("move it to the top of the file"));
        }
        self.file.header = Some(header);
        None
    }

    /// Reports what is wrong with the braces of a block.
    fn check_braces(&mut self, block: &Block, keyword: &str) {
        let span = self.stream.span(block.open..block.open + 1);
        if self.wrong_brace(block) {
            return;
        }
        let error = self
            .report
            .error("F0020", "this block is never closed", span)
            .help("close it with `}`");
        match block.end {
            BlockEnd::Closed(_) => {}
            BlockEnd::Open => self.report.add(error),
            BlockEnd::Interrupted(next) => {
                let next = self.stream.span(next..next + 1);
                let error = error.also(self.report.source(), next, "the next declaration begins here");
                self.report.add(error);
            }
        }
        if let Some(nested) = block.nested.filter(|_| keyword != "mechanic") {
            let span = self.stream.span(nested..nested + 1);
            let help = "close the outer block before it, or write `( )` or `[ ]`";
            self.error("F0022", "a block cannot stand inside a block", span, help);
            let end = match block.end {
                BlockEnd::Closed(end) | BlockEnd::Interrupted(end) => end,
                BlockEnd::Open => self.stream.len(),
            };
            self.unread(block.open..end, None);
        }
    }

    /// Reports another bracket in the place of the closing brace, or an opening brace that stands
    /// twice: the block is not closed only because of that.
    fn wrong_brace(&mut self, block: &Block) -> bool {
        let twice = block.nested == Some(block.open + 1);
        if let Some(end) = open_end(&self.stream, block).filter(|_| twice) {
            let span = self.stream.span(block.open + 1..block.open + 2);
            self.error("F0022", "this `{` stands twice", span, "take one of them away");
            self.unread(block.open..end, None);
            return true;
        }
        let Some(last) = stands_for_brace(&self.stream, block) else {
            return false;
        };
        let message = format!("`{}` closes no block", self.stream.text_of(last));
        let span = self.stream.span(last..last + 1);
        self.error("F0020", message, span, "write `}`");
        true
    }

    fn block_end(&self, block: &Block) -> usize {
        let end = match block.end {
            BlockEnd::Closed(close) => close + 1,
            BlockEnd::Interrupted(next) => next,
            BlockEnd::Open => self.stream.len(),
        };
        self.stream.span(block.open..end).end
    }

    /// Reads the contents of a block: entries or, in an army, pieces.
    fn block(&mut self, block: &Block, keyword: &str) -> (Vec<Entry>, Vec<PieceDecl>) {
        let (mut entries, mut pieces) = (Entries::default(), Vec::new());
        let end = "the end of the line";
        let wrong = stands_for_brace(&self.stream, block);
        let lines = block.pieces.iter().cloned().map(|line| match wrong {
            Some(last) if line.contains(&last) => line.start..last,
            _ => line,
        });
        for piece in lines.filter(|line| !line.is_empty()) {
            if self.report.is_full() {
                break;
            }
            if keyword == "army" {
                pieces.extend(self.piece(Form::ArmyPiece, piece, end, |b, pairs| b.army_piece(pairs)));
            } else {
                let entry = self.piece(Form::Entry, piece, end, |b, pairs| b.entry(pairs));
                if let Some((entry, owner)) = entry {
                    entries.add(entry, owner.map(|owner| owner.value));
                }
            }
        }
        (entries.list, pieces)
    }

    /// Checks and parses one piece of the text. Faults are reported, and the piece is noted as
    /// unread.
    fn piece<T>(
        &mut self,
        form: Form,
        piece: Range<usize>,
        end: &str,
        build: impl FnOnce(&mut Builder, Pairs<Rule>) -> Option<T>,
    ) -> Option<T> {
        let read = self.sound_piece(form, piece.clone(), end, build);
        if read.is_none() {
            self.unread(piece, None);
        }
        read
    }

    fn sound_piece<T>(
        &mut self,
        form: Form,
        piece: Range<usize>,
        end: &str,
        build: impl FnOnce(&mut Builder, Pairs<Rule>) -> Option<T>,
    ) -> Option<T> {
        let health = check(&self.stream, piece.clone(), &mut self.report);
        if matches!(health, Health::Broken | Health::Holed) {
            return None;
        }
        let span = self.stream.span(piece.clone());
        let quiet = health == Health::Flawed;
        match grammar::run(form, &self.clean[span.start..span.end]) {
            Ok(pairs) => {
                let before = self.report.count();
                let read = build(
                    &mut Builder {
                        base: span.start,
                        span,
                        report: &mut self.report,
                        quiet,
                    },
                    pairs,
                );
                // Half of an expression would be judged as if it were all.
                read.filter(|_| self.report.count() == before)
            }
            Err(_) if quiet => None,
            Err(error) => {
                let error = expected::explain(&error, form, &self.stream, piece, end, &self.report);
                self.report.add(error);
                None
            }
        }
    }

    /// Reports what stands behind a block on the line of its `}`.
    fn check_line_end(&mut self, chunk: &Chunk) {
        let closed = chunk
            .block
            .as_ref()
            .is_some_and(|block| matches!(block.end, BlockEnd::Closed(_)));
        let (next, len) = (chunk.next, self.stream.len());
        if closed
            && next < len
            && !self.stream.is_fresh(next)
            && self.stream.kind(next) != Some(TokenKind::CloseBrace)
        {
            let span = self.stream.span(next..next + 1);
            self.error(
                "F0028",
                "a declaration begins on a line of its own",
                span,
                "begin a new line after `}`",
            );
        }
    }
}

/// The entries of a block. Those with one key for either side, each said before the key, become
/// one.
#[derive(Default)]
struct Entries {
    list: Vec<Entry>,
    /// By key: the entry with a side before its key, and that side.
    owned: HashMap<String, (usize, String)>,
}

impl Entries {
    fn add(&mut self, entry: Entry, owner: Option<String>) {
        let Some(owner) = owner else {
            return self.list.push(entry);
        };
        let key = entry.key.value.clone();
        match self.owned.remove(&key) {
            // A third one is one too many.
            Some((at, side)) if side != owner => self.list[at].values.extend(entry.values),
            _ => {
                self.owned.insert(key, (self.list.len(), owner));
                self.list.push(entry);
            }
        }
    }
}

/// Whether the declaration that begins with this keyword has no block.
fn is_line(keyword: &str) -> bool {
    const WITH_BLOCK: &[&str] = &["board", "square", "army", "mechanic"];
    keywords::HEADERS.contains(&keyword)
        || (keywords::FORMS.contains(&keyword) && !WITH_BLOCK.contains(&keyword))
}

/// Puts the content of the block in its place.
fn with_block(
    mut declaration: Declaration,
    entries: Vec<Entry>,
    pieces: Vec<PieceDecl>,
    body: Vec<Declaration>,
    end: usize,
) -> Declaration {
    match &mut declaration {
        Declaration::Army(d) => (d.pieces, d.span.end) = (pieces, end),
        Declaration::Board(d) => (d.entries, d.span.end) = (entries, end),
        Declaration::Square(d) => (d.entries, d.span.end) = (entries, end),
        Declaration::Section(d) => (d.entries, d.span.end) = (entries, end),
        Declaration::Mechanic(d) => (d.body, d.span.end) = (body, end),
        _ => {}
    }
    declaration
}

/// A closing bracket without a partner that is alone on the last line of a block which no brace
/// closes.
fn stands_for_brace(stream: &Stream, block: &Block) -> Option<usize> {
    let last = open_end(stream, block)?.checked_sub(1)?;
    let closes = matches!(
        stream.kind(last),
        Some(TokenKind::CloseParen | TokenKind::CloseBracket)
    );
    (closes && last > block.open && stream.is_unpaired(last) && stream.is_fresh(last)).then_some(last)
}

/// The word behind a block that no brace closes.
fn open_end(stream: &Stream, block: &Block) -> Option<usize> {
    match block.end {
        BlockEnd::Closed(_) => None,
        BlockEnd::Interrupted(next) => Some(next),
        BlockEnd::Open => Some(stream.len()),
    }
}

/// An opening bracket without a partner at the end of the line of a head, in the place of a brace.
pub(super) fn opens_instead(stream: &Stream, head: &Range<usize>) -> Option<usize> {
    let last = head.end.checked_sub(1).filter(|last| *last > head.start)?;
    let opens = matches!(
        stream.kind(last),
        Some(TokenKind::OpenParen | TokenKind::OpenBracket)
    );
    (opens && stream.is_unpaired(last)).then_some(last)
}
