//! The drops from a hand, and their squares.

use super::declared::{Declared, DropBlock};
use super::effects;
use super::kinds::{PieceNames, unknown};
use super::movement::Movements;
use super::report::{At, Place, Report, error};
use super::squares::{Grounds, Sets};
use super::values::alternatives;
use crate::board::{Bits, U256};
use crate::rules::{Drop, Effect, Kinds, PerSide, PieceName, Promotion, Proviso, Rows, Side};
use crate::vocabulary::{DROP, DropKey, SLIDES};
use ferz_grammar::ast::{Entry, Name};
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;

/// Most pieces of a kind of which a file may be said to hold fewer.
const MOST_PER_FILE: i64 = 99;

/// Lowers all drops: of each piece the block that names it last counts.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Vec<Drop> {
    let read = |(number, block): (usize, &DropBlock<'a>)| {
        block
            .names
            .iter()
            .for_each(|name| known(declared, report, block, name));
        // A block that later blocks replace need not fit these rules.
        let counts = !block.inherited || is_last_of_some(declared, number);
        let conditions = || conditions(declared, grounds, movements, report, block);
        counts.then(conditions).flatten()
    };
    taken_back(declared, report);
    let blocks: Vec<Option<Conditions>> = declared.drops.iter().enumerate().map(read).collect();
    let mut drops = Vec::new();
    for side in Side::ALL {
        for &piece in declared.armies[side].pieces.keys() {
            let covers = |(block, _): &(&DropBlock<'_>, _)| block.sides[side] && block.covers(piece);
            let all = declared.drops.iter().zip(&blocks);
            let Some((_, Some(of))) = all.rev().find(covers) else {
                continue;
            };
            let Some(grounds) = grounds else { continue };
            if of.zone[side].is_empty() && of.gate[side].is_empty() {
                continue;
            }
            drops.push(Drop {
                gate: grounds.names(of.gate[side]),
                slides: of.slides,
                per_file: of.per_file,
                no_check: of.no_check[side],
                no_mate: of.no_mate[side],
                must: of.must[side],
                hand: of.hand.clone().filter(|held| held != piece),
                outside: of.outside[side],
                endless: of.endless[side],
                first: grounds.names(of.first[side]),
                condition: of.condition.clone(),
                ..Drop::new(piece, side, grounds.names(of.zone[side]))
            });
        }
    }
    drops
}

/// Reports drops taken back that are those of no piece.
fn taken_back(declared: &Declared<'_>, report: &Report<'_>) {
    let names = || {
        Side::ALL
            .into_iter()
            .flat_map(|side| declared.armies[side].pieces.keys().copied())
    };
    let removed = |name: &str| declared.removed.keys().any(|&(_, gone)| gone == name);
    let mut told: Vec<Place> = Vec::new();
    let all = declared.drops.iter();
    for (block, &(name, place)) in all.flat_map(|block| block.without.iter().map(move |w| (block, w))) {
        let known = names().any(|piece| piece == name) || removed(name) || report.may_exist(name);
        if known || told.contains(&place) {
            continue;
        }
        told.push(place);
        let (message, help) = if block.at.node.except.iter().any(|n| n.span == place.span) {
            (
                format!("there is no piece `{name}`"),
                "name pieces that are not dropped: `drop all except king`",
            )
        } else {
            let message = format!("there is no drop of `{name}` to take back");
            (message, "`without drop pawn` names a piece")
        };
        report.add(error("F0107", place, message).suggest_or(closest(name, names()), help));
    }
}

/// Whether a block is the last that speaks of some piece.
fn is_last_of_some(declared: &Declared<'_>, number: usize) -> bool {
    let (block, later) = (&declared.drops[number], &declared.drops[number + 1..]);
    Side::ALL
        .into_iter()
        .filter(|&side| block.sides[side])
        .any(|side| {
            let mut pieces = declared.armies[side].pieces.keys();
            let replaced = |piece: &str| later.iter().any(|b| b.sides[side] && b.covers(piece));
            pieces.any(|piece| block.covers(piece) && !replaced(piece))
        })
}

