//! How pieces move: every path in the cheapest exact form.

use super::Builder;
use super::attacks::{Far, conditional, split};
use crate::board::{Bits, Square, U256, convert};
use crate::engine::core::{Jump, Mover, NONE, Open, Parts, Shape, Special};
use crate::engine::error::CompileError;
use crate::engine::layout::{Layout, Whose};
use crate::engine::paths::Path;
use crate::engine::promotions;
use crate::engine::tables::{Conditional, Conditionals};
use crate::engine::ties::When;
use crate::rules::{Modes, Side};
use rustc_hash::FxHashMap;

impl<L: Layout> Builder<'_, L> {
    pub(super) fn mover(
        &mut self,
        kind: u8,
        side: Side,
        name: &str,
        paths: &[Vec<Path>],
    ) -> Result<Mover<L>, CompileError> {
        let (mut leap_both, mut leap_quiet, mut leap_capture) = (Vec::new(), Vec::new(), Vec::new());
        let (mut rays_both, mut rays_quiet, mut rays_capture) = (Vec::new(), Vec::new(), Vec::new());
        let mut special = Vec::new();
        let mut en_passant = vec![L::B::EMPTY; paths.len()];
        let mut exposes = Vec::new();
        let mut special_parts = Vec::new();
        for (square, list) in paths.iter().enumerate() {
            let mut specials: Vec<Special<L>> = Vec::new();
            let mut exposing = Vec::new();
            for path in list {
                let plain = path.is_plain() && path.to != square as Square;
                let simple = path.empty.is_empty() && path.occupied.is_empty();
                let mut modes = path.modes;
                if plain && simple && modes.has(Modes::EN_PASSANT) {
                    en_passant[usize::from(path.to)] |= L::B::bit(square as Square);
                    modes = Modes(modes.0 & !Modes::EN_PASSANT.0);
                }
                if plain {
                    if modes.has(Modes::QUIET) && !path.exposed.is_empty() {
                        exposing.push((path.to, convert(path.exposed)));
                    }
                    modes = Modes(modes.0 & !Modes::BOTH.0);
                }
                if !modes.is_empty() {
                    specials.push(self.special(path, modes));
                }
            }
            let plain: Vec<&Path> = list
                .iter()
                .filter(|p| p.is_plain() && p.to != square as Square)
                .collect();
            for (mode, leaps, rays) in [
                (Modes::BOTH, &mut leap_both, &mut rays_both),
                (Modes::QUIET, &mut leap_quiet, &mut rays_quiet),
                (Modes::CAPTURE, &mut leap_capture, &mut rays_capture),
            ] {
                let chosen: Vec<(u16, Conditional<L::B>)> = plain
                    .iter()
                    .filter(|p| p.modes.and(Modes::BOTH) == mode)
                    .map(|p| (p.alternative, conditional(p)))
                    .collect();
                let (leap, groups) = split(&chosen);
                leaps.push(leap);
                rays.push(groups);
            }
            let mut alike: FxHashMap<(Square, bool, Vec<Square>), u32> = FxHashMap::default();
            let plainly = [Modes::QUIET, Modes::CAPTURE, Modes::EN_PASSANT].map(|mode| {
                let paths = plain.iter().filter(|p| p.modes.has(mode));
                (mode, paths.fold(U256::EMPTY, |set, p| set | U256::bit(p.to)))
            });
            for path in &specials {
                *alike.entry(path.does()).or_default() += 1;
            }
            for path in &mut specials {
                let as_plain = path.captures.is_empty()
                    && plainly
                        .iter()
                        .any(|(mode, ends)| path.modes.has(*mode) && ends.has(path.to));
                path.alone = !as_plain && alike.get(&path.does()) == Some(&1);
            }
            // What can only capture needs an enemy at its end, too.
            let needed = |s: &Special<L>| {
                if s.modes == Modes::CAPTURE && !s.captures.contains(&s.to) && s.to != square as Square {
                    s.enemy | L::B::bit(s.to)
                } else {
                    s.enemy
                }
            };
            special_parts.push(Parts::sort(&mut specials, needed, |s| s.empty));
            special.push(specials);
            exposes.push(exposing);
        }
        let drop_empty = |list: Vec<L::B>| {
            if list.iter().all(|s| s.is_empty()) {
                Vec::new()
            } else {
                list
            }
        };
        let promotions = promotions::compile(self.rules, (name, side), &*self)?;
        let promotion_squares = promotions.iter().fold(L::B::EMPTY, |all, p| all | p.ends());
        let piece = self.rules.pieces.get(name);
        let leap_both = drop_empty(leap_both);
        let leap_quiet = drop_empty(leap_quiet);
        let leap_capture = drop_empty(leap_capture);
        let ray_both = Conditionals::build(&mut self.pool, &rays_both);
        let ray_quiet = Conditionals::build(&mut self.pool, &rays_quiet);
        let ray_capture = Conditionals::build(&mut self.pool, &rays_capture);
        let uneven = !leap_quiet.is_empty()
            || !leap_capture.is_empty()
            || ray_quiet.is_some()
            || ray_capture.is_some();
        let jumps = jumps::<L>(paths);
        let shape = if !jumps.is_empty() {
            Shape::Jumper
        } else if uneven || leap_both.is_empty() == ray_both.is_none() {
            Shape::General
        } else if ray_both.is_none() {
            Shape::Leaper
        } else {
            Shape::Rider
        };
        let exposing = special
            .iter()
            .zip(&exposes)
            .enumerate()
            .filter(|(_, (special, plain))| {
                !plain.is_empty() || special.iter().any(|path: &Special<L>| !path.exposed.is_empty())
            });
        let exposing = exposing.fold(L::B::EMPTY, |set, (square, _)| set | L::B::bit(square as Square));
        let has_special = special.iter().any(|s| !s.is_empty());
        let catches = en_passant.iter().any(|s| !s.is_empty());
        let in_place = promotions.iter().any(|p| !p.in_place().is_empty());
        let royal = piece.is_some_and(|p| p.royal[side]);
        Ok(Mover {
            exposing,
            calm: !royal && promotion_squares.is_empty() && matches!(shape, Shape::Leaper | Shape::Rider),
            has_rest: has_special || catches || in_place,
            in_place,
            kind,
            when: When::ALWAYS,
            still: false,
            prey: u64::MAX,
            hunts: true,
            hunter: false,
            reach: Vec::new(),
            counted: false,
            makes_counted: false,
            tag: NONE,
            far: Vec::new(),
            far_parts: Vec::new(),
            lent: Vec::new(),
            special_parts,
            royal: piece.is_some_and(|p| p.royal[side]),
            leap_both,
            leap_quiet,
            leap_capture,
            ray_both,
            ray_quiet,
            ray_capture,
            jumps,
            shape,
            special: if special.iter().all(Vec::is_empty) {
                Vec::new()
            } else {
                special
            },
            en_passant: drop_empty(en_passant),
            exposes: if exposes.iter().all(Vec::is_empty) {
                Vec::new()
            } else {
                exposes
            },
            promotions,
            promotion_squares,
            resets_clock: piece.is_some_and(|p| p.resets_clock),
            unlettered: piece.is_some_and(|p| p.unlettered),
            partners: 0,
        })
    }
}

