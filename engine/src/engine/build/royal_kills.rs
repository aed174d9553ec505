//! The moves whose consequences can take a royal off the board: their possible starts and ends.
//! Knows no positions: in one of them, a move within these bounds must still be tested.

use super::{Builder, Wide};
use crate::board::{Bits, Square, union};
use crate::engine::acts::Act;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::kill_zones::{KillZone, RoyalKillFilter};
use crate::engine::paths::Path;
use crate::engine::program::Effect;
use crate::engine::terms::Row;
use crate::rules::{self, BySide, Event, Owner, Place, Side};

/// Bounds for the squares of an area, in doubt too many. A square must satisfy both the facts known
/// from the end of a move and those known from its start.
struct Bounds {
    by_target: Vec<Wide>,
    by_origin: Vec<Wide>,
}

impl Bounds {
    fn join(self, other: &Self, with: impl Fn(Wide, Wide) -> Wide) -> Self {
        let each = |mine: Vec<Wide>, theirs: &[Wide]| {
            let pairs = mine.into_iter().zip(theirs);
            pairs.map(|(mine, theirs)| with(mine, *theirs)).collect()
        };
        Self {
            by_target: each(self.by_target, &other.by_target),
            by_origin: each(self.by_origin, &other.by_origin),
        }
    }
}

/// The movement of a kind, as far as it matters here.
enum Gait {
    /// It makes moves that are not plain, or may make them by hooks and powers.
    Loose,
    /// All moves are plain: for each square, those to which it could move on an empty board.
    Plain(Vec<Wide>),
}

impl Gait {
    /// The squares, among the origins, from which the kind could come to one of the targets.
    fn starts(&self, targets: &[Wide], origins: &[Wide]) -> Vec<Wide> {
        let Self::Plain(ends) = self else {
            return origins.to_vec();
        };
        let reaches = |(targets, origins): (&Wide, &Wide)| {
            let start = |from: &Square| ends[usize::from(*from)].meets(*targets);
            let starts = (0..ends.len()).map(|s| s as Square).filter(start);
            union(starts, Wide::bit) & *origins
        };
        targets.iter().zip(origins).map(reaches).collect()
    }
}

