//! Terms to movements.

use super::atoms::Shape;
use super::legs::{few_enough, final_modes, last_leg, stretch, then, union, vias, with_modes};
use super::scan::{Atom, Leg, Term};
use super::{Error, chain, directions};
use crate::rules::{Condition, Modes, Movement, Range, Via, Winds};

/// The movement of one term.
pub(super) fn term(term: &Term) -> Result<Movement, Error> {
    match term {
        Term::Legs { legs, atom } => {
            let movement = legs_of(legs, atom)?;
            let initial = legs.first().is_some_and(|leg| leg.has('i'));
            Ok(if initial {
                first_move(movement, exposes(legs, atom))
            } else {
                movement
            })
        }
        Term::Chain { outer, links, span } => {
            let movement = chain::movement(outer, links, span)?;
            Ok(if outer.has('i') {
                first_move(movement, false)
            } else {
                movement
            })
        }
    }
}

fn first_move(movement: Movement, exposes: bool) -> Movement {
    let movement = if exposes {
        Movement::Exposed(Box::new(movement))
    } else {
        movement
    };
    Movement::When {
        condition: Condition::Initial,
        movement: Box::new(movement),
    }
}

/// Whether an initial move exposes what it passes: a quiet move of one leg that passes squares.
fn exposes(legs: &[Leg], atom: &Atom) -> bool {
    let [leg] = legs else { return false };
    let passes = atom.range.max != Some(1) || leg.has('n');
    let quiet = leg.has('m') || leg.find("ced").is_none();
    passes && quiet && leg.find("pg").is_none()
}

fn legs_of(legs: &[Leg], atom: &Atom) -> Result<Movement, Error> {
    let (Some(last), true) = (legs.last(), !legs.is_empty()) else {
        return Ok(Movement::none());
    };
    let inner = &legs[..legs.len() - 1];
    let mut range = atom.range;
    let mut paths = 1usize;
    let mut firsts = Vec::with_capacity(inner.len());
    for (index, leg) in inner.iter().enumerate() {
        let winds = winds_of(leg, atom.shape, index)?;
        let vias = vias(leg)?;
        paths = paths.saturating_mul(winds.iter().count() * vias.len());
        firsts.push((stretch(leg, atom, range, winds, index)?, vias));
        if let Some((mark, at)) = leg.find("yg") {
            range = swapped(range, mark, at)?;
        }
    }
    let winds = winds_of(last, atom.shape, inner.len())?;
    few_enough(paths.saturating_mul(winds.iter().count()), &atom.span)?;
    if let ([first], Some(modes)) = (inner, rifle(legs, atom, range)) {
        return shoot(first, &firsts[0].0, modes, last_leg(last, atom, range, winds, 1)?);
    }
    let mut movement = last_leg(last, atom, range, winds, inner.len())?;
    for (first, vias) in firsts.iter().rev() {
        movement = then(first, vias, &movement);
    }
    Ok(movement)
}

fn winds_of(leg: &Leg, shape: Shape, index: usize) -> Result<Winds, Error> {
    match index {
        0 => directions::first_leg(shape.symmetry(), &leg.runs),
        _ => directions::next_leg(shape.symmetry(), &leg.runs),
    }
}

/// Slider to leaper and back.
fn swapped(range: Range, mark: char, at: std::ops::Range<usize>) -> Result<Range, Error> {
    match range {
        Range::ONE => Ok(Range::ANY),
        Range::ANY => Ok(Range::ONE),
        _ => Err(Error::new(
            at,
            format!("`{mark}` cannot swap slider and leaper of an atom with a number behind it"),
        )
        .help("leave the number out, or write the legs in brackets with atoms of their own: `[F?R]`")),
    }
}

/// For a leaper that captures and goes straight back, `cabK`: what it captures so.
fn rifle(legs: &[Leg], atom: &Atom, range: Range) -> Option<Modes> {
    let [there, back] = legs else { return None };
    let returns = back.marks.keys().all(|&mark| "mc".contains(mark))
        && final_modes(back).has(Modes::QUIET)
        && matches!(back.runs.as_slice(), [run] if run.letters == "b");
    // A lame leap back may be blocked elsewhere, and one that has wrapped does not come back
    // without wrapping.
    let single = atom.range == Range::ONE && range == Range::ONE && there.find("njo").is_none();
    let captures = final_modes(there).and(Modes::CAPTURE.or(Modes::CAPTURE_OWN));
    let given = there.has('c') || there.has('d');
    (returns && single && given).then_some(captures)
}

/// The result of [`rifle`], and the other ways that the first leg may go on.
fn shoot(leg: &Leg, way: &Movement, modes: Modes, back: Movement) -> Result<Movement, Error> {
    let others: Vec<Via> = vias(leg)?
        .into_iter()
        .filter(|via| !matches!(via, Via::Capture | Via::CaptureOwn))
        .collect();
    let target = if modes == Modes::CAPTURE {
        way.clone()
    } else {
        with_modes(way.clone(), modes)
    };
    let rifle = Movement::Rifle(Box::new(target));
    Ok(if others.is_empty() {
        rifle
    } else {
        union(vec![then(way, &others, &back), rifle])
    })
}
