//! Writes movements in Betza notation, if a few letters are enough.

use super::atoms::{Shape, Symmetry};
use super::directions::{self, Run};
use crate::rules::{
    Between, Condition, Frame, Hurdle, Leap, Modes, Movement, PerSide, Range, Squares, Via, Winds,
};

/// A movement in Betza notation; `None` if it takes more than leaps, rides, first moves, hops over
/// anything, several legs of one atom, and shots.
///
/// `is_home` says whether squares are those on which such pieces start, so that a path from there
/// is one of a piece that has not moved, if it can only go forward.
///
/// ```
/// use ferz::betza;
///
/// let amazon = betza::parse("QN").unwrap();
/// assert_eq!(betza::print(&amazon, &|_| false).as_deref(), Some("QN"));
/// ```
pub fn print(movement: &Movement, is_home: &dyn Fn(&PerSide<Squares>) -> bool) -> Option<String> {
    let mut terms = terms(movement, is_home)?;
    join(&mut terms);
    let texts: Option<Vec<String>> = terms.iter().map(text).collect();
    texts.map(|texts| texts.concat())
}

/// A leap and its attributes.
#[derive(Clone, PartialEq)]
struct Term {
    leap: Leap,
    /// Both an orthogonal and a diagonal step.
    king: bool,
    modes: Modes,
    initial: bool,
    exposed: bool,
    /// Hops: how far beyond the hurdle.
    over: Option<Range>,
    /// The legs behind the first, each with the condition on its start.
    bends: Vec<(Via, Leap)>,
    /// Whether it shoots what it reaches.
    rifle: bool,
}

impl Term {
    /// Makes a ride a hop, if it can be one.
    fn hop(&mut self, by: Range) -> Option<()> {
        let rides = self.leap.range == Range::ANY && self.over.is_none();
        self.over = Some(by);
        (rides && self.bends.is_empty()).then_some(())
    }

    /// Makes a leap a shot, if it can be one.
    fn shoot(&mut self) -> Option<()> {
        let leaps = self.leap.range == Range::ONE && self.leap.between == Between::Free;
        self.modes = self.modes.and(Modes::CAPTURE);
        self.rifle = true;
        (leaps && self.over.is_none() && self.bends.is_empty()).then_some(())
    }
}

fn terms(movement: &Movement, is_home: &dyn Fn(&PerSide<Squares>) -> bool) -> Option<Vec<Term>> {
    let inner = |movement: &Movement| terms(movement, is_home);
    let with = |movement: &Movement, change: &dyn Fn(&mut Term) -> Option<()>| {
        let mut terms = inner(movement)?;
        terms.iter_mut().try_for_each(change)?;
        terms.retain(|term| !term.modes.is_empty());
        Some(terms)
    };
    match movement {
        Movement::Leap(leap) => Some(vec![plain(leap)?]),
        Movement::Union(all) => {
            let each: Option<Vec<Vec<Term>>> = all.iter().map(inner).collect();
            Some(each?.concat())
        }
        Movement::Only { modes, movement } => with(movement, &|term| {
            term.modes = term.modes.and(*modes);
            Some(())
        }),
        Movement::As { modes, movement } => with(movement, &|term| {
            term.modes = *modes;
            Some(())
        }),
        Movement::Exposed(movement) => with(movement, &|term| {
            term.exposed = true;
            Some(())
        }),
        Movement::When {
            condition: Condition::Initial,
            movement,
        } => with(movement, &|term| {
            term.initial = true;
            Some(())
        }),
        Movement::When {
            condition: Condition::From(squares),
            movement,
        } if is_home(squares) => with(movement, &|term| {
            term.initial = true;
            // North and the two winds at either side of it.
            let forward = Winds(0xC007);
            (term.leap.winds.and(forward) == term.leap.winds).then_some(())
        }),
        Movement::Over {
            movement,
            hurdle: Hurdle::Any,
            by,
        } => with(movement, &|term| term.hop(*by)),
        Movement::Rifle(movement) => with(movement, &Term::shoot),
        Movement::Then { first, via, next } => several(&inner(first)?, *via, next, is_home),
        Movement::Over { .. } | Movement::When { .. } => None,
    }
}

/// A first leg, and those behind it.
fn several(
    firsts: &[Term],
    via: Via,
    next: &Movement,
    is_home: &dyn Fn(&PerSide<Squares>) -> bool,
) -> Option<Vec<Term>> {
    let mut nexts = terms(next, is_home)?;
    join(&mut nexts);
    let mut all = Vec::new();
    for first in firsts {
        let simple = |term: &Term| term.over.is_none() && !term.rifle && !term.initial && !term.exposed;
        if !simple(first) || !first.bends.is_empty() {
            return None;
        }
        for next in &nexts {
            if !simple(next) {
                return None;
            }
            let mut bends = vec![(via, turned(first, next)?)];
            bends.extend(next.bends.iter().cloned());
            all.push(Term {
                bends,
                modes: next.modes,
                ..first.clone()
            });
        }
    }
    Some(all)
}

