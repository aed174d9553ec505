//! The folder of a variant that PyChess takes, as texts.

mod folder;
mod page;

pub use folder::{File, files};
pub use page::{NAME, page};
