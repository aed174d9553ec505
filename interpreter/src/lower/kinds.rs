//! Kinds of pieces: `all`, `rook`, `(rook | queen)`, `all except pawn`.

use super::declared::Declared;
use super::report::{Place, Report, error, warning};
use super::values::{capital, describe, terms, word};
use crate::rules::{self, Kinds, Side};
use crate::vocabulary::{self, KINDS, LINKS, Link, OWNERS, PLACES};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::keywords;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use indexmap::IndexSet;

/// Reads names of pieces.
pub(super) struct PieceNames<'a, 'r> {
    pub(super) declared: &'r Declared<'a>,
    pub(super) report: &'r Report<'a>,
    pub(super) source: SourceId,
    /// Whether `same` stands for the piece that moves.
    pub(super) own: bool,
}

impl<'a> PieceNames<'a, '_> {
    /// The kinds in the values of an entry.
    pub(super) fn kinds_of(&self, values: &[Expr]) -> Option<Kinds> {
        match values {
            [one] => self.kinds(one),
            several => {
                let lists: Vec<Option<IndexSet<String>>> = several.iter().map(|v| self.names(v)).collect();
                let lists: Option<Vec<_>> = lists.into_iter().collect();
                Some(Kinds::Only(lists?.into_iter().flatten().collect()))
            }
        }
    }

    /// `all`, `rook`, `(rook | queen)`, `all except pawn`.
    pub(super) fn kinds(&self, expr: &Expr) -> Option<Kinds> {
        if is_all(expr) {
            return Some(Kinds::All);
        }
        let kinds = match &expr.kind {
            ExprKind::Group(inner) => return self.kinds(inner),
            ExprKind::Except(all, names) if is_all(all) => {
                Kinds::except(self.names(names)?.into_iter().collect())
            }
            _ => Kinds::Only(self.names(expr)?.into_iter().collect()),
        };
        let own = self.own && matches!(&kinds, Kinds::Only(names) if names.iter().any(|n| n == self.same()));
        if own || self.declared.is_filled || self.knows_none() || self.pieces().any(|name| kinds.has(name)) {
            return Some(kinds);
        }
        let here = Place::new(self.source, expr.span);
        let diagnostic = error("F0294", here, "no piece is left");
        self.report
            .add(diagnostic.help("name fewer pieces after `except`"));
        None
    }

    /// The same kinds, as `all` where every piece is named.
    pub(super) fn whole(&self, kinds: Kinds) -> Kinds {
        let named = |name: &str| kinds.has(name);
        match !self.knows_none() && self.pieces().all(named) {
            true => Kinds::All,
            false => kinds,
        }
    }

    /// The names of all kinds that are meant.
    pub(super) fn listed(&self, expr: &Expr) -> Option<Vec<String>> {
        let names = self.names(expr)?;
        Some(names.into_iter().collect())
    }

    /// Whether a side has a piece of the name.
    ///
    /// A movement by itself, without armies, may name any.
    pub(super) fn is_piece(&self, name: &str) -> bool {
        self.knows_none() || self.pieces().any(|piece| piece == name)
    }

    fn knows_none(&self) -> bool {
        self.pieces().next().is_none()
    }

    /// The names of both armies' pieces.
    fn pieces(&self) -> impl Iterator<Item = &'a str> {
        let armies = &self.declared.armies;
        rules::Side::ALL
            .iter()
            .flat_map(|&side| armies[side].pieces.keys().copied())
    }

    /// The word for the piece that moves.
    fn same(&self) -> &'static str {
        LINKS.word(&Link::Same)
    }

    /// The names of pieces.
    fn names(&self, expr: &Expr) -> Option<IndexSet<String>> {
        match &expr.kind {
            ExprKind::Group(inner) => self.names(inner),
            ExprKind::Union(list) | ExprKind::List(list) => {
                let lists: Vec<Option<IndexSet<String>>> = list.iter().map(|e| self.names(e)).collect();
                let lists = lists.into_iter().collect::<Option<Vec<IndexSet<String>>>>()?;
                self.adds_nothing(list, &lists);
                Some(lists.into_iter().flatten().collect())
            }
            ExprKind::Except(from, what) => {
                let (from, what) = (self.names(from), self.names(what));
                let (from, what) = (from?, what?);
                Some(from.into_iter().filter(|name| !what.contains(name)).collect())
            }
            ExprKind::Name(name) if KINDS.get(name) == Some(&vocabulary::Kinds::All) => {
                Some(self.pieces().map(str::to_owned).collect())
            }
            ExprKind::Name(name) if self.is_piece(name) || self.own && name == self.same() => {
                Some([name.clone()].into_iter().collect())
            }
            ExprKind::Name(name) => {
                self.unknown(name, Place::new(self.source, expr.span));
                None
            }
            _ => {
                let here = Place::new(self.source, expr.span);
                let message = format!("expected the name of a piece, found {}", describe(expr));
                let help = self.joined(terms(expr)).map_or_else(
                    || "write `rook`, `(rook | queen)` or `(all except pawn)`".to_owned(),
                    |joined| format!("several kinds are joined: write `({joined})`"),
                );
                self.report.add(error("F0294", here, message).help(help));
                None
            }
        }
    }

    /// `rook | queen` for pieces that stand side by side.
    pub(super) fn joined(&self, terms: &[Expr]) -> Option<String> {
        let names = terms.iter().map(word);
        let names: Option<Vec<&str>> = names
            .map(|name| name.filter(|name| self.is_piece(name)))
            .collect();
        names
            .filter(|names| names.len() > 1)
            .map(|names| names.join(" | "))
    }

    /// Warns of `all except knight | bishop`, which is `all except knight`: the bishop is meant to
    /// be left out, too.
    fn adds_nothing(&self, list: &[Expr], lists: &[IndexSet<String>]) {
        let [one, ..] = list else { return };
        let ExprKind::Except(from, what) = &one.kind else {
            return;
        };
        let contained = |names: &&IndexSet<String>| names.is_subset(&lists[0]);
        if self.source != OWN || !is_all(from) || !lists[1..].iter().all(|names| contained(&names)) {
            return;
        }
        let rest: Vec<&str> = lists[1..].iter().flatten().map(String::as_str).collect();
        let first: Vec<String> = self.names(what).into_iter().flatten().collect();
        let all = [first.iter().map(String::as_str).collect(), rest.clone()]
            .concat()
            .join(" | ");
        let last = list.last().unwrap_or(one);
        let place = Place::new(self.source, list[1].span.to(last.span));
        let message = format!(
            "{} {} there already",
            and(&rest),
            if rest.len() == 1 { "is" } else { "are" }
        );
        let help = format!("to leave out all of them, write `all except ({all})`");
        self.report.add(warning("F0347", place, message).help(help));
    }

    pub(super) fn unknown(&self, name: &str, here: Place) {
        let words = OWNERS.words().chain(PLACES.words()).chain(LINKS.words());
        let words = words.chain(all());
        let words: Vec<&str> = self.pieces().chain(words.map(|word| -> &str { word })).collect();
        let likely = closest(name, words);
        match likely.filter(|likely| !self.is_piece(likely)) {
            Some(likely) if likely == name && !self.report.may_exist(name) => {
                let message = format!("`{name}` names no kind of piece");
                self.report
                    .add(error("F0207", here, message).help(instead_of(name)));
            }
            Some(likely) if !self.report.may_exist(name) => {
                let message = format!("there is no piece `{name}`");
                self.report
                    .add(error("F0207", here, message).suggest(Some(likely)));
            }
            _ => unknown(self.declared, self.report, here, None, name),
        }
    }
}

