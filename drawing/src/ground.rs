//! The empty board: squares, edges, zones, and how squares outside the grid are joined to it.

use super::canvas::{Canvas, n};
use super::native::Ground;
use super::place::{Places, SIZE};
use ferz::board::{Square, Topology};
use ferz::rules::{Compass, Condition, Movement, Ruleset, Side, Squares};
use std::collections::BTreeSet;

pub(crate) const LIGHT: &str = "#efe3cd";
pub(crate) const DARK: &str = "#c7ab86";
pub(crate) const EXTRA: &str = "#dccbae";
const LINE: &str = "#6b5638";
/// The colours of the borders of zones.
const ZONES: [&str; 3] = ["#7a2e1d", "#3f5f2a", "#5b2a66"];

fn fill(file: u8, rank: u8) -> &'static str {
    if (file + rank).is_multiple_of(2) {
        DARK
    } else {
        LIGHT
    }
}

/// The squares, and the links of those outside the grid. On points, squares are where lines cross.
pub(crate) fn squares(canvas: &mut Canvas, topology: &Topology, places: &Places, ground: Ground<'_>) {
    let half = SIZE / 2.0;
    for (square, (x, y)) in places.iter() {
        if let Some((file, rank)) = topology.coordinates(square) {
            let whole = ground.points || ground.plain;
            let colour = if whole { LIGHT } else { fill(file, rank) };
            let edge = match (ground.plain, ground.points) {
                (true, _) => format!(r#" stroke="{LINE}""#),
                // No seams between squares of one colour.
                (false, true) => format!(r#" stroke="{LIGHT}""#),
                (false, false) => String::new(),
            };
            let style = format!(r#"fill="{colour}"{edge}"#);
            canvas.rectangle([x - half, y - half, SIZE, SIZE], &style);
        }
    }
    if ground.points {
        grid(canvas, topology, places, ground);
    }
    links(canvas, topology, places);
}

/// The squares of a set that belong to the grid.
fn on_grid(topology: &Topology, set: &Squares) -> BTreeSet<Square> {
    let squares = set.0.iter().filter_map(|name| topology.square(name));
    squares
        .filter(|&square| topology.coordinates(square).is_some())
        .collect()
}

/// Lines between the middles of squares that lie side by side, palaces, and marked points.
fn grid(canvas: &mut Canvas, topology: &Topology, places: &Places, ground: Ground<'_>) {
    let lines = ground.lines;
    let home = lines.map_or_else(BTreeSet::new, |lines| on_grid(topology, &lines.river.white));
    let shore = home
        .iter()
        .filter_map(|&square| topology.coordinates(square))
        .map(|(_, rank)| rank)
        .max();
    let mut path = String::new();
    for (square, (x, y)) in places.iter() {
        let Some((file, rank)) = topology.coordinates(square) else {
            continue;
        };
        let edge = file == 0 || file + 1 == topology.files();
        let beyond = (Some(rank) != shore || edge).then(|| topology.at(file, rank + 1));
        for next in [topology.at(file + 1, rank), beyond.flatten()] {
            if let Some((a, b)) = next.map(|next| places.middle(next)) {
                path.push_str(&line(0.0, 0.0, [x, y, a, b]));
            }
        }
    }
    for (lines, side) in lines
        .into_iter()
        .flat_map(|lines| Side::each(|side| (lines, side)))
    {
        let inside = on_grid(topology, &lines.diagonals[side]);
        path.push_str(&diagonals(&inside, topology, places));
    }
    canvas.put(&format!(
        r#"<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.5" stroke-linecap="square"/>"#
    ));
    if ground.stars {
        for (file, rank) in stars(topology) {
            if let Some((x, y)) = topology.at(file, rank).map(|square| places.middle(square)) {
                canvas.circle(x, y, 6.0, &format!(r#"fill="{LINE}""#));
            }
        }
    }
}

/// The diagonals of a set of squares: from corner to corner of a whole rectangle, otherwise between
/// the squares of the set.
fn diagonals(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> String {
    let all = inside.iter().filter_map(|&square| topology.coordinates(square));
    let (files, ranks): (BTreeSet<u8>, BTreeSet<u8>) = all.unzip();
    if files.len() * ranks.len() == inside.len() {
        cross(inside, topology, places)
    } else {
        net(inside, topology, places)
    }
}

/// Lines between the squares of a set that touch in a corner.
fn net(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> String {
    let mut path = String::new();
    for &square in inside {
        let (x, y) = places.middle(square);
        for up in [1, -1] {
            let next = places.beside(topology, square, 1, up);
            if let Some(next) = next.filter(|next| inside.contains(next)) {
                let (a, b) = places.middle(next);
                path.push_str(&line(0.0, 0.0, [x, y, a, b]));
            }
        }
    }
    path
}

/// The diagonals from corner to corner of a rectangle of squares.
fn cross(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> String {
    let all: Vec<(u8, u8)> = inside
        .iter()
        .filter_map(|&square| topology.coordinates(square))
        .collect();
    let ends = |of: fn(&(u8, u8)) -> u8| Some((all.iter().map(of).min()?, all.iter().map(of).max()?));
    let (Some((left, right)), Some((low, high))) = (ends(|at| at.0), ends(|at| at.1)) else {
        return String::new();
    };
    let middle = |file, rank| topology.at(file, rank).map(|square| places.middle(square));
    let lines = [
        (middle(left, low), middle(right, high)),
        (middle(left, high), middle(right, low)),
    ];
    lines
        .into_iter()
        .filter_map(|(from, to)| {
            let ((x, y), (a, b)) = (from?, to?);
            Some(line(0.0, 0.0, [x, y, a, b]))
        })
        .collect()
}

/// The points of a board for stones that are marked: nine, five on a small one, or four on one
/// without a middle.
fn stars(topology: &Topology) -> Vec<(u8, u8)> {
    let size = topology.files();
    if size != topology.ranks() || size < 9 {
        return Vec::new();
    }
    let edge = if size < 12 { 2 } else { 3 };
    let mut along = vec![edge, size - 1 - edge];
    if !size.is_multiple_of(2) {
        along.push(size / 2);
    }
    let files = along.iter();
    let all = files.flat_map(|&file| along.iter().map(move |&rank| (file, rank)));
    // A side's middle is marked on large boards alone.
    all.filter(|&(file, rank)| size >= 15 || (file == size / 2) == (rank == size / 2))
        .collect()
}

/// The squares outside the grid, and lines to their neighbours.
fn links(canvas: &mut Canvas, topology: &Topology, places: &Places) {
    let half = SIZE / 2.0;
    for square in topology.extras() {
        let (x, y) = places.middle(square);
        for compass in Compass::ALL {
            let Some(next) = topology.step(square, compass.index()) else {
                continue;
            };
            let (a, b) = places.middle(next);
            let long = (a - x).hypot(b - y).max(1.0);
            // It ends in the corner of the other square, where a piece on it leaves it to be seen.
            let part = (long - SIZE * 0.48) / long;
            let end = (x + (a - x) * part, y + (b - y) * part);
            let style = format!(r#"stroke="{LINE}" stroke-width="3.5" fill="none" stroke-linecap="round""#);
            canvas.lines(&[(x, y), end], false, &style);
            canvas.circle(end.0, end.1, 5.0, &format!(r#"fill="{LINE}""#));
        }
    }
    for square in topology.extras() {
        let (x, y) = places.middle(square);
        let style = format!(r#"fill="{EXTRA}" stroke="{LINE}" stroke-width="2""#);
        canvas.rectangle([x - half, y - half, SIZE, SIZE], &style);
    }
}

/// Draws the squares beyond edges that are joined.
pub(crate) fn ghosts(canvas: &mut Canvas, topology: &Topology, places: &Places, beside: f64, below: f64) {
    let (files, ranks) = (topology.files(), topology.ranks());
    let style = |file: u8, rank: u8| {
        let (file, rank) = places.turned(file, rank);
        format!(r#"fill="{}" fill-opacity="0.45""#, fill(file, rank))
    };
    let (width, height) = places.extent();
    if beside > 0.0 {
        for rank in 0..ranks {
            let y = height - f64::from(rank + 1) * SIZE;
            canvas.rectangle([-beside, y, beside, SIZE], &style(files - 1, rank));
            canvas.rectangle([width, y, beside, SIZE], &style(0, rank));
        }
    }
    if below > 0.0 {
        for file in 0..files {
            let x = f64::from(file) * SIZE;
            canvas.rectangle([x, -below, SIZE, below], &style(file, 0));
            canvas.rectangle([x, height, SIZE, below], &style(file, ranks - 1));
        }
    }
}

/// The sides of a square of the grid: which neighbour is beyond, and the line, from the square's
/// corner.
const SIDES: [(i16, i16, [f64; 4]); 4] = [
    (0, 1, [0.0, 0.0, SIZE, 0.0]),
    (0, -1, [0.0, SIZE, SIZE, SIZE]),
    (-1, 0, [0.0, 0.0, 0.0, SIZE]),
    (1, 0, [SIZE, 0.0, SIZE, SIZE]),
];

fn line(x: f64, y: f64, [x1, y1, x2, y2]: [f64; 4]) -> String {
    format!("M{} {}L{} {}", n(x + x1), n(y + y1), n(x + x2), n(y + y2))
}

/// The edges of the board: solid where it ends, dashed where it is joined to the other side.
pub(crate) fn edges(canvas: &mut Canvas, topology: &Topology, places: &Places, wraps: (bool, bool)) {
    let (files, ranks) = (topology.files(), topology.ranks());
    let exists = |file: i16, rank: i16| {
        let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
            return false;
        };
        let (file, rank) = if file < files && rank < ranks {
            places.turned(file, rank)
        } else {
            (file, rank)
        };
        topology.at(file, rank).is_some()
    };
    let (mut solid, mut dashed) = (String::new(), String::new());
    let (files, ranks) = (i16::from(files), i16::from(ranks));
    for rank in 0..ranks {
        for file in 0..files {
            if !exists(file, rank) {
                continue;
            }
            let (x, y) = places.corner(file, rank);
            for (right, up, side) in SIDES {
                let (f, r) = (file + right, rank + up);
                if exists(f, r) {
                    continue;
                }
                let joined = (wraps.0 && !(0..files).contains(&f)) || (wraps.1 && !(0..ranks).contains(&r));
                if joined { &mut dashed } else { &mut solid }.push_str(&line(x, y, side));
            }
        }
    }
    for (path, style) in [
        (solid, r#"stroke-width="2" stroke-linecap="square""#),
        (dashed, r#"stroke-width="2" stroke-dasharray="6 6""#),
    ] {
        if !path.is_empty() {
            canvas.put(&format!(
                r#"<path d="{path}" fill="none" stroke="{LINE}" {style}/>"#
            ));
        }
    }
}

/// Lines on the board that tell zones: what a legend says of them.
pub(crate) struct Lines {
    /// The colour of the lines.
    pub(crate) colour: &'static str,
    /// The zones.
    pub(crate) name: String,
}

/// The borders of zones, where they run inside the board. A zone whose lines are all those of
/// others is not named. More zones than colours only serve the rules of pieces: none is drawn.
pub(crate) fn zones(
    canvas: &mut Canvas,
    rules: &Ruleset,
    topology: &Topology,
    places: &Places,
) -> Vec<Lines> {
    let mut drawn: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<(&str, String)> = Vec::new();
    for (name, zone) in &rules.zones {
        let sides = Side::ALL.into_iter();
        let mut lines: BTreeSet<String> = sides
            .flat_map(|side| shown(&on_grid(topology, &zone[side]), topology, places))
            .collect();
        lines.retain(|line| !drawn.contains(line));
        if !lines.is_empty() {
            found.push((name, lines.iter().map(String::as_str).collect()));
            drawn.extend(lines);
        }
    }
    if found.len() > ZONES.len() {
        return Vec::new();
    }
    let drawn = ZONES.into_iter().zip(found).map(|(colour, (name, path))| {
        let style = format!(r#"fill="none" stroke="{colour}" stroke-width="3.5" stroke-linecap="round""#);
        canvas.put(&format!(r#"<path d="{path}" {style}/>"#));
        let name = name.to_owned();
        Lines { colour, name }
    });
    drawn.collect()
}

/// The parts of the board that every move leaves: a thicker line between them.
pub(crate) fn cells(canvas: &mut Canvas, rules: &Ruleset, topology: &Topology, places: &Places) {
    let squares = places.iter().map(|(square, _)| square);
    let all: BTreeSet<Square> = squares
        .filter(|&square| topology.coordinates(square).is_some())
        .collect();
    let mut found = BTreeSet::new();
    for piece in rules.pieces.values() {
        left_by(&piece.movement[Side::White], topology, &all, &mut found);
    }
    let together: BTreeSet<Square> = found.iter().flatten().copied().collect();
    let overlap = found.iter().map(BTreeSet::len).sum::<usize>() > together.len();
    if together != all || overlap {
        return;
    }
    let borders = found.iter().flat_map(|cell| border(cell, topology, places));
    let path: String = borders.collect::<BTreeSet<_>>().into_iter().collect();
    let style = format!(r#"fill="none" stroke="{LINE}" stroke-width="3.5" stroke-linecap="round""#);
    canvas.put(&format!(r#"<path d="{path}" {style}/>"#));
}

/// Collects the sets of squares from which a movement leads to all others and nowhere else.
fn left_by(
    movement: &Movement,
    topology: &Topology,
    all: &BTreeSet<Square>,
    found: &mut BTreeSet<BTreeSet<Square>>,
) {
    if let Movement::When {
        condition: Condition::From(from),
        movement: rest,
    } = movement
        && let Movement::When {
            condition: Condition::To(to),
            ..
        } = &**rest
    {
        let [inside, outside] = [from, to].map(|set| on_grid(topology, &set.white));
        if inside.is_disjoint(&outside) && inside.len() + outside.len() == all.len() {
            found.insert(inside);
        }
    }
    for child in movement.children() {
        left_by(child, topology, all, found);
    }
}

/// Borders of the squares on which pieces promote, where these are more than the last rank and no
/// zone that is drawn.
pub(crate) fn promotions(canvas: &mut Canvas, rules: &Ruleset, topology: &Topology, places: &Places) {
    let mut lines: BTreeSet<String> = BTreeSet::new();
    for side in Side::ALL {
        let last = match side {
            Side::White => topology.ranks().saturating_sub(1),
            Side::Black => 0,
        };
        for promotion in rules.promotions.iter().filter(|one| one.side == side) {
            let mut zones = rules.zones.values();
            let is_zone = zones.any(|zone| zone[side] == promotion.zone);
            let squares = promotion.zone.0.iter().filter_map(|name| topology.square(name));
            let inside: BTreeSet<Square> = squares.collect();
            let rank = |square: &Square| topology.coordinates(*square).map(|(_, rank)| rank);
            if !is_zone && inside.iter().any(|square| rank(square) != Some(last)) {
                lines.extend(border(&inside, topology, places));
            }
        }
    }
    if lines.is_empty() {
        return;
    }
    let path: String = lines.iter().map(String::as_str).collect();
    let style = r##"fill="none" stroke="#2f5d8a" stroke-width="3" stroke-linecap="round""##;
    canvas.put(&format!(r#"<path d="{path}" {style}/>"#));
}

/// The lines that show a set of squares: its border, or a line along squares that form diagonals.
fn shown(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> Vec<String> {
    diagonal(inside, topology, places).unwrap_or_else(|| border(inside, topology, places))
}

/// Lines along the straight diagonals of which a set consists, each to the outer corners of its
/// last squares. `None` for other sets.
fn diagonal(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> Option<Vec<String>> {
    let beside = |square, (right, up)| {
        let next = places.beside(topology, square, right, up);
        next.filter(|next| inside.contains(next))
    };
    if inside.len() < 4 {
        return None;
    }
    let mut lines = Vec::new();
    for &square in inside {
        let straight = SIDES
            .iter()
            .filter(|side| beside(square, (side.0, side.1)).is_some());
        let corners = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
        let found: Vec<_> = corners
            .into_iter()
            .filter(|&to| beside(square, to).is_some())
            .collect();
        let (x, y) = places.middle(square);
        let ends = match *found.as_slice() {
            [(right, up)] => [(right, up), (-right, -up)],
            [one, other] if one == (-other.0, -other.1) => [one, other],
            _ => return None,
        };
        if straight.count() > 1 {
            return None;
        }
        for (right, up) in ends {
            let half = SIZE / 2.0;
            lines.push(line(
                x,
                y,
                [0.0, 0.0, half * f64::from(right), -half * f64::from(up)],
            ));
        }
    }
    Some(lines)
}

/// The border of a set of squares.
fn border(inside: &BTreeSet<Square>, topology: &Topology, places: &Places) -> Vec<String> {
    let mut lines = Vec::new();
    for &square in inside {
        let (x, y) = places.middle(square);
        let (x, y) = (x - SIZE / 2.0, y - SIZE / 2.0);
        for (right, up, side) in SIDES {
            let beyond = places.beside(topology, square, right, up);
            if beyond.is_some_and(|next| !inside.contains(&next)) {
                lines.push(line(x, y, side));
            }
        }
    }
    lines
}
