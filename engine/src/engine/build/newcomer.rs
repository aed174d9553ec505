//! The squares that a dropped piece may add to an area or take from it. Knows no positions.

use super::Wide;
use crate::board::{Bits, Square, union};
use crate::engine::compiled::{Mover, Special};
use crate::engine::terms::{Area, Place, Reach};
use crate::rules::{BySide, Owner, Side};

/// A piece that comes to an empty square.
pub(super) struct Newcomer<'a> {
    pub(super) kind: u8,
    /// The side to which it belongs.
    pub(super) side: Side,
    /// The squares to which it may come.
    pub(super) zone: Wide,
    /// The movers of both sides; `None` if pieces can also move in ways that no mover has.
    pub(super) movers: Option<&'a BySide<Vec<Mover<Wide>>>>,
}

impl Newcomer<'_> {
    /// Squares that may belong to an area only with the piece, or only without it; `None` if any
    /// may.
    pub(super) fn changes(&self, area: &Area<Wide>) -> Option<Wide> {
        let all = |areas: &[Area<Wide>]| {
            let changed = areas.iter().map(|area| self.changes(area));
            changed.reduce(|all, one| Some(all? | one?)).flatten()
        };
        match area {
            Area::Squares(_) => Some(Wide::EMPTY),
            Area::At(place) => self.changes_of(*place),
            Area::Around(tables, place) => {
                Some(all_from(&tables[self.side.index()], self.changes_of(*place)?))
            }
            Area::Reach(reach, place) => {
                let reach = &reach[self.side.index()];
                let seen = self.changes_of(*place)?;
                let own = all_from(&reach.ends, seen) | all_from(&reach.leap, seen);
                Some(own | self.may_bar(reach))
            }
            Area::AttackedBy(place) => {
                let own = if self.changes_of(*place)?.is_empty() {
                    Wide::EMPTY
                } else {
                    self.leaps()?
                };
                // Some pieces capture only certain kinds.
                self.bars_nothing().then_some(own | self.zone)
            }
            Area::Both(areas) | Area::Either(areas) => all(areas),
            Area::Except(areas) => all(&areas[..]),
            _ => None,
        }
    }

    /// Squares that may belong to a place only with the piece, or only without it; `None` if any
    /// may.
    fn changes_of(&self, place: Place) -> Option<Wide> {
        match place {
            Place::Walls => Some(Wide::EMPTY),
            Place::Pieces(Owner::Mover, _) | Place::Origin | Place::Target | Place::Mover | Place::Victim => {
                None
            }
            Place::Pieces(Owner::Empty, _) => Some(self.zone),
            Place::Pieces(_, kinds) if kinds >> self.kind & 1 == 1 => Some(self.zone),
            Place::Pieces(..) => Some(Wide::EMPTY),
        }
    }

    /// The ends of ways that depend on the squares to which it may come.
    fn may_bar(&self, reach: &Reach<Wide>) -> Wide {
        let asks = |from: usize| {
            let rays = reach.rays.as_ref();
            rays.is_some_and(|rays| rays.asked_from(from as Square).meets(self.zone))
        };
        let barred = reach.ends.iter().enumerate().filter(|(from, _)| asks(*from));
        union(barred, |(_, ends)| *ends)
    }

    /// The squares that it may attack from its new square; `None` if it does not only leap.
    fn leaps(&self) -> Option<Wide> {
        let movers = self.movers?.iter().flatten();
        let mut all = Wide::EMPTY;
        for mover in movers.filter(|mover| mover.kind == self.kind) {
            if mover.ray_both.is_some() || mover.ray_capture.is_some() || !mover.special.is_empty() {
                return None;
            }
            all |= all_from(&mover.leap_both, self.zone) | all_from(&mover.leap_capture, self.zone);
        }
        Some(all)
    }

    /// Whether no piece's way depends on the squares to which it may come.
    fn bars_nothing(&self) -> bool {
        let asks = |path: &Special<Wide>| {
            let kinds = path.kinds.iter().map(|&(square, _)| Wide::bit(square));
            let sets = [path.empty, path.occupied, path.friend, path.enemy];
            let all = sets.into_iter().chain(kinds);
            union(all, |set| set) & !Wide::bit(path.to)
        };
        let barred = |mover: &Mover<Wide>| {
            let rays = [&mover.ray_both, &mover.ray_capture];
            rays.into_iter()
                .flatten()
                .any(|rays| rays.asked().meets(self.zone))
                || mover
                    .special
                    .iter()
                    .flatten()
                    .any(|path| asks(path).meets(self.zone))
        };
        self.movers
            .is_some_and(|movers| !movers.iter().flatten().any(barred))
    }
}

/// The union of the sets that a table has for some squares.
pub(super) fn all_from(table: &[Wide], from: Wide) -> Wide {
    let sets = from.squares().filter_map(|square| table.get(usize::from(square)));
    union(sets, |&set| set)
}
