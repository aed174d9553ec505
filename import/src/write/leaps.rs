//! King and fers that may leap with their first move, as long as the position names them.

use super::Writer;
use crate::draft::{Effect, Power};
use crate::types::{FERS, KING, ROOK, Slot};
use ferz::rules::Side;

impl Writer<'_> {
    /// Whether there are such leaps, and the start position names leaping pieces.
    pub(super) fn has_leaps(&self) -> bool {
        let asked = self.model.first_leaps && self.model.drops.gating && !self.model.castling.on;
        asked && Side::ALL.into_iter().any(|side| !self.leapers(side).is_empty())
    }

    /// Those of a side that the start position names: their files and kinds.
    fn leapers(&self, side: Side) -> Vec<(char, Slot)> {
        let named = self.fen.castling.chars().filter(|letter| {
            letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (side == Side::White)
        });
        let leaper = |letter: char| {
            let file = (letter.to_ascii_lowercase() as u8).checked_sub(b'a')?;
            let slot = (file < self.model.files).then(|| self.at(side, file))??;
            matches!(slot, KING | FERS).then_some((letter, slot))
        };
        named.filter_map(leaper).collect()
    }

    /// The letters of those that leap, as they stand among the castling rights.
    pub(super) fn leaping_letters(&self, side: Side) -> String {
        if !self.has_leaps() {
            return String::new();
        }
        let letters = self.leapers(side).into_iter().map(|(letter, _)| letter);
        letters.collect()
    }

    /// The rules that take the leaps away: a check for the moment, and a rook that aims at the king
    /// for good.
    pub(super) fn first_leaps(&mut self) {
        if !self.model.first_leaps {
            return;
        }
        if !self.model.drops.gating {
            return self.note(
                "cambodianMoves",
                "without `gating` the start position names no leaping pieces",
            );
        }
        if self.model.castling.on {
            return self.lose(
                "cambodianMoves",
                "first leaps of kings and ferses beside castling",
            );
        }
        if !self.has_leaps() {
            return self.note(
                "cambodianMoves",
                "the start position names no leaping pieces: `w DEde - 0 1`",
            );
        }
        if !self.army.has(KING) {
            return;
        }
        let king = self.army.called(KING);
        if !self.model.holds_in_check {
            self.draft.powers.push(Power {
                name: "bound",
                of: king.clone(),
                several: false,
                moves: self.standing(KING).white,
            });
        }
        if !self.army.has(ROOK) {
            return;
        }
        let rook = self.army.called(ROOK);
        let unsettles = |dropped: bool| Effect::Unsettles {
            by: rook.clone(),
            kind: king.clone(),
            dropped,
        };
        let on_drop = self.model.drops.on.then(|| unsettles(true));
        self.draft
            .effects
            .extend([unsettles(false)].into_iter().chain(on_drop));
    }
}
