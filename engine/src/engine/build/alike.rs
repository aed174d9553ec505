//! What attacks alike: ways of a kind that differ in nothing a royal has to fear, and kinds that may become each other without that it
//! matters to the safety of royals.

use super::Builder;
use super::attacks::{Far, conditional};
use super::pieces::Pieces;
use crate::board::Square;
use crate::engine::core::Attack;
use crate::engine::layout::{Layout, Whose as _};
use crate::engine::paths::Path;
use crate::engine::program::{Act, Area, Effect, Place};
use crate::engine::tables::Conditional;
use crate::rules::{Modes, Side};
use rustc_hash::FxHashSet;

/// The paths of one way of a kind from each square, and those of them that depend on whose pieces stand where.
type WayOf<'p, L> = (&'p [Vec<Path>], &'p [Far<L>]);

impl<L: Layout> Builder<'_, L> {
    /// Whether royals, whose kinds are given as bits, are attacked alike along all of some paths; with each the paths that depend on
    /// whose pieces stand where.
    pub(super) fn attack_alike(&self, ways: &[WayOf<'_, L>], royals: u64) -> bool {
        let [(paths, far), rest @ ..] = ways else {
            return true;
        };
        if rest.is_empty() {
            return true;
        }
        let plain = self.plain_attacks(paths, royals);
        let within = |some: &[Far<L>], others: &[Far<L>]| {
            let mut asked = some.iter().filter(|far| !far.known);
            asked.all(|far| others.contains(far))
        };
        rest.iter().all(|(others, theirs)| {
            self.plain_attacks(others, royals) == plain && within(far, theirs) && within(theirs, far)
        })
    }

    /// What the tables of attacks have of some paths.
    fn plain_attacks(&self, paths: &[Vec<Path>], royals: u64) -> FxHashSet<(Square, Conditional<L::B>)> {
        let from = |(square, list): (usize, &Vec<Path>)| {
            let captures = list.iter().filter(|path| {
                path.modes.has(Modes::CAPTURE)
                    && path.to != square as Square
                    && (path.is_plain() || self.takes_royals(path, royals))
            });
            let found = captures.map(|path| (square as Square, conditional(path)));
            found.collect::<Vec<_>>()
        };
        paths.iter().enumerate().flat_map(from).collect()
    }

    /// Whether some effects do nothing but make pieces others that attack alike and are royal alike, so that no royal is safer or less
    /// safe after them.
    pub(super) fn are_idle(&self, effects: &[Effect<L>], pieces: &Pieces<L>) -> bool {
        let rules = self.rules;
        let attacks = || pieces.attacks.iter().flatten();
        let plain = !pieces.tied
            && !pieces.tallied
            && rules.hooks.is_empty()
            && rules.control.is_none()
            && !rules.restrictions.adds_ways()
            && !rules.restrictions.take_part()
            && !attacks().any(|attack| attack.resisted != 0 || !attack.asks.is_empty());
        plain && effects.iter().all(|effect| self.is_idle(effect, pieces))
    }

    fn is_idle(&self, effect: &Effect<L>, pieces: &Pieces<L>) -> bool {
        let attacks = || pieces.attacks.iter().flatten();
        let fresh = || attacks().any(|attack| attack.paths.iter().any(|path| path.whose.initial()));
        let exchanges = !self.rules.castling.is_empty()
            || pieces.has_special(|path| path.modes.has(Modes::SWAP) || path.modes.has(Modes::SWAP_ENEMY));
        effect.acts.iter().all(|act| {
            let (groups, kind) = match act {
                Act::Become(groups, kind) => (groups, kind),
                // Whoever has moved attacks as before.
                Act::Moved(_) => return !fresh(),
                _ => return false,
            };
            groups.iter().all(|group| {
                let moved = matches!(group.on, Area::At(Place::Mover)) && !exchanges;
                let kinds = match group.kinds {
                    Some(kinds) => kinds,
                    None if moved => self.with_promoted(effect.by, pieces),
                    None => u64::MAX,
                };
                let known = kinds & self.all_kinds();
                (0..64).all(|other| known >> other & 1 == 0 || self.are_alike(other, *kind, &pieces.attacks))
            })
        })
    }

    /// Some kinds, as bits, and what they may have promoted to.
    fn with_promoted(&self, kinds: u64, pieces: &Pieces<L>) -> u64 {
        let movers = pieces.movers.iter().flatten();
        let promoting = movers.filter(|mover| kinds >> mover.kind & 1 == 1);
        let into = promoting.flat_map(|mover| &mover.promotions).flat_map(|p| &p.to);
        into.fold(kinds, |all, kind| all | 1 << kind)
    }

    /// Whether a kind attacks as another does, and is royal where that is, for both sides.
    fn are_alike(&self, kind: u8, other: u8, attacks: &[Vec<Attack<L>>; 2]) -> bool {
        let piece = |kind: u8| self.rules.pieces.get_index(usize::from(kind));
        let (Some((_, one)), Some((_, two))) = (piece(kind), piece(other)) else {
            return false;
        };
        Side::ALL.into_iter().all(|side| {
            let has = |attack: &Attack<L>, kind: u8| attack.kinds.contains(&kind);
            one.letter[side].is_some() == two.letter[side].is_some()
                && one.royal[side] == two.royal[side]
                && attacks[side.index()]
                    .iter()
                    .all(|a| has(a, kind) == has(a, other))
        })
    }
}
