//! `raise`: a piece that may come back once after it was captured or exiled.
//!
//! When everything automatic about a movement is done, the owners of the pieces removed by it decide one by one, in the
//! order of removal: `raise` or `decline`. A raised piece falls on the square where it was removed; it is exiled at the
//! end of its owner's next turn (`CR-10`). Position keys: `raised=b4,c5+` (`+`: it rose in its owner's own turn, which is
//! not over), and `raise:c4:b` in `choose=`.
//!
//! Points: removed, turn ends, keys; choices.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::{CompileError, PositionError};
use crate::rules::{PieceName, Side};
use crate::table::{
    Action, Choice, EventHook, Place, Points, Removal, Setup, Source, State, Step, Table, Unit, Work,
};
use serde::{Deserialize, Serialize};

const RAISE: u8 = 0;
const DECLINE: u8 = 1;

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Raise {
    /// The kind that comes back.
    pub piece: PieceName,
    #[serde(skip)]
    kind: u8,
    #[serde(skip)]
    number: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "raise",
    summary: "a piece that was captured or exiled may come back for one turn",
    doc: "When the piece is captured or exiled, its owner may raise it, once, after everything automatic about the \
          movement is done: it falls on the square where it was removed and removes the lowest piece there. A raised \
          piece is exiled at the end of its owner's next turn; captured before that, it is captured for good.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("bishop"),
        doc: "the piece that comes back",
    }],
    example: "use raise(piece: bishop)",
    position_key: Some("raised"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Raise>(parameters)?))
}

impl Raise {
    fn pool(choice: Choice) -> Source {
        if choice.exiled {
            Source::Exile
        } else {
            Source::Captured
        }
    }
}

impl EventHook for Raise {
    fn points(&self) -> Points {
        Points::REMOVED.or(Points::TURN_ENDS).or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        self.number = number;
        setup.keep_pools();
        Ok(())
    }

    fn removed(&self, _: &Table, _: &mut State, work: &mut Work, removal: Removal) {
        let Removal { unit, square, exiled } = removal;
        if unit.kind() == self.kind && !unit.has(Unit::RAISED) {
            work.open(Choice {
                hook: self.number,
                square,
                side: unit.side(),
                exiled,
            });
        }
    }

    /// None if a statue stands on the square, or the piece has left the pool in another way.
    fn answers(&self, table: &Table, state: &State, choice: Choice, out: &mut Vec<Action>) {
        let base = state.base(choice.square);
        let blocked = base.exists() && base.has(Unit::STATUE);
        if !blocked && table.withdraw(&mut state.clone(), self.kind, choice.side, Self::pool(choice)) {
            out.extend([RAISE, DECLINE].map(|word| Action::answer([Step::Say(self.number, word)])));
        }
    }

    fn answered(&self, table: &Table, state: &mut State, work: &mut Work, choice: Choice, word: u8) {
        if word != RAISE || !table.withdraw(state, self.kind, choice.side, Self::pool(choice)) {
            return;
        }
        let unit = table.make(self.kind, choice.side).with(Unit::RAISED);
        let unit = if choice.side == state.turn {
            unit.with(Unit::FRESH)
        } else {
            unit
        };
        work.stir();
        table.drop(state, choice.square, &[unit], work);
    }

    fn choice_name(&self) -> &'static str {
        "raise"
    }

    fn word(&self, word: u8) -> &'static str {
        if word == RAISE { "raise" } else { "decline" }
    }

    fn turn_ends(&self, table: &Table, state: &mut State, work: &mut Work) {
        if !state.has_raised(state.turn) {
            return;
        }
        let leaves = |unit: Unit| unit.has(Unit::RAISED) && !unit.has(Unit::FRESH);
        loop {
            let found = state.units(state.turn).find(|(_, unit)| leaves(*unit));
            let Some((place, _)) = found else { break };
            table.send_off(state, place, true, work);
        }
        let fresh: Vec<(Place, Unit)> = state
            .units(state.turn)
            .filter(|(_, unit)| unit.has(Unit::FRESH))
            .collect();
        for (place, unit) in fresh {
            state.replace(place, unit.without(Unit::FRESH));
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["raised"]
    }

    fn print(&self, table: &Table, state: &State, out: &mut Vec<(&'static str, String)>) {
        if !Side::ALL.iter().any(|&side| state.has_raised(side)) {
            return;
        }
        let raised = table.places_where(state, |unit| unit.has(Unit::RAISED));
        let texts: Vec<String> = raised
            .into_iter()
            .map(|(place, unit)| table.place_text(place) + if unit.has(Unit::FRESH) { "+" } else { "" })
            .collect();
        out.push(("raised", texts.join(",")));
    }

    fn parse(&self, table: &Table, key: &str, value: &str, state: &mut State) -> Result<(), PositionError> {
        for text in value.split(',').filter(|t| !t.is_empty()) {
            let fresh = text.strip_suffix('+');
            let place = table.parse_place(key, fresh.unwrap_or(text), state)?;
            let unit = state.unit(place);
            if unit.kind() != self.kind || unit.has(Unit::RAISED) {
                let message = format!(
                    "no {} stands on {}, or it is named twice",
                    self.piece,
                    table.place_text(place)
                );
                return Err(PositionError {
                    field: key.to_owned(),
                    message,
                });
            }
            let raised = unit.with(Unit::RAISED);
            state.replace(
                place,
                if fresh.is_some() {
                    raised.with(Unit::FRESH)
                } else {
                    raised
                },
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{chess_with, fen_after};

    /// `CR-10`
    #[test]
    fn it_rises_once_and_goes_into_exile() {
        let variant = chess_with(&["use raise"]);
        let fen = "4k3/8/8/8/2b5/8/8/2R1K3 w - - 0 1";
        let captured = fen_after(&variant, fen, &["c1c4"]);
        assert_eq!(
            captured,
            "4k3/8/8/8/2R5/8/8/4K3 b - - 0 1 captured=b choose=raise:c4:b turn=w"
        );
        let raised = fen_after(&variant, &captured, &["raise"]);
        assert_eq!(raised, "4k3/8/8/8/2b5/8/8/4K3 b - - 0 1 captured=R raised=c4");
        assert_eq!(
            fen_after(&variant, &raised, &["c4d3"]),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 2 captured=R exile=b"
        );
        assert_eq!(
            fen_after(&variant, &captured, &["decline"]),
            "4k3/8/8/8/2R5/8/8/4K3 b - - 0 1 captured=b"
        );
    }

    /// The piece is a parameter; one that carries others leaves them behind.
    #[test]
    fn other_pieces_rise() {
        let variant = chess_with(&["use towers", "use raise(piece: rook)"]);
        let fen = "4k3/8/8/8/2r5/8/8/2R1K3 w - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["c1c4", "raise", "decline"]),
            "4k3/8/8/8/2r5/8/8/4K3 b - - 0 1 captured=R raised=c4"
        );
        let carrying = "4k3/8/8/8/2r5/8/8/4K3 b - - 0 1 raised=c4 towers=c4:rn";
        assert_eq!(
            fen_after(&variant, carrying, &["e8e7"]),
            "8/4k3/8/8/2n5/8/8/4K3 w - - 0 2 exile=r"
        );
    }
}
