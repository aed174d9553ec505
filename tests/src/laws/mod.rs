//! Laws under mixtures: rulesets that mix all forms of the language on all bundled variants, and
//! the laws that no accepted ruleset breaks.
//!
//! A mixture is text, so that a failure can be shrunk and kept as a case. A seed says everything
//! about it.

mod forms;
mod game;
mod harvest;
mod judge;
mod mix;
mod positions;
mod questions;
mod shrink;
mod words;

pub use judge::{Broken, PATIENCE, Verdict, at_position, judge, judge_variant};
pub use mix::{Form, Mixture, accepted, declarations, mixture};
pub use shrink::shrunk;
