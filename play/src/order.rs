//! In which order moves are tried: what the table knows, wins, gains, killers, history.

use crate::nature::{Nature, Swings};
use crate::table::NO_MOVE;
use crate::worth::Worth;
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;

/// A move to be tried: its number among the legal moves, and how soon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    pub(crate) index: u16,
    pub(crate) rank: i32,
    /// The immediate gain, in hundredths of a pawn.
    pub(crate) gain: i32,
}

const KNOWN: i32 = 3_000_000;
const WINS: i32 = 2_000_000;
const GAINS: i32 = 1_000_000;
const KILLER: i32 = 900_000;
const MOST_HISTORY: i32 = 400_000;
/// The number of entries for the success of moves after others; some moves share one.
const ANSWERS: usize = 1 << 17;
/// No piece has gone anywhere.
pub(crate) const NOTHING: usize = usize::MAX;

/// The place of a move after another.
fn answer(last: usize, place: usize) -> usize {
    (last.wrapping_mul(0x9E37_79B9) ^ place.wrapping_mul(0x85EB_CA6B) >> 3) & (ANSWERS - 1)
}

impl Pick {
    /// Whether it neither gains nor wins.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.gain == 0 && self.rank < GAINS
    }

    /// Whether it gains or wins, and does not lose more than it gains as far as can be seen.
    pub(crate) const fn is_good(&self) -> bool {
        self.rank >= GAINS && (self.gain > 0 || self.rank >= WINS)
    }
}

/// Moves that were good before.
pub(crate) struct Order {
    /// By kind, side and target square.
    history: Vec<i32>,
    /// The same after the move before.
    answers: Vec<i32>,
    killers: Vec<[Option<Move>; 2]>,
}

impl Order {
    pub(crate) fn new(kinds: usize, plies: usize) -> Self {
        Self {
            history: vec![0; kinds * 2 * 256],
            answers: vec![0; ANSWERS],
            killers: vec![[None; 2]; plies],
        }
    }

    /// Keeps that a quiet move was so good that no other needed to be tried, and that those before
    /// it were not.
    pub(crate) fn praise(&mut self, scene: &Scene<'_>, mv: Move, depth: i32, tried: &[Move]) {
        let killers = &mut self.killers[scene.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 16).min(4_000);
        self.shift(scene, mv, bonus);
        for &worse in tried {
            self.shift(scene, worse, -bonus);
        }
    }

    /// Moves a number towards its bounds, the slower the nearer it is.
    fn shift(&mut self, scene: &Scene<'_>, mv: Move, bonus: i32) {
        let Some(i) = scene.place(mv) else { return };
        let towards = |number: &mut i32| {
            *number += bonus * 16 - (i64::from(*number) * i64::from(bonus.abs()) / 25_000) as i32;
            *number = (*number).clamp(-MOST_HISTORY, MOST_HISTORY);
        };
        towards(&mut self.history[i]);
        if scene.last != NOTHING {
            towards(&mut self.answers[answer(scene.last, i)]);
        }
    }

    /// How good a quiet move has been before.
    fn fame(&self, scene: &Scene<'_>, mv: Move) -> i32 {
        let Some(i) = scene.place(mv) else { return 0 };
        if scene.last == NOTHING {
            return self.history[i];
        }
        (self.history[i] + self.answers[answer(scene.last, i)]) / 2
    }

    /// The moves that gain or win and lose nothing by it, as far as can be seen, with their ranks.
    pub(crate) fn rank_gains(&self, scene: &Scene<'_>, moves: &[Move], known: u16) -> Vec<Pick> {
        let before = match scene.nature.swings {
            Swings::Plain => 0,
            _ => scene.worth.material(scene.variant, scene.position, scene.side),
        };
        let mut picks = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            let gain = scene.gain(mv, before);
            let index = index as u16;
            let rank = if scene.wins(mv) {
                WINS
            } else if gain <= 0 {
                continue;
            } else if index == known {
                KNOWN
            } else {
                self.rank_of(scene, mv, gain)
            };
            let pick = Pick { index, rank, gain };
            if pick.is_good() {
                picks.push(pick);
            }
        }
        picks
    }

    /// All moves with their ranks.
    pub(crate) fn rank(&self, scene: &Scene<'_>, moves: &[Move], known: u16) -> Vec<Pick> {
        let before = match scene.nature.swings {
            Swings::Plain => 0,
            _ => scene.worth.material(scene.variant, scene.position, scene.side),
        };
        let pick = |(index, &mv): (usize, &Move)| {
            let gain = scene.gain(mv, before);
            let index = index as u16;
            let rank = if index == known && known != NO_MOVE {
                KNOWN
            } else if scene.wins(mv) {
                WINS
            } else {
                self.rank_of(scene, mv, gain)
            };
            Pick { index, rank, gain }
        };
        moves.iter().enumerate().map(pick).collect()
    }

    fn rank_of(&self, scene: &Scene<'_>, mv: Move, gain: i32) -> i32 {
        if gain > 0 {
            let own = scene.own(mv);
            return if scene.is_bad(mv, gain, own) {
                gain - GAINS
            } else {
                GAINS + 8 * gain - own / 8
            };
        }
        if gain < 0 {
            return gain - GAINS;
        }
        let killers = self.killers[scene.ply];
        if killers[0] == Some(mv) {
            KILLER + 1
        } else if killers[1] == Some(mv) {
            KILLER
        } else {
            self.fame(scene, mv)
        }
    }
}

