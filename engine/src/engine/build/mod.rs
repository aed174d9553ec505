//! From a ruleset to its compiled form. Knows no positions, apart from the start.

mod areas;
mod attack_equivalence;
mod attacks;
mod capturable;
mod castlings;
mod effect_watch;
mod effects;
mod hands;
mod judging;
mod lookaround;
mod movements;
mod movers;
mod newcomer;
mod pieces;
mod powers;
mod program;
mod royal_kills;
mod setup;
mod tags;

pub(crate) use castlings::squares_that_tell;

use super::bans;
use super::castlings::Castle;
use super::compiled::{Attack, ControlRule, Drop, Special, WallRule};
use super::core::Core;
use super::counting::{self, Counts};
use super::effects::Effects;
use super::error::CompileError;
use super::goals::{self, GoalTest, Names};
use super::judging::Judged;
use super::keys::Keys;
use super::layout::Layout;
use super::living::Living;
use super::mates::{self, Mates};
use super::narrow::Fit;
use super::passed_squares::TurnRule;
use super::paths::{self, Path};
use super::program::{Program, SelfDamage};
use super::relations::NeighbourCount;
use super::restrictions::Restrictions;
use super::rows::{Row, Steps};
use super::shots::Shots;
use super::subjects::{
    Attacking, Castling, Compiled, Ending, FaceOff, Moving, Places, Relating, Reserve, Royalty, Traits,
};
use super::tables::{Draft, Pool};
use super::tagging::Tagging;
use super::width::Wide;
use crate::board::{Bits, Square, Topology, union};
use crate::engine::promotions::Promote;
use crate::order::sort_by_key;
use crate::rules::{
    Act, BySide, Goal, GoalCondition, Kinds, MAX_WALLED, Modes, Movement, Promotion, RoyalRule, Ruleset,
    Side, Squares,
};
use attacks::on_lines;
use pieces::Pieces;
use powers::{Asked, Powers};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The paths of a movement from each square.
type Paths = Rc<Vec<Vec<Path>>>;

/// Whether a variant needs a rich layout: it has rules that affect every move, hands, or goals that
/// count passes.
pub(crate) fn needs_rich_layout(rules: &Ruleset, effects: &[Effects]) -> bool {
    let counts = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.passes_seen() > 0);
    is_rich(rules, effects) || !rules.drops.is_empty() || rules.end.goals.iter().any(counts)
}

/// Whether a variant has rules that affect every move.
pub(crate) fn is_rich(rules: &Ruleset, effects: &[Effects]) -> bool {
    let only_keeps = |act: &Act| act.facts().to_hand && act.facts().victims;
    if !rules.acts().all(only_keeps) {
        return true;
    }
    if rules.walls.is_some()
        || rules.control.is_some()
        || rules.turns.is_some()
        || !rules.powers.is_empty()
        || rules.promotions.iter().any(Promotion::is_conditional)
        || rules.restrictions.is_rich()
    {
        return true;
    }
    if effects.iter().any(Effects::is_rich) {
        return true;
    }
    let mut movements = rules.pieces.values().map(|piece| &piece.movement);
    movements.any(|movement| Side::ALL.iter().any(|&side| movement[side].looks_at_owners()))
}

/// Compiles rules; `effects` are the contributions of their hooks.
pub(crate) fn build<L: Layout>(
    rules: &Ruleset,
    topology: Topology,
    effects: &[Effects],
) -> Result<Core<L>, CompileError> {
    let builder = Builder {
        rules,
        effects,
        topology,
        target: Target::of::<L>(),
        draft: Draft::new::<L::B>(),
        found: Cell::new(0),
        shares: RefCell::default(),
        known: RefCell::default(),
        asked: RefCell::default(),
        asks_mated: false,
    };
    let (compiled, draft) = builder.build()?;
    let mut compiled = L::B::fit(compiled);
    compiled.pool = Pool::fill(draft);
    Ok(Core(compiled))
}

/// The properties of a layout for which rules are compiled.
struct Target {
    /// The number of squares of its sets.
    width: usize,
    /// The number of castling rights for which it has room.
    rights: usize,
    rich: bool,
    full: bool,
    /// The bytes of a path that is tested by itself.
    path: usize,
}

