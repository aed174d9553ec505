//! From a ruleset to its compiled form.

use super::core::{
    Attack, Blast, Castle, Core, Jump, Keys, Mover, NONE, Open, Parts, Promote, Shape, Special, Tagging,
};
use super::effects::{self, Effects};
use super::error::CompileError;
use super::goals::{self, GoalTest, Names, Test};
use super::influence::{self, Influence, MAX_INFLUENCES};
use super::layout::{Layout, MAX_TAGS, Whose};
use super::paths::{self, MAX_PATHS_IN_ALL, Path};
use super::tables::{Conditional, Conditionals, Pool};
use super::weapons::{Arsenal, Barrel, Weapon};
use crate::board::{Bits, Square, Topology, U256, convert};
use crate::rules::{
    Condition, Hurdle, Mandatory, Modes, Movement, Ruleset, Score, Side, Squares, Trigger, Via,
};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Plain capture paths of one alternative of one movement, by start square.
type Alternative<B> = Vec<(Square, Conditional<B>)>;

/// An attack path that depends on whose pieces stand where: from, target, conditions.
type Far<L> = (Square, Square, Open<L>);

/// Whether a variant needs a rich layout.
pub(crate) fn is_rich(rules: &Ruleset) -> Result<bool, CompileError> {
    for hook in &rules.hooks {
        if effects::of(hook)?.is_rich() {
            return Ok(true);
        }
    }
    let movements = rules
        .pieces
        .values()
        .flat_map(|p| [&p.movement.white, &p.movement.black]);
    Ok(movements.into_iter().any(looks_at_owners))
}

/// Whether some path of a movement is more than a plain one: depends on whose pieces stand where or on the piece's not
/// having moved, or captures from afar.
fn looks_at_owners(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(_) => false,
        Movement::Union(list) => list.iter().any(looks_at_owners),
        Movement::Then { first, via, next } => {
            !matches!(via, Via::Empty | Via::Pass | Via::Hurdle(Hurdle::Any))
                || looks_at_owners(first)
                || looks_at_owners(next)
        }
        Movement::Over { movement, hurdle, .. } => *hurdle != Hurdle::Any || looks_at_owners(movement),
        Movement::When { condition, movement } => {
            *condition == Condition::Initial || looks_at_owners(movement)
        }
        Movement::Rifle(_) => true,
        Movement::Only { movement, .. } | Movement::As { movement, .. } | Movement::Exposed(movement) => {
            looks_at_owners(movement)
        }
    }
}

pub(crate) fn build<L: Layout>(rules: &Ruleset, topology: Topology) -> Result<Core<L>, CompileError> {
    Builder {
        rules,
        topology,
        pool: Pool::new(),
        found: Cell::new(0),
    }
    .build()
}

struct Builder<'a, L: Layout> {
    rules: &'a Ruleset,
    topology: Topology,
    pool: Pool<L>,
    /// How many paths there are so far.
    found: Cell<usize>,
}

