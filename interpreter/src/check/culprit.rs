//! Which block of a file rules cannot be compiled with.

use crate::engine::Variant;
use crate::rules::Ruleset;
use ferz_grammar::ast::{Declaration, SectionDecl, SourceFile};
use ferz_grammar::span::Span;

/// Files with more blocks are not searched.
const MOST: usize = 60;

/// The first word of the last block of the file without which the rules pass a test.
pub(super) fn culprit(tree: &SourceFile, rules: &Ruleset, test: &dyn Fn(&Variant) -> bool) -> Option<Span> {
    let compiles = |change: &dyn Fn(&mut Ruleset)| {
        let mut rules = rules.clone();
        change(&mut rules);
        Variant::new(rules).is_ok_and(|variant| test(&variant))
    };
    let sections = |keyword: &'static str| -> Vec<&SectionDecl> {
        let all = tree.declarations.iter().rev();
        all.filter_map(|declaration| match declaration {
            Declaration::Section(d) if d.keyword.value == keyword => Some(d),
            _ => None,
        })
        .collect()
    };
    let (effects, powers) = (sections("on"), sections("power"));
    if effects.len() + powers.len() > MOST {
        return None;
    }
    // Effects of the file itself stand behind those that it takes over.
    let numbered = effects.iter().zip((0..rules.effects.len()).rev());
    for (block, number) in numbered {
        if compiles(&|rules| drop(rules.effects.remove(number))) {
            return Some(block.keyword.span);
        }
    }
    for block in powers {
        let name = block.arguments.last().map_or("", |name| name.value.as_str());
        if compiles(&|rules| rules.powers.retain(|power| power.name != name)) {
            return Some(block.keyword.span);
        }
    }
    let last = |keyword| sections(keyword).first().map(|block| block.keyword.span);
    if compiles(&|rules| rules.walls = None) {
        return last("walls");
    }
    compiles(&|rules| rules.control = None)
        .then(|| last("control"))
        .flatten()
}
