//! Kinds of pieces: `piece P& fmWfceFifmnD`.

use super::Reader;
use super::lines::Told;
use super::setup::sign;
use crate::diagram;
use crate::ini::Piece;
use crate::xbetza::{self, Way};
use ferz::rules::{PerSide, Side};

/// A kind.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// In capital letters: `P`, `+P`, `N'`.
    pub(super) id: String,
    pub(super) ways: PerSide<Option<Way>>,
    pub(super) place: Piece,
}

impl Kind {
    /// The way of a side, or of the other one, since positions may have both.
    pub(super) fn way(&self, side: Side) -> Option<&Way> {
        self.ways[side].as_ref()
    }
}

/// Pieces that XBoard knows by their letters, with their names in a diagram.
const CHESS: &[(&str, &str)] = &[
    ("P", "pawn"),
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("Q", "queen"),
    ("K", "king"),
];

impl Reader<'_> {
    /// Reads a line. Of two about a piece the last counts.
    pub(super) fn told(&mut self, told: &Told) {
        let whole = told.sign.text.strip_suffix('&');
        let text = whole.unwrap_or(&told.sign.text);
        let Some((id, side, _)) = sign(text).filter(|(.., length)| *length == text.len()) else {
            let help = Some("`piece N& N` for both sides, `piece N N` and `piece n N` for one".to_owned());
            self.sheet
                .wrong("piece", &told.sign, "this is no letter of a piece", help);
            self.sheet
                .idle("moves", &told.moves, "of a piece without a letter");
            return;
        };
        self.sheet.taken("piece", &told.sign);
        let way = match xbetza::way(&told.moves) {
            Ok(way) => way,
            Err(fault) => {
                self.sheet
                    .tell("moves", &told.moves, crate::report::Status::Wrong, None);
                self.sheet.find(&fault.at, fault.message, fault.help);
                return;
            }
        };
        self.sheet.taken("moves", &told.moves);
        let sides = match whole {
            Some(_) => Side::ALL.to_vec(),
            None => vec![side],
        };
        let kind = self.kind(&id, &told.sign);
        for side in sides {
            kind.ways[side] = Some(way.clone());
        }
    }

    /// The kind of that letter; a new one moves nowhere yet.
    fn kind(&mut self, id: &str, place: &Piece) -> &mut Kind {
        let known = self.kinds.iter().position(|kind| kind.id == id);
        let at = known.unwrap_or(self.kinds.len());
        if known.is_none() {
            self.kinds.push(Kind {
                id: id.to_owned(),
                ways: PerSide::default(),
                place: place.clone(),
            });
        }
        &mut self.kinds[at]
    }

    /// Gives a piece of the position that no line describes the moves that it has in chess.
    pub(super) fn met(&mut self, id: &str, side: Side, place: &Piece) {
        let is_told = |kind: &Kind| kind.id == id && kind.ways[side].is_some();
        if self.kinds.iter().any(is_told) {
            return;
        }
        let name = CHESS.iter().find(|(letter, _)| *letter == id);
        let moves = name.and_then(|(_, name)| diagram::known(name, self.draft.files));
        let way = moves.and_then(|moves| xbetza::way(&Piece::new(moves, 0)).ok());
        let Some(way) = way else {
            let letter = match side {
                Side::White => id.to_owned(),
                Side::Black => id.to_ascii_lowercase(),
            };
            let message = format!("no line says how `{letter}` moves");
            let help = Some(format!("`piece {letter} N`: as a knight"));
            return self.sheet.find(place, message, help);
        };
        self.kind(id, place).ways[side] = Some(way);
        self.sheet
            .assume(place, "a piece that no line describes moves as in chess");
    }
}
