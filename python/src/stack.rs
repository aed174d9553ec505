//! Room on the stack: programs may give their threads as little as they like.

/// The most bytes of stack that a question needs.
const ENOUGH: usize = 1 << 20;
/// The size of a new stack, in bytes, where less is left.
const ROOM: usize = 8 << 20;

/// Does some work where there is room for it: on the caller's stack, or else on another one.
pub(crate) fn roomy<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ENOUGH, ROOM, work)
}
