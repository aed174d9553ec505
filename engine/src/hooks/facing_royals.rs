//! `facing-royals`: opposing royal pieces may not face each other on an open line.

use super::{About, HookInfo, ParameterInfo, ParameterKind, Parameters, Remark, Sides};
use crate::board::Topology;
use crate::engine::Effects;
use crate::rules::{Movement, Ruleset, Side, Winds};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FacingRoyals {
    /// On which lines.
    pub lines: Lines,
    /// Whose moves are restricted.
    pub sides: Sides,
}

/// Kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lines {
    /// Files and ranks.
    Orthogonal,
    /// Diagonals.
    Diagonal,
    /// Files.
    Vertical,
    /// Ranks.
    Horizontal,
    /// Files, ranks and diagonals.
    All,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "facing-royals",
    summary: "no move may leave two opposing royals on one line with nothing between them",
    doc: "No move may leave a royal piece of one side and one of the other on one line with no piece between \
          them. Squares that a castling king passes count. It is not check: a side that is not attacked and has no \
          other move is stalemated.",
    parameters: &[
        ParameterInfo {
            name: "lines",
            kind: ParameterKind::Word(&["orthogonal", "diagonal", "vertical", "horizontal", "all"]),
            default: Some("orthogonal"),
            doc: "the lines on which they may not face each other",
        },
        ParameterInfo {
            name: "sides",
            kind: ParameterKind::Sides,
            default: Some("both"),
            doc: "whose moves are restricted",
        },
    ],
    example: "use facing-royals(lines: vertical)",
    position_key: None,
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: false,
    remarks,
};

fn remarks(_: &Parameters, rules: &Ruleset, _: &Topology) -> Vec<Remark> {
    let without = Side::ALL
        .into_iter()
        .find(|&side| !rules.pieces.values().any(|p| p.royal[side]));
    let message = |side| match side {
        Side::White => "this has no effect: White has no royal piece".to_owned(),
        Side::Black => "this has no effect: Black has no royal piece".to_owned(),
    };
    without
        .map(|side| Remark {
            parameter: None,
            message: message(side),
            about: About::Effect,
        })
        .into_iter()
        .collect()
}

/// The royals of the side that is not restricted threaten those of the side that is.
fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let FacingRoyals { lines, sides } = super::read(parameters)?;
    let orthogonal = |winds: u16| Movement::ride(0, 1, Winds(winds));
    let diagonal = Movement::ride(1, 1, Winds::DIAGONAL);
    let movement = match lines {
        Lines::Orthogonal => orthogonal(Winds::ORTHOGONAL.0),
        Lines::Vertical => orthogonal(1 | 1 << 8),
        Lines::Horizontal => orthogonal(1 << 4 | 1 << 12),
        Lines::Diagonal => diagonal,
        Lines::All => Movement::Union(vec![orthogonal(Winds::ORTHOGONAL.0), diagonal]),
    };
    let restricted = Side::ALL.into_iter().filter(|&side| sides.has(side));
    let threats = restricted.map(|side| (side.other(), movement.clone())).collect();
    Ok(Effects {
        threats,
        ..Effects::default()
    })
}
