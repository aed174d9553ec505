//! Tests of a variant: positions, games and perft counts with the results by the rules.
//!
//! A test file (`NAME.toml` beside `NAME.ferz`, see the book's chapter on tests) is read by
//! [`Suite::parse`] and held against a compiled variant by [`run`]. Nothing here reads files or
//! prints: the report names every unmet expectation, its position, and the expected and the actual
//! result.

mod case;
mod expect;
mod read;
mod report;
mod run;
mod toml;

pub use case::{Body, Case, Ending, Expect, Illegal, MoveList, Stage, Suite, Written};
pub use report::{CaseReport, Failure, Kind, Report, Targets};
pub use run::{run, run_case, run_until};
