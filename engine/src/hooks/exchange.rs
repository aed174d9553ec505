//! `exchange`: two pieces of a side may change places as a move, wherever they stand.

use super::{About, HookInfo, ParameterInfo, ParameterKind, Parameters, Remark};
use crate::board::Topology;
use crate::engine::{self, Effects};
use crate::rules::{PieceName, Ruleset};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Exchange {
    /// The piece that the move's text names first.
    pub of: PieceName,
    /// The other.
    pub with: PieceName,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "exchange",
    summary: "two pieces of a side may change places as a move, wherever they stand",
    doc: "As a move, any piece `of` and any piece `with` of the side to move change places. Both have then moved: \
          castling rights that need them are gone. Nothing promotes, and no piece \
          comes to where it would have had to. Squares between do not matter. The move's text \
          is the square of the first piece, then that of the second. For a change of places along a path write \
          `swap` in a movement.",
    parameters: &[
        ParameterInfo {
            name: "of",
            kind: ParameterKind::Piece,
            default: None,
            doc: "one piece; its square comes first in the move's text",
        },
        ParameterInfo {
            name: "with",
            kind: ParameterKind::Piece,
            default: None,
            doc: "the other piece",
        },
    ],
    example: "piece auror A = king | knight\n\nuse exchange(of: king, with: auror)",
    position_key: None,
    repeatable: true,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks,
};

fn remarks(parameters: &Parameters, _: &Ruleset, _: &Topology) -> Vec<Remark> {
    let Ok(Exchange { of, with }) = super::read(parameters) else {
        return Vec::new();
    };
    if of != with {
        return Vec::new();
    }
    let message = "two pieces of one kind that change places are the same position".to_owned();
    vec![Remark {
        parameter: Some("with"),
        message,
        about: About::Effect,
    }]
}

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Exchange { of, with } = super::read(parameters)?;
    let exchanges = if of == with {
        Vec::new()
    } else {
        vec![engine::Exchange { of, with }]
    };
    Ok(Effects {
        exchanges,
        ..Effects::default()
    })
}
