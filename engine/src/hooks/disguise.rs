//! `disguise`: a pawn that changes places with the piece at the end of its step. Does not promote
//! the pawn: that is `mechanics::arrival`.
//!
//! The unit may be of either side: a lone piece, or any unit inside a tower. It may be neither the
//! carrier below others nor a pawn of the same side nor a statue (`CR-25`). Another pawn that could
//! step to the unit's new square may then change places with it in the same movement, and so on,
//! each pawn once (`CR-26`). Texts: `e4e5~k`, `e4e5~k2` (its place in the tower), `d6e6~n,d5d6~n`.
//!
//! Points: movements.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square};
use crate::engine::CompileError;
use crate::engine::ahead;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::arrival;
use crate::mechanics::perform;
use crate::mechanics::reach;
use crate::mechanics::{Mechanic, Mechanics, Movements, Pending, Points, Setup, Step, Steps, Wanted, Way};
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cell::Cell;

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Disguise {
    /// The kind that changes places.
    pub piece: PieceName,
    /// Whether other pawns may continue the chain.
    pub chain: bool,
    #[serde(skip)]
    kind: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "disguise",
    summary: "a pawn may change places with a piece that stands where its step ends",
    doc: "If the square where a step without capture would end is occupied, the piece may change places with a \
          unit there, of either side: a lone piece, or any unit inside a tower. It does not change places with \
          a carrier below others, a friendly piece of the same kind, or a statue. In a chain, the unit changes \
          places again in the same movement: with another piece of the kind that could step to its new square, \
          and so on, each piece once. If several pass squares in this way, \
          only the last one can be captured en passant, unless a mechanic remembers all of them. At most 1,000 \
          changes of places that begin with one piece are listed, the first ones in the order of squares.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Piece,
            default: Some("pawn"),
            doc: "the piece that changes places",
        },
        ParameterInfo {
            name: "chain",
            kind: ParameterKind::Bool,
            default: Some("yes"),
            doc: "whether others of its kind may go on in the same movement",
        },
    ],
    example: "use disguise(piece: pawn, chain: yes)",
    position_key: None,
    turn_keys: &[],
    repeatable: true,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: true,
    signs: &["~", ","],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Disguise>(parameters)?))
}

/// The largest number of changes of places that are followed from one piece.
const MAX_CHANGES: u32 = 1_000;

/// The beginning of a chain.
struct Chain<'a, L: FullLayout> {
    /// The number of changes of places that may still be followed.
    left: &'a Cell<u32>,
    /// The position that it has led to.
    state: &'a Pos<L>,
    /// The steps.
    steps: &'a [Step],
    /// The places of the pawns that have moved.
    used: &'a [Place],
}

/// The quiet ways of a unit, each once: two paths of one leap are one change of places.
fn ways<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, unit: Unit, place: Place) -> Vec<Way<L::B>> {
    let mut all = Vec::with_capacity(32);
    reach::ways(table, state, unit, place, &mut all);
    let mut distinct = Vec::with_capacity(all.len());
    for way in all {
        if !distinct.contains(&way) {
            distinct.push(way);
        }
    }
    distinct
}

impl Disguise {
    /// Whether a pawn of the side may change places with the unit.
    fn may<L: FullLayout>(&self, state: &Pos<L>, target: Place, by: Unit) -> bool {
        let unit = state.unit(target);
        let own_pawn = unit.kind() == self.kind && unit.side() == by.side();
        let carries = target.index == 0 && state.len(target.square) > 1;
        unit.exists() && !own_pawn && !carries && !unit.has(Unit::FIXED)
    }

