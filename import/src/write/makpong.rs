//! A king in check that may not step away, as powers.

use super::Written;
use crate::model::{Model, Way};
use crate::part::{Part, head};
use crate::report::Loss;
use crate::types::KING;
use ferz::board::Bits as _;
use ferz::engine::Variant;
use ferz::lower::{self, Source};
use ferz::rules::Side;

/// Directions as the ferz language has them, clockwise.
const DIRECTIONS: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// Adds that a king in check may only capture what alone attacks it, or says that this is lost.
pub(super) fn add(model: &Model, king: &str, written: &mut Written) {
    let known = model.kinds.get(&KING).is_some_and(|kind| kind.way == Way::Known);
    let captures = known.then(|| captures(king, written)).flatten();
    let Some(captures) = captures else {
        written.lost.push(Loss {
            what: "makpongRule".to_owned(),
            why: "the captures of a king in check do not follow from its square alone".to_owned(),
        });
        return;
    };
    for (name, condition, moves) in [
        ("makpong", "attacked by all", captures),
        (
            "double-check",
            "attacked by several",
            format!("capture step all of {king}"),
        ),
    ] {
        written.parts.push(Part {
            keyword: "power",
            name: name.to_owned(),
            text: format!("power {name} {{\n  of: {king}\n  while: {condition}\n  moves: {moves}\n}}"),
        });
    }
}

/// The attackers next to a king that it can capture: for each direction the kinds that attack from
/// there, with any other pieces on the board; nothing if the directions differ.
fn captures(king: &str, written: &Written) -> Option<String> {
    let source = Source {
        name: "king".to_owned(),
        text: written.file(&head("king", None, "", "")),
    };
    let variant = Variant::new(lower::rules(source, &ferz_rulesets::Library).ok()?).ok()?;
    let mut lines: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for (way, direction) in DIRECTIONS.into_iter().enumerate() {
        let mut kinds = Vec::new();
        for (number, name) in variant.rules().pieces.keys().enumerate() {
            if name != king && attacks(&variant, number, way)? {
                kinds.push(name.clone());
            }
        }
        match lines.iter_mut().find(|(_, known)| *known == kinds) {
            Some((directions, _)) => directions.push(direction),
            None => lines.push((vec![direction], kinds)),
        }
    }
    lines.retain(|(_, kinds)| !kinds.is_empty());
    lines.push((vec!["all"], vec![king.to_owned()]));
    let line = |(directions, kinds): &(Vec<&str>, Vec<String>)| {
        let of = match &kinds[..] {
            [one] => one.clone(),
            several => format!("({})", several.join(" | ")),
        };
        format!("capture step {} of {of}", directions.join(" "))
    };
    let lines: Vec<String> = lines.iter().map(line).collect();
    Some(lines.join("\n         | "))
}

/// Whether an enemy piece attacks a king that is in a direction of the king; nothing if that
/// depends on the squares or the side.
fn attacks(variant: &Variant, kind: usize, way: usize) -> Option<bool> {
    let topology = variant.topology();
    let mut found = None;
    for side in Side::ALL {
        // Black looks from the other end of the board.
        let way = match side {
            Side::White => way,
            Side::Black => (12 - way) % 8,
        };
        if variant.rules().pieces[kind].letter[side.other()].is_none() {
            continue;
        }
        for square in topology.squares().squares() {
            let Some(there) = topology.step(square, way) else {
                continue;
            };
            let position = variant.lone_piece(kind, side.other(), there);
            let attacked = variant.is_attacked(&position, side.other(), square);
            if *found.get_or_insert(attacked) != attacked {
                return None;
            }
        }
    }
    Some(found.unwrap_or(false))
}
