//! Captures, promotions and other gains, followed until no piece hangs.

use super::{Frame, PLIES, Search, next};
use crate::order::Pick;
use crate::score::WON;
use crate::table::{Entry, NO_MOVE};
use ferz::Decision;
use ferz::engine::{Move, Position};
use ferz::rules::Side;

/// Most plies of captures.
const CAPTURES: usize = 12;
/// Plies of captures in which all ways out of check are looked at.
const CHECKS: usize = 2;

impl Search<'_> {
    /// Follows captures, promotions and other gains until no piece hangs.
    pub(super) fn quiesce(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: i32,
        beta: i32,
        plies: usize,
    ) -> i32 {
        if !self.shared.nature.history {
            return self.follow_gains(position, ply, alpha, beta, plies);
        }
        self.remember(position, ply);
        let score = self.follow_gains(position, ply, alpha, beta, plies);
        self.steps.pop();
        score
    }

    fn follow_gains(&mut self, position: &Position, ply: usize, alpha: i32, beta: i32, plies: usize) -> i32 {
        self.lines[ply].clear();
        if self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.rest(position, ply, beta, plies) {
            return score;
        }
        let key = self.known_as(position, self.shared.variant.repetition_key(position));
        let known = match self.recall(key, ply, 0, (alpha, beta)) {
            Ok(known) => known,
            Err(score) => return score,
        };
        match self.moves(position, ply) {
            Ok(moves) => {
                let known = known.map_or(NO_MOVE, |entry| entry.best);
                let (score, best) = self.gains(position, &moves, known, (ply, alpha, beta, plies));
                self.give_back(moves);
                // Deeper down only some checks are looked at.
                if plies == 0 && !self.stopped {
                    let entry = Entry::new(score, best, 0, (alpha, beta));
                    self.shared.table.put_low(key, ply, entry);
                }
                score
            }
            Err(score) => score,
        }
    }

    /// The value of a quiet position that is good enough as it stands.
    fn rest(&mut self, position: &Position, ply: usize, beta: i32, plies: usize) -> Option<i32> {
        let variant = self.shared.variant;
        if !self.shared.nature.free {
            return None;
        }
        let stand = self.stand(position, variant.turn(position));
        if stand < beta || (plies < CHECKS && variant.in_check(position)) {
            return None;
        }
        if let Some(score) = self.clock_out(position, ply) {
            return Some(score);
        }
        match variant.outcome(position) {
            Some(_) => Some(self.ended(position, ply)),
            None => Some(stand),
        }
    }

    /// [`Self::quiesce`] where there are moves.
    fn gains(
        &mut self,
        position: &Position,
        moves: &[Move],
        known: u16,
        at: (usize, i32, i32, usize),
    ) -> (i32, u16) {
        let (ply, alpha, beta, plies) = at;
        let side = self.shared.variant.turn(position);
        let stand = self.stand(position, side);
        if ply >= PLIES || plies >= CAPTURES {
            return (stand, NO_MOVE);
        }
        let check = plies < CHECKS && self.shared.variant.in_check(position);
        let forced = check || self.is_forced(position, side, moves);
        if !forced && stand >= beta {
            return (stand, NO_MOVE);
        }
        let frame = Frame {
            depth: 0,
            ply,
            alpha,
            beta,
            side,
            check,
            stand,
            known,
        };
        let (mut best, mut best_move) = (if forced { -WON } else { stand }, NO_MOVE);
        let mut alpha = alpha.max(best);
        let mut picks = self.tempting(position, moves, &frame, (forced, plies));
        for n in 0..picks.len() {
            let pick = next(&mut picks, n);
            if !forced && pick.gain > 0 && stand + pick.gain + 150 <= alpha {
                continue;
            }
            let mv = moves[usize::from(pick.index)];
            let after = self.shared.variant.play(position, mv);
            self.played[ply + 1] = Some(mv);
            let score = if self.shared.variant.turn(&after) == side {
                self.quiesce(&after, ply + 1, alpha, beta, plies + 1)
            } else {
                -self.quiesce(&after, ply + 1, -beta, -alpha, plies + 1)
            };
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, pick.index);
            }
            if score > alpha {
                alpha = score;
                self.keep_line(ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
        (best, best_move)
    }

    /// The moves that are followed: all where something is forced, else gains, and first of all
    /// checks where they count.
    fn tempting(
        &self,
        position: &Position,
        moves: &[Move],
        frame: &Frame,
        (forced, plies): (bool, usize),
    ) -> Vec<Pick> {
        if forced {
            return self.picks(position, moves, frame);
        }
        let scene = self.scene(position, frame);
        let mut picks = self.order.rank_gains(&scene, moves, frame.known);
        if plies == 0 && self.shared.nature.checks {
            self.add_checks(position, moves, &mut picks);
        }
        picks
    }

    /// Adds quiet moves that give check.
    fn add_checks(&self, position: &Position, moves: &[Move], picks: &mut Vec<Pick>) {
        let variant = self.shared.variant;
        for (index, &mv) in moves.iter().enumerate() {
            let index = index as u16;
            if picks.iter().all(|pick| pick.index != index) && variant.in_check(&variant.play(position, mv)) {
                picks.push(Pick {
                    index,
                    rank: 0,
                    gain: 0,
                });
            }
        }
    }

    /// Whether something must be decided or captured, so that standing still is no choice.
    pub(super) fn is_forced(&self, position: &Position, side: Side, moves: &[Move]) -> bool {
        let (variant, nature) = (self.shared.variant, self.shared.nature);
        let open = || nature.acts && variant.decision(position) != Decision::Move;
        let must = || nature.must_capture[side.index()] && variant.is_capture(position, moves[0]);
        must() || open()
    }
}
