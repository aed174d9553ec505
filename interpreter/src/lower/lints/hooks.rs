//! The remarks of hooks on their uses.

use super::super::declared::MechanicPart;
use super::super::report::{At, warning};
use super::super::values::capital;
use super::{Facts, Lints, OWN};
use crate::board::Bits as _;
use crate::hooks::{self, About};
use crate::rules::{
    Act, ActFacts, Area, Fate, Goal, GoalCondition, Group, HookUse, Join, Kinds, Movement, Owner,
    RoyalAttack, Side,
};
use crate::vocabulary::{ActKey, EFFECTS, EffectKey};
use ferz_grammar::ast::{Declaration, UseDecl};
use ferz_grammar::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

impl Lints<'_, '_> {
    pub(super) fn hooks(&self) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let facts = self.facts;
        for hook in &facts.rules.hooks {
            let index = counts.entry(hook.name.as_str()).or_insert(0);
            let uses = facts.declared.hooks.get(hook.name.as_str());
            let declaration = uses.and_then(|uses| uses.get(*index)).copied();
            *index += 1;
            let Some(at) = declaration else { continue };
            self.written(hook, at);
            let Some(info) = hooks::get(&hook.name) else {
                continue;
            };
            for remark in (info.remarks)(&hook.parameters, facts.rules, facts.topology) {
                let argument = remark.parameter.and_then(|parameter| {
                    let mut arguments = at.node.arguments.iter();
                    arguments.find(|a| a.key.as_ref().is_some_and(|k| k.value == parameter))
                });
                let place = at.place(argument.map_or(at.node.span, |a| a.span));
                let (code, help) = match remark.about {
                    About::Effect => ("F0309", format!("`ferz hooks {}` says what it does", info.name)),
                    About::Goal(help) => ("F0324", help.to_owned()),
                };
                self.remark(warning(code, place, remark.message).help(help));
            }
        }
    }

    /// Something about a use, which a royal of the file may be the cause of.
    fn remark(&self, remark: Diagnostic) {
        let own_piece = self.members.iter().find(|m| m.is_own() && m.piece.royal[m.side]);
        let own_piece = own_piece.map(|m| m.place()).filter(|p| p.source == OWN);
        let causes: Vec<_> = own_piece.into_iter().chain(self.causes()).collect();
        self.add(remark, &causes);
    }

    /// Uses of a mechanic written in the language that are surely mistakes.
    fn written(&self, hook: &HookUse, at: At<'_, UseDecl>) {
        let Some(says) = &hook.says else { return };
        let idle = |message: String| {
            let help = format!("`ferz hooks {}` says what it does", hook.name);
            self.remark(warning("F0309", at.place(at.node.span), message).help(help));
        };
        let royal = |side: Side| self.facts.rules.pieces.values().any(|piece| piece.royal[side]);
        if !says.restrictions.apart.is_default()
            && let Some(side) = Side::ALL.into_iter().find(|&side| !royal(side))
        {
            idle(format!(
                "this has no effect: {} has no royal piece",
                capital(side)
            ));
        }
        if says.restrictions.exchange.iter().any(|pair| pair.of == pair.with) {
            idle("two pieces of one kind that change places are the same position".to_owned());
        }
        let apart = |goal: &Goal| matches!(&goal.condition, GoalCondition::Join(join) if join.touch && !self.can_touch(join));
        if says.goals.iter().any(apart) {
            idle("this has no effect: no square of one set touches one of the other".to_owned());
        }
        let acts = || {
            says.effects
                .iter()
                .flat_map(|effect| &effect.acts)
                .map(Act::facts)
        };
        let removed = acts().flat_map(removed);
        let lost = removed.into_iter().find_map(|group| self.removed_royal(group));
        let remark = if let Some(royal) = lost {
            let message = format!(
                "`{}` may remove the `{royal}`, and no goal says that its side has lost",
                hook.name
            );
            Some((message, format!("say it in `end`: `exploded: extinct {royal}`")))
        } else if acts().any(|act| act.fate == Fate::OtherSide) {
            let is_royal = |side: Side| {
                self.facts
                    .rules
                    .pieces
                    .iter()
                    .find(|(_, piece)| piece.royal[side])
            };
            let royal = Side::ALL.into_iter().find_map(is_royal);
            royal.map(|(royal, _)| {
                let message = format!("the `{royal}` is royal, and royal pieces do not change sides");
                let help = format!(
                    "declare it without `royal`, and say in `end` who loses: `converted: extinct {royal}`"
                );
                (message, help)
            })
        } else {
            None
        };
        if let Some((message, help)) = remark {
            self.remark(warning("F0324", at.place(at.node.span), message).help(help));
        }
    }

    /// The same of the effects that the file itself writes down.
    pub(super) fn removed_royals(&self) {
        for (block, effect) in self.facts.declared.effects.iter().zip(&self.facts.rules.effects) {
            let mut removed = effect.acts.iter().map(Act::facts).flat_map(removed);
            let Some(royal) = removed.find_map(|group| self.removed_royal(group)) else {
                continue;
            };
            let mut entries = block.at.node.entries.iter();
            let entry =
                entries.find(|entry| EFFECTS.get(&entry.key.value) == Some(&EffectKey::Act(ActKey::Remove)));
            let place = block
                .at
                .place(entry.map_or(block.at.node.keyword.span, |entry| entry.span));
            let message = format!("this may remove the `{royal}`, and no goal says that its side has lost");
            let help = format!("say it in `end`: `exploded: extinct {royal}`");
            self.remark(warning("F0324", place, message).help(help));
        }
    }

    /// Whether two squares of the sets are neighbours.
    fn can_touch(&self, join: &Join) -> bool {
        let topology = self.facts.topology;
        let mut first = join.zone.0.iter().filter_map(|name| topology.square(name));
        first.any(|square| {
            let neighbours = topology.neighbours(square);
            let mut beside = neighbours.squares();
            beside.any(|n| join.with.0.iter().any(|name| name == topology.name(n)))
        })
    }

    /// A royal that an effect removes on a square where no move starts or ends, without a goal that
    /// names the loser.
    fn removed_royal(&self, group: &Group) -> Option<&str> {
        let elsewhere = match &group.on {
            Area::At(_) => false,
            Area::Around(movement, _) | Area::Reach(movement, _) => *movement != Movement::none(),
            _ => true,
        };
        // Any piece that could remove it attacks it then, and the end is mate.
        if self.facts.rules.royalty.attack == RoyalAttack::Turns {
            return None;
        }
        // A move that would cost its own side a royal cannot be made.
        let harmless =
            matches!(group.owner, Owner::Empty | Owner::Friend) && !self.facts.rules.royalty.sacrifice;
        if !elsewhere || harmless || group.owner == Owner::Empty {
            return None;
        }
        let rules = self.facts.rules;
        let is_meant = |name: &String| match &group.kinds {
            Kinds::All => true,
            Kinds::Only(names) => names.contains(name),
            Kinds::Except(names) => !names.contains(name),
        };
        let undecided = |side: Side| {
            let is_goal = |name: &String| {
                rules.end.goals.iter().any(|goal| {
                    let extinct = matches!(&goal.condition, GoalCondition::Extinct(extinct) if extinct.pieces.contains(name));
                    goal.side == side && extinct
                })
            };
            let mut royals = rules.pieces.iter().filter(|(_, piece)| piece.royal[side]);
            royals.find(|(name, _)| is_meant(name) && !is_goal(name))
        };
        let (name, _) = Side::ALL.into_iter().find_map(undecided)?;
        Some(name)
    }

    /// Mechanics of the file without a use.
    pub(super) fn unused_mechanics(&self) {
        for (name, part) in &self.facts.declared.mechanics {
            if part.at.source != OWN || self.used_mechanics.contains(name) {
                continue;
            }
            let place = part.at.place(part.at.node.name.span);
            let warned = warning("F0360", place, format!("the mechanic `{name}` is never used"));
            self.add(warned.help(format!("write `use {name}`, or remove it")), &[]);
        }
    }
}

