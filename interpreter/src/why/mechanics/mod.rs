//! The reasons of mechanics why moves are not possible: one file for each hook that has moves,
//! texts or rules of its own.

mod all_round;
mod bait;
mod denial;
mod disguise;
mod effects;
mod explosion;
mod facing_royals;
mod passing_capture;
mod pawn_steps;
mod pools;
mod power;
mod promoter;
mod raise;
mod second_step;
mod statues;
mod towers;
mod weapon;

pub(super) use facing_royals::exposure;
pub(super) use pools::lacks;
pub(super) use power::{by_itself, held, lacking, power};
pub(super) use weapon::no_volley;

use super::asker::{Asker, There};
use super::occupant::Occupant;
use super::reason::Reason;
use super::written::Part;
use crate::board::Square;
use crate::engine::Move;
use crate::hooks;
use crate::rules::{Beyond, Restrictions, Says, SquareName};

/// The question: one part of a text.
pub(super) struct Asked<'a> {
    pub(super) part: &'a Part,
    /// The whole text.
    pub(super) text: &'a str,
    /// The text after the part that could not be read.
    pub(super) rest: &'a str,
}

/// The parameters of all uses of a hook.
fn uses<T: serde::de::DeserializeOwned>(asker: &Asker<'_>, name: &str) -> Vec<T> {
    let all = asker.rules().hooks.iter();
    all.filter(|used| used.name == name)
        .filter_map(|used| hooks::read(&used.parameters).ok())
        .collect()
}

fn has(asker: &Asker<'_>, name: &str) -> bool {
    asker.rules().hooks.iter().any(|used| used.name == name)
}

/// A reason that lies in `rules`, with the mechanic in the language that says so, if the variant
/// itself does not.
pub(super) fn named(asker: &Asker<'_>, reason: Reason, says: impl Fn(&Restrictions) -> bool) -> Reason {
    by_mechanic(asker, says(&asker.rules().restrictions), reason, |part| {
        says(&part.restrictions)
    })
}

/// A reason with the mechanic in the language that says so, if the variant itself does not.
fn by_mechanic(asker: &Asker<'_>, itself: bool, reason: Reason, says: impl Fn(&Says) -> bool) -> Reason {
    let mut uses = asker.rules().hooks.iter();
    let by = uses.find(|used| used.says.as_deref().is_some_and(&says));
    match by.filter(|_| !itself) {
        Some(used) => Reason::By {
            mechanic: used.name.clone(),
            reason: Box::new(reason),
        },
        None => reason,
    }
}

fn squares(occupants: &[Occupant]) -> Vec<SquareName> {
    occupants.iter().map(|o| o.square.clone()).collect()
}

fn refuse(hook: &'static str, kind: &'static str, words: String, squares: Vec<SquareName>) -> Option<Reason> {
    Some(Reason::Mechanic {
        hook,
        kind,
        words,
        squares,
    })
}

/// The reason of a mechanic against the action of a piece; `None` if it is a matter of the rules'
/// own movements.
pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    type Refusal = fn(&Asker<'_>, &Asked<'_>, &Occupant) -> Option<Reason>;
    let all: [Refusal; 10] = [
        weapon::refusal,
        statues::refusal,
        promoter::refusal,
        all_round::refusal,
        disguise::refusal,
        towers::refusal,
        pawn_steps::refusal,
        second_step::refusal,
        passing_capture::refusal,
        pools::refusal,
    ];
    all.iter().find_map(|refusal| refusal(asker, asked, mover))
}

/// The reason for an answer when nothing is to be answered.
pub(super) fn word(asker: &Asker<'_>, text: &str) -> Option<Reason> {
    let answers = [denial::word, raise::word, bait::word];
    answers.iter().find_map(|word| word(asker, text))
}

/// The rules about carriers and about pieces beside the board, from the file or a mechanic.
fn beyond<'a>(asker: &'a Asker<'_>) -> &'a Beyond {
    &asker.variant.played().restrictions.beyond
}

/// Whether hooks add promotions of pieces without a move.
pub(super) fn promote_in_place(asker: &Asker<'_>) -> bool {
    !beyond(asker).recall.is_empty() || statues::are_used(asker)
}

/// Whether a sign of move texts has a meaning in the variant.
pub(super) fn mean(asker: &Asker<'_>, sign: &str) -> bool {
    let beyond = beyond(asker);
    let by_rules = match sign {
        "^" | "=" => beyond.pool.is_some() || !beyond.recall.is_empty(),
        "." => !beyond.carry.is_empty(),
        _ => false,
    };
    let mut hooks = asker.rules().hooks.iter();
    by_rules || hooks.any(|used| hooks::get(&used.name).is_some_and(|hook| hook.signs.contains(&sign)))
}

/// Whether pieces capture from where they stand, with weapons.
pub(super) fn fire(asker: &Asker<'_>) -> bool {
    has(asker, weapon::HOOK)
}

/// The effect of a mechanic on the mover's royals in answer to a move.
pub(super) fn effect(asker: &Asker<'_>, mv: Move, after: &There, text: &str) -> Option<Reason> {
    explosion::effect(asker, mv, after)
        .or_else(|| effects::no_capture(asker, mv))
        .or_else(|| effects::loses_royal(asker, mv, after, text))
}

/// The texts of the ways from one square to another that a piece has if nothing else stands on the
/// board.
fn ways_alone(asker: &Asker<'_>, from: Square, to: Square, mover: &Occupant) -> Vec<String> {
    let Some(kind) = asker.kind_index(&mover.piece) else {
        return Vec::new();
    };
    let (moves, texts) = asker.alone(kind, mover.side, from);
    let all = moves.iter().zip(texts);
    all.filter(|(mv, _)| mv.start() == from && mv.to() == to)
        .map(|(_, text)| text)
        .collect()
}
