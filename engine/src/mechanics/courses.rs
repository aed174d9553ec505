//! The movements of pieces by themselves, from every square. Knows no positions and no mechanics.

use crate::board::{Bits, Square, Topology, convert};
use crate::engine::CompileError;
use crate::engine::layout::FullLayout;
use crate::engine::paths::{self, Path};
use crate::rules::{BySide, MAX_WITHIN, Modes, Ruleset, Side};

/// The largest distance from a square that an effect can reach.
pub(crate) const RANGES: usize = MAX_WITHIN as usize;

/// One way of moving from a square that depends only on which squares are empty or occupied.
#[derive(Clone, Debug)]
pub(crate) struct Course<L: FullLayout> {
    /// The square on which it ends.
    pub(crate) to: Square,
    /// The actions possible there.
    pub(crate) modes: Modes,
    /// Squares that must be empty.
    pub(crate) empty: L::B,
    /// Squares that must be occupied.
    pub(crate) occupied: L::B,
    /// The passed squares on which the unit can be captured in the next turn.
    pub(crate) exposed: L::B,
}

impl<L: FullLayout> Course<L> {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            to: path.to,
            modes: path.modes,
            empty: convert(path.empty),
            occupied: convert(path.occupied),
            exposed: convert(path.exposed),
        }
    }

    /// Whether it is open, given the occupied squares.
    #[inline]
    pub(crate) fn is_open(&self, occupied: L::B) -> bool {
        !self.empty.meets(occupied) && (self.occupied & !occupied).is_empty()
    }
}

/// A value for each side, kind and square.
pub(super) type Table<T> = BySide<Vec<Vec<T>>>;

/// The paths of each piece, side by side.
pub(super) fn all_paths(rules: &Ruleset, topology: &Topology) -> Result<Table<Vec<Path>>, CompileError> {
    let mut all: Table<Vec<Path>> = [Vec::new(), Vec::new()];
    for side in Side::ALL {
        for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
            let movement = &piece.movement;
            let has_both = Side::ALL.iter().all(|&side| piece.letter[side].is_some());
            if side == Side::Black
                && has_both
                && movement.white == movement.black
                && paths::is_for_both(&movement.white)
            {
                let same = all[Side::White.index()][kind].clone();
                all[side.index()].push(same);
                continue;
            }
            let alternatives = paths::alternatives(&movement[side]);
            let from = |square: usize| {
                let square = square as Square;
                if !topology.squares().has(square) || piece.letter[side].is_none() {
                    return Ok(Vec::new());
                }
                paths::along(topology, side, &alternatives, square, None).map_err(|_| {
                    CompileError::TooManyPaths {
                        piece: name.clone(),
                        square: topology.name(square).to_owned(),
                    }
                })
            };
            let found: Result<Vec<Vec<Path>>, CompileError> = (0..topology.size()).map(from).collect();
            all[side.index()].push(found?);
        }
    }
    Ok(all)
}

/// A table made from another, entry by entry.
pub(super) fn each<T, U>(table: &Table<T>, f: &dyn Fn(&T) -> U) -> Table<U> {
    let mut made = [Vec::new(), Vec::new()];
    for (kinds, made) in table.iter().zip(&mut made) {
        for squares in kinds {
            let mut entries = Vec::with_capacity(squares.len());
            for entry in squares {
                entries.push(f(entry));
            }
            made.push(entries);
        }
    }
    made
}

/// The squares of each piece's paths that a function selects.
fn zones<B: Bits>(paths: &Table<Vec<Path>>, of: &dyn Fn(&Path) -> B) -> Table<B> {
    each(paths, &|list| {
        let mut all = B::EMPTY;
        for path in list {
            all |= of(path);
        }
        all
    })
}

/// All squares on which a path could remove something.
fn removable<B: Bits>(path: &Path) -> B {
    let mut on_the_way = B::EMPTY;
    for &square in &path.captures {
        on_the_way |= B::bit(square);
    }
    let takes = Modes(Modes::CAPTURE.0 | Modes::EN_PASSANT.0 | Modes::CAPTURE_OWN.0);
    if path.modes.and(takes).is_empty() && !path.rifle {
        on_the_way
    } else {
        on_the_way | B::bit(path.to)
    }
}

/// Whether a path removes at most a unit on its end, and depends only on which squares are
/// occupied.
fn only_strikes(path: &Path) -> bool {
    let others = Modes(Modes::EN_PASSANT.0 | Modes::CAPTURE_OWN.0);
    path.is_plain() && path.modes.and(others).is_empty()
}

/// The plain ways of moving and their possible ends, for each side, kind and square; see
/// [`super::Mechanics`].
pub(super) struct Ways<L: FullLayout> {
    pub(super) courses: Table<Vec<Course<L>>>,
    pub(super) strikes: Table<L::B>,
    pub(super) quiet_zones: Table<L::B>,
    pub(super) zones: Table<L::B>,
    pub(super) odd_zones: Table<L::B>,
}

impl<L: FullLayout> Ways<L> {
    pub(super) fn new(paths: &Table<Vec<Path>>) -> Self {
        let to = |path: &Path, asked: bool| if asked { L::B::bit(path.to) } else { L::B::EMPTY };
        Self {
            courses: each(paths, &|list| {
                let mut plain = Vec::new();
                for path in list.iter().filter(|path| path.is_plain()) {
                    plain.push(Course::new(path));
                }
                plain
            }),
            strikes: zones(paths, &|path| {
                to(
                    path,
                    path.is_plain() && path.modes.has(Modes::CAPTURE) && path.occupied.is_empty(),
                )
            }),
            quiet_zones: zones(paths, &|path| {
                to(path, path.modes.has(Modes::QUIET) && !path.rifle)
            }),
            zones: zones(paths, &removable),
            odd_zones: zones(paths, &|path| {
                if only_strikes(path) {
                    L::B::EMPTY
                } else {
                    removable(path)
                }
            }),
        }
    }
}
