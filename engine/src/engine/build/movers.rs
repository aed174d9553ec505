//! The movers of pieces: every path in the cheapest exact form. Does not know where the pieces
//! stand.

use super::attacks::{Far, conditional, split};
use super::{Builder, Wide};
use crate::board::{Bits, Square, union};
use crate::engine::compiled::{Jump, Mover, NONE, OwnedPath, Shape, Special, SpecialEnd, SpecialEnds};
use crate::engine::error::CompileError;
use crate::engine::parts::{Needs, Parts};
use crate::engine::paths::Path;
use crate::engine::promotions::{self, Asks, Promote};
use crate::engine::relations::PowerCondition;
use crate::engine::tables::{Conditional, Conditionals, Draft};
use crate::order::{sort, sort_by_key};
use crate::rules::{Modes, Promotion, Side, Trigger};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

impl Builder<'_> {
    pub(super) fn mover(
        &mut self,
        kind: u8,
        side: Side,
        name: &str,
        paths: &[Vec<Path>],
    ) -> Result<Mover<Wide>, CompileError> {
        let ([both, quiet, capture], jumps, shape) = self.plain(paths);
        let rest = self.rest(side, paths);
        let (promotions, promotion_squares) = self.promotions(name, side)?;
        let in_place = promotions.iter().any(|p| !p.in_place().is_empty());
        let piece = self.rules.pieces.get(name);
        let royal = piece.is_some_and(|p| p.royal[side]);
        let peaceful = self.target.rich && is_peaceful(&both, &quiet, &capture);
        let alike = peaceful || matches!(shape, Shape::Leaper | Shape::Rider);
        Ok(Mover {
            exposing: rest.exposing(),
            judged_by_sets: !royal && promotion_squares.is_empty() && alike,
            peaceful,
            capture_mask: capture_ends(paths, self.target.rich),
            only_passing: rest.only_passes(),
            has_rest: in_place || rest.is_something(),
            in_place,
            kind,
            when: PowerCondition::ALWAYS,
            still: false,
            capturable: u64::MAX,
            attacks_royals: true,
            filtered: false,
            reach: Vec::new(),
            counted: false,
            makes_counted: false,
            tag: NONE,
            conditional_attacks: Vec::new(),
            conditional_parts: Vec::new(),
            borrowed: Vec::new(),
            special_ends: special_ends(&rest.special),
            special_parts: rest.special_parts,
            royal,
            leap_both: both.0,
            leap_quiet: quiet.0,
            leap_capture: capture.0,
            ray_both: both.1,
            ray_quiet: quiet.1,
            ray_capture: capture.1,
            jumps,
            shape,
            special: unless_all(rest.special, Vec::is_empty),
            en_passant: unless_all(rest.en_passant, |s| s.is_empty()),
            exposes: unless_all(rest.exposes, Vec::is_empty),
            promotions,
            promotion_squares,
            resets_clock: piece.is_some_and(|p| p.resets_clock),
            unlettered: piece.is_some_and(|p| p.unlettered),
            partners: 0,
        })
    }

    /// Plain paths: those for quiet moves and captures, only quiet ones, and only captures; and as
    /// jumps.
    fn plain(&mut self, paths: &[Vec<Path>]) -> ([Targets; 3], Vec<Jump<Wide>>, Shape) {
        let targets = [Modes::BOTH, Modes::QUIET, Modes::CAPTURE]
            .map(|mode| Plain::along(paths, mode).compile(&mut self.draft));
        let jumps = jumps(paths, self.target.width);
        let shape = shape_of(&jumps, &targets[0], &[&targets[1], &targets[2]]);
        (targets, jumps, shape)
    }

    /// The promotions of a side's kind, and the squares on which its moves may end with one.
    fn promotions(&mut self, name: &str, side: Side) -> Result<(Vec<Promote<Wide>>, Wide), CompileError> {
        let mut promotions = promotions::compile(self.rules, (name, side), self)?;
        let own = self.rules.promotions.iter();
        let own = own.filter(|p| p.piece == name && p.side == side);
        for (promotion, rule) in promotions.iter_mut().zip(own) {
            promotion.asks = self.promotion_asks(rule)?;
        }
        let squares = union(promotions.iter(), |p| p.ends());
        Ok((promotions, squares))
    }

    /// The conditions of a promotion that is a move of its own.
    fn promotion_asks(&mut self, rule: &Promotion) -> Result<Option<Box<Asks<Wide>>>, CompileError> {
        if !rule.is_conditional() {
            return Ok(None);
        }
        if rule.trigger != Trigger::InPlace {
            let message = "only promotions in place go anywhere or depend on conditions";
            return Err(CompileError::Effect(message.to_owned()));
        }
        let chooses = self.rules.acts().any(|act| act.facts().chosen);
        if rule.no_check && (self.rules.walls.is_some() || chooses) {
            return Err(CompileError::Promotion("squares that moves choose"));
        }
        let area = |area| {
            self.area(area)
                .map_err(|e| CompileError::Effect(e.about_movement()))
        };
        let goes = rule.goes.as_ref().map(area).transpose()?;
        Ok(Some(Box::new(Asks {
            goes,
            no_check: rule.no_check,
            condition: self.condition(&rule.condition)?,
        })))
    }

    /// The parts of plain paths that sets and tables do not hold.
    fn rest(&self, side: Side, paths: &[Vec<Path>]) -> Rest {
        let takes = self.rules.restrictions.exposed_captures[side];
        let mut rest = Rest {
            special: Vec::new(),
            special_parts: Vec::new(),
            en_passant: vec![Wide::EMPTY; paths.len()],
            exposes: Vec::new(),
        };
        for (square, list) in paths.iter().enumerate() {
            let square = square as Square;
            let mut specials: Vec<Special<Wide>> = Vec::new();
            let mut exposing = Vec::new();
            for path in list {
                let plain = is_plain_from(path, square);
                let simple = path.empty.is_empty() && path.occupied.is_empty();
                let mut modes = path.modes;
                if plain && simple && modes.has(Modes::EN_PASSANT) {
                    rest.en_passant[usize::from(path.to)] |= Wide::bit(square);
                    modes = Modes(modes.0 & !Modes::EN_PASSANT.0);
                }
                if plain {
                    let exposes = modes.has(Modes::QUIET) || (takes && modes.has(Modes::CAPTURE));
                    if exposes && !path.exposed.is_empty() {
                        exposing.push((path.to, path.exposed));
                    }
                    modes = Modes(modes.0 & !Modes::BOTH.0);
                }
                if !modes.is_empty() {
                    specials.push(self.special(path, modes));
                }
            }
            // A path that can only capture also needs an enemy on its end.
            let needs = |s: &Special<Wide>| {
                let ends = s.modes == Modes::CAPTURE && !s.captures.contains(&s.to) && s.to != square;
                let end = if ends { Wide::bit(s.to) } else { Wide::EMPTY };
                Needs {
                    enemy: s.enemy | end,
                    held: s.occupied | s.friend,
                    empty: s.empty,
                }
            };
            rest.special_parts.push(Parts::sort(&mut specials, needs));
            find_alike(&mut specials, list, square);
            rest.special.push(specials);
            rest.exposes.push(exposing);
        }
        rest
    }
}