impl Target {
    fn of<L: Layout>() -> Self {
        Self {
            width: L::B::WIDTH,
            rights: L::Rights::WIDTH,
            rich: L::RICH,
            full: L::FULL,
            path: size_of::<Special<L::B>>(),
        }
    }
}

struct Builder<'a> {
    rules: &'a Ruleset,
    /// The contributions of hooks.
    effects: &'a [Effects],
    topology: Topology,
    target: Target,
    draft: Draft,
    /// The number of paths so far; data that are kept count for more.
    found: Cell<usize>,
    /// The number of paths for each piece or other owner of a movement.
    shares: RefCell<Vec<(String, usize)>>,
    /// The paths of movements that are the same for both sides.
    known: RefCell<Vec<(Movement, Paths)>>,
    /// The sets of kinds that paths require, as bits.
    asked: RefCell<Vec<(Arc<Kinds>, u64)>>,
    /// Whether some rule depends on which pieces are mated.
    asks_mated: bool,
}

/// The parts of a variant, each compiled by itself.
struct Made {
    tagging: Option<Tagging>,
    powers: Powers,
    pieces: Pieces,
    shots: Vec<Shots<Wide>>,
    royals: BySide<Vec<u8>>,
    goals: Vec<GoalTest<Wide>>,
    counts: Option<Counts>,
    mates: Option<Mates>,
    castlings: Vec<Castle<Wide>>,
    program: Program<Wide>,
    near: Vec<Wide>,
    drops: BySide<Vec<Drop<Wide>>>,
    faces: BySide<Vec<u8>>,
    demotes: BySide<Vec<u8>>,
    walls: Option<WallRule<Wide>>,
    control: Option<ControlRule<Wide>>,
    turns: Option<TurnRule>,
}

impl Made {
    /// Whether each side may get a further royal. A royal that waits beside the board is not
    /// counted.
    fn makes_royals(&self, rules: &Ruleset) -> BySide<bool> {
        let free = rules.restrictions.beyond.pool.is_none();
        Side::each_index(|side: usize| {
            let royals = &self.royals[side];
            let becomes = |p: &Promote<Wide>| p.to.iter().any(|k| royals.contains(k));
            let mut movers = self.pieces.movers[side].iter();
            (free && movers.any(|m| m.promotions.iter().any(becomes)))
                || self.program.makes(royals)
                || self.drops[side].iter().any(|drop| drop.royal)
        })
    }

    /// Whether every move that a side's pieces can make is legal.
    fn is_carefree(&self, rules: &Ruleset, side: Side) -> bool {
        let bans = bans::bans(&rules.restrictions, side);
        self.royals[side.index()].is_empty()
            && !self.program.forbids
            && !self.program.owes
            && bans.any.is_none()
            && bans.facing.is_none()
    }

    /// Whether explosions are the only consequence of a side's plain captures. If other rules
    /// require moves to be made, they are made.
    fn explodes(&self, rules: &Ruleset, side: Side) -> bool {
        matches!(self.program.self_damage, SelfDamage::Blast(..))
            && rules.royalty.rule[side] == RoyalRule::All
            && self.powers.neighbour_counts.is_empty()
            && self.powers.relations.is_empty()
            && self.shots.is_empty()
            && self.tagging.is_none()
            && self.turns.is_none()
            && self.program.chains.is_empty()
    }
}

