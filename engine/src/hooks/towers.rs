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
use crate::engine::layout::FullLayout;
use crate::mechanics::{Mechanic, Points, Setup};
use crate::rules::PieceName;
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
          whatever the carrier's colour. A piece inside moves as from that square and goes alone; one that comes back \
          to it captures nothing there. A carrier takes along everything above it. Only the lowest piece of a tower \
          can be captured. When it is, what was above falls on the square, piece by piece (a carrier with all above \
          it is one), and removes the lowest piece that it falls on: an enemy is captured, a friend exiled. So it \
          does where a carrier becomes a piece that carries nothing.",
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
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Towers>(parameters)?))
}

impl<L: FullLayout> Mechanic<L> for Towers {
    fn points(&self) -> Points {
        Points::default()
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        // A unit may come from a square on which its carrier still stands.
        setup.refill();
        for name in &self.host {
            let kind = setup.kind(name)?;
            setup.carry(kind);
        }
        Ok(())
    }
}
