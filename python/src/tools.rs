//! The opponent, studies, proofs, pictures, and other programs' files.

use crate::game::Game;
use crate::long::long;
use crate::node::Node;
use crate::position::{Move, Position, chosen, read_side};
use crate::share::Known;
use crate::stack::roomy;
use crate::value;
use crate::variant::{Variant, word};
use ferz::rules::Side;
use ferz_drawing::{Arrow, Scene};
use ferz_play::solve::{Branch, Problem, Solution, solve as prove};
use ferz_play::study::{Mechanics, Setup, Summary, play, player};
use ferz_play::{Control, Level, Limits, Score, Settings};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Finds moves in games of one variant.
#[pyclass(frozen, module = "ferz", name = "Engine")]
pub(crate) struct Engine {
    known: Arc<Known>,
    engine: Mutex<ferz_play::Engine>,
    limits: Limits,
}

/// A move that was found, and how far the search came.
#[pyclass(frozen, module = "ferz", name = "Choice")]
struct Choice {
    node: Arc<Node>,
    index: usize,
    /// The score for the side to move, in hundredths of a pawn; `None` if the end is forced.
    #[pyo3(get)]
    score: Option<i32>,
    /// In how many moves the end is forced: negative if the side to move loses.
    #[pyo3(get)]
    mate: Option<i32>,
    /// Plies looked ahead.
    #[pyo3(get)]
    depth: u32,
    /// Positions looked at.
    #[pyo3(get)]
    nodes: u64,
    /// How long it took.
    #[pyo3(get)]
    seconds: f64,
    /// The line that is expected.
    #[pyo3(get)]
    line: Vec<String>,
}

#[pymethods]
impl Choice {
    /// The move.
    #[getter]
    fn best(&self) -> Move {
        Move {
            node: self.node.clone(),
            index: self.index,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Choice {} depth={}>", self.line.join(" "), self.depth)
    }
}

pub(crate) fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The size of a table. Memory is taken at once, so a slip must not take all of it.
fn mebibytes(hash: usize) -> PyResult<usize> {
    const MOST: usize = 1 << 16;
    match hash {
        1..=MOST => Ok(hash),
        _ => Err(PyValueError::new_err(format!(
            "hash is a number of MiB from 1 to {MOST}, not {hash}"
        ))),
    }
}

#[pymethods]
impl Engine {
    /// `hash` is the size of the table in MiB, `level` from 1 to 10 makes it weaker.
    #[new]
    #[pyo3(signature = (variant, *, hash=16, threads=1, level=None, seed=0))]
    fn new(variant: &Variant, hash: usize, threads: usize, level: Option<u8>, seed: u64) -> PyResult<Self> {
        let level = match level {
            Some(level) => {
                Some(Level::new(level).ok_or_else(|| PyValueError::new_err("levels are from 1 to 10"))?)
            }
            None => None,
        };
        let settings = Settings {
            hash: mebibytes(hash)?,
            threads: threads.clamp(1, 256),
            seed,
            ..Settings::default()
        };
        let settings = level.map_or(settings, |level| level.settings(settings));
        Ok(Self {
            known: variant.known.clone(),
            engine: Mutex::new(ferz_play::Engine::new(&variant.known.variant, settings)),
            limits: level.map_or_else(Limits::default, Level::limits),
        })
    }

