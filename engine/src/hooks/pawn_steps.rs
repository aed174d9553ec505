//! `pawn-steps`: a pawn that steps in several directions, and twice from its second row. Does not
//! promote the pawn: that is `mechanics::arrival`.
//!
//! It steps without capturing, never onto its first row. From its second row it may make two such
//! steps over an empty square, unless it stands inside a carrier; the second may lead back
//! (`CR-22`, `CR-23`). Text: all squares, `e2e3d3`.
//!
//! It captures as the ruleset says. After a double step it can be captured in the next turn on the
//! square that it has passed, whatever the direction (`CR-24`). Of two possible victims, the text
//! names one: `e3d2xc2`. A pawn that stands on its first row at the end of a turn is captured.
//! Position key: `passed=e3:e4`; field 4 is `-`.
//!
//! Points: movements, threats, turn ends.

use super::{DIRECTIONS, HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square};
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::arrival;
use crate::mechanics::generate;
use crate::mechanics::reception;
use crate::mechanics::removal;
use crate::mechanics::{Event, Mechanic, Mechanics, Mode, Movements, Points, Setup, Step, Wanted, Way};
use crate::rules::{BySide, PerSide, PieceName, Side, Squares};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PawnSteps {
    /// The kind that makes these steps.
    pub piece: PieceName,
    /// The directions of its steps, from its side's view.
    pub steps: Vec<String>,
    /// The squares on which it may make two of them.
    pub twice: PerSide<Squares>,
    /// The squares to which it may never step, and on which it is captured at the end of a turn.
    pub barred: PerSide<Squares>,
}

/// The compiled hook.
#[derive(Debug)]
struct Walker<L: FullLayout> {
    parameters: PawnSteps,
    kind: u8,
    double: BySide<L::B>,
    forbidden: BySide<L::B>,
    /// The squares that a single step reaches, in order and as a set, by side and square.
    single: BySide<Vec<Vec<Square>>>,
    ends: BySide<Vec<L::B>>,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "pawn-steps",
    summary: "a pawn steps forward, back and sideways, and twice from its second row",
    doc: "The piece steps one square in the given directions without capturing, never onto the barred squares. From \
          the given zone, unless it is inside a carrier, it may make two such steps in one movement over an empty \
          square, and the second may go back. In the next turn an enemy piece that captures en passant may do so on \
          the square between. It captures as its own movement says, on its way, too. A piece of the kind that stands \
          on a barred square at the end of a turn is captured.",
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
    turn_keys: &[],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &[],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(Walker {
        parameters: super::read(parameters)?,
        kind: 0,
        double: [L::B::EMPTY; Side::COUNT],
        forbidden: [L::B::EMPTY; Side::COUNT],
        single: Default::default(),
        ends: Default::default(),
    }))
}

impl<L: FullLayout> Walker<L> {
    /// Every way of a pawn: one step, and two from the squares that allow two.
    fn each_way(&self, state: &Pos<L>, unit: Unit, place: Place, mut each: impl FnMut(Way<L::B>)) {
        let single = &self.single[unit.side().index()];
        let first = &single[usize::from(place.square)];
        for &to in first {
            each(Way {
                to,
                passed: L::B::EMPTY,
                shown: false,
            });
        }
        if place.index == 0 && self.double[unit.side().index()].has(place.square) {
            for &middle in first.iter().filter(|&&s| state.is_empty(s)) {
                for &to in &single[usize::from(middle)] {
                    each(Way {
                        to,
                        passed: L::B::bit(middle),
                        shown: true,
                    });
                }
            }
        }
    }
}

impl<L: FullLayout> Walker<L> {
    /// A unit steps to a square, perhaps over another one, if it may stand there.
    fn walk(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        (unit, place): (Unit, Place),
        (middle, to): (Option<Square>, Square),
        out: &mut Movements<'_, L>,
    ) {
        let may = reception::reception(table, state, to, unit.side());
        let mode = if may.quiet || to == place.square {
            Mode::Quiet
        } else if may.enter {
            Mode::Enter
        } else {
            return;
        };
        let land = Step::Land(to, mode);
        let steps: &[Step] = match middle {
            Some(middle) => &[Step::Lift(place), Step::Pass(middle), land],
            None => &[Step::Lift(place), land],
        };
        if mode == Mode::Enter {
            out.push(steps);
        } else {
            arrival::arrive(table, state, steps, middle, unit, (place.square, to), out);
        }
    }
}

