//! The abilities of pieces, as small boards.

use super::crowd::{Crowd, crowds};
use crate::board::{Bits as _, Square, Topology};
use crate::engine::{Position, Variant};
use crate::rules::{Modes, PerSide, Side};
use crate::ways::{Manner, piece_ends};
use crate::why::ways_only;
use ferz_engine::order::{sort, sort_by_key};
use std::fmt::Write as _;

/// The meaning of the signs.
pub(super) const LEGEND: &str = "\
@ the piece, o its own side, e the enemy, + goes there, X captures there, S captures its own side there,
= changes places, ! captures there without moving, # that or goes there, * goes there capturing on the way, % with or without; on an empty board, and with others that show every kind of its paths
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
    sort_by_key(&mut kinds, |&kind| name(kind));
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
            let crowds: Vec<Vec<Crowd>> = squares
                .iter()
                .map(|&square| crowds(variant.topology(), &piece.movement[side], side, square))
                .collect();
            let alone: Vec<Vec<String>> = squares
                .iter()
                .map(|&square| {
                    let lone = bare.lone_piece(kind, side, square);
                    let mut signs = signs(&bare, &lone, side, square);
                    shots(variant, name(kind), side, square, &mut signs);
                    rows(variant.topology(), square, &signs)
                })
                .collect();
            beside(&alone, out);
            for row in 0..crowds.iter().map(Vec::len).max().unwrap_or(0) {
                let boards: Vec<Vec<String>> = squares
                    .iter()
                    .zip(&crowds)
                    .filter_map(|(&square, crowds)| Some(board(&bare, kind, side, square, crowds.get(row)?)))
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

/// A board with one piece, others around it, and its moves.
fn board(bare: &Variant, kind: usize, side: Side, square: Square, crowd: &Crowd) -> Vec<String> {
    let mut position = bare.lone_piece(kind, side, square);
    for (&at, whose) in crowd {
        position = bare.with_piece(&position, at, whose.map(|whose| (kind, whose)));
    }
    rows(bare.topology(), square, &signs(bare, &position, side, square))
}

fn rows(topology: &Topology, square: Square, signs: &[char]) -> Vec<String> {
    let mut rows = vec![format!("{}:", topology.name(square))];
    for rank in (0..topology.ranks()).rev() {
        let sign = |file| topology.at(file, rank).map_or(' ', |at| signs[usize::from(at)]);
        rows.push((0..topology.files()).map(sign).collect());
    }
    let outside: Vec<String> = outside(topology, signs);
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
    sort(&mut list);
    list.into_iter()
        .map(|(name, sign)| format!("{name}{sign}"))
        .collect()
}

/// The ability of a piece on a square.
#[derive(Clone, Copy, Default)]
struct Can {
    quiet: bool,
    capture: bool,
    /// It captures without moving.
    rifle: bool,
    swap: bool,
}

/// The sign of every square.
fn signs(bare: &Variant, position: &Position, side: Side, from: Square) -> Vec<char> {
    let mut can = vec![Can::default(); bare.topology().size()];
    for mv in bare.legal_moves(position) {
        if mv.start() == from && !mv.is_pass() && !mv.is_castling() {
            let can = &mut can[usize::from(mv.to())];
            let after = bare.play(position, mv);
            let there = |square| bare.piece_at(&after, square).is_some();
            match (bare.is_capture(position, mv), there(from), there(mv.to())) {
                (true, true, false) => can.rifle = true,
                (true, ..) => can.capture = true,
                (false, true, true) => can.swap = true,
                (false, ..) => can.quiet = true,
            }
        }
    }
    let sign = |at: Square| {
        if at == from {
            return '@';
        }
        let can = can[usize::from(at)];
        match bare.piece_at(position, at) {
            None => match (can.quiet, can.capture) {
                (false, false) => '.',
                (true, false) => '+',
                (false, true) => '*',
                (true, true) => '%',
            },
            Some(_) if can.swap => '=',
            Some((_, whose)) if can.capture => {
                if whose == side {
                    'S'
                } else {
                    'X'
                }
            }
            Some(_) if can.rifle => '!',
            Some((_, whose)) => {
                if whose == side {
                    'o'
                } else {
                    'e'
                }
            }
        }
    };
    (0..bare.topology().size()).map(|at| sign(at as Square)).collect()
}

/// Marks the squares that a piece's weapons reach on an empty board.
fn shots(variant: &Variant, kind: &str, side: Side, from: Square, signs: &mut [char]) {
    let (rules, topology) = (variant.rules(), variant.topology());
    for end in piece_ends(rules, topology, kind, side, from) {
        let sign = &mut signs[usize::from(end.to)];
        if end.manner == Manner::Rifle && end.modes.has(Modes::CAPTURE) && matches!(*sign, '.' | '+') {
            *sign = if *sign == '.' { '!' } else { '#' };
        }
    }
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
