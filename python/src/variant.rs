//! Variants: from texts, files, or bundled.

use crate::batch::Batch;
use crate::error::{self, Diagnostic, UnknownVariant};
use crate::long::long;
use crate::node::Node;
use crate::position::Position;
use crate::share::Known;
use crate::stack::roomy;
use crate::value;
use ferz::check::check as compile;
use ferz::diff::{Pair, changes, search};
use ferz::lower::{Library, Source, lower};
use ferz::rules::Side;
use ferz::suite::{Suite, run};
use ferz::{dialects, suggest};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The rules of a variant, compiled. Equal rules are one variant.
#[pyclass(frozen, module = "ferz", name = "Variant")]
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) known: Arc<Known>,
}

/// A text, read and compiled: the variant, if it is one, and the diagnostics.
fn read(source: Source, library: &dyn Library) -> (Option<ferz::Variant>, Vec<Diagnostic>) {
    let lowered = lower(source, library);
    let mut found = lowered.diagnostics;
    let Some(rules) = lowered.ruleset else {
        return (None, error::diagnostics(&found, &lowered.sources));
    };
    let checked = compile(rules, &lowered.sources);
    found.extend(checked.diagnostics);
    (checked.variant, error::diagnostics(&found, &lowered.sources))
}

fn parsed(py: Python<'_>, source: Source, library: &(dyn Library + Sync)) -> PyResult<Variant> {
    let (variant, found) = py.detach(|| roomy(|| read(source, library)));
    match variant {
        Some(variant) => Ok(Variant {
            known: py.detach(|| roomy(|| Known::share(variant, None))),
        }),
        None => Err(error::rules_error(py, found)),
    }
}

#[pymethods]
impl Variant {
    /// A bundled variant, by any of its names.
    #[staticmethod]
    fn bundled(py: Python<'_>, name: &str) -> PyResult<Self> {
        match py.detach(|| roomy(|| Known::bundled(name))) {
            Some(known) => Ok(Self { known }),
            None => {
                let names = ferz_rulesets::all().iter().map(|known| known.name);
                let hint = suggest::closest(name, names).map(|name| format!("; did you mean `{name}`?"));
                let hint = hint.unwrap_or_default();
                Err(UnknownVariant::new_err(format!(
                    "there is no bundled variant `{name}`{hint}"
                )))
            }
        }
    }

    /// The variant of a text. `library` has other texts that it may name, beside the bundled ones.
    #[staticmethod]
    #[pyo3(signature = (text, *, library=None, name="text"))]
    fn parse(
        py: Python<'_>,
        text: String,
        library: Option<BTreeMap<String, String>>,
        name: &str,
    ) -> PyResult<Self> {
        let name = name.to_owned();
        parsed(
            py,
            Source { name, text },
            &ferz_rulesets::Texts(library.unwrap_or_default()),
        )
    }

