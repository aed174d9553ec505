//! Promotions.

use super::Writer;
use super::army::promotes_as_pawn;
use crate::region::Region;
use crate::types::{PAWN, Slot};
use ferz::rules::{PerSide, Side};

impl Writer<'_> {
    /// Whether a side's kind promotes to something.
    pub(super) fn has_promotion(&self, side: Side, slot: Slot) -> bool {
        !self.zone(side).is_empty()
            && (self.army.becomes(self.model, slot).is_some()
                || !self.pawn_targets(side, slot).is_empty()
                || self.demoted(slot).is_some())
    }

    fn zone(&self, side: Side) -> Region {
        self.model.promotion.region[side].and(&self.everywhere())
    }

    /// What a kind promotes to as pawns do.
    fn pawn_targets(&self, side: Side, slot: Slot) -> Vec<Slot> {
        if !promotes_as_pawn(self.model, side, slot) {
            return Vec::new();
        }
        let targets = self.model.promotion.to[side].iter().copied();
        targets.filter(|to| self.army.whose[side].contains(to)).collect()
    }

    /// What a promoted kind turns back to.
    fn demoted(&self, slot: Slot) -> Option<Slot> {
        if !self.model.promotion.demotion {
            return None;
        }
        let from = self.army.all().into_iter();
        from.into_iter()
            .find(|&from| from != slot && self.army.becomes(self.model, from) == Some(slot))
    }

    pub(super) fn promotions(&mut self) {
        for slot in self.army.all() {
            let whose = self.army.whose.clone();
            let mut texts = PerSide::new(Vec::new(), Vec::new());
            for side in Side::ALL {
                if whose[side].contains(&slot) && !self.zone(side).is_empty() {
                    texts[side] = self.blocks(side, slot);
                }
            }
            let name = self.army.called(slot);
            for at in 0..texts.white.len().max(texts.black.len()) {
                let pair = PerSide::new(texts.white.get(at).cloned(), texts.black.get(at).cloned());
                self.sided("promotion", &name, pair);
            }
        }
    }

    /// The blocks of a kind, what stands behind its name.
    fn blocks(&mut self, side: Side, slot: Slot) -> Vec<String> {
        let mut blocks = Vec::new();
        let becomes = self.army.becomes(self.model, slot);
        let mut targets = self.pawn_targets(side, slot);
        if slot == PAWN {
            targets.extend(becomes);
        }
        let pawn = promotes_as_pawn(self.model, side, slot);
        if slot == PAWN && self.model.promotion.in_place {
            return self.in_place(side);
        }
        if !targets.is_empty() {
            let must = self.must(side, slot, self.model.promotion.pawn_must);
            blocks.push(self.block(side, slot, &targets, [Some(must), None, None]));
        } else if pawn && self.model.promotion.pawn_must && self.reaches(side, slot) {
            blocks.extend(self.nothing(side, slot));
        }
        let turned = becomes.filter(|_| slot != PAWN).or(self.demoted(slot));
        if let Some(to) = turned {
            let must = self.must(side, slot, self.model.promotion.piece_must);
            let when = Some("when: touch".to_owned());
            let only = self
                .model
                .promotion
                .on_capture
                .then(|| "only: capture".to_owned());
            if self.model.promotion.piece_must
                && self.model.promotion.limit.contains_key(&self.army.origin(to))
            {
                self.lose(
                    "promotionLimit",
                    "a piece that must promote and cannot moves on unpromoted",
                );
            }
            blocks.push(self.block(side, slot, &[to], [Some(must), when, only]));
        }
        blocks
    }

    /// Promotions that are moves of their own: in the zone, and anywhere of a side's last pawn.
    fn in_place(&mut self, side: Side) -> Vec<String> {
        let own = self.model.promotion.to[side].iter().copied();
        let targets: Vec<Slot> = own.filter(|to| self.army.whose[side].contains(to)).collect();
        let pawn = self.army.called(PAWN);
        let zones = [
            (self.squares(side, &self.zone(side)), String::new()),
            ("all".to_owned(), format!("friend {pawn} on all, ")),
        ];
        let mut blocks = Vec::new();
        for to in targets {
            let name = self.army.called(to);
            let way = self.movement(to);
            for (zone, last) in &zones {
                let limit = match self.model.promotion.limit.get(&self.army.origin(to)) {
                    Some(limit) if *limit > 0 => format!("  limit: {name} {limit}\n"),
                    _ => String::new(),
                };
                blocks.push(format!(
                    "{{\n  to: {name}\n  on: {zone}\n  when: in-place\n{limit}  goes: ({way}) at mover\n  check: no\n  \
                     unless: {last}enemy attacked by mover\n}}"
                ));
            }
        }
        blocks
    }

    /// Whether a kind can come to where it would promote.
    fn reaches(&self, side: Side, slot: Slot) -> bool {
        !self.mobility(side, slot).and(&self.zone(side)).is_empty()
    }

    /// A promotion to something of which there may be none: the pawn stops before the zone.
    fn nothing(&mut self, side: Side, slot: Slot) -> Option<String> {
        self.note(
            "promotionPieceTypes",
            "pawns have nothing to promote to and stop before the promotion zone",
        );
        // Of what is royal and cannot become more a side always has so many.
        let own = self.army.whose[side]
            .iter()
            .copied()
            .filter(|&own| own != slot && self.is_royal(own));
        let mut counted = own.map(|own| (own, self.fen.count(side, own)));
        let Some((other, count)) = counted.find(|&(own, count)| count > 0 && !self.grows(side, own)) else {
            self.lose(
                "promotionPieceTypes",
                "pawns that cannot promote and stop before the zone",
            );
            return None;
        };
        let name = self.army.called(other);
        let zone = self.squares(side, &self.zone(side));
        Some(format!(
            "{{\n  to: {name}\n  on: {zone}\n  limit: {name} {count}\n}}"
        ))
    }

    /// The entry `must`: yes, no, or where the piece could not go on.
    fn must(&self, side: Side, slot: Slot, always: bool) -> String {
        if always {
            return String::new();
        }
        if self.model.immobility_illegal {
            let stuck = self.stuck(side, slot).and(&self.zone(side));
            if !stuck.is_empty() {
                return format!("must: {}", self.squares(side, &stuck));
            }
        }
        "must: no".to_owned()
    }

    fn block(&self, side: Side, slot: Slot, to: &[Slot], entries: [Option<String>; 3]) -> String {
        let zone = self.zone(side);
        let mut lines = vec![format!("to: {}", self.names(to).join(", "))];
        let last = Region::rank(self.model.far(side)).and(&self.everywhere());
        if zone != last {
            lines.push(format!("on: {}", self.squares(side, &zone)));
        }
        let [must, when, only] = entries;
        let rest = when.into_iter().chain(must).chain(only);
        lines.extend(rest.filter(|entry| !entry.is_empty()));
        let limits: Vec<String> = to
            .iter()
            .filter_map(|&to| {
                let limit = self.model.promotion.limit.get(&self.army.origin(to))?;
                (*limit > 0).then(|| format!("{} {limit}", self.army.called(to)))
            })
            .collect();
        if !limits.is_empty() {
            lines.push(format!("limit: {}", limits.join(", ")));
        }
        let _ = slot;
        format!("{{\n  {}\n}}", lines.join("\n  "))
    }
}
