//! `bait` and `denial`: movements that are only proposed.

use crate::board::Square;
use crate::events::action::{Action, Step};
use crate::events::hook::{EventHook, side_field, side_letter};
use crate::events::state::{Place, State};
use crate::events::table::{Setup, Table};
use crate::position::Kind;
use ferz::rules::Side;
use serde::Deserialize;

/// A side in check may offer a pawn in reach of its royal instead (`CR-32` to `CR-34`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Bait {
    piece: String,
    #[serde(skip)]
    kind: Kind,
    #[serde(skip)]
    number: usize,
}

impl Bait {
    /// The side whose royal must be captured.
    fn baited(&self, state: &State) -> Option<Side> {
        state.notes.get("bait").copied()
    }

    /// All pawns and statues in reach of the side's royal, in order.
    fn reach(&self, table: &Table, state: &State, side: Side) -> Vec<Place> {
        let Some(&place) = table.royals(state, side).first() else {
            return Vec::new();
        };
        let Some(royal) = state.unit(place) else {
            return Vec::new();
        };
        let mut near: Vec<Square> = vec![place.square];
        near.extend(table.ways(state, royal, place).iter().map(|way| way.to));
        let mut found = table.front_statues(state, side);
        for (pawn, unit) in state.units(side) {
            if unit.kind == self.kind && !unit.statue && near.contains(&pawn.square) {
                found.push(pawn);
            }
        }
        found.sort_by_key(|&place| table.rank_of(place));
        found
    }

    /// Whether a side's royal is on the board and in check, with something in reach.
    fn can_bait(&self, table: &Table, state: &State, side: Side) -> bool {
        !table.royals(state, side).is_empty()
            && table.is_threatened(state, side)
            && !self.reach(table, state, side).is_empty()
    }
}

impl EventHook for Bait {
    fn set_up(&mut self, number: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
        self.number = number;
    }

    fn forced(&self, state: &State) -> Option<Side> {
        self.baited(state).filter(|&side| side != state.turn)
    }

    fn excuse(&self, table: &Table, state: &State) -> bool {
        self.can_bait(table, state, state.turn)
    }

    fn excused(&self, table: &Table, state: &State, side: Side) -> bool {
        !self.reach(table, state, side).is_empty()
    }

    fn excuses_needed(&self) -> usize {
        2
    }

    fn excuse_holds(&self, state: &State) -> bool {
        self.baited(state) == Some(state.turn)
    }

    fn intercept(&self, _: &Table, state: &State, _: bool) -> bool {
        self.forced(state).is_some()
    }

    fn acceptances(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        if let Some(side) = self.forced(state) {
            let named = self.reach(table, state, side).into_iter();
            out.extend(named.map(|place| Action::answer([Step::Name(self.number, place)])));
        }
    }

    /// The royal and the pawn change places; a statue is a pawn again.
    fn reply(&self, table: &Table, state: &mut State, step: Step) -> bool {
        let Step::Name(_, place) = step else { return false };
        if let Some(&royal) = table.royals(state, state.turn.other()).first() {
            if let Some(pawn) = state.unit_mut(place) {
                pawn.statue = false;
            }
            table.exchange(state, royal, place);
        }
        true
    }

    fn word(&self, _: usize) -> &'static str {
        "swap"
    }

    fn carrying_out(&self, table: &Table, before: &State, action: &Action, state: &mut State) {
        let mover = before.turn;
        let baits = if self.forced(before).is_some() {
            // The answer to a bait is a bait itself if there was a choice; the end of the turn
            // tells the rest.
            let mut free = before.clone();
            free.refused = None;
            table.is_threatened(before, mover) && table.legal_movements(&free).len() > 1
        } else {
            table.is_excused(before, action)
        };
        if baits {
            state.notes.insert("bait", mover);
        }
    }

    fn turn_over(&self, table: &Table, state: &mut State) {
        let mover = state.turn;
        if self.baited(state) != Some(mover) || !self.can_bait(table, state, mover) {
            state.notes.remove("bait");
        }
    }

    fn game_over(&self, state: &mut State) {
        state.notes.remove("bait");
    }

    fn keys(&self) -> &'static [&'static str] {
        &["bait"]
    }

    fn print(&self, _: &Table, state: &State, out: &mut Vec<(String, String)>) {
        let value = self.baited(state).map_or("", side_letter);
        out.push(("bait".to_owned(), value.to_owned()));
    }

    fn parse(&self, _: &Table, _: &str, value: &str, state: &mut State) -> Option<()> {
        if !value.is_empty() {
            state.notes.insert("bait", side_field(value)?);
        }
        Some(())
    }
}

/// A player may have one movement of the opponent taken back (`CR-35` to `CR-37`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Denial {
    holder: Side,
    #[serde(default)]
    right: Right,
    /// Whether the only legal movement can be denied, too.
    #[serde(default)]
    last: bool,
    #[serde(skip)]
    number: usize,
}

/// The owner of the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Right {
    #[default]
    Passes,
    EachTurn,
}

const DENY: usize = 0;

impl Denial {
    /// Whether the opponent of the side to move may deny its movements.
    fn may_deny(&self, state: &State) -> bool {
        let mover = state.turn;
        let holds = self.right == Right::EachTurn || state.notes.get("denial") == Some(&mover.other());
        holds && state.notes.get("immune") != Some(&mover)
    }
}

impl EventHook for Denial {
    fn set_up(&mut self, number: usize, _: &mut Setup<'_>) {
        self.number = number;
    }

    fn intercept(&self, _: &Table, state: &State, others: bool) -> bool {
        (others || self.last) && self.may_deny(state)
    }

    fn refusals(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        let mut asked = state.clone();
        asked.proposal = None;
        if self.may_deny(state) && (self.last || table.legal_movements(&asked).len() > 1) {
            out.push(Action::answer([Step::Say(self.number, DENY)]));
        }
    }

    fn reply(&self, table: &Table, state: &mut State, _: Step) -> bool {
        if let Some(proposal) = &state.proposal {
            state.refused = Some(table.text(state, proposal));
            if self.right == Right::Passes {
                state.notes.insert("denial", state.turn);
                state.notes.insert("immune", state.turn.other());
            } else {
                state.notes.insert("immune", state.turn);
            }
        }
        false
    }

    fn word(&self, _: usize) -> &'static str {
        "deny"
    }

    fn carrying_out(&self, _: &Table, before: &State, _: &Action, state: &mut State) {
        if state.notes.get("immune") == Some(&before.turn) {
            state.notes.remove("immune");
        }
    }

    fn game_over(&self, state: &mut State) {
        state.notes.remove("immune");
    }

    fn keys(&self) -> &'static [&'static str] {
        &["denial", "immune"]
    }

    fn print(&self, _: &Table, state: &State, out: &mut Vec<(String, String)>) {
        for key in ["denial", "immune"] {
            let value = state.notes.get(key).copied().map_or("", side_letter);
            out.push((key.to_owned(), value.to_owned()));
        }
    }

    fn parse(&self, _: &Table, key: &str, value: &str, state: &mut State) -> Option<()> {
        let (key, default) = match key {
            "denial" => (
                "denial",
                Some(self.holder).filter(|_| self.right == Right::Passes),
            ),
            _ => ("immune", None),
        };
        let side = if value.is_empty() {
            default
        } else {
            Some(side_field(value)?)
        };
        if let Some(side) = side {
            state.notes.insert(key, side);
        }
        Some(())
    }
}
