//! Positions, moves and outcomes.

use crate::batch::numpy;
use crate::error;
use crate::long::long;
use crate::node::Node;
use crate::stack::roomy;
use crate::variant::{Variant, word};
use ferz::dialects::{Style, write_moves, write_position};
use ferz::engine::Leaves;
use ferz::rules::Side;
use ferz::why::{Verdict, why};
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most plies that are counted: no count is as deep, and each takes some of the stack.
const DEEPEST: u32 = 60;
/// As many plies are counted at once; deeper counts can be interrupted.
const AT_ONCE: u32 = 2;

/// A position of a variant. It never changes.
#[pyclass(frozen, module = "ferz", name = "Position")]
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) node: Arc<Node>,
}

/// A legal move of a position. It equals its text.
#[pyclass(frozen, module = "ferz", name = "Move")]
#[derive(Debug)]
pub(crate) struct Move {
    pub(crate) node: Arc<Node>,
    pub(crate) index: usize,
}

/// How a game has ended.
#[pyclass(frozen, eq, hash, module = "ferz", name = "Outcome")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// `"white"`, `"black"`, or `None` for a draw.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// One word: `checkmate`, `stalemate`, or the name of another rule.
    #[pyo3(get)]
    reason: String,
}

impl Outcome {
    pub(crate) fn new(outcome: ferz::Outcome) -> Self {
        Self {
            winner: outcome.winner.map(word),
            reason: outcome.reason.to_string(),
        }
    }
}

#[pymethods]
impl Outcome {
    /// As PGN has it: `1-0`, `0-1`, `1/2-1/2`.
    #[getter]
    fn result(&self) -> &'static str {
        match self.winner {
            Some("white") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __str__(&self) -> String {
        match self.winner {
            Some(side) => format!("{side} wins: {}", self.reason),
            None => format!("draw: {}", self.reason),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.__str__())
    }
}

/// The notation that a word names.
pub(crate) fn style(text: &str) -> PyResult<Style> {
    Style::ALL
        .into_iter()
        .find(|style| style.word() == text)
        .ok_or_else(|| {
            let words: Vec<_> = Style::ALL.iter().map(|style| style.word()).collect();
            PyValueError::new_err(format!(
                "there is no notation `{text}`; there are {}",
                words.join(", ")
            ))
        })
}

impl Position {
    pub(crate) fn new(node: Arc<Node>) -> Self {
        Self { node }
    }
}

/// The index of the move that an argument means, which is a move or a text.
pub(crate) fn chosen(node: &Node, mv: &Bound<'_, PyAny>) -> PyResult<usize> {
    let py = mv.py();
    if let Ok(mv) = mv.cast::<Move>() {
        let mv = mv.get();
        if std::ptr::eq(Arc::as_ptr(&mv.node), node) {
            return Ok(mv.index);
        }
        return node.find(py, &mv.node.texts()[mv.index]);
    }
    match mv.cast::<PyString>() {
        Ok(text) => node.find(py, &text.to_cow()?),
        Err(_) => Err(PyTypeError::new_err("a move is a Move or a text")),
    }
}

#[pymethods]
impl Position {
    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        Variant {
            known: self.node.known.clone(),
        }
    }

    /// The position as a text: extended FEN.
    #[getter]
    fn fen(&self) -> String {
        self.node.variant().fen(&self.node.position)
    }

    /// The position in another notation: `ferz`, `uci`, `usi`, `ucci`, `san`, `lan`, `wxf` and the
    /// others of `ferz moves --notation`.
    fn write(&self, notation: &str) -> PyResult<String> {
        let style = style(notation)?;
        Ok(write_position(style, self.node.variant(), &self.node.position))
    }

