//! Games: positions with their history.

use crate::error;
use crate::node::Node;
use crate::position::{Move, Outcome, Position, chosen};
use crate::share::Known;
use crate::stack::roomy;
use crate::variant::Variant;
use ferz::why::{Reason, Verdict, why};
use ferz_play::pgn;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game of a variant, from a first position on.
#[pyclass(module = "ferz", name = "Game")]
#[derive(Debug)]
pub(crate) struct Game {
    known: Arc<Known>,
    pub(crate) game: ferz::Game,
    node: Arc<Node>,
}

/// A function and its arguments: the variant, the first position, the moves.
type Pickle<'py> = (Bound<'py, PyAny>, (Variant, String, Vec<String>));

impl Game {
    fn renew(&mut self) {
        self.node = Node::new(self.known.clone(), self.game.position().clone());
    }

    fn ended(&self, py: Python<'_>) -> PyResult<()> {
        match self.game.outcome() {
            Some(outcome) => Err(error::illegal(py, &Reason::GameOver(outcome))),
            None => Ok(()),
        }
    }
}

#[pymethods]
impl Game {
    /// A game that begins with a position, its text, or the start of a variant; a variant may be
    /// the name of a bundled one.
    #[new]
    #[pyo3(signature = (variant, position=None))]
    fn new(variant: &Bound<'_, PyAny>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let known = match variant.cast::<Variant>() {
            Ok(variant) => variant.get().known.clone(),
            Err(_) => {
                let name: String = variant.extract()?;
                let class = variant.py().get_type::<Variant>();
                let variant = class.call_method1("bundled", (name,))?;
                variant.cast::<Variant>()?.get().known.clone()
            }
        };
        let node = match position {
            None => Node::new(known.clone(), known.variant.start()),
            Some(position) => match position.cast::<Position>() {
                Ok(position) if Arc::ptr_eq(&position.get().node.known, &known) => {
                    position.get().node.clone()
                }
                Ok(_) => return Err(PyValueError::new_err("the position is of another variant")),
                Err(_) => {
                    let text: String = position.extract()?;
                    let read = roomy(|| ferz::dialects::position(&known.variant, &text));
                    let read = read.map_err(|misread| error::position_error(position.py(), &misread))?;
                    Node::new(known.clone(), read)
                }
            },
        };
        Ok(Self {
            game: ferz::Game::new(&known.variant, node.position.clone()),
            known,
            node,
        })
    }

    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        Variant {
            known: self.known.clone(),
        }
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.node.clone())
    }

    /// The legal moves of the position now; none if the game is over.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        let all = 0..self.node.moves().len();
        let mv = |index| Move {
            node: self.node.clone(),
            index,
        };
        all.map(mv).collect()
    }

    /// The texts of the moves that have been played.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.told(false)
    }

    /// The moves that have been played in standard algebraic notation.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.told(true)
    }

    /// The side that decides.
    #[getter]
    fn turn(&self) -> &'static str {
        crate::variant::word(self.known.variant.turn(self.game.position()))
    }

    /// The position now as a text.
    #[getter]
    fn fen(&self) -> String {
        self.known.variant.fen(self.game.position())
    }

    /// Plays a move, which is a move or its text in any notation, and returns it.
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        self.ended(mv.py())?;
        let index = chosen(&self.node, mv)?;
        let node = self.node.clone();
        self.game.play(node.moves()[index]);
        self.renew();
        Ok(Move { node, index })
    }

    /// Takes the last move back and returns its text.
    fn pop(&mut self) -> PyResult<String> {
        let Some(mv) = self.game.undo() else {
            return Err(PyIndexError::new_err("no move has been played"));
        };
        self.renew();
        let text = self.known.variant.move_text(self.game.position(), mv);
        Ok(text.unwrap_or_default())
    }

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(Outcome::new)
    }

    /// The outcome that a player may claim now.
    fn claim(&self) -> Option<Outcome> {
        self.game.claim().map(Outcome::new)
    }

    /// How often the position now has occurred.
    #[getter]
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// Why a move is not possible; `None` if it is.
    fn why(&self, py: Python<'_>, text: &str) -> Option<String> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Reason::GameOver(outcome).to_string());
        }
        match py.detach(|| roomy(|| why(&self.known.variant, self.game.position(), text))) {
            Verdict::Legal(_) => None,
            Verdict::Illegal(reason) => Some(reason.to_string()),
        }
    }

    /// The game as PGN, with tags.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<BTreeMap<String, String>>) -> String {
        let tags = tags.unwrap_or_default();
        let tags: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (&**name, &**value)).collect();
        let name = self
            .known
            .bundled_name()
            .unwrap_or(&self.known.variant.rules().title);
        let outcome = self.game.outcome();
        pgn::write(&self.game, name, &tags, outcome.as_ref())
    }

    /// A game of its own that goes on from here.
    fn copy(&self) -> Self {
        Self {
            known: self.known.clone(),
            game: self.game.clone(),
            node: self.node.clone(),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.fen())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickle<'py>> {
        let function = py.import("ferz._ferz")?.getattr("_restore_game")?;
        let first = self.game.position_at(0).unwrap_or(self.game.position());
        let fen = self.known.variant.fen(first);
        Ok((function, (self.variant(), fen, self.history())))
    }
}

impl Game {
    /// The texts of the moves so far.
    fn told(&self, san: bool) -> Vec<String> {
        let variant = &self.known.variant;
        let text = |(ply, &mv): (usize, &ferz::Move)| {
            let position = self.game.position_at(ply)?;
            match san {
                true => variant.san(position, mv),
                false => variant.move_text(position, mv),
            }
        };
        let moves = self.game.moves().iter().enumerate();
        moves.map(|played| text(played).unwrap_or_default()).collect()
    }
}

/// A game from its pickle.
#[pyfunction]
fn _restore_game(
    py: Python<'_>,
    variant: &Bound<'_, Variant>,
    fen: &str,
    history: Vec<String>,
) -> PyResult<Game> {
    let mut game = Game::new(variant.as_any(), Some(PyString::new(py, fen).as_any()))?;
    for text in history {
        let index = game.node.find(py, &text)?;
        let mv = game.node.moves()[index];
        game.game.play(mv);
        game.renew();
    }
    Ok(game)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(_restore_game, module)?)
}
