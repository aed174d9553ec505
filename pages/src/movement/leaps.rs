//! English for leaps: how far, in which directions, over what, and whose leap it is.

use super::hurdle::{beyond, first_piece, thing};
use crate::words::{self, count};
use ferz::rules::{Between, Frame, Hurdle, Kinds, Leap, Movement, Range, Winds};
use std::sync::LazyLock;

/// The pieces that have one kind of leap, each with all its directions.
static LEAPERS: LazyLock<Vec<(&'static str, Leap)>> = LazyLock::new(|| {
    include_str!("leapers.tsv")
        .lines()
        .filter_map(|line| {
            let (name, betza) = line.split_once('\t')?;
            let leaps = match ferz::betza::parse(betza).ok()? {
                Movement::Union(list) => list,
                one => vec![one],
            };
            let mut leaps = leaps.into_iter().filter_map(|movement| match movement {
                Movement::Leap(leap) => Some(leap),
                _ => None,
            });
            let first = leaps.next()?;
            let winds = leaps.fold(first.winds, |winds, leap| winds.or(leap.winds));
            Some((name, Leap { winds, ..first }))
        })
        .collect()
});

/// The name of the piece that has this leap and no other.
pub(super) fn as_a(leap: &Leap) -> Option<&'static str> {
    let found = LEAPERS.iter().find(|(_, known)| {
        let straight = is_straight(leap) && is_straight(known);
        let m = if straight { known.m } else { leap.m };
        *known == Leap { m, ..leap.clone() }
    });
    found.map(|(name, _)| *name)
}

/// A leap in words. `named`: with the piece that leaps so.
pub(super) fn leap_words(leap: &Leap, named: bool) -> String {
    let mut text = if is_straight(leap) {
        straight(leap)
    } else {
        oblique(leap)
    };
    if let (Some(name), true) = (as_a(leap), named) {
        text.push_str(&format!(" (like {})", words::a(name)));
    }
    let far = u32::from(leap.n) - 1;
    let squares = if far == 1 && leap.range == Range::ONE {
        "the square"
    } else {
        "all squares"
    };
    match leap.between {
        Between::Free => {}
        Between::Empty => text.push_str(&format!(", if {squares} on the way {} empty", be(squares))),
        Between::Occupied => text.push_str(&format!(", if {squares} on the way {} occupied", be(squares))),
    }
    if leap.wraps {
        text.push_str(", also across the side edges of the board");
    }
    text
}

fn be(squares: &str) -> &'static str {
    if squares == "the square" { "is" } else { "are" }
}

fn straight(leap: &Leap) -> String {
    if is_headed(leap) && leap.range == Range::ANY {
        return "on in the same direction, as far as the way is clear".to_owned();
    }
    let unit = if leap.n == 1 {
        count(leap.range, "square")
    } else if leap.range == Range::ONE {
        let verb = if leap.between == Between::Empty {
            ""
        } else {
            "a leap of "
        };
        format!("{verb}{} squares", words::number(u64::from(leap.n)))
    } else {
        let leaps = count(leap.range, "leap");
        format!("{leaps} of {} squares each", words::number(u64::from(leap.n)))
    };
    format!("{unit} {}", straight_directions(leap))
}

fn oblique(leap: &Leap) -> String {
    let (m, n) = (words::number(u64::from(leap.m)), words::number(u64::from(leap.n)));
    let directions = oblique_directions(leap);
    match (leap.range, leap.between, directions) {
        (Range::ONE, Between::Empty, None) => {
            // A lame leap goes straight first, then outward.
            let (first, then) = (leap.n - leap.m, leap.m);
            format!(
                "{} orthogonally, then {} diagonally outward",
                count(
                    Range {
                        min: first,
                        max: Some(first)
                    },
                    "square"
                ),
                words::number(u64::from(then))
            )
        }
        (Range::ONE, _, Some(directions)) => format!("a leap of {directions}"),
        (Range::ONE, _, None) => format!(
            "a leap of {} straight and {m} to the side",
            count(
                Range {
                    min: leap.n,
                    max: Some(leap.n)
                },
                "square"
            )
        ),
        (range, _, directions) => {
            let leaps = count(range, "leap");
            let directions =
                directions.unwrap_or_else(|| format!("{n} squares straight and {m} to the side"));
            format!("{leaps} of {directions}, all in one direction")
        }
    }
}

/// A leap to a piece and over it; `too`: besides the same leap without one.
pub(super) fn over_words(leap: &Leap, (hurdle, kinds): (Hurdle, &Kinds), by: Range, too: bool) -> String {
    let beyond = beyond(by);
    let directions = straight_directions(leap);
    let start = if too { "or".to_owned() } else { directions };
    if leap.range == Range::ONE && leap.n == 1 {
        let there = if too { "that stands there" } else { "next to it" };
        format!("{start} over {} {there}, {beyond}", thing(hurdle, kinds))
    } else {
        format!("{start} over {}, {beyond}", first_piece(hurdle, kinds))
    }
}

