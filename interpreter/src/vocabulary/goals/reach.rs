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
    with: None,
    number: None,
    options: &[
        GoalOption::OwnMove,
        GoalOption::Reply,
        GoalOption::AtLeast,
        GoalOption::Filled,
        GoalOption::Safe,
        GoalOption::Held,
    ],
    needs: None,
    score: Score::Win,
    condition: |written| {
        GoalCondition::Reach(Reach {
            own_move: written.option(GoalOption::OwnMove).is_some(),
            reply: written.option(GoalOption::Reply).is_some(),
            at_least: written.option(GoalOption::AtLeast).unwrap_or(1).max(1),
            filled: written.option(GoalOption::Filled).is_some(),
            safe: written.option(GoalOption::Safe).is_some(),
            held: written.option(GoalOption::Held).is_some(),
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
        let at_least = (self.at_least > 1).then_some((GoalOption::AtLeast, self.at_least));
        let others = [
            (self.own_move, GoalOption::OwnMove),
            (self.reply, GoalOption::Reply),
            (self.filled, GoalOption::Filled),
            (self.safe, GoalOption::Safe),
            (self.held, GoalOption::Held),
        ];
        let others = others.into_iter().filter(|(is_set, _)| *is_set);
        Written {
            pieces: self.pieces.clone(),
            zone: self.zone.clone(),
            options: at_least
                .into_iter()
                .chain(others.map(|(_, option)| (option, 0)))
                .collect(),
            ..Written::default()
        }
    }

    fn holds(&self, side: Side, board: &dyn Standing) -> bool {
        let mut there = there(self, side, board);
        if self.safe {
            there.retain(|square| !board.is_attacked(side, square));
        }
        let filled = || self.filled && !self.zone.0.iter().any(|square| board.is_empty(square));
        there.len() >= self.at_least as usize || (!there.is_empty() && filled())
    }

    fn is_tested_at_the_start(&self) -> bool {
        !self.own_move && !self.held
    }

    fn tell(&self, side: Side, board: &mut dyn Telling) {
        let there = there(self, side, board);
        if !there.is_empty() {
            board.mark(&there);
            let (pieces, zone) = (board.listed(&there), board.squares(&self.zone));
            let have = if there.len() > 1 { "have" } else { "has" };
            board.say(format!("{pieces} {have} reached {zone}"));
            if there.len() < self.at_least as usize {
                board.say(format!("no square of {zone} is empty"));
            }
            if self.safe {
                board.say(format!("{} could not capture there", side.other()));
            }
            if self.held {
                board.say(format!("{} has had a turn since", side.other()));
            }
        }
    }

    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String> {
        if self.own_move && self.held && prospects.is_one_move() {
            return Some("after the side's own move the other side is to move".to_owned());
        }
        let pieces = || or(&self.pieces);
        let zone = || prospects.squares(&self.zone);
        let most = prospects.most(side, &self.pieces);
        let most = most.map_or(self.zone.0.len(), |most| self.zone.0.len().min(most as usize));
        if most < self.at_least as usize && !self.filled {
            return Some(format!(
                "{} of the {} never stand on {} at once",
                self.at_least,
                pieces(),
                zone()
            ));
        }
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
            && self.at_least <= other.at_least
            && self.filled == other.filled
            && (!self.safe || other.safe)
            && (!self.held || other.held)
    }
}
