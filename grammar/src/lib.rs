#![doc = include_str!("../README.md")]

pub mod span;

pub mod diagnostic;

pub mod ast;

pub mod suggest;

pub mod keywords;

pub mod quoting;

mod tokens;

mod parser;

mod print;

mod format;

pub mod codes;

pub use format::format;
pub use parser::{is_binary, parse, parse_bytes};
pub use print::print;
pub use tokens::{Token, TokenKind, tokens};
