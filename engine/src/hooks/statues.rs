//! `statues`: a pawn on its last row may become a statue, which blocks its square. Does not know
//! the kinds that the pawn may become: that is `mechanics::arrival`.
//!
//! Nothing enters, captures, swaps with or passes a statue, except a leap (`CR-29`). A pawn may
//! promote right in front of a statue of its side, too, if statues join that one to the last row
//! (`CR-28`). In its owner's turn, before the movement, a statue may become what a pawn there
//! could. Of several in a file only the farthest from the last row may (`CR-30`, `CR-31`). Texts:
//! `e8=S`, `d7d8=S`, `a8=q`, `a8xq^`. Position key: `statues=a8,b8`; the board field shows them as
//! pawns.
//!
//! Points: arrivals, actions, keys.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::Square;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::mechanics::arrival;
use crate::mechanics::fen;
use crate::mechanics::removal;
use crate::mechanics::text;
use crate::mechanics::{Action, Mechanic, Mechanics, Occasion, Pending, Points, Setup, Step, Steps};
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statues {
    /// The kind that may become a statue.
    pub piece: PieceName,
    #[serde(skip)]
    kind: u8,
    #[serde(skip)]
    number: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "statues",
    summary: "a pawn may become a statue on its last row, and promote from there later",
    doc: "Instead of promoting, the piece may become a statue, which blocks its square: nothing enters, \
          captures, swaps with or passes it, except a leap, and effects do not touch it. A piece that ends \
          right in front of a statue of its side may promote or become a statue there, if statues join that \
          square to the last row. In its own turn, before the movement and any number of times, a side may \
          promote a statue where it stands: to anything that its kind may become anywhere, and in each file \
          the statue farthest from the last row first.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("pawn"),
        doc: "the piece that may become a statue",
    }],
    example: "use statues(piece: pawn)",
    position_key: Some("statues"),
    turn_keys: &[],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &["=S", "="],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Statues>(parameters)?))
}

impl Statues {
    /// The step by which the unit that moved becomes a statue.
    fn becomes_one(&self) -> Step {
        Step::Own(self.number, 0)
    }
}

impl<L: FullLayout> Mechanic<L> for Statues {
    fn points(&self) -> Points {
        Points::ARRIVALS.or(Points::ACTIONS).or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.number = number;
        self.kind = setup.kind(&self.piece)?;
        setup.rename();
        Ok(())
    }

    fn arrives(&self, table: &Mechanics<L>, state: &Pos<L>, unit: Unit, square: Square) -> bool {
        if unit.kind() != self.kind {
            return false;
        }
        let forward = if unit.side() == Side::White { 0 } else { 4 };
        let mut at = square;
        // The loop is bounded by the number of squares, for boards without edges.
        for _ in 0..table.topology().size() {
            let Some(next) = table.topology().step(at, forward) else {
                return false;
            };
            let base = state.base(next);
            if !base.exists() || base.side() != unit.side() || !base.has(Unit::FIXED) {
                return false;
            }
            if arrival::promotes_on(table, unit.side(), self.kind, next) {
                return true;
            }
            at = next;
        }
        false
    }

    fn arrivals(&self, _: &Mechanics<L>, _: &Pos<L>, _: Side, kind: u8, out: &mut Steps) -> bool {
        if kind == self.kind {
            out.push(self.becomes_one());
        }
        false
    }

    fn carry_out(
        &self,
        table: &Mechanics<L>,
        state: &mut Pos<L>,
        place: Place,
        _: u8,
        _: &mut Pending,
    ) -> bool {
        let unit = state.unit(place);
        state.replace(&table.core, place, unit.with(Unit::FIXED));
        true
    }

    fn own_text(&self, _: &Mechanics<L>, _: u8) -> String {
        "=S".to_owned()
    }

    fn endangers(&self, _: &Mechanics<L>, state: &Pos<L>, by: Side) -> bool {
        state.has_fixed(by)
    }

    fn offers(&self, table: &Mechanics<L>, state: &Pos<L>, when: Occasion<'_>, out: &mut Vec<Action>) {
        if !matches!(when, Occasion::Free) || !state.has_fixed(state.side_to_move) {
            return;
        }
        for place in removal::front_fixed(table, state, state.side_to_move) {
            let options = arrival::options(table, state, state.side_to_move, self.kind, None);
            let real = options.into_iter().filter(|option| *option != self.becomes_one());
            out.extend(real.map(|option| Action::free([Step::At(place), option])));
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["statues"]
    }

    fn print(&self, table: &Mechanics<L>, state: &Pos<L>, out: &mut Vec<(&'static str, String)>) {
        if !Side::ALL.iter().any(|&side| state.has_fixed(side)) {
            return;
        }
        let statues = fen::places_where(table, state, &|unit| unit.has(Unit::FIXED));
        let texts: Vec<String> = statues
            .into_iter()
            .map(|(place, _)| text::place_text(table, place))
            .collect();
        out.push(("statues", texts.join(",")));
    }

    fn parse(
        &self,
        table: &Mechanics<L>,
        key: &str,
        value: &str,
        state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        for text in value.split(',').filter(|t| !t.is_empty()) {
            let place = fen::parse_place(table, key, text, state)?;
            let unit = state.unit(place);
            if place.index > 0 || unit.kind() != self.kind || unit.has(Unit::FIXED) {
                let message = format!(
                    "no {} stands on {}, or it is named twice",
                    self.piece,
                    text::place_text(table, place)
                );
                return Err(PositionError {
                    field: key.to_owned(),
                    message,
                });
            }
            state.replace(&table.core, place, unit.with(Unit::FIXED));
        }
        Ok(())
    }
}
