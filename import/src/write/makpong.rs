//! A king in check that may not step away, as powers.

use super::Written;
use crate::draft::{Power, when};
use crate::model::{Model, Way};
use crate::part::head;
use crate::report::Loss;
use crate::types::KING;
use ferz::board::Bits as _;
use ferz::engine::Variant;
use ferz::lower::{self, Source};
use ferz::rules::{Condition, Kinds, Movement, Side, Winds};

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
    let kings = capture(Winds::STRAIGHT, vec![king.to_owned()]);
    for (name, several, moves) in [("makpong", false, captures), ("double-check", true, kings)] {
        written.draft.powers.push(Power {
            name,
            of: king.to_owned(),
            several,
            moves,
        });
    }
}

/// Captures of some kinds one step away.
fn capture(winds: Winds, kinds: Vec<String>) -> Movement {
    let step = |diagonal: u8, winds: Winds| Movement::leap(diagonal, 1, winds);
    let straight = winds.and(Winds::ORTHOGONAL);
    let diagonal = winds.and(Winds::DIAGONAL);
    let steps = [(0, straight), (1, diagonal)].into_iter();
    let steps = steps.filter(|(_, winds)| winds.0 != 0);
    let steps = steps.map(|(diagonal, winds)| step(diagonal, winds)).collect();
    let step = Movement::Union(steps).capture();
    when(Condition::Of(Kinds::Only(kinds)), step)
}

/// The attackers next to a king that it can capture: for each direction the kinds that attack from
/// there, with any other pieces on the board; nothing if the directions differ.
fn captures(king: &str, written: &Written) -> Option<Movement> {
    let source = Source {
        name: "king".to_owned(),
        text: written.file(&head("king", None, "", "")),
    };
    let variant = Variant::new(lower::rules(source, &ferz_rulesets::Library).ok()?).ok()?;
    let mut lines: Vec<(Winds, Vec<String>)> = Vec::new();
    for way in 0..8 {
        let mut kinds = Vec::new();
        for (number, name) in variant.rules().pieces.keys().enumerate() {
            if name != king && attacks(&variant, number, way)? {
                kinds.push(name.clone());
            }
        }
        let wind = Winds::single(2 * u8::try_from(way).unwrap_or_default());
        match lines.iter_mut().find(|(_, known)| *known == kinds) {
            Some((winds, _)) => *winds = winds.or(wind),
            None => lines.push((wind, kinds)),
        }
    }
    lines.retain(|(_, kinds)| !kinds.is_empty());
    lines.push((Winds::STRAIGHT, vec![king.to_owned()]));
    let captures = lines.into_iter().map(|(winds, kinds)| capture(winds, kinds));
    Some(Movement::Union(captures.collect()))
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
