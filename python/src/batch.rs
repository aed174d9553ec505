//! Many games of a variant at once, for programs that learn.

use crate::codes::{Codes, Numbered};
use crate::node::Node;
use crate::position::Position;
use crate::share::Known;
use crate::stack::roomy;
use ferz::engine::Move;
use ferz::rules::Side;
use ferz::{Game, Outcome};
use ferz_play::Random;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// How many random moves are made before signals are looked at: a tenth of a second, or two.
const GLANCE: usize = 1 << 17;

/// One game of a batch.
#[derive(Debug)]
struct Table {
    game: Game,
    moves: Vec<Move>,
    numbered: Numbered,
    /// Whether the moves have their numbers.
    is_numbered: bool,
    /// A first number that was said, of which a second one is to follow.
    first: Option<usize>,
    random: Random,
}

/// The result of a step of one game.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The reward of the side that has moved.
    reward: f32,
    done: bool,
    /// The number was none that is possible: nothing has happened.
    refused: bool,
}

impl Table {
    fn new(known: &Known, seed: u64) -> Self {
        let mut table = Self {
            game: Game::start(&known.variant),
            moves: Vec::new(),
            numbered: Numbered::default(),
            is_numbered: false,
            first: None,
            random: Random::new(seed),
        };
        table.list(known);
        table
    }

    fn list(&mut self, known: &Known) {
        self.moves.clear();
        self.first = None;
        self.is_numbered = false;
        known
            .variant
            .legal_moves_into(self.game.position(), &mut self.moves);
    }

    /// The numbers that are possible.
    fn number(&mut self, known: &Known, codes: &Codes) {
        if !self.is_numbered {
            self.numbered
                .fill(codes, &known.variant, self.game.position(), &self.moves);
            self.is_numbered = true;
        }
    }

    fn restart(&mut self, known: &Known) {
        self.game = Game::start(&known.variant);
        self.list(known);
    }

    /// Plays a move; a game that is over begins again.
    fn play(&mut self, known: &Known, mv: Move, longest: usize) -> Step {
        let mover = known.variant.turn(self.game.position());
        self.game.play(mv);
        let ended = self.game.outcome().or_else(|| self.game.claim());
        if let Some(outcome) = ended {
            let reward = reward(&outcome, mover);
            self.restart(known);
            return Step {
                reward,
                done: true,
                refused: false,
            };
        }
        if self.game.moves().len() >= longest {
            self.restart(known);
            return Step {
                done: true,
                ..Step::default()
            };
        }
        self.list(known);
        Step::default()
    }

    /// Does what a number says.
    fn step(&mut self, known: &Known, codes: &Codes, action: usize, longest: usize) -> Step {
        self.number(known, codes);
        let refused = Step {
            refused: true,
            ..Step::default()
        };
        let mv = match self.first {
            None => match self.numbered.group(action) {
                [] => return refused,
                [(_, mv)] => *mv,
                _ => {
                    self.first = Some(action);
                    return Step::default();
                }
            },
            Some(first) => match self.numbered.choose(codes, first, action) {
                Some(mv) => mv,
                None => return refused,
            },
        };
        self.play(known, mv, longest)
    }

    fn random(&mut self, known: &Known, longest: usize) -> Step {
        let mv = self.moves[self.random.below(self.moves.len())];
        self.play(known, mv, longest)
    }
}

fn reward(outcome: &Outcome, side: Side) -> f32 {
    match outcome.winner {
        None => 0.0,
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
    }
}

/// Many games of a variant, each with a position of its own. A game that ends begins again.
#[pyclass(module = "ferz", name = "Batch")]
pub(crate) struct Batch {
    known: Arc<Known>,
    codes: Arc<Codes>,
    tables: Vec<Table>,
    threads: usize,
    longest: usize,
    plies: u64,
}

/// The start of each game's numbers, and all numbers.
type Ragged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// Planes, masks, rewards, and which games have ended.
type Arrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
);

impl Batch {
    /// Games that begin with the start position.
    pub(crate) fn new(
        py: Python<'_>,
        known: &Arc<Known>,
        games: usize,
        seed: u64,
        threads: Option<usize>,
        longest: usize,
    ) -> PyResult<Self> {
        if games == 0 || games > 1 << 20 {
            return Err(PyValueError::new_err("a batch has from 1 to 1,048,576 games"));
        }
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        if known.variant.legal_moves(&known.variant.start()).is_empty() {
            return Err(PyValueError::new_err("the game is over before it begins"));
        }
        let tables = py.detach(|| {
            let seed = |game: usize| {
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .wrapping_add(game as u64 + 1)
            };
            roomy(|| (0..games).map(|game| Table::new(known, seed(game))).collect())
        });
        Ok(Self {
            known: known.clone(),
            codes: known.codes(),
            tables,
            threads: threads.unwrap_or_else(available).clamp(1, 256),
            longest: longest.max(1),
            plies: 0,
        })
    }

    /// Lets threads take parts of the games, with as much of `out` for each game as belongs to it.
    fn share<T: Send>(
        &mut self,
        out: &mut [T],
        each: usize,
        work: impl Fn(&Known, &Codes, usize, &mut Table, &mut [T]) + Sync,
    ) {
        let (known, codes, work) = (&*self.known, &*self.codes, &work);
        let part = self.tables.len().div_ceil(self.threads).max(1);
        let parts = self
            .tables
            .chunks_mut(part)
            .zip(out.chunks_mut((part * each).max(1)));
        std::thread::scope(|scope| {
            let mut last = None;
            for (number, (tables, out)) in parts.enumerate() {
                let job = move || {
                    let tables = tables.iter_mut().zip(out.chunks_mut(each.max(1)));
                    for (i, (table, out)) in tables.enumerate() {
                        work(known, codes, number * part + i, table, out);
                    }
                };
                // The last part is this thread's own.
                if let Some(before) = last.replace(job) {
                    scope.spawn(before);
                }
            }
            if let Some(job) = last {
                roomy(job);
            }
        });
    }

