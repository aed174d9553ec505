//! The facts about a move that its texts tell. Texts are written from these alone: they know
//! neither positions nor layouts.

use super::core::Core;
use super::gates;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::powers;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};

/// A move in a position, as its texts tell it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wording<'a> {
    pub(crate) mv: Move,
    /// The side that makes it.
    pub(crate) turn: Side,
    /// The piece that moves: its kind and its owner.
    pub(crate) piece: Option<(u8, Side)>,
    /// The place of the piece in a tower, from 0 at the ground.
    pub(crate) level: u8,
    /// The squares on which it captures on its way.
    pub(crate) captures: &'a [Square],
    /// Whether it shoots at the end of a special path.
    pub(crate) rifle: bool,
    /// Whether it removes a piece.
    pub(crate) takes: bool,
    /// The kind to which the piece promotes.
    pub(crate) becomes: Option<u8>,
    /// The kind that gates in behind it, and the square.
    pub(crate) enters: Option<(u8, Square)>,
    /// The text behind the start of a movement that no move of the flat engine describes; all of
    /// the text if it names no piece.
    pub(crate) rest: Option<&'a str>,
}

impl<'a> Wording<'a> {
    /// The facts about a move.
    pub(crate) fn of<L: Layout>(core: &'a Core<L>, pos: &Pos<L>, mv: Move) -> Self {
        let path = match mv.move_type {
            MoveType::Special(index, _) => powers::special(core, pos, mv.from, index),
            _ => None,
        };
        let on_the_way = path.is_some_and(|path| !path.captures.is_empty());
        Self {
            mv,
            turn: pos.side_to_move,
            piece: (mv.move_type != MoveType::Pass)
                .then(|| pos.piece(mv.from))
                .flatten(),
            level: 0,
            captures: path.map_or(&[], |path| &path.captures),
            rifle: path.is_some_and(|path| path.rifle),
            takes: takes(pos, mv, on_the_way),
            becomes: gates::promotes_to(core, mv),
            enters: gates::entering(core, mv),
            rest: None,
        }
    }

    /// An answer, which is told as it is.
    pub(crate) fn said(turn: Side, text: &'a str) -> Self {
        Self {
            mv: Move::PASS,
            turn,
            piece: None,
            level: 0,
            captures: &[],
            rifle: false,
            takes: false,
            becomes: None,
            enters: None,
            rest: Some(text),
        }
    }

    /// Whether the piece captures without leaving its square.
    pub(super) fn fires(&self) -> bool {
        self.rifle || self.mv.move_type.fires()
    }
}

/// Whether a move removes a piece.
fn takes<L: Layout>(pos: &Pos<L>, mv: Move, on_the_way: bool) -> bool {
    match mv.move_type {
        MoveType::Plain | MoveType::Control => pos.occupancy().has(mv.to),
        MoveType::EnPassant | MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_) => true,
        MoveType::Castle(_)
        | MoveType::InPlace
        | MoveType::Exchange
        | MoveType::Drop
        | MoveType::Wall
        | MoveType::Pass
        | MoveType::Listed(..) => false,
        MoveType::Special(_, mode) => {
            on_the_way || matches!(mode, Modes::CAPTURE | Modes::CAPTURE_OWN | Modes::EN_PASSANT)
        }
    }
}