impl Builder<'_> {
    pub(super) fn special(&self, path: &Path, modes: Modes) -> Special<Wide> {
        Special {
            to: path.to,
            modes,
            empty: path.empty,
            occupied: path.occupied,
            friend: path.friend,
            enemy: path.enemy,
            captures: path.captures.clone(),
            kinds: self.asked(path),
            rifle: path.rifle,
            initial: path.initial,
            exposed: path.exposed,
            alone: false,
            earlier: Vec::new(),
        }
    }
}

/// Whether a path leads to another square and depends only on its end.
fn is_plain_from(path: &Path, from: Square) -> bool {
    path.is_plain() && path.to != from
}

/// A list by square, or an empty list if every entry is empty.
fn unless_all<T>(list: Vec<T>, is_empty: impl Fn(&T) -> bool) -> Vec<T> {
    if list.iter().all(is_empty) {
        Vec::new()
    } else {
        list
    }
}

/// The plain paths of a kind that have the same modes, square by square.
struct Plain {
    leaps: Vec<Wide>,
    rays: Vec<Vec<Vec<Conditional<Wide>>>>,
}

/// Plain paths as sets of targets and as tables.
type Targets = (Vec<Wide>, Option<Conditionals<Wide>>);

impl Plain {
    fn along(paths: &[Vec<Path>], mode: Modes) -> Self {
        let split = paths.iter().enumerate().map(|(square, list)| {
            let of_mode = |p: &&Path| is_plain_from(p, square as Square) && p.modes.and(Modes::BOTH) == mode;
            let chosen = list.iter().filter(of_mode);
            let chosen: Vec<(u16, Conditional<Wide>)> =
                chosen.map(|p| (p.alternative, conditional(p))).collect();
            split(&chosen)
        });
        let (leaps, rays) = split.unzip();
        Self { leaps, rays }
    }

    fn compile(self, draft: &mut Draft) -> Targets {
        let rays = Conditionals::build(draft, &self.rays);
        (unless_all(self.leaps, |s| s.is_empty()), rays)
    }
}