/// Whether it goes straight on.
pub(super) fn is_headed(leap: &Leap) -> bool {
    leap.frame == Frame::Heading
        && leap.winds == Winds::single(0)
        && is_straight(leap)
        && leap.n == 1
        && leap.between.is_free()
}

/// Whether a hop over such a leap can be told in a few words.
pub(super) fn is_plain(leap: &Leap) -> bool {
    is_straight(leap)
        && leap.n == 1
        && leap.between.is_free()
        && !leap.wraps
        && (leap.range == Range::ONE || leap.range.max.is_none())
}

/// The eight directions one by one, clockwise.
fn singles(frame: Frame) -> [&'static str; 8] {
    match frame {
        Frame::Side => [
            "forward",
            "diagonally forward to the right",
            "to the right",
            "diagonally backward to the right",
            "backward",
            "diagonally backward to the left",
            "to the left",
            "diagonally forward to the left",
        ],
        Frame::Board => [
            "north",
            "north-east",
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
        ],
        Frame::Heading => [
            "straight on",
            "turning 45 degrees right",
            "turning 90 degrees right",
            "turning 135 degrees right",
            "back",
            "turning 135 degrees left",
            "turning 90 degrees left",
            "turning 45 degrees left",
        ],
    }
}

/// Two of the sixteen winds each that have a name together.
fn pairs(frame: Frame) -> &'static [(u8, u8, &'static str)] {
    match frame {
        Frame::Side => &[
            (2, 14, "diagonally forward"),
            (6, 10, "diagonally backward"),
            (4, 12, "sideways"),
            (0, 8, "forward or backward"),
        ],
        Frame::Board => &[(4, 12, "east or west"), (0, 8, "north or south")],
        Frame::Heading => &[
            (2, 14, "turning 45 degrees"),
            (4, 12, "turning 90 degrees"),
            (6, 10, "turning 135 degrees"),
        ],
    }
}

pub(super) fn straight_directions(leap: &Leap) -> String {
    let winds = leap.winds;
    match winds {
        Winds::STRAIGHT => return "in any direction".to_owned(),
        Winds::ORTHOGONAL => return "orthogonally".to_owned(),
        Winds::DIAGONAL => return "diagonally".to_owned(),
        _ => {}
    }
    let (single, pairs) = (singles(leap.frame), pairs(leap.frame));
    let mut rest = winds;
    let mut parts: Vec<String> = Vec::new();
    let diagonal = winds.and(Winds::DIAGONAL) == Winds::DIAGONAL;
    let orthogonal = winds.and(Winds::ORTHOGONAL) == Winds::ORTHOGONAL;
    if orthogonal {
        parts.push("orthogonally".to_owned());
        rest = Winds(rest.0 & !Winds::ORTHOGONAL.0);
    }
    let mut late = None;
    if diagonal {
        late = Some("diagonally".to_owned());
        rest = Winds(rest.0 & !Winds::DIAGONAL.0);
    }
    for &(a, b, words) in pairs {
        if rest.has(a) && rest.has(b) {
            parts.push(words.to_owned());
            rest = Winds(rest.0 & !(1 << a) & !(1 << b));
        }
    }
    for wind in rest.iter().filter(|w| w.is_multiple_of(2)) {
        parts.push(single[usize::from(wind / 2)].to_owned());
    }
    // Forward comes first, wherever it was found.
    parts.sort_by_key(|p| !(p == "forward" || p == "straight on"));
    parts.extend(late);
    words::list(&parts, "or")
}

fn oblique_directions(leap: &Leap) -> Option<String> {
    if leap.winds.and(Winds::OBLIQUE) == Winds::OBLIQUE {
        return None;
    }
    let (m, n) = (words::number(u64::from(leap.m)), words::number(u64::from(leap.n)));
    let [ahead, back, aside] = match leap.frame {
        Frame::Side => ["forward", "backward", "sideways"],
        Frame::Board => ["north", "south", "sideways"],
        Frame::Heading => ["on", "back", "aside"],
    };
    let kinds: [(u8, u8, String); 4] = [
        (15, 1, format!("{} {ahead} and {m} {aside}", squares(leap.n))),
        (13, 3, format!("{} {ahead} and {n} {aside}", squares(leap.m))),
        (11, 5, format!("{} {back} and {n} {aside}", squares(leap.m))),
        (9, 7, format!("{} {back} and {m} {aside}", squares(leap.n))),
    ];
    let mut parts = Vec::new();
    for (left, right, words) in kinds {
        match (leap.winds.has(left), leap.winds.has(right)) {
            (true, true) => parts.push(words),
            (true, false) => parts.push(words.replace(aside, "to the left")),
            (false, true) => parts.push(words.replace(aside, "to the right")),
            (false, false) => {}
        }
    }
    Some(words::list(&parts, "or"))
}

fn squares(n: u8) -> String {
    count(Range { min: n, max: Some(n) }, "square")
}

pub(super) fn is_straight(leap: &Leap) -> bool {
    leap.m == 0 || leap.m == leap.n
}
