//! Texts that are no rulesets at all: letters, programs, data of other programs.

use super::chunks::{Chunk, chunk};
use super::stream::Stream;
use crate::keywords;
use crate::suggest::closest;
use crate::tokens::TokenKind;

/// Whether a text has no header, right or wrong, and hardly a line that could be a declaration.
/// Every line of it would be an error, and none would help.
pub(super) fn is_foreign(stream: &Stream) -> bool {
    let (mut at, mut likely, mut all) = (0, 0, 0);
    while at < stream.len() {
        if stream.kind(at) == Some(TokenKind::CloseBrace) {
            at += 1;
            continue;
        }
        let chunk = chunk(stream, at);
        if is_header(stream, &chunk) {
            return false;
        }
        likely += usize::from(is_declaration(stream, &chunk));
        all += 1;
        at = chunk.next;
    }
    all > 0 && likely * 3 < all
}

/// The place of the keyword of a declaration.
fn keyword_at(stream: &Stream, chunk: &Chunk) -> usize {
    let start = chunk.head.start;
    start + usize::from(stream.has_owner(start))
}

fn is_header(stream: &Stream, chunk: &Chunk) -> bool {
    let at = keyword_at(stream, chunk);
    let word = stream.text_of(at);
    let mut rest = at + 1..chunk.head.end;
    let has_title = rest.any(|at| {
        matches!(stream.kind(at), Some(TokenKind::Text | TokenKind::UnclosedText))
            || stream.text_of(at) == "extends"
    });
    keywords::HEADERS.contains(&word)
        || (has_title && closest(word, keywords::all()).is_some_and(|word| keywords::HEADERS.contains(&word)))
}

/// Whether a line begins with a keyword or nearly so, and goes on as declarations may.
fn is_declaration(stream: &Stream, chunk: &Chunk) -> bool {
    let at = keyword_at(stream, chunk);
    let goes_on = matches!(
        stream.kind(at + 1),
        None | Some(
            TokenKind::Name
                | TokenKind::Number
                | TokenKind::Range
                | TokenKind::Size
                | TokenKind::Text
                | TokenKind::UnclosedText
                | TokenKind::OpenBrace
                | TokenKind::BadName
                | TokenKind::BadNumber
        )
    );
    stream.kind(at) == Some(TokenKind::Name)
        && goes_on
        && closest(stream.text_of(at), keywords::all()).is_some()
}
