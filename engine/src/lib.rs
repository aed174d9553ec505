#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

#[doc(hidden)]
pub mod board;
pub mod engine;
#[doc(hidden)]
pub mod hooks;
mod mechanics;
#[doc(hidden)]
pub mod order;
mod past;
pub mod rules;
mod variant;

#[doc(hidden)]
pub use engine::judging::{Cause, Judging};
#[doc(hidden)]
pub use engine::plan::{Moves, Plan, Plans};
pub use mechanics::{Decision, Objection};
#[doc(hidden)]
pub use past::{Past, Step};
#[doc(hidden)]
pub use variant::{Footprint, Reach, holds};
pub use variant::{Kind, MoveParts, NamedSquare as Square, Piece, Position, Variant};