impl Builder<'_> {
    fn build(mut self) -> Result<(Compiled<Wide>, Draft), CompileError> {
        let tags = self.tags();
        let tagging = self.tagging(&tags)?;
        let asked = Asked::new(self.rules);
        let powers = self.powers(&asked)?;
        let mut pieces = self.pieces(&asked, &powers.neighbour_counts, tagging.as_ref())?;
        let shots = self.shots(&tags, &mut pieces.attacks)?;
        let royals = Side::each(|side| self.royals(side));
        self.threats(&royals, &mut pieces.attacks)?;
        if let Some(attacks) = &mut pieces.possible {
            self.threats(&royals, attacks)?;
        }
        let mut goals = self.goals()?;
        let castlings = self.castlings(&pieces.attacks)?;
        self.partners(&mut pieces)?;
        // Captures on other squares than the end of the move are tested path by path.
        let elsewhere = pieces.has_special(&|path| path.rifle || !path.captures.is_empty());
        let mut program = self.program(&royals, (elsewhere, !shots.is_empty()), &pieces)?;
        self.losses(&royals, &program, &pieces, &mut goals);
        for (side, trades) in Side::ALL.into_iter().zip(&mut program.trades) {
            let loses = |goal: &GoalTest<Wide>| goal.is_about_loss(side, &royals[side.index()]);
            *trades &= !self.is_flat() || goals.iter().any(loses);
        }
        let near = self.near();
        let control = self.control()?;
        let odd = tagging.is_some() || !self.rules.powers.is_empty() || !shots.is_empty();
        let movers = (!odd).then_some(&pieces.movers);
        let drops = Side::try_each(|side| self.drops(side, &royals[side.index()], movers))?;
        let faces = Side::try_each(|side| self.faces(side))?;
        let demotes = Side::try_each(|side| self.demotes(side))?;
        let made = Made {
            tagging,
            powers,
            pieces,
            shots,
            royals,
            goals,
            counts: counting::compile(&self.rules.end, &self)?,
            mates: mates::compile(&self.rules.end, &self)?,
            castlings,
            program,
            near,
            drops,
            faces,
            demotes,
            walls: self.walls()?,
            control,
            turns: self.turns()?,
        };
        Ok(self.compiled(made))
    }

    /// Puts everything together.
    fn compiled(self, made: Made) -> (Compiled<Wide>, Draft) {
        let (rules, size, kinds) = (self.rules, self.topology.size(), self.rules.pieces.len());
        let all = self.topology.squares();
        let nowhere = || [vec![Wide::EMPTY; kinds], vec![Wide::EMPTY; kinds]];
        let makes_royals = made.makes_royals(rules);
        let facing = self.facing();
        let (gates, outside) = (
            hands::gates(&made.drops),
            rules.drops.iter().any(|drop| drop.outside),
        );
        let always_legal = Side::each(|side| made.is_carefree(rules, side));
        let explodes = Side::each(|side| made.explodes(rules, side));
        let attacks = &made.pieces.attacks;
        let setup = self.setup(&made, outside);
        let mut compiled = Compiled {
            setup,
            rich: is_rich(rules, self.effects),
            board: all,
            pool: Pool::default(),
            traits: Traits {
                carries: made.tagging.is_some() || hands::promoted(&made.demotes) != 0,
                explodes,
                always_legal,
                swaps: made.pieces.has_special(&|path| path.modes.has(Modes::SWAP)),
                filters_captures: made.pieces.is_choosy(),
                asks_mated: self.asks_mated,
                captures_own: rules.captures_own(),
                rifles: made.pieces.has_special(&|path| path.rifle),
                refills: false,
                renames: false,
            },
            relating: Relating {
                counted: counted(&made.powers.neighbour_counts),
                stills: made.pieces.movers.iter().any(|list| list.iter().any(|m| m.still)),
                near: made.near,
                neighbour_counts: made.powers.neighbour_counts,
                relations: made.powers.relations,
                powers: made.powers.powers,
            },
            ending: Ending {
                living: Living::of(&made.goals),
                checkmate: rules.end.checkmate,
                stalemate: Side::each(|side| rules.end.stalemate[side]),
                counts_rights: goals::ask_for_rights(&rules.end.goals),
                goals: made.goals,
                mates: made.mates,
            },
            castling: Castling {
                of_side: Side::each(|side| super::castlings::of_side(&made.castlings, side)),
                loss: super::castlings::loss(&made.castlings, size),
                homes: super::castlings::homes(&made.castlings, size),
                by_drop: super::castlings::by_drop(&made.castlings),
                by_effect: super::castlings::by_effect(&made.castlings),
                all: made.castlings,
            },
            face_off: FaceOff {
                squares: facing.iter().map(all_of).collect(),
                ends_game: goals::end_facing(&rules.end.goals),
                lines: facing,
            },
            reserve: Reserve {
                has_hands: !rules.drops.is_empty(),
                promotes: rules.promotions.iter().any(|promotion| promotion.hand.is_some()),
                gates,
                endless: hands::endless(&made.drops),
                outside,
                must_drop: Side::each_index(|side: usize| made.drops[side].iter().any(|drop| drop.must)),
                drops: made.drops,
            },
            royalty: Royalty {
                can_arise: makes_royals,
                rule: Side::each(|side| rules.royalty.rule[side]),
                kinds: made.royals,
            },
            moving: Moving {
                exposing: made.pieces.exposing(),
                resets: made.pieces.kinds_that(|m| m.resets_clock),
                en_passant: match &rules.en_passant {
                    Some(zones) => Side::each(|side| paths::squares(&self.topology, &zones[side])),
                    None => [all; Side::COUNT],
                },
                movers: made.pieces.movers,
                mover_of: made.pieces.mover_of,
            },
            attacking: Attacking {
                on_lines: Side::each(|side| on_lines(&attacks[side.other().index()], size)),
                has_threats: Side::each_index(|side: usize| attacks[side].iter().any(|a| !a.check)),
                hurdles: Side::each_index(|side: usize| attacks_need_pieces(&attacks[side])),
                by_any_means: !rules.royalty.attack.is_by_paths() && made.program.loses_royals,
                filter_kinds: attacks.iter().any(|list| list.iter().any(|a| !a.asks.is_empty())),
                attacks: made.pieces.attacks,
                possible: made.pieces.possible,
                change_with_powers: made.pieces.powers_change_attacks,
            },
            places: Places {
                unreachable: nowhere(),
                must_have_promoted: nowhere(),
            },
            restrictions: Restrictions::new(
                &rules.restrictions,
                Side::each(|side| bans::bans(&rules.restrictions, side)),
            ),
            shots: made.shots,
            program: made.program,
            walls: made.walls,
            control: made.control,
            keys: Keys::new(kinds, size),
            judged: Judged::default(),
        };
        compiled.judged = judging::judged(&compiled);
        (compiled, self.draft)
    }

    /// The walls that moves put on the board.
    fn walls(&mut self) -> Result<Option<WallRule<Wide>>, CompileError> {
        let Some(walls) = &self.rules.walls else {
            return Ok(None);
        };
        if self.topology.size() > MAX_WALLED {
            return Err(CompileError::TooManySquaresForWalls(self.topology.size()));
        }
        if walls.instead && walls.on.asks_for_move() {
            let message = "walls that are put instead of a move cannot be seen from what has moved";
            return Err(CompileError::Effect(message.to_owned()));
        }
        Ok(Some(WallRule {
            on: self
                .area(&walls.on)
                .map_err(|error| CompileError::Effect(error.about_movement()))?,
            one: walls.one,
            instead: walls.instead,
            not_in_check: walls.not_in_check,
        }))
    }

    /// The opponent's pieces that a side may move.
    fn control(&mut self) -> Result<Option<ControlRule<Wide>>, CompileError> {
        let Some(control) = &self.rules.control else {
            return Ok(None);
        };
        if control.asks_for_move() {
            let message = "nothing has moved when a side chooses which of the opponent's pieces it moves";
            return Err(CompileError::Effect(message.to_owned()));
        }
        let of = control.of.iter().map(|group| self.group(group));
        let of = of.collect::<Result<_, _>>();
        let ways = control
            .moves
            .as_ref()
            .map(|movement| Side::try_each(|side| self.reach(side, movement)));
        let told = |error: CompileError| CompileError::Effect(error.about_movement());
        Ok(Some(ControlRule {
            of: of.map_err(told)?,
            ways: ways.transpose().map_err(told)?,
            captures: control.captures.sides(),
            exposes: control.exposes,
        }))
    }

    /// The lengths of turns.
    fn turns(&self) -> Result<Option<TurnRule>, CompileError> {
        let Some(turns) = self.rules.turns.as_ref().filter(|turns| turns.are_several()) else {
            return Ok(None);
        };
        let royal = Side::ALL.iter().any(|&side| !self.royals(side).is_empty());
        if royal && turns.capture_late() && !turns.check_ends {
            return Err(CompileError::RoyalsInTurns);
        }
        Ok(Some(TurnRule::new(turns, &self.rules.start)))
    }

    fn royals(&self, side: Side) -> Vec<u8> {
        let pieces = self.rules.pieces.values().enumerate();
        let royal = pieces.filter(|(_, piece)| piece.royal[side] && piece.letter[side].is_some());
        royal.map(|(kind, _)| kind as u8).collect()
    }

    /// The goals of the rules, in the order in which they are tested.
    fn goals(&self) -> Result<Vec<GoalTest<Wide>>, CompileError> {
        let tests = self.rules.end.goals.iter().map(|goal| goals::compile(goal, self));
        let mut goals = tests.collect::<Result<Vec<GoalTest<Wide>>, _>>()?;
        // Goals that are tested before all others come first.
        sort_by_key(&mut goals, |goal| !goal.comes_first());
        Ok(goals)
    }

    /// Adds the loss of a side that begins with royals and has none left, if that can happen and no
    /// goal defines it. If hooks take part in turns, they decide about the loss.
    fn losses(
        &self,
        royals: &BySide<Vec<u8>>,
        program: &Program<Wide>,
        pieces: &Pieces,
        goals: &mut Vec<GoalTest<Wide>>,
    ) {
        let rules = self.rules;
        let exposes = rules.control.as_ref().is_some_and(|control| control.exposes);
        let board = rules.start.split(['[', ' ']).next().unwrap_or_default();
        for side in Side::ALL {
            let kinds = &royals[side.index()];
            let letters = kinds
                .iter()
                .filter_map(|&kind| rules.pieces[usize::from(kind)].letter[side]);
            let begins = letters.into_iter().any(|letter| letter.count_in(board) > 0);
            let passes = || pieces.kinds_that(|m| m.royal && !m.exposing.is_empty())[side.index()] != 0;
            let lax = !matches!(rules.royalty.rule[side], RoyalRule::All | RoyalRule::Any);
            let ends = goals.iter().any(|goal| goal.is_about_loss(side, kinds));
            if self.is_flat() && begins && !ends && (program.removes_royals || exposes || lax || passes()) {
                goals.push(GoalTest::bereft(side, kinds.clone()));
            }
        }
    }

    /// By square, the files and ranks that start from it, if the rules depend on royals that face
    /// each other.
    fn facing(&self) -> Vec<[Vec<Square>; 4]> {
        let faces = |side| bans::bans(&self.rules.restrictions, side).facing.is_some();
        if !Side::ALL.into_iter().any(faces) && !goals::end_facing(&self.rules.end.goals) {
            return Vec::new();
        }
        let lines = |square: usize| [0, 2, 4, 6].map(|wind| self.topology.line(square as Square, wind));
        (0..self.topology.size()).map(lines).collect()
    }

    fn square(&self, name: &str) -> Result<Square, CompileError> {
        self.topology.square(name).ok_or_else(|| CompileError::Unknown {
            what: "square",
            name: name.to_owned(),
        })
    }
}