    /// The side that decides: `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        word(self.node.variant().turn(&self.node.position))
    }

    /// All legal moves, in a fixed order.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let all = 0..self.node.moves().len();
        let mv = |index| Move {
            node: self.node.clone(),
            index,
        };
        all.map(mv).collect()
    }

    /// The texts of all legal moves, in the same order.
    #[getter]
    fn texts(&self) -> &[String] {
        self.node.texts()
    }

    /// All legal moves in standard algebraic notation, in the same order.
    #[getter]
    fn sans(&self) -> &[String] {
        self.node.sans()
    }

    /// All legal moves in a notation, in the same order.
    fn texts_in(&self, notation: &str) -> PyResult<Vec<String>> {
        let style = style(notation)?;
        Ok(write_moves(
            style,
            self.node.variant(),
            &self.node.position,
            self.node.moves(),
        ))
    }

    /// The number of legal moves.
    fn __len__(&self) -> usize {
        self.node.moves().len()
    }

    /// A position without moves is a position, too.
    fn __bool__(&self) -> bool {
        true
    }

    /// The legal move that a text means, in any notation.
    fn find(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let index = self.node.find(py, text)?;
        let node = self.node.clone();
        Ok(Move { node, index })
    }

    /// The position after a move, which is a move or its text.
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let index = chosen(&self.node, mv)?;
        Ok(Self::new(self.node.after(self.node.moves()[index])))
    }

    /// Whether a text is a legal move.
    fn is_legal(&self, py: Python<'_>, text: &str) -> bool {
        self.node.find(py, text).is_ok()
    }

    /// Why a move is not possible; `None` if it is.
    fn why(&self, py: Python<'_>, text: &str) -> Option<String> {
        match py.detach(|| roomy(|| why(self.node.variant(), &self.node.position, text))) {
            Verdict::Legal(_) => None,
            Verdict::Illegal(reason) => Some(reason.to_string()),
        }
    }

    /// The outcome of the game in this position, with any history.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.node.variant().outcome(&self.node.position).map(Outcome::new)
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.node.variant().in_check(&self.node.position)
    }

    /// Plies since the halfmove clock was restarted.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.node.variant().halfmove_clock(&self.node.position)
    }

    /// A hash of everything but the clocks: the same where the repetition rule sees the same
    /// position.
    #[getter]
    fn key(&self) -> u64 {
        self.node.variant().repetition_key(&self.node.position)
    }

    /// The pieces on the board: square, piece, side.
    #[getter]
    fn pieces(&self) -> Vec<(&str, &str, &'static str)> {
        let variant = self.node.variant();
        let (topology, pieces) = (variant.topology(), &variant.rules().pieces);
        let mut all = Vec::new();
        variant.each_piece(&self.node.position, |square, kind, side| {
            let name = pieces.get_index(kind).map_or("", |(name, _)| name.as_str());
            all.push((square, topology.name(square), name, word(side)));
        });
        all.sort_unstable();
        all.into_iter()
            .map(|(_, square, name, side)| (square, name, side))
            .collect()
    }

    /// The pieces that a side has in hand, with their numbers.
    fn hand<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyDict>> {
        let side = read_side(side)?;
        let variant = self.node.variant();
        let dict = PyDict::new(py);
        for (kind, count) in variant.hand(&self.node.position, side) {
            if let Some((name, _)) = variant.rules().pieces.get_index(kind) {
                dict.set_item(name.as_str(), count)?;
            }
        }
        Ok(dict)
    }

    /// The number of legal lines of a number of plies, of which there are at most 60.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let (variant, position) = (self.node.variant(), &self.node.position);
        if depth > DEEPEST {
            let message = format!("a depth is a number from 0 to {DEEPEST}, not {depth}");
            return Err(PyValueError::new_err(message));
        }
        if depth <= AT_ONCE {
            return Ok(py.detach(|| roomy(|| variant.perft(position, depth))));
        }
        let stop = AtomicBool::new(false);
        let count = || variant.perft_with(position, depth, Leaves::Bulk, &stop);
        long(py, &|| stop.store(true, Ordering::Relaxed), count)
    }

    /// The position as planes: `uint8`, as `Variant.planes_shape` says.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numpy(py)?;
        let codes = self.node.known.codes();
        let array = PyArray1::<u8>::zeros(py, [codes.bytes()], false);
        // The array has no other owner yet.
        codes.write(self.node.variant(), &self.node.position, unsafe {
            array.as_slice_mut()
        }?);
        array.call_method1("reshape", (codes.shape.clone(),))
    }

    /// Which numbers are possible; behind a first number of several moves, which second ones.
    #[pyo3(signature = (first=None))]
    fn action_mask<'py>(&self, py: Python<'py>, first: Option<usize>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        numpy(py)?;
        let codes = self.node.known.codes();
        let array = PyArray1::<u8>::zeros(py, [codes.size()], false);
        // The array has no other owner yet.
        let out = unsafe { array.as_slice_mut() }?;
        self.numbered(&codes).open(&codes, first, |code| out[code] = 1);
        Ok(array)
    }

    /// The numbers of a move: one, or two where several moves have the same first one.
    fn encode(&self, mv: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let codes = self.node.known.codes();
        let mv = self.node.moves()[chosen(&self.node, mv)?];
        let first = codes.code(self.node.variant(), &self.node.position, mv);
        let numbered = self.numbered(&codes);
        if numbered.group(first).len() == 1 {
            return Ok(vec![first]);
        }
        let mut second = None;
        numbered.open(&codes, Some(first), |code| {
            if numbered.choose(&codes, first, code) == Some(mv) {
                second = Some(code);
            }
        });
        Ok([first].into_iter().chain(second).collect())
    }

    /// The move of a number, or of two; `None` if several moves have this first number.
    #[pyo3(signature = (first, second=None))]
    fn decode(&self, first: usize, second: Option<usize>) -> PyResult<Option<Move>> {
        let codes = self.node.known.codes();
        let numbered = self.numbered(&codes);
        let unknown = || PyValueError::new_err("no legal move has this number");
        let mv = match (numbered.group(first), second) {
            ([], _) => return Err(unknown()),
            ([(_, mv)], None) => *mv,
            (_, None) => return Ok(None),
            (_, Some(second)) => numbered.choose(&codes, first, second).ok_or_else(unknown)?,
        };
        let index = self.node.index(mv).ok_or_else(unknown)?;
        let node = self.node.clone();
        Ok(Some(Move { node, index }))
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.node.known, &other.node.known) && self.node.position == other.node.position
    }

    fn __hash__(&self) -> u64 {
        self.key() ^ self.node.known.fingerprint
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.fen())
    }

    /// The picture for a notebook.
    fn _repr_svg_(&self) -> String {
        crate::tools::picture(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let function = py.import("ferz._ferz")?.getattr("_restore_position")?;
        let arguments = (self.variant(), self.fen());
        Ok((function, arguments.into_pyobject(py)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The side of a word.
pub(crate) fn read_side(text: &str) -> PyResult<Side> {
    match text {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err(PyValueError::new_err(format!(
            "a side is `white` or `black`, not `{text}`"
        ))),
    }
}

impl Move {
    fn mv(&self) -> ferz::Move {
        self.node.moves()[self.index]
    }

    fn kind(&self, kind: usize) -> Option<&str> {
        let (name, _) = self.node.variant().rules().pieces.get_index(kind)?;
        Some(name.as_str())
    }

    fn name(&self, square: u8) -> &str {
        self.node.variant().topology().name(square)
    }
}

#[pymethods]
impl Move {
    /// The move as ferz writes it.
    #[getter]
    fn uci(&self) -> &str {
        &self.node.texts()[self.index]
    }

    /// The move in standard algebraic notation.
    #[getter]
    fn san(&self) -> &str {
        &self.node.sans()[self.index]
    }

    /// The square that the piece leaves; `None` for a drop or a pass.
    #[getter]
    fn frm(&self) -> Option<&str> {
        self.mv().from().map(|square| self.name(square))
    }

    /// The square on which it ends; `None` for a pass.
    #[getter]
    fn to(&self) -> Option<&str> {
        let mv = self.mv();
        (!mv.is_pass()).then(|| self.name(mv.to()))
    }

    /// The square that is chosen besides: of a wall, or of a piece that is put somewhere.
    #[getter]
    fn chosen(&self) -> Option<&str> {
        self.mv().chosen().map(|square| self.name(square))
    }

    /// The kind to which the piece promotes.
    #[getter]
    fn promotion(&self) -> Option<&str> {
        let kind = self.node.variant().promotion(self.mv())?;
        self.kind(kind)
    }

    /// The piece that is dropped from the hand.
    #[getter]
    fn drop(&self) -> Option<&str> {
        let kind = self.node.variant().dropped(&self.node.position, self.mv())?;
        self.kind(kind)
    }

    /// Whether it removes a piece.
    #[getter]
    fn is_capture(&self) -> bool {
        self.node.variant().is_capture(&self.node.position, self.mv())
    }

    /// Whether it is a castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.mv().is_castling()
    }

    /// Whether it is a pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.mv().is_pass()
    }

    /// The position after it.
    #[getter]
    fn after(&self) -> Position {
        Position::new(self.node.after(self.mv()))
    }

    fn __str__(&self) -> &str {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.uci())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(self.uci() == other.get().uci());
        }
        match other.cast::<PyString>() {
            Ok(text) => Ok(self.uci() == text.to_cow()?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.uci()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let function = py.import("ferz._ferz")?.getattr("_restore_move")?;
        let arguments = (Position::new(self.node.clone()), self.uci());
        Ok((function, arguments.into_pyobject(py)?))
    }
}

/// A position from its pickle.
#[pyfunction]
fn _restore_position(variant: &Variant, fen: &str) -> PyResult<Position> {
    let known = variant.known.clone();
    match roomy(|| known.variant.position(fen)) {
        Ok(position) => Ok(Position::new(Node::new(known, position))),
        Err(error) => Err(error::PositionError::new_err(error.message)),
    }
}

/// A move from its pickle.
#[pyfunction]
fn _restore_move(py: Python<'_>, position: &Position, text: &str) -> PyResult<Move> {
    position.find(py, text)
}

/// The number of legal lines of a number of plies.
#[pyfunction]
fn perft(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    position.perft(py, depth)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Position>()?;
    module.add_class::<Move>()?;
    module.add_class::<Outcome>()?;
    module.add_function(wrap_pyfunction!(_restore_position, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_move, module)?)?;
    module.add_function(wrap_pyfunction!(perft, module)?)
}
