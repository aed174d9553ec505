//! Statistics of games that ferz plays against itself: what the rules are worth.
//!
//! A game is given by the variant, a [`Setup`] and its number; so games can be played in any order,
//! on many machines, and one seed has one result.

mod comparison;
mod kept;
mod mechanics;
mod played;
mod regression;
mod sprt;
mod summary;

pub use comparison::{Answer, Compared, Comparison};
pub use kept::{Header, Line, Other, Report};
pub use mechanics::Mechanics;
pub use played::{Against, Played, Setup, play, player};
pub use sprt::{Finding, Sprt};
pub use summary::{Count, Estimate, Opening, Summary, Worths};
