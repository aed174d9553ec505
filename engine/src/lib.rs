//! The engine of ferz: from a [`rules::Ruleset`] to a compiled [`Variant`] that makes positions and moves.
//!
//! It knows no text: crate `ferz` reads rulesets from text and builds on this one. [`hooks`] are the mechanics that
//! rules name with `use`.

pub mod board;
pub mod engine;
pub mod hooks;
mod mechanics;
mod past;
pub mod rules;
mod variant;

pub use mechanics::{Decision, Objection};
pub use past::{Past, Step};
pub use variant::{Footprint, Position, Reach, Variant};
