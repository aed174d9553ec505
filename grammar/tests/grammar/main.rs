//! The language as a whole: text in, tree and diagnostics out.

mod codes;
mod format;
mod limits;
mod precedence;
mod recovery;
mod round_trip;
mod spans;
mod syntax;
mod tree;
