//! The normal form of movements: the same paths give the same tree, however they are written.
//!
//! A movement in normal form is a *term* or a sorted union of two or more (or none). A term is,
//! from outside in: conditions on the mover, then anything of `rifle`, `exposed`, `over` and `to`,
//! then a leap with its modes, or a leg and its continuation, which is again a term. Within a
//! union, leaps that differ only in their winds, modes or ranges are one leap as far as possible.
//!
//! Every function here takes movements in normal form and gives one.

use crate::rules::{
    Between, Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, PerSide, Range, Side, Squares, Via,
    Winds,
};
use crate::vocabulary::{LINKS, Link};
use ferz_engine::order::{grouped, sort, sort_by_key};

/// Captures of either side's pieces: what a rifle can do.
const CAPTURES: Modes = Modes(Modes::CAPTURE.0 | Modes::CAPTURE_OWN.0);
/// Every mode.
const EVERY: Modes = Modes::BOTH
    .or(Modes::CAPTURE_OWN)
    .or(Modes::EN_PASSANT)
    .or(Modes::SWAP)
    .or(Modes::SWAP_ENEMY);

/// Brings any movement into normal form: equal sets of paths become the same tree, however they are
/// written.
pub fn normalize(movement: Movement) -> Movement {
    match movement {
        Movement::Leap(l) => leap(l),
        Movement::Union(list) => union(list.into_iter().map(normalize)),
        Movement::Then { first, via, next } => {
            let asks = matches!(via, Via::Capture | Via::CaptureOwn | Via::Hurdle(_));
            then(&leg(normalize(*first), asks), via, &normalize(*next))
        }
        Movement::Over { movement, hurdle, by } => over(&normalize(*movement), hurdle, by),
        Movement::Only { modes, movement } => only(modes, &normalize(*movement)),
        Movement::As { modes, movement } if is_choosy(&movement) => {
            let quiet = assign(
                modes.and(Modes::QUIET),
                &leg(normalize((*movement).clone()), false),
            );
            let rest = only(EVERY.without(Modes::QUIET), &normalize(*movement));
            union([quiet, assign(modes.without(Modes::QUIET), &rest)])
        }
        Movement::As { modes, movement } => assign(modes, &normalize(*movement)),
        Movement::Rifle(m) => rifle(&normalize(*m)),
        Movement::Exposed(m) => exposed(&normalize(*m)),
        Movement::When { condition, movement } => when(&condition, &normalize(*movement)),
    }
}

/// A single leap.
pub(in crate::lower) fn leap(mut leap: Leap) -> Movement {
    (leap.m, leap.n) = (leap.m.min(leap.n), leap.m.max(leap.n));
    // A turned straight leap changes between orthogonal and diagonal; one name is enough.
    if leap.frame == Frame::Heading && leap.m == leap.n {
        leap.m = 0;
    }
    if leap.n <= 1 {
        leap.between = Between::Free;
    }
    union([Movement::Leap(leap)])
}

/// The terms of a movement.
pub(in crate::lower) fn terms(movement: &Movement) -> &[Movement] {
    match movement {
        Movement::Union(list) => list,
        term => std::slice::from_ref(term),
    }
}

fn each(movement: &Movement, f: impl FnMut(&Movement) -> Movement) -> Movement {
    union(terms(movement).iter().map(f))
}

/// Whether there is no path.
pub(in crate::lower) fn is_none(movement: &Movement) -> bool {
    matches!(movement, Movement::Union(list) if list.is_empty())
}

/// All modes that paths of the movement have.
pub(in crate::lower) fn modes(movement: &Movement) -> Modes {
    match movement {
        Movement::Leap(_) => Modes::BOTH,
        Movement::Union(list) => list.iter().fold(Modes::NONE, |all, m| all.or(modes(m))),
        Movement::Then { next, .. } => modes(next),
        Movement::Only { modes, .. } | Movement::As { modes, .. } => *modes,
        Movement::Over { movement, .. } | Movement::When { movement, .. } => modes(movement),
        Movement::Rifle(m) | Movement::Exposed(m) => modes(m),
    }
}

