//! The square graph of a board. Knows no pieces: their conditions on the squares of a leap are in
//! `paths`.
//!
//! Squares are nodes; edges carry one of eight compass labels. A ride follows one label from square
//! to square. A leap uses coordinates if both ends have them. Otherwise it is composed of
//! orthogonal and outward diagonal steps (`EN-3`).

use super::{Bits, Square, U256};
use crate::rules::{Board, Compass};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// A board that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopologyError {
    /// No square, or more than 256.
    #[error("a board has 1 to 256 squares, this one {0}")]
    Size(usize),
    /// A link or hole names a square that is not there.
    #[error("there is no square `{0}` on the board")]
    Unknown(String),
    /// Two squares have one name.
    #[error("there are two squares `{0}`")]
    Twice(String),
}

/// Squares that a leap jumps over; few leaps have more.
pub(crate) type Between = SmallVec<[Square; 8]>;

/// The ways of making one leap, nearly always at most one.
pub(crate) type Routes = SmallVec<[Route; 1]>;

/// One way of making a leap: the squares between, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The squares jumped over, in order, as [`crate::rules::Between`] defines them; `None` if one
    /// of them does not exist.
    pub between: Option<Between>,
    /// The end of the leap.
    pub to: Square,
}

/// The squares of a board, their names and their neighbours.
#[derive(Clone, Debug)]
pub struct Topology {
    files: u8,
    ranks: u8,
    wrap_files: bool,
    wrap_ranks: bool,
    /// Names by index; holes have no name.
    names: Vec<Option<String>>,
    index: FxHashMap<String, Square>,
    /// The number of bytes of the longest name.
    longest: usize,
    /// Neighbours by square and compass direction.
    next: Vec<[Option<Square>; 8]>,
    exists: U256,
}

impl Topology {
    /// Builds the graph of a board.
    ///
    /// # Errors
    /// When the board is too big or a link or hole names an unknown square.
    pub fn new(board: &Board) -> Result<Self, TopologyError> {
        let grid = usize::from(board.files) * usize::from(board.ranks);
        let extras: Vec<&String> = board
            .extra
            .keys()
            .filter(|name| grid_index(board, name).is_none())
            .collect();
        let size = grid + extras.len();
        if grid == 0 || size > 256 {
            return Err(TopologyError::Size(size));
        }
        let mut names: Vec<Option<String>> = Vec::with_capacity(size);
        for rank in 0..board.ranks {
            for file in 0..board.files {
                names.push(Some(grid_name(file, rank)));
            }
        }
        for hole in &board.holes.0 {
            let i = grid_index(board, hole).ok_or_else(|| TopologyError::Unknown(hole.clone()))?;
            names[i] = None;
        }
        names.extend(extras.iter().map(|name| Some((*name).clone())));
        let mut index = FxHashMap::default();
        let mut exists = U256::EMPTY;
        for (i, name) in names.iter().enumerate() {
            if let Some(name) = name {
                exists |= U256::bit(i as Square);
                if index.insert(name.clone(), i as Square).is_some() {
                    return Err(TopologyError::Twice(name.clone()));
                }
            }
        }
        let mut topology = Self {
            files: board.files,
            ranks: board.ranks,
            wrap_files: board.wrap_files,
            wrap_ranks: board.wrap_ranks,
            longest: names.iter().flatten().map(String::len).max().unwrap_or(0),
            names,
            index,
            next: vec![[None; 8]; size],
            exists,
        };
        for square in 0..grid {
            if topology.names[square].is_none() {
                continue;
            }
            for compass in Compass::ALL {
                let (right, up) = compass.offset();
                let neighbour = topology.by_offset(square as Square, i32::from(right), i32::from(up), false);
                topology.next[square][compass.index()] = neighbour.filter(|&n| usize::from(n) != square);
            }
        }
        topology.link(board)?;
        Ok(topology)
    }

    /// Joins the squares that have links of their own.
    fn link(&mut self, board: &Board) -> Result<(), TopologyError> {
        let known = |topology: &Self, name: &String| {
            let square = topology.square(name);
            square.ok_or_else(|| TopologyError::Unknown(name.clone()))
        };
        for (name, links) in &board.extra {
            let from = known(self, name)?;
            for (&compass, target) in links {
                let to = known(self, target)?;
                self.next[usize::from(from)][compass.index()] = Some(to);
                let back = &mut self.next[usize::from(to)][compass.opposite().index()];
                *back = back.or(Some(from));
            }
        }
        Ok(())
    }