impl Names for Builder<'_> {
    fn value(&self, kind: u8) -> Option<u32> {
        let (_, piece) = self.rules.pieces.get_index(usize::from(kind))?;
        piece.value
    }

    type Error = CompileError;

    fn set(&self, squares: &Squares) -> Wide {
        paths::squares(&self.topology, squares)
    }

    fn board(&self) -> Wide {
        self.topology.squares()
    }

    fn steps(&self, compass: usize) -> Steps<Wide> {
        Steps::new(&self.topology, compass)
    }

    fn row(&self, compass: usize, length: u32) -> Row<Wide> {
        Row::new(&self.topology, compass, length)
    }

    fn kind(&self, name: &str) -> Result<u8, CompileError> {
        let index = self.rules.pieces.get_index_of(name);
        index.map(|i| i as u8).ok_or_else(|| CompileError::Unknown {
            what: "piece",
            name: name.to_owned(),
        })
    }
}

/// All squares of some lines.
fn all_of(lines: &[Vec<Square>; 4]) -> Wide {
    let squares = lines.iter().flatten();
    union(squares, |&square| Wide::bit(square))
}

/// Whether a way of attacking requires pieces on its squares, or depends on their owners.
fn attacks_need_pieces(attacks: &[Attack<Wide>]) -> bool {
    let needs = |attack: &Attack<Wide>| {
        attack.owner_dependent || attack.paths.iter().any(|open| !open.occupied.is_empty())
    };
    attacks.iter().any(needs)
}

/// The kinds that are counted, as bits.
fn counted(neighbour_counts: &[NeighbourCount]) -> u64 {
    neighbour_counts.iter().fold(0, |set, tally| set | tally.kinds)
}

/// Kinds as bits.
fn bits(kinds: &[u8]) -> u64 {
    kinds.iter().fold(0, |set, &kind| set | 1 << kind)
}
