//! Pieces and squares as effects find them: `enemy pawn on step all at mover`.

use super::{AREAS, Reader};
use crate::lower::kinds::PieceNames;
use crate::lower::report::{At, Place, error, list_or};
use crate::lower::values::{place_of, terms, word};
use crate::rules::{self, Area, Group, Kinds, Movement, Owner};
use crate::vocabulary::{KINDS, Kinds as KindsWord, LINKS, Link, OWNERS, PLACES, PlaceWord};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::span::Span;
use ferz_grammar::suggest::closest;

impl<'a> Reader<'a, '_> {
    pub(in crate::lower) fn is_piece(&self, name: &str) -> bool {
        self.names().is_piece(name)
    }

    /// Some pieces: `[friend|enemy] [KINDS]`, then where they stand.
    pub(super) fn group(&self, list: &[Expr], whole: &Expr) -> Option<Group> {
        let place = place_of(self.source, list, Place::new(self.source, whole.span));
        if let ExprKind::Except(..) | ExprKind::Union(_) | ExprKind::Intersection(_) = whole.kind
            && contains_link(whole)
        {
            let diagnostic = error("F0294", place, "which words belong together?");
            self.report.add(diagnostic.help(
                "put the pieces or the squares in parentheses: `(all except pawn) on step all at mover`, \
                 `enemy on (file at mover & rank 4)`",
            ));
            return None;
        }
        if let [one] = list
            && is_mover(one)
        {
            return Some(mover());
        }
        let (owner, rest) = match list.split_first() {
            Some((first, rest)) => match word(first).and_then(|w| OWNERS.get(w)) {
                Some(&owner) => (owner, rest),
                None if is_mover(first) => (Owner::Mover, rest),
                None => (Owner::Any, list),
            },
            None => (Owner::Any, list),
        };
        let at = rest.iter().position(|t| {
            matches!(
                link(t),
                Some(
                    Link::On
                        | Link::Attacked
                        | Link::Mated
                        | Link::Enclosed
                        | Link::Open
                        | Link::Between
                        | Link::Around
                )
            )
        });
        let (kinds, tail) = rest.split_at(at.unwrap_or(rest.len()));
        if let (Owner::Empty, Some(kind)) = (owner, kinds.first()) {
            let here = Place::new(self.source, kind.span);
            let diagnostic = error("F0294", here, "an empty square has no piece");
            self.report
                .add(diagnostic.help("write `empty on step south at target`"));
            return None;
        }
        let kinds = self.kinds_between(kinds, owner, place)?;
        let on = match tail.split_first() {
            None => Area::All,
            Some((first, _)) if link(first) == Some(Link::Between) => self.between(&tail[1..], place)?,
            Some((first, _)) if link(first) == Some(Link::On) => self.area(&tail[1..], place)?,
            Some(_) => self.area(tail, place)?,
        };
        Some(Group { owner, kinds, on })
    }

    /// Squares that stand behind a word of their own: `attacked by mover`,
    /// `enclosed by step orthogonal`.
    fn told(&self, list: &[Expr], place: Place) -> Option<Option<Area>> {
        let (first, tail) = list.split_first()?;
        Some(match link(first)? {
            Link::Attacked => self.attacked(tail, place),
            Link::Mated => self.mated(tail, place),
            Link::Enclosed => self.chains(tail, place).map(Area::Enclosed),
            Link::Open => self.chains(tail, place).map(Area::Open),
            Link::Around => self.around(tail, place),
            _ => return None,
        })
    }

    /// `by mover`, `by friend rook`.
    fn attacked(&self, list: &[Expr], place: Place) -> Option<Area> {
        let owned = |term: &Expr| {
            let owner = word(term).and_then(|w| OWNERS.get(w));
            owner.is_some_and(|owner| *owner != Owner::Empty)
        };
        match list {
            [by, one] if word(by) == Some("by") && word(one) == Some("mover") => return Some(Area::Attacked),
            [by, more, rest @ ..] if word(by) == Some("by") && link(more) == Some(Link::More) => {
                return self.attacked_more(rest, place);
            }
            [by, rest @ ..] if word(by) == Some("by") && rest.first().is_some_and(owned) => {
                return Some(Area::AttackedBy(self.place(rest, place)?));
            }
            _ => {}
        }
        let here = place_of(self.source, list, place);
        let diagnostic = error("F0294", here, "attacked by whom?").help(
            "write `attacked by mover` for the pieces that the moved piece could capture next, or `attacked by friend rook`",
        );
        self.unjoined(list.get(..1).unwrap_or_default(), "by", diagnostic);
        None
    }

    /// `friend KINDS by-value in-line`, behind `by more`.
    fn attacked_more(&self, list: &[Expr], place: Place) -> Option<Area> {
        let (mut list, mut by_value, mut in_line) = (list, false, false);
        while let [rest @ .., last] = list {
            match link(last) {
                Some(Link::ByValue) if !by_value => by_value = true,
                Some(Link::InLine) if !in_line => in_line = true,
                _ => break,
            }
            list = rest;
        }
        let owner = list.first().and_then(word).and_then(|w| OWNERS.get(w)).copied();
        let (kinds, by) = match (list, owner) {
            ([_], Some(by @ (Owner::Friend | Owner::Enemy))) => (Kinds::All, by),
            ([_, kinds], Some(by @ (Owner::Friend | Owner::Enemy))) => (self.kinds(kinds)?, by),
            _ => {
                let here = place_of(self.source, list, place);
                let diagnostic = error("F0294", here, "more of whose pieces?");
                self.report.add(diagnostic.help(
                    "write `attacked by more friend` for the pieces that more friends than enemies could capture next, \
                     `attacked by more enemy rook`, `attacked by more friend by-value` to weigh attackers by value, or \
                     `attacked by more friend in-line` to count attackers behind others",
                ));
                return None;
            }
        };
        Some(Area::AttackedMore {
            by,
            kinds,
            by_value,
            in_line,
        })
    }

    /// Nothing stands behind `mated`.
    fn mated(&self, list: &[Expr], place: Place) -> Option<Area> {
        if list.is_empty() {
            return Some(Area::Mated);
        }
        let here = place_of(self.source, list, place);
        let diagnostic = error("F0294", here, "nothing stands behind `mated`");
        self.report.add(diagnostic.help(
            "write `enemy mated`: the enemies that could still be captured after every plain move of their own side",
        ));
        None
    }

    /// `by MOVEMENT`.
    fn chains(&self, list: &[Expr], place: Place) -> Option<Movement> {
        if let [by, way @ ..] = list
            && word(by) == Some("by")
            && !way.is_empty()
        {
            return self.movement(way, place);
        }
        let here = place_of(self.source, list, place);
        let diagnostic = error("F0294", here, "which squares are next to the pieces?")
            .help("write `enemy enclosed by step orthogonal`");
        self.unjoined(list.get(..1).unwrap_or_default(), "by", diagnostic);
        None
    }

    /// `mover and friend KINDS by MOVEMENT`.
    fn between(&self, list: &[Expr], place: Place) -> Option<Area> {
        const FORM: &str = "write `enemy between mover and friend by step orthogonal`";
        let wrong = || {
            let other = list
                .get(1)
                .filter(|term| matches!(word(term), Some("or" | "to" | "with")));
            let here = other.map_or_else(
                || place_of(self.source, list, place),
                |other| Place::new(self.source, other.span),
            );
            let diagnostic = error("F0294", here, "between which pieces, and along which lines?");
            self.report.add(match other {
                Some(_) => diagnostic.suggest(Some("and")),
                None => diagnostic.help(FORM),
            });
            None
        };
        let heads: Vec<Option<&str>> = list.iter().take(3).map(word).collect();
        if heads != [Some("mover"), Some("and"), Some("friend")] {
            return wrong();
        }
        let Some(by) = list.iter().position(|t| word(t) == Some("by")) else {
            return wrong();
        };
        let friends = match &list[3..by] {
            [] => Kinds::All,
            [one] => self.kinds(one)?,
            _ => return wrong(),
        };
        let movement = self.movement(&list[by + 1..], place)?;
        if !is_rows(&movement) {
            let here = place_of(self.source, &list[by + 1..], place);
            let diagnostic = error("F0295", here, "enclosed pieces lie in a row");
            self.report
                .add(diagnostic.help("a row is a leap or a ride: `step orthogonal`, `ride all`"));
            return None;
        }
        Some(Area::Between {
            by: movement,
            friends,
        })
    }

    /// `target by step all`.
    fn around(&self, list: &[Expr], place: Place) -> Option<Area> {
        let split = list.iter().position(|t| word(t) == Some("by"));
        let Some((from, [joint, by @ ..])) = split.map(|at| list.split_at(at)) else {
            let here = place_of(self.source, list, place);
            let diagnostic = error("F0294", here, "around what, and how far?");
            self.unjoined(
                list,
                "by",
                diagnostic.help("write `all around target by step all`"),
            );
            return None;
        };
        let from = self.place(from, Place::new(self.source, joint.span))?;
        Some(Area::Around(self.movement(by, place)?, from))
    }

    /// Squares of an effect.
    pub(super) fn area(&self, list: &[Expr], place: Place) -> Option<Area> {
        if let Some(told) = self.told(list, place) {
            return told;
        }
        if let Some(at) = list.iter().rposition(|t| link(t) == Some(Link::At)) {
            return self.seen_from(&list[..at], &list[at + 1..], place);
        }
        match list {
            [] => {
                let diagnostic = error("F0294", place, "on which squares?");
                self.report.add(diagnostic.help(AREAS));
                None
            }
            [one] => self.area_of(one),
            several => {
                let span = place_of(self.source, several, place).span;
                let phrase = Expr {
                    kind: ExprKind::Phrase(several.to_vec()),
                    span,
                };
                Some(Area::Squares(self.squares(&[phrase])?))
            }
        }
    }

    pub(super) fn area_of(&self, expr: &Expr) -> Option<Area> {
        let all = |list: &[Expr]| -> Option<Vec<Area>> {
            let areas: Vec<Option<Area>> = list.iter().map(|e| self.area_of(e)).collect();
            areas.into_iter().collect()
        };
        match &expr.kind {
            ExprKind::Group(inner) => self.area_of(inner),
            ExprKind::Intersection(list) if contains_link(expr) => Some(Area::Both(all(list)?)),
            ExprKind::Union(list) | ExprKind::List(list) if contains_link(expr) => {
                Some(Area::Either(all(list)?))
            }
            ExprKind::Phrase(list) => self.area(list, Place::new(self.source, expr.span)),
            ExprKind::Except(all, but) if contains_link(expr) => {
                let (all, but) = (self.area_of(all), self.area_of(but));
                Some(Area::Except(Box::new(all?), Box::new(but?)))
            }
            ExprKind::Name(name) => match PLACES.get(name) {
                Some(&place) => Some(Area::At(place_named(place))),
                None if KINDS.get(name) == Some(&KindsWord::All) => Some(Area::All),
                None => Some(Area::Squares(self.squares(std::slice::from_ref(expr))?)),
            },
            _ => Some(Area::Squares(self.squares(std::slice::from_ref(expr))?)),
        }
    }

    /// `step all at mover`, `file at target`.
    fn seen_from(&self, what: &[Expr], from: &[Expr], place: Place) -> Option<Area> {
        let from = self.place(from, place);
        let line = match what {
            [one] => link(one),
            _ => None,
        };
        match line {
            Some(Link::File) => Some(Area::File(from?)),
            Some(Link::Rank) => Some(Area::Rank(from?)),
            _ => {
                let movement = match self.drops {
                    true => self.movement(what, place),
                    false => self.seen(what, place, |at| self.movements.headed(at)),
                };
                Some(Area::Reach(movement?, from?))
            }
        }
    }

    /// Reads the place after `at`.
    pub(super) fn place(&self, list: &[Expr], whole: Place) -> Option<rules::Place> {
        let here = place_of(self.source, list, whole);
        match list {
            [one] if word(one).is_some_and(|w| PLACES.has(w)) => {
                word(one).and_then(|w| PLACES.get(w)).map(|&p| place_named(p))
            }
            [owner] if word(owner).is_some_and(|w| OWNERS.has(w)) => {
                let owner = word(owner).and_then(|w| OWNERS.get(w)).copied()?;
                let kinds = Kinds::All;
                Some(rules::Place::Piece { owner, kinds })
            }
            [one] if self.are_kinds(one) => {
                let (owner, kinds) = (Owner::Any, self.kinds(one)?);
                Some(rules::Place::Piece { owner, kinds })
            }
            [first, kinds] if is_mover(first) => {
                let (owner, kinds) = (Owner::Mover, self.kinds(kinds)?);
                Some(rules::Place::Piece { owner, kinds })
            }
            [owner, kinds]
                if word(owner)
                    .and_then(|w| OWNERS.get(w))
                    .is_some_and(|o| *o != Owner::Empty) =>
            {
                let owner = word(owner).and_then(|w| OWNERS.get(w)).copied()?;
                let kinds = self.kinds(kinds)?;
                Some(rules::Place::Piece { owner, kinds })
            }
            _ => {
                if let Some((span, wrong, likely)) = self.misspelt_place(list) {
                    let here = Place::new(self.source, span);
                    let diagnostic = error("F0294", here, format!("there is no place `{wrong}`"));
                    self.report.add(diagnostic.suggest(Some(likely)));
                    return None;
                }
                let diagnostic = error("F0294", here, "at which place?");
                let words: Vec<&str> = PLACES.words().collect();
                let help = format!(
                    "places are {}, `empty`, or a piece: `friend king`",
                    list_or(words)
                );
                self.report.add(diagnostic.help(help));
                None
            }
        }
    }

    /// A misspelt word that is likely a place, an owner or a piece, and the likely intended word.
    fn misspelt_place<'w>(&self, list: &'w [Expr]) -> Option<(Span, &'w str, &'static str)> {
        let first = list.first()?;
        let wrong = word(first)?;
        let owners = OWNERS.words().filter(|_| list.len() < 3);
        let words = PLACES.words().filter(|_| list.len() == 1).chain(owners);
        let likely = closest(wrong, words)?;
        (likely != wrong).then_some((first.span, wrong, likely))
    }

    /// Whether a term names kinds of pieces: `rook`, `all`, `(all except pawn)`.
    fn are_kinds(&self, term: &Expr) -> bool {
        match &term.kind {
            ExprKind::Name(name) => self.is_piece(name) || KINDS.has(name),
            ExprKind::Group(inner) => match &inner.kind {
                ExprKind::Except(..) | ExprKind::Union(_) => !contains_link(inner),
                _ => self.are_kinds(inner),
            },
            _ => false,
        }
    }

    /// A movement that asks at most which squares are occupied.
    pub(in crate::lower) fn movement(&self, list: &[Expr], place: Place) -> Option<Movement> {
        self.seen(list, place, |at| self.movements.read(at))
    }

    fn seen(
        &self,
        list: &[Expr],
        place: Place,
        read: impl Fn(At<'_, Expr>) -> Option<Movement>,
    ) -> Option<Movement> {
        let here = place_of(self.source, list, place);
        let expr = match list {
            [] => {
                self.report
                    .add(error("F0294", here, "along which movement?").help(AREAS));
                return None;
            }
            [one] => one.clone(),
            several => Expr {
                kind: ExprKind::Phrase(several.to_vec()),
                span: here.span,
            },
        };
        let movement = read(At::new(self.source, &expr))?;
        if looks_at_more(&movement) {
            let message = "the squares of an effect may only depend on which squares are occupied";
            self.report.add(
                error("F0295", here, message).help(
                    "take leaps, rides and hops over any piece; say whose pieces are meant before `on`",
                ),
            );
            return None;
        }
        Some(movement)
    }

    /// The kinds in the values of an entry.
    pub(in crate::lower) fn kinds_of(&self, values: &[Expr]) -> Option<Kinds> {
        self.names().kinds_of(values)
    }

    /// `all`, `rook`, `(rook | queen)`, `all except pawn`.
    pub(in crate::lower) fn kinds(&self, expr: &Expr) -> Option<Kinds> {
        self.names().kinds(expr)
    }

    /// The same, as `all` where every piece is named.
    pub(in crate::lower) fn whole(&self, expr: &Expr) -> Option<Kinds> {
        let kinds = self.kinds(expr)?;
        Some(self.names().whole(kinds))
    }

    /// The names of all kinds that are meant.
    pub(in crate::lower) fn listed(&self, expr: &Expr) -> Option<Vec<String>> {
        self.names().listed(expr)
    }

    /// Reports what cannot be read.
    pub(in crate::lower) fn unclear(&self, expr: &Expr, message: &str, help: &str) {
        let place = Place::new(self.source, expr.span);
        self.report.add(error("F0294", place, message).help(help));
    }

    pub(in crate::lower) fn names(&self) -> PieceNames<'a, '_> {
        PieceNames {
            declared: self.declared,
            report: self.report,
            source: self.source,
            own: false,
        }
    }
}

