//! Powers: the ways in which each kind of piece moves, and their conditions. Does not know which
//! powers a piece has now: that is `engine::powers`.

use super::royal_kills::turned_round;
use super::{Builder, Wide, bits};
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::relations::{How, MAX_PREDICATES, NeighbourCount, Power, PowerCondition, Relation};
use crate::engine::terms::Reach;
use crate::order::sort;
use crate::rules::{self, Change, Kinds, Movement, Side};

/// The movement of a kind while certain predicates hold.
pub(super) struct Way {
    pub(super) when: PowerCondition,
    pub(super) movement: Movement,
    /// Whether it may not move at all.
    pub(super) still: bool,
}

/// The largest number of a kind's ways to move; the number doubles with each predicate.
const MAX_WAYS: usize = 256;

/// The change of a power to a kind's movement while one predicate holds.
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

/// The powers of pieces, and their conditions.
pub(super) struct Asked {
    /// The powers of the rules.
    powers: Vec<rules::Power>,
    /// The kinds of neighbours that are counted, for each count.
    neighbour_counts: Vec<Kinds>,
    /// All other relations on which powers depend, each once.
    relations: Vec<rules::Relation>,
}

impl Asked {
    pub(super) fn new(rules: &rules::Ruleset) -> Self {
        let mut asked = Self {
            powers: rules.powers.clone(),
            neighbour_counts: Vec::new(),
            relations: Vec::new(),
        };
        for relation in asked.powers.iter().flat_map(|power| relations_of(rules, power)) {
            if is_tally(&relation) {
                if !asked.neighbour_counts.contains(&relation.kinds) {
                    asked.neighbour_counts.push(relation.kinds);
                }
            } else if !asked.relations.contains(&relation) {
                asked.relations.push(relation);
            }
        }
        asked
    }

    /// Whether no piece has powers.
    pub(super) fn is_empty(&self) -> bool {
        self.powers.is_empty()
    }

    /// Whether a condition goes beyond the neighbours of a piece.
    pub(super) fn has_relations(&self) -> bool {
        !self.relations.is_empty()
    }

    /// The number of the predicate that a relation gives.
    fn fact(&self, relation: &rules::Relation) -> Option<usize> {
        if is_tally(relation) {
            let tally = self
                .neighbour_counts
                .iter()
                .position(|kinds| *kinds == relation.kinds);
            return tally.map(|number| 2 * number + usize::from(relation.enemies));
        }
        let number = self.relations.iter().position(|known| known == relation);
        number.map(|number| 2 * self.neighbour_counts.len() + number)
    }

    /// The other predicate of a count of neighbours: the two never hold together.
    fn opposite(&self, fact: usize) -> Option<usize> {
        (fact < 2 * self.neighbour_counts.len()).then_some(fact ^ 1)
    }

    /// The condition that some predicates hold and others do not; `None` if that is impossible.
    fn when(&self, predicates: &[usize], holds: impl Fn(usize) -> bool) -> Option<PowerCondition> {
        let held = |fact: usize| predicates.iter().position(|&f| f == fact).is_some_and(&holds);
        let mut when = PowerCondition::ALWAYS;
        for (i, &fact) in predicates.iter().enumerate() {
            if self.opposite(fact).is_some_and(held) {
                if holds(i) {
                    return None;
                }
                continue;
            }
            when = when.and(fact, holds(i));
        }
        Some(when)
    }
}

/// Whether a relation only counts neighbours.
fn is_tally(relation: &rules::Relation) -> bool {
    relation.more && !relation.same && relation.how == rules::How::Next
}

/// The powers in their compiled form.
pub(super) struct Powers {
    pub(super) neighbour_counts: Vec<NeighbourCount>,
    pub(super) relations: Vec<Relation<Wide>>,
    /// The powers of the rules, for answers.
    pub(super) powers: Vec<Power<Wide>>,
}