/// Reports a name of a block that is no piece.
fn known<'a>(declared: &Declared<'a>, report: &Report<'a>, block: &DropBlock<'a>, name: &'a Name) {
    let has = |side: Side| declared.armies[side].pieces.contains_key(name.value.as_str());
    let meant = |side: &Side| block.sides[*side];
    if block.inherited || Side::ALL.iter().filter(|s| meant(s)).any(|&side| has(side)) {
        return;
    }
    let side = match block.sides {
        PerSide {
            white: true,
            black: true,
        } => None,
        PerSide { white: true, .. } => Some(Side::White),
        PerSide { .. } => Some(Side::Black),
    };
    unknown(declared, report, block.at.place(name.span), side, &name.value);
}

/// The contents of a block.
struct Conditions {
    zone: Sets,
    gate: Sets,
    slides: Option<Rows>,
    per_file: Option<u8>,
    no_check: PerSide<bool>,
    no_mate: PerSide<bool>,
    must: PerSide<bool>,
    hand: Option<PieceName>,
    outside: PerSide<bool>,
    endless: PerSide<bool>,
    first: Sets,
    condition: Proviso,
}

fn conditions<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
    block: &DropBlock<'a>,
) -> Option<Conditions> {
    let entries = report.entries(block.at, "`drop`", DROP);
    let sides = |key: DropKey, otherwise: bool| match entries.get(&key) {
        Some(&entry) => report.sides_that(entry),
        None => Some(PerSide::both(otherwise)),
    };
    let (check, mate, must, outside, endless) = (
        sides(DropKey::Check, true),
        sides(DropKey::Mate, true),
        sides(DropKey::Must, false),
        sides(DropKey::Outside, false),
        sides(DropKey::Endless, false),
    );
    let pieces = |key: DropKey| match entries.get(&key) {
        Some(&entry) => effects::condition(declared, grounds, movements, report, entry),
        None => Some(Vec::new()),
    };
    let (present, absent) = (pieces(DropKey::While), pieces(DropKey::Unless));
    let per_file = said(&entries, DropKey::PerFile, |entry| per_file(report, entry))?;
    let slides = said(&entries, DropKey::Slides, |entry| slides(report, entry))?;
    let hand = said(&entries, DropKey::Hand, |entry| {
        held(declared, report, block, entry)
    })?;
    let grounds = grounds?;
    let squares = |key: DropKey, otherwise: U256| match entries.get(&key) {
        Some(&entry) => grounds.some_of(entry.place(entry.node.span), &entry.node.values),
        None => Some(PerSide::both(otherwise)),
    };
    let gate = squares(DropKey::Gate, U256::EMPTY);
    // Pieces that enter through gates are not dropped otherwise unless the rules say so.
    let gated = entries.contains_key(&DropKey::Gate);
    let all = grounds.topology.squares();
    let zone = squares(DropKey::On, if gated { U256::EMPTY } else { all });
    let first = squares(DropKey::First, U256::EMPTY);
    let not = |may: PerSide<bool>| PerSide::new(!may.white, !may.black);
    Some(Conditions {
        zone: zone?,
        gate: gate?,
        slides,
        first: first?,
        hand,
        outside: outside?,
        endless: endless?,
        condition: Proviso {
            present: present?,
            absent: absent?,
        },
        per_file,
        no_check: not(check?),
        no_mate: not(mate?),
        must: must?,
    })
}

/// Reads an entry, if it is there.
fn said<'e, T>(
    entries: &IndexMap<DropKey, At<'e, Entry>>,
    key: DropKey,
    read: impl FnOnce(At<'e, Entry>) -> Option<T>,
) -> Option<Option<T>> {
    match entries.get(&key) {
        Some(&entry) => read(entry).map(Some),
        None => Some(None),
    }
}

