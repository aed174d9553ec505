//! `barred on c1`: the right to castle to these squares is lost.

use super::{Form, GoalKind, Prospects, Standing, Telling, Written, all_of};
use crate::rules::{Barred, GoalCondition, Score, Side};

pub(super) const FORM: Form = Form {
    word: "barred",
    help: "`barred on c1`: no longer has a right to a castling that brings the king there",
    pieces: None,
    squares: Some((
        "where does the king come by the castling?",
        "write `spoilt: barred on c1`",
    )),
    with: None,
    number: None,
    options: &[],
    needs: None,
    score: Score::Loss,
    condition: |written| GoalCondition::Barred(Barred { zone: written.zone }),
};

impl GoalKind for Barred {
    fn form(&self) -> &'static Form {
        &FORM
    }

    fn written(&self) -> Written {
        Written {
            zone: self.zone.clone(),
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        let ends = board.castlings(side);
        !ends.iter().any(|square| self.zone.0.contains(square))
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let zone = board.squares(&self.zone);
        board.say(format!("{side} no longer has the right to castle to {zone}"));
    }

    fn obstacle(&self, _: Side, _: &dyn Prospects) -> Option<String> {
        None
    }

    fn covers(&self, other: &GoalCondition) -> bool {
        matches!(other, GoalCondition::Barred(other) if all_of(&self.zone.0, &other.zone.0))
    }
}