/// A later leg as one that takes its direction from the step before it.
fn turned(first: &Term, next: &Term) -> Option<Leap> {
    let leap = &next.leap;
    let straight = |leap: &Leap| leap.m == 0 || leap.m == leap.n;
    if leap.frame == Frame::Heading {
        return Some(leap.clone());
    }
    // In all directions of the board: the same for every forward direction.
    let winds = match (leap.m, leap.winds) {
        _ if next.king => Winds::STRAIGHT,
        (0, Winds::ORTHOGONAL) if first.leap.m == 0 && !first.king => Winds::ORTHOGONAL,
        (m, Winds::DIAGONAL) if m == leap.n && first.leap.m == first.leap.n => Winds::ORTHOGONAL,
        _ => return None,
    };
    (straight(leap) && straight(&first.leap)).then(|| Leap {
        m: 0,
        winds,
        frame: Frame::Heading,
        ..leap.clone()
    })
}

fn plain(leap: &Leap) -> Option<Term> {
    let whole = leap.winds.rotate(8) == leap.winds;
    let relative = match leap.frame {
        Frame::Board => whole,
        Frame::Side | Frame::Heading => true,
    };
    let frame = match leap.frame {
        Frame::Heading => Frame::Heading,
        Frame::Board | Frame::Side => Frame::Side,
    };
    (relative && !leap.wraps).then(|| Term {
        leap: Leap {
            frame,
            ..leap.clone()
        },
        king: false,
        modes: Modes::BOTH,
        initial: false,
        exposed: false,
        over: None,
        bends: Vec::new(),
        rifle: false,
    })
}

/// Steps and rides in all orthogonal and all diagonal directions are one.
fn join(terms: &mut Vec<Term>) {
    let mut i = 0;
    while i < terms.len() {
        let first = &terms[i];
        let mut other = first.clone();
        (other.leap.m, other.leap.winds) = (1, Winds::DIAGONAL);
        let wanted = (first.leap.m, first.leap.n, first.leap.winds) == (0, 1, Winds::ORTHOGONAL);
        if let Some(at) = terms.iter().position(|term| wanted && *term == other) {
            terms[i].king = true;
            terms.remove(at);
            // It may have stood before.
            i = i.min(at);
        } else {
            i += 1;
        }
    }
}

fn text(term: &Term) -> Option<String> {
    let leap = &term.leap;
    let (atom, shape) = atom(term)?;
    let initial = if term.initial { "i" } else { "" };
    if !term.bends.is_empty() {
        return legs(term, shape).map(|legs| format!("{initial}{legs}{atom}"));
    }
    if term.rifle {
        let letters = letters(shape.symmetry(), leap.winds, term.king)?;
        let capture = (term.modes == Modes::CAPTURE && !term.exposed).then_some("cab")?;
        return Some(format!("{initial}{letters}{capture}{atom}"));
    }
    let mut marks = String::from(match term.modes {
        Modes::BOTH => "",
        Modes::QUIET => "m",
        Modes::CAPTURE => "c",
        Modes::EN_PASSANT => "e",
        modes if modes == Modes::CAPTURE.or(Modes::EN_PASSANT) => "ce",
        _ => return None,
    });
    let (twice, lame) = (
        leap.range == Range { min: 2, max: Some(2) },
        leap.between == Between::Empty,
    );
    match leap.between {
        Between::Free if !twice => {}
        Between::Free | Between::Empty => marks.push('n'),
        Between::Occupied if twice => return None,
        Between::Occupied => marks.push('j'),
    }
    // An initial quiet move exposes what it passes, and nothing else exposes anything.
    let passes = twice || lame || leap.range.max != Some(1);
    let exposes = term.initial && passes && term.over.is_none() && term.modes.has(Modes::QUIET);
    if exposes != term.exposed {
        return None;
    }
    match term.over {
        None => {}
        Some(Range::ANY) => marks.push('p'),
        Some(Range::ONE) => marks.push('g'),
        Some(_) => return None,
    }
    if let Some(letters) = letters(shape.symmetry(), leap.winds, term.king) {
        return Some(format!("{initial}{letters}{marks}{atom}"));
    }
    // Direction by direction.
    let each = leap.winds.iter().map(|wind| {
        let letters = letters(shape.symmetry(), Winds::single(wind), false)?;
        Some(format!("{initial}{letters}{marks}{atom}"))
    });
    each.collect()
}

