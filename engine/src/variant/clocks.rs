//! The counts from move to move: the clock of the move rule, and counts after which the game is
//! drawn. Does not count: the counts are part of a position.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::engine::{EndReason, Move, Outcome};
use crate::mechanics::Decision;
use crate::rules::{Limit, Score, Side};

impl Variant {
    /// The count that runs, after which the game is drawn: the plies counted and their limit.
    pub fn count(&self, position: &Position) -> Option<(u16, u16)> {
        let counted = flat!(self, position, |_core, pos| pos.counted);
        counted.runs().then_some((counted.plies, counted.limit))
    }

    /// Plies since the halfmove clock was restarted.
    pub fn halfmove_clock(&self, position: &Position) -> u16 {
        flat!(self, position, |_core, pos| pos.halfmove)
    }

    /// The winner by a limit that is reached in a position; `None` is a draw.
    pub fn limit_winner(&self, position: &Position, limit: &Limit) -> Option<Side> {
        let majority = || ask!(self, position, |play, state| play.majority(state));
        match limit.counted.then(majority).flatten() {
            Some(winner) => winner,
            None => limit
                .score
                .winner(limit.side.unwrap_or_else(|| self.moved(position))),
        }
    }

    /// The outcome of a limit that is reached in a position.
    pub fn limit_reached(&self, position: &Position, limit: &Limit, reason: EndReason) -> Outcome {
        Outcome {
            winner: self.limit_winner(position, limit),
            reason,
        }
    }

    /// The outcome if the halfmove clock or a count has run out.
    pub(super) fn run_out(&self, position: &Position) -> Option<Outcome> {
        let rule = self.rules.end.move_rule.filter(|limit| !limit.claim);
        let clock = || self.halfmove_clock(position);
        if let Some(limit) = rule.filter(|limit| clock() >= limit.count) {
            return Some(self.limit_reached(position, &limit, EndReason::MoveRule));
        }
        let (plies, limit) = self.count(position)?;
        (plies > limit).then(|| Outcome::new(Side::White, Score::Draw, EndReason::Counting))
    }

    /// The outcome if the side to move can do nothing but promote.
    pub fn only_promotes(&self, position: &Position) -> Option<Outcome> {
        let rule = self.rules.end.only_promotions?;
        let (side, mut own) = (self.turn(position), 0);
        self.each_piece(position, |_, _, whose| own += u16::from(whose == side));
        if own > rule.pieces || self.in_check(position) || self.decision(position) != Decision::Move {
            return None;
        }
        let moves = self.legal_moves(position);
        let promotes = |mv: Move| ask!(self, position, |play, state| play.only_promotes(state, mv));
        let all = !moves.is_empty() && moves.iter().all(|&mv| promotes(mv));
        all.then(|| Outcome::new(side, rule.score, EndReason::OnlyPromotions))
    }
}
