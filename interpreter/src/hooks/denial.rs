//! `denial`: a player may have one movement of the opponent taken back.
//!
//! One player holds the right. When the other chooses a movement and has another legal one, the movement is only
//! proposed, and the holder answers `accept` or `deny` (`CR-36`). After a denial another movement must be chosen, the right
//! goes to the player who was denied, and the next movement of the one who used it cannot be denied (`CR-37`).
//! Position keys: `denial=b` (who holds the right), `immune=w`; `pending=` and `denied=` belong to the table.
//!
//! Points: turns, keys.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::{CompileError, PositionError};
use crate::rules::Side;
use crate::table::{Action, EventHook, Points, Setup, State, Step, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const DENY: u8 = 0;

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Denial {
    /// Who holds the right if a position does not say it.
    pub holder: Side,
    #[serde(skip)]
    number: u8,
    #[serde(skip)]
    held: usize,
    #[serde(skip)]
    immune: usize,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "denial",
    summary: "a player may have one movement of the opponent taken back; the right then changes hands",
    doc: "One player holds the right of denial. A movement of the other, if he has another legal one, is only proposed; \
          the holder accepts or denies it. After a denial a different movement must be chosen, the right passes to the \
          player who was denied, and the next movement of the one who denied cannot be denied.",
    parameters: &[ParameterInfo {
        name: "holder",
        kind: ParameterKind::Side,
        default: Some("black"),
        doc: "who holds the right at the start",
    }],
    example: "use denial(holder: black)",
    position_key: Some("denial"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: false,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Denial>(parameters)?))
}

const fn code(side: Side) -> u8 {
    side as u8 + 1
}

impl Denial {
    fn side(note: u8) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| code(side) == note)
    }

    /// Whether the opponent of the side to move may deny its movements.
    fn may_deny(&self, state: &State) -> bool {
        let mover = state.turn;
        Self::side(state.notes[self.held]) == Some(mover.other())
            && Self::side(state.notes[self.immune]) != Some(mover)
    }
}

impl EventHook for Denial {
    fn points(&self) -> Points {
        Points::TURNS.or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        self.number = number;
        self.held = setup.note()?;
        self.immune = setup.note()?;
        Ok(())
    }

    fn intercept(&self, _: &Table, state: &State, others: bool) -> bool {
        others && self.may_deny(state)
    }

    fn refusals(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        if !self.may_deny(state) {
            return;
        }
        let mut asked = state.clone();
        asked.proposal = None;
        if table.legal_movements(&asked).len() > 1 {
            out.push(Action::answer([Step::Say(self.number, DENY)]));
        }
    }

    fn reply(&self, table: &Table, state: &mut State, _: Step) -> bool {
        let Some(proposal) = &state.proposal else {
            return false;
        };
        state.refused = Some(Arc::from(table.text(proposal)));
        state.notes[self.held] = code(state.turn);
        state.notes[self.immune] = code(state.turn.other());
        false
    }

    fn word(&self, _: u8) -> &'static str {
        "deny"
    }

    fn carrying_out(&self, _: &Table, before: &State, _: &Action, state: &mut State) {
        if Self::side(state.notes[self.immune]) == Some(before.turn) {
            state.notes[self.immune] = 0;
        }
    }

    fn game_over(&self, state: &mut State) {
        state.notes[self.immune] = 0;
    }

    fn keys(&self) -> &'static [&'static str] {
        &["denial", "immune"]
    }

    fn print(&self, _: &Table, state: &State, out: &mut Vec<(&'static str, String)>) {
        for (key, note) in [("denial", self.held), ("immune", self.immune)] {
            if let Some(side) = Self::side(state.notes[note]) {
                out.push((key, side.name()[..1].to_owned()));
            }
        }
    }

    fn parse(&self, _: &Table, key: &str, value: &str, state: &mut State) -> Result<(), PositionError> {
        let side = match value {
            "" if key == "denial" => Some(self.holder),
            "" => None,
            "w" => Some(Side::White),
            "b" => Some(Side::Black),
            _ => {
                return Err(PositionError {
                    field: key.to_owned(),
                    message: "it is `w` or `b`".to_owned(),
                });
            }
        };
        let note = if key == "denial" { self.held } else { self.immune };
        state.notes[note] = side.map_or(0, code);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{allows, chess_with, fen_after};

    /// `CR-36`, `CR-37`
    #[test]
    fn a_movement_is_taken_back_once() {
        let variant = chess_with(&["use denial"]);
        let start = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 denial=b";
        let proposed = fen_after(&variant, start, &["e2e4"]);
        assert_eq!(
            proposed,
            "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1 denial=b pending=e2e4"
        );
        let denied = fen_after(&variant, &proposed, &["deny"]);
        assert_eq!(
            denied,
            "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 denial=w denied=e2e4 immune=b"
        );
        assert!(!allows(&variant, &denied, "e2e4"));
        let immune = fen_after(&variant, &denied, &["e2e3", "e7e5"]);
        assert_eq!(immune, "4k3/8/8/4p3/8/4P3/8/4K3 w - e6 0 2 denial=w");
        let accepted = fen_after(&variant, &proposed, &["accept"]);
        assert_eq!(accepted, "4k3/4p3/8/8/4P3/8/8/4K3 b - e3 0 1 denial=b");
    }

    /// Who begins with the right is a parameter.
    #[test]
    fn other_holders() {
        let variant = chess_with(&["use denial(holder: white)"]);
        assert_eq!(
            fen_after(&variant, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", &["e8e7"]),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 denial=w pending=e8e7"
        );
    }
}
