//! The kinds of pieces of both armies.

use super::merge::{Declared, PieceEntry};
use super::movement::{Movements, normal};
use super::report::{At, Place, Report, error, list_or};
use super::values::{capital, terms, word};
use crate::rules::{Movement, PerSide, Piece, PieceName, Shape, Side, Symbol, Turn};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;
use std::collections::HashMap;

/// What may stand behind a piece.
const ATTRIBUTES: [&str; 7] = [
    "royal",
    "value",
    "symbol",
    "resets-clock",
    "unlettered",
    "confined",
    "harmless",
];

/// Worth more than this no piece is, in pawns.
const MAX_VALUE: u32 = 10_000;

/// What the attributes of one piece say.
#[derive(Default)]
struct Attributes {
    royal: bool,
    value: Option<(u32, Place)>,
    resets_clock: bool,
    unlettered: bool,
    symbol: Option<Symbol>,
}

/// Whether a piece has an attribute.
pub(super) fn has_attribute(entry: &PieceEntry<'_>, name: &str) -> bool {
    entry.attributes.iter().any(|a| word(a.node) == Some(name))
}

/// Lowers both armies.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> IndexMap<PieceName, Piece> {
    let mut kinds: IndexMap<PieceName, Piece> = IndexMap::new();
    let mut values: HashMap<&str, (u32, Place)> = HashMap::new();
    for side in Side::ALL {
        let mut letters: HashMap<char, (&str, Place)> = HashMap::new();
        for (&name, entry) in &declared.armies[side].pieces {
            let kind = kinds.entry(name.to_owned()).or_insert_with(|| Piece {
                letter: PerSide::new(None, None),
                movement: PerSide::both(Movement::none()),
                royal: PerSide::both(false),
                value: None,
                resets_clock: false,
                unlettered: false,
                symbol: None,
            });
            kind.letter[side] = letter(side, name, entry, &mut letters, report);
            if let Some(movement) = entry.movement.and_then(|m| movements.read(m)) {
                kind.movement[side] = normal::for_side(&movement, side);
            }
            let attributes = attributes(entry, report);
            kind.royal[side] = attributes.royal;
            kind.resets_clock |= attributes.resets_clock;
            kind.unlettered |= attributes.unlettered;
            kind.symbol = attributes.symbol.or(kind.symbol);
            if let Some((value, place)) = attributes.value {
                match values.get(name) {
                    Some(&(other, first)) if other != value && first.source == place.source => report.add(
                        error("F0206", place, format!("`{name}` has two values"))
                            .label("another here")
                            .also(first.source, first.span, "one here")
                            .help("a piece that is worth different amounts for the sides is two pieces"),
                    ),
                    // A descendant's value counts for both sides; its texts were loaded first.
                    Some(&(_, first)) if first.source < place.source => {}
                    _ => {
                        values.insert(name, (value, place));
                        kind.value = Some(value);
                    }
                }
            }
        }
    }
    kinds
}

fn letter<'a>(
    side: Side,
    name: &'a str,
    entry: &PieceEntry<'a>,
    letters: &mut HashMap<char, (&'a str, Place)>,
    report: &Report<'a>,
) -> Option<char> {
    let written = &entry.at.node.letter;
    let place = entry.at.place(written.span);
    let mut chars = written.value.chars();
    let (Some(letter), None) = (chars.next().filter(char::is_ascii_alphabetic), chars.next()) else {
        report.add(
            error(
                "F0203",
                place,
                format!("`{}` is not one letter from A to Z", written.value),
            )
            .help(format!("write `{name} {} = ...`", first_letter(name))),
        );
        return None;
    };
    let letter = letter.to_ascii_uppercase();
    if let Some(&(other, first)) = letters.get(&letter) {
        let free: Vec<String> = ('A'..='Z')
            .filter(|c| !letters.contains_key(c))
            .map(String::from)
            .collect();
        let diagnostic = error(
            "F0204",
            place,
            format!("two pieces of {} have the letter `{letter}`", capital(side)),
        )
        .label(format!("`{name}`"))
        .also(first.source, first.span, format!("`{other}`"));
        report.add(match free.as_slice() {
            [] => diagnostic,
            free if free.len() == 26 => diagnostic,
            free => diagnostic.help(format!("free are {}", free.join(" "))),
        });
        return None;
    }
    letters.insert(letter, (name, place));
    Some(match side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    })
}

fn first_letter(name: &str) -> char {
    name.chars().next().map_or('X', |c| c.to_ascii_uppercase())
}

