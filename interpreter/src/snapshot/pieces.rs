//! What pieces can do, as small boards.

use super::Random;
use crate::board::{Bits as _, Square, Topology};
use crate::engine::{Position, Variant};
use crate::rules::{PerSide, Side};
use crate::why::ways_only;
use std::fmt::Write as _;

/// What the signs mean.
pub(super) const LEGEND: &str = "\
@ the piece, o its own side, e the enemy, + goes there, X captures there, S goes there onto its own side,
* goes there capturing on the way, % with or without; once on an empty board, once on a crowded one
";

/// Boards for every piece of every side.
pub(super) fn all(variant: &Variant, out: &mut String) {
    // The rules that know only how pieces go always compile if the whole rules do.
    let Ok(bare) = Variant::new(ways_only(variant.rules())) else {
        return;
    };
    let mut kinds: Vec<usize> = (0..variant.rules().pieces.len()).collect();
    let name = |kind: usize| {
        let piece = variant.rules().pieces.get_index(kind);
        piece.map_or("", |(name, _)| name.as_str())
    };
    kinds.sort_by_key(|&kind| name(kind));
    for &kind in &kinds {
        let piece = &variant.rules().pieces[kind];
        let PerSide { white, black } = &piece.movement;
        for side in Side::ALL {
            if piece.letter[side].is_none() {
                continue;
            }
            // The mirror image says nothing new.
            if side == Side::Black && piece.letter.white.is_some() && white == black {
                continue;
            }
            let _ = writeln!(out, "\n{side} {}", name(kind));
            let squares = squares(variant, kind, side);
            for crowded in [false, true] {
                let boards: Vec<Vec<String>> = squares
                    .iter()
                    .map(|&square| board(&bare, kind, side, square, crowded))
                    .collect();
                beside(&boards, out);
            }
        }
    }
}

/// Squares that show what a piece can do: the middle, a corner, where it stands at the start.
fn squares(variant: &Variant, kind: usize, side: Side) -> Vec<Square> {
    let topology = variant.topology();
    let (files, ranks) = (i32::from(topology.files()), i32::from(topology.ranks()));
    let nearest = |file: i32, rank: i32| {
        let away = |square: &Square| {
            let (f, r) = topology.coordinates(*square).unwrap_or((u8::MAX, u8::MAX));
            (
                (i32::from(f) - file).abs().max((i32::from(r) - rank).abs()),
                *square,
            )
        };
        topology.squares().squares().min_by_key(away)
    };
    let start = variant.start();
    let home = topology
        .squares()
        .squares()
        .find(|&s| variant.piece_at(&start, s) == Some((kind, side)));
    let mut squares: Vec<Square> = Vec::new();
    for square in [nearest(files / 2, (ranks - 1) / 2), nearest(0, 0), home]
        .into_iter()
        .flatten()
    {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares
}

/// A board with one piece and what it can do; crowded: with others around it, always the same.
fn board(bare: &Variant, kind: usize, side: Side, square: Square, crowded: bool) -> Vec<String> {
    let topology = bare.topology();
    let mut position = bare.lone_piece(kind, side, square);
    if crowded {
        let mut random = Random::new(u64::from(square) + 1);
        for at in topology.squares().squares().filter(|&at| at != square) {
            let whose = match random.below(6) {
                0 => side,
                1 => side.other(),
                _ => continue,
            };
            position = bare.with_piece(&position, at, Some((kind, whose)));
        }
    }
    let signs = signs(bare, &position, side, square);
    let mut rows = vec![format!("{}:", topology.name(square))];
    for rank in (0..topology.ranks()).rev() {
        let sign = |file| topology.at(file, rank).map_or(' ', |at| signs[usize::from(at)]);
        rows.push((0..topology.files()).map(sign).collect());
    }
    let outside: Vec<String> = outside(topology, &signs);
    if !outside.is_empty() {
        rows.push(outside.join(" "));
    }
    rows
}

fn outside(topology: &Topology, signs: &[char]) -> Vec<String> {
    let mut list: Vec<(&str, char)> = topology
        .extras()
        .map(|at| (topology.name(at), signs[usize::from(at)]))
        .collect();
    list.sort_unstable();
    list.into_iter()
        .map(|(name, sign)| format!("{name}{sign}"))
        .collect()
}

/// The sign of every square.
fn signs(bare: &Variant, position: &Position, side: Side, from: Square) -> Vec<char> {
    let topology = bare.topology();
    let mut can = vec![(false, false); topology.size()];
    for mv in bare.legal_moves(position) {
        if mv.from() == from && !mv.is_pass() && !mv.is_castling() {
            let (quiet, capture) = &mut can[usize::from(mv.to())];
            if bare.is_capture(position, mv) {
                *capture = true;
            } else {
                *quiet = true;
            }
        }
    }
    let sign = |at: Square| {
        if at == from {
            return '@';
        }
        match (bare.piece_at(position, at), can[usize::from(at)]) {
            (None, (false, false)) => '.',
            (None, (true, false)) => '+',
            (None, (false, true)) => '*',
            (None, (true, true)) => '%',
            (Some((_, whose)), (false, false)) => {
                if whose == side {
                    'o'
                } else {
                    'e'
                }
            }
            (Some((_, whose)), _) => {
                if whose == side {
                    'S'
                } else {
                    'X'
                }
            }
        }
    };
    (0..topology.size()).map(|at| sign(at as Square)).collect()
}

/// Boards beside each other.
fn beside(boards: &[Vec<String>], out: &mut String) {
    let height = boards.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut line = String::new();
        for board in boards {
            let width = board.iter().map(|row| row.chars().count()).max().unwrap_or(0) + 3;
            let text = board.get(row).map_or("", String::as_str);
            let _ = write!(line, "{text:width$}");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
