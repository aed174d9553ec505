//! The tokens that mean something, and where one piece of the text ends and the next begins.

use super::signs::comment_sign;
use crate::keywords;
use crate::span::Span;
use crate::tokens::{Token, TokenKind, tokens};
use std::ops::Range;

/// A token without the spaces around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// First on its line.
    fresh: bool,
    /// First on its line and not indented.
    flush: bool,
    /// For `(`, `)`, `[`, `]`: where the other one is. [`NONE`] if there is none.
    partner: usize,
}

const NONE: usize = usize::MAX;

/// Comments of other languages: each is one word that means nothing.
struct Comments<'t> {
    text: &'t str,
    /// No `*/` follows.
    unclosed: bool,
}

impl Comments<'_> {
    /// The end of the comment that begins with this stray word; its own if it begins none.
    fn end(&mut self, word: Span) -> usize {
        let Some(sign) = comment_sign(&self.text[word.start..word.end]) else {
            return word.end;
        };
        let rest = &self.text[word.start..];
        if sign == "/*" && !self.unclosed {
            if let Some(close) = rest[sign.len()..].find("*/") {
                return word.start + sign.len() + close + "*/".len();
            }
            self.unclosed = true;
        }
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        word.start + rest[..line].trim_end().len().max(word.len().min(line))
    }
}

/// All words of a text.
pub(crate) struct Stream<'t> {
    pub(crate) text: &'t str,
    words: Vec<Word>,
}

