//! The sections `royalty` and `rules`.

use super::declared::Declared;
use super::report::Report;
use super::squares::Grounds;
use crate::board::Bits;
use crate::rules::{Pass, PerSide, Restrictions, RoyalAttack, RoyalRule, Royalty, Squares};
use crate::vocabulary::{PASSES, ROYAL_ATTACKS, ROYAL_RULES, ROYALTY, RULES, RoyaltyKey, RulesKey};

/// Lowers `royalty`.
pub(super) fn royalty(declared: &Declared<'_>, report: &Report<'_>) -> Royalty {
    let mut royalty = Royalty {
        rule: PerSide::both(RoyalRule::All),
        attack: RoyalAttack::Paths,
    };
    for (&key, &entry) in &declared.royalty {
        match ROYALTY.get(key) {
            Some(RoyaltyKey::Rule) => {
                if let Some(rule) = report.choice_per_side(entry, ROYAL_RULES, RoyalRule::All) {
                    royalty.rule = rule;
                }
            }
            Some(RoyaltyKey::Attack) => {
                let attack = report
                    .single(entry)
                    .and_then(|value| report.choose(value, ROYAL_ATTACKS));
                royalty.attack = attack.unwrap_or_default();
            }
            None => report.unknown_key(entry, "`royalty`", ROYALTY),
        }
    }
    royalty
}

/// Lowers `rules`: restrictions, and where en passant is possible.
pub(super) fn rules<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
) -> (Restrictions, Option<PerSide<Squares>>) {
    let mut restrictions = Restrictions::default();
    let mut en_passant = None;
    for (&key, &entry) in &declared.rules {
        match RULES.get(key) {
            Some(RulesKey::Sides(rule)) => {
                let sides = report.sides_that(entry).unwrap_or(PerSide::both(rule.usual));
                (rule.set)(&mut restrictions, sides);
            }
            Some(RulesKey::Pass) => {
                restrictions.pass = report
                    .choice_per_side(entry, PASSES, Pass::Never)
                    .unwrap_or_default();
            }
            Some(RulesKey::EnPassant) => {
                let Some(grounds) = grounds else { continue };
                let Some(sets) = grounds.union_of(entry.source, &entry.node.values) else {
                    continue;
                };
                if sets.white.is_empty() && sets.black.is_empty() {
                    let place = entry.place(entry.node.span);
                    report.add(
                        super::report::error("F0252", place, "there are no such squares")
                            .help("`&` is what both sets have, `|` what either has"),
                    );
                }
                let all = grounds.topology.squares();
                if sets.white != all || sets.black != all {
                    en_passant = Some(grounds.names_per_side(sets));
                }
            }
            None => report.unknown_key(entry, "`rules`", RULES),
        }
    }
    (restrictions, en_passant)
}
