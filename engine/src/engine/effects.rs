//! What hooks contribute to the compiled form of a variant.

use super::error::CompileError;
use crate::rules::{HookUse, Movement, PieceName, Side, Squares};

/// What one use of a hook adds when a variant is compiled. A hook that is known now costs nothing later: threats
/// become lines like those of any attack.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The royals of a side threaten the opponent's royals along a movement: no move may leave one of them
    /// exposed to it, but it is not check.
    pub threats: Vec<(Side, Movement)>,
    /// Endings by adjacency, tested before all other goals.
    pub adjacency: Vec<Adjacency>,
    /// Movements that depend on neighbours.
    pub influences: Vec<Influence>,
    /// Pieces that may change places as a move.
    pub exchanges: Vec<Exchange>,
    /// Weapons with which pieces capture from where they stand, in order.
    pub weapons: Vec<Weapon>,
    /// Pieces take over the movements of what they capture.
    pub absorption: Option<Absorption>,
}

impl Effects {
    /// Whether they ask for what only some variants pay for.
    pub(crate) fn is_rich(&self) -> bool {
        !self.influences.is_empty()
            || !self.exchanges.is_empty()
            || !self.weapons.is_empty()
            || self.absorption.is_some()
    }
}

/// A kind of piece moves otherwise while more friends than enemies of some kinds, or more enemies than friends, stand
/// next to it.
#[derive(Clone, Debug)]
pub struct Influence {
    /// The kinds that are counted.
    pub by: Vec<PieceName>,
    /// The kind that moves otherwise.
    pub on: PieceName,
    /// Its movement with more friends.
    pub friends: Movement,
    /// Its movement with more enemies.
    pub enemies: Movement,
}

/// Two own pieces may change places, wherever they stand, as a move.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The piece that the move's text names first.
    pub of: PieceName,
    /// The other.
    pub with: PieceName,
}

/// A weapon.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its letter in positions and moves.
    pub letter: char,
    /// Kinds that have it by themselves, and resist it.
    pub of: Vec<PieceName>,
    /// What it reaches: the captures of a movement.
    pub fires: Movement,
    /// Kinds that fire it otherwise.
    pub masters: Vec<PieceName>,
    /// How those fire it.
    pub masters_fire: Movement,
    /// Weapons whose kinds it beats.
    pub beats: Vec<char>,
}

/// Captors take over movements.
#[derive(Clone, Debug)]
pub struct Absorption {
    /// Kinds whose movements can be taken over.
    pub movements: Vec<PieceName>,
    /// Kinds that take over.
    pub by: Vec<PieceName>,
}

/// A side loses as soon as one of its pieces in `first` is a neighbour of one of its pieces in `second`.
#[derive(Clone, Debug)]
pub struct Adjacency {
    /// The word in outcomes.
    pub reason: String,
    /// The side that loses.
    pub side: Side,
    /// Some squares.
    pub first: Squares,
    /// Other squares.
    pub second: Squares,
}

/// The effects of one use.
pub fn of(hook: &HookUse) -> Result<Effects, CompileError> {
    let wrong = |message: String| CompileError::Hook {
        name: hook.name.clone(),
        message,
    };
    let info = crate::hooks::get(&hook.name).ok_or_else(|| wrong("there is no such hook".to_owned()))?;
    match info.effects {
        Some(effects) => effects(&hook.parameters).map_err(|e| wrong(e.to_string())),
        None => Ok(Effects::default()),
    }
}
