//! `promoter`: `d3=q^`.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{any_kind, join};
use super::super::written::Arrival;
use super::{Asked, beyond, pools, refuse};
use crate::rules::PieceName;

const HOOK: &str = "promoter";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let all = &beyond(asker).recall;
    let part = asked.part;
    if all.is_empty() || !part.touched.is_empty() || asker.is_statue(mover) {
        return None;
    }
    let arrival = part.arrival.as_ref()?;
    let here = vec![mover.square.clone()];
    let fitting = || all.iter().filter(|recall| recall.of == mover.piece);
    let by: Vec<PieceName> = fitting().map(|recall| recall.by.clone()).collect();
    if by.is_empty() {
        let mut pieces: Vec<PieceName> = all.iter().map(|recall| recall.of.clone()).collect();
        pieces.dedup();
        let words = format!(
            "{mover} cannot be promoted where it stands: only {} can",
            any_kind(&pieces)
        );
        return refuse(HOOK, "wrong-piece", words, here);
    }
    if !matches!(arrival, Arrival::Becomes { exile: true, .. }) {
        let words =
            format!("{mover} can become only an exiled piece where it stands: write `=`, its letter and `^`");
        return refuse(HOOK, "not-exiled", words, here);
    }
    if let Some(reason) = pools::lacking(asker, arrival, mover) {
        return Some(reason);
    }
    let own = asker.own().into_iter();
    let mut promoters = own.filter(|other| by.contains(&other.piece));
    if promoters.any(|other| colour(asker, &other) == colour(asker, mover)) {
        return None;
    }
    let words = format!(
        "{} has no {} on a square of the colour of {}",
        asker.us,
        join(&by, "or"),
        mover.square
    );
    refuse(HOOK, "wrong-colour", words, here)
}

fn colour(asker: &Asker<'_>, who: &Occupant) -> Option<u8> {
    let square = asker.topology().square(&who.square)?;
    let (file, rank) = asker.topology().coordinates(square)?;
    Some((file ^ rank) & 1)
}
