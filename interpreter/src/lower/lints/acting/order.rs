//! The order of acts: what an earlier block or act leaves to do, what a later one takes away.

use super::mover::is_whole_mover;
use super::scene::Scene;
use super::squares::is_steady;
use super::world::World;
use crate::rules::{Act, Area, Effect, Event, Form, Group, Kinds, Owner, PerSide, Place, Put, Side, Squares};

/// Texts with more effects, those of mechanics among them, are not compared with each other.
const MOST: usize = 400;

impl World<'_, '_> {
    /// The acts of earlier blocks that surely have followed from each move from which an effect
    /// follows.
    pub(super) fn sure_before(&self, effect: &Effect) -> Vec<&Act> {
        let all = &self.played.effects;
        let index = all.iter().rposition(|other| other == effect);
        let Some(index) = index.filter(|_| !self.open && all.len() <= MOST) else {
            return Vec::new();
        };
        let mut found: Vec<&Act> = Vec::new();
        for other in all[..index].iter().rev() {
            if self.covers(other, effect) {
                found.splice(0..0, &other.acts);
            } else if other.acts.iter().any(Act::brings) {
                break;
            }
        }
        found
    }

    /// Whether a later block, in the same turn, opens again what an act closes, and nothing happens
    /// between.
    pub(super) fn is_opened_again(&self, effect: &Effect, act: &Act) -> bool {
        let (Act::Close(areas), all) = (act, &self.played.effects) else {
            return false;
        };
        let Some(index) = all.iter().rposition(|other| other == effect) else {
            return false;
        };
        let again = |other: &Effect| other.acts.iter().any(|act| matches!(act, Act::Again(_)));
        let one_move = self.played.turns.is_none() && self.played.control.is_none() && !all.iter().any(again);
        let opens = |act: &Act| {
            let Act::Open(same) = act else { return false };
            let whole = |area: &Area| matches!(area, Area::All | Area::At(Place::Walls));
            same.iter().any(whole) || areas.iter().all(|area| is_steady(area) && same.contains(area))
        };
        let follows = |other: &Effect| match (effect.event, other.event) {
            (Event::Turn, Event::Turn) => other.every == effect.every || other.every.is_none(),
            (_, Event::Turn) => one_move && other.every.is_none(),
            _ => self.covers(other, effect),
        };
        let plain = |other: &Effect| {
            let mut sides = Side::ALL.into_iter();
            sides.all(|side| other.side[side] || !effect.side[side])
                && other.condition.is_none()
                && other.before.is_none()
        };
        let next = all[index + 1..].first();
        !self.open
            && self.played.walls.is_none()
            && next.is_some_and(|next| follows(next) && plain(next) && next.acts.first().is_some_and(opens))
    }

    /// Whether another block says of all these moves that they are not possible.
    pub(super) fn is_forbidden(&self, effect: &Effect) -> bool {
        let all = &self.played.effects;
        if self.open || all.len() > MOST {
            return false;
        }
        let Some(index) = all.iter().rposition(|other| other == effect) else {
            return false;
        };
        let forbids = |(at, other): (usize, &Effect)| {
            let apart = at < index || at > index && !self.covers(effect, other);
            let same = at < index && other == effect;
            apart && other.acts.contains(&Act::Forbid) && (same || self.covers(other, effect))
        };
        all.iter().enumerate().any(forbids)
    }

    /// Whether a block follows from every move from which another one follows.
    fn covers(&self, whole: &Effect, part: &Effect) -> bool {
        let event = whole.event == part.event || whole.event == Event::Move && part.event == Event::Capture;
        let sides = Side::ALL
            .into_iter()
            .all(|side| whole.side[side] || !part.side[side]);
        let kinds = |whole: &Kinds, part: &Kinds| {
            let mut all = self.played.pieces.keys();
            whole.is_all() || whole == part || all.all(|name| !part.has(name) || whole.has(name))
        };
        let ends = |whole: &Option<PerSide<Squares>>, part: &Option<PerSide<Squares>>| {
            whole.is_none() || whole == part
        };
        event
            && whole.event != Event::Turn
            && sides
            && kinds(&whole.by, &part.by)
            && kinds(&whole.of, &part.of)
            && (whole.whose == Owner::Any || whole.whose == part.whose)
            && (!whole.same || part.same)
            && ends(&whole.from, &part.from)
            && ends(&whole.to, &part.to)
            && whole.condition.is_none()
            && whole.before.is_none()
            && whole.every.is_none()
    }

    /// Whether the next act takes away all that an act has done.
    pub(super) fn is_wasted(&self, scenes: &[Scene<'_, '_, '_>], act: &Act, next: &Act) -> bool {
        if self.open || self.played.restrictions.beyond.takes_part() {
            return false;
        }
        let groups = match act {
            Act::Flip(groups) | Act::Moved(groups) | Act::Become(groups, _) => groups.as_slice(),
            Act::Carry(carry) if is_whole_mover(&carry.whom) => std::slice::from_ref(&carry.whom),
            Act::Put(put) => return is_steady(&put.on) && takes_put(put, next),
            _ => return false,
        };
        let takes = |taken: &Group, group: &Group| {
            let all = is_whole_mover(taken) && is_whole_mover(group);
            let same = match act {
                Act::Flip(_) => taken.owner == Owner::Any,
                Act::Become(..) => taken.kinds.is_all(),
                _ => true,
            };
            all || same && is_steady(&group.on) && scenes.iter().all(|scene| scene.holds(taken, group))
        };
        match next {
            Act::Become(list, form) => is_undone(act, list, form),
            Act::Remove(list) => groups
                .iter()
                .all(|group| list.iter().any(|taken| takes(taken, group))),
            Act::Close(areas) => groups.iter().all(is_whole_mover) && areas.iter().any(closes_mover),
            _ => false,
        }
    }
}

/// Whether pieces of one kind become another kind and then, in the same place, the first again.
fn is_undone(act: &Act, next: &[Group], form: &Form) -> bool {
    let (Act::Become(groups, Form::Kind(kind)), Form::Kind(first)) = (act, form) else {
        return false;
    };
    let back = |group: &Group| {
        let was = matches!(&group.kinds, Kinds::Only(names) if names.iter().eq([first]));
        let again =
            |other: &Group| other.owner == group.owner && other.on == group.on && other.kinds.has(kind);
        was && is_steady(&group.on) && next.iter().any(again)
    };
    kind != first && groups.iter().all(back)
}

/// Whether an act takes off the board what another one has just put there.
fn takes_put(put: &Put, next: &Act) -> bool {
    let owner = if put.flipped { Owner::Enemy } else { Owner::Friend };
    let kind = |kinds: &Kinds| match &put.what {
        Form::Kind(name) => kinds.has(name),
        Form::Victim => kinds.is_all(),
    };
    let takes = |group: &Group| {
        (group.owner == Owner::Any || group.owner == owner)
            && kind(&group.kinds)
            && (group.on == put.on || group.on == Area::All)
    };
    match next {
        Act::Close(areas) => areas.contains(&put.on),
        Act::Remove(groups) => groups.iter().any(takes),
        _ => false,
    }
}

/// Whether the piece that has moved stands there, unless it has been moved on.
fn closes_mover(area: &Area) -> bool {
    matches!(area, Area::At(Place::Target | Place::Mover))
}
