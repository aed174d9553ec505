//! The start position.

use super::Writer;
use crate::fen::Cell;

impl Writer<'_> {
    pub(super) fn start(&mut self) {
        let drops = &self.model.drops;
        if self.anything_dropped() && !drops.free {
            self.draft.setup.has_hands = true;
            for &(slot, side) in &self.fen.hand {
                self.draft.setup.hands[side].push(self.army.called(slot));
            }
        } else if !(self.fen.hand.is_empty() || drops.any() && drops.free) {
            let why = if drops.any() {
                "pieces in hand that may come in nowhere"
            } else {
                "pieces in hand that neither side may drop; `pieceDrops` is missing"
            };
            self.note("startFen", why);
        }
        self.placed();
        let unmoved = self.unmoved();
        let passed = self.anything_passed();
        let setup = &mut self.draft.setup;
        setup.unmoved = unmoved;
        setup.black_begins = !self.fen.white;
        if passed {
            setup.passed.clone_from(&self.fen.passed);
        }
        let number = match self.fen.number.as_str() {
            "0" => "1",
            number => number,
        };
        setup.clocks = format!("{} {number}", self.fen.clock);
    }

    fn placed(&mut self) {
        for (rank, row) in (0..).zip(&self.fen.cells) {
            for (file, cell) in (0..).zip(row) {
                let Cell::Piece {
                    slot,
                    side,
                    was,
                    tilde,
                } = *cell
                else {
                    continue;
                };
                let is = was
                    .and_then(|was| self.army.becomes(self.model, was))
                    .unwrap_or(slot);
                let kind = self.army.called(is);
                self.draft.setup.pieces.push(((rank, file), side, kind));
                let face = self.held_as(is).is_some();
                let marked = self.army.demotes && self.model.drops.on && !face;
                if (was.is_some() || tilde) && marked {
                    self.draft.setup.promoted.insert(rank, file);
                }
            }
        }
    }
}
