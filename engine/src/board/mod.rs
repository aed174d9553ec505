//! Squares, sets of squares, and the links between squares. Knows no pieces.

mod bits;
mod topology;

pub(crate) use bits::union_of;
pub use bits::{Bits, Iter, Square, U256, convert, extract_word, software_extract, union};
pub use topology::{Route, Topology, TopologyError};
