//! Mechanics that are written in the language, as the rules that they add. Does not know their
//! text: they are lowered before.

use super::{Effect, Goal, Power, Restrictions, Ruleset};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The rules of one use of a mechanic that is written in the language, its parameters filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Says {
    /// The parameters in order, and their values, as written.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub types: IndexMap<String, String>,
    /// Whether it is the author's own, not one that comes with ferz.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// Further restrictions of the moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restrictions: Restrictions,
    /// Pieces that move differently.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Power>,
    /// The effects of moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The endings of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Goal>,
}

fn is_default(restrictions: &Restrictions) -> bool {
    *restrictions == Restrictions::default()
}

impl Says {
    /// The key of positions that belongs to it, if it makes pieces remember something.
    pub fn position_key(&self) -> Option<&'static str> {
        self.restrictions.position_key()
    }

    /// Whether pieces move in ways that their movements do not show, or something follows from
    /// their moves.
    pub fn adds_ways(&self) -> bool {
        self.restrictions.adds_ways() || !self.powers.is_empty() || !self.effects.is_empty()
    }

    /// Adds the rules of another one behind these.
    pub fn join(&mut self, more: Self) {
        self.restrictions.join(&more.restrictions);
        self.powers.extend(more.powers);
        self.effects.extend(more.effects);
        self.goals.extend(more.goals);
    }
}

impl Ruleset {
    /// The same rules with the rules of mechanics in the language added, before those that are
    /// written beside them. These rules are played.
    pub fn dissolved(&self) -> Cow<'_, Self> {
        if self.hooks.iter().all(|hook| hook.says.is_none()) {
            return Cow::Borrowed(self);
        }
        let mut rules = self.clone();
        let mut all = Says::default();
        rules.hooks.retain_mut(|hook| match hook.says.take() {
            Some(says) => {
                all.join(*says);
                false
            }
            None => true,
        });
        rules.restrictions.join(&all.restrictions);
        rules.powers.splice(0..0, all.powers);
        rules.effects.splice(0..0, all.effects);
        rules.end.goals.splice(0..0, all.goals);
        Cow::Owned(rules)
    }
}
