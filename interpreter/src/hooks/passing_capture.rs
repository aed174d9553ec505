//! `passing-capture`: a leaper that captures on the squares it passes.
//!
//! An oblique leap has two paths: straight first, then to the side, or to the side first. Each passes squares, which it
//! jumps. The two are different movements, and the text names every square touched: `b1b2b3c3` (`CR-20`). The piece
//! captures at most one unit, on a passed square or where it ends, inside a tower or not: `b1b2b3c3xb3.2`, `..c3xc3`
//! (`CR-21`).
//!
//! Points: movements, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square, Topology, U256};
use crate::engine::CompileError;
use crate::rules::{PieceName, Side};
use crate::table::{Action, EventHook, Mode, Place, Points, Setup, State, Step, Table, Unit, Wanted, Way};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PassingCapture {
    /// The kind that captures in passing.
    pub piece: PieceName,
    #[serde(skip)]
    kind: u8,
    /// By side and square.
    #[serde(skip)]
    routes: [Vec<Vec<Route>>; 2],
    /// By side and square: every square that is touched.
    #[serde(skip)]
    touched: [Vec<U256>; 2],
}

/// One path of a leap.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route {
    passed: Vec<Square>,
    to: Square,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "passing-capture",
    summary: "a leaper takes one of two paths and may capture a piece that it jumps",
    doc: "A leap has two paths of orthogonal steps: the longer way first, or the shorter. They are two different \
          movements. The piece jumps whatever stands on the squares it passes, and captures at most one enemy, on a \
          passed square or where it ends; of a tower, any unit inside. Where it ends must be empty, a carrier that it \
          enters, or a square it captures on.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("knight"),
        doc: "the leaper",
    }],
    example: "use passing-capture(piece: knight)",
    position_key: None,
    repeatable: true,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<PassingCapture>(parameters)?))
}

/// The paths of a leap: the longer way first, then the shorter first. A leap between squares without coordinates, or
/// over squares that do not exist, has one path that passes nothing.
fn routes(topology: &Topology, from: Square, to: Square) -> Vec<Route> {
    let direct = || {
        vec![Route {
            passed: Vec::new(),
            to,
        }]
    };
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
        (passed.pop() == Some(to)).then_some(Route { passed, to })
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

impl EventHook for PassingCapture {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        setup.take_over(self.kind, number)?;
        for side in Side::ALL {
            let all: Vec<Vec<Route>> = (0..setup.topology().size())
                .map(|from| {
                    let from = from as Square;
                    let targets = setup.targets(side, self.kind, from);
                    targets
                        .squares()
                        .flat_map(|to| routes(setup.topology(), from, to))
                        .collect()
                })
                .collect();
            self.touched[side.index()] = all
                .iter()
                .map(|list| {
                    list.iter().fold(U256::EMPTY, |all, route| {
                        route
                            .passed
                            .iter()
                            .fold(all | U256::bit(route.to), |all, &s| all | U256::bit(s))
                    })
                })
                .collect();
            self.routes[side.index()] = all;
        }
        Ok(())
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: Unit,
        place: Place,
        _: Wanted,
        out: &mut Vec<Action>,
    ) {
        if unit.kind() != self.kind {
            return;
        }
        let side = unit.side();
        let prey = |square: Square| {
            let list = state.list(square);
            let takes = move |unit: Unit| unit.side() != side && !unit.has(Unit::STATUE);
            let found = list.into_iter().enumerate().filter(move |(_, unit)| takes(*unit));
            found.map(move |(index, _)| Place {
                square,
                index: index as u8,
            })
        };
        for route in &self.routes[side.index()][usize::from(place.square)] {
            let to = route.to;
            let may = table.reception(state, to, side);
            let mut one = |end: &[Step]| {
                let mut steps = Vec::with_capacity(route.passed.len() + 3);
                steps.push(Step::Lift(place));
                steps.extend(route.passed.iter().map(|&s| Step::Pass(s)));
                steps.extend_from_slice(end);
                out.push(Action::movement(steps));
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

    fn ways(&self, _: &Table, _: &State, unit: Unit, place: Place, out: &mut Vec<Way>) {
        let routes = &self.routes[unit.side().index()][usize::from(place.square)];
        out.extend(routes.iter().map(|route| Way {
            to: route.to,
            middle: None,
            shown: false,
        }));
    }

    fn zone(&self, _: &Table, side: Side, kind: u8, square: Square) -> U256 {
        if kind == self.kind {
            self.touched[side.index()][usize::from(square)]
        } else {
            U256::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, compiled, fen_after};

    /// `CR-20`, `CR-21`
    #[test]
    fn two_paths_and_captures_on_them() {
        let variant = chess_with(&["use passing-capture"]);
        let fen = "4k3/8/8/8/8/8/1p6/1N2K3 w - - 0 1";
        assert!(allows(&variant, fen, "b1b2b3c3") && allows(&variant, fen, "b1c1c2c3"));
        assert_eq!(
            fen_after(&variant, fen, &["b1b2b3c3xb2"]),
            "4k3/8/8/8/8/2N5/8/4K3 b - - 0 1"
        );
        assert!(!allows(&variant, fen, "b1c1c2c3xb2"));
        let position = variant.position("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1").unwrap();
        assert!(variant.in_check(&position));
    }

    /// The leaper is a parameter.
    #[test]
    fn other_leapers() {
        let variant = compiled(
            "variant \"Camels\" extends chess\npiece camel C = camel, value 3\nuse passing-capture(piece: camel)\n"
                .to_owned(),
        );
        let fen = "4k3/8/8/8/8/8/p7/C3K3 w - - 0 1";
        for text in ["a1a2a3a4b4xa2", "a1a2a3a4b4", "a1b1b2b3b4"] {
            assert!(allows(&variant, fen, text), "{text}");
        }
        assert!(!allows(&variant, fen, "a1b1b2b3b4xa2"));
    }
}
