//! The engine: rulesets compiled to tables, positions, and one move generator for all variants.

mod apply;
mod attacks;
pub(crate) mod beyond;
pub(crate) mod build;
pub(crate) mod core;
mod effects;
mod error;
pub(crate) mod fen;
mod fire;
pub(crate) mod follow;
pub(crate) mod goals;
pub(crate) mod layout;
mod legality;
pub(crate) mod movegen;
pub(crate) mod notation;
mod outcome;
pub mod paths;
mod perft;
pub(crate) mod position;
pub(crate) mod powers;
pub(crate) mod program;
mod restrictions;
pub(crate) mod rows;
mod shots;
mod tables;
pub(crate) mod ties;
pub(crate) mod trail;
mod turns;

pub use effects::{Adjacency, Effects, Exchange, Gives, Shots, Tag};
pub use error::CompileError;
pub use fen::PositionError;
pub use outcome::Outcome;
pub use perft::Leaves;
pub use position::Move;
