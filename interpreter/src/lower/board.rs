//! The board: its grid, holes, extra squares and links.

use super::declared::Declared;
use super::report::{At, Place, Report, error, list_or};
use super::squares::Grounds;
use super::values::{alternatives, terms, word};
use crate::board::Topology;
use crate::rules::{Board, Compass, PerSide, Points, Squares};
use crate::vocabulary::{BOARD, BoardKey, COMPASS, ORDINALS, SETS, SIDES, WRAP, Wrap, YES_NO};
use ferz_grammar::ast::{BoardDecl, Entry, Expr, ExprKind, SquareDecl};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;
use std::collections::HashMap;

/// More squares are not possible, the extra ones included.
const MAX_SQUARES: usize = 256;

/// Lowers the board; `None` if there is none or it cannot be built.
pub(super) fn lower<'a>(declared: &Declared<'a>, report: &Report<'a>) -> Option<(Board, Topology)> {
    let at = declared.board?;
    let decl = at.node;
    let files = size(at, report, decl.files.value, decl.files.span, "files", 26);
    let ranks = size(at, report, decl.ranks.value, decl.ranks.span, "ranks", 99);
    let mut board = Board {
        files: files?,
        ranks: ranks?,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: IndexMap::new(),
    };
    let outside = declared
        .squares
        .keys()
        .filter(|name| grid_square(&board, name).is_none());
    let count = usize::from(board.files) * usize::from(board.ranks) + outside.count();
    if count > MAX_SQUARES {
        report.add(
            error(
                "F0120",
                at.place(decl.files.span.to(decl.ranks.span)),
                format!("this board has {count} squares, {MAX_SQUARES} are possible"),
            )
            .label("too big")
            .help("holes and squares outside the grid count as well"),
        );
        return None;
    }
    entries(at, &mut board, report);
    let mut placed: HashMap<(String, Compass), Place> = HashMap::new();
    for square in declared.squares.values() {
        if let Some(links) = links(*square, &board, declared, report) {
            let name = &square.node.name.value;
            for entry in &square.node.entries {
                if let Some(&compass) = COMPASS.get(&entry.key.value).filter(|&c| links.contains_key(c)) {
                    let place = square.place(entry.span);
                    placed.entry((name.clone(), compass)).or_insert(place);
                }
            }
            board.extra.insert(name.clone(), links);
        }
    }
    conflicts(&mut board, &placed, report);
    match Topology::new(&board) {
        Ok(topology) => Some((board, topology)),
        Err(reason) => {
            report.add(
                error("F0120", at.place(decl.span), reason.to_string()).help(format!(
                    "a board has at most {MAX_SQUARES} squares, each with one neighbour in a direction"
                )),
            );
            None
        }
    }
}

fn size(
    at: At<'_, BoardDecl>,
    report: &Report<'_>,
    value: u32,
    span: ferz_grammar::span::Span,
    what: &str,
    max: u8,
) -> Option<u8> {
    let size = u8::try_from(value).ok().filter(|s| (1..=max).contains(s));
    if size.is_none() {
        report.add(
            error(
                "F0120",
                at.place(span),
                format!("a board has 1 to {max} {what}, not {value}"),
            )
            .help("the files come first: `board 10x8` has 10 files and 8 ranks"),
        );
    }
    size
}

fn entries(at: At<'_, BoardDecl>, board: &mut Board, report: &Report<'_>) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for entry in &at.node.entries {
        let entry_at = At::new(at.source, entry);
        let key = entry.key.value.as_str();
        if let Some(first) = seen.insert(key, at.place(entry.key.span)) {
            report.add(
                error(
                    "F0111",
                    at.place(entry.key.span),
                    format!("`{key}` stands here twice"),
                )
                .label("again here")
                .also(first.source, first.span, "first here")
                .help("keep one of them; commas separate several squares"),
            );
            continue;
        }
        match BOARD.get(key) {
            Some(BoardKey::Holes) => holes(entry_at, board, report),
            Some(BoardKey::Wrap) => {
                for value in entry.values.iter().flat_map(alternatives) {
                    match report.choose(At::new(at.source, value), WRAP) {
                        Some(Wrap::Files) => board.wrap_files = true,
                        Some(Wrap::Ranks) => board.wrap_ranks = true,
                        None => {}
                    }
                }
            }
            // They may name zones, which are not known yet.
            Some(BoardKey::Points | BoardKey::River | BoardKey::Diagonals) => {}
            None => report.unknown_key(entry_at, "a board", BOARD),
        }
    }
}

