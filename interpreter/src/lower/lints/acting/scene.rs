//! Pieces and squares as effects find them, at best: which of them there may ever be.

use super::super::super::reach::targets_of_all;
use super::super::super::values::capital;
use super::super::has_mode;
use super::meeting::APART;
use super::mover::is_whole_mover;
use super::world::{World, movements, passes};
use crate::board::{Bits, U256};
use crate::rules::{Act, Area, Event, Group, Kinds, Modes, Movement, Owner, Place, RoyalRule, Side, Via};

/// The setting of a condition: the side that has moved, and the piece.
pub(super) struct Scene<'w, 'a, 'r> {
    pub(super) world: &'w World<'a, 'r>,
    /// The side that has moved.
    pub(super) side: Side,
    /// The event; `None` if nothing has moved.
    pub(super) event: Option<Event>,
    /// The kinds of which the piece may be that moves.
    pub(super) movers: Kinds,
    /// Whether it is asked before the move.
    pub(super) before: bool,
    /// The squares on which the move may have started, and more.
    pub(super) origins: U256,
    /// The squares on which the move may have ended, and more.
    pub(super) targets: U256,
    /// The acts that may have followed from the move by then.
    pub(super) earlier: Vec<&'w Act>,
}

impl<'w, 'a, 'r> Scene<'w, 'a, 'r> {
    /// The setting in which nothing has moved, and anything may.
    pub(super) fn at_rest(world: &'w World<'a, 'r>, side: Side) -> Self {
        Self::anywhere(world, side, None, Kinds::All, true)
    }

    /// The setting in which a piece of some kinds moves from and to any squares.
    pub(super) fn anywhere(
        world: &'w World<'a, 'r>,
        side: Side,
        event: Option<Event>,
        movers: Kinds,
        before: bool,
    ) -> Self {
        Self {
            world,
            side,
            event,
            movers,
            before,
            origins: world.all(),
            targets: world.all(),
            earlier: match before {
                true => Vec::new(),
                false => world.acts().collect(),
            },
        }
    }

    /// The same setting after some more acts.
    pub(super) fn after<'x>(mut self, acts: impl Iterator<Item = &'x Act>) -> Scene<'x, 'a, 'r>
    where
        'w: 'x,
    {
        let mut earlier: Vec<&'x Act> = std::mem::take(&mut self.earlier);
        earlier.extend(acts);
        Scene { earlier, ..self }
    }

    /// Whether the piece that has moved surely stands where its move has ended.
    pub(super) fn stays(&self) -> bool {
        self.world.stays(&self.earlier)
    }
}

