//! `pawn-steps`: a pawn that steps in several directions, and twice from its second row.
//!
//! It steps without capturing, never onto its first row; from its second row, not from inside a carrier, it may make two
//! such steps over an empty square, and the second may go back (`CR-22`, `CR-23`). Text: all squares, `e2e3d3`. It captures
//! as the ruleset says; on the square that a double step passed, whichever way it went, it can be captured in the next
//! turn (`CR-24`; of two victims, the text names one: `e3d2xc2`). A pawn that stands on its first row at the end of a turn
//! is captured. Position key: `passed=e3:e4`, and field 4 is `-`.
//!
//! Points: movements, threats, turn ends.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square, U256};
use crate::engine::CompileError;
use crate::rules::{PerSide, PieceName, Side, Squares};
use crate::table::{
    Action, EventHook, Mode, Place, Points, Setup, State, Step, Table, Unit, Wanted, Way, Work,
};
use serde::{Deserialize, Serialize};

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

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PawnSteps {
    /// The kind that steps so.
    pub piece: PieceName,
    /// The directions of its steps, from its side's view.
    pub steps: Vec<String>,
    /// Where it may make two of them.
    pub twice: PerSide<Squares>,
    /// Where it may never step, and is captured at the end of a turn.
    pub barred: PerSide<Squares>,
    #[serde(skip)]
    kind: u8,
    #[serde(skip)]
    double: [U256; 2],
    #[serde(skip)]
    forbidden: [U256; 2],
    /// By side and square: where a single step leads.
    #[serde(skip)]
    single: [Vec<Vec<Square>>; 2],
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "pawn-steps",
    summary: "a pawn steps forward, back and sideways, and twice from its second row",
    doc: "The piece steps one square in the given directions without capturing, never onto the barred squares. From the \
          given zone, unless it is inside a carrier, it may make two such steps in one movement over an empty square, and \
          the second may go back. In the next turn an enemy piece that captures en passant may do so on the square \
          between. It captures as its own movement says. A piece of the kind that stands on a barred square at the end \
          of a turn is captured.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Piece,
            default: Some("pawn"),
            doc: "the piece that steps so",
        },
        ParameterInfo {
            name: "steps",
            kind: ParameterKind::Directions,
            default: Some("orthogonal"),
            doc: "the directions of its steps",
        },
        ParameterInfo {
            name: "twice",
            kind: ParameterKind::Zone,
            default: Some("second rank"),
            doc: "where it may make two steps in one movement",
        },
        ParameterInfo {
            name: "barred",
            kind: ParameterKind::Zone,
            default: Some("first rank"),
            doc: "where it may never step, and is captured if it stands there at the end of a turn",
        },
    ],
    example: "use pawn-steps(piece: pawn, steps: orthogonal)",
    position_key: Some("passed"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<PawnSteps>(parameters)?))
}

