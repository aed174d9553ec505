//! What the tests of the whole workspace share.

pub mod library;
pub mod page;
pub mod fuzzing;
pub mod slow;