impl Builder<'_> {
    /// Compiles the predicates about pieces, and the powers of the rules.
    pub(super) fn powers(&mut self, asked: &Asked) -> Result<Powers, CompileError> {
        let rules = self.rules;
        let room = MAX_PREDICATES.saturating_sub(2 * asked.neighbour_counts.len());
        if asked.relations.len() > room || 2 * asked.neighbour_counts.len() > MAX_PREDICATES {
            let count = asked.relations.len() + 2 * asked.neighbour_counts.len();
            let message = format!("the powers ask {count} things; at most {MAX_PREDICATES} are possible");
            return Err(CompileError::Power(message));
        }
        let mut neighbour_counts = Vec::new();
        for kinds in &asked.neighbour_counts {
            let of = self.subjects(asked, |relation| is_tally(relation) && relation.kinds == *kinds)?;
            let kinds = self.kinds(kinds)?.unwrap_or(u64::MAX);
            neighbour_counts.push(NeighbourCount { of, kinds });
        }
        let mut relations = Vec::new();
        for relation in &asked.relations {
            let of = self.subjects(asked, |other| other == relation)?;
            relations.push(self.relation(relation, of)?);
        }
        let mut powers = Vec::new();
        for power in &rules.powers {
            let of = self.kinds(&power.of)?.unwrap_or(u64::MAX);
            let relations = relations_of(rules, power);
            let relations = relations
                .iter()
                .map(|relation| self.relation(relation, of))
                .collect::<Result<_, _>>()?;
            powers.push(Power { of, relations });
        }
        Ok(Powers {
            neighbour_counts,
            relations,
            powers,
        })
    }

    /// The kinds on which powers depend, as bits.
    fn subjects(
        &self,
        asked: &Asked,
        is_asked: impl Fn(&rules::Relation) -> bool,
    ) -> Result<u64, CompileError> {
        let rules = self.rules;
        let mut asking = asked
            .powers
            .iter()
            .filter(|power| relations_of(rules, power).iter().any(&is_asked));
        asking.try_fold(0, |of, power| Ok(of | self.kinds(&power.of)?.unwrap_or(u64::MAX)))
    }

    fn relation(&mut self, relation: &rules::Relation, of: u64) -> Result<Relation<Wide>, CompileError> {
        let how = match &relation.how {
            rules::How::Attacked => How::Attacked,
            rules::How::Attacks => How::Attacks,
            rules::How::Beside(movement) => {
                let reach = |side| {
                    let reach = self.reach(side, movement);
                    reach.map_err(|error| CompileError::Power(error.about_movement()))
                };
                let reach = Side::try_each(reach)?;
                let fixed = reach.iter().all(|reach| reach.rays.is_none());
                let from = || Side::each_index(|side: usize| turned_round(&reach[side].leap));
                let from = fixed.then(from);
                How::Beside(reach, from)
            }
            rules::How::Next => {
                let near = self.near();
                let reach = || Reach {
                    leap: near.clone(),
                    rays: None,
                    looked_at: Vec::new(),
                    ends: Vec::new(),
                };
                How::Beside([reach(), reach()], Some([near.clone(), near.clone()]))
            }
        };
        let royals = Side::each(|side| bits(&self.royals(side)));
        Ok(Relation {
            in_check: matches!(how, How::Attacked) && !relation.friends && of & !(royals[0] & royals[1]) == 0,
            of,
            how,
            owners: [relation.friends, relation.enemies],
            kinds: self.kinds(&relation.kinds)?.unwrap_or(u64::MAX),
            same: relation.same,
            more: relation.more,
            several: relation.several,
        })
    }

    /// All ways in which a side's pieces of a kind move; the first is their own, without any power.
    pub(super) fn ways_of(&self, asked: &Asked, name: &str, side: Side) -> Result<Vec<Way>, CompileError> {
        let kind = self.kind(name)?;
        let own = &self.rules.pieces[usize::from(kind)].movement[side];
        let cases = self.cases(asked, name, side);
        let mut predicates: Vec<usize> = cases.iter().map(|case| case.fact).collect();
        sort(&mut predicates);
        predicates.dedup();
        // The two predicates of one count never both hold.
        let opposed = |&&fact: &&usize| {
            asked
                .opposite(fact)
                .is_some_and(|other| predicates.contains(&other))
        };
        let opposed = predicates.iter().filter(opposed).count() / 2;
        let possible = 1usize
            .checked_shl((predicates.len() - 2 * opposed) as u32)
            .and_then(|ways| ways.checked_mul(3usize.pow(opposed as u32)));
        if possible.is_none_or(|ways| ways > MAX_WAYS) {
            let message = format!(
                "the movement of `{name}` depends on {} things; at most {} are possible",
                predicates.len(),
                MAX_WAYS.ilog2()
            );
            return Err(CompileError::Power(message));
        }
        let mut ways = Vec::new();
        for holding in 0..1usize << predicates.len() {
            let holds = |i: usize| holding >> i & 1 == 1;
            let Some(when) = asked.when(&predicates, holds) else {
                continue;
            };
            let held = cases
                .iter()
                .filter(|case| predicates.iter().position(|&f| f == case.fact).is_some_and(holds));
            ways.push(way(held, when, own));
        }
        Ok(ways)
    }

    /// The changes of powers to the movement of a side's pieces of a kind, in the order of the
    /// rules.
    fn cases<'r>(&'r self, asked: &'r Asked, name: &str, side: Side) -> Vec<Case<'r>> {
        let rules = self.rules;
        let own = members(&rules.pieces[name].movement[side]);
        let mut cases: Vec<Case<'r>> = Vec::new();
        let powers = || asked.powers.iter().filter(|power| power.of.has(name));
        let replaced = powers().any(|p| matches!(p.change, Change::None | Change::Moves(_)));
        for power in powers() {
            for relation in relations_of(rules, power) {
                let change = match &power.change {
                    Change::None => Gift::Still,
                    Change::Moves(movement) => Gift::Moves(movement),
                    Change::Gains(movement) => Gift::Gains(movement),
                    Change::GainsTheirs => {
                        let Some(theirs) = one_kind(&relation).and_then(|kind| rules.pieces.get(kind)) else {
                            continue;
                        };
                        Gift::Gains(&theirs.movement[side])
                    }
                };
                // A kind does not gain a movement that it has anyway.
                let is_own = |gained: &Movement| members(gained).iter().all(|part| own.contains(part));
                if matches!(change, Gift::Gains(gained) if !replaced && is_own(gained)) {
                    continue;
                }
                if let Some(fact) = asked.fact(&relation) {
                    cases.push(Case { fact, change });
                }
            }
        }
        cases
    }
}

/// The relations of a power. If a piece gains the movements of others, there is one for each kind
/// of others.
fn relations_of(rules: &rules::Ruleset, power: &rules::Power) -> Vec<rules::Relation> {
    let relation = &power.condition;
    if power.change != Change::GainsTheirs {
        return vec![relation.clone()];
    }
    let kinds = rules.pieces.keys().filter(|name| relation.kinds.has(name));
    let one = |name: &String| rules::Relation {
        kinds: Kinds::Only(vec![name.clone()]),
        ..relation.clone()
    };
    kinds.map(one).collect()
}

/// The only kind that a relation names.
fn one_kind(relation: &rules::Relation) -> Option<&str> {
    match &relation.kinds {
        Kinds::Only(names) if names.len() == 1 => Some(&names[0]),
        _ => None,
    }
}

/// The movement of a kind while some cases hold.
fn way<'r>(held: impl Iterator<Item = &'r Case<'r>>, when: PowerCondition, own: &'r Movement) -> Way {
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

/// The parts of a movement, each of which is a way by itself.
fn members(movement: &Movement) -> Vec<&Movement> {
    match movement {
        Movement::Union(list) => list.iter().flat_map(members).collect(),
        movement => vec![movement],
    }
}
