//! `bait`: a side in check may stay in check and offer a pawn in reach of its royal instead. Does
//! not list movements: it judges those that the generator has found.
//!
//! The royal is on the board and in check at the start of the turn, and a pawn or statue of its
//! side is in reach. A piece is in reach if the royal could move to its square by its quiet ways,
//! were the piece absent. It is also in reach if it is inside a carrier that the royal could enter.
//! Of several statues in a file only the farthest from the last row counts.
//!
//! A movement after which this still holds is a bait; baits are legal if there are at least two
//! (`CR-32`). The opponent's next movement must then bring about the loss of the royal. It is only
//! proposed: the side that baited names a pawn or statue in reach, which changes places with the
//! royal before the movement is carried out (`CR-33`). Text `swap d3`. Position key: `bait=w`, the
//! side whose royal must be captured.
//!
//! Points: legality, turns, keys.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, TurnKey, no_remarks};
use crate::board::Bits;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::fen::parse_side;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::mechanics::legal;
use crate::mechanics::reach;
use crate::mechanics::removal;
use crate::mechanics::threat;
use crate::mechanics::verdict;
use crate::mechanics::{
    Action, Answer, Event, Excuse, Mechanic, Mechanics, Occasion, Points, Setup, State, Step,
};
use crate::order::sort_by_key;
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bait {
    /// The kind that is offered.
    pub piece: PieceName,
    #[serde(skip)]
    kind: u8,
    #[serde(skip)]
    number: u8,
    #[serde(skip)]
    note: usize,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "bait",
    summary: "a side in check may offer a pawn in reach of its royal and stay in check",
    doc: "The rule applies to a side that is in check at the start of its turn and has a pawn in reach of its \
          royal. If it has at least two movements after which the royal is still in check and a pawn is still \
          in reach, it may make one of them. The opponent's next movement must then bring about the loss of \
          the royal. Before it is carried out, the side names a pawn in reach, which changes places with the \
          royal. Statues are in reach from anywhere.",
    parameters: &[ParameterInfo {
        name: "piece",
        kind: ParameterKind::Piece,
        default: Some("pawn"),
        doc: "the piece that is offered",
    }],
    example: "use bait(piece: pawn)",
    position_key: Some("bait"),
    turn_keys: &[TurnKey {
        key: "bait",
        says: "{side}'s royal piece must be captured",
    }],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &[],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Bait>(parameters)?))
}

const fn code(side: Side) -> u8 {
    side as u8 + 1
}

impl Bait {
    fn baited<L: FullLayout>(&self, state: &Pos<L>) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| state.extra.notes[self.note] == code(side))
    }

    /// The place of the side's royal, if it is on the board.
    fn royal<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, side: Side) -> Option<(Place, Unit)> {
        let place = *table.royal_places(state, side).first()?;
        Some((place, state.unit(place)))
    }

    /// All pawns and statues in reach of the side's royal, in order.
    fn reach<L: FullLayout>(&self, table: &Mechanics<L>, state: &Pos<L>, side: Side) -> Vec<Place> {
        let Some((place, royal)) = Self::royal(table, state, side) else {
            return Vec::new();
        };
        let mut ways = Vec::new();
        reach::ways(table, state, royal, place, &mut ways);
        let near = ways
            .iter()
            .fold(L::B::bit(place.square), |all, way| all | L::B::bit(way.to));
        let mut found = removal::front_fixed(table, state, side);
        let pawns = state
            .units(side)
            .filter(|(_, unit)| unit.kind() == self.kind && !unit.has(Unit::FIXED));
        found.extend(pawns.map(|(place, _)| place).filter(|pawn| near.has(pawn.square)));
        sort_by_key(&mut found, |&place| table.rank_of(place));
        found
    }

    /// Whether the side's royal is in check on the board, with something in reach.
    fn is_in_reach<L: FullLayout>(&self, table: &Mechanics<L>, state: &Pos<L>, side: Side) -> bool {
        table.royal(state, side).is_some()
            && threat::is_threatened(table, state, side)
            && self.can_reach(table, state, side)
    }

    fn can_reach<L: FullLayout>(&self, table: &Mechanics<L>, state: &Pos<L>, side: Side) -> bool {
        !self.reach(table, state, side).is_empty()
    }
}

