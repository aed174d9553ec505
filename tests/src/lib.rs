//! What the tests of the whole workspace share.

pub mod fuzzing;
pub mod library;
pub mod page;
pub mod slow;
