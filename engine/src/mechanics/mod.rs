//! Mechanics: what pieces and turns do beyond moving and capturing, over the flat engine.
//!
//! A variant whose hooks take part in the game is a [`Core`](crate::engine::core::Core) with [`Mechanics`] around it.
//! Positions are the same flat positions, in a full layout; movements of pieces come from the same move generator, and
//! [`Mechanic`]s add to them at a closed list of points. What something does is a list of [`Step`]s, the operations
//! of this engine; beside them only effects change a position.
//!
//! - [`State`] is a position, [`Action`] something a player may do, [`Step`] a part of it.
//! - `perform` carries out steps: landing, capturing, falling, and what mechanics do in answer to events.
//! - `generate` lists what units may do, with `arrival` and `castling`; `reach` bounds where they can come at all.
//! - `legality` keeps what the rules allow, `turn` says what comes next, and `stage` lets effects follow.

mod action;
mod arrival;
mod calm;
mod castling;
mod compile;
mod door;
mod drops;
mod explain;
mod fen;
mod generate;
mod legality;
mod mechanic;
mod movements;
mod perform;
mod reach;
mod stage;
mod state;
mod text;
mod turn;

pub(crate) use action::{Action, Mode, Nature, Source, Step, Steps};
pub(crate) use compile::{Mechanics, RANGES, Setup};
pub(crate) use door::Seat;
pub use explain::{Decision, Objection};
pub(crate) use mechanic::{Mechanic, Points, Removal, Wanted, Way};
pub(crate) use movements::Movements;
pub(crate) use perform::{Watch, Work};
pub(crate) use state::State;
