//! `second-step`: a piece that may make its move twice in one movement. Does not know the steps
//! themselves: the ruleset has the piece's movement.
//!
//! Text `e1d2e3`: all squares touched. Each step may move, capture or enter. The second may return,
//! and castling may be the first (`CR-13`). If the first step captures, everything automatic that
//! follows happens with the piece off the board (`CR-14`).
//!
//! Points: movements, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square, union};
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::castling;
use crate::mechanics::generate;
use crate::mechanics::perform;
use crate::mechanics::reception;
use crate::mechanics::removal;
use crate::mechanics::{Mechanic, Mechanics, Mode, Movements, Pending, Points, Setup, Step, Wanted, Way};
use crate::rules::{Modes, PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SecondStep {
    /// The kind that may make a second step.
    pub piece: PieceName,
}

/// The compiled hook.
#[derive(Debug)]
struct Stepper {
    piece: PieceName,
    kind: u8,
    /// Whether its movement depends only on which squares are occupied, and does not change.
    simple: bool,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "second-step",
    summary: "a piece may make its move twice in one movement",
    doc: "The piece makes its move once or twice in one movement. Each step may move, capture or enter a carrier, and \
          the second may return to where it began. Castling may be the first step. If the first step captures, \
          everything automatic that follows happens while the piece is off the board and cannot be hurt. Only where \
          it ends counts for check.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("king"),
        doc: "the piece that may make a second step",
    }],
    example: "use second-step(piece: king)",
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
    let SecondStep { piece } = super::read(parameters)?;
    Ok(Box::new(Stepper {
        piece,
        kind: 0,
        simple: true,
    }))
}

impl Stepper {
    /// The ends of one step from a square: those to which the piece may move, and those on which it
    /// may capture.
    fn ends<L: FullLayout>(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        unit: Unit,
        from: Square,
    ) -> [L::B; 2] {
        if !self.simple {
            return generate::step_ends(table, state, unit, from).map(|ends| ends & !L::B::bit(from));
        }
        let mut ends = [L::B::EMPTY; 2];
        for course in table.courses(unit.side(), self.kind, from) {
            if course.to != from && course.is_open(state.occupied()) {
                for (all, mode) in ends.iter_mut().zip([Modes::QUIET, Modes::CAPTURE]) {
                    if course.modes.has(mode) {
                        *all |= L::B::bit(course.to);
                    }
                }
            }
        }
        ends
    }

    /// Every landing of one step from a square.
    fn step<L: FullLayout>(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        unit: Unit,
        from: Square,
        mut each: impl FnMut(Square, Mode),
    ) {
        let [quiet, capture] = self.ends(table, state, unit, from);
        for to in (quiet | capture).squares() {
            for mode in reception::reception(table, state, to, unit.side()).modes() {
                let ends = if mode == Mode::Capture { capture } else { quiet };
                if ends.has(to) {
                    each(to, mode);
                }
            }
        }
    }
}

impl<L: FullLayout> Mechanic<L> for Stepper {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        setup.take_over(self.kind, number)?;
        setup.restrict_captures(self.kind, false);
        self.simple = setup.is_simple(self.kind);
        Ok(())
    }

    fn movements(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        of: Option<(Unit, Place)>,
        wanted: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        let Some((unit, place)) = of else { return };
        if unit.kind() != self.kind {
            return;
        }
        let side = unit.side();
        let all = wanted == Wanted::All;
        let lifted = perform::without(table, state, place);
        self.step(table, &lifted, unit, place.square, |to, mode| {
            if all || mode == Mode::Capture {
                out.push(&[Step::Lift(place), Step::Land(to, mode)]);
            }
            let captured = (mode == Mode::Capture).then(|| {
                let mut after = lifted;
                let mut work = Pending::default();
                removal::take(table, &mut after, Place::ground(to), side, &mut work);
                removal::settle(table, &mut after, &mut work);
                after
            });
            self.step(
                table,
                captured.as_ref().unwrap_or(&lifted),
                unit.without(Unit::UNMOVED),
                to,
                |end, last| {
                    if all || mode == Mode::Capture || last == Mode::Capture {
                        out.push(&[Step::Lift(place), Step::Visit(to, mode), Step::Land(end, last)]);
                    }
                },
            );
        });
        for (index, to) in castling::castlings(table, state, unit, place, wanted) {
            let castled = [Step::Lift(place), Step::Castle(index)];
            if all {
                out.push(&[castled[0], castled[1], Step::Land(to, Mode::Quiet)]);
            }
            let mut after = lifted;
            removal::move_partner(table, &mut after, index);
            self.step(table, &after, unit.without(Unit::UNMOVED), to, |end, mode| {
                if all || mode == Mode::Capture {
                    out.push(&[
                        castled[0],
                        castled[1],
                        Step::Visit(to, Mode::Quiet),
                        Step::Land(end, mode),
                    ]);
                }
            });
        }
    }

    /// One step anywhere, or two over an empty square.
    fn ways(&self, table: &Mechanics<L>, state: &Pos<L>, unit: Unit, place: Place, out: &mut Vec<Way<L::B>>) {
        let [first, _] = self.ends(table, state, unit, place.square);
        let over = first & !state.occupied();
        let moved = unit.without(Unit::UNMOVED);
        let seen = over.squares().fold(first, |all, middle| {
            let [second, _] = self.ends(table, state, moved, middle);
            all | second
        });
        out.extend(seen.squares().map(|to| Way {
            to,
            passed: L::B::EMPTY,
            shown: false,
        }));
    }

    fn landings(&self, table: &Mechanics<L>, side: Side, kind: u8, square: Square) -> L::B {
        if !self.simple {
            return table.core.board;
        }
        let ends = |from: Square| table.courses(side, kind, from).iter().map(|course| course.to);
        let second = ends(square).flat_map(ends);
        ends(square)
            .chain(second)
            .fold(L::B::EMPTY, |all, to| all | L::B::bit(to))
    }

    fn zone(&self, table: &Mechanics<L>, side: Side, kind: u8, square: Square) -> L::B {
        if kind != self.kind {
            return L::B::EMPTY;
        }
        if !self.simple {
            return table.core.board;
        }
        let near = self.landings(table, side, kind, square);
        let castlings = table.castling_ends(side, kind, square);
        castlings.fold(near, |all, to| {
            let second = table.courses(side, kind, to).iter();
            all | union(second, |course| L::B::bit(course.to))
        })
    }
}
