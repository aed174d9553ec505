//! Positions as one side sees them.

use crate::fields;
use crate::node::Node;
use crate::pyffish::{base, known, written};
use crate::share::Known;
use ferz::dialects::{self, Style};
use ferz::rules::Side;
use pyo3::prelude::*;
use std::sync::Arc;

/// A text with the other side to move, and the side that was to move.
pub(crate) fn other_turn(fen: &str) -> Option<(String, Side)> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let (other, side) = match *fields.get(1)? {
        "w" => ("b", Side::White),
        "b" => ("w", Side::Black),
        _ => return None,
    };
    fields[1] = other;
    Some((fields.join(" "), side))
}

/// A position, and the side that is to move by its text. It may be one in which only the other side
/// can be to move.
fn seen_by(known: &Arc<Known>, fen: &str) -> PyResult<(Arc<Node>, Side)> {
    let fen = fields::first_board(fen);
    let refusal = match base(known, fen) {
        Ok(node) => {
            let side = node.variant().turn(&node.position);
            return Ok((node, side));
        }
        Err(refusal) => refusal,
    };
    let Some((other, side)) = other_turn(fen) else {
        return Err(refusal);
    };
    match base(known, &other) {
        Ok(node) => Ok((node, side)),
        Err(_) => Err(refusal),
    }
}

/// For each square whether a side sees it: its pieces stand there or could move there, legally if
/// it is to move.
fn visible(node: &Node, side: Side) -> Vec<bool> {
    let (variant, position) = (node.variant(), &node.position);
    let mut own = Vec::new();
    variant.each_piece(position, |square, _, whose| {
        if whose == side {
            own.push(square);
        }
    });
    let mut seen = vec![false; variant.topology().size()];
    // A pass ends nowhere.
    let mut see = |square: u8| {
        seen.iter_mut()
            .skip(usize::from(square))
            .take(1)
            .for_each(|seen| *seen = true)
    };
    if side == variant.turn(position) {
        node.moves().iter().for_each(|mv| see(mv.to()));
    } else {
        let targets = own
            .iter()
            .flat_map(|&square| variant.plain_targets(position, square));
        targets.for_each(|(to, _)| see(to));
    }
    own.into_iter().for_each(see);
    seen
}

/// The board of a position, with `*` for squares that are not seen.
fn board(node: &Node, seen: &[bool]) -> String {
    let (variant, position) = (node.variant(), &node.position);
    let (topology, rules) = (variant.topology(), variant.rules());
    let letter = |kind: usize, side: Side| {
        let (_, piece) = rules.pieces.get_index(kind)?;
        Some(piece.letter[side]?.to_string())
    };
    let row = |rank: u8| {
        let (mut row, mut empty) = (String::new(), 0);
        let mut write = |sign: Option<String>| match sign {
            None => empty += 1,
            Some(sign) => {
                if empty > 0 {
                    row += &std::mem::take(&mut empty).to_string();
                }
                row += &sign;
            }
        };
        for file in 0..topology.files() {
            let square = topology.at(file, rank);
            let sign = match square.filter(|&square| seen[usize::from(square)]) {
                None => Some("*".to_owned()),
                Some(square) => variant
                    .piece_at(position, square)
                    .map(|(kind, side)| letter(kind, side).unwrap_or_default()),
            };
            write(sign);
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    };
    let rows: Vec<String> = (0..topology.ranks()).rev().map(row).collect();
    rows.join("/")
}

#[pyfunction]
pub(crate) fn ff_fog_fen(fen: &str, variant: &str, chess960: bool) -> PyResult<String> {
    let known = known(variant, chess960)?;
    let (node, side) = seen_by(&known, fen)?;
    let (variant, position) = (node.variant(), &node.position);
    let text = dialects::write_position(Style::Uci, variant, position);
    let text = written(&node, text, chess960);
    let end = text.find([' ', '[']).unwrap_or(text.len());
    let mut rest = text[end..].to_owned();
    if side != variant.turn(position) {
        let (other, turn) = match side {
            Side::White => (" b ", " w "),
            Side::Black => (" w ", " b "),
        };
        rest = rest.replacen(other, turn, 1);
    }
    Ok(board(&node, &visible(&node, side)) + &rest)
}
