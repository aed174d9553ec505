//! Powers: in which ways each kind of piece moves, and what must be so for it.

use super::deadly::turned_round;
use super::{Builder, Wide, bits};
use crate::board::Bits;
use crate::engine::compiled::Mover;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::program::Reach;
use crate::engine::ties::{How, MAX_FACTS, Power, Tally, Tie, When};
use crate::rules::{self, Change, Kinds, Movement, Side};

/// How a kind moves while certain facts hold.
pub(super) struct Way {
    pub(super) when: When,
    pub(super) movement: Movement,
    /// Whether it may not move at all.
    pub(super) still: bool,
}

/// At most so many ways has a kind to move; their number doubles with each fact.
const MAX_WAYS: usize = 256;

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

/// The powers of pieces, and what they ask.
pub(super) struct Asked {
    /// The powers of the rules.
    powers: Vec<rules::Power>,
    /// The kinds of neighbours that are counted, for each tally.
    tallies: Vec<Kinds>,
    /// Everything else that is asked, each once.
    ties: Vec<rules::Tie>,
}

impl Asked {
    pub(super) fn new(rules: &rules::Ruleset) -> Self {
        let mut asked = Self {
            powers: rules.powers.clone(),
            tallies: Vec::new(),
            ties: Vec::new(),
        };
        for tie in asked.powers.iter().flat_map(|power| ties_of(rules, power)) {
            if is_tally(&tie) {
                if !asked.tallies.contains(&tie.kinds) {
                    asked.tallies.push(tie.kinds);
                }
            } else if !asked.ties.contains(&tie) {
                asked.ties.push(tie);
            }
        }
        asked
    }

    /// Whether no piece has powers.
    pub(super) fn is_empty(&self) -> bool {
        self.powers.is_empty()
    }

    /// Whether something is asked but who is next to a piece.
    pub(super) fn has_ties(&self) -> bool {
        !self.ties.is_empty()
    }

    /// The number of the fact that a tie is.
    fn fact(&self, tie: &rules::Tie) -> Option<usize> {
        if is_tally(tie) {
            let tally = self.tallies.iter().position(|kinds| *kinds == tie.kinds);
            return tally.map(|number| 2 * number + usize::from(tie.enemies));
        }
        let number = self.ties.iter().position(|known| known == tie);
        number.map(|number| 2 * self.tallies.len() + number)
    }

    /// The other fact of a tally: the two never hold together.
    fn opposite(&self, fact: usize) -> Option<usize> {
        (fact < 2 * self.tallies.len()).then_some(fact ^ 1)
    }

