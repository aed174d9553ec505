//! Chess variants from text files.
//!
//! Text becomes a syntax tree (crate `ferz-grammar`), the tree a [`rules::Ruleset`] ([`lower`]), the ruleset a
//! compiled [`engine::Variant`] that makes positions and moves.

mod allow;
pub mod betza;
pub mod board;
pub mod check;
pub mod codes;
pub mod diff;
pub mod engine;
pub mod hooks;
pub mod lower;
pub mod rules;
pub mod snapshot;
pub mod suite;
pub mod table;
pub mod ways;
pub mod why;
pub mod words;
