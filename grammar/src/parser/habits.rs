//! Habits of other languages: comments that are none, texts without quotes, blocks without a brace.
//! Each is one error that says how it is written here; what belongs to it is passed over.

use super::file::{Parser, opens_instead};
use super::misplaced::first_of_block;
use crate::keywords;
use crate::span::Span;
use crate::tokens::TokenKind;
use std::ops::Range;

/// At most this many characters of a text are repeated in a message.
const SHOWN: usize = 60;

impl Parser<'_, '_> {
    /// Reports a text or a path that lacks its quotes; whether it did.
    pub(super) fn lacks_quotes(&mut self, start: usize, head: &Range<usize>) -> bool {
        let keyword = self.stream.text_of(start);
        let is_text = |at| {
            matches!(
                self.stream.kind(at),
                Some(TokenKind::Text | TokenKind::UnclosedText)
            )
        };
        let next = start + 1;
        if next >= head.end {
            return false;
        }
        match keyword {
            "start" | "about" | "source" if !is_text(next) => {
                let rest = self.stream.span(next..head.end);
                self.wants_quotes(keyword, rest, "a text in quotes", |text| {
                    format!("write `{keyword} \"{text}\"`")
                });
                true
            }
            "variant" | "library" if !is_text(next) => {
                let extends = (next..head.end).find(|at| self.stream.text_of(*at) == "extends");
                let end = extends.unwrap_or(head.end);
                if end == next {
                    return false;
                }
                let title = self.stream.span(next..end);
                let rest = extends.map(|at| self.stream.raw(self.stream.span(at..head.end)));
                let rest = rest.map_or_else(String::new, |rest| format!(" {}", short(rest)));
                self.wants_quotes(keyword, title, "a text in quotes", |text| {
                    format!("write `{keyword} \"{text}\"{rest}`")
                });
                true
            }
            "variant" => {
                let extends = (next..head.end).find(|at| self.stream.text_of(*at) == "extends");
                extends.is_some_and(|at| self.path_lacks_quotes(at, head.end))
            }
            "include" => self.path_lacks_quotes(start, head.end),
            _ => false,
        }
    }

    /// After `extends` and `include`: something that is more than a name.
    fn path_lacks_quotes(&mut self, keyword: usize, end: usize) -> bool {
        let first = keyword + 1;
        let mut last = first;
        while last + 1 < end && self.stream.touches(last + 1) {
            last += 1;
        }
        let is_text = matches!(
            self.stream.kind(first),
            Some(TokenKind::Text | TokenKind::UnclosedText)
        );
        let is_one_name = last == first && self.stream.kind(first) == Some(TokenKind::Name);
        if first >= end || is_text || is_one_name {
            return false;
        }
        let word = self.stream.text_of(keyword);
        let path = self.stream.span(first..last + 1);
        self.wants_quotes(word, path, "a name or a text in quotes", |text| {
            let bare = text.trim_end_matches([';', ',', '.', ':']);
            if bare != text && is_name(bare) {
                return format!("write `{word} {bare}`: a line ends without a sign");
            }
            match text.strip_suffix(".ferz").filter(|name| is_name(name)) {
                Some(name) => format!(
                    "write `{word} \"{text}\"` for a file beside this one, `{word} {name}` for one that comes with ferz"
                ),
                None => format!("write `{word} \"{text}\"`"),
            }
        });
        true
    }

    fn wants_quotes(&mut self, keyword: &str, span: Span, what: &str, help: impl FnOnce(&str) -> String) {
        let text = short(self.stream.raw(span));
        let message = format!("expected {what} after `{keyword}`");
        self.error("F0031", message, span, &help(&text));
    }

    /// The message about a head without a block, and its place.
    fn no_brace(&self, keyword: &str, head: &Range<usize>) -> (String, Span) {
        if let Some(wrong) = opens_instead(&self.stream, head) {
            let message = format!(
                "a block begins with `{{`, not with `{}`",
                self.stream.text_of(wrong)
            );
            return (message, self.stream.span(wrong..wrong + 1));
        }
        let end = self.stream.span(head.clone()).end;
        let message = format!("expected `{{` and a block for this `{keyword}`");
        (message, Span::new(end, end))
    }

    /// Reports a block without `{`, at the end of a head or at a `:` in it, and passes over the
    /// lines that were meant to stand in the block; the first word behind them.
    pub(super) fn lacks_brace(&mut self, start: usize, head: &Range<usize>) -> usize {
        let keyword = self.stream.text_of(start);
        let colon = head
            .clone()
            .find(|at| self.stream.kind(*at) == Some(TokenKind::Colon));
        // `end stalemate: loss`: the brace is missing before the entry.
        let entry = colon.filter(|at| *at > start + 1 && !self.stream.is_fresh(at + 1) && at + 1 < head.end);
        let words_end = entry.map_or(colon.unwrap_or(head.end), |colon| colon - 1);
        let words = short(self.stream.raw(self.stream.span(start..words_end)));
        let rest: Vec<&str> = (start + 1..head.end).map(|at| self.stream.text_of(at)).collect();
        let key = first_of_block(keyword, &rest).filter(|_| colon.is_none());
        let key = key.map(|at| start + 1 + at);
        let words = match key {
            Some(key) => self.stream.raw(self.stream.span(start..key)),
            None => words.trim_end_matches(['[', '(', ' ']),
        };
        let line = if keyword == "army" {
            "one line for each piece"
        } else {
            "one line for each entry"
        };
        let help = format!("write `{words} {{`, then {line}, then `}}`");
        let (message, span) = match (entry, colon, key) {
            (Some(colon), ..) => {
                let key = self.stream.text_of(colon - 1);
                (
                    format!("expected `{{` before `{key}`"),
                    self.stream.span(colon - 1..colon),
                )
            }
            (None, Some(colon), _) => {
                let span = self.stream.span(colon..colon + 1);
                (format!("expected `{{` after `{words}`, found `:`"), span)
            }
            (None, None, Some(key)) => {
                let message = format!("expected `{{` before `{}`", self.stream.text_of(key));
                (message, self.stream.span(key..key + 1))
            }
            (None, None, None) => self.no_brace(keyword, head),
        };
        self.error("F0024", message, span, &help);
        self.lines_of_a_block(head.end)
    }

    /// The end of lines that can only stand in a block, and of the `}` behind them.
    fn lines_of_a_block(&self, mut at: usize) -> usize {
        let stream = &self.stream;
        while at < stream.len() {
            match stream.kind(at) {
                Some(TokenKind::CloseBrace) => return at + 1,
                Some(TokenKind::OpenBrace) => return at,
                Some(TokenKind::Semicolon) => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            let end = stream.piece_end(at, stream.len(), true);
            let is_entry = stream.kind(at + 1) == Some(TokenKind::Colon);
            let is_declaration = keywords::is_keyword(stream.text_of(at)) && !is_entry;
            let belongs = is_entry || !stream.is_flush(at);
            if !belongs || is_declaration || stream.kind(end) == Some(TokenKind::OpenBrace) {
                return at;
            }
            at = end.max(at + 1);
        }
        at
    }
}

/// The first line of a text without needless length.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}
