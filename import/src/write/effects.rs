//! The effects of moves: explosions, hands and pieces that change sides.

use super::Writer;
use crate::betza::Atom;
use crate::draft::{Effect, Explosion, Flip, Remains};
use crate::model::{Enclosing, Way};
use crate::types::{self, Slot};
use ferz::rules::Score;

impl Writer<'_> {
    pub(super) fn effects(&mut self) {
        let demoted = !self.model.drops.keep_promoted;
        let captures = self.model.drops.on && self.model.drops.captures;
        self.far_royals();
        let walls = self.model.blast && self.model.walls.petrify_blast;
        if walls && captures {
            self.lose("petrifyBlastPieces", "pieces that go to hands and leave walls");
        }
        if self.model.blast {
            let pawn = self.army.has(types::PAWN).then(|| self.army.called(types::PAWN));
            self.draft.effects.push(Effect::Explosion(Explosion {
                sparing: pawn.into_iter().collect(),
                immune: self.names(&self.immune()),
                // The captor has a key of its own for walls.
                leaves: match (captures, walls) {
                    (true, _) => Remains::InHand(demoted),
                    (false, true) => Remains::Walls,
                    (false, false) => Remains::Nothing,
                },
            }));
        } else if captures {
            let (of, captor) = (Vec::new(), true);
            self.draft.effects.push(Effect::ToHand { of, captor, demoted });
        }
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
        let (on_drop, on_move) = match self.model.drops.flip {
            Enclosing::None => return,
            Enclosing::Reversi => (Flip::Enclosed, Flip::Enclosed),
            Enclosing::Ataxx => (Flip::Around, Flip::Around),
            Enclosing::Quadwrangle => (Flip::AroundWithFriend, Flip::Around),
            Enclosing::Snort | Enclosing::Anyside | Enclosing::Top => {
                self.lose("flipEnclosedPieces", "this word is about drops");
                return;
            }
        };
        let moves = self.army.all().iter().any(|&slot| self.can_move(slot));
        let flips = |dropped: bool, how: Flip| Effect::Flips { dropped, how };
        let on_drop = self.model.drops.on.then(|| flips(true, on_drop));
        let on_move = moves.then(|| flips(false, on_move));
        self.draft.effects.extend(on_drop.into_iter().chain(on_move));
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
