//! Boards with everything on and beside them.

use super::canvas::{Canvas, Drawing, INK, PAPER, n, text_width};
use super::marks::{self, Marks, Sign};
use super::place::{Places, SIZE};
use super::symbols::Symbols;
use ferz::board::{Square, Topology};
use ferz::engine::{Position, Variant};
use ferz::rules::{Compass, Side};
use std::collections::{BTreeMap, BTreeSet};

const LIGHT: &str = "#efe3cd";
const DARK: &str = "#c7ab86";
const EXTRA: &str = "#dccbae";
/// The colour of the text around the board: that of the page.
const TEXT: &str = "currentColor";
/// The size of the text around the board.
const SMALL: f64 = 17.0;
/// The height of a line of text.
const LINE: f64 = 27.0;
/// The room for the names of files and ranks.
const MARGIN: f64 = 26.0;
/// How much of the opposite edge is shown beyond an edge that is joined to it.
const GHOST: f64 = 20.0;

/// What is to be seen.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The board and the pieces.
    pub variant: &'a Variant,
    /// Where they stand.
    pub position: &'a Position,
    /// What the drawing is called.
    pub title: String,
    /// What can happen where.
    pub marks: Marks,
    /// Whether to name files and ranks.
    pub coordinates: bool,
    /// Whether to say whose turn it is, what is off the board, and what else belongs to the position.
    pub details: bool,
    /// Whether to say what the marks mean.
    pub legend: bool,
}

/// What the text of a position says beyond its six fields.
#[derive(Debug, Default)]
struct Details {
    /// What stands on a square with several pieces, lowest first.
    towers: BTreeMap<Square, Vec<char>>,
    /// What pieces carry.
    badges: BTreeMap<Square, String>,
    /// Squares that are named by some key.
    tinted: BTreeSet<Square>,
    /// Pieces off the board: what the place is called, and their letters.
    pools: Vec<(String, Vec<char>)>,
    /// Anything else.
    notes: Vec<String>,
}

impl Details {
    fn read(topology: &Topology, fen: &str) -> Self {
        let mut details = Self::default();
        let pairs = |value: &str| -> Option<Vec<(Square, String)>> {
            value
                .split(',')
                .map(|entry| {
                    let (square, letters) = entry.split_once(':')?;
                    let letters = (!letters.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic()))
                        .then(|| letters.to_owned())?;
                    Some((topology.square(square)?, letters))
                })
                .collect()
        };
        let list = |value: &str| -> Option<Vec<Square>> {
            value.split(',').map(|entry| topology.square(entry)).collect()
        };
        for (key, value) in fen.split(' ').filter_map(|field| field.split_once('=')) {
            if topology.square(key).is_some() {
                continue;
            }
            if key == "towers" {
                for (square, letters) in pairs(value).unwrap_or_default() {
                    details.towers.insert(square, letters.chars().collect());
                }
            } else if key == "captured" || key == "exile" {
                details.pools.push((key.to_owned(), value.chars().collect()));
            } else if let Some(pairs) = pairs(value) {
                details.badges.extend(pairs);
            } else {
                if let Some(squares) = list(value) {
                    details.tinted.extend(squares);
                }
                let value = match (key, value) {
                    ("pending" | "denied", text) => text,
                    (_, "w") => "White",
                    (_, "b") => "Black",
                    (_, text) => text,
                };
                details.notes.push(format!("{key}: {}", value.replace(',', ", ")));
            }
        }
        details
    }
}

impl<'a> Scene<'a> {
    /// A position with all that belongs to it.
    pub fn new(variant: &'a Variant, position: &'a Position) -> Self {
        Self {
            variant,
            position,
            title: variant.rules().title.clone(),
            marks: Marks::new(),
            coordinates: true,
            details: true,
            legend: true,
        }
    }

    /// What the marks mean, each once.
    fn signs(&self) -> BTreeSet<Sign> {
        self.marks.values().flatten().copied().collect()
    }