/// All legs of a term, each with its directions and actions, without the atom.
fn legs(term: &Term, shape: Shape) -> Option<String> {
    let free = |leap: &Leap| leap.between == Between::Free && !leap.wraps;
    let swaps = |range: Range| match range {
        Range::ONE => Some(Range::ANY),
        Range::ANY => Some(Range::ONE),
        _ => None,
    };
    let same_size = |leap: &Leap| match (term.leap.m, term.leap.n) {
        (m, n) if m == 0 || m == n => (leap.m, leap.n) == (0, n),
        size => (leap.m, leap.n) == size,
    };
    if term.exposed || !free(&term.leap) {
        return None;
    }
    let mut text = letters(shape.symmetry(), term.leap.winds, term.king)?;
    let mut range = term.leap.range;
    for (via, leap) in &term.bends {
        if !free(leap) || !same_size(leap) || leap.frame != Frame::Heading {
            return None;
        }
        let swapped = leap.range != range;
        if swapped && swaps(range) != Some(leap.range) {
            return None;
        }
        range = leap.range;
        text.push_str(match (via, swapped) {
            (Via::Empty, false) => "",
            (Via::Empty, true) => "y",
            (Via::Capture, false) => "c",
            (Via::CaptureOwn, false) => "d",
            (Via::Hurdle(Hurdle::Any), false) => "p",
            (Via::Hurdle(Hurdle::Any), true) => "g",
            (Via::Pass, false) => "mp",
            _ => return None,
        });
        text.push('a');
        text.push_str(&next_letters(shape.symmetry(), leap.winds)?);
    }
    text.push_str(match term.modes {
        Modes::BOTH => "",
        Modes::QUIET => "m",
        Modes::CAPTURE => "c",
        _ => return None,
    });
    Some(text)
}

/// The shortest direction letters of a later leg.
fn next_letters(symmetry: Symmetry, winds: Winds) -> Option<String> {
    shortest(&|runs| directions::next_leg(symmetry, runs) == Ok(winds))
}

/// The letter of a leap with its range, and the leap of that letter.
fn atom(term: &Term) -> Option<(String, Shape)> {
    let Leap { m, n, range, .. } = term.leap;
    let shape = if term.king { Shape::King } else { Shape::leap(m, n) };
    let step = shape.is_step();
    let (single, rider) = match (m, n) {
        _ if term.king => ("K", "Q"),
        (0, 1) => ("W", "R"),
        (1, 1) => ("F", "B"),
        (0, 2) => ("D", ""),
        (1, 2) => ("N", ""),
        (2, 2) => ("A", ""),
        (0, 3) => ("H", ""),
        (1, 3) => ("C", ""),
        (2, 3) => ("Z", ""),
        (3, 3) => ("G", ""),
        _ => return None,
    };
    let text = match (range.min, range.max) {
        (1, Some(1)) => single.to_owned(),
        (1, None) if step => rider.to_owned(),
        (1, None) => format!("{single}{single}"),
        (1, Some(most)) => format!("{single}{most}"),
        // Twice the same step over an empty square.
        (2, Some(2)) if (m, n) == (0, 1) && !term.king => return Some(("D".to_owned(), Shape::leap(0, 2))),
        (2, Some(2)) if (m, n) == (1, 1) => return Some(("A".to_owned(), Shape::leap(2, 2))),
        _ => return None,
    };
    Some((text, shape))
}

/// The shortest direction letters that mean some winds.
fn letters(symmetry: Symmetry, winds: Winds, king: bool) -> Option<String> {
    let winds = if king { Winds::STRAIGHT } else { winds };
    shortest(&|runs| directions::first_leg(symmetry, runs) == Ok(winds))
}

/// The shortest direction letters that are as they should be.
fn shortest(means: &dyn Fn(&[Run]) -> bool) -> Option<String> {
    let is_meant = |letters: &String| match letters.is_empty() {
        true => means(&[]),
        false => means(&[Run {
            at: 0,
            letters: letters.clone(),
        }]),
    };
    let mut tried = vec![String::new()];
    for _ in 0..=4 {
        if let Some(found) = tried.iter().find(|letters| is_meant(letters)) {
            return Some(found.clone());
        }
        let longer = |start: &String| {
            "fblrvsh"
                .chars()
                .map(|c| format!("{start}{c}"))
                .collect::<Vec<_>>()
        };
        tried = tried.iter().flat_map(longer).collect();
    }
    None
}
