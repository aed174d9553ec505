//! The promotions of pieces, and their zones.

use super::declared::{Declared, PromotionBlock};
use super::effects;
use super::kinds::unknown;
use super::movement::Movements;
use super::report::{At, Place, Report, error, list_and, list_or};
use super::squares::{Grounds, Sets};
use super::values::{alternatives, terms, word};
use crate::board::Bits;
use crate::rules::{Area, Mandatory, Occasion, Owner, PieceName, Promotion, Proviso, Side, Trigger};
use crate::vocabulary::{HOLDERS, ONLY, PROMOTION, PromotionKey, TRIGGERS, YES_NO};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;

/// Lowers all promotions.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Vec<Promotion> {
    let mut list = Vec::new();
    for block in &declared.promotions {
        let name = block.piece.node.value.as_str();
        let place = block.piece.place(block.piece.node.span);
        if !declared.armies[block.side].pieces.contains_key(name) {
            let other = declared.armies[block.side.other()].pieces.contains_key(name);
            if block.block.sided && !block.block.inherited {
                unknown(declared, report, place, Some(block.side), name);
            } else if !other && !block.block.inherited {
                unknown(declared, report, place, None, name);
            }
            continue;
        }
        list.extend(one(declared, (grounds, movements), report, block, place));
    }
    list
}

/// Reports a block that does not say what the piece becomes, unless the entry may be the one that
/// could not be read, or whose key is wrong.
fn leads_nowhere(report: &Report<'_>, block: &PromotionBlock<'_>, place: Place) {
    let section = block.block.at;
    let all_known = section.node.entries.iter().all(|e| PROMOTION.has(&e.key.value));
    if all_known && !report.has_unread_in(section.place(section.node.span)) {
        let message = format!("what does `{}` become?", block.piece.node.value);
        report.add(error("F0118", place, message).help("add an entry such as `to: queen, rook`"));
    }
}

fn one<'a>(
    declared: &Declared<'a>,
    (grounds, movements): (Option<&Grounds<'a, '_>>, &Movements<'a, '_>),
    report: &Report<'a>,
    block: &PromotionBlock<'a>,
    place: Place,
) -> Option<Promotion> {
    let section = block.block.at;
    let entries = report.entries(section, "a promotion", PROMOTION);
    let to = match entries.get(&PromotionKey::To) {
        Some(&entry) => targets(declared, report, block, entry),
        None => {
            leads_nowhere(report, block, place);
            None
        }
    };
    let (when, occasion, limits) = (
        entries
            .get(&PromotionKey::When)
            .map_or(Some(Trigger::Enter), |&e| trigger(report, e)),
        entries
            .get(&PromotionKey::Only)
            .map_or(Some(Occasion::Any), |&e| only(report, e)),
        entries
            .get(&PromotionKey::Limit)
            .map_or(Some(IndexMap::new()), |&e| {
                limits(declared, report, block, e, to.as_ref())
            }),
    );
    let hand = entries.get(&PromotionKey::Hand).map(|&e| holder(report, e));
    let asked = Asks(declared, grounds, movements, report).read(&entries, when);
    let grounds = grounds?;
    let zone = match entries.get(&PromotionKey::On) {
        Some(&entry) => zone(grounds, report, block.side, entry),
        None => Some(last_rank(grounds)),
    };
    let mandatory = match entries.get(&PromotionKey::Must) {
        Some(&entry) => mandatory(grounds, report, block.side, entry, zone),
        None => Some(Mandatory::Always),
    };
    let (goes, no_check, condition) = asked?;
    Some(Promotion {
        piece: block.piece.node.value.clone(),
        side: block.side,
        zone: grounds.names(zone?[block.side]),
        trigger: when?,
        only: occasion?,
        to: to?,
        mandatory: mandatory?,
        limits: limits?,
        hand: hand.map_or(Some(None), |read| read.map(Some))?,
        goes,
        no_check,
        condition,
    })
}

/// Reads what promotions in place may ask.
struct Asks<'a, 'r>(
    &'r Declared<'a>,
    Option<&'r Grounds<'a, 'r>>,
    &'r Movements<'a, 'r>,
    &'r Report<'a>,
);

