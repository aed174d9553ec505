//! Limits that nothing ever exceeds, and conditions of drops and castlings that ask nothing.

use super::super::super::report::{At, Place};
use super::super::{Lints, OWN};
use super::world::World;
use crate::board::Bits;
use crate::lower::declared::DropBlock;
use crate::rules::{Act, Drop, Side};
use crate::vocabulary::{CASTLING, CastlingKey, DROP, DropKey, PROMOTION, PromotionKey};
use ferz_grammar::ast::{Entry, SectionDecl};

impl Lints<'_, '_> {
    pub(super) fn idle_limits(&self, world: &World<'_, '_>) {
        if world.open {
            return;
        }
        for block in self
            .facts
            .declared
            .drops
            .iter()
            .filter(|block| block.at.source == OWN)
        {
            self.idle_conditions_of_drops(world, block);
        }
        self.idle_limits_of_promotions(world);
        self.never_alone(world);
        self.idle_chains();
    }

    /// `only-promotions` for fewer pieces than a side always has besides one that promotes.
    fn never_alone(&self, world: &World<'_, '_>) {
        let rules = self.facts.rules;
        let (Some(limit), Some(at)) = (&rules.end.only_promotions, self.end_entry("only-promotions")) else {
            return;
        };
        let promotes = |side: Side, name: &str| {
            let mut all = rules.promotions.iter();
            all.any(|one| one.side == side && one.piece == name)
        };
        let kept = |side: Side| {
            let mut kept = world.kinds(side).filter(|name| rules.pieces[*name].royal[side]);
            let first = kept.next();
            let plain = first.into_iter().chain(kept).all(|name| !promotes(side, name));
            usize::from(first.is_some() && plain)
        };
        let most = usize::from(limit.pieces);
        if at.source == OWN && Side::ALL.into_iter().all(|side| kept(side) >= most) {
            let why = "a side has its royal piece besides one that promotes";
            self.says_idle(at.place(at.node.span), why);
        }
    }

    /// Conditions of a block of drops that all its drops meet.
    fn idle_conditions_of_drops(&self, world: &World<'_, '_>, block: &DropBlock<'_>) {
        let drops = self.given(block);
        if drops.is_empty() {
            return;
        }
        if self.idle_beside_gates(block, &drops) {
            return;
        }
        let place = |key: DropKey| place_of(block.at, &|entry| DROP.get(&entry.key.value) == Some(&key));
        let t = self.facts.topology;
        let ranks = |drop: &Drop| {
            let set = self.set(&drop.zone);
            let file = |square| t.coordinates(square).map(|(file, _)| file);
            let on_file = |square| {
                let all = t.squares().squares();
                all.filter(|&other| file(other) == file(square)).count()
            };
            set.squares().map(on_file).max().unwrap_or(0)
        };
        let spare = |drop: &&Drop| drop.per_file.is_some_and(|most| usize::from(most) >= ranks(drop));
        if drops.iter().all(spare)
            && let Some(place) = place(DropKey::PerFile)
        {
            self.says_idle(place, "no file has as many squares");
        }
        self.idle_checks_of_drops(block, &drops);
        if drops.iter().all(|drop| drop.endless && drop.outside)
            && let Some(place) = place(DropKey::Outside)
        {
            self.says_idle(place, "an endless supply needs nothing from outside");
        }
        if drops.iter().all(|drop| drop.endless && drop.hand.is_some())
            && let Some(place) = place(DropKey::Hand)
        {
            self.says_idle(place, "nothing is taken from the hand for an endless supply");
        }
        let always = |drop: &&Drop| {
            let scene = world.dropped(drop);
            drop.condition.present.iter().any(|group| scene.always(group))
        };
        if drops.iter().all(always)
            && let Some(place) = place(DropKey::While)
        {
            self.says_idle(place, "there always is such a piece");
        }
        if drops.iter().all(|drop| self.is_never_full(drop)) {
            let keys = [DropKey::On, DropKey::While, DropKey::Unless];
            if let Some(place) = keys.into_iter().find_map(place) {
                self.says_idle(place, "one of the squares behind `first` is always empty");
            }
        }
        self.idle_squares_of_drops(world, block, &drops);
    }

