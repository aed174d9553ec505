#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod activity;
mod engine;
#[doc(hidden)]
pub mod jobs;
mod limits;
mod nature;
mod order;
mod pace;
#[doc(hidden)]
pub mod parts;
mod patience;
pub mod pgn;
#[doc(hidden)]
pub mod puzzles;
mod random;
mod score;
mod search;
pub mod solve;
mod squares;
pub mod study;
mod table;
mod values;
mod worth;

pub use engine::{Choice, Engine, Info};
pub use limits::{Clock, Control, Level, Limits, Settings};
pub use pace::Watch;
pub use random::Random;
pub use score::Score;
pub use worth::Worth;
