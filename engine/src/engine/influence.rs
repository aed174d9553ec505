//! Which pieces move otherwise while others stand next to them, as compiled.

use super::ties::When;

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

/// When the movements of influence number `index` are had: none, with more friends, with more enemies.
pub(crate) fn cases(index: usize) -> [When; 3] {
    let (friends, enemies) = (2 * index, 2 * index + 1);
    let none = When::ALWAYS.and(friends, false).and(enemies, false);
    [
        none,
        When::ALWAYS.and(friends, true),
        When::ALWAYS.and(enemies, true),
    ]
}
