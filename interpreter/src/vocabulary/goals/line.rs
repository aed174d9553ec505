//! `line stone 5`: this many pieces in a row.

use super::{
    Counting, Form, GoalKind, GoalOption, Number, Prospects, Standing, Telling, Written, all_of, or,
    row_options, row_words, rows,
};
use crate::rules::{GoalCondition, Line, Score, Side, SquareName};

pub(super) const FORM: Form = Form {
    word: "line",
    help: "`line stone 5`: this many pieces in a row",
    pieces: Some(Counting::Together),
    squares: None,
    with: None,
    number: Some(Number {
        question: "how many in a row?",
        help: "write `five: line stone 5`",
        name: "the length of a row",
        range: (2, 99),
    }),
    options: &[
        GoalOption::Orthogonal,
        GoalOption::Diagonal,
        GoalOption::Vertical,
        GoalOption::Sideways,
        GoalOption::Apart,
    ],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Line(Line {
            count: written.number,
            rows: rows(&written),
            apart: written.option(GoalOption::Apart).is_some(),
            pieces: written.pieces,
        })
    },
};

/// The first row that is long enough: its pieces.
fn row(line: &Line, side: Side, board: &(impl Standing + ?Sized)) -> Option<Vec<SquareName>> {
    let pieces = board.pieces(side, &line.pieces);
    let starts = || {
        pieces
            .iter()
            .flat_map(|from| line.rows.directions().map(move |way| (from, way)))
    };
    starts()
        .map(|(from, way)| row_from(line, from, way, &pieces, board))
        .find(|row| row.len() >= line.count as usize)
}

/// The pieces of the row that begins on a square.
fn row_from(
    line: &Line,
    from: &SquareName,
    way: usize,
    pieces: &[SquareName],
    board: &(impl Standing + ?Sized),
) -> Vec<SquareName> {
    let (mut row, mut seen) = (vec![from.clone()], vec![from.clone()]);
    while let Some(next) = board.step(&seen[seen.len() - 1], way) {
        let full = !line.apart && row.len() >= line.count as usize;
        if seen.contains(&next) || full {
            break;
        }
        if pieces.contains(&next) {
            row.push(next.clone());
        } else if !line.apart {
            break;
        }
        seen.push(next);
    }
    row
}

impl GoalKind for Line {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        let mut options = row_options(self.rows);
        options.extend(self.apart.then_some((GoalOption::Apart, 0)));
        Written {
            pieces: self.pieces.clone(),
            number: self.count,
            options,
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        row(self, side, board).is_some()
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        if let Some(row) = row(self, side, board) {
            board.mark(&row);
            let pieces = board.listed(&row);
            let how = if self.apart {
                "on one line"
            } else {
                row_words(self.rows)
            };
            board.say(format!("{pieces} are {how}"));
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        let short = || {
            let longest = prospects.longest(self.rows);
            let why = || format!("no such row of the board has more than {longest} squares");
            (longest < self.count).then(why)
        };
        let kept_out = || {
            let longest = prospects.longest_filled(side, &self.pieces, self.rows);
            let pieces = or(&self.pieces);
            let why = || format!("the {pieces} can stand on {longest} squares in a row at most");
            (!self.apart && 0 < longest && longest < self.count).then(why)
        };
        too_few(side, &self.pieces, self.count, prospects)
            .or_else(short)
            .or_else(kept_out)
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Line(other) = other else {
            return false;
        };
        let rows = [
            (self.rows.vertical, other.rows.vertical),
            (self.rows.sideways, other.rows.sideways),
            (self.rows.diagonal, other.rows.diagonal),
        ];
        all_of(&other.pieces, &self.pieces)
            && self.count <= other.count
            && (self.apart || !other.apart)
            && rows.iter().all(|(own, others)| *own || !*others)
    }
}

/// Why this many pieces never stand together: the board never has as many.
pub(super) fn too_few(
    side: Side,
    pieces: &[String],
    count: u32,
    prospects: &dyn Prospects,
) -> Option<String> {
    let most = prospects.most(side, pieces)?;
    (most < count).then(|| match most {
        0 => format!("there is never a {}", or(pieces)),
        most => format!("{side} never has more than {most} of {}", or(pieces)),
    })
}
