//! `explosion`: a capture removes the captor and what stands around it.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::{self, Effects};
use crate::rules::{Movement, PieceName};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Explosion {
    /// The squares around.
    pub area: Movement,
    /// Kinds that survive.
    pub sparing: Vec<PieceName>,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "explosion",
    summary: "a capture removes the captor and what stands around it",
    doc: "A move that captures also removes the captor and all pieces, of both sides, on the squares where `area` can \
          end from where it has captured; the pieces `sparing` survive there unless they are the captor. Castling rights \
          that need a removed piece are gone.\n\nNo move may remove a royal piece of one's own. A move that removes the \
          opponent's last royal piece is legal even if it leaves one's own attacked. A royal piece is not attacked where \
          a capture would also remove a royal of the attacker, and royal pieces, which cannot capture, attack nothing. \
          Say in `end` that whoever has lost his king has lost.",
    parameters: &[
        ParameterInfo {
            name: "area",
            kind: ParameterKind::Movement,
            default: Some("step all"),
            doc: "the squares around; `none`: only the captor goes",
        },
        ParameterInfo {
            name: "sparing",
            kind: ParameterKind::List(&ParameterKind::Piece),
            default: Some("[]"),
            doc: "pieces that survive an explosion next to them",
        },
    ],
    example: "use explosion(sparing: pawn)",
    position_key: None,
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks: no_remarks,
};

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Explosion { area, sparing } = super::read(parameters)?;
    let blast = Some(engine::Blast {
        area,
        spared: sparing,
    });
    Ok(Effects {
        blast,
        ..Effects::default()
    })
}