impl<'a> Asks<'a, '_> {
    /// Reads the other squares to which the piece may move, whether it may give no check, and the
    /// condition.
    fn read(
        &self,
        entries: &IndexMap<PromotionKey, At<'a, Entry>>,
        when: Option<Trigger>,
    ) -> Option<(Option<Area>, bool, Proviso)> {
        let Self(declared, grounds, movements, report) = self;
        let own = [
            PromotionKey::Goes,
            PromotionKey::Check,
            PromotionKey::While,
            PromotionKey::Unless,
        ];
        let first = own.iter().find_map(|key| entries.get(key));
        if let (Some(entry), Some(when)) = (first, when)
            && when != Trigger::InPlace
        {
            let key = &entry.node.key.value;
            let message = format!("`{key}` is about promotions in place");
            let place = entry.place(entry.node.span);
            report.add(error("F0235", place, message).help("add `when: in-place`, or leave it out"));
            return None;
        }
        let pieces = |key: PromotionKey| match entries.get(&key) {
            Some(&entry) => effects::condition(declared, *grounds, movements, report, entry),
            None => Some(Vec::new()),
        };
        let goes = entries
            .get(&PromotionKey::Goes)
            .map(|&entry| effects::area(declared, *grounds, (movements, true), report, entry));
        let check = match entries.get(&PromotionKey::Check) {
            Some(&entry) => report.choose(report.single(entry)?, YES_NO)?,
            None => true,
        };
        let (present, absent) = (pieces(PromotionKey::While), pieces(PromotionKey::Unless));
        let goes = match goes {
            Some(read) => Some(read?),
            None => None,
        };
        let condition = Proviso {
            present: present?,
            absent: absent?,
        };
        Some((goes, !check, condition))
    }
}

/// The squares that an entry names, for both sides.
fn zone(grounds: &Grounds<'_, '_>, report: &Report<'_>, side: Side, entry: At<'_, Entry>) -> Option<Sets> {
    let sets = grounds.union_of(entry.source, &entry.node.values)?;
    if sets[side].is_empty() {
        let place = entry.place(entry.node.span);
        report.add(
            error("F0231", place, "no square is left for this promotion")
                .help("`&` keeps the squares of both sets, `|` joins them"),
        );
        return None;
    }
    Some(sets)
}

fn last_rank(grounds: &Grounds<'_, '_>) -> Sets {
    let ranks = grounds.topology.ranks();
    grounds.where_(|_, rank| rank + 1 == ranks)
}

fn targets(
    declared: &Declared<'_>,
    report: &Report<'_>,
    block: &PromotionBlock<'_>,
    entry: At<'_, Entry>,
) -> Option<Vec<PieceName>> {
    let side = block.side;
    if let Some(diagnostic) = gone(declared, block, entry) {
        report.add(diagnostic);
        return None;
    }
    let mut to: Vec<PieceName> = Vec::new();
    let mut good = true;
    let values = entry.node.values.iter();
    for value in values.flat_map(alternatives).flat_map(terms) {
        let Some(name) = report.word(At::new(entry.source, value), "the name of a piece") else {
            good = false;
            continue;
        };
        let place = entry.place(value.span);
        if !declared.armies[side].pieces.contains_key(name) {
            unknown(declared, report, place, whose(declared, block, name), name);
            good = false;
        } else if to.iter().any(|t| t == name) {
            report.add(error("F0232", place, format!("`{name}` stands here twice")).help("keep one of them"));
        } else {
            to.push(name.to_owned());
        }
    }
    if to.is_empty() && good {
        report.add(
            error(
                "F0118",
                entry.place(entry.node.span),
                "this promotion leads to no piece",
            )
            .help("name a piece, or write `without promotion PIECE` if nothing is promoted"),
        );
        return None;
    }
    good.then_some(to)
}

/// An error if this file takes pieces away to which a promotion leads that it takes over.
fn gone<'e>(declared: &Declared<'_>, block: &PromotionBlock<'_>, entry: At<'e, Entry>) -> Option<Diagnostic> {
    let own = SourceId(0);
    if entry.source == own {
        return None;
    }
    let removed = |value: &'e Expr| {
        let name = word(value)?;
        let by = declared
            .removed
            .get(&(block.side, name))
            .filter(|by| by.source == own)?;
        Some((name, *by, entry.place(value.span)))
    };
    let gone: Vec<(&'e str, Place, Place)> = entry.node.values.iter().filter_map(removed).collect();
    let (&(_, by, first), &(.., last)) = (gone.first()?, gone.last()?);
    let piece = &block.piece.node.value;
    let names = list_and(gone.iter().map(|&(name, ..)| name));
    let what = if gone.len() == 1 {
        "a piece that is gone"
    } else {
        "pieces that are gone"
    };
    let message = format!("the promotion of `{piece}` that is taken over leads to {what}: {names}");
    let help = format!("write `promotion {piece} {{ to: ... }}`, or `without promotion {piece}`");
    Some(
        error("F0207", by, message)
            .label("taken away here")
            .also(first.source, first.span.to(last.span), "but still needed here")
            .help(help),
    )
}

