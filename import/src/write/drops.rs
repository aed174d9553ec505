//! Drops.

use super::Writer;
use crate::draft::{Drop, DropRule};
use crate::model::{Enclosing, Way};
use crate::region::Region;
use crate::types::{self, Slot};
use ferz::rules::{Condition, Frame, Movement, Side};

impl Writer<'_> {
    pub(super) fn drops(&mut self) {
        let (gating, seirawan) = (self.model.drops.gating, self.model.drops.seirawan);
        if self.model.drops.parts_bishops && (self.model.drops.captures || self.model.drops.outside) {
            let why = "bishops of which more come to a hand are shared out evenly between the colours";
            self.lose("dropOppositeColoredBishop", why);
        }
        if seirawan && !gating {
            self.note("seirawanGating", "without `gating = true` it does nothing");
        }
        if gating && !seirawan && !self.model.first_leaps {
            self.note(
                "gating",
                "without `seirawanGating = true` nothing comes in behind others",
            );
        }
        if !self.model.drops.any() {
            return;
        }
        if self.model.drops.enclosing == Enclosing::Anyside {
            let oddity = "in Fairy-Stockfish, pieces pushed in from the right or from the last rank may come to rest behind other pieces, too";
            self.note("enclosingDrop", oddity);
        }
        self.oddities_of_drops();
        for side in Side::ALL {
            self.drops_of(side);
        }
    }

    /// The drops of one side.
    fn drops_of(&mut self, side: Side) {
        let mut own: Vec<Slot> = self.army.whose[side].iter().copied().collect();
        own.retain(|&slot| self.in_hand(side, slot));
        let held = own.len();
        own.retain(|&slot| !self.is_barred(slot) && self.comes_in(side, slot));
        for &slot in &own {
            let drop = self.drop_of(side, slot);
            self.draft.drops.push(drop);
        }
        // If hands are never filled, `all` would refer to kinds that are in none.
        let drops = &self.model.drops;
        let filled = drops.captures || drops.outside || drops.free;
        self.draft.all_drop[side] = own.len() == held && (filled || held == self.army.whose[side].len());
    }

    /// Whether a side can ever have a kind in hand.
    fn in_hand(&self, side: Side, slot: Slot) -> bool {
        let drops = &self.model.drops;
        if let Some(held) = self.held_as(slot) {
            // The other face of a royal is said so, too, though it is in no hand.
            return self.in_hand(side, held) || self.is_royal(held);
        }
        let held = self.fen.hand.contains(&(slot, side));
        let turned = self.army.origin(slot) != slot;
        let royal = slot == types::KING || self.is_royal(slot);
        held || drops.free || ((drops.captures || drops.outside) && !turned && !royal)
    }

    /// The kind in the hand, if a kind is the promoted face of another and is dropped as such.
    pub(super) fn held_as(&self, slot: Slot) -> Option<Slot> {
        if !self.model.drops.promoted {
            return None;
        }
        let mut own = self.army.all().into_iter();
        own.find(|&from| self.army.becomes(self.model, from) == Some(slot))
    }

    fn drop_of(&mut self, side: Side, slot: Slot) -> Drop {
        let drops = self.model.drops.clone();
        // A piece dropped with its other face obeys the rules of its kind in the hand.
        let held = self.held_as(slot);
        let is = held.unwrap_or(slot);
        let mut drop = Drop {
            kind: self.army.called(slot),
            check: drops.checks || !self.drops_bar_checks(side.other()),
            mate: !(drops.no_pawn_mate && slot == types::SHOGI_PAWN),
            must: drops.must && drops.must_type.is_none_or(|must| must == is),
            face_of: held.map(|held| self.army.called(held)),
            slides: drops.enclosing == Enclosing::Anyside,
            outside: drops.outside,
            endless: drops.free,
            ..Drop::default()
        };
        drop.on[side] = self.drop_zone(side, slot);
        drop.gate[side] = self.gate(side, slot);
        if drops.enclosing != Enclosing::None {
            drop.first = drops.first.and(&self.all);
        }
        if drops.doubled == Some(is) {
            self.one_a_file(is, held.is_some(), &mut drop);
        }
        drop.rules.extend(enclosing(drops.enclosing));
        // Fairy-Stockfish asks that of a royal kind even where others of it are left.
        let extinction = &self.model.extinction;
        if extinction.royal && extinction.types.has(slot) && !self.model.blast {
            drop.rules.push(DropRule::NotAttacked);
        }
        drop.rules.extend(self.parted(side, is));
        drop
    }

    /// Whether drops may not attack a side's king. Fairy-Stockfish asks for kings alone: other
    /// royal pieces may be attacked.
    fn drops_bar_checks(&mut self, side: Side) -> bool {
        let own = self.army.whose[side].clone();
        let king = own.contains(&types::KING);
        if king && own.iter().any(|&slot| slot != types::KING && self.is_royal(slot)) {
            let why = "drops may attack royal pieces other than the king; here they may attack none";
            self.lose("dropChecks", why);
        }
        king
    }

    /// The points in which Fairy-Stockfish treats pieces in hand differently from the description
    /// of its keys.
    fn oddities_of_drops(&mut self) {
        let drops = &self.model.drops;
        let counts_mover = drops.gates() && drops.doubled.is_some();
        let renames = drops.captures && drops.keep_promoted && !self.model.promotion.promoted.is_empty();
        if counts_mover {
            let oddity = "of a piece that comes in behind another one, Fairy-Stockfish counts the mover on the file that it leaves, too";
            self.note("dropNoDoubled", oddity);
        }
        if renames {
            let oddity = "Fairy-Stockfish writes a promoted piece that has been in a hand by another letter than one that has not; here both have the same";
            self.note("dropLoop", oddity);
        }
    }

    /// How many of a kind may stand on a file; what is dropped with its other face counts those of
    /// its first.
    fn one_a_file(&mut self, is: Slot, turned: bool, drop: &mut Drop) {
        match (turned, self.model.drops.doubled_count) {
            (false, count) => drop.on_a_file = count,
            (true, 1) => drop.rules.push(DropRule::NoneOnFile(self.army.called(is))),
            (true, _) => {
                let why = "pieces that are dropped promoted, where several may stand on a file";
                self.lose("dropNoDoubledCount", why);
            }
        }
    }

    /// The condition on drops of bishops on squares of opposite colours: no bishop of that colour
    /// yet, or a square left for one.
    fn parted(&self, side: Side, slot: Slot) -> Option<DropRule> {
        let bishops = self.bishops().filter(|_| self.model.drops.parts_bishops)?;
        let name = self.army.called(bishops);
        Some(match slot == bishops {
            true => DropRule::OtherTint(name),
            false => DropRule::LeavesTint(name, self.drop_zone(side, bishops)),
        })
    }

    /// The kind of the bishops.
    fn bishops(&self) -> Option<Slot> {
        let mut all = self.army.all().into_iter();
        all.find(|&slot| slot == types::BISHOP)
    }

    /// The squares on which pieces gate in: the rank of the rights.
    fn gate(&self, side: Side, slot: Slot) -> Region {
        let drops = &self.model.drops;
        if !drops.gates() {
            return Region::default();
        }
        let rank = Region::rank(match side {
            Side::White => self.model.castling.rank,
            Side::Black => self.model.ranks - 1 - self.model.castling.rank,
        });
        self.droppable(side, slot).and(&rank)
    }

    /// Gates beside pieces that are turned over: what Fairy-Stockfish keeps of them then is not
    /// known.
    pub(super) fn gates_beside_turned(&mut self) {
        let turns = !self.model.promotion.promoted.is_empty() && self.model.drops.on;
        if turns && Side::ALL.iter().any(|&side| !self.gates(side).is_empty()) {
            let why = "pieces that come in behind others where pieces promote as in Shogi";
            self.lose("gating", why);
        }
    }

    /// The squares on which any piece of a side's hand gates in.
    pub(super) fn gates(&self, side: Side) -> Region {
        let own = self.army.whose[side].iter().copied();
        let coming = own.filter(|&slot| self.in_hand(side, slot) && !self.is_barred(slot));
        coming.fold(Region::default(), |all, slot| all.or(&self.gate(side, slot)))
    }

    /// Whether no piece of a kind may stand on any file beside others, so that none is ever
    /// dropped.
    fn is_barred(&self, slot: Slot) -> bool {
        let is = self.held_as(slot).unwrap_or(slot);
        self.model.drops.doubled == Some(is) && self.model.drops.doubled_count == 0
    }

    fn drop_zone(&self, side: Side, slot: Slot) -> Region {
        if !self.model.drops.on {
            return Region::default();
        }
        let zone = self.droppable(side, slot);
        if self.model.immobility_illegal {
            return zone.without(&self.stuck(side, slot));
        }
        zone
    }

    /// The squares on which a piece of a kind may be dropped; a piece with its other face counts as
    /// its kind in the hand.
    fn droppable(&self, side: Side, slot: Slot) -> Region {
        let drops = &self.model.drops;
        let slot = self.held_as(slot).unwrap_or(slot);
        let origin = self.army.origin(slot);
        let first = Region::rank(match side {
            Side::White => 0,
            Side::Black => self.model.ranks - 1,
        });
        let mut zone = drops.region[side].and(&self.mobility(side, slot)).and(&self.all);
        // The mobility of a kind in Fairy-Stockfish is part of its movement if only a ferz file can
        // say that.
        if let Some(Way::Ferz(movement)) = self.model.kinds.get(&origin).map(|kind| &kind.way)
            && says_where(&movement[side])
            && let Some(posts) = posts(side, &movement[side], &Region::all().without(&first))
        {
            zone = zone.and(&posts);
        }
        if origin == types::PAWN {
            if !drops.promotion_zone {
                zone = zone.without(&self.model.promotion.region[side]);
            }
            if !drops.first_rank {
                zone = zone.without(&first);
            }
        }
        if origin == types::ROOK && drops.rook_first_rank {
            zone = zone.and(&first);
        }
        zone
    }

    /// Whether anybody can drop anything.
    pub(super) fn anything_dropped(&self) -> bool {
        self.model.drops.any()
            && Side::ALL.iter().any(|&side| {
                self.army.whose[side]
                    .iter()
                    .any(|&slot| self.in_hand(side, slot) && self.comes_in(side, slot))
            })
    }

    /// Whether there are squares on which a kind may come in from a hand.
    pub(super) fn comes_in(&self, side: Side, slot: Slot) -> bool {
        !(self.drop_zone(side, slot).is_empty() && self.gate(side, slot).is_empty())
    }
}

