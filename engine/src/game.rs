//! A game: a position with its history.

use crate::engine::{Move, Outcome};
use crate::rules::{Limit, Score, Side};
use crate::variant::{Position, Variant};

/// Positions and moves from a first position on. Knows what only history can tell: repetition.
#[derive(Clone, Debug)]
pub struct Game<'v> {
    variant: &'v Variant,
    /// Every position so far with its key for the repetition rule; never empty.
    positions: Vec<(Position, u64)>,
    moves: Vec<Move>,
}

impl<'v> Game<'v> {
    /// A game that begins with a position.
    pub fn new(variant: &'v Variant, position: Position) -> Self {
        let key = variant.repetition_key(&position);
        Self {
            variant,
            positions: vec![(position, key)],
            moves: Vec::new(),
        }
    }

    /// The variant.
    pub fn variant(&self) -> &'v Variant {
        self.variant
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        // Never empty: `new` puts one in and `undo` leaves the first.
        &self.positions[self.positions.len() - 1].0
    }

    /// The position before move number `ply`, from 0; the last is the position now.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply).map(|(position, _)| position)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let next = self.variant.play(self.position(), mv);
        let key = self.variant.repetition_key(&next);
        self.positions.push((next, key));
        self.moves.push(mv);
    }

    /// Takes the last move back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the position now has occurred, itself included.
    pub fn repetitions(&self) -> usize {
        let key = self.positions[self.positions.len() - 1].1;
        self.positions.iter().filter(|(_, k)| *k == key).count()
    }

    /// How the game has ended, if it has: by the position, or by a repetition or move rule that needs no claim.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_position = self.variant.outcome(self.position());
        by_position.or_else(|| self.moved_to_and_fro()).or_else(|| {
            let limit = self.variant.rules().end.repetition.filter(|limit| !limit.claim)?;
            self.repeated(limit).then(|| self.judged(&limit))
        })
    }

    /// What a player may claim now: the outcome of a repetition or move rule that has been reached but must be
    /// claimed.
    pub fn claim(&self) -> Option<Outcome> {
        let end = &self.variant.rules().end;
        let clock = self.variant.halfmove_clock(self.position());
        if let Some(limit) = end
            .repetition
            .filter(|limit| limit.claim && self.repeated(*limit))
        {
            return Some(self.judged(&limit));
        }
        let limit = end
            .move_rule
            .filter(|limit| limit.claim && clock >= limit.count)?;
        Some(self.variant.limit_reached(self.position(), &limit, "move-rule"))
    }

    /// What it brings that one piece has been moved to and fro.
    fn moved_to_and_fro(&self) -> Option<Outcome> {
        let rule = self.variant.rules().end.to_and_fro.as_ref()?;
        let (side, count) = (self.last_mover(), usize::from(rule.count));
        let mut own: Vec<usize> = (0..self.moves.len())
            .rev()
            .filter(|&ply| self.variant.moved(&self.positions[ply + 1].0) == side)
            .take(count + 2)
            .collect();
        let checked = |&ply: &usize| self.variant.in_check(&self.positions[ply].0);
        if own.len() <= count || own.iter().take(count + 1).any(checked) {
            return None;
        }
        if self.moves[own[1]].is_pass() {
            own.remove(1);
        }
        let way = |ply: usize| (self.moves[ply].from(), self.moves[ply].to());
        let (last, first) = (own[0], *own.get(count)?);
        let goes_back = |pair: &[usize]| way(pair[0]) == (way(pair[1]).1, way(pair[1]).0);
        let to_and_fro = own[..count].windows(2).all(goes_back) && way(first).1 == way(own[count - 1]).0;
        let moves = own[..=count].iter().all(|&ply| way(ply).0 != way(ply).1);
        let taken = |ply: usize| self.variant.is_capture(&self.positions[ply].0, self.moves[ply]);
        if !to_and_fro || !moves || (first..=last).any(taken) {
            return None;
        }
        let (kind, _) = self.variant.piece_at(self.position(), way(last).1)?;
        let name = self.variant.rules().pieces.get_index(kind)?.0;
        let counts = rule.pieces.is_empty() || rule.pieces.contains(name);
        counts.then(|| Outcome::new(side, rule.score, "to-and-fro"))
    }

    /// What a repetition brings.
    fn judged(&self, limit: &Limit) -> Outcome {
        let perpetual = self.variant.rules().end.perpetual_check;
        let since = self.since(limit.count);
        let checkers = perpetual.map_or([false; 2], |_| {
            Side::ALL.map(|side| self.has_checked(side, since))
        });
        match (perpetual, checkers) {
            (Some(score), [white, black]) if white != black => {
                let side = if white { Side::White } else { Side::Black };
                Outcome::new(side, score, "perpetual-check")
            }
            (Some(_), [true, true]) if !limit.counted => {
                Outcome::new(Side::White, Score::Draw, "perpetual-check")
            }
            _ => self.variant.limit_reached(self.position(), limit, "repetition"),
        }
    }

    /// The number of the position with which the last so many occurrences of the position now began.
    fn since(&self, count: u16) -> usize {
        let now = self.positions[self.positions.len() - 1].1;
        let again = self
            .positions
            .iter()
            .enumerate()
            .filter(|(_, (_, key))| *key == now);
        let again: Vec<usize> = again.map(|(number, _)| number).collect();
        again[again.len().saturating_sub(usize::from(count))]
    }

    /// Whether a side has given check with each of its moves since a position of the game.
    fn has_checked(&self, side: Side, since: usize) -> bool {
        let mut answered = self.positions[since..]
            .iter()
            .filter(|(position, _)| {
                self.variant.turn(position) != side && self.variant.moved(position) == side
            })
            .peekable();
        answered.peek().is_some() && answered.all(|(position, _)| self.variant.in_check(position))
    }

    fn repeated(&self, limit: Limit) -> bool {
        self.repetitions() >= usize::from(limit.count)
    }

    fn last_mover(&self) -> Side {
        self.variant.moved(self.position())
    }
}
