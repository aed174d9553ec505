//! The engine: rulesets compiled to tables, positions, and one move generator for all variants.

mod apply;
mod attacks;
pub(crate) mod beyond;
pub(crate) mod build;
pub(crate) mod castlings;
pub(crate) mod chain;
pub(crate) mod compiled;
pub(crate) mod core;
pub(crate) mod counting;
mod effects;
mod error;
pub(crate) mod fen;
mod fire;
pub(crate) mod follow;
mod gates;
pub(crate) mod goals;
mod keys;
pub(crate) mod layout;
mod legality;
mod majority;
pub(crate) mod mates;
pub(crate) mod movegen;
mod naming;
pub(crate) mod narrow;
pub(crate) mod notation;
mod outcome;
mod outlook;
mod parts;
#[doc(hidden)]
pub mod paths;
mod perft;
pub(crate) mod position;
pub(crate) mod powers;
pub(crate) mod program;
pub(crate) mod promotions;
mod restrictions;
mod rights;
pub(crate) mod rows;
pub(crate) mod setup;
mod shots;
mod sight;
mod tables;
pub(crate) mod tagging;
mod targets;
pub(crate) mod ties;
pub(crate) mod trail;
mod turns;
mod whose;
mod width;

#[doc(hidden)]
pub use effects::{Effects, Gives, Shots, Tag};
pub use error::{CompileError, OtherVariant, Shares};
pub use fen::{PositionError, PositionPart};
pub use outcome::Outcome;
pub use perft::Leaves;
pub use position::Move;
