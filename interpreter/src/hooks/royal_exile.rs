//! `royal-exile`: a royal piece that is exiled is not lost as long as its side has pawns.
//!
//! An exiled royal is lost when its owner has no pawn and no statue left, or when it is captured in exile (`CR-16`).
//!
//! Points: outcome.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::rules::{PieceName, Side};
use crate::table::{EventHook, Place, Points, Setup, State, Table, Unit};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoyalExile {
    /// The kinds of which one must be left.
    pub lifeline: Vec<PieceName>,
    #[serde(skip)]
    kinds: u32,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "royal-exile",
    summary: "a side whose royal is exiled goes on playing as long as it has pawns",
    doc: "A royal piece that is exiled, not captured, is not lost as long as its side has a piece of the given kinds on \
          the board. It can come back by promotion; it is lost when the last of these pieces goes, or when it is \
          captured in exile.",
    parameters: &[ParameterInfo {
        name: "lifeline",
        kind: ParameterKind::Pieces,
        default: Some("pawn"),
        doc: "the pieces of which one must be left",
    }],
    example: "use royal-exile(lifeline: pawn)",
    position_key: Some("exile"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: false,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<RoyalExile>(parameters)?))
}

impl EventHook for RoyalExile {
    fn points(&self) -> Points {
        Points::OUTCOME
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        for name in &self.lifeline {
            self.kinds |= 1 << setup.kind(name)?;
        }
        setup.keep_pools();
        Ok(())
    }

    /// Not if one of the pieces is out of reach and nothing can arrive in its promotion zone, where it could capture in
    /// exile.
    fn endangered(&self, table: &Table, state: &State, side: Side) -> bool {
        let foe = side.other();
        let is_safe = |(place, unit): (Place, Unit)| {
            self.kinds >> unit.kind() & 1 == 1
                && (unit.has(Unit::STATUE)
                    || !table.any_reaches(state, foe, table.danger_to(state, place, side)))
        };
        table.could_arrive(state, foe) || !state.units(side).any(is_safe)
    }

    fn survives(&self, table: &Table, state: &State, side: Side) -> bool {
        let exiled = state.exiled[side.index()].iter().enumerate();
        let royal = exiled
            .filter(|(_, n)| **n > 0)
            .any(|(k, _)| table.make(k as u8, side).has(Unit::ROYAL));
        royal
            && state
                .units(side)
                .any(|(_, unit)| self.kinds >> unit.kind() & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};
    use crate::rules::Side;

    /// `CR-16`
    #[test]
    fn it_lives_as_long_as_there_are_pawns() {
        let variant = chess_with(&["use royal-exile", "use all-round"]);
        let fen = "7k/8/8/8/8/8/7P/3QK3 w - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["d1*"]),
            "7k/8/8/8/8/8/7P/3Q4 b - - 0 1 exile=K"
        );
        assert!(!allows(&variant, "7k/8/8/8/8/8/8/3QK3 w - - 0 1", "d1*"));
        // The last pawn must not be left to be captured, whatever else could be done.
        let alone = "8/8/8/8/8/8/6kP/3Q4 w - - 0 1 exile=K";
        assert!(variant.in_check(&variant.position(alone).unwrap()));
        assert!(allows(&variant, alone, "h2h4"));
        assert!(!allows(&variant, alone, "h2h3") && !allows(&variant, alone, "d1g4"));
        let blocked = variant.position("8/8/8/8/8/7p/6kP/8 w - - 0 1 exile=K").unwrap();
        let outcome = variant.outcome(&blocked).unwrap();
        assert_eq!(
            (outcome.winner, outcome.reason.as_str()),
            (Some(Side::Black), "checkmate")
        );
    }

    /// The lifeline is a parameter.
    #[test]
    fn other_lifelines() {
        let variant = chess_with(&["use royal-exile(lifeline: rook | knight)", "use all-round"]);
        assert!(allows(&variant, "8/6k1/8/8/8/8/7R/3QK3 w - - 0 1", "d1*"));
        assert!(!allows(&variant, "8/6k1/8/8/8/8/7P/3QK3 w - - 0 1", "d1*"));
    }
}