    /// The variant of a file, which may name files beside it and bundled variants.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = std::fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                pyo3::exceptions::PyFileNotFoundError::new_err(format!("there is no file {}", path.display()))
            }
            _ => PyOSError::new_err(format!("cannot read {}: {error}", path.display())),
        })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| PyValueError::new_err(format!("{} is not UTF-8 text", path.display())))?;
        let name = path.to_string_lossy().into_owned();
        parsed(py, Source { name, text }, &ferz_rulesets::Shelf)
    }

    /// The title of the variant.
    #[getter]
    fn title(&self) -> &str {
        &self.known.variant.rules().title
    }

    /// The name that it is bundled by.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.known.bundled_name()
    }

    /// The names of its pieces, in the order of the rules.
    #[getter]
    fn pieces(&self) -> Vec<String> {
        let pieces = self.known.variant.rules().pieces.keys();
        pieces.map(ToString::to_string).collect()
    }

    /// The names of its squares, in the order in which planes have them.
    #[getter]
    fn squares(&self) -> Vec<&str> {
        let topology = self.known.variant.topology();
        let squares = 0..topology.size();
        squares.map(|square| topology.name(square as u8)).collect()
    }

    /// Files of the board.
    #[getter]
    fn files(&self) -> u8 {
        self.known.variant.topology().files()
    }

    /// Ranks of the board.
    #[getter]
    fn ranks(&self) -> u8 {
        self.known.variant.topology().ranks()
    }

    /// A number that is the same for equal rules.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.known.fingerprint
    }

    /// The rules as a text with nothing to extend or include.
    #[getter]
    fn text(&self) -> String {
        ferz::text::ruleset(self.known.variant.rules())
    }

    /// The rules as data.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::told(py, self.known.variant.rules())
    }

    /// The start position.
    fn start(&self) -> Position {
        Position::new(Node::new(self.known.clone(), self.known.variant.start()))
    }

    /// The position of a text: extended FEN, FEN as other programs write it, or SFEN.
    fn position(&self, py: Python<'_>, fen: &str) -> PyResult<Position> {
        match roomy(|| dialects::position(&self.known.variant, fen)) {
            Ok(position) => Ok(Position::new(Node::new(self.known.clone(), position))),
            Err(misread) => Err(error::position_error(py, &misread)),
        }
    }

    /// The same variant with castling from any squares; itself if that changes nothing.
    fn anywhere(&self) -> Self {
        match roomy(|| dialects::castling_anywhere(&self.known.variant)) {
            Some(variant) => Self {
                known: Known::share(variant, None),
            },
            None => Self {
                known: self.known.clone(),
            },
        }
    }

    /// Runs the tests of a text in TOML; without one, those that are bundled with the variant.
    #[pyo3(signature = (tests=None))]
    fn test<'py>(&self, py: Python<'py>, tests: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let bundled = || self.known.bundled_name().and_then(ferz_rulesets::tests);
        let Some(text) = tests.or_else(bundled) else {
            return Err(PyValueError::new_err("the variant has no bundled tests"));
        };
        let suite = roomy(|| Suite::parse(text)).map_err(|found| {
            let source = Source {
                name: "tests".to_owned(),
                text: text.to_owned(),
            };
            error::rules_error(py, error::diagnostics(&found, &[source]))
        })?;
        let report = py.detach(|| roomy(|| run(&self.known.variant, &suite)));
        let dict = PyDict::new(py);
        dict.set_item("passed", report.passed())?;
        dict.set_item("failed", report.failed())?;
        dict.set_item("cases", value::told(py, &report.cases)?)?;
        Ok(dict.into_any())
    }

    /// How the rules of another variant differ from these, and a position in which the two allow
    /// different moves or see another outcome, among `positions` that are looked at.
    #[pyo3(signature = (other, *, positions=10_000))]
    fn diff<'py>(&self, py: Python<'py>, other: &Self, positions: u64) -> PyResult<Bound<'py, PyAny>> {
        let pair = Pair {
            old: self.known.variant.clone(),
            new: other.known.variant.clone(),
        };
        let stop = AtomicBool::new(false);
        let (rules, found) = long(py, &|| stop.store(true, Ordering::Relaxed), || {
            (
                changes(&pair),
                search(&pair, positions, &stop, &AtomicU64::new(0)),
            )
        })?;
        let dict = PyDict::new(py);
        dict.set_item("same", found.same)?;
        dict.set_item("comparable", found.comparable)?;
        dict.set_item("positions", found.positions)?;
        dict.set_item("changes", value::told(py, &rules)?)?;
        dict.set_item("difference", value::told(py, &found.difference)?)?;
        Ok(dict.into_any())
    }

    /// How many numbers moves have.
    #[getter]
    fn action_size(&self) -> usize {
        self.known.codes().size()
    }

    /// The shape of the planes of a position.
    #[getter]
    fn planes_shape(&self) -> Vec<usize> {
        self.known.codes().shape.clone()
    }

    /// Many games at once. `threads` share them; a game ends as a draw after `longest` plies.
    #[pyo3(signature = (games, *, seed=0, threads=None, longest=1000))]
    fn batch(
        &self,
        py: Python<'_>,
        games: usize,
        seed: u64,
        threads: Option<usize>,
        longest: usize,
    ) -> PyResult<Batch> {
        Batch::new(py, &self.known, games, seed, threads, longest)
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.known, &other.known)
    }

    fn __hash__(&self) -> u64 {
        self.known.fingerprint
    }

    fn __repr__(&self) -> String {
        match self.known.bundled_name() {
            Some(name) => format!("<Variant {name}>"),
            None => format!("<Variant \"{}\">", self.title()),
        }
    }

    /// A pickle has the name of a bundled variant, or else the text. Neither is read again where
    /// the variant is alive.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let function = py.import("ferz._ferz")?.getattr("_restore_variant")?;
        let text = match self.known.bundled_name() {
            Some(_) => String::new(),
            None => self.text(),
        };
        let arguments = (self.known.fingerprint, self.known.bundled_name(), text);
        Ok((function, arguments.into_pyobject(py)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A variant from its pickle.
#[pyfunction]
fn _restore_variant(
    py: Python<'_>,
    fingerprint: u64,
    bundled: Option<&str>,
    text: String,
) -> PyResult<Variant> {
    if let Some(known) = Known::alive(fingerprint) {
        return Ok(Variant { known });
    }
    match bundled {
        Some(name) => Variant::bundled(py, name),
        None => Variant::parse(py, text, None, "pickle"),
    }
}

/// The faults of a text, warnings included; an empty list if the variant has none.
#[pyfunction]
#[pyo3(signature = (text, *, library=None, name="text"))]
fn check(
    py: Python<'_>,
    text: String,
    library: Option<BTreeMap<String, String>>,
    name: &str,
) -> Vec<Diagnostic> {
    let source = Source {
        name: name.to_owned(),
        text,
    };
    let library = ferz_rulesets::Texts(library.unwrap_or_default());
    py.detach(|| roomy(|| read(source, &library))).1
}

/// The names of the bundled variants.
#[pyfunction]
fn variants() -> Vec<&'static str> {
    ferz_rulesets::all().iter().map(|known| known.name).collect()
}

/// The bundled text of a variant or library.
#[pyfunction]
fn source(name: &str) -> Option<&'static str> {
    ferz_rulesets::get(name)
}

/// The word for a side.
pub(crate) const fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Variant>()?;
    module.add_function(wrap_pyfunction!(_restore_variant, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(variants, module)?)?;
    module.add_function(wrap_pyfunction!(source, module)?)
}
