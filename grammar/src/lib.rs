//! The ferz language as text: source positions, diagnostics, syntax tree, parser, printer and formatter.
//!
//! This crate knows no chess. It turns text into a tree of declarations ([`ast`]) and reports what it could
//! not read; what the words mean is the business of the interpreter.

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
