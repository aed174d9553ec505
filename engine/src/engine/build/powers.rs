//! Powers: in which ways each kind of piece moves, and what must be so for it.

use super::Builder;
use super::deadly::turned_round;
use super::program::about_movement;
use crate::board::Bits;
use crate::engine::core::Mover;
use crate::engine::effects::Effects;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::influence::{self, Influence};
use crate::engine::layout::Layout;
use crate::engine::ties::{How, MAX_FACTS, Power, Tie, When};
use crate::rules::{self, Change, Kinds, Movement, Side};

/// How a kind moves while certain facts hold.
pub(super) struct Way {
    pub(super) when: When,
    pub(super) movement: Movement,
    /// Whether it may not move at all.
    pub(super) still: bool,
}

/// At most so many ways has a kind to move; their number doubles with each fact.
const MAX_WAYS: usize = 64;

/// What a power changes in how a kind moves while one fact holds.
struct Case<'r> {
    fact: usize,
    change: Gift<'r>,
}

#[derive(Clone, Copy)]
enum Gift<'r> {
    Still,
    Moves(&'r Movement),
    Gains(&'r Movement),
}

impl<L: Layout> Builder<'_, L> {
    /// The ties and the powers of the rules; the facts of influences come before them.
    pub(super) fn powers(&mut self, influences: usize) -> Result<(Vec<Tie<L>>, Vec<Power>), CompileError> {
        let rules = self.rules;
        let (mut ties, mut powers): (Vec<Tie<L>>, Vec<Power>) = (Vec::new(), Vec::new());
        let asked = self.asked_ties();
        for tie in &asked {
            let mut of = 0;
            for power in rules
                .powers
                .iter()
                .filter(|power| ties_of(rules, power).contains(tie))
            {
                of |= self.kinds(&power.of)?.unwrap_or(u64::MAX);
            }
            ties.push(self.tie(tie, of)?);
        }
        if 2 * influences + ties.len() > MAX_FACTS {
            let message = format!(
                "the powers ask {} things; at most {} are possible",
                ties.len(),
                MAX_FACTS - 2 * influences
            );
            return Err(CompileError::Power(message));
        }
        for power in &rules.powers {
            let number = |tie: &rules::Tie| asked.iter().position(|known| known == tie);
            powers.push(Power {
                of: self.kinds(&power.of)?.unwrap_or(u64::MAX),
                ties: ties_of(rules, power)
                    .iter()
                    .filter_map(number)
                    .map(|n| n as u8)
                    .collect(),
            });
        }
        Ok((ties, powers))
    }

    /// All ties of which the powers speak, each once.
    fn asked_ties(&self) -> Vec<rules::Tie> {
        let mut list = Vec::new();
        for tie in self
            .rules
            .powers
            .iter()
            .flat_map(|power| ties_of(self.rules, power))
        {
            if !list.contains(&tie) {
                list.push(tie);
            }
        }
        list
    }

    fn tie(&mut self, tie: &rules::Tie, of: u64) -> Result<Tie<L>, CompileError> {
        let how = match &tie.how {
            rules::How::Attacked => How::Attacked,
            rules::How::Attacks => How::Attacks,
            rules::How::Beside(movement) => {
                let mut reach = |side| {
                    let reach = self.reach(side, movement);
                    reach.map_err(|error| CompileError::Power(about_movement(error)))
                };
                let reach = [reach(Side::White)?, reach(Side::Black)?];
                let fixed = reach.iter().all(|reach| reach.rays.is_none());
                let from = || [0, 1].map(|side: usize| turned_round(&reach[side].leap));
                let from = fixed.then(from);
                How::Beside(reach, from)
            }
        };
        Ok(Tie {
            of,
            how,
            owners: [tie.friends, tie.enemies],
            kinds: self.kinds(&tie.kinds)?.unwrap_or(u64::MAX),
            same: tie.same,
        })
    }

    /// All ways in which a side's pieces of a kind move; the first is its own, with no power at all.
    pub(super) fn ways_of(
        &self,
        influences: &[Influence],
        effects: &[Effects],
        name: &str,
        side: Side,
    ) -> Result<Vec<Way>, CompileError> {
        let kind = self.kind(name)?;
        let own = &self.rules.pieces[usize::from(kind)].movement[side];
        let cases = self.cases(influences.len(), name, side);
        let mut facts: Vec<usize> = cases.iter().map(|case| case.fact).collect();
        facts.sort_unstable();
        facts.dedup();
        if 1 << facts.len() > MAX_WAYS {
            let message = format!(
                "the movement of `{name}` depends on {} things; at most {} are possible",
                facts.len(),
                MAX_WAYS.ilog2()
            );
            return Err(CompileError::Power(message));
        }
        let mut ways = Vec::new();
        for (when, movement) in influenced(influences, effects, name, kind, own) {
            for holding in 0..1usize << facts.len() {
                let holds = |i: usize| holding >> i & 1 == 1;
                let asked = facts.iter().enumerate();
                let when = asked.fold(when, |when, (i, &fact)| when.and(fact, holds(i)));
                let held = cases
                    .iter()
                    .filter(|case| facts.iter().position(|&f| f == case.fact).is_some_and(holds));
                ways.push(way(held, when, movement));
            }
        }
        Ok(ways)
    }

    /// What powers change in how a side's pieces of a kind move, in the order of the rules.
    fn cases(&self, influences: usize, name: &str, side: Side) -> Vec<Case<'_>> {
        let rules = self.rules;
        let asked = self.asked_ties();
        let fact = |tie: &rules::Tie| {
            let number = asked.iter().position(|known| known == tie);
            number.map(|number| 2 * influences + number)
        };
        let own = members(&rules.pieces[name].movement[side]);
        let mut cases: Vec<Case<'_>> = Vec::new();
        let powers = || rules.powers.iter().filter(|power| power.of.has(name));
        let replaced = powers().any(|p| matches!(p.change, Change::None | Change::Moves(_)));
        for power in powers() {
            for tie in ties_of(rules, power) {
                let change = match &power.change {
                    Change::None => Gift::Still,
                    Change::Moves(movement) => Gift::Moves(movement),
                    Change::Gains(movement) => Gift::Gains(movement),
                    Change::GainsTheirs => {
                        let Some(theirs) = one_kind(&tie).and_then(|kind| rules.pieces.get(kind)) else {
                            continue;
                        };
                        Gift::Gains(&theirs.movement[side])
                    }
                };
                // What a kind has anyway it does not gain.
                let is_own = |gained: &Movement| members(gained).iter().all(|part| own.contains(part));
                if matches!(change, Gift::Gains(gained) if !replaced && is_own(gained)) {
                    continue;
                }
                if let Some(fact) = fact(&tie) {
                    cases.push(Case { fact, change });
                }
            }
        }
        cases
    }
}

