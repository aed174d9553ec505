//! The sets of squares that effects and conditions name, and the movements by which they are
//! reached: from the rules to tables. Knows no effect.

use super::attacks::{conditional, split};
use super::{Builder, Wide};
use crate::board::{Bits, Square, union};
use crate::engine::acts::Line;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::kill_zones::Winds;
use crate::engine::paths::Path;
use crate::engine::tables::Conditionals;
use crate::engine::terms::{Area, Group, Onward, Place, Reach, Row, Rows};
use crate::order::{sort, sort_by_key};
use crate::rules::{self, Movement, Range, Side};

impl Builder<'_> {
    pub(super) fn areas(&mut self, list: &[rules::Area]) -> Result<Vec<Area<Wide>>, CompileError> {
        list.iter().map(|area| self.area(area)).collect()
    }

    pub(super) fn group(&mut self, group: &rules::Group) -> Result<Group<Wide>, CompileError> {
        Ok(Group {
            owner: group.owner,
            kinds: self.kinds(&group.kinds)?,
            on: self.area(&group.on)?,
        })
    }

    pub(super) fn area(&mut self, area: &rules::Area) -> Result<Area<Wide>, CompileError> {
        let mut list =
            |areas: &[rules::Area]| areas.iter().map(|a| self.area(a)).collect::<Result<Vec<_>, _>>();
        Ok(match area {
            rules::Area::All => Area::Squares([!Wide::EMPTY; Side::COUNT]),
            rules::Area::Squares(squares) => Area::Squares(Side::each(|side| self.set(&squares[side]))),
            rules::Area::At(place) => Area::At(self.place(place)?),
            rules::Area::Around(movement, place) => {
                let sides = Side::try_each(|side| self.ends_of(side, movement, None))?;
                Area::Around(sides, self.place(place)?)
            }
            rules::Area::Reach(movement, place) if movement.is_headed() => {
                let sides = Side::try_each(|side| self.headed(side, movement))?;
                Area::Headed(sides, self.winds(), self.place(place)?)
            }
            rules::Area::Reach(movement, place) => {
                let (sides, place) = (
                    Side::try_each(|side| self.reach(side, movement))?,
                    self.place(place)?,
                );
                if sides.iter().all(|reach| reach.rays.is_none()) {
                    Area::Around(sides.map(|reach| reach.leap), place)
                } else {
                    Area::Reach(Box::new(sides), place)
                }
            }
            rules::Area::File(place) => self.lines(place, |at| at.0)?,
            rules::Area::Rank(place) => self.lines(place, |at| at.1)?,
            rules::Area::Attacked => Area::Attacked,
            rules::Area::AttackedBy(place) => Area::AttackedBy(self.place(place)?),
            rules::Area::AttackedMore {
                by,
                kinds,
                by_value,
                in_line,
            } => Area::AttackedMore(*by, self.weights(kinds, *by_value)?, *in_line),
            rules::Area::Mated => {
                self.asks_mated = true;
                Area::Mated
            }
            rules::Area::Enclosed(movement) => {
                let sides = Side::try_each(|side| self.ends_of(side, movement, None))?;
                Area::Enclosed(sides)
            }
            rules::Area::Open(movement) => {
                let sides = Side::try_each(|side| self.ends_of(side, movement, None))?;
                Area::Open(sides)
            }
            rules::Area::Between { by, friends } => {
                let friends = self.kinds(friends)?;
                let sides = Side::try_each(|side| self.rows(side, by))?;
                Area::Between(sides, friends)
            }
            rules::Area::Both(areas) => Area::Both(list(areas)?),
            rules::Area::Either(areas) => Area::Either(list(areas)?),
            rules::Area::Except(all, but) => Area::Except(Box::new([self.area(all)?, self.area(but)?])),
        })
    }

    pub(super) fn place(&self, place: &rules::Place) -> Result<Place, CompileError> {
        Ok(match place {
            rules::Place::Origin => Place::Origin,
            rules::Place::Target => Place::Target,
            rules::Place::Mover => Place::Mover,
            rules::Place::Victim => Place::Victim,
            rules::Place::Walls => Place::Walls,
            rules::Place::Piece { owner, kinds } => {
                Place::Pieces(*owner, self.kinds(kinds)?.unwrap_or(u64::MAX))
            }
        })
    }

    /// All squares of the grid that share a coordinate with a place.
    fn lines(&self, place: &rules::Place, of: impl Fn((u8, u8)) -> u8) -> Result<Area<Wide>, CompileError> {
        let table = self.line_table(of);
        Ok(Area::Around([table.clone(), table], self.place(place)?))
    }

    /// By square, all squares of the grid that share a coordinate with it.
    pub(super) fn line_table(&self, of: impl Fn((u8, u8)) -> u8) -> Vec<Wide> {
        let coordinate = |square: Square| self.topology.coordinates(square).map(&of);
        let line = |square: Square| {
            let same = |other: &Square| coordinate(*other).is_some_and(|c| Some(c) == coordinate(square));
            self.topology.squares().keep(same)
        };
        (0..self.topology.size()).map(|s| line(s as Square)).collect()
    }

    /// All squares on which a movement can end, by start square, over all contents of the board.
    pub(super) fn ends_of(
        &self,
        side: Side,
        movement: &Movement,
        heading: Option<u8>,
    ) -> Result<Vec<Wide>, CompileError> {
        let paths = self.paths_on(side, WHO, movement, heading)?;
        let ends = paths
            .iter()
            .map(|list| union(list.iter(), |path| Wide::bit(path.to)));
        Ok(ends.collect())
    }

    /// The reach of a movement, over all contents of the squares.
    pub(super) fn reach(&mut self, side: Side, movement: &Movement) -> Result<Reach<Wide>, CompileError> {
        self.reach_on(side, movement, None)
    }

    /// A movement along which effects carry pieces.
    pub(super) fn onward(&mut self, side: Side, movement: &Movement) -> Result<Onward<Wide>, CompileError> {
        let reach = self.reach(side, movement)?;
        let paths = self.paths_on(side, WHO, movement, None)?;
        let nearest_first = |list: &Vec<Path>| {
            let mut ends: Vec<_> = list.iter().map(conditional).collect();
            sort_by_key(&mut ends, |end| (end.empty.count(), end.square));
            ends
        };
        Ok(Onward {
            reach,
            ends: paths.iter().map(nearest_first).collect(),
        })
    }

    /// The reach of a movement that continues in the direction of a move, for each straight wind.
    pub(super) fn headed(
        &mut self,
        side: Side,
        movement: &Movement,
    ) -> Result<Vec<Reach<Wide>>, CompileError> {
        let winds = (0..16).step_by(2);
        winds
            .map(|wind| self.reach_on(side, movement, Some(wind)))
            .collect()
    }

    fn reach_on(
        &mut self,
        side: Side,
        movement: &Movement,
        heading: Option<u8>,
    ) -> Result<Reach<Wide>, CompileError> {
        let paths = self.paths_on(side, WHO, movement, heading)?;
        if !paths.iter().flatten().all(Path::is_plain) {
            return Err(CompileError::Effect(
                "the squares of an effect may only depend on which squares are occupied".to_owned(),
            ));
        }
        let (mut leap, mut rays) = (Vec::new(), Vec::new());
        for list in paths.iter() {
            let all: Vec<_> = list.iter().map(|p| (p.alternative, conditional(p))).collect();
            let (set, groups) = split(&all);
            leap.push(set);
            rays.push(groups);
        }
        let slides = paths.iter().all(|list| are_slides(list));
        let looked_at = if slides {
            Vec::new()
        } else {
            paths.iter().map(|list| looked_at(list)).collect()
        };
        let rays = Conditionals::build(&mut self.draft, &rays);
        let ends = |list: &Vec<Path>| union(list, |path| Wide::bit(path.to));
        let ends = rays.as_ref().map(|_| paths.iter().map(ends).collect());
        Ok(Reach {
            leap,
            rays,
            looked_at,
            ends: ends.unwrap_or_default(),
        })
    }

    /// The straight winds in which squares lie from each other.
    pub(super) fn winds(&self) -> Winds {
        let from = |square: usize| {
            let mut winds = vec![0; self.topology.size()];
            if self.topology.squares().has(square as Square) {
                for wind in 0..8 {
                    for to in self.topology.line(square as Square, wind) {
                        winds[usize::from(to)] |= 1 << wind;
                    }
                }
            }
            winds
        };
        Winds((0..self.topology.size()).map(from).collect())
    }

    /// The rows that a movement can enclose, with the square behind each.
    pub(super) fn rows(&self, side: Side, movement: &Movement) -> Result<Rows<Wide>, CompileError> {
        let longer = one_further(movement).ok_or_else(|| {
            CompileError::Effect("enclosed pieces lie in a row: `between` takes leaps and rides".to_owned())
        })?;
        let paths = self.paths(side, WHO, &longer)?;
        let row = |path: &Path| (path.empty, path.to);
        let rows = |list: &[Path]| Row::in_order(list.iter().map(row).collect());
        Ok(paths.iter().map(|list| rows(list)).collect())
    }

    /// The lines of leaps and rides from each square, up to the edge of the board.
    pub(super) fn shift_lines(
        &self,
        side: Side,
        movement: &Movement,
    ) -> Result<Vec<Vec<Line>>, CompileError> {
        let wrong = || CompileError::Effect("pieces are pulled and pushed along leaps and rides".to_owned());
        let leaps = match movement {
            Movement::Union(list) => list.iter().collect(),
            one => vec![one],
        };
        let mut lines: Vec<Vec<Line>> = vec![Vec::new(); self.topology.size()];
        for part in leaps {
            let Movement::Leap(leap) = part else {
                return Err(wrong());
            };
            if !leap.between.is_free() {
                return Err(wrong());
            }
            let mut whole = leap.clone();
            whole.range = Range::ANY;
            let paths = self.paths(side, WHO, &Movement::Leap(whole))?;
            for (lines, paths) in lines.iter_mut().zip(paths.iter()) {
                let ends = in_lines(paths).into_iter().map(|squares| Line {
                    from: usize::from(leap.range.min) - 1,
                    to: leap
                        .range
                        .max
                        .map_or(squares.len(), usize::from)
                        .min(squares.len()),
                    squares,
                });
                lines.extend(ends);
            }
        }
        for lines in &mut lines {
            sort(lines);
            lines.dedup();
        }
        Ok(lines)
    }
}

