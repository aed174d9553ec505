//! `all-round`: `d1*`.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::any_kind;
use super::{Asked, refuse, uses};
use crate::board::{Bits as _, Square};
use crate::hooks::AllRound;
use ferz_engine::order::sort;

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let used = uses::<AllRound>(asker, "all-round").into_iter().next()?;
    let part = asked.part;
    if !part.sweeps {
        return None;
    }
    let here = vec![mover.square.clone()];
    if !used.piece.contains(&mover.piece) {
        let words = format!(
            "{mover} cannot capture all round: only {} can",
            any_kind(&used.piece)
        );
        return refuse("all-round", "wrong-piece", words, here);
    }
    let text = format!("{}*", asker.spot_text(part.from));
    if !part.touched.is_empty() || part.weapon.is_some() || part.arrival.is_some() || asked.text != text {
        let words = format!("a capture all round is made from where the piece stands, and written `{text}`");
        return refuse("all-round", "misspelt", words, here);
    }
    let found = around(asker, part.from.square, used.range);
    let where_to = match used.range {
        1 => format!("next to {}", mover.square),
        n => format!("within {n} squares of {}", mover.square),
    };
    let words = if found.is_empty() {
        format!("there is nothing to remove {where_to}")
    } else {
        format!("there is nothing to remove {where_to}: statues are not touched")
    };
    refuse("all-round", "nothing-around", words, here)
}

/// The pieces within this many steps of a square.
fn around(asker: &Asker<'_>, from: Square, range: u8) -> Vec<Occupant> {
    let mut near = vec![from];
    for _ in 0..range {
        let next: Vec<Square> = near
            .iter()
            .flat_map(|&s| asker.topology().neighbours(s).squares())
            .collect();
        near.extend(next);
        sort(&mut near);
        near.dedup();
    }
    let others = near.into_iter().filter(|&s| s != from);
    others.filter_map(|s| asker.occupant(s)).collect()
}
