//! The watched effects: those for which the position before a move shows whether they follow from
//! it. Does not look at a position: that is `engine::effect_watch`.

use super::pieces::Pieces;
use super::{Builder, Wide};
use crate::board::Bits;
use crate::engine::acts::Act;
use crate::engine::compiled::{NONE, Special};
use crate::engine::program::{Effect, Prediction, Trigger, WatchedEffects};
use crate::engine::terms::{Area, Group, Onward, Place};
use crate::rules::{BySide, Event, Owner, PerSide, RoyalRule, Side};

impl Builder<'_> {
    /// Whether moves without consequences are like those of rules without effects, so that lines
    /// decide them whatever the effects are.
    pub(super) fn is_apart(&self) -> bool {
        let rules = self.rules;
        rules.hooks.is_empty()
            && rules.control.is_none()
            && rules.turns.is_none()
            && rules.walls.is_none()
            && rules.agains().is_empty()
            && !rules.restrictions.adds_ways()
            && !rules.restrictions.take_part()
            && rules.royalty.rule == PerSide::both(RoyalRule::All)
            && rules.royalty.attack.is_by_paths()
            && !rules.acts().any(|act| act.facts().chosen)
    }

    /// The watched effects: those that disturb royals and follow from moves. `list` has all
    /// effects.
    pub(super) fn watched(
        &self,
        list: &[Effect<Wide>],
        disturbing: &[&Effect<Wide>],
        pieces: &Pieces,
    ) -> Option<WatchedEffects> {
        if !self.is_apart() || !self.all_is_said_by_kinds(pieces) {
            return None;
        }
        let others = list
            .iter()
            .filter(|e| !disturbing.iter().any(|d| d.number == e.number));
        let idle = others.filter(|e| matches!(e.event, Event::Move | Event::Capture));
        let idle: Vec<&Effect<Wide>> = idle.collect();
        let kept = |groups: &mut dyn Iterator<Item = &Group<Wide>>| {
            let mut masks = Vec::new();
            for group in groups {
                masks.extend(group.kinds);
                group.on.each_place(&mut |_, kinds| masks.push(kinds));
            }
            idle.iter().all(|e| self.keeps(e, &masks, pieces))
        };
        let alone = |e: &Effect<Wide>| e.is_idle_alone() && kept(&mut e.acted_on());
        let asks = |e: &Effect<Wide>| e.asks_steadily() && kept(&mut e.asked());
        let watched =
            |e: &&Effect<Wide>| e.before.is_none() && if e.condition.is_some() { asks(e) } else { alone(e) };
        let effects: Vec<u16> = disturbing
            .iter()
            .copied()
            .filter(watched)
            .map(|e| e.number)
            .collect();
        let idle_alone = disturbing.iter().filter(|e| alone(e)).map(|e| e.number).collect();
        (!effects.is_empty()).then_some(WatchedEffects { effects, idle_alone })
    }

    /// Whether the start square of a move is now empty.
    pub(super) fn leaves_origins(&self, pieces: &Pieces) -> bool {
        let movers = || pieces.movers.iter().flatten();
        let returns = |(from, paths): (usize, &Vec<Special<Wide>>)| {
            paths
                .iter()
                .any(|path| path.rifle || usize::from(path.to) == from)
        };
        self.is_apart()
            && !self.exchanges(Event::Move, u64::MAX, pieces)
            && !movers().any(|m| m.special.iter().enumerate().any(returns))
    }

    /// The moves after which some effects may follow, by side and kind.
    pub(super) fn triggers(
        &self,
        effects: &[&Effect<Wide>],
        (watched, foreseen): (Option<&WatchedEffects>, &[u16]),
        pieces: &Pieces,
    ) -> BySide<Vec<Vec<Trigger<Wide>>>> {
        let plain = self.is_plain(pieces);
        Side::each_index(|side: usize| {
            let of_kind = |kind: usize| {
                let follow = effects.iter().filter(|e| e.sides[side] && e.by >> kind & 1 == 1);
                let triggers = follow.map(|e| Trigger {
                    from: e.from[side],
                    to: e.to[side],
                    victims: e.victims(kind),
                    prediction: known(e, watched, foreseen, plain),
                    effect: e.number,
                });
                triggers.filter(|t| t.victims != Some(0)).collect()
            };
            (0..self.rules.pieces.len()).map(of_kind).collect()
        })
    }

    /// Whether attacks depend on kinds alone, and only effects add to the results of moves.
    fn is_plain(&self, pieces: &Pieces) -> bool {
        let attacks = || pieces.attacks.iter().flatten();
        let sided = || attacks().any(|a| a.owner_dependent || !a.check);
        self.is_apart() && self.all_is_said_by_kinds(pieces) && !sided()
    }

    /// Whether an effect that changes kinds keeps each piece within the same of some sets of kinds.
    fn keeps(&self, effect: &Effect<Wide>, masks: &[u64], pieces: &Pieces) -> bool {
        effect.acts.iter().all(|act| {
            let Some((groups, kind)) = act.becomes() else {
                return true;
            };
            groups.iter().all(|group| {
                let before = self.kinds_in(effect, group, pieces);
                let alike = |mask: &u64| {
                    if kind != NONE && mask >> kind & 1 == 1 {
                        before & !mask == 0
                    } else {
                        before & mask == 0
                    }
                };
                masks.iter().all(alike)
            })
        })
    }
}