/// The name of the owner in messages about movements of effects, until
/// [`CompileError::about_movement`] improves it.
const WHO: &str = "effect";

/// The squares of rides that start on one square, in a list for each direction. A path that has
/// passed all squares of another one and its end continues that one.
fn in_lines(paths: &[Path]) -> Vec<Box<[Square]>> {
    let passed = |path: &Path| path.empty.squares().count();
    let mut sorted: Vec<&Path> = paths.iter().collect();
    sort_by_key(&mut sorted, |path| passed(path));
    let mut lines: Vec<(Wide, Vec<Square>)> = Vec::new();
    for path in sorted {
        let bit = Wide::bit(path.to);
        let before = lines.iter_mut().find(|(all, _)| *all == path.empty);
        match before {
            Some((all, squares)) => {
                *all |= bit;
                squares.push(path.to);
            }
            None => lines.push((bit, vec![path.to])),
        }
    }
    lines.into_iter().map(|(_, squares)| squares.into()).collect()
}

/// Whether paths move on square by square, each of which is an end as well. Then the open ends
/// depend only on what stands on the ends.
fn are_slides(paths: &[Path]) -> bool {
    let within = |path: &Path, other: &Path| (other.empty & !path.empty).is_empty();
    paths.iter().all(|path| {
        let on_the_way = |to: Square| paths.iter().any(|other| other.to == to && within(path, other));
        let occupied = path.occupied & !Wide::bit(path.to);
        occupied.is_empty() && path.empty.squares().all(on_the_way)
    })
}

/// All squares whose contents decide which paths are open.
fn looked_at(paths: &[Path]) -> Wide {
    let of = |path: &Path| path.empty | path.occupied | Wide::bit(path.to);
    let all = paths.iter().map(of);
    union(all, |set| set)
}

/// The same leaps, one leap longer in the same direction.
fn one_further(movement: &Movement) -> Option<Movement> {
    match movement {
        Movement::Leap(leap) if leap.between.is_free() => {
            let mut leap = leap.clone();
            leap.range = Range {
                min: leap.range.min.saturating_add(1),
                max: leap.range.max.map(|max| max.saturating_add(1)),
            };
            Some(Movement::Leap(leap))
        }
        Movement::Union(list) => Some(Movement::Union(
            list.iter().map(one_further).collect::<Option<Vec<_>>>()?,
        )),
        _ => None,
    }
}
