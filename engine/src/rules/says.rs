//! Mechanics that are written in the language.

use super::{Effect, Goal, Pass, PerSide, Power, Restrictions, Ruleset};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What one use of a mechanic says that is written in the language, its parameters filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Says {
    /// Its parameters in order, and what their values are, as written.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub types: IndexMap<String, String>,
    /// Whether it is the author's, not one that comes with ferz.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// Further restrictions of the moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restrictions: Restrictions,
    /// Pieces that move otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Power>,
    /// What follows from moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// How the game ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Goal>,
}

fn is_default(restrictions: &Restrictions) -> bool {
    *restrictions == Restrictions::default()
}

impl Says {
    /// Adds what another one says behind it.
    pub fn join(&mut self, more: Self) {
        self.restrictions.join(&more.restrictions);
        self.powers.extend(more.powers);
        self.effects.extend(more.effects);
        self.goals.extend(more.goals);
    }
}

impl Restrictions {
    /// Adds others: what either forbids or demands is so.
    pub fn join(&mut self, more: &Self) {
        let either = |one: PerSide<bool>, other: PerSide<bool>| {
            PerSide::new(one.white || other.white, one.black || other.black)
        };
        let pass = |one: Pass, other: Pass| if one == Pass::Never { other } else { one };
        let Self {
            must_capture,
            no_captures,
            no_check,
            bikjang,
            pass: passes,
        } = self;
        *must_capture = either(*must_capture, more.must_capture);
        *no_captures = either(*no_captures, more.no_captures);
        *no_check = either(*no_check, more.no_check);
        *bikjang = either(*bikjang, more.bikjang);
        *passes = PerSide::new(
            pass(passes.white, more.pass.white),
            pass(passes.black, more.pass.black),
        );
    }
}

impl Ruleset {
    /// The same rules with what mechanics in the language say as rules of their own, before those that are written
    /// beside them. This is what is played.
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
