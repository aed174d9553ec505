//! Sets of squares: expressions, zones, and Black's mirror images.

use super::declared::{Declared, Zone, ZoneForm, ZonePart, zone_declaration};
use super::report::{At, Place, Report, error, warning};
use super::values::{describe, side, word};
use crate::board::{Bits, Square, Topology, U256};
use crate::mirror::mirror;
use crate::rules::{PerSide, Side, Squares};
use crate::vocabulary::{LINKS, Link, ORDINALS, OWNERS, Ordinal, PLACES, SETS, SIDES, SetWord};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::{closest, closest_of_few};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// How sets of squares are written.
const FORMS: &str =
    "sets are `e4`, `a1-c3`, `rank 8`, `files a-d`, `last rank`, `light`, names of zones and the like";

/// Maximum depth of zones that use one another.
const MAX_DEPTH: usize = 64;

/// Both sides' sets; Black's is the mirror image unless a zone says otherwise.
pub(super) type Sets = PerSide<U256>;

/// The squares of the board and the zones on it.
pub(super) struct Grounds<'a, 'r> {
    pub(super) topology: &'r Topology,
    report: &'r Report<'a>,
    zones: &'r indexmap::IndexMap<&'a str, Zone<'a>>,
    mirror: Vec<Square>,
    state: RefCell<HashMap<&'a str, State>>,
    path: RefCell<Vec<&'a str>>,
    used: RefCell<std::collections::HashSet<&'a str>>,
    /// Whether Black's set is written as it is, not mirrored.
    as_written: Cell<bool>,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    Known(Option<Sets>),
}

/// File and rank, both from 0, of a square's name such as `e4`; it may lie outside every board.
pub(super) fn coordinates(name: &str) -> Option<(u32, u32)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = name.get(1..)?;
    if digits.is_empty() || digits.starts_with('0') || digits.len() > 3 {
        return None;
    }
    let rank: u32 = digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())??;
    Some((u32::from(file - b'a'), rank - 1))
}

impl<'a, 'r> Grounds<'a, 'r> {
    pub(super) fn new(topology: &'r Topology, declared: &'r Declared<'a>, report: &'r Report<'a>) -> Self {
        Self {
            topology,
            report,
            zones: &declared.zones,
            mirror: mirror(topology),
            state: RefCell::default(),
            path: RefCell::default(),
            used: RefCell::default(),
            as_written: Cell::new(false),
        }
    }

    /// The mirror image of places, as far as it exists: rank *r* becomes rank *ranks + 1 - r*. A
    /// hole may have a square for its image.
    pub(super) fn mirrored(&self, places: U256) -> U256 {
        places
            .squares()
            .map(|s| self.mirror[usize::from(s)])
            .fold(U256::EMPTY, |set, s| set | U256::bit(s))
            & self.topology.squares()
    }

    /// The mirror image of one square; `None` if it does not exist.
    pub(super) fn mirrored_square(&self, square: Square) -> Option<Square> {
        Some(self.mirror[usize::from(square)]).filter(|&s| self.topology.squares().has(s))
    }

    /// One square by its name, as the side sees it: a hole may be a square of Black's.
    pub(super) fn square_of(&self, side: Side, at: At<'_, Expr>) -> Option<Square> {
        if side == Side::White {
            return self.square(at);
        }
        let name = self.report.word(at, "a square")?;
        let t = self.topology;
        let place = coordinates(name)
            .filter(|&(file, rank)| file < u32::from(t.files()) && rank < u32::from(t.ranks()))
            .map(|(file, rank)| (rank * u32::from(t.files()) + file) as Square);
        let Some(place) = place.or_else(|| t.square(name)) else {
            self.no_square(at.place(at.node.span), name);
            return None;
        };
        let own = self.mirrored_square(place);
        if own.is_none() {
            let message = format!("the mirror image of `{name}` is a hole of the board");
            self.report.add(
                error("F0130", at.place(at.node.span), message)
                    .help("write `castling white { ... }` if only White can castle like this"),
            );
        }
        own
    }

    /// As the IR has it.
    pub(super) fn names(&self, set: U256) -> Squares {
        Squares(set.squares().map(|s| self.topology.name(s).to_owned()).collect())
    }

    /// As the IR has it.
    pub(super) fn names_per_side(&self, sets: Sets) -> PerSide<Squares> {
        PerSide::new(self.names(sets.white), self.names(sets.black))
    }