impl<L: Layout> Builder<'_, L> {
    fn build(mut self) -> Result<Core<L>, CompileError> {
        let rules = self.rules;
        let size = self.topology.size();
        let kinds = rules.pieces.len();
        if rules.castling.len() > 16 {
            return Err(CompileError::TooManyCastlings(rules.castling.len()));
        }
        let mut movers: [Vec<Mover<L>>; 2] = [Vec::new(), Vec::new()];
        let mut mover_of = [vec![None; kinds], vec![None; kinds]];
        let mut attacks: [Vec<Attack<L>>; 2] = [Vec::new(), Vec::new()];
        let mut uses_initial = false;
        let effects = rules
            .hooks
            .iter()
            .map(effects::of)
            .collect::<Result<Vec<Effects>, _>>()?;
        let influences = self.influences(&effects)?;
        let tagging = self.tagging(&effects)?;
        for side in Side::ALL {
            let mut known: FxHashMap<(u8, Alternative<L::B>), usize> = FxHashMap::default();
            for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
                if piece.letter[side].is_none() {
                    continue;
                }
                let kind = kind as u8;
                mover_of[side.index()][usize::from(kind)] = Some(movers[side.index()].len());
                let tag = tagging.as_ref().map_or(0, |t| t.leaves[usize::from(kind)]);
                let tag = if tag == 0 {
                    NONE
                } else {
                    tag.trailing_zeros() as u8
                };
                // What others have taken over is the kind's own movement, which comes first.
                let mut tag = tag;
                for (power, movement) in powers_of(&influences, &effects, name, kind, &piece.movement[side]) {
                    let paths = self.paths(side, name, movement)?;
                    uses_initial |= paths.iter().flatten().any(|p| p.initial);
                    for alternative in capture_alternatives::<L>(&paths) {
                        let key = (power, alternative);
                        let index = match known.get(&key) {
                            Some(&index) => index,
                            None => {
                                let index = attacks[side.index()].len();
                                let mut attack = self.attack(&key.1, Vec::new(), true);
                                attack.power = power;
                                attacks[side.index()].push(attack);
                                known.insert(key, index);
                                index
                            }
                        };
                        attacks[side.index()][index].add(kind, tag);
                    }
                    let far = self.far(&paths);
                    if !far.is_empty() {
                        let mut attack = self.exotic(&far);
                        attack.power = power;
                        attack.add(kind, tag);
                        attacks[side.index()].push(attack);
                    }
                    let mut mover = self.mover(kind, side, name, &paths)?;
                    mover.power = power;
                    mover.source = influences.iter().any(|i| i.by.contains(&kind));
                    let becomes = mover.promotions.iter().flat_map(|p| &p.to);
                    mover.makes_sources = becomes
                        .into_iter()
                        .any(|k| influences.iter().any(|i| i.by.contains(k)));
                    mover.tag = std::mem::replace(&mut tag, NONE);
                    (mover.far, mover.far_parts) = by_start(far, size);
                    movers[side.index()].push(mover);
                }
            }
        }
        let arsenal = self.arsenal(&effects, &mut attacks)?;
        let royals = Side::ALL.map(|side| {
            let mut list = Vec::new();
            for (kind, piece) in rules.pieces.values().enumerate() {
                if piece.royal[side] && piece.letter[side].is_some() {
                    list.push(kind as u8);
                }
            }
            list
        });
        let tests = rules.end.goals.iter().map(|goal| goals::compile(goal, &self));
        let mut goals = tests.collect::<Result<Vec<GoalTest<L>>, _>>()?;
        for (hook, effect) in rules.hooks.iter().zip(&effects) {
            for (side, movement) in &effect.threats {
                let side = *side;
                // The royals of `side` threaten the other side's royals along the movement, without giving check.
                let mut list: Alternative<L::B> = Vec::new();
                for square in self.topology.squares().squares() {
                    let found = paths::paths(&self.topology, side, movement, square)
                        .map_err(|_| self.too_many(&hook.name, square))?;
                    list.extend(found.iter().map(|p| (square, conditional(p))));
                }
                if !royals[side.index()].is_empty() && !list.is_empty() {
                    let attack = self.attack(&list, royals[side.index()].clone(), false);
                    attacks[side.index()].push(attack);
                }
            }
            for (position, goal) in effect.adjacency.iter().enumerate() {
                let neighbours = (0..size)
                    .map(|s| convert(self.topology.neighbours(s as Square)))
                    .collect();
                goals.insert(
                    position,
                    GoalTest {
                        reason: goal.reason.clone(),
                        side: goal.side,
                        score: Score::Loss,
                        test: Test::Adjacent {
                            first: self.set(&goal.first),
                            second: self.set(&goal.second),
                            neighbours,
                        },
                    },
                );
            }
        }
        for attack in attacks.iter_mut().flatten() {
            if let [first, rest @ ..] = &attack.kinds[..] {
                attack.first = [*first, *rest.first().unwrap_or(first)];
            }
        }
        let mut castlings = rules
            .castling
            .iter()
            .map(|c| {
                Ok(Castle {
                    side: c.side,
                    letter: c.letter,
                    king: self.kind(&c.king)?,
                    king_from: self.square(&c.king_from)?,
                    king_to: self.square(&c.king_to)?,
                    rook: self.kind(&c.rook)?,
                    rook_from: self.square(&c.rook_from)?,
                    rook_to: self.square(&c.rook_to)?,
                    empty: self.set(&c.empty),
                    safe: self.set(&c.safe),
                    end_is_judged: false,
                })
            })
            .collect::<Result<Vec<Castle<L>>, CompileError>>()?;
        for castle in &mut castlings {
            let (left, entered) = (L::B::bit(castle.rook_from), L::B::bit(castle.rook_to));
            let changed = attacks[castle.side.other().index()].iter().any(|attack| {
                attack.paths_to(castle.king_to).iter().any(|p| {
                    let asked = p.occupied | p.whose.friend() | p.whose.enemy();
                    p.empty.meets(left) || asked.meets(entered | left)
                })
            });
            castle.end_is_judged = castle.safe.has(castle.king_to) && !changed;
        }
        let mut castling_loss = vec![0u16; size];
        for (i, castle) in castlings.iter().enumerate() {
            castling_loss[usize::from(castle.king_from)] |= 1 << i;
            castling_loss[usize::from(castle.rook_from)] |= 1 << i;
        }
        let all: L::B = convert(self.topology.squares());
        let blast = self.blast(&effects)?;
        let exchanges = self.exchanges(&effects)?;
        let near = self.near();
        let sources = influences
            .iter()
            .flat_map(|i| &i.by)
            .fold(0u64, |set, &kind| set | 1 << kind);
        let en_passant = match &rules.en_passant {
            Some(zones) => Side::ALL.map(|side| self.set(&zones[side])),
            None => [all; 2],
        };
        let check_goal = goals::checks(&rules.end.goals);
        let restrictions = &rules.restrictions;
        let per_side = |f: &dyn Fn(Side) -> bool| Side::ALL.map(f);
        let letters: [Vec<char>; 2] = Side::ALL.map(|side| {
            rules
                .pieces
                .values()
                .map(|p| p.letter[side].unwrap_or('\0'))
                .collect()
        });
        let codes = codes(&letters);
        let keys = Keys::new(kinds, size);
        self.pool.seal();
        let kinds_that = |f: &dyn Fn(&Mover<L>) -> bool| {
            [0, 1].map(|side: usize| {
                mover_of[side]
                    .iter()
                    .enumerate()
                    .fold(0u64, |set, (kind, index): (usize, &Option<usize>)| {
                        set | u64::from(index.is_some_and(|i| f(&movers[side][i]))) << kind
                    })
            })
        };
        let (resets, exposers) = (
            kinds_that(&|m| m.resets_clock),
            kinds_that(&|m| !m.exposes.is_empty()),
        );
        let castling_of = [0, 1].map(|side: usize| {
            castlings
                .iter()
                .enumerate()
                .fold(0u16, |set, (i, c)| set | u16::from(c.side.index() == side) << i)
        });
        Ok(Core {
            rich: is_rich(rules)?,
            resets,
            exposers,
            castling_of,
            board: all,
            pool: self.pool,
            makes_royals: [0, 1].map(|side: usize| {
                let made = |m: &Mover<L>| {
                    m.promotions
                        .iter()
                        .any(|p| p.to.iter().any(|k| royals[side].contains(k)))
                };
                movers[side].iter().any(made)
            }),
            movers,
            mover_of,
            on_lines: Side::ALL.map(|side| on_lines(&attacks[side.other().index()], size)),
            has_threats: [0, 1].map(|side: usize| attacks[side].iter().any(|a| !a.check)),
            attacks,
            letters,
            codes,
            royals,
            royal_rule: Side::ALL.map(|side| rules.royalty.rule[side]),
            castlings,
            castling_loss,
            en_passant,
            goals,
            checkmate: rules.end.checkmate,
            stalemate: Side::ALL.map(|side| rules.end.stalemate[side]),
            must_capture: per_side(&|side| restrictions.must_capture[side]),
            no_check: per_side(&|side| restrictions.no_check[side]),
            pass: Side::ALL.map(|side| restrictions.pass[side]),
            check_goal,
            uses_initial,
            never: [vec![L::B::EMPTY; kinds], vec![L::B::EMPTY; kinds]],
            stuck: [vec![L::B::EMPTY; kinds], vec![L::B::EMPTY; kinds]],
            near,
            influences,
            sources,
            exchanges,
            arsenal,
            tagging,
            blast,
            converts: effects.iter().any(|e| e.converts),
            refills: false,
            home: [vec![L::B::EMPTY; kinds], vec![L::B::EMPTY; kinds]],
            topology: self.topology,
            keys,
        })
    }

    fn paths(&self, side: Side, name: &str, movement: &Movement) -> Result<Vec<Vec<Path>>, CompileError> {
        (0..self.topology.size())
            .map(|square| {
                let square = square as Square;
                if !self.topology.squares().has(square) {
                    return Ok(Vec::new());
                }
                let found = paths::paths(&self.topology, side, movement, square)
                    .map_err(|_| self.too_many(name, square))?;
                self.found.set(self.found.get() + found.len());
                if self.found.get() > MAX_PATHS_IN_ALL {
                    let piece = name.to_owned();
                    return Err(CompileError::TooManyPathsInAll { piece });
                }
                Ok(found)
            })
            .collect()
    }

    fn too_many(&self, piece: &str, square: Square) -> CompileError {
        CompileError::TooManyPaths {
            piece: piece.to_owned(),
            square: self.topology.name(square).to_owned(),
        }
    }

    fn mover(
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
                    specials.push(self::special::<L>(path, modes));
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
            let plainly = plain.iter().fold(U256::EMPTY, |set, p| set | U256::bit(p.to));
            for path in &specials {
                *alike.entry(path.does()).or_default() += 1;
            }
            for path in &mut specials {
                let as_plain = path.captures.is_empty() && plainly.has(path.to);
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
        let promotions = self.promotions(name, side)?;
        let promotion_squares = promotions.iter().fold(L::B::EMPTY, |all, p| match p.trigger {
            Trigger::Enter => all | p.zone,
            Trigger::Touch | Trigger::Leave => !L::B::EMPTY,
            Trigger::InPlace => all,
        });
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
        let in_place = promotions.iter().any(|p| p.trigger == Trigger::InPlace);
        let royal = piece.is_some_and(|p| p.royal[side]);
        Ok(Mover {
            exposing,
            calm: !royal && promotion_squares.is_empty() && matches!(shape, Shape::Leaper | Shape::Rider),
            has_rest: has_special || catches || in_place,
            in_place,
            kind,
            power: 0,
            source: false,
            makes_sources: false,
            tag: NONE,
            far: Vec::new(),
            far_parts: Vec::new(),
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
        })
    }

    fn attack(&mut self, alternative: &Alternative<L::B>, kinds: Vec<u8>, check: bool) -> Attack<L> {
        let size = self.topology.size();
        // Turned round: by target, the squares from which it is attacked.
        let mut by_target: Vec<Vec<Conditional<L::B>>> = vec![Vec::new(); size];
        for &(from, path) in alternative {
            by_target[usize::from(path.square)].push(Conditional { square: from, ..path });
        }
        let mut leaps = Vec::with_capacity(size);
        let mut groups = Vec::with_capacity(size);
        let mut potential = Vec::with_capacity(size);
        let (mut base, mut starts, mut paths) = (Vec::with_capacity(size), Vec::new(), Vec::new());
        for list in &mut by_target {
            list.sort_by_cached_key(|c| c.square);
            let tagged: Vec<(u16, Conditional<L::B>)> = list.iter().map(|&c| (0, c)).collect();
            let (leap, rays) = split(&tagged);
            leaps.push(leap);
            let rayed: Vec<&Conditional<L::B>> = list.iter().filter(|_| !rays.is_empty()).collect();
            groups.push(rays);
            potential.push(rayed.iter().fold(L::B::EMPTY, |all, c| all | L::B::bit(c.square)));
            base.push(starts.len() as u32);
            for (i, c) in rayed.iter().enumerate() {
                if i == 0 || rayed[i - 1].square != c.square {
                    starts.push(paths.len() as u32);
                }
                paths.push(Open {
                    empty: c.empty,
                    occupied: c.occupied,
                    whose: L::Whose::default(),
                });
            }
            starts.push(paths.len() as u32);
        }
        let rays = Conditionals::build(&mut self.pool, &groups);
        if rays.is_none() {
            potential.clear();
        }
        if leaps.iter().all(|s| s.is_empty()) {
            leaps.clear();
        }
        Attack {
            leaps,
            rays,
            potential,
            base,
            starts,
            paths,
            ..Attack::new(kinds, check)
        }
    }

    /// Attacks along paths that depend on whose pieces stand where, without those that are never needed because
    /// another path asks less.
    fn far(&self, paths: &[Vec<Path>]) -> Vec<Far<L>> {
        let mut out: Vec<Far<L>> = Vec::new();
        for (from, list) in paths.iter().enumerate() {
            let from = from as Square;
            if list.iter().all(Path::is_plain) {
                continue;
            }
            let mut found: Vec<(bool, Square, Open<L>)> = Vec::new();
            for path in list {
                let plain = path.is_plain() && path.modes.has(Modes::CAPTURE);
                let owned = attacks_of::<L>(path, from);
                found.extend(owned.into_iter().map(|(to, open)| (plain, to, open)));
            }
            found.sort_by_cached_key(|(_, to, _)| *to);
            for group in found.chunk_by(|a, b| a.1 == b.1) {
                for (i, (plain, to, open)) in group.iter().enumerate() {
                    let implied = |(j, (_, _, o)): (usize, &(bool, Square, Open<L>))| {
                        j != i && asks_less(o, open) && (j < i || !asks_less(open, o))
                    };
                    // Long lists are not worth the time: what is left in only costs some.
                    let looked_at = group.iter().enumerate().take(200);
                    if !plain && !looked_at.into_iter().any(implied) {
                        out.push((from, *to, *open));
                    }
                }
            }
        }
        out
    }

    fn exotic(&self, far: &[Far<L>]) -> Attack<L> {
        let size = self.topology.size();
        let mut by_target: Vec<Vec<(Square, Open<L>)>> = vec![Vec::new(); size];
        for &(from, to, open) in far {
            by_target[usize::from(to)].push((from, open));
        }
        let mut attack = Attack {
            exotic: true,
            ..Attack::new(Vec::new(), true)
        };
        for list in &mut by_target {
            list.sort_by_cached_key(|(from, _)| *from);
            attack.potential.push(
                list.iter()
                    .fold(L::B::EMPTY, |all, (from, _)| all | L::B::bit(*from)),
            );
            attack.base.push(attack.starts.len() as u32);
            for (i, &(from, open)) in list.iter().enumerate() {
                if i == 0 || list[i - 1].0 != from {
                    attack.starts.push(attack.paths.len() as u32);
                }
                attack.paths.push(open);
            }
            attack.starts.push(attack.paths.len() as u32);
        }
        attack
    }

    fn influences(&self, effects: &[Effects]) -> Result<Vec<Influence>, CompileError> {
        let mut list: Vec<Influence> = Vec::new();
        for effect in effects.iter().flat_map(|e| &e.influences) {
            let by = effect
                .by
                .iter()
                .map(|n| self.kind(n))
                .collect::<Result<Vec<u8>, _>>()?;
            let on = self.kind(&effect.on)?;
            if list.iter().any(|i| i.on.contains(&on)) {
                let message = format!("the movements of `{}` depend on two influences", effect.on);
                return Err(CompileError::Hook {
                    name: "influence".to_owned(),
                    message,
                });
            }
            match list.iter_mut().find(|i| i.by == by) {
                Some(influence) => influence.on.push(on),
                None => list.push(Influence { by, on: vec![on] }),
            }
        }
        if list.len() > MAX_INFLUENCES {
            let message = format!(
                "there are {} sets of influencing pieces; at most {MAX_INFLUENCES} are possible",
                list.len()
            );
            return Err(CompileError::Hook {
                name: "influence".to_owned(),
                message,
            });
        }
        Ok(list)
    }

    fn exchanges(&self, effects: &[Effects]) -> Result<[Vec<(u8, u8)>; 2], CompileError> {
        let mut lists = [Vec::new(), Vec::new()];
        for exchange in effects.iter().flat_map(|e| &e.exchanges) {
            let pair = (self.kind(&exchange.of)?, self.kind(&exchange.with)?);
            for side in Side::ALL {
                let has = |kind: u8| {
                    self.rules
                        .pieces
                        .get_index(usize::from(kind))
                        .is_some_and(|(_, p)| p.letter[side].is_some())
                };
                let list = &lists[side.index()];
                let known = list.contains(&pair) || list.contains(&(pair.1, pair.0));
                if has(pair.0) && has(pair.1) && !known {
                    lists[side.index()].push(pair);
                }
            }
        }
        Ok(lists)
    }

    /// Neighbours by square, in both directions of one-way edges.
    fn near(&self) -> Vec<L::B> {
        let size = self.topology.size();
        let mut near: Vec<L::B> = vec![L::B::EMPTY; size];
        for square in self.topology.squares().squares() {
            for other in self.topology.neighbours(square).squares() {
                near[usize::from(square)] |= L::B::bit(other);
                near[usize::from(other)] |= L::B::bit(square);
            }
        }
        near
    }

    fn blast(&self, effects: &[Effects]) -> Result<Option<Blast<L>>, CompileError> {
        let Some(effect) = effects.iter().find_map(|e| e.blast.as_ref()) else {
            return Ok(None);
        };
        let mut area = [Vec::new(), Vec::new()];
        for side in Side::ALL {
            for list in self.paths(side, "explosion", &effect.area)? {
                area[side.index()].push(
                    list.iter()
                        .fold(L::B::EMPTY, |set, path| set | L::B::bit(path.to)),
                );
            }
        }
        Ok(Some(Blast {
            area,
            spared: self.mask(&effect.spared)?,
        }))
    }

    /// Kinds as bits.
    fn mask(&self, names: &[String]) -> Result<u64, CompileError> {
        names
            .iter()
            .try_fold(0, |mask, name| Ok(mask | 1u64 << self.kind(name)?))
    }

    /// What pieces carry: weapons, or movements taken over.
    fn tagging(&self, effects: &[Effects]) -> Result<Option<Tagging>, CompileError> {
        let kinds = self.rules.pieces.len();
        let weapons: Vec<&effects::Weapon> = effects.iter().flat_map(|e| &e.weapons).collect();
        let absorption = effects.iter().find_map(|e| e.absorption.as_ref());
        let wrong = |name: &str, message: String| {
            Err(CompileError::Hook {
                name: name.to_owned(),
                message,
            })
        };
        match (weapons.is_empty(), absorption) {
            (true, None) => Ok(None),
            (false, Some(_)) => wrong("absorption", "it cannot be used together with weapons".to_owned()),
            (false, None) => {
                if weapons.len() > MAX_TAGS {
                    return wrong(
                        "weapon",
                        format!(
                            "there are {} weapons; at most {MAX_TAGS} are possible",
                            weapons.len()
                        ),
                    );
                }
                let mut natural = vec![0u8; kinds];
                for (i, weapon) in weapons.iter().enumerate() {
                    for name in &weapon.of {
                        natural[usize::from(self.kind(name)?)] |= 1 << i;
                    }
                    if weapons[..i].iter().any(|w| w.letter == weapon.letter) {
                        return wrong(
                            "weapon",
                            format!("two weapons have the letter `{}`", weapon.letter),
                        );
                    }
                    if let Some(letter) = weapon
                        .beats
                        .iter()
                        .find(|l| weapons.iter().all(|w| w.letter != **l))
                    {
                        return wrong(
                            "weapon",
                            format!("there is no weapon `{letter}` for `{}` to beat", weapon.letter),
                        );
                    }
                }
                Ok(Some(Tagging {
                    key: "weapons",
                    letters: weapons.iter().map(|w| w.letter).collect(),
                    natural,
                    leaves: vec![0; kinds],
                    takers: 0,
                }))
            }
            (true, Some(absorption)) => {
                if absorption.movements.len() > MAX_TAGS {
                    let count = absorption.movements.len();
                    return wrong(
                        "absorption",
                        format!("there are {count} movements; at most {MAX_TAGS} are possible"),
                    );
                }
                let mut leaves = vec![0u8; kinds];
                let mut letters = Vec::new();
                for (i, name) in absorption.movements.iter().enumerate() {
                    leaves[usize::from(self.kind(name)?)] |= 1 << i;
                    let letter = self
                        .rules
                        .pieces
                        .get(name)
                        .and_then(|p| p.letter.white.or(p.letter.black));
                    letters.push(letter.map_or('?', |l| l.to_ascii_uppercase()));
                }
                let takers = self.mask(&absorption.by)?;
                Ok(Some(Tagging {
                    key: "absorbed",
                    letters,
                    natural: vec![0; kinds],
                    leaves,
                    takers,
                }))
            }
        }
    }

    /// The weapons, and the attacks that are made with them.
    fn arsenal(
        &mut self,
        effects: &[Effects],
        attacks: &mut [Vec<Attack<L>>; 2],
    ) -> Result<Option<Arsenal<L>>, CompileError> {
        let weapons: Vec<&effects::Weapon> = effects.iter().flat_map(|e| &e.weapons).collect();
        if weapons.is_empty() {
            return Ok(None);
        }
        let all: u64 = u64::MAX >> (64 - self.rules.pieces.len().clamp(1, 64));
        let mut list = Vec::new();
        for (i, weapon) in weapons.iter().enumerate() {
            let resisted = self.mask(&weapon.of)?;
            let mut beaten = 0;
            for other in weapons.iter().filter(|w| weapon.beats.contains(&w.letter)) {
                beaten |= self.mask(&other.of)?;
            }
            let masters = self.mask(&weapon.masters)?;
            let mut barrels = [Vec::new(), Vec::new()];
            for side in Side::ALL {
                for (kinds, movement) in [(all & !masters, &weapon.fires), (masters, &weapon.masters_fire)] {
                    if kinds == 0 {
                        continue;
                    }
                    let (barrel, mut attack) = self.barrel(side, weapon.letter, kinds, movement)?;
                    attack.weapon = i as u8;
                    attack.resisted = resisted;
                    attacks[side.index()].push(attack);
                    barrels[side.index()].push(barrel);
                }
            }
            list.push(Weapon {
                resisted,
                beaten: beaten & !resisted,
                barrels,
            });
        }
        Ok(Some(Arsenal { weapons: list }))
    }

    fn barrel(
        &mut self,
        side: Side,
        letter: char,
        kinds: u64,
        movement: &Movement,
    ) -> Result<(Barrel<L>, Attack<L>), CompileError> {
        let paths = self.paths(side, &letter.to_string(), movement)?;
        if !paths.iter().flatten().all(Path::is_plain) {
            let message =
                format!("whether `{letter}` reaches a square may only depend on which squares are occupied");
            return Err(CompileError::Hook {
                name: "weapon".to_owned(),
                message,
            });
        }
        let mut alternative: Alternative<L::B> = Vec::new();
        let (mut leap, mut rays) = (Vec::new(), Vec::new());
        for (from, list) in paths.iter().enumerate() {
            let from = from as Square;
            let captures = |p: &&Path| p.modes.has(Modes::CAPTURE) && p.to != from;
            let chosen: Vec<(u16, Conditional<L::B>)> = list
                .iter()
                .filter(captures)
                .map(|p| (p.alternative, conditional(p)))
                .collect();
            alternative.extend(chosen.iter().map(|&(_, c)| (from, c)));
            let (set, groups) = split(&chosen);
            leap.push(set);
            rays.push(groups);
        }
        if leap.iter().all(|s| s.is_empty()) {
            leap.clear();
        }
        let rays = Conditionals::build(&mut self.pool, &rays);
        let list = (0..self.rules.pieces.len() as u8)
            .filter(|&kind| kinds >> kind & 1 == 1)
            .collect();
        let attack = self.attack(&alternative, list, true);
        Ok((Barrel { kinds, leap, rays }, attack))
    }

    fn promotions(&self, name: &str, side: Side) -> Result<Vec<Promote<L>>, CompileError> {
        let mut out = Vec::new();
        for promotion in self
            .rules
            .promotions
            .iter()
            .filter(|p| p.piece == name && p.side == side)
        {
            let to = promotion
                .to
                .iter()
                .map(|n| self.kind(n))
                .collect::<Result<Vec<u8>, _>>()?;
            let limits = promotion
                .to
                .iter()
                .map(|n| promotion.limits.get(n).copied().unwrap_or(u32::MAX))
                .collect();
            out.push(Promote {
                zone: self.set(&promotion.zone),
                trigger: promotion.trigger,
                on_capture: promotion.on_capture,
                to,
                mandatory: match &promotion.mandatory {
                    Mandatory::Always => !L::B::EMPTY,
                    Mandatory::Never => L::B::EMPTY,
                    Mandatory::On(squares) => self.set(squares),
                },
                limits,
            });
        }
        Ok(out)
    }

    fn square(&self, name: &str) -> Result<Square, CompileError> {
        self.topology.square(name).ok_or_else(|| CompileError::Unknown {
            what: "square",
            name: name.to_owned(),
        })
    }
}

