//! Whether a text can ever act: whether its event happens, its condition holds, and its acts change
//! anything.

mod acts;
mod costs;
mod course;
mod effects;
mod hands;
mod limits;
mod meeting;
mod mover;
mod order;
mod powers;
mod promotions;
mod rules;
mod scene;
mod squares;
mod stands;
mod starts;
mod turns;
mod uses;
mod usual;
mod world;

use super::Lints;
use crate::rules::{PerSide, Side};
use world::World;

impl Lints<'_, '_> {
    /// Everything that can never act. Texts with very many effects are left alone, since each is
    /// compared with the others.
    pub(super) fn acting(&self) {
        const MOST: usize = 400;
        if self.facts.rules.effects.len() + self.facts.rules.powers.len() > MOST {
            return;
        }
        let held = |side: Side| self.held(side).map(str::to_owned).collect();
        let world = World::new(self.facts, PerSide::new(held(Side::White), held(Side::Black)));
        self.idle_effects(&world);
        self.idle_powers(&world);
        self.idle_rules(&world);
        self.idle_turns(&world);
        self.idle_hands(&world);
        self.idle_promotions_of_blocks(&world);
        self.idle_limits(&world);
        self.usual_entries();
        self.usual_options();
    }
}
