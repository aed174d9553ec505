//! Mechanics: the rules of pieces and turns beyond moving and capturing, over the flat engine. The
//! flat engine does not know them.
//!
//! A variant whose hooks take part in the game is a [`Core`](crate::engine::core::Core) with
//! [`Mechanics`] around it. Positions are the same flat positions, in a full layout. Movements of
//! pieces come from the same move generator, and [`Mechanic`]s add to them at a closed list of
//! points. An action is a list of [`Step`]s, the operations of this engine; besides them only
//! effects change a position.
//!
//! - [`State`] is a position, [`Action`] something that a player may do, [`Step`] a part of it.
//! - `perform` carries out steps, with `removal`, `coming_in` and `passed`: landing, capturing,
//!   falling, and the answers of mechanics to events.
//! - `generate` lists the movements of units, with `translate`, `arrival` and `castling`;
//!   `reception` says how squares receive them, and `reach` bounds the squares that they can reach.
//! - `turn` decides the next step, `goer` and `going_on` decide whether a turn continues with a
//!   unit, and `effect_board` carries out effects.
//! - `royals` says whether one is lost, `danger` finds squares on which a removal endangers one,
//!   and `threat` finds threats to them. `verdict` judges a movement, `legal` lists the legal ones,
//!   and `listing` the actions of the player who decides next.
//! - `by_sets` and `effect` judge by sets the moves that no mechanic affects; `count` counts them.
//! - `play` carries actions out in the game. Lower files ask two higher ones: `trial` for what
//!   further movements would lead to, and `movements`, which receives movements and may count them.

mod action;
pub(crate) mod aftermath;
pub(crate) mod api;
pub(crate) mod arrival;
pub(crate) mod by_sets;
pub(crate) mod castling;
pub(crate) mod coming_in;
mod compile;
pub(crate) mod consult;
pub(crate) mod control;
pub(crate) mod count;
mod courses;
pub(crate) mod danger;
pub(crate) mod drops;
pub(crate) mod effect;
mod effect_board;
mod entries;
mod events;
pub(crate) mod explain;
pub(crate) mod fen;
mod flat_view;
pub(crate) mod gates;
pub(crate) mod generate;
pub(crate) mod goer;
pub(crate) mod going_on;
pub(crate) mod in_passing;
pub(crate) mod judging;
pub(crate) mod keys;
pub(crate) mod legal;
pub(crate) mod listing;
mod mechanic;
mod movements;
pub(crate) mod passed;
mod pending;
pub(crate) mod perform;
pub(crate) mod play;
mod points;
pub(crate) mod print;
pub(crate) mod reach;
pub(crate) mod reception;
pub(crate) mod removal;
pub(crate) mod royals;
pub(crate) mod san;
mod setup;
mod state;
mod table;
pub(crate) mod text;
pub(crate) mod threat;
pub(crate) mod translate;
mod trial;
pub(crate) mod turn;
pub(crate) mod verdict;

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
