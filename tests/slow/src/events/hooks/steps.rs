//! `second-step`, `passing-capture`, `pawn-steps` and `disguise`: further ways to move.

use crate::board::Square;
use crate::events::action::{Action, Mode, Step};
use crate::events::hook::{EventHook, Wanted, Way};
use crate::events::perform::Work;
use crate::events::state::{Place, State, Unit};
use crate::events::table::{Setup, Table};
use crate::position::Kind;
use crate::walk::Path;
use ferz::rules::{Modes, PerSide, Side, Squares};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A piece that may make its move twice in one movement (`CR-13` to `CR-15`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SecondStep {
    piece: String,
    #[serde(skip)]
    kind: Kind,
}

impl SecondStep {
    /// Every landing of one step from a square.
    fn step(&self, table: &Table, state: &State, unit: &Unit, from: Square) -> Vec<(Square, Mode)> {
        let side = unit.side;
        let mut found = Vec::new();
        let paths = table.paths(state, unit, Place::ground(from)).into_iter();
        let plain = |path: &Path| path.to != from && path.captures.is_empty() && !path.rifle;
        for path in paths.filter(plain) {
            for mode in table.landings(state, path.to, side) {
                let needed = if mode == Mode::Capture {
                    Modes::CAPTURE
                } else {
                    Modes::QUIET
                };
                if path.modes.has(needed) {
                    found.push((path.to, mode));
                }
            }
        }
        found
    }
}

impl EventHook for SecondStep {
    fn set_up(&mut self, number: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
        setup.take_over(self.kind, number);
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: &Unit,
        place: Place,
        wanted: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.kind != self.kind {
            return;
        }
        let side = unit.side;
        let lift = Step::Lift(place);
        let lifted = table.without(state, place);
        // Only its first step can be the first that it makes at all.
        let mut unmoved = lifted.clone();
        if place.index == 0 && state.unmoved.contains(&place.square) {
            unmoved.unmoved.insert(place.square);
        } else {
            unmoved.unmoved.remove(&place.square);
        }
        for (to, mode) in self.step(table, &unmoved, unit, place.square) {
            out.push(Action::movement([lift, Step::Land(to, mode)]));
            // The first step's removals, and their consequences, come before the second step
            // (`CR-14`).
            let mut after = lifted.clone();
            if mode == Mode::Capture {
                let mut work = Work::default();
                table.take(&mut after, Place::ground(to), side, &mut work);
                table.settle(&mut after, &mut work);
            }
            after.unmoved.remove(&to);
            for (end, last) in self.step(table, &after, unit, to) {
                out.push(Action::movement([
                    lift,
                    Step::Visit(to, mode),
                    Step::Land(end, last),
                ]));
            }
        }
        for (number, to) in table.castlings(state, unit, place, wanted) {
            let castle = Step::Castle(number);
            out.push(Action::movement([lift, castle, Step::Land(to, Mode::Quiet)]));
            let mut after = lifted.clone();
            table.move_partner(&mut after, number);
            for (end, mode) in self.step(table, &after, unit, to) {
                let steps = [lift, castle, Step::Visit(to, Mode::Quiet), Step::Land(end, mode)];
                out.push(Action::movement(steps));
            }
        }
    }

    /// One step anywhere, or two over an empty square.
    fn ways(&self, table: &Table, state: &State, unit: &Unit, place: Place) -> Vec<Way> {
        let quiet = |path: &Path| path.modes.has(Modes::QUIET) && path.captures.is_empty() && !path.rifle;
        let ends = |state: &State, from: Square| {
            let paths = table.paths(state, unit, Place::ground(from)).into_iter();
            let ends = paths.filter(quiet).map(|path| path.to);
            ends.filter(|&to| to != from).collect::<BTreeSet<Square>>()
        };
        let mut moved = state.clone();
        moved.unmoved.remove(&place.square);
        let first = ends(if place.index == 0 { state } else { &moved }, place.square);
        let mut all = first.clone();
        for &middle in first.iter().filter(|&&square| state.is_empty(square)) {
            all.extend(ends(&moved, middle));
        }
        let way = |to| Way {
            to,
            middle: None,
            shown: false,
        };
        all.into_iter().map(way).collect()
    }
}

/// A leaper that may capture what it jumps (`CR-20`, `CR-21`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PassingCapture {
    piece: String,
    #[serde(skip)]
    kind: Kind,
}

/// One path of a leap.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route {
    passed: Vec<Square>,
    to: Square,
}