    /// Draws it.
    pub fn draw(&self) -> Drawing {
        let topology = self.variant.topology();
        let board = &self.variant.rules().board;
        let places = Places::new(topology);
        let (width, height) = (
            f64::from(topology.files()) * SIZE,
            f64::from(topology.ranks()) * SIZE,
        );
        let mut canvas = Canvas::default();
        let (beside, below) = (
            if board.wrap_files { GHOST } else { 0.0 },
            if board.wrap_ranks { GHOST } else { 0.0 },
        );
        self.squares(&mut canvas, topology, &places);
        ghosts(&mut canvas, topology, beside, below);
        edges(&mut canvas, topology, board.wrap_files, board.wrap_ranks);
        let (mut left, mut right, mut top, mut bottom) = (-beside, width + beside, -below, height + below);
        if self.coordinates {
            for rank in 0..topology.ranks() {
                let y = height - (f64::from(rank) + 0.5) * SIZE + SMALL * 0.36;
                canvas.text(
                    -beside - MARGIN / 2.0 - 1.0,
                    y,
                    SMALL,
                    &(u32::from(rank) + 1).to_string(),
                    true,
                    TEXT,
                );
            }
            for file in 0..topology.files() {
                let x = (f64::from(file) + 0.5) * SIZE;
                let name = char::from(b'a' + file).to_string();
                canvas.text(x, bottom + MARGIN * 0.72, SMALL, &name, true, TEXT);
            }
            left -= MARGIN;
            bottom += MARGIN;
        }
        let details = Details::read(topology, &self.variant.fen(self.position));
        let symbols = Symbols::new(self.variant.rules());
        for (square, (x, y)) in places.iter() {
            if topology.coordinates(square).is_none() {
                left = left.min(x - SIZE / 2.0 - 2.0);
                right = right.max(x + SIZE / 2.0 + 2.0);
                top = top.min(y - SIZE / 2.0 - 2.0);
                bottom = bottom.max(y + SIZE / 2.0 + 2.0);
            }
            self.contents(&mut canvas, &symbols, &details, square, (x, y));
        }
        for (&square, signs) in &self.marks {
            let (x, y) = places.middle(square);
            let occupied = self.variant.piece_at(self.position, square).is_some();
            marks::draw(signs, &mut canvas, x, y, SIZE, occupied);
        }
        let start = if self.coordinates { -beside } else { left };
        let mut below = bottom + 6.0;
        let room = (right - start).max(SIZE * 4.0);
        if self.details {
            below = self.captions(&mut canvas, &symbols, &details, start, room, below);
        }
        if self.legend && !self.marks.is_empty() {
            below = legend(&mut canvas, &self.signs(), start, room, below);
        }
        let room = (start + room).max(right);
        let pad = 8.0;
        canvas.finish(
            &self.title,
            [
                left - pad,
                top - pad,
                room - left + 2.0 * pad,
                below.max(bottom) - top + 2.0 * pad,
            ],
        )
    }

