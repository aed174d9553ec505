//! The engine on stored rules: the number of lines, the differences that hashes tell apart, and
//! the order of moves.
//!
//! A ladder is two files: `NAME.json`, the rules of a variant as `ferz ir` prints them, and
//! `NAME.perft`, positions with the number of legal lines of 1, 2, 3 ... plies:
//!
//! ```text
//! # a comment: what the counts were compared with
//! start ;D1 20 ;D2 400
//! 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191
//! ```
//!
//! So a change of the engine is tested without the crates that read rulesets. That the rules are
//! those of today is held by `tests/tests/ladders.rs`, which also renews them (`just ladders`).

mod counts;
mod hashes;
mod order;
mod stored;
