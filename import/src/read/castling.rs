//! Castling.

use super::Reader;
use crate::model::Types;
use crate::region::square;
use crate::types::Slot;
use ferz::rules::{Castling, PerSide, Side};

impl Reader<'_> {
    pub(super) fn castling(&mut self) {
        let all: Vec<&Castling> = self.rules.castling.iter().collect();
        self.model.castling.on = !all.is_empty();
        let mut rooks: PerSide<Vec<Slot>> = PerSide::default();
        for castling in all {
            let squares = [&castling.king_from, &castling.king_to, &castling.rook_from];
            let [Some(from), Some(to), Some(rook)] = squares.map(|name| square(name)) else {
                continue;
            };
            let side = castling.side;
            let rank = match side {
                Side::White => from.0,
                Side::Black => self.model.ranks - 1 - from.0,
            };
            let own = &mut self.model.castling;
            own.dropped |= castling.by_drop;
            own.bars |= castling.bars;
            own.anywhere |= castling.anywhere;
            own.rank = rank;
            own.king_file = from.1;
            if rook.1 > from.1 {
                own.kingside = to.1;
                own.rook_kingside = rook.1;
            } else {
                own.queenside = to.1;
                own.rook_queenside = rook.1;
            }
            if let Some(king) = self.slot(&castling.king) {
                self.model.castling.king[side] = king;
            }
            rooks[side].extend(self.slot(&castling.rook));
        }
        let last = self.model.files - 1;
        if self.model.castling.rook_kingside == last {
            self.model.castling.rook_kingside = crate::region::FILES - 1;
        }
        for side in Side::ALL {
            if !rooks[side].is_empty() {
                self.model.castling.rooks[side] = Types::of(rooks[side].iter().copied());
            }
        }
        // A side that never castles has the other's pieces for it.
        for side in Side::ALL {
            if rooks[side].is_empty() {
                let other = self.model.castling.rooks[side.other()].clone();
                self.model.castling.rooks[side] = other;
                self.model.castling.king[side] = self.model.castling.king[side.other()];
            }
        }
    }
}
