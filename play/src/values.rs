//! The values of pieces: those that the author gives, otherwise by their number of moves on the
//! variant's own board.

use crate::random::Random;
use ferz::board::{Bits as _, Square};
use ferz::engine::{Position, Variant};
use ferz::rules::{GoalCondition, Piece, Score, Side};

/// A value for each kind and side.
pub(crate) type Values = Vec<[i32; 2]>;

/// Boards with pieces scattered at random, on which moves are counted.
const BOARDS: usize = 3;
/// One square in this many holds a piece on them.
const CROWD: usize = 4;
/// The average value of one more move, in hundredths of a pawn.
const MOVE: f64 = 63.0;
/// The value of a piece whose loss ends the game.
const PRECIOUS: i32 = 1_000;

/// The values of all kinds, in hundredths of a pawn. They are negative if a side wins by having
/// lost its pieces.
pub(crate) fn values(variant: &Variant) -> Values {
    let boards: Vec<Position> = (1..=BOARDS as u64).map(|seed| scattered(variant, seed)).collect();
    let pieces = &variant.played().pieces;
    let mut values: Values = pieces
        .values()
        .enumerate()
        .map(|(kind, piece)| value(variant, &boards, kind, piece))
        .collect();
    for goal in &variant.played().end.goals {
        let GoalCondition::Extinct(extinct) = &goal.condition else {
            continue;
        };
        // They are counted together: one is precious only if it is the last of all.
        let kinds = extinct.pieces.iter().filter_map(|name| pieces.get_index_of(name));
        let all: u32 = kinds.map(|kind| at_start(variant, kind, goal.side)).sum();
        for name in &extinct.pieces {
            let Some(kind) = pieces.get_index_of(name) else {
                continue;
            };
            let value = &mut values[kind][goal.side.index()];
            match goal.score {
                Score::Win => *value = -(100 + value.abs() / 5),
                Score::Loss if all == extinct.at_most + 1 => {
                    *value = (*value).max(PRECIOUS);
                }
                Score::Loss | Score::Draw => {}
            }
        }
    }
    values
}

/// The value of a kind for each side.
fn value(variant: &Variant, boards: &[Position], kind: usize, piece: &Piece) -> [i32; 2] {
    let counted = |side: Side| {
        let value = MOVE * moves(variant, boards, kind, side);
        (value as i32).max(20)
    };
    let mut values = Side::each(|side| match (piece.letter[side], piece.value) {
        (None, _) => 0,
        (Some(_), Some(value)) => value as i32,
        (Some(_), None) => counted(side),
    });
    // The scattered boards are not symmetrical, equal pieces are.
    if values.iter().all(|&value| value > 0) && piece.movement.white == piece.movement.black {
        values = [(values[0] + values[1]) / 2; 2];
    }
    values
}

/// How many moves the pieces of each kind and side have on average.
pub(crate) fn averages(variant: &Variant) -> Vec<[f64; 2]> {
    let boards: Vec<Position> = (1..=BOARDS as u64).map(|seed| scattered(variant, seed)).collect();
    let pieces = variant.played().pieces.values().enumerate();
    let average = |(kind, piece): (usize, &Piece)| {
        Side::each(|side| match piece.letter[side] {
            Some(_) => moves(variant, &boards, kind, side),
            None => 0.0,
        })
    };
    pieces.map(average).collect()
}

/// How many moves and captures a piece has on average, from any square.
fn moves(variant: &Variant, boards: &[Position], kind: usize, side: Side) -> f64 {
    let squares = variant.topology().squares();
    let count = |board: &Position, square: Square| {
        let there = variant.with_piece(board, square, Some((kind, side)));
        variant.plain_targets(&there, square).len()
    };
    let all = boards
        .iter()
        .flat_map(|board| squares.squares().map(move |square| count(board, square)));
    all.sum::<usize>() as f64 / (boards.len() * squares.count().max(1) as usize) as f64
}

/// How many pieces of a kind a side has at the start.
fn at_start(variant: &Variant, kind: usize, side: Side) -> u32 {
    let mut count = 0;
    variant.each_piece(&variant.start(), |_, k, s| {
        count += u32::from(k == kind && s == side)
    });
    count
}

/// A board with pieces of both sides scattered on it.
fn scattered(variant: &Variant, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let pieces = &variant.played().pieces;
    let common = |side: Side| {
        let plain = |piece: &Piece| piece.letter[side].is_some() && !piece.royal[side];
        pieces.values().position(plain).unwrap_or(0)
    };
    let kinds = Side::each(common);
    let mut board: Option<Position> = None;
    for square in variant.topology().squares().squares() {
        if random.below(CROWD) != 0 {
            continue;
        }
        let side = Side::ALL[random.below(2)];
        let kind = kinds[side.index()];
        board = Some(match board {
            None => variant.lone_piece(kind, side, square),
            Some(board) => variant.with_piece(&board, square, Some((kind, side))),
        });
    }
    board.unwrap_or_else(|| variant.start())
}
