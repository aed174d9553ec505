//! The state that a move and its consequences may leave behind: whether the piece that has moved is
//! still on its new square, whether anything is on its old one.

use super::world::{World, movements};
use crate::rules::{Act, Effect, Event, Fate, Ground, Group, Movement, Owner, Trigger};

impl World<'_, '_> {
    /// Whether squares may ever be closed.
    pub(super) fn has_walls(&self) -> bool {
        let closes = |act: &Act| act.facts().ground == Ground::Closed;
        self.open || self.played.walls.is_some() || self.played.acts().any(closes)
    }

    /// The acts that may come before those of an effect in one move. An effect that repeats comes
    /// after itself as well.
    pub(super) fn acts_before(&self, effect: &Effect) -> Vec<&Act> {
        let all = &self.played.effects;
        let index = all.iter().rposition(|other| other == effect);
        let end = index.map_or(all.len(), |index| index + usize::from(effect.repeat));
        let of_moves = |other: &&Effect| effect.event == Event::Turn || other.event != Event::Turn;
        let earlier = all.iter().take(end).filter(of_moves);
        earlier.flat_map(|effect| &effect.acts).collect()
    }

    /// Whether a captured piece may go on in place of its captor, which waits.
    fn joins(&self) -> bool {
        self.played.victims_go_on()
    }

    /// Whether after a move and some acts a piece of the opponent may stand where it has started or
    /// ended.
    pub(super) fn mixes(&self, before: &[&Act]) -> bool {
        let mixing = |act: &&Act| {
            let facts = act.facts();
            let comes = facts.ground == Ground::Filled && (facts.flipped || facts.victims);
            comes || facts.fate == Fate::OtherSide || facts.moves()
        };
        let joins = self.joins() || self.played.control.is_some();
        self.swaps || joins || before.iter().any(mixing) || !self.stays(before)
    }

    /// Whether the piece that has moved surely stands where its move has ended, after some acts.
    pub(super) fn stays(&self, before: &[&Act]) -> bool {
        let moving = |act: &&Act| act.facts().moves();
        let from_afar = |part: &Movement| matches!(part, Movement::Rifle(_));
        !self.open
            && !self.loses_movers(before)
            && !before.iter().any(moving)
            && !movements(&self.played).any(|movement| movement.any(&from_afar))
    }

    /// Whether a piece may stand where a move has started, after some acts.
    pub(super) fn refills(&self, before: &[&Act]) -> bool {
        let rules = &self.played;
        let in_place = rules.promotions.iter().any(|p| p.trigger == Trigger::InPlace);
        let gates = rules.drops.iter().any(|drop| !drop.gate.0.is_empty());
        let castled = rules.castling.iter().any(|castling| {
            castling.anywhere
                || castling.rook_to == castling.king_from
                || castling.king_to == castling.rook_from
                || castling.king_to == castling.king_from
                || castling.rook_to == castling.rook_from
        });
        let puts = |act: &&Act| act.facts().ground == Ground::Filled;
        in_place || gates || castled || self.swaps || before.iter().any(puts) || self.mixes(before)
    }

    /// Whether the piece that has moved may be gone after some acts.
    pub(super) fn loses_movers(&self, before: &[&Act]) -> bool {
        let controlled = self.played.control.is_some();
        let own = |groups: &[Group]| controlled || groups.iter().any(|group| group.owner != Owner::Enemy);
        let loses = |act: &&Act| {
            let facts = act.facts();
            facts.fate == Fate::Gone && own(facts.pieces) || facts.ground == Ground::Closed
        };
        self.played.restrictions.beyond.takes_part() || before.iter().any(loses)
    }
}
