//! Drops.

use super::Writer;
use crate::model::{Enclosing, Way};
use crate::region::Region;
use crate::types::{self, Slot};
use ferz::rules::{Condition, Frame, Movement, PerSide, Side};

/// How long the list of names may be before it is `all`.
const MANY: usize = 3;

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
        let sides = PerSide::new(self.drops_of(Side::White), self.drops_of(Side::Black));
        let together = sides.white == sides.black;
        for side in Side::ALL {
            let whose = if together {
                String::new()
            } else {
                format!("{side} ")
            };
            for (names, body) in sides[side].clone() {
                self.part("drop", &names, format!("drop {whose}{names} {body}"));
            }
            if together {
                break;
            }
        }
    }

    /// The blocks of one side: names and contents.
    fn drops_of(&mut self, side: Side) -> Vec<(String, String)> {
        let mut groups: Vec<(Vec<Slot>, String)> = Vec::new();
        let mut own: Vec<Slot> = self.army.whose[side].iter().copied().collect();
        own.retain(|&slot| self.in_hand(side, slot));
        let held = own.len();
        own.retain(|&slot| !self.is_barred(slot) && self.comes_in(side, slot));
        for &slot in &own {
            let body = self.drop_of(side, slot);
            match groups.iter_mut().find(|(_, known)| *known == body) {
                Some((slots, _)) => slots.push(slot),
                None => groups.push((vec![slot], body)),
            }
        }
        groups.sort_by_key(|(slots, _)| std::cmp::Reverse(slots.len()));
        // If hands are never filled, `all` would refer to kinds that are in none.
        let drops = &self.model.drops;
        let filled = drops.captures || drops.outside || drops.free;
        let every = own.len() == held && (filled || held == self.army.whose[side].len());
        let all = every && own.len() > MANY && groups.len() < own.len();
        let mut list = Vec::new();
        for (at, (slots, body)) in groups.into_iter().enumerate() {
            let names = if at == 0 && all {
                "all".to_owned()
            } else {
                self.names(&slots).join(" ")
            };
            list.push((names, body));
        }
        list
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

    fn drop_of(&mut self, side: Side, slot: Slot) -> String {
        let drops = self.model.drops.clone();
        let (zone, gate) = (self.drop_zone(side, slot), self.gate(side, slot));
        // A piece dropped with its other face obeys the rules of its kind in the hand.
        let held = self.held_as(slot);
        let is = held.unwrap_or(slot);
        let mut entries = Vec::new();
        if drops.on {
            entries.push(format!("on: {}", self.squares(side, &zone)));
        }
        if !gate.squares(&self.board).0.is_empty() {
            entries.push(format!("gate: {}", self.squares(side, &gate)));
        }
        if drops.enclosing == Enclosing::Anyside {
            entries.push("slides: orthogonal".to_owned());
        }
        let mut unless: Vec<String> = Vec::new();
        if drops.doubled == Some(is) {
            self.one_a_file(is, held.is_some(), &mut entries, &mut unless);
        }
        if !drops.checks && self.drops_bar_checks(side.other()) {
            entries.push("check: no".to_owned());
        }
        if drops.no_pawn_mate && slot == types::SHOGI_PAWN {
            entries.push("mate: no".to_owned());
        }
        if drops.must && drops.must_type.is_none_or(|must| must == is) {
            entries.push("must: yes".to_owned());
        }
        if let Some(held) = held {
            entries.push(format!("hand: {}", self.army.called(held)));
        }
        if drops.outside {
            entries.push("outside: yes".to_owned());
        }
        if drops.free {
            entries.push("endless: yes".to_owned());
        }
        let first = drops.first.and(&self.all);
        if !first.is_empty() && drops.enclosing != Enclosing::None {
            // Not mirrored: the same squares for both.
            entries.push(format!("first: {}", self.squares(side, &first)));
        }
        enclosing(drops.enclosing, &mut entries, &mut unless);
        // Fairy-Stockfish asks that of a royal kind even where others of it are left.
        let extinction = &self.model.extinction;
        if extinction.royal && extinction.types.has(slot) && !self.model.blast {
            unless.push("mover attacked by enemy".to_owned());
        }
        self.parted(side, is, &mut entries, &mut unless);
        if !unless.is_empty() {
            entries.push(format!("unless: {}", unless.join(", ")));
        }
        match &entries[..] {
            [one] => format!("{{ {one} }}"),
            many => format!("{{\n  {}\n}}", many.join("\n  ")),
        }
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
    fn one_a_file(&mut self, is: Slot, turned: bool, entries: &mut Vec<String>, unless: &mut Vec<String>) {
        match (turned, self.model.drops.doubled_count) {
            (false, count) => entries.push(format!("per-file: {count}")),
            (true, 1) => unless.push(format!("friend {} on (file at target)", self.army.called(is))),
            (true, _) => {
                let why = "pieces that are dropped promoted, where several may stand on a file";
                self.lose("dropNoDoubledCount", why);
            }
        }
    }

    /// The condition on drops of bishops on squares of opposite colours: no bishop of that colour
    /// yet, or a square left for one.
    fn parted(&self, side: Side, slot: Slot, entries: &mut Vec<String>, unless: &mut Vec<String>) {
        let Some(bishops) = self.bishops().filter(|_| self.model.drops.parts_bishops) else {
            return;
        };
        let name = self.army.called(bishops);
        if slot == bishops {
            unless.push(format!("friend {name} on tint at target"));
            return;
        }
        let zone = self.squares(side, &self.drop_zone(side, bishops));
        entries.push(format!(
            "while: empty on (({zone}) & tint at target), friend {name} on tint at target"
        ));
    }

    /// The kind of the bishops.
    fn bishops(&self) -> Option<Slot> {
        let mut all = self.army.all().into_iter();
        all.find(|&slot| slot == types::BISHOP)
    }

    /// The movement to all squares of the same colour, where bishops are dropped on opposite ones.
    pub(super) fn tint(&mut self) {
        if !self.model.drops.parts_bishops || self.bishops().is_none() || !self.anything_dropped() {
            return;
        }
        let most = self.board.files.max(self.board.ranks);
        let leap = |(near, far): (u8, u8)| format!("leap({near}, {far})");
        let pairs = (0..most).flat_map(|near| (near..most).map(move |far| (near, far)));
        let leaps: Vec<String> = pairs
            .filter(|&(near, far)| far > 0 && (near + far) % 2 == 0)
            .map(leap)
            .collect();
        let text = format!("movement tint = {}", leaps.join("\n              | "));
        self.part("movement", "tint", text);
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
        let mut zone = drops.region[side].and(&self.mobility(side, slot));
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
    fn comes_in(&self, side: Side, slot: Slot) -> bool {
        let there = |zone: Region| !zone.squares(&self.board).0.is_empty();
        there(self.drop_zone(side, slot)) || there(self.gate(side, slot))
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
fn enclosing(rule: Enclosing, entries: &mut Vec<String>, unless: &mut Vec<String>) {
    match rule {
        Enclosing::Reversi => entries.push("while: enemy between mover and friend by ride all".to_owned()),
        Enclosing::Ataxx => entries.push("while: friend on step all at target".to_owned()),
        Enclosing::Snort => unless.push("enemy on step orthogonal at target".to_owned()),
        Enclosing::Top => unless.push("empty on step south at target".to_owned()),
        Enclosing::None | Enclosing::Anyside | Enclosing::Quadwrangle => {}
    }
}
