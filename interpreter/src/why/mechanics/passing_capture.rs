//! `passing-capture`: paths of leaps, and their captures.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{kind, or};
use super::{Asked, refuse, uses, ways_alone};
use crate::board::Square;
use crate::hooks::PassingCapture;

const HOOK: &str = "passing-capture";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let all = uses::<PassingCapture>(asker, HOOK);
    if !all.iter().any(|used| used.piece == mover.piece) {
        return None;
    }
    let part = asked.part;
    let to = part.to()?;
    if part.swaps.is_some() || part.sweeps {
        return None;
    }
    let from = part.from.square;
    let routes = ways_alone(asker, from, to, mover);
    if routes.is_empty() {
        return Some(Reason::Unreachable {
            mover: mover.clone(),
            to: asker.name(to),
        });
    }
    let path: String = std::iter::once(from)
        .chain(part.touched.iter().copied())
        .map(|s| asker.name(s))
        .collect();
    if part.touched.len() > 1 && !routes.contains(&path) {
        let words = format!(
            "{} goes from {} to {} by {}",
            kind(&mover.piece),
            mover.square,
            asker.name(to),
            or(&routes)
        );
        return refuse(HOOK, "detour", words, vec![mover.square.clone(), asker.name(to)]);
    }
    if let Some(reason) = prey(asker, asked, mover) {
        return Some(reason);
    }
    end(asker, asked, mover, to)
}

/// Why what the text says is not captured.
fn prey(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let spot = asked.part.takes?;
    let prey = match asker.unit(spot) {
        Ok(prey) => prey,
        Err(reason) => return Some(reason),
    };
    if prey.side == mover.side {
        return Some(Reason::OwnPiece {
            mover: mover.clone(),
            target: prey,
        });
    }
    if asked.part.touched.len() > 1 && !asked.part.touched.contains(&spot.square) {
        let touched: Vec<String> = asked.part.touched.iter().map(|&s| asker.name(s)).collect();
        let words = format!(
            "{mover} captures only on the squares that it touches, {}, and not {prey}",
            touched.join(", ")
        );
        return refuse(
            HOOK,
            "out-of-range",
            words,
            vec![mover.square.clone(), prey.square],
        );
    }
    None
}

/// Why it does not end where the text says.
fn end(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant, to: Square) -> Option<Reason> {
    let (moves, texts) = asker.listed();
    let place = asker.spot_text(asked.part.from);
    let goes = |i: &usize| {
        moves[*i].start() == asked.part.from.square && moves[*i].to() == to && texts[*i].starts_with(&place)
    };
    let fits: Vec<usize> = (0..moves.len()).filter(goes).collect();
    let possible = fits
        .iter()
        .map(|&i| &texts[i])
        .filter(|t| asker.texts.contains(t));
    let choices: Vec<String> = possible.cloned().collect();
    if asked.part.takes.is_none() || asked.part.touched.len() == 1 {
        if !choices.is_empty() {
            let text = asked.text.to_owned();
            return Some(Reason::Detour { text, choices });
        }
        if let [first, ..] = fits[..] {
            return Some(asker.forbidden(moves[first], &texts[first]));
        }
    }
    let target = asker.occupant(to)?;
    if target.side == mover.side {
        let mover = mover.clone();
        return Some(Reason::OwnPiece { mover, target });
    }
    let words = format!(
        "{mover} cannot end on {}: it captures at most one piece, and {target} stands there",
        target.square
    );
    refuse(HOOK, "occupied", words, vec![mover.square.clone(), target.square])
}
