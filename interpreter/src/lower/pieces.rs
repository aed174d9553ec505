//! The kinds of pieces of both armies.

use super::declared::{Declared, PieceEntry};
use super::movement::{Movements, normal};
use super::report::{At, Place, Report, error, list_or};
use super::values::{capital, describe, terms, word};
use crate::rules::{Letter, Movement, PerSide, Piece, PieceName, Shape, Side, Symbol, Turn};
use crate::vocabulary::{ATTRIBUTES, Attribute};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// Worth more than this no piece is, in pawns.
const MAX_VALUE: u32 = 10_000;

/// The attributes of one piece.
#[derive(Default)]
struct Attributes {
    royal: bool,
    value: Option<(u32, Place)>,
    resets_clock: bool,
    unlettered: bool,
    once: Option<Letter>,
    symbol: Option<Symbol>,
}

/// Whether a piece has an attribute.
pub(super) fn has_attribute(entry: &PieceEntry<'_>, name: &str) -> bool {
    entry.attributes.iter().any(|a| word(a.node) == Some(name))
}

/// Whether the moves of a piece leave the halfmove clock alone although it promotes: of
/// `resets-clock` and `keeps-clock` the last counts.
pub(super) fn keeps_clock(entry: &PieceEntry<'_>) -> bool {
    let mut words = entry.attributes.iter().rev().filter_map(|a| word(a.node));
    words.find(|w| matches!(*w, "resets-clock" | "keeps-clock")) == Some("keeps-clock")
}

/// The value that a piece declares, in hundredths of a pawn.
pub(super) fn value(entry: &PieceEntry<'_>) -> Option<u32> {
    entry.attributes.iter().find_map(|a| match terms(a.node) {
        [first, number] if word(first) == Some("value") => match &number.kind {
            ExprKind::Number(n) => u32::try_from(*n).ok()?.checked_mul(100),
            ExprKind::Decimal(text) => decimal(text),
            _ => None,
        },
        _ => None,
    })
}