/// A position whose moves are ranked.
pub(crate) struct Scene<'s> {
    pub(crate) variant: &'s Variant,
    pub(crate) worth: &'s Worth,
    pub(crate) nature: &'s Nature,
    pub(crate) position: &'s Position,
    /// The side that decides.
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// Which piece has gone where just before, as [`Scene::place`] tells it, or [`NOTHING`].
    pub(crate) last: usize,
}

impl Scene<'_> {
    /// The gain of the exchange that a move begins, if it can be computed.
    pub(crate) fn trade(&self, mv: Move) -> Option<i32> {
        if !self.nature.trades {
            return None;
        }
        self.variant
            .static_exchange(self.position, mv, self.worth.trades())
    }

    /// The place of a move in the history; `None` if it belongs to no piece.
    pub(crate) fn place(&self, mv: Move) -> Option<usize> {
        let (kind, side) = self.mover(mv)?;
        Some((kind * 2 + side.index()) * 256 + usize::from(mv.to()))
    }

    /// The piece that moves, or that comes onto the board.
    fn mover(&self, mv: Move) -> Option<(usize, Side)> {
        let on_board = usize::from(mv.start()) < self.nature.squares;
        let there = on_board.then(|| self.variant.piece_at(self.position, mv.start()));
        let comes = || {
            (mv.start() == mv.to())
                .then(|| self.variant.promotion(mv))
                .flatten()
        };
        there.flatten().or_else(|| Some((comes()?, self.side)))
    }

    /// The value of the moving piece.
    fn own(&self, mv: Move) -> i32 {
        self.mover(mv)
            .map_or(0, |(kind, side)| self.worth.value(kind, side))
    }

    /// The immediate gain of a move; `before` is the material before it.
    fn gain(&self, mv: Move, before: i32) -> i32 {
        let captures = self.nature.swings == Swings::All || self.variant.is_capture(self.position, mv);
        if !captures {
            return self.promotes(mv);
        }
        if self.nature.swings == Swings::Plain {
            let victim = self.variant.piece_at(self.position, mv.to());
            if let Some((kind, side)) = victim.filter(|&(_, side)| side != self.side) {
                return self.worth.value(kind, side) + self.promotes(mv);
            }
        }
        let after = self.variant.play(self.position, mv);
        let material = self.worth.material(self.variant, &after, self.side);
        match self.nature.swings {
            Swings::Plain => material - self.worth.material(self.variant, self.position, self.side),
            _ => material - before,
        }
    }

    fn promotes(&self, mv: Move) -> i32 {
        let Some(kind) = self.variant.promotion(mv) else {
            return 0;
        };
        self.worth.value(kind, self.side) - self.own(mv)
    }

    /// Whether a move ends on a square where the piece wins.
    fn wins(&self, mv: Move) -> bool {
        self.nature.reach
            && self
                .mover(mv)
                .is_some_and(|(kind, side)| self.worth.reaches(kind, side, mv.to()))
    }

    /// Whether a capture gives more than it takes: a dear piece for a cheap one that is protected.
    fn is_bad(&self, mv: Move, gain: i32, own: i32) -> bool {
        if gain + 50 >= own {
            return false;
        }
        if let Some(trade) = self.trade(mv) {
            return trade < 0;
        }
        self.nature.swings == Swings::Plain
            && self
                .variant
                .is_attacked(self.position, self.side.other(), mv.to())
    }
}
