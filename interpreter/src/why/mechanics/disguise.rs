//! `disguise`: `e4e5~k`.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{any_kind, kind};
use super::{Asked, refuse, uses};
use crate::hooks::Disguise;
use crate::rules::{Letter, PieceName};

const HOOK: &str = "disguise";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let pieces: Vec<PieceName> = uses::<Disguise>(asker, HOOK)
        .into_iter()
        .map(|d| d.piece)
        .collect();
    let part = asked.part;
    let (letter, index) = part.swaps?;
    let to = part.to()?;
    if pieces.is_empty() {
        return None;
    }
    let name = asker.name(to);
    let here = vec![mover.square.clone(), name.clone()];
    if !pieces.contains(&mover.piece) {
        let words = format!(
            "{mover} does not change places by its move: only {} does",
            any_kind(&pieces)
        );
        return refuse(HOOK, "wrong-piece", words, here);
    }
    let units = asker.units(to);
    let index = index.unwrap_or(0);
    let Some(other) = units.get(index) else {
        if !units.is_empty() {
            let (square, pieces) = (name, units.len());
            return Some(Reason::NoSuchPlace {
                square,
                index,
                pieces,
            });
        }
        let words = format!("there is nothing on {name} to change places with");
        return refuse(HOOK, "nobody", words, here);
    };
    if let Some(words) = unlike(asker, mover, other, letter, units.len()) {
        return refuse(HOOK, "not-him", words, here);
    }
    if let Some(refused) = goes_on(asker, asked, mover, &name) {
        return refused;
    }
    let passed = part.touched.first().filter(|_| part.touched.len() > 1);
    let over = passed.map_or_else(String::new, |&s| format!(" over {}", asker.name(s)));
    let words = format!(
        "{mover} cannot change places with {other}: it does not step from {} to {name}{over}",
        mover.square
    );
    refuse(HOOK, "unreachable", words, here)
}

/// The words if the change of places is possible with something after it, or without its
/// continuation.
fn goes_on(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant, name: &str) -> Option<Option<Reason>> {
    let part = asked.part;
    let (_, texts) = asker.listed();
    let begins = |text: &&String| {
        text.strip_prefix(part.text.as_str())
            .is_some_and(|rest| rest.starts_with(['=', 'x']))
    };
    let choices: Vec<String> = texts
        .iter()
        .filter(begins)
        .filter(|t| asker.texts.contains(t))
        .cloned()
        .collect();
    if !choices.is_empty() {
        let text = asked.text.to_owned();
        return Some(Some(Reason::Detour { text, choices }));
    }
    part.arrival.as_ref()?;
    let short = part.text.split(['=', 'x']).next().unwrap_or_default();
    if !texts.iter().any(|t| t == short) {
        return Some(None);
    }
    let here = vec![mover.square.clone(), name.to_owned()];
    let words = format!("{mover} does not promote on {name}");
    Some(refuse(HOOK, "no-promotion", words, here))
}

/// Why a piece does not change places with another, wherever it stands.
fn unlike(
    asker: &Asker<'_>,
    mover: &Occupant,
    other: &Occupant,
    letter: Letter,
    units: usize,
) -> Option<String> {
    let meant = asker.of_move_letter(letter);
    if meant.as_ref() != Some(&other.piece) {
        let real = asker.rules().pieces.get(&other.piece)?.letter[other.side]?.to_ascii_lowercase();
        return Some(format!("{other} is written `{real}`, not `{letter}`"));
    }
    if asker.is_statue(other) {
        return Some(format!("{other} is a statue, and statues do not change places"));
    }
    if other == mover {
        return Some(format!("{mover} does not change places with itself"));
    }
    if other.piece == mover.piece && other.side == mover.side {
        return Some(format!(
            "{other} is {}, too: nothing would change",
            kind(&other.piece)
        ));
    }
    (other.index == 0 && units > 1).then(|| format!("{other} carries others, and does not change places"))
}