/// The side to name in a complaint about a piece; none if neither side has it, so that it is made
/// once.
fn whose(declared: &Declared<'_>, block: &PromotionBlock<'_>, name: &str) -> Option<Side> {
    let other = declared.armies[block.side.other()].pieces.contains_key(name);
    (block.block.sided || other).then_some(block.side)
}

fn trigger(report: &Report<'_>, entry: At<'_, Entry>) -> Option<Trigger> {
    report.choose(report.single(entry)?, TRIGGERS)
}

fn holder(report: &Report<'_>, entry: At<'_, Entry>) -> Option<Owner> {
    report.choose(report.single(entry)?, HOLDERS)
}

fn only(report: &Report<'_>, entry: At<'_, Entry>) -> Option<Occasion> {
    report.choose(report.single(entry)?, ONLY)
}

/// Whether a word is written like a square or a range of them.
fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn mandatory(
    grounds: &Grounds<'_, '_>,
    report: &Report<'_>,
    side: Side,
    entry: At<'_, Entry>,
    zone: Option<Sets>,
) -> Option<Mandatory> {
    if let [one] = entry.node.values.as_slice()
        && let Some(always) = word(one).and_then(|word| YES_NO.get(word))
    {
        return Some(if *always {
            Mandatory::Always
        } else {
            Mandatory::Never
        });
    }
    if let [one] = entry.node.values.as_slice()
        && let Some(likely) = word(one).and_then(|word| closest(word, YES_NO.words()))
    {
        let place = Place::new(entry.source, one.span);
        let message = "expected `yes`, `no` or squares on which it must promote";
        report.add(error("F0114", place, message).suggest(Some(likely)));
        return None;
    }
    if let [one] = entry.node.values.as_slice()
        && let Some(unknown) = word(one).filter(|word| !has_digit(word) && !grounds.knows(word))
    {
        let place = Place::new(entry.source, one.span);
        let message = format!("expected `yes`, `no` or squares on which it must promote, found `{unknown}`");
        report.add(error("F0114", place, message).help("write `must: no`, or squares: `must: last rank`"));
        return None;
    }
    let set = grounds.union_of(entry.source, &entry.node.values)?[side];
    let zone = zone?[side];
    let place = entry.place(entry.node.span);
    if (set & zone).is_empty() {
        report.add(
            error("F0233", place, "none of these squares is in the promotion zone")
                .help("`must:` names squares of `on:` on which the piece cannot stay what it is"),
        );
        return None;
    }
    // Outside the zone nothing happens, so only the squares inside count.
    let set = set & zone;
    Some(if set == zone {
        Mandatory::Always
    } else {
        Mandatory::On(grounds.names(set))
    })
}

fn limits(
    declared: &Declared<'_>,
    report: &Report<'_>,
    block: &PromotionBlock<'_>,
    entry: At<'_, Entry>,
    to: Option<&Vec<PieceName>>,
) -> Option<IndexMap<PieceName, u32>> {
    let (mut limits, mut good) = (IndexMap::new(), true);
    for value in entry.node.values.iter().flat_map(alternatives) {
        let place = entry.place(value.span);
        let [piece, number] = terms(value) else {
            report.add(
                error("F0112", place, "expected a piece and a number").help("write `limit: queen 1, rook 2`"),
            );
            return None;
        };
        if let (ExprKind::Number(count), Some(name)) = (&piece.kind, word(number)) {
            let message = "the number stands behind the piece";
            report.add(error("F0112", place, message).help(format!("write `limit: {name} {count}`")));
            return None;
        }
        let name = report.word(At::new(entry.source, piece), "the name of a piece")?;
        let count = report.number(At::new(entry.source, number), "the number of pieces", 0, 256)?;
        if !declared.armies[block.side].pieces.contains_key(name) {
            let place = entry.place(piece.span);
            unknown(declared, report, place, whose(declared, block, name), name);
            return None;
        }
        if limits
            .insert(name.to_owned(), u32::try_from(count).unwrap_or(u32::MAX))
            .is_some()
        {
            let message = format!("the number of `{name}` is limited twice");
            report.add(error("F0111", place, message).help("keep one of them"));
            return None;
        }
        if count == 0 {
            let message = format!("with a limit of 0 nothing ever becomes a `{name}`");
            report.add(error("F0234", place, message).help(format!("take `{name}` out of `to:`")));
            good = false;
        }
        if let Some(to) = to
            && !to.iter().any(|t| t == name)
        {
            let message = format!("this promotion does not lead to `{name}`");
            let help = format!(
                "`limit:` is about pieces of `to:`: {}",
                list_or(to.iter().map(String::as_str))
            );
            report.add(error("F0234", entry.place(piece.span), message).help(help));
            good = false;
        }
    }
    good.then_some(limits)
}
