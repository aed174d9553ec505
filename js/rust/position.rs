//! Positions: never changed, cheap to keep.

use crate::errors;
use ferz::board::Square;
use ferz::dialects::{Style, write_moves, write_position};
use ferz::rules::Side;
use ferz::why::{Verdict, why};
use ferz::{Move, Outcome, Position, Variant};
use ferz_drawing::Scene;
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// A position of a variant.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawPosition {
    pub(crate) variant: Variant,
    pub(crate) position: Position,
    /// The legal moves, once they were asked for. Their texts are not kept: a page makes positions
    /// faster than they are collected.
    legal: OnceCell<Vec<Move>>,
}

pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// How a game has ended, as JSON.
pub(crate) fn outcome(outcome: Option<Outcome>) -> Option<String> {
    let outcome = outcome?;
    let result = ferz_play::pgn::result(Some(&outcome));
    Some(
        json!({ "winner": outcome.winner.map(side), "reason": outcome.reason, "result": result }).to_string(),
    )
}

/// The notation that a word names.
pub(crate) fn style(word: &str) -> Result<Style, String> {
    let known = Style::ALL.into_iter().find(|style| style.word() == word);
    known.ok_or_else(|| {
        let words: Vec<&str> = Style::ALL.iter().map(|style| style.word()).collect();
        errors::error(
            "notation",
            format!("there is no notation `{word}`: {}", words.join(", ")),
        )
    })
}

impl RawPosition {
    pub(crate) fn new(variant: &Variant, position: Position) -> Self {
        Self {
            variant: variant.clone(),
            position,
            legal: OnceCell::new(),
        }
    }

    fn legal(&self) -> &[Move] {
        self.legal
            .get_or_init(|| self.variant.legal_moves(&self.position))
    }

    fn texts(&self) -> Vec<String> {
        self.variant.move_texts(&self.position, self.legal())
    }

    fn name(&self, square: Square) -> &str {
        self.variant.topology().name(square)
    }

    fn find(&self, text: &str) -> Result<Move, String> {
        if let Some(at) = self.texts().iter().position(|own| own == text) {
            return Ok(self.legal()[at]);
        }
        match why(&self.variant, &self.position, text) {
            Verdict::Legal(mv) => Ok(mv),
            Verdict::Illegal(reason) => Err(errors::refused(&reason)),
        }
    }
}

#[wasm_bindgen]
impl RawPosition {
    /// The position in a notation; without one, in ferz's own.
    ///
    /// # Errors
    /// If there is no such notation.
    pub fn fen(&self, notation: Option<String>) -> Result<String, String> {
        match notation {
            None => Ok(self.variant.fen(&self.position)),
            Some(word) => Ok(write_position(style(&word)?, &self.variant, &self.position)),
        }
    }

    /// Whether White is to move.
    pub fn white(&self) -> bool {
        self.variant.turn(&self.position) == Side::White
    }

    /// All legal moves, each on a line of its own; without a notation, in ferz's own.
    ///
    /// # Errors
    /// If there is no such notation.
    pub fn moves(&self, notation: Option<String>) -> Result<String, String> {
        let texts = match notation {
            None => self.texts(),
            Some(word) => write_moves(style(&word)?, &self.variant, &self.position, self.legal()),
        };
        Ok(texts.join("\n"))
    }

    /// The number of legal moves.
    pub fn count(&self) -> usize {
        self.legal().len()
    }

