//! Drops that never come about, pieces that stay in a hand, and pieces that are dropped where they
//! can never move.

use super::super::report::warning;
use super::super::values::capital;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::lower::declared::DropBlock;
use crate::lower::drops::turns_over;
use crate::rules::{Drop, HookUse, Modes, Side, Trigger};
use crate::vocabulary::{ActKey, DROP, DropKey, EFFECTS, EffectKey};

impl Lints<'_, '_> {
    pub(super) fn drops(&self) {
        let rules = self.facts.rules;
        let fills = rules.acts().any(|act| act.facts().to_hand);
        let block = self.facts.declared.drops.last();
        match block {
            Some(block)
                if !fills
                    && !self.facts.start.has_hands
                    && !rules.drops.iter().any(|d| d.endless || d.outside) =>
            {
                self.never(block);
            }
            None if fills => self.stays(),
            _ => {}
        }
        for block in self.facts.declared.drops.iter().filter(|b| b.at.source == OWN) {
            self.immobile(block);
        }
    }

    /// No side ever has a piece in hand.
    fn never(&self, block: &DropBlock<'_>) {
        let place = block.at.place(block.at.node.keyword.span);
        let message = "nobody ever has a piece in hand that could be dropped";
        self.add(
            warning("F0343", place, message)
                .help("say what goes to a hand: `on capture { hand: victim flipped }`, or let the start position have a hand: `[Nn]`"),
            &self.causes(),
        );
    }

    /// Reports pieces that go to a hand and never come back.
    fn stays(&self) {
        let key = EFFECTS.word(&EffectKey::Act(ActKey::Hand));
        let blocks = self.facts.declared.effects.iter();
        let entries = blocks.flat_map(|block| block.at.node.entries.iter().map(|entry| (block.at, entry)));
        let Some((at, entry)) = entries.rev().find(|(_, entry)| entry.key.value == key) else {
            return;
        };
        let message = "pieces that go to a hand are never dropped";
        self.add(
            warning("F0344", at.place(entry.key.span), message)
                .help("say what may be dropped, and where: `drop all { on: all }`"),
            &self.causes(),
        );
    }

    /// Squares of a block on which a piece could never move again, though it moves elsewhere.
    fn immobile(&self, block: &DropBlock<'_>) {
        for drop in &self.facts.rules.drops {
            if !block.sides[drop.side] || !block.covers(&drop.piece) || !self.is_of(block, drop) {
                continue;
            }
            let Some(member) = self.member(drop.side, &drop.piece) else {
                continue;
            };
            let mut promotions = self.facts.rules.promotions.iter();
            let in_place = promotions.any(|p| p.trigger == Trigger::InPlace && p.piece == drop.piece);
            let zone = self.set(&drop.zone);
            let stuck = zone
                .squares()
                .filter(|&s| self.targets(member, U256::bit(s), Modes(!0)).is_empty());
            let stuck = stuck.fold(U256::EMPTY, |set, s| set | U256::bit(s));
            // Royals are in no hand but that of the start.
            let royal = member.piece.royal[drop.side] && !self.facts.start.has_hands;
            let everywhere = self.targets(member, self.facts.topology.squares(), Modes(!0));
            if stuck.is_empty() || everywhere.is_empty() || in_place || royal || self.moves_by_hook() {
                continue;
            }
            let on = block
                .at
                .node
                .entries
                .iter()
                .find(|e| e.key.value == DROP.word(&DropKey::On));
            let span = on.map_or(block.at.node.keyword.span, |entry| entry.span);
            let squares = self.squares_text(stuck);
            let message = format!(
                "a `{}` that {} drops on {squares} can never move again",
                drop.piece,
                capital(drop.side)
            );
            let help = format!("take these squares out: `drop {} {{ on: ... }}`", drop.piece);
            self.facts
                .report
                .add(warning("F0345", block.at.place(span), message).help(help));
            return;
        }
    }

    /// Whether this block defines a piece's drop, and not a later one.
    fn is_of(&self, block: &DropBlock<'_>, drop: &Drop) -> bool {
        let covers = |b: &&DropBlock<'_>| b.sides[drop.side] && b.covers(&drop.piece);
        let last = self.facts.declared.drops.iter().rev().find(covers);
        last.is_some_and(|last| std::ptr::eq(last.at.node, block.at.node))
    }

    /// Whether hooks give pieces moves of their own.
    fn moves_by_hook(&self) -> bool {
        let adds = |hook: &HookUse| match &hook.says {
            Some(says) => says.adds_ways(),
            None => ferz_engine::hooks::get(&hook.name).is_none_or(|info| info.adds_moves),
        };
        let rules = self.facts.rules;
        rules.restrictions.adds_ways() || rules.hooks.iter().any(adds)
    }

    /// The former kind of a promoted piece, if that ever matters: of two kinds with the same moves
    /// it is not the same.
    pub(super) fn demotes_to(&self, name: &str) -> Option<&str> {
        let rules = self.facts.rules;
        if !rules.acts().any(|act| act.facts().demoted) {
            return None;
        }
        let face = rules
            .drops
            .iter()
            .find(|drop| drop.piece == name && drop.hand.is_some());
        if let Some(face) = face {
            return face.hand.as_deref();
        }
        let mut promotions = rules.promotions.iter();
        let found =
            promotions.find(|p| p.to.iter().any(|to| to == name) && !turns_over(&rules.drops, p, name));
        found.map(|p| p.piece.as_str())
    }

    /// The squares on which pieces of a kind may be dropped from the hand.
    pub(super) fn dropped(facts: &super::Facts<'_, '_>, side: Side, name: &str) -> U256 {
        let own = facts
            .rules
            .drops
            .iter()
            .find(|d| d.side == side && d.piece == name);
        let zone = own
            .into_iter()
            .flat_map(|drop| drop.zone.0.iter().chain(&drop.gate.0));
        let squares = zone.filter_map(|square| facts.topology.square(square));
        squares.fold(U256::EMPTY, |set, s| set | U256::bit(s))
    }
}