    /// Whether a zone was mentioned.
    pub(super) fn is_used(&self, zone: &str) -> bool {
        self.used.borrow().contains(zone)
    }

    /// One square by its name.
    pub(super) fn square(&self, at: At<'_, Expr>) -> Option<Square> {
        let name = self.report.word(at, "a square")?;
        let place = at.place(at.node.span);
        let square = self.topology.square(name);
        if square.is_none() {
            self.no_square(place, name);
        }
        square
    }

    fn no_square(&self, place: Place, name: &str) {
        if self.report.may_exist(name) || self.report.mentions("board") {
            return;
        }
        let t = self.topology;
        let size = format!("{}x{}", t.files(), t.ranks());
        let diagnostic = match coordinates(name) {
            Some((file, rank)) if file < u32::from(t.files()) && rank < u32::from(t.ranks()) => {
                error("F0130", place, format!("`{name}` is a hole of the board"))
                    .help("name another square, or take this one out of `holes`")
            }
            Some(_) => error("F0130", place, format!("`{name}` is not on the board")).help(format!(
                "the board is {size}: a1 to {}{}",
                file_letter(t.files() - 1),
                t.ranks()
            )),
            None => {
                let extras: Vec<&str> = t.extras().map(|s| t.name(s)).collect();
                let last = format!("{}{}", file_letter(t.files() - 1), t.ranks());
                error("F0130", place, format!("there is no square `{name}`")).suggest_or(
                    closest(name, extras),
                    format!("the squares of the board are a1 to {last}"),
                )
            }
        };
        self.report.add(diagnostic);
    }

    /// The union of several sets.
    pub(super) fn union_of(&self, source: SourceId, values: &[Expr]) -> Option<Sets> {
        self.bound_alone(source, values);
        let sets: Vec<Option<Sets>> = values.iter().map(|v| self.set(At::new(source, v))).collect();
        sets.into_iter()
            .try_fold(PerSide::both(U256::EMPTY), |all, set| Some(or(all, set?)))
    }

    /// Warns of a side's word that is about the first of several sets alone: `white a1 | b1`.
    fn bound_alone(&self, source: SourceId, values: &[Expr]) {
        let bound = |value: &Expr| match &value.kind {
            ExprKind::Phrase(terms) => terms.first().and_then(word).and_then(side),
            _ => None,
        };
        for pair in values.windows(2) {
            let (Some(side), None) = (bound(&pair[0]), bound(&pair[1])) else {
                continue;
            };
            let message = format!("`{side}` is about the set right behind it alone, not about this one");
            self.report.add(
                warning("F0361", Place::new(source, pair[1].span), message).help(format!(
                    "put all that `{side}` is about in parentheses, `{side} (a1 | b1)`, or put sets of both sides first"
                )),
            );
        }
    }

    /// The union of several sets, in which there must be a square; it is said at a place if there
    /// is none.
    pub(super) fn some_of(&self, at: Place, values: &[Expr]) -> Option<Sets> {
        let sets = self.union_of(at.source, values)?;
        if !sets.white.is_empty() || !sets.black.is_empty() {
            return Some(sets);
        }
        self.report.add(
            error("F0252", at, "there are no such squares")
                .help("the set is empty; for squares of either kind join them with `|`"),
        );
        None
    }

    /// A set; `None` if there is something wrong with it, which is reported.
    pub(super) fn set(&self, at: At<'_, Expr>) -> Option<Sets> {
        let place = at.place(at.node.span);
        let sub = |expr| self.set(At::new(at.source, expr));
        match &at.node.kind {
            ExprKind::Name(name) => self.named(name, place),
            ExprKind::Group(inner) => sub(inner),
            ExprKind::Union(list) => self.union_of(at.source, list),
            ExprKind::List(list) => self.union_of(at.source, list),
            ExprKind::Intersection(list) => {
                let sets: Vec<Option<Sets>> = list.iter().map(sub).collect();
                let all = PerSide::both(self.topology.squares());
                sets.into_iter().try_fold(all, |all, set| {
                    let set = set?;
                    Some(PerSide::new(all.white & set.white, all.black & set.black))
                })
            }
            ExprKind::Except(from, what) => {
                let (from, what) = (sub(from), sub(what));
                let (from, what) = (from?, what?);
                Some(PerSide::new(from.white & !what.white, from.black & !what.black))
            }
            ExprKind::Phrase(terms) => self.phrase(at.source, terms, place),
            ExprKind::Then(_) => {
                self.report.add(
                    error("F0131", place, "`then` joins movements, not sets of squares")
                        .help("join sets with `|`, `&` or `except`"),
                );
                None
            }
            _ => {
                self.report.add(
                    error(
                        "F0131",
                        place,
                        format!("expected a set of squares, found {}", describe(at.node)),
                    )
                    .help(FORMS),
                );
                None
            }
        }
    }

