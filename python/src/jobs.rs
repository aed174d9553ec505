//! Work in parts, for many machines: what `ferz.cluster` stands on.

use crate::long::long;
use crate::node::Node;
use crate::position::{Position, read_side};
use crate::tools::{proved, time};
use crate::variant::Variant;
use ferz_play::Control;
use ferz_play::solve::{Part, Problem, Proved, Solution, Start, first_moves, join, solve_part};
use ferz_play::study::{self, Header, Line, Mechanics, Played, Report, Setup, Summary, play, player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn written(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn games(lines: &[String]) -> PyResult<Vec<Played>> {
    lines
        .iter()
        .map(|line| read::<Line>(line).map(|line| line.game))
        .collect()
}

/// The games of a study with these numbers, as the lines in which `ferz study --out` keeps them.
/// `new` marks those of the second variant of a comparison.
#[pyfunction]
#[pyo3(signature = (variant, setup, numbers, new=false))]
fn _study_games(
    py: Python<'_>,
    variant: &Variant,
    setup: &str,
    numbers: Vec<usize>,
    new: bool,
) -> PyResult<Vec<String>> {
    let setup: Setup = read(setup)?;
    let variant = &variant.known.variant;
    let control = Control::default();
    let played = long(py, &|| control.stop(), || {
        let (mut engine, mechanics) = (player(variant), Mechanics::new(variant));
        let game = |&number: &usize| play(&mut engine, &mechanics, &setup, number, &control);
        numbers.iter().map_while(game).collect::<Vec<Played>>()
    })?;
    let lines = played.into_iter().map(|game| written(&Line { new, game }));
    lines.collect()
}

/// The first line of a file of such games.
#[pyfunction]
#[pyo3(signature = (name, variant, setup, new_name=None, new=None))]
fn _study_header(
    name: &str,
    variant: &Variant,
    setup: &str,
    new_name: Option<&str>,
    new: Option<&Variant>,
) -> PyResult<String> {
    let other = new_name.zip(new.map(|new| &new.known.variant));
    written(&Header::new((name, &variant.known.variant), other, &read(setup)?))
}

/// The report of such games, as `ferz study --json` writes it.
#[pyfunction]
fn _study_report(
    py: Python<'_>,
    variant: &Variant,
    name: &str,
    setup: &str,
    lines: Vec<String>,
) -> PyResult<String> {
    let setup = read(setup)?;
    let mut games = games(&lines)?;
    games.sort_by_key(|game| game.game);
    let summary = py.detach(|| Summary::new(&variant.known.variant, &games));
    written(&Report {
        variant: name,
        setup: &setup,
        summary: &summary,
    })
}

/// Whether two variants differ in play.
#[pyclass(module = "ferz", name = "_Comparison")]
#[derive(Default)]
struct Comparison(study::Comparison);

#[pymethods]
impl Comparison {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Games of each variant between two looks at the tests.
    #[classattr]
    const ROUND: usize = study::Comparison::ROUND;

    /// Adds a round of both; whether everything is known now.
    fn add(&mut self, old: Vec<String>, new: Vec<String>) -> PyResult<bool> {
        let (old, new) = (games(&old)?, games(&new)?);
        Ok(self.0.add([&old, &new]))
    }

    /// The report that `ferz study --compare --json` writes.
    fn report(&self, old: &str, new: &str, setup: &str) -> PyResult<String> {
        written(&self.0.report(old, new, &read(setup)?))
    }
}

/// A count in parts.
#[pyclass(frozen, module = "ferz", name = "_Parts")]
struct Parts {
    parts: ferz_play::parts::Parts,
    node: std::sync::Arc<Node>,
}

#[pymethods]
impl Parts {
    #[new]
    fn new(py: Python<'_>, position: &Position, depth: u32) -> Self {
        let node = &position.node;
        let parts = py.detach(|| ferz_play::parts::Parts::new(node.variant(), &node.position, depth));
        Self {
            parts,
            node: node.clone(),
        }
    }

    /// The positions of the parts.
    fn positions(&self) -> Vec<Position> {
        let node = |position: &ferz::Position| Node::new(self.node.known.clone(), position.clone());
        let positions = self.parts.positions().iter();
        positions
            .map(|position| Position { node: node(position) })
            .collect()
    }

    /// Plies that are left for each.
    #[getter]
    fn depth(&self) -> u32 {
        self.parts.depth()
    }

    /// The lines by first moves.
    fn first(&self, lines: Vec<Option<u64>>) -> Vec<(String, Option<u64>)> {
        let named = self.parts.first(&lines).into_iter();
        named
            .filter_map(|(mv, lines)| Some((self.node.texts()[self.node.index(mv)?].clone(), lines)))
            .collect()
    }

    /// All lines.
    fn sum(&self, lines: Vec<Option<u64>>) -> Option<u64> {
        self.parts.sum(&lines)
    }
}

fn problem(position: &Position, mate: u32, winner: Option<&str>) -> PyResult<Problem> {
    let node = &position.node;
    Ok(Problem {
        winner: match winner {
            Some(side) => read_side(side)?,
            None => node.variant().turn(&node.position),
        },
        moves: mate,
        nodes: None,
        time: None,
        threads: 1,
        hash: 64,
    })
}

fn start(position: &Position) -> Start<'_> {
    Start::Position(position.node.variant(), &position.node.position)
}

/// The first moves in the order in which a proof tries them.
#[pyfunction]
fn _solve_moves(
    py: Python<'_>,
    position: &Position,
    mate: u32,
    winner: Option<&str>,
) -> PyResult<Vec<String>> {
    let problem = problem(position, mate, winner)?;
    let node = &position.node;
    let moves = py.detach(|| first_moves(start(position), &problem)).into_iter();
    Ok(moves
        .filter_map(|mv| Some(node.texts()[node.index(mv)?].clone()))
        .collect())
}

/// The result for some first moves, if no win takes fewer than `since` moves: a line as `ferz solve
/// --out` keeps it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
fn _solve_part(
    py: Python<'_>,
    position: &Position,
    mate: u32,
    winner: Option<&str>,
    first: Vec<String>,
    since: u32,
    seconds: Option<f64>,
    hash: usize,
) -> PyResult<String> {
    let node = &position.node;
    let mut problem = problem(position, mate, winner)?;
    problem.hash = hash.clamp(1, 1 << 16);
    problem.time = seconds.map(time).transpose()?;
    let mut moves = Vec::new();
    for text in &first {
        moves.push(node.moves()[node.find(py, text)?]);
    }
    let part = Part {
        first: moves,
        from: since,
    };
    let control = Control::default();
    let solution = long(py, &|| control.stop(), || {
        solve_part(start(position), &part, &problem, &control, &|_| ())
    })?;
    written(&Proved::new(start(position), &part.first, &solution))
}

/// The proof of one piece from such lines.
#[pyfunction]
fn _solve_join<'py>(
    py: Python<'py>,
    position: &Position,
    mate: u32,
    winner: Option<&str>,
    lines: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let problem = problem(position, mate, winner)?;
    let mut parts: Vec<(Vec<ferz::Move>, Solution)> = Vec::new();
    for line in &lines {
        let line: Proved = read(line)?;
        let part = line.read(start(position));
        parts.push(part.ok_or_else(|| PyValueError::new_err("a proof of another position"))?);
    }
    let solution = join(start(position), &problem, &parts);
    proved(py, &position.node, problem.winner, &solution)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Comparison>()?;
    module.add_class::<Parts>()?;
    module.add_function(wrap_pyfunction!(_study_games, module)?)?;
    module.add_function(wrap_pyfunction!(_study_header, module)?)?;
    module.add_function(wrap_pyfunction!(_study_report, module)?)?;
    module.add_function(wrap_pyfunction!(_solve_moves, module)?)?;
    module.add_function(wrap_pyfunction!(_solve_part, module)?)?;
    module.add_function(wrap_pyfunction!(_solve_join, module)?)
}
