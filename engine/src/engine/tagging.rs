//! The tags of pieces: their state beyond their kind. Does not know what the tags give: that is in
//! `shots` and the movers.

use super::naming::NONE;
use crate::rules::Letter;

/// The largest number of tags of a variant.
pub(crate) const MAX_TAGS: usize = 8;
/// The tag of promoted pieces, if that matters. All other tags have lower bits.
pub(crate) const PROMOTED: u8 = 1 << (MAX_TAGS - 1);

/// The tags of pieces: their state beyond their kind.
#[derive(Clone, Debug)]
pub(crate) struct Tagging {
    /// The position key.
    pub(crate) key: &'static str,
    /// One letter for each tag, in order.
    pub(crate) letters: Vec<Letter>,
    /// The tags that each kind has by itself, as bits.
    pub(crate) natural: Vec<u8>,
    /// The tags that each kind leaves to its captor besides those it carries, as bits; it never
    /// carries them itself.
    pub(crate) leaves: Vec<u8>,
    /// Kinds that absorb the tags of their victims when they capture by moving, as bits.
    pub(crate) takers: u64,
    /// Kinds that may have absorbed movements, because such kinds can become them, as bits.
    pub(crate) bearers: u64,
}

impl Tagging {
    /// The tag that a kind leaves to its captor; [`NONE`] if none.
    pub(super) fn left_by(&self, kind: u8) -> u8 {
        match self.leaves[usize::from(kind)] {
            0 => NONE,
            tags => tags.trailing_zeros() as u8,
        }
    }

    /// The letters of some tags.
    pub(crate) fn text(&self, tags: u8) -> String {
        self.letters
            .iter()
            .enumerate()
            .filter(|(i, _)| tags >> i & 1 == 1)
            .map(|(_, letter)| letter.as_str())
            .collect()
    }
}
