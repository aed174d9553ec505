//! Royalty and other restrictions of moves.

use super::kinds::{closed, kinds};
use super::{Declaration, Topic, per_side, sets};
use crate::rules::{Absorb, Avenge, Exchange, Movement, PerSide, Recall, Ruleset, Side};
use crate::vocabulary::{
    AND, FOR, FROM, LATE, PASSES, ROYAL_ATTACKS, ROYAL_RULES, ROYALTY, RULES, RoyaltyKey, RulesKey, SIDES,
    WITHIN, YES_NO,
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
    if rules.royalty.sacrifice {
        let key = ROYALTY.word(&RoyaltyKey::Sacrifice);
        let yes = YES_NO.word(&true).to_owned();
        list.push(Declaration::entry(Topic::Rule, "royalty", key, yes));
    }
    if rules.royalty.no_trade {
        let key = ROYALTY.word(&RoyaltyKey::Trade);
        let no = YES_NO.word(&false).to_owned();
        list.push(Declaration::entry(Topic::Rule, "royalty", key, no));
    }
    for key in RULES.iter() {
        let text = match &key.means {
            RulesKey::Sides(rule) => {
                let sides = rule.get(limits);
                if rule.rare && sides == PerSide::both(rule.reversed) {
                    continue;
                }
                sides_that(&sides)
            }
            RulesKey::LatePromotions if limits.late_promotions.is_default() => continue,
            RulesKey::LatePromotions => per_side(&limits.late_promotions, |late| LATE.word(late).to_owned()),
            RulesKey::Pass => per_side(&limits.pass, |pass| PASSES.word(pass).to_owned()),
            RulesKey::EnPassant => match &rules.en_passant {
                None => "all".to_owned(),
                Some(squares) => sets(squares, &rules.board),
            },
            key => match ways(key, rules) {
                Some(text) => text,
                None => continue,
            },
        };
        list.push(Declaration::entry(Topic::Rule, "rules", key.word, text));
    }
    list
}

/// The entry about the ways of pieces and about pieces beside the board; `None` if the rules have
/// none.
fn ways(key: &RulesKey, rules: &Ruleset) -> Option<String> {
    let limits = &rules.restrictions;
    let beyond = &limits.beyond;
    let exchange = |pair: &Exchange| format!("{} {} {}", pair.of, AND.word(&()), pair.with);
    let absorb = |one: &Absorb| {
        let (by, of) = (kinds(&one.by), one.of.join(" | "));
        format!("{} {} {}", closed(&by), FROM.word(&()), closed(&of))
    };
    let recall = |one: &Recall| format!("{} {} {}", one.by, FOR.word(&()), one.of);
    let avenge = |one: &Avenge| {
        let of = closed(&one.of.join(" | "));
        format!("{of} {} {}", WITHIN.word(&()), one.within)
    };
    let list: Vec<String> = match key {
        RulesKey::Apart => {
            let apart = (!limits.apart.is_default()).then(|| apart(rules));
            apart.into_iter().collect()
        }
        RulesKey::Exchange => limits.exchange.iter().map(exchange).collect(),
        RulesKey::Absorb => limits.absorb.iter().map(absorb).collect(),
        RulesKey::Carry => beyond.carry.clone(),
        RulesKey::Pool => beyond.pool.iter().map(kinds).collect(),
        RulesKey::Recall => beyond.recall.iter().map(recall).collect(),
        RulesKey::Avenge => beyond.avenge.iter().map(avenge).collect(),
        RulesKey::Regents => beyond.regents.clone(),
        RulesKey::Sides(_) | RulesKey::LatePromotions | RulesKey::Pass | RulesKey::EnPassant => Vec::new(),
    };
    (!list.is_empty()).then(|| list.join(", "))
}

/// `yes`, `no`, `white` or `black`.
fn sides_that(sides: &PerSide<bool>) -> String {
    let side = SIDES
        .iter()
        .find(|side| sides[side.means] && !sides[side.means.other()]);
    side.map_or_else(|| YES_NO.word(&sides.white), |side| side.word)
        .to_owned()
}

/// `ride vertical`, `white (king | ride vertical), black (king)`.
fn apart(rules: &Ruleset) -> String {
    let apart = &rules.restrictions.apart;
    let text = |movement: &Movement| super::movement(movement, &rules.board);
    if let (Some(white), true) = (&apart.white, apart.white == apart.black) {
        let text = text(white);
        let first = text.split(' ').next().unwrap_or_default();
        // A side in front would be the one whose moves are meant.
        return match SIDES.has(first) {
            true => format!("({text})"),
            false => text,
        };
    }
    let sides = Side::ALL.into_iter();
    let words = sides.filter_map(|side| Some(format!("{} ({})", side.name(), text(apart[side].as_ref()?))));
    words.collect::<Vec<_>>().join(", ")
}