/// How the board is drawn if pieces stand where lines cross.
pub(super) fn points(
    declared: &Declared<'_>,
    grounds: Option<&Grounds<'_, '_>>,
    report: &Report<'_>,
) -> Option<Points> {
    let (at, grounds) = (declared.board?, grounds?);
    let mut points = Points::default();
    let mut wanted = None;
    for entry in &at.node.entries {
        let entry = At::new(at.source, entry);
        let set = || {
            let sets = grounds.union_of(entry.source, &entry.node.values);
            sets.map_or_else(PerSide::default, |sets| grounds.names_per_side(sets))
        };
        match BOARD.get(&entry.node.key.value) {
            Some(BoardKey::Points) => {
                let value = report.single(entry);
                wanted = value.and_then(|value| report.choose(value, YES_NO));
            }
            Some(BoardKey::River) => points.river = set(),
            Some(BoardKey::Diagonals) => points.diagonals = set(),
            _ => {}
        }
    }
    let has_lines = points != Points::default();
    wanted.unwrap_or(has_lines).then_some(points)
}

/// Holes are squares of the bare grid; zones are not known yet.
fn holes(entry: At<'_, Entry>, board: &mut Board, report: &Report<'_>) {
    let Ok(topology) = Topology::new(&Board {
        holes: Squares::default(),
        extra: IndexMap::new(),
        ..board.clone()
    }) else {
        return;
    };
    let bare = Declared::default();
    let grounds = Grounds::new(&topology, &bare, report);
    let Some(set) = grounds.union_of(entry.source, &entry.node.values) else {
        return;
    };
    let holes = grounds.names(set.white);
    if holes.0.len() == usize::from(board.files) * usize::from(board.ranks) {
        report.add(
            error(
                "F0121",
                entry.place(entry.node.span),
                "these holes leave no square of the board",
            )
            .help("name the squares that do not exist: `holes: a1, j1`"),
        );
        return;
    }
    board.holes = holes;
}

fn grid_square(board: &Board, name: &str) -> Option<(u8, u8)> {
    let (file, rank) = super::squares::coordinates(name)?;
    (file < u32::from(board.files) && rank < u32::from(board.ranks)).then_some((file as u8, rank as u8))
}

/// A key that is no direction.
fn no_direction(key: &str, place: Place) -> Diagnostic {
    let message = format!("`{key}` is not a direction of the board");
    let diagnostic = error("F0123", place, message);
    match closest(key, COMPASS.words()) {
        Some(word) => diagnostic.suggest(Some(word)),
        None => diagnostic.help(format!("directions are {}", list_or(COMPASS.words()))),
    }
}

