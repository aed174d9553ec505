//! From a ruleset with mechanics to its compiled form: that of the flat engine, and the tables that
//! mechanics need. Knows no mechanic: each says what it needs through [`Setup`].

use super::courses::{RANGES, Ways, all_paths, each};
use super::mechanic::{
    Mechanic, Mechanics, Removals, Setup, Share, Takeovers, Texts, TurnEnds, Unaffected, Zones,
};
use super::points::Points;
use super::state::State;
use crate::board::{Bits, Square, Topology, convert, union};
use crate::engine::compiled::Mover;
use crate::engine::core::Core;
use crate::engine::fen::{layouts, places};
use crate::engine::judging::Cause;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, Effects, build};
use crate::mechanics::{by_sets, fen};
use crate::order::sort_by_key;
use crate::rules::{Ruleset, Side};

/// All squares in the order of texts.
fn in_order(topology: &Topology) -> Vec<Square> {
    let mut ordered: Vec<Square> = topology.squares().squares().collect();
    sort_by_key(&mut ordered, |&s| topology.order_key(s));
    ordered
}

/// The place of each square in an order.
fn places(ordered: &[Square], size: usize) -> Vec<u8> {
    let mut order = vec![0; size];
    for (i, &s) in ordered.iter().enumerate() {
        order[usize::from(s)] = i as u8;
    }
    order
}

/// Kinds that reset the halfmove clock, as bits.
fn resetting(rules: &Ruleset) -> u64 {
    let resets = rules.pieces.values().enumerate().filter(|(_, p)| p.resets_clock);
    resets.fold(0, |all, (i, _)| all | 1 << i)
}

/// Whether two parts of the rules may give the same movement.
fn repeats(rules: &Ruleset) -> bool {
    let name = |i: usize| &rules.hooks[i].name;
    rules.restrictions.beyond.recall.len() > 1
        || (1..rules.hooks.len()).any(|i| (0..i).any(|j| name(i) == name(j)))
}

/// All squares within that many steps, by range and square.
fn ranges<B: Bits>(topology: &Topology) -> [Vec<B>; RANGES] {
    let size = topology.size();
    let near: Vec<B> = (0..size)
        .map(|s| convert(topology.neighbours(s as Square)))
        .collect();
    let mut within: [Vec<B>; RANGES] = Default::default();
    for range in 0..RANGES {
        within[range] = (0..size)
            .map(|square| {
                let Some(closer) = range.checked_sub(1).map(|r| within[r][square]) else {
                    return near[square];
                };
                let all = closer.squares().fold(closer, |all, s| all | near[usize::from(s)]);
                all & !B::bit(square as Square)
            })
            .collect();
    }
    within
}

impl<L: FullLayout> Mechanics<L> {
    /// Compiles a ruleset; `hooks` are the mechanics that it uses with their causes in plans,
    /// `effects` what else its hooks contribute.
    ///
    /// # Errors
    /// When the ruleset is too large, or its mechanics contradict one another.
    pub(crate) fn new(
        rules: &Ruleset,
        topology: Topology,
        effects: &[Effects],
        hooks: Vec<(Cause, Box<dyn Mechanic<L>>)>,
    ) -> Result<Self, CompileError> {
        let ordered = in_order(&topology);
        let order = places(&ordered, topology.size());
        let within = ranges::<L::B>(&topology);
        let ways = Ways::<L>::new(&all_paths(rules, &topology)?);
        let core = build::build::<L>(rules, topology, effects)?;
        let mut table = Self::unprepared(rules, core, ways, (order, ordered, within));
        table.set_up(rules, hooks)?;
        table.find_zones();
        by_sets::find_ordinary(&mut table);
        table.read_start(rules)?;
        Ok(table)
    }

    /// A ruleset with everything that is known before its mechanics are asked.
    fn unprepared(
        rules: &Ruleset,
        core: Core<L>,
        ways: Ways<L>,
        (order, ordered, within): (Vec<u8>, Vec<Square>, [Vec<L::B>; RANGES]),
    ) -> Self {
        Self {
            takeovers: Takeovers {
                by: [None; 64],
                kinds: 0,
            },
            turn_ends: TurnEnds {
                affected: [L::B::EMPTY; Side::COUNT],
                promotions: [L::B::EMPTY; Side::COUNT],
                due: Default::default(),
            },
            unaffected: Unaffected {
                ordinary: [0; Side::COUNT],
                rising: [0; Side::COUNT],
                partnered: [0; Side::COUNT],
                royals: [0; Side::COUNT],
                promoting: [0; Side::COUNT],
                near_promotion: Default::default(),
            },
            removals: Removals::default(),
            zones: Zones {
                courses: ways.courses,
                strikes: ways.strikes,
                odd: ways.odd_zones,
                quiet: ways.quiet_zones,
                extra: each(&ways.zones, &|_| L::B::EMPTY),
                all: ways.zones,
                extra_kinds: 0,
            },
            texts: Texts {
                order,
                ordered,
                choices: Vec::new(),
                passed_key: core.tracks_passers,
            },
            within,
            gifted: 0,
            shares: Vec::new(),
            takes_captures: false,
            carriers: 0,
            is_plain: false,
            limits_promotions: false,
            resets_clock: resetting(rules),
            repeats: repeats(rules),
            excuses_needed: 0,
            leaves_check: false,
            keeps_pools: false,
            sure_passers: false,
            has_royal: [false; Side::COUNT],
            hooks: Vec::new(),
            at: Default::default(),
            start: State::new(Pos::empty()),
            core,
        }
    }