    /// When some facts hold and others do not; nothing if that cannot be.
    fn when(&self, facts: &[usize], holds: impl Fn(usize) -> bool) -> Option<When> {
        let held = |fact: usize| facts.iter().position(|&f| f == fact).is_some_and(&holds);
        let mut when = When::ALWAYS;
        for (i, &fact) in facts.iter().enumerate() {
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

/// Whether a tie only counts neighbours.
fn is_tally(tie: &rules::Tie) -> bool {
    tie.more && !tie.same && tie.how == rules::How::Next
}

/// The powers as compiled.
pub(super) struct Powers {
    pub(super) tallies: Vec<Tally>,
    pub(super) ties: Vec<Tie<Wide>>,
    /// Those of the rules, for answers.
    pub(super) powers: Vec<Power<Wide>>,
}

impl Builder<'_> {
    /// What is asked about pieces, and the powers of the rules.
    pub(super) fn powers(&mut self, asked: &Asked) -> Result<Powers, CompileError> {
        let rules = self.rules;
        let room = MAX_FACTS.saturating_sub(2 * asked.tallies.len());
        if asked.ties.len() > room || 2 * asked.tallies.len() > MAX_FACTS {
            let count = asked.ties.len() + 2 * asked.tallies.len();
            let message = format!("the powers ask {count} things; at most {MAX_FACTS} are possible");
            return Err(CompileError::Power(message));
        }
        let mut tallies = Vec::new();
        for kinds in &asked.tallies {
            let of = self.subjects(asked, |tie| is_tally(tie) && tie.kinds == *kinds)?;
            let kinds = self.kinds(kinds)?.unwrap_or(u64::MAX);
            tallies.push(Tally { of, kinds });
        }
        let mut ties = Vec::new();
        for tie in &asked.ties {
            let of = self.subjects(asked, |other| other == tie)?;
            ties.push(self.tie(tie, of)?);
        }
        let mut powers = Vec::new();
        for power in &rules.powers {
            let of = self.kinds(&power.of)?.unwrap_or(u64::MAX);
            let ties = ties_of(rules, power);
            let ties = ties
                .iter()
                .map(|tie| self.tie(tie, of))
                .collect::<Result<_, _>>()?;
            powers.push(Power { of, ties });
        }
        Ok(Powers {
            tallies,
            ties,
            powers,
        })
    }

    /// The kinds of which powers ask something, as bits.
    fn subjects(&self, asked: &Asked, is_asked: impl Fn(&rules::Tie) -> bool) -> Result<u64, CompileError> {
        let rules = self.rules;
        let mut asking = asked
            .powers
            .iter()
            .filter(|power| ties_of(rules, power).iter().any(&is_asked));
        asking.try_fold(0, |of, power| Ok(of | self.kinds(&power.of)?.unwrap_or(u64::MAX)))
    }

    fn tie(&mut self, tie: &rules::Tie, of: u64) -> Result<Tie<Wide>, CompileError> {
        let how = match &tie.how {
            rules::How::Attacked => How::Attacked,
            rules::How::Attacks => How::Attacks,
            rules::How::Beside(movement) => {
                let mut reach = |side| {
                    let reach = self.reach(side, movement);
                    reach.map_err(|error| CompileError::Power(error.about_movement()))
                };
                let reach = [reach(Side::White)?, reach(Side::Black)?];
                let fixed = reach.iter().all(|reach| reach.rays.is_none());
                let from = || [0, 1].map(|side: usize| turned_round(&reach[side].leap));
                let from = fixed.then(from);
                How::Beside(reach, from)
            }
            rules::How::Next => {
                let near = self.near();
                let reach = || Reach {
                    leap: near.clone(),
                    rays: None,
                    looked_at: Vec::new(),
                };
                How::Beside([reach(), reach()], Some([near.clone(), near.clone()]))
            }
        };
        let royals = Side::ALL.map(|side| bits(&self.royals(side)));
        Ok(Tie {
            in_check: matches!(how, How::Attacked) && !tie.friends && of & !(royals[0] & royals[1]) == 0,
            of,
            how,
            owners: [tie.friends, tie.enemies],
            kinds: self.kinds(&tie.kinds)?.unwrap_or(u64::MAX),
            same: tie.same,
            more: tie.more,
            several: tie.several,
        })
    }

    /// All ways in which a side's pieces of a kind move; the first is its own, with no power at all.
    pub(super) fn ways_of(&self, asked: &Asked, name: &str, side: Side) -> Result<Vec<Way>, CompileError> {
        let kind = self.kind(name)?;
        let own = &self.rules.pieces[usize::from(kind)].movement[side];
        let cases = self.cases(asked, name, side);
        let mut facts: Vec<usize> = cases.iter().map(|case| case.fact).collect();
        facts.sort_unstable();
        facts.dedup();
        // Of one tally's facts not both hold.
        let opposed = |&&fact: &&usize| asked.opposite(fact).is_some_and(|other| facts.contains(&other));
        let opposed = facts.iter().filter(opposed).count() / 2;
        let possible = 1usize
            .checked_shl((facts.len() - 2 * opposed) as u32)
            .and_then(|ways| ways.checked_mul(3usize.pow(opposed as u32)));
        if possible.is_none_or(|ways| ways > MAX_WAYS) {
            let message = format!(
                "the movement of `{name}` depends on {} things; at most {} are possible",
                facts.len(),
                MAX_WAYS.ilog2()
            );
            return Err(CompileError::Power(message));
        }
        let mut ways = Vec::new();
        for holding in 0..1usize << facts.len() {
            let holds = |i: usize| holding >> i & 1 == 1;
            let Some(when) = asked.when(&facts, holds) else {
                continue;
            };
            let held = cases
                .iter()
                .filter(|case| facts.iter().position(|&f| f == case.fact).is_some_and(holds));
            ways.push(way(held, when, own));
        }
        Ok(ways)
    }

    /// What powers change in how a side's pieces of a kind move, in the order of the rules.
    fn cases<'r>(&'r self, asked: &'r Asked, name: &str, side: Side) -> Vec<Case<'r>> {
        let rules = self.rules;
        let own = members(&rules.pieces[name].movement[side]);
        let mut cases: Vec<Case<'r>> = Vec::new();
        let powers = || asked.powers.iter().filter(|power| power.of.has(name));
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
                if let Some(fact) = asked.fact(&tie) {
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

impl Mover<Wide> {
    /// Has its pieces do nothing, not even promote where they stand.
    pub(super) fn hold_still(&mut self) {
        self.still = true;
        self.in_place = false;
        self.has_rest = false;
        self.promotions.clear();
        self.promotion_squares = Wide::EMPTY;
    }

    /// What its pieces have taken over may lead to the same squares as their own paths.
    pub(super) fn doubts_ends(&mut self) {
        for path in self.special.iter_mut().flatten() {
            path.alone = false;
        }
    }
}
