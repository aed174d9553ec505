//! What units may do, safe or not.

use super::action::{Action, Mode, Source, Step};
use super::compile::Table;
use super::hook::{Points, Wanted, Way};
use super::perform::Work;
use super::state::State;
use super::unit::{Place, Unit};
use crate::board::{Bits, Square, U256};
use crate::rules::{Modes, Side};

/// What a unit may do on a square that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reception {
    /// Stand there, since it is empty.
    pub quiet: bool,
    /// Enter the list there.
    pub enter: bool,
    /// Capture the lowest unit there.
    pub capture: bool,
}

impl Reception {
    /// The ways of landing that are possible.
    pub fn modes(self) -> impl Iterator<Item = Mode> {
        [
            (self.quiet, Mode::Quiet),
            (self.enter, Mode::Enter),
            (self.capture, Mode::Capture),
        ]
        .into_iter()
        .filter_map(|(may, mode)| may.then_some(mode))
    }
}

impl Table {
    /// What a unit of the side may do on a square.
    #[inline]
    pub fn reception(&self, state: &State, square: Square, side: Side) -> Reception {
        let base = state.base(square);
        if !base.exists() {
            return Reception {
                quiet: true,
                enter: false,
                capture: false,
            };
        }
        if base.has(Unit::STATUE) {
            return Reception {
                quiet: false,
                enter: false,
                capture: false,
            };
        }
        Reception {
            quiet: false,
            enter: self.carries(base),
            capture: base.side() != side,
        }
    }

    /// Appends all movements of the side to move that the pieces allow, safe or not.
    pub(crate) fn movements(&self, state: &State, wanted: Wanted, out: &mut Vec<Action>) {
        for (place, unit) in state.units(state.turn) {
            self.movements_of(state, unit, place, wanted, out);
        }
        for hook in self.at(Points::ACTIONS) {
            hook.actions(self, state, out);
        }
    }

    /// Appends all movements of one unit.
    pub(crate) fn movements_of(
        &self,
        state: &State,
        unit: Unit,
        place: Place,
        wanted: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.has(Unit::STATUE) {
            return;
        }
        if self.taken_over[usize::from(unit.kind())].is_none() {
            self.plain(state, unit, place, out);
            for (index, to) in self.castlings(state, unit, place, wanted) {
                let steps = [
                    Step::Lift(place),
                    Step::Castle(index),
                    Step::Land(to, Mode::Quiet),
                ];
                out.push(Action::movement(steps));
            }
        }
        for hook in self.at(Points::MOVEMENTS) {
            hook.movements(self, state, unit, place, wanted, out);
        }
    }

    /// Movements as the ruleset has them.
    fn plain(&self, state: &State, unit: Unit, place: Place, out: &mut Vec<Action>) {
        let occupied = state.occupied();
        for course in self.courses(unit.side(), unit.kind(), place.square) {
            if course.empty.meets(occupied) || course.to == place.square {
                continue;
            }
            let may = self.reception(state, course.to, unit.side());
            for mode in may.modes() {
                let needed = if mode == Mode::Capture {
                    Modes::CAPTURE
                } else {
                    Modes::QUIET
                };
                if course.modes.has(needed) {
                    let exposes = course.middle.filter(|_| mode == Mode::Quiet);
                    self.land(state, unit, place, (course.to, mode), exposes, out);
                }
            }
            if may.quiet && course.modes.has(Modes::EN_PASSANT) {
                self.en_passant(state, unit, place, course.to, out);
            }
        }
    }

    /// Captures with the ruleset's movement, en passant included, for hooks that have taken over a kind.
    pub fn captures(&self, state: &State, unit: Unit, place: Place, out: &mut Vec<Action>) {
        let occupied = state.occupied();
        for course in self.courses(unit.side(), unit.kind(), place.square) {
            if course.empty.meets(occupied) || course.to == place.square {
                continue;
            }
            let may = self.reception(state, course.to, unit.side());
            if may.capture && course.modes.has(Modes::CAPTURE) {
                self.land(state, unit, place, (course.to, Mode::Capture), None, out);
            }
            if may.quiet && course.modes.has(Modes::EN_PASSANT) {
                self.en_passant(state, unit, place, course.to, out);
            }
        }
    }

