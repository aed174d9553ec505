//! Royalty and other restrictions of moves.

use super::{Declaration, Topic, per_side, sets};
use crate::rules::{PerSide, Ruleset};
use crate::vocabulary::{
    PASSES, ROYAL_ATTACKS, ROYAL_RULES, ROYALTY, RULES, RoyaltyKey, RulesKey, SIDES, YES_NO,
};

/// The entries of `royalty` and `rules`.
pub(super) fn declarations(rules: &Ruleset) -> Vec<Declaration> {
    let limits = &rules.restrictions;
    let royal = per_side(&rules.royalty.rule, |rule| ROYAL_RULES.word(rule).to_owned());
    let mut list = vec![Declaration::entry(
        Topic::Rule,
        "royalty",
        ROYALTY.word(&RoyaltyKey::Rule),
        royal,
    )];
    if !rules.royalty.attack.is_by_paths() {
        list.push(Declaration::entry(
            Topic::Rule,
            "royalty",
            ROYALTY.word(&RoyaltyKey::Attack),
            ROYAL_ATTACKS.word(&rules.royalty.attack).to_owned(),
        ));
    }
    for key in RULES.iter() {
        let text = match &key.means {
            RulesKey::Sides(rule) => {
                let sides = (rule.get)(limits);
                if rule.rare && sides == PerSide::both(rule.usual) {
                    continue;
                }
                sides_that(&sides)
            }
            RulesKey::Pass => per_side(&limits.pass, |pass| PASSES.word(pass).to_owned()),
            RulesKey::EnPassant => match &rules.en_passant {
                None => "all".to_owned(),
                Some(squares) => sets(squares, &rules.board),
            },
        };
        list.push(Declaration::entry(Topic::Rule, "rules", key.word, text));
    }
    list
}

/// `yes`, `no`, `white` or `black`.
fn sides_that(sides: &PerSide<bool>) -> String {
    let side = SIDES
        .iter()
        .find(|side| sides[side.means] && !sides[side.means.other()]);
    side.map_or_else(|| YES_NO.word(&sides.white), |side| side.word)
        .to_owned()
}