impl EventHook for PawnSteps {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS).or(Points::TURN_ENDS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        setup.take_over(self.kind, number)?;
        setup.watch(self.kind);
        setup.own_passed();
        self.double = setup.zone(&self.twice);
        self.forbidden = setup.zone(&self.barred);
        let winds: Vec<usize> = self
            .steps
            .iter()
            .filter_map(|name| DIRECTIONS.iter().position(|d| d == name))
            .collect();
        for side in Side::ALL {
            let turned = if side == Side::White { 0 } else { 4 };
            let barred = self.forbidden[side.index()];
            self.single[side.index()] = (0..setup.topology().size())
                .map(|from| {
                    let step = |&wind: &usize| setup.topology().step(from as Square, (wind + turned) % 8);
                    winds
                        .iter()
                        .filter_map(step)
                        .filter(|&to| !barred.has(to))
                        .collect()
                })
                .collect();
        }
        Ok(())
    }

    fn ways(&self, _: &Table, state: &State, unit: Unit, place: Place, out: &mut Vec<Way>) {
        let single = &self.single[unit.side().index()];
        let first = &single[usize::from(place.square)];
        out.extend(first.iter().map(|&to| Way {
            to,
            middle: None,
            shown: false,
        }));
        if place.index == 0 && self.double[unit.side().index()].has(place.square) {
            for &middle in first.iter().filter(|&&s| state.is_empty(s)) {
                let ends = single[usize::from(middle)].iter();
                out.extend(ends.map(|&to| Way {
                    to,
                    middle: Some(middle),
                    shown: true,
                }));
            }
        }
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
        let mut ways = Vec::new();
        self.ways(table, state, unit, place, &mut ways);
        for way in ways {
            let mut steps = vec![Step::Lift(place)];
            steps.extend(way.middle.map(Step::Pass));
            let may = table.reception(state, way.to, unit.side());
            if may.quiet || way.to == place.square {
                steps.push(Step::Land(way.to, Mode::Quiet));
                table.arrive(state, &steps, way.middle, unit, Place::ground(way.to), out);
            } else if may.enter {
                steps.push(Step::Land(way.to, Mode::Enter));
                out.push(Action::movement(steps));
            }
        }
        table.captures(state, unit, place, out);
    }

    fn zone(&self, table: &Table, side: Side, kind: u8, square: Square) -> U256 {
        if kind == self.kind {
            table.strikes(side, kind, square)
        } else {
            U256::EMPTY
        }
    }

    fn turn_ends(&self, table: &Table, state: &mut State, work: &mut Work) {
        for side in Side::ALL {
            let there = state.bases(side) & state.watched() & self.forbidden[side.index()];
            for square in there.squares() {
                let unit = state.base(square);
                if unit.kind() == self.kind && !unit.has(Unit::STATUE) {
                    table.send_off(state, Place::ground(square), false, work);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};

    /// `CR-22`, `CR-23`, `CR-24`
    #[test]
    fn steps_double_steps_and_en_passant() {
        let variant = chess_with(&["use pawn-steps"]);
        let fen = "4k3/8/8/8/8/6p1/4P3/4K3 w - - 0 1";
        for text in ["e2e3", "e2d2", "e2f2", "e2e3e4", "e2e3e2", "e2d2c2"] {
            assert!(allows(&variant, fen, text), "{text}");
        }
        assert!(!allows(&variant, fen, "e2e4") && !allows(&variant, fen, "e2d2d1"));
        let passed = fen_after(&variant, fen, &["e2e3f3"]);
        assert_eq!(passed, "4k3/8/8/8/8/5Pp1/8/4K3 b - - 0 1 passed=e3:f3");
        let beside = fen_after(&variant, "4k3/8/8/8/8/6p1/3P4/4K3 w - - 0 1", &["d2e2f2"]);
        assert_eq!(beside, "4k3/8/8/8/8/6p1/5P2/4K3 b - - 0 1 passed=e2:f2");
        assert_eq!(
            fen_after(&variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e2e3f3", "d4e3"]),
            "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"
        );
    }

    /// Directions and zones are parameters.
    #[test]
    fn other_steps_and_zones() {
        let variant = chess_with(&[
            "use pawn-steps(piece: pawn, steps: forward | forward-left | forward-right, twice: third rank, barred: file a)",
        ]);
        let fen = "4k3/8/8/1P6/8/4P3/4P3/4K3 w - - 0 1";
        for text in ["e3e4", "e3d4", "e3f4e5", "e2d3", "b5c6"] {
            assert!(allows(&variant, fen, text), "{text}");
        }
        for text in ["e3d3", "e2d3d4", "b5a6"] {
            assert!(!allows(&variant, fen, text), "{text}");
        }
        let barred = "4k3/8/8/P7/8/8/8/4K3 w - - 5 1";
        assert_eq!(
            fen_after(&variant, barred, &["e1e2"]),
            "4k3/8/8/8/8/8/4K3/8 b - - 0 1"
        );
    }
}
