//! The state that a move and its consequences may leave behind: whether the piece that has moved is
//! still on its new square, whether anything is on its old one.

use super::world::{World, movements};
use crate::rules::{Act, Form, Group, Movement, Owner, Trigger, Whom};

impl World<'_, '_> {
    /// Whether squares may ever be closed.
    pub(super) fn has_walls(&self) -> bool {
        let mut acts = self.played.effects.iter().flat_map(|effect| &effect.acts);
        self.open || self.played.walls.is_some() || acts.any(|act| matches!(act, Act::Close(_)))
    }

    /// Whether after a move a piece of the opponent may stand where it has started or ended.
    pub(super) fn mixes(&self) -> bool {
        let mut acts = self.played.effects.iter().flat_map(|effect| &effect.acts);
        let mixing = |act: &Act| match act {
            Act::Put(put) => put.flipped || put.what == Form::Victim,
            Act::Flip(_) | Act::Shift(_) | Act::Carry(_) | Act::Again(_) => true,
            _ => false,
        };
        self.swaps || self.played.control.is_some() || acts.any(mixing) || !self.stays()
    }

    /// Whether the piece that has moved surely stands where its move has ended when something
    /// follows.
    pub(super) fn stays(&self) -> bool {
        let rules = &self.played;
        let mut acts = rules.effects.iter().flat_map(|effect| &effect.acts);
        let moving = |act: &Act| matches!(act, Act::Shift(_) | Act::Carry(_));
        let from_afar = |part: &Movement| matches!(part, Movement::Rifle(_));
        !self.open
            && !self.loses_movers()
            && !acts.any(moving)
            && !movements(rules).any(|movement| movement.any(&from_afar))
    }

    /// Whether a piece may stand where a move has started.
    pub(super) fn refills(&self) -> bool {
        let rules = &self.played;
        let mut acts = rules.effects.iter().flat_map(|effect| &effect.acts);
        let in_place = rules.promotions.iter().any(|p| p.trigger == Trigger::InPlace);
        let gates = rules.drops.iter().any(|drop| !drop.gate.0.is_empty());
        let castled = rules.castling.iter().any(|castling| {
            castling.anywhere
                || castling.rook_to == castling.king_from
                || castling.king_to == castling.rook_from
                || castling.king_to == castling.king_from
                || castling.rook_to == castling.rook_from
        });
        let puts = |act: &Act| matches!(act, Act::Put(_));
        in_place || gates || castled || self.swaps || acts.any(puts) || self.mixes()
    }

    /// Whether the piece that has moved may be gone when effects follow.
    pub(super) fn loses_movers(&self) -> bool {
        let mut acts = self.played.effects.iter().flat_map(|effect| &effect.acts);
        let controlled = self.played.control.is_some();
        let own = |groups: &[Group]| controlled || groups.iter().any(|group| group.owner != Owner::Enemy);
        let loses = |act: &Act| match act {
            Act::Remove(groups)
            | Act::Hand {
                whom: Whom::Pieces(groups),
                ..
            } => own(groups),
            Act::Close(_) => true,
            _ => false,
        };
        self.played.restrictions.beyond.takes_part() || acts.any(loses)
    }
}
