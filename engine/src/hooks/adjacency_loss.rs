//! `adjacency-loss`: a side loses as soon as its pieces in two sets of squares touch.

use super::{About, HookInfo, ParameterInfo, ParameterKind, Parameters, Remark};
use crate::board::{Bits, Topology};
use crate::engine::{Adjacency, Effects};
use crate::rules::{Ruleset, Side, Squares};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AdjacencyLoss {
    /// The side that loses.
    pub side: Side,
    /// One set of squares.
    pub between: Squares,
    /// The other.
    pub and: Squares,
    /// The word in outcomes.
    pub reason: String,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "adjacency-loss",
    summary: "a side loses at once if one of its pieces in the first set is adjacent to one in the second",
    doc: "After every move, if a piece of the side on a square of the first set is adjacent (a king's step away) to \
          another of its pieces on a square of the second set, the side loses, whatever else the move did, checkmate \
          included. Such a move is legal if it is legal otherwise.",
    parameters: &[
        ParameterInfo {
            name: "side",
            kind: ParameterKind::Side,
            default: None,
            doc: "the side that loses",
        },
        ParameterInfo {
            name: "between",
            kind: ParameterKind::Squares,
            default: None,
            doc: "one set of squares, as written",
        },
        ParameterInfo {
            name: "and",
            kind: ParameterKind::Squares,
            default: None,
            doc: "the other set of squares, as written",
        },
        ParameterInfo {
            name: "reason",
            kind: ParameterKind::Name,
            default: Some("short-circuit"),
            doc: "the word in outcomes",
        },
    ],
    example: "use adjacency-loss(side: black, between: files a-d, and: files e-h)",
    position_key: None,
    repeatable: true,
    effects: Some(effects),
    event: None,
    adds_moves: false,
    remarks,
};

fn remarks(parameters: &Parameters, _: &Ruleset, topology: &Topology) -> Vec<Remark> {
    let Ok(AdjacencyLoss { between, and, .. }) = super::read(parameters) else {
        return Vec::new();
    };
    let touch = between
        .0
        .iter()
        .filter_map(|name| topology.square(name))
        .any(|square| {
            let neighbours = topology.neighbours(square);
            neighbours
                .squares()
                .any(|n| and.0.iter().any(|name| name == topology.name(n)))
        });
    if touch {
        return Vec::new();
    }
    let message = "this has no effect: no square of it touches one of the other set".to_owned();
    vec![Remark {
        parameter: Some("and"),
        message,
        about: About::Effect,
    }]
}

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let AdjacencyLoss {
        side,
        between,
        and,
        reason,
    } = super::read(parameters)?;
    let adjacency = vec![Adjacency {
        reason,
        side,
        first: between,
        second: and,
    }];
    Ok(Effects {
        adjacency,
        ..Effects::default()
    })
}
