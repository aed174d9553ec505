//! Room on the stack: programs may give their threads as little as they like.

/// What any question may take.
const ENOUGH: usize = 1 << 20;
/// What is taken where there is less.
const ROOM: usize = 8 << 20;

/// Does some work where there is room for it: on the caller's stack, or else on another one.
pub(crate) fn roomy<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ENOUGH, ROOM, work)
}