    /// The empty board.
    fn squares(&self, canvas: &mut Canvas, topology: &Topology, places: &Places) {
        for square in topology.extras() {
            let (x, y) = places.middle(square);
            for compass in Compass::ALL {
                let Some(neighbour) = topology.step(square, compass.index()) else {
                    continue;
                };
                let (a, b) = places.middle(neighbour);
                let style = r##"stroke="#9c8466" stroke-width="3" stroke-dasharray="5 4" fill="none""##;
                canvas.lines(&[(x, y), ((x + a) / 2.0, (y + b) / 2.0)], false, style);
            }
        }
        for (square, (x, y)) in places.iter() {
            let fill = match topology.coordinates(square) {
                Some((file, rank)) if (file + rank) % 2 == 0 => DARK,
                Some(_) => LIGHT,
                None => EXTRA,
            };
            let edge = if topology.coordinates(square).is_none() {
                r##" stroke="#8a7354" stroke-width="2""##
            } else {
                ""
            };
            canvas.rectangle(
                [x - SIZE / 2.0, y - SIZE / 2.0, SIZE, SIZE],
                &format!(r#"fill="{fill}"{edge}"#),
            );
            if topology.coordinates(square).is_none() {
                canvas.text(
                    x - SIZE / 2.0 + 4.0,
                    y - SIZE / 2.0 + 14.0,
                    13.0,
                    topology.name(square),
                    false,
                    "#5d4a30",
                );
            }
        }
    }

    /// What stands on a square.
    fn contents(
        &self,
        canvas: &mut Canvas,
        symbols: &Symbols,
        details: &Details,
        square: Square,
        (x, y): (f64, f64),
    ) {
        let half = SIZE / 2.0;
        if details.tinted.contains(&square) {
            let style = r##"fill="#3d5a80" fill-opacity="0.28""##;
            canvas.rectangle([x - half, y - half, SIZE, SIZE], style);
        }
        if let Some(tower) = details.towers.get(&square).filter(|t| t.len() > 1) {
            let (base, above) = (tower[0], &tower[1..]);
            self.figure(
                canvas,
                symbols,
                base,
                x - SIZE * 0.13,
                y + SIZE * 0.08,
                SIZE * 0.82,
            );
            let size = (SIZE * 0.5).min(SIZE * 0.98 / above.len() as f64);
            for (i, &letter) in above.iter().enumerate() {
                // The lowest of them at the bottom.
                let at = y + half - size * (i as f64 + 0.5) - 1.0;
                let middle = x + half - size / 2.0 - 1.0;
                let style =
                    format!(r##"fill="{PAPER}" fill-opacity="0.85" stroke="#6b5638" stroke-width="1""##);
                canvas.circle(middle, at, size * 0.48, &style);
                self.figure(canvas, symbols, letter, middle, at, size * 0.78);
            }
            return;
        }
        let Some((kind, side)) = self.variant.piece_at(self.position, square) else {
            return;
        };
        let letter = self.variant.rules().pieces[kind].letter[side].unwrap_or('?');
        canvas.piece(x, y, SIZE, symbols.get(kind, side), side, letter);
        if let Some(badge) = details.badges.get(&square) {
            let wide = text_width(badge, 15.0) + 7.0;
            let style = format!(r##"rx="4" fill="#fff6d6" stroke="{INK}" stroke-width="1""##);
            canvas.rectangle([x + half - wide - 1.0, y + half - 18.0, wide, 17.0], &style);
            canvas.text(
                x + half - wide / 2.0 - 1.0,
                y + half - 4.0,
                15.0,
                badge,
                true,
                INK,
            );
        }
    }

    /// A figure by its letter.
    fn figure(&self, canvas: &mut Canvas, symbols: &Symbols, letter: char, x: f64, y: f64, size: f64) {
        let pieces = &self.variant.rules().pieces;
        let found = Side::ALL.into_iter().find_map(|side| {
            let kind = pieces.values().position(|p| p.letter[side] == Some(letter))?;
            Some((kind, side))
        });
        if let Some((kind, side)) = found {
            canvas.piece(x, y, size, symbols.get(kind, side), side, letter);
        }
    }

    /// Whose turn it is, what is off the board, and the rest. Returns where the next line begins.
    fn captions(
        &self,
        canvas: &mut Canvas,
        symbols: &Symbols,
        details: &Details,
        left: f64,
        room: f64,
        mut y: f64,
    ) -> f64 {
        let (fill, words) = match self.variant.turn(self.position) {
            Side::White => (PAPER, "White to move"),
            Side::Black => (INK, "Black to move"),
        };
        let check = if self.variant.in_check(self.position) {
            ", in check"
        } else {
            ""
        };
        canvas.circle(
            left + 9.0,
            y + LINE * 0.5,
            7.5,
            &format!(r#"fill="{fill}" stroke="{TEXT}" stroke-width="1.5""#),
        );
        let mut at = left + 24.0;
        let words = format!("{words}{check}");
        canvas.text(at, y + LINE * 0.72, SMALL, &words, false, TEXT);
        at += text_width(&words, SMALL) + 22.0;
        for note in &details.notes {
            let wide = text_width(note, SMALL);
            if at + wide > left + room && at > left {
                y += LINE;
                at = left;
            }
            canvas.text(at, y + LINE * 0.72, SMALL, note, false, TEXT);
            at += wide + 22.0;
        }
        y += LINE;
        for (name, letters) in &details.pools {
            canvas.text(left, y + 24.0, SMALL, name, false, TEXT);
            let first = left + text_width(name, SMALL) + 12.0;
            let mut at = first;
            for &letter in letters {
                if at + 32.0 > left + room {
                    at = first;
                    y += 34.0;
                }
                let style = format!(r#"rx="5" fill="{LIGHT}""#);
                canvas.rectangle([at, y + 1.0, 32.0, 32.0], &style);
                self.figure(canvas, symbols, letter, at + 16.0, y + 17.0, 32.0);
                at += 35.0;
            }
            y += 38.0;
        }
        y
    }
}

/// What is on the other side of edges that are joined.
fn ghosts(canvas: &mut Canvas, topology: &Topology, beside: f64, below: f64) {
    let (files, ranks) = (topology.files(), topology.ranks());
    let fill = |file: u8, rank: u8| {
        if (file + rank).is_multiple_of(2) {
            DARK
        } else {
            LIGHT
        }
    };
    let style = |fill: &str| format!(r#"fill="{fill}" fill-opacity="0.45""#);
    let (width, height) = (f64::from(files) * SIZE, f64::from(ranks) * SIZE);
    if beside > 0.0 {
        for rank in 0..ranks {
            let y = height - f64::from(rank + 1) * SIZE;
            canvas.rectangle([-beside, y, beside, SIZE], &style(fill(files - 1, rank)));
            canvas.rectangle([width, y, beside, SIZE], &style(fill(0, rank)));
        }
    }
    if below > 0.0 {
        for file in 0..files {
            let x = f64::from(file) * SIZE;
            canvas.rectangle([x, -below, SIZE, below], &style(fill(file, 0)));
            canvas.rectangle([x, height, SIZE, below], &style(fill(file, ranks - 1)));
        }
    }
}

/// The edges of the board: solid where it ends, dashed where it is joined to the other side.
fn edges(canvas: &mut Canvas, topology: &Topology, wrap_files: bool, wrap_ranks: bool) {
    let (files, ranks) = (i16::from(topology.files()), i16::from(topology.ranks()));
    let exists = |file: i16, rank: i16| {
        let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
            return false;
        };
        topology.at(file, rank).is_some()
    };
    let (mut solid, mut dashed) = (String::new(), String::new());
    for rank in 0..ranks {
        for file in 0..files {
            if !exists(file, rank) {
                continue;
            }
            let (x, y) = (f64::from(file) * SIZE, f64::from(ranks - 1 - rank) * SIZE);
            let sides = [
                (0, 1, [x, y, x + SIZE, y]),
                (0, -1, [x, y + SIZE, x + SIZE, y + SIZE]),
                (-1, 0, [x, y, x, y + SIZE]),
                (1, 0, [x + SIZE, y, x + SIZE, y + SIZE]),
            ];
            for (right, up, [x1, y1, x2, y2]) in sides {
                let (f, r) = (file + right, rank + up);
                if exists(f, r) {
                    continue;
                }
                let joined =
                    (wrap_files && !(0..files).contains(&f)) || (wrap_ranks && !(0..ranks).contains(&r));
                let line = format!("M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2));
                if joined { &mut dashed } else { &mut solid }.push_str(&line);
            }
        }
    }
    for (path, style) in [
        (solid, r#"stroke-width="2" stroke-linecap="square""#),
        (dashed, r#"stroke-width="2" stroke-dasharray="6 6""#),
    ] {
        if !path.is_empty() {
            canvas.put(&format!(
                r##"<path d="{path}" fill="none" stroke="#6b5638" {style}/>"##
            ));
        }
    }
}

/// What the signs mean. Returns where the next line begins.
fn legend(canvas: &mut Canvas, signs: &BTreeSet<Sign>, left: f64, room: f64, mut y: f64) -> f64 {
    let mut at = left;
    for sign in signs {
        let words = sign.words();
        let wide = 30.0 + text_width(&words, SMALL);
        if at > left && at + wide > left + room {
            at = left;
            y += LINE;
        }
        sign.draw(canvas, at + 12.0, y + LINE * 0.5, 46.0);
        canvas.text(at + 28.0, y + LINE * 0.72, SMALL, &words, false, TEXT);
        at += wide + 18.0;
    }
    y + LINE
}
