//! Squares of moves and movements: starts and ends of moves, the relations of groups of pieces, the
//! squares on which a kind cannot stand.

use super::mover::is_whole_mover;
use super::scene::Scene;
use super::world::World;
use crate::board::{Bits, U256};
use crate::lower::movement::normal;
use crate::lower::reach::targets_of_all;
use crate::rules::{
    Act, Area, Effect, Event, Form, Group, Kinds, Modes, Movement, Owner, Place, Put, Range, Side, Squares,
    Trigger,
};

impl World<'_, '_> {
    /// Whether pieces never change sides, since the other side could not have any of them.
    pub(super) fn never_flips(&self, scenes: &[Scene<'_, '_, '_>], groups: &[Group]) -> bool {
        let other_has = |scene: &Scene<'_, '_, '_>, group: &Group| {
            let mover = group.owner == Owner::Mover || is_whole_mover(group);
            let owner = if mover { Owner::Mover } else { group.owner };
            self.owners(owner, scene.side).into_iter().any(|side| {
                let meant = |name: &&str| group.kinds.has(name) && (!mover || scene.movers.has(name));
                self.kinds(side).filter(meant).any(|name| {
                    let piece = self.played.pieces.get(name);
                    piece.is_some_and(|piece| piece.letter[side.other()].is_some())
                })
            })
        };
        let turns = |scene| groups.iter().any(|group| other_has(scene, group));
        !self.open && !scenes.iter().any(turns)
    }

    /// Whether a movement leads nowhere on this board, for either side.
    pub(super) fn leads_nowhere(&self, movement: &Movement) -> bool {
        let led = |side| targets_of_all(self.topology(), movement, side, self.all(), Modes(!0));
        normal::is_none(movement)
            || !movement.is_headed() && Side::ALL.into_iter().all(|side| led(side).is_empty())
    }

    /// The start and end squares of the moves from which an effect follows; `None` if only the
    /// course of a game decides.
    pub(super) fn course(&self, effect: &Effect, side: Side) -> Option<(U256, U256)> {
        let rules = &self.played;
        let unclear = self.open
            || self.swaps
            || rules.control.is_some()
            || rules.restrictions.beyond.takes_part()
            || rules.victims_go_on()
            || rules.promotions.iter().any(|p| p.trigger == Trigger::InPlace);
        if unclear || !matches!(effect.event, Event::Move | Event::Capture) {
            return None;
        }
        let within = |squares: &Option<crate::rules::PerSide<Squares>>| {
            squares.as_ref().map_or(self.all(), |sets| self.set(&sets[side]))
        };
        let (mut origins, mut targets) = (U256::EMPTY, U256::EMPTY);
        for name in self.kinds(side).filter(|name| effect.by.has(name)) {
            let from = self.raw(side, name) & within(&effect.from);
            origins |= from;
            targets |= self.targets(side, name, from, Modes(!0));
        }
        targets &= within(&effect.to);
        if effect.event == Event::Move {
            for (from, to) in self.castled(&effect.by, side) {
                (origins, targets) = (origins | from, targets | to);
            }
        }
        Some((origins, targets))
    }

    /// The squares that the two pieces leave, and those where they arrive, of each castling in
    /// which one of these kinds takes part.
    pub(super) fn castled(&self, by: &Kinds, side: Side) -> Vec<(U256, U256)> {
        let set = |names: [&String; 2]| {
            let squares = names.into_iter().filter_map(|name| self.topology().square(name));
            squares.fold(U256::EMPTY, |set, square| set | U256::bit(square))
        };
        let all = self.played.castling.iter();
        let own = all.filter(|c| c.side == side && (by.has(&c.king) || by.has(&c.rook)));
        own.map(|c| match c.anywhere {
            true => (self.all(), set([&c.king_to, &c.rook_to])),
            false => (set([&c.king_from, &c.rook_from]), set([&c.king_to, &c.rook_to])),
        })
        .collect()
    }

    /// The squares on which pieces of a kind cannot stand, since they would have to promote.
    pub(super) fn barred(&self, side: Side, kind: &str) -> U256 {
        match self.open || !self.played.restrictions.late_promotions.is_default() {
            true => U256::EMPTY,
            false => self.promoted_at(side, kind),
        }
    }
}

