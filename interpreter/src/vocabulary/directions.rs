//! The words for directions and the winds they mean.

use super::{Table, Word, word};
use crate::rules::{Compass, Frame, Winds};
use ferz_engine::order::sort_by_key;

/// The meaning of a word for directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The frame that it is relative to.
    pub frame: Frame,
    /// Winds of orthogonal and diagonal leaps.
    straight: Winds,
    /// Winds of oblique leaps, such as the knight's.
    oblique: Winds,
}

/// The leaps whose directions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Of a step or ride: one square orthogonally or diagonally, as the directions say.
    Step,
    /// Of a leaper, the shorter coordinate first.
    Leap(u8, u8),
}

impl Size {
    /// Every direction of such a leap.
    pub const fn every(self) -> Winds {
        match self {
            Self::Step => Winds::STRAIGHT,
            Self::Leap(0, _) => Winds::ORTHOGONAL,
            Self::Leap(m, n) if m == n => Winds::DIAGONAL,
            Self::Leap(..) => Winds::OBLIQUE,
        }
    }
}

impl Direction {
    /// The winds that the word means for a leap; none if it has no meaning there.
    pub fn winds(&self, size: Size) -> Winds {
        match (size, self.frame) {
            (Size::Step, _) | (Size::Leap(..), Frame::Heading) => self.straight,
            (Size::Leap(0, _), _) => self.straight.and(Winds::ORTHOGONAL),
            (Size::Leap(m, n), _) if m == n => match self.straight.and(Winds::DIAGONAL) {
                // For diagonal leaps, `forward` means the two with a forward part.
                Winds(0) if self.straight.0.count_ones() == 1 => {
                    self.straight.rotate(2).or(self.straight.rotate(14))
                }
                winds => winds,
            },
            (Size::Leap(..), _) => self.oblique,
        }
    }
}

const fn bits(list: &[u8]) -> Winds {
    let (mut set, mut i) = (0, 0);
    while i < list.len() {
        set |= 1 << list[i];
        i += 1;
    }
    Winds(set)
}

const fn side(name: &'static str, straight: &[u8], oblique: &[u8], help: &'static str) -> Word<Direction> {
    let means = Direction {
        frame: Frame::Side,
        straight: bits(straight),
        oblique: bits(oblique),
    };
    word(name, means, help)
}

const fn board(name: &'static str, straight: &[u8], oblique: &[u8]) -> Word<Direction> {
    let means = Direction {
        frame: Frame::Board,
        straight: bits(straight),
        oblique: bits(oblique),
    };
    word(
        name,
        means,
        "a direction of the board, the same for both sides; north is White's forward",
    )
}

const fn heading(name: &'static str, winds: &[u8], help: &'static str) -> Word<Direction> {
    let means = Direction {
        frame: Frame::Heading,
        straight: bits(winds),
        oblique: bits(winds),
    };
    word(name, means, help)
}

const FORWARD: &str =
    "a direction relative to the side; for oblique and diagonal leaps, all that lead this way";
const CORNER: &str =
    "a diagonal direction relative to the side; for oblique leaps, the two that lead both ways";
const MOST: &str = "of oblique leaps, those that go furthest that way";
const ONE: &str = "a single direction of oblique leaps, relative to the side: named like north-north-east";
const TURNED: &str = "relative to the last step, turned by an odd number of sixteenths of the circle: from a straight step to \
                      an oblique leap or back, named like north-north-east";

