//! The session of the workbench: a page asks, a desk answers.
//!
//! Nothing here knows how questions come and answers go, has threads, or reads clocks and files:
//! that is the part of a [`Machine`] and a [`Folder`]. So the server of `ferz serve`, which has a
//! process for each page, and a worker in the browser, for pages without a server, give the same
//! answers. `docs/decisions/0006-workbench.md` lists the questions.
//!
//! [`upload`] makes the folder that PyChess takes, for the page and for `ferz publish`.
//!
//! [`Desk::answer`] answers one; [`pace`] says which of them may take long. [`Shelf`] is the
//! library of the language server that belongs to the same session.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod answers;
mod compiled;
mod folder;
mod limits;
mod machine;
mod rpc;
mod shelf;
pub mod upload;

pub use answers::{Desk, Pace, pace, sites};
pub use folder::{Folder, Kept, NoFolder, Refused, mark};
pub use limits::Limits;
pub use machine::Machine;
pub use rpc::{Answer, Failure, Head, OWN, answered, spoken, told};
pub use shelf::Shelf;
