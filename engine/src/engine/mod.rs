//! The engine: rulesets compiled to tables, positions, and one move generator for all variants.

mod apply;
mod attacks;
pub(crate) mod beyond;
pub(crate) mod build;
pub(crate) mod core;
mod effects;
mod error;
pub(crate) mod fen;
pub(crate) mod follow;
mod game;
pub(crate) mod goals;
mod influence;
pub(crate) mod layout;
mod legality;
pub(crate) mod movegen;
pub(crate) mod notation;
mod outcome;
pub mod paths;
mod perft;
pub(crate) mod position;
mod powers;
pub(crate) mod program;
pub(crate) mod rows;
mod tables;
mod ties;
mod variant;
mod weapons;

pub use effects::of as effects_of;
pub use effects::{Absorption, Adjacency, Effects, Exchange, Influence, Weapon};
pub use error::CompileError;
pub use fen::PositionError;
pub use game::Game;
pub use outcome::Outcome;
pub use perft::Leaves;
pub use position::Move;
pub use variant::{Position, Reach, Variant};