/// A leap with modes; a leap that can do nothing is no path.
fn with_modes(modes: Modes, leap: Leap) -> Movement {
    if modes.is_empty() || leap.winds.0 == 0 {
        Movement::none()
    } else if modes == Modes::BOTH {
        Movement::Leap(leap)
    } else if Modes::BOTH.has(modes) {
        Movement::Only {
            modes,
            movement: Box::new(Movement::Leap(leap)),
        }
    } else {
        Movement::As {
            modes,
            movement: Box::new(Movement::Leap(leap)),
        }
    }
}

/// Applies a function to the movement inside a term's wrappers.
fn rewrap(term: &Movement, f: impl Fn(&Movement) -> Movement) -> Option<Movement> {
    Some(match term {
        Movement::Then { first, via, next } => each(&f(next), |next| Movement::Then {
            first: first.clone(),
            via: *via,
            next: Box::new(next.clone()),
        }),
        Movement::Over { movement, hurdle, by } => over(&f(movement), *hurdle, *by),
        Movement::When { condition, movement } => when(condition, &f(movement)),
        Movement::Union(_) => each(term, f),
        Movement::Leap(_)
        | Movement::Only { .. }
        | Movement::As { .. }
        | Movement::Rifle(_)
        | Movement::Exposed(_) => return None,
    })
}

