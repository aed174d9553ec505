//! Pieces that capture only some kinds: their captures, parted by what they capture.

use super::Builder;
use crate::board::Square;
use crate::engine::layout::Layout;
use crate::engine::paths::Path;
use crate::rules::Modes;

/// The paths of a movement by square, and which kinds they capture, as bits.
pub(super) type Hunt = (u64, Vec<Vec<Path>>);

impl<L: Layout> Builder<'_, L> {
    /// Parts what only asks which squares are occupied by the kinds that it captures: the paths of the kind's own mover, and those
    /// of others beside it, which only capture. A path that captures only some kinds is a plain one there, since a whole mover
    /// is about the same kinds. `None` if nothing is gained by that.
    pub(super) fn hunts(&self, paths: &[Vec<Path>]) -> Option<(Hunt, Vec<Hunt>)> {
        let masks = self.masks(paths);
        if masks.is_empty() {
            return None;
        }
        let mut hunts: Vec<Hunt> = Vec::new();
        for atom in atoms(&masks, self.rules.pieces.len()) {
            let captures = self.captures_of(paths, atom);
            if captures.iter().all(Vec::is_empty) {
                continue;
            }
            match hunts.iter_mut().find(|(_, known)| *known == captures) {
                Some((kinds, _)) => *kinds |= atom,
                None => hunts.push((atom, captures)),
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
        // What goes and captures in the same ways is one mover.
        if let [(kinds, captures)] = &mut hunts[..] {
            for (list, captures) in own.iter_mut().zip(captures) {
                list.append(captures);
                together(list);
            }
            return Some(((*kinds, own), Vec::new()));
        }
        Some(((u64::MAX, own), hunts))
    }

    /// Which kinds paths that are plain otherwise capture, as bits, where not all.
    fn masks(&self, paths: &[Vec<Path>]) -> Vec<u64> {
        let mut masks: Vec<u64> = Vec::new();
        for path in paths.iter().flatten() {
            if path.is_choosy() && path.modes.has(Modes::CAPTURE) {
                let kinds = self
                    .asked(path)
                    .iter()
                    .fold(u64::MAX, |all, (_, kinds)| all & kinds);
                if !masks.contains(&kinds) {
                    masks.push(kinds);
                }
            }
        }
        masks
    }

    /// The captures of some kinds that are alike, as plain paths.
    fn captures_of(&self, paths: &[Vec<Path>], kinds: u64) -> Vec<Vec<Path>> {
        let capture = |path: &Path| {
            let all = path.is_plain();
            let some = path.is_choosy() && self.asked(path).iter().all(|(_, asked)| kinds & !asked == 0);
            ((all || some) && path.modes.has(Modes::CAPTURE)).then(|| Path {
                modes: Modes::CAPTURE,
                kinds: Vec::new(),
                exposed: crate::board::U256::default(),
                ..path.clone()
            })
        };
        let from = |(square, list): (usize, &Vec<Path>)| {
            let ends = list.iter().filter(|path| path.to != square as Square);
            ends.filter_map(capture).collect()
        };
        paths.iter().enumerate().map(from).collect()
    }
}

/// Kinds that are in the same of some sets, as bits.
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

/// Joins quiet paths with captures that ask the same.
fn together(list: &mut Vec<Path>) {
    let mut joined: Vec<Path> = Vec::with_capacity(list.len());
    for path in list.drain(..) {
        let same = |other: &Path| {
            let quiet = other.modes == Modes::QUIET && path.modes == Modes::CAPTURE;
            quiet
                && other.is_plain()
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