/// The loop of the generator in which a kind moves.
fn shape_of(jumps: &[Jump<Wide>], both: &Targets, others: &[&Targets]) -> Shape {
    let uneven = others
        .iter()
        .any(|(leaps, rays)| !leaps.is_empty() || rays.is_some());
    if !jumps.is_empty() {
        Shape::Jumper
    } else if uneven || both.0.is_empty() == both.1.is_none() {
        Shape::General
    } else if both.1.is_none() {
        Shape::Leaper
    } else {
        Shape::Rider
    }
}

/// In rich layouts: by square, all ends of plain paths that may capture.
fn capture_ends(paths: &[Vec<Path>], rich: bool) -> Vec<Wide> {
    if !rich {
        return Vec::new();
    }
    let ends = paths.iter().enumerate().map(|(square, list)| {
        let captures = |p: &&Path| is_plain_from(p, square as Square) && p.modes.has(Modes::CAPTURE);
        let ends = list.iter().filter(captures);
        union(ends, |path| Wide::bit(path.to))
    });
    ends.collect()
}

/// The squares to which special paths lead.
fn special_ends(special: &[Vec<Special<Wide>>]) -> SpecialEnds<Wide> {
    let touched = |paths: &Vec<Special<Wide>>| {
        let squares = paths
            .iter()
            .flat_map(|path| path.captures.iter().chain([&path.to]));
        union(squares, |&square| Wide::bit(square))
    };
    let by_end = |paths: &Vec<Special<Wide>>| {
        let mut ends: IndexMap<Square, Vec<u32>> = IndexMap::new();
        for (number, path) in (0..).zip(paths).filter(|(_, path)| path.captures.is_empty()) {
            ends.entry(path.to).or_default().push(number);
        }
        let ends = ends.into_iter();
        ends.map(|(to, numbers)| special_end(to, numbers, paths))
            .collect()
    };
    SpecialEnds {
        all: unless_all(special.iter().map(touched).collect(), |set| set.is_empty()),
        plain: unless_all(special.iter().map(by_end).collect(), Vec::is_empty),
    }
}

/// The largest number of squares for which a table has all ways in which they may be occupied.
const MOST_ASKED: u32 = 8;

/// An end of some special paths from one square. If all paths depend on the same squares, a table
/// finds those that may be open.
fn special_end(to: Square, mut numbers: Vec<u32>, paths: &[Special<Wide>]) -> SpecialEnd<Wide> {
    let before = !Wide::bit(to);
    let occupied = |number: u32| {
        let path = &paths[number as usize];
        (path.occupied | path.friend | path.enemy) & before
    };
    let asked = |number: u32| occupied(number) | (paths[number as usize].empty & before);
    let first = numbers.first().map_or(Wide::EMPTY, |&number| asked(number));
    let together = numbers.len() > 2
        && first.count() <= MOST_ASKED
        && numbers.iter().all(|&number| asked(number) == first);
    if !together {
        return SpecialEnd {
            to,
            paths: numbers,
            asked: Wide::EMPTY,
            starts: Vec::new(),
        };
    }
    let way = |number: u32| occupied(number).extract(first);
    sort_by_key(&mut numbers, |&number| way(number));
    let starts =
        (0..=1usize << first.count()).map(|end| numbers.partition_point(|&number| way(number) < end));
    SpecialEnd {
        to,
        starts: starts.map(|start| start as u32).collect(),
        paths: numbers,
        asked: first,
    }
}

/// Whether plain paths have only leaps or only rays left, and capture nothing.
fn is_peaceful(both: &Targets, quiet: &Targets, capture: &Targets) -> bool {
    let nothing = |targets: &Targets| targets.0.is_empty() && targets.1.is_none();
    nothing(both) && nothing(capture) && quiet.0.is_empty() != quiet.1.is_none()
}

/// The moves of a kind besides plain ones, by start square.
struct Rest {
    special: Vec<Vec<Special<Wide>>>,
    special_parts: Vec<Parts<Wide>>,
    /// By end square: the squares from which it is reached by captures en passant that depend only
    /// on its contents.
    en_passant: Vec<Wide>,
    /// Ends of plain paths and the squares they expose.
    exposes: Vec<Vec<(Square, Wide)>>,
}

impl Rest {
    /// Whether its special paths only capture en passant.
    fn only_passes(&self) -> bool {
        let mut paths = self.special.iter().flatten();
        paths.all(|path| path.modes == Modes::EN_PASSANT)
    }

