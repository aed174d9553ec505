//! The result of a mate, by the pieces that give it. Does not know when a side is mated.

use super::goals::Names;
use crate::rules::{self, Score};

/// Mates with a special result.
#[derive(Clone, Debug)]
pub(crate) struct Mates {
    /// Mates by these kinds alone.
    pub(super) by: Option<(u64, Score)>,
    /// Mates without a check by these kinds.
    pub(super) without: Option<(u64, Score)>,
}

/// Compiles the results of mates, if the rules distinguish them.
///
/// # Errors
/// If a piece is unknown.
pub(super) fn compile<N: Names>(end: &rules::End, names: &N) -> Result<Option<Mates>, N::Error> {
    let kinds = |mate: &rules::Mate| {
        let mut kinds = mate.pieces.iter().map(|name| names.kind(name));
        let mask = kinds.try_fold(0, |mask, kind| Ok(mask | 1 << kind?))?;
        Ok((mask, mate.score))
    };
    let by = end.mate_by.as_ref().map(kinds).transpose()?;
    let without = end.mate_without.as_ref().map(kinds).transpose()?;
    Ok((by.is_some() || without.is_some()).then_some(Mates { by, without }))
}
