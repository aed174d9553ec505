//! What pieces may become, and where.

use super::merge::{Declared, PromotionBlock};
use super::pieces::unknown;
use super::report::{At, Place, Report, error};
use super::squares::{Grounds, Sets};
use super::values::{terms, word};
use crate::board::{Bits, U256};
use crate::rules::{Mandatory, PieceName, Promotion, Side, Trigger};
use ferz_grammar::ast::Entry;
use indexmap::IndexMap;
use std::collections::HashMap;

const KEYS: [&str; 6] = ["to", "on", "when", "must", "only", "limit"];

/// Lowers all promotions.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
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
        list.extend(one(declared, grounds, report, block, place));
    }
    list
}

fn one<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
    block: &PromotionBlock<'a>,
    place: Place,
) -> Option<Promotion> {
    let section = block.block.at;
    let mut entries: HashMap<&str, At<'_, Entry>> = HashMap::new();
    for entry in &section.node.entries {
        let at = At::new(section.source, entry);
        let key = entry.key.value.as_str();
        if !KEYS.contains(&key) {
            report.unknown_key(at, "a promotion", &KEYS);
        } else if let Some(first) = entries.get(key) {
            report.add(
                error(
                    "F0111",
                    at.place(entry.key.span),
                    format!("`{key}` stands here twice"),
                )
                .label("again here")
                .also(section.source, first.node.key.span, "first here"),
            );
        } else {
            entries.insert(key, at);
        }
    }
    let to = match entries.get("to") {
        Some(&entry) => targets(declared, report, block, entry),
        None => {
            report.add(
                error(
                    "F0118",
                    place,
                    format!("what does `{}` become?", block.piece.node.value),
                )
                .help("add an entry such as `to: queen, rook`"),
            );
            None
        }
    };
    let (when, on_capture, limits) = (
        entries
            .get("when")
            .map_or(Some(Trigger::Enter), |&e| trigger(report, e)),
        entries.get("only").map_or(Some(false), |&e| only(report, e)),
        entries
            .get("limit")
            .map_or(Some(IndexMap::new()), |&e| limits(declared, report, block, e)),
    );
    let grounds = grounds?;
    let zone = match entries.get("on") {
        Some(entry) => grounds
            .union_of(entry.source, &entry.node.values)
            .and_then(|sets| {
                if sets[block.side].is_empty() {
                    let place = entry.place(entry.node.span);
                    report.add(error("F0231", place, "no square is left for this promotion"));
                    return None;
                }
                Some(sets)
            }),
        None => Some(last_rank(grounds)),
    };
    let mandatory = match entries.get("must") {
        Some(&entry) => mandatory(grounds, report, block.side, entry, zone),
        None => Some(Mandatory::Always),
    };
    Some(Promotion {
        piece: block.piece.node.value.clone(),
        side: block.side,
        zone: grounds.names(zone?[block.side]),
        trigger: when?,
        on_capture: on_capture?,
        to: to?,
        mandatory: mandatory?,
        limits: limits?,
    })
}

fn last_rank(grounds: &Grounds<'_, '_>) -> Sets {
    let t = grounds.topology;
    let white = (0..t.files())
        .filter_map(|file| t.at(file, t.ranks() - 1))
        .fold(U256::EMPTY, |set, square| set | U256::bit(square));
    crate::rules::PerSide::new(white, grounds.mirrored(white))
}

fn targets(
    declared: &Declared<'_>,
    report: &Report<'_>,
    block: &PromotionBlock<'_>,
    entry: At<'_, Entry>,
) -> Option<Vec<PieceName>> {
    let side = block.side;
    let mut to: Vec<PieceName> = Vec::new();
    let mut good = true;
    for value in &entry.node.values {
        let Some(name) = report.word(At::new(entry.source, value), "the name of a piece") else {
            good = false;
            continue;
        };
        let place = entry.place(value.span);
        if !declared.armies[side].pieces.contains_key(name) {
            unknown(declared, report, place, whose(declared, block, name), name);
            good = false;
        } else if to.iter().any(|t| t == name) {
            report.add(error("F0232", place, format!("`{name}` stands here twice")));
        } else {
            to.push(name.to_owned());
        }
    }
    if to.is_empty() && good {
        report.add(error(
            "F0118",
            entry.place(entry.node.span),
            "this promotion leads to no piece",
        ));
        return None;
    }
    good.then_some(to)
}

/// The side to name in a complaint about a piece; none if neither side has it, so that it is made once.
fn whose(declared: &Declared<'_>, block: &PromotionBlock<'_>, name: &str) -> Option<Side> {
    let other = declared.armies[block.side.other()].pieces.contains_key(name);
    (block.block.sided || other).then_some(block.side)
}

fn trigger(report: &Report<'_>, entry: At<'_, Entry>) -> Option<Trigger> {
    report.choice(
        report.single(entry)?,
        &[
            ("enter", Trigger::Enter),
            ("touch", Trigger::Touch),
            ("leave", Trigger::Leave),
            ("in-place", Trigger::InPlace),
        ],
    )
}

fn only(report: &Report<'_>, entry: At<'_, Entry>) -> Option<bool> {
    report.choice(report.single(entry)?, &[("capture", true)])
}

fn mandatory(
    grounds: &Grounds<'_, '_>,
    report: &Report<'_>,
    side: Side,
    entry: At<'_, Entry>,
    zone: Option<Sets>,
) -> Option<Mandatory> {
    match entry.node.values.as_slice() {
        [one] if word(one) == Some("yes") => return Some(Mandatory::Always),
        [one] if word(one) == Some("no") => return Some(Mandatory::Never),
        _ => {}
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
) -> Option<IndexMap<PieceName, u32>> {
    let mut limits = IndexMap::new();
    for value in &entry.node.values {
        let place = entry.place(value.span);
        let [piece, number] = terms(value) else {
            report.add(
                error("F0112", place, "expected a piece and a number").help("write `limit: queen 1, rook 2`"),
            );
            return None;
        };
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
            report.add(error("F0111", place, message));
            return None;
        }
    }
    Some(limits)
}
