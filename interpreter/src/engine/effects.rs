//! What hooks contribute to the compiled form of a variant.

use super::build::CompileError;
use crate::rules::{HookUse, Movement, Side, Squares};

/// What one use of a hook adds when a variant is compiled. A hook that is known now costs nothing later: threats
/// become lines like those of any attack.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The royals of a side threaten the opponent's royals along a movement: no move may leave one of them
    /// exposed to it, but it is not check.
    pub threats: Vec<(Side, Movement)>,
    /// Endings by adjacency, tested before all other goals.
    pub adjacency: Vec<Adjacency>,
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
pub(crate) fn of(hook: &HookUse) -> Result<Effects, CompileError> {
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