    fn is_something(&self) -> bool {
        self.special.iter().any(|s| !s.is_empty()) || self.en_passant.iter().any(|s| !s.is_empty())
    }

    /// The squares from which something is exposed.
    fn exposing(&self) -> Wide {
        let exposing = self
            .special
            .iter()
            .zip(&self.exposes)
            .enumerate()
            .filter(|(_, (special, plain))| {
                !plain.is_empty() || special.iter().any(|path| !path.exposed.is_empty())
            });
        union(exposing, |(square, _)| Wide::bit(square as Square))
    }
}

/// Finds which special paths from a square, in their order, do what no other path does, and which
/// earlier ones do the same.
fn find_alike(specials: &mut [Special<Wide>], list: &[Path], square: Square) {
    let plainly = [Modes::QUIET, Modes::CAPTURE, Modes::EN_PASSANT].map(|mode| {
        let paths = list
            .iter()
            .filter(|p| is_plain_from(p, square) && p.modes.has(mode));
        (mode, union(paths, |p| Wide::bit(p.to)))
    });
    let mut alike: FxHashMap<(Square, bool, Vec<Square>), Vec<u16>> = FxHashMap::default();
    for (index, path) in specials.iter_mut().enumerate() {
        let same = alike.entry(path.does()).or_default();
        path.earlier.clone_from(same);
        same.push(index as u16);
    }
    for path in specials {
        let mut plainly = plainly.iter();
        let as_plain = path.captures.is_empty()
            && plainly.any(|(mode, ends)| path.modes.has(*mode) && ends.has(path.to));
        path.alone = !as_plain && alike.get(&path.does()).is_some_and(|same| same.len() == 1);
    }
}

/// Attack paths by start square, divided by the enemies that they need; empty if there are none.
pub(super) fn by_start(
    conditional_attacks: Vec<Far>,
    size: usize,
) -> (Vec<Vec<OwnedPath<Wide>>>, Vec<Parts<Wide>>) {
    if conditional_attacks.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut lists: Vec<Vec<OwnedPath<Wide>>> = vec![Vec::new(); size];
    for conditional_attacks in conditional_attacks {
        lists[usize::from(conditional_attacks.from)].push(conditional_attacks.path);
    }
    let needs = |path: &OwnedPath<Wide>| Needs {
        enemy: path.whose.enemy,
        held: path.open.occupied | path.whose.friend,
        empty: path.open.empty,
    };
    let parts = lists.iter_mut().map(|list| Parts::sort(list, needs)).collect();
    (lists, parts)
}

/// A mover's plain paths as jumps if they are few enough to be worth it; otherwise empty.
pub(super) fn jumps(paths: &[Vec<Path>], width: usize) -> Vec<Jump<Wide>> {
    const MOST: usize = 5;
    // A few jumps from hardly any square, such as those to squares outside the grid, are also
    // accepted.
    const FEW: u32 = 2;
    const MOST_OF_ALL: usize = 12;
    let mut out: Vec<Jump<Wide>> = Vec::new();
    for (square, list) in paths.iter().enumerate() {
        let square = square as Square;
        for path in list.iter().filter(|p| p.is_plain() && p.to != square) {
            let modes = path.modes.and(Modes::BOTH);
            if modes.is_empty() {
                continue;
            }
            if !path.occupied.is_empty() {
                return Vec::new();
            }
            let places = |from: Square| (usize::from(path.to) + width - usize::from(from)) % width;
            let by = places(square) as u8;
            let mut through: Vec<u8> = path.empty.squares().map(|s| places(s) as u8).collect();
            sort(&mut through);
            let (quiet, capture) = (modes.has(Modes::QUIET), modes.has(Modes::CAPTURE));
            let same = |j: &Jump<Wide>| {
                j.by == by && j.through == through && j.quiet == quiet && j.capture == capture
            };
            match out.iter().position(same) {
                Some(i) => out[i].from |= Wide::bit(square),
                None if out.len() == MOST_OF_ALL => return Vec::new(),
                None => out.push(Jump {
                    from: Wide::bit(square),
                    by,
                    through,
                    quiet,
                    capture,
                }),
            }
        }
    }
    if out.iter().filter(|j| j.from.count() > FEW).count() > MOST {
        return Vec::new();
    }
    // Two ways to the same square, as round a cylinder, would be listed twice.
    let alike = |a: &Jump<Wide>, b: &Jump<Wide>| {
        a.by == b.by && a.from.meets(b.from) && (a.quiet && b.quiet || a.capture && b.capture)
    };
    if out
        .iter()
        .enumerate()
        .any(|(i, a)| out[..i].iter().any(|b| alike(a, b)))
    {
        return Vec::new();
    }
    out
}
