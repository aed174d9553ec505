//! Chess variants from text files.
//!
//! Text becomes a syntax tree (crate `ferz-grammar`), the tree a [`rules::Ruleset`] ([`lower`]), the ruleset a
//! compiled [`engine::Variant`] that makes positions and moves.

mod allow;
pub mod betza;
pub mod check;
pub mod codes;
pub mod diff;
mod game;
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

pub use ferz_engine::{Decision, Objection, board, hooks, rules};

/// Compiled variants, their positions and moves, and games.
pub mod engine {
    pub use crate::game::Game;
    pub use ferz_engine::engine::*;
    pub use ferz_engine::{Footprint, Past, Position, Reach, Step, Variant};
}
