//! Sets of squares, and boards as graphs.

mod bits;
mod topology;
