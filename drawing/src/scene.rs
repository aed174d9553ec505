//! Boards with everything on and beside them.

use super::canvas::{Canvas, Drawing, INK, PAPER, text_width};
use super::details::Details;
use super::ground::{self, LIGHT, Lines};
use super::marks::{self, Marks, Sign};
use super::native::{self, Figures, Ground};
use super::overlay::{self, Arrow};
use super::place::{Places, SIZE};
use super::symbols::Symbols;
use super::text;
use ferz::board::{Bits as _, Square, Topology};
use ferz::engine::{Position, Variant};
use ferz::rules::{Letter, Side};
use ferz::terms::Terms;
use ferz::ways::{Leg, Occasion};
use std::collections::BTreeSet;

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

/// The picture drawn so far.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

/// A drawing before it is drawn: the position and everything beside it.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The board and the pieces.
    pub variant: &'a Variant,
    /// The position in which they stand.
    pub position: &'a Position,
    /// The title of the drawing.
    pub title: String,
    /// The marks on squares.
    pub marks: Marks,
    /// Whether to name files and ranks.
    pub coordinates: bool,
    /// Whether to write the side to move, the pieces off the board, and the rest of the position.
    pub details: bool,
    /// Whether to explain the marks.
    pub legend: bool,
    /// Whether Black sits below.
    pub flip: bool,
    /// Whether pieces stand where lines cross instead of on squares; at first, as the game does.
    pub points: bool,
    /// Which pictures the pieces have.
    pub figures: Figures,
    /// Squares that are spoken of.
    pub highlights: BTreeSet<Square>,
    /// Arrows and lines.
    pub arrows: Vec<Arrow>,
    /// Leaps that can be blocked.
    pub legs: Vec<Leg>,
    /// The legend's word for taking an enemy: `captures`, `attacks`.
    pub captures: &'static str,
    /// The conditions on which the marks depend.
    pub terms: Terms,
    /// Whether the diagonals of a board of lines already show the condition on the start square.
    pub lined: bool,
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
            flip: false,
            points: Ground::of(variant.rules()).points,
            figures: Figures::default(),
            highlights: BTreeSet::new(),
            arrows: Vec::new(),
            legs: Vec::new(),
            captures: "captures",
            terms: Terms::default(),
            lined: false,
        }
    }

    /// The marks as they are drawn: a condition that the lines of the board show has no sign.
    fn signs(&self) -> Marks {
        let mut marks = self.marks.clone();
        if self.points && self.lined {
            let signs = marks.values_mut().flatten();
            for sign in signs.filter(|sign| sign.occasion == Occasion::FromHere) {
                sign.occasion = Occasion::Always;
            }
        }
        marks
    }

    /// Draws it.
    pub fn draw(&self) -> Drawing {
        let places = Places::new(self.variant.topology(), self.flip);
        let mut canvas = Canvas::default();
        let (mut frame, zones) = self.ground(&mut canvas, &places);
        let beside = if self.variant.rules().board.wrap_files {
            GHOST
        } else {
            0.0
        };
        let start = if self.coordinates { -beside } else { frame.left };
        self.board(&mut canvas, &places, &mut frame);
        let mut below = frame.bottom + 6.0;
        let room = (frame.right - start).max(SIZE * 4.0);
        if self.details {
            below = self.captions(&mut canvas, start, room, below);
        }
        if self.legend {
            below = self.key(&mut canvas, zones, start, room, below);
        }
        let room = (start + room).max(frame.right);
        let pad = 8.0;
        canvas.finish(
            &self.title,
            [
                frame.left - pad,
                frame.top - pad,
                room - frame.left + 2.0 * pad,
                below.max(frame.bottom) - frame.top + 2.0 * pad,
            ],
        )
    }

    /// The squares, zones and edges, and the names of files and ranks. Returns what that takes up,
    /// and the lines of zones.
    pub(crate) fn ground(&self, canvas: &mut Canvas, places: &Places) -> (Frame, Vec<Lines>) {
        let (topology, rules) = (self.variant.topology(), self.variant.rules());
        let wraps = (rules.board.wrap_files, rules.board.wrap_ranks);
        let ghost = |wraps: bool| if wraps { GHOST } else { 0.0 };
        let (beside, below) = (ghost(wraps.0), ghost(wraps.1));
        let mut kind = Ground::of(rules);
        kind.plain &= self.figures == Figures::Native;
        kind.points = self.points;
        ground::squares(canvas, topology, places, kind);
        if !self.points {
            ground::ghosts(canvas, topology, places, beside, below);
        }
        ground::cells(canvas, rules, topology, places);
        let zones = match Ground::of(rules).points && self.points {
            true => Vec::new(),
            false => ground::zones(canvas, rules, topology, places),
        };
        ground::edges(canvas, topology, places, wraps);
        let (width, height) = places.extent();
        let mut frame = Frame {
            left: -beside,
            right: width + beside,
            top: -below,
            bottom: height + below,
        };
        if self.coordinates {
            coordinates(canvas, topology, places, &mut frame);
        }
        (frame, zones)
    }

    /// Everything that stands on squares and runs over them.
    fn board(&self, canvas: &mut Canvas, places: &Places, frame: &mut Frame) {
        let topology = self.variant.topology();
        let details = Details::read(topology, &self.variant.fen(self.position));
        let symbols = Symbols::new(self.variant.rules());
        for &square in &self.highlights {
            overlay::highlight(canvas, places.middle(square));
        }
        for (square, (x, y)) in places.iter() {
            if topology.coordinates(square).is_none() {
                outside(canvas, topology.name(square), (x, y), topology, frame);
            }
            self.contents(canvas, &symbols, &details, square, (x, y));
        }
        for leg in &self.legs {
            overlay::leg(canvas, places, leg);
        }
        for (square, signs) in self.signs() {
            let (x, y) = places.middle(square);
            let occupied = self.variant.piece_at(self.position, square).is_some();
            marks::draw(&signs, canvas, x, y, SIZE, occupied);
        }
        for arrow in &self.arrows {
            arrow.draw(canvas, places);
        }
    }

    /// Explains marks, lines and signs on the board. Returns where the next line begins.
    fn key(&self, canvas: &mut Canvas, zones: Vec<Lines>, left: f64, room: f64, y: f64) -> f64 {
        // A long list of squares is left out: the piece stands on one of them.
        let fits = |from: &&str| text_width(from, SMALL) < room * 0.5;
        let from = self.terms.from.as_deref().filter(fits);
        // Each once.
        let signs: BTreeSet<Sign> = self.signs().into_values().flatten().collect();
        let mut entries: Vec<Entry> = signs
            .into_iter()
            .map(|sign| Entry::Sign(sign, sign.words(self.captures, from)))
            .collect();
        if !self.legs.is_empty() {
            entries.push(Entry::Blocker);
        }
        entries.extend(zones.into_iter().map(Entry::Zone));
        let choices = text::choices(self.variant.topology(), &self.terms);
        entries.extend(choices.into_iter().map(Entry::Choice));
        if entries.is_empty() {
            return y;
        }
        legend(canvas, &entries, left, room, y)
    }

    /// Draws the contents of a square.
    pub(crate) fn contents(
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
        if self.variant.walls(self.position).has(square) {
            let walls = self.variant.rules().walls.as_ref();
            let named = walls.is_some_and(|walls| native::wall(canvas, walls.name(), (x, y), SIZE));
            if !named {
                wall(canvas, x, y);
            }
            return;
        }
        let Some((kind, side)) = self.variant.piece_at(self.position, square) else {
            return;
        };
        self.piece(canvas, symbols, (kind, side), (x, y), SIZE);
        if let Some(text) = details.badges.get(&square) {
            badge(canvas, text, x + half, y + half);
        }
    }

    /// A piece, its middle at a point.
    fn piece(&self, canvas: &mut Canvas, symbols: &Symbols, piece: (usize, Side), at: (f64, f64), size: f64) {
        let rules = (self.variant.rules(), symbols);
        native::draw(canvas, rules, piece, at, size, (self.figures, self.flip));
    }

    /// A figure by its letter.
    fn figure(&self, canvas: &mut Canvas, symbols: &Symbols, letter: Letter, x: f64, y: f64, size: f64) {
        let pieces = &self.variant.rules().pieces;
        let found = Side::ALL.into_iter().find_map(|side| {
            let kind = pieces.values().position(|p| p.letter[side] == Some(letter))?;
            Some((kind, side))
        });
        if let Some((kind, side)) = found {
            self.piece(canvas, symbols, (kind, side), (x, y), size);
        }
    }

    /// Writes the side to move, the pieces off the board, and the rest. Returns where the next line
    /// begins.
    fn captions(&self, canvas: &mut Canvas, left: f64, room: f64, mut y: f64) -> f64 {
        let details = Details::read(self.variant.topology(), &self.variant.fen(self.position));
        let symbols = &Symbols::new(self.variant.rules());
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
        for (name, letters) in hands(self.variant, self.position).iter().chain(&details.pools) {
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

/// A few signs in the corner of a square.
fn badge(canvas: &mut Canvas, text: &str, right: f64, bottom: f64) {
    let wide = text_width(text, 15.0) + 7.0;
    let style = format!(r##"rx="4" fill="#fff6d6" stroke="{INK}" stroke-width="1""##);
    canvas.rectangle([right - wide - 1.0, bottom - 18.0, wide, 17.0], &style);
    canvas.text(right - wide / 2.0 - 1.0, bottom - 4.0, 15.0, text, true, INK);
}

/// A closed square: two courses of bricks.
fn wall(canvas: &mut Canvas, x: f64, y: f64) {
    let (left, top, size) = (x - SIZE * 0.42, y - SIZE * 0.42, SIZE * 0.84);
    canvas.rectangle([left, top, size, size], r##"rx="3" fill="#8a6a4f""##);
    let style = r##"fill="#c79a74" stroke="#8a6a4f" stroke-width="1.5""##;
    let height = size / 4.0;
    for course in 0..4 {
        let at = top + f64::from(course) * height;
        let parts: &[f64] = if course % 2 == 0 {
            &[0.0, 0.5, 1.0]
        } else {
            &[0.0, 0.25, 0.75, 1.0]
        };
        for pair in parts.windows(2) {
            let wide = (pair[1] - pair[0]) * size;
            canvas.rectangle([left + pair[0] * size, at, wide, height], style);
        }
    }
}

/// The pieces that each side has in hand, by their letters.
fn hands(variant: &Variant, position: &Position) -> Vec<(String, Vec<Letter>)> {
    let of = |side: Side| {
        let letter = |kind: usize| variant.rules().pieces[kind].letter[side];
        let held = variant.hand(position, side).into_iter();
        let letters: Vec<Letter> = held
            .filter_map(|(kind, count)| Some(std::iter::repeat_n(letter(kind)?, count.into())))
            .flatten()
            .collect();
        let whose = match side {
            Side::White => "White's hand",
            Side::Black => "Black's hand",
        };
        (whose.to_owned(), letters)
    };
    let all = Side::each(of);
    all.into_iter()
        .filter(|(_, letters)| !letters.is_empty())
        .collect()
}

/// The names of files and ranks.
pub(crate) fn coordinates(canvas: &mut Canvas, topology: &Topology, places: &Places, frame: &mut Frame) {
    let (_, height) = places.extent();
    let board = f64::from(topology.ranks()) * SIZE;
    // Lines to squares below the board run through the names of files.
    let crossed = topology.extras().any(|square| places.middle(square).1 > height);
    for part in places.parts() {
        for row in 0..topology.ranks() {
            let (_, rank) = places.turned(0, row);
            let y = part.top + (f64::from(topology.ranks() - row) - 0.5) * SIZE + SMALL * 0.36;
            let name = (u32::from(rank) + 1).to_string();
            canvas.text(frame.left - MARGIN / 2.0 - 1.0, y, SMALL, &name, true, TEXT);
        }
        let below = part.top + board + (frame.bottom - height) + MARGIN * 0.72;
        for column in 0..part.width {
            let (file, _) = places.turned(part.first + column, 0);
            let x = (f64::from(column) + 0.5) * SIZE;
            let name = char::from(b'a' + file).to_string();
            if crossed {
                let chip = format!(r#"fill="{}""#, ground::EXTRA);
                canvas.circle(x, below - SMALL * 0.32, SMALL * 0.62, &chip);
            }
            let ink = if crossed { INK } else { TEXT };
            canvas.text(x, below, SMALL, &name, true, ink);
        }
    }
    frame.left -= MARGIN;
    frame.bottom += MARGIN;
}

/// The name of a square outside the grid, beyond it.
pub(crate) fn outside(
    canvas: &mut Canvas,
    name: &str,
    (x, y): (f64, f64),
    topology: &Topology,
    frame: &mut Frame,
) {
    let half = SIZE / 2.0 + 2.0;
    let wide = text_width(name, SMALL);
    let (width, height) = (
        f64::from(topology.files()) * SIZE,
        f64::from(topology.ranks()) * SIZE,
    );
    let (mut left, mut right, mut top, mut bottom) = (x - half, x + half, y - half, y + half);
    if y > height {
        canvas.text(x, bottom + SMALL, SMALL, name, true, TEXT);
        bottom += SMALL * 1.4;
    } else if y < 0.0 {
        canvas.text(x, top - SMALL * 0.4, SMALL, name, true, TEXT);
        top -= SMALL * 1.4;
    } else if x > width {
        canvas.text(right + 4.0, y + SMALL * 0.36, SMALL, name, false, TEXT);
        right += wide + 6.0;
    } else {
        canvas.text(left - wide - 4.0, y + SMALL * 0.36, SMALL, name, false, TEXT);
        left -= wide + 6.0;
    }
    frame.left = frame.left.min(left);
    frame.right = frame.right.max(right);
    frame.top = frame.top.min(top);
    frame.bottom = frame.bottom.max(bottom);
}

/// One thing that a legend explains.
enum Entry {
    Sign(Sign, String),
    Blocker,
    Zone(Lines),
    /// Which kinds are captured; has no sign.
    Choice(String),
}

/// Explains signs. Returns where the next line begins.
fn legend(canvas: &mut Canvas, entries: &[Entry], left: f64, room: f64, mut y: f64) -> f64 {
    let mut at = left;
    for entry in entries {
        let words = match entry {
            Entry::Sign(_, words) => words,
            Entry::Zone(zone) => zone.name.as_str(),
            Entry::Blocker => "must be empty",
            Entry::Choice(words) => {
                y = lines(canvas, words, left, room, if at > left { y + LINE } else { y });
                at = left;
                continue;
            }
        };
        let wide = 30.0 + text_width(words, SMALL);
        if at > left && at + wide > left + room {
            at = left;
            y += LINE;
        }
        let (x, middle) = (at + 12.0, y + LINE * 0.5);
        match entry {
            Entry::Sign(sign, _) => sign.draw(canvas, x, middle, 46.0),
            Entry::Blocker => overlay::blocker(canvas, x, middle, 60.0),
            Entry::Zone(zone) => {
                let style = format!(r#"stroke="{}" stroke-width="3.5""#, zone.colour);
                canvas.lines(&[(at + 2.0, middle), (at + 22.0, middle)], false, &style);
            }
            Entry::Choice(_) => {}
        }
        if wide > room {
            y = lines(canvas, words, at + 28.0, room - 28.0, y);
            continue;
        }
        canvas.text(at + 28.0, y + LINE * 0.72, SMALL, words, false, TEXT);
        at += wide + 18.0;
    }
    if at > left { y + LINE } else { y }
}

/// A text of as many lines as it needs. Returns where the next one begins.
fn lines(canvas: &mut Canvas, text: &str, left: f64, room: f64, mut y: f64) -> f64 {
    let mut line = String::new();
    for word in text.split(' ').map(Some).chain([None]) {
        let longer = format!("{line} {}", word.unwrap_or_default());
        if !line.is_empty() && (word.is_none() || text_width(&longer, SMALL) > room) {
            canvas.text(left, y + LINE * 0.72, SMALL, &line, false, TEXT);
            y += LINE;
            line.clear();
        }
        line = format!("{line} {}", word.unwrap_or_default()).trim().to_owned();
    }
    y
}
