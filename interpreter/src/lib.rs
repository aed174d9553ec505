#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

#[doc(hidden)]
pub mod allow;
#[doc(hidden)]
pub mod betza;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod codes;
pub mod dialects;
pub mod diff;
mod game;
mod load;
pub mod lower;
#[doc(hidden)]
pub mod mechanics;
mod mirror;
#[doc(hidden)]
pub mod plans;
pub mod snapshot;
#[doc(hidden)]
pub mod spared;
#[doc(hidden)]
pub mod speed;
pub mod suite;
#[doc(hidden)]
pub mod terms;
pub mod text;
#[doc(hidden)]
pub mod vocabulary;
#[doc(hidden)]
pub mod ways;
pub mod why;

pub use engine::{
    CompileError, EndReason, Game, Move, OtherVariant, Outcome, Position, PositionError, PositionPart,
    Variant,
};
#[doc(no_inline)]
pub use ferz_engine::rules;
pub use ferz_engine::{Decision, Kind, MoveParts, Objection, Piece, Square};
#[doc(hidden)]
pub use ferz_engine::{board, hooks};
pub use ferz_grammar::diagnostic;
#[doc(hidden)]
pub use ferz_grammar::suggest;
pub use load::{RulesError, parse};

/// Compiled variants, their positions and moves, and games; what readers need is also at the top.
#[doc(hidden)]
pub mod engine {
    pub use crate::game::Game;
    #[doc(hidden)]
    pub use ferz_engine::engine::*;
    pub use ferz_engine::engine::{
        CompileError, EndReason, Move, OtherVariant, Outcome, PositionError, PositionPart,
    };
    #[doc(hidden)]
    pub use ferz_engine::{Cause, Footprint, Judging, Moves, Past, Plan, Plans, Reach, Step, holds};
    pub use ferz_engine::{Position, Variant};
}