impl Scene<'_, '_, '_> {
    /// Whether a movement leads nowhere from where the piece that has moved may stand.
    pub(super) fn leads_mover_nowhere(&self, movement: &Movement) -> bool {
        let t = self.world.topology();
        let from = self.pieces(Owner::Mover, &Kinds::All);
        let led = targets_of_all(t, movement, self.side, from, Modes(!0));
        !self.world.open && !movement.is_headed() && self.world.played.control.is_none() && led.is_empty()
    }

    /// Whether the first group has every piece of the second.
    pub(super) fn holds(&self, whole: &Group, part: &Group) -> bool {
        let owner = whole.owner == part.owner
            || whole.owner == Owner::Any && matches!(part.owner, Owner::Friend | Owner::Enemy | Owner::Mover);
        let kinds = whole.kinds.is_all() || whole.kinds == part.kinds || {
            let mut all = self.world.played.pieces.keys();
            all.all(|name| !part.kinds.has(name) || whole.kinds.has(name))
        };
        let area = match (&whole.on, &part.on) {
            (Area::All, _) => true,
            (whole, part) if whole == part => true,
            (Area::Squares(sets), Area::Squares(_)) => {
                let set = self.world.set(&sets[self.side]);
                (self.area(&part.on) & !set).is_empty()
            }
            _ => false,
        };
        owner && kinds && area
    }

    /// Whether an act brings a kind only where that could not stand.
    pub(super) fn cannot_stand(&self, act: &Act) -> bool {
        let world = self.world;
        match act {
            Act::Become(groups, Form::Kind(kind)) => groups.iter().all(|group| {
                let owner = match is_whole_mover(group) {
                    true => Owner::Mover,
                    false => group.owner,
                };
                let squares = self.area(&group.on) & self.pieces(owner, &group.kinds);
                let mut owners = world.owners(owner, self.side).into_iter();
                !squares.is_empty() && owners.all(|side| (squares & !world.barred(side, kind)).is_empty())
            }),
            Act::Put(Put {
                what: Form::Kind(kind),
                flipped,
                on,
                ..
            }) => {
                let side = if *flipped { self.side.other() } else { self.side };
                let squares = self.area(on);
                !squares.is_empty() && (squares & !world.barred(side, kind)).is_empty()
            }
            _ => false,
        }
    }
}

/// The number of a group of which another one of the list has every piece.
pub(super) fn contained(scenes: &[Scene<'_, '_, '_>], groups: &[Group]) -> Option<usize> {
    let within = |(at, part): (usize, &Group)| {
        let mut others = groups.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(_, whole)| scenes.iter().all(|scene| scene.holds(whole, part)))
    };
    let mut all = groups.iter().enumerate().rev();
    all.find(|one| !scenes.is_empty() && within(*one))
        .map(|(at, _)| at)
}

/// Whether an area is the same after pieces have left the board or have become others.
pub(super) fn is_steady(area: &Area) -> bool {
    let fixed = |place: &Place| {
        let mover = Place::Piece {
            owner: Owner::Mover,
            kinds: Kinds::All,
        };
        matches!(place, Place::Origin | Place::Target | Place::Mover) || *place == mover
    };
    match area {
        Area::All | Area::Squares(_) => true,
        Area::At(place) | Area::File(place) | Area::Rank(place) | Area::Around(_, place) => fixed(place),
        Area::Reach(movement, place) => fixed(place) && is_one_step(movement),
        Area::Both(areas) | Area::Either(areas) => areas.iter().all(is_steady),
        Area::Except(from, but) => is_steady(from) && is_steady(but),
        _ => false,
    }
}

/// Whether a movement is one step or leap in each direction.
pub(super) fn is_one_step(movement: &Movement) -> bool {
    let leap = |part: &Movement| matches!(part, Movement::Leap(leap) if leap.range == Range::ONE);
    match movement {
        Movement::Union(list) => list.iter().all(leap),
        one => leap(one),
    }
}