    fn steps<'py>(&mut self, py: Python<'py>, steps: &[Step]) -> PyResult<Arrays<'py>> {
        let rewards = steps.iter().map(|step| step.reward);
        let rewards = PyArray1::from_iter(py, rewards);
        let done = PyArray1::from_iter(py, steps.iter().map(|step| step.done));
        Ok((self.planes(py)?, self.mask(py)?, rewards, done))
    }
}

/// NumPy must be there; otherwise `ImportError`.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(|_| ())
}

#[pymethods]
impl Batch {
    /// The number of games.
    fn __len__(&self) -> usize {
        self.tables.len()
    }

    /// Moves made so far, in all games together.
    #[getter]
    fn plies(&self) -> u64 {
        self.plies
    }

    /// The position of a game now.
    fn position(&self, game: usize) -> PyResult<Position> {
        let table = self
            .tables
            .get(game)
            .ok_or_else(|| PyIndexError::new_err("there is no such game"))?;
        Ok(Position::new(Node::new(
            self.known.clone(),
            table.game.position().clone(),
        )))
    }

    /// The positions as planes: `uint8`, the games first.
    fn planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numpy(py)?;
        let (games, bytes) = (self.tables.len(), self.codes.bytes());
        let array = PyArray2::<u8>::zeros(py, [games, bytes], false);
        // The array has no other owner yet.
        let out = unsafe { array.as_slice_mut() }?;
        py.detach(|| {
            self.share(out, bytes, |known, codes, _, table, out| {
                codes.write(&known.variant, table.game.position(), out);
            });
        });
        let mut shape = vec![games];
        shape.extend(&self.codes.shape);
        array.call_method1("reshape", (shape,))
    }

    /// Which numbers are possible: `uint8`, a row for each game.
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        numpy(py)?;
        let size = self.codes.size();
        let array = PyArray2::<u8>::zeros(py, [self.tables.len(), size], false);
        // The array has no other owner yet.
        let out = unsafe { array.as_slice_mut() }?;
        py.detach(|| {
            self.share(out, size, |known, codes, _, table, out| {
                table.number(known, codes);
                table.numbered.open(codes, table.first, |code| out[code] = 1);
            });
        });
        Ok(array)
    }

    /// The numbers that are possible as two arrays: where each game's begin in the second one, and
    /// the numbers. Smaller than a mask.
    fn actions<'py>(&mut self, py: Python<'py>) -> PyResult<Ragged<'py>> {
        numpy(py)?;
        let mut lists = vec![Vec::new(); self.tables.len()];
        py.detach(|| {
            self.share(&mut lists, 1, |known, codes, _, table, out| {
                table.number(known, codes);
                table
                    .numbered
                    .open(codes, table.first, |code| out[0].push(code as i64));
                out[0].dedup();
            });
        });
        let mut starts = vec![0];
        let mut end = 0;
        for list in &lists {
            end += list.len() as i64;
            starts.push(end);
        }
        let all = PyArray1::from_iter(py, lists.into_iter().flatten());
        Ok((PyArray1::from_vec(py, starts), all))
    }

    /// Makes a move in every game, by numbers, and returns planes, masks, rewards and which games
    /// have ended. A reward is that of the side that has moved. Games that have ended begin again.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Arrays<'py>> {
        numpy(py)?;
        if actions.len() != self.tables.len() {
            let message = format!("{} actions for {} games", actions.len(), self.tables.len());
            return Err(PyValueError::new_err(message));
        }
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        let mut steps = vec![Step::default(); self.tables.len()];
        let longest = self.longest;
        py.detach(|| {
            self.share(&mut steps, 1, |known, codes, game, table, out| {
                let action = usize::try_from(actions[game]).unwrap_or(usize::MAX);
                out[0] = table.step(known, codes, action, longest);
            });
        });
        if let Some(game) = steps.iter().position(|step| step.refused) {
            let message = format!(
                "action {} of game {game} is not possible; the others were played",
                actions[game]
            );
            return Err(PyValueError::new_err(message));
        }
        self.plies += self.tables.len() as u64;
        self.steps(py, &steps)
    }

    /// Makes random moves in every game; returns how many games have ended.
    #[pyo3(signature = (plies=1))]
    fn step_random(&mut self, py: Python<'_>, plies: usize) -> PyResult<usize> {
        let mut ended = vec![0; self.tables.len()];
        let longest = self.longest;
        let some = (GLANCE / self.tables.len()).max(1);
        let mut left = plies;
        while left > 0 {
            let now = left.min(some);
            py.detach(|| {
                self.share(&mut ended, 1, |known, _, _, table, out| {
                    for _ in 0..now {
                        out[0] += usize::from(table.random(known, longest).done);
                    }
                });
            });
            left -= now;
            self.plies += (now * self.tables.len()) as u64;
            py.check_signals()?;
        }
        Ok(ended.iter().sum())
    }

    /// All games begin again.
    fn reset(&mut self, py: Python<'_>) {
        py.detach(|| {
            let mut out = vec![(); self.tables.len()];
            self.share(&mut out, 1, |known, _, _, table, _| table.restart(known));
        });
    }

    fn __repr__(&self) -> String {
        format!(
            "<Batch of {} games of {}>",
            self.tables.len(),
            self.known.variant.rules().title
        )
    }
}

impl Position {
    pub(crate) fn numbered(&self, codes: &Codes) -> Numbered {
        let mut numbered = Numbered::default();
        numbered.fill(codes, self.node.variant(), &self.node.position, self.node.moves());
        numbered
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Batch>()
}
