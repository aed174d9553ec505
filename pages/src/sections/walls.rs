//! Walls that moves put on the board, in sentences.

use super::effects::squares;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Area, Side};

/// The squares of walls, and their effects.
pub(crate) fn walls(s: &Setting<'_>) -> Vec<String> {
    let Some(walls) = &s.rules.walls else {
        return Vec::new();
    };
    let name = words::spoken(walls.name());
    let place = match &walls.on {
        Area::All => String::new(),
        on => format!(" {}", squares(s, on, Side::White)),
    };
    let (it, square) = if walls.one {
        (format!("the {name}"), "another empty square")
    } else {
        (words::a(&name), "an empty square")
    };
    let first = if walls.instead {
        let calm = if walls.not_in_check {
            ", but not while in check"
        } else {
            ""
        };
        format!("Instead of moving, a player may put {it} on {square}{place}{calm}.")
    } else {
        let drop = if s.rules.drops.is_empty() { "" } else { " or drop" };
        format!(
            "After each move{drop} the player puts {it} on {square}{place}. A move that leaves no such square is illegal."
        )
        .replace(" on any square except ", " other than ")
    };
    let second = if walls.one {
        let it = words::capital(&it);
        format!("{it} blocks pieces as one of their own side would, and cannot be captured.")
    } else {
        format!("No piece can stand on {it} or move across it.")
    };
    vec![first, second]
}
