//! `reach king on last rank`: one of the pieces stands there.

use super::{Counting, Fate, Form, GoalKind, GoalOption, Prospects, Standing, Telling, Written, all_of, or};
use crate::rules::{GoalCondition, PieceName, Reach, Score, Side, SquareName};

pub(super) const FORM: Form = Form {
    word: "reach",
    help: "`reach king on last rank`: one of the pieces stands there",
    pieces: Some(Counting::Together),
    squares: Some((
        "which squares are to be reached?",
        "write `reach king on last rank`",
    )),
    number: None,
    options: &[GoalOption::OwnMove, GoalOption::Reply],
    score: Score::Win,
    condition: |written| {
        GoalCondition::Reach(Reach {
            own_move: written.option(GoalOption::OwnMove).is_some(),
            reply: written.option(GoalOption::Reply).is_some(),
            pieces: written.pieces,
            zone: written.zone,
        })
    },
};

/// Those of the pieces that stand in the zone.
fn there(reach: &Reach, side: Side, board: &(impl Standing + ?Sized)) -> Vec<SquareName> {
    let mut squares = board.pieces(side, &reach.pieces);
    squares.retain(|square| reach.zone.0.contains(square));
    squares
}

impl GoalKind for Reach {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        let own_move = self.own_move.then_some((GoalOption::OwnMove, 0));
        let reply = self.reply.then_some((GoalOption::Reply, 0));
        Written {
            pieces: self.pieces.clone(),
            zone: self.zone.clone(),
            number: 0,
            options: own_move.into_iter().chain(reply).collect(),
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        !there(self, side, board).is_empty()
    }

    fn is_tested_at_the_start(&self) -> bool {
        !self.own_move
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let there = there(self, side, board);
        if !there.is_empty() {
            board.mark(&there);
            let (pieces, zone) = (board.listed(&there), board.squares(&self.zone));
            board.say(format!("{pieces} has reached {zone}"));
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        let pieces = || or(&self.pieces);
        let zone = || prospects.squares(&self.zone);
        match prospects.fate(side, &self.pieces, &self.zone) {
            Fate::Stands => None,
            Fate::Promotes => Some(format!("the {} always promotes on {}", pieces(), zone())),
            Fate::NeverComes => Some(format!("the {} never gets to {}", pieces(), zone())),
            Fate::NeverExists => Some(format!("there is never a {}", pieces())),
        }
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Reach(other) = other else {
            return false;
        };
        let all: fn(&[PieceName], &[PieceName]) -> bool = all_of;
        all(&other.pieces, &self.pieces)
            && all(&other.zone.0, &self.zone.0)
            && (!self.own_move || other.own_move)
            && self.reply == other.reply
    }
}
