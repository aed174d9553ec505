//! Effects: what follows by itself from a move. Does not carry effects out: that is
//! `engine::follow`.
//!
//! A move is carried out first: captured pieces leave, the piece arrives, it promotes. Then the
//! effects follow, in the order of the rules, and the acts of each in their order. An act finds the
//! board as the one before has left it and is carried out on all its pieces at once. Friends and
//! enemies are seen from the side that moved.

use super::acts::{Act, Again, Fate, Goer};
use super::terms::{Group, Owner};
use super::{Kinds, PerSide, Ruleset, Squares};
use serde::{Deserialize, Serialize};

/// Consequences of certain moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// The event from which it follows.
    pub event: Event,
    /// The sides from whose moves it follows.
    pub side: PerSide<bool>,
    /// It follows only from moves of these kinds of pieces, by their kind before the move.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub by: Kinds,
    /// It follows only from captures of one of these kinds.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub of: Kinds,
    /// It follows only from captures of this owner's pieces, seen from the capturing side.
    #[serde(default, skip_serializing_if = "Owner::is_any")]
    pub whose: Owner,
    /// Whether it follows only from captures of the captor's own kind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// It follows only from moves that start here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PerSide<Squares>>,
    /// It follows only from moves that end here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<PerSide<Squares>>,
    /// It follows only if this holds after the move itself.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub condition: Proviso,
    /// It follows only if this held before the move, with the piece still on its start. Asked of
    /// moves, not of drops or turns.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub before: Proviso,
    /// It follows only from the end of turns whose number is a multiple of this, at least 2. The
    /// first turn of each side has number 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<u16>,
    /// Whether it is repeated until it changes nothing. There are at most as many rounds as the
    /// board has squares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
    /// The acts that follow.
    pub acts: Vec<Act>,
}

impl Effect {
    /// Whether it depends on a move, and not only on the board.
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
    /// At least one of these is there. If the list is empty, nothing is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<Group>,
    /// None of these is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Group>,
}

impl Proviso {
    /// Whether the condition is empty.
    pub fn is_none(&self) -> bool {
        self.present.is_empty() && self.absent.is_empty()
    }
}

/// The cause of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A move of any kind, castling and captures included. Passes and drops are none.
    Move,
    /// A move that captures something.
    Capture,
    /// A piece that is dropped from a hand; it is the mover.
    Drop,
    /// The end of a turn, a pass included. It knows nothing of the turn's moves.
    Turn,
}

/// The largest number of different ways in which a turn can continue.
#[doc(hidden)]
pub const MAX_AGAINS: usize = 32;

impl Ruleset {
    /// The acts of all effects, in their order.
    #[doc(hidden)]
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        let mut acts = Vec::new();
        for effect in &self.effects {
            acts.extend(&effect.acts);
        }
        acts.into_iter()
    }

    /// Whether effects carry pieces on. If they do, a piece may stand on another square than the
    /// one on which its move ended.
    pub fn carries_on(&self) -> bool {
        self.acts().any(|act| act.facts().fate == Fate::CarriedOn)
    }

    /// Whether captured pieces continue the turns of their captors.
    #[doc(hidden)]
    pub fn victims_go_on(&self) -> bool {
        let goes_on = |act: &Act| act.facts().again.is_some_and(|again| again.who == Goer::Victim);
        self.acts().any(goes_on)
    }

    /// The ways in which turns continue, in the order of the effects, equal ones once. Positions
    /// name them by their numbers.
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
