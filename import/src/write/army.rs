//! The kinds of pieces: those of the start, the kinds they become, and those that come into a hand.

use crate::betza;
use crate::fen::{Cell, Fen};
use crate::model::{Enclosing, Model, Way};
use crate::types::{self, Slot};
use ferz::rules::{Letter, Modes, PerSide, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Slots of kinds that exist only as promoted forms begin here.
const CLONES: Slot = 1000;

/// A copy of a kind to which several kinds promote, made for one of them alone. It moves alike.
#[derive(Clone, Copy, Debug)]
struct Clone {
    from: Slot,
    target: Slot,
}

/// The kinds of a variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Army {
    /// Name and letter of each.
    kinds: BTreeMap<Slot, (String, Letter)>,
    /// The kinds of each side.
    pub(super) whose: PerSide<BTreeSet<Slot>>,
    clones: BTreeMap<Slot, Clone>,
    /// Whether a captured piece goes to a hand as its former kind.
    pub(super) demotes: bool,
}

impl Army {
    pub(super) fn new(model: &Model, fen: &Fen) -> Self {
        let mut army = Self {
            demotes: model.drops.captures && !model.drops.keep_promoted && !model.drops.free,
            ..Self::default()
        };
        army.reach(model, fen);
        army.share(model, fen);
        if !army.clones.is_empty() {
            army.reach(model, fen);
        }
        army.name(model, fen);
        army
    }

    /// The kind that moves like this one: itself, or the original of the copy.
    pub(super) fn origin(&self, slot: Slot) -> Slot {
        self.clones.get(&slot).map_or(slot, |clone| clone.target)
    }

    /// The kind to which a kind promotes as in Shogi.
    pub(super) fn becomes(&self, model: &Model, slot: Slot) -> Option<Slot> {
        let clone = self.clones.iter().find(|(_, clone)| clone.from == slot);
        let clone = clone.map(|(id, _)| *id);
        let plain = model.promotion.promoted.get(&slot).copied();
        clone.or(plain.filter(|_| slot != types::KING))
    }

    /// The name of a kind.
    pub(super) fn called(&self, slot: Slot) -> String {
        self.kinds
            .get(&slot)
            .map_or_else(String::new, |(name, _)| name.clone())
    }

    pub(super) fn letter(&self, slot: Slot) -> Letter {
        self.kinds.get(&slot).map_or(Letter::NONE, |(_, letter)| *letter)
    }

    /// Every kind of either side, in order.
    pub(super) fn all(&self) -> BTreeSet<Slot> {
        self.whose.white.union(&self.whose.black).copied().collect()
    }

    pub(super) fn has(&self, slot: Slot) -> bool {
        self.whose.white.contains(&slot) || self.whose.black.contains(&slot)
    }

    /// The kinds of a side that count as this one: itself and its copies.
    pub(super) fn like(&self, side: Side, slot: Slot) -> Vec<Slot> {
        let own = self.whose[side].iter().copied();
        own.filter(|&own| self.origin(own) == slot).collect()
    }

    fn reach(&mut self, model: &Model, fen: &Fen) {
        let mut whose: PerSide<BTreeSet<Slot>> = PerSide::default();
        for (slot, kind) in &model.kinds {
            for side in Side::ALL {
                if kind.of[side] {
                    whose[side].insert(*slot);
                }
            }
        }
        for cell in fen.cells.iter().flatten() {
            if let Cell::Piece { slot, side, was, .. } = *cell {
                let base = was.unwrap_or(slot);
                whose[side].insert(base);
                let now = was.and_then(|was| self.becomes(model, was));
                whose[side].extend(now.or(was.map(|_| slot)));
            }
        }
        if model.drops.on && model.drops.free {
            for side in Side::ALL {
                whose[side].extend(model.kinds.keys().copied());
            }
        }
        for &(slot, side) in fen.hand.iter().filter(|_| model.drops.any()) {
            whose[side].insert(slot);
        }
        loop {
            let before = whose.clone();
            for side in Side::ALL {
                let own: Vec<Slot> = whose[side].iter().copied().collect();
                for slot in own {
                    whose[side].extend(self.outcomes(model, side, slot));
                    let turns = model.drops.flip != Enclosing::None;
                    if (model.drops.captures && slot != types::KING) || turns {
                        let base = self.clones.get(&slot).map_or(slot, |clone| clone.from);
                        whose[side.other()].insert(base);
                    }
                }
            }
            if whose == before {
                break;
            }
        }
        self.whose = whose;
    }

    /// The kinds that a kind may become.
    fn outcomes(&self, model: &Model, side: Side, slot: Slot) -> Vec<Slot> {
        if model.promotion.region[side].is_empty() {
            return Vec::new();
        }
        let mut list = Vec::new();
        if promotes_as_pawn(model, side, slot) {
            list.extend(model.promotion.to[side].iter().copied());
        }
        list.extend(self.becomes(model, slot));
        list.retain(|to| *to >= CLONES || model.kinds.contains_key(to));
        list
    }