/// Whether a square can be a neighbour of another; reports why not.
fn is_neighbour(
    name: &str,
    target: &str,
    place: Place,
    (board, declared): (&Board, &Declared<'_>),
    report: &Report<'_>,
) -> bool {
    if target == name {
        report.add(
            error("F0124", place, "a square cannot be its own neighbour")
                .help("name the square that lies there"),
        );
        return false;
    }
    if board.holes.0.iter().any(|h| h == target) {
        report.add(
            error("F0124", place, format!("`{target}` is a hole of the board"))
                .help("name another square, or take this one out of `holes`"),
        );
        return false;
    }
    let known = grid_square(board, target).is_some() || declared.squares.contains_key(target);
    if !known && !report.may_exist(target) {
        report.add(
            error("F0124", place, format!("there is no square `{target}`")).suggest_or(
                closest(target, declared.squares.keys().copied()),
                "a neighbour is a square of the grid, such as `e1`, or another extra square",
            ),
        );
    }
    known
}

/// Whether an extra square may have a name; reported if not.
fn may_be_named(name: &str, place: Place, board: &Board, report: &Report<'_>) -> bool {
    if SETS.has(name) || ORDINALS.has(name) || SIDES.has(name) {
        report.add(
            error("F0122", place, format!("`{name}` cannot be the name of a square"))
                .help("the word has a meaning in sets of squares; choose another name"),
        );
        return false;
    }
    if grid_square(board, name).is_some() && board.holes.0.iter().any(|h| h == name) {
        report.add(
            error("F0122", place, format!("`{name}` is a hole of the board"))
                .help("take it out of `holes`, or give the square a name of its own"),
        );
        return false;
    }
    true
}

fn links<'a>(
    square: At<'a, SquareDecl>,
    board: &Board,
    declared: &Declared<'a>,
    report: &Report<'a>,
) -> Option<IndexMap<Compass, String>> {
    let name = square.node.name.value.as_str();
    let place = square.place(square.node.name.span);
    if !may_be_named(name, place, board, report) {
        return None;
    }
    let mut links = IndexMap::new();
    let mut seen: HashMap<Compass, Place> = HashMap::new();
    for entry in &square.node.entries {
        let key = entry.key.value.as_str();
        let key_place = square.place(entry.key.span);
        let Some(&compass) = COMPASS.get(key) else {
            report.add(no_direction(key, key_place));
            continue;
        };
        if let Some(first) = seen.insert(compass, key_place) {
            report.add(
                error("F0111", key_place, format!("`{key}` stands here twice"))
                    .label("again here")
                    .also(first.source, first.span, "first here")
                    .help("keep one of them: one square lies in each direction"),
            );
            continue;
        }
        let Some(value) = report.single(At::new(square.source, entry)) else {
            continue;
        };
        let Some(target) = report.word(value, "the name of a square") else {
            continue;
        };
        if is_neighbour(
            name,
            target,
            value.place(value.node.span),
            (board, declared),
            report,
        ) {
            links.insert(compass, target.to_owned());
        }
    }
    let whole = square.place(square.node.span);
    if links.is_empty() && square.node.entries.is_empty() && !report.has_unread_in(whole) {
        report.add(
            error("F0125", place, format!("the square `{name}` has no neighbour"))
                .help("say where it lies: `north-east: e1`"),
        );
    }
    Some(links)
}

/// Removes links that contradict the grid or each other.
fn conflicts(board: &mut Board, placed: &HashMap<(String, Compass), Place>, report: &Report<'_>) {
    let Ok(grid) = Topology::new(&Board {
        extra: IndexMap::new(),
        ..board.clone()
    }) else {
        return;
    };
    let neighbour = |name: &str, compass: Compass| {
        let from = grid.square(name)?;
        grid.step(from, compass.index())
            .map(|to| grid.name(to).to_owned())
    };
    let mut taken: HashMap<(String, Compass), (String, Place)> = HashMap::new();
    let extra = board.extra.clone();
    for (name, links) in &extra {
        for (&compass, target) in links {
            let Some(&place) = placed.get(&(name.clone(), compass)) else {
                continue;
            };
            let ends = [(name, compass, target), (target, compass.opposite(), name)];
            for (from, compass, to) in ends {
                let word = COMPASS.word(&compass);
                if let Some(other) = neighbour(from, compass).filter(|n| n != to) {
                    report.add(
                        error("F0126", place, format!("the {word} neighbour of `{from}` is `{other}` already"))
                            .help("two squares cannot lie in one direction; an extra square goes where the board ends"),
                    );
                } else if let Some((other, first)) = taken
                    .get(&(from.clone(), compass))
                    .filter(|(other, _)| other != to)
                {
                    report.add(
                        error(
                            "F0126",
                            place,
                            format!("the {word} neighbour of `{from}` is `{other}` already"),
                        )
                        .also(first.source, first.span, "because of this")
                        .help("two squares cannot lie in one direction, and the way back counts"),
                    );
                } else {
                    taken.insert((from.clone(), compass), (to.clone(), place));
                }
            }
        }
    }
}

/// Whether an expression can only be a set of squares, for better messages elsewhere.
pub(super) fn looks_like_squares(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Phrase(_) => terms(expr)
            .first()
            .and_then(word)
            .is_some_and(|w| SETS.has(w) || ORDINALS.has(w)),
        ExprKind::Name(name) => super::squares::coordinates(name).is_some() || SETS.has(name),
        ExprKind::Except(..) | ExprKind::Intersection(_) => true,
        _ => false,
    }
}
