//! The columns that are aligned in neighbouring lines: letters, `=`, parameters and comments.

use super::piece::{Form, Piece, width};
use super::{Line, Row};
use crate::parser::stream::Stream;
use crate::tokens::TokenKind;
use std::collections::HashMap;

/// Columns wider than this are left alone.
const WIDEST: usize = 60;

/// The start of a column: a word of the piece, and the text it has in common with the words above
/// and below.
type Stop<'t> = (usize, &'t str);

/// Pads the words of neighbouring pieces of one kind. Blank lines and braces separate neighbours.
pub(super) fn align_words<'t>(rows: &mut [Row<'t>], stream: &Stream<'t>) {
    for group in rows.split_mut(|row| matches!(row, Row::Blank | Row::Brace { .. })) {
        let mut widest: HashMap<Vec<&str>, usize> = HashMap::new();
        let pieces = || group.iter();
        for row in pieces() {
            let Row::Piece { piece, .. } = row else { continue };
            each_column(piece, stream, |column, _, width| {
                let widest = widest.entry(column.to_vec()).or_default();
                *widest = width.max(*widest);
            });
        }
        for row in group {
            let Row::Piece { piece, .. } = row else { continue };
            let mut padding = Vec::new();
            each_column(piece, stream, |column, at, width| {
                let widest = widest.get(column).copied().unwrap_or(width);
                if widest <= WIDEST {
                    padding.push((at, widest - width));
                }
            });
            for (at, spaces) in padding {
                piece.pad(at, spaces);
            }
        }
    }
}

/// Calls `f` with the name of each column of a piece, the word that follows it, and how wide it is
/// here.
fn each_column<'t>(piece: &Piece<'t>, stream: &Stream<'t>, mut f: impl FnMut(&[&'t str], usize, usize)) {
    let (mut column, stops) = stops(piece, stream);
    let mut start = piece.words.start;
    for (at, key) in stops {
        column.push(key);
        f(&column, at, piece.measure(stream, start..at));
        start = at;
    }
}

/// The kind of a piece, and its columns.
fn stops<'t>(piece: &Piece<'t>, stream: &Stream<'t>) -> (Vec<&'t str>, Vec<Stop<'t>>) {
    let start = piece.words.start;
    let first =
        stream.text_of(start + usize::from(piece.form == Form::Declaration && stream.has_owner(start)));
    let mut stops = Vec::new();
    let keyword = match piece.form {
        Form::ArmyPiece => "army",
        Form::Declaration => first,
        Form::Entry => return (Vec::new(), stops),
    };
    match keyword {
        "army" | "piece" => {
            let outside = piece.outside(stream);
            let comma = outside
                .iter()
                .copied()
                .find(|at| stream.kind(*at) == Some(TokenKind::Comma));
            let end = piece.equals.or(comma).unwrap_or(piece.words.end);
            if end > piece.words.start + 1 && !piece.breaks_before(end) {
                let letter = stream.partner(end - 1).unwrap_or(end - 1);
                stops.push((letter, ""));
                stops.extend(piece.equals.map(|equals| (equals, "=")));
            }
        }
        "movement" | "zone" => stops.extend(
            piece
                .equals
                .filter(|at| !piece.breaks_before(*at))
                .map(|at| (at, "=")),
        ),
        "use" if piece.is_plain() => {
            let keys = piece.in_depth(stream, 1).into_iter().filter(|at| {
                stream.kind(at + 1) == Some(TokenKind::Colon) && stream.kind(at - 1) == Some(TokenKind::Comma)
            });
            stops.extend(keys.map(|at| (at, stream.text_of(at))));
            return (vec![keyword, stream.text_of(piece.words.start + 1)], stops);
        }
        _ => {}
    }
    (vec![keyword], stops)
}

/// Puts the comments at the ends of neighbouring lines below each other. Longer lines than
/// [`WIDEST`] stand out.
pub(super) fn align_comments(lines: &mut [Line]) {
    for group in lines.split_inclusive_mut(|line| line.ends_columns) {
        let lengths = group
            .iter()
            .filter(|line| line.comment.is_some())
            .map(|line| width(&line.text));
        let column = lengths.filter(|length| *length <= WIDEST).max().unwrap_or(0);
        for line in group {
            line.gap = column.saturating_sub(width(&line.text)) + 2;
        }
    }
}
