//! Uses of mechanics of which nothing ever follows.

use super::super::super::report::warning;
use super::super::Lints;
use super::acts::nothing_meant;
use super::scene::Scene;
use super::world::World;
use crate::rules::{Act, Effect, Group, HookUse, Restrictions, Side};

/// Why none of an effect's acts is about anything.
fn idle(effect: &Effect, scene: &Scene<'_, '_, '_>) -> Option<String> {
    let whys: Option<Vec<String>> = effect.acts.iter().map(|act| wholly_idle(act, scene)).collect();
    whys?.into_iter().next()
}

/// Why nothing that an act names is ever there.
fn wholly_idle(act: &Act, scene: &Scene<'_, '_, '_>) -> Option<String> {
    let each = |groups: &[Group]| -> Option<String> {
        let whys: Option<Vec<String>> = groups.iter().map(|group| scene.missing(group)).collect();
        whys?.into_iter().next()
    };
    let facts = act.facts();
    match facts.squares {
        [_, _, ..] => None,
        [] if facts.pieces.len() > 1 => each(facts.pieces),
        _ => Some(nothing_meant(act, std::slice::from_ref(scene))?.1),
    }
}

impl Lints<'_, '_> {
    /// A use whose effects and powers never act, where it says nothing else.
    pub(super) fn idle_uses(&self, world: &World<'_, '_>, hook: &HookUse) {
        let Some(says) = &hook.says else { return };
        if !says.goals.is_empty() || world.open {
            return;
        }
        let said = (says.restrictions != Restrictions::default())
            .then(|| self.idle_restrictions(world, &says.restrictions));
        let mut uses = self
            .facts
            .declared
            .hooks
            .get(hook.name.as_str())
            .into_iter()
            .flatten();
        let Some(at) = uses.next().filter(|_| uses.next().is_none()) else {
            return;
        };
        let whys = says.effects.iter().map(|effect| {
            let mut sides = Side::ALL.into_iter().filter(|&side| effect.side[side]);
            let why = |side: Side| match world.never(effect, side) {
                Some((_, why)) => Some(why),
                None => idle(effect, &world.scene(effect, side, false)),
            };
            let first = sides.next().and_then(why)?;
            sides.all(|side| why(side).is_some()).then_some(first)
        });
        let powers = says
            .powers
            .iter()
            .map(|power| Some(world.idle_power(power, &[], &[])?.1));
        let whys: Option<Vec<String>> = said.into_iter().chain(whys).chain(powers).collect();
        let Some(why) = whys.and_then(|whys| whys.into_iter().next()) else {
            return;
        };
        let message = format!("nothing ever follows from this: {why}");
        let help = format!(
            "give it other values, or leave it out; `ferz hooks {}` says what it does",
            hook.name
        );
        self.add(
            warning("F0309", at.place(at.node.span), message).help(help),
            &self.causes(),
        );
    }
}