/// The prediction of an effect before a move is made; `plain` as in [`Builder::is_plain`].
fn known(
    effect: &Effect<Wide>,
    watched: Option<&WatchedEffects>,
    foreseen: &[u16],
    plain: bool,
) -> Prediction {
    if watched.is_some_and(|watched| watched.effects.contains(&effect.number)) {
        return Prediction::Watched;
    }
    if foreseen.contains(&effect.number) {
        return Prediction::Foreseen;
    }
    let itself =
        |group: &Group<Wide>| group.owner == Owner::Mover || matches!(group.on, Area::At(Place::Mover));
    match &effect.acts[..] {
        [Act::Flip(groups)] if plain && groups.iter().all(itself) && !effect.repeat => Prediction::Turns,
        [Act::Carry(group, by)] if plain && effect.carries_itself(group, by) => Prediction::Carried,
        [Act::Close(areas)] if plain && effect.closes_behind() && areas.len() == 1 => Prediction::Closes,
        _ => Prediction::Nothing,
    }
}

impl Effect<Wide> {
    /// Whether it makes plain moves impossible, and the position before them shows which. `all` are
    /// the effects of the rules.
    pub(super) fn is_foreseen(&self, all: &[Self]) -> bool {
        // Effects before it must change nothing that it asks for.
        let precedes = |other: &&Self| {
            let moves = matches!(other.event, Event::Move | Event::Capture);
            moves && other.number < self.number && other.by & self.by != 0
        };
        self.forbids()
            && self.event == Event::Move
            && self.of.is_none()
            && self.every.is_none()
            && (self.condition.is_none() || all.iter().filter(precedes).all(Self::forbids))
            && self
                .before
                .as_ref()
                .is_none_or(|before| before.is_foreseen(false))
            && self
                .condition
                .as_ref()
                .is_none_or(|after| after.is_foreseen(true))
    }

    /// Whether it only makes moves impossible.
    pub(super) fn forbids(&self) -> bool {
        self.acts.iter().all(|act| matches!(act, Act::Forbid))
    }

    /// Whether it always carries the piece that has moved, by one leap at most.
    fn carries_itself(&self, whom: &Group<Wide>, by: &BySide<Onward<Wide>>) -> bool {
        let itself = match (&whom.on, whom.owner) {
            (Area::Squares(sets), Owner::Mover) => *sets == [!Wide::EMPTY; Side::COUNT],
            (Area::At(Place::Mover), owner) => matches!(owner, Owner::Any | Owner::Friend | Owner::Mover),
            _ => false,
        };
        let leaps = |by: &Onward<Wide>| by.reach.rays.is_none() && by.ends.iter().all(|ends| ends.len() <= 1);
        self.event == Event::Move
            && self.condition.is_none()
            && self.before.is_none()
            && self.every.is_none()
            && !self.repeat
            && whom.kinds.is_none()
            && itself
            && by.iter().all(leaps)
    }

    /// The kinds whose plain capture by a kind triggers the effect, as bits, if only captures do.
    fn victims(&self, kind: usize) -> Option<u64> {
        let of = self.of.unwrap_or(u64::MAX);
        match (self.event, self.whose) {
            (Event::Capture, Owner::Friend) => Some(0),
            (Event::Capture, _) if self.same => Some(of & 1 << kind),
            (Event::Capture, _) => Some(of),
            _ => None,
        }
    }

    /// Whether it always closes the square that a piece has left, and does nothing else there.
    pub(super) fn closes_behind(&self) -> bool {
        let behind = |area: &Area<Wide>| matches!(area, Area::At(Place::Origin));
        self.condition.is_none()
            && self.before.is_none()
            && matches!(&self.acts[..], [Act::Close(areas)] if areas.iter().all(behind))
    }

    /// Whether the position before a move decides, for most moves, whether its condition holds.
    fn asks_steadily(&self) -> bool {
        self.condition.is_some() && self.asked().all(Group::is_steady)
    }

    /// Whether it does nothing without the pieces to which it applies, and the position before a
    /// move shows whether those are there.
    fn is_idle_alone(&self) -> bool {
        self.acts.iter().all(|act| act.whom().is_some()) && self.acted_on().all(Group::is_steady)
    }

    /// All groups of pieces to which it applies.
    fn acted_on(&self) -> impl Iterator<Item = &Group<Wide>> {
        self.acts.iter().filter_map(Act::whom).flatten()
    }

    /// All groups that its condition names.
    fn asked(&self) -> impl Iterator<Item = &Group<Wide>> {
        let condition = self.condition.iter();
        condition.flat_map(|condition| condition.present.iter().chain(&condition.absent))
    }
}

impl Group<Wide> {
    /// Whether the position before a move shows, for most moves, which pieces belong to it.
    fn is_steady(&self) -> bool {
        self.owner != Owner::Mover && self.on.is_steady()
    }
}
