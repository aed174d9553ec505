//! The tags of pieces, and the shots that they give. Does not know which pieces have them.

use super::attacks::{Alternative, conditional, split};
use super::{Builder, Wide};
use crate::board::{Bits, Square, union};
use crate::engine::compiled::Attack;
use crate::engine::effects::{self, Gives, Tag};
use crate::engine::error::CompileError;
use crate::engine::goals::Names;
use crate::engine::paths::Path;
use crate::engine::shots::{ShotRange, Shots};
use crate::engine::tables::{Conditional, Conditionals};
use crate::engine::tagging::MAX_TAGS;
use crate::engine::tagging::Tagging;
use crate::rules::{BySide, Letter, Modes, Movement, Side};

fn wrong(tag: &Tag, message: String) -> CompileError {
    CompileError::Hook {
        name: tag.hook.to_owned(),
        message,
    }
}

impl Builder<'_> {
    /// All tags of a variant, in order.
    pub(super) fn tags(&self) -> Vec<Tag> {
        let hooks = self.effects.iter().flat_map(|effect| effect.tags.iter().cloned());
        Tag::absorbed(&self.rules.restrictions).chain(hooks).collect()
    }

    /// The tags of pieces.
    pub(super) fn tagging(&self, tags: &[Tag]) -> Result<Option<Tagging>, CompileError> {
        let Some(first) = tags.first() else {
            return Ok(None);
        };
        // One tag is reserved for promoted pieces.
        let most = MAX_TAGS - usize::from(super::hands::demotes(self.rules));
        let count = tags.len();
        if count > most {
            let message = format!("pieces can carry {count} things; at most {most} are possible");
            return Err(wrong(first, message));
        }
        let kinds = self.rules.pieces.len();
        let mut tagging = Tagging {
            key: first.key,
            letters: Vec::new(),
            natural: vec![0; kinds],
            leaves: vec![0; kinds],
            takers: 0,
            bearers: 0,
        };
        let (mut takers, mut moves) = (0, false);
        for (number, tag) in tags.iter().enumerate() {
            if tag.key != first.key {
                let message = format!("it cannot be used together with `{}`", first.hook);
                return Err(wrong(tag, message));
            }
            let letter = self.letter_of(tag);
            if tag.letter.is_some() && tagging.letters.contains(&letter) {
                return Err(wrong(tag, format!("two of them have the letter `{letter}`")));
            }
            tagging.letters.push(letter);
            for name in &tag.natural {
                tagging.natural[usize::from(self.kind(name)?)] |= 1 << number;
            }
            for name in &tag.left {
                tagging.leaves[usize::from(self.kind(name)?)] |= 1 << number;
            }
            takers |= self.kinds(&tag.takers)?.unwrap_or_else(|| self.all_kinds());
            moves |= matches!(tag.gives, Gives::Moves);
        }
        tagging.takers = takers;
        if moves {
            tagging.bearers = self.bearers(takers)?;
        }
        Ok(Some(tagging))
    }

    /// The letter of a tag in positions and moves.
    fn letter_of(&self, tag: &Tag) -> Letter {
        let of_piece = || {
            let piece = self.rules.pieces.get(tag.left.first()?)?;
            let letter = piece.letter.white.or(piece.letter.black)?;
            Some(letter.to_ascii_uppercase())
        };
        tag.letter.or_else(of_piece).unwrap_or_default()
    }

    /// Some kinds and all that they can become, as bits. With a hook these may be all kinds.
    fn bearers(&self, kinds: u64) -> Result<u64, CompileError> {
        if !self.rules.hooks.is_empty() && !self.rules.promotions.is_empty() {
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

    /// The shots that tags give, and the attacks that are made with them.
    pub(super) fn shots(
        &mut self,
        tags: &[Tag],
        attacks: &mut BySide<Vec<Attack<Wide>>>,
    ) -> Result<Vec<Shots<Wide>>, CompileError> {
        let mut list = Vec::new();
        for (number, tag) in tags.iter().enumerate() {
            if let Gives::Shots(shots) = &tag.gives {
                list.push(self.shots_of(number as u8, (tag, shots), tags, attacks)?);
            }
        }
        Ok(list)
    }

    /// The shots that one tag gives.
    fn shots_of(
        &mut self,
        number: u8,
        (tag, shots): (&Tag, &effects::Shots),
        tags: &[Tag],
        attacks: &mut BySide<Vec<Attack<Wide>>>,
    ) -> Result<Shots<Wide>, CompileError> {
        let resisted = self.mask(&tag.natural)?;
        let mut beaten = 0;
        for &letter in &shots.beats {
            let Some(other) = tags.iter().find(|other| self.letter_of(other) == letter) else {
                let own = self.letter_of(tag);
                return Err(wrong(tag, format!("there is no `{letter}` for `{own}` to beat")));
            };
            beaten |= self.mask(&other.natural)?;
        }
        let (all, masters) = (self.all_kinds(), self.mask(&shots.masters)?);
        let mut ranges = [Vec::new(), Vec::new()];
        for side in Side::ALL {
            for (kinds, movement) in [(all & !masters, &shots.reach), (masters, &shots.masters_reach)] {
                if kinds == 0 {
                    continue;
                }
                let (range, mut attack) = self.range(side, tag, kinds, movement)?;
                attack.shot = number;
                attack.resisted = resisted;
                attacks[side.index()].push(attack);
                ranges[side.index()].push(range);
            }
        }
        Ok(Shots {
            tag: number,
            resisted,
            beaten: beaten & !resisted,
            ranges,
        })
    }

    /// The squares that pieces of some kinds reach with the shots of a tag, and the resulting
    /// attack.
    fn range(
        &mut self,
        side: Side,
        tag: &Tag,
        kinds: u64,
        movement: &Movement,
    ) -> Result<(ShotRange<Wide>, Attack<Wide>), CompileError> {
        let letter = self.letter_of(tag);
        let paths = self.paths(side, letter.as_str(), movement)?;
        if !paths.iter().flatten().all(Path::is_plain) {
            let message =
                format!("whether `{letter}` reaches a square may only depend on which squares are occupied");
            return Err(wrong(tag, message));
        }
        let mut alternative: Alternative = Vec::new();
        let (mut most, mut leap, mut rays) = (Vec::new(), Vec::new(), Vec::new());
        for (from, list) in paths.iter().enumerate() {
            let from = from as Square;
            let captures = |p: &&Path| p.modes.has(Modes::CAPTURE) && p.to != from;
            let chosen: Vec<(u16, Conditional<Wide>)> = list
                .iter()
                .filter(captures)
                .map(|p| (p.alternative, conditional(p)))
                .collect();
            alternative.extend(chosen.iter().map(|&(_, c)| (from, c)));
            let (set, groups) = split(&chosen);
            let ends = chosen.iter().map(|(_, c)| c.square);
            most.push(union(ends, Wide::bit));
            leap.push(set);
            rays.push(groups);
        }
        if leap.iter().all(|s| s.is_empty()) {
            leap.clear();
        }
        let rays = Conditionals::build(&mut self.draft, &rays);
        let list = (0..self.rules.pieces.len() as u8)
            .filter(|&kind| kinds >> kind & 1 == 1)
            .collect();
        let attack = self.attack(&alternative, list, true);
        let range = ShotRange {
            kinds,
            others: self.all_kinds() & !kinds,
            most,
            leap,
            rays,
        };
        Ok((range, attack))
    }
}
