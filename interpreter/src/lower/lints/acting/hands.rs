//! Drops that never happen for one of several pieces or sides, and pieces that stay in a hand.

use super::super::super::report::{Place, warning};
use super::super::super::values::capital;
use super::super::{Lints, OWN};
use super::scene::Scene;
use super::world::World;
use crate::board::{Bits, U256};
use crate::lower::declared::DropBlock;
use crate::rules::{Drop, Event, GoalCondition, Kinds, Side};
use crate::vocabulary::{ActKey, DROP, DropKey, EFFECTS, EffectKey};

impl Lints<'_, '_> {
    pub(super) fn idle_hands(&self, world: &World<'_, '_>) {
        if world.open || self.facts.rules.drops.is_empty() {
            return;
        }
        let anything = Side::ALL
            .into_iter()
            .any(|side| world.held(side).next().is_some())
            || self
                .facts
                .rules
                .drops
                .iter()
                .any(|drop| drop.endless || drop.outside);
        // Hands that are always empty are another warning.
        if !anything {
            return;
        }
        for block in &self.facts.declared.drops {
            if let Some((key, message)) = self.idle_drop(world, block) {
                let mut entries = block.at.node.entries.iter();
                let entry =
                    key.and_then(|key| entries.find(|entry| DROP.get(&entry.key.value) == Some(&key)));
                let span = entry.map_or(block.at.node.keyword.span, |entry| entry.span);
                let help = "name pieces that come to a hand and squares where they may stand, or leave the block out";
                self.add(
                    warning("F0343", block.at.place(span), message).help(help),
                    &self.causes(),
                );
            }
        }
        self.kept(world);
    }

    /// The drops that a block gives, not a later one.
    pub(super) fn given(&self, block: &DropBlock<'_>) -> Vec<&Drop> {
        let last = |drop: &&Drop| {
            let covers = |b: &&DropBlock<'_>| b.sides[drop.side] && b.covers(&drop.piece);
            let last = self.facts.declared.drops.iter().rev().find(covers);
            last.is_some_and(|last| std::ptr::eq(last.at.node, block.at.node))
        };
        self.facts.rules.drops.iter().filter(last).collect()
    }

    /// Why what a block says never happens.
    fn idle_drop(&self, world: &World<'_, '_>, block: &DropBlock<'_>) -> Option<(Option<DropKey>, String)> {
        let drops = self.given(block);
        if drops.is_empty() {
            return self.without_drops(block);
        }
        let held = |drop: &&Drop| {
            let taken = drop.hand.as_ref().unwrap_or(&drop.piece);
            drop.endless || drop.outside || world.holds(drop.side, taken)
        };
        if !block.all {
            for name in &block.names {
                let of = || drops.iter().copied().filter(|drop| drop.piece == name.value);
                if of().next().is_some() && !of().any(|drop| held(&drop)) {
                    return Some((None, format!("nobody ever has a `{}` in hand", name.value)));
                }
            }
        }
        for side in Side::ALL.into_iter().filter(|&side| block.sides[side]) {
            // A drop without squares is none.
            let whose = |side: Side, drop: &&Drop| drop.side == side && held(drop);
            let of = || drops.iter().copied().filter(|drop| whose(side, drop));
            let other = drops.iter().any(|drop| whose(side.other(), drop));
            let may_hold = drops
                .iter()
                .any(|drop| world.holds(side, drop.hand.as_ref().unwrap_or(&drop.piece)));
            if of().next().is_none() && other && may_hold {
                let message = format!(
                    "{} drops nothing: there are no such squares for it",
                    capital(side)
                );
                return Some((Some(DropKey::On), message));
            }
            let gated = |drop: &Drop| !drop.gate.0.is_empty();
            let stand = world_start(self, side);
            if of().next().is_some() && of().all(gated) && !of().any(|drop| self.set(&drop.gate).meets(stand))
            {
                let message = format!(
                    "nothing ever enters for {}: no piece of it starts on such a square",
                    capital(side)
                );
                return Some((Some(DropKey::Gate), message));
            }
        }
        let never = |drop: &&Drop| self.never_dropped(world, drop);
        let whys: Option<Vec<(DropKey, String)>> = drops.iter().map(never).collect();
        let (key, why) = whys?.into_iter().next()?;
        Some((Some(key), format!("nothing is dropped: {why}")))
    }

    /// Why a block gives no drops.
    fn without_drops(&self, block: &DropBlock<'_>) -> Option<(Option<DropKey>, String)> {
        let later = self.facts.declared.drops.iter().rev();
        let mut later = later.take_while(|other| !std::ptr::eq(other.at.node, block.at.node));
        let hidden = later.any(|other| other.all || block.names.iter().all(|name| other.covers(&name.value)));
        let told = block.at.source == OWN && block.without.is_empty();
        let has = |side: Side, name: &str| {
            let piece = self.facts.rules.pieces.get(name);
            block.sides[side] && piece.is_some_and(|piece| piece.letter[side].is_some())
        };
        let mut sides = Side::ALL.into_iter();
        let named = sides.any(|side| block.names.iter().any(|name| has(side, &name.value)));
        let (key, message) = match hidden {
            true => (
                None,
                "this never holds: a later block is about all these pieces, and the last one counts",
            ),
            false if named => (Some(DropKey::On), "nothing is dropped: there are no such squares"),
            false => return None,
        };
        told.then(|| (key, message.to_owned()))
    }

