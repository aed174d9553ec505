//! `raise`: a piece that may come back once after it was captured or exiled. Does not know the
//! movement that has removed the piece.
//!
//! When everything automatic about a movement is done, the owners of the removed pieces decide one
//! by one, in the order of removal: `raise` or `decline`. A raised piece returns to the square on
//! which it was removed; it is exiled at the end of its owner's next turn (`CR-10`). Position keys:
//! `raised=b4,c5+`, and `raise:c4:b` in `choose=`. A `+` marks a piece that was raised in its
//! owner's own turn, which is not over.
//!
//! Points: removed, turn ends, keys; choices.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::Bits;
use crate::engine::extra_state::{Choice, Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::mechanics::fen;
use crate::mechanics::perform;
use crate::mechanics::removal;
use crate::mechanics::text;
use crate::mechanics::{
    Action, Answer, Event, Mechanic, Mechanics, Occasion, Pending, Points, Removal, Setup, Source, Step,
};
use crate::rules::{PieceName, Side};
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
    /// The mark of a piece that was raised and has to leave again.
    #[serde(skip)]
    raised: u8,
    /// The mark of one that was raised in its owner's own turn, which is not over.
    #[serde(skip)]
    fresh: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "raise",
    summary: "a piece that was captured or exiled may come back for one turn",
    doc: "When the piece is captured or exiled, its owner may raise it, once, after everything automatic about the \
          movement is done: it falls on the square where it was removed and removes the lowest piece there. On a \
          closed square it cannot be raised. A raised piece is exiled at the end of its owner's next turn; captured before \
          that, it is captured for good.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("bishop"),
        doc: "the piece that comes back",
    }],
    example: "use raise(piece: bishop)",
    position_key: Some("raised"),
    turn_keys: &[],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &[],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
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

impl<L: FullLayout> Mechanic<L> for Raise {
    fn points(&self) -> Points {
        Points::REMOVED.or(Points::TURN_ENDS).or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        self.number = number;
        self.raised = setup.mark()?;
        self.fresh = setup.mark()?;
        setup.react(self.kind);
        setup.keep_pools();
        setup.name_choices(number, "raise");
        Ok(())
    }

    fn removed(&self, _: &Mechanics<L>, _: &mut Pos<L>, work: &mut Pending, removal: Removal) {
        let Removal { unit, square, exiled } = removal;
        if unit.kind() == self.kind && !unit.has(self.raised) {
            work.open(Choice {
                mechanic: self.number,
                square,
                side: unit.side(),
                exiled,
            });
        }
    }

    /// None if a statue stands on the square, the square is closed, or the piece has left the pool
    /// in another way.
    fn offers(&self, _table: &Mechanics<L>, state: &Pos<L>, when: Occasion<'_>, out: &mut Vec<Action>) {
        let Occasion::Choice(choice) = when else {
            return;
        };
        let base = state.base(choice.square);
        let blocked = base.exists() && base.has(Unit::FIXED) || state.closed().has(choice.square);
        if !blocked && perform::withdraw(&mut { *state }, self.kind, choice.side, Self::pool(choice)) {
            for word in [RAISE, DECLINE] {
                out.push(Action::answer([Step::Say(self.number, word)]));
            }
        }
    }

    fn answered(&self, table: &Mechanics<L>, answer: Answer<'_, L>) -> bool {
        let Answer::Choice(state, work, choice, word) = answer else {
            return false;
        };
        if word != RAISE || !perform::withdraw(state, self.kind, choice.side, Self::pool(choice)) {
            return false;
        }
        let unit = Unit::new(self.kind, choice.side).with(self.raised);
        let unit = if choice.side == state.side_to_move {
            unit.with(self.fresh)
        } else {
            unit
        };
        work.mark_irreversible();
        removal::drop(table, state, choice.square, &[unit], work);
        false
    }

    fn word(&self, word: u8) -> &'static str {
        if word == RAISE { "raise" } else { "decline" }
    }

    fn happens(&self, table: &Mechanics<L>, state: &mut Pos<L>, event: Event<'_>) {
        let Event::TurnEnds(work) = event else { return };
        if !state.has_marked(self.raised, state.side_to_move) {
            return;
        }
        let leaves = |unit: Unit| unit.has(self.raised) && !unit.has(self.fresh);
        loop {
            let found = state.units(state.side_to_move).find(|(_, unit)| leaves(*unit));
            let Some((place, _)) = found else { break };
            removal::send_off(table, state, place, true, work);
        }
        let fresh: Vec<(Place, Unit)> = state
            .units(state.side_to_move)
            .filter(|(_, unit)| unit.has(self.fresh))
            .collect();
        for (place, unit) in fresh {
            state.replace(&table.core, place, unit.without(self.fresh));
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["raised"]
    }

    fn print(&self, table: &Mechanics<L>, state: &Pos<L>, out: &mut Vec<(&'static str, String)>) {
        if !Side::ALL.iter().any(|&side| state.has_marked(self.raised, side)) {
            return;
        }
        let raised = fen::places_where(table, state, &|unit| unit.has(self.raised));
        let texts: Vec<String> = raised
            .into_iter()
            .map(|(place, unit)| text::place_text(table, place) + if unit.has(self.fresh) { "+" } else { "" })
            .collect();
        out.push(("raised", texts.join(",")));
    }

    fn parse(
        &self,
        table: &Mechanics<L>,
        key: &str,
        value: &str,
        state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        for text in value.split(',').filter(|t| !t.is_empty()) {
            let fresh = text.strip_suffix('+');
            let place = fen::parse_place(table, key, fresh.unwrap_or(text), state)?;
            let unit = state.unit(place);
            if unit.kind() != self.kind || unit.has(self.raised) {
                let message = format!(
                    "no {} stands on {}, or it is named twice",
                    self.piece,
                    text::place_text(table, place)
                );
                return Err(PositionError {
                    field: key.to_owned(),
                    message,
                });
            }
            let raised = unit.with(self.raised);
            state.replace(
                &table.core,
                place,
                if fresh.is_some() {
                    raised.with(self.fresh)
                } else {
                    raised
                },
            );
        }
        Ok(())
    }
}
