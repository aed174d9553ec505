//! Acts that take away the piece that has moved, or a royal of its side.

use super::mover::is_whole_mover;
use super::world::World;
use crate::rules::{
    Act, Area, Effect, Event, Fate, Form, Ground, Group, Kinds, Owner, Place, RoyalRule, Side,
};

/// Whether an act costs the side that moves a royal piece whenever it follows, which no move may
/// do: it closes the whole board, or takes away the piece that has moved, which may be a royal.
pub(super) fn costs_own_royal(world: &World<'_, '_>, effect: &Effect, act: &Act) -> bool {
    let rules = &world.played;
    if world.open || rules.royalty.sacrifice || effect.event == Event::Turn {
        return false;
    }
    let sides = || Side::ALL.into_iter().filter(|&side| effect.side[side]);
    let is_royal = |side: Side, name: &str| rules.pieces.get(name).is_some_and(|piece| piece.royal[side]);
    let bound = |side: Side| rules.royalty.rule[side] == RoyalRule::All;
    if matches!(act, Act::Close(areas) if areas.contains(&Area::All)) {
        return sides().all(|side| bound(side) && world.kinds(side).any(|name| is_royal(side, name)));
    }
    if sides().all(|side| bound(side) && takes_all_royals(world, side, act)) {
        return effect.condition.is_none() && effect.before.is_none();
    }
    // The kinds of movers that it takes away, or makes no royals of.
    let taken: Vec<&Kinds> = match act {
        Act::Close(areas) if areas.contains(&Area::At(Place::Target)) => vec![&Kinds::All],
        act if loses_mover(act) => vec![&Kinds::All],
        Act::Become(groups, Form::Kind(kind)) if sides().all(|side| !is_royal(side, kind)) => {
            groups.iter().filter_map(kinds_of_mover).collect()
        }
        Act::Remove(groups) => groups.iter().filter_map(kinds_of_mover).collect(),
        _ => Vec::new(),
    };
    // A removal beside other acts says which captures are not possible, nor attack.
    let plain = effect.condition.is_none() && effect.before.is_none();
    let always = effect.event == Event::Move && effect.from.is_none() && effect.to.is_none();
    let costly = |side: Side, kinds: &Kinds| {
        let mut movers = world
            .kinds(side)
            .filter(|name| effect.by.has(name) && kinds.has(name))
            .peekable();
        let royals = match effect.by.is_all() && kinds.is_all() {
            true => always && movers.any(|name| is_royal(side, name)),
            false => movers.peek().is_some() && movers.all(|name| is_royal(side, name)),
        };
        bound(side) && royals
    };
    plain
        && world.played.control.is_none()
        && taken.iter().any(|kinds| sides().all(|side| costly(side, kinds)))
}

/// Whether an act takes away every royal piece of some kind of the side that moves, wherever they
/// stand, or makes them pieces that are not royal.
fn takes_all_royals(world: &World<'_, '_>, side: Side, act: &Act) -> bool {
    let rules = &world.played;
    let is_royal = |name: &str| rules.pieces.get(name).is_some_and(|piece| piece.royal[side]);
    let groups = match act {
        Act::Remove(groups) => groups,
        Act::Become(groups, Form::Kind(kind)) if !is_royal(kind) => groups,
        _ => return false,
    };
    groups.iter().any(|group| {
        let meant = || world.kinds(side).filter(|name| group.kinds.has(name));
        let whole = group.owner == Owner::Friend && group.on == Area::All;
        whole && meant().any(&is_royal) && meant().all(|name| world.starting(side, name) > 0)
    })
}

/// The kinds of the piece that has moved which are meant, wherever that stands.
fn kinds_of_mover(group: &Group) -> Option<&Kinds> {
    let mover = matches!(
        (&group.owner, &group.on),
        (Owner::Mover, Area::All | Area::At(Place::Mover))
            | (Owner::Any | Owner::Friend, Area::At(Place::Mover))
    );
    mover.then_some(&group.kinds)
}

impl World<'_, '_> {
    /// Whether an act takes away whatever stands where a captor has arrived, after some acts.
    pub(super) fn clears_target(&self, effect: &Effect, before: &[&Act], act: &Act) -> bool {
        let whole = |group: &Group| {
            group.on == Area::At(Place::Target) && group.owner == Owner::Any && group.kinds.is_all()
        };
        effect.event == Event::Capture
            && self.stays(before)
            && matches!(act, Act::Remove(groups) if groups.iter().any(whole))
    }
}

/// Whether the piece that has moved is surely gone after an act.
pub(super) fn loses_mover(act: &Act) -> bool {
    let facts = act.facts();
    facts.fate == Fate::Gone && facts.pieces.iter().any(is_whole_mover)
        || facts.ground == Ground::Closed && facts.squares.contains(&Area::At(Place::Mover))
}
