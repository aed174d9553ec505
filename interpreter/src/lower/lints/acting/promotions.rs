//! Promotions and other starts that never come about.

use super::super::super::report::warning;
use super::super::{Lints, OWN};
use super::scene::Scene;
use super::world::World;
use crate::board::Bits as _;
use crate::lower::values::word;
use crate::rules::{Event, Group, Kinds, Mandatory, Occasion, Promotion, Side, Trigger};
use crate::vocabulary::{PROMOTION, PromotionKey, YES_NO};

impl Lints<'_, '_> {
    pub(super) fn idle_promotions_of_blocks(&self, world: &World<'_, '_>) {
        self.single_start();
        self.said_duties();
        self.overruled();
        if world.open {
            return;
        }
        let mut told = Vec::new();
        for promotion in &self.facts.rules.promotions {
            let Some((key, why)) = self.never_promotes(world, promotion) else {
                continue;
            };
            let mut blocks = self.facts.declared.promotions.iter();
            let block = blocks
                .find(|block| block.side == promotion.side && block.piece.node.value == promotion.piece);
            let Some(block) = block else { continue };
            let at = block.block.at;
            let mut entries = at.node.entries.iter();
            let entry = entries.find(|entry| PROMOTION.get(&entry.key.value) == Some(&key));
            let place = at.place(entry.map_or(at.node.keyword.span, |entry| entry.span));
            if told.contains(&place) {
                continue;
            }
            told.push(place);
            let help = "change the condition, or leave the promotion out";
            let diagnostic = warning(
                "F0308",
                place,
                format!("the `{}` never promotes in this way: {why}", promotion.piece),
            );
            self.add(diagnostic.help(help), &self.causes());
        }
    }

    /// Squares on which a piece must promote that are all on which it may.
    fn said_duties(&self) {
        let always = |side: Side, piece: &str| {
            let promotions = self.facts.rules.promotions.iter();
            let mut own = promotions.filter(|one| one.side == side && one.piece == piece);
            own.all(|one| one.mandatory == Mandatory::Always)
        };
        let mut told = Vec::new();
        for block in &self.facts.declared.promotions {
            let at = block.block.at;
            let mut entries = at.node.entries.iter();
            let must = entries.find(|entry| PROMOTION.get(&entry.key.value) == Some(&PromotionKey::Must));
            let Some(entry) = must.filter(|_| at.source == OWN) else {
                continue;
            };
            let place = at.place(entry.span);
            let plain = entry
                .values
                .first()
                .and_then(word)
                .is_some_and(|word| YES_NO.has(word));
            let piece = block.piece.node.value.as_str();
            let all = Side::ALL.into_iter().all(|side| always(side, piece));
            if all && !plain && !told.contains(&place) && !self.is_told_before("promotion", Some("must")) {
                told.push(place);
                self.says_idle(place, "it must promote on all squares on which it may anyway");
            }
        }
    }

    /// Blocks that let a piece keep its kind on squares where another block says that it must
    /// promote.
    fn overruled(&self) {
        let mut told = Vec::new();
        // Without errors there is one promotion for each block of a piece that the side has.
        let has = |side: Side, name: &str| self.facts.declared.armies[side].pieces.contains_key(name);
        let blocks = self.facts.declared.promotions.iter();
        let known = blocks.filter(|b| has(b.side, b.piece.node.value.as_str()));
        let all: Vec<_> = known.zip(&self.facts.rules.promotions).collect();
        for (block, free) in &all {
            let zone = self.set(&free.zone);
            let rules = |(_, other): &&(_, &Promotion)| {
                let alike =
                    (other.side, &other.piece, other.trigger) == (free.side, &free.piece, free.trigger);
                let always = other.mandatory == Mandatory::Always && other.only.is_any();
                let sure = !other.is_conditional() && other.hand.is_none() && other.limits.is_empty();
                alike && always && sure && (zone & !self.set(&other.zone)).is_empty()
            };
            let at = block.block.at;
            if free.mandatory != Mandatory::Never || at.source != OWN || zone.is_empty() {
                continue;
            }
            let Some((_, other)) = all.iter().find(rules) else {
                continue;
            };
            let mut entries = at.node.entries.iter();
            let must = entries.find(|entry| PROMOTION.get(&entry.key.value) == Some(&PromotionKey::Must));
            let place = at.place(must.map_or(at.node.keyword.span, |entry| entry.span));
            if !told.contains(&place) {
                told.push(place);
                let kinds = other.to.join("` or `");
                let why = format!("the block for `{kinds}` says that it must promote there");
                self.says_idle(place, &why);
            }
        }
    }

    fn never_promotes(&self, world: &World<'_, '_>, promotion: &Promotion) -> Option<(PromotionKey, String)> {
        if promotion.only == Occasion::Capture && !world.captures(promotion.side, &promotion.piece) {
            return Some((PromotionKey::Only, "it never captures".to_owned()));
        }
        if promotion.only == Occasion::Capture && promotion.trigger == Trigger::InPlace {
            let why = "a promotion in place captures nothing";
            return Some((PromotionKey::Only, why.to_owned()));
        }
        let movers = Kinds::Only(promotion.to.clone());
        let scene = Scene::anywhere(world, promotion.side, Some(Event::Move), movers, false);
        let missing = |group: &Group| scene.missing(group);
        let whys: Option<Vec<String>> = promotion.condition.present.iter().map(missing).collect();
        if let Some(why) = whys.and_then(|whys| whys.into_iter().next()) {
            return Some((PromotionKey::While, why));
        }
        let mut absent = promotion.condition.absent.iter();
        absent
            .any(|group| scene.always(group))
            .then(|| (PromotionKey::Unless, "there always is such a piece".to_owned()))
    }

    /// Other starts that are all the same.
    fn single_start(&self) {
        if let (Some(at), Some(shuffle)) = (self.facts.declared.shuffle, &self.facts.rules.shuffle)
            && at.source == OWN
            && shuffle.count() == 1
        {
            self.says_idle(
                at.place(at.node.keyword.span),
                "there is one start only, since each piece has its square",
            );
        }
    }
}