    /// Both sides' sets of places, which may be holes for one side and squares for the other.
    fn both(&self, places: U256) -> Sets {
        let exist = self.topology.squares();
        let black = if self.as_written.get() {
            places & exist
        } else {
            self.mirrored(places)
        };
        PerSide::new(places & exist, black)
    }

    pub(super) fn where_(&self, test: impl Fn(u8, u8) -> bool) -> Sets {
        let t = self.topology;
        let places = (0..t.size())
            .map(|i| i as Square)
            .filter(|&s| t.coordinates(s).is_some_and(|(file, rank)| test(file, rank)))
            .fold(U256::EMPTY, |set, s| set | U256::bit(s));
        self.both(places)
    }

    fn named(&self, name: &str, place: Place) -> Option<Sets> {
        let t = self.topology;
        if let Some((&name, &zone)) = self.zones.get_key_value(name) {
            return self.zone(name, zone, place);
        }
        if let Some(square) = t.square(name) {
            return Some(self.both(U256::bit(square)));
        }
        match SETS.get(name) {
            Some(SetWord::All) => return Some(PerSide::both(t.squares())),
            Some(SetWord::Light) => return Some(self.where_(|file, rank| (file + rank) % 2 == 1)),
            Some(SetWord::Dark) => return Some(self.where_(|file, rank| (file + rank).is_multiple_of(2))),
            Some(SetWord::Edge) => {
                let (files, ranks) = (t.files(), t.ranks());
                return Some(
                    self.where_(|file, rank| {
                        file == 0 || rank == 0 || file + 1 == files || rank + 1 == ranks
                    }),
                );
            }
            Some(SetWord::Ranks | SetWord::Files) | None => {}
        }
        if let Some((from, to)) = name.split_once('-')
            && let (Some(a), Some(b)) = (coordinates(from), coordinates(to))
        {
            return self.rectangle((from, a), (to, b), place);
        }
        if coordinates(name).is_some() {
            self.no_square(place, name);
            return None;
        }
        if self.report.may_be_included(name) {
            return None;
        }
        let diagnostic = if let Some(phrase) = run_together(name) {
            error("F0132", place, format!("there is no zone or square `{name}`"))
                .help(format!("write `{phrase}`"))
        } else if SETS.has(name) {
            let example = match name {
                "rank" => "rank 8",
                "ranks" => "ranks 1-3",
                "file" => "file a",
                _ => "files a-d",
            };
            error("F0132", place, format!("which {name}?")).help(format!("write `{example}`"))
        } else if ORDINALS.has(name) {
            error("F0132", place, format!("expected `rank` after `{name}`"))
                .help(format!("write `{name} rank`"))
        } else {
            let mut words: Vec<&str> = self.zones.keys().copied().collect();
            words.extend(t.extras().map(|s| t.name(s)));
            for word in SETS.words().chain(ORDINALS.words()) {
                words.push(word);
            }
            error("F0133", place, format!("there is no zone or square `{name}`"))
                .suggest_or(closest(name, words), FORMS)
        };
        self.report.add(diagnostic);
        None
    }

