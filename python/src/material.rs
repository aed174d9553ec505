//! Whether a side can still win by checkmate with the pieces that it has.
//!
//! Nothing here knows a piece by its name. A kind is *strong* if it and its royal can mate a lone
//! royal somewhere; that is tried on the board, once for each kind. Weaker kinds can mate with
//! help: another piece of either side, or squares of both colours.

use ferz::rules::{GoalCondition, Ruleset, Score, Side};
use ferz::{Position, Variant};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Whether captured pieces go to a hand.
pub(crate) fn catches(rules: &Ruleset) -> bool {
    rules.acts().any(|act| act.facts().to_hand)
}

/// The material properties of the kinds of a variant.
#[derive(Debug, Default)]
pub(crate) struct Material {
    kinds: Mutex<HashMap<(usize, Side), Kind>>,
}

/// The abilities of a kind on an empty board.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// It and its royal can mate a lone royal.
    strong: bool,
    /// It never leaves the colour of its square.
    bound: bool,
}

impl Material {
    /// Whether a side can no longer win, by its pieces.
    pub(crate) fn is_insufficient(&self, variant: &Variant, position: &Position, side: Side) -> bool {
        let rules = variant.played();
        let end = &rules.end;
        let own_way = end.goals.iter().any(|goal| {
            let checks = matches!(goal.condition, GoalCondition::Checks(_));
            !checks && (goal.side == side) == (goal.score == Score::Win) && goal.score != Score::Draw
        });
        let counts_checks = variant.checks_to_give(position, side).is_some();
        if own_way || catches(rules) || !variant.hand(position, side).is_empty() {
            return false;
        }
        if end.checkmate != Score::Loss {
            return false;
        }
        let stalemate = end.stalemate[side.other()] != Score::Draw;
        let is_royal =
            |kind: usize, side: Side| rules.pieces.get_index(kind).is_some_and(|(_, p)| p.royal[side]);
        let mut pieces = Vec::new();
        variant.each_piece(position, |square, kind, whose| {
            if !is_royal(kind, whose) {
                pieces.push((square, kind, whose));
            }
        });
        let mut helped = false;
        let (mut dark, mut light, mut unbound) = (false, false, 0);
        let (mut own_bound, mut own_unbound) = (false, false);
        for &(square, kind, whose) in &pieces {
            let what = self.kind(variant, kind, whose);
            if whose == side {
                let becomes = rules.promotions.iter().any(|promotion| {
                    promotion.side == side && rules.pieces.get_index_of(&promotion.piece) == Some(kind)
                });
                if what.strong || becomes {
                    return false;
                }
            }
            if what.bound {
                let (file, rank) = variant.topology().coordinates(square).unwrap_or_default();
                match (file + rank) % 2 {
                    0 => dark = true,
                    _ => light = true,
                }
                own_bound |= whose == side;
            } else {
                unbound += 1;
                own_unbound |= whose == side;
            }
            helped = true;
        }
        if !helped {
            return true;
        }
        let easier = stalemate || counts_checks;
        let by_bound = own_bound && ((dark && light) || unbound > 0 || easier);
        let by_unbound = own_unbound && (pieces.len() >= 2 || easier);
        !by_bound && !by_unbound
    }

    fn kind(&self, variant: &Variant, kind: usize, side: Side) -> Kind {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kinds.get(&(kind, side)) {
            return *known;
        }
        let known = Kind {
            strong: is_strong(variant, kind, side),
            bound: is_bound(variant, kind, side),
        };
        kinds.insert((kind, side), known);
        known
    }
}

/// Whether a kind stays on one colour of squares.
fn is_bound(variant: &Variant, kind: usize, side: Side) -> bool {
    let topology = variant.topology();
    let shade = |square: u8| {
        topology
            .coordinates(square)
            .map_or(0, |(file, rank)| (file + rank) % 2)
    };
    (0..topology.size() as u8).all(|square| {
        let alone = variant.lone_piece(kind, side, square);
        let targets = variant.plain_targets(&alone, square);
        targets.iter().all(|&(to, _)| shade(to) == shade(square))
    })
}

/// Whether a kind and its royal can mate a lone royal in the middle of an edge or in a corner.
fn is_strong(variant: &Variant, kind: usize, side: Side) -> bool {
    let rules = variant.played();
    let royal = |side: Side| rules.pieces.values().position(|piece| piece.royal[side]);
    let (Some(own), Some(theirs)) = (royal(side), royal(side.other())) else {
        return true;
    };
    let topology = variant.topology();
    let (files, ranks) = (topology.files(), topology.ranks());
    let at = |file: i16, rank: i16| topology.at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
    let victims = [
        (0, 0),
        (files - 1, 0),
        (0, ranks - 1),
        (files - 1, ranks - 1),
        (files / 2, 0),
        (files / 2, ranks - 1),
        (0, ranks / 2),
    ];
    for (file, rank) in victims {
        let (file, rank) = (i16::from(file), i16::from(rank));
        let Some(victim) = at(file, rank) else { continue };
        let empty = variant.lone_piece(theirs, side.other(), victim);
        for (right, up) in (-2..=2).flat_map(|right| (-2..=2).map(move |up| (right, up))) {
            let Some(king) = at(file + right, rank + up).filter(|&king| king != victim) else {
                continue;
            };
            let two = variant.with_piece(&empty, king, Some((own, side)));
            if variant.in_check(&two) {
                continue;
            }
            for square in topology_squares(variant) {
                if square == victim || square == king {
                    continue;
                }
                let three = variant.with_piece(&two, square, Some((kind, side)));
                if variant.in_check(&three) && variant.legal_moves(&three).is_empty() {
                    return true;
                }
            }
        }
    }
    false
}

fn topology_squares(variant: &Variant) -> impl Iterator<Item = u8> {
    0..variant.topology().size() as u8
}
