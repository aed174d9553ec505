//! `second-step`: the way over two squares.

use super::super::asker::Asker;
use super::super::occupant::{Occupant, are};
use super::super::reason::Reason;
use super::super::written::Spot;
use super::{Asked, refuse, squares, uses, ways_alone};
use crate::board::Square;
use crate::hooks::SecondStep;

const HOOK: &str = "second-step";

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let all = uses::<SecondStep>(asker, HOOK);
    if !all.iter().any(|used| used.piece == mover.piece) {
        return None;
    }
    let part = asked.part;
    if part.takes.is_some() || part.swaps.is_some() || part.sweeps {
        return None;
    }
    match part.touched[..] {
        [to] => one(asker, part.from, to, mover),
        [middle, to] => two(asker, asked, mover, (middle, to)),
        [] => None,
        [..] => {
            let words = format!("{mover} makes two steps at most");
            refuse(HOOK, "too-far", words, vec![mover.square.clone()])
        }
    }
}

/// A text with one square, to which two steps may lead.
fn one(asker: &Asker<'_>, from: Spot, to: Square, mover: &Occupant) -> Option<Reason> {
    let (moves, _) = asker.listed();
    let goes = moves.iter().any(|mv| mv.start() == from.square && mv.to() == to);
    let direct = format!("{}{}", mover.square, asker.name(to));
    let ways = ways_alone(asker, from.square, to, mover);
    if goes || from.square == to || ways.is_empty() || ways.contains(&direct) {
        return None;
    }
    let topology = asker.topology();
    let on_the_way = |text: &String| {
        let rest = text.strip_prefix(mover.square.as_str())?;
        let middle = rest.strip_suffix(topology.name(to))?;
        asker.occupant(topology.square(middle)?)
    };
    let mut by: Vec<Occupant> = ways.iter().filter_map(on_the_way).collect();
    by.extend(asker.occupant(to));
    by.dedup();
    if by.is_empty() {
        return None;
    }
    let words = format!(
        "{mover} cannot reach {} in two steps: {} in the way",
        topology.name(to),
        are(&by)
    );
    let mut named = vec![mover.square.clone()];
    named.extend(squares(&by));
    refuse(HOOK, "blocked", words, named)
}

/// A text with two squares: the step that cannot be made.
fn two(
    asker: &Asker<'_>,
    asked: &Asked<'_>,
    mover: &Occupant,
    (middle, to): (Square, Square),
) -> Option<Reason> {
    let from = asked.part.from;
    let (_, texts) = asker.listed();
    let first = format!("{}{}", asker.spot_text(from), asker.name(middle));
    let entering = format!("{first}+");
    let Some(first) = [first, entering].into_iter().find(|text| texts.contains(text)) else {
        let field = asker.field(mover)?;
        return Some(field.out_of_reach(from.square, middle, mover.clone()));
    };
    let later = asker.after(&first)?;
    let index = later
        .units(middle)
        .iter()
        .position(|o| o.piece == mover.piece && o.side == mover.side)?;
    let mover = later.units(middle).swap_remove(index);
    let second = format!("{}{}", asker.name(middle), asker.name(to));
    let (_, texts) = later.listed();
    if texts.iter().any(|text| text.trim_end_matches('+') == second) {
        return None;
    }
    let reason = Box::new(later.field(&mover)?.out_of_reach(middle, to, mover.clone()));
    Some(Reason::After { text: first, reason })
}
