#![doc = include_str!("../README.md")]

mod allow;
pub mod betza;
pub mod check;
pub mod codes;
pub mod dialects;
pub mod diff;
mod game;
mod load;
pub mod lower;
pub mod mechanics;
mod mirror;
pub mod snapshot;
pub mod suite;
pub mod terms;
pub mod text;
pub mod vocabulary;
pub mod ways;
pub mod why;

pub use engine::{Game, Move, Outcome, Position, Variant};
pub use ferz_engine::{Decision, Objection, board, hooks, rules};
pub use ferz_grammar::{diagnostic, suggest};
pub use load::{RulesError, parse};

/// Compiled variants, their positions and moves, and games.
pub mod engine {
    pub use crate::game::Game;
    pub use ferz_engine::engine::*;
    pub use ferz_engine::{Footprint, Past, Position, Reach, Step, Variant};
}
