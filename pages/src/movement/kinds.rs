//! Kinds of pieces that a movement speaks of: those that it captures or hops over.

use ferz::rules::{Condition, Kinds, Movement};

/// Which kinds the parts of a movement capture or hop over, where they say it.
fn collect_kinds<'m>(movement: &'m Movement, kinds: &mut Vec<&'m Kinds>) {
    if let Movement::When {
        condition: Condition::Of(some),
        ..
    } = movement
        && !kinds.contains(&some)
    {
        kinds.push(some);
    }
    movement.children().for_each(|part| collect_kinds(part, kinds));
}

/// A movement without what it says of kinds: they are named with what it captures or hops over.
pub(super) fn without_kinds(movement: &Movement) -> Movement {
    match movement {
        Movement::When {
            condition: Condition::Of(_),
            movement,
        } => without_kinds(movement),
        Movement::When { condition, movement } => Movement::When {
            condition: condition.clone(),
            movement: Box::new(without_kinds(movement)),
        },
        Movement::Only { modes, movement } => Movement::Only {
            modes: *modes,
            movement: Box::new(without_kinds(movement)),
        },
        Movement::Union(list) => Movement::Union(list.iter().map(without_kinds).collect()),
        Movement::As { .. }
        | Movement::Leap(_)
        | Movement::Then { .. }
        | Movement::Over { .. }
        | Movement::Rifle(_)
        | Movement::Exposed(_) => movement.clone(),
    }
}

/// Whether the parts of a first leg ask for different kinds of pieces.
pub(super) fn asks_variously(first: &Movement) -> bool {
    let mut parts = first.children().map(asked);
    let kinds = parts.next();
    matches!(first, Movement::Union(_)) && parts.any(|other| Some(other) != kinds)
}

/// The kinds that a first leg captures or hops over.
pub(super) fn asked(first: &Movement) -> &Kinds {
    let mut kinds = Vec::new();
    collect_kinds(first, &mut kinds);
    match &kinds[..] {
        [one] => one,
        _ => &Kinds::All,
    }
}
