//! `passing-capture`: a leaper that captures on the squares it passes. Does not know the leap
//! itself: the ruleset has the piece's movement.
//!
//! An oblique leap has two paths: straight first and then to the side, or to the side first. Each
//! jumps over other squares. The two are different movements, and the text names every square
//! touched: `b1b2b3c3` (`CR-20`). The piece captures at most one unit, on a passed square or on its
//! end, inside a tower or not: `b1b2b3c3xb3.2`, `..c3xc3` (`CR-21`).
//!
//! Points: movements, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square, Topology};
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::reception;
use crate::mechanics::{Mechanic, Mechanics, Mode, Movements, Points, Setup, Step, Steps, Wanted, Way};
use crate::rules::{BySide, PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PassingCapture {
    /// The leaper, which captures on its path.
    pub piece: PieceName,
}

/// The compiled hook.
#[derive(Debug)]
struct Leaper<L: FullLayout> {
    piece: PieceName,
    kind: u8,
    /// The paths, by side and square.
    routes: BySide<Vec<Vec<Route>>>,
    /// The squares that are touched, by side and square.
    touched: BySide<Vec<L::B>>,
}

/// One path of a leap.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route {
    /// The quiet movement of a unit on the ground along it.
    quiet: Steps,
    passed: Vec<Square>,
    to: Square,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "passing-capture",
    summary: "a leaper takes one of two paths and may capture a piece that it jumps",
    doc: "A leap has two paths of orthogonal steps: the longer way first, or the shorter. They are two different \
          movements. The piece jumps over all pieces on the squares it passes, and captures at most one enemy, on a passed square or on its end square; of a tower, any unit inside. Its end square must be empty, hold a carrier that it enters, or be a square it captures on.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("knight"),
        doc: "the leaper",
    }],
    example: "use passing-capture(piece: knight)",
    position_key: None,
    turn_keys: &[],
    repeatable: true,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &[],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    let PassingCapture { piece } = super::read(parameters)?;
    Ok(Box::new(Leaper {
        piece,
        kind: 0,
        routes: Default::default(),
        touched: Default::default(),
    }))
}

impl Route {
    fn new(from: Square, passed: Vec<Square>, to: Square) -> Self {
        let mut quiet = Steps::new();
        quiet.push(Step::Lift(Place::ground(from)));
        for &square in &passed {
            quiet.push(Step::Pass(square));
        }
        quiet.push(Step::Land(to, Mode::Quiet));
        Self { quiet, passed, to }
    }
}

/// The paths of a leap: first the one that begins with the longer way, then the other. A leap has
/// one path that passes nothing if its squares have no coordinates, or if it crosses squares that
/// do not exist.
fn routes(topology: &Topology, from: Square, to: Square) -> Vec<Route> {
    let direct = || vec![Route::new(from, Vec::new(), to)];
    let (Some((file, rank)), Some((end_file, end_rank))) =
        (topology.coordinates(from), topology.coordinates(to))
    else {
        return direct();
    };
    let right = i32::from(end_file) - i32::from(file);
    let up = i32::from(end_rank) - i32::from(rank);
    let across = (if right > 0 { 2 } else { 6 }, right.unsigned_abs());
    let along = (if up > 0 { 0 } else { 4 }, up.unsigned_abs());
    let walk = |legs: [(usize, u32); 2]| {
        let mut at = from;
        let mut passed = Vec::new();
        for (compass, steps) in legs {
            for _ in 0..steps {
                at = topology.step(at, compass)?;
                passed.push(at);
            }
        }
        (passed.pop() == Some(to)).then(|| Route::new(from, passed, to))
    };
    let (long, short) = if along.1 >= across.1 {
        (along, across)
    } else {
        (across, along)
    };
    let mut out: Vec<Route> = [[long, short], [short, long]]
        .into_iter()
        .filter_map(walk)
        .collect();
    out.dedup();
    if out.is_empty() { direct() } else { out }
}

impl<L: FullLayout> Mechanic<L> for Leaper<L> {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        setup.take_over(self.kind, number)?;
        setup.restrict_captures(self.kind, true);
        for side in Side::ALL {
            for from in 0..setup.topology().size() {
                let from = from as Square;
                let (mut list, mut touched) = (Vec::new(), L::B::EMPTY);
                // A leap ends elsewhere: nothing enters itself.
                for to in (setup.targets(side, self.kind, from) & !L::B::bit(from)).squares() {
                    for route in routes(setup.topology(), from, to) {
                        touched |= route
                            .passed
                            .iter()
                            .fold(L::B::bit(to), |all, &s| all | L::B::bit(s));
                        list.push(route);
                    }
                }
                self.routes[side.index()].push(list);
                self.touched[side.index()].push(touched);
            }
        }
        Ok(())
    }

    fn movements(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        of: Option<(Unit, Place)>,
        _: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        let Some((unit, place)) = of else { return };
        if unit.kind() != self.kind {
            return;
        }
        let side = unit.side();
        let theirs = state.bases(side.other());
        let towers = !state.above().is_empty();
        let prey = |square: Square| {
            let any = towers || theirs.has(square);
            let takes = move |unit: Unit| unit.side() != side && !unit.has(Unit::FIXED);
            let found = any.then(|| state.stack(square)).into_iter().flatten();
            found
                .filter(move |(_, unit)| takes(*unit))
                .map(|(place, _)| place)
        };
        for route in &self.routes[side.index()][usize::from(place.square)] {
            let to = route.to;
            if place.index == 0
                && !towers
                && state.is_empty(to)
                && !route.passed.iter().any(|&s| theirs.has(s))
            {
                out.push(&route.quiet);
                continue;
            }
            let may = reception::reception(table, state, to, side);
            let mut one = |end: &[Step]| {
                let mut steps = Steps::new();
                steps.push(Step::Lift(place));
                for &square in &route.passed {
                    steps.push(Step::Pass(square));
                }
                steps.extend_from_slice(end);
                out.push(&steps);
            };
            for mode in may.modes().filter(|&m| m != Mode::Capture) {
                one(&[Step::Land(to, mode)]);
                for &passed in &route.passed {
                    for taken in prey(passed) {
                        one(&[Step::Land(to, mode), Step::Take(taken, true)]);
                    }
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

    fn ways(&self, _: &Mechanics<L>, _: &Pos<L>, unit: Unit, place: Place, out: &mut Vec<Way<L::B>>) {
        let routes = &self.routes[unit.side().index()][usize::from(place.square)];
        out.extend(routes.iter().map(|route| Way {
            to: route.to,
            passed: L::B::EMPTY,
            shown: false,
        }));
    }

    fn landings(&self, _: &Mechanics<L>, side: Side, _: u8, square: Square) -> L::B {
        self.touched[side.index()][usize::from(square)]
    }

    fn zone(&self, _: &Mechanics<L>, side: Side, kind: u8, square: Square) -> L::B {
        if kind == self.kind {
            self.touched[side.index()][usize::from(square)]
        } else {
            L::B::EMPTY
        }
    }
}
