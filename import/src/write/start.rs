//! The start position.

use super::Writer;
use crate::fen::Cell;
use ferz::rules::{Letter, Side};
use ferz_grammar::quoting::quote;

impl Writer<'_> {
    pub(super) fn start(&mut self) {
        let board = self.rows();
        let hands = if self.anything_dropped() && !self.model.drops.free {
            format!("[{}]", self.hands())
        } else {
            let drops = &self.model.drops;
            let meant = drops.any() && drops.free;
            if !self.fen.hand.is_empty() && !meant {
                let why = if drops.any() {
                    "pieces in hand that may come in nowhere"
                } else {
                    "pieces in hand that neither side may drop; `pieceDrops` is missing"
                };
                self.note("startFen", why);
            }
            String::new()
        };
        let turn = if self.fen.white { "w" } else { "b" };
        let castling = self.rights();
        let passed = if self.anything_passed() {
            self.fen.passed.clone()
        } else {
            "-".to_owned()
        };
        let (clock, number) = (self.fen.clock.clone(), self.fen.number.clone());
        let number = if number == "0" { "1".to_owned() } else { number };
        let fen = format!("{board}{hands} {turn} {castling} {passed} {clock} {number}");
        self.part("start", "", format!("start {}", quote(&fen)));
    }

    fn rows(&self) -> String {
        let mut rows = Vec::new();
        for row in self.fen.cells.iter().rev() {
            let mut text = String::new();
            let mut empty = 0;
            for cell in row {
                if *cell == Cell::Empty {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                self.push(&mut text, *cell);
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            rows.push(text);
        }
        rows.join("/")
    }

    fn push(&self, text: &mut String, cell: Cell) {
        match cell {
            Cell::Empty => {}
            Cell::Hole => text.push('*'),
            Cell::Piece {
                slot,
                side,
                was,
                tilde,
            } => {
                let is = was
                    .and_then(|was| self.army.becomes(self.model, was))
                    .unwrap_or(slot);
                text.push_str(self.lettered(is, side).as_str());
                let face = self.held_as(is).is_some();
                let marked = self.army.demotes && self.model.drops.on && !face;
                if (was.is_some() || tilde) && marked {
                    text.push('~');
                }
            }
        }
    }

    fn lettered(&self, slot: crate::types::Slot, side: Side) -> Letter {
        self.army.letter(slot).of(side)
    }

    fn hands(&self) -> String {
        self.fen
            .hand
            .iter()
            .map(|&(slot, side)| self.lettered(slot, side).to_string())
            .collect()
    }
}