/// The paths of a leap: the longer way first, then the shorter first. A leap between squares
/// without coordinates, or over squares that do not exist, has one path that passes nothing.
fn routes(table: &Table, from: Square, to: Square) -> Vec<Route> {
    let direct = Route {
        passed: Vec::new(),
        to,
    };
    let (Some((file, rank)), Some((end_file, end_rank))) = (table.board.place(from), table.board.place(to))
    else {
        return vec![direct];
    };
    let (right, up) = (end_file - file, end_rank - rank);
    let across = (if right > 0 { 2 } else { 6 }, right.abs());
    let along = (if up > 0 { 0 } else { 4 }, up.abs());
    let (long, short) = if along.1 >= across.1 {
        (along, across)
    } else {
        (across, along)
    };
    let walk = |legs: [(usize, i32); 2]| {
        let mut passed = vec![from];
        for (direction, steps) in legs {
            for _ in 0..steps {
                passed.push(table.step(*passed.last()?, direction)?);
            }
        }
        passed.remove(0);
        (passed.pop() == Some(to)).then_some(Route { passed, to })
    };
    let mut found: Vec<Route> = [[long, short], [short, long]]
        .into_iter()
        .filter_map(walk)
        .collect();
    found.dedup();
    if found.is_empty() { vec![direct] } else { found }
}

impl PassingCapture {
    fn routes(&self, table: &Table, side: Side, from: Square) -> Vec<Route> {
        let targets = table.targets(side, self.kind, from).into_iter();
        targets.flat_map(|to| routes(table, from, to)).collect()
    }
}

impl EventHook for PassingCapture {
    fn set_up(&mut self, number: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
        setup.take_over(self.kind, number);
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: &Unit,
        place: Place,
        _: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.kind != self.kind {
            return;
        }
        let prey = |square: Square| {
            let list = state.lists[square].iter().enumerate();
            let found = list.filter(|(_, other)| other.side != unit.side && !other.statue);
            found.map(move |(index, _)| Place { square, index })
        };
        for Route { passed, to } in self.routes(table, unit.side, place.square) {
            let mut one = |end: &[Step]| {
                let mut steps = vec![Step::Lift(place)];
                steps.extend(passed.iter().map(|&square| Step::Pass(square)));
                steps.extend(end);
                out.push(Action::movement(steps));
            };
            let landings = table.landings(state, to, unit.side).into_iter();
            for mode in landings.filter(|&mode| mode != Mode::Capture) {
                let land = Step::Land(to, mode);
                one(&[land]);
                for taken in passed.iter().flat_map(|&square| prey(square)) {
                    one(&[land, Step::Take(taken, true)]);
                }
            }
            for taken in prey(to) {
                if taken.index == 0 {
                    one(&[Step::Land(to, Mode::Capture), Step::Note(taken)]);
                } else {
                    one(&[Step::Inside(taken)]);
                }
            }
        }
    }

    fn ways(&self, table: &Table, _: &State, unit: &Unit, place: Place) -> Vec<Way> {
        let routes = self.routes(table, unit.side, place.square).into_iter();
        let way = |route: Route| Way {
            to: route.to,
            middle: None,
            shown: false,
        };
        routes.map(way).collect()
    }
}

/// The eight directions of a side, clockwise.
const DIRECTIONS: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// A pawn that steps in several directions, and twice from its second row (`CR-22` to `CR-24`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PawnSteps {
    piece: String,
    steps: Vec<String>,
    twice: PerSide<Squares>,
    barred: PerSide<Squares>,
    #[serde(skip)]
    kind: Kind,
}

impl PawnSteps {
    /// The squares that a single step reaches.
    fn single(&self, table: &Table, side: Side, from: Square) -> Vec<Square> {
        let turned = if side == Side::White { 0 } else { 4 };
        let barred = table.board.squares(&self.barred[side]);
        let wind = |name: &String| DIRECTIONS.iter().position(|known| known == name);
        let step = |wind: usize| table.step(from, (wind + turned) % 8);
        let ends = self.steps.iter().filter_map(wind).filter_map(step);
        ends.filter(|to| !barred.contains(to)).collect()
    }
}

impl EventHook for PawnSteps {
    fn set_up(&mut self, number: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
        setup.take_over(self.kind, number);
        setup.table.passed_key = true;
        setup.table.sure_passers = true;
    }

