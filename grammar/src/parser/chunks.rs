//! The text cut into declarations, and their blocks into lines, without understanding either.

use super::stream::Stream;
use crate::tokens::TokenKind;
use std::ops::Range;

/// A declaration: all that stands before its block, and the block. Ranges count words of the
/// stream.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) head: Range<usize>,
    pub(crate) block: Option<Block>,
    /// The first word after it.
    pub(crate) next: usize,
}

/// `{ ... }`
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) open: usize,
    pub(crate) end: BlockEnd,
    /// The pieces, none of them empty. Those that hold a block themselves are left out.
    pub(crate) pieces: Vec<Range<usize>>,
    /// The first brace that opens a block within this one.
    pub(crate) nested: Option<usize>,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockEnd {
    /// By this brace.
    Closed(usize),
    /// Not at all; another declaration begins at this word.
    Interrupted(usize),
    /// Not at all, up to the end of the text.
    Open,
}

/// The declaration that begins at this word, which must not be a closing brace.
pub(crate) fn chunk(stream: &Stream, at: usize) -> Chunk {
    let end = stream.piece_end(at, stream.len(), false);
    if stream.kind(end) != Some(TokenKind::OpenBrace) {
        return Chunk {
            head: at..end,
            block: None,
            next: end,
        };
    }
    if stream.text_of(at) == "mechanic" {
        return with_body(stream, at..end);
    }
    let (block_end, nested) = block_end(stream, end);
    let (last, next) = match block_end {
        BlockEnd::Closed(close) => (close, close + 1),
        BlockEnd::Interrupted(next) => (next, next),
        BlockEnd::Open => (stream.len(), stream.len()),
    };
    let pieces = pieces(stream, end + 1..last);
    Chunk {
        head: at..end,
        block: Some(Block {
            open: end,
            end: block_end,
            pieces,
            nested,
        }),
        next,
    }
}

/// A mechanic: in its block stand declarations, which are cut one by one.
fn with_body(stream: &Stream, head: Range<usize>) -> Chunk {
    let (open, mut depth, mut close) = (head.end, 0usize, None);
    for at in open..stream.len() {
        match stream.kind(at) {
            Some(TokenKind::OpenBrace) => depth += 1,
            Some(TokenKind::CloseBrace) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            close = Some(at);
            break;
        }
    }
    let mut flush = (open + 1..stream.len()).filter(|at| stream.begins_declaration(*at));
    let (end, next) = match (close, flush.next()) {
        (Some(close), _) => (BlockEnd::Closed(close), close + 1),
        (None, Some(next)) => (BlockEnd::Interrupted(next), next),
        (None, None) => (BlockEnd::Open, stream.len()),
    };
    let block = Block {
        open,
        end,
        pieces: Vec::new(),
        nested: None,
    };
    Chunk {
        head,
        block: Some(block),
        next,
    }
}

/// Finds the end of the block that opens at `open`, and the first block inside it.
///
/// A declaration inside a block is taken as the sign of a forgotten brace only if another brace
/// opens before the block is closed; otherwise the line belongs to the block.
fn block_end(stream: &Stream, open: usize) -> (BlockEnd, Option<usize>) {
    let (mut depth, mut nested, mut declaration, mut line) = (1, None, None, open);
    for at in open + 1..stream.len() {
        if stream.is_fresh(at) {
            line = at;
        }
        if declaration.is_none() && stream.begins_declaration(at) {
            declaration = Some(at);
        }
        match (stream.kind(at), declaration) {
            (Some(TokenKind::CloseBrace), _) => depth -= 1,
            (Some(TokenKind::OpenBrace), Some(next)) => return (BlockEnd::Interrupted(next), nested),
            // A section with a keyword of its own.
            (Some(TokenKind::OpenBrace), None) if line < at && stream.is_flush_name(line) => {
                return (BlockEnd::Interrupted(line), nested);
            }
            (Some(TokenKind::OpenBrace), None) => {
                depth += 1;
                nested.get_or_insert(at);
            }
            _ => {}
        }
        if depth == 0 {
            return (BlockEnd::Closed(at), nested);
        }
    }
    (declaration.map_or(BlockEnd::Open, BlockEnd::Interrupted), nested)
}

/// The pieces of a block between `;`, line ends and inner blocks.
fn pieces(stream: &Stream, block: Range<usize>) -> Vec<Range<usize>> {
    let (mut list, mut at, mut depth) = (Vec::new(), block.start, 0usize);
    while at < block.end {
        match stream.kind(at) {
            Some(TokenKind::OpenBrace) => depth += 1,
            Some(TokenKind::CloseBrace) => depth = depth.saturating_sub(1),
            Some(TokenKind::Semicolon) => {}
            _ => {
                let end = stream.piece_end(at, block.end, true);
                if depth == 0 && stream.kind(end) != Some(TokenKind::OpenBrace) {
                    list.push(at..end);
                }
                at = end;
                continue;
            }
        }
        at += 1;
    }
    list
}