    /// The best move of a game or of a position; `None` if there is none. Without a limit it thinks
    /// for a second, or as long as its level does.
    #[pyo3(signature = (game, *, nodes=None, depth=None, seconds=None, mate=None, moves=None))]
    fn think(
        &self,
        game: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        mate: Option<u32>,
        moves: Option<&Bound<'_, PyList>>,
    ) -> PyResult<Option<Choice>> {
        let py = game.py();
        let game = if let Ok(game) = game.cast::<Game>() {
            game.try_borrow()?.game.clone()
        } else if let Ok(position) = game.cast::<Position>() {
            let node = &position.get().node;
            ferz::Game::new(&node.known.variant, node.position.clone())
        } else {
            return Err(PyTypeError::new_err("a Game or a Position"));
        };
        if game.variant().rules() != self.known.variant.rules() {
            return Err(PyValueError::new_err("the game is of another variant"));
        }
        let node = Node::new(self.known.clone(), game.position().clone());
        let mut limits = self.limits.clone();
        if nodes.or(depth.map(u64::from)).is_some() || seconds.is_some() || mate.is_some() {
            limits = Limits {
                depth,
                nodes,
                mate,
                move_time: seconds.map(time).transpose()?,
                ..Limits::default()
            };
        } else if limits.move_time.is_none() {
            limits.move_time = Some(Duration::from_secs(1));
        }
        for mv in moves.into_iter().flatten() {
            limits.moves.push(node.moves()[chosen(&node, &mv)?]);
        }
        if game.outcome().is_some() {
            return Ok(None);
        }
        let control = Control::default();
        let choice = long(py, &|| control.stop(), || {
            let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.think(&game, &limits, &control, &mut |_| ())
        })?;
        Ok(choice.and_then(|choice| {
            let (score, mate) = match choice.info.score {
                Score::Mate(moves) => (None, Some(moves)),
                Score::Centipawns(score) => (Some(score), None),
            };
            Some(Choice {
                index: node.index(choice.best)?,
                score,
                mate,
                depth: choice.info.depth,
                nodes: choice.info.nodes,
                seconds: choice.info.time.as_secs_f64(),
                line: line(&node, &choice.info.line),
                node,
            })
        }))
    }

    /// Forgets what it has found out about positions.
    fn forget(&self, py: Python<'_>) {
        py.detach(|| {
            self.engine
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .forget()
        });
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.known.variant.rules().title)
    }
}

/// The texts of a line.
fn line(node: &Arc<Node>, moves: &[ferz::Move]) -> Vec<String> {
    let mut node = node.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let Some(i) = node.index(mv) else { break };
        texts.push(node.texts()[i].clone());
        node = node.after(mv);
    }
    texts
}

/// Plays a variant against itself: the favoured side, the ends of games, the values of pieces.
///
/// The answer depends on the seed and not on the number of threads.
#[pyfunction]
#[pyo3(signature = (variant, *, games=100, nodes=1000, seed=1, random_plies=2, threads=1))]
fn study<'py>(
    py: Python<'py>,
    variant: &Variant,
    games: usize,
    nodes: u64,
    seed: u64,
    random_plies: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = Setup {
        nodes,
        seed,
        random_plies,
        against: None,
    };
    let known = &variant.known;
    let (control, next) = (Control::default(), AtomicUsize::new(0));
    let played = Mutex::new(Vec::new());
    let one = || {
        let mut engine = player(&known.variant);
        let mechanics = Mechanics::new(&known.variant);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                break;
            }
            let Some(game) = play(&mut engine, &mechanics, &setup, number, &control) else {
                break;
            };
            played.lock().unwrap_or_else(PoisonError::into_inner).push(game);
        }
    };
    long(py, &|| control.stop(), || {
        std::thread::scope(|scope| {
            for _ in 1..threads.clamp(1, 256) {
                scope.spawn(one);
            }
            one();
        });
    })?;
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|game| game.game);
    let summary = py.detach(|| Summary::new(&known.variant, &played));
    value::told(py, &summary)
}

/// Proves a forced win in at most `mate` moves, with every defence.
#[pyfunction]
#[pyo3(signature = (position, *, mate, winner=None, nodes=None, seconds=None, threads=1, hash=64))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    mate: u32,
    winner: Option<&str>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
    hash: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let node = &position.node;
    let winner = match winner {
        Some(side) => read_side(side)?,
        None => node.variant().turn(&node.position),
    };
    let problem = Problem {
        winner,
        moves: mate,
        nodes,
        time: seconds.map(time).transpose()?,
        threads: threads.clamp(1, 256),
        hash: mebibytes(hash)?,
    };
    let control = Control::default();
    let solution: Solution = long(py, &|| control.stop(), || {
        prove(node.variant(), &node.position, &problem, &control, &|_| ())
    })?;
    proved(py, node, winner, &solution)
}

