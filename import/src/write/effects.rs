//! The effects of moves: explosions, hands and pieces that change sides.

use super::Writer;
use crate::betza::Atom;
use crate::draft::Effect;
use crate::model::{Enclosing, Way};
use crate::types::{self, Slot};
use ferz::rules::Score;

impl Writer<'_> {
    pub(super) fn effects(&mut self) {
        let demoted = if self.model.drops.keep_promoted {
            "flipped"
        } else {
            "flipped demoted"
        };
        let captures = self.model.drops.on && self.model.drops.captures;
        self.far_royals();
        if self.model.blast && self.model.walls.petrify_blast {
            if !captures {
                return self.stony_blast();
            }
            self.lose("petrifyBlastPieces", "pieces that go to hands and leave walls");
        }
        let immune = self.immune();
        let around = self.but(immune.iter().copied().chain([types::PAWN]));
        if captures && self.model.blast {
            let mover = match immune.is_empty() {
                true => "mover".to_owned(),
                false => format!("{} on target", self.but(immune)),
            };
            let text = format!(
                "on capture {{\n  hand: victim {demoted}, {mover} {demoted}, {around} on step all at target {demoted}\n}}"
            );
            self.part("on", "capture", text);
        } else if captures {
            self.effect(Effect::ToHand {
                of: Vec::new(),
                captor: true,
                demoted: !self.model.drops.keep_promoted,
            });
        } else if self.model.blast && !immune.is_empty() {
            let hit = self.but(immune);
            let text =
                format!("on capture {{\n  remove: {hit} on target, {around} on step all at target\n}}");
            self.part("on", "capture", text);
        } else if self.model.blast {
            let pawn = self.army.has(types::PAWN).then(|| self.army.called(types::PAWN));
            let sparing = pawn.into_iter().collect();
            self.effect(Effect::Explosion { sparing });
        }
        self.flips();
    }

    /// An explosion whose pieces turn to walls, but for the captor, which has a key of its own.
    fn stony_blast(&mut self) {
        let immune = self.immune();
        let around = self.but(immune.iter().copied().chain([types::PAWN]));
        let hit = match immune.is_empty() {
            true => "mover".to_owned(),
            false => format!("{} on target", self.but(immune)),
        };
        self.part(
            "movement",
            "itself",
            "movement itself = (pass step all) then step back".to_owned(),
        );
        let text = format!(
            "on capture {{\n  close: step all at target & (itself at friend {around} | itself at enemy {around})\n  remove: {hit}\n}}"
        );
        self.part("on", "capture", text);
        self.flips();
    }

    /// Royal pieces that explode when they capture, and so attack nothing, but do from afar in
    /// Fairy-Stockfish.
    fn far_royals(&mut self) {
        let extinction = &self.model.extinction;
        if !self.model.blast || !extinction.royal || extinction.value != Some(Score::Loss) {
            return;
        }
        let is_far = |&slot: &Slot| match self.model.kinds.get(&slot).map(|kind| &kind.way) {
            Some(Way::Betza(text)) => !crate::betza::atoms(text).iter().all(Atom::is_step),
            Some(Way::Known) => {
                let text = types::TYPES.get(slot).map_or("K", |known| known.betza);
                !crate::betza::atoms(text).iter().all(Atom::is_step)
            }
            Some(Way::Ferz(_)) | None => false,
        };
        if extinction.types.slots.iter().any(is_far) {
            let why = "a royal piece that captures explodes; in Fairy-Stockfish it attacks other royal pieces from afar all the same";
            self.lose("extinctionPseudoRoyal", why);
        }
    }

    /// The kinds that no explosion removes.
    fn immune(&self) -> Vec<Slot> {
        let types = &self.model.blast_immune;
        let of = |slot: &Slot| types.all || types.has(self.army.origin(*slot));
        self.army.all().into_iter().filter(of).collect()
    }

    fn flips(&mut self) {
        let enclosed = "flip: enemy between mover and friend by ride all";
        let around = "flip: enemy on step all at mover";
        let (on_drop, on_move) = match self.model.drops.flip {
            Enclosing::None => return,
            Enclosing::Reversi => (enclosed.to_owned(), enclosed),
            Enclosing::Ataxx => (around.to_owned(), around),
            Enclosing::Quadwrangle => (format!("while: friend on step all at mover\n  {around}"), around),
            Enclosing::Snort | Enclosing::Anyside | Enclosing::Top => {
                self.lose("flipEnclosedPieces", "this word is about drops");
                return;
            }
        };
        if self.model.drops.on {
            self.part("on", "drop", format!("on drop {{\n  {on_drop}\n}}"));
        }
        let moves = self.army.all().iter().any(|&slot| self.can_move(slot));
        if moves {
            self.part("on", "move", format!("on move {{\n  {on_move}\n}}"));
        }
    }

    fn can_move(&self, slot: Slot) -> bool {
        match self.model.kinds.get(&slot).map(|kind| &kind.way) {
            Some(Way::Betza(text)) => !crate::betza::atoms(text).is_empty(),
            Some(Way::Known) => slot >= types::CUSTOM || !types::TYPES[slot].betza.is_empty(),
            Some(Way::Ferz(_)) => true,
            None => false,
        }
    }
}
