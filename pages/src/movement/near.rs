//! English for squares that are seen from another by a movement: next to it, in front of it, a
//! knight's move from it.

use super::leaps::{as_a, is_straight, straight_directions};
use super::merge::{ANYWHERE, merged};
use super::{Core, sentence, ways};
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Between, Frame, Movement, Range, Side};
use ferz::ways::ends;

/// `next to it`, `directly in front of it`, `a knight's move from it`; `it`: what the movement
/// starts from.
pub(crate) fn near(s: &Setting<'_>, way: &Movement, side: Side, it: &str) -> String {
    if let [one] = merged(ways(s, way, side)).as_slice()
        && one.over.is_none()
        && one.notes.is_empty()
        && let Core::Leap(leap) = &one.core
    {
        if let Some(name) = as_a(leap).filter(|name| *name != "king") {
            return format!("{}'s move from {it}", words::a(name));
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
                (n, _) => format!("{} squares {directions} from {it}", words::number(u64::from(n))),
            }
            .replace("one squares", "one square");
        }
    }
    if ways(s, way, side).len() > 4 && leads_everywhere(s, way, side) {
        return "anywhere on the board".to_owned();
    }
    if way.is_headed() {
        return format!(
            "from {it} {}, in the direction of the move",
            sentence(s, way, side)
        );
    }
    let way = sentence(s, way, side);
    if way == ANYWHERE || way == format!("moves: {ANYWHERE}") {
        return "anywhere on the board".to_owned();
    }
    format!("within reach of {it} ({})", way.trim_end_matches('.'))
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