    /// Prepares the mechanics.
    fn set_up(
        &mut self,
        rules: &Ruleset,
        hooks: Vec<(Cause, Box<dyn Mechanic<L>>)>,
    ) -> Result<(), CompileError> {
        let (causes, mut hooks): (Vec<Cause>, Vec<Box<dyn Mechanic<L>>>) = hooks.into_iter().unzip();
        let mut setup = Setup {
            rules,
            table: self,
            notes: 0,
            marks: 0,
        };
        for name in &rules.restrictions.beyond.carry {
            let kind = setup.kind(name)?;
            setup.carry(kind);
        }
        for (number, (hook, cause)) in hooks.iter_mut().zip(causes).enumerate() {
            let gifted = std::mem::take(&mut setup.table.gifted);
            let reactive = std::mem::take(&mut setup.table.removals.reactive_kinds);
            let takes = std::mem::take(&mut setup.table.takes_captures);
            hook.set_up(number as u8, &mut setup)?;
            setup.table.shares.push(Share {
                cause,
                gifted: setup.table.gifted,
                reactive: setup.table.removals.reactive_kinds,
                takes_captures: setup.table.takes_captures,
            });
            setup.table.gifted |= gifted;
            setup.table.removals.reactive_kinds |= reactive;
            setup.table.takes_captures |= takes;
        }
        for (number, hook) in hooks.iter().enumerate() {
            for point in 0..Points::COUNT {
                if hook.points().0 >> point & 1 == 1 {
                    self.at[point].push(number as u8);
                }
            }
        }
        self.hooks = hooks;
        Ok(())
    }

    fn find_zones(&mut self) {
        let core = &self.core;
        // The captures that these rules allow depend on more than a piece's own movement.
        let anywhere = core.has_powers() || core.has_shots() || core.tagging.is_some();
        for side in Side::ALL {
            for mover in &self.core.moving.movers[side.index()] {
                for promotion in &mover.promotions {
                    self.turn_ends.promotions[side.index()] |= promotion.always();
                }
            }
            let kinds = 0..self.zones.all[side.index()].len() as u8;
            let due = |kind| core.mover(side, kind).map_or(L::B::EMPTY, due_squares);
            self.turn_ends.due[side.index()] = kinds.map(due).collect();
            for kind in 0..self.zones.all[side.index()].len() {
                for square in 0..self.core.topology.size() {
                    let (k, s) = (kind as u8, square as Square);
                    let extra = self
                        .at(Points::THREATS)
                        .fold(L::B::EMPTY, |all, h| all | h.zone(self, side, k, s));
                    if !extra.is_empty() {
                        self.zones.extra_kinds |= 1 << kind;
                    }
                    self.zones.extra[side.index()][kind][square] = extra;
                    if let Some(number) = self.takeovers.by[kind] {
                        let hook = &self.hooks[usize::from(number)];
                        self.zones.quiet[side.index()][kind][square] = hook.landings(self, side, k, s);
                    }
                    let own = match self.takeovers.by[kind] {
                        _ if anywhere => self.core.board,
                        Some(_) => L::B::EMPTY,
                        None => self.zones.all[side.index()][kind][square],
                    };
                    self.zones.all[side.index()][kind][square] = own | extra;
                }
            }
        }
    }

    fn read_start(&mut self, rules: &Ruleset) -> Result<(), CompileError> {
        let start = |table: &Self| fen::parse(table, &rules.start).map_err(CompileError::Start);
        let first = start(self)?;
        let first = layouts::setup(&first.pos);
        places::read_homes(&mut self.core, &first, rules);
        places::find_marked(&mut self.core, rules);
        let start = start(self)?;
        let setup = layouts::setup(&start.pos);
        places::find_never(&mut self.core, &setup);
        places::find_stuck(&mut self.core, &setup);
        self.has_royal = Side::each(|side| !start.pos.royals(&self.core, side).is_empty());
        self.start = start;
        Ok(())
    }
}

/// The squares on which a piece must become another, by whichever move it has arrived.
fn due_squares<B: Bits>(mover: &Mover<B>) -> B {
    let always = mover.promotions.iter();
    let always = union(always, |p| p.always());
    // A promotion to the same kind changes nothing: the piece would be asked every turn.
    let same = mover.promotions.iter().filter(|p| p.to.contains(&mover.kind));
    always & !union(same, |p| p.on_arrival())
}