/// The conditions of a plain path. That something stands at its end is no condition: whoever comes to stand there
/// can be captured.
fn conditional<B: Bits>(path: &Path) -> Conditional<B> {
    Conditional {
        square: path.to,
        empty: convert(path.empty),
        occupied: convert(path.occupied & !U256::bit(path.to)),
    }
}

/// The movements of a kind with the powers on which they depend.
fn powers_of<'m>(
    influences: &[Influence],
    effects: &'m [Effects],
    name: &str,
    kind: u8,
    own: &'m Movement,
) -> Vec<(u8, &'m Movement)> {
    let Some(index) = influences.iter().position(|i| i.on.contains(&kind)) else {
        return vec![(0, own)];
    };
    let Some(effect) = effects.iter().flat_map(|e| &e.influences).find(|i| i.on == name) else {
        return vec![(0, own)];
    };
    let [none, friends, enemies] = influence::codes(index);
    vec![
        (none, own),
        (friends, &effect.friends),
        (enemies, &effect.enemies),
    ]
}

/// The squares that a path attacks and what it asks for that: its end, and what it captures on the way.
fn attacks_of<L: Layout>(path: &Path, from: Square) -> Vec<(Square, Open<L>)> {
    let open = |target: Square, empty: U256, friend: U256, enemy: U256| {
        let here = U256::bit(target);
        let (empty, friend) = (path.empty | empty, path.friend | friend);
        let (occupied, enemy) = (path.occupied & !here, (path.enemy | enemy) & !here);
        let possible =
            !(empty | friend).meets(here) && !empty.meets(occupied | friend | enemy) && !friend.meets(enemy);
        possible.then(|| {
            let whose = L::Whose::new(convert(friend), convert(enemy), path.initial);
            (
                target,
                Open {
                    empty: convert(empty),
                    occupied: convert(occupied),
                    whose,
                },
            )
        })
    };
    let none = U256::EMPTY;
    let end = U256::bit(path.to);
    let free = path.to == from || path.captures.contains(&path.to);
    let mut out = Vec::new();
    if !free && path.modes.has(Modes::CAPTURE) {
        out.extend(open(path.to, none, none, none));
    }
    for &victim in path.captures.iter().filter(|&&s| path.enemy.has(s)) {
        if free {
            out.extend(open(victim, none, none, none));
            continue;
        }
        if path.modes.has(Modes::QUIET) {
            out.extend(open(victim, end, none, none));
        }
        if path.modes.has(Modes::CAPTURE) {
            out.extend(open(victim, none, none, end));
        }
        if path.modes.has(Modes::CAPTURE_OWN) {
            out.extend(open(victim, none, end, none));
        }
    }
    out
}

