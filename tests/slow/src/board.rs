//! The squares, and how one gets from each to the next.

use ferz::rules;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of a square: rank by rank from a1, then the squares outside the grid. Holes have
/// none.
pub type Square = usize;

/// One way to make a single leap.
#[derive(Clone, Debug)]
pub struct Leap {
    /// The square on which it ends.
    pub to: Square,
    /// The squares it jumps over, in order; `None` if it jumps over the void.
    pub over: Option<Vec<Square>>,
}

/// The square graph of a ruleset's board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The names of the kinds of pieces.
    pub(super) kinds: Vec<String>,
    names: Vec<String>,
    numbers: HashMap<String, Square>,
    /// File and rank from 0; `None` outside the grid.
    places: Vec<Option<(i32, i32)>>,
    grid: HashMap<(i32, i32), Square>,
    /// Neighbours, clockwise from north.
    neighbours: Vec<[Option<Square>; 8]>,
    files: i32,
    ranks: i32,
    wraps: (bool, bool),
    /// The leaps that were asked for, by where they begin, their size, their wind, and whether they
    /// wrap.
    known: Arc<Mutex<HashMap<Start, Arc<[Leap]>>>>,
}

type Start = (Square, (u8, u8), u8, bool);

/// One step in each compass direction, clockwise from north.
const STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

impl Board {
    /// Builds the graph.
    ///
    /// # Panics
    /// If a link names a square that is not there.
    pub fn new(rules: &rules::Board) -> Self {
        Self::of(rules, Vec::new())
    }

    /// Builds the graph; pieces on it are of these kinds.
    ///
    /// # Panics
    /// If a link names a square that is not there.
    pub fn of(rules: &rules::Board, kinds: Vec<String>) -> Self {
        let (files, ranks) = (i32::from(rules.files), i32::from(rules.ranks));
        let mut board = Self {
            kinds,
            names: Vec::new(),
            numbers: HashMap::new(),
            places: Vec::new(),
            grid: HashMap::new(),
            neighbours: Vec::new(),
            files,
            ranks,
            wraps: (rules.wrap_files, rules.wrap_ranks),
            known: Arc::default(),
        };
        for rank in 0..ranks {
            for file in 0..files {
                let name = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
                if !rules.holes.0.contains(&name) {
                    board.grid.insert((file, rank), board.names.len());
                    board.add(name, Some((file, rank)));
                }
            }
        }
        for name in rules.extra.keys() {
            if board.square(name).is_none() {
                board.add(name.clone(), None);
            }
        }
        for square in 0..board.names.len() {
            let to = |step| board.by_offset(square, step, false).filter(|&to| to != square);
            board.neighbours.push(STEPS.map(to));
        }
        board.link(rules);
        board
    }

    fn add(&mut self, name: String, place: Option<(i32, i32)>) {
        self.numbers.insert(name.clone(), self.names.len());
        self.names.push(name);
        self.places.push(place);
    }

    /// Links replace what the grid says; the way back is added where there is none.
    fn link(&mut self, rules: &rules::Board) {
        let mut back = Vec::new();
        for (from, links) in &rules.extra {
            for (direction, to) in links {
                let from = self.square(from).expect("a linked square exists");
                let to = self.square(to).expect("a linked square exists");
                self.neighbours[from][direction.index()] = Some(to);
                back.push((to, direction.opposite().index(), from));
            }
        }
        for (from, direction, to) in back {
            self.neighbours[from][direction].get_or_insert(to);
        }
    }

    /// The number of squares.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// Files of the grid.
    pub fn files(&self) -> i32 {
        self.files
    }

    /// Ranks of the grid.
    pub fn ranks(&self) -> i32 {
        self.ranks
    }

    /// A square's name.
    pub fn name(&self, square: Square) -> &str {
        &self.names[square]
    }

