//! Fuzz targets, and their driver: a loop of mutations that needs neither a sanitizer nor a nightly
//! toolchain.
//!
//! A target says with a number what an input has come to. An input that comes to something new is
//! kept in memory and mutated further.

pub mod corpus;
pub mod mutation;
pub mod run;
pub mod targets;
