//! The commands, one file each.

pub(crate) mod ast;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod doc;
pub(crate) mod draw;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod game;
pub(crate) mod hooks;
pub(crate) mod ir;
pub(crate) mod list;
pub(crate) mod lsp;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod snap;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod test;
pub(crate) mod uci;
pub(crate) mod why;
pub(crate) mod xboard;
