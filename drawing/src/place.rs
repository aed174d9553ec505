//! The place of each square in the picture.

use ferz::board::{Square, Topology};
use ferz::rules::Compass;
use std::collections::BTreeMap;

/// The side of a square.
pub(crate) const SIZE: f64 = 60.0;
/// How far squares outside the grid are from it, for the names of files and ranks.
const GAP: f64 = 0.5;

/// The room between two boards of one position, in squares.
const BETWEEN: f64 = 0.8;

/// Columns that lie side by side. A grid that is parted by columns without squares is several
/// boards, drawn below each other.
#[derive(Debug)]
pub(crate) struct Part {
    /// The first column.
    pub(crate) first: u8,
    /// How many there are.
    pub(crate) width: u8,
    /// The upper edge of the part.
    pub(crate) top: f64,
}

/// The middles of all squares, and their bounding box.
#[derive(Debug)]
pub(crate) struct Places {
    files: u8,
    ranks: u8,
    flip: bool,
    parts: Vec<Part>,
    middles: BTreeMap<Square, (f64, f64)>,
}

impl Places {
    /// Places the squares of a board: the grid with a1 at the lower left, and each square outside
    /// it where its links point, as near as there is room. `flip`: the whole as Black sees it.
    pub(crate) fn new(topology: &Topology, flip: bool) -> Self {
        let turn = if flip { -1.0 } else { 1.0 };
        let (files, ranks) = (f64::from(topology.files()), f64::from(topology.ranks()));
        let parts = parts(topology, flip);
        let mut at: BTreeMap<Square, (f64, f64)> = BTreeMap::new();
        for rank in 0..topology.ranks() {
            for file in 0..topology.files() {
                if let Some(square) = topology.at(file, rank) {
                    let place = (f64::from(file), f64::from(rank));
                    let turned = (files - 1.0 - place.0, ranks - 1.0 - place.1);
                    at.insert(square, if flip { turned } else { place });
                }
            }
        }
        let mut extras: Vec<Square> = topology.extras().collect();
        // A square whose neighbours are placed first.
        while !extras.is_empty() {
            let linked = |square: &Square| {
                (0..8).any(|c| topology.step(*square, c).is_some_and(|n| at.contains_key(&n)))
            };
            let next = extras.iter().position(linked).unwrap_or(0);
            let square = extras.remove(next);
            let place = outside(topology, &at, square, turn);
            at.insert(square, place);
        }
        let middle = |(x, y): (f64, f64)| {
            let part = parts.iter().rfind(|part| f64::from(part.first) <= x);
            let (first, top) = part.map_or((0.0, 0.0), |part| (f64::from(part.first), part.top));
            ((x - first + 0.5) * SIZE, top + (ranks - y - 0.5) * SIZE)
        };
        Self {
            files: topology.files(),
            ranks: topology.ranks(),
            flip,
            middles: at.into_iter().map(|(s, p)| (s, middle(p))).collect(),
            parts,
        }
    }

    /// The boards that are drawn below each other; most often one.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The width and the height of the grid.
    pub(crate) fn extent(&self) -> (f64, f64) {
        let width = self.parts.iter().map(|part| part.width).max().unwrap_or(0);
        let top = self.parts.last().map_or(0.0, |part| part.top);
        (f64::from(width) * SIZE, top + f64::from(self.ranks) * SIZE)
    }

    /// The upper left corner of a place of the grid, by its column and row on the drawing.
    pub(crate) fn corner(&self, column: i16, row: i16) -> (f64, f64) {
        let part = self.parts.iter().rfind(|part| i16::from(part.first) <= column);
        let (first, top) = part.map_or((0, 0.0), |part| (i16::from(part.first), part.top));
        let y = top + f64::from(i16::from(self.ranks) - 1 - row) * SIZE;
        (f64::from(column - first) * SIZE, y)
    }

    /// The file and rank that are drawn where those would be without turning the board.
    pub(crate) fn turned(&self, file: u8, rank: u8) -> (u8, u8) {
        if self.flip {
            (self.files - 1 - file, self.ranks - 1 - rank)
        } else {
            (file, rank)
        }
    }

    /// The square of the grid that is drawn beside another.
    pub(crate) fn beside(&self, topology: &Topology, square: Square, right: i16, up: i16) -> Option<Square> {
        let turn = if self.flip { -1 } else { 1 };
        let (file, rank) = topology.coordinates(square)?;
        let file = u8::try_from(i16::from(file) + right * turn).ok()?;
        let rank = u8::try_from(i16::from(rank) + up * turn).ok()?;
        topology.at(file, rank)
    }

    /// The middle of a square.
    pub(crate) fn middle(&self, square: Square) -> (f64, f64) {
        self.middles.get(&square).copied().unwrap_or_default()
    }

    /// All squares with their middles.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Square, (f64, f64))> + '_ {
        self.middles.iter().map(|(s, m)| (*s, *m))
    }
}

/// The parts of a grid. One with squares outside it stays whole: their places are beside it.
fn parts(topology: &Topology, flip: bool) -> Vec<Part> {
    let (files, ranks) = (topology.files(), topology.ranks());
    let whole = topology.extras().next().is_some();
    let filled = |column: u8| {
        let file = if flip { files - 1 - column } else { column };
        whole || (0..ranks).any(|rank| topology.at(file, rank).is_some())
    };
    let below = (f64::from(ranks) + BETWEEN) * SIZE;
    let mut parts: Vec<Part> = Vec::new();
    for column in (0..files).filter(|&column| filled(column)) {
        match parts.last_mut() {
            Some(part) if part.first + part.width == column => part.width += 1,
            _ => parts.push(Part {
                first: column,
                width: 1,
                top: parts.len() as f64 * below,
            }),
        }
    }
    parts
}

/// The place of a square outside the grid: beyond the edge to which its links point, and on no
/// other square.
fn outside(topology: &Topology, at: &BTreeMap<Square, (f64, f64)>, square: Square, turn: f64) -> (f64, f64) {
    let (files, ranks) = (f64::from(topology.files()), f64::from(topology.ranks()));
    let mut wanted: Vec<(f64, f64)> = Vec::new();
    for compass in Compass::ALL {
        let neighbour = topology.step(square, compass.index());
        if let Some(&(x, y)) = neighbour.and_then(|n| at.get(&n)) {
            let (right, up) = compass.offset();
            wanted.push((x - f64::from(right) * turn, y - f64::from(up) * turn));
        }
    }
    let count = wanted.len().max(1) as f64;
    let (mut x, mut y) = wanted.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
    (x, y) = if wanted.is_empty() {
        (files, 0.0)
    } else {
        (x / count, y / count)
    };
    // Outside the grid, with room for the names of files and ranks.
    if x > -1.0 && x < files && y > -1.0 && y < ranks {
        x = files;
    }
    if y <= -1.0 {
        y -= GAP;
    } else if y >= ranks {
        y += GAP * 0.4;
    } else if x <= -1.0 {
        x -= GAP;
    } else {
        x += GAP * 0.4;
    }
    while at
        .values()
        .any(|(a, b)| (a - x).abs() < 0.99 && (b - y).abs() < 0.99)
    {
        if y <= -1.0 || y >= ranks {
            x += 1.1;
        } else {
            y += 1.1;
        }
    }
    (x, y)
}
