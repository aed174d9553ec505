//! `power`: pieces that move differently while a condition holds.

use super::declared::Declared;
use super::effects::Reader;
use super::movement::Movements;
use super::movement::normal::has_same;
use super::report::{At, Place, Report, error};
use super::squares::Grounds;
use super::values::{place_of, terms, word};
use crate::rules::{Change, How, Kinds, Movement, Owner, Power, Relation};
use crate::vocabulary::{GAINS, OWNERS, POWERS, PowerKey, RELATIONS, RelationWord};
use ferz_grammar::ast::{Entry, Expr, ExprKind, SectionDecl};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::suggest::closest;

/// How conditions are written.
const FORM: &str = "write `attacked by enemy same`, `guarded by (knight | bishop)`, `attacks friend rook`, `next to enemy king` or `beside enemy king by step all`";

/// Lowers all powers, in their order.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    movements: &Movements<'a, '_>,
    report: &Report<'a>,
) -> Vec<Power> {
    let power = |(&name, &at): (&&'a str, &At<'a, SectionDecl>)| {
        let reader = Reader::new(declared, grounds, movements, report, at.source);
        power(&reader, name, at)
    };
    declared.powers.iter().filter_map(power).collect()
}

/// Reads one block.
fn power<'a>(reader: &Reader<'a, '_>, name: &str, at: At<'a, SectionDecl>) -> Option<Power> {
    let report = reader.report;
    let entries = report.entries(at, "`power`", POWERS);
    let of = match entries.get(&PowerKey::Of) {
        Some(entry) => reader.kinds_of(&entry.node.values),
        None => Some(Kinds::All),
    };
    let condition = entries
        .get(&PowerKey::While)
        .map(|&entry| condition(reader, entry));
    let moves = entries.get(&PowerKey::Moves).map(|&entry| moves(reader, entry));
    let gains = entries.get(&PowerKey::Gains).map(|&entry| gains(reader, entry));
    let here = at.place(at.node.keyword.span);
    let lacks = |message: &str, help: &str| {
        if !report.has_unread_in(at.place(at.node.span)) {
            report.add(error("F0298", here, message).help(help));
        }
    };
    let all_known = at.node.entries.iter().all(|entry| POWERS.has(&entry.key.value));
    // The entry that seems to be missing may be the one whose key is wrong.
    if condition.is_none() && all_known {
        lacks(
            "when has a piece this power?",
            "add `while: attacked by enemy same` or the like",
        );
    }
    let change = match (moves, gains) {
        (None, None) if !all_known => None,
        (None, None) => {
            lacks(
                "what does this power change?",
                "add `moves: none` or `gains: knight`",
            );
            None
        }
        (Some(_), Some(_)) => {
            lacks(
                "a piece moves differently, or gains something",
                "keep `moves` or `gains`; two powers may have the same `while`",
            );
            None
        }
        (Some(change), None) | (None, Some(change)) => change,
    };
    let (of, condition, change) = (of?, condition??, change?);
    if change == Change::GainsTheirs
        && let Some((message, help)) = not_theirs(&condition)
    {
        lacks(message, help);
        return None;
    }
    Some(Power {
        name: name.to_owned(),
        of,
        condition,
        change,
    })
}

/// The reason why no piece can gain the movements of related pieces, and a remedy.
fn not_theirs(relation: &Relation) -> Option<(&'static str, &'static str)> {
    let many = "several pieces are counted: whose movement is gained?";
    match relation {
        Relation { more: true, .. } => Some((many, "leave out `more`, or name the movement")),
        Relation { several: true, .. } => Some((many, "leave out `several`, or name the movement")),
        Relation { same: true, .. } => Some(("pieces of one kind move alike", "name other kinds in `while`")),
        _ => None,
    }
}

/// `moves: none`, `moves: rook`.
fn moves<'a>(reader: &Reader<'a, '_>, entry: At<'a, Entry>) -> Option<Change> {
    let movement = movement(reader, entry)?;
    let is_none = matches!(&movement, Movement::Union(list) if list.is_empty());
    Some(if is_none {
        Change::None
    } else {
        Change::Moves(movement)
    })
}