/// The words to write instead of a word of the language if a piece is meant.
fn instead_of(word: &str) -> String {
    match (LINKS.get(word), PLACES.get(word)) {
        (Some(Link::Victim), _) => {
            "the captured piece is off the board: `put: victim on origin` brings it back, `hand: victim` puts it \
             into a hand"
                .to_owned()
        }
        (_, Some(_)) => format!("it is a place: write `all on {word}` for the pieces there"),
        _ => "name a piece, or write `all`; words such as `friend` stand before the kinds".to_owned(),
    }
}

/// The file itself; parents come behind it.
const OWN: SourceId = SourceId(0);

/// Names in quotes, joined by `and`.
fn and(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The word for all pieces.
fn all<'w>() -> impl Iterator<Item = &'w str> {
    let words = KINDS.words().map(|word| -> &'w str { word });
    words.filter(|word| KINDS.get(word) == Some(&vocabulary::Kinds::All))
}

/// Whether an expression is the word for all pieces.
fn is_all(expr: &Expr) -> bool {
    word(expr).and_then(|w| KINDS.get(w)) == Some(&vocabulary::Kinds::All)
}

/// A side in the place of a piece.
fn side_behind(place: Place, side: &str) -> Diagnostic {
    let message = format!("`{side}` is a side, and stands before the pieces");
    let help = format!("write `{side} ...`: first the side, then the pieces");
    error("F0207", place, message).help(help)
}

/// Reports a piece that a side does not have, with the likely intended one.
pub(super) fn unknown(
    declared: &Declared<'_>,
    report: &Report<'_>,
    place: Place,
    side: Option<Side>,
    name: &str,
) {
    if report.may_exist(name) {
        return;
    }
    let armies = &declared.armies;
    let names = |side: Side| armies[side].pieces.keys().copied();
    if keywords::SIDES.contains(&name) {
        report.add(side_behind(place, name));
        return;
    }
    let diagnostic = match side {
        Some(side) if armies[side.other()].pieces.contains_key(name) => {
            let (own, other) = (capital(side), capital(side.other()));
            error("F0207", place, format!("{own} has no `{name}`, only {other} has"))
                .help(pieces_of(side, names(side)))
        }
        Some(side) => error("F0207", place, format!("{} has no piece `{name}`", capital(side))).suggest_or(
            closest(name, names(side).chain(all())),
            pieces_of(side, names(side)),
        ),
        None => {
            let suggestion = closest(name, names(Side::White).chain(names(Side::Black)).chain(all()));
            let same = names(Side::White).eq(names(Side::Black));
            let all = if same {
                listed("the pieces are", names(Side::White))
            } else {
                let (white, black) = (Side::White, Side::Black);
                format!(
                    "{}; {}",
                    pieces_of(white, names(white)),
                    pieces_of(black, names(black))
                )
            };
            error("F0207", place, format!("there is no piece `{name}`")).suggest_or(suggestion, all)
        }
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

/// At most this many pieces are named in a message.
const NAMED: usize = 12;

/// `White has `king`, `queen` ...`
fn pieces_of<'n>(side: Side, names: impl Iterator<Item = &'n str>) -> String {
    listed(&format!("{} has", capital(side)), names)
}

fn listed<'n>(before: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        return "declare it in an army".to_owned();
    }
    if names.len() > NAMED {
        let more = names.len() - NAMED;
        names.truncate(NAMED);
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, front)) if !front.is_empty() => format!("{before} {} and {last}", front.join(", ")),
        _ => format!("{before} {}", names.concat()),
    }
}
