//! From a ruleset to its compiled form.

use super::core::{Attack, Castle, Core, GoalTest, Jump, Keys, Mover, Promote, Shape, Special, Test};
use super::effects;
use super::layout::Layout;
use super::paths::{self, Path};
use super::tables::{Conditional, Conditionals, Pool};
use crate::board::{Bits, Square, Topology, U256, convert};
use crate::rules::{GoalCondition, Mandatory, Modes, Movement, Ruleset, Score, Side, Squares, Trigger};
use std::collections::HashMap;

/// Tables larger than this are refused.
const MAX_TABLE_BYTES: usize = 48 << 20;

/// A ruleset that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The board cannot be built.
    #[error(transparent)]
    Topology(#[from] crate::board::TopologyError),
    /// A movement with too many paths.
    #[error(
        "the movement of `{piece}` has more than {} paths from {square}",
        paths::MAX_PATHS
    )]
    TooManyPaths {
        /// The piece.
        piece: String,
        /// From where.
        square: String,
    },
    /// More kinds of pieces than the largest layout holds.
    #[error("there are {0} kinds of pieces; at most 64 are possible")]
    TooManyKinds(usize),
    /// Something names what is not there. Rulesets that were lowered from text never do.
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// More than sixteen castlings.
    #[error("there are {0} castling moves; at most 16 are possible")]
    TooManyCastlings(usize),
    /// The lookup tables would be too large.
    #[error("the lookup tables of these movements need more than {} MB", MAX_TABLE_BYTES >> 20)]
    TooLarge,
    /// A use of a hook that does not exist or has other parameters.
    #[error("hook `{name}`: {message}")]
    Hook {
        /// The hook.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// Rules that cannot be combined with hooks that take part in the game.
    #[error("the hooks of this variant cannot be combined with {0}")]
    Unsupported(String),
    /// The start position cannot be read.
    #[error("the start position is wrong: {0}")]
    Start(String),
}

/// Plain capture paths of one alternative of one movement, by start square.
type Alternative<B> = Vec<(Square, Conditional<B>)>;

pub(crate) fn build<L: Layout>(rules: &Ruleset, topology: Topology) -> Result<Core<L>, CompileError> {
    Builder {
        rules,
        topology,
        pool: Pool::new(),
    }
    .build()
}

