//! Squares that are closed in the course of a game.

use super::Writer;
use crate::draft::{Effect, Page};
use crate::model::{Types, Walling};
use crate::types::{KING, Slot};
use ferz::rules::{Score, Side};
use std::collections::BTreeSet;

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
        let everywhere = &self.all;
        let whole = [&walls.region.white, &walls.region.black]
            .iter()
            .all(|region| region.and(everywhere) == *everywhere);
        let within = (!whole).then(|| self.sets(&walls.region));
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
            Walling::Edge => Some("(edge | step orthogonal at wall)".to_owned()),
            Walling::Duck | Walling::Static => None,
        };
        let on = match (on, within) {
            (Some(on), Some(within)) => Some(format!("{on} & ({within})")),
            (on, within) => on.or(within),
        };
        let mut text = "walls {\n".to_owned();
        text.push_str(&format!("  on: {}\n", on.unwrap_or_else(|| "all".to_owned())));
        if rule == Walling::Duck {
            text.push_str("  one: yes\n");
        }
        if alone {
            // The other engine's walls are passes, which answer no check.
            text.push_str("  instead: yes\n  in-check: no\n");
        }
        self.part("walls", "", text + "}");
    }

    /// Each move closes the square that it leaves.
    fn trail(&mut self, alone: bool, whole: bool) {
        if alone || !whole {
            let key = if alone { "wallOrMove" } else { "wallingRegion" };
            return self.lose(key, "with `past` every move closes the square that it leaves");
        }
        self.effect(Effect::CloseOrigin);
    }

    /// A wall flies as the piece that has moved goes.
    fn arrow(&mut self) -> Option<String> {
        let ways: BTreeSet<String> = self
            .army
            .all()
            .into_iter()
            .filter_map(|slot| self.draft.kind(&self.army.called(slot)))
            .map(|kind| Page::new(&self.draft).way(&kind.movement.white, None))
            .collect();
        let way = ways.first().cloned().unwrap_or_default();
        if ways.len() != 1 || way.contains("capture") || way.contains("exposed") {
            let why = "walls fly as the moved piece moves; ferz takes one movement for all pieces";
            self.lose("wallingRule", why);
            return None;
        }
        let way = way.strip_prefix("move ").unwrap_or(&way);
        Some(if way.contains([' ', '|']) {
            format!("({way}) at mover")
        } else {
            format!("{way} at mover")
        })
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
        let place = if self.model.blast { "target" } else { "mover" };
        let kinds: BTreeSet<_> = self.army.all();
        let kinds: Vec<_> = kinds
            .into_iter()
            .filter(|&slot| petrify.all || petrify.has(self.army.origin(slot)))
            .collect();
        let by = if petrify.all {
            String::new()
        } else {
            format!("  by: {}\n", self.names(&kinds).join(" | "))
        };
        // A piece that turns to stone goes to the opponent's hand, as a captured piece goes to its
        // captor's.
        let drops = &self.model.drops;
        let captures = drops.on && drops.captures && !self.model.blast;
        let acts = match (captures, drops.keep_promoted) {
            (false, _) => format!("close: {place}"),
            (true, true) => "hand: mover flipped\n  close: target".to_owned(),
            (true, false) => "hand: mover flipped demoted\n  close: target".to_owned(),
        };
        self.part("on", "capture", format!("on capture {{\n{by}  {acts}\n}}"));
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
