//! The engine: rulesets compiled to tables, positions, and one move generator for all variants. It
//! knows no text of rulesets.

pub(crate) mod acts;
pub(crate) mod aftermath;
pub(crate) mod ahead;
pub(crate) mod apply;
pub(crate) mod areas;
pub(crate) mod attacks;
pub(crate) mod bans;
pub(crate) mod build;
pub(crate) mod castlings;
pub(crate) mod chain;
pub(crate) mod compiled;
pub(crate) mod core;
pub(crate) mod counting;
pub(crate) mod delta;
pub(crate) mod effect_board;
pub(crate) mod effect_watch;
mod effects;
pub(crate) mod end_reason;
mod error;
pub(crate) mod extra_state;
pub(crate) mod fen;
pub(crate) mod fire;
pub(crate) mod follow;
mod foresight;
pub(crate) mod gates;
pub(crate) mod goals;
pub(crate) mod judging;
mod keys;
pub(crate) mod kill_zones;
pub(crate) mod layout;
pub(crate) mod legality;
pub(crate) mod living;
mod lookaround;
pub(crate) mod majority;
pub(crate) mod mates;
pub(crate) mod movegen;
pub(crate) mod mv;
mod naming;
pub(crate) mod narrow;
pub(crate) mod notation;
pub(crate) mod outcome;
pub(crate) mod own_captures;
mod parts;
pub(crate) mod passed_squares;
#[doc(hidden)]
pub mod paths;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod position;
pub(crate) mod powers;
pub(crate) mod program;
pub(crate) mod promotions;
pub(crate) mod relations;
mod restrictions;
pub(crate) mod rows;
pub(crate) mod san;
pub(crate) mod setup;
mod shots;
mod subjects;
mod tables;
pub(crate) mod tagging;
pub(crate) mod targets;
pub(crate) mod terms;
pub(crate) mod trial;
pub(crate) mod turn;
mod whose;
mod width;
pub(crate) mod wording;

#[doc(hidden)]
pub use ahead::{Effort, Question, counted, cut_short, patient};
pub(crate) use effects::ABSORPTION;
#[doc(hidden)]
pub use effects::{Effects, Gives, Shots, Tag};
pub use end_reason::EndReason;
pub use error::{CompileError, OtherVariant, PositionError, PositionPart, Shares};
pub use mv::Move;
pub use outcome::Outcome;
#[doc(hidden)]
pub use perft::Leaves;