    /// Whether there are fewer pieces than squares on which a drop must come first.
    fn is_never_full(&self, drop: &Drop) -> bool {
        let rules = &self.facts.rules;
        let more = rules.drops.iter().any(|drop| drop.endless || drop.outside);
        let brings = rules.dissolved().acts().any(Act::brings);
        let walls = rules.walls.is_some() || rules.dissolved().acts().any(|act| matches!(act, Act::Close(_)));
        let hand = rules
            .start
            .split_once('[')
            .and_then(|(_, hand)| hand.split_once(']'));
        let held = hand.map_or(0, |(hand, _)| hand.len());
        let pieces = self.facts.start.pieces.len() + held;
        !drop.first.0.is_empty() && !more && !brings && !walls && drop.first.0.len() > pieces
    }

    /// Bounds on the checks that drops give, where they give none.
    fn idle_checks_of_drops(&self, block: &DropBlock<'_>, drops: &[&Drop]) {
        let place = |key: DropKey| place_of(block.at, &|entry| DROP.get(&entry.key.value) == Some(&key));
        let royal = |side: Side| self.facts.rules.pieces.values().any(|piece| piece.royal[side]);
        for (key, bound) in [
            (DropKey::Check, (|drop: &Drop| drop.no_check) as fn(&Drop) -> bool),
            (DropKey::Mate, |drop| drop.no_mate),
        ] {
            if drops.iter().all(|drop| bound(drop) && !royal(drop.side.other()))
                && let Some(place) = place(key)
            {
                self.says_idle(place, "there is no royal piece to give check to");
            }
        }
        if drops.iter().all(|drop| drop.no_check && drop.no_mate)
            && let Some(place) = place(DropKey::Mate)
        {
            self.says_idle(place, "the drop may not give check at all");
        }
    }

    /// Entries about drops in a block of pieces that enter by gates alone; whether there are any.
    fn idle_beside_gates(&self, block: &DropBlock<'_>, drops: &[&Drop]) -> bool {
        let by_gate = |drop: &&Drop| drop.zone.0.is_empty() && !drop.gate.0.is_empty();
        let about_drops = |entry: &Entry| {
            matches!(
                DROP.get(&entry.key.value),
                Some(
                    DropKey::Slides
                        | DropKey::PerFile
                        | DropKey::Check
                        | DropKey::Mate
                        | DropKey::Must
                        | DropKey::First
                        | DropKey::While
                        | DropKey::Unless
                )
            )
        };
        if drops.iter().all(by_gate)
            && let Some(place) = place_of(block.at, &about_drops)
        {
            let why = "it is about drops, and these pieces enter behind others only: `on` says where they may be dropped";
            self.says_idle(place, why);
            return true;
        }
        false
    }

    /// Conditions of a block of drops about squares.
    fn idle_squares_of_drops(&self, world: &World<'_, '_>, block: &DropBlock<'_>, drops: &[&Drop]) {
        let place = |key: DropKey| place_of(block.at, &|entry| DROP.get(&entry.key.value) == Some(&key));
        if drops.iter().all(|drop| drop.hand.as_ref() == Some(&drop.piece))
            && let Some(place) = place(DropKey::Hand)
        {
            self.says_idle(place, "a piece is taken from the hand for its own drop anyway");
        }
        let excluded = |drop: &&Drop| {
            let scene = world.dropped(drop);
            let absent = &drop.condition.absent;
            !absent.is_empty() && absent.iter().all(|group| scene.missing(group).is_some())
        };
        if drops.iter().all(excluded)
            && let Some(place) = place(DropKey::Unless)
        {
            self.says_idle(place, "this excludes only what never occurs");
        }
        let first = |drop: &&Drop| {
            let (first, zone) = (self.set(&drop.first), self.set(&drop.zone));
            let plain = drop.condition.is_none() && drop.per_file.is_none() && drop.slides.is_none();
            !first.is_empty() && plain && (zone & !first).is_empty() && (first & !zone).is_empty()
        };
        if drops.iter().all(first)
            && let Some(place) = place(DropKey::First)
        {
            self.says_idle(place, "these are all squares on which it may be dropped");
        }
    }

