//! Texts of other programs: positions and moves as they write them, read and written.
//!
//! Text that the engine reads by itself is never read in another way here, so every text of ferz's
//! own keeps its meaning; only rights to castle are added, where gates tell them. Nothing here
//! knows a variant by its name; the meaning of a text follows from the letters, promotions,
//! castlings and hands of the rules.

mod anywhere;
mod books;
mod fen;
mod gates;
mod legal;
mod letters;
mod moves;
mod outdated;
mod shapes;
mod squares;
mod standing;
mod write;
mod wxf;

#[doc(hidden)]
pub use anywhere::{castling_anywhere, loses_rights, with_rights};
pub use books::{Book, BookWriter, is_shogi};
pub use fen::{Misread, position};
#[doc(hidden)]
pub use legal::Legal;
#[doc(hidden)]
pub use letters::rises;
pub use moves::{Meaning, find};
#[doc(hidden)]
pub use moves::{from_one, from_zero, meaning, zero_based};
#[doc(hidden)]
pub use outdated::{is_outdated, outdated, remarks};
pub use shapes::Notation;
#[doc(hidden)]
pub use squares::counts_from_zero;
pub use write::{Style, write_move, write_moves, write_position};