/// A solution as Python has it.
pub(crate) fn proved<'py>(
    py: Python<'py>,
    node: &Arc<Node>,
    winner: Side,
    solution: &Solution,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("winner", word(winner))?;
    dict.set_item("mate", solution.moves)?;
    dict.set_item("none_within", solution.none_within)?;
    dict.set_item("complete", solution.complete)?;
    dict.set_item("nodes", solution.nodes)?;
    let first = solution
        .first
        .iter()
        .filter_map(|&mv| Some(node.texts()[node.index(mv)?].clone()));
    dict.set_item("moves", first.collect::<Vec<_>>())?;
    dict.set_item("tree", branches(py, node, &solution.tree)?)?;
    Ok(dict)
}

/// A tree of moves: a move, the number of moves in which it wins, and its continuations.
fn branches<'py>(py: Python<'py>, node: &Arc<Node>, tree: &[Branch]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for branch in tree {
        let Some(i) = node.index(branch.mv) else { continue };
        let dict = PyDict::new(py);
        dict.set_item("move", &node.texts()[i])?;
        dict.set_item("moves", branch.moves)?;
        dict.set_item("then", branches(py, &node.after(branch.mv), &branch.then)?)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// A position as SVG.
#[pyfunction]
#[pyo3(signature = (position, *, flip=false, coordinates=true, details=false, highlights=Vec::new(), arrows=Vec::new(), width=None))]
fn svg(
    position: &Position,
    flip: bool,
    coordinates: bool,
    details: bool,
    highlights: Vec<String>,
    arrows: Vec<(String, String)>,
    width: Option<u32>,
) -> PyResult<String> {
    let node = &position.node;
    let topology = node.variant().topology();
    let square = |name: &String| {
        let square = topology.square(name);
        square.ok_or_else(|| PyValueError::new_err(format!("there is no square `{name}`")))
    };
    let mut scene = Scene::new(node.variant(), &node.position);
    (scene.flip, scene.coordinates, scene.details) = (flip, coordinates, details);
    scene.legend = false;
    for name in &highlights {
        scene.highlights.insert(square(name)?);
    }
    for (from, to) in &arrows {
        scene.arrows.push(Arrow::new(square(from)?, square(to)?));
    }
    Ok(roomy(|| scene.draw().to_file(width)))
}

/// A position as notebooks show it.
pub(crate) fn picture(position: &Position) -> String {
    let mut scene = Scene::new(position.node.variant(), &position.node.position);
    scene.legend = false;
    roomy(|| scene.draw().to_file(None))
}

/// Reads the sections of a `variants.ini` of Fairy-Stockfish, or of an Interactive Diagram: texts
/// in ferz's language, and a report.
#[pyfunction]
#[pyo3(signature = (text, names=Vec::new()))]
fn import_variants<'py>(py: Python<'py>, text: &str, names: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let import = py.detach(|| roomy(|| ferz_import::import(text, ferz_import::Format::Guess, &names)));
    value::told(py, &import)
}

/// The section of a `variants.ini` with a variant's rules, and the losses.
#[pyfunction]
fn export_variant<'py>(py: Python<'py>, variant: &Variant, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let export = py.detach(|| roomy(|| ferz_import::export(variant.known.variant.rules(), name)));
    value::told(py, &export)
}

/// Tags, moves, and the result of a game.
type Record = (Vec<(String, String)>, Vec<String>, String);

/// The games of a PGN text: tags, the texts of the moves, and the result. No variant is asked
/// whether they are legal.
#[pyfunction]
fn read_pgn(text: &str) -> Vec<Record> {
    let records = ferz_play::pgn::read(text).into_iter();
    records
        .map(|record| {
            let moves = record.moves.into_iter().map(|word| word.text).collect();
            (record.tags, moves, record.result)
        })
        .collect()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Engine>()?;
    module.add_class::<Choice>()?;
    module.add_function(wrap_pyfunction!(study, module)?)?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(svg, module)?)?;
    module.add_function(wrap_pyfunction!(import_variants, module)?)?;
    module.add_function(wrap_pyfunction!(export_variant, module)?)?;
    module.add_function(wrap_pyfunction!(read_pgn, module)?)
}
