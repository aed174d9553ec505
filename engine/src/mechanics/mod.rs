//! Mechanics: what pieces and turns do beyond moving and capturing, over the flat engine.
//!
//! A variant whose hooks take part in the game is a [`Core`](crate::engine::core::Core) with
//! [`Mechanics`] around it. Positions are the same flat positions, in a full layout; movements of
//! pieces come from the same move generator, and [`Mechanic`]s add to them at a closed list of
//! points. An action is a list of [`Step`]s, the operations of this engine; besides them only
//! effects change a position.
//!
//! - [`State`] is a position, [`Action`] something a player may do, [`Step`] a part of it.
//! - `perform` carries out steps: landing, capturing, falling, and the answers of mechanics to
//!   events.
//! - `generate` lists what units may do, with `translate`, `arrival` and `castling`; `reach` bounds where they can come at all.
//! - `threat` finds threats to a side's royals, `legality` the legal movements, and `listing` the
//!   actions of the player who decides next.
//! - `turn` decides the next step, `chain` whether a turn goes on with a unit, and `effect_board`
//!   carries out effects.
//! - `by_sets` and `effect` judge by sets what mechanics have no say in.

mod action;
mod aftermath;
mod api;
mod arrival;
mod by_sets;
mod castling;
mod chain;
mod compile;
mod control;
mod courses;
mod drops;
mod effect;
mod effect_board;
mod entries;
mod events;
mod explain;
mod fen;
mod flat_view;
mod gates;
mod generate;
mod in_passing;
mod legality;
mod listing;
mod mechanic;
mod movements;
mod pending;
mod perform;
mod points;
mod print;
mod reach;
mod removal;
mod setup;
mod state;
mod table;
mod text;
mod threat;
mod translate;
mod turn;

pub(crate) use action::{Action, Mode, Nature, Source, Step, Steps};
pub(crate) use api::ListedPosition;
pub(crate) use courses::RANGES;
pub(crate) use entries::of_rules;
pub(crate) use events::{Answer, Event, Excuse, Occasion};
pub use explain::{Decision, Objection};
pub(crate) use mechanic::{Mechanic, Mechanics, Movements, Setup};
pub(crate) use pending::{LossScope, Pending};
pub(crate) use points::{Points, Removal, Wanted, Way};
pub(crate) use state::State;
