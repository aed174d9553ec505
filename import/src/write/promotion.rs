//! Promotions.

use super::Writer;
use super::army::promotes_as_pawn;
use crate::draft::{Promotion, Trigger};
use crate::fen::Cell;
use crate::region::Region;
use crate::types::{KING, PAWN, Slot};
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
        self.model.promotion.region[side].and(&self.all)
    }

    /// The kinds to which a kind promotes like a pawn.
    fn pawn_targets(&self, side: Side, slot: Slot) -> Vec<Slot> {
        if !promotes_as_pawn(self.model, side, slot) {
            return Vec::new();
        }
        let targets = self.model.promotion.to[side].iter().copied();
        targets.filter(|to| self.army.whose[side].contains(to)).collect()
    }

    /// The kind to which a promoted kind reverts.
    fn demoted(&self, slot: Slot) -> Option<Slot> {
        if !self.model.promotion.demotion {
            return None;
        }
        let from = self.army.all().into_iter();
        from.into_iter()
            .find(|&from| from != slot && self.army.becomes(self.model, from) == Some(slot))
    }

    /// The only kind that a kind becomes: its promoted one, or the one that it was.
    pub(super) fn turned(&self, slot: Slot) -> Option<Slot> {
        self.army.becomes(self.model, slot).or_else(|| self.demoted(slot))
    }

    /// Reports that a piece is lost that promotes to a kind whose letter has gone to another.
    fn gone(&mut self) {
        for from in self.model.promotion.orphans.clone() {
            let why = format!(
                "another piece has the letter of the kind to which the `{}` promotes; in Fairy-Stockfish it promotes to a piece without moves",
                self.army.called(from)
            );
            self.lose("promotedPieceType", why);
        }
    }

    pub(super) fn promotions(&mut self) {
        self.gone();
        for slot in self.army.all() {
            let whose = self.army.whose.clone();
            for side in Side::ALL.into_iter().filter(|&side| whose[side].contains(&slot)) {
                let mut blocks = Vec::new();
                if !self.zone(side).is_empty() {
                    blocks = self.blocks(side, slot);
                }
                blocks.extend(self.before_the_game(side, slot));
                self.draft.promotions.extend(blocks);
            }
        }
    }

    /// The promotions of a kind.
    fn blocks(&mut self, side: Side, slot: Slot) -> Vec<Promotion> {
        if slot == PAWN && self.model.promotion.in_place {
            return self.in_place(side);
        }
        let mut blocks = Vec::new();
        let promotion = self.model.promotion.clone();
        let captures_only = promotion.on_capture;
        let targets = self.pawn_targets(side, slot);
        let pawn = promotes_as_pawn(self.model, side, slot);
        let becomes = self.army.becomes(self.model, slot);
        let besides = becomes.filter(|to| slot == PAWN && !targets.contains(to));
        let mut whole = targets.clone();
        whole.extend(besides.filter(|_| !captures_only));
        self.second_kings(side, slot, (&whole, "promotionPieceTypes"));
        let all: Vec<Slot> = targets.iter().copied().chain(besides).collect();
        if !all.is_empty() {
            self.ban_passing(side, slot, (&all, promotion.pawn_must && !whole.is_empty()));
        }
        if !whole.is_empty() {
            let must = self.must(side, slot, promotion.pawn_must);
            blocks.push(self.block(side, slot, &whole, must.clone()));
            if let Some(to) = besides.filter(|_| captures_only) {
                let block = self.block(side, slot, &[to], must);
                blocks.push(Promotion {
                    capture: true,
                    ..block
                });
            }
        } else if let Some(to) = besides {
            let must = self.must(side, slot, promotion.pawn_must);
            let block = self.block(side, slot, &[to], must);
            blocks.push(Promotion {
                capture: true,
                ..block
            });
            if promotion.pawn_must && self.reaches(side, slot) {
                let zone = self.zone(side);
                self.ban_arrivals(side, slot, &zone);
            }
        } else if pawn && promotion.pawn_must && self.reaches(side, slot) {
            blocks.extend(self.nothing(side, slot));
        }
        let turned = becomes.filter(|_| slot != PAWN).or(self.demoted(slot));
        blocks.extend(turned.map(|to| self.turned_block(side, slot, to)));
        blocks
    }

    /// The promotion of a piece to its promoted form.
    fn turned_block(&mut self, side: Side, slot: Slot, to: Slot) -> Promotion {
        let promotion = self.model.promotion.clone();
        let captures_only = promotion.on_capture;
        self.second_kings(side, slot, (&[to], "promotedPieceType"));
        // A piece that must promote and cannot, since there are as many as there may be, goes
        // on as it is.
        let limit = promotion
            .limit
            .get(&self.army.origin(to))
            .copied()
            .unwrap_or_default();
        let limited = promotion.piece_must && limit > 0;
        let must = self.must(side, slot, promotion.piece_must && !limited);
        if limited && limit == 1 {
            let (zone, all) = (self.zone(side), self.army.like(side, self.army.origin(to)));
            self.ban_touching(side, captures_only, slot, (&zone, &all));
        } else if limited {
            let why = "pieces that must promote as long as there are fewer than this many";
            self.lose("promotionLimit", why);
        }
        Promotion {
            trigger: Trigger::Touch,
            capture: captures_only,
            ..self.block(side, slot, &[to], must)
        }
    }

    /// Kings that come beside the one that there is, or beside each other.
    fn second_kings(&mut self, side: Side, from: Slot, (targets, key): (&[Slot], &str)) {
        let kings = targets.iter().any(|&to| self.army.origin(to) == KING);
        if kings && self.fen.count(side, KING) + self.fen.count(side, from) > 1 {
            self.lose(
                key,
                "kings beside the first: Fairy-Stockfish keeps only one of them safe, here all are",
            );
        }
    }

    /// Promotions of pieces that begin the game in their promoted form, if nothing else gives their
    /// former kind.
    fn before_the_game(&self, side: Side, slot: Slot) -> Vec<Promotion> {
        if !self.army.demotes || !self.model.drops.on {
            return Vec::new();
        }
        let pawns = &self.model.promotion.pawns[side];
        let main = if pawns.slots.is_empty() || pawns.has(PAWN) {
            Some(PAWN)
        } else {
            pawns.slots.first().copied()
        };
        let mut targets: Vec<Slot> = Vec::new();
        for cell in self.fen.cells.iter().flatten() {
            let Cell::Piece {
                slot: is,
                side: whose,
                was,
                tilde,
            } = *cell
            else {
                continue;
            };
            let before = was.or(main.filter(|_| tilde));
            if whose != side || before != Some(slot) {
                continue;
            }
            let is = was
                .and_then(|was| self.army.becomes(self.model, was))
                .unwrap_or(is);
            let zone = !self.zone(side).is_empty();
            let said = zone
                && (self.pawn_targets(side, slot).contains(&is)
                    || self.army.becomes(self.model, slot) == Some(is));
            if !said && self.held_as(is).is_none() && !targets.contains(&is) {
                targets.push(is);
            }
        }
        // A promotion that cannot come about: once it is done there is such a piece.
        let mut zone = PerSide::<Region>::default();
        zone[side] = Region::rank(self.model.far(side.other())).and(&self.all);
        let block = |to: Slot| Promotion {
            kind: self.army.called(slot),
            to: vec![self.army.called(to)],
            zone: zone.clone(),
            trigger: Trigger::InPlace,
            alone: true,
            ..Promotion::default()
        };
        targets.into_iter().map(block).collect()
    }

    /// Promotions that are moves of their own: in the zone, and anywhere of a side's last pawn.
    fn in_place(&self, side: Side) -> Vec<Promotion> {
        let own = self.model.promotion.to[side].iter().copied();
        let targets = own.filter(|to| self.army.whose[side].contains(to));
        let of = |to: Slot, zone: &Region, last: bool| {
            let mut promotion = Promotion {
                kind: self.army.called(PAWN),
                to: vec![self.army.called(to)],
                trigger: Trigger::InPlace,
                limits: self.limit_of(to).into_iter().collect(),
                sallies: true,
                last,
                ..Promotion::default()
            };
            promotion.zone[side] = zone.clone();
            promotion
        };
        let zone = self.zone(side);
        targets
            .flat_map(|to| [of(to, &zone, false), of(to, &self.all, true)])
            .collect()
    }

    /// Whether a kind can come to where it would promote.
    fn reaches(&self, side: Side, slot: Slot) -> bool {
        !self.mobility(side, slot).and(&self.zone(side)).is_empty()
    }

    /// A promotion to something of which there may be none: the pawn stops before the zone.
    fn nothing(&mut self, side: Side, slot: Slot) -> Option<Promotion> {
        self.note(
            "promotionPieceTypes",
            "pawns have nothing to promote to and stop before the promotion zone",
        );
        // Of what is royal and cannot become more a side always has this many.
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
        let mut zone = PerSide::<Region>::default();
        zone[side] = self.zone(side);
        Some(Promotion {
            kind: self.army.called(slot),
            to: vec![self.army.called(other)],
            must: zone.clone(),
            zone,
            limits: vec![(self.army.called(other), count)],
            ..Promotion::default()
        })
    }

    /// The squares where it must promote: all, none, or those where it could not go on.
    fn must(&self, side: Side, slot: Slot, always: bool) -> Region {
        if always {
            return self.zone(side).without(&self.passed_in_zone(side, slot));
        }
        match self.model.immobility_illegal {
            true => self.stuck(side, slot).and(&self.zone(side)),
            false => Region::default(),
        }
    }

    /// The squares on which an arriving piece of a kind must promote.
    pub(super) fn must_promote(&self, side: Side, slot: Slot) -> Region {
        let promotion = &self.model.promotion;
        let becomes = self.army.becomes(self.model, slot);
        let targets = self.pawn_targets(side, slot);
        let turned = becomes.or(self.demoted(slot));
        let limited = |to: &Slot| promotion.limit.contains_key(&self.army.origin(*to));
        let sure = |to: &Slot| !limited(to);
        let as_pawn = targets.iter().any(sure);
        let as_piece = turned.is_some_and(|to| sure(&to)) && !promotion.on_capture;
        if as_pawn || as_piece {
            self.zone(side)
        } else {
            Region::default()
        }
    }

    /// Other kinds that count where there may be this many of one.
    fn counted_with(&self, side: Side, to: Slot) -> Vec<Slot> {
        let like = self.army.like(side, self.army.origin(to));
        like.into_iter().filter(|&other| other != to).collect()
    }

    /// How many of a kind there may be, if that is limited.
    fn limit_of(&self, to: Slot) -> Option<(String, u32)> {
        let limit = self.model.promotion.limit.get(&self.army.origin(to))?;
        (*limit > 0).then(|| (self.army.called(to), *limit))
    }

    fn block(&mut self, side: Side, slot: Slot, to: &[Slot], must: Region) -> Promotion {
        for &to in to {
            let Some(&limit) = self.model.promotion.limit.get(&self.army.origin(to)) else {
                continue;
            };
            let others = self.counted_with(side, to);
            match limit {
                1 if !others.is_empty() => self.ban_beside(side, (slot, to), &others),
                2.. if !others.is_empty() => {
                    let why = "of which several kinds of pieces here count together";
                    self.lose("promotionLimit", format!("a limit of {limit} pieces {why}"));
                }
                _ => {}
            }
        }
        let mut promotion = Promotion {
            kind: self.army.called(slot),
            to: self.names(to),
            limits: to.iter().filter_map(|&to| self.limit_of(to)).collect(),
            ..Promotion::default()
        };
        promotion.zone[side] = self.zone(side);
        promotion.must[side] = must;
        promotion
    }
}
