//! Boards on which a piece can show what it can do: one way of each kind open, one barred.

use super::Random;
use crate::board::{Bits as _, Square, Topology, U256};
use crate::engine::paths::{Path, paths};
use crate::rules::{Modes, Movement, Side};
use ferz_engine::order::grouped;
use std::collections::BTreeMap;

/// The owner of the piece on a square; `None`: no piece. Squares that do not matter are left out.
pub(super) type Crowd = BTreeMap<Square, Option<Side>>;

/// More boards than this no piece needs.
const MOST: usize = 3;

/// The pieces that a path hops over, and the one at its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Setting {
    hurdle: Side,
    end: Option<Side>,
    /// Whether a square that must be empty is not.
    barred: bool,
}

/// Paths that are alike: over this many pieces, past this many squares, capturing this many, with
/// these modes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    hurdles: u32,
    free: bool,
    captures: usize,
    rifle: bool,
    modes: Modes,
}

/// Crowds around a piece that show every kind of its paths with friends and with enemies in the
/// way. The same movement gives the same crowds everywhere.
pub(super) fn crowds(topology: &Topology, movement: &Movement, side: Side, from: Square) -> Vec<Crowd> {
    let all = paths(topology, side, movement, from).unwrap_or_default();
    let kinds = grouped(all.iter().map(|path| (kind(path), path)).collect());
    let mut crowds: Vec<Crowd> = Vec::new();
    for (kind, paths) in &kinds {
        for (index, setting) in settings(*kind, side).into_iter().enumerate() {
            // Different settings are shown in different directions, if there are some.
            let start = index * paths.len() / 5;
            let turned = || paths.iter().cycle().skip(start).take(paths.len());
            let placed = crowds
                .iter_mut()
                .any(|crowd| turned().any(|path| place(crowd, path, setting, from)));
            if !placed && crowds.len() < MOST {
                let mut crowd = Crowd::new();
                if turned().any(|path| place(&mut crowd, path, setting, from)) {
                    crowds.push(crowd);
                }
            }
        }
    }
    if crowds.is_empty() {
        crowds.push(Crowd::new());
    }
    for crowd in &mut crowds {
        fill(crowd, topology, side, from);
    }
    crowds
}

fn kind(path: &Path) -> Kind {
    let hurdles = path.occupied | path.friend | path.enemy;
    Kind {
        hurdles: hurdles.count(),
        free: path.empty.is_empty(),
        captures: path.captures.len(),
        rifle: path.rifle,
        modes: path.modes,
    }
}

/// The settings that are worth showing for a kind of path.
fn settings(kind: Kind, side: Side) -> Vec<Setting> {
    let hurdles = if kind.hurdles > 0 {
        &Side::ALL[..]
    } else {
        &Side::ALL[..1]
    };
    let ends = [None, Some(side.other()), Some(side)];
    let barred = if kind.free {
        &[false][..]
    } else {
        &[false, true][..]
    };
    let mut settings = Vec::new();
    for &barred in barred {
        for &hurdle in hurdles {
            for end in ends {
                settings.push(Setting { hurdle, end, barred });
            }
        }
    }
    settings
}

/// Puts what a setting wants around a path, if nothing that is there already contradicts it.
fn place(crowd: &mut Crowd, path: &Path, setting: Setting, from: Square) -> bool {
    let hurdles = path.occupied | path.friend | path.enemy;
    let mut wanted = Crowd::new();
    for square in path.empty.squares() {
        wanted.insert(square, None);
    }
    for square in hurdles.squares() {
        wanted.insert(square, Some(setting.hurdle));
    }
    if setting.barred {
        // A piece in the way stands in the middle of it.
        let squares: Vec<Square> = (path.empty & !U256::bit(path.to)).squares().collect();
        let Some(&middle) = squares.get(squares.len() / 2) else {
            return false;
        };
        wanted.insert(middle, Some(setting.hurdle));
    }
    if !hurdles.has(path.to) && path.to != from {
        wanted.insert(path.to, setting.end);
    }
    wanted.remove(&from);
    let fits = wanted
        .iter()
        .all(|(square, who)| crowd.get(square).is_none_or(|there| there == who));
    if fits {
        crowd.extend(wanted);
    }
    fits
}

/// Others on squares that are left, always the same.
fn fill(crowd: &mut Crowd, topology: &Topology, side: Side, from: Square) {
    let mut random = Random::new(u64::from(from) + 1);
    for at in topology.squares().squares().filter(|&at| at != from) {
        let whose = match random.below(6) {
            0 => Some(side),
            1 => Some(side.other()),
            _ => continue,
        };
        crowd.entry(at).or_insert(whose);
    }
}
