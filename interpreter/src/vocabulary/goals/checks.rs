//! `checks 3`: has given check this many times.

use super::{Form, GoalKind, Number, Prospects, Standing, Telling, Written};
use crate::rules::{Checks, GoalCondition, Score, Side};

pub(super) const FORM: Form = Form {
    word: "checks",
    help: "`checks 3`: has given check this many times",
    pieces: None,
    squares: None,
    with: None,
    number: Some(Number {
        question: "how many checks?",
        help: "write `three-check: checks 3`",
        name: "the number of checks",
        range: (1, 99),
    }),
    options: &[],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Checks(Checks {
            count: u8::try_from(written.number).unwrap_or(u8::MAX),
        })
    },
};

impl GoalKind for Checks {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        Written {
            number: u32::from(self.count),
            ..Written::default()
        }
    }

    /// The board does not tell: true, since the caller has an outcome at hand.
    fn holds(&self, _: Side, _: &dyn Standing) -> bool {
        true
    }

    fn is_tested_at_the_start(&self) -> bool {
        false
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        board.say(format!("{side} has given check {} times", self.count));
    }

    fn obstacle(&self, _: Side, _: &dyn Prospects) -> Option<String> {
        None
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        matches!(other, GoalCondition::Checks(other) if self.count <= other.count)
    }

    fn is_about_check(&self) -> bool {
        true
    }
}