    /// Numbers of pieces that no side ever has.
    fn idle_limits_of_promotions(&self, world: &World<'_, '_>) {
        let rules = &world.played;
        let mut acts = rules.acts();
        let more = |drop: &Drop| drop.endless || drop.outside || drop.hand.is_some();
        if acts.any(Act::brings) || rules.drops.iter().any(more) || rules.restrictions.beyond.takes_part() {
            return;
        }
        // Pieces of both sides may come to a hand. Hands at the start are not counted.
        let hands = !rules.drops.is_empty();
        let text = &self.facts.start.text;
        if hands && text.contains('[') && !text.contains("[]") {
            return;
        }
        let most = |side: Side, kind: &str| {
            let sources = self.becomes(side, kind);
            let pieces = self.facts.start.pieces.values();
            pieces
                .filter(|piece| (hands || piece.0 == side) && sources.contains(&piece.1.as_str()))
                .count()
        };
        let mut told: Vec<Place> = Vec::new();
        for promotion in &rules.promotions {
            let spare = |(kind, &limit): (&String, &u32)| limit as usize >= most(promotion.side, kind);
            if !promotion.limits.iter().any(spare) {
                continue;
            }
            let mut blocks = self.facts.declared.promotions.iter();
            let block = blocks
                .find(|block| block.side == promotion.side && block.piece.node.value == promotion.piece);
            let Some(block) = block.filter(|block| block.block.at.source == OWN) else {
                continue;
            };
            let is_limit = |entry: &Entry| PROMOTION.get(&entry.key.value) == Some(&PromotionKey::Limit);
            if let Some(place) = place_of(block.block.at, &is_limit).filter(|place| !told.contains(place)) {
                told.push(place);
                self.says_idle(place, "a side never has more pieces than that");
            }
        }
    }

    /// A kind with all kinds that promote to it in one step or several.
    fn becomes<'s>(&'s self, side: Side, kind: &'s str) -> Vec<&'s str> {
        let mut sources = vec![kind];
        loop {
            let promotions = self.facts.rules.promotions.iter();
            let mut more = promotions.filter(|promotion| {
                promotion.side == side
                    && !sources.contains(&promotion.piece.as_str())
                    && promotion.to.iter().any(|to| sources.contains(&to.as_str()))
            });
            let Some(promotion) = more.next() else {
                return sources;
            };
            sources.push(&promotion.piece);
        }
    }

    /// Castlings that look at turns that go on, where none does.
    fn idle_chains(&self) {
        let rules = self.facts.rules.dissolved();
        if rules.acts().any(|act| act.facts().again.is_some()) {
            return;
        }
        let chained = |side: Side| rules.castling.iter().any(|c| c.side == side && c.chains);
        let blocks = Side::ALL.into_iter().filter(|&side| chained(side));
        let mut blocks = blocks.filter_map(|side| self.facts.declared.castling[side]);
        if let Some(block) = blocks.next().filter(|block| block.at.source == OWN)
            && let Some(place) = place_of(block.at, &|entry| {
                CASTLING.get(&entry.key.value) == Some(&CastlingKey::Chains)
            })
        {
            self.says_idle(place, "no turn goes on: only `again` in an effect lets it");
        }
    }
}

/// The place of an entry in a section that passes a test.
fn place_of(at: At<'_, SectionDecl>, test: &dyn Fn(&Entry) -> bool) -> Option<Place> {
    let mut entries = at.node.entries.iter();
    Some(at.place(entries.find(|entry| test(entry))?.span))
}