/// An expression with its groups in parentheses: `all except pawn on X` is `(all except pawn) on
/// X`, and `enemy on A & B` is `enemy on (A & B)`.
pub(super) fn gathered(expr: &Expr) -> Expr {
    let grouped = |kind: ExprKind, span| Expr {
        kind: ExprKind::Group(Box::new(Expr { kind, span })),
        span,
    };
    let phrase = |terms: Vec<Expr>| Expr {
        kind: ExprKind::Phrase(terms),
        span: expr.span,
    };
    let is_on = |term: &Expr| link(term) == Some(Link::On);
    match &expr.kind {
        ExprKind::Except(from, what) if !contains_link(from) => {
            let terms = terms(what);
            let Some(at) = terms.iter().position(|t| link(t).is_some()) else {
                return expr.clone();
            };
            let [kinds] = &terms[..at] else {
                return expr.clone();
            };
            let kinds = ExprKind::Except(from.clone(), Box::new(kinds.clone()));
            let mut list = vec![grouped(kinds, from.span.to(terms[0].span))];
            list.extend_from_slice(&terms[at..]);
            phrase(list)
        }
        ExprKind::Union(list) | ExprKind::Intersection(list) => {
            let Some((first, rest)) = list.split_first() else {
                return expr.clone();
            };
            let terms = terms(first);
            let Some(at) = terms.iter().position(is_on) else {
                return expr.clone();
            };
            if at + 1 == terms.len() || rest.iter().any(|e| self::terms(e).iter().any(is_on)) {
                return expr.clone();
            }
            let area = Expr {
                kind: ExprKind::Phrase(terms[at + 1..].to_vec()),
                span: terms[at + 1].span.to(first.span),
            };
            let mut areas = vec![area];
            areas.extend_from_slice(rest);
            let kind = match expr.kind {
                ExprKind::Union(_) => ExprKind::Union(areas),
                _ => ExprKind::Intersection(areas),
            };
            let mut list = terms[..=at].to_vec();
            list.push(grouped(kind, terms[at + 1].span.to(expr.span)));
            phrase(list)
        }
        _ => expr.clone(),
    }
}

