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
    let pass = per_side(&limits.pass, |pass| PASSES.word(pass).to_owned());
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
    let mut entry = |key, text: String| {
        list.push(Declaration::entry(Topic::Rule, "rules", RULES.word(&key), text));
    };
    entry(RulesKey::MustCapture, sides_that(&limits.must_capture));
    if !limits.no_captures.is_default() {
        let may = PerSide::new(!limits.no_captures.white, !limits.no_captures.black);
        entry(RulesKey::Captures, sides_that(&may));
    }
    entry(RulesKey::NoCheck, sides_that(&limits.no_check));
    entry(RulesKey::Pass, pass);
    if limits.bikjang {
        entry(RulesKey::Bikjang, YES_NO.word(&true).to_owned());
    }
    entry(
        RulesKey::EnPassant,
        match &rules.en_passant {
            None => "all".to_owned(),
            Some(squares) => sets(squares, &rules.board),
        },
    );
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