/// The leap of a term that is nothing but a leap with modes.
fn bare(term: &Movement) -> Option<(Modes, Leap)> {
    match term {
        Movement::Leap(leap) => Some((Modes::BOTH, leap.clone())),
        Movement::Only { modes, movement } | Movement::As { modes, movement } => match &**movement {
            Movement::Leap(leap) => Some((*modes, leap.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Only paths of these modes.
pub(in crate::lower) fn only(modes: Modes, movement: &Movement) -> Movement {
    each(movement, |term| {
        if let Some((has, leap)) = bare(term) {
            return with_modes(has.and(modes), leap);
        }
        match term {
            Movement::Rifle(m) => rifle(&only(modes, m)),
            Movement::Exposed(m) => exposed(&only(modes, m)),
            _ => rewrap(term, |m| only(modes, m)).unwrap_or_else(|| term.clone()),
        }
    })
}

/// The same paths with exactly these modes.
pub(in crate::lower) fn assign(modes: Modes, movement: &Movement) -> Movement {
    each(movement, |term| {
        if let Some((_, leap)) = bare(term) {
            return with_modes(modes, leap);
        }
        match term {
            Movement::Rifle(m) => rifle(&assign(modes, m)),
            Movement::Exposed(m) => exposed(&assign(modes, m)),
            _ => rewrap(term, |m| assign(modes, m)).unwrap_or_else(|| term.clone()),
        }
    })
}

/// Captures without moving.
pub(in crate::lower) fn rifle(movement: &Movement) -> Movement {
    each(&only(CAPTURES, movement), |term| match term {
        Movement::When { condition, movement } => when(condition, &rifle(movement)),
        Movement::Rifle(_) => term.clone(),
        _ => Movement::Rifle(Box::new(term.clone())),
    })
}

/// Quiet paths expose the squares they pass; other paths stay as they are.
pub(in crate::lower) fn exposed(movement: &Movement) -> Movement {
    let quiet = each(&only(Modes::QUIET, movement), |term| match term {
        Movement::When { condition, movement } => when(condition, &exposed(movement)),
        Movement::Exposed(_) => term.clone(),
        _ => Movement::Exposed(Box::new(term.clone())),
    });
    let rest = only(Modes(EVERY.0 & !Modes::QUIET.0), movement);
    union([quiet, rest])
}

/// Whether a condition is about the piece before it moves, so that it may stand outside everything
/// else.
fn is_about_start(condition: &Condition) -> bool {
    match condition {
        Condition::Initial | Condition::From(_) | Condition::Side(_) => true,
        Condition::To(_) | Condition::Of(_) => false,
    }
}

/// Only captures and changes of places with pieces of some kinds; quiet paths stay as they are.
fn of(kinds: &Kinds, movement: &Movement) -> Movement {
    // With itself for company, the names stand in the order of the alphabet.
    let kinds = kinds.and(kinds);
    if kinds == Kinds::All {
        return movement.clone();
    }
    let quiet = only(Modes::QUIET, movement);
    let rest = each(&only(EVERY.without(Modes::QUIET), movement), |term| {
        let (mut conditions, inner) = conditions(term);
        if let Movement::Then { first, via, next } = inner {
            let whole = Movement::Then {
                first: first.clone(),
                via: *via,
                next: Box::new(of(&kinds, next)),
            };
            return wrap(conditions, &whole);
        }
        conditions.push(Condition::Of(kinds.clone()));
        wrap(conditions, inner)
    });
    union([quiet, rest])
}

/// The movement of a piece: `same` is its own kind.
pub(in crate::lower) fn of_piece(movement: &Movement, name: &str) -> Movement {
    if !has_same(movement) {
        return movement.clone();
    }
    let own = |names: &[String]| -> Vec<String> {
        let change = |n: &String| if n == same() { name.to_owned() } else { n.clone() };
        names.iter().map(change).collect()
    };
    normalize(movement.map(&|part| match part {
        Movement::When {
            condition: Condition::Of(kinds),
            movement,
        } => Movement::When {
            condition: Condition::Of(match kinds {
                Kinds::All => Kinds::All,
                Kinds::Only(names) => Kinds::Only(own(names)),
                Kinds::Except(names) => Kinds::Except(own(names)),
            }),
            movement: movement.clone(),
        },
        part => part.clone(),
    }))
}

/// Whether a movement asks for the kind of the piece that moves.
pub(in crate::lower) fn has_same(movement: &Movement) -> bool {
    movement.any(&|part| match part {
        Movement::When {
            condition: Condition::Of(Kinds::Only(names) | Kinds::Except(names)),
            ..
        } => names.iter().any(|name| name == same()),
        _ => false,
    })
}

/// The word for the kind of the piece that moves.
fn same() -> &'static str {
    LINKS.word(&Link::Same)
}

/// Whether a movement says which kinds it captures.
pub(in crate::lower) fn is_choosy(movement: &Movement) -> bool {
    movement.any(&|part| {
        matches!(
            part,
            Movement::When {
                condition: Condition::Of(_),
                ..
            }
        )
    })
}

/// Only under a condition.
pub(in crate::lower) fn when(condition: &Condition, movement: &Movement) -> Movement {
    if let Condition::Of(kinds) = condition {
        return of(kinds, movement);
    }
    each(movement, |term| {
        let (mut conditions, inner) = conditions(term);
        conditions.push(condition.clone());
        wrap(conditions, inner)
    })
}

/// The conditions around a term, outermost first.
fn conditions(term: &Movement) -> (Vec<Condition>, &Movement) {
    let mut list = Vec::new();
    let mut inner = term;
    while let Movement::When { condition, movement } = inner {
        list.push(condition.clone());
        inner = movement;
    }
    (list, inner)
}

/// Puts conditions around a term, sorted, each kind once.
fn wrap(mut conditions: Vec<Condition>, term: &Movement) -> Movement {
    sort(&mut conditions);
    conditions.dedup();
    let mut merged: Vec<Condition> = Vec::new();
    for condition in conditions {
        match (merged.last_mut(), &condition) {
            (Some(Condition::From(a)), Condition::From(b)) | (Some(Condition::To(a)), Condition::To(b)) => {
                *a = both(a, b);
            }
            (Some(Condition::Of(a)), Condition::Of(b)) => *a = a.and(b),
            (Some(Condition::Side(_)), Condition::Side(_)) => return Movement::none(),
            _ => merged.push(condition),
        }
    }
    let is_empty = |c: &Condition| match c {
        Condition::From(s) | Condition::To(s) => s.white.0.is_empty() && s.black.0.is_empty(),
        Condition::Of(kinds) => kinds.is_none(),
        Condition::Initial | Condition::Side(_) => false,
    };
    if merged.iter().any(is_empty) {
        return Movement::none();
    }
    merged
        .into_iter()
        .rev()
        .fold(term.clone(), |movement, condition| Movement::When {
            condition,
            movement: Box::new(movement),
        })
}

fn both(a: &PerSide<Squares>, b: &PerSide<Squares>) -> PerSide<Squares> {
    let and = |a: &Squares, b: &Squares| Squares(a.0.iter().filter(|s| b.0.contains(s)).cloned().collect());
    PerSide::new(and(&a.white, &b.white), and(&a.black, &b.black))
}

/// A term without the conditions on its start, and those.
fn float(term: &Movement) -> (Vec<Condition>, Movement) {
    let (conditions, inner) = conditions(term);
    let (start, stay): (Vec<_>, Vec<_>) = conditions.into_iter().partition(is_about_start);
    (start, wrap(stay, inner))
}

/// Hops over one piece.
pub(in crate::lower) fn over(movement: &Movement, hurdle: Hurdle, by: Range) -> Movement {
    each(movement, |term| {
        // The mode of a path applies where it ends, beyond the piece.
        let (conditions, inner) = conditions(term);
        let before = |c: &Condition| matches!(c, Condition::To(_));
        let (stay, start): (Vec<_>, Vec<_>) = conditions.into_iter().partition(before);
        let inner = wrap(stay, inner);
        wrap(
            start,
            &Movement::Over {
                movement: Box::new(inner),
                hurdle,
                by,
            },
        )
    })
}

/// The part of a movement that a first leg keeps: its way, and the kinds it captures or hops over,
/// if it does. Its modes no longer matter.
pub(in crate::lower) fn leg(movement: Movement, asks: bool) -> Movement {
    if asks && is_choosy(&movement) {
        // Quiet paths ask for no kinds.
        way_of(only(EVERY.without(Modes::QUIET), &movement), asks)
    } else {
        way_of(movement, asks)
    }
}

/// A movement without its modes; `asks`: with the kinds that it captures.
fn way_of(movement: Movement, asks: bool) -> Movement {
    each(&movement, |term| {
        if let Some((_, leap)) = bare(term) {
            return Movement::Leap(leap);
        }
        match term {
            Movement::When {
                condition: Condition::Of(_),
                movement,
            } if !asks => way_of((**movement).clone(), asks),
            Movement::When {
                condition: condition @ Condition::Of(_),
                movement,
            } => each(&way_of((**movement).clone(), asks), |inner| {
                let (mut conditions, inner) = conditions(inner);
                conditions.push(condition.clone());
                wrap(conditions, inner)
            }),
            Movement::Rifle(m) | Movement::Exposed(m) => way_of((**m).clone(), asks),
            _ => rewrap(term, |m| way_of(m.clone(), asks)).unwrap_or_else(|| term.clone()),
        }
    })
}

/// A first leg (see [`leg`]) and its continuation.
pub(in crate::lower) fn then(first: &Movement, via: Via, next: &Movement) -> Movement {
    // Ways with the same conditions on the start stay together.
    let mut groups: Vec<(Vec<Condition>, Movement)> = Vec::new();
    let mut list = Vec::new();
    for term in terms(first) {
        let (start, inner) = float(term);
        match inner {
            // (a then b) then c is a then (b then c).
            Movement::Then {
                first,
                via: inner_via,
                next: middle,
            } => {
                let rest = then(&middle, via, next);
                for conditions in [&start] {
                    for term in terms(&then(&first, inner_via, &rest)) {
                        let (mut all, inner) = self::conditions(term);
                        all.extend(conditions.iter().cloned());
                        list.push(wrap(all, inner));
                    }
                }
            }
            inner => groups.push((start, inner)),
        }
    }
    for (start, ways) in grouped(groups) {
        let first = union(ways);
        for term in terms(next) {
            let (mut conditions, inner) = float(term);
            conditions.extend(start.iter().cloned());
            let whole = Movement::Then {
                first: Box::new(first.clone()),
                via,
                next: Box::new(inner),
            };
            list.push(wrap(conditions, &whole));
        }
    }
    union(list)
}

/// Adds a condition on the squares jumped over to every leap of the movement.
pub(in crate::lower) fn between(movement: &Movement, value: Between) -> Movement {
    map_leaps(movement, &|l| Leap {
        between: value,
        ..l.clone()
    })
}

/// Every leap changed.
pub(in crate::lower) fn map_leaps(movement: &Movement, f: &impl Fn(&Leap) -> Leap) -> Movement {
    each(movement, |term| match term {
        Movement::Leap(l) => leap(f(l)),
        Movement::Only { modes, movement } => only(*modes, &map_leaps(movement, f)),
        Movement::As { modes, movement } => assign(*modes, &map_leaps(movement, f)),
        Movement::Rifle(m) => rifle(&map_leaps(m, f)),
        Movement::Exposed(m) => exposed(&map_leaps(m, f)),
        Movement::Then { first, via, next } => then(&map_leaps(first, f), *via, &map_leaps(next, f)),
        Movement::Over { .. } | Movement::When { .. } | Movement::Union(_) => {
            rewrap(term, |m| map_leaps(m, f)).unwrap_or_else(|| term.clone())
        }
    })
}

/// Whether a leap of the movement satisfies the test.
pub(in crate::lower) fn any_leap(movement: &Movement, test: &impl Fn(&Leap) -> bool) -> bool {
    movement.any(&|part| matches!(part, Movement::Leap(leap) if test(leap)))
}

/// Whether a leap is oblique, as the knight's is, or straight. A direction relative to one kind of
/// leap is none of the other kind.
fn is_oblique(leap: &Leap) -> bool {
    leap.m != 0 && leap.m != leap.n
}

/// The kinds of leaps (`true`: oblique) with which paths of the movement end.
pub(in crate::lower) fn last_kinds(movement: &Movement) -> Vec<bool> {
    match movement {
        Movement::Leap(leap) => vec![is_oblique(leap)],
        Movement::Then { next, .. } => last_kinds(next),
        _ => movement.children().flat_map(last_kinds).collect(),
    }
}

/// The kinds of leaps that the movement must follow; `None` if a path of it may follow any.
pub(in crate::lower) fn relative_kinds(movement: &Movement) -> Option<Vec<bool>> {
    match movement {
        Movement::Leap(leap) => (leap.frame == Frame::Heading).then(|| {
            // A turn by an odd number of winds leads from straight to oblique leaps, or back.
            let turned = |wind: u8| is_oblique(leap) != (wind % 2 == 1);
            leap.winds.iter().map(turned).collect()
        }),
        Movement::Then { first, .. } => relative_kinds(first),
        _ => {
            let kinds: Option<Vec<Vec<bool>>> = movement.children().map(relative_kinds).collect();
            kinds
                .map(|kinds| kinds.concat())
                .filter(|kinds| !kinds.is_empty())
        }
    }
}

/// The movement as one side has it: conditions on the side are decided.
pub(in crate::lower) fn for_side(movement: &Movement, side: Side) -> Movement {
    each(movement, |term| {
        let (conditions, inner) = conditions(term);
        if conditions
            .iter()
            .any(|c| matches!(c, Condition::Side(s) if *s != side))
        {
            return Movement::none();
        }
        wrap(
            conditions
                .into_iter()
                .filter(|c| !matches!(c, Condition::Side(_)))
                .collect(),
            inner,
        )
    })
}

/// Nodes of the tree.
pub(in crate::lower) fn size(movement: &Movement) -> usize {
    1 + movement.children().map(size).sum::<usize>()
}

/// Levels of the tree.
pub(in crate::lower) fn depth(movement: &Movement) -> usize {
    1 + movement.children().map(depth).max().unwrap_or(0)
}

/// The paths of all.
pub(in crate::lower) fn union(list: impl IntoIterator<Item = Movement>) -> Movement {
    let mut flat = Vec::new();
    for movement in list {
        match movement {
            Movement::Union(terms) => flat.extend(terms),
            term => flat.push(term),
        }
    }
    joined(flat)
}

/// The paths of movements that are no unions themselves.
fn joined(flat: Vec<Movement>) -> Movement {
    let mut terms = merge_firsts(merge_leaps(flat));
    sort(&mut terms);
    terms.dedup();
    if terms.len() == 1 {
        terms.swap_remove(0)
    } else {
        Movement::Union(terms)
    }
}

/// The modes of each wind, in the frame of the side and in that of the board, for one range.
#[derive(Default)]
struct Rose {
    side: [Modes; 16],
    board: [Modes; 16],
    heading: [Modes; 16],
}

/// Joins leaps that differ only in winds, modes and ranges.
fn merge_leaps(flat: Vec<Movement>) -> Vec<Movement> {
    let mut leaps: Vec<(Movement, (Leap, Modes))> = Vec::new();
    let mut rest = Vec::new();
    for term in flat {
        match open(&term) {
            Some((skeleton, leap, modes)) => leaps.push((skeleton, (leap, modes))),
            None => rest.push(term),
        }
    }
    for (skeleton, leaps) in grouped(leaps) {
        let mut ranges = roses(leaps);
        let known: Vec<Range> = ranges.iter().map(|(range, _)| *range).collect();
        for &small in &known {
            for &large in known
                .iter()
                .filter(|&&large| large != small && within(small, large))
            {
                remove_covered(&mut ranges, small, large);
            }
        }
        for (range, rose) in ranges {
            for (frame, table) in [
                (Frame::Side, rose.side),
                (Frame::Board, rose.board),
                (Frame::Heading, rose.heading),
            ] {
                let mut groups: Vec<(Modes, Winds)> = Vec::new();
                for (wind, &modes) in table.iter().enumerate().filter(|(_, m)| !m.is_empty()) {
                    groups.push((modes, Winds::single(wind as u8)));
                }
                for (modes, winds) in grouped(groups) {
                    let winds = winds.into_iter().fold(Winds(0), Winds::or);
                    rest.push(close(&skeleton, frame, range, winds, modes));
                }
            }
        }
    }
    rest
}

/// The roses of leaps that differ in nothing else, by ranges.
fn roses(leaps: Vec<(Leap, Modes)>) -> Vec<(Range, Rose)> {
    let mut roses: Vec<(Range, Rose)> = Vec::new();
    for (leap, modes) in leaps {
        let known = roses.iter().position(|(range, _)| *range == leap.range);
        let place = known.unwrap_or_else(|| {
            roses.push((leap.range, Rose::default()));
            roses.len() - 1
        });
        let rose = &mut roses[place].1;
        let table = match leap.frame {
            Frame::Side => &mut rose.side,
            Frame::Board => &mut rose.board,
            Frame::Heading => &mut rose.heading,
        };
        for wind in leap.winds.iter() {
            let modes = table[usize::from(wind)].or(modes);
            table[usize::from(wind)] = modes;
        }
    }
    for (_, rose) in &mut roses {
        same_frame(rose);
    }
    sort_by_key(&mut roses, |(range, _)| *range);
    roses
}

fn within(small: Range, large: Range) -> bool {
    small.min >= large.min
        && match (small.max, large.max) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a <= b,
        }
}

fn remove_covered(ranges: &mut [(Range, Rose)], small: Range, large: Range) {
    let Some((_, cover)) = ranges.iter().find(|(range, _)| *range == large) else {
        return;
    };
    let cover = (cover.side, cover.board, cover.heading);
    let Some((_, rose)) = ranges.iter_mut().find(|(range, _)| *range == small) else {
        return;
    };
    let tables = [
        (&mut rose.side, cover.0),
        (&mut rose.board, cover.1),
        (&mut rose.heading, cover.2),
    ];
    for (table, cover) in tables {
        for (modes, covered) in table.iter_mut().zip(cover) {
            *modes = Modes(modes.0 & !covered.0);
        }
    }
}

/// A leap that is the same for both sides is written in the frame of the side.
fn same_frame(rose: &mut Rose) {
    for wind in 0..8 {
        let shared = rose.board[wind].and(rose.board[wind + 8]);
        for w in [wind, wind + 8] {
            rose.side[w] = rose.side[w].or(shared);
        }
        let symmetric = rose.side[wind].and(rose.side[wind + 8]);
        for w in [wind, wind + 8] {
            rose.board[w] = Modes(rose.board[w].0 & !symmetric.0);
        }
    }
}

/// A leap of the same size in no direction.
fn emptied(leap: &Leap) -> Leap {
    let frame = if leap.frame == Frame::Heading {
        Frame::Heading
    } else {
        Frame::Side
    };
    Leap {
        winds: Winds(0),
        range: Range::ONE,
        frame,
        ..leap.clone()
    }
}

/// Takes the one leap out of a term. Returns the term with an empty leap in its place, the leap,
/// and its modes.
fn open(term: &Movement) -> Option<(Movement, Leap, Modes)> {
    let boxed = |m: &Movement| open(m).map(|(skeleton, leap, modes)| (Box::new(skeleton), leap, modes));
    Some(match term {
        Movement::Leap(leap) => (Movement::Leap(emptied(leap)), leap.clone(), Modes::BOTH),
        Movement::Only { modes, movement } | Movement::As { modes, movement } => {
            let (skeleton, leap, _) = open(movement)?;
            (skeleton, leap, *modes)
        }
        Movement::Rifle(m) => {
            let (m, leap, modes) = boxed(m)?;
            (Movement::Rifle(m), leap, modes)
        }
        Movement::Exposed(m) => {
            let (m, leap, modes) = boxed(m)?;
            (Movement::Exposed(m), leap, modes)
        }
        Movement::Over { movement, hurdle, by } => {
            let (movement, leap, modes) = boxed(movement)?;
            (
                Movement::Over {
                    movement,
                    hurdle: *hurdle,
                    by: *by,
                },
                leap,
                modes,
            )
        }
        Movement::When { condition, movement } => {
            let (movement, leap, modes) = boxed(movement)?;
            (
                Movement::When {
                    condition: condition.clone(),
                    movement,
                },
                leap,
                modes,
            )
        }
        Movement::Then { first, via, next } => {
            let (next, leap, modes) = boxed(next)?;
            (
                Movement::Then {
                    first: first.clone(),
                    via: *via,
                    next,
                },
                leap,
                modes,
            )
        }
        Movement::Union(_) => return None,
    })
}

/// The other way round.
fn close(skeleton: &Movement, frame: Frame, range: Range, winds: Winds, modes: Modes) -> Movement {
    let inner = |m: &Movement| Box::new(close(m, frame, range, winds, modes));
    match skeleton {
        Movement::Leap(leap) => with_modes(
            modes,
            Leap {
                frame,
                range,
                winds,
                ..leap.clone()
            },
        ),
        Movement::Rifle(m) => Movement::Rifle(inner(m)),
        Movement::Exposed(m) => Movement::Exposed(inner(m)),
        Movement::Over { movement, hurdle, by } => Movement::Over {
            movement: inner(movement),
            hurdle: *hurdle,
            by: *by,
        },
        Movement::When { condition, movement } => Movement::When {
            condition: condition.clone(),
            movement: inner(movement),
        },
        Movement::Then { first, via, next } => Movement::Then {
            first: first.clone(),
            via: *via,
            next: inner(next),
        },
        Movement::Only { movement, .. } | Movement::As { movement, .. } => *inner(movement),
        Movement::Union(_) => skeleton.clone(),
    }
}

/// Joins terms that differ only in their first leg.
fn merge_firsts(terms: Vec<Movement>) -> Vec<Movement> {
    let mut rest = Vec::new();
    let mut groups: Vec<(Movement, Movement)> = Vec::new();
    for term in terms {
        match open_first(&term) {
            Some((skeleton, first)) => groups.push((skeleton, first)),
            None => rest.push(term),
        }
    }
    for (skeleton, firsts) in grouped(groups) {
        let first = union(firsts);
        rest.push(close_first(&skeleton, &first));
    }
    rest
}

fn open_first(term: &Movement) -> Option<(Movement, Movement)> {
    let boxed = |m: &Movement| open_first(m).map(|(skeleton, first)| (Box::new(skeleton), first));
    Some(match term {
        Movement::Then { first, via, next } => (
            Movement::Then {
                first: Box::new(Movement::none()),
                via: *via,
                next: next.clone(),
            },
            (**first).clone(),
        ),
        Movement::Rifle(m) => {
            let (m, first) = boxed(m)?;
            (Movement::Rifle(m), first)
        }
        Movement::Exposed(m) => {
            let (m, first) = boxed(m)?;
            (Movement::Exposed(m), first)
        }
        Movement::Over { movement, hurdle, by } => {
            let (movement, first) = boxed(movement)?;
            (
                Movement::Over {
                    movement,
                    hurdle: *hurdle,
                    by: *by,
                },
                first,
            )
        }
        Movement::When { condition, movement } => {
            let (movement, first) = boxed(movement)?;
            (
                Movement::When {
                    condition: condition.clone(),
                    movement,
                },
                first,
            )
        }
        Movement::Leap(_) | Movement::Only { .. } | Movement::As { .. } | Movement::Union(_) => return None,
    })
}

fn close_first(skeleton: &Movement, first: &Movement) -> Movement {
    let inner = |m: &Movement| Box::new(close_first(m, first));
    match skeleton {
        Movement::Then { via, next, .. } => Movement::Then {
            first: Box::new(first.clone()),
            via: *via,
            next: next.clone(),
        },
        Movement::Rifle(m) => Movement::Rifle(inner(m)),
        Movement::Exposed(m) => Movement::Exposed(inner(m)),
        Movement::Over { movement, hurdle, by } => Movement::Over {
            movement: inner(movement),
            hurdle: *hurdle,
            by: *by,
        },
        Movement::When { condition, movement } => Movement::When {
            condition: condition.clone(),
            movement: inner(movement),
        },
        Movement::Leap(_) | Movement::Only { .. } | Movement::As { .. } | Movement::Union(_) => {
            skeleton.clone()
        }
    }
}
