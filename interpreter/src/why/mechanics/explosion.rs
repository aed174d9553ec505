//! `explosion`: captures that would remove a royal of the captor's side.

use super::super::asker::{Asker, There};
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::and;
use super::{has, refuse, squares};
use crate::engine::Move;

pub(super) fn effect(asker: &Asker<'_>, mv: Move, after: &There) -> Option<Reason> {
    if !has(asker, "explosion") || !asker.captures(mv) {
        return None;
    }
    let left = asker.royals(after, asker.us);
    let gone: Vec<Occupant> = asker
        .royals(&asker.there, asker.us)
        .into_iter()
        .filter(|royal| !left.contains(royal))
        .filter_map(|royal| asker.occupant(royal))
        .collect();
    let mover = asker.occupant(mv.start())?;
    let is_royal = asker.rules().pieces.get(&mover.piece)?.royal[asker.us];
    if is_royal {
        let words = format!("{mover} cannot capture: it would be removed with its victim");
        return refuse("explosion", "explodes", words, vec![mover.square]);
    }
    if gone.is_empty() {
        return None;
    }
    let words = format!(
        "the explosion on {} would remove {}",
        asker.name(mv.to()),
        and(&gone)
    );
    refuse("explosion", "explodes", words, squares(&gone))
}