impl Scene<'_, '_, '_> {
    /// Squares that may be meant, and more.
    pub(super) fn area(&self, area: &Area) -> U256 {
        let all = self.world.all();
        match area {
            Area::All => all,
            Area::Squares(sets) => self.world.set(&sets[self.side]),
            Area::At(place) | Area::File(place) | Area::Rank(place) if self.place(place).is_empty() => {
                U256::EMPTY
            }
            Area::At(place) => self.place(place),
            Area::File(_) | Area::Rank(_) => all,
            Area::Around(movement, place) | Area::Reach(movement, place) => {
                let from = self.place(place);
                match movement.is_headed() {
                    true if !from.is_empty() => all,
                    true => U256::EMPTY,
                    false => self.led(movement, from),
                }
            }
            Area::AttackedBy(Place::Piece { owner, kinds }) => self.attacked(*owner, kinds),
            Area::Attacked => self.attacked(Owner::Mover, &Kinds::All),
            Area::AttackedBy(_) => all,
            Area::Between { friends, .. } if !self.world.has(self.side, friends) => U256::EMPTY,
            Area::Between { by, .. } if self.world.leads_nowhere(by) => U256::EMPTY,
            Area::Both(areas) if self.is_apart(areas) => U256::EMPTY,
            Area::AttackedMore { .. }
            | Area::Mated
            | Area::Enclosed(_)
            | Area::Open(_)
            | Area::Between { .. } => all,
            Area::Both(areas) => areas.iter().fold(all, |set, area| set & self.area(area)),
            Area::Either(areas) => areas.iter().fold(U256::EMPTY, |set, area| set | self.area(area)),
            Area::Except(from, but) => self.area(from) & !self.sure(but),
        }
    }

    /// Squares that are surely meant.
    fn sure(&self, area: &Area) -> U256 {
        match area {
            Area::All => self.world.all(),
            Area::Squares(sets) => self.world.set(&sets[self.side]),
            Area::Both(areas) => areas
                .iter()
                .fold(self.world.all(), |set, area| set & self.sure(area)),
            Area::Either(areas) => areas.iter().fold(U256::EMPTY, |set, area| set | self.sure(area)),
            _ => U256::EMPTY,
        }
    }

    /// The squares to which a movement leads from squares, for any piece.
    fn led(&self, movement: &Movement, from: U256) -> U256 {
        let led = |side| targets_of_all(self.world.topology(), movement, side, from, Modes(!0));
        led(Side::White) | led(Side::Black)
    }

    /// The squares that pieces may attack, even if nothing may be captured.
    fn attacked(&self, owner: Owner, kinds: &Kinds) -> U256 {
        let mut set = U256::EMPTY;
        for side in self.world.owners(owner, self.side) {
            for name in self.world.kinds(side).filter(|name| kinds.has(name)) {
                if owner != Owner::Mover || self.movers.has(name) {
                    let from = self.world.raw(side, name);
                    set |= self.world.targets(side, name, from, Modes::CAPTURE);
                }
            }
        }
        set
    }

    /// Whether the areas are the start and the end of one move, which are different squares.
    fn is_apart(&self, areas: &[Area]) -> bool {
        let moved = matches!(self.event, Some(Event::Move | Event::Capture));
        let has = |places: &[Place]| {
            let mut all = areas.iter();
            all.any(|area| matches!(area, Area::At(place) if places.contains(place)))
        };
        let end = match self.before {
            true => has(&[Place::Target]),
            false => has(&[Place::Target]) || has(&[Place::Mover]),
        };
        moved && has(&[Place::Origin]) && end && !self.world.refills(&self.earlier) && self.stays()
    }

    fn place(&self, place: &Place) -> U256 {
        match place {
            Place::Origin if self.event == Some(Event::Drop) => U256::EMPTY,
            Place::Origin => self.origins,
            Place::Target => self.targets,
            // The mover may have become something else by then.
            Place::Mover => self.pieces(Owner::Mover, &Kinds::All),
            Place::Victim if matches!(self.event, Some(Event::Drop | Event::Turn)) => U256::EMPTY,
            Place::Victim => self.world.all(),
            Place::Walls if !self.world.has_walls() => U256::EMPTY,
            Place::Walls => self.world.all(),
            Place::Piece { owner, kinds } => self.pieces(*owner, kinds),
        }
    }

    /// The squares on which pieces may stand.
    pub(super) fn pieces(&self, owner: Owner, kinds: &Kinds) -> U256 {
        if owner == Owner::Empty {
            return self.world.all();
        }
        let mut set = U256::EMPTY;
        for side in self.world.owners(owner, self.side) {
            for name in self.world.kinds(side).filter(|name| kinds.has(name)) {
                if owner != Owner::Mover || self.movers.has(name) {
                    set |= self.world.places(side, name);
                }
            }
        }
        match owner {
            Owner::Mover if self.before => set & self.origins,
            Owner::Mover if self.stays() => set & self.targets,
            _ => set,
        }
    }

    /// Why there never is such a piece, or such an empty square.
    pub(super) fn missing(&self, group: &Group) -> Option<String> {
        let squares = self.area(&group.on);
        if squares.is_empty() {
            return Some("there are no such squares".to_owned());
        }
        if group.owner == Owner::Empty {
            let taken = matches!(group.on, Area::At(Place::Target | Place::Mover));
            let after = self.event.is_some() && !self.before && self.stays();
            return (taken && after).then(|| "the piece that has moved stands there".to_owned());
        }
        if self.pieces(group.owner, &group.kinds).is_empty() {
            return Some(self.nobody(group.owner, &group.kinds));
        }
        if !self.pieces(group.owner, &group.kinds).meets(squares) {
            return Some("no such piece ever stands there".to_owned());
        }
        if self.is_own_attack(group) {
            return Some("pieces attack none of their own side".to_owned());
        }
        if self.is_only_mover(group) {
            return Some("the only such piece is the one that has moved".to_owned());
        }
        if self.are_apart(group) {
            return Some(APART.to_owned());
        }
        if self.before && group.owner == Owner::Mover && self.leaves() && group.on == Area::At(Place::Target)
        {
            return Some("before the move the piece stands where it starts".to_owned());
        }
        if self.is_forbidden_check(group) {
            return Some("no move may give check".to_owned());
        }
        let after = matches!(self.event, Some(Event::Move | Event::Capture)) && !self.before;
        if group.on == Area::At(Place::Origin) && after && !self.world.refills(&self.earlier) {
            return Some("the square is empty after the move".to_owned());
        }
        if group.owner == Owner::Enemy && !self.world.mixes(&self.earlier) {
            let at = |area: &Area| match area {
                Area::At(place) => Some(place.clone()),
                _ => None,
            };
            let moved = matches!(self.event, Some(Event::Move | Event::Capture));
            match at(&group.on) {
                Some(Place::Origin) if moved => {
                    return Some("no enemy stands where a move has started".to_owned());
                }
                Some(Place::Target | Place::Victim) if self.event.is_some() && !self.before => {
                    return Some("after the move its own piece stands there".to_owned());
                }
                Some(Place::Mover) if self.event.is_some() => {
                    return Some("the piece that has moved is no enemy".to_owned());
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the piece that moves surely leaves its square.
    pub(super) fn leaves(&self) -> bool {
        matches!(self.event, Some(Event::Move | Event::Capture)) && !self.world.refills(&self.earlier)
    }

    /// Whether the opponent's royal pieces are meant, attacked by a side that may give no check.
    fn is_forbidden_check(&self, group: &Group) -> bool {
        self.event.is_some()
            && !self.before
            && self.earlier.is_empty()
            && self.world.played.restrictions.no_check[self.side]
            && self.world.is_check(self.side, group)
    }

    /// Whether royal pieces of one side are meant, where a movement leads to them from those of the
    /// other.
    fn are_apart(&self, group: &Group) -> bool {
        let (Area::Around(movement, from) | Area::Reach(movement, from)) = &group.on else {
            return false;
        };
        let (whose, kinds) = match from {
            Place::Mover => (&Owner::Friend, &self.movers),
            Place::Piece { owner, kinds } => (owner, kinds),
            _ => return false,
        };
        let side = match (whose, &group.owner) {
            (Owner::Friend | Owner::Mover, Owner::Enemy) => self.side,
            (Owner::Enemy, Owner::Friend | Owner::Mover) => self.side.other(),
            _ => return false,
        };
        let world = self.world;
        world.all_royal(side, kinds)
            && world.all_royal(side.other(), &group.kinds)
            && world.never_meet(side, movement)
    }

    /// Whether pieces are meant that their own side attacks.
    fn is_own_attack(&self, group: &Group) -> bool {
        let attackers = match &group.on {
            Area::Attacked => &Owner::Mover,
            Area::AttackedBy(Place::Piece { owner, .. }) => owner,
            Area::AttackedBy(Place::Mover) => &Owner::Mover,
            _ => return false,
        };
        let world = self.world;
        let own = |movement: &Movement| has_mode(movement, Modes::CAPTURE_OWN);
        let friendly = |owner: &Owner| matches!(owner, Owner::Friend | Owner::Mover);
        let alike = friendly(attackers) && friendly(&group.owner)
            || *attackers == Owner::Enemy && group.owner == Owner::Enemy;
        // Only what is said of the mover may be of the other side by now, and only if it turned.
        let of_mover = *attackers == Owner::Mover || group.owner == Owner::Mover;
        let others =
            |act: &&Act| matches!(act, Act::Flip(groups) if groups.iter().all(|g| g.owner == Owner::Enemy));
        let turning: Vec<&Act> = self.earlier.iter().copied().filter(|act| !others(act)).collect();
        let plain = self.before || !of_mover || !world.mixes(&turning);
        alike && !world.open && plain && !movements(&world.played).any(own)
    }

    /// Whether pieces beside the one that has moved are meant, and it is the only one of its kind.
    fn is_only_mover(&self, group: &Group) -> bool {
        let beside = match &group.on {
            Area::Around(movement, Place::Mover) | Area::Reach(movement, Place::Mover) => {
                let returns = |part: &Movement| matches!(part, Movement::Then { .. });
                !movement.any(&returns)
            }
            _ => false,
        };
        beside
            && group.owner == Owner::Friend
            && self.event != Some(Event::Drop)
            && !self.before
            && !self.world.mixes(&self.earlier)
            && self.world.is_lone(self.side, &self.movers, &group.kinds)
    }

    /// The message that no side has such a piece.
    fn nobody(&self, owner: Owner, kinds: &Kinds) -> String {
        let named = match kinds {
            Kinds::Only(names) => names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(" or "),
            _ => "such piece".to_owned(),
        };
        match owner {
            Owner::Mover => format!("no {named} moves so"),
            Owner::Friend => format!("{} has no {named}", capital(self.side)),
            Owner::Enemy => format!("{} has no {named}", capital(self.side.other())),
            Owner::Any | Owner::Empty => format!("there is no {named}"),
        }
    }

    /// Whether there always is such a piece.
    pub(super) fn always(&self, group: &Group) -> bool {
        let world = self.world;
        if world.open {
            return false;
        }
        let all = match &self.movers {
            Kinds::Only(names) => names.iter().all(|name| group.kinds.has(name)),
            _ => group.kinds.is_all(),
        };
        if all && self.event.is_some() && !world.loses_movers(&self.earlier) {
            let there = match group.on {
                Area::At(Place::Target) => true,
                Area::At(Place::Victim) => self.captures_on_target(),
                Area::At(Place::Origin) if self.before => group.owner == Owner::Mover && self.leaves(),
                _ => false,
            };
            let starts = self.before && there && group.on == Area::At(Place::Origin);
            let arrived = there && !self.before && self.stays();
            let own = match group.owner {
                Owner::Mover | Owner::Any => true,
                Owner::Friend => !world.mixes(&self.earlier),
                Owner::Enemy | Owner::Empty => false,
            };
            if is_whole_mover(group) || arrived && own || starts {
                return true;
            }
        }
        let moved = matches!(self.event, Some(Event::Move | Event::Capture)) && !self.before;
        if group.owner == Owner::Empty {
            return group.on == Area::At(Place::Origin) && moved && !world.refills(&self.earlier);
        }
        if group.on != Area::All || group.owner == Owner::Mover {
            return false;
        }
        let rules = &world.played;
        let mut royals = world.owners(group.owner, self.side).into_iter().flat_map(|side| {
            let names = world.kinds(side).filter(move |name| {
                let royal = rules.pieces.get(*name).is_some_and(|piece| piece.royal[side]);
                royal && rules.royalty.rule[side] == RoyalRule::All
            });
            names.map(move |name| (side, name))
        });
        royals.any(|(side, name)| {
            group.kinds.has(name) && world.is_lasting(side, name) && world.starts(side, name)
        })
    }

    /// Whether the piece that has moved surely is one of these, since their squares together are
    /// the whole board.
    pub(super) fn covers(&self, groups: &[Group]) -> bool {
        let mover = Group {
            owner: Owner::Mover,
            kinds: Kinds::All,
            on: Area::All,
        };
        let whole = |group: &&Group| {
            let all = match &self.movers {
                Kinds::Only(names) => names.iter().all(|name| group.kinds.has(name)),
                _ => group.kinds.is_all(),
            };
            all && group.owner == Owner::Mover && matches!(group.on, Area::Squares(_))
        };
        let squares = groups.iter().filter(whole).map(|group| self.area(&group.on));
        let board = self.world.all();
        self.always(&mover) && (board & !squares.fold(U256::EMPTY, |set, more| set | more)).is_empty()
    }

    /// Whether what is captured surely stood where the captor arrives: nothing is captured in
    /// passing, on the way or from afar.
    fn captures_on_target(&self) -> bool {
        let world = self.world;
        let elsewhere = |way: &&Movement| {
            has_mode(way, Modes::EN_PASSANT)
                || passes(way, Via::Capture)
                || passes(way, Via::CaptureOwn)
                || way.any(&|part| matches!(part, Movement::Rifle(_)))
        };
        let mut captors = world.kinds(self.side).filter(|name| self.movers.has(name));
        self.event == Some(Event::Capture)
            && world.played.control.is_none()
            && captors.all(|name| {
                let ways = world.ways(self.side, name);
                ways.is_some_and(|ways| !ways.iter().any(elsewhere))
            })
    }
}
