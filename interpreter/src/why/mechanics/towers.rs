//! `towers`: entering what carries.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::join;
use super::{Asked, beyond, refuse};

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let hosts = &beyond(asker).carry;
    let part = asked.part;
    if hosts.is_empty() || !part.enters {
        return None;
    }
    let carries = |square: &&crate::board::Square| {
        asker
            .occupant(**square)
            .is_some_and(|there| hosts.contains(&there.piece))
    };
    if part.touched.iter().any(|square| carries(&square)) {
        return None;
    }
    let to = part
        .to()
        .map_or_else(|| mover.square.clone(), |to| asker.name(to));
    let words = format!("there is no {} on {to} to enter", join(hosts, "or"));
    refuse(
        "towers",
        "nothing-to-enter",
        words,
        vec![mover.square.clone(), to],
    )
}
