//! Pieces that capture only some kinds: their captures, grouped by captured kinds. Does not judge
//! captures in a position: that is `legality`.

use super::Builder;
use crate::board::{Square, U256};
use crate::engine::paths::Path;
use crate::order::sort;
use crate::rules::Modes;

/// The kinds that a movement captures, as bits, with its paths by square.
pub(super) type Hunt = (u64, Vec<Vec<Path>>);

impl Builder<'_> {
    /// Divides paths that depend only on which squares are occupied, by the kinds that they
    /// capture. The result is the paths of the kind's own mover, and those of other movers beside
    /// it, which only capture. There a path that captures only some kinds is plain, because the
    /// whole mover captures the same kinds. `None` if that is no gain.
    pub(super) fn attacks_royals(&self, paths: &[Vec<Path>]) -> Option<(Hunt, Vec<Hunt>)> {
        let of = |(square, list): (usize, &Vec<Path>)| {
            let capturable = list.iter().map(|path| self.capturable(path, square as Square));
            capturable.collect::<Vec<Option<u64>>>()
        };
        let capturable: Vec<Vec<Option<u64>>> = paths.iter().enumerate().map(of).collect();
        let mut masks: Vec<u64> = capturable.iter().flatten().filter_map(|kinds| *kinds).collect();
        sort(&mut masks);
        masks.dedup();
        if masks.iter().all(|&kinds| kinds == u64::MAX) {
            return None;
        }
        let mut attacks_royals: Vec<Hunt> = Vec::new();
        for atom in atoms(&masks, self.rules.pieces.len()) {
            let captures = captures_of(paths, &capturable, atom);
            if captures.iter().all(Vec::is_empty) {
                continue;
            }
            match attacks_royals.iter_mut().find(|(_, known)| *known == captures) {
                Some((kinds, _)) => *kinds |= atom,
                None => attacks_royals.push((atom, captures)),
            }
        }
        let plain = |path: &Path| path.is_plain() || path.is_choosy();
        let rest = |path: &Path| {
            let mut path = path.clone();
            if plain(&path) {
                path.modes = path.modes.without(Modes::CAPTURE);
            }
            (!path.modes.is_empty()).then_some(path)
        };
        let mut own: Vec<Vec<Path>> = Vec::with_capacity(paths.len());
        for list in paths {
            own.push(list.iter().filter_map(rest).collect());
        }
        // Pieces that move and capture in the same ways share one mover.
        if let [(kinds, captures)] = &mut attacks_royals[..] {
            for (list, captures) in own.iter_mut().zip(captures) {
                list.append(captures);
                together(list);
            }
            return Some(((*kinds, own), Vec::new()));
        }
        Some(((u64::MAX, own), attacks_royals))
    }

    /// The kinds that a path from a square captures, as bits; `None` if it is not a plain capture.
    fn capturable(&self, path: &Path, square: Square) -> Option<u64> {
        let captures = path.modes.has(Modes::CAPTURE) && path.to != square;
        if !captures || !(path.is_plain() || path.is_choosy()) {
            return None;
        }
        let asked = self.asked(path);
        Some(asked.iter().fold(u64::MAX, |all, (_, kinds)| all & kinds))
    }
}

/// The captures of some kinds that are alike, as plain paths; `capturable` has the kinds that each
/// path captures.
fn captures_of(paths: &[Vec<Path>], capturable: &[Vec<Option<u64>>], kinds: u64) -> Vec<Vec<Path>> {
    let capture = |(path, capturable): (&Path, &Option<u64>)| {
        capturable
            .is_some_and(|capturable| kinds & !capturable == 0)
            .then(|| Path {
                modes: Modes::CAPTURE,
                kinds: Vec::new(),
                exposed: U256::default(),
                ..path.clone()
            })
    };
    let lists = paths.iter().zip(capturable);
    lists
        .map(|(list, capturable)| list.iter().zip(capturable).filter_map(capture).collect())
        .collect()
}

/// The groups of kinds that belong to the same of some sets, as bits.
fn atoms(masks: &[u64], kinds: usize) -> Vec<u64> {
    let mut atoms: Vec<(Vec<bool>, u64)> = Vec::new();
    for kind in 0..kinds {
        let sign: Vec<bool> = masks.iter().map(|mask| mask >> kind & 1 == 1).collect();
        match atoms.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, atom)) => *atom |= 1 << kind,
            None => atoms.push((sign, 1 << kind)),
        }
    }
    atoms.into_iter().map(|(_, atom)| atom).collect()
}

/// Joins quiet paths with captures that have the same conditions.
fn together(list: &mut Vec<Path>) {
    let mut joined: Vec<Path> = Vec::with_capacity(list.len());
    for path in list.drain(..) {
        let same = |other: &Path| {
            let quiet = other.modes == Modes::QUIET && path.modes == Modes::CAPTURE;
            quiet
                && other.is_plain()
                && path.is_plain()
                && other.exposed == path.exposed
                && (other.to, other.empty, other.occupied) == (path.to, path.empty, path.occupied)
        };
        match joined.iter_mut().find(|other| same(other)) {
            Some(other) => other.modes = Modes::BOTH,
            None => joined.push(path),
        }
    }
    *list = joined;
}
