#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

pub mod span;

pub mod diagnostic;

pub mod ast;

#[doc(hidden)]
pub mod suggest;

#[doc(hidden)]
pub mod keywords;

#[doc(hidden)]
pub mod quoting;

mod tokens;

mod parser;

mod print;

mod format;

#[doc(hidden)]
pub mod codes;

pub use format::format;
#[doc(hidden)]
pub use parser::is_binary;
pub use parser::{parse, parse_bytes};
pub use print::print;
#[doc(hidden)]
pub use tokens::{Token, TokenKind, tokens};
