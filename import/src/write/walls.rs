//! Squares that are closed in the course of a game.

use super::Writer;
use crate::draft::{Effect, Walls, WallsOn};
use crate::model::{Types, Walling};
use crate::types::{KING, Slot};
use ferz::rules::{Modes, Movement, PerSide, Score, Side};

impl Writer<'_> {
    pub(super) fn walls(&mut self) {
        self.stones();
        let walls = self.model.walls.clone();
        let (rule, alone) = (walls.rule, walls.or_move);
        if rule != Walling::None && !alone && self.army.has(KING) {
            let why =
                "Fairy-Stockfish asks whether the king is safe before the wall is put, and here with it";
            self.lose("wallingRule", why);
        }
        if rule != Walling::None && self.anything_dropped() {
            let why =
                "in Fairy-Stockfish nothing comes in from a hand where moves put walls, or not as written";
            self.lose("wallingRule", why);
        }
        if rule != Walling::None {
            self.stuck_behind("wallingRule");
        }
        let within = self.on_board(&walls.region);
        let whole = within == PerSide::both(self.all.clone());
        let on = match rule {
            Walling::None => return,
            Walling::Past => return self.trail(alone, whole),
            Walling::Arrow if alone => {
                return self.lose(
                    "wallOrMove",
                    "nothing has moved when a wall is put instead of a move",
                );
            }
            Walling::Arrow => self.arrow(),
            Walling::Edge => WallsOn::Edge,
            Walling::Duck | Walling::Static => WallsOn::Anything,
        };
        self.draft.walls = Some(Walls {
            on,
            within: (!whole).then_some(within),
            one: rule == Walling::Duck,
            // The other engine's walls are passes, which answer no check.
            instead: alone,
        });
    }

    /// Each move closes the square that it leaves.
    fn trail(&mut self, alone: bool, whole: bool) {
        if alone || !whole {
            let key = if alone { "wallOrMove" } else { "wallingRegion" };
            return self.lose(key, "with `past` every move closes the square that it leaves");
        }
        self.draft.effects.push(Effect::CloseOrigin);
    }

    /// A wall flies as the piece that has moved goes.
    fn arrow(&mut self) -> WallsOn {
        let mut ways = self.draft.kinds.iter().map(|kind| &kind.movement.white);
        let first = ways.next().cloned().unwrap_or(Movement::none());
        let alike = ways.all(|way| *way == first);
        let is_quiet = |part: &Movement| match part {
            Movement::Only { modes, .. } | Movement::As { modes, .. } => *modes == Modes::QUIET,
            Movement::Exposed(_) => false,
            _ => true,
        };
        if !alike || first.any(&|part| !is_quiet(part)) {
            let why = "walls fly as the moved piece moves; ferz takes one movement for all pieces";
            self.lose("wallingRule", why);
            return WallsOn::Anything;
        }
        // The wall comes to each such square.
        WallsOn::Reach(first.map(&|part| match part {
            Movement::Only { movement, .. } => (**movement).clone(),
            part => part.clone(),
        }))
    }

    /// Captors that close the square where they end.
    fn stones(&mut self) {
        let petrify = self.model.walls.petrify.clone();
        if petrify.is_empty() {
            return;
        }
        self.stuck_behind("petrifyOnCaptureTypes");
        if !self.model.blast {
            self.stone_kings(&petrify);
        }
        let kinds: Vec<Slot> = self.army.all().into_iter().collect();
        let stony = |slot: &Slot| !petrify.all && petrify.has(self.army.origin(*slot));
        let kinds: Vec<Slot> = kinds.into_iter().filter(stony).collect();
        // A piece that turns to stone goes to the opponent's hand, as a captured piece goes to its
        // captor's.
        let drops = &self.model.drops;
        let captures = drops.on && drops.captures && !self.model.blast;
        self.draft.effects.push(Effect::Petrify {
            by: self.names(&kinds),
            to_hand: captures.then_some(!drops.keep_promoted),
            exploded: self.model.blast,
        });
    }

    /// Walls that may leave a piece no way on, where none may go to such a square.
    fn stuck_behind(&mut self, key: &str) {
        if self.model.immobility_illegal {
            let why = "`immobilityIllegal` keeps pieces from where walls leave them no way on; here walls are not asked for";
            self.lose(key, why);
        }
    }

    /// Royal pieces that turn to stone when they capture: they never capture while they must be
    /// kept safe, and attack nothing.
    fn stone_kings(&mut self, petrify: &Types) {
        const KEY: &str = "petrifyOnCaptureTypes";
        let stone = |slot: &Slot| petrify.all || petrify.has(*slot);
        if self.army.has(KING) && stone(&KING) {
            let why = "Fairy-Stockfish lets the king capture, turns it to stone and plays on without it; here it may \
                       not capture. `commoner` with `extinctionPseudoRoyal` says so there";
            self.lose(KEY, why);
        }
        let extinction = &self.model.extinction;
        let royal: Vec<Slot> = extinction.types.slots.iter().copied().filter(stone).collect();
        if !extinction.royal || extinction.value != Some(Score::Loss) {
            return;
        }
        let there = |slot: &Slot| self.army.has(*slot) && *slot != KING;
        let royal: Vec<Slot> = royal.into_iter().filter(there).collect();
        for slot in royal {
            let several = |side: Side| self.fen.count(side, slot) > 1 || self.grows(side, slot);
            if Side::ALL.into_iter().any(several) {
                let why = "royal pieces of which there are several attack no other royal piece in Fairy-Stockfish; \
                           here they do as long as one may turn to stone";
                self.lose(KEY, why);
            } else {
                let why = "such royal pieces capture nothing, and may stand side by side, which Fairy-Stockfish calls a check";
                self.note(KEY, why);
            }
        }
    }
}
