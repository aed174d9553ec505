//! What hooks have to say about their uses.

use super::super::report::warning;
use super::{Lints, OWN};
use crate::hooks::{self, About};
use std::collections::HashMap;

impl Lints<'_, '_> {
    pub(super) fn hooks(&self) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let facts = self.facts;
        for hook in &facts.rules.hooks {
            let index = counts.entry(hook.name.as_str()).or_insert(0);
            let uses = facts.declared.hooks.get(hook.name.as_str());
            let declaration = uses.and_then(|uses| uses.get(*index)).copied();
            *index += 1;
            let (Some(info), Some(at)) = (hooks::get(&hook.name), declaration) else {
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
                let own_piece = self.members.iter().find(|m| m.is_own() && m.piece.royal[m.side]);
                let own_piece = own_piece.map(|m| m.place()).filter(|p| p.source == OWN);
                let causes: Vec<_> = own_piece.into_iter().chain(self.causes()).collect();
                self.add(warning(code, place, remark.message).help(help), &causes);
            }
        }
    }
}
