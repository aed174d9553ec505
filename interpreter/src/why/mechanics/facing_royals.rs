//! `apart`: royals that would face each other.

use super::super::asker::{Asker, There};
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::spoken::Speaker;
use super::{named, refuse};
use crate::board::Square;
use crate::engine::Move;
use crate::rules::Movement;

/// Royals that a move would leave facing each other, a castling king on its way included.
pub(in super::super) fn exposure(asker: &Asker<'_>, mv: Move, after: &There) -> Option<Reason> {
    let movement = asker.variant.played().restrictions.apart[asker.us].as_ref()?;
    let mut settings = vec![after.clone()];
    if mv.is_castling()
        && let Some(castling) = asker.castling_of(mv.start(), mv.to())
    {
        let king = asker.piece_in(&asker.there, mv.start());
        let lifted = asker.with_piece(&asker.there, mv.start(), None);
        let passed = castling
            .safe
            .0
            .iter()
            .filter_map(|name| asker.topology().square(name));
        settings.extend(passed.map(|square| asker.with_piece(&lifted, square, king)));
    }
    let found = settings
        .iter()
        .find_map(|position| facing(asker, position, movement));
    let (own, other) = found?;
    let squares = vec![own.square.clone(), other.square.clone()];
    let words = match is_straight(movement) {
        true => format!("it would leave {own} facing {other} with nothing between them"),
        false => {
            let speaker = Speaker {
                side: asker.us.other(),
                ..asker.speaker()
            };
            let way = speaker.way(movement);
            let way = way.unwrap_or_else(|| "where the rules forbid it, seen".to_owned());
            format!("it would leave {own} {way} from {other}")
        }
    };
    let reason = refuse("facing-royals", "facing", words, squares)?;
    Some(named(asker, reason, |rules| rules.apart[asker.us].is_some()))
}

/// Whether a movement is along open lines only.
fn is_straight(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(leap) => leap.range.max.is_none() && leap.m.max(leap.n) == 1,
        Movement::Union(list) => list.iter().all(is_straight),
        _ => false,
    }
}

/// Own and enemy royals between which a movement leads.
fn facing(asker: &Asker<'_>, position: &There, movement: &Movement) -> Option<(Occupant, Occupant)> {
    let foe = asker.us.other();
    let own = asker.royals(position, asker.us);
    asker
        .royals(position, foe)
        .into_iter()
        .find_map(|theirs: Square| {
            let (kind, _) = asker.piece_in(position, theirs)?;
            let (ways, there) = asker.with_movement(position, (kind, foe), movement)?;
            let moves = ways.legal_moves(&there);
            let hits = |ours: &&Square| moves.iter().any(|mv| mv.start() == theirs && mv.to() == **ours);
            let ours = own.iter().find(hits)?;
            Some((
                asker.occupant_in(position, *ours)?,
                asker.occupant_in(position, theirs)?,
            ))
        })
}
