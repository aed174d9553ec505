//! `statues`: pieces that do not move, that no piece enters, and that are promoted in place.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::written::Arrival;
use super::{Asked, beyond, has, pools, refuse};
use crate::rules::Side;

const HOOK: &str = "statues";
/// The key of positions.
const KEY: &str = "statues";

/// Whether the variant has statues.
pub(super) fn are_used(asker: &Asker<'_>) -> bool {
    has(asker, HOOK)
}

impl Asker<'_> {
    pub(super) fn is_statue(&self, who: &Occupant) -> bool {
        who.index == 0 && self.beyond.lists(KEY, &who.square)
    }
}

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    if !has(asker, HOOK) {
        return None;
    }
    let part = asked.part;
    let here = vec![mover.square.clone()];
    let promotes = part.touched.is_empty() && part.arrival.is_some();
    if asker.is_statue(mover) {
        return if promotes {
            in_place(asker, part.arrival.as_ref()?, mover)
        } else {
            refuse(
                HOOK,
                "statue",
                format!("{mover} is a statue and does not move"),
                here,
            )
        };
    }
    if promotes {
        // A promoter may do it.
        return if !beyond(asker).recall.is_empty() {
            None
        } else {
            refuse(
                HOOK,
                "no-statue",
                format!("{mover} is not a statue: only a statue is promoted where it stands"),
                here,
            )
        };
    }
    let mut ends = part
        .touched
        .iter()
        .copied()
        .chain(part.takes.map(|spot| spot.square));
    let statue = ends.find_map(|square| asker.occupant(square).filter(|there| asker.is_statue(there)));
    let statue = statue.filter(|_| part.swaps.is_none())?;
    // A piece that is only passed may be jumped.
    let last = part.to().map(|to| asker.name(to));
    let taken = part.takes.map(|spot| asker.name(spot.square));
    if last.as_ref() != Some(&statue.square) && taken.as_ref() != Some(&statue.square) {
        return None;
    }
    let words = format!("{statue} is a statue: nothing enters or captures it");
    refuse(HOOK, "statue", words, vec![mover.square.clone(), statue.square])
}

/// A statue that is to become something.
fn in_place(asker: &Asker<'_>, arrival: &Arrival, statue: &Occupant) -> Option<Reason> {
    let here = vec![statue.square.clone()];
    if *arrival == Arrival::Statue {
        return refuse(HOOK, "statue", format!("{statue} is a statue already"), here);
    }
    if let Some(front) = in_front(asker, statue) {
        let words = format!("{front} is farther from the last row, and goes first");
        return refuse(
            HOOK,
            "not-first",
            words,
            vec![statue.square.clone(), front.square],
        );
    }
    pools::lacking(asker, arrival, statue)
}

/// A statue of the same file that is farther from the last row.
fn in_front(asker: &Asker<'_>, statue: &Occupant) -> Option<Occupant> {
    let coordinates = |who: &Occupant| {
        let square = asker.topology().square(&who.square)?;
        asker.topology().coordinates(square)
    };
    let (file, rank) = coordinates(statue)?;
    let farther = |other: &Occupant| {
        coordinates(other).is_some_and(|(f, r)| {
            let beyond = if statue.side == Side::White {
                r < rank
            } else {
                r > rank
            };
            f == file && beyond
        })
    };
    asker
        .own()
        .into_iter()
        .find(|other| asker.is_statue(other) && farther(other))
}
