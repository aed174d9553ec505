//! `join stone on file a, with file h`: a chain of pieces from one to the other.

use super::line::too_few;
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
        GoalOption::Touch,
    ],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Join(Join {
            rows: rows(&written),
            touch: written.option(GoalOption::Touch).is_some(),
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

/// Two pieces that touch.
fn pair(join: &Join, side: Side, board: &(impl Standing + ?Sized)) -> Option<Vec<SquareName>> {
    let pieces = board.pieces(side, &join.pieces);
    let ways: Vec<usize> = join.rows.directions().flat_map(|way| [way, way + 4]).collect();
    let mut firsts = pieces.iter().filter(|square| join.zone.0.contains(square));
    firsts.find_map(|from| {
        let mut beside = ways.iter().filter_map(|&way| board.step(from, way));
        let to = beside.find(|to| join.with.0.contains(to) && pieces.contains(to))?;
        Some(vec![from.clone(), to])
    })
}

/// The pieces that reach the goal.
fn joined(join: &Join, side: Side, board: &(impl Standing + ?Sized)) -> Option<Vec<SquareName>> {
    match join.touch {
        true => pair(join, side, board),
        false => chain(join, side, board),
    }
}

impl GoalKind for Join {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        let mut options = row_options(self.rows);
        options.extend(self.touch.then_some((GoalOption::Touch, 0)));
        Written {
            pieces: self.pieces.clone(),
            zone: self.zone.clone(),
            with: self.with.clone(),
            options,
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        joined(self, side, board).is_some()
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        if self.touch {
            if let Some(pair) = pair(self, side, board) {
                board.mark(&pair);
                let [one, other] = [0, 1].map(|i| board.listed(&pair[i..=i]));
                board.say(format!("{one} touches {other}"));
            }
        } else if let Some(chain) = chain(self, side, board) {
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
        let chain = || {
            let count = match self.touch {
                true => Some(2),
                false => prospects.shortest(self.rows, &self.zone, &self.with),
            };
            match count {
                Some(count) => too_few(side, &self.pieces, count, prospects),
                None => Some("no chain of squares leads from one set to the other".to_owned()),
            }
        };
        ends.filter_map(never).next().or_else(chain)
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Join(other) = other else {
            return false;
        };
        all_of(&other.pieces, &self.pieces)
            && all_of(&other.zone.0, &self.zone.0)
            && all_of(&other.with.0, &self.with.0)
            && (self.rows.is_all() || self.rows == other.rows)
            && self.touch == other.touch
    }
}