/// Whether one path is open wherever the other is.
fn asks_less<L: Layout>(less: &Open<L>, more: &Open<L>) -> bool {
    let within = |a: L::B, b: L::B| (a & !b).is_empty();
    let owners = more.whose.friend() | more.whose.enemy();
    within(less.empty, more.empty)
        && within(less.occupied, more.occupied | owners)
        && within(less.whose.friend(), more.whose.friend())
        && within(less.whose.enemy(), more.whose.enemy())
        && (!less.whose.initial() || more.whose.initial())
}

/// Attack paths by start square, parted by the enemies that they need; nothing if there are none.
#[expect(clippy::type_complexity, reason = "a list and its parts")]
fn by_start<L: Layout>(far: Vec<Far<L>>, size: usize) -> (Vec<Vec<(Square, Open<L>)>>, Vec<Parts<L>>) {
    if far.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut lists: Vec<Vec<(Square, Open<L>)>> = vec![Vec::new(); size];
    for (from, to, open) in far {
        lists[usize::from(from)].push((to, open));
    }
    let parts = lists
        .iter_mut()
        .map(|list| Parts::sort(list, |(_, o)| o.whose.enemy(), |(_, o)| o.empty))
        .collect();
    (lists, parts)
}

impl<L: Layout> Attack<L> {
    fn new(kinds: Vec<u8>, check: bool) -> Self {
        Self {
            kinds,
            first: [0; 2],
            check,
            power: 0,
            weapon: NONE,
            resisted: 0,
            tags: Vec::new(),
            exotic: false,
            leaps: Vec::new(),
            rays: None,
            potential: Vec::new(),
            base: Vec::new(),
            starts: Vec::new(),
            paths: Vec::new(),
        }
    }

