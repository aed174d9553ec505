//! Movements as Fairy-Stockfish's Betza.

use super::Reader;
use crate::betza;
use crate::region::Region;
use crate::types::CUSTOM;
use ferz::lower::normalize;
use ferz::rules::{
    Between, Condition, Frame, Hurdle, Leap, Modes, Movement, PerSide, Range, Side, Squares, Winds,
};

/// A leap and its description.
#[derive(Clone, Debug)]
struct Term {
    from: Option<PerSide<Squares>>,
    over: Option<Range>,
    leap: Leap,
    modes: Modes,
}

fn terms(movement: &Movement) -> Option<Vec<Term>> {
    match movement {
        Movement::Union(list) => list.iter().map(term).collect(),
        one => Some(vec![term(one)?]),
    }
}

fn term(movement: &Movement) -> Option<Term> {
    match movement {
        Movement::Leap(leap) => Some(Term {
            from: None,
            over: None,
            leap: leap.clone(),
            modes: Modes::BOTH,
        }),
        Movement::Only { modes, movement } | Movement::As { modes, movement } => {
            let inner = term(movement)?;
            Some(Term {
                modes: *modes,
                ..inner
            })
        }
        Movement::Exposed(movement) => term(movement),
        Movement::Over {
            movement,
            hurdle: Hurdle::Any,
            by,
        } => Some(Term {
            over: Some(*by),
            ..term(movement)?
        }),
        Movement::When {
            condition: Condition::From(squares),
            movement,
        } => Some(Term {
            from: Some(squares.clone()),
            ..term(movement)?
        }),
        _ => None,
    }
}

/// A ride straight ahead of that length that captures nothing.
fn is_stride(term: &Term, length: u8) -> bool {
    let exactly = Range {
        min: length,
        max: Some(length),
    };
    term.over.is_none()
        && term.modes == Modes::QUIET
        && (term.leap.m, term.leap.n, term.leap.winds) == (0, 1, Winds::single(0))
        && term.leap.range == exactly
}

/// The terms of a movement put together again, without what can be captured en passant.
fn rebuilt<'t>(terms: impl Iterator<Item = &'t Term>) -> Movement {
    let parts = terms.map(|term| {
        let mut movement = Movement::Leap(term.leap.clone());
        if let Some(by) = term.over {
            movement = Movement::Over {
                movement: Box::new(movement),
                hurdle: Hurdle::Any,
                by,
            };
        }
        movement = Movement::Only {
            modes: term.modes.without(Modes::EN_PASSANT),
            movement: Box::new(movement),
        };
        if let Some(from) = &term.from {
            movement = Movement::When {
                condition: Condition::From(from.clone()),
                movement: Box::new(movement),
            };
        }
        movement
    });
    normalize(Movement::Union(parts.collect()))
}

impl Reader<'_> {
    /// Whether the movements are those of a pawn, with double steps from wherever; the model learns
    /// from where.
    pub(super) fn pawn(&mut self, movements: &PerSide<Option<Movement>>) -> bool {
        let step = normalize(Movement::Union(vec![
            Movement::leap(0, 1, Winds::single(0)).quiet(),
            Movement::leap(1, 1, Winds::single(2).or(Winds::single(14))).capture(),
        ]));
        let mut found: Vec<(Side, Vec<Term>)> = Vec::new();
        for side in Side::ALL {
            let Some(movement) = &movements[side] else {
                continue;
            };
            let Some(all) = terms(movement) else { return false };
            let (homely, plain): (Vec<Term>, Vec<Term>) = all
                .into_iter()
                .partition(|term| term.from.is_some() || is_stride(term, 2) || is_stride(term, 3));
            let strides = homely.iter().all(|term| is_stride(term, 2) || is_stride(term, 3));
            if rebuilt(plain.iter()) != step || !strides {
                return false;
            }
            found.push((side, homely));
        }
        for (side, homely) in found {
            for term in homely {
                let region = match &term.from {
                    Some(from) => self.region(&from[side]),
                    None => Region::all(),
                };
                if is_stride(&term, 2) {
                    let mut own = PerSide::default();
                    own[side] = region;
                    self.model.double_from(&own);
                } else {
                    self.model.steps.triple[side] = self.model.steps.triple[side].or(&region);
                }
            }
        }
        true
    }

    /// Whether a movement is that of a soldier that goes sideways from some rank on; the model
    /// learns from which.
    pub(super) fn soldier(&mut self, movement: &Movement) -> bool {
        let Some(all) = terms(movement) else { return false };
        let [one, other] = &all[..] else { return false };
        let (ahead, aside) = if one.from.is_some() {
            (other, one)
        } else {
            (one, other)
        };
        let step = |term: &Term, winds: Winds| {
            let leap = (term.leap.m, term.leap.n, term.leap.winds) == (0, 1, winds);
            leap && term.leap.range == Range::ONE && term.modes == Modes::BOTH && term.over.is_none()
        };
        let sideways = Winds::single(4).or(Winds::single(12));
        let Some(from) = aside.from.as_ref().filter(|_| ahead.from.is_none()) else {
            return false;
        };
        if !step(ahead, Winds::single(0)) || !step(aside, sideways) {
            return false;
        }
        let white = Region::of(&from.white);
        let Some(first) = white.iter().map(|(rank, _)| rank).min() else {
            return false;
        };
        let ranks = self.model.ranks;
        let beyond = |rank: u8| rank >= first;
        let files = self.model.files;
        let right = (0..ranks).all(|rank| (0..files).all(|file| white.has(rank, file) == beyond(rank)));
        if right {
            self.model.soldier_rank = first;
        }
        right
    }

    /// A movement in Betza that Fairy-Stockfish reads as it is meant.
    pub(super) fn betza(&mut self, movement: &Movement) -> Option<String> {
        let all = terms(movement)?;
        let mut text = String::new();
        let mut home: Option<PerSide<Squares>> = None;
        for term in &all {
            if let Some(from) = &term.from {
                let same = home.get_or_insert_with(|| from.clone()) == from;
                text.push_str(&same.then(|| self::text(term, "i"))??);
            } else {
                text.push_str(&self::text(term, "")?);
            }
        }
        let squares = home.clone().unwrap_or_default();
        let atoms = betza::atoms(&text);
        let again = normalize(Movement::Union(
            atoms.iter().map(|atom| atom.movement(&squares, false)).collect(),
        ));
        if again != rebuilt(all.iter()) {
            return None;
        }
        if let Some(home) = &home {
            let regions = PerSide::new(self.region(&home.white), self.region(&home.black));
            self.model.double_from(&regions);
        }
        if all.iter().any(|term| term.modes.has(Modes::EN_PASSANT)) {
            let next = (CUSTOM..).find(|slot| !self.model.kinds.contains_key(slot))?;
            self.model.steps.capturers.white.slots.insert(next);
            self.model.steps.capturers.black.slots.insert(next);
        }
        Some(text)
    }
}

