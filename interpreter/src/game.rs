//! A game: a position with its history.

use crate::engine::{EndReason, Move, Outcome, Past, Position, Step, Variant};
use crate::rules::Limit;
use crate::why::{Reason, Verdict, why};

/// Positions and moves from a first position on. Knows what only history can tell.
///
/// ```
/// use ferz::{Game, Variant};
/// use ferz_rulesets::Load as _;
///
/// let variant = Variant::bundled("chess")?;
/// let mut game = Game::start(&variant);
/// game.push("e4")?;
/// assert_eq!(game.push("e7e4").unwrap_err().kind(), "unreachable");
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    /// Every position so far; never empty.
    steps: Vec<Step>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with a position.
    pub fn new(variant: &Variant, position: Position) -> Self {
        let key = variant.repetition_key(&position);
        Self {
            variant: variant.clone(),
            steps: vec![Step {
                position,
                key,
                mv: None,
            }],
            moves: Vec::new(),
        }
    }

    /// A game that begins with the variant's start position.
    pub fn start(variant: &Variant) -> Self {
        Self::new(variant, variant.start())
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.now().position
    }

    /// The position before move number `ply`, from 0; the last is the position now.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.steps.get(ply).map(|step| &step.position)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays the move that a text means, in coordinates or standard algebraic notation, as [`why`]
    /// reads it.
    ///
    /// # Errors
    /// The reason why no such move can be played; the game is as it was.
    pub fn push(&mut self, text: &str) -> Result<Move, Box<Reason>> {
        if let Some(outcome) = self.outcome() {
            return Err(Box::new(Reason::GameOver(outcome)));
        }
        match why(&self.variant, self.position(), text) {
            Verdict::Legal(mv) => {
                self.play(mv);
                Ok(mv)
            }
            Verdict::Illegal(reason) => Err(Box::new(reason)),
        }
    }

    /// Plays a move that is known to be legal: one that [`Variant::legal_moves`] lists for this
    /// position. Nothing checks it.
    pub fn play(&mut self, mv: Move) {
        let next = self.variant.play(self.position(), mv);
        let key = self.variant.repetition_key(&next);
        self.steps.push(Step {
            position: next,
            key,
            mv: Some(mv),
        });
        self.moves.push(mv);
    }

    /// Takes the last move back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.steps.pop();
        Some(mv)
    }

    /// How often the position now has occurred, itself included.
    pub fn repetitions(&self) -> usize {
        let key = self.now().key;
        self.steps.iter().filter(|step| step.key == key).count()
    }

    /// Every position so far, each with the move that has led to it.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn now(&self) -> &Step {
        // Never empty: `new` puts one in and `undo` leaves the first.
        &self.steps[self.steps.len() - 1]
    }

    /// How the game has ended, if it has: by the position, or by a repetition or move rule that
    /// needs no claim.
    pub fn outcome(&self) -> Option<Outcome> {
        let past = self.past();
        let by_position = self
            .variant
            .outcome(self.position())
            .map(|outcome| past.ended(outcome));
        by_position.or_else(|| past.to_and_fro()).or_else(|| {
            let limit = self.variant.rules().end.repetition.filter(|limit| !limit.claim)?;
            self.judged(limit)
        })
    }

    /// The outcome that a player may claim now, by a repetition or move rule that has been reached
    /// but must be claimed.
    pub fn claim(&self) -> Option<Outcome> {
        let end = &self.variant.rules().end;
        let clock = self.variant.halfmove_clock(self.position());
        let repeated = end.repetition.filter(|limit| limit.claim);
        if let Some(outcome) = repeated.and_then(|limit| self.judged(limit)) {
            return Some(outcome);
        }
        let limit = end
            .move_rule
            .filter(|limit| limit.claim && clock >= limit.count)?;
        Some(
            self.variant
                .limit_reached(self.position(), &limit, EndReason::MoveRule),
        )
    }

    /// The outcome of the repetition, if the position now has occurred that often.
    fn judged(&self, limit: Limit) -> Option<Outcome> {
        let repeated = self.repetitions() >= usize::from(limit.count);
        repeated.then(|| self.past().judged(&limit)).flatten()
    }

    fn past(&self) -> Past<'_> {
        Past::new(&self.variant, &self.steps)
    }
}
