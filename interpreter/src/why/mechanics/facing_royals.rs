//! `facing-royals`: royals that would face each other.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::refuse;
use crate::board::Square;
use crate::engine::{Move, Position};
use crate::hooks;
use crate::rules::Movement;

/// Royals that a move would leave facing each other, a castling king on its way included.
pub(in super::super) fn exposure(asker: &Asker<'_>, mv: Move, after: &Position) -> Option<Reason> {
    let foe = asker.us.other();
    let mut lines: Vec<Movement> = Vec::new();
    for used in asker
        .rules()
        .hooks
        .iter()
        .filter(|used| used.name == "facing-royals")
    {
        let effects = hooks::get(&used.name)?.effects?(&used.parameters).ok()?;
        let threats = effects.threats.into_iter().filter(|(side, _)| *side == foe);
        lines.extend(threats.map(|(_, movement)| movement));
    }
    if lines.is_empty() {
        return None;
    }
    let mut settings = vec![after.clone()];
    if mv.is_castling()
        && let Some(castling) = asker.castling_of(mv.from(), mv.to())
    {
        let king = asker.ways.piece_at(&asker.there, mv.from());
        let lifted = asker.ways.with_piece(&asker.there, mv.from(), None);
        let passed = castling
            .safe
            .0
            .iter()
            .filter_map(|name| asker.topology().square(name));
        settings.extend(passed.map(|square| asker.ways.with_piece(&lifted, square, king)));
    }
    let found = settings.iter().find_map(|position| {
        let mut pairs = lines.iter();
        pairs.find_map(|movement| facing(asker, position, movement))
    });
    let (own, other) = found?;
    let words = format!("it would leave {own} facing {other} with nothing between them");
    refuse("facing-royals", "facing", words, vec![own.square, other.square])
}

/// Own and enemy royals between which a movement leads.
fn facing(asker: &Asker<'_>, position: &Position, movement: &Movement) -> Option<(Occupant, Occupant)> {
    let foe = asker.us.other();
    let own = asker.royals(position, asker.us);
    asker
        .royals(position, foe)
        .into_iter()
        .find_map(|theirs: Square| {
            let (kind, _) = asker.ways.piece_at(position, theirs)?;
            let (ways, there) =
                asker
                    .explainer
                    .with_movement((asker.ways, position), (kind, foe), movement)?;
            let moves = ways.legal_moves(&there);
            let hits = |ours: &&Square| moves.iter().any(|mv| mv.from() == theirs && mv.to() == **ours);
            let ours = own.iter().find(hits)?;
            Some((
                asker.occupant_in(position, *ours)?,
                asker.occupant_in(position, theirs)?,
            ))
        })
}