    /// Why the condition of a drop never holds.
    fn never_dropped(&self, world: &World<'_, '_>, drop: &Drop) -> Option<(DropKey, String)> {
        let scene = world.dropped(drop);
        let (first, zone) = (self.set(&drop.first), self.set(&drop.zone));
        if !first.is_empty() {
            let apart = !zone.is_empty() && (first & zone).is_empty();
            let why = "while one of these squares is empty, it may stand nowhere else";
            return apart.then(|| (DropKey::First, why.to_owned()));
        }
        let present = &drop.condition.present;
        let whys: Option<Vec<String>> = present.iter().map(|group| scene.missing(group)).collect();
        if let Some(why) = whys.and_then(|whys| whys.into_iter().next()) {
            return Some((DropKey::While, why));
        }
        if drop.no_check
            && !present.is_empty()
            && present.iter().all(|group| world.is_check(drop.side, group))
        {
            let why = "that would give check, which the drop may not: `check: no`";
            return Some((DropKey::While, why.to_owned()));
        }
        if !present.is_empty() && present.iter().all(|group| drop.condition.absent.contains(group)) {
            let why = "the same is asked for and excluded";
            return Some((DropKey::Unless, why.to_owned()));
        }
        let mut absent = drop.condition.absent.iter();
        absent
            .any(|group| scene.always(group))
            .then(|| (DropKey::Unless, "there always is such a piece".to_owned()))
    }

    /// Kinds that come to a hand and stay there.
    fn kept(&self, world: &World<'_, '_>) {
        let rules = self.facts.rules;
        // Promotions may take pieces from hands.
        if rules.promotions.iter().any(|promotion| promotion.hand.is_some()) {
            return;
        }
        // Captured pieces may come to hands as their former kinds.
        let demoted = rules.acts().any(|act| act.facts().demoted);
        let turned = |name: &str| {
            let promoted = rules.promotions.iter().any(|p| p.to.iter().any(|to| to == name));
            let faced = rules.drops.iter().any(|drop| {
                drop.hand.is_some() && (drop.piece == name || drop.hand.as_deref() == Some(name))
            });
            demoted && (promoted || faced)
        };
        // The game is over when such a piece is in a hand.
        let decided = |name: &str| {
            rules.end.goals.iter().any(|goal| {
                matches!(&goal.condition, GoalCondition::Extinct(extinct) if extinct.pieces.iter().any(|kind| kind == name))
            })
        };
        let leaves = |side: Side, name: &str| {
            if turned(name) || decided(name) {
                return true;
            }
            let mut drops = rules.drops.iter().filter(|drop| drop.side == side);
            drops.any(|drop| drop.hand.as_deref().unwrap_or(&drop.piece) == name)
        };
        let kept = |side: Side| -> Vec<String> {
            let all = world.held(side).filter(|name| !leaves(side, name));
            all.map(|name| format!("`{name}`")).collect()
        };
        let (white, black) = (kept(Side::White), kept(Side::Black));
        let (whose, names) = match (white.is_empty(), black.is_empty()) {
            (true, true) => return,
            (false, true) => ("White", white),
            (true, false) => ("Black", black),
            (false, false) => ("a side", white),
        };
        let Some(place) = self.hand_place() else { return };
        let message = format!(
            "a {} that comes to {whose}'s hand is never dropped",
            names.join(" or ")
        );
        let help = "say where it may be dropped, or send only other pieces to hands";
        self.add(warning("F0344", place, message).help(help), &self.causes());
    }

    /// The place of the rule by which a piece comes to a hand.
    fn hand_place(&self) -> Option<Place> {
        let mut blocks = self.facts.declared.effects.iter();
        let told = blocks.find_map(|block| {
            let mut entries = block.at.node.entries.iter();
            let entry =
                entries.find(|entry| EFFECTS.get(&entry.key.value) == Some(&EffectKey::Act(ActKey::Hand)))?;
            Some(block.at.place(entry.span))
        });
        told.or_else(|| {
            let block = self.facts.declared.drops.last()?;
            Some(block.at.place(block.at.node.keyword.span))
        })
    }
}

/// The squares of a side's pieces at the start.
fn world_start(lints: &Lints<'_, '_>, side: Side) -> U256 {
    let pieces = lints
        .facts
        .start
        .pieces
        .iter()
        .filter(|(_, piece)| piece.0 == side);
    pieces.fold(U256::EMPTY, |set, (&square, _)| set | U256::bit(square))
}

impl<'a, 'r> World<'a, 'r> {
    /// Conditions asked of a drop once the piece stands there.
    pub(super) fn dropped(&self, drop: &Drop) -> Scene<'_, 'a, 'r> {
        let movers = Kinds::Only(vec![drop.piece.clone()]);
        let scene = Scene::anywhere(self, drop.side, Some(Event::Drop), movers, false);
        let targets = match drop.slides {
            Some(_) => self.all(),
            None => self.set(&drop.zone) | self.set(&drop.gate) | self.set(&drop.first),
        };
        Scene {
            earlier: Vec::new(),
            targets,
            ..scene
        }
    }
}
