//! `square stone 2`: pieces that fill a square of this many files and ranks.

use super::line::too_few;
use super::{Counting, Form, GoalKind, Number, Prospects, Standing, Telling, Written, all_of};
use crate::rules::{GoalCondition, Score, Side, SquareName, SquareOf};

pub(super) const FORM: Form = Form {
    word: "square",
    help: "`square stone 2`: pieces fill a square of two files and two ranks",
    pieces: Some(Counting::Together),
    squares: None,
    with: None,
    number: Some(Number {
        question: "how many files and ranks?",
        help: "write `block: square stone 2`",
        name: "the files and ranks of a square",
        range: (2, 15),
    }),
    options: &[],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Square(SquareOf {
            size: written.number,
            pieces: written.pieces,
        })
    },
};

const NORTH: usize = 0;
const EAST: usize = 2;

/// This number of squares, from one of them in one direction; fewer where the board ends or goes
/// round.
fn along(from: &SquareName, way: usize, count: u32, board: &(impl Standing + ?Sized)) -> Vec<SquareName> {
    let mut list = vec![from.clone()];
    while list.len() < count as usize {
        match board.step(&list[list.len() - 1], way) {
            Some(next) if !list.contains(&next) => list.push(next),
            _ => break,
        }
    }
    list
}

/// The first filled square.
fn filled(square: &SquareOf, side: Side, board: &(impl Standing + ?Sized)) -> Option<Vec<SquareName>> {
    let pieces = board.pieces(side, &square.pieces);
    let block = |corner: &SquareName| -> Vec<SquareName> {
        let column = along(corner, NORTH, square.size, board);
        let rows = column.iter().map(|from| along(from, EAST, square.size, board));
        rows.flatten().filter(|s| pieces.contains(s)).collect()
    };
    let whole = (square.size * square.size) as usize;
    pieces.iter().map(block).find(|block| block.len() >= whole)
}

impl GoalKind for SquareOf {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        Written {
            pieces: self.pieces.clone(),
            number: self.size,
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        filled(self, side, board).is_some()
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        if let Some(block) = filled(self, side, board) {
            board.mark(&block);
            let pieces = board.listed(&block);
            board.say(format!("{pieces} fill a square"));
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        too_few(side, &self.pieces, self.size * self.size, prospects)
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        matches!(other, GoalCondition::Square(other)
            if all_of(&other.pieces, &self.pieces) && self.size <= other.size)
    }
}
