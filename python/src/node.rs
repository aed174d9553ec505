//! A position with its cached answers.

use crate::error;
use crate::share::Known;
use crate::stack::roomy;
use ferz::dialects::{Style, write_moves};
use ferz::why::{Verdict, why};
use ferz::{Move, Position, Variant};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// A position that never changes; moves and their texts are found once.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) known: Arc<Known>,
    pub(crate) position: Position,
    moves: OnceLock<Vec<Move>>,
    texts: OnceLock<Vec<String>>,
    sans: OnceLock<Vec<String>>,
    /// Nothing for those that are as ferz writes them.
    uci: OnceLock<Vec<Option<String>>>,
}

impl Node {
    pub(crate) fn new(known: Arc<Known>, position: Position) -> Arc<Self> {
        Arc::new(Self {
            known,
            position,
            moves: OnceLock::new(),
            texts: OnceLock::new(),
            sans: OnceLock::new(),
            uci: OnceLock::new(),
        })
    }

    pub(crate) fn variant(&self) -> &Variant {
        &self.known.variant
    }

    /// The legal moves.
    pub(crate) fn moves(&self) -> &[Move] {
        self.moves
            .get_or_init(|| roomy(|| self.variant().legal_moves(&self.position)))
    }

    /// The texts of the moves in ferz's own notation.
    pub(crate) fn texts(&self) -> &[String] {
        self.texts
            .get_or_init(|| roomy(|| self.variant().move_texts(&self.position, self.moves())))
    }

    /// The texts of the moves in standard algebraic notation.
    pub(crate) fn sans(&self) -> &[String] {
        self.sans
            .get_or_init(|| roomy(|| self.variant().sans(&self.position, self.moves())))
    }

    /// The texts of the moves as Fairy-Stockfish writes them.
    pub(crate) fn uci(&self) -> impl ExactSizeIterator<Item = &str> {
        let all = || {
            let texts = roomy(|| write_moves(Style::Uci, self.variant(), &self.position, self.moves()));
            texts.into_iter().map(Some).collect()
        };
        let others = self.uci.get_or_init(|| match self.plain() {
            true => Vec::new(),
            false => self.signed().unwrap_or_else(all),
        });
        let other = |i: usize| others.get(i).and_then(Option::as_deref);
        let texts = self.texts().iter().enumerate();
        texts.map(move |(i, own)| other(i).unwrap_or(own))
    }

    /// Whether Fairy-Stockfish writes all moves as ferz does: nothing promotes, passes, or closes a
    /// square.
    fn plain(&self) -> bool {
        let variant = self.variant();
        let plain = |mv: &Move| (mv.from().is_none() || variant.promotion(*mv).is_none()) && !mv.is_pass();
        !self.known.closes && self.moves().iter().all(plain)
    }

    /// The same where texts differ from ferz's own by nothing but the sign of a promotion as in
    /// Shogi.
    fn signed(&self) -> Option<Vec<Option<String>>> {
        if self.known.closes {
            return None;
        }
        let (variant, rules) = (self.variant(), self.variant().rules());
        let side = variant.turn(&self.position);
        let letter = |kind: usize| {
            rules
                .pieces
                .get_index(kind)
                .and_then(|(_, piece)| piece.letter[side])
        };
        let text = |(mv, own): (&Move, &String)| {
            if mv.is_pass() {
                return None;
            }
            let Some(risen) = variant.promotion(*mv).filter(|_| mv.from().is_some()) else {
                return Some(None);
            };
            let (kind, _) = variant.piece_at(&self.position, mv.start())?;
            let (before, after) = (letter(kind)?, letter(risen)?);
            let sign = match (after.without_plus(), before.without_plus()) {
                (Some(bare), _) if bare == before => '+',
                (_, Some(bare)) if bare == after => '-',
                _ => return None,
            };
            if own.ends_with(sign) {
                return Some(None);
            }
            let bare = own.strip_suffix(&*after.to_string().to_lowercase())?;
            Some(Some(format!("{bare}{sign}")))
        };
        self.moves().iter().zip(self.texts()).map(text).collect()
    }

    /// The index of the legal move that a text means, in any notation.
    pub(crate) fn find(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        if let Some(i) = self.texts().iter().position(|own| own == text) {
            return Ok(i);
        }
        match py.detach(|| roomy(|| why(self.variant(), &self.position, text))) {
            Verdict::Legal(mv) => Ok(self.index(mv).unwrap_or_default()),
            Verdict::Illegal(reason) => Err(error::illegal(py, &reason)),
        }
    }

    /// The place of a move among the legal ones.
    pub(crate) fn index(&self, mv: Move) -> Option<usize> {
        self.moves().iter().position(|&legal| legal == mv)
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, mv: Move) -> Arc<Self> {
        Self::new(
            self.known.clone(),
            roomy(|| self.variant().play(&self.position, mv)),
        )
    }
}
