//! Steps of whole sets of squares, and rows of pieces.

use crate::board::{Bits, Square, Topology, convert};

/// A step in one direction from every square that has a neighbour there.
#[derive(Clone, Debug)]
pub(crate) struct Steps<B> {
    /// Squares whose neighbour is so many places further. On a plain grid there is one entry; squares outside the grid
    /// and edges that wrap add their own.
    groups: Vec<(B, u8)>,
}

impl<B: Bits> Steps<B> {
    /// The steps in a direction of the compass, from 0 (north) clockwise to 7.
    pub(crate) fn new(topology: &Topology, compass: usize) -> Self {
        let mut groups: Vec<(B, u8)> = Vec::new();
        let all: B = convert(topology.squares());
        for from in all.squares() {
            let Some(to) = topology.step(from, compass) else {
                continue;
            };
            let by = to.wrapping_sub(from) & (B::WIDTH - 1) as Square;
            match groups.iter_mut().find(|(_, other)| *other == by) {
                Some((squares, _)) => *squares |= B::bit(from),
                None => groups.push((B::bit(from), by)),
            }
        }
        Self { groups }
    }

    /// The squares one step on.
    #[inline]
    pub(crate) fn from(&self, squares: B) -> B {
        let step = |&(from, by): &(B, u8)| (squares & from).rotate(by);
        self.groups.iter().map(step).fold(B::EMPTY, |set, one| set | one)
    }

    /// Where rows of so many of the squares end, each next to the one before.
    #[inline]
    pub(crate) fn runs(&self, squares: B, length: u32) -> B {
        let mut ends = squares;
        // On a plain grid, without looking for other groups each time.
        if let &[(from, by)] = &self.groups[..] {
            for _ in 1..length {
                ends = (ends & from).rotate(by) & squares;
                if ends.is_empty() {
                    break;
                }
            }
            return ends;
        }
        for _ in 1..length {
            if ends.is_empty() {
                break;
            }
            ends = self.from(ends) & squares;
        }
        ends
    }

    /// Squares from which so many squares can follow each other without one of them coming twice, as it would in a
    /// circle that is too small.
    fn straight(&self, squares: B, length: u32) -> B {
        let comes_back = |&start: &Square| {
            let mut at = B::bit(start);
            (1..length).any(|_| {
                at = self.from(at);
                at.has(start)
            })
        };
        let circles = squares.squares().filter(comes_back);
        squares & !circles.fold(B::EMPTY, |set, square| set | B::bit(square))
    }

    /// How many of the squares are on the line that begins with one of them.
    fn on_line(&self, squares: B, first: Square) -> u32 {
        let (mut at, mut line) = (B::bit(first), B::EMPTY);
        while !at.is_empty() && !at.meets(line) {
            line |= at;
            at = self.from(at);
        }
        (line & squares).count()
    }
}

/// Rows of a certain length in one direction.
#[derive(Clone, Debug)]
pub(crate) struct Row<B> {
    steps: Steps<B>,
    length: u32,
    /// Squares that can be part of such a row.
    squares: B,
}

impl<B: Bits> Row<B> {
    /// Rows of so many squares in a direction of the compass.
    pub(crate) fn new(topology: &Topology, compass: usize, length: u32) -> Self {
        let steps = Steps::new(topology, compass);
        let squares = steps.straight(convert(topology.squares()), length);
        Self {
            steps,
            length,
            squares,
        }
    }

    /// Where rows of the pieces end.
    #[inline]
    pub(crate) fn ends(&self, pieces: B) -> B {
        self.steps.runs(pieces & self.squares, self.length)
    }

    /// Whether so many of the pieces are on one line, whatever is between them.
    pub(crate) fn aligned(&self, pieces: B) -> bool {
        let mut firsts = pieces.squares();
        firsts.any(|first| self.steps.on_line(pieces, first) >= self.length)
    }
}
