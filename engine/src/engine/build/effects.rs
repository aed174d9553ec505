//! The contributions of hooks, and kinds as bits. Knows no hook: their contributions are handed
//! over.

use super::pieces::Pieces;
use super::{Builder, Wide};
use crate::board::Bits;
use crate::engine::compiled::{Asks, Mover};
use crate::engine::error::CompileError;
use crate::engine::goals::Names;
use crate::engine::paths::Path;
use crate::rules::Kinds;
use std::sync::Arc;

impl Builder<'_> {
    /// Tells the movers with which kinds of their side they change places, wherever those stand. A
    /// pair is named once.
    pub(super) fn partners(&self, pieces: &mut Pieces) -> Result<(), CompileError> {
        for exchange in &self.rules.restrictions.exchange {
            let (of, with) = (self.kind(&exchange.of)?, self.kind(&exchange.with)?);
            // If two of one kind change places, the position stays the same.
            if of == with {
                continue;
            }
            for (side, movers) in pieces.movers.iter_mut().enumerate() {
                let has = |kind: u8| pieces.mover_of[side][usize::from(kind)].is_some();
                let turned = |m: &Mover<Wide>| m.kind == with && m.partners >> of & 1 == 1;
                if !has(of) || !has(with) || movers.iter().any(turned) {
                    continue;
                }
                for mover in movers.iter_mut().filter(|m| m.kind == of && !m.filtered) {
                    mover.partners |= 1 << with;
                    mover.has_rest = true;
                }
            }
        }
        Ok(())
    }

    /// Neighbours by square, in both directions of one-way edges.
    pub(super) fn near(&self) -> Vec<Wide> {
        let size = self.topology.size();
        let mut near: Vec<Wide> = vec![Wide::EMPTY; size];
        for square in self.topology.squares().squares() {
            for other in self.topology.neighbours(square).squares() {
                near[usize::from(square)] |= Wide::bit(other);
                near[usize::from(other)] |= Wide::bit(square);
            }
        }
        near
    }

    /// Kinds as bits.
    pub(super) fn mask(&self, names: &[String]) -> Result<u64, CompileError> {
        names
            .iter()
            .try_fold(0, |mask, name| Ok(mask | 1u64 << self.kind(name)?))
    }

    /// All kinds, as bits.
    pub(super) fn all_kinds(&self) -> u64 {
        u64::MAX >> (64 - self.rules.pieces.len().clamp(1, 64))
    }

    /// Some kinds as bits; `None` for all.
    pub(super) fn kinds(&self, kinds: &Kinds) -> Result<Option<u64>, CompileError> {
        Ok(match kinds {
            Kinds::All => None,
            Kinds::Except(names) => Some(self.all_kinds() & !self.mask(names)?),
            Kinds::Only(names) => Some(self.mask(names)?),
        })
    }

    /// The kinds that a path requires on its squares, as bits.
    pub(super) fn asked(&self, path: &Path) -> Asks {
        let asks = path.kinds.iter();
        asks.map(|(square, kinds)| (*square, self.bits_of(kinds)))
            .collect()
    }

    /// A set of kinds as bits.
    fn bits_of(&self, kinds: &Arc<Kinds>) -> u64 {
        let mut asked = self.asked.borrow_mut();
        if let Some((_, bits)) = asked.iter().find(|(known, _)| known == kinds) {
            return *bits;
        }
        let pieces = self.rules.pieces.keys().enumerate();
        let some = pieces.filter(|(_, name)| kinds.has(name));
        let bits = some.fold(0, |set, (kind, _)| set | 1u64 << kind);
        asked.push((Arc::clone(kinds), bits));
        bits
    }
}
