//! Boards, positions and moves of chess variants as SVG, and as characters ([`text`]).
//!
//! A [`Scene`] lists the contents of a picture, [`Scene::draw`] makes a [`Drawing`] of it, and that
//! becomes a text: a file of its own ([`Drawing::to_file`]) or a part of a page
//! ([`Drawing::to_part`] and [`definitions`]). Figures and letters are outlines, so that no font is
//! needed, and nothing in a drawing depends on colours alone.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod canvas;
mod details;
mod gallery;
mod ground;
mod live;
mod lone;
mod marks;
mod native;
mod outlines;
mod overlay;
mod place;
pub mod plain;
mod scene;
mod symbols;
pub mod text;

pub use canvas::{Drawing, definition, definitions, escape};
pub use details::sentence;
pub use gallery::gallery;
pub use live::{Cell, Figure, Live, figure};
pub use lone::{Lone, alone, alone_of, alone_with, stage};
pub use marks::{Marks, Sign, marks};
pub use native::Figures;
pub use overlay::{Arrow, Heads};
pub use scene::Scene;
pub use symbols::{Companion, Symbols};
