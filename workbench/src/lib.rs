//! The workbench in the browser: rules on the left, a board on the right, one program behind both.
//!
//! [`Server`] is the part that listens: it hands out the page and gives every visitor a process of
//! its own, which runs [`session`]. A session speaks JSON-RPC, one message a line: the Language
//! Server Protocol, and the methods `ferz/...` of [`ferz_desk`]. So one visitor's rules can exhaust
//! time and memory, or crash the program, only for that visitor. `docs/decisions/0006-workbench.md`
//! gives the reasons.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod assets;
mod child;
mod folder;
mod frames;
mod guard;
mod hall;
mod limits;
mod outgoing;
mod priority;
mod saving;
mod server;
mod session;
mod share;
mod tally;
mod voice;

pub use assets::files;
pub use ferz_desk::{Folder, Limits, NoFolder, Refused};
pub use folder::Directory;
#[doc(hidden)]
pub use frames::said_in;
pub use guard::Hosts;
pub use saving::Hold;
pub use server::{Options, Server};
pub use session::session;
pub use share::{bundled_link, link};
