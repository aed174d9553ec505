//! The sections `royalty` and `rules`.

use super::beyond;
use super::declared::Declared;
use super::effects::Reader;
use super::movement::Movements;
use super::report::{At, Place, Report, error};
use super::squares::Grounds;
use super::values::{alternatives, place_of, terms, word};
use crate::board::Bits;
use crate::rules::{
    Absorb, Exchange, Late, Movement, Pass, PerSide, Restrictions, RoyalAttack, RoyalRule, Royalty, Side,
    Squares,
};
use crate::vocabulary::{
    AND, FROM, LATE, PASSES, ROYAL_ATTACKS, ROYAL_RULES, ROYALTY, RULES, RoyaltyKey, RulesKey, SIDES, YES_NO,
};
use ferz_grammar::ast::{Entry, Expr};
use indexmap::IndexSet;

/// `absorb` takes over from at most this number of kinds.
const MAX_ABSORBED: usize = 8;

/// Lowers `royalty`.
pub(super) fn royalty(declared: &Declared<'_>, report: &Report<'_>) -> Royalty {
    let mut royalty = Royalty {
        rule: PerSide::both(RoyalRule::All),
        attack: RoyalAttack::Paths,
        sacrifice: false,
        no_trade: false,
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
            Some(RoyaltyKey::Sacrifice) => {
                let yes = report
                    .single(entry)
                    .and_then(|value| report.choose(value, YES_NO));
                royalty.sacrifice = yes == Some(true);
            }
            Some(RoyaltyKey::Trade) => {
                let trade = report
                    .single(entry)
                    .and_then(|value| report.choose(value, YES_NO));
                royalty.no_trade = trade == Some(false);
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
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> (Restrictions, Option<PerSide<Squares>>) {
    let mut restrictions = Restrictions::default();
    let mut en_passant = None;
    let reader = |source| Reader::new(declared, grounds, movements, report, source);
    for (&key, &entry) in &declared.rules {
        match RULES.get(key) {
            Some(RulesKey::Sides(rule)) => {
                let sides = report.sides_that(entry).unwrap_or(PerSide::both(rule.reversed));
                rule.set(&mut restrictions, sides);
            }
            Some(RulesKey::LatePromotions) => {
                restrictions.late_promotions = late(report, entry).unwrap_or_default();
            }
            Some(RulesKey::Pass) => {
                restrictions.pass = report
                    .choice_per_side(entry, PASSES, Pass::Never)
                    .unwrap_or_default();
            }
            Some(RulesKey::Apart) => {
                for value in &entry.node.values {
                    for (side, movement) in apart(&reader(entry.source), value) {
                        restrictions.apart[side] = Some(movement);
                    }
                }
            }
            Some(RulesKey::Exchange) if are_parted(&reader(entry.source), &entry.node.values) => {}
            Some(RulesKey::Exchange) => {
                let read = |value| exchange(&reader(entry.source), value);
                restrictions.exchange = entry.node.values.iter().filter_map(read).collect();
            }
            Some(RulesKey::Absorb) => {
                let read = |value| absorb(&reader(entry.source), value);
                restrictions.absorb = entry.node.values.iter().filter_map(read).collect();
                absorbed(report, entry, &restrictions.absorb);
            }
            Some(
                key @ (RulesKey::Carry
                | RulesKey::Pool
                | RulesKey::Recall
                | RulesKey::Avenge
                | RulesKey::Regents),
            ) => beyond::read(&reader(entry.source), key, entry, &mut restrictions.beyond),
            Some(RulesKey::EnPassant) => {
                let squares = grounds.and_then(|grounds| passing(grounds, entry, report));
                en_passant = squares.or(en_passant);
            }
            None => report.unknown_key(entry, "`rules`", RULES),
        }
    }
    (restrictions, en_passant)
}

/// `yes`, `no`, `mover`, one for each side, or the side whose pieces promote late.
fn late(report: &Report<'_>, entry: At<'_, Entry>) -> Option<PerSide<Late>> {
    let values = &entry.node.values;
    let sides = values.iter().flat_map(alternatives);
    if sides
        .clone()
        .all(|value| word(value).is_some_and(|w| SIDES.has(w)))
    {
        let sides = report.sides_that(entry)?;
        let own = |late: bool| if late { Late::Own } else { Late::Never };
        return Some(PerSide::new(own(sides.white), own(sides.black)));
    }
    report.choice_per_side(entry, LATE, Late::Never)
}

/// The squares on which en passant is possible; `None` for everywhere.
fn passing<'a>(
    grounds: &Grounds<'a, '_>,
    entry: At<'a, Entry>,
    report: &Report<'a>,
) -> Option<PerSide<Squares>> {
    let sets = grounds.union_of(entry.source, &entry.node.values)?;
    if sets.white.is_empty() && sets.black.is_empty() {
        let place = entry.place(entry.node.span);
        report.add(
            super::report::error("F0252", place, "there are no such squares")
                .help("`&` keeps the squares of both sets, `|` joins them"),
        );
    }
    let all = grounds.topology.squares();
    (sets.white != all || sets.black != all).then(|| grounds.names_per_side(sets))
}

/// `ride vertical`, `white ride vertical`: whose moves are restricted, and the movement.
fn apart(reader: &Reader<'_, '_>, value: &Expr) -> Vec<(Side, Movement)> {
    let list = terms(value);
    let first = list.first().and_then(word);
    let one = first.and_then(|w| SIDES.get(w)).copied();
    let sides = one.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let rest = &list[usize::from(one.is_some() || first == Some("both"))..];
    let place = place_of(reader.source, rest, Place::new(reader.source, value.span));
    if rest.is_empty() {
        let diagnostic = super::report::error("F0294", place, "along which movement?");
        reader
            .report
            .add(diagnostic.help("write `apart: white ride vertical`"));
        return Vec::new();
    }
    match reader.movement(rest, place) {
        Some(movement) if movement != Movement::none() => {
            sides.into_iter().map(|side| (side, movement.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Reports two pieces with a comma where `and` belongs.
fn are_parted(reader: &Reader<'_, '_>, values: &[Expr]) -> bool {
    let bare = |pair: &&[Expr]| pair.iter().all(|one| word(one).is_some());
    let Some([first, second]) = values.windows(2).find(bare) else {
        return false;
    };
    let (one, other) = (word(first).unwrap_or_default(), word(second).unwrap_or_default());
    let place = Place::new(reader.source, first.span.to(second.span));
    let message = "`exchange` needs two pieces with `and` between them";
    let help = format!("write `exchange: {one} and {other}`");
    reader.report.add(error("F0294", place, message).help(help));
    true
}

/// `king and knight`: which two may change places.
fn exchange(reader: &Reader<'_, '_>, value: &Expr) -> Option<Exchange> {
    let [of, and, with] = terms(value) else {
        reader.unclear(
            value,
            "`exchange` needs two pieces with `and` between them",
            "write `exchange: king and knight`",
        );
        return None;
    };
    if !word(and).is_some_and(|w| AND.has(w)) {
        let place = Place::new(reader.source, and.span);
        let message = "`exchange` needs two pieces with `and` between them";
        reader
            .report
            .add(error("F0294", place, message).suggest(Some(AND.word(&()))));
        return None;
    }
    let piece = |expr: &Expr| match reader.listed(expr)?.as_slice() {
        [one] => Some(one.clone()),
        _ => {
            reader.unclear(
                expr,
                "this is not one piece",
                "write two pieces: `king and knight, king and rook`",
            );
            None
        }
    };
    let (of, with) = (piece(of), piece(with));
    Some(Exchange { of: of?, with: with? })
}

/// Reports more kinds than positions can tell apart.
fn absorbed(report: &Report<'_>, entry: At<'_, Entry>, list: &[Absorb]) {
    let kinds: IndexSet<&String> = list.iter().flat_map(|absorb| &absorb.of).collect();
    if kinds.len() > MAX_ABSORBED {
        let message = format!(
            "these are {} kinds, and `absorb` takes over from at most {MAX_ABSORBED}",
            kinds.len()
        );
        let help = "name fewer kinds after `from`";
        report.add(super::report::error("F0294", entry.place(entry.node.span), message).help(help));
    }
}

/// `all from (queen | rook)`: the captors, and the movements they absorb.
fn absorb(reader: &Reader<'_, '_>, value: &Expr) -> Option<Absorb> {
    let list = terms(value);
    let from = list
        .iter()
        .position(|term| word(term).is_some_and(|w| FROM.has(w)));
    let (Some([by]), Some([of])) = (from.map(|at| &list[..at]), from.map(|at| &list[at + 1..])) else {
        let mut parts = list.split(|term| word(term).is_some_and(|w| FROM.has(w)));
        let several = parts.find_map(|part| reader.names().joined(part));
        let message = "`absorb` needs captors and victims";
        let Some(joined) = several else {
            let place = Place::new(reader.source, value.span);
            let wrong = error("F0294", place, message).help("write `absorb: all from (queen | rook)`");
            reader.unjoined(list, FROM.word(&()), wrong);
            return None;
        };
        let help = format!("several kinds are joined: write `({joined})`");
        reader.unclear(value, message, &help);
        return None;
    };
    let (by, of) = (reader.whole(by), reader.listed(of));
    Some(Absorb { by: by?, of: of? })
}
