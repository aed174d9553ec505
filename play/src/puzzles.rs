//! Puzzles: positions of games in which a side wins by force, and by one line alone.
//!
//! ferz looks for them where it sees a forced win when it thinks about a move. The solver then
//! proves the win, that there is no faster one, and that no other move wins as fast. A game is
//! given by the variant, a [`Setup`] and its number, so games can be played in any order.

use crate::engine::Engine;
use crate::limits::{Control, Limits, Settings};
use crate::random::{Random, mix};
use crate::score::Score;
use crate::solve::{Problem, Solution, solve};
use ferz::Decision;
use ferz::engine::{Game, Move, Position, Variant};
use ferz::rules::Side;
use std::ops::RangeInclusive;

/// After this many plies a game is no longer looked at.
const LONGEST: usize = 300;
/// How far evaluations err, in hundredths of a pawn, so that games differ.
const NOISE: i32 = 30;
/// Size of the engine's table and of that of proofs, in MiB.
const HASH: usize = 4;

/// How puzzles are looked for.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Positions looked at for each move.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Plies at random at the beginning of each game.
    pub random_plies: usize,
    /// In how many moves the winner wins.
    pub moves: RangeInclusive<u32>,
    /// How many positions a proof may look at.
    pub proof: u64,
}

/// A position with one winning line.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The number of its game, from 0.
    pub game: usize,
    /// How many plies were played before it.
    pub ply: usize,
    /// The position. The winner is to move.
    pub position: Position,
    /// The winner.
    pub winner: Side,
    /// In how many moves, at best.
    pub moves: u32,
    /// The line in which both sides play their best. Each move of the winner but the last is the
    /// only one that wins as fast; the last one may be one of several.
    pub line: Vec<Move>,
}

/// Looks through games of one variant.
pub struct Seeker<'s> {
    engine: Engine,
    setup: &'s Setup,
    control: &'s Control,
}

impl<'s> Seeker<'s> {
    /// An observer that looks through games of this variant, until it is stopped.
    pub fn new(variant: &Variant, setup: &'s Setup, control: &'s Control) -> Self {
        let settings = Settings {
            hash: HASH,
            ..Settings::default()
        };
        Self {
            engine: Engine::new(variant, settings),
            setup,
            control,
        }
    }

    /// Plays the game with this number; its puzzles. `None` if it was stopped.
    pub fn play(&mut self, number: usize) -> Option<Vec<Puzzle>> {
        let seed = mix(self
            .setup
            .seed
            .wrapping_mul(0x9E37_79B9)
            .wrapping_add(number as u64));
        let mut random = Random::new(seed);
        self.begin(seed, NOISE);
        let variant = self.engine.variant().clone();
        let mut game = Game::new(&variant, variant.start());
        let mut sight = Sight::new(number);
        while game.moves().len() < LONGEST && game.outcome().or_else(|| game.claim()).is_none() {
            let mv = if game.moves().len() < self.setup.random_plies {
                let moves = variant.legal_moves(game.position());
                *moves.get(random.below(moves.len()))?
            } else {
                self.see(&game, &mut sight)?
            };
            game.play(mv);
        }
        Some(sight.puzzles)
    }

    /// The puzzles of a game that others have played. `None` if it was stopped.
    pub fn read(&mut self, number: usize, played: &Game) -> Option<Vec<Puzzle>> {
        self.begin(0, 0);
        let mut sight = Sight::new(number);
        let mut game = Game::new(self.engine.variant(), played.position_at(0)?.clone());
        for &mv in played.moves() {
            if game.outcome().is_some() {
                break;
            }
            self.see(&game, &mut sight)?;
            game.play(mv);
        }
        Some(sight.puzzles)
    }

    fn begin(&mut self, seed: u64, noise: i32) {
        self.engine.forget();
        let settings = self.engine.settings();
        self.engine.set(Settings {
            seed,
            noise,
            ..settings
        });
    }

    /// Finds a move, and keeps the position if it is a puzzle. `None` if it was stopped.
    fn see(&self, game: &Game, sight: &mut Sight) -> Option<Move> {
        let limits = Limits {
            nodes: Some(self.setup.nodes),
            ..Limits::default()
        };
        let choice = self.engine.think(game, &limits, self.control, &mut |_| ())?;
        let ply = game.moves().len();
        if matches!(choice.info.score, Score::Mate(1..)) && ply >= sight.next {
            let winner = game.variant().turn(game.position());
            let found = self.judge(game.position());
            sight.keep(ply, (game.position(), winner), found);
        }
        (!self.control.is_stopped()).then_some(choice.best)
    }

    /// In how many moves the side to move wins by one line alone, and that line.
    fn judge(&self, position: &Position) -> Option<(u32, Vec<Move>)> {
        let variant = self.engine.variant();
        if variant.decision(position) != Decision::Move || variant.part(position).0 > 1 {
            return None;
        }
        let solution = self.solve(position, *self.setup.moves.end());
        let moves = solution.moves.filter(|moves| self.setup.moves.contains(moves))?;
        let line = solution.line();
        let only = solution.first.len() == 1 && self.is_only(position, &line, moves);
        (only && !line.is_empty()).then_some((moves, line))
    }

    /// Whether each later move of the winner but the last is the only one that wins as fast.
    fn is_only(&self, position: &Position, line: &[Move], moves: u32) -> bool {
        let variant = self.engine.variant();
        let winner = variant.turn(position);
        let (mut position, mut left, mut last) = (position.clone(), moves, winner);
        for &mv in line {
            let turn = variant.turn(&position);
            if turn == winner && last != winner {
                left = left.saturating_sub(1);
                if left > 1 && self.solve(&position, left).first.len() != 1 {
                    return false;
                }
            }
            (last, position) = (turn, variant.play(&position, mv));
        }
        true
    }

    fn solve(&self, position: &Position, moves: u32) -> Solution {
        let variant = self.engine.variant();
        let problem = Problem {
            winner: variant.turn(position),
            moves,
            nodes: Some(self.setup.proof),
            time: None,
            threads: 1,
            hash: HASH,
        };
        solve(variant, position, &problem, self.control, &|_| ())
    }
}

/// The part of a game that has been seen.
struct Sight {
    game: usize,
    puzzles: Vec<Puzzle>,
    /// Positions before this ply belong to the line of the last puzzle.
    next: usize,
}

impl Sight {
    fn new(game: usize) -> Self {
        Self {
            game,
            puzzles: Vec::new(),
            next: 0,
        }
    }

    fn keep(&mut self, ply: usize, (position, winner): (&Position, Side), found: Option<(u32, Vec<Move>)>) {
        let Some((moves, line)) = found else { return };
        self.next = ply + line.len();
        self.puzzles.push(Puzzle {
            game: self.game,
            ply,
            position: position.clone(),
            winner,
            moves,
            line,
        });
    }
}