impl Builder<'_> {
    /// For each side and kind, the moves that can remove royals of the other side. `effects` are
    /// given as rules and as compiled.
    pub(super) fn royal_kills(
        &self,
        effects: &[(&rules::Effect, &Effect<Wide>)],
        royals: &BySide<Vec<u8>>,
        kinds: usize,
    ) -> Result<RoyalKillFilter<Wide>, CompileError> {
        let mut zones: BySide<Vec<Vec<KillZone<Wide>>>> =
            Side::each_index(|_| (0..kinds).map(|_| Vec::new()).collect());
        let mut loose = [0; Side::COUNT];
        for side in Side::ALL {
            let capturable = royals[side.other().index()]
                .iter()
                .fold(0, |mask, &kind| mask | 1u64 << kind);
            let mut gaits: Vec<Option<Gait>> = (0..kinds).map(|_| None).collect();
            let of_side = effects.iter().filter(|(_, effect)| effect.sides[side.index()]);
            let areas = of_side.flat_map(|(rule, effect)| {
                let acts = rule.acts.iter().zip(&effect.acts);
                let areas = acts.flat_map(|(act, compiled)| areas_of_royals(act, compiled, capturable));
                areas.map(move |area| (effect, area))
            });
            for (effect, area) in areas {
                let bounds = if effect.repeat {
                    // A repeated effect may look from another square.
                    self.constant(!Wide::EMPTY)
                } else {
                    self.bounds(area, side)?
                };
                let (targets, origins) = (turned_round(&bounds.by_target), turned_round(&bounds.by_origin));
                for (kind, gait) in gaits.iter_mut().enumerate() {
                    if effect.by >> kind & 1 == 0 {
                        continue;
                    }
                    let gait = match gait {
                        Some(gait) => gait,
                        None => gait.insert(self.gait(side, kind)?),
                    };
                    zones[side.index()][kind].push(KillZone {
                        captures: effect.event == Event::Capture,
                        origins: gait.starts(&targets, &origins),
                        targets: targets.clone(),
                    });
                }
            }
            for (kind, gait) in gaits.iter().enumerate() {
                loose[side.index()] |= u64::from(matches!(gait, Some(Gait::Loose))) << kind;
            }
        }
        Ok(RoyalKillFilter { zones, loose })
    }

    /// The movement of a kind.
    fn gait(&self, side: Side, kind: usize) -> Result<Gait, CompileError> {
        let Some((name, piece)) = self.rules.pieces.get_index(kind) else {
            return Ok(Gait::Loose);
        };
        let gains = |power: &rules::Power| power.of.has(name) && power.change != rules::Change::None;
        let in_place = |p: &rules::Promotion| p.piece == *name && p.trigger == rules::Trigger::InPlace;
        if self.rules.powers.iter().any(gains)
            || !self.rules.hooks.is_empty()
            || self.rules.restrictions.adds_ways()
            || self.rules.promotions.iter().any(in_place)
        {
            return Ok(Gait::Loose);
        }
        let paths = self.paths(side, name, &piece.movement[side])?;
        let plain = |path: &Path| path.is_plain() && !path.modes.swaps();
        if !paths.iter().flatten().all(plain) {
            return Ok(Gait::Loose);
        }
        let ends = |paths: &Vec<Path>| union(paths.iter(), |path| Wide::bit(path.to));
        Ok(Gait::Plain(paths.iter().map(ends).collect()))
    }

    fn either<'r>(
        &self,
        areas: impl Iterator<Item = &'r rules::Area>,
        side: Side,
    ) -> Result<Bounds, CompileError> {
        let mut all = self.constant(Wide::EMPTY);
        for area in areas {
            all = all.join(&self.bounds(area, side)?, |a, b| a | b);
        }
        Ok(all)
    }

    fn constant(&self, squares: Wide) -> Bounds {
        let list = vec![squares; self.topology.size()];
        Bounds {
            by_target: list.clone(),
            by_origin: list,
        }
    }

    fn bounds(&self, area: &rules::Area, side: Side) -> Result<Bounds, CompileError> {
        Ok(match area {
            rules::Area::All
            | rules::Area::Attacked
            | rules::Area::AttackedBy(_)
            | rules::Area::AttackedMore { .. }
            | rules::Area::Mated
            | rules::Area::Enclosed(_)
            | rules::Area::Open(_) => self.constant(!Wide::EMPTY),
            rules::Area::Squares(squares) => self.constant(self.set(&squares[side])),
            rules::Area::At(place) => {
                let here = (0..self.topology.size()).map(|s| Wide::bit(s as Square));
                self.seen(here.collect(), place)
            }
            rules::Area::Around(movement, place) => self.seen(self.ends_of(side, movement, None)?, place),
            rules::Area::Reach(movement, place) if movement.is_headed() => {
                let mut all = vec![Wide::EMPTY; self.topology.size()];
                for wind in (0..16).step_by(2) {
                    let ends = self.ends_of(side, movement, Some(wind))?;
                    all.iter_mut().zip(ends).for_each(|(all, ends)| *all |= ends);
                }
                self.seen(all, place)
            }
            rules::Area::Reach(movement, place) => self.seen(self.ends_of(side, movement, None)?, place),
            rules::Area::File(place) => self.seen(self.line_table(|at| at.0), place),
            rules::Area::Rank(place) => self.seen(self.line_table(|at| at.1), place),
            rules::Area::Between { by, .. } => {
                let rows = self.rows(side, by)?;
                let all = |rows: &Vec<Row<Wide>>| union(rows.iter(), |row| row.squares);
                self.seen(rows.iter().map(all).collect(), &Place::Mover)
            }
            rules::Area::Both(areas) => {
                let mut all = self.constant(!Wide::EMPTY);
                for area in areas {
                    all = all.join(&self.bounds(area, side)?, |a, b| a & b);
                }
                all
            }
            rules::Area::Either(areas) => self.either(areas.iter(), side)?,
            rules::Area::Except(all, _) => self.bounds(all, side)?,
        })
    }

    /// The squares seen from a place, by the square of the place.
    fn seen(&self, table: Vec<Wide>, place: &Place) -> Bounds {
        let mut bounds = self.constant(!Wide::EMPTY);
        match place {
            Place::Origin => bounds.by_origin = table,
            // Only plain moves count here: the piece stands on the end of its move.
            Place::Target | Place::Mover => bounds.by_target = table,
            Place::Victim | Place::Walls | Place::Piece { .. } => {}
        }
        bounds
    }
}

/// The areas in which an act finds pieces of some kinds that belong to the mover's opponent.
fn areas_of_royals<'r>(act: &'r rules::Act, compiled: &Act<Wide>, royals: u64) -> Vec<&'r rules::Area> {
    if royals == 0 {
        return Vec::new();
    }
    let facts = act.facts();
    if facts.ground == rules::Ground::Closed {
        return facts.squares.iter().flat_map(alternatives).collect();
    }
    let found = facts.pieces.iter().zip(compiled.disturbed());
    let found = found.filter(|(_, group)| group.owner != Owner::Friend && group.may_be(royals));
    found.flat_map(|(group, _)| alternatives(&group.on)).collect()
}

/// The areas of which an area is made, if a square of any of them is enough.
fn alternatives(area: &rules::Area) -> Vec<&rules::Area> {
    match area {
        rules::Area::Either(areas) => areas.iter().flat_map(alternatives).collect(),
        one => vec![one],
    }
}

/// For each square, the squares whose sets contain it.
pub(super) fn turned_round(table: &[Wide]) -> Vec<Wide> {
    let with = |square: usize| {
        let all = table.iter().enumerate();
        let has = all.filter(|(_, set)| set.has(square as Square));
        union(has, |(s, _)| Wide::bit(s as Square))
    };
    (0..table.len()).map(with).collect()
}
