//! Games: positions with a history.

use crate::errors;
use crate::position::{RawPosition, outcome, style};
use crate::variant::RawVariant;
use ferz::Game;
use ferz::dialects::{Style, write_move};
use ferz_play::pgn;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game of a variant.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawGame(pub(crate) Game);

#[wasm_bindgen]
impl RawGame {
    /// A game from the start position, or from another one.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &RawVariant, from: Option<RawPosition>) -> Self {
        Self(match from {
            Some(from) => Game::new(&variant.0, from.position),
            None => Game::start(&variant.0),
        })
    }

    /// Plays a move; returns its text.
    ///
    /// # Errors
    /// The reason why it cannot be played; the game is as it was.
    pub fn push(&mut self, text: &str) -> Result<String, String> {
        let before = self.0.position().clone();
        let mv = self.0.push(text).map_err(|reason| errors::refused(&reason))?;
        Ok(write_move(Style::Ferz, self.0.variant(), &before, mv).unwrap_or_default())
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    /// The position now, or that before move number `ply`.
    pub fn position(&self, ply: Option<usize>) -> Option<RawPosition> {
        let position = match ply {
            Some(ply) => self.0.position_at(ply)?,
            None => self.0.position(),
        };
        Some(RawPosition::new(self.0.variant(), position.clone()))
    }

    /// The moves so far, each on a line of its own.
    ///
    /// # Errors
    /// If there is no such notation.
    pub fn moves(&self, notation: &str) -> Result<String, String> {
        let (style, variant) = (style(notation)?, self.0.variant());
        let moves = self.0.moves().iter().zip(self.0.steps());
        let texts =
            moves.map(|(&mv, before)| write_move(style, variant, &before.position, mv).unwrap_or_default());
        Ok(texts.collect::<Vec<_>>().join("\n"))
    }

    /// How the game has ended, as JSON.
    pub fn outcome(&self) -> Option<String> {
        outcome(self.0.outcome())
    }

    /// How it would end if the side to move claimed it, as JSON.
    pub fn claim(&self) -> Option<String> {
        outcome(self.0.claim())
    }

    /// How often the position now has occurred.
    pub fn repetitions(&self) -> usize {
        self.0.repetitions()
    }

    /// The game as PGN. `tags` is a JSON object.
    ///
    /// # Errors
    /// If the tags are not texts.
    pub fn pgn(&self, name: &str, tags: &str) -> Result<String, String> {
        let tags: std::collections::BTreeMap<String, String> =
            serde_json::from_str(tags).map_err(|e| errors::error("tags", e))?;
        let tags: Vec<(&str, &str)> = tags.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let over = self.0.outcome();
        Ok(pgn::write(&self.0, name, &tags, over.as_ref()))
    }
}
