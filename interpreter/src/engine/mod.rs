//! The engine: rulesets compiled to tables, positions, and one move generator for all variants.

mod build;
mod core;
mod effects;
mod fen;
mod game;
mod layout;
mod movegen;
mod notation;
mod outcome;
pub(crate) mod paths;
mod perft;
mod position;
mod powers;
mod tables;
mod variant;
mod weapons;

pub use build::CompileError;
pub(crate) use effects::of as effects_of;
pub use effects::{Absorption, Adjacency, Blast, Effects, Exchange, Influence, Weapon};
pub use fen::PositionError;
pub use game::Game;
pub use outcome::Outcome;
pub use perft::Leaves;
pub use position::Move;
pub use variant::{Position, Variant};
