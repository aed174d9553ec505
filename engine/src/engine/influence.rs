//! Which pieces move otherwise while others stand next to them, as compiled.

/// At most so many sets of influencing kinds in a variant.
pub(crate) const MAX_INFLUENCES: usize = 4;

/// Kinds that influence others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Influence {
    /// The kinds that influence.
    pub(crate) by: Vec<u8>,
    /// The kinds that are influenced.
    pub(crate) on: Vec<u8>,
}

/// The powers of influence number `index`: none, with more friends, with more enemies.
pub(crate) const fn codes(index: usize) -> [u8; 3] {
    let first = 1 + 3 * index as u8;
    [first, first + 1, first + 2]
}