    /// Makes copies of kinds that pieces also are without having been promoted from this one: what
    /// has promoted is written with a plus, and its former kind may count.
    fn share(&mut self, model: &Model, fen: &Fen) {
        let all = self.all();
        let promoted = &model.promotion.promoted;
        for (&from, &target) in promoted.iter().filter(|(from, _)| all.contains(from)) {
            let others = promoted
                .iter()
                .any(|(&other, &to)| other != from && to == target && all.contains(&other));
            let pawns = Side::ALL.iter().any(|&side| {
                let pawn = |slot: &Slot| *slot != from && promotes_as_pawn(model, side, *slot);
                model.promotion.to[side].contains(&target) && self.whose[side].iter().any(pawn)
            });
            // A pawn that promotes to it in either way becomes the same.
            let alike = Side::ALL.iter().any(|&side| {
                promotes_as_pawn(model, side, from) && model.promotion.to[side].contains(&target)
            });
            let plain = from != target && (starts_plain(fen, target) || is_held(fen, target)) && !alike;
            if others || pawns || plain {
                self.clones.insert(CLONES + from, Clone { from, target });
            }
        }
    }

    /// The letter of a kind: that of the section, or, if it is only what one other kind becomes,
    /// that one's with a plus.
    fn written(&self, model: &Model, fen: &Fen, slot: Slot) -> Letter {
        let plain = |slot: Slot| {
            let letter = model.kinds.get(&slot).map_or('?', |kind| kind.letter);
            u8::try_from(letter).map_or(Letter::NONE, Letter::plain)
        };
        if let Some(clone) = self.clones.get(&slot) {
            return with_plus(plain(clone.from));
        }
        let all = self.all();
        let mut from = all
            .iter()
            .filter(|&&from| self.becomes(model, from) == Some(slot));
        let (Some(&from), None) = (from.next(), from.next()) else {
            return plain(slot);
        };
        let pawns = Side::ALL.iter().any(|&side| {
            let mut pawns = self.whose[side]
                .iter()
                .filter(|&&own| promotes_as_pawn(model, side, own));
            model.promotion.to[side].contains(&slot) && pawns.next().is_some()
        });
        if pawns || is_held(fen, slot) || starts_plain(fen, slot) {
            plain(slot)
        } else {
            with_plus(plain(from))
        }
    }

    fn name(&mut self, model: &Model, fen: &Fen) {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let all = self.all();
        for &slot in &all {
            if let Some(name) = model.kinds.get(&slot).and_then(|kind| kind.name.clone()) {
                taken.insert(name.clone());
                self.kinds.insert(slot, (name, self.written(model, fen, slot)));
            }
        }
        for &slot in all.iter().filter(|slot| **slot < CLONES) {
            if self.kinds.contains_key(&slot) {
                continue;
            }
            let letter = model.kinds.get(&slot).map_or('?', |kind| kind.letter);
            let mut name = name_of(model, slot, letter);
            if !taken.insert(name.clone()) {
                name = format!("{name}-{}", letter.to_ascii_lowercase());
                taken.insert(name.clone());
            }
            let letter = self.written(model, fen, slot);
            self.kinds.insert(slot, (name, letter));
        }
        let clones: Vec<(Slot, Clone)> = self.clones.iter().map(|(id, clone)| (*id, *clone)).collect();
        for (id, clone) in clones {
            let known = model.promoted_names.get(&clone.from).cloned();
            let known = known.filter(|name| !taken.contains(name));
            let name = known.unwrap_or_else(|| format!("promoted-{}", self.called(clone.from)));
            let letter = self.written(model, fen, id);
            self.kinds.insert(id, (name, letter));
        }
    }
}

fn with_plus(letter: Letter) -> Letter {
    format!("+{letter}").parse().unwrap_or(letter)
}

/// Whether a kind promotes to the kinds to which pawns promote.
pub(super) fn promotes_as_pawn(model: &Model, side: Side, slot: Slot) -> bool {
    slot == types::PAWN || (slot != types::KING && model.promotion.pawns[side].has(slot))
}

/// Whether a kind stands on the start board and has not become what it is.
fn starts_plain(fen: &Fen, slot: Slot) -> bool {
    fen.cells
        .iter()
        .flatten()
        .any(|cell| matches!(*cell, Cell::Piece { slot: is, was: None, .. } if is == slot))
}

/// Whether a hand holds a kind when the game begins.
fn is_held(fen: &Fen, slot: Slot) -> bool {
    fen.hand.iter().any(|(held, _)| *held == slot)
}

/// A name for a kind that no bundled variant names.
fn name_of(model: &Model, slot: Slot, letter: char) -> String {
    let fixed = match (slot, letter) {
        (types::KING, _) | (types::COMMONER, 'K') => Some("king"),
        (types::SHOGI_PAWN, 'P') => Some("pawn"),
        (slot, _) if slot < types::CUSTOM => Some(types::TYPES[slot].ferz),
        (slot, 'P') if Side::ALL.iter().any(|&side| promotes_as_pawn(model, side, slot)) => Some("pawn"),
        _ => None,
    };
    if let Some(name) = fixed {
        return name.to_owned();
    }
    let Some(Way::Betza(text)) = model.kinds.get(&slot).map(|kind| &kind.way) else {
        return format!("piece-{}", letter.to_ascii_lowercase());
    };
    if let [atom] = &betza::atoms(text)[..]
        && atom.modes() == Modes::BOTH
        && let Some(name) = atom.name().or((atom.text == "gQ").then_some("grasshopper"))
    {
        return if name == "king" {
            "man".to_owned()
        } else {
            name.to_owned()
        };
    }
    format!("piece-{}", letter.to_ascii_lowercase())
}