impl<L: Layout> Builder<'_, L> {
    pub(super) fn special(&self, path: &Path, modes: Modes) -> Special<L> {
        Special {
            to: path.to,
            modes,
            empty: convert(path.empty),
            occupied: convert(path.occupied),
            friend: convert(path.friend),
            enemy: convert(path.enemy),
            captures: path.captures.clone(),
            kinds: self.asked(path),
            rifle: path.rifle,
            initial: path.initial,
            exposed: convert(path.exposed),
            alone: false,
        }
    }
}

/// Attack paths by start square, parted by the enemies that they need; nothing if there are none.
#[expect(clippy::type_complexity, reason = "a list and its parts")]
pub(super) fn by_start<L: Layout>(
    far: Vec<Far<L>>,
    size: usize,
) -> (Vec<Vec<(Square, Open<L>)>>, Vec<Parts<L>>) {
    if far.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut lists: Vec<Vec<(Square, Open<L>)>> = vec![Vec::new(); size];
    for path in far {
        lists[usize::from(path.from)].push((path.to, path.open));
    }
    let parts = lists
        .iter_mut()
        .map(|list| Parts::sort(list, |(_, o)| o.whose.enemy(), |(_, o)| o.empty))
        .collect();
    (lists, parts)
}

/// A mover's plain paths as jumps, if there are few enough to be worth it; otherwise nothing.
pub(super) fn jumps<L: Layout>(paths: &[Vec<Path>]) -> Vec<Jump<L>> {
    const MOST: usize = 5;
    // Besides, a few jumps from hardly any square, such as those to squares outside the grid.
    const FEW: u32 = 2;
    const MOST_OF_ALL: usize = 12;
    let mut out: Vec<Jump<L>> = Vec::new();
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
            let places =
                |from: Square| (usize::from(path.to) + L::B::WIDTH - usize::from(from)) % L::B::WIDTH;
            let by = places(square) as u8;
            let mut through: Vec<u8> = path.empty.squares().map(|s| places(s) as u8).collect();
            through.sort_unstable();
            let (quiet, capture) = (modes.has(Modes::QUIET), modes.has(Modes::CAPTURE));
            let same =
                |j: &Jump<L>| j.by == by && j.through == through && j.quiet == quiet && j.capture == capture;
            match out.iter().position(same) {
                Some(i) => out[i].from |= L::B::bit(square),
                None if out.len() == MOST_OF_ALL => return Vec::new(),
                None => out.push(Jump {
                    from: L::B::bit(square),
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
    let alike = |a: &Jump<L>, b: &Jump<L>| {
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
