#![doc = include_str!("../README.md")]

pub mod board;
pub mod engine;
pub mod hooks;
mod mechanics;
mod past;
pub mod rules;
mod variant;

pub use mechanics::{Decision, Objection};
pub use past::{Past, Step};
pub use variant::{Footprint, Position, Reach, Variant};