/// `gains: theirs`, `gains: knight`.
fn gains<'a>(reader: &Reader<'a, '_>, entry: At<'a, Entry>) -> Option<Change> {
    let value = reader.report.single(entry)?;
    if word(value.node).is_some_and(|w| GAINS.has(w)) {
        return Some(Change::GainsTheirs);
    }
    if let Some(written) = word(value.node)
        && let Some(likely) = closest(written, GAINS.words())
        && !reader.declared.movements.contains_key(written)
    {
        let place = value.place(value.node.span);
        let message = format!("there is no movement `{written}`");
        reader
            .report
            .add(error("F0160", place, message).suggest(Some(likely)));
        return None;
    }
    let movement = movement(reader, entry)?;
    if matches!(&movement, Movement::Union(list) if list.is_empty()) {
        let diagnostic = error("F0298", entry.place(entry.node.span), "nothing is gained");
        reader
            .report
            .add(diagnostic.help("write `moves: none` if the piece may not move"));
        return None;
    }
    Some(Change::Gains(movement))
}

fn movement<'a>(reader: &Reader<'a, '_>, entry: At<'a, Entry>) -> Option<Movement> {
    let value = reader.report.single(entry)?;
    let movement = reader.movements.read(value)?;
    if has_same(&movement) {
        let diagnostic = error(
            "F0298",
            entry.place(entry.node.span),
            "`same` is the kind of one piece; powers are of several",
        );
        reader.report.add(diagnostic.help("name the pieces"));
        return None;
    }
    Some(movement)
}

/// Reads the condition on a piece.
fn condition<'a>(reader: &Reader<'a, '_>, entry: At<'a, Entry>) -> Option<Relation> {
    let value = reader.report.single(entry)?.node;
    let place = Place::new(entry.source, value.span);
    let unclear = |place: Place, message: &str, help: &str| {
        reader.report.add(error("F0299", place, message).help(help));
        None
    };
    if let ExprKind::Except(..) | ExprKind::Union(_) | ExprKind::Intersection(_) = value.kind {
        return unclear(
            place,
            "which words belong together?",
            "put the pieces in parentheses: `attacked by (rook | queen)`, `guarded by (all except king)`",
        );
    }
    let list = terms(value);
    let Some((first, rest)) = list.split_first() else {
        return unclear(place, "which condition?", FORM);
    };
    let unjoined = |joint: &'static str, message: &str| {
        reader.unjoined(list, joint, error("F0299", place, message).help(FORM));
        None
    };
    let others = |list: &[Expr]| others(reader, list, place);
    let owned = |list: &[Expr]| owned(reader, list, place);
    match relation(first) {
        Some(word @ (RelationWord::Attacked | RelationWord::Guarded)) => {
            let Some(who) = behind(rest, RelationWord::By) else {
                return unjoined("by", "by whom?");
            };
            attacked_or_guarded(reader, word, others(who)?, place)
        }
        Some(RelationWord::Attacks) => Some(owned(rest)?.relation(How::Attacks)),
        Some(RelationWord::Next) => {
            let Some(who) = behind(rest, RelationWord::To) else {
                return unjoined("to", "next to whom?");
            };
            Some(owned(who)?.relation(How::Next))
        }
        Some(RelationWord::Beside) => {
            let Some(at) = rest
                .iter()
                .position(|term| relation(term) == Some(RelationWord::By))
            else {
                if without_way(reader, rest, place) {
                    return None;
                }
                return unjoined("by", "beside, along which movement?");
            };
            let others = owned(&rest[..at])?;
            let movement = reader.movement(&rest[at + 1..], place)?;
            Some(others.relation(How::Beside(movement)))
        }
        _ => {
            unknown(reader, Place::new(entry.source, first.span), first);
            None
        }
    }
}

/// The words behind a word, if they begin with it.
fn behind(list: &[Expr], word: RelationWord) -> Option<&[Expr]> {
    let (first, rest) = list.split_first()?;
    (relation(first) == Some(word)).then_some(rest)
}

/// Reports `beside enemy king` without any word of a movement behind it.
fn without_way(reader: &Reader<'_, '_>, rest: &[Expr], place: Place) -> bool {
    let is_way = |term: &Expr| matches!(word(term), Some("step" | "ride" | "leap" | "with" | "at"));
    if rest.iter().any(is_way) {
        return false;
    }
    let text = reader.report.text(place.source);
    let written = text
        .get(place.span.start..place.span.end)
        .unwrap_or("beside king");
    let diagnostic = error("F0299", place, "beside, along which movement?");
    reader
        .report
        .add(diagnostic.help(format!("write `{written} by step all`")));
    true
}

/// The word of a condition.
fn relation(term: &Expr) -> Option<RelationWord> {
    word(term).and_then(|w| RELATIONS.get(w)).copied()
}

