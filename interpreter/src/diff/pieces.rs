//! How a piece goes under two sets of rules.

use super::Pair;
use crate::board::{Bits as _, Square};
use crate::engine::Variant;
use crate::rules::{Side, SquareName};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a piece can do on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Goes there if it is empty.
    pub quiet: bool,
    /// Captures there.
    pub capture: bool,
    /// Goes there only over another piece.
    pub hop: bool,
}

impl Way {
    fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// A piece alone on the board, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceBoard {
    /// Whose.
    pub side: Side,
    /// Where it stands.
    pub square: SquareName,
    /// Squares to which it goes in the same way as before.
    pub same: Vec<SquareName>,
    /// Squares to which it did not go before.
    pub gained: Vec<SquareName>,
    /// Squares to which it does not go any more.
    pub lost: Vec<SquareName>,
    /// Squares to which it goes otherwise: only to capture, only over another piece, or not only so any more.
    pub otherwise: Vec<SquareName>,
}

impl PieceBoard {
    fn is_same(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty() && self.otherwise.is_empty()
    }
}

/// The piece on a square where the difference shows, in the middle if possible; `None` if it shows on no empty board.
pub(super) fn compare(pair: &Pair, name: &str, side: Side) -> Option<PieceBoard> {
    let [old, new] = &pair.bare;
    let kinds = [old, new].map(|bare| bare.rules().pieces.get_index_of(name));
    let topology = old.topology();
    let (files, ranks) = (i32::from(topology.files()), i32::from(topology.ranks()));
    let mut squares: Vec<Square> = topology.squares().squares().collect();
    squares.sort_by_key(|&square| {
        let (file, rank) = topology.coordinates(square).unwrap_or((u8::MAX, u8::MAX));
        let away = (i32::from(file) - files / 2).abs() + (i32::from(rank) - (ranks - 1) / 2).abs();
        (away, square)
    });
    let [old_kind, new_kind] = kinds;
    for square in squares {
        let square_name = topology.name(square);
        let ways = |bare: &Variant, kind: Option<usize>| {
            let kind = kind.filter(|&kind| bare.rules().pieces[kind].letter[side].is_some());
            match (kind, bare.topology().square(square_name)) {
                (Some(kind), Some(square)) => ways(bare, kind, side, square),
                _ => BTreeMap::new(),
            }
        };
        let board = merge(side, square_name, &ways(old, old_kind), &ways(new, new_kind));
        if !board.is_same() {
            return Some(board);
        }
    }
    None
}

fn merge(
    side: Side,
    square: &str,
    old: &BTreeMap<SquareName, Way>,
    new: &BTreeMap<SquareName, Way>,
) -> PieceBoard {
    let mut board = PieceBoard {
        side,
        square: square.to_owned(),
        same: Vec::new(),
        gained: Vec::new(),
        lost: Vec::new(),
        otherwise: Vec::new(),
    };
    for (name, way) in old {
        let list = match new.get(name) {
            None => &mut board.lost,
            Some(other) if other == way => &mut board.same,
            Some(_) => &mut board.otherwise,
        };
        list.push(name.clone());
    }
    board.gained = new
        .keys()
        .filter(|name| !old.contains_key(*name))
        .cloned()
        .collect();
    board
}

/// What a piece alone on the board can do on every square, an enemy or a hurdle put there to try.
fn ways(bare: &Variant, kind: usize, side: Side, square: Square) -> BTreeMap<SquareName, Way> {
    let topology = bare.topology();
    let lone = bare.lone_piece(kind, side, square);
    let all: Vec<Square> = topology.squares().squares().filter(|&s| s != square).collect();
    let mut ways: BTreeMap<Square, Way> = BTreeMap::new();
    let goes = |position: &crate::engine::Position, f: &mut dyn FnMut(Square, bool)| {
        for mv in bare.legal_moves(position) {
            if mv.from() == square && !mv.is_pass() && !mv.is_castling() {
                f(mv.to(), bare.is_capture(position, mv));
            }
        }
    };
    goes(&lone, &mut |to, _| ways.entry(to).or_default().quiet = true);
    for &to in &all {
        let prey = bare.with_piece(&lone, to, Some((kind, side.other())));
        goes(&prey, &mut |at, capture| {
            if at == to && capture {
                ways.entry(to).or_default().capture = true;
            }
        });
    }
    // With one other piece somewhere, what could not be reached before.
    for &over in &all {
        for whose in Side::ALL {
            let hurdle = bare.with_piece(&lone, over, Some((kind, whose)));
            goes(&hurdle, &mut |to, _| {
                if to != over && ways.get(&to).is_none_or(|way| !way.quiet) {
                    ways.entry(to).or_default().hop = true;
                }
            });
            // Captures over a hurdle: prey on each square behind it would be tried; the other side's pieces everywhere do.
            let mut crowd = hurdle;
            for &prey in all.iter().filter(|&&prey| prey != over) {
                let line = topology.neighbours(over);
                if line.has(prey) {
                    crowd = bare.with_piece(&crowd, prey, Some((kind, side.other())));
                }
            }
            goes(&crowd, &mut |to, capture| {
                if capture && to != over && ways.get(&to).is_none_or(|way| !way.capture) {
                    ways.entry(to).or_default().hop = true;
                }
            });
        }
    }
    ways.into_iter()
        .filter(|(_, way)| !way.is_none())
        .map(|(square, way)| (topology.name(square).to_owned(), way))
        .collect()
}
