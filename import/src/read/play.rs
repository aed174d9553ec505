//! Promotions, drops, effects and restrictions.

use super::Reader;
use crate::model::{Enclosing, Types, Walling};
use crate::region::Region;
use crate::types::{self, Slot};
use ferz::rules::{
    Act, Area, Change, Drop, Effect, Event, Group, How, Kinds, Mandatory, Modes, Movement, Occasion, Owner,
    Pass, PerSide, Place, Power, Promotion, Side, Trigger,
};

impl Reader<'_> {
    pub(super) fn promotions(&mut self) {
        let promotions: Vec<&Promotion> = self.rules.promotions.iter().collect();
        let mut pawns: PerSide<Vec<Slot>> = PerSide::default();
        let mut first: PerSide<Option<Region>> = PerSide::default();
        let mut musts: Vec<bool> = Vec::new();
        for promotion in promotions {
            let Some(slot) = self.slot(&promotion.piece) else {
                continue;
            };
            let to: Vec<Slot> = promotion.to.iter().filter_map(|to| self.slot(to)).collect();
            let side = promotion.side;
            let zone = self.region(&promotion.zone);
            let region = first[side].get_or_insert(zone);
            self.model.promotion.region[side] = region.clone();
            self.limits(promotion);
            if self.is_demotion(promotion) {
                self.model.promotion.demotion = true;
                continue;
            }
            if promotion.trigger == Trigger::InPlace && promotion.goes.is_some() {
                self.model.promotion.in_place = true;
                pawns[side].push(slot);
                self.model.promotion.to[side] = to;
                self.model.promotion.region[side] = first[side].clone().unwrap_or_default();
                continue;
            }
            let must = promotion.mandatory == Mandatory::Always;
            if let Mandatory::On(_) = promotion.mandatory {
                self.model.immobility_illegal = true;
            }
            let plus = self.is_plus(promotion);
            let walks = slot == types::PAWN && !plus;
            if slot == types::PAWN && plus {
                self.model.promotion.pawn_must = !self.may_wait(promotion);
            }
            match promotion.trigger {
                Trigger::Touch if !walks => self.grown(promotion, slot, &to, &mut musts),
                _ if plus => self.grown(promotion, slot, &to, &mut musts),
                Trigger::Enter | Trigger::Touch => {
                    pawns[side].push(slot);
                    self.model.promotion.pawn_must = must;
                    self.model.promotion.to[side] = to;
                }
                _ => self.grown(promotion, slot, &to, &mut musts),
            }
        }
        // A piece that must promote if it could not move on need not promote elsewhere.
        let all = musts.iter().all(|must| *must);
        self.model.promotion.piece_must = all && !musts.is_empty();
        self.model.immobility_illegal |= !all && musts.contains(&true);
        if !(pawns.white.is_empty() && pawns.black.is_empty()) {
            let types = |side: Side| Types::of(pawns[side].iter().copied());
            self.model.promotion.pawns = PerSide::new(types(Side::White), types(Side::Black));
        } else if !self.model.kinds.contains_key(&types::PAWN) {
            self.model.promotion.pawns = PerSide::default();
        }
        self.shared();
    }

    /// Whether a piece need not promote before the last rank.
    fn may_wait(&self, promotion: &Promotion) -> bool {
        let last = Region::rank(self.model.far(promotion.side));
        match &promotion.mandatory {
            Mandatory::Always => false,
            Mandatory::On(squares) => self.region(squares).without(&last).is_empty(),
            _ => true,
        }
    }

    fn limits(&mut self, promotion: &Promotion) {
        for (name, limit) in &promotion.limits {
            if let Some(slot) = self.slot(name) {
                self.model.promotion.limit.insert(slot, *limit);
            }
        }
    }

    /// Whether a promotion turns a piece back into its former kind.
    fn is_demotion(&self, promotion: &Promotion) -> bool {
        let side = promotion.side;
        let back = |drop: &Drop| {
            let held = drop.hand.as_ref().filter(|held| promotion.to.contains(held));
            drop.side == side && drop.piece == promotion.piece && held.is_some()
        };
        let turns_back = |other: &Promotion| {
            let mutual = other.to == [promotion.piece.clone()] && promotion.to == [other.piece.clone()];
            mutual && other.side == side && self.is_plus(other)
        };
        self.rules.drops.iter().any(back) || self.rules.promotions.iter().any(turns_back)
    }

    /// A piece that promotes to one kind, as in Shogi.
    fn grown(&mut self, promotion: &Promotion, slot: Slot, to: &[Slot], musts: &mut Vec<bool>) {
        if let [to] = *to {
            self.model.promotion.promoted.insert(slot, to);
        }
        if slot != types::PAWN {
            musts.push(promotion.mandatory == Mandatory::Always);
        }
        self.model.promotion.on_capture = promotion.only == Occasion::Capture;
    }

    /// Whether what comes of a promotion is written as the piece itself with a plus.
    fn is_plus(&self, promotion: &Promotion) -> bool {
        let [to] = &promotion.to[..] else { return false };
        let letter = |name: &String| self.rules.pieces.get(name)?.letter[promotion.side];
        let pair = letter(&promotion.piece).zip(letter(to));
        pair.is_some_and(|(from, to)| to.as_str().strip_prefix('+') == Some(from.as_str()))
    }

    /// Kinds that are alike and only what one other becomes are one kind to Fairy-Stockfish.
    fn shared(&mut self) {
        let promoted = self.model.promotion.promoted.clone();
        for (from, to) in &promoted {
            let Some(kind) = self.model.kinds.get(to).cloned() else {
                continue;
            };
            let started = kind.name.as_deref().is_some_and(|name| self.starts_with(name));
            let way = |slot: &Slot| self.model.kinds.get(slot).map(|kind| kind.way.clone());
            let resets = |slot: &Slot| self.model.end.clock.white.has(*slot);
            let twin = self.model.kinds.keys().copied().find(|slot| {
                slot != to
                    && *slot < types::CUSTOM
                    && *to >= types::CUSTOM
                    && same_way(*slot, way(to).as_ref())
                    && resets(slot) == resets(to)
            });
            if let Some(twin) = twin.filter(|_| !started) {
                self.model.promotion.promoted.insert(*from, twin);
                let name = kind.name.clone().unwrap_or_default();
                self.model.promoted_names.insert(*from, name);
                self.model.kinds.remove(to);
            }
        }
    }

    fn starts_with(&self, name: &str) -> bool {
        let board = self.rules.start.split(' ').next().unwrap_or_default();
        let piece = self.rules.pieces.get(name);
        let letters = piece.map(|piece| [piece.letter.white, piece.letter.black]);
        letters
            .into_iter()
            .flatten()
            .flatten()
            .any(|letter| letter.count_in(board) > 0)
    }

    pub(super) fn play(&mut self) {
        let limits = &self.rules.restrictions;
        self.model.must_capture = limits.must_capture.white && limits.must_capture.black;
        self.model.bikjang = limits.bikjang.white && limits.bikjang.black;
        self.model.checking = !(limits.no_check.white && limits.no_check.black);
        for side in Side::ALL {
            self.model.pass[side] = limits.pass[side] == Pass::Allowed;
            self.model.pass_stuck[side] = limits.pass[side] == Pass::Stuck;
        }
        if let Some(passed) = &self.rules.en_passant {
            self.model.steps.passed = PerSide::new(self.region(&passed.white), self.region(&passed.black));
        }
        for side in Side::ALL {
            let steps = &self.model.steps.double;
            if !self.exposes(side) && (!steps[side].is_empty() || !self.exposes(side.other())) {
                self.model.steps.passed[side.other()] = Region::default();
            }
        }
        for hook in &self.rules.hooks {
            match hook.name.as_str() {
                "explosion" => self.model.blast = true,
                "facing-royals" => self.model.flying_general = true,
                _ => {}
            }
        }
        for effect in &self.rules.effects {
            self.effect(effect);
        }
        self.walls();
        // Of the powers there are it is the only one about royals that are attacked.
        let holds = |power: &Power| {
            let royal = |name: &String| self.slot(name) == Some(types::KING);
            let of_kings = matches!(&power.of, Kinds::Only(names) if names.iter().all(royal));
            let attacked = power.condition.how == How::Attacked && power.condition.enemies;
            let captures =
                |part: &Movement| matches!(part, Movement::Only { modes, .. } if *modes == Modes::CAPTURE);
            let bound = matches!(&power.change, Change::Moves(moves) if moves.any(&captures));
            of_kings && attacked && bound
        };
        self.model.holds_in_check = self.rules.powers.iter().any(holds);
    }

    /// Whether a side's moves can be answered en passant.
    fn exposes(&self, side: Side) -> bool {
        let exposed = |part: &Movement| matches!(part, Movement::Exposed(_));
        self.pieces()
            .any(|(_, piece)| piece.letter[side].is_some() && piece.movement[side].any(&exposed))
    }

    fn effect(&mut self, effect: &Effect) {
        for act in &effect.acts {
            match (effect.event, act) {
                (Event::Capture, Act::Hand { demoted, whom, .. }) => {
                    self.model.drops.captures = true;
                    self.model.drops.keep_promoted = !demoted;
                    self.model.blast |= matches!(whom, ferz::rules::Whom::Pieces(_));
                }
                (event, Act::Flip(groups)) => self.turned(event, groups, effect),
                (Event::Capture, Act::Remove(groups)) => self.explosion(groups),
                (Event::Move, Act::Close(_)) => self.model.walls.rule = Walling::Past,
                // The pieces around the capture.
                (Event::Capture, Act::Close(areas)) if areas.iter().any(|a| matches!(a, Area::Both(_))) => {
                    self.model.blast = true;
                    self.model.walls.petrify_blast = true;
                }
                (Event::Capture, Act::Close(_)) => {
                    self.model.walls.petrify = match &effect.by {
                        Kinds::All => Types::every(),
                        by => {
                            let named = self.rules.pieces.keys().filter(|name| by.has(name));
                            Types::of(named.filter_map(|name| self.slot(name)))
                        }
                    };
                }
                _ => {}
            }
        }
    }

    /// Pieces that are turned because they are enclosed, or stand beside the mover.
    fn turned(&mut self, event: Event, groups: &[Group], effect: &Effect) {
        let enclosed = |group: &Group| matches!(group.on, Area::Between { .. });
        let beside = |group: &Group| matches!(group.on, Area::Reach(_, Place::Mover));
        let rule = if groups.iter().any(enclosed) {
            Enclosing::Reversi
        } else if !groups.iter().any(beside) {
            return;
        } else if event == Event::Drop && !effect.condition.is_none() {
            Enclosing::Quadwrangle
        } else {
            Enclosing::Ataxx
        };
        if self.model.drops.flip != Enclosing::Quadwrangle {
            self.model.drops.flip = rule;
        }
    }

    /// The pieces removed around the end of a capture and on it.
    fn explosion(&mut self, groups: &[Group]) {
        let [hit, around] = groups else { return };
        let here = matches!(hit.on, Area::At(Place::Target));
        if !here
            || !matches!(
                around.on,
                Area::Around(_, Place::Target) | Area::Reach(_, Place::Target)
            )
        {
            return;
        }
        self.model.blast = true;
        let spared = self.rules.pieces.keys().filter(|name| !hit.kinds.has(name));
        self.model.blast_immune = Types::of(spared.filter_map(|name| self.slot(name)));
    }

    /// The squares on which moves put walls.
    fn walls(&mut self) {
        let Some(walls) = &self.rules.walls else { return };
        self.model.walls.or_move = walls.instead;
        self.model.walls.rule = match &walls.on {
            _ if walls.one => Walling::Duck,
            Area::Reach(..) => Walling::Arrow,
            Area::Either(_) => Walling::Edge,
            _ => Walling::Static,
        };
        if let Area::Squares(squares) = &walls.on {
            let sides = PerSide::new(self.region(&squares.white), self.region(&squares.black));
            self.model.walls.region = sides;
        }
    }

    pub(super) fn drops(&mut self) {
        let drops: Vec<&Drop> = self.rules.drops.iter().collect();
        self.model.drops.on = drops.iter().any(|drop| !drop.zone.0.is_empty());
        let gates = drops.iter().any(|drop| !drop.gate.0.is_empty());
        // First leaps are named in positions as gates are.
        self.model.drops.gating = gates || self.model.first_leaps;
        self.model.drops.seirawan = gates;
        self.model.drops.free = !drops.is_empty() && drops.iter().all(|drop| drop.endless);
        let mut regions: PerSide<Region> = PerSide::default();
        let mut must: Vec<Slot> = Vec::new();
        for drop in &drops {
            let Some(slot) = self.slot(&drop.piece) else {
                continue;
            };
            regions[drop.side] = regions[drop.side].or(&self.region(&drop.zone));
            self.model.drops.promoted |= drop.hand.is_some();
            self.model.drops.outside |= drop.outside;
            self.model.drops.checks &= !drop.no_check;
            self.model.drops.no_pawn_mate |= drop.no_mate;
            if let Some(count) = drop.per_file {
                self.model.drops.doubled = Some(slot);
                self.model.drops.doubled_count = count.into();
            }
            if drop.must && !must.contains(&slot) {
                must.push(slot);
            }
            if !drop.first.0.is_empty() {
                self.model.drops.first = self.region(&drop.first);
            }
            if self.is_tinted(drop) {
                self.model.drops.parts_bishops = true;
            } else {
                self.condition(drop);
            }
            if drop.slides.is_some() {
                self.model.drops.enclosing = Enclosing::Anyside;
            }
            if slot == types::PAWN {
                self.pawn_drops(drop);
            }
        }
        self.model.drops.must = !must.is_empty();
        let kinds = self.model.kinds.len();
        self.model.drops.must_type = must.first().copied().filter(|_| must.len() == 1 && kinds > 1);
        if self.model.drops.on {
            let all = self.everywhere();
            let whole = |region: Region| {
                if region.and(&all) == all {
                    Region::all()
                } else {
                    region
                }
            };
            self.model.drops.region = PerSide::new(whole(regions.white), whole(regions.black));
        }
        self.stuck_drops(&drops);
        self.confined_drops(&drops);
        self.kept_in_hand(&drops);
    }

    /// One kind that comes to hands and is never dropped: there may be none of it on any file.
    fn kept_in_hand(&mut self, drops: &[&Drop]) {
        let held = &self.model.drops;
        if !held.on || !held.captures || held.doubled.is_some() {
            return;
        }
        let promoted: Vec<Slot> = self.model.promotion.promoted.values().copied().collect();
        let royal = &self.model.extinction;
        let comes = |slot: &Slot| {
            let kept = *slot == types::KING || (royal.royal && royal.types.has(*slot));
            !kept && !promoted.contains(slot)
        };
        let dropped = |slot: &Slot| drops.iter().any(|drop| self.slot(&drop.piece) == Some(*slot));
        let mut never = self
            .model
            .kinds
            .keys()
            .filter(|slot| comes(slot) && !dropped(slot));
        if let (Some(&one), None) = (never.next(), never.next()) {
            self.model.drops.doubled = Some(one);
            self.model.drops.doubled_count = 0;
        }
    }

    /// Pieces that are dropped on some squares of the region only stay on those and beyond it.
    fn confined_drops(&mut self, drops: &[&Drop]) {
        let all = self.everywhere();
        for drop in drops {
            let Some(slot) = self.slot(&drop.piece).filter(|&slot| slot != types::PAWN) else {
                continue;
            };
            let region = self.model.drops.region[drop.side].and(&all);
            let zone = self.region(&drop.zone).and(&all);
            let missing = region.without(&zone);
            let whole = |rank: u8| {
                (0..self.model.files).all(|file| !region.has(rank, file) || missing.has(rank, file))
            };
            // Whole ranks are those from which a piece could not move on.
            let some = missing.iter().any(|(rank, _)| !whole(rank));
            if !some || zone.is_empty() || (self.model.drops.rook_first_rank && slot == types::ROOK) {
                continue;
            }
            let open = zone.or(&all.without(&region));
            let sides = self.model.mobility.entry(slot).or_default();
            let own = &mut sides[drop.side];
            *own = if own.is_empty() { open } else { own.and(&open) };
        }
    }

    /// Whether rooks are dropped on the first rank alone, and other pieces not where they could not
    /// move.
    fn stuck_drops(&mut self, drops: &[&Drop]) {
        let region = self.model.drops.region.white.and(&self.everywhere());
        let own = |drop: &&&Drop| drop.side == Side::White;
        let is = |drop: &Drop, slot: Slot| self.slot(&drop.piece) == Some(slot);
        let rook = drops.iter().filter(own).find(|drop| is(drop, types::ROOK));
        let rooks = rook.map(|drop| Region::of(&drop.zone));
        let first_rank = rooks.is_some_and(|zone| zone != region && zone == region.and(&Region::rank(0)));
        let free = |drop: &Drop| is(drop, types::PAWN) || (first_rank && is(drop, types::ROOK));
        let stuck = drops
            .iter()
            .filter(own)
            .any(|drop| !free(drop) && Region::of(&drop.zone) != region);
        self.model.drops.rook_first_rank = first_rank;
        self.model.immobility_illegal |= stuck;
    }

    /// Whether pawns are dropped on the first rank and where they promote.
    fn pawn_drops(&mut self, drop: &Drop) {
        let zone = self.region(&drop.zone);
        let side = drop.side;
        let first = if side == Side::White {
            0
        } else {
            self.model.ranks - 1
        };
        self.model.drops.first_rank = !zone.and(&Region::rank(first)).is_empty();
        let promotion = &self.model.promotion.region[side];
        self.model.drops.promotion_zone = !zone.and(promotion).is_empty();
        // All of the zone but the last rank, from which a pawn could not move on.
        let last = Region::rank(self.model.far(side));
        self.model.immobility_illegal |= self.model.drops.promotion_zone && zone.and(&last).is_empty();
    }

    /// Whether a drop asks that there be no bishop of its side on squares of one colour, or a place
    /// for one.
    fn is_tinted(&self, drop: &Drop) -> bool {
        let tint = |group: &Group| {
            let bishop = |name: &String| self.slot(name) == Some(types::BISHOP);
            let bishop = matches!(&group.kinds, Kinds::Only(names) if names.iter().any(bishop));
            group.owner == Owner::Friend && bishop && matches!(group.on, Area::Reach(_, Place::Target))
        };
        let mut groups = drop.condition.present.iter().chain(&drop.condition.absent);
        groups.any(tint)
    }

    fn condition(&mut self, drop: &Drop) {
        let groups = drop.condition.present.iter().chain(&drop.condition.absent);
        for group in groups {
            self.model.drops.enclosing = match (&group.on, group.owner) {
                (Area::Between { .. }, _) => Enclosing::Reversi,
                (_, Owner::Empty) => Enclosing::Top,
                (_, Owner::Enemy) => Enclosing::Snort,
                _ => Enclosing::Ataxx,
            };
        }
    }
}

/// Whether a kind of Fairy-Stockfish's moves like that.
fn same_way(slot: Slot, way: Option<&crate::model::Way>) -> bool {
    use crate::model::Way;
    let Some(Way::Betza(text)) = way else { return false };
    let normal = |text: &str| {
        let home = PerSide::default();
        let parts = crate::betza::atoms(text)
            .iter()
            .map(|atom| atom.movement(&home, false))
            .collect();
        ferz::lower::normalize(ferz::rules::Movement::Union(parts))
    };
    slot != types::PAWN && normal(text) == normal(types::TYPES[slot].betza)
}