impl<L: FullLayout> Mechanic<L> for Bait {
    fn points(&self) -> Points {
        Points::LEGALITY.or(Points::TURNS).or(Points::KEYS)
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.kind = setup.kind(&self.piece)?;
        self.number = number;
        self.note = setup.note()?;
        setup.excuse_checks(2);
        Ok(())
    }

    fn forced(&self, state: &Pos<L>) -> Option<Side> {
        self.baited(state).filter(|&side| side != state.side_to_move)
    }

    fn excuses(&self, table: &Mechanics<L>, state: &Pos<L>, seen: Excuse) -> bool {
        match seen {
            Excuse::Before => self.is_in_reach(table, state, state.side_to_move),
            Excuse::After(side) => self.can_reach(table, state, side),
            Excuse::Choosing => self.baited(state) == Some(state.side_to_move),
        }
    }

    fn intercept(&self, _: &Mechanics<L>, state: &Pos<L>, _: bool) -> bool {
        self.forced(state).is_some()
    }

    fn is_idle(&self, state: &Pos<L>) -> bool {
        self.baited(state).is_none()
    }

    fn offers(&self, table: &Mechanics<L>, state: &Pos<L>, when: Occasion<'_>, out: &mut Vec<Action>) {
        if let (Occasion::Acceptance, Some(side)) = (when, self.forced(state)) {
            let named = self.reach(table, state, side).into_iter();
            out.extend(named.map(|place| Action::answer([Step::Name(self.number, place)])));
        }
    }

    /// The royal and the pawn change places; a statue becomes a pawn again.
    fn answered(&self, table: &Mechanics<L>, answer: Answer<'_, L>) -> bool {
        let Answer::Proposal(state, Step::Name(_, place)) = answer else {
            return false;
        };
        let side = state.side_to_move.other();
        if let Some((royal, _)) = Self::royal(table, state, side) {
            let pawn = state.unit(place).without(Unit::FIXED);
            state.replace(&table.core, place, pawn);
            removal::exchange(table, state, royal, place);
        }
        true
    }

    fn word(&self, _: u8) -> &'static str {
        "swap"
    }

    fn carrying_out(&self, table: &Mechanics<L>, before: &State<L>, action: &Action, state: &mut State<L>) {
        let mover = before.side_to_move;
        if self.forced(before).is_some() {
            // The answer to a bait is a bait itself if there was a choice. The rest is decided at
            // the end of the turn.
            let mut free = before.clone();
            free.refused = None;
            if threat::is_threatened(table, before, mover) && legal::legal_movements(table, &free).len() > 1 {
                state.extra.notes[self.note] = code(mover);
            }
        } else if verdict::is_excused(table, before, action) {
            state.extra.notes[self.note] = code(mover);
        }
    }

    fn happens(&self, table: &Mechanics<L>, state: &mut Pos<L>, event: Event<'_>) {
        let mover = state.side_to_move;
        let holds = match event {
            Event::TurnEnds(_) => return,
            Event::TurnOver => self.baited(state) == Some(mover) && self.is_in_reach(table, state, mover),
            Event::GameOver => false,
        };
        if !holds {
            state.extra.notes[self.note] = 0;
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["bait"]
    }

    fn print(&self, _: &Mechanics<L>, state: &Pos<L>, out: &mut Vec<(&'static str, String)>) {
        if let Some(side) = self.baited(state) {
            out.push(("bait", side.name()[..1].to_owned()));
        }
    }

    fn parse(
        &self,
        _: &Mechanics<L>,
        key: &str,
        value: &str,
        state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        state.extra.notes[self.note] = match value {
            "" => 0,
            side => code(parse_side(key, side)?),
        };
        Ok(())
    }
}
