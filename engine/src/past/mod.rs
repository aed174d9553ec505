//! The rules that look at earlier positions: mates after a series of checks, moves to and fro,
//! perpetual check and chase. Does not keep the game: its callers hand over the positions.

mod chase;

use crate::engine::{EndReason, Move, Outcome};
use crate::mechanics::Decision;
use crate::rules::{BySide, Limit, Score, Side};
use crate::variant::{Position, Variant};

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position.
    pub position: Position,
    /// The key for the repetition rule.
    pub key: u64,
    /// The move that has led to it; `None` for the first position, and if none was played.
    pub mv: Option<Move>,
}

/// Positions that have followed each other; the last is the present one.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    variant: &'a Variant,
    steps: &'a [Step],
}

impl<'a> Past<'a> {
    /// Positions of a variant that have followed each other, at least one.
    pub fn new(variant: &'a Variant, steps: &'a [Step]) -> Self {
        Self { variant, steps }
    }

    /// Whether a variant's rules depend on more of earlier positions than their keys.
    pub fn matters(variant: &Variant) -> bool {
        let end = &variant.rules().end;
        end.perpetual_chase.is_some() || end.to_and_fro.is_some() || end.mate_without.is_some()
    }

    /// The outcome of a position by itself, corrected by the positions before it. A mate counts in
    /// full if one of the checks that led to it does.
    pub fn ended(&self, outcome: Outcome) -> Outcome {
        match self.steps.last() {
            Some(now) if outcome.reason == EndReason::MateWithout && self.has_full_check() => {
                let side = self.variant.turn(&now.position);
                Outcome::new(side, self.variant.rules().end.checkmate, EndReason::Checkmate)
            }
            _ => outcome,
        }
    }

    /// Whether the side to move is in check, and one of the successive checks up to this one comes
    /// from a piece whose mates count in full. If the rules do not distinguish mates, there is no
    /// such piece.
    pub fn has_full_check(&self) -> bool {
        let Some(now) = self
            .steps
            .last()
            .filter(|_| self.variant.rules().end.mate_without.is_some())
        else {
            return false;
        };
        let side = self.variant.turn(&now.position);
        // Positions in which a turn begins. Those within a turn, or with another open decision, are
        // left out.
        let positions = self.steps.iter().map(|step| &step.position);
        let mut last = None;
        let mut asked: Vec<&Position> = Vec::new();
        for position in positions {
            if self.variant.decision(position) != Decision::Move {
                continue;
            }
            let turn = self.variant.turn(position);
            if turn == side && last != Some(side) && self.variant.moved(position) != side {
                asked.push(position);
            }
            last = Some(turn);
        }
        let checks = asked.into_iter().rev();
        let mut checks = checks.take_while(|position| self.variant.in_check(position));
        checks.any(|position| self.variant.is_full_check(position))
    }

    /// The outcome if one piece has been moved to and fro.
    pub fn to_and_fro(&self) -> Option<Outcome> {
        let rule = self.variant.rules().end.to_and_fro.as_ref()?;
        let now = &self.steps.last()?.position;
        let (side, count) = (self.variant.moved(now), usize::from(rule.count));
        let moves = (1..self.steps.len()).rev();
        let own = moves.filter(|&ply| self.variant.moved(&self.steps[ply].position) == side);
        let mut own: Vec<usize> = own.take(count + 2).collect();
        let played = |&ply: &usize| self.steps[ply].mv;
        if own.len() <= count || own.iter().any(|ply| played(ply).is_none()) {
            return None;
        }
        let answers: Vec<usize> = own[..=count].to_vec();
        if played(&own[1]).is_some_and(|mv| mv.is_pass()) {
            own.remove(1);
        }
        let way = |ply: usize| self.steps[ply].mv.map(|mv| (mv.start(), mv.to()));
        let (last, first) = (own[0], *own.get(count)?);
        let back = |ply: usize| way(ply).map(|(from, to)| (to, from));
        let goes_back = |pair: &[usize]| way(pair[0]) == back(pair[1]);
        let came = way(first).map(|way| way.1) == way(own[count - 1]).map(|way| way.0);
        let moves = own[..=count].iter().all(|&ply| way(ply) != back(ply));
        if !came || !moves || !own[..count].windows(2).all(goes_back) {
            return None;
        }
        let checked = |&ply: &usize| self.variant.in_check(&self.steps[ply - 1].position);
        let taken = |ply: usize| {
            let before = &self.steps[ply - 1].position;
            self.steps[ply]
                .mv
                .is_none_or(|mv| self.variant.is_capture(before, mv))
        };
        if answers.iter().any(checked) || (first..=last).any(taken) {
            return None;
        }
        let (kind, _) = self.variant.piece_at(now, way(last)?.1)?;
        let name = self.variant.rules().pieces.get_index(kind)?.0;
        let counts = rule.pieces.is_empty() || rule.pieces.contains(name);
        counts.then(|| Outcome::new(side, rule.score, EndReason::ToAndFro))
    }

    /// The outcome of a repetition that is judged by the moves between its occurrences.
    pub fn judged(&self, limit: &Limit) -> Option<Outcome> {
        let since = self.since(limit.count)?;
        let by_checks = self.variant.rules().end.perpetual_check;
        let checked = |side| by_checks.is_some() && self.has_checked(side, since);
        let found = self
            .offence(by_checks, EndReason::PerpetualCheck, Side::each(checked))
            .or_else(|| self.chased(since));
        let now = &self.steps.last()?.position;
        let drawn = |outcome: &Outcome| outcome.winner.is_none() && limit.counted;
        let limited = || self.variant.limit_reached(now, limit, EndReason::Repetition);
        Some(found.filter(|found| !drawn(found)).unwrap_or_else(limited))
    }

    /// The outcome if one side has chased a piece with each of its moves since a position, or if
    /// both have.
    pub fn chased(&self, since: usize) -> Option<Outcome> {
        let chase = self.variant.rules().end.perpetual_chase.as_ref()?;
        let chases = |side| self.has_chased(chase, side, since);
        self.offence(Some(chase.score), EndReason::PerpetualChase, Side::each(chases))
    }

    /// The outcome if one side has offended with every move; a draw if both have.
    fn offence(&self, score: Option<Score>, reason: EndReason, sides: BySide<bool>) -> Option<Outcome> {
        match sides {
            [false, false] => None,
            [true, true] => Some(Outcome::new(Side::White, Score::Draw, reason)),
            [white, _] => {
                let side = if white { Side::White } else { Side::Black };
                Some(Outcome::new(side, score?, reason))
            }
        }
    }

    /// The number of the earliest of the last `count` occurrences of the present position.
    fn since(&self, count: u16) -> Option<usize> {
        let now = self.steps.last()?.key;
        let steps = self.steps.iter().enumerate();
        let again: Vec<usize> = steps
            .filter(|(_, step)| step.key == now)
            .map(|(i, _)| i)
            .collect();
        Some(again[again.len().saturating_sub(usize::from(count))])
    }

    /// Whether a side has given check with each of its moves since a position.
    fn has_checked(&self, side: Side, since: usize) -> bool {
        let mut answered = self.answered(side, since).peekable();
        answered.peek().is_some() && answered.all(|ply| self.variant.in_check(&self.steps[ply].position))
    }

    /// The positions from `since` on in which a side has just ended its turn.
    fn answered(&self, side: Side, since: usize) -> impl DoubleEndedIterator<Item = usize> {
        (since..self.steps.len()).filter(move |&ply| {
            let position = &self.steps[ply].position;
            self.variant.turn(position) != side && self.variant.moved(position) == side
        })
    }
}