    /// The position after a move.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    pub fn play(&self, text: &str) -> Result<RawPosition, String> {
        let mv = self.find(text)?;
        Ok(Self::new(&self.variant, self.variant.play(&self.position, mv)))
    }

    /// The position after a legal move, by its place among them.
    pub fn nth(&self, place: usize) -> Option<RawPosition> {
        let mv = *self.legal().get(place)?;
        Some(Self::new(&self.variant, self.variant.play(&self.position, mv)))
    }

    /// Why a move cannot be played, as JSON; nothing if it can.
    pub fn why(&self, text: &str) -> Option<String> {
        match why(&self.variant, &self.position, text) {
            Verdict::Legal(_) => None,
            Verdict::Illegal(reason) => Some(errors::refused(&reason)),
        }
    }

    /// A legal move in a notation.
    ///
    /// # Errors
    /// If it is not legal, or there is no such notation.
    pub fn write(&self, text: &str, notation: &str) -> Result<String, String> {
        let mv = self.find(text)?;
        let written = ferz::dialects::write_move(style(notation)?, &self.variant, &self.position, mv);
        written.ok_or_else(|| errors::error("illegal", "no such move"))
    }

    /// The targets of all pieces, for boards such as chessground: one line for each square that a
    /// piece can leave, with that square first. For drops, the letter with `@` comes first.
    pub fn dests(&self) -> String {
        let (variant, position) = (&self.variant, &self.position);
        let moves = self.legal();
        let mut from: BTreeMap<String, Vec<Square>> = BTreeMap::new();
        let mut add = |start: String, to: Square| {
            let list = from.entry(start).or_default();
            if !list.contains(&to) {
                list.push(to);
            }
        };
        let side = variant.turn(position);
        for &mv in moves.iter().filter(|mv| !mv.is_pass()) {
            if let Some(kind) = variant.dropped(position, mv) {
                let letter = variant.rules().pieces.get_index(kind);
                let letter = letter.and_then(|(_, piece)| piece.letter[side].as_ref());
                add(
                    format!("{}@", letter.map(ToString::to_string).unwrap_or_default()),
                    mv.to(),
                );
            } else if let Some(start) = mv.from() {
                add(self.name(start).to_owned(), mv.to());
            }
        }
        let mut out = String::new();
        for (start, to) in from {
            out.push_str(&start);
            for square in to {
                let _ = write!(out, " {}", self.name(square));
            }
            out.push('\n');
        }
        out
    }

    /// The pieces on the board and in the hands, as JSON.
    pub fn pieces(&self) -> String {
        let (variant, position) = (&self.variant, &self.position);
        let pieces = &variant.rules().pieces;
        let named = |kind: usize, whose: Side| {
            let (name, piece) = pieces.get_index(kind)?;
            let letter = piece.letter[whose].as_ref().map(ToString::to_string);
            Some(json!({ "name": name, "side": side(whose), "letter": letter }))
        };
        let mut board = Map::new();
        variant.each_piece(position, |square, kind, whose| {
            if let Some(piece) = named(kind, whose) {
                board.insert(self.name(square).to_owned(), piece);
            }
        });
        let held = |whose: Side| -> Map<String, Value> {
            let hand = variant.hand(position, whose).into_iter();
            hand.filter_map(|(kind, count)| {
                let (_, piece) = pieces.get_index(kind)?;
                Some((piece.letter[whose].as_ref()?.to_string(), json!(count)))
            })
            .collect()
        };
        json!({
            "board": board,
            "hands": { "white": held(Side::White), "black": held(Side::Black) },
        })
        .to_string()
    }

    /// Whether the side to move is in check.
    pub fn check(&self) -> bool {
        self.variant.in_check(&self.position)
    }

    /// How the position ends the game, as JSON; nothing if it does not.
    pub fn outcome(&self) -> Option<String> {
        outcome(self.variant.outcome(&self.position))
    }

    /// The number of lines of legal moves. Exact up to 2^53.
    pub fn perft(&self, depth: u32) -> f64 {
        self.variant.perft(&self.position, depth) as f64
    }

    /// A picture.
    pub fn svg(&self, flip: bool, coordinates: bool, details: bool, width: Option<u32>) -> String {
        let scene = Scene {
            flip,
            coordinates,
            details,
            ..Scene::new(&self.variant, &self.position)
        };
        scene.draw().to_file(width)
    }
}
