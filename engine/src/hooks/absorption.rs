//! `absorption`: captors take over the movement of what they capture.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::{Effects, Gives, Tag};
use crate::rules::PieceName;
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Absorption {
    /// Kinds whose movements can be taken over.
    pub of: Vec<PieceName>,
    /// Kinds that take over.
    pub by: Vec<PieceName>,
}

/// What pieces have taken over, in positions.
const KEY: &str = "absorbed";

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "absorption",
    summary: "captors take over the movement of what they capture",
    doc: "A piece `by` that captures a piece `of` can from then on move and capture as that piece could, besides its own \
          movement; so it does with everything that the captured piece had taken over. It stays what it is: royal, \
          promoting as before (by any move that ends in its promotion zone), captured as before. All ways of moving and \
          capturing are taken over but those that remove something on the way or from where the piece stands, and no \
          double step, castling or en passant. A piece that promotes keeps what it has taken over.",
    parameters: &[
        ParameterInfo {
            name: "of",
            kind: ParameterKind::Pieces,
            default: None,
            doc: "pieces whose movement is taken over, at most eight; their letters stand in positions",
        },
        ParameterInfo {
            name: "by",
            kind: ParameterKind::Pieces,
            default: Some("all"),
            doc: "pieces that take over",
        },
    ],
    example: "use absorption(of: queen | rook | bishop | knight)",
    position_key: Some(KEY),
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks: no_remarks,
};

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Absorption { of, by } = super::read(parameters)?;
    let tag = |kind: PieceName| Tag {
        hook: INFO.name,
        key: KEY,
        letter: None,
        natural: Vec::new(),
        left: vec![kind],
        takers: by.clone(),
        gives: Gives::Moves,
    };
    Ok(Effects {
        tags: of.into_iter().map(tag).collect(),
        ..Effects::default()
    })
}
