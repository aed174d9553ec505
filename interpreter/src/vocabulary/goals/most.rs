//! `most disc, full, passes 2`: who has more pieces.

use super::{Counting, Form, GoalKind, GoalOption, Prospects, Standing, Telling, Written, or};
use crate::rules::{GoalCondition, Most, Score, Side};

pub(super) const FORM: Form = Form {
    word: "most",
    help: "`most disc, full, passes 2`: who has more pieces on the board; with as many the game is drawn",
    pieces: Some(Counting::Together),
    squares: None,
    with: None,
    number: None,
    options: &[GoalOption::Full, GoalOption::Stuck, GoalOption::Passes],
    needs: Some((
        &[GoalOption::Full, GoalOption::Stuck, GoalOption::Passes],
        "when are they counted?",
        "say one of `full` (no square is empty), `stuck` (no move, no check) and `passes 2`",
    )),
    score: Score::Win,
    condition: |written| {
        GoalCondition::Most(Most {
            full: written.option(GoalOption::Full).is_some(),
            stuck: written.option(GoalOption::Stuck).is_some(),
            passes: u8::try_from(written.option(GoalOption::Passes).unwrap_or(0)).unwrap_or(u8::MAX),
            pieces: written.pieces,
        })
    },
};

impl GoalKind for Most {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        let full = self.full.then_some((GoalOption::Full, 0));
        let stuck = self.stuck.then_some((GoalOption::Stuck, 0));
        let passes = (self.passes > 0).then_some((GoalOption::Passes, u32::from(self.passes)));
        Written {
            pieces: self.pieces.clone(),
            options: full.into_iter().chain(stuck).chain(passes).collect(),
            ..Written::default()
        }
    }

    /// Whether a side has no move the board does not tell: true then, since somebody who asks has an outcome at hand.
    fn holds(&self, _: Side, board: &dyn Standing) -> bool {
        let full = || !board.board().iter().any(|square| board.is_empty(square));
        self.stuck || (self.full && full()) || (self.passes > 0 && board.passes() >= u32::from(self.passes))
    }

    fn is_tested_at_the_start(&self) -> bool {
        !self.stuck
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let count = |side: Side| board.pieces(side, &self.pieces).len();
        let (own, theirs) = (count(side), count(side.other()));
        let kinds = or(&self.pieces);
        if self.passes > 0 && board.passes() >= u32::from(self.passes) {
            board.say(format!("{} passes have followed each other", self.passes));
        } else if self.full && !board.board().iter().any(|square| board.is_empty(square)) {
            board.say("no square is empty".to_owned());
        } else {
            board.say("the side to move has no legal move".to_owned());
        }
        board.say(format!(
            "of {kinds}, {side} has {own} and {} {theirs}",
            side.other()
        ));
    }

    fn obstacle(&self, _: Side, _: &dyn Prospects) -> Option<String> {
        None
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Most(other) = other else {
            return false;
        };
        let passes = other.passes == 0 || (self.passes > 0 && self.passes <= other.passes);
        self.pieces == other.pieces && (self.full || !other.full) && (self.stuck || !other.stuck) && passes
    }
}