    /// Whether a word is a square, a zone or another word for squares.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.topology.square(name).is_some()
            || self.zones.contains_key(name)
            || SETS.has(name)
            || ORDINALS.has(name)
            || coordinates(name).is_some()
    }

    fn rectangle(&self, from: (&str, (u32, u32)), to: (&str, (u32, u32)), place: Place) -> Option<Sets> {
        let t = self.topology;
        for (name, (file, rank)) in [from, to] {
            if file >= u32::from(t.files()) || rank >= u32::from(t.ranks()) {
                self.no_square(place, name);
                return None;
            }
        }
        let ((f1, r1), (f2, r2)) = (from.1, to.1);
        let (files, ranks) = (f1.min(f2)..=f1.max(f2), r1.min(r2)..=r1.max(r2));
        Some(self.where_(|file, rank| files.contains(&u32::from(file)) && ranks.contains(&u32::from(rank))))
    }

    fn phrase(&self, source: SourceId, terms: &[Expr], place: Place) -> Option<Sets> {
        let at = |i: usize| At::new(source, &terms[i]);
        let first = word(&terms[0]);
        if let Some(side) = first.and_then(side) {
            return self.of_side(source, side, &terms[1..], place);
        }
        match (first, terms) {
            (Some("rank" | "ranks"), [_, value]) => {
                let (from, to) = self.rank_range(At::new(source, value))?;
                Some(self.where_(|_, rank| (from..=to).contains(&(u32::from(rank) + 1))))
            }
            (Some("file" | "files"), [_, value]) => {
                let (from, to) = self.file_range(At::new(source, value))?;
                Some(self.where_(|file, _| (from..=to).contains(&file)))
            }
            (Some(ordinal), [_, rank]) if matches!(word(rank), Some("rank")) => {
                self.nth_rank(ordinal, at(0).place(terms[0].span), place)
            }
            (Some(ordinal), [_, other]) if ORDINALS.has(ordinal) => {
                self.report.add(
                    error(
                        "F0132",
                        at(1).place(other.span),
                        format!("expected `rank` after `{ordinal}`"),
                    )
                    .help(format!("write `{ordinal} rank`")),
                );
                None
            }
            (Some("rank" | "ranks" | "file" | "files"), [_, _, extra, ..]) => {
                self.report.add(
                    error(
                        "F0131",
                        at(2).place(extra.span),
                        "unexpected word in a set of squares",
                    )
                    .help("join sets with `|`, `&` or `except`"),
                );
                None
            }
            (Some(_), _) if self.lacks_at(source, terms) => None,
            (Some(name), [_, second, ..]) => {
                let places = [&terms[0], second].map(|term| Place::new(source, term.span));
                self.no_phrase(name, places);
                None
            }
            _ => {
                self.report
                    .add(error("F0131", place, "this is not a set of squares").help(FORMS));
                None
            }
        }
    }

    /// `first rank`, `last rank` and the like.
    fn nth_rank(&self, ordinal: &str, ordinal_place: Place, place: Place) -> Option<Sets> {
        let ranks = u32::from(self.topology.ranks());
        let Some(nth) = ORDINALS.get(ordinal) else {
            self.report.add(
                error("F0133", ordinal_place, format!("`{ordinal}` is not a rank")).suggest_or(
                    closest(ordinal, ORDINALS.words()),
                    "write `first rank`, `last rank`, or `rank 8`",
                ),
            );
            return None;
        };
        let rank = match nth {
            Ordinal::Last => ranks,
            Ordinal::Nth(n) => u32::from(*n),
        };
        if rank > ranks {
            let s = if ranks == 1 { "" } else { "s" };
            let message = format!("the board has only {ranks} rank{s}");
            self.off_board(place, message, "name one of these ranks");
            return None;
        }
        Some(self.where_(|_, r| u32::from(r) + 1 == rank))
    }

    /// Reports a place without `at`: `step all mover`.
    fn lacks_at(&self, source: SourceId, terms: &[Expr]) -> bool {
        let is_place = |term: &Expr| word(term).is_some_and(|word| PLACES.has(word));
        let Some(at) = terms.iter().position(is_place).filter(|&at| at > 0) else {
            return false;
        };
        let link = LINKS.word(&Link::At);
        let joining = |word: &&str| matches!(*word, "of" | "by" | "in" | "from" | "to" | "near" | "with");
        let before = word(&terms[at - 1]);
        let likely = before.and_then(|word| closest_of_few(word, [link]));
        let likely = likely.or_else(|| before.filter(joining).map(|_| link));
        let diagnostic = match likely.filter(|_| at > 1) {
            Some(likely) => {
                let place = Place::new(source, terms[at - 1].span);
                error("F0131", place, "unexpected word before a place").suggest(Some(likely))
            }
            None => {
                let name = word(&terms[at]).unwrap_or_default();
                let message = format!("`{link}` stands before a place");
                error("F0131", Place::new(source, terms[at].span), message)
                    .help(format!("write `{link} {name}`"))
            }
        };
        self.report.add(diagnostic);
        true
    }

    /// Reports words that are no set of squares.
    fn no_phrase(&self, name: &str, [first, second]: [Place; 2]) {
        let words = ["rank", "ranks", "file", "files"];
        let usual = match name {
            "row" => Some("rank"),
            "rows" => Some("ranks"),
            "column" => Some("file"),
            "columns" => Some("files"),
            _ => None,
        };
        let suggestion = usual
            .or_else(|| closest(name, words.into_iter().chain(ORDINALS.words())))
            .filter(|_| self.topology.square(name).is_none() && !self.zones.contains_key(name));
        let diagnostic = match suggestion {
            Some(_) => error("F0133", first, format!("`{name}` is not a set of squares")).suggest(suggestion),
            None => error("F0131", second, "unexpected word in a set of squares")
                .help("join sets with `|`, `&` or `except`"),
        };
        self.report.add(diagnostic);
    }

    /// `white SQUARES`, `black SQUARES`: that side's set as it stands on the board, and none of the
    /// other.
    fn of_side(&self, source: SourceId, side: Side, terms: &[Expr], place: Place) -> Option<Sets> {
        let before = self.as_written.replace(true);
        let sets = match terms {
            [one] => self.set(At::new(source, one)),
            _ => self.phrase(source, terms, place),
        };
        self.as_written.set(before);
        let mut own = PerSide::both(U256::EMPTY);
        own[side] = sets?[side];
        Some(own)
    }

    fn rank_range(&self, at: At<'_, Expr>) -> Option<(u32, u32)> {
        let ranks = u32::from(self.topology.ranks());
        let (from, to) = match at.node.kind {
            ExprKind::Number(n) => {
                let n = u32::try_from(n).unwrap_or(0);
                (n, n)
            }
            ExprKind::Range { min, max } => (min.unwrap_or(1), max.unwrap_or(ranks)),
            _ => {
                self.report.wrong_type(
                    at.place(at.node.span),
                    "the number of a rank",
                    at.node,
                    "write `rank 8` or `ranks 1-3`",
                );
                return None;
            }
        };
        let (from, to) = (from.min(to), from.max(to));
        if from < 1 || to > ranks {
            let message = format!("the board has the ranks 1 to {ranks}");
            self.off_board(at.place(at.node.span), message, "name one of these ranks");
            return None;
        }
        Some((from, to))
    }

    /// Reports ranks or files that the board does not have, unless the board could not be read.
    fn off_board(&self, place: Place, message: String, help: &str) {
        if !self.report.may_exist("board") {
            self.report.add(
                error("F0130", place, message)
                    .label("not on the board")
                    .help(help),
            );
        }
    }

    fn file_range(&self, at: At<'_, Expr>) -> Option<(u8, u8)> {
        let name = self.report.word(at, "the letter of a file")?;
        let place = at.place(at.node.span);
        let letter = |text: &str| match text.as_bytes() {
            [b] if b.is_ascii_lowercase() => Some(b - b'a'),
            _ => None,
        };
        let (from, to) = name.split_once('-').unwrap_or((name, name));
        let (Some(from), Some(to)) = (letter(from), letter(to)) else {
            self.report.add(
                error("F0132", place, format!("`{name}` is not a file"))
                    .help("files are small letters: `file a`, `files a-d`"),
            );
            return None;
        };
        let (from, to) = (from.min(to), from.max(to));
        let files = self.topology.files();
        if to >= files {
            let message = format!("the board has the files a to {}", file_letter(files - 1));
            self.off_board(place, message, "name one of these files");
            return None;
        }
        Some((from, to))
    }

    /// The zone of that name.
    fn zone(&self, name: &'a str, zone: Zone<'a>, place: Place) -> Option<Sets> {
        self.used.borrow_mut().insert(name);
        self.resolve(name, zone, Some(place))
    }

    /// Resolves a zone; reports what is wrong with it once.
    pub(super) fn resolve(&self, name: &'a str, zone: Zone<'a>, place: Option<Place>) -> Option<Sets> {
        let state = self.state.borrow().get(name).copied();
        match state {
            Some(State::Known(sets)) => return sets,
            Some(State::Open) => {
                let path = self.path.borrow();
                let start = path.iter().position(|&n| n == name).unwrap_or(0);
                let mut cycle: Vec<&str> = path[start..].to_vec();
                cycle.push(name);
                if let Some(place) = place {
                    let message = if cycle.len() == 2 {
                        format!("the zone `{name}` is defined by itself")
                    } else {
                        format!("these zones are defined by each other: {}", cycle.join(" -> "))
                    };
                    self.report.add(
                        error("F0134", place, message)
                            .help("write one of them out, without the names of the others"),
                    );
                }
                return None;
            }
            None => {}
        }
        if self.path.borrow().len() >= MAX_DEPTH {
            if let Some(place) = place {
                let message = format!("zones use one another more than {MAX_DEPTH} levels deep");
                self.report
                    .add(error("F0134", place, message).help("write some of them out, without names"));
            }
            return None;
        }
        self.state.borrow_mut().insert(name, State::Open);
        self.path.borrow_mut().push(name);
        let sets = self.evaluate(name, zone);
        self.path.borrow_mut().pop();
        self.state.borrow_mut().insert(name, State::Known(sets));
        sets
    }

    fn evaluate(&self, name: &str, zone: Zone<'a>) -> Option<Sets> {
        let (Some(white), Some(black)) = (zone.white, zone.black) else {
            let decl = zone_declaration(&zone)?;
            let missing = if zone.white.is_none() { "white" } else { "black" };
            if self.report.may_be_included(name) {
                return None;
            }
            self.report.add(
                error(
                    "F0135",
                    decl.place(decl.node.name.span),
                    format!("the zone `{name}` is only given for one side"),
                )
                .help(format!(
                    "add `zone {missing} {name} = ...`, or leave the side out: Black's set is then the mirror image"
                )),
            );
            return None;
        };
        let (white, black) = (self.part(white), self.part(black));
        let sets = PerSide::new(white?.white, black?.black);
        if sets.white.is_empty() && sets.black.is_empty() {
            if let Some(decl) = zone_declaration(&zone) {
                let place = decl.place(decl.node.value.span);
                self.report.add(
                    error("F0136", place, format!("the zone `{name}` has no squares"))
                        .help("`&` keeps the squares of both sets, `|` joins them"),
                );
            }
            return None;
        }
        Some(sets)
    }

    fn part(&self, part: ZonePart<'a>) -> Option<Sets> {
        let before = self.as_written.replace(part.form == ZoneForm::AsWritten);
        let sets = self.set(At::new(part.at.source, &part.at.node.value));
        self.as_written.set(before);
        match part.form {
            ZoneForm::Same => sets.map(|sets| PerSide::both(sets.white)),
            ZoneForm::Mirrored | ZoneForm::AsWritten => sets,
        }
    }

    /// Reports a zone whose name means something else.
    pub(super) fn check_name(&self, name: &str, place: Place) {
        if PLACES.has(name) || OWNERS.has(name) {
            let help = "the word has a meaning in effects and conditions; choose another name";
            self.report
                .add(error("F0137", place, format!("`{name}` cannot name a zone")).help(help));
        } else if SETS.has(name) || ORDINALS.has(name) || SIDES.has(name) || coordinates(name).is_some() {
            let help = if coordinates(name).is_some() {
                "it looks like a square; choose another name".to_owned()
            } else {
                "the word has a meaning in sets of squares; choose another name".to_owned()
            };
            self.report
                .add(error("F0137", place, format!("`{name}` cannot name a zone")).help(help));
        } else if self.topology.square(name).is_some() {
            self.report.add(
                error("F0137", place, format!("`{name}` is a square already")).help("choose another name"),
            );
        }
    }
}

/// `rank 8` for `rank8`, `files a-d` for `filesa-d`.
fn run_together(name: &str) -> Option<String> {
    ["ranks", "rank", "files", "file"].into_iter().find_map(|word| {
        let rest = name.strip_prefix(word)?.trim_start_matches(['-', '_']);
        let is_rank = word.starts_with("rank") && rest.starts_with(|c: char| c.is_ascii_digit());
        let is_file = word.starts_with("file")
            && rest
                .split('-')
                .all(|file| file.len() == 1 && file.bytes().all(|b| b.is_ascii_lowercase()));
        (is_rank || is_file).then(|| format!("{word} {rest}"))
    })
}

fn or(a: Sets, b: Sets) -> Sets {
    PerSide::new(a.white | b.white, a.black | b.black)
}

/// The letter of a file, counted from 0.
fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}
