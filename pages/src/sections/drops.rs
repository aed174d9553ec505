//! Hands, and what may be dropped from them.

use super::both;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Drop, Side, Squares};

/// What a hand is, and what may be dropped where: pieces with the same conditions in one line.
pub(crate) fn drops(s: &Setting<'_>) -> Vec<String> {
    if s.rules.drops.is_empty() {
        return Vec::new();
    }
    let texts = |side: Side| -> Vec<String> {
        let own: Vec<&Drop> = s.rules.drops.iter().filter(|d| d.side == side).collect();
        let mut groups: Vec<(&Drop, Vec<String>)> = Vec::new();
        for drop in own {
            let alike = |first: &Drop| Drop {
                piece: String::new(),
                ..first.clone()
            };
            match groups.iter_mut().find(|(first, _)| alike(first) == alike(drop)) {
                Some((_, names)) => names.push(drop.piece.clone()),
                None => groups.push((drop, vec![drop.piece.clone()])),
            }
        }
        groups
            .iter()
            .map(|(drop, names)| sentence(s, drop, names))
            .collect()
    };
    let safe = if s.royal().is_some() {
        ", and must not leave the player's own royal attacked"
    } else {
        ""
    };
    let mut lines = vec![format!(
        "Instead of moving, a player may drop a piece from their hand on an empty square. A drop counts as a whole move{safe}."
    )];
    lines.extend(both(texts));
    lines
}

fn sentence(s: &Setting<'_>, drop: &Drop, names: &[String]) -> String {
    let who = words::capital(&words::either(names));
    let mut text = if is_everywhere(s, &drop.zone) {
        format!("{who} may be dropped on any empty square")
    } else {
        let zone = words::any_of(s.rules, &drop.zone, drop.side);
        format!("{who} may be dropped on {zone}")
    };
    let several = names.len() > 1;
    if let Some(most) = drop.per_file {
        let kind = if several { "the same kind" } else { "it" };
        text.push_str(&match most {
            1 => format!(", but not on a file where the player has another of {kind}"),
            most => format!(
                ", but not on a file where the player has {} of {kind}",
                words::number(u64::from(most))
            ),
        });
    }
    match (drop.no_check, drop.no_mate) {
        (true, _) => text.push_str("; the drop may not give check"),
        (_, true) => text.push_str("; the drop may not checkmate"),
        _ => {}
    }
    if drop.must {
        text.push_str("; as long as that is possible, nothing else is");
    }
    text.push('.');
    text
}

fn is_everywhere(s: &Setting<'_>, zone: &Squares) -> bool {
    let board = &s.rules.board;
    let grid = usize::from(board.files) * usize::from(board.ranks) - board.holes.0.len();
    zone.0.len() == grid + board.extra.len()
}