    /// Number of squares, holes included.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// Number of files of the grid.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks of the grid.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// All squares that are not holes.
    pub fn squares(&self) -> U256 {
        self.exists
    }

    /// The square of that name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.index.get(name).copied()
    }

    /// The squares whose names a text begins with, shortest name first.
    pub fn squares_before<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Square> + 'a {
        let ends = (1..=text.len().min(self.longest)).filter(|&n| text.is_char_boundary(n));
        ends.filter_map(|n| self.square(&text[..n]))
    }

    /// The name of a square; empty for a hole.
    pub fn name(&self, square: Square) -> &str {
        self.names
            .get(usize::from(square))
            .and_then(Option::as_deref)
            .unwrap_or("")
    }

    /// The squares outside the grid, in order.
    pub fn extras(&self) -> impl Iterator<Item = Square> + '_ {
        (self.grid()..self.size()).map(|i| i as Square)
    }

    /// File and rank, both from 0, of a square of the grid.
    pub fn coordinates(&self, square: Square) -> Option<(u8, u8)> {
        (usize::from(square) < self.grid()).then(|| (square % self.files, square / self.files))
    }

    /// The order of squares in texts: by file and rank, squares beside the grid last.
    pub(crate) fn order_key(&self, square: Square) -> (u8, u8) {
        self.coordinates(square).unwrap_or((u8::MAX, square))
    }

    /// The square at file and rank, both from 0, unless it is a hole or outside.
    pub fn at(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let square = (usize::from(rank) * usize::from(self.files) + usize::from(file)) as Square;
        self.exists.has(square).then_some(square)
    }

    /// The neighbour in a compass direction (0 north, clockwise to 7).
    pub fn step(&self, from: Square, compass: usize) -> Option<Square> {
        self.next[usize::from(from)][compass]
    }

    /// The name of the neighbour of a named square in a compass direction (0 north, clockwise to
    /// 7).
    pub fn next_to(&self, from: &str, compass: usize) -> Option<String> {
        let next = self.step(self.square(from)?, compass)?;
        Some(self.name(next).to_owned())
    }

    /// All neighbours of a square: a king's steps.
    pub fn neighbours(&self, from: Square) -> U256 {
        self.next[usize::from(from)]
            .iter()
            .flatten()
            .fold(U256::EMPTY, |set, &s| set | U256::bit(s))
    }

    /// The squares that follow each other from a square in one of the eight straight winds (0
    /// north, 1 north-east, clockwise). The line ends at the edge of the board, or where it would
    /// reach a square again.
    pub(crate) fn line(&self, from: Square, wind: u8) -> Vec<Square> {
        let mut line: Vec<Square> = Vec::new();
        let mut at = from;
        while let Some(route) = self.leap(at, 0, 1, wind * 2, false).pop() {
            if route.to == from || line.contains(&route.to) {
                break;
            }
            line.push(route.to);
            at = route.to;
        }
        line
    }

    /// All ways of making one leap of size `(m, n)` towards one of the sixteen winds (0 north,
    /// clockwise).
    ///
    /// An even wind makes an orthogonal or diagonal leap of length `n`, an odd one the oblique
    /// leap. If `wraps` is set, the leap may cross the left and right edge. A step of length 1
    /// follows the edges of the graph.
    pub fn leap(&self, from: Square, m: u8, n: u8, wind: u8, wraps: bool) -> Routes {
        let wind = wind & 15;
        if wind.is_multiple_of(2) {
            self.straight(from, n, wind / 2, wraps)
        } else {
            self.oblique(from, m, n, wind, wraps)
        }
    }

    fn straight(&self, from: Square, n: u8, compass: u8, wraps: bool) -> Routes {
        let mut between = Some(Between::new());
        // Along the edges as far as they lead.
        let mut at = Some(from);
        for i in 0..n {
            at = at.and_then(|s| self.step_wrapped(s, usize::from(compass), wraps));
            if i + 1 < n {
                match (at, &mut between) {
                    (Some(s), Some(list)) => list.push(s),
                    _ => between = None,
                }
            }
        }
        if let Some(to) = at {
            return if to == from {
                Routes::new()
            } else {
                smallvec![Route { between, to }]
            };
        }
        // Over holes, by coordinates.
        let (right, up) = Compass::ALL[usize::from(compass)].offset();
        let n = i32::from(n);
        self.by_offset(from, i32::from(right) * n, i32::from(up) * n, wraps)
            .filter(|&to| to != from)
            .map(|to| smallvec![Route { between: None, to }])
            .unwrap_or_default()
    }

    fn oblique(&self, from: Square, m: u8, n: u8, wind: u8, wraps: bool) -> Routes {
        // The longer direction is the orthogonal one nearest to the wind; the diagonal one lies on
        // the other side.
        let long = (wind + 1) / 4 % 4 * 2;
        let diagonal = if (wind + 1).is_multiple_of(4) {
            (long + 7) % 8
        } else {
            (long + 1) % 8
        };
        let steps_long = n - m;
        let (lr, lu) = Compass::ALL[usize::from(long)].offset();
        let (dr, du) = Compass::ALL[usize::from(diagonal)].offset();
        let (right, up) = (
            i32::from(lr) * i32::from(steps_long) + i32::from(dr) * i32::from(m),
            i32::from(lu) * i32::from(steps_long) + i32::from(du) * i32::from(m),
        );
        let walk = || -> Option<Between> {
            let mut at = from;
            let mut squares = Between::new();
            for i in 0..n {
                at = self.step_wrapped(
                    at,
                    usize::from(if i < steps_long { long } else { diagonal }),
                    wraps,
                )?;
                squares.push(at);
            }
            squares.pop();
            Some(squares)
        };
        if self.coordinates(from).is_some()
            && let Some(to) = self.by_offset(from, right, up, wraps)
        {
            let between = walk();
            return if to == from {
                Routes::new()
            } else {
                smallvec![Route { between, to }]
            };
        }
        // Without coordinates: every order of the steps is a way (`EN-3`).
        if self.next.len() == self.grid() {
            return Routes::new();
        }
        let mut orders = Orders {
            topology: self,
            from,
            compass: [long, diagonal],
            wraps,
            seen: FxHashSet::default(),
            passed: Between::new(),
            routes: Routes::new(),
        };
        orders.go(from, [steps_long, m], false);
        orders.routes
    }

    fn step_wrapped(&self, from: Square, compass: usize, wraps: bool) -> Option<Square> {
        self.step(from, compass).or_else(|| {
            let (right, up) = Compass::ALL[compass].offset();
            if wraps {
                self.by_offset(from, i32::from(right), i32::from(up), true)
            } else {
                None
            }
        })
    }

    fn by_offset(&self, from: Square, right: i32, up: i32, wraps: bool) -> Option<Square> {
        let (file, rank) = self.coordinates(from)?;
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let (mut file, mut rank) = (i32::from(file) + right, i32::from(rank) + up);
        if self.wrap_files || wraps {
            file = file.rem_euclid(files);
        }
        if self.wrap_ranks {
            rank = rank.rem_euclid(ranks);
        }
        if !(0..files).contains(&file) || !(0..ranks).contains(&rank) {
            return None;
        }
        self.at(file as u8, rank as u8)
    }

    fn grid(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }
}

