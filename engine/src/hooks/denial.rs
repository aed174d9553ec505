//! `denial`: a player may have one movement of the opponent taken back. Does not know what a
//! movement does: it is asked only whether the movement stands.
//!
//! One player holds the right. If the other chooses a movement and has another legal one, the
//! movement is only proposed, and the holder answers `accept` or `deny` (`CR-36`). After a denial
//! another movement must be chosen, and the right passes to the player who was denied. The next
//! movement of the player who used it cannot be denied (`CR-37`).
//!
//! Position keys: `denial=b` (the holder of the right), `immune=w`; `pending=` and `denied=` belong
//! to the table. With `right: each-turn` both players have the right in each turn of the
//! opponent's. A player who was denied is then immune until the end of their next movement.
//!
//! Points: turns, keys.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, TurnKey, no_remarks};
use crate::engine::fen::parse_side;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::mechanics::text;
use crate::mechanics::{Action, Answer, Event, Mechanic, Mechanics, Occasion, Points, Setup, State, Step};
use crate::rules::Side;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const DENY: u8 = 0;

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Denial {
    /// The holder of the right if a position does not name one.
    pub holder: Side,
    /// The owner of the right.
    #[serde(default)]
    pub right: Right,
    /// Whether the only legal movement can be denied, too.
    #[serde(default)]
    pub last: bool,
    #[serde(skip)]
    number: u8,
    #[serde(skip)]
    held: usize,
    #[serde(skip)]
    immune: usize,
}

/// The owner of the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Right {
    /// One player's; it passes to the other player by a denial.
    #[default]
    Passes,
    /// Both players', one denial in each turn of the opponent's.
    EachTurn,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "denial",
    summary: "a player may have one movement of the opponent taken back; the right then changes hands",
    doc: "One player holds the right of denial. The other player only proposes movements, as long as there is another legal one; the holder accepts or denies them. After a denial, the denied player must choose a different movement and receives the right, and the next movement of the denying player cannot be denied. With `right: each-turn` both players have the \
          right, once in each turn of the opponent's.",
    parameters: &[
        ParameterInfo {
            name: "holder",
            kind: ParameterKind::Side,
            default: Some("black"),
            doc: "the player who holds the right at the start",
        },
        ParameterInfo {
            name: "right",
            kind: ParameterKind::Word(&["passes", "each-turn"]),
            default: Some("passes"),
            doc: "whether the right passes to the denied player, or each player may deny one movement in each turn",
        },
        ParameterInfo {
            name: "last",
            kind: ParameterKind::Bool,
            default: Some("no"),
            doc: "whether the only legal movement can be denied, too, which ends the game",
        },
    ],
    example: "use denial(holder: black)",
    position_key: Some("denial"),
    turn_keys: &[
        TurnKey {
            key: "denial",
            says: "{side} may deny a movement",
        },
        TurnKey {
            key: "immune",
            says: "{side}'s next movement cannot be denied",
        },
    ],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: false,
    chains: false,
    signs: &[],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
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
    fn may_deny<L: FullLayout>(&self, state: &Pos<L>) -> bool {
        let mover = state.side_to_move;
        let holds = match self.right {
            Right::Passes => Self::side(state.extra.notes[self.held]) == Some(mover.other()),
            Right::EachTurn => true,
        };
        holds && Self::side(state.extra.notes[self.immune]) != Some(mover)
    }
}

impl<L: FullLayout> Mechanic<L> for Denial {
    fn points(&self) -> Points {
        Points::TURNS.or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.number = number;
        self.held = setup.note()?;
        self.immune = setup.note()?;
        Ok(())
    }

    fn intercept(&self, _: &Mechanics<L>, state: &Pos<L>, others: bool) -> bool {
        (others || self.last) && self.may_deny(state)
    }

    fn is_idle(&self, state: &Pos<L>) -> bool {
        !self.may_deny(state) && Self::side(state.extra.notes[self.immune]) != Some(state.side_to_move)
    }

    fn offers(&self, _: &Mechanics<L>, state: &Pos<L>, when: Occasion<'_>, out: &mut Vec<Action>) {
        if let Occasion::Refusal(has_several) = when
            && self.may_deny(state)
            && (self.last || has_several())
        {
            out.push(Action::answer([Step::Say(self.number, DENY)]));
        }
    }

    fn answered(&self, table: &Mechanics<L>, answer: Answer<'_, L>) -> bool {
        let Answer::Proposal(state, _) = answer else {
            return false;
        };
        let Some(proposal) = &state.proposal else {
            return false;
        };
        state.refused = Some(Arc::from(text::text(table, state, proposal)));
        match self.right {
            Right::Passes => {
                state.extra.notes[self.held] = code(state.side_to_move);
                state.extra.notes[self.immune] = code(state.side_to_move.other());
            }
            Right::EachTurn => state.extra.notes[self.immune] = code(state.side_to_move),
        }
        false
    }

    fn word(&self, _: u8) -> &'static str {
        "deny"
    }

    fn carrying_out(&self, _: &Mechanics<L>, before: &State<L>, _: &Action, state: &mut State<L>) {
        if Self::side(state.extra.notes[self.immune]) == Some(before.side_to_move) {
            state.extra.notes[self.immune] = 0;
        }
    }

    fn happens(&self, _: &Mechanics<L>, state: &mut Pos<L>, event: Event<'_>) {
        if matches!(event, Event::GameOver) {
            state.extra.notes[self.immune] = 0;
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["denial", "immune"]
    }

    fn print(&self, _: &Mechanics<L>, state: &Pos<L>, out: &mut Vec<(&'static str, String)>) {
        for (key, note) in [("denial", self.held), ("immune", self.immune)] {
            if let Some(side) = Self::side(state.extra.notes[note]) {
                out.push((key, side.name()[..1].to_owned()));
            }
        }
    }

    fn parse(
        &self,
        _: &Mechanics<L>,
        key: &str,
        value: &str,
        state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        let side = match value {
            "" if key == "denial" && self.right == Right::Passes => Some(self.holder),
            "" => None,
            side => Some(parse_side(key, side)?),
        };
        let note = if key == "denial" { self.held } else { self.immune };
        state.extra.notes[note] = side.map_or(0, code);
        Ok(())
    }
}
