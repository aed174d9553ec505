//! The parts that the tests of the whole workspace share.

pub mod clock;
pub mod fuzzing;
pub mod laws;
pub mod library;
pub mod matrix;
pub mod page;
pub mod random_effects;
pub mod random_hands;
pub mod random_hooks;
pub mod random_more;
pub mod random_movements;
pub mod random_powers;
pub mod random_rules;

pub use ferz_slow as slow;
pub use ferz_slow::seed;