impl<L: FullLayout> Mechanic<L> for Walker<L> {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS).or(Points::TURN_ENDS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.parameters.piece)?;
        setup.take_over(self.kind, number)?;
        setup.own_passed();
        self.double = setup.zone(&self.parameters.twice);
        self.forbidden = setup.zone(&self.parameters.barred);
        for side in Side::ALL {
            let turned = if side == Side::White { 0 } else { 4 };
            let barred = self.forbidden[side.index()];
            setup.end_of_turn_squares(side, barred);
            let mut lists = Vec::new();
            for from in 0..setup.topology().size() {
                let (mut ends, mut set) = (Vec::new(), L::B::EMPTY);
                for name in &self.parameters.steps {
                    let wind = DIRECTIONS.iter().position(|d| d == name);
                    let step = |wind| setup.topology().step(from as Square, (wind + turned) % 8);
                    if let Some(to) = wind.and_then(step)
                        && !barred.has(to)
                    {
                        ends.push(to);
                        set |= L::B::bit(to);
                    }
                }
                lists.push(ends);
                self.ends[side.index()].push(set);
            }
            self.single[side.index()] = lists;
        }
        Ok(())
    }

    fn ways(&self, _: &Mechanics<L>, state: &Pos<L>, unit: Unit, place: Place, out: &mut Vec<Way<L::B>>) {
        self.each_way(state, unit, place, |way| out.push(way));
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
        let (side, from) = (unit.side().index(), place.square);
        let first = &self.single[side][usize::from(from)];
        // A movement that is counted in bulk is not listed.
        let ends = |out: &mut Movements<'_, L>, square: Square| {
            let ends = self.ends[side][usize::from(square)];
            if place.index == 0 {
                out.quiet(unit, from, ends)
            } else {
                ends
            }
        };
        let left = ends(out, from);
        for &to in first.iter().filter(|&&to| left.has(to)) {
            self.walk(table, state, (unit, place), (None, to), out);
        }
        if place.index == 0 && self.double[side].has(from) {
            for &middle in first.iter().filter(|&&s| state.is_empty(s)) {
                let left = ends(out, middle);
                for &to in self.single[side][usize::from(middle)]
                    .iter()
                    .filter(|&&to| left.has(to))
                {
                    self.walk(table, state, (unit, place), (Some(middle), to), out);
                }
            }
        }
        generate::captures(table, state, unit, place, out);
    }

    fn landings(&self, _: &Mechanics<L>, side: Side, _: u8, square: Square) -> L::B {
        let single = &self.single[side.index()];
        let first = &single[usize::from(square)];
        let second = first.iter().flat_map(|&s| &single[usize::from(s)]);
        first
            .iter()
            .chain(second)
            .fold(L::B::EMPTY, |all, &s| all | L::B::bit(s))
    }

    fn zone(&self, table: &Mechanics<L>, side: Side, kind: u8, square: Square) -> L::B {
        if kind == self.kind {
            // The zones still hold the squares on which the unit's own movement could remove
            // something.
            table.zones.all[side.index()][usize::from(kind)][usize::from(square)]
        } else {
            L::B::EMPTY
        }
    }

    fn condemned(&self, state: &Pos<L>) -> L::B {
        let there = |side: Side| state.bases(side) & state.kind(self.kind) & self.forbidden[side.index()];
        (there(Side::White) | there(Side::Black)) & !state.marked(Unit::FIXED)
    }

    fn happens(&self, table: &Mechanics<L>, state: &mut Pos<L>, event: Event<'_>) {
        let Event::TurnEnds(work) = event else { return };
        for side in Side::ALL {
            let there = self.condemned(state) & state.bases(side);
            for square in there.squares() {
                // The removal of one piece may have led to another one's.
                let unit = state.base(square);
                if unit.kind() == self.kind && !unit.has(Unit::FIXED) {
                    removal::send_off(table, state, Place::ground(square), false, work);
                }
            }
        }
    }
}
