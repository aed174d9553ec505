//! What hooks contribute.

use super::Builder;
use super::attacks::{Alternative, conditional, split};
use crate::board::{Bits, Square};
use crate::engine::core::{Asks, Attack, Tagging};
use crate::engine::effects::{self, Effects};
use crate::engine::error::CompileError;
use crate::engine::goals::Names;
use crate::engine::layout::{Layout, MAX_TAGS};
use crate::engine::paths::Path;
use crate::engine::tables::{Conditional, Conditionals};
use crate::engine::weapons::{Arsenal, Barrel, Weapon};
use crate::rules::{Kinds, Modes, Movement, Side};
use std::sync::Arc;

impl<L: Layout> Builder<'_, L> {
    pub(super) fn exchanges(&self, effects: &[Effects]) -> Result<[Vec<(u8, u8)>; 2], CompileError> {
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
    pub(super) fn near(&self) -> Vec<L::B> {
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

    /// Some kinds and all that they can become, as bits. With another hook that may be anything.
    fn bearers(&self, kinds: u64) -> Result<u64, CompileError> {
        if self.rules.hooks.len() > 1 && !self.rules.promotions.is_empty() {
            return Ok(u64::MAX);
        }
        let mut all = kinds;
        loop {
            let before = all;
            for promotion in &self.rules.promotions {
                if all >> self.kind(&promotion.piece)? & 1 == 1 {
                    all |= self.mask(&promotion.to)?;
                }
            }
            if all == before {
                return Ok(all);
            }
        }
    }

    /// Kinds as bits.
    pub(super) fn mask(&self, names: &[String]) -> Result<u64, CompileError> {
        names
            .iter()
            .try_fold(0, |mask, name| Ok(mask | 1u64 << self.kind(name)?))
    }

    /// All kinds, as bits.
    pub(super) fn all_kinds(&self) -> u64 {
        u64::MAX >> (64 - self.rules.pieces.len().clamp(1, 64))
    }

    /// Some kinds as bits; `None` for all.
    pub(super) fn kinds(&self, kinds: &Kinds) -> Result<Option<u64>, CompileError> {
        Ok(match kinds {
            Kinds::All => None,
            Kinds::Except(names) => Some(self.all_kinds() & !self.mask(names)?),
            Kinds::Only(names) => Some(self.mask(names)?),
        })
    }

    /// By square, the kinds that a path asks for, as bits.
    pub(super) fn asked(&self, path: &Path) -> Asks {
        let asks = path.kinds.iter();
        asks.map(|(square, kinds)| (*square, self.bits_of(kinds)))
            .collect()
    }

    /// A set of kinds as bits.
    fn bits_of(&self, kinds: &Arc<Kinds>) -> u64 {
        let mut asked = self.asked.borrow_mut();
        if let Some((_, bits)) = asked.iter().find(|(known, _)| known == kinds) {
            return *bits;
        }
        let pieces = self.rules.pieces.keys().enumerate();
        let some = pieces.filter(|(_, name)| kinds.has(name));
        let bits = some.fold(0, |set, (kind, _)| set | 1u64 << kind);
        asked.push((Arc::clone(kinds), bits));
        bits
    }

    /// What pieces carry: weapons, or movements taken over.
    pub(super) fn tagging(&self, effects: &[Effects]) -> Result<Option<Tagging>, CompileError> {
        let kinds = self.rules.pieces.len();
        // One tag says which pieces have promoted.
        let most = MAX_TAGS - usize::from(super::hands::demotes(self.rules));
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
                if weapons.len() > most {
                    return wrong(
                        "weapon",
                        format!("there are {} weapons; at most {most} are possible", weapons.len()),
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
                    bearers: 0,
                }))
            }
            (true, Some(absorption)) => {
                if absorption.movements.len() > most {
                    let count = absorption.movements.len();
                    return wrong(
                        "absorption",
                        format!("there are {count} movements; at most {most} are possible"),
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
                    bearers: self.bearers(takers)?,
                }))
            }
        }
    }

    /// The weapons, and the attacks that are made with them.
    pub(super) fn arsenal(
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

    pub(super) fn barrel(
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
}