impl<'t> Stream<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut words = Vec::new();
        let (mut fresh, mut flush) = (true, true);
        let mut comments = Comments {
            text,
            unclosed: false,
        };
        let mut passed = 0;
        for Token { kind, mut span } in tokens(text) {
            if span.start < passed {
                continue;
            }
            if kind == TokenKind::Stray {
                span.end = comments.end(span);
                passed = span.end;
            }
            match kind {
                TokenKind::Newline => (fresh, flush) = (true, true),
                TokenKind::Whitespace => flush = span.start == 0 && text.starts_with('\u{feff}'),
                TokenKind::Comment => {}
                _ => {
                    words.push(Word {
                        kind,
                        span,
                        fresh,
                        flush,
                        partner: NONE,
                    });
                    // A text of several lines may end where a line begins; what follows it is not
                    // fresh.
                    (fresh, flush) = (false, false);
                }
            }
        }
        let mut stream = Self { text, words };
        stream.pair_brackets();
        stream
    }

    /// Finds the partners. Brackets never reach across braces, `;` or the beginning of a
    /// declaration.
    fn pair_brackets(&mut self) {
        let (mut open, mut counts) = (Vec::new(), [0usize; 2]);
        for at in 0..self.words.len() {
            let kind = self.words[at].kind;
            match kind {
                TokenKind::OpenParen | TokenKind::OpenBracket => {
                    counts[shape(kind)] += 1;
                    open.push(at);
                }
                // Brackets that were opened inside and not closed have no partner.
                TokenKind::CloseParen | TokenKind::CloseBracket if counts[shape(kind)] > 0 => {
                    while let Some(opener) = open.pop() {
                        let opened = shape(self.words[opener].kind);
                        counts[opened] -= 1;
                        if opened == shape(kind) {
                            self.words[opener].partner = at;
                            self.words[at].partner = opener;
                            break;
                        }
                    }
                }
                TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Semicolon => {
                    open.clear();
                    counts = [0; 2];
                }
                _ if self.begins_declaration(at) => {
                    open.clear();
                    counts = [0; 2];
                }
                _ => {}
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn word(&self, at: usize) -> Option<&Word> {
        self.words.get(at)
    }

    pub(crate) fn words(&self, range: Range<usize>) -> &[Word] {
        &self.words[range]
    }

    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.words.get(at).map(|w| w.kind)
    }

    pub(crate) fn text_of(&self, at: usize) -> &'t str {
        self.words
            .get(at)
            .map_or("", |w| &self.text[w.span.start..w.span.end])
    }

    /// From the first to the last of these words; at the end of the text if there are none.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        match self.words(range) {
            [] => Span::new(self.text.len(), self.text.len()),
            [only] => only.span,
            [first, .., last] => first.span.to(last.span),
        }
    }

    /// The text of a span.
    pub(crate) fn raw(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    /// The bracket that belongs to this one.
    pub(crate) fn partner(&self, at: usize) -> Option<usize> {
        self.words.get(at).map(|w| w.partner).filter(|at| *at != NONE)
    }

    /// Whether nothing stands between this word and the one before it.
    pub(crate) fn touches(&self, at: usize) -> bool {
        at > 0
            && self
                .word(at)
                .is_some_and(|w| w.span.start == self.words[at - 1].span.end)
    }

    /// Whether a bracket has no partner. False for other words.
    pub(crate) fn is_unpaired(&self, at: usize) -> bool {
        self.words
            .get(at)
            .is_some_and(|w| is_bracket(w.kind) && w.partner == NONE)
    }

    /// Whether this is the first word on its line.
    pub(crate) fn is_fresh(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|w| w.fresh)
    }

    /// Whether a line begins here that is not indented.
    pub(crate) fn is_flush(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|w| w.flush)
    }

    /// Whether a line begins here with a name that is not indented.
    pub(crate) fn is_flush_name(&self, at: usize) -> bool {
        self.is_flush(at) && self.kind(at) == Some(TokenKind::Name)
    }

    /// Whether a declaration surely begins here: a keyword at the beginning of a line, followed by
    /// a word that may follow it. Such a line ends everything that was left open before it.
    pub(crate) fn begins_declaration(&self, at: usize) -> bool {
        let (Some(word), Some(next)) = (self.word(at), self.word(at + 1)) else {
            return false;
        };
        word.flush
            && word.kind == TokenKind::Name
            && !next.fresh
            && matches!(
                next.kind,
                TokenKind::Name
                    | TokenKind::Text
                    | TokenKind::UnclosedText
                    | TokenKind::Size
                    | TokenKind::OpenBrace
                    | TokenKind::Equals
            )
            && (keywords::is_keyword(self.text_of(at)) || self.has_owner(at))
    }

    /// Whether a side and a keyword stand here: `white castling`.
    pub(crate) fn has_owner(&self, at: usize) -> bool {
        let keyword = self.text_of(at + 1);
        keywords::is_side(self.text_of(at)) && !self.is_fresh(at + 1) && keywords::OWNED.contains(&keyword)
    }

    /// The end of the piece that begins at `start`: at a brace, at a line end that is not bridged,
    /// and inside a block also at `;`. The piece has at least one word unless it begins with one of
    /// these.
    pub(crate) fn piece_end(&self, start: usize, limit: usize, inside_block: bool) -> usize {
        let (mut at, mut defined) = (start, false);
        while at < limit {
            let word = &self.words[at];
            match word.kind {
                TokenKind::OpenBrace | TokenKind::CloseBrace => return at,
                TokenKind::Semicolon if inside_block => return at,
                _ if word.fresh && at > start && !self.goes_on(start, at, inside_block, defined) => {
                    return at;
                }
                TokenKind::Equals => defined = true,
                _ => {}
            }
            at = if word.partner != NONE && word.partner > at {
                word.partner + 1
            } else {
                at + 1
            };
        }
        limit
    }

    /// Whether a line that begins at this word goes on with the piece before it, which begins at
    /// `start`.
    fn goes_on(&self, start: usize, at: usize, inside_block: bool, defined: bool) -> bool {
        let leads = |at| {
            matches!(
                self.kind(at),
                Some(TokenKind::Pipe | TokenKind::Ampersand | TokenKind::Comma | TokenKind::Equals)
            ) || keywords::RESERVED.contains(&self.text_of(at))
        };
        let trails = |at| {
            leads(at)
                || self.kind(at) == Some(TokenKind::Colon)
                || (at == start + 2 && self.text_of(at) == "extends" && self.text_of(start) == "variant")
        };
        let is_name = |at| matches!(self.kind(at), Some(TokenKind::Name | TokenKind::Letter));
        let is_key = is_name(at) && self.kind(at + 1) == Some(TokenKind::Colon);
        // Two or three names and `=` on this line.
        let names = (at..at + 3)
            .take_while(|i| is_name(*i) && (*i == at || !self.is_fresh(*i)))
            .count();
        let is_definition = names > 1 && self.kind(at + names) == Some(TokenKind::Equals);
        if self.begins_declaration(at) || (inside_block && is_key) || (defined && is_definition) {
            // An operator was left dangling in the line before: the mistake is there, not here.
            return false;
        }
        leads(at) || trails(at - 1)
    }
}

fn is_bracket(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::OpenParen | TokenKind::CloseParen | TokenKind::OpenBracket | TokenKind::CloseBracket
    )
}

/// Round or square.
fn shape(kind: TokenKind) -> usize {
    usize::from(matches!(kind, TokenKind::OpenBracket | TokenKind::CloseBracket))
}