/// How many pieces of a kind a file must not have yet.
fn per_file(report: &Report<'_>, entry: At<'_, Entry>) -> Option<u8> {
    let value = report.single(entry)?;
    let number = report.number(value, "the number of pieces", 1, MOST_PER_FILE)?;
    u8::try_from(number).ok()
}

/// The ways in which a piece is pushed in.
fn slides(report: &Report<'_>, entry: At<'_, Entry>) -> Option<Rows> {
    let values = entry.node.values.iter().flat_map(alternatives);
    let read = |value| report.choose(At::new(entry.source, value), SLIDES);
    let either = |one: Rows, other: Rows| Rows {
        vertical: one.vertical || other.vertical,
        sideways: one.sideways || other.sideways,
        diagonal: one.diagonal || other.diagonal,
    };
    values.map(read).reduce(|one, other| Some(either(one?, other?)))?
}

/// The piece of the hand for which another one is dropped: one piece, held by the dropping side.
fn held<'a>(
    declared: &Declared<'a>,
    report: &Report<'a>,
    block: &DropBlock<'a>,
    entry: At<'a, Entry>,
) -> Option<PieceName> {
    let value = report.single(entry)?.node;
    let names = PieceNames {
        declared,
        report,
        source: entry.source,
        own: false,
    };
    let place = entry.place(value.span);
    let kinds = names.kinds(value)?;
    let Some(held) = (match &kinds {
        Kinds::Only(held) if held.len() == 1 => held.first(),
        _ => None,
    }) else {
        report.add(error("F0112", place, "expected one piece").help("write `hand: pawn`"));
        return None;
    };
    let drops = |side: &Side| {
        let mut pieces = declared.armies[*side].pieces.keys();
        block.sides[*side] && pieces.any(|piece| block.covers(piece))
    };
    let lacks = |side: &Side| !declared.armies[*side].pieces.contains_key(held.as_str());
    if let Some(side) = Side::ALL.into_iter().find(|side| drops(side) && lacks(side)) {
        unknown(declared, report, place, Some(side), held);
        return None;
    }
    Some(held.clone())
}

/// Reports a kind to which two kinds promote, if pieces go to a hand as their former kinds: the
/// former kind would be unknown.
pub(super) fn origins(
    declared: &Declared<'_>,
    promotions: &[Promotion],
    (effects, drops): (&[Effect], &[Drop]),
    report: &Report<'_>,
) {
    let mut acts = effects.iter().flat_map(|effect| &effect.acts);
    if !acts.any(|act| act.facts().demoted) {
        return;
    }
    for (number, second) in promotions.iter().enumerate() {
        let shared = |to: &&String| {
            let other = |first: &&Promotion| {
                first.side == second.side
                    && first.piece != second.piece
                    && first.to.contains(to)
                    && !turns_over(drops, first, to)
            };
            !turns_over(drops, second, to) && promotions[..number].iter().any(|first| other(&first))
        };
        let Some(to) = second.to.iter().find(shared) else {
            continue;
        };
        let mut blocks = declared.promotions.iter();
        let block = blocks.find(|b| b.side == second.side && b.piece.node.value == second.piece);
        let Some(block) = block else { continue };
        let message = format!("a captured `{to}` may have been two things before it promoted");
        let help = format!(
            "`demoted` needs to know which: let `{}` become a piece of its own that goes like `{to}`",
            second.piece
        );
        report.add(error("F0296", block.piece.place(block.piece.node.span), message).help(help));
        return;
    }
}

/// Whether, of a kind and its promoted form, one is the other face of the piece in the hand: then
/// the former kind is known.
pub(super) fn turns_over(drops: &[Drop], promotion: &Promotion, to: &str) -> bool {
    let face = |piece: &str, held: Option<&str>| {
        let mut own = drops.iter().filter(|drop| drop.side == promotion.side);
        own.any(|drop| {
            drop.piece == piece && drop.hand.is_some() && (held.is_none() || drop.hand.as_deref() == held)
        })
    };
    face(to, None) || face(&promotion.piece, Some(to))
}