fn mover() -> Group {
    Group {
        owner: Owner::Any,
        kinds: Kinds::All,
        on: Area::At(rules::Place::Mover),
    }
}

/// Whether a term is the piece that has moved.
fn is_mover(term: &Expr) -> bool {
    word(term).and_then(|w| PLACES.get(w)) == Some(&PlaceWord::Mover)
}

fn place_named(place: PlaceWord) -> rules::Place {
    match place {
        PlaceWord::Origin => rules::Place::Origin,
        PlaceWord::Target => rules::Place::Target,
        PlaceWord::Mover => rules::Place::Mover,
        PlaceWord::Victim => rules::Place::Victim,
        PlaceWord::Wall => rules::Place::Walls,
    }
}

/// The word between pieces and squares that a term is.
pub(super) fn link(term: &Expr) -> Option<Link> {
    word(term).and_then(|w| LINKS.get(w)).copied()
}

/// Whether a word between pieces and squares stands somewhere in an expression.
fn contains_link(expr: &Expr) -> bool {
    match &expr.kind {
        // `rank 8` are squares; `rank at target` has a link all the same.
        ExprKind::Name(name) => match LINKS.get(name) {
            Some(Link::File | Link::Rank) => false,
            link => link.is_some() || PLACES.has(name),
        },
        ExprKind::Group(inner) => contains_link(inner),
        ExprKind::List(list)
        | ExprKind::Phrase(list)
        | ExprKind::Then(list)
        | ExprKind::Intersection(list)
        | ExprKind::Union(list) => list.iter().any(contains_link),
        ExprKind::Except(from, what) => contains_link(from) || contains_link(what),
        ExprKind::Number(_)
        | ExprKind::Decimal(_)
        | ExprKind::Range { .. }
        | ExprKind::Text(_)
        | ExprKind::Call { .. } => false,
    }
}

/// Whether a movement is leaps and rides only.
pub(super) fn is_rows(movement: &Movement) -> bool {
    !movement.any(&|part| match part {
        Movement::Leap(leap) => !leap.between.is_free(),
        part => !matches!(part, Movement::Union(_)),
    })
}

/// Whether a movement depends on more than which squares are occupied, or does more than lead
/// somewhere.
fn looks_at_more(movement: &Movement) -> bool {
    let does_more = |part: &Movement| matches!(part, Movement::Exposed(_) | Movement::As { .. });
    movement.looks_at_owners() || movement.any(&does_more)
}
