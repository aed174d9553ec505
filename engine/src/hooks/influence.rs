//! `influence`: a piece moves otherwise while pieces of some kind stand next to it.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::Effects;
use crate::rules::{Change, How, Kinds, Movement, PieceName, Power, Tie};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Influence {
    /// The kinds that are counted.
    pub by: Vec<PieceName>,
    /// The kind that moves otherwise.
    pub on: PieceName,
    /// How, with more friends next to it.
    pub friends: Movement,
    /// How, with more enemies next to it.
    pub enemies: Movement,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "influence",
    summary: "a piece moves otherwise while more friends than enemies of a kind, or more enemies, are next to it",
    doc: "Counts the pieces `by` on the squares next to (a king's step away from) a piece `on`. With more friends than \
          enemies among them the piece has the movement `friends` instead of its own, with more enemies the movement \
          `enemies`; with as many, or none, its own. What counts is the square that the piece starts from, before the \
          move; attacks on royal pieces follow the same rule. Of several uses for a piece the last one counts whose neighbours are more on one side.",
    parameters: &[
        ParameterInfo {
            name: "by",
            kind: ParameterKind::Pieces,
            default: None,
            doc: "the pieces that are counted",
        },
        ParameterInfo {
            name: "on",
            kind: ParameterKind::Piece,
            default: None,
            doc: "the piece that moves otherwise",
        },
        ParameterInfo {
            name: "friends",
            kind: ParameterKind::Movement,
            default: None,
            doc: "its movement with more friends than enemies next to it",
        },
        ParameterInfo {
            name: "enemies",
            kind: ParameterKind::Movement,
            default: None,
            doc: "its movement with more enemies than friends next to it",
        },
    ],
    example: "piece auror A = king | knight\n\nuse influence(by: auror, on: rook, friends: rook | (capture rook) then ride ahead, enemies: wazir)",
    position_key: None,
    repeatable: true,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks: no_remarks,
};

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Influence {
        by,
        on,
        friends,
        enemies,
    } = super::read(parameters)?;
    let power = |owner: bool, movement: Movement| Power {
        name: INFO.name.to_owned(),
        of: Kinds::Only(vec![on.clone()]),
        condition: Tie {
            how: How::Next,
            friends: owner,
            enemies: !owner,
            kinds: Kinds::Only(by.clone()),
            same: false,
            more: true,
        },
        change: Change::Moves(movement),
    };
    Ok(Effects {
        powers: vec![power(true, friends), power(false, enemies)],
        ..Effects::default()
    })
}
