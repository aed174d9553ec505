//! Pieces and how they move.

use super::Writer;
use crate::betza::{self, Atom};
use crate::draft::{
    Clock, Duty, Kind, Pass, Royalty, beyond_others, long_step, others, passing, pawn_step, when,
};
use crate::model::{Material, Way};
use crate::region::Region;
use crate::types::{self, PAWN, Slot};
use ferz::lower::normalize;
use ferz::rules::{Condition, Modes, Movement, PerSide, Score, Side, Squares, Winds};
use std::collections::BTreeSet;

/// How a piece of janggi goes that hops: neither over one of its like nor to capture one.
fn salvo(ride: Movement) -> Movement {
    when(Condition::Of(others()), beyond_others(ride))
}

impl Writer<'_> {
    pub(super) fn pieces(&mut self) {
        for slot in self.army.all() {
            let letter = self.army.letter(slot).to_string();
            let own = |side: Side| self.army.whose[side].contains(&slot).then(|| letter.clone());
            let resets = |side: Side| self.model.end.clock[side].has(self.army.origin(slot));
            let resets = resets(Side::White) || resets(Side::Black);
            self.draft.kinds.push(Kind {
                letter: PerSide::new(own(Side::White), own(Side::Black)),
                movement: self.movement(slot),
                royal: self.is_royal(slot),
                clock: if resets { Clock::Resets } else { Clock::Keeps },
                // Fairy-Stockfish names every other kind, whatever its moves are.
                unlettered: self.army.origin(slot) == PAWN,
                ..Kind::named(self.army.called(slot))
            });
        }
    }

    /// Whether a kind is royal, by itself or as a piece that must not be lost.
    pub(super) fn is_royal(&self, slot: Slot) -> bool {
        let extinction = &self.model.extinction;
        let slot = self.army.origin(slot);
        slot == types::KING || (extinction.royal && extinction.types.has(slot))
    }

    /// How a kind moves.
    fn movement(&self, slot: Slot) -> PerSide<Movement> {
        let way = self.standing(slot);
        match types::first_leap(self.army.origin(slot)).filter(|_| self.has_leaps()) {
            Some(leap) => PerSide::both(joined([way.white, when(Condition::Initial, leap.quiet())])),
            None => way,
        }
    }

    /// How a kind moves once it has moved.
    pub(super) fn standing(&self, slot: Slot) -> PerSide<Movement> {
        let origin = self.army.origin(slot);
        let way = match self.model.kinds.get(&origin) {
            Some(kind) => &kind.way,
            None => &Way::Known,
        };
        let way = match (way, origin) {
            (Way::Ferz(movement), _) => return (**movement).clone(),
            (Way::Betza(text), _) => self.of_betza(origin, text),
            (Way::Known, PAWN) => return PerSide::both(self.pawn_within()),
            (Way::Known, types::SOLDIER) => self.soldier(),
            (Way::Known, types::JANGGI_CANNON) => salvo(Movement::ride(0, 1, Winds::ORTHOGONAL)),
            (Way::Known, types::KING) => self.of_betza(origin, "K"),
            (Way::Known, origin) => self.of_betza(origin, types::TYPES[origin.min(types::CUSTOM - 1)].betza),
        };
        let way = joined(std::iter::once(way).chain(self.along_lines(slot)));
        let way = self.confined(origin, way);
        PerSide::both(self.sparing(origin, way))
    }

    /// A movement that spares pieces of its own kind, if it must. A piece that may never be left
    /// attacked is attacked by its like all the same, and never captured.
    fn sparing(&self, origin: Slot, way: Movement) -> Movement {
        let kept = self.is_royal(origin) && !self.model.blast;
        if !self.model.mutually_immune.has(origin) || way == Movement::none() || kept {
            return way;
        }
        when(Condition::Of(others()), way)
    }

    /// How a kind goes along the diagonal lines of the board, if there are any.
    fn along_lines(&self, slot: Slot) -> Option<Movement> {
        let lines = &self.model.diagonal_lines;
        let step = Movement::leap(1, 1, Winds::DIAGONAL);
        let way = match self.army.origin(slot) {
            types::ROOK => Movement::ride(1, 1, Winds::DIAGONAL),
            types::JANGGI_CANNON => salvo(Movement::ride(1, 1, Winds::DIAGONAL)),
            types::SOLDIER => Movement::leap(1, 1, Winds(0x4004)),
            types::WAZIR => step,
            types::KING if self.is_wazir(types::KING) => step,
            _ => return None,
        };
        if lines.is_empty() {
            return None;
        }
        let set = PerSide::both(lines.squares(&self.board));
        Some(when(Condition::From(set.clone()), when(Condition::To(set), way)))
    }

    /// Whether a kind goes one square along files and ranks.
    fn is_wazir(&self, slot: Slot) -> bool {
        matches!(self.model.kinds.get(&slot).map(|kind| &kind.way), Some(Way::Betza(text)) if text == "W")
    }

    /// A movement that leads only to where the kind may be.
    fn confined(&self, slot: Slot, way: Movement) -> Movement {
        if way == Movement::none() {
            return way;
        }
        let all = &self.all;
        let mut allowed = PerSide::new(self.mobility(Side::White, slot), self.mobility(Side::Black, slot));
        if self.model.immobility_illegal && !self.any_royal() {
            for side in Side::ALL {
                let stuck = self.stuck(side, slot);
                if !stuck.is_empty() && !self.has_promotion(side, slot) {
                    allowed[side] = allowed[side].without(&stuck);
                }
            }
        }
        if allowed.white == *all && allowed.black == *all {
            return way;
        }
        when(Condition::To(self.per_side(&allowed)), way)
    }

    /// Squares from which a kind could never go on.
    pub(super) fn stuck(&self, side: Side, slot: Slot) -> Region {
        let steps = self.quiet_steps(self.army.origin(slot));
        let forward: i16 = if side == Side::White { 1 } else { -1 };
        let goes = |&(rank, file): &(u8, u8)| {
            steps.iter().any(|&(up, right)| {
                let to = (i16::from(rank) + forward * up, i16::from(file) + forward * right);
                let to = (u8::try_from(to.0), u8::try_from(to.1));
                matches!(to, (Ok(rank), Ok(file)) if self.all.has(rank, file))
            })
        };
        let all = self.all.iter();
        all.filter(|square| !goes(square)).collect()
    }

    /// The first steps of quiet moves, in ranks up and files right.
    fn quiet_steps(&self, slot: Slot) -> Vec<(i16, i16)> {
        let text = match self.model.kinds.get(&slot).map(|kind| &kind.way) {
            Some(Way::Betza(text)) => text.clone(),
            Some(Way::Known) if slot < types::CUSTOM => types::TYPES[slot].betza.to_owned(),
            Some(Way::Ferz(_)) | None => return vec![(1, 0), (-1, 0)],
            Some(Way::Known) => "K".to_owned(),
        };
        let atoms = betza::atoms(&text);
        let quiet = atoms
            .iter()
            .filter(|atom| atom.modes().has(Modes::QUIET) && !atom.initial);
        quiet.flat_map(Atom::steps).collect()
    }

    /// Betza as Fairy-Stockfish reads it.
    fn of_betza(&self, slot: Slot, text: &str) -> Movement {
        let atoms = betza::atoms(text);
        let home = self.doubles();
        let passed = self.anything_passed();
        let ways = atoms.iter().map(|atom| normalize(atom.movement(&home, passed)));
        let en_passant = passed.then(|| self.en_passant(slot, &atoms, &home)).flatten();
        joined(ways.chain(en_passant))
    }

    /// Captures en passant of a kind that is no ordinary pawn.
    fn en_passant(&self, slot: Slot, atoms: &[Atom], home: &PerSide<Squares>) -> Option<Movement> {
        let own = PerSide::new(
            self.model.steps.capturers.white.has(slot),
            self.model.steps.capturers.black.has(slot),
        );
        let parts: Vec<Movement> = atoms
            .iter()
            .filter(|atom| atom.only_captures())
            .map(|atom| atom.movement(home, false))
            .collect();
        if parts.is_empty() || !(own.white || own.black) {
            return None;
        }
        let captures = Movement::As {
            modes: Modes::EN_PASSANT,
            movement: Box::new(Movement::Union(parts)),
        };
        let whose = match (own.white, own.black) {
            (true, true) => captures,
            (white, _) => {
                let side = if white { Side::White } else { Side::Black };
                when(Condition::Side(side), captures)
            }
        };
        Some(normalize(whose))
    }

    /// The squares from which double steps begin.
    fn doubles(&self) -> PerSide<Squares> {
        if self.model.steps.on {
            self.per_side(&self.model.steps.double)
        } else {
            PerSide::default()
        }
    }

    /// Whether squares that are passed can be captured on.
    pub(super) fn anything_passed(&self) -> bool {
        let passed = self.per_side(&self.model.steps.passed);
        !(passed.white.0.is_empty() && passed.black.0.is_empty()) && self.anything_passes()
    }

    /// Whether anything makes double steps.
    fn anything_passes(&self) -> bool {
        let steps = &self.model.steps;
        let region = |regions: &PerSide<Region>| {
            let squares = self.per_side(regions);
            !(squares.white.0.is_empty() && squares.black.0.is_empty())
        };
        let zone = steps.on && region(&steps.double);
        self.army
            .all()
            .iter()
            .any(|&slot| match self.model.kinds.get(&slot).map(|kind| &kind.way) {
                Some(Way::Betza(text)) => zone && betza::atoms(text).iter().any(|atom| atom.initial),
                Some(Way::Known) => slot == PAWN && (zone || region(&steps.triple)),
                Some(Way::Ferz(_)) => true,
                None => false,
            })
    }

    /// How pawns go: what is captured en passant lies where they need not be able to stand
    /// otherwise, and a long step leads only over squares where they can. Pawns that do not capture
    /// their like do so en passant all the same.
    fn pawn_within(&self) -> Movement {
        let all = &self.all;
        let room = PerSide::new(self.mobility(Side::White, PAWN), self.mobility(Side::Black, PAWN));
        let anywhere = room.white == *all && room.black == *all;
        let passing = self.anything_passed().then(passing);
        let steps = self.pawn(&room, anywhere);
        let way = match anywhere {
            true => self.confined(PAWN, joined(std::iter::once(steps).chain(passing.clone()))),
            false => joined(std::iter::once(self.confined(PAWN, steps)).chain(passing.clone())),
        };
        match self.model.mutually_immune.has(PAWN) {
            true => joined(std::iter::once(self.sparing(PAWN, way)).chain(passing)),
            false => way,
        }
    }

    /// The steps of pawns.
    fn pawn(&self, room: &PerSide<Region>, anywhere: bool) -> Movement {
        let passed = self.anything_passed();
        let mut ways = pawn_step().to_vec();
        let triple = self.per_side(&self.model.steps.triple);
        for (length, from) in [(2, self.doubles()), (3, triple)] {
            let from = match anywhere {
                true => from,
                false => self.within(&from, length, room),
            };
            if !(from.white.0.is_empty() && from.black.0.is_empty()) {
                ways.push(normalize(long_step(length, from, passed)));
            }
        }
        Movement::Union(ways)
    }

    /// The squares of some from which a step of this many squares stays where pawns may be.
    fn within(&self, from: &PerSide<Squares>, length: u8, room: &PerSide<Region>) -> PerSide<Squares> {
        let of = |side: Side| {
            let up: i16 = if side == Side::White { 1 } else { -1 };
            let goes = |&(rank, file): &(u8, u8)| {
                (1..i16::from(length)).all(|step| {
                    let rank = u8::try_from(i16::from(rank) + up * step);
                    rank.is_ok_and(|rank| room[side].has(rank, file))
                })
            };
            let from = Region::of(&from[side]);
            from.iter().filter(goes).collect::<Region>().squares(&self.board)
        };
        PerSide::new(of(Side::White), of(Side::Black))
    }

    fn soldier(&self) -> Movement {
        let forward = Movement::leap(0, 1, Winds::single(0));
        let aside = Movement::leap(0, 1, Winds(0x1010));
        let rank = self.model.soldier_rank;
        if rank == 0 {
            return Movement::leap(0, 1, Winds(0x1011));
        }
        let from = self.per_side(&self.ranks_from(rank));
        Movement::Union(vec![forward, when(Condition::From(from), aside)])
    }

    /// All ranks of each side from one on, from 0.
    pub(super) fn ranks_from(&self, rank: u8) -> PerSide<Region> {
        let white = (rank..self.board.ranks).fold(Region::default(), |all, rank| all.or(&Region::rank(rank)));
        let black = (0..self.board.ranks.saturating_sub(rank))
            .fold(Region::default(), |all, rank| all.or(&Region::rank(rank)));
        PerSide::new(white, black)
    }

    /// Names of kinds with `or` nothing between, as lists want them.
    pub(super) fn names(&self, slots: &[Slot]) -> Vec<String> {
        slots.iter().map(|&slot| self.army.called(slot)).collect()
    }

    /// Royalty: how many of several royals may be attacked.
    pub(super) fn royalty(&mut self) {
        let extinction = &self.model.extinction;
        if !extinction.royal {
            return;
        }
        if extinction.types.all {
            self.lose("extinctionPseudoRoyal", "all pieces together as one royal piece");
            return;
        }
        self.royals_that_go();
        self.draft.royalty = PerSide::new(self.royal_rule(Side::White), self.royal_rule(Side::Black));
    }

    /// The entries for royal kinds that Fairy-Stockfish protects in another way, but for kinds that
    /// become another royal one.
    fn royals_that_go(&mut self) {
        let types = self.model.extinction.types.clone();
        for side in Side::ALL {
            let mut own = self.army.whose[side].clone().into_iter();
            let goes = |&slot: &Slot| {
                let turned = self.turned(slot).is_some_and(|to| types.has(to));
                types.has(slot) && self.has_promotion(side, slot) && !turned
            };
            if let Some(slot) = own.find(goes) {
                let why = format!(
                    "a side whose last `{}` promotes plays on; here it has lost",
                    self.army.called(slot)
                );
                self.lose("extinctionPseudoRoyal", why);
            }
        }
        if !self.model.checking {
            let why = "which of these pieces are safe where `checking` is off";
            self.lose("extinctionPseudoRoyal", why);
        }
    }

    /// Which of a side's royals must be safe.
    ///
    /// If some kind must always be present, the rule that not all may be attacked at once adds
    /// nothing.
    fn royal_rule(&mut self, side: Side) -> Royalty {
        let extinction = self.model.extinction.clone();
        let limit = extinction.count.saturating_add(1);
        let own = extinction.types.slots.iter().copied();
        let there: Vec<(Slot, u32)> = own
            .map(|slot| (slot, self.fen.count(side, slot)))
            .filter(|&(slot, count)| count > 0 || self.grows(side, slot))
            .collect();
        let king = self.army.whose[side].contains(&types::KING) && !extinction.types.has(types::KING);
        let kinds = usize::from(king) + there.len();
        let steady = |&(slot, count): &(Slot, u32)| count <= limit && !self.grows(side, slot);
        let duple = extinction.duple && !there.iter().any(steady);
        let mut rule = Royalty::All;
        for (slot, count) in there {
            let (many, grows) = (count > limit, self.grows(side, slot));
            if !(many || grows && extinction.count < 20) {
                continue;
            }
            if extinction.count == 0 {
                rule = match duple && kinds == 1 {
                    true => Royalty::Any,
                    false => Royalty::Last,
                };
                continue;
            }
            let name = self.army.called(slot);
            let why = format!(
                "Fairy-Stockfish keeps a `{name}` safe only while {side} has at most {limit} of them; here all of them always are"
            );
            self.lose("extinctionPieceCount", why);
        }
        if rule == Royalty::Last && duple {
            let why = "that not all royal pieces of several kinds may be attacked at once; here only the last of each kind must be safe";
            self.lose("dupleCheck", why);
        }
        match rule {
            Royalty::Last if kinds > 1 => Royalty::LastOfEach,
            rule => rule,
        }
    }

    /// Whether a side may come to have more of a kind.
    pub(super) fn grows(&self, side: Side, slot: Slot) -> bool {
        let held = self.model.drops.on && self.fen.hand.contains(&(slot, side));
        held || self.army.whose[side].iter().any(|&from| {
            from != slot
                && !self.model.promotion.region[side].is_empty()
                && ((super::army::promotes_as_pawn(self.model, side, from)
                    && self.model.promotion.to[side].contains(&slot))
                    || (self.model.promotion.promoted.get(&from) == Some(&slot) && !self.is_royal(from)))
        })
    }

    /// The kinds of a set that a side has, copies included; `None`: all.
    pub(super) fn kinds_of(&self, side: Side, types: &crate::model::Types) -> Option<Vec<Slot>> {
        if types.all {
            return None;
        }
        Some(
            types
                .slots
                .iter()
                .flat_map(|&slot| self.army.like(side, slot))
                .collect(),
        )
    }

    /// Rules about moves.
    pub(super) fn restrictions(&mut self) {
        if self.model.must_capture && (self.model.pass.white || self.model.pass.black) {
            self.lose(
                "pass",
                "a pass while nothing can be captured, where captures come first",
            );
        }
        let pass = |side: Side| match (self.model.pass_stuck[side], self.model.pass[side]) {
            (true, _) => Pass::Stuck,
            (false, true) => Pass::Allowed,
            (false, false) => Pass::Never,
        };
        let passes = PerSide::new(pass(Side::White), pass(Side::Black));
        self.draft.duties = self.duties(passes);
        let counts = matches!(
            self.model.end.material,
            Material::Unweighted | Material::Janggi | Material::None
        );
        if passes.white != Pass::Never && passes.black != Pass::Never && !counts {
            let key = if self.model.pass_stuck.white {
                "passOnStalemate"
            } else {
                "pass"
            };
            self.lose(
                key,
                "two passes that follow each other end the game as `materialCounting` says; here it goes on",
            );
        }
        if self.model.blast && self.kings() && self.model.extinction.value != Some(Score::Loss) {
            self.note(
                "blastOnCapture",
                "Fairy-Stockfish cannot blow up kings: `commoner = k` instead of `king = k`",
            );
        }
    }

    fn duties(&self, passes: PerSide<Pass>) -> Vec<Duty> {
        let mut duties = Vec::new();
        if self.model.must_capture {
            duties.push(Duty::Capture);
        }
        if !self.model.checking {
            duties.push(Duty::NoCheck);
        }
        if passes != PerSide::both(Pass::Never) {
            duties.push(Duty::Pass(passes));
        }
        let passed = self.on_board(&self.model.steps.passed);
        if self.anything_passed() && passed != PerSide::both(self.all.clone()) {
            duties.push(Duty::EnPassant(passed));
        }
        if self.model.bikjang {
            duties.push(Duty::Bikjang);
        }
        if self.model.flying_general && self.army.has(types::KING) {
            // Kings that never come to the same rank only see each other along files.
            let ranks = |side: Side| -> BTreeSet<u8> {
                let squares = self.bounds(side, types::KING);
                squares.iter().map(|(rank, _)| rank).collect()
            };
            duties.push(match ranks(Side::White).is_disjoint(&ranks(Side::Black)) {
                true => Duty::NotFacing,
                false => Duty::NotInLine,
            });
        }
        duties
    }

    fn kings(&self) -> bool {
        self.army.has(types::KING)
    }
}

/// Movements as alternatives on one level.
fn joined(ways: impl IntoIterator<Item = Movement>) -> Movement {
    let mut all = Vec::new();
    for way in ways {
        match way {
            Movement::Union(parts) => all.extend(parts),
            way => all.push(way),
        }
    }
    Movement::Union(all)
}