/// The ties of a power: where a piece gains what others have, one for each kind of others.
fn ties_of(rules: &rules::Ruleset, power: &rules::Power) -> Vec<rules::Tie> {
    let tie = &power.condition;
    if power.change != Change::GainsTheirs {
        return vec![tie.clone()];
    }
    let kinds = rules.pieces.keys().filter(|name| tie.kinds.has(name));
    let one = |name: &String| rules::Tie {
        kinds: Kinds::Only(vec![name.clone()]),
        ..tie.clone()
    };
    kinds.map(one).collect()
}

/// The only kind of which a tie speaks.
fn one_kind(tie: &rules::Tie) -> Option<&str> {
    match &tie.kinds {
        Kinds::Only(names) if names.len() == 1 => Some(&names[0]),
        _ => None,
    }
}

/// How a kind moves while some cases hold.
fn way<'r>(held: impl Iterator<Item = &'r Case<'r>>, when: When, own: &'r Movement) -> Way {
    let (mut base, mut gained, mut still) = (Some(own), Vec::new(), false);
    for case in held {
        match case.change {
            Gift::Still => (base, still) = (None, true),
            Gift::Moves(movement) => (base, still) = (Some(movement), false),
            Gift::Gains(movement) => gained.push(movement),
        }
    }
    still &= gained.is_empty();
    if let (Some(base), []) = (base, &gained[..]) {
        return Way {
            when,
            movement: base.clone(),
            still,
        };
    }
    let mut parts: Vec<&Movement> = Vec::new();
    for part in base.into_iter().chain(gained).flat_map(members) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    Way {
        when,
        movement: Movement::Union(parts.into_iter().cloned().collect()),
        still,
    }
}

/// The parts of a movement of which each is a way by itself.
fn members(movement: &Movement) -> Vec<&Movement> {
    match movement {
        Movement::Union(list) => list.iter().flat_map(members).collect(),
        movement => vec![movement],
    }
}

/// The movements of a kind with the neighbours on which they depend.
fn influenced<'m>(
    influences: &[Influence],
    effects: &'m [Effects],
    name: &str,
    kind: u8,
    own: &'m Movement,
) -> Vec<(When, &'m Movement)> {
    let Some(index) = influences.iter().position(|i| i.on.contains(&kind)) else {
        return vec![(When::ALWAYS, own)];
    };
    let Some(effect) = effects.iter().flat_map(|e| &e.influences).find(|i| i.on == name) else {
        return vec![(When::ALWAYS, own)];
    };
    let movements = [own, &effect.friends, &effect.enemies];
    influence::cases(index).into_iter().zip(movements).collect()
}

impl<L: Layout> Mover<L> {
    /// Has its pieces do nothing, not even promote where they stand.
    pub(super) fn hold_still(&mut self) {
        self.still = true;
        self.in_place = false;
        self.has_rest = false;
        self.promotions.clear();
        self.promotion_squares = L::B::EMPTY;
    }
}
