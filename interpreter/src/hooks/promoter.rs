//! `promoter`: a piece that promotes pawns on its square colour to exiled pieces.
//!
//! As a movement, any own pawn (inside a tower or not, not a statue) on the colour of such a piece becomes a piece of the
//! own exile pool, the royal included. Which piece does it is not part of the movement: `d3=q^`, `f5.1=q^` (`CR-11`).
//!
//! Points: actions.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::rules::PieceName;
use crate::table::{Action, EventHook, Place, Points, Setup, Source, State, Step, Table, Unit};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Promoter {
    /// The kind that promotes others.
    pub by: PieceName,
    /// The kind that is promoted.
    pub piece: PieceName,
    #[serde(skip)]
    promoter: u8,
    #[serde(skip)]
    kind: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "promoter",
    summary: "a piece may promote pawns on its square colour to exiled pieces",
    doc: "As a movement, an own pawn that stands on the same square colour as such a piece becomes a piece of the own \
          exile pool, a royal included. Any such piece will do, and which one is not part of the movement.",
    parameters: &[
        ParameterInfo {
            name: "by",
            kind: ParameterKind::Piece,
            default: Some("bishop"),
            doc: "the piece that promotes others",
        },
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Piece,
            default: Some("pawn"),
            doc: "the piece that is promoted",
        },
    ],
    example: "use promoter(by: bishop, piece: pawn)",
    position_key: Some("exile"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Promoter>(parameters)?))
}

/// 0 or 1; squares outside the grid have no colour.
fn colour(table: &Table, place: Place) -> Option<usize> {
    table
        .topology()
        .coordinates(place.square)
        .map(|(file, rank)| usize::from((file ^ rank) & 1))
}

impl EventHook for Promoter {
    fn points(&self) -> Points {
        Points::ACTIONS
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        self.promoter = setup.kind(&self.by)?;
        self.kind = setup.kind(&self.piece)?;
        setup.keep_pools();
        Ok(())
    }

    fn actions(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        let side = state.turn;
        let exiled = &state.exiled[side.index()];
        if exiled.iter().all(|&n| n == 0) {
            return;
        }
        let mut colours = [false; 2];
        for (place, _) in state.units(side).filter(|(_, unit)| unit.kind() == self.promoter) {
            if let Some(colour) = colour(table, place) {
                colours[colour] = true;
            }
        }
        for (place, unit) in state.units(side) {
            let fits = unit.kind() == self.kind && !unit.has(Unit::STATUE);
            if !fits || !colour(table, place).is_some_and(|c| colours[c]) {
                continue;
            }
            for (kind, _) in exiled
                .iter()
                .enumerate()
                .filter(|&(k, n)| *n > 0 && k != usize::from(self.kind))
            {
                out.push(Action::movement([
                    Step::At(place),
                    Step::Become(kind as u8, Source::Exile),
                ]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};

    /// `CR-11`
    #[test]
    fn pawns_on_its_colour_become_exiled_pieces() {
        let variant = chess_with(&["use promoter"]);
        let fen = "7k/8/8/8/8/8/PP6/2B4K w - - 0 1 captured=R exile=N";
        assert!(allows(&variant, fen, "b2=n^"));
        assert!(!allows(&variant, fen, "a2=n^") && !allows(&variant, fen, "b2=r^"));
        assert_eq!(
            fen_after(&variant, fen, &["b2=n^"]),
            "7k/8/8/8/8/8/PN6/2B4K b - - 0 1 captured=R"
        );
    }

    /// The pieces are parameters.
    #[test]
    fn other_pieces() {
        let variant = chess_with(&["use promoter(by: knight, piece: rook)"]);
        let fen = "7k/8/8/8/8/8/P7/N1R4K w - - 0 1 exile=Q";
        assert!(allows(&variant, fen, "c1=q^") && !allows(&variant, fen, "a2=q^"));
    }
}
