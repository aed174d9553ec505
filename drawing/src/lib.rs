//! Boards, positions and moves of chess variants as SVG.
//!
//! A [`Scene`] says what is to be seen, [`Scene::draw`] makes a [`Drawing`] of it, and that becomes a text: a file of its own
//! ([`Drawing::to_file`]) or a part of a page ([`Drawing::to_part`] and [`definitions`]). Figures and letters are outlines,
//! so that no font is needed, and nothing in a drawing depends on colours alone.

mod canvas;
mod marks;
mod outlines;
mod place;
mod scene;
mod symbols;

pub use canvas::{Drawing, definitions};
pub use marks::{Marks, Sign, marks};
pub use scene::Scene;
pub use symbols::Symbols;