/// The mechanics that the rules, or other mechanics, use.
pub(super) fn used_mechanics<'a>(facts: &Facts<'a, '_>) -> HashSet<&'a str> {
    let mut used: HashSet<&str> = facts.declared.hooks.keys().copied().collect();
    for part in facts.declared.mechanics.values() {
        used.extend(part.at.node.body.iter().filter_map(|inner| match inner {
            Declaration::Use(hook) => Some(hook.hook.value.as_str()),
            _ => None,
        }));
    }
    used
}

/// The words in the blocks of mechanics.
pub(super) fn words_of_mechanics<'a>(facts: &Facts<'a, '_>) -> HashSet<&'a str> {
    let block = |part: &MechanicPart<'a>| {
        let source = facts.files.sources.get(part.at.source.0 as usize)?;
        let span = part.at.node.span;
        source.text.get(span.start..span.end)
    };
    let blocks = facts.declared.mechanics.values().filter_map(block);
    let words = |block: &'a str| {
        let words = ferz_grammar::tokens(block).into_iter();
        words.filter_map(|word| block.get(word.span.start..word.span.end))
    };
    blocks.flat_map(words).collect()
}

/// The pieces that an act takes off the board for good.
fn removed(act: ActFacts<'_>) -> &[Group] {
    match act.fate {
        Fate::Gone if !act.to_hand => act.pieces,
        _ => &[],
    }
}