/// Words for directions.
pub const DIRECTIONS: Table<Direction> = Table(&[
    side("forward", &[0], &[13, 15, 1, 3], FORWARD),
    side("backward", &[8], &[5, 7, 9, 11], FORWARD),
    side("left", &[12], &[9, 11, 13, 15], FORWARD),
    side("right", &[4], &[1, 3, 5, 7], FORWARD),
    side("forward-left", &[14], &[13, 15], CORNER),
    side("forward-right", &[2], &[1, 3], CORNER),
    side("backward-left", &[10], &[9, 11], CORNER),
    side("backward-right", &[6], &[5, 7], CORNER),
    side(
        "orthogonal",
        &[0, 4, 8, 12],
        &[],
        "the four directions along files and ranks",
    ),
    side("diagonal", &[2, 6, 10, 14], &[], "the four diagonal directions"),
    side(
        "all",
        &[0, 2, 4, 6, 8, 10, 12, 14],
        &[1, 3, 5, 7, 9, 11, 13, 15],
        "all eight directions",
    ),
    side("vertical", &[0, 8], &[], "forward and backward"),
    side("sideways", &[4, 12], &[], "left and right"),
    side("horizontal", &[4, 12], &[], "the same: left and right"),
    side(
        "forward-diagonal",
        &[2, 14],
        &[],
        "the two diagonal directions forward",
    ),
    side(
        "backward-diagonal",
        &[6, 10],
        &[],
        "the two diagonal directions backward",
    ),
    side("forward-most", &[], &[15, 1], MOST),
    side("backward-most", &[], &[7, 9], MOST),
    side("left-most", &[], &[11, 13], MOST),
    side("right-most", &[], &[3, 5], MOST),
    side("sideways-most", &[], &[3, 5, 11, 13], MOST),
    side("forward-forward-left", &[], &[15], ONE),
    side("forward-forward-right", &[], &[1], ONE),
    side("left-forward-left", &[], &[13], ONE),
    side("right-forward-right", &[], &[3], ONE),
    side("left-backward-left", &[], &[11], ONE),
    side("right-backward-right", &[], &[5], ONE),
    side("backward-backward-left", &[], &[9], ONE),
    side("backward-backward-right", &[], &[7], ONE),
    board("north", &[0], &[13, 15, 1, 3]),
    board("south", &[8], &[5, 7, 9, 11]),
    board("west", &[12], &[9, 11, 13, 15]),
    board("east", &[4], &[1, 3, 5, 7]),
    board("north-west", &[14], &[13, 15]),
    board("north-east", &[2], &[1, 3]),
    board("south-west", &[10], &[9, 11]),
    board("south-east", &[6], &[5, 7]),
    board("north-north-west", &[], &[15]),
    board("north-north-east", &[], &[1]),
    board("west-north-west", &[], &[13]),
    board("east-north-east", &[], &[3]),
    board("west-south-west", &[], &[11]),
    board("east-south-east", &[], &[5]),
    board("south-south-west", &[], &[9]),
    board("south-south-east", &[], &[7]),
    heading("ahead", &[0], "on in the direction of the last step"),
    heading("ahead-left", &[14], "45 degrees to the left of the last step"),
    heading("ahead-right", &[2], "45 degrees to the right of the last step"),
    heading("turn-left", &[12], "90 degrees to the left of the last step"),
    heading("turn-right", &[4], "90 degrees to the right of the last step"),
    heading("back-left", &[10], "135 degrees to the left of the last step"),
    heading("back-right", &[6], "135 degrees to the right of the last step"),
    heading("back", &[8], "against the last step"),
    heading(
        "outward",
        &[14, 2],
        "45 degrees to the left or right of the last step",
    ),
    heading("ahead-ahead-left", &[15], TURNED),
    heading("ahead-ahead-right", &[1], TURNED),
    heading("left-ahead-left", &[13], TURNED),
    heading("right-ahead-right", &[3], TURNED),
    heading("left-back-left", &[11], TURNED),
    heading("right-back-right", &[5], TURNED),
    heading("back-back-left", &[9], TURNED),
    heading("back-back-right", &[7], TURNED),
]);

/// The words for directions of a side in which a step can go.
pub fn side_directions() -> impl Iterator<Item = &'static Word<Direction>> {
    DIRECTIONS
        .iter()
        .filter(|d| d.means.frame == Frame::Side && d.means.winds(Size::Step).0 != 0)
}

/// The words for a set of winds in a frame: those that mean most first, none twice.
pub fn winds_in_words(winds: Winds, frame: Frame, size: Size) -> Vec<&'static str> {
    let mut known: Vec<(&'static str, Winds)> = DIRECTIONS
        .iter()
        .filter(|entry| entry.means.frame == frame)
        .map(|entry| (entry.word, entry.means.winds(size)))
        .filter(|(_, set)| set.0 != 0)
        .collect();
    sort_by_key(&mut known, |(_, set)| std::cmp::Reverse(set.0.count_ones()));
    let mut left = winds;
    let mut words = Vec::new();
    for (name, set) in known {
        if left.and(set) == set {
            words.push(name);
            left = Winds(left.0 & !set.0);
        }
    }
    words
}

const fn compass(name: &'static str, means: Compass) -> Word<Compass> {
    word(
        name,
        means,
        "the neighbour there, seen from White's side: `north-east: e1`",
    )
}

/// The eight directions in which squares can be neighbours, clockwise from north.
pub const COMPASS: Table<Compass> = Table(&[
    compass("north", Compass::North),
    compass("north-east", Compass::NorthEast),
    compass("east", Compass::East),
    compass("south-east", Compass::SouthEast),
    compass("south", Compass::South),
    compass("south-west", Compass::SouthWest),
    compass("west", Compass::West),
    compass("north-west", Compass::NorthWest),
]);
