//! `revenge`: a piece that takes what is around it along when it is captured.
//!
//! Right after its capture (not when it is exiled), and after everything has fallen, the lowest pieces on its square and
//! around it are removed as by an all-round capture of its owner (`CR-9`). Several revenges run in the order of the
//! captures.
//!
//! Points: removed, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, U256};
use crate::engine::CompileError;
use crate::rules::PieceName;
use crate::table::{EventHook, Points, RANGES, Removal, Setup, State, Table, Unit, Work};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Revenge {
    /// The kinds that take revenge.
    pub piece: Vec<PieceName>,
    /// How many steps around it reaches.
    pub range: u8,
    #[serde(skip)]
    kinds: u32,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "revenge",
    summary: "a piece that is captured removes what is on its square and around it",
    doc: "When the piece is captured (not exiled), the lowest piece on its own square and on every square \
          around it is removed at once: enemies of the piece are captured, its friends exiled. Statues are \
          not touched. Several revenges run in the order of the captures, each after everything has fallen.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Pieces,
            default: Some("queen"),
            doc: "the pieces that take revenge",
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
    example: "use revenge(piece: queen)",
    position_key: None,
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Revenge>(parameters)?))
}

impl Revenge {
    fn has(&self, unit: Unit) -> bool {
        self.kinds >> unit.kind() & 1 == 1
    }
}

impl EventHook for Revenge {
    fn points(&self) -> Points {
        Points::REMOVED.or(Points::THREATS)
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        for name in &self.piece {
            let kind = setup.kind(name)?;
            setup.alarm(kind);
            self.kinds |= 1 << kind;
        }
        Ok(())
    }

    fn removed(&self, _: &Table, _: &mut State, work: &mut Work, removal: Removal) {
        if self.has(removal.unit) && !removal.exiled {
            work.sweep(removal.square, self.range, removal.unit.side());
        }
    }

    /// A removal where such a piece stands leads to removals around it. It may also move to a tower next to the danger
    /// and be captured there by what falls, or be carried there.
    fn spread(&self, table: &Table, state: &State, danger: &mut U256) {
        let mut near = *danger;
        for square in danger.squares() {
            near |= table.within(square, self.range);
        }
        let alarms = state.alarms();
        *danger |= near & alarms;
        if !alarms.is_empty() {
            for &(square, _) in state.above() {
                if near.has(square) {
                    *danger |= U256::bit(square);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{chess_with, fen_after};

    /// `CR-9`
    #[test]
    fn the_captor_and_all_around_go() {
        let variant = chess_with(&["use revenge"]);
        let fen = "4k3/8/8/2n5/r2Q4/4P3/8/7K b - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["a4d4"]),
            "4k3/8/8/8/8/8/8/7K w - - 0 2"
        );
    }

    /// Her king next to her is in check, since she can be captured.
    #[test]
    fn a_king_next_to_her_is_in_check() {
        let variant = chess_with(&["use revenge"]);
        let position = variant.position("4k3/8/8/8/r7/8/8/Q3K3 w - - 0 1").unwrap();
        assert!(!variant.in_check(&position));
        let position = variant.position("4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1").unwrap();
        assert!(variant.in_check(&position));
    }

    /// The pieces and how far it reaches are parameters.
    #[test]
    fn other_pieces_reach_farther() {
        let variant = chess_with(&["use revenge(piece: knight, range: 2)"]);
        assert_eq!(
            fen_after(&variant, "4k3/8/8/8/2P5/8/n7/R3K3 w - - 0 1", &["a1a2"]),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
        );
        let near = variant.position("4k3/8/8/8/8/2r5/8/2N1K3 w - - 0 1").unwrap();
        assert!(variant.in_check(&near));
    }
}
