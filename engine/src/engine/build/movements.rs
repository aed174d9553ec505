//! The paths of movements on the board, found once for both sides, and counted. Too many of them
//! are rejected, with a list of the pieces that have most. Knows nothing of what pieces do with
//! them.

use super::{Builder, Paths};
use crate::board::{Bits, Square};
use crate::engine::error::{CompileError, Shares};
use crate::engine::paths::{self, KEPT, MAX_PATHS_IN_ALL, MAX_PATHS_OF_PIECE, Path};
use crate::order::sort_by;
use crate::rules::{Movement, Side};
use std::cell::Cell;
use std::rc::Rc;

/// Movements are kept for the other side while there are fewer paths than this: each takes some
/// hundreds of bytes.
const MAX_KNOWN: usize = 20_000;
/// The number of pieces for which a message gives the number of paths.
const MOST_SHARES: usize = 4;

impl Builder<'_> {
    /// The paths of a movement from each square.
    pub(super) fn paths(&self, side: Side, name: &str, movement: &Movement) -> Result<Paths, CompileError> {
        self.paths_on(side, name, movement, None)
    }

    /// The paths of a movement from each square, continuing in a wind if one is given.
    pub(super) fn paths_on(
        &self,
        side: Side,
        name: &str,
        movement: &Movement,
        heading: Option<u8>,
    ) -> Result<Paths, CompileError> {
        if heading.is_none()
            && let Some((_, known)) = self.known.borrow().iter().find(|(known, _)| known == movement)
        {
            known.iter().try_for_each(|found| self.count(name, found))?;
            return Ok(Rc::clone(known));
        }
        let alternatives = paths::alternatives(movement);
        let of_piece = Cell::new(0);
        let from = |square: usize| -> Result<Vec<Path>, CompileError> {
            let square = square as Square;
            if !self.topology.squares().has(square) {
                return Ok(Vec::new());
            }
            let found = paths::along(&self.topology, side, &alternatives, square, heading)
                .map_err(|_| self.too_many(name, square))?;
            of_piece.set(of_piece.get() + found.len());
            if of_piece.get() > MAX_PATHS_OF_PIECE {
                let piece = name.to_owned();
                return Err(CompileError::TooManyPathsOfPiece { piece });
            }
            self.count(name, &found)?;
            Ok(found)
        };
        let found: Vec<Vec<Path>> = (0..self.topology.size())
            .map(from)
            .collect::<Result<_, CompileError>>()?;
        let found = Rc::new(found);
        if heading.is_none() && self.found.get() < MAX_KNOWN && paths::is_for_both(movement) {
            self.known
                .borrow_mut()
                .push((movement.clone(), Rc::clone(&found)));
        }
        Ok(found)
    }

    fn count(&self, piece: &str, found: &[Path]) -> Result<(), CompileError> {
        let kept = found.iter().filter(|path| !path.is_plain()).count();
        let weight = self.target.path / KEPT;
        let own = found.len() + kept * weight;
        self.found.set(self.found.get() + own);
        let mut shares = self.shares.borrow_mut();
        match shares.iter_mut().find(|(name, _)| name == piece) {
            Some((_, share)) => *share += own,
            None => shares.push((piece.to_owned(), own)),
        }
        if self.found.get() <= MAX_PATHS_IN_ALL {
            return Ok(());
        }
        let mut most = shares.clone();
        sort_by(&mut most, |(name, own), (other, share)| {
            share.cmp(own).then_with(|| name.cmp(other))
        });
        most.truncate(MOST_SHARES);
        Err(CompileError::TooManyPathsInAll {
            piece: piece.to_owned(),
            shares: Shares(most),
        })
    }

    pub(super) fn too_many(&self, piece: &str, square: Square) -> CompileError {
        CompileError::TooManyPaths {
            piece: piece.to_owned(),
            square: self.topology.name(square).to_owned(),
        }
    }
}