/// `attacked by` enemies, or `guarded by` friends.
fn attacked_or_guarded(
    reader: &Reader<'_, '_>,
    word: RelationWord,
    others: Others,
    place: Place,
) -> Option<Relation> {
    let own = if word == RelationWord::Attacked {
        Owner::Enemy
    } else {
        Owner::Friend
    };
    if others.owner != Owner::Any && others.owner != own {
        let help = "enemies attack, friends guard: `attacked by enemy rook`, `guarded by friend knight`";
        let diagnostic = error("F0299", place, "who attacks, and who guards?");
        reader.report.add(diagnostic.help(help));
        return None;
    }
    Some(Others { owner: own, ..others }.relation(How::Attacked))
}

/// Reports what begins a condition and is none.
fn unknown(reader: &Reader<'_, '_>, here: Place, first: &Expr) {
    let begins = |word: &&str| {
        !matches!(
            RELATIONS.get(word),
            Some(
                RelationWord::Same
                    | RelationWord::By
                    | RelationWord::To
                    | RelationWord::More
                    | RelationWord::Several
            )
        )
    };
    let words = RELATIONS.words().filter(begins);
    let likely = word(first).and_then(|w| ferz_grammar::suggest::closest(w, words));
    let diagnostic = error("F0299", here, "this is no condition of a power");
    reader.report.add(diagnostic.suggest_or(likely, FORM));
}

/// The other pieces of a condition.
struct Others {
    owner: Owner,
    kinds: Kinds,
    same: bool,
    more: bool,
    several: bool,
}

impl Others {
    fn relation(self, how: How) -> Relation {
        Relation {
            how,
            friends: self.owner != Owner::Enemy,
            enemies: self.owner != Owner::Friend,
            kinds: self.kinds,
            same: self.same,
            more: self.more,
            several: self.several,
        }
    }
}

/// The same if the condition itself does not name their owner: the side with more of them must be
/// named.
fn owned(reader: &Reader<'_, '_>, list: &[Expr], whole: Place) -> Option<Others> {
    let others = others(reader, list, whole)?;
    if others.more && others.owner == Owner::Any {
        let help = "say whose: `next to more friend pawn`, `attacks more enemy (rook | queen)`";
        let diagnostic = error("F0299", whole, "more of whom than of whom?");
        reader.report.add(diagnostic.help(help));
        return None;
    }
    Some(others)
}

/// `enemy (rook | queen)`, `friend`, `same`, `more friend pawn`, `several enemy`.
fn others(reader: &Reader<'_, '_>, list: &[Expr], whole: Place) -> Option<Others> {
    let owner = |term: &Expr| word(term).and_then(|w| OWNERS.get(w)).copied();
    let counted = list.first().and_then(word).filter(|w| !reader.is_piece(w));
    let counted = counted.and_then(|w| RELATIONS.get(w)).copied();
    let (more, several) = (
        counted == Some(RelationWord::More),
        counted == Some(RelationWord::Several),
    );
    let list = &list[usize::from(more || several)..];
    let named = list
        .first()
        .and_then(owner)
        .filter(|&owner| owner != Owner::Empty);
    let kinds = if named.is_some() { &list[1..] } else { list };
    let owner = named.unwrap_or(Owner::Any);
    let is_same = |term: &Expr| {
        word(term).is_some_and(|w| RELATIONS.get(w) == Some(&RelationWord::Same) && !reader.is_piece(w))
    };
    let (kinds, same) = match kinds {
        [] if named.is_some() || more || several => (Kinds::All, false),
        [one] if is_same(one) => (Kinds::All, true),
        [one] => (reader.kinds(one)?, false),
        _ => {
            reader.report.add(no_pieces(reader, list, whole));
            return None;
        }
    };
    Some(Others {
        owner,
        kinds,
        same,
        more,
        several,
    })
}

/// Words in the place of the pieces of a condition that name none.
fn no_pieces(reader: &Reader<'_, '_>, list: &[Expr], whole: Place) -> Diagnostic {
    let strange = list
        .first()
        .and_then(|term| Some((term, word(term).filter(|w| !reader.is_piece(w))?)));
    let likely = strange.and_then(|(term, word)| {
        let likely = match word {
            "most" | "many" => Some("more"),
            "two" | "multiple" => Some("several"),
            _ => closest(word, RELATIONS.words().chain(OWNERS.words())).filter(|likely| *likely != word),
        };
        Some((term, word, likely?))
    });
    match likely {
        Some((term, word, likely)) => {
            let place = Place::new(reader.source, term.span);
            error("F0299", place, format!("`{word}` has no meaning here")).suggest(Some(likely))
        }
        None => error("F0299", place_of(reader.source, list, whole), "which pieces?").help(FORM),
    }
}