fn attributes(entry: &PieceEntry<'_>, report: &Report<'_>) -> Attributes {
    let mut result = Attributes::default();
    for &at in &entry.attributes {
        let place = at.place(at.node.span);
        let (name, rest) = match terms(at.node).split_first() {
            Some((first, rest)) => (word(first), rest),
            None => (None, &[][..]),
        };
        let Some(name) = name else {
            report.wrong_type(place, &list_or(ATTRIBUTES), at.node);
            continue;
        };
        if name == "value" {
            match rest {
                [number] => {
                    if let Some(value) = hundredths(At::new(at.source, number), report) {
                        result.value = Some((value, place));
                    }
                }
                _ => report.add(
                    error("F0205", place, "`value` is followed by one number")
                        .help("write `value 9` or `value 3.5`"),
                ),
            }
            continue;
        }
        if name == "symbol" {
            result.symbol = symbol(at, rest, report).or(result.symbol);
            continue;
        }
        match name {
            "royal" => result.royal = true,
            "resets-clock" => result.resets_clock = true,
            "unlettered" => result.unlettered = true,
            // These two only say that a warning is not needed.
            "confined" | "harmless" => {}
            _ => {
                let span = terms(at.node).first().map_or(at.node.span, |t| t.span);
                let diagnostic = error("F0205", at.place(span), format!("a piece cannot be `{name}`"));
                report.add(match (closest(name, ATTRIBUTES), name) {
                    (Some(word), _) => diagnostic.suggest(Some(word)),
                    (None, "promotes") => {
                        diagnostic.help("promotion is a section: `promotion pawn { to: queen }`")
                    }
                    (None, _) => diagnostic.help(format!("it may be {}", list_or(ATTRIBUTES))),
                });
                continue;
            }
        }
        if let Some(extra) = rest.first() {
            report.add(error(
                "F0205",
                at.place(extra.span),
                format!("unexpected word after `{name}`"),
            ));
        }
    }
    result
}

/// What `symbol` says: a figure, and how it lies.
fn symbol(at: At<'_, Expr>, rest: &[Expr], report: &Report<'_>) -> Option<Symbol> {
    let wrong = |expr: &Expr, words: Vec<&'static str>| {
        let place = at.place(expr.span);
        match word(expr) {
            Some(name) => {
                let diagnostic = error("F0205", place, format!("`{name}` is not a symbol"));
                report.add(match closest(name, words.iter().copied()) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None => diagnostic.help(format!("here may stand {}", list_or(words.iter().copied()))),
                });
            }
            None => report.wrong_type(place, &list_or(words.iter().copied()), expr),
        }
    };
    let shapes = || Shape::ALL.iter().map(|s| s.word()).collect();
    let turns = || Turn::ALL.iter().map(|t| t.word()).collect();
    let Some((first, more)) = rest.split_first() else {
        report.add(
            error(
                "F0205",
                at.place(at.node.span),
                "`symbol` is followed by a figure",
            )
            .help("write `symbol knight` or `symbol knight turned`"),
        );
        return None;
    };
    let Some(shape) = word(first).and_then(Shape::from_word) else {
        wrong(first, shapes());
        return None;
    };
    let turn = match more {
        [] => Turn::Upright,
        [turn, ..] => match word(turn).and_then(Turn::from_word) {
            Some(turn) => turn,
            None => {
                wrong(turn, turns());
                return None;
            }
        },
    };
    if let Some(extra) = more.get(1) {
        report.add(error(
            "F0205",
            at.place(extra.span),
            "unexpected word after `symbol`",
        ));
    }
    Some(Symbol { shape, turn })
}

/// A number of pawns in hundredths.
fn hundredths(at: At<'_, Expr>, report: &Report<'_>) -> Option<u32> {
    let place = at.place(at.node.span);
    let value = match &at.node.kind {
        ExprKind::Number(n) => u32::try_from(*n).ok().and_then(|n| n.checked_mul(100)),
        ExprKind::Decimal(text) => decimal(text),
        _ => {
            report.wrong_type(place, "a number such as 9 or 3.5", at.node);
            return None;
        }
    };
    let value = value.filter(|&v| v <= MAX_VALUE * 100);
    if value.is_none() {
        report.add(error(
            "F0115",
            place,
            format!("a value is from 0 to {MAX_VALUE} pawns, with at most two decimals"),
        ));
    }
    value
}

fn decimal(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.')?;
    if part.is_empty() || part.len() > 2 || whole.starts_with('-') {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let part: u32 = format!("{part:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

/// Reports a piece that a side does not have, with what is likely meant.
pub(super) fn unknown(
    declared: &Declared<'_>,
    report: &Report<'_>,
    place: Place,
    side: Option<Side>,
    name: &str,
) {
    let armies = &declared.armies;
    let names = |side: Side| armies[side].pieces.keys().copied();
    let diagnostic = match side {
        Some(side) if armies[side.other()].pieces.contains_key(name) => {
            let (own, other) = (capital(side), capital(side.other()));
            error("F0207", place, format!("{own} has no `{name}`, only {other} has"))
        }
        Some(side) => error("F0207", place, format!("{} has no piece `{name}`", capital(side)))
            .suggest(closest(name, names(side))),
        None => error("F0207", place, format!("there is no piece `{name}`"))
            .suggest(closest(name, names(Side::White).chain(names(Side::Black)))),
    };
    let removed = Side::ALL
        .into_iter()
        .filter(|&s| side.is_none_or(|side| side == s))
        .find_map(|s| declared.removed.get(&(s, name)));
    let own = SourceId(0);
    report.add(match removed {
        Some(by) if by.source != own => diagnostic,
        Some(by) if place.source == own => diagnostic.also(by.source, by.span, "it went away here"),
        // This file takes the piece away, so it is the one to change.
        Some(by) => {
            let mut diagnostic = diagnostic.also(by.source, by.span, "it went away here");
            diagnostic.labels.swap(0, 1);
            diagnostic.labels[1].text = "but is still needed here".to_owned();
            diagnostic
        }
        None => diagnostic,
    });
}
