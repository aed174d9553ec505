//! `pools`: what a piece can become.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{any_kind, kind};
use super::super::written::Arrival;
use super::{Asked, beyond, refuse};
use crate::rules::{Letter, PieceName, Promotion, Side, SquareName};

const HOOK: &str = "pools";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let part = asked.part;
    let (Some(arrival), Some(to)) = (&part.arrival, part.to()) else {
        return None;
    };
    if *arrival != Arrival::Statue && beyond(asker).pool.is_none() {
        return None;
    }
    let to = asker.name(to);
    let path = part.text.split(['=', 'x']).next().unwrap_or_default();
    let (_, texts) = asker.listed();
    let same = || {
        texts
            .iter()
            .filter_map(|text| text.strip_prefix(path))
            .filter(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    same().next()?;
    if (promotes(asker, mover, &to) || same().any(|rest| rest.starts_with('=')))
        && let Some(reason) = lacking(asker, arrival, mover)
    {
        return Some(reason);
    }
    let words = format!("{mover} does not promote by moving to {to}");
    refuse(HOOK, "no-promotion", words, vec![mover.square.clone(), to])
}

fn promotes(asker: &Asker<'_>, mover: &Occupant, to: &SquareName) -> bool {
    let here = |p: &Promotion| p.side == asker.us && p.piece == mover.piece && p.zone.0.contains(to);
    asker.rules().promotions.iter().any(here)
}

/// The piece that is not in the pools, where a promotion is written as in games without pools.
pub(in super::super) fn lacks(
    asker: &Asker<'_>,
    letter: Letter,
    mover: &Occupant,
    to: &SquareName,
) -> Option<Reason> {
    let arrival = Arrival::Becomes { letter, exile: false };
    let asks = beyond(asker).pool.is_some() && promotes(asker, mover, to);
    asks.then(|| lacking(asker, &arrival, mover)).flatten()
}

/// The pieces missing in the pools from which a piece would have to come.
pub(super) fn lacking(asker: &Asker<'_>, arrival: &Arrival, mover: &Occupant) -> Option<Reason> {
    let back = beyond(asker).pool.as_ref();
    let (letter, pool, name, side) = match *arrival {
        Arrival::Statue => return None,
        Arrival::Becomes { letter, exile: false } => (letter, &asker.beyond.captured, "captured", asker.us),
        Arrival::Becomes { letter, exile: true } => (letter, &asker.beyond.exile, "exiled", asker.us),
        Arrival::Seizes(letter) => (letter, &asker.beyond.exile, "exiled", asker.us.other()),
    };
    let here = vec![mover.square.clone()];
    let Some(piece) = asker.of_move_letter(letter) else {
        let words = format!("there is no piece with the letter `{letter}`");
        return refuse(HOOK, "no-such-piece", words, here);
    };
    let seizes = matches!(arrival, Arrival::Seizes(_));
    if back.is_some_and(|kinds| !kinds.has(&piece)) && !seizes {
        let words = format!("nothing becomes {}", kind(&piece));
        return refuse(HOOK, "never", words, here);
    }
    let names = |p: &Promotion| p.side == asker.us && p.piece == mover.piece && p.to.contains(&piece);
    if !seizes && !asker.rules().promotions.iter().any(names) {
        let words = format!("{mover} cannot become {}", kind(&piece));
        return refuse(HOOK, "cannot-become", words, here);
    }
    let waiting = in_pool(asker, pool, side);
    if waiting.contains(&piece) {
        return None;
    }
    let words = if waiting.is_empty() {
        format!("{side} has no {name} {piece}: none of its pieces is {name}")
    } else {
        let others = any_kind(&waiting).replace(" or ", " and ");
        format!("{side} has no {name} {piece}: of its pieces only {others} is {name}")
    };
    refuse(HOOK, "not-in-pool", words, here)
}

/// The kinds of a side in a pool, each once.
fn in_pool(asker: &Asker<'_>, pool: &[Letter], side: Side) -> Vec<PieceName> {
    let mut kinds: Vec<PieceName> = Vec::new();
    for &letter in pool {
        if let Some((kind, whose)) = asker.of_letter(letter)
            && whose == side
        {
            let name = asker.kind_name(kind);
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
    }
    kinds
}