struct Builder<'a, L: Layout> {
    rules: &'a Ruleset,
    topology: Topology,
    pool: Pool<L>,
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
        let mut exotic_attacks = [false; 2];
        let mut uses_initial = false;
        for side in Side::ALL {
            let mut known: HashMap<Alternative<L::B>, usize> = HashMap::new();
            for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
                if piece.letter[side].is_none() {
                    continue;
                }
                let paths = self.paths(side, name, &piece.movement[side])?;
                uses_initial |= paths.iter().flatten().any(|p| p.initial);
                exotic_attacks[side.index()] |= paths.iter().flatten().any(is_exotic);
                for alternative in capture_alternatives::<L>(&paths) {
                    match known.get(&alternative) {
                        Some(&index) => {
                            let attack = &mut attacks[side.index()][index];
                            if !attack.kinds.contains(&(kind as u8)) {
                                attack.kinds.push(kind as u8);
                            }
                        }
                        None => {
                            known.insert(alternative.clone(), attacks[side.index()].len());
                            let attack = self.attack(&alternative, vec![kind as u8], true);
                            attacks[side.index()].push(attack);
                        }
                    }
                }
                let mover = self.mover(kind as u8, side, name, &paths)?;
                mover_of[side.index()][kind] = Some(movers[side.index()].len());
                movers[side.index()].push(mover);
                if self.pool.bytes() > MAX_TABLE_BYTES {
                    return Err(CompileError::TooLarge);
                }
            }
        }
        let royals = Side::ALL.map(|side| {
            let mut list = Vec::new();
            for (kind, piece) in rules.pieces.values().enumerate() {
                if piece.royal[side] && piece.letter[side].is_some() {
                    list.push(kind as u8);
                }
            }
            list
        });
        let mut goals = self.goals()?;
        for hook in &rules.hooks {
            let effect = effects::of(hook)?;
            for (side, movement) in effect.threats {
                // The royals of `side` threaten the other side's royals along the movement, without giving check.
                let mut list: Alternative<L::B> = Vec::new();
                for square in self.topology.squares().squares() {
                    let found = paths::paths(&self.topology, side, &movement, square)
                        .map_err(|_| self.too_many(&hook.name, square))?;
                    list.extend(found.iter().map(|p| (square, conditional(p))));
                }
                if !royals[side.index()].is_empty() && !list.is_empty() {
                    let attack = self.attack(&list, royals[side.index()].clone(), false);
                    attacks[side.index()].push(attack);
                }
            }
            for (position, goal) in effect.adjacency.into_iter().enumerate() {
                let neighbours = (0..size)
                    .map(|s| convert(self.topology.neighbours(s as Square)))
                    .collect();
                goals.insert(
                    position,
                    GoalTest {
                        reason: goal.reason,
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
                attack
                    .paths_to(castle.king_to)
                    .iter()
                    .any(|(e, o)| e.meets(left) || o.meets(entered | left))
            });
            castle.end_is_judged = castle.safe.has(castle.king_to) && !changed;
        }
        let mut castling_loss = vec![0u16; size];
        for (i, castle) in castlings.iter().enumerate() {
            castling_loss[usize::from(castle.king_from)] |= 1 << i;
            castling_loss[usize::from(castle.rook_from)] |= 1 << i;
        }
        let all: L::B = convert(self.topology.squares());
        let en_passant = match &rules.en_passant {
            Some(zones) => Side::ALL.map(|side| self.set(&zones[side])),
            None => [all; 2],
        };
        let mut check_goal = [None; 2];
        for goal in &rules.end.goals {
            if let GoalCondition::Checks { count } = goal.condition {
                check_goal[goal.side.index()] = Some(count);
            }
        }
        let restrictions = &rules.restrictions;
        let per_side = |f: &dyn Fn(Side) -> bool| Side::ALL.map(f);
        let letters = Side::ALL.map(|side| {
            rules
                .pieces
                .values()
                .map(|p| p.letter[side].unwrap_or('\0'))
                .collect()
        });
        let keys = Keys::new(kinds, size);
        self.pool.seal();
        Ok(Core {
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
            has_threats: [0, 1].map(|side: usize| attacks[side].iter().any(|a| !a.check)),
            attacks,
            exotic_attacks,
            letters,
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
                paths::paths(&self.topology, side, movement, square).map_err(|_| self.too_many(name, square))
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
        for (square, list) in paths.iter().enumerate() {
            let mut specials = Vec::new();
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
        Ok(Mover {
            kind,
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
            list.sort_by_key(|c| c.square);
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
                paths.push((c.empty, c.occupied));
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
            kinds,
            check,
            leaps,
            rays,
            potential,
            base,
            starts,
            paths,
        }
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

    fn goals(&self) -> Result<Vec<GoalTest<L>>, CompileError> {
        let kinds = |names: &[String]| names.iter().map(|n| self.kind(n)).collect::<Result<Vec<u8>, _>>();
        self.rules
            .end
            .goals
            .iter()
            .map(|goal| {
                let test = match &goal.condition {
                    GoalCondition::Reach {
                        pieces,
                        zone,
                        own_move,
                        reply,
                    } => Test::Reach {
                        kinds: kinds(pieces)?,
                        zone: self.set(zone),
                        own_move: *own_move,
                        reply: *reply,
                    },
                    GoalCondition::Extinct {
                        pieces,
                        at_most,
                        opponent_at_least,
                        reply,
                    } => Test::Extinct {
                        kinds: kinds(pieces)?,
                        at_most: *at_most,
                        opponent_at_least: *opponent_at_least,
                        reply: *reply,
                    },
                    GoalCondition::Checks { .. } => Test::Checks,
                };
                Ok(GoalTest {
                    reason: goal.reason.clone(),
                    side: goal.side,
                    score: goal.score,
                    test,
                })
            })
            .collect()
    }

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

    fn square(&self, name: &str) -> Result<Square, CompileError> {
        self.topology.square(name).ok_or_else(|| CompileError::Unknown {
            what: "square",
            name: name.to_owned(),
        })
    }
}

fn conditional<B: Bits>(path: &Path) -> Conditional<B> {
    Conditional {
        square: path.to,
        empty: convert(path.empty),
        occupied: convert(path.occupied),
    }
}

/// Whether a path captures in a way that lookup tables cannot tell.
fn is_exotic(path: &Path) -> bool {
    let captures_enemy = path.modes.has(Modes::CAPTURE) || !path.captures.is_empty();
    captures_enemy && !path.is_plain()
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
    }
}

/// A mover's plain paths as jumps, if there are few enough to be worth it; otherwise nothing.
fn jumps<L: Layout>(paths: &[Vec<Path>]) -> Vec<Jump<L>> {
    const MOST: usize = 5;
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
                None if out.len() == MOST => return Vec::new(),
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
            group.sort_by_key(|c| !free(c));
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
