//! The table: the engine of rulesets with event hooks.
//!
//! Where the other engine has flat positions and lookup tables, this one has lists of units on squares, pools beside
//! the board, and turns in which several decisions are made. It interprets the same `Ruleset`; hooks add to it or
//! take over parts of it at a closed list of points ([`EventHook`]). With no hook at all it plays chess.
//!
//! - [`State`] is a position, [`Action`] something a player may do, [`Step`] a part of it.
//! - `perform` carries out steps: landing, capturing, falling, and what hooks do in answer to events.
//! - `generate` lists what units may do, `legality` keeps what the rules allow, `turn` says what comes next.

mod action;
mod compile;
mod door;
mod explain;
mod fen;
mod generate;
mod hook;
mod legality;
mod perform;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod unit;

pub use action::{Action, Mode, Nature, Source, Step};
pub use compile::{Course, RANGES, Setup, Table};
pub use door::Seat;
pub use explain::{Decision, Objection};
pub use generate::Reception;
pub use hook::{EventHook, Points, Removal, TABLE, Wanted, Way};
pub use legality::Listing;
pub use perform::{Watch, Work};
pub use state::{Choice, List, NOTES, NOWHERE, Pool, State, UNITS};
pub use unit::{KINDS, Place, Unit};
