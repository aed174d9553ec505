//! Tests of a variant: positions, games and perft counts with what the rules say of them.
//!
//! A test file (`NAME.toml` beside `NAME.ferz`, see the book's chapter on tests) is read by
//! [`Suite::parse`] and held against a compiled variant by [`run`]. Nothing here reads files or
//! prints: the report names every expectation that was not met, the position in which it was not,
//! what was expected and what is the case.

mod case;
mod expect;
mod read;
mod report;
mod run;
mod toml;

pub use case::{Body, Case, Ending, Expect, Illegal, MoveList, Stage, Suite, Written};
pub use report::{CaseReport, Failure, Kind, Report, Targets};
pub use run::{run, run_case, run_until};

#[cfg(test)]
mod tests;
