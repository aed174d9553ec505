//! The sections `royalty` and `rules`.

use super::merge::Declared;
use super::report::Report;
use super::squares::Grounds;
use crate::board::Bits;
use crate::rules::{Pass, PerSide, Restrictions, RoyalRule, Royalty, Squares};

/// Lowers `royalty`.
pub(super) fn royalty(declared: &Declared<'_>, report: &Report<'_>) -> Royalty {
    let mut royalty = Royalty {
        rule: PerSide::both(RoyalRule::All),
    };
    let rules = [
        ("all", RoyalRule::All),
        ("any", RoyalRule::Any),
        ("fewer", RoyalRule::Fewer),
    ];
    for (&key, &entry) in &declared.royalty {
        match key {
            "rule" => {
                if let Some(rule) = report.choice_per_side(entry, &rules, RoyalRule::All) {
                    royalty.rule = rule;
                }
            }
            _ => report.unknown_key(entry, "`royalty`", &["rule"]),
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
    let passes = [
        ("never", Pass::Never),
        ("forced", Pass::Forced),
        ("allowed", Pass::Allowed),
    ];
    for (&key, &entry) in &declared.rules {
        match key {
            "must-capture" => restrictions.must_capture = report.sides_that(entry).unwrap_or_default(),
            "no-check" => restrictions.no_check = report.sides_that(entry).unwrap_or_default(),
            "pass" => {
                restrictions.pass = report
                    .choice_per_side(entry, &passes, Pass::Never)
                    .unwrap_or_default();
            }
            "en-passant" => {
                let Some(grounds) = grounds else { continue };
                let Some(sets) = grounds.union_of(entry.source, &entry.node.values) else {
                    continue;
                };
                if sets.white.is_empty() && sets.black.is_empty() {
                    let place = entry.place(entry.node.span);
                    report.add(super::report::error("F0252", place, "there are no such squares"));
                }
                let all = grounds.topology.squares();
                if sets.white != all || sets.black != all {
                    en_passant = Some(grounds.names_per_side(sets));
                }
            }
            _ => report.unknown_key(
                entry,
                "`rules`",
                &["must-capture", "no-check", "pass", "en-passant"],
            ),
        }
    }
    (restrictions, en_passant)
}
