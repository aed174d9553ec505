//! `promoter`: `d3=q^`.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::kind;
use super::super::written::Arrival;
use super::{Asked, pools, refuse, uses};
use crate::hooks::Promoter;

const HOOK: &str = "promoter";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let used = uses::<Promoter>(asker, HOOK).into_iter().next()?;
    let part = asked.part;
    if !part.touched.is_empty() || asker.is_statue(mover) {
        return None;
    }
    let arrival = part.arrival.as_ref()?;
    let here = vec![mover.square.clone()];
    if mover.piece != used.piece {
        let words = format!(
            "{mover} cannot be promoted where it stands: only {} can",
            kind(&used.piece)
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
    let by = asker.own().into_iter().filter(|other| other.piece == used.by);
    if by
        .into_iter()
        .any(|other| colour(asker, &other) == colour(asker, mover))
    {
        return None;
    }
    let words = format!(
        "{} has no {} on a square of the colour of {}",
        asker.us, used.by, mover.square
    );
    refuse(HOOK, "wrong-colour", words, here)
}

fn colour(asker: &Asker<'_>, who: &Occupant) -> Option<u8> {
    let square = asker.topology().square(&who.square)?;
    let (file, rank) = asker.topology().coordinates(square)?;
    Some((file ^ rank) & 1)
}
