//! Exceptions, and the errors of a text.

use ferz::diagnostic::{self, Severity};
use ferz::lower::Source;
use ferz::why::Reason;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    ferz,
    RulesError,
    PyValueError,
    "The text of a variant has errors; `diagnostics` has all of them."
);
create_exception!(
    ferz,
    PositionError,
    PyValueError,
    "A text is no position; `field`, `start` and `end` tell which part of it is wrong."
);
create_exception!(
    ferz,
    IllegalMove,
    PyValueError,
    "A move cannot be played; `kind` is a word for the reason, `squares` has the squares of it."
);
create_exception!(
    ferz,
    UnknownVariant,
    PyKeyError,
    "There is no bundled variant of a name."
);

/// A place in a text: what the text is called, and lines and columns from 1.
#[derive(Clone, Debug)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: String,
}

/// One error or warning about a text.
#[pyclass(frozen, module = "ferz", name = "Diagnostic")]
#[derive(Debug)]
pub(crate) struct Diagnostic {
    #[pyo3(get)]
    code: &'static str,
    #[pyo3(get)]
    severity: &'static str,
    #[pyo3(get)]
    message: String,
    #[pyo3(get)]
    help: Option<String>,
    places: Vec<Place>,
}

#[pymethods]
impl Diagnostic {
    /// The name of the text at fault.
    #[getter]
    fn file(&self) -> Option<&str> {
        Some(&self.places.first()?.file)
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        Some(self.places.first()?.line)
    }

    /// The column in characters, from 1.
    #[getter]
    fn column(&self) -> Option<usize> {
        Some(self.places.first()?.column)
    }

    /// The line in which it ends.
    #[getter]
    fn end_line(&self) -> Option<usize> {
        Some(self.places.first()?.end_line)
    }

    /// The column behind its end.
    #[getter]
    fn end_column(&self) -> Option<usize> {
        Some(self.places.first()?.end_column)
    }

    /// All places, the main one first: file, line, column, and words about it.
    #[getter]
    fn places(&self) -> Vec<(&str, usize, usize, &str)> {
        let places = self.places.iter();
        places
            .map(|place| (&*place.file, place.line, place.column, &*place.text))
            .collect()
    }

    fn __str__(&self) -> String {
        let mut out = String::new();
        if let Some(place) = self.places.first() {
            out = format!("{}:{}:{}: ", place.file, place.line, place.column);
        }
        out += &format!("{}[{}]: {}", self.severity, self.code, self.message);
        if let Some(help) = &self.help {
            out += &format!(" ({help})");
        }
        out
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }
}

/// Writes diagnostics, with their places as lines and columns.
pub(crate) fn diagnostics(found: &[diagnostic::Diagnostic], sources: &[Source]) -> Vec<Diagnostic> {
    let place = |label: &diagnostic::Label| {
        let source = sources.get(label.source.0 as usize)?;
        let (line, column) = line_and_column(&source.text, label.span.start);
        let (end_line, end_column) = line_and_column(&source.text, label.span.end);
        Some(Place {
            file: source.name.clone(),
            line,
            column,
            end_line,
            end_column,
            text: label.text.clone(),
        })
    };
    let told = |found: &diagnostic::Diagnostic| Diagnostic {
        code: found.code,
        severity: match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: found.message.clone(),
        help: found.help.clone(),
        places: found.labels.iter().filter_map(place).collect(),
    };
    found.iter().map(told).collect()
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The exception for a text with errors.
pub(crate) fn rules_error(py: Python<'_>, found: Vec<Diagnostic>) -> PyErr {
    let lines: Vec<String> = found.iter().map(Diagnostic::__str__).collect();
    let message = match lines.is_empty() {
        true => "the text is a library, not a variant".to_owned(),
        false => lines.join("\n"),
    };
    let error = RulesError::new_err(message);
    with(py, error, |value| {
        let found: Vec<Py<Diagnostic>> = found
            .into_iter()
            .map(|diagnostic| Py::new(py, diagnostic))
            .collect::<PyResult<_>>()?;
        value.setattr("diagnostics", found)
    })
}

/// The exception for a text that is no position.
pub(crate) fn position_error(py: Python<'_>, misread: &ferz::dialects::Misread) -> PyErr {
    let error = PositionError::new_err(misread.to_string());
    with(py, error, |value| {
        value.setattr("field", &misread.field)?;
        value.setattr("start", misread.place.start)?;
        value.setattr("end", misread.place.end)
    })
}

/// The exception for a move that cannot be played.
pub(crate) fn illegal(py: Python<'_>, reason: &Reason) -> PyErr {
    let error = IllegalMove::new_err(reason.to_string());
    with(py, error, |value| {
        value.setattr("kind", reason.kind())?;
        let squares: Vec<String> = reason.squares().iter().map(ToString::to_string).collect();
        value.setattr("squares", squares)
    })
}

fn with(py: Python<'_>, error: PyErr, set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add("UnknownVariant", py.get_type::<UnknownVariant>())?;
    module.add_class::<Diagnostic>()
}
