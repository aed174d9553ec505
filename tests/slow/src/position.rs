//! A position: everything that a FEN says.

use super::board::Square;
use super::chain::Going;
use ferz::rules::{Letter, Side};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of piece: its number in the ruleset.
pub type Kind = usize;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The piece on each square.
    pub board: Vec<Option<Piece>>,
    /// The side to move.
    pub turn: Side,
    /// Numbers of the castling moves that are still possible.
    pub rights: BTreeSet<usize>,
    /// Squares that the last move exposed to en passant.
    pub exposed: BTreeSet<Square>,
    /// The piece that exposed them.
    pub victim: Option<Square>,
    /// In turns of several moves: all exposed squares, each with the piece that has passed it.
    pub trail: BTreeMap<Square, Square>,
    /// How the turn goes on, if it does.
    pub going: Option<Going>,
    /// How many moves of the turn are left, the next one included.
    pub left: u32,
    /// Plies since the last capture or move of a piece that restarts the clock (`CH-5`).
    pub halfmove: u32,
    /// Grows after Black's move.
    pub fullmove: u32,
    /// The count that runs: plies so far, and how many there may be.
    pub counted: Option<(u32, u32)>,
    /// Pieces that stand on a start square of their kind and have not moved; only kept if some
    /// piece moves differently until it has moved.
    pub unmoved: BTreeSet<Square>,
    /// Checks that White and Black still have to give.
    pub checks: [u8; 2],
    /// How many passes have just followed each other, as far as the rules count them.
    pub passes: u8,
    /// Squares that are closed.
    pub walls: BTreeSet<Square>,
    /// The tags of pieces: all their weapons, or the movements that they have absorbed.
    pub tags: BTreeMap<Square, BTreeSet<Letter>>,
    /// How many pieces of each kind White and Black have in hand.
    pub hands: [BTreeMap<Kind, usize>; 2],
    /// Pieces that have promoted, of kinds of which there are others.
    pub promoted: BTreeSet<Square>,
}

impl Position {
    /// Whether nothing stands on a square and it is not closed.
    pub fn is_empty(&self, square: Square) -> bool {
        self.board[square].is_none() && !self.walls.contains(&square)
    }

    /// All pieces with their squares, in board order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.board
            .iter()
            .enumerate()
            .filter_map(|(square, piece)| Some((square, (*piece)?)))
    }

    /// The squares of a side's pieces.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (Square, Kind)> + '_ {
        self.pieces()
            .filter(move |(_, piece)| piece.side == side)
            .map(|(square, piece)| (square, piece.kind))
    }

    /// How many pieces of the kinds a side has on the board.
    pub fn count(&self, side: Side, kinds: &[Kind]) -> usize {
        self.of(side).filter(|(_, kind)| kinds.contains(kind)).count()
    }

    /// A side's pieces as goals count them: also one that waits below another.
    pub fn all_of(&self, side: Side) -> impl Iterator<Item = (Square, Kind)> + '_ {
        let going = self.going.as_ref().filter(|_| self.turn == side);
        let below = going.and_then(|going| Some((going.square, going.below.as_ref()?.0)));
        self.of(side).chain(below)
    }

    /// How many pieces of the kinds a side has on the board, one that waits below another included.
    pub fn count_all(&self, side: Side, kinds: &[Kind]) -> usize {
        self.all_of(side).filter(|(_, kind)| kinds.contains(kind)).count()
    }

    /// How many pieces of a kind a side has in hand.
    pub fn in_hand(&self, side: Side, kind: Kind) -> usize {
        self.hands[side.index()].get(&kind).copied().unwrap_or(0)
    }
}
