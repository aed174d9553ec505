//! English for squares that are seen from another by a movement: next to it, in front of it, a
//! knight's move away from it.

use super::leaps::{as_a, is_straight, straight_directions};
use super::merge::{ANYWHERE, merged};
use super::{Core, sentence, ways};
use crate::setting::Setting;
use crate::words;
use ferz::board::Square;
use ferz::rules::{Between, Frame, Movement, Range, Side, Winds};
use ferz::ways::ends;

/// `next to it`, `directly in front of it`, `a knight's move away from it`; `it`: what the movement
/// starts from.
pub(crate) fn near(s: &Setting<'_>, way: &Movement, side: Side, it: &str) -> String {
    if let Some(line) = on_the_line(s, way, side, it) {
        return line;
    }
    if let [one] = merged(ways(s, way, side)).as_slice()
        && one.over.is_none()
        && one.notes.is_empty()
        && let Core::Leap(leap) = &one.core
    {
        if let Some(name) = as_a(leap).filter(|name| *name != "king") {
            return format!("{}'s move away from {it}", words::a(name));
        }
        if leap.between == Between::Free && is_straight(leap) && leap.range == Range::ONE && !leap.wraps {
            let directions = straight_directions(leap);
            return match (leap.n, directions.as_str()) {
                (1, "in any direction") => format!("next to {it}"),
                (1, "orthogonally" | "diagonally") => format!("{directions} next to {it}"),
                (1, "forward") => format!("directly in front of {it}"),
                (1, "backward") => format!("directly behind {it}"),
                (1, "sideways") => format!("directly beside {it}"),
                (1, "forward or backward") => format!("directly in front of {it} or behind it"),
                (1, _) if leap.frame == Frame::Board => format!("directly {directions} of {it}"),
                (1, _) => format!("one square {directions} from {it}"),
                (n, _) => format!(
                    "exactly {} squares {directions} from {it}",
                    words::number(u64::from(n))
                ),
            };
        }
    }
    if ways(s, way, side).len() > 4 && leads_everywhere(s, way, side) {
        return elsewhere(it);
    }
    if ways(s, way, side).len() > 2
        && let Some(alike) = alike(s, way, side)
    {
        return match it {
            "it" => format!("elsewhere on its {alike}"),
            it => format!("elsewhere on the {alike} of {it}"),
        };
    }
    if way.is_headed() {
        return format!(
            "from {it} {}, in the direction of the move",
            sentence(s, way, side)
        );
    }
    let way = sentence(s, way, side);
    if way == ANYWHERE || way == format!("moves: {ANYWHERE}") {
        return elsewhere(it);
    }
    format!("within reach of {it} ({})", way.trim_end_matches('.'))
}

/// Whether a movement leads to all squares but the one where it starts.
pub(crate) fn is_elsewhere(s: &Setting<'_>, way: &Movement, side: Side) -> bool {
    near(s, way, side, "there") == elsewhere("there")
}

/// All squares but the one where a movement starts.
fn elsewhere(it: &str) -> String {
    match it {
        "it" => "anywhere on the board".to_owned(),
        it => format!("anywhere else on the board than {it}"),
    }
}

/// `two squares beyond it on the line of the move`, for movements that are seen in its direction.
fn on_the_line(s: &Setting<'_>, way: &Movement, side: Side, it: &str) -> Option<String> {
    let ways = merged(ways(s, way, side));
    let [one] = ways.as_slice() else { return None };
    let (leap, range) = match &one.core {
        Core::Leap(leap) if leap.between == Between::Free => {
            let n = (leap.range == Range::ONE).then_some(leap.n)?;
            (leap, Range { min: n, max: Some(n) })
        }
        Core::Pass(leap, least, most) => {
            let range = Range {
                min: *least,
                max: Some(*most),
            };
            (leap, range)
        }
        Core::Leap(_) | Core::Text(_) => return None,
    };
    let plain =
        one.over.is_none() && one.notes.is_empty() && leap.frame == Frame::Heading && is_straight(leap);
    let where_to = match leap.winds {
        _ if !plain => return None,
        winds if winds == Winds::single(0) => "beyond",
        winds if winds == Winds::single(8) => "back from",
        _ => return None,
    };
    let squares = words::count(range, "square");
    Some(format!("{squares} {where_to} {it} on the line of the move"))
}

/// Whether two squares, by file and rank, have something in common.
type Likeness = fn((u8, u8), (u8, u8)) -> bool;

/// The properties that squares can have in common.
const LIKENESSES: [(&str, Likeness); 4] = [
    ("colour", |one, other| dark(one) == dark(other)),
    ("rank and colour", |one, other| {
        one.1 == other.1 && dark(one) == dark(other)
    }),
    ("file", |one, other| one.0 == other.0),
    ("rank", |one, other| one.1 == other.1),
];

fn dark((file, rank): (u8, u8)) -> bool {
    (file + rank).is_multiple_of(2)
}

/// The properties that all targets of a movement share with its start square, if it leads to all
/// squares with them: `colour`, `rank and colour`.
fn alike(s: &Setting<'_>, way: &Movement, side: Side) -> Option<&'static str> {
    let topology = s.topology()?;
    let place = |square: Square| topology.coordinates(square);
    let squares = (0..topology.size()).filter_map(|at| Square::try_from(at).ok());
    let exists =
        |&square: &Square| place(square).is_none_or(|(file, rank)| topology.at(file, rank).is_some());
    let squares: Vec<Square> = squares.filter(exists).collect();
    let leads = |test: Likeness| {
        squares.iter().all(|&from| {
            let Some(ends) = ends(&topology, way, side, from) else {
                return false;
            };
            squares.iter().all(|&to| {
                let both = place(from).zip(place(to));
                let same = to != from && both.is_some_and(|(one, other)| test(one, other));
                ends.iter().any(|end| end.to == to) == same
            })
        })
    };
    let found = LIKENESSES.iter().find(|(_, test)| leads(*test));
    found.map(|(name, _)| *name)
}

/// Whether a movement leads from the first square to all others, as authors write "anywhere".
fn leads_everywhere(s: &Setting<'_>, way: &Movement, side: Side) -> bool {
    s.topology().is_some_and(|topology| {
        ends(&topology, way, side, 0).is_some_and(|ends| {
            let mut reached: Vec<_> = ends.iter().map(|end| end.to).collect();
            reached.sort_unstable();
            reached.dedup();
            reached.len() + 1 >= topology.size()
        })
    })
}
