//! `most disc, full, passes 2`: who has more pieces.

use super::{Counting, Form, GoalKind, GoalOption, Prospects, Standing, Telling, Written, or};
use crate::rules::{GoalCondition, Most, Score, Side};

pub(super) const FORM: Form = Form {
    word: "most",
    help: "`most disc, full, passes 2`: the side with more pieces on the board; equal numbers are a draw",
    pieces: Some(Counting::Together),
    squares: None,
    with: None,
    number: None,
    options: &[
        GoalOption::Full,
        GoalOption::Stuck,
        GoalOption::Passes,
        GoalOption::Facing,
        GoalOption::ByValue,
        GoalOption::Less,
    ],
    needs: Some((
        &[
            GoalOption::Full,
            GoalOption::Stuck,
            GoalOption::Passes,
            GoalOption::Facing,
        ],
        "when are they counted?",
        "say one of `full` (no square is empty), `stuck` (no move, no check), `passes 2` and `facing`",
    )),
    score: Score::Win,
    condition: |written| {
        GoalCondition::Most(Most {
            full: written.option(GoalOption::Full).is_some(),
            stuck: written.option(GoalOption::Stuck).is_some(),
            passes: u8::try_from(written.option(GoalOption::Passes).unwrap_or(0)).unwrap_or(u8::MAX),
            facing: written.option(GoalOption::Facing).is_some(),
            by_value: written.option(GoalOption::ByValue).is_some(),
            less: written.option(GoalOption::Less).unwrap_or(0),
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
        let facing = self.facing.then_some((GoalOption::Facing, 0));
        let by_value = self.by_value.then_some((GoalOption::ByValue, 0));
        let less = (self.less > 0).then_some((GoalOption::Less, self.less));
        let options = [full, stuck, passes, facing, by_value, less];
        Written {
            pieces: self.pieces.clone(),
            options: options.into_iter().flatten().collect(),
            ..Written::default()
        }
    }

    /// Whether a side has no move the board does not tell: true then, since the caller has an
    /// outcome at hand.
    fn holds(&self, _: Side, board: &dyn Standing) -> bool {
        let full = || !board.board().iter().any(|square| board.is_empty(square));
        self.stuck
            || (self.full && full())
            || (self.passes > 0 && board.passes() >= u32::from(self.passes))
            || (self.facing && board.passes() > 0 && board.royals_face())
    }

    fn is_tested_at_the_start(&self) -> bool {
        !self.stuck
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let count = |side: Side| -> u32 {
            let each = self.pieces.iter().map(|kind| {
                let there = board.pieces(side, std::slice::from_ref(kind)).len();
                there as u32 * self.weight(board.value(kind))
            });
            each.sum()
        };
        let (own, theirs) = (count(side), count(side.other()));
        let kinds = or(&self.pieces);
        if self.passes > 0 && board.passes() >= u32::from(self.passes) {
            board.say(format!("{} passes have followed each other", self.passes));
        } else if self.facing && board.passes() > 0 && board.royals_face() {
            board.say("the kings still face each other after a pass".to_owned());
        } else if self.full && !board.board().iter().any(|square| board.is_empty(square)) {
            board.say("no square is empty".to_owned());
        } else {
            board.say("the side to move has no legal move".to_owned());
        }
        let less = match self.less {
            0 => String::new(),
            less => format!(" less {}", number(less)),
        };
        let what = if self.by_value { "worth of " } else { "of " };
        board.say(format!(
            "{what}{kinds}, {side} has {}{less} and {} {}",
            number(own),
            side.other(),
            number(theirs)
        ));
    }

    fn obstacle(&self, _: Side, prospects: &dyn Prospects) -> Option<String> {
        if !self.full && !self.stuck && !prospects.anybody_passes() {
            return Some("nobody may pass".to_owned());
        }
        let valued = |kind: &String| prospects.has_value(kind);
        if self.by_value && self.less == 0 && !self.pieces.iter().any(valued) {
            return Some(format!("no {} has a `value`", or(&self.pieces)));
        }
        let only_full = self.full && !self.stuck && self.passes == 0 && !self.facing;
        if only_full && prospects.never_fills() {
            return Some("there are fewer pieces than squares, so some square is always empty".to_owned());
        }
        None
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        let GoalCondition::Most(other) = other else {
            return false;
        };
        let passes = other.passes == 0 || (self.passes > 0 && self.passes <= other.passes);
        let alike = (self.by_value, self.less) == (other.by_value, other.less);
        let when =
            (self.full || !other.full) && (self.stuck || !other.stuck) && (self.facing || !other.facing);
        self.pieces == other.pieces && alike && when && passes
    }
}

/// Hundredths as people write them.
fn number(hundredths: u32) -> String {
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        part => format!("{}.{part:02}", hundredths / 100)
            .trim_end_matches('0')
            .to_owned(),
    }
}
