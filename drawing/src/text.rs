//! Boards as characters, for terminals and texts.

use crate::lone::Lone;
use crate::marks::{self, Sign};
use anstyle::{AnsiColor, Style};
use ferz::board::{Bits as _, Square, Topology};
use ferz::engine::{Position, Variant};
use ferz::rules::{Hurdle, Modes, Side};
use ferz::terms::{Choice, Terms};
use ferz::ways::{Manner, Occasion};
use std::collections::BTreeMap;

/// The mark of a square: one thing that a piece can do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece can go there.
    Quiet,
    /// Something there can be captured.
    Capture,
    /// Either, with any contents of the square.
    Both,
    /// A piece can go there or capture there only by hopping over another.
    Hop,
    /// A piece can go there only by hopping over a friend.
    HopFriend,
    /// A piece can go there only by hopping over an enemy.
    HopEnemy,
    /// A piece can go there, but capture only by hopping over another.
    QuietHop,
    /// Something there can be captured without moving.
    Rifle,
    /// A piece can go there, or capture there without moving.
    QuietRifle,
    /// A piece can go there only by capturing others on the way.
    Locust,
    /// The square is spoken of.
    Here,
    /// A piece can go there that could not before.
    Gained,
    /// A piece could go there before.
    Lost,
    /// A piece goes there in another way than before.
    Otherwise,
}

impl Mark {
    /// The one mark that says most about what can happen on a square.
    pub fn of(signs: &[Sign]) -> Self {
        let has =
            |manner: Manner, modes: Modes| signs.iter().any(|s| s.manner == manner && s.modes.has(modes));
        let hops = |modes: Modes| {
            signs
                .iter()
                .any(|s| matches!(s.manner, Manner::Hop(_)) && s.modes.and(modes) != Modes::NONE)
        };
        let (quiet, rifle) = (
            has(Manner::Plain, Modes::QUIET),
            has(Manner::Rifle, Modes::CAPTURE),
        );
        match (quiet, has(Manner::Plain, Modes::CAPTURE)) {
            (true, true) => Self::Both,
            (true, false) if rifle => Self::QuietRifle,
            (true, false) if hops(Modes::CAPTURE) => Self::QuietHop,
            (true, false) => Self::Quiet,
            (false, true) => Self::Capture,
            (false, false) if rifle => Self::Rifle,
            (false, false) if hops(Modes::BOTH) => Self::hop(signs),
            (false, false) if signs.iter().any(|s| s.manner == Manner::Locust) => Self::Locust,
            (false, false) => Self::Capture,
        }
    }

    /// The words for a move in a position.
    pub fn words(self) -> &'static str {
        match self {
            Self::Both => "moves or captures",
            Self::Capture | Self::Rifle | Self::Locust => "captures",
            Self::Gained => "gained",
            Self::Lost => "lost",
            Self::Quiet
            | Self::Hop
            | Self::HopFriend
            | Self::HopEnemy
            | Self::QuietHop
            | Self::QuietRifle
            | Self::Here
            | Self::Otherwise => "moves",
        }
    }

    /// The mark of hops, by over whom all of them go.
    fn hop(signs: &[Sign]) -> Self {
        let mut over = signs.iter().filter_map(|s| match s.manner {
            Manner::Hop(hurdle) => Some(hurdle),
            _ => None,
        });
        match over.next() {
            Some(Hurdle::Friend) if over.all(|hurdle| hurdle == Hurdle::Friend) => Self::HopFriend,
            Some(Hurdle::Enemy) if over.all(|hurdle| hurdle == Hurdle::Enemy) => Self::HopEnemy,
            _ => Self::Hop,
        }
    }
}

/// Marked squares.
pub type Marks = BTreeMap<Square, Mark>;

/// The marks of signs.
pub fn marks(signs: &marks::Marks) -> Marks {
    signs.iter().map(|(&to, signs)| (to, Mark::of(signs))).collect()
}

