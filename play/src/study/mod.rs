//! Statistics of games that ferz plays against itself: what the rules are worth.
//!
//! A game is given by the variant, a [`Setup`] and its number; so games can be played in any order,
//! on many machines, and one seed has one result.

mod mechanics;
mod played;
mod regression;
mod sprt;
mod summary;

pub use mechanics::Mechanics;
pub use played::{Against, Played, Setup, play};
pub use sprt::{Finding, Sprt};
pub use summary::{Count, Estimate, Opening, Summary, Worths};