/// One term in Betza.
fn text(term: &Term, before: &str) -> Option<String> {
    let leap = &term.leap;
    if leap.wraps || leap.frame != Frame::Side && leap.winds.rotate(8) != leap.winds {
        return None;
    }
    let modes = match term.modes.without(Modes::EN_PASSANT) {
        Modes::BOTH => "",
        Modes::QUIET => "m",
        Modes::CAPTURE => "c",
        _ => return None,
    };
    let exact = leap.range.max == Some(leap.range.min) && leap.range.min > 1;
    let (letter, lame) = match (leap.m, leap.n) {
        (0, 1) if exact && leap.range.min == 2 && term.modes == Modes::QUIET => ("D", "n"),
        (1, 1) if exact && leap.range.min == 2 && term.modes == Modes::QUIET => ("A", "n"),
        _ if leap.range.min != 1 => return None,
        (0, 1) => ("W", ""),
        (1, 1) => ("F", ""),
        (0, 2) => ("D", ""),
        (1, 2) => ("N", ""),
        (2, 2) => ("A", ""),
        (0, 3) => ("H", ""),
        (1, 3) => ("C", ""),
        (2, 3) => ("Z", ""),
        (3, 3) => ("G", ""),
        _ => return None,
    };
    let lame = match leap.between {
        Between::Free => lame,
        Between::Empty => "n",
        Between::Occupied => return None,
    };
    let close = term.over == Some(Range::ONE) && leap.range == Range::ONE;
    let hop = match term.over {
        None => "",
        // Over what stands beside it: two squares in all.
        Some(Range::ONE) if close => "p",
        Some(Range::ONE) => "g",
        Some(Range::ANY) => "p",
        Some(_) => return None,
    };
    let letter = match (letter, leap.range) {
        ("W", _) if close => "R2".to_owned(),
        ("F", _) if close => "B2".to_owned(),
        _ if close => return None,
        (letter, _) if !lame.is_empty() => letter.to_owned(),
        (letter, Range::ONE) => letter.to_owned(),
        ("W", range) => ridden("R", range)?,
        ("F", range) => ridden("B", range)?,
        ("N", range) => range
            .max
            .map_or_else(|| Some("NN".to_owned()), |max| digit("N", max))?,
        _ => return None,
    };
    let atom = |direction: &str| format!("{before}{modes}{hop}{lame}{direction}{letter}");
    let directions = directions(leap, &letter)?;
    Some(directions.iter().map(|direction| atom(direction)).collect())
}

fn ridden(letter: &str, range: Range) -> Option<String> {
    match range.max {
        None => Some(letter.to_owned()),
        Some(max) => digit(letter, max),
    }
}

fn digit(letter: &str, number: u8) -> Option<String> {
    (number < 10).then(|| format!("{letter}{number}"))
}

/// The prefixes with which an atom goes in all winds of a leap; several if no single one does.
fn directions(leap: &Leap, letter: &str) -> Option<Vec<String>> {
    const SINGLE: &str = "fblrvs";
    let mut names: Vec<String> = vec![String::new()];
    names.extend(SINGLE.chars().map(String::from));
    for first in "fblrvsh".chars() {
        for second in "fblrvsh".chars() {
            names.push(format!("{first}{second}"));
        }
    }
    let mut known: Vec<(String, Winds)> = Vec::new();
    for name in names {
        let atoms = betza::atoms(&format!("{name}{letter}"));
        let [atom] = &atoms[..] else { continue };
        let mut winds = Winds::default();
        for (up, right) in atom.steps() {
            winds = winds.or(Winds::single(betza::wind_of(up, right)));
        }
        known.push((name, winds));
    }
    if let Some((name, _)) = known.iter().find(|(_, winds)| *winds == leap.winds) {
        return Some(vec![name.clone()]);
    }
    let mut left = leap.winds;
    let mut chosen = Vec::new();
    while left != Winds::default() {
        let inside = known
            .iter()
            .filter(|(_, winds)| winds.0 != 0 && winds.and(leap.winds) == *winds);
        let (name, winds) = inside.max_by_key(|(_, winds)| winds.and(left).0.count_ones())?;
        if winds.and(left).0 == 0 {
            return None;
        }
        left = Winds(left.0 & !winds.0);
        chosen.push(name.clone());
    }
    Some(chosen)
}
