//! `all-round`: a piece that removes everything around it instead of moving.
//!
//! Text `d1*`. Enemies are captured, friends exiled; statues are not touched; at least one piece must be there (`CR-8`).
//!
//! Points: movements, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square, U256};
use crate::engine::CompileError;
use crate::rules::{PieceName, Side};
use crate::table::{Action, EventHook, Place, Points, RANGES, Setup, State, Step, Table, Unit, Wanted};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AllRound {
    /// The kinds that can do it.
    pub piece: Vec<PieceName>,
    /// How many steps around it reaches.
    pub range: u8,
    #[serde(skip)]
    kinds: u32,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "all-round",
    summary: "instead of moving, a piece removes the lowest piece of every neighbouring square",
    doc: "Instead of moving, the piece removes the lowest piece of every square around it at once: enemies are captured, \
          friends exiled. At least one must be there; statues are not touched. What was above the removed pieces falls.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Pieces,
            default: Some("queen"),
            doc: "the pieces that can do it",
        },
        ParameterInfo {
            name: "range",
            kind: ParameterKind::Number {
                min: 1,
                max: RANGES as i64,
            },
            default: Some("1"),
            doc: "how many steps around the piece it reaches",
        },
    ],
    example: "use all-round(piece: queen)",
    position_key: None,
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<AllRound>(parameters)?))
}

impl AllRound {
    fn has(&self, unit: Unit) -> bool {
        self.kinds >> unit.kind() & 1 == 1
    }
}

/// Whether something can be removed around a place.
fn has_around(table: &Table, state: &State, place: Place, range: u8) -> bool {
    let near = table.within(place.square, range) & state.occupied();
    near.squares().any(|s| !state.base(s).has(Unit::STATUE))
}

impl EventHook for AllRound {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS)
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        for name in &self.piece {
            self.kinds |= 1 << setup.kind(name)?;
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
        if self.has(unit) && has_around(table, state, place, self.range) {
            out.push(Action::movement([Step::Sweep(place, self.range)]));
        }
    }

    fn zone(&self, table: &Table, _: Side, kind: u8, square: Square) -> U256 {
        if self.kinds >> kind & 1 == 1 {
            table.within(square, self.range)
        } else {
            U256::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};

    /// `CR-8`
    #[test]
    fn it_takes_friends_and_enemies() {
        let variant = chess_with(&["use all-round"]);
        let fen = "4k3/8/8/3np3/3QP3/8/8/K7 w - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["d4*"]),
            "4k3/8/8/8/3Q4/8/8/K7 b - - 0 1"
        );
        assert!(!allows(&variant, "4k3/8/8/8/8/3Q4/8/K7 w - - 0 1", "d3*"));
    }

    /// The own king would go.
    #[test]
    fn not_next_to_the_own_king() {
        let variant = chess_with(&["use all-round"]);
        assert!(!allows(&variant, "4k3/8/8/8/8/8/2pQ4/4K3 w - - 0 1", "d2*"));
    }

    /// The pieces and how far it reaches are parameters.
    #[test]
    fn other_pieces_reach_farther() {
        let variant = chess_with(&["use all-round(piece: rook | knight, range: 2)"]);
        let fen = "4k3/8/8/8/8/2p5/8/N3K3 w - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["a1*"]),
            "4k3/8/8/8/8/8/8/N3K3 b - - 0 1"
        );
        assert!(!allows(&variant, "4k3/8/8/8/8/2p5/8/Q3K3 w - - 0 1", "a1*"));
        assert!(!allows(&variant, "4k3/8/8/8/3p4/8/8/N3K3 w - - 0 1", "a1*"));
        // Two steps from the king a rook gives check whatever is between.
        let checked = variant.position("4k3/4p3/4R3/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert!(variant.in_check(&checked));
    }
}
