//! `join stone on file a, with file h`: a chain of pieces from one to the other.

use super::{
    Counting, Fate, Form, GoalKind, GoalOption, Prospects, Standing, Telling, Written, all_of, or,
    row_options, rows,
};
use crate::rules::{GoalCondition, Join, Score, Side, SquareName};
use std::collections::HashMap;

pub(super) const FORM: Form = Form {
    word: "join",
    help: "`join stone on file a, with file h`: a chain of pieces from one to the other",
    pieces: Some(Counting::Together),
    squares: Some((
        "which squares are to be joined?",
        "write `bridge: join stone on file a, with file h`",
    )),
    with: Some((
        "with which squares?",
        "write `bridge: join stone on file a, with file h`",
    )),
    number: None,
    options: &[
        GoalOption::Orthogonal,
        GoalOption::Diagonal,
        GoalOption::Vertical,
        GoalOption::Sideways,
    ],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Join(Join {
            rows: rows(&written),
            pieces: written.pieces,
            zone: written.zone,
            with: written.with,
        })
    },
};

/// A shortest chain, from its end back to its beginning.
fn chain(join: &Join, side: Side, board: &(impl Standing + ?Sized)) -> Option<Vec<SquareName>> {
    let pieces = board.pieces(side, &join.pieces);
    let mut queue: Vec<SquareName> = pieces
        .iter()
        .filter(|s| join.zone.0.contains(s))
        .cloned()
        .collect();
    let mut before: HashMap<SquareName, Option<SquareName>> =
        queue.iter().map(|square| (square.clone(), None)).collect();
    let ways: Vec<usize> = join.rows.directions().flat_map(|way| [way, way + 4]).collect();
    let mut next = 0;
    while let Some(square) = queue.get(next).cloned() {
        if join.with.0.contains(&square) {
            let back = std::iter::successors(Some(square), |at| before.get(at).cloned().flatten());
            return Some(back.collect());
        }
        for to in ways.iter().filter_map(|&way| board.step(&square, way)) {
            if pieces.contains(&to) && !before.contains_key(&to) {
                before.insert(to.clone(), Some(square.clone()));
                queue.push(to);
            }
        }
        next += 1;
    }
    None
}

impl GoalKind for Join {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        Written {
            pieces: self.pieces.clone(),
            zone: self.zone.clone(),
            with: self.with.clone(),
            options: row_options(self.rows),
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        chain(self, side, board).is_some()
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        if let Some(chain) = chain(self, side, board) {
            board.mark(&chain);
            let pieces = board.listed(&chain);
            let (from, to) = (board.squares(&self.zone), board.squares(&self.with));
            let join = if chain.len() > 1 { "join" } else { "joins" };
            board.say(format!("{pieces} {join} {from} with {to}"));
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        let pieces = or(&self.pieces);
        let ends = [&self.zone, &self.with].into_iter();
        let never = |zone| match prospects.fate(side, &self.pieces, zone) {
            Fate::Stands => None,
            Fate::Promotes => Some(format!(
                "the {pieces} always promotes on {}",
                prospects.squares(zone)
            )),
            Fate::NeverComes => Some(format!("the {pieces} never gets to {}", prospects.squares(zone))),
            Fate::NeverExists => Some(format!("there is never a {pieces}")),
        };
        ends.filter_map(never).next()
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Join(other) = other else {
            return false;
        };
        all_of(&other.pieces, &self.pieces)
            && all_of(&other.zone.0, &self.zone.0)
            && all_of(&other.with.0, &self.with.0)
            && (self.rows.is_all() || self.rows == other.rows)
    }
}