    /// One change of places, and all that may follow it.
    fn part<L: FullLayout>(
        &self,
        table: &Mechanics<L>,
        chain: &Chain<'_, L>,
        (unit, place): (Unit, Place),
        way: Way<L::B>,
        target: Place,
        out: &mut Movements<'_, L>,
    ) {
        let state = chain.state;
        let Some(left) = chain.left.get().checked_sub(1) else {
            return ahead::cut_chain();
        };
        chain.left.set(left);
        let other = state.unit(target);
        let mut part = Steps::from_slice(&[Step::Lift(place)]);
        part.extend(way.passed.squares().filter(|_| way.shown).map(Step::Pass));
        part.push(Step::Exchange(target, other.kind()));
        let passed = way.passed.squares().filter(|_| target.index == 0);
        let exposes: Steps = passed.map(Step::Expose).collect();
        let mut ends: SmallVec<[Steps; 6]> = SmallVec::new();
        match arrival::becoming(table, state, &part, unit, place.square, target) {
            None => ends.push(exposes),
            Some((must, options)) => {
                if !must {
                    ends.push(exposes);
                }
                ends.extend(options.into_iter().map(|option| Steps::from_slice(&[option])));
            }
        }
        let mut used: SmallVec<[Place; 6]> = SmallVec::from_slice(chain.used);
        used.push(target);
        let goes_on = self.chain && self.may_go_on(table, state, unit.side(), place);
        for end in ends {
            let here = part.len();
            part.extend_from_slice(&end);
            let mut steps = Steps::from_slice(chain.steps);
            steps.extend_from_slice(&part);
            if goes_on {
                let mut after = *state;
                perform::perform(table, &mut after, &part, unit.side(), &mut Pending::default());
                let next = Chain {
                    left: chain.left,
                    state: &after,
                    steps: &steps,
                    used: &used,
                };
                self.go_on(table, &next, unit, place, out);
            }
            out.push(&steps);
            part.truncate(here);
        }
    }

    /// Whether another pawn could come to the former square of one; when in doubt, yes.
    fn may_go_on<L: FullLayout>(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        side: Side,
        place: Place,
    ) -> bool {
        let pawns = state.kind(self.kind) & state.bases(side) & !L::B::bit(place.square);
        let comes = |s: Square| reach::can_come(table, side, self.kind, s, place.square);
        let riders = state.riders(side).filter(|(_, unit)| unit.kind() == self.kind);
        pawns.squares().any(comes) || riders.map(|(rider, _)| rider.square).any(comes)
    }

    /// All pawns that may change places with the unit that is now at `target`.
    fn go_on<L: FullLayout>(
        &self,
        table: &Mechanics<L>,
        chain: &Chain<'_, L>,
        by: Unit,
        target: Place,
        out: &mut Movements<'_, L>,
    ) {
        if !self.may(chain.state, target, by) {
            return;
        }
        for (place, unit) in chain.state.units(by.side()) {
            let fits = unit.kind() == self.kind && !unit.has(Unit::FIXED) && place.square != target.square;
            if !fits || chain.used.contains(&place) {
                continue;
            }
            let ways = ways(table, chain.state, unit, place);
            for &way in ways.iter().filter(|way| way.to == target.square) {
                self.part(table, chain, (unit, place), way, target, out);
            }
        }
    }
}

impl<L: FullLayout> Mechanic<L> for Disguise {
    fn points(&self) -> Points {
        Points::MOVEMENTS
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        setup.refill();
        setup.give_movements(self.kind);
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
        // Changing places removes nothing: it can only cost a royal that is off the board.
        let harmless = wanted != Wanted::All && table.royal(state, unit.side().other()).is_some();
        if unit.kind() != self.kind || unit.has(Unit::FIXED) || harmless {
            return;
        }
        if place.index == 0 && !reach::can_meet(table, state, unit, place.square) {
            return;
        }
        let left = Cell::new(MAX_CHANGES);
        for way in ways(table, state, unit, place) {
            if way.to == place.square {
                continue;
            }
            for index in 0..state.len(way.to) {
                let target = Place {
                    square: way.to,
                    index: index as u8,
                };
                if self.may(state, target, unit) {
                    let chain = Chain {
                        left: &left,
                        state,
                        steps: &[],
                        used: &[],
                    };
                    self.part(table, &chain, (unit, place), way, target, out);
                }
            }
        }
    }
}