    /// Another kind has the attack, and whoever has taken over its movement.
    fn add(&mut self, kind: u8, tag: u8) {
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        if tag != NONE && !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }
}

fn special<L: Layout>(path: &Path, modes: Modes) -> Special<L> {
    Special {
        to: path.to,
        modes,
        empty: convert(path.empty),
        occupied: convert(path.occupied),
        friend: convert(path.friend),
        enemy: convert(path.enemy),
        captures: path.captures.clone(),
        rifle: path.rifle,
        initial: path.initial,
        exposed: convert(path.exposed),
        alone: false,
    }
}

/// A mover's plain paths as jumps, if there are few enough to be worth it; otherwise nothing.
fn jumps<L: Layout>(paths: &[Vec<Path>]) -> Vec<Jump<L>> {
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

/// Parts the paths of one square into unconditional targets and, alternative by alternative, those with
/// conditions. An alternative with conditions keeps its unconditional targets, so that its table is all of it.
fn split<B: Bits>(list: &[(u16, Conditional<B>)]) -> (B, Vec<Vec<Conditional<B>>>) {
    let free = |c: &Conditional<B>| c.empty.is_empty() && c.occupied.is_empty();
    let mut leap = B::EMPTY;
    let mut groups: Vec<(u16, Vec<Conditional<B>>)> = Vec::new();
    for &(tag, c) in list {
        match groups.iter_mut().find(|(t, _)| *t == tag) {
            Some((_, group)) => group.push(c),
            None => groups.push((tag, vec![c])),
        }
    }
    let mut out = Vec::new();
    for (_, mut group) in groups {
        if group.iter().all(free) {
            leap = group.iter().fold(leap, |all, c| all | B::bit(c.square));
        } else {
            // Members without conditions are independent of everything: they join any component.
            group.sort_by_cached_key(|c| !free(c));
            out.push(group);
        }
    }
    (leap, out)
}

/// Plain captures, parted by alternative.
fn capture_alternatives<L: Layout>(paths: &[Vec<Path>]) -> Vec<Alternative<L::B>> {
    let mut out: Vec<(u16, Alternative<L::B>)> = Vec::new();
    for (square, list) in paths.iter().enumerate() {
        for path in list {
            if !path.is_plain() || !path.modes.has(Modes::CAPTURE) || path.to == square as Square {
                continue;
            }
            let entry = (square as Square, conditional(path));
            match out.iter_mut().find(|(tag, _)| *tag == path.alternative) {
                Some((_, alternative)) => alternative.push(entry),
                None => out.push((path.alternative, vec![entry])),
            }
        }
    }
    out.into_iter().map(|(_, alternative)| alternative).collect()
}

/// The piece, `kind * 2 + side`, that each ASCII letter stands for: capital letters are White's.
fn codes(letters: &[Vec<char>; 2]) -> Vec<u8> {
    let mut codes = vec![NONE; 128];
    for side in Side::ALL {
        for (kind, &letter) in letters[side.index()].iter().enumerate().rev() {
            let fits = match side {
                Side::White => letter.is_ascii_uppercase(),
                Side::Black => letter.is_ascii_lowercase(),
            };
            if fits {
                codes[letter as usize] = (kind as u8) << 1 | side as u8;
            }
        }
    }
    codes
}

/// By square: where what stands there, or does not, decides whether the square is attacked.
fn on_lines<L: Layout>(attacks: &[Attack<L>], size: usize) -> Vec<L::B> {
    let mut lines = vec![L::B::EMPTY; size];
    for attack in attacks.iter().filter(|a| !a.potential.is_empty()) {
        for (square, line) in lines.iter_mut().enumerate() {
            *line = attack.paths_to(square as Square).iter().fold(*line, |set, open| {
                set | open.empty | open.occupied | open.whose.friend() | open.whose.enemy()
            });
        }
    }
    lines
}

impl<L: Layout> Names<L> for Builder<'_, L> {
    type Error = CompileError;

    fn set(&self, squares: &Squares) -> L::B {
        convert::<U256, L::B>(paths::squares(&self.topology, squares))
    }

    fn kind(&self, name: &str) -> Result<u8, CompileError> {
        let index = self.rules.pieces.get_index_of(name);
        index.map(|i| i as u8).ok_or_else(|| CompileError::Unknown {
            what: "piece",
            name: name.to_owned(),
        })
    }
}
