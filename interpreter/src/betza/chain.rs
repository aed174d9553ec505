//! Chains of legs with atoms of their own: `[F?R]`.
//!
//! A later leg goes outward: in those of its atom's directions that turn least. Whether an atom has
//! a direction depends on where the leg before pointed, that is on its wind modulo 4, its *phase*:
//! 0 along a rank or file, 2 along a diagonal, 1 and 3 between. So the legs are lowered once for
//! each phase that can lead to them.

use super::atoms::Symmetry;
use super::legs::{few_enough, final_modes, last_leg, stretch, then, union, vias, with_modes};
use super::scan::{Leg, Link};
use super::{Error, directions};
use crate::rules::{Movement, Winds};

/// The movement of a chain, without its `i`.
pub(super) fn movement(
    outer: &Leg,
    links: &[Link],
    span: &std::ops::Range<usize>,
) -> Result<Movement, Error> {
    if let Some((mark, at)) = outer.find("dejnopgy") {
        return Err(Error::new(at, format!("`{mark}` before brackets"))
            .help("write it inside, before the leg that it is about"));
    }
    for link in links {
        check(link)?;
    }
    few_enough(
        links
            .iter()
            .map(|link| if link.leg.runs.is_empty() { 4 } else { 8 })
            .product(),
        span,
    )?;
    let mut chain = Chain {
        links,
        reached: vec![false; links.len()],
    };
    let movement = if outer.runs.is_empty() {
        chain.from(0, 0)?
    } else {
        bent(outer, links)?
    };
    if let (true, Some(dead)) = (
        outer.runs.is_empty(),
        chain.reached.iter().position(|reached| !reached),
    ) {
        let runs = &links[dead].leg.runs;
        let at = match (runs.first(), runs.last()) {
            (Some(first), Some(last)) => first.at..last.span().end,
            _ => links[dead].atom.span.clone(),
        };
        return Err(
            Error::new(at, "the atom has no move in this direction after the leg before")
                .help("directions are relative to the leg before: f is straight on, s to its sides"),
        );
    }
    Ok(with_modes(movement, final_modes(outer)))
}

fn check(link: &Link) -> Result<(), Error> {
    if let Some((mark, at)) = link.leg.find("y") {
        return Err(Error::new(at, format!("`{mark}` inside brackets"))
            .help("each leg has an atom of its own: write a slider where a slider is meant"));
    }
    Ok(())
}

struct Chain<'l> {
    links: &'l [Link],
    /// Which legs have a direction after the legs before them.
    reached: Vec<bool>,
}

impl Chain<'_> {
    /// The legs from `index` on, after a step with this phase.
    fn from(&mut self, index: usize, phase: u8) -> Result<Movement, Error> {
        let Link { leg, atom, may_stop } = &self.links[index];
        let winds = match index {
            0 => directions::first_leg(atom.shape.symmetry(), &leg.runs)?,
            _ => after(phase, atom.shape.symmetry(), leg)?,
        };
        if winds == Winds::default() {
            return Ok(Movement::none());
        }
        self.reached[index] = true;
        if index + 1 == self.links.len() {
            return last_leg(leg, atom, atom.range, winds, index);
        }
        if let Some((mark, at)) = leg.find("g") {
            return Err(Error::new(at, format!("`{mark}` inside brackets"))
                .help("write `p`, and the atom of the next leg as a slider or a leaper"));
        }
        let mut parts = Vec::new();
        if *may_stop {
            if let Some((_, at)) = leg.find("p") {
                return Err(Error::new(at, "a leg that hops cannot be the last as well")
                    .help("join the legs with `-`"));
            }
            parts.push(with_modes(
                stretch(leg, atom, atom.range, winds, index)?,
                final_modes(leg),
            ));
        }
        for (winds, next) in self.ways_on(index, phase, winds)? {
            parts.push(then(
                &stretch(leg, atom, atom.range, winds, index)?,
                &vias(leg)?,
                &next,
            ));
        }
        Ok(union(parts))
    }

    /// The winds of a leg with its continuations; those with the same continuation together.
    fn ways_on(&mut self, index: usize, phase: u8, winds: Winds) -> Result<Vec<(Winds, Movement)>, Error> {
        let mut ways: Vec<(Winds, Movement)> = Vec::new();
        for reached in 0..4 {
            let within = winds.and(Winds(0x1111 << ((4 + reached - phase) % 4)));
            if within == Winds::default() {
                continue;
            }
            let next = self.from(index + 1, reached)?;
            if next == Movement::none() {
                continue;
            }
            match ways.iter_mut().find(|(_, same)| *same == next) {
                Some((winds, _)) => *winds = winds.or(within),
                None => ways.push((within, next)),
            }
        }
        Ok(ways)
    }
}

/// The winds of a later leg, relative to a step with this phase.
fn after(phase: u8, symmetry: Symmetry, leg: &Leg) -> Result<Winds, Error> {
    let fits = |turn: u8| {
        let phase = (phase + turn) % 4;
        match symmetry {
            Symmetry::Orthogonal => phase == 0,
            Symmetry::Diagonal => phase == 2,
            Symmetry::King => phase.is_multiple_of(2),
            Symmetry::Oblique => !phase.is_multiple_of(2),
        }
    };
    let that_fit = |winds: Winds| {
        Winds(
            winds
                .iter()
                .filter(|&turn| fits(turn))
                .map(|turn| 1 << turn)
                .sum(),
        )
    };
    if !leg.runs.is_empty() {
        return Ok(that_fit(directions::next_leg(symmetry, &leg.runs)?));
    }
    let nearest = (0..=2).map(|turn| that_fit(Winds::single(turn).or(Winds::single(16 - turn))));
    Ok(nearest
        .into_iter()
        .find(|winds| *winds != Winds::default())
        .unwrap_or_default())
}

/// A bent slider with directions before its brackets, `v[F?R]`: they choose among its eight ways as
/// they would among the moves of an oblique atom.
fn bent(outer: &Leg, links: &[Link]) -> Result<Movement, Error> {
    let at = outer.runs.first().map_or(0..0, super::directions::Run::span);
    let [first, last] = links else {
        return Err(no_bend(at));
    };
    let straight = matches!(
        (first.atom.shape.symmetry(), last.atom.shape.symmetry()),
        (Symmetry::Orthogonal, Symmetry::Diagonal) | (Symmetry::Diagonal, Symmetry::Orthogonal)
    );
    if !straight || !last.leg.runs.is_empty() || first.leg.find("pg").is_some() {
        return Err(no_bend(at));
    }
    let chosen = directions::first_leg(Symmetry::Oblique, &outer.runs)?;
    let winds = directions::first_leg(first.atom.shape.symmetry(), &first.leg.runs)?;
    let mut parts = Vec::new();
    if first.may_stop {
        let way = stretch(&first.leg, &first.atom, first.atom.range, winds, 0)?;
        parts.push(with_modes(way, final_modes(&first.leg)));
    }
    for (turn, half) in [(14, 15), (2, 1)] {
        let winds = winds.and(chosen.rotate(16 - half));
        if winds != Winds::default() {
            let way = stretch(&first.leg, &first.atom, first.atom.range, winds, 0)?;
            let next = last_leg(&last.leg, &last.atom, last.atom.range, Winds::single(turn), 1)?;
            parts.push(then(&way, &vias(&first.leg)?, &next));
        }
    }
    Ok(union(parts))
}

fn no_bend(at: std::ops::Range<usize>) -> Error {
    Error::new(
        at,
        "directions before brackets choose among the ways of a bent slider such as `[F?R]`",
    )
    .help("write the directions inside, before the leg that they are about")
}