    /// The square of that name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.numbers.get(name).copied()
    }

    /// The square on that file and rank, from 0.
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        self.grid.get(&(file, rank)).copied()
    }

    /// File and rank, from 0.
    pub fn place(&self, square: Square) -> Option<(i32, i32)> {
        self.places[square]
    }

    /// The squares of a set of names.
    pub fn squares(&self, set: &rules::Squares) -> Vec<Square> {
        set.0.iter().filter_map(|name| self.square(name)).collect()
    }

    /// Whether a square belongs to a set of names.
    pub fn lies(&self, square: Square, set: &rules::Squares) -> bool {
        set.0.contains(&self.names[square])
    }

    /// Whether a king could step from one to the other (`EN-4`).
    pub fn adjacent(&self, a: Square, b: Square) -> bool {
        self.neighbours[a].contains(&Some(b))
    }

    /// The next square in a compass direction, 0 north and clockwise.
    pub fn neighbour(&self, from: Square, direction: usize) -> Option<Square> {
        self.neighbours[from][direction]
    }

    /// The squares in a compass direction, 0 north and clockwise, until the board ends or the line
    /// closes.
    pub fn line(&self, from: Square, direction: usize) -> impl Iterator<Item = Square> + '_ {
        let next = move |&square: &Square| self.neighbours[square][direction];
        std::iter::successors(next(&from), next)
            .take(self.size())
            .take_while(move |&square| square != from)
    }

    /// One step in compass direction `direction`. `wraps`: over the left and right edge, too.
    fn step(&self, from: Square, direction: usize, wraps: bool) -> Option<Square> {
        let wrapped = || {
            if wraps {
                self.by_offset(from, STEPS[direction], true)
            } else {
                None
            }
        };
        self.neighbours[from][direction].or_else(wrapped)
    }

    /// The square of the grid a number of files and ranks away.
    fn by_offset(&self, from: Square, (files, ranks): (i32, i32), wraps: bool) -> Option<Square> {
        let (file, rank) = self.places[from]?;
        let around = |value: i32, size: i32, wraps: bool| if wraps { value.rem_euclid(size) } else { value };
        self.at(
            around(file + files, self.files, wraps || self.wraps.0),
            around(rank + ranks, self.ranks, self.wraps.1),
        )
    }

    /// Every way to make the leap `(m, n)` into one of the sixteen winds. A straight wind makes it
    /// straight.
    pub fn leaps(&self, from: Square, size: (u8, u8), wind: u8, wraps: bool) -> Arc<[Leap]> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let leaps = known.entry((from, size, wind, wraps));
        leaps
            .or_insert_with(|| self.find_leaps(from, size, wind, wraps).into())
            .clone()
    }

    fn find_leaps(&self, from: Square, (m, n): (u8, u8), wind: u8, wraps: bool) -> Vec<Leap> {
        let (straight, diagonal) = directions(wind);
        let mut leaps = match (straight, diagonal) {
            (Some(straight), Some(diagonal)) => self.oblique(
                from,
                (straight, usize::from(n - m)),
                (diagonal, usize::from(m)),
                wraps,
            ),
            (Some(direction), None) | (None, Some(direction)) => self.along(from, direction, n, wraps),
            (None, None) => Vec::new(),
        };
        leaps.retain(|leap| leap.to != from);
        leaps
    }

    /// A straight leap goes along the edges; over holes and voids by coordinates.
    fn along(&self, from: Square, direction: usize, n: u8, wraps: bool) -> Vec<Leap> {
        if let Some(leap) = self.walk(from, &vec![direction; usize::from(n)], wraps) {
            return vec![leap];
        }
        let (files, ranks) = STEPS[direction];
        let to = self.by_offset(from, (files * i32::from(n), ranks * i32::from(n)), wraps);
        to.map(|to| Leap { to, over: None }).into_iter().collect()
    }

    /// An oblique leap goes by coordinates where both ends have them; otherwise by its steps in any
    /// order, as far as they touch a square outside the grid (`EN-3`).
    fn oblique(
        &self,
        from: Square,
        straight: (usize, usize),
        diagonal: (usize, usize),
        wraps: bool,
    ) -> Vec<Leap> {
        let offset = |axis: fn((i32, i32)) -> i32| {
            axis(STEPS[straight.0]) * straight.1 as i32 + axis(STEPS[diagonal.0]) * diagonal.1 as i32
        };
        let orders = orders(straight, diagonal);
        if let Some(to) = self.by_offset(from, (offset(|step| step.0), offset(|step| step.1)), wraps) {
            let over = self.walk(from, &orders[0], wraps).and_then(|leap| leap.over);
            return vec![Leap { to, over }];
        }
        let mut leaps: Vec<Leap> = Vec::new();
        for leap in orders.iter().filter_map(|order| self.walk(from, order, wraps)) {
            let outside = |square: &Square| self.places[*square].is_none();
            let touches = outside(&from) || outside(&leap.to) || leap.over.iter().flatten().any(outside);
            if touches && leaps.iter().all(|known| known.to != leap.to) {
                leaps.push(leap);
            }
        }
        leaps
    }

    /// Step by step.
    fn walk(&self, from: Square, steps: &[usize], wraps: bool) -> Option<Leap> {
        let mut over = Vec::new();
        let mut at = from;
        for &direction in steps {
            over.push(at);
            at = self.step(at, direction, wraps)?;
        }
        Some(Leap {
            to: at,
            over: Some(over.split_off(1)),
        })
    }
}

/// The compass directions next to a wind: the straight one along a rank or file, and the diagonal
/// one.
fn directions(wind: u8) -> (Option<usize>, Option<usize>) {
    let wind = usize::from(wind % 16);
    match wind % 4 {
        0 => (Some(wind / 2), None),
        2 => (None, Some(wind / 2)),
        // NNE lies between N and NE, ENE between E and NE.
        1 => (Some(wind / 2), Some(wind.div_ceil(2))),
        _ => (Some(wind.div_ceil(2) % 8), Some(wind / 2)),
    }
}

/// All orders of some steps in the one direction and some in the other, the first direction
/// first.
fn orders(first: (usize, usize), second: (usize, usize)) -> Vec<Vec<usize>> {
    if first.1 == 0 || second.1 == 0 {
        let (direction, steps) = if first.1 == 0 { second } else { first };
        return vec![vec![direction; steps]];
    }
    let mut all = Vec::new();
    for (direction, rest) in [
        (first.0, ((first.0, first.1 - 1), second)),
        (second.0, (first, (second.0, second.1 - 1))),
    ] {
        for mut order in orders(rest.0, rest.1) {
            order.insert(0, direction);
            all.push(order);
        }
    }
    all
}