/// Lowers both armies.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> IndexMap<PieceName, Piece> {
    let mut kinds: IndexMap<PieceName, Piece> = IndexMap::new();
    let mut clashes: HashSet<(Place, Place)> = HashSet::new();
    let mut values: HashMap<&str, (u32, Place)> = HashMap::new();
    for side in Side::ALL {
        let mut letters: HashMap<Letter, (&str, Place)> = HashMap::new();
        for (&name, entry) in &declared.armies[side].pieces {
            let kind = kinds.entry(name.to_owned()).or_insert_with(|| Piece {
                letter: PerSide::new(None, None),
                once: None,
                movement: PerSide::both(Movement::none()),
                royal: PerSide::both(false),
                value: None,
                resets_clock: false,
                unlettered: false,
                symbol: None,
            });
            kind.letter[side] = letter(declared, side, name, entry, &mut letters, &mut clashes, report);
            if let Some(movement) = entry.movement.and_then(|m| movements.read(m)) {
                let movement = normal::of_piece(&movement, name);
                kind.movement[side] = normal::for_side(&movement, side);
            }
            let attributes = attributes(entry, report);
            kind.royal[side] = attributes.royal;
            kind.resets_clock |= attributes.resets_clock;
            kind.unlettered |= attributes.unlettered;
            kind.once = attributes.once.or(kind.once);
            kind.symbol = attributes.symbol.or(kind.symbol);
            if let Some((value, place)) = attributes.value {
                match values.get(name) {
                    Some(&(other, first)) if other != value && first.source == place.source => report.add(
                        error("F0206", place, format!("`{name}` has two values"))
                            .label("another here")
                            .also(first.source, first.span, "one here")
                            .help("declare two pieces if the sides value them differently"),
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

/// The number of pieces for which a side's free letters are listed.
const MOST_SEARCHED: usize = 64;

fn letter<'a>(
    declared: &Declared<'a>,
    side: Side,
    name: &'a str,
    entry: &PieceEntry<'a>,
    letters: &mut HashMap<Letter, (&'a str, Place)>,
    clashes: &mut HashSet<(Place, Place)>,
    report: &Report<'a>,
) -> Option<Letter> {
    let written = entry.letter;
    let place = entry.at.place(written.span);
    let Ok(letter) = written.value.to_ascii_uppercase().parse::<Letter>() else {
        report.add(no_letter(name, &written.value, place));
        return None;
    };
    if let Some(&(other, first)) = letters.get(&letter) {
        // A mistake in a declaration for both sides is reported once.
        if !clashes.insert((place, first)) {
            return None;
        }
        let same_for_black = |name: &str, place: Place| {
            let black = declared.armies.black.pieces.get(name);
            black.is_some_and(|piece| piece.at.place(piece.letter.span) == place)
        };
        let message = if side == Side::White && same_for_black(name, place) && same_for_black(other, first) {
            format!("two pieces have the letter `{letter}`")
        } else {
            format!("two pieces of {} have the letter `{letter}`", capital(side))
        };
        let pieces = declared.armies[side].pieces.values();
        // They are not searched again and again where there are too many in any case.
        let all_taken = pieces.len() > MOST_SEARCHED;
        let taken = |letter: &str| {
            let is_it = |piece: &PieceEntry<'_>| piece.letter.value.eq_ignore_ascii_case(letter);
            all_taken || pieces.clone().any(is_it)
        };
        let plus = if letter.without_plus().is_some() { "+" } else { "" };
        let all = ('A'..='Z').map(|c| format!("{plus}{c}"));
        let free: Vec<String> = all.filter(|letter| !taken(letter)).collect();
        let diagnostic = error("F0204", place, message).label(format!("`{name}`")).also(
            first.source,
            first.span,
            format!("`{other}`"),
        );
        report.add(match free.as_slice() {
            [] => diagnostic.help(further(name, &taken)),
            free => diagnostic.help(format!("free are {}", free.join(" "))),
        });
        return None;
    }
    letters.insert(letter, (name, place));
    Some(letter.of(side))
}

/// The error for a text that is no letter, with a proposal.
fn no_letter(name: &str, written: &str, place: Place) -> Diagnostic {
    let inside = written.trim_matches(['+', '(', ')']);
    let (message, help) = if written.contains('(') {
        (
            format!("`{written}` is not a name in brackets"),
            format!(
                "up to {} letters and digits stand between the brackets, a letter first: `{name} ({}) = ...`",
                Letter::LONGEST_NAME,
                bracketed(name)
            ),
        )
    } else if written.starts_with('+') {
        (
            format!("`{written}` is not a plus and one letter"),
            format!(
                "write `{name} +{} = ...`, or a name in brackets, `({})`",
                first_letter(inside),
                bracketed(name)
            ),
        )
    } else {
        (
            format!("`{written}` is not one letter from A to Z"),
            format!(
                "write `{name} {first} = ...`; a side with more kinds than letters writes some with a plus, `{name} +{first} = ...`, or with a \
                 name in brackets, `{name} ({}) = ...`",
                bracketed(written),
                first = first_letter(name),
            ),
        )
    };
    error("F0203", place, message).help(help)
}

/// How a side goes on that has used the alphabet up.
fn further(name: &str, taken: &dyn Fn(&str) -> bool) -> String {
    let plus = format!("+{}", first_letter(name));
    let with_plus = if taken(&plus) {
        ('A'..='Z').map(|c| format!("+{c}")).find(|letter| !taken(letter))
    } else {
        Some(plus)
    };
    let with_plus = with_plus.map_or_else(String::new, |letter| {
        format!("a letter with a plus, `{name} {letter} = ...`, or ")
    });
    format!(
        "no letter is free; write {with_plus}a name in brackets, `{name} ({}) = ...`",
        bracketed(name)
    )
}

/// The text that could stand in brackets for a name.
fn bracketed(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let short: String = letters.take(Letter::LONGEST_NAME).collect();
    short.to_ascii_lowercase()
}

fn first_letter(name: &str) -> char {
    name.chars().next().map_or('X', |c| c.to_ascii_uppercase())
}

/// Reports an attribute that one declaration has twice, or whose contrary it has too.
fn repeated(at: At<'_, Expr>, name: &str, seen: &mut Vec<(SourceId, String, Span)>, report: &Report<'_>) {
    let what = if name == "keeps-clock" {
        "resets-clock"
    } else {
        name
    };
    let span = at.node.span;
    if let Some((_, _, first)) = seen
        .iter()
        .find(|(source, known, _)| *source == at.source && known == what)
    {
        let message = format!("`{name}` repeats an attribute before it, or contradicts it");
        report.add(
            error("F0111", at.place(span), message)
                .also(at.source, *first, "first here")
                .help("keep one of them"),
        );
    }
    seen.push((at.source, what.to_owned(), span));
}

/// A word that is no attribute.
fn unknown_attribute(at: At<'_, Expr>, name: &str) -> Diagnostic {
    let span = terms(at.node).first().map_or(at.node.span, |t| t.span);
    let diagnostic = error("F0205", at.place(span), format!("a piece cannot be `{name}`"));
    match (closest(name, ATTRIBUTES.words()), name) {
        (Some(word), _) => diagnostic.suggest(Some(word)),
        (None, name)
            if crate::vocabulary::in_movements()
                .iter()
                .any(|(word, _)| *word == name) =>
        {
            diagnostic.help("movements are joined with `|`; a comma stands before attributes such as `royal`")
        }
        (None, "promotes") => diagnostic.help("promotion is a section: `promotion pawn { to: queen }`"),
        (None, _) => diagnostic.help(format!("it may be {}", list_or(ATTRIBUTES.words()))),
    }
}

/// The letter that a piece had before.
fn once(at: At<'_, Expr>, rest: &[Expr], report: &Report<'_>) -> Option<Letter> {
    let letter = match rest {
        [letter] => word(letter).and_then(|word| word.to_ascii_uppercase().parse().ok()),
        _ => None,
    };
    if letter.is_none() {
        report.add(
            error(
                "F0205",
                at.place(at.node.span),
                "`once` is followed by one letter",
            )
            .help("write `once D`: the letter by which the piece was called before"),
        );
    }
    letter
}

/// The number behind `value`, in hundredths.
fn valued(at: At<'_, Expr>, rest: &[Expr], report: &Report<'_>) -> Option<u32> {
    if let [_, next, ..] = rest
        && let Some(attribute) = word(next).filter(|word| ATTRIBUTES.has(word))
    {
        let message = format!("a comma is missing before `{attribute}`");
        let help = format!("write `..., {attribute}`");
        report.add(error("F0205", at.place(next.span), message).help(help));
        return None;
    }
    let [number] = rest else {
        report.add(
            error(
                "F0205",
                at.place(at.node.span),
                "`value` is followed by one number",
            )
            .help("write `value 9` or `value 3.5`"),
        );
        return None;
    };
    hundredths("value", At::new(at.source, number), report)
}

fn attributes(entry: &PieceEntry<'_>, report: &Report<'_>) -> Attributes {
    let mut result = Attributes::default();
    let mut seen = Vec::new();
    for &at in &entry.attributes {
        let place = at.place(at.node.span);
        let (name, rest) = match terms(at.node).split_first() {
            Some((first, rest)) => (word(first), rest),
            None => (None, &[][..]),
        };
        let Some(name) = name else {
            report.add(not_an_attribute(entry, at));
            continue;
        };
        let Some(attribute) = ATTRIBUTES.get(name) else {
            report.add(unknown_attribute(at, name));
            continue;
        };
        repeated(at, name, &mut seen, report);
        match attribute {
            Attribute::Value => {
                let value = valued(at, rest, report);
                result.value = value.map(|value| (value, place)).or(result.value);
                continue;
            }
            Attribute::Symbol => {
                result.symbol = symbol(at, rest, report).or(result.symbol);
                continue;
            }
            Attribute::Royal => result.royal = true,
            Attribute::ResetsClock => result.resets_clock = true,
            Attribute::KeepsClock => result.resets_clock = false,
            Attribute::Unlettered => result.unlettered = true,
            Attribute::Once => {
                result.once = once(at, rest, report).or(result.once);
                continue;
            }
            // These two only say that a warning is not needed.
            Attribute::Confined | Attribute::Harmless => {}
        }
        if let Some(extra) = rest.first() {
            report.add(
                error(
                    "F0205",
                    at.place(extra.span),
                    format!("unexpected word after `{name}`"),
                )
                .help("a comma stands between two attributes"),
            );
        }
    }
    result
}

/// An error about something that is no attribute; most often a decimal with a comma.
fn not_an_attribute(entry: &PieceEntry<'_>, at: At<'_, Expr>) -> Diagnostic {
    let place = at.place(at.node.span);
    let message = format!("expected an attribute, found {}", describe(at.node));
    let diagnostic = error("F0112", place, message);
    let before = entry
        .attributes
        .iter()
        .rev()
        .find(|a| a.node.span.end < at.node.span.start);
    match (before.map(|a| terms(a.node)), &at.node.kind) {
        (
            Some(
                [
                    name,
                    Expr {
                        kind: ExprKind::Number(whole),
                        ..
                    },
                ],
            ),
            ExprKind::Number(part),
        ) if word(name) == Some("value") => diagnostic.help(format!(
            "a decimal number is written with a point: `value {whole}.{part}`"
        )),
        _ => diagnostic.help(format!("a piece may be {}", list_or(ATTRIBUTES.words()))),
    }
}

/// Reads the figure of `symbol`, and its orientation.
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
            None => report.wrong_type(
                place,
                "a figure",
                expr,
                &format!("here may stand {}", list_or(words.iter().copied())),
            ),
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
        report.add(
            error("F0205", at.place(extra.span), "unexpected word after `symbol`")
                .help("write `symbol knight` or `symbol knight turned`; a comma begins another attribute"),
        );
    }
    Some(Symbol { shape, turn })
}

/// A number of pawns behind a word, in hundredths.
pub(super) fn hundredths(word: &str, at: At<'_, Expr>, report: &Report<'_>) -> Option<u32> {
    let place = at.place(at.node.span);
    let value = match &at.node.kind {
        ExprKind::Number(n) => u32::try_from(*n).ok().and_then(|n| n.checked_mul(100)),
        ExprKind::Decimal(text) => decimal(text),
        _ => {
            report.wrong_type(
                place,
                "a number such as 9 or 3.5",
                at.node,
                &format!("write `{word} 9` or `{word} 3.5`"),
            );
            return None;
        }
    };
    let value = value.filter(|&v| v <= MAX_VALUE * 100);
    if value.is_none() {
        report.add(
            error(
                "F0115",
                place,
                format!("a value is from 0 to {MAX_VALUE} pawns, with at most two decimals"),
            )
            .help(format!("write `{word} 9` or `{word} 3.25`")),
        );
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
