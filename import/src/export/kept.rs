//! Goals about kinds that only one side has.
//!
//! Fairy-Stockfish asks both sides for every kind whose loss ends the game, pieces in hand
//! included. A side that never has the kind gets one in hand that it can never drop.

use crate::fen::{self, Fen};
use crate::ini::Piece;
use crate::model::{Material, Model};
use crate::region::Region;
use crate::types::{KING, Slot};
use ferz::rules::{PerSide, Side};

/// The model with such pieces, if some are needed and no other rule counts them.
pub(super) fn kept(model: &Model) -> Option<Model> {
    let extinction = &model.extinction;
    let counts =
        extinction.value.is_some() && !extinction.royal && !extinction.claim && !extinction.types.all;
    let is_free = !model.drops.any() && !model.drops.captures && model.end.material == Material::None;
    if !counts || !is_free || extinction.opponent > 0 || extinction.types.has(KING) {
        return None;
    }
    let (fen, _) = fen::read(model, &Piece::new(&model.start, 0));
    let mut hand = String::new();
    for side in Side::ALL {
        for &slot in &extinction.types.slots {
            if lacks(model, &fen, side, slot) {
                let letter = model.kinds.get(&slot)?.letter;
                let own = match side {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter.to_ascii_lowercase(),
                };
                hand.extend(std::iter::repeat_n(own, extinction.count as usize + 1));
            }
        }
    }
    if hand.is_empty() {
        return None;
    }
    let (board, rest) = model.start.split_once(' ')?;
    let mut model = model.clone();
    model.start = format!("{board}[{hand}] {rest}");
    model.drops.on = true;
    model.drops.region = PerSide::both(Region::default());
    Some(model)
}

/// Whether a side begins without a kind that the other one has.
fn lacks(model: &Model, fen: &Fen, side: Side, slot: Slot) -> bool {
    let count = |side| fen.count(side, slot);
    let comes = model.promotion.to[side].contains(&slot);
    count(side) <= model.extinction.count && count(side.other()) > model.extinction.count && !comes
}