    /// One movement straight to a square.
    fn land(
        &self,
        state: &State,
        unit: Unit,
        place: Place,
        (to, mode): (Square, Mode),
        exposes: Option<Square>,
        out: &mut Vec<Action>,
    ) {
        let steps = [Step::Lift(place), Step::Land(to, mode)];
        if mode == Mode::Enter {
            out.push(Action::movement(steps));
        } else {
            self.arrive(state, &steps, exposes, unit, Place::ground(to), out);
        }
    }

    /// Captures en passant on an empty square: one for each unit that has passed it.
    fn en_passant(&self, state: &State, unit: Unit, place: Place, to: Square, out: &mut Vec<Action>) {
        let victims = || {
            state.passed.iter().filter(move |&&(middle, victim)| {
                let base = state.base(victim);
                middle == to && base.exists() && base.side() != unit.side()
            })
        };
        let shown = victims().count() > 1;
        for &(_, victim) in victims() {
            let take = Step::Take(Place::ground(victim), shown);
            let steps = [Step::Lift(place), Step::Land(to, Mode::Quiet), take];
            self.arrive(state, &steps, None, unit, Place::ground(to), out);
        }
    }

    /// A unit has arrived: appends the movement, once for everything that the unit may become there.
    ///
    /// `steps` lead from `state` to where the unit is at `at`; `exposes` is a square that it has passed.
    pub fn arrive(
        &self,
        state: &State,
        steps: &[Step],
        exposes: Option<Square>,
        unit: Unit,
        at: Place,
        out: &mut Vec<Action>,
    ) {
        let mut plain = || {
            let mut all = Vec::with_capacity(steps.len() + 1);
            all.extend_from_slice(steps);
            all.extend(exposes.map(Step::Expose));
            out.push(Action::movement(all));
        };
        let Some((must, options)) = self.becoming(state, steps, unit, at) else {
            return plain();
        };
        if !must {
            plain();
        }
        for option in options {
            let mut all = Vec::with_capacity(steps.len() + 1);
            all.extend_from_slice(steps);
            all.push(option);
            out.push(Action::movement(all));
        }
    }

    /// What a unit that arrives may become, and whether it must; `None` if it has no choice.
    pub fn becoming(
        &self,
        state: &State,
        steps: &[Step],
        unit: Unit,
        at: Place,
    ) -> Option<(bool, Vec<Step>)> {
        let promote = self.promotes[unit.side().index()][usize::from(unit.kind())].as_ref()?;
        if at.index > 0 {
            return None;
        }
        let inside = promote.zone.has(at.square);
        let arrives = || {
            self.at(Points::ARRIVALS)
                .any(|h| h.arrives(self, state, unit, at.square))
        };
        if !inside && !arrives() {
            return None;
        }
        let mut after = state.clone();
        let end = self.run(&mut after, steps, unit.side(), &mut Work::default())?;
        // Revenge may have taken it at once (`CR-9`).
        let there = after.unit(at);
        if end != at || !there.exists() || !there.has(Unit::MOVER) {
            return None;
        }
        let options = self.options(&after, unit.side(), unit.kind());
        let must = inside && !promote.optional.has(at.square) && !options.is_empty();
        (!options.is_empty()).then_some((must, options))
    }

    /// What a unit of that kind may become now.
    pub fn options(&self, state: &State, side: Side, kind: u8) -> Vec<Step> {
        let mut out = Vec::new();
        let mut replaced = false;
        for hook in self.at(Points::ARRIVALS) {
            replaced |= hook.arrivals(self, state, side, kind, &mut out);
        }
        if !replaced && let Some(promote) = &self.promotes[side.index()][usize::from(kind)] {
            out.extend(promote.to.iter().map(|&k| Step::Become(k, Source::Free)));
        }
        out
    }

    /// Whether a square is in the promotion zone of a kind.
    pub fn promotes_on(&self, side: Side, kind: u8, square: Square) -> bool {
        self.promotes[side.index()][usize::from(kind)]
            .as_ref()
            .is_some_and(|p| p.zone.has(square))
    }