/// How boards look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Only ASCII characters.
    pub ascii: bool,
    /// With colours.
    pub colours: bool,
    /// The board shows the movement of a piece, not its legal moves in a position.
    pub diagram: bool,
    /// Black's side is below.
    pub flip: bool,
}

const BOLD: Style = Style::new().bold();
const CYAN: Style = AnsiColor::Cyan.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const MAGENTA: Style = AnsiColor::Magenta.on_default();
const DIM: Style = Style::new().dimmed();

impl Look {
    fn paint(self, style: Style, text: &str) -> String {
        if self.colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn sign(self, mark: Mark) -> (Style, char) {
        match (mark, self.ascii) {
            (Mark::Quiet, false) if self.diagram => (YELLOW, '○'),
            (Mark::Quiet, true) if self.diagram => (YELLOW, 'o'),
            (Mark::Quiet | Mark::Both, false) => (GREEN, '•'),
            (Mark::Quiet | Mark::Both, true) => (GREEN, '*'),
            (Mark::Capture, false) => (RED, '×'),
            (Mark::Capture, true) => (RED, 'x'),
            (Mark::Hop, false) => (MAGENTA, '△'),
            (Mark::Hop, true) => (MAGENTA, '^'),
            (Mark::HopFriend, false) => (MAGENTA, '▲'),
            (Mark::HopFriend, true) => (MAGENTA, '/'),
            (Mark::HopEnemy, false) => (MAGENTA, '▽'),
            (Mark::HopEnemy, true) => (MAGENTA, '\\'),
            (Mark::QuietHop, false) => (YELLOW, '◎'),
            (Mark::QuietHop, true) => (YELLOW, '@'),
            (Mark::Rifle, false) => (RED, '⊕'),
            (Mark::Rifle, true) => (RED, '%'),
            (Mark::QuietRifle, false) => (YELLOW, '⊙'),
            (Mark::QuietRifle, true) => (YELLOW, '0'),
            (Mark::Locust, false) => (MAGENTA, '◇'),
            (Mark::Locust, true) => (MAGENTA, '$'),
            (Mark::Here, _) => (YELLOW, '['),
            (Mark::Gained, _) => (GREEN, '+'),
            (Mark::Lost, _) => (RED, '-'),
            (Mark::Otherwise, _) => (YELLOW, '~'),
        }
    }
}

/// The board with its pieces, coordinates, squares outside the grid, and marks.
pub fn board(variant: &Variant, position: &Position, marks: &Marks, look: Look) -> String {
    let topology = variant.topology();
    let margin = topology.ranks().to_string().len();
    let cell_width = widest(variant, position);
    let edge = if look.ascii { "-" } else { "─" }.repeat(usize::from(topology.files()) * cell_width);
    let corners = if look.ascii {
        ["+", "+", "+", "+", "|"]
    } else {
        ["┌", "┐", "└", "┘", "│"]
    };
    let (mut west, mut east) = beside(topology);
    if look.flip {
        std::mem::swap(&mut west, &mut east);
    }
    let outside = |square: Square| {
        let cell = cell(variant, position, square, marks, (look, cell_width));
        format!("{}{cell}", topology.name(square))
    };
    // A cell has the same width in all colours.
    let wide = |&square: &Square| topology.name(square).len() + 3 + cell_width;
    let width = |squares: &Vec<Square>| -> usize { squares.iter().map(wide).sum() };
    let left: usize = west.values().map(width).max().unwrap_or(0);
    let mut out = format!("{:left$}{:margin$} {}{edge}{}\n", "", "", corners[0], corners[1]);
    for rank in ordered(topology.ranks(), !look.flip) {
        let there = west.remove(&rank).unwrap_or_default();
        out.push_str(&" ".repeat(left - width(&there)));
        for &square in &there {
            out.push_str(&format!("{}   ", outside(square)));
        }
        out.push_str(&format!("{:margin$} {}", rank + 1, corners[4]));
        for file in ordered(topology.files(), look.flip) {
            match topology.at(file, rank) {
                Some(square) => out.push_str(&cell(variant, position, square, marks, (look, cell_width))),
                None => {
                    let hole = if look.ascii { "#" } else { "▒" }.repeat(cell_width);
                    out.push_str(&look.paint(DIM, &hole));
                }
            }
        }
        out.push_str(corners[4]);
        for square in east.remove(&rank).unwrap_or_default() {
            out.push_str(&format!("   {}", outside(square)));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out.push_str(&format!(
        "{:left$}{:margin$} {}{edge}{}\n{:left$}{:margin$}  ",
        "", "", corners[2], corners[3], "", ""
    ));
    out.push_str(&files(topology.files(), cell_width, look));
    out.push('\n');
    for side in Side::ALL {
        out.push_str(&hand(variant, position, side, look));
    }
    out
}

/// The letters of the files below the board.
fn files(count: u8, cell_width: usize, look: Look) -> String {
    let room = cell_width - 2;
    let letters = ordered(count, look.flip).map(|file| format!(" {:>room$} ", char::from(b'a' + file)));
    letters.collect::<String>().trim_end().to_owned()
}

/// The numbers below `n`, from the last on if they are to be reversed.
fn ordered(n: u8, reversed: bool) -> impl Iterator<Item = u8> {
    (0..n).map(move |i| if reversed { n - 1 - i } else { i })
}

/// The hand of a side, unless it is empty: `White's hand: Q P P`.
fn hand(variant: &Variant, position: &Position, side: Side, look: Look) -> String {
    let held = variant.hand(position, side).into_iter();
    let letters: Vec<String> = held
        .filter_map(|(kind, count)| Some((variant.rules().pieces[kind].letter[side]?, count)))
        .flat_map(|(letter, count)| std::iter::repeat_n(letter.to_string(), count.into()))
        .collect();
    if letters.is_empty() {
        return String::new();
    }
    let (whose, colour) = match side {
        Side::White => ("White", BOLD),
        Side::Black => ("Black", CYAN),
    };
    format!("{whose}'s hand: {}\n", look.paint(colour, &letters.join(" ")))
}

/// The squares outside the grid, each by the rank beside which it is drawn: those from which all
/// links lead east, and the others.
fn beside(topology: &Topology) -> (BTreeMap<u8, Vec<Square>>, BTreeMap<u8, Vec<Square>>) {
    let mut sides = (BTreeMap::new(), BTreeMap::new());
    for square in topology.extras() {
        let linked = |compass: &usize| topology.step(square, *compass).is_some();
        let is_western = (0..8).any(|c| linked(&c)) && (0..8).filter(linked).all(|c| matches!(c, 1..=3));
        let neighbour = topology
            .neighbours(square)
            .squares()
            .find_map(|s| topology.coordinates(s));
        let rank = neighbour.map_or(0, |(_, rank)| rank);
        let rows: &mut BTreeMap<u8, Vec<Square>> = if is_western { &mut sides.0 } else { &mut sides.1 };
        rows.entry(rank).or_default().push(square);
    }
    sides
}

/// The width of a cell: that of the longest letter on the board, and a column on either side.
fn widest(variant: &Variant, position: &Position) -> usize {
    let mut longest = 1;
    variant.each_piece(position, |_, kind, side| {
        let letter = variant.rules().pieces[kind].letter[side].unwrap_or_default();
        longest = letter.len().max(longest);
    });
    longest + 2
}

/// One square, as wide as is said.
fn cell(
    variant: &Variant,
    position: &Position,
    square: Square,
    marks: &Marks,
    (look, width): (Look, usize),
) -> String {
    let mark = marks.get(&square).map(|&mark| look.sign(mark));
    let room = width - 2;
    let letter = variant.piece_at(position, square).and_then(|(kind, side)| {
        let letter = variant.rules().pieces[kind].letter[side]?;
        Some(look.paint(
            if side == Side::White { BOLD } else { CYAN },
            &format!("{letter:>room$}"),
        ))
    });
    if marks.get(&square) == Some(&Mark::Here) {
        let inside = letter.unwrap_or_else(|| format!("{:>room$}", if look.ascii { "." } else { "·" }));
        let (open, close) = (look.paint(YELLOW, "["), look.paint(YELLOW, "]"));
        return format!("{open}{inside}{close}");
    }
    match (mark, letter) {
        (None, Some(letter)) => format!(" {letter} "),
        (None, None) if variant.walls(position).has(square) => {
            look.paint(DIM, &format!(" {:>room$} ", if look.ascii { "#" } else { "█" }))
        }
        (None, None) => look.paint(DIM, &format!(" {:>room$} ", if look.ascii { "." } else { "·" })),
        (Some((colour, sign)), Some(letter)) => format!("{}{letter} ", look.paint(colour, &sign.to_string())),
        (Some((colour, sign)), None) => format!(" {} ", look.paint(colour, &format!("{sign:>room$}"))),
    }
}

/// The meaning of the signs that occur on a board.
pub fn legend(marks: &Marks, look: Look) -> String {
    let words: &[(Mark, &str)] = if look.diagram {
        &[
            (Mark::Both, "moves and captures"),
            (Mark::Quiet, "only moves"),
            (Mark::Capture, "only captures"),
            (Mark::QuietHop, "moves, captures over another piece"),
            (Mark::Hop, "only over another piece"),
            (Mark::HopFriend, "only over a friend"),
            (Mark::HopEnemy, "only over an enemy"),
            (Mark::QuietRifle, "moves, captures without moving"),
            (Mark::Rifle, "captures without moving"),
            (Mark::Locust, "only by capturing on the way"),
        ]
    } else {
        &[
            (Mark::Both, "moves or captures"),
            (Mark::Quiet, "moves"),
            (Mark::Capture, "captures"),
            (Mark::Gained, "gained"),
            (Mark::Lost, "lost"),
        ]
    };
    let used = words
        .iter()
        .filter(|(mark, _)| marks.values().any(|m| m == mark))
        .map(|(mark, words)| {
            let (colour, sign) = look.sign(*mark);
            format!("{} {words}", look.paint(colour, &sign.to_string()))
        });
    used.collect::<Vec<_>>().join("   ")
}

/// The conditions of moves that a board of characters cannot show: their times, effects on their
/// own side, and captures.
pub fn notes(variant: &Variant, lone: &Lone) -> Vec<String> {
    let topology = variant.topology();
    let hidden = |sign: &&Sign| {
        sign.occasion != Occasion::Always || sign.modes == Modes::CAPTURE_OWN || sign.modes.swaps()
    };
    let mut met: BTreeMap<Sign, Vec<Square>> = BTreeMap::new();
    for (&to, signs) in &lone.marks {
        for &sign in signs.iter().filter(hidden) {
            met.entry(sign).or_default().push(to);
        }
    }
    let note = |(sign, on): (Sign, Vec<Square>)| {
        let words = sign.words("captures", lone.terms.from.as_deref());
        if on.len() == lone.marks.len() {
            words
        } else {
            format!("{}: {words}", names(topology, &on))
        }
    };
    let mut notes: Vec<String> = met.into_iter().map(note).collect();
    notes.extend(choices(topology, &lone.terms));
    notes
}

/// The kinds captured on some squares, where these are not all.
pub(crate) fn choices(topology: &Topology, terms: &Terms) -> Vec<String> {
    let choice = |choice: &Choice| match &choice.on[..] {
        [] => choice.words.clone(),
        on => format!("{}: {}", names(topology, on), choice.words),
    };
    terms.choices.iter().map(choice).collect()
}

fn names(topology: &Topology, squares: &[Square]) -> String {
    let names: Vec<&str> = squares.iter().map(|&square| topology.name(square)).collect();
    names.join(", ")
}
