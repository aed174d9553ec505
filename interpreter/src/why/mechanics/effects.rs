//! Effects of moves, and variants without captures.

use super::super::asker::{Asker, There};
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{a, and};
use super::{named, refuse, squares};
use crate::engine::Move;
use crate::rules::{HookUse, Side};

/// Whether the rules or a mechanic forbid all captures of a side.
fn captures_nothing(asker: &Asker<'_>, side: Side) -> bool {
    asker.variant.played().restrictions.no_captures[side]
}

/// The reason that a side captures nothing.
pub(super) fn no_capture(asker: &Asker<'_>, mv: Move) -> Option<Reason> {
    let forbidden = |side| captures_nothing(asker, side);
    if !forbidden(asker.us) || !asker.captures(mv) {
        return None;
    }
    let target: Vec<Occupant> = asker.occupant(mv.to()).into_iter().collect();
    let nothing = match asker.us {
        us if forbidden(us.other()) => "nothing is captured in this variant",
        Side::White => "White captures nothing in this variant",
        Side::Black => "Black captures nothing in this variant",
    };
    let words = if target.is_empty() {
        nothing.to_owned()
    } else {
        format!("{} cannot be captured: {nothing}", and(&target))
    };
    let reason = refuse("captures", "captures", words, squares(&target))?;
    Some(named(asker, reason, |rules| rules.no_captures[asker.us]))
}

/// The reason that the consequences of a move or a drop would cost a royal of its own side.
pub(super) fn loses_royal(asker: &Asker<'_>, mv: Move, after: &There, text: &str) -> Option<Reason> {
    if asker.variant.played().effects.is_empty() {
        return None;
    }
    let dropped = asker.dropped_by(mv);
    let acting = match dropped {
        Some(kind) => format!(
            "dropping {} on {}",
            a(&asker.kind_name(kind)),
            asker.name(mv.to())
        ),
        None => format!("the move of {}", asker.occupant(mv.start())?),
    };
    let left = asker.royals(after, asker.us);
    let before = asker.royals(&asker.there, asker.us);
    // It may have been carried on.
    let arrived = left.contains(&mv.to()) || left.len() >= before.len();
    let gone: Vec<Occupant> = before
        .into_iter()
        .filter(|&royal| {
            if royal == mv.start() {
                !arrived
            } else {
                !left.contains(&royal) && royal != mv.to()
            }
        })
        .filter_map(|royal| asker.occupant(royal))
        .collect();
    if gone.is_empty() {
        return None;
    }
    let start = if dropped.is_some() { mv.to() } else { mv.start() };
    let ends = [start, mv.to()];
    let mut culprits = asker.culprits(ends, text);
    let mut because = super::super::culprits::because_of(&culprits);
    if culprits.is_empty()
        && let Some(together) = asker.culprits_together(ends, text)
    {
        because = match together.is_empty() {
            true => ", even with no other pieces on the board than royal ones".to_owned(),
            false => super::super::culprits::because_of(&together),
        };
        culprits = together;
    }
    let words = format!(
        "the effects of {acting}{} would cost {}{because}",
        by_mechanic(asker),
        and(&gone)
    );
    let told = [squares(&gone), squares(&culprits)].concat();
    refuse("effects", "effects", words, told)
}

/// The mechanic in the language that causes it, if it can be no other: ` by the mechanic `boom``.
fn by_mechanic(asker: &Asker<'_>) -> String {
    let rules = asker.rules();
    let acts = |hook: &&HookUse| hook.says.as_ref().is_some_and(|says| !says.effects.is_empty());
    let mut acting = rules.hooks.iter().filter(acts);
    match (rules.effects.is_empty(), acting.next(), acting.next()) {
        (true, Some(hook), None) => format!(" by the mechanic `{}`", hook.name),
        _ => String::new(),
    }
}