    /// Castling moves of a unit: their numbers and where it arrives. Whether it is safe there is not asked.
    pub fn castlings(&self, state: &State, unit: Unit, place: Place, wanted: Wanted) -> Vec<(u8, Square)> {
        if state.castling == 0 || place.index > 0 || state.len(place.square) != 1 {
            return Vec::new();
        }
        let mut out = Vec::new();
        for (i, castle) in self.castles.iter().enumerate() {
            let partner = state.base(castle.rook_from);
            let possible = state.castling >> i & 1 == 1
                && castle.side == unit.side()
                && castle.king == unit.kind()
                && castle.king_from == place.square
                && partner.exists()
                && partner.kind() == castle.rook
                && partner.side() == castle.side
                && !castle.empty.meets(state.occupied());
            if possible && (wanted == Wanted::Threats || self.is_safe_way(state, unit, castle)) {
                out.push((i as u8, castle.king_to));
            }
        }
        out
    }

    fn is_safe_way(&self, state: &State, unit: Unit, castle: &super::compile::Castle) -> bool {
        castle
            .safe
            .squares()
            .filter(|&s| s != castle.king_to)
            .all(|square| {
                if square == castle.king_from {
                    return !self.is_threatened(state, unit.side());
                }
                let mut there = state.clone();
                there.take_list(castle.king_from);
                there.take_list(square);
                there.set_list(square, &[unit]);
                !self.is_threatened(&there, unit.side())
            })
    }

    /// Appends the quiet ways of a unit: where its movement leads without capturing, whatever stands there.
    pub fn ways(&self, state: &State, unit: Unit, place: Place, out: &mut Vec<Way>) {
        if unit.has(Unit::STATUE) {
            return;
        }
        if let Some(number) = self.taken_over[usize::from(unit.kind())] {
            return self.hooks[usize::from(number)].ways(self, state, unit, place, out);
        }
        for course in self.courses(unit.side(), unit.kind(), place.square) {
            if course.modes.has(Modes::QUIET) && !course.empty.meets(state.occupied()) {
                out.push(Way {
                    to: course.to,
                    middle: course.middle,
                    shown: false,
                });
            }
        }
    }

    /// Whether a unit's movement could remove something on the squares; when in doubt, yes.
    #[inline]
    pub(crate) fn reaches(&self, state: &State, unit: Unit, square: Square, danger: U256) -> bool {
        let (side, kind) = (unit.side(), unit.kind());
        if !self.zones[side.index()][usize::from(kind)][usize::from(square)].meets(danger) {
            return false;
        }
        if unit.has(Unit::STATUE) {
            return false;
        }
        let strikes = self.strikes(side, kind, square);
        if self.taken_over[usize::from(kind)].is_some() || !strikes.meets(danger) {
            return true;
        }
        let occupied = state.occupied();
        let open = self
            .courses(side, kind, square)
            .iter()
            .any(|c| c.modes.has(Modes::CAPTURE) && danger.has(c.to) && !c.empty.meets(occupied));
        open || self
            .at(Points::THREATS)
            .any(|h| h.zone(self, side, kind, square).meets(danger))
    }

    /// Whether any unit of the side could remove something on the squares; when in doubt, yes.
    pub fn any_reaches(&self, state: &State, side: Side, danger: U256) -> bool {
        for square in state.bases(side).squares() {
            if self.reaches(state, state.base(square), square, danger) {
                return true;
            }
        }
        let mut above = state.above().iter();
        above.any(|&(square, unit)| unit.side() == side && self.reaches(state, unit, square, danger))
    }

    /// Whether a unit of the side that promotes could come into its promotion zone in one turn, by moving or by falling;
    /// when in doubt, yes.
    pub fn could_arrive(&self, state: &State, side: Side) -> bool {
        let mut ways = Vec::new();
        state.units(side).any(|(place, unit)| {
            let Some(promote) = &self.promotes[side.index()][usize::from(unit.kind())] else {
                return false;
            };
            if place.index > 0 || unit.has(Unit::STATUE) {
                return true;
            }
            ways.clear();
            self.ways(state, unit, place, &mut ways);
            promote.zone.has(place.square)
                || self.strikes(side, unit.kind(), place.square).meets(promote.zone)
                || ways.iter().any(|way| promote.zone.has(way.to))
        })
    }
}
