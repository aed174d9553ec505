//! What follows from a movement: what pieces carry, explosions, conversions.

use super::action::{Action, Step};
use super::perform::{Watch, Work};
use super::state::{Place, State, Unit};
use super::table::Table;
use crate::slow::board::Square;
use crate::slow::moves::can_stand;
use crate::slow::position::Kind;
use crate::slow::walk::Path;
use crate::slow::{mechanics, weapons};
use ferz::rules::{Modes, Side};

impl Table {
    /// The letter of the unit's own kind is none that it has taken over.
    pub fn forget_own(&self, unit: &mut Unit) {
        if let Some(own) = mechanics::absorbable(&self.flat, unit.kind) {
            unit.tags.remove(&own);
        }
    }

    /// All that follows from a movement of a piece of `kind` that has ended at `at`.
    pub fn aftermath(
        &self,
        state: &mut State,
        action: &Action,
        (kind, at): (Option<Kind>, Place),
        side: Side,
        watch: Watch,
        work: &mut Work,
    ) {
        let shot = action.steps.iter().find_map(|step| match step {
            Step::Shoot(square) | Step::Past(square) => Some(*square),
            _ => None,
        });
        let volley = action.steps.iter().any(|step| matches!(step, Step::Volley(_)));
        self.gain(state, kind, at, shot.is_some() || volley, work);
        if self.flat.mechanics.explosion.is_some() && action.removes() {
            match watch {
                Watch::Both | Watch::Only(_) => self.explode(state, at, shot, side, work),
                Watch::Asked(_) => self.blow_up_royals(state, at, shot, side),
            }
        }
        if self.flat.mechanics.converts {
            let mut entered = match (shot, action.steps.first()) {
                (Some(square), _) => vec![square],
                (None, Some(Step::Nothing)) => Vec::new(),
                (None, _) => vec![at.square],
            };
            entered.extend(action.steps.iter().filter_map(|step| match step {
                Step::Castle(number) => Some(self.castles[*number].rook_to),
                _ => None,
            }));
            let changed = action.steps.iter().find_map(|step| match step {
                Step::Swap(first, _) => Some(*first),
                _ => None,
            });
            let places = entered.into_iter().map(|square| {
                if square == at.square {
                    at
                } else {
                    Place::ground(square)
                }
            });
            let entered: Vec<Place> = places.chain(changed).collect();
            self.convert(state, &entered, side);
        }
    }

    /// The captor takes over what its prey carried (`MM-7`).
    fn gain(&self, state: &mut State, kind: Option<Kind>, at: Place, fires: bool, work: &Work) {
        let takes = match (&self.flat.mechanics.absorption, kind) {
            (Some(absorption), Some(kind)) => absorption.by.iter().any(|name| self.kind(name) == kind),
            _ => fires && !self.flat.mechanics.weapons.is_empty(),
        };
        let Some(captor) = state.unit_mut(at).filter(|unit| takes && unit.mover) else {
            return;
        };
        for prey in &work.prey {
            captor.tags.extend(&prey.tags);
            captor.tags.extend(mechanics::absorbable(&self.flat, prey.kind));
        }
        captor.tags.extend(weapons::natural(&self.flat, captor.kind));
        self.forget_own(captor);
    }

    /// The captor goes, or what is left where a shot hit, and then the lowest unit of every square around.
    fn explode(&self, state: &mut State, at: Place, shot: Option<Square>, side: Side, work: &mut Work) {
        let Some(explosion) = &self.flat.mechanics.explosion else {
            return;
        };
        let centre = shot.unwrap_or(at.square);
        let around = mechanics::area(&self.flat, side, &explosion.area, centre);
        let spared = |unit: &Unit| {
            let named = |name: &String| self.kind(name) == unit.kind;
            unit.statue || explosion.sparing.iter().any(named)
        };
        let hit: Vec<Square> = self
            .ordered
            .iter()
            .copied()
            .filter(|&square| square != centre && around.contains(&square))
            .filter(|&square| state.base(square).is_some_and(|base| !spared(base)))
            .collect();
        match shot {
            None if state.unit(at).is_some_and(|unit| unit.mover) => self.take(state, at, side, work),
            None => {}
            Some(square) => self.take(state, Place::ground(square), side, work),
        }
        for square in hit {
            if state.base(square).is_some_and(|base| !base.statue) {
                self.take(state, Place::ground(square), side, work);
            }
        }
        self.settle(state, work);
    }

    /// Of an explosion only that it takes royals of the captor's own side.
    fn blow_up_royals(&self, state: &mut State, at: Place, shot: Option<Square>, side: Side) {
        let Some(explosion) = &self.flat.mechanics.explosion else {
            return;
        };
        let own = |unit: &Unit| unit.side == side && self.is_royal(unit);
        let spared = |unit: &Unit| explosion.sparing.iter().any(|name| self.kind(name) == unit.kind);
        let centre = shot.unwrap_or(at.square);
        for square in mechanics::area(&self.flat, side, &explosion.area, centre) {
            let goes = |base: &Unit| own(base) && !spared(base) && !base.statue;
            if square != centre && state.base(square).is_some_and(goes) {
                state.lists[square].remove(0);
            }
        }
        if shot.is_none() && state.unit(at).is_some_and(|unit| unit.mover && own(unit)) {
            state.pull(at);
        }
    }

    /// Enemies that the moved units could capture change sides, but for royals and what the side cannot have there.
    fn convert(&self, state: &mut State, entered: &[Place], side: Side) {
        let mut hit: Vec<Square> = Vec::new();
        for &place in entered {
            let square = place.square;
            let Some(unit) = state.unit(place).filter(|unit| unit.side == side && !unit.statue) else {
                continue;
            };
            let plain =
                |path: &Path| !path.rifle && path.captures.is_empty() && path.modes.has(Modes::CAPTURE);
            let paths = self.paths(state, unit, place).into_iter().filter(plain);
            hit.extend(paths.map(|path| path.to).filter(|&to| to != square));
        }
        for square in hit {
            let royal = |kind: Kind| Side::ALL.iter().any(|&s| self.flat.is_royal(s, kind));
            let converts = |unit: &Unit| {
                unit.side != side
                    && !unit.statue
                    && self.letter(unit.kind, side).is_some()
                    && !royal(unit.kind)
                    && can_stand(&self.flat, side, unit.kind, square)
            };
            if state.base(square).is_some_and(converts) {
                self.ground_lost(state, square);
                if let Some(unit) = state.unit_mut(Place::ground(square)) {
                    unit.side = side;
                }
            }
        }
    }
}
