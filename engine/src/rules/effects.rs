//! Effects: what follows by itself from a move.
//!
//! A move is carried out first: captured pieces leave, the piece arrives, it promotes. Then the
//! effects follow, in the order of the rules, and the acts of each in their order. An act finds the
//! board as the one before has left it and is carried out on all its pieces at once. Friends and
//! enemies are seen from the side that moved.

use super::acts::{Act, Again, Fate, Goer};
use super::terms::{Group, Owner};
use super::{Kinds, PerSide, Ruleset, Squares};
use serde::{Deserialize, Serialize};

/// Something that follows from certain moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// From which moves.
    pub event: Event,
    /// From whose moves.
    pub side: PerSide<bool>,
    /// Only from moves of these kinds of pieces, by their kind before the move.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub by: Kinds,
    /// Only from captures of one of these kinds.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub of: Kinds,
    /// Only from captures of one of this owner's, seen from the side that captures.
    #[serde(default, skip_serializing_if = "Owner::is_any")]
    pub whose: Owner,
    /// Only from captures of the kind that captures.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// Only from moves that start here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PerSide<Squares>>,
    /// Only from moves that end here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<PerSide<Squares>>,
    /// Only if this holds, after the move itself.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub condition: Proviso,
    /// Only if this was so before the move, with the piece still where it has started. Asked of moves, not of drops or turns.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub before: Proviso,
    /// Only from the end of turns whose number is a multiple of this, from 2; the first turn of each side is number 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u16>,
    /// Whether it is repeated until it changes nothing, at most as many times as the board has squares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
    /// The acts that follow.
    pub acts: Vec<Act>,
}

impl Effect {
    /// Whether it asks for a move, or for which one.
    pub fn asks_for_move(&self) -> bool {
        let Proviso { present, absent } = &self.condition;
        !self.by.is_all()
            || self.from.is_some()
            || self.to.is_some()
            || present.iter().chain(absent).any(Group::asks_for_move)
            || !self.before.is_none()
            || self.acts.iter().any(Act::asks_for_move)
    }

    /// The effect of all moves, or all captures, of both sides.
    pub fn new(event: Event, acts: Vec<Act>) -> Self {
        Self {
            event,
            side: PerSide::both(true),
            by: Kinds::default(),
            of: Kinds::default(),
            whose: Owner::Any,
            same: false,
            from: None,
            to: None,
            condition: Proviso::default(),
            before: Proviso::default(),
            every: None,
            repeat: false,
            acts,
        }
    }
}

/// A condition on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Proviso {
    /// There is at least one of these; without any, nothing is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<Group>,
    /// There is none of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Group>,
}

impl Proviso {
    /// Whether nothing is asked.
    pub fn is_none(&self) -> bool {
        self.present.is_empty() && self.absent.is_empty()
    }
}

/// The cause of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A move of any kind, castling and captures included; not a pass, not a drop.
    Move,
    /// A move that captures something.
    Capture,
    /// A piece that is dropped from a hand; it is the mover.
    Drop,
    /// The end of a turn, a pass included. Nothing is known of its moves.
    Turn,
}

/// The largest number of different ways in which a turn goes on.
#[doc(hidden)]
pub const MAX_AGAINS: usize = 32;

impl Ruleset {
    /// The acts of all effects, in their order.
    #[doc(hidden)]
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.effects.iter().flat_map(|effect| &effect.acts)
    }

    /// Whether effects carry pieces on. Then a piece may stand on another square than the one at
    /// which its move ended.
    pub fn carries_on(&self) -> bool {
        self.acts().any(|act| act.facts().fate == Fate::CarriedOn)
    }

    /// Whether captured pieces go on with the turns of their captors.
    #[doc(hidden)]
    pub fn victims_go_on(&self) -> bool {
        let goes_on = |act: &Act| act.facts().again.is_some_and(|again| again.who == Goer::Victim);
        self.acts().any(goes_on)
    }

    /// The ways in which turns go on, in the order of the effects, equal ones once. Positions name
    /// them by their numbers.
    pub fn agains(&self) -> Vec<&Again> {
        let mut list: Vec<&Again> = Vec::new();
        for again in self.acts().filter_map(|act| act.facts().again) {
            if !list.contains(&again) {
                list.push(again);
            }
        }
        list
    }
}
