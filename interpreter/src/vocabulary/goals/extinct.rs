//! `extinct all`: no piece of these kinds is left, or few.

use super::{Counting, Form, GoalKind, GoalOption, Prospects, Standing, Telling, Written, all_of, or};
use crate::rules::{Extinct, GoalCondition, Score, Side};

pub(super) const FORM: Form = Form {
    word: "extinct",
    help: "`extinct all`: no piece of these kinds is left",
    pieces: Some(Counting::OrEach),
    squares: None,
    with: None,
    number: None,
    options: &[
        GoalOption::Reply,
        GoalOption::AtMost,
        GoalOption::Opponent,
        GoalOption::Held,
    ],
    needs: None,
    score: Score::Loss,
    condition: |written| {
        GoalCondition::Extinct(Extinct {
            at_most: written.option(GoalOption::AtMost).unwrap_or(0),
            opponent_at_least: written.option(GoalOption::Opponent).unwrap_or(0),
            reply: written.option(GoalOption::Reply).is_some(),
            held: written.option(GoalOption::Held).is_some(),
            pieces: written.pieces,
        })
    },
};

impl GoalKind for Extinct {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        let reply = self.reply.then_some((GoalOption::Reply, 0));
        let held = self.held.then_some((GoalOption::Held, 0));
        let counted = [
            (GoalOption::AtMost, self.at_most),
            (GoalOption::Opponent, self.opponent_at_least),
        ];
        let counted = counted.into_iter().filter(|(_, number)| *number > 0);
        Written {
            pieces: self.pieces.clone(),
            options: reply.into_iter().chain(counted).chain(held).collect(),
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        let count = |side: Side| board.pieces(side, &self.pieces).len();
        count(side) <= self.at_most as usize
            && (self.opponent_at_least == 0 || count(side.other()) >= self.opponent_at_least as usize)
    }

    fn is_tested_at_the_start(&self) -> bool {
        !self.held
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let other = side.other();
        let left = board.pieces(side, &self.pieces);
        board.mark(&left);
        let kinds = or(&self.pieces);
        if left.is_empty() {
            board.say(format!("{side} has no {kinds} left"));
        } else {
            let pieces = board.listed(&left);
            board.say(format!("of {kinds}, {side} has left only {pieces}"));
        }
        if self.opponent_at_least > 0 {
            let theirs = board.pieces(other, &self.pieces).len();
            board.say(format!("{other} has {theirs} of them"));
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        let (royals, kept) = prospects.kept(side, &self.pieces);
        let names = or(&royals);
        if kept > self.at_most as usize {
            return Some(format!(
                "the {names} is royal, and no move may leave it to be captured"
            ));
        }
        let other = side.other();
        let most = prospects.most(other, &self.pieces)?;
        (most < self.opponent_at_least)
            .then(|| format!("{other} never has more than {most} of {}", or(&self.pieces)))
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Extinct(other) = other else {
            return false;
        };
        let opponent = self.opponent_at_least == 0
            || (self.pieces == other.pieces && self.opponent_at_least <= other.opponent_at_least);
        all_of(&self.pieces, &other.pieces)
            && self.at_most >= other.at_most
            && opponent
            && self.reply == other.reply
            && (!self.held || other.held)
    }
}