    fn ways(&self, table: &Table, state: &State, unit: &Unit, place: Place) -> Vec<Way> {
        let first = self.single(table, unit.side, place.square);
        let one = |&to: &Square| Way {
            to,
            middle: None,
            shown: false,
        };
        let mut ways: Vec<Way> = first.iter().map(one).collect();
        let twice = table.board.squares(&self.twice[unit.side]);
        if place.index == 0 && twice.contains(&place.square) {
            for &middle in first.iter().filter(|&&square| state.is_empty(square)) {
                let ends = self.single(table, unit.side, middle).into_iter();
                ways.extend(ends.map(|to| Way {
                    to,
                    middle: Some(middle),
                    shown: true,
                }));
            }
        }
        ways
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: &Unit,
        place: Place,
        _: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.kind != self.kind {
            return;
        }
        for way in self.ways(table, state, unit, place) {
            let mut steps = vec![Step::Lift(place)];
            steps.extend(way.middle.map(Step::Pass));
            let landings = table.landings(state, way.to, unit.side);
            if landings.contains(&Mode::Quiet) || way.to == place.square {
                steps.push(Step::Land(way.to, Mode::Quiet));
                table.arrive(
                    state,
                    &steps,
                    way.middle.as_slice(),
                    unit,
                    Place::ground(way.to),
                    out,
                );
            } else if landings.contains(&Mode::Enter) {
                steps.push(Step::Land(way.to, Mode::Enter));
                out.push(Action::movement(steps));
            }
        }
        table.captures(state, unit, place, out);
    }

    fn turn_ends(&self, table: &Table, state: &mut State, work: &mut Work) {
        for side in Side::ALL {
            for square in table.board.squares(&self.barred[side]) {
                let stranded = |unit: &Unit| unit.side == side && unit.kind == self.kind && !unit.statue;
                if state.base(square).is_some_and(stranded) {
                    table.send_off(state, Place::ground(square), false, work);
                }
            }
        }
    }
}

/// A pawn that changes places with the piece at the end of its step (`CR-25`, `CR-26`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Disguise {
    piece: String,
    chain: bool,
    #[serde(skip)]
    kind: Kind,
}

/// A chain as far as it has got.
struct Chain<'a> {
    /// The position that it has led to.
    state: &'a State,
    /// The steps.
    steps: &'a [Step],
    /// The places of the pawns that have moved.
    used: &'a [Place],
}

impl Disguise {
    /// Whether a pawn of the side may change places with the unit.
    fn may(&self, state: &State, target: Place, by: Side) -> bool {
        let carries = target.index == 0 && state.len(target.square) > 1;
        state.unit(target).is_some_and(|unit| {
            let own_pawn = unit.kind == self.kind && unit.side == by;
            !own_pawn && !carries && !unit.statue
        })
    }

    /// One change of places, and all that may follow.
    fn part(
        &self,
        table: &Table,
        chain: &Chain<'_>,
        (unit, place): (&Unit, Place),
        way: Way,
        target: Place,
        out: &mut Vec<Action>,
    ) {
        let state = chain.state;
        let Some(other) = state.unit(target) else {
            return;
        };
        let mut part = vec![Step::Lift(place)];
        part.extend(way.middle.filter(|_| way.shown).map(Step::Pass));
        part.push(Step::Exchange(target, other.kind));
        let exposes = way.middle.filter(|_| target.index == 0).map(Step::Expose);
        let (stays, options) = table.becoming(state, &part, unit, target);
        let mut ends: Vec<Option<Step>> = options.into_iter().map(Some).collect();
        if stays {
            ends.push(exposes);
        }
        let used = [chain.used, &[target]].concat();
        for end in ends {
            let part = [&part[..], end.as_slice()].concat();
            let steps = [chain.steps, &part].concat();
            if self.chain {
                let mut after = state.clone();
                table.perform(&mut after, &part, unit.side, &mut Work::default());
                let next = Chain {
                    state: &after,
                    steps: &steps,
                    used: &used,
                };
                self.go_on(table, &next, unit.side, place, out);
            }
            out.push(Action::movement(steps));
        }
    }

    /// All pawns that may change places with the unit that is now at `target`.
    fn go_on(&self, table: &Table, chain: &Chain<'_>, by: Side, target: Place, out: &mut Vec<Action>) {
        if !self.may(chain.state, target, by) {
            return;
        }
        for (place, unit) in chain.state.units(by) {
            let fits = unit.kind == self.kind && !unit.statue && place.square != target.square;
            if !fits || chain.used.contains(&place) {
                continue;
            }
            for way in table.ways(chain.state, &unit, place) {
                if way.to == target.square {
                    self.part(table, chain, (&unit, place), way, target, out);
                }
            }
        }
    }
}

impl EventHook for Disguise {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: &Unit,
        place: Place,
        _: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.kind != self.kind {
            return;
        }
        let chain = Chain {
            state,
            steps: &[],
            used: &[],
        };
        for way in table.ways(state, unit, place) {
            if way.to == place.square {
                continue;
            }
            for index in 0..state.len(way.to) {
                let target = Place {
                    square: way.to,
                    index,
                };
                if self.may(state, target, unit.side) {
                    self.part(table, &chain, (unit, place), way, target, out);
                }
            }
        }
    }
}