/// Whether a movement names squares where it ends.
fn says_where(movement: &Movement) -> bool {
    match movement {
        Movement::Union(parts) => parts.iter().any(says_where),
        Movement::When { condition, movement } => {
            matches!(condition, Condition::To(_)) || says_where(movement)
        }
        _ => false,
    }
}

/// The squares of a side that a movement keeps to, whichever of its parts is taken; none if some
/// part goes anywhere. Those that only go forward keep to `forward`.
fn posts(side: Side, movement: &Movement, forward: &Region) -> Option<Region> {
    match movement {
        Movement::Union(parts) => {
            let each = parts.iter().map(|part| posts(side, part, forward));
            each.reduce(|one, other| Some(one?.or(&other?)))?
        }
        Movement::When {
            condition: Condition::To(squares),
            movement,
        } => {
            let own = Region::of(&squares[side]);
            Some(posts(side, movement, forward).map_or(own.clone(), |inner| inner.and(&own)))
        }
        Movement::Leap(leap) => {
            let ahead = leap.winds.iter().all(|wind| !(4..=12).contains(&wind));
            (ahead && leap.frame == Frame::Side).then(|| forward.clone())
        }
        Movement::When { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::Exposed(movement) => posts(side, movement, forward),
        Movement::Then { .. } | Movement::Over { .. } | Movement::Rifle(_) => None,
    }
}

/// The pieces that a drop must enclose, or stand beside.
fn enclosing(rule: Enclosing) -> Option<DropRule> {
    match rule {
        Enclosing::Reversi => Some(DropRule::Encloses),
        Enclosing::Ataxx => Some(DropRule::BesideFriend),
        Enclosing::Snort => Some(DropRule::NotBesideEnemy),
        Enclosing::Top => Some(DropRule::OnTop),
        Enclosing::None | Enclosing::Anyside | Enclosing::Quadwrangle => None,
    }
}
