//! Movements of which one has all paths of the other.

use crate::rules::{Between, Condition, Hurdle, Kinds, Leap, Movement, PerSide, Range, Side, Squares, Via};

/// Whether a movement surely has every path of another one.
pub(super) fn contains(whole: &Movement, part: &Movement) -> bool {
    use Movement::{As, Exposed, Only, Over, Rifle, Then, Union, When};
    match (whole, part) {
        _ if whole == part => true,
        (_, Union(parts)) => parts.iter().all(|part| contains(whole, part)),
        (Union(all), _) if all.iter().any(|one| contains(one, part)) => true,
        (Movement::Leap(all), Movement::Leap(some)) => leaps(all, some),
        (
            Over {
                movement: way,
                hurdle,
                by,
            },
            Over {
                movement: same,
                hurdle: over,
                by: some,
            },
        ) if contains(way, same) => owners(*hurdle, *over) && ranges(*by, *some),
        (
            Then { first, via, next },
            Then {
                first: same,
                via: by,
                next: some,
            },
        ) => links(*via, *by) && contains(first, same) && contains(next, some),
        (
            Only { modes, movement },
            Only {
                modes: some,
                movement: same,
            },
        ) if modes.has(*some) && contains(movement, same) => true,
        (
            As { modes, movement },
            As {
                modes: some,
                movement: same,
            },
        ) if modes == some => contains(movement, same),
        (Rifle(movement), Rifle(same)) | (Exposed(movement), Exposed(same)) => contains(movement, same),
        (
            When { condition, movement },
            When {
                condition: some,
                movement: same,
            },
        ) if conditions(condition, some) && contains(movement, same) => true,
        // A path that may do less, or only sometimes.
        (_, Only { movement, .. } | When { movement, .. }) => contains(whole, movement),
        _ => false,
    }
}

fn leaps(all: &Leap, some: &Leap) -> bool {
    let winds = some.winds.iter().all(|wind| all.winds.has(wind));
    let between = all.between == some.between || all.between == Between::Free;
    let alike = (all.m, all.n, all.frame, all.wraps) == (some.m, some.n, some.frame, some.wraps);
    alike && winds && between && ranges(all.range, some.range)
}

fn ranges(all: Range, some: Range) -> bool {
    let ends = match (all.max, some.max) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(all), Some(some)) => some <= all,
    };
    all.min <= some.min && ends
}

fn owners(all: Hurdle, some: Hurdle) -> bool {
    all == some || all == Hurdle::Any
}

fn links(all: Via, some: Via) -> bool {
    match (all, some) {
        (Via::Hurdle(all), Via::Hurdle(some)) => owners(all, some),
        _ => all == some,
    }
}

fn conditions(all: &Condition, some: &Condition) -> bool {
    let within = |all: &PerSide<Squares>, some: &PerSide<Squares>| {
        let mut sides = Side::ALL.into_iter();
        sides.all(|side| some[side].0.iter().all(|square| all[side].0.contains(square)))
    };
    match (all, some) {
        (Condition::From(all), Condition::From(some)) | (Condition::To(all), Condition::To(some)) => {
            within(all, some)
        }
        (Condition::Of(all), Condition::Of(Kinds::Only(some))) => some.iter().all(|name| all.has(name)),
        _ => all == some,
    }
}

/// The number of a movement that another one of the list contains.
pub(super) fn contained(list: &[Movement]) -> Option<usize> {
    let none = Movement::none();
    let within = |(at, part): (usize, &Movement)| {
        let mut others = list.iter().enumerate().filter(|(other, _)| *other != at);
        *part != none && others.any(|(_, whole)| *whole != none && contains(whole, part))
    };
    list.iter()
        .enumerate()
        .rev()
        .find(|one| within(*one))
        .map(|(at, _)| at)
}