fn grid_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1)
}

fn grid_index(board: &Board, name: &str) -> Option<usize> {
    let file = usize::from(name.bytes().next()?.checked_sub(b'a')?);
    let digits = name.get(1..)?;
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let rank: usize = digits.parse().ok()?;
    let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
    (file < files && (1..=ranks).contains(&rank)).then(|| (rank - 1) * files + file)
}

/// The oblique leap made step by step, in every order of its steps. Only ways that touch a square
/// outside the grid count.
struct Orders<'t> {
    topology: &'t Topology,
    from: Square,
    /// The straight direction and the diagonal one.
    compass: [u8; 2],
    wraps: bool,
    /// The states visited so far: square, remaining steps, and whether the way has touched the
    /// outside. The squares reached from a visited state are already found.
    seen: FxHashSet<(Square, [u8; 2], bool)>,
    passed: Between,
    routes: Routes,
}

impl Orders<'_> {
    /// Continues from a square with that many steps left; straight ones are tried first.
    fn go(&mut self, at: Square, left: [u8; 2], outside: bool) {
        let outside = outside || self.topology.coordinates(at).is_none();
        if !self.seen.insert((at, left, outside)) {
            return;
        }
        if left == [0, 0] {
            if outside && at != self.from && self.routes.iter().all(|r| r.to != at) {
                self.routes.push(Route {
                    between: Some(self.passed.clone()),
                    to: at,
                });
            }
            return;
        }
        for (i, compass) in self.compass.into_iter().enumerate() {
            let mut left = left;
            let next = self.topology.step_wrapped(at, usize::from(compass), self.wraps);
            let (Some(next), true) = (next, left[i] > 0) else {
                continue;
            };
            left[i] -= 1;
            let ends = left == [0, 0];
            if !ends {
                self.passed.push(next);
            }
            self.go(next, left, outside);
            if !ends {
                self.passed.pop();
            }
        }
    }
}
