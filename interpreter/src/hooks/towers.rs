//! `towers`: pieces that carry others.
//!
//! What it adds: a piece that could move to a carrier's square, were it empty, may enter the carrier, whatever its
//! colour (`CR-2`). What is inside moves as from that square and cannot be captured there; a carrier takes along all
//! that is above it (`CR-3`, `CR-4`). When the lowest piece is removed, what was above falls on the square and removes
//! what it falls on (`CR-5`, `CR-6`). Texts: `a1a8+` enters, `a1.2b3` leaves from above. Position key: `towers=a1:RPk`.
//!
//! Points: none. Lists of units, entering and falling belong to the table; this hook says which kinds carry.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::rules::PieceName;
use crate::table::{EventHook, Points, Setup};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Towers {
    /// The kinds that carry others.
    pub host: Vec<PieceName>,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "towers",
    summary: "pieces may enter a carrier, are safe inside, and fall when it is captured",
    doc: "A piece that could move to a carrier's square, were the carrier not there, may enter it and stands on top, \
          whatever the carrier's colour. A piece inside moves as from that square and goes alone; a carrier takes along \
          everything above it. Only the lowest piece of a tower can be captured. When it is, what was above falls on \
          the square, piece by piece (a carrier with all above it is one), and removes the lowest piece that it falls \
          on: an enemy is captured, a friend exiled.",
    parameters: &[ParameterInfo {
        name: "host",
        kind: ParameterKind::Pieces,
        default: Some("rook"),
        doc: "the pieces that carry others",
    }],
    example: "use towers(host: rook)",
    position_key: Some("towers"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Towers>(parameters)?))
}

impl EventHook for Towers {
    fn points(&self) -> Points {
        Points::default()
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        for name in &self.host {
            let kind = setup.kind(name)?;
            setup.carry(kind);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};

    /// `CR-2`, `CR-3`, `CR-6`
    #[test]
    fn in_and_out_and_falling() {
        let variant = chess_with(&["use towers"]);
        let start = "4k3/8/8/8/r7/8/8/RB2K3 w - - 0 1";
        assert!(!allows(&variant, start, "b1a1+"));
        assert!(allows(&variant, start, "a1a4+"));
        let tower = "4k3/8/8/8/r7/8/1B6/R3K3 w - - 0 1";
        let entered = fen_after(&variant, tower, &["b2a1+"]);
        assert_eq!(entered, "4k3/8/8/8/r7/8/8/R3K3 b - - 1 1 towers=a1:RB");
        assert_eq!(
            fen_after(&variant, &entered, &["a4a1"]),
            "4k3/8/8/8/8/8/8/B3K3 w - - 0 2"
        );
        let left = fen_after(&variant, &entered, &["e8e7", "a1.1b2"]);
        assert_eq!(left, "8/4k3/8/8/r7/8/1B6/R3K3 b - - 3 2");
    }

    /// `host` is a parameter: here knights carry.
    #[test]
    fn other_hosts() {
        let variant = chess_with(&["use towers(host: knight)"]);
        assert!(allows(&variant, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1b1+"));
        assert!(!allows(&variant, "4k3/8/8/8/8/8/8/NR2K3 w - - 0 1", "a1b3+"));
    }
}
