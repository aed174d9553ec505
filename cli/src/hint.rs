//! A sensible move: the best of all after the opponent's best answer, counted in pieces.

use ferz::board::{Bits as _, Square};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;

/// What a game won is worth, in hundredths of a pawn.
const WON: i64 = 1_000_000;

/// Maximum depth, in plies, to which exchanges on one square are followed.
const EXCHANGE: u32 = 6;

/// Values of the pieces of a variant.
pub(crate) struct Judge<'v> {
    variant: &'v Variant,
    /// By kind and side, in hundredths of a pawn.
    values: Vec<[i64; 2]>,
}

impl<'v> Judge<'v> {
    pub(crate) fn new(variant: &'v Variant) -> Self {
        let pieces = &variant.rules().pieces;
        let value = |(kind, piece): (usize, &ferz::rules::Piece)| {
            Side::ALL.map(|side| match piece.value {
                // What all sides always have decides nothing.
                _ if piece.royal[side] => 0,
                Some(value) => i64::from(value),
                None if piece.letter[side].is_some() => mobility(variant, kind, side) * 40,
                None => 0,
            })
        };
        Self {
            variant,
            values: pieces.values().enumerate().map(value).collect(),
        }
    }

    /// The best move, the first of equals; `None` if there is none.
    pub(crate) fn best(&self, position: &Position) -> Option<Move> {
        let moves = self.variant.legal_moves(position);
        let us = self.variant.turn(position);
        // Of equally good moves the one that leaves the pieces most room.
        let score = |mv: &Move| {
            let after = self.variant.play(position, *mv);
            (self.after_best_answer(&after, us), self.room(&after, us))
        };
        let mut best = None;
        for mv in moves {
            let score = score(&mv);
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// What the position is worth to `us` after the best move of whoever is to move.
    fn after_best_answer(&self, position: &Position, us: Side) -> i64 {
        if let Some(worth) = self.decided(position, us) {
            // The sooner the better.
            return worth * 2;
        }
        let worth = |mv: Move| {
            let after = self.variant.play(position, mv);
            match self.decided(&after, us) {
                Some(worth) => worth,
                None if self.variant.is_capture(position, mv) => self.exchange(&after, mv.to(), us, EXCHANGE),
                None => self.balance(&after, us),
            }
        };
        let answers = self.variant.legal_moves(position).into_iter().map(worth);
        let best = if self.variant.turn(position) == us {
            answers.max()
        } else {
            answers.min()
        };
        best.unwrap_or_else(|| self.balance(position, us))
    }

    /// The balance for `us` if only captures on one square are made from now on, by whichever side profits from them.
    fn exchange(&self, position: &Position, square: Square, us: Side, plies: u32) -> i64 {
        let stand = self.balance(position, us);
        if plies == 0 {
            return stand;
        }
        let captures = |mv: &Move| mv.to() == square && self.variant.is_capture(position, *mv);
        let worth = |mv: Move| {
            let after = self.variant.play(position, mv);
            let worth = self.decided(&after, us);
            worth.unwrap_or_else(|| self.exchange(&after, square, us, plies - 1))
        };
        let worths = self
            .variant
            .legal_moves(position)
            .into_iter()
            .filter(captures)
            .map(worth);
        if self.variant.turn(position) == us {
            worths.fold(stand, i64::max)
        } else {
            worths.fold(stand, i64::min)
        }
    }

    /// What the end of the game is worth to a side, if it has ended.
    fn decided(&self, position: &Position, us: Side) -> Option<i64> {
        let outcome = self.variant.outcome(position)?;
        Some(match outcome.winner {
            Some(side) if side == us => WON,
            Some(_) => -WON,
            None => 0,
        })
    }

    /// How many squares the pieces reach, own less the opponent's. Those of cheap pieces count most: valuable ones
    /// had better not come out first, and royals not at all.
    fn room(&self, position: &Position, us: Side) -> i64 {
        let royal = |kind: usize, side: Side| self.variant.rules().pieces[kind].royal[side];
        let squares = self.variant.topology().squares();
        let room = |square: Square| {
            let (kind, side) = self
                .variant
                .piece_at(position, square)
                .filter(|&(k, s)| !royal(k, s))?;
            let targets = self.variant.plain_targets(position, square).len() as i64;
            let room = targets * 1000 / (self.values[kind][side.index()] + 200);
            Some(if side == us { room } else { -room })
        };
        squares.squares().filter_map(room).sum()
    }

    /// Own pieces less the opponent's.
    fn balance(&self, position: &Position, us: Side) -> i64 {
        let squares = self.variant.topology().squares();
        let pieces = squares
            .squares()
            .filter_map(|square| self.variant.piece_at(position, square));
        let worth = |(kind, side): (usize, Side)| {
            let value = self.values[kind][side.index()];
            if side == us { value } else { -value }
        };
        pieces.map(worth).sum()
    }
}

/// To how many squares a piece can go on an empty board, on average.
fn mobility(variant: &Variant, kind: usize, side: Side) -> i64 {
    let squares = variant.topology().squares();
    let targets = |square: Square| {
        variant
            .plain_targets(&variant.lone_piece(kind, side, square), square)
            .len()
    };
    let total: usize = squares.squares().map(targets).sum();
    (total / squares.count().max(1) as usize) as i64
}
