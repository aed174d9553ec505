//! Mate, stalemate, repetition and the clock.

use super::Writer;
use crate::model::{Material, Way};
use crate::region::Region;
use crate::types::{BERS, CANNON, ELEPHANT, FERS, HORSE, KING, KNIGHT, ROOK, SOLDIER, Slot};
use ferz::rules::{Condition, Movement, Score, Side};

pub(super) fn word(score: Score) -> &'static str {
    ferz::text::score(score)
}

pub(super) fn contrary(score: Score) -> Score {
    match score {
        Score::Win => Score::Loss,
        Score::Draw => Score::Draw,
        Score::Loss => Score::Win,
    }
}

/// Squares outside which a movement never ends, if it says so of all its paths.
fn ends(movement: &Movement, side: Side) -> Option<Region> {
    match movement {
        Movement::When {
            condition: Condition::To(squares),
            ..
        } => Some(Region::of(&squares[side])),
        Movement::When { movement, .. } | Movement::Only { movement, .. } | Movement::As { movement, .. } => {
            ends(movement, side)
        }
        Movement::Union(parts) if !parts.is_empty() => parts
            .iter()
            .map(|part| ends(part, side))
            .reduce(|all, next| Some(all?.or(&next?)))
            .flatten(),
        _ => None,
    }
}

impl Writer<'_> {
    pub(super) fn end(&mut self) {
        let end = self.model.end.clone();
        let odds = match end.material {
            Material::WhiteOdds => Some(Side::White),
            Material::BlackOdds => Some(Side::Black),
            Material::None | Material::Janggi | Material::Unweighted => None,
        };
        if end.checkmate != Score::Loss {
            self.entry("checkmate", word(end.checkmate).to_owned());
        }
        let counted = end.stalemate == Score::Draw && end.material == Material::Unweighted;
        match odds.filter(|_| end.stalemate == Score::Draw) {
            Some(Side::White) => self.entry("stalemate", "white win, black loss".to_owned()),
            Some(Side::Black) => self.entry("stalemate", "white loss, black win".to_owned()),
            // A rule that counts pieces at stalemate says so itself.
            None if end.stalemate != Score::Draw && !end.stalemate_count => {
                self.entry("stalemate", word(end.stalemate).to_owned());
            }
            None => {}
        }
        if end.perpetual {
            self.entry("perpetual-check", "loss".to_owned());
        }
        self.repetition(odds);
        if end.move_rule > 0 {
            let claim = if self.model.claims.1 && odds.is_none() {
                " claim"
            } else {
                ""
            };
            let drawn = if self.counts_pieces() { "most" } else { "draw" };
            let value = odds.map_or_else(|| drawn.to_owned(), |side| format!("{side} win"));
            self.entry("move-rule", format!("{} {value}{claim}", 2 * end.move_rule));
        }
        self.moves_to_and_fro();
        self.chases();
        self.mates();
        if self.model.promotion.in_place && self.army.has(crate::types::PAWN) {
            self.entry("only-promotions", "2 draw".to_owned());
        }
        let army = &self.army;
        let counting = end
            .counting
            .says(|slot| army.has(slot).then(|| army.called(slot)));
        for (key, count) in [("count", counting.several), ("count-alone", counting.alone)] {
            if let Some(count) = count {
                self.entry(key, ferz::text::count(&count));
            }
        }
        self.goals();
        self.majority(counted || end.stalemate_count);
    }

    /// An entry of `end`.
    pub(super) fn entry(&mut self, key: &str, body: String) {
        self.part("end", key, format!("end {{\n  {key}: {body}\n}}"));
    }

    fn repetition(&mut self, odds: Option<Side>) {
        let end = &self.model.end;
        if end.fold == 0 {
            return;
        }
        // Fairy-Stockfish's value is for the side to move, which has not brought the repetition
        // about.
        let value = match (odds, end.fold_value) {
            (Some(side), Score::Draw) => format!("{side} win"),
            (_, score) if end.fold_absolute => format!("white {}", word(score)),
            (_, score) => word(contrary(score)).to_owned(),
        };
        let value = if value == "white draw" {
            "draw".to_owned()
        } else {
            value
        };
        let value = if value == "draw" && self.counts_pieces() {
            "most".to_owned()
        } else {
            value
        };
        let claim = if self.model.claims.0 && matches!(value.as_str(), "draw" | "most") {
            " claim"
        } else {
            ""
        };
        if end.fold < 2 {
            self.lose("nFoldRule", "a game that ends with its first position");
            return;
        }
        let text = format!("{} {value}{claim}", end.fold);
        self.entry("repetition", text);
    }

    /// Fairy-Stockfish's names of those that are there, in the order of the alphabet; `None` if
    /// there are none.
    fn there(&self, slots: &[Slot]) -> Option<String> {
        let there: Vec<Slot> = slots
            .iter()
            .copied()
            .filter(|&slot| self.army.has(slot))
            .collect();
        let mut names = self.names(&there);
        names.sort();
        (!names.is_empty()).then(|| names.join(" "))
    }

    /// Chases as the Asian Xiangqi Federation judges them.
    fn chases(&mut self) {
        if !self.model.end.chasing {
            return;
        }
        let ranks: [&[Slot]; 3] = [&[ROOK], &[CANNON, HORSE], &[ELEPHANT, FERS]];
        let mut parts: Vec<String> = ranks
            .iter()
            .filter_map(|slots| Some(format!("by {}", self.there(slots)?)))
            .collect();
        if parts.is_empty() {
            return;
        }
        if let Some(soldier) = self.there(&[SOLDIER]) {
            let on = match self.model.soldier_rank {
                0 => String::new(),
                rank => format!(" on {}", self.sets(&self.ranks_from(rank))),
            };
            parts.push(format!("of {soldier}{on}"));
        }
        self.entry("perpetual-chase", format!("loss, {}", parts.join(", ")));
    }

    /// Mates that are told apart by the pieces that check.
    fn mates(&mut self) {
        if !self.model.end.shatar {
            return;
        }
        if let Some(knight) = self.there(&[KNIGHT]) {
            self.entry("mate-by", format!("win, of {knight}"));
        }
        match self.there(&[BERS, KNIGHT, ROOK]) {
            Some(strong) => self.entry("mate-without", format!("draw, of {strong}")),
            None => self.entry("checkmate", "draw".to_owned()),
        }
    }

    /// One piece that moves to and fro, of those that may come near the opponent's king.
    fn moves_to_and_fro(&mut self) {
        if !self.model.end.to_and_fro {
            return;
        }
        let comes_near = |slot: &Slot| {
            let meets = |side: Side| {
                let theirs = self.bounds(side.other(), KING);
                !self.bounds(side, *slot).and(&theirs).is_empty()
            };
            Side::ALL.into_iter().any(meets)
        };
        let all: Vec<Slot> = self.army.all().into_iter().collect();
        let near: Vec<Slot> = all.iter().copied().filter(comes_near).collect();
        let of = if near.len() == all.len() {
            String::new()
        } else {
            let mut names = self.names(&near);
            names.sort();
            format!(", of {}", names.join(" "))
        };
        self.entry("to-and-fro", format!("4 loss{of}"));
    }

    /// The squares open to a kind, if necessary as limited by its moves.
    pub(super) fn bounds(&self, side: Side, slot: Slot) -> Region {
        let mobility = self.mobility(side, slot);
        match self
            .model
            .kinds
            .get(&self.army.origin(slot))
            .map(|kind| &kind.way)
        {
            Some(Way::Ferz(movement)) => {
                ends(&movement[side], side).map_or(mobility.clone(), |ends| mobility.and(&ends))
            }
            _ => mobility,
        }
    }

    /// Whether the side with more pieces decides a draw.
    fn counts_pieces(&self) -> bool {
        let end = &self.model.end;
        let pass = |side: Side| self.model.pass[side] || self.model.pass_stuck[side];
        let goal = end.full_board || (pass(Side::White) && pass(Side::Black));
        goal && matches!(end.material, Material::Janggi | Material::Unweighted)
    }

    /// The side with more pieces wins.
    fn majority(&mut self, stuck: bool) {
        let end = &self.model.end;
        let janggi = end.material == Material::Janggi;
        let unweighted = end.material == Material::Unweighted || janggi;
        let mut options = Vec::new();
        if end.full_board && unweighted {
            options.push("full");
        } else if end.full_board && end.material == Material::None {
            self.lose("adjudicateFullBoard", "a full board that ends the game as a draw");
        }
        let pass = |side: Side| self.model.pass[side] || self.model.pass_stuck[side];
        if stuck && !(self.model.pass_stuck.white && self.model.pass_stuck.black) {
            options.push("stuck");
        }
        let mut passed = Vec::new();
        if pass(Side::White) && pass(Side::Black) {
            passed.push("passes 2");
            if self.model.bikjang {
                passed.push("facing");
            }
        }
        let names: Vec<String> = self.names(&self.army.all().into_iter().collect::<Vec<_>>());
        let whom = if names.len() == 1 {
            names.concat()
        } else {
            "all".to_owned()
        };
        if unweighted {
            options.append(&mut passed);
        } else if !passed.is_empty() && self.model.end.material == Material::None {
            let label = self.label("blocked");
            self.entry(&label, format!("most {whom}, {}, draw", passed.join(", ")));
        }
        if options.is_empty() {
            return;
        }
        if janggi {
            // Fairy-Stockfish counts 13 7 5 3 3 2 for any values of the pieces, and White less 1.5.
            options.push("by-value, less 1.5");
        }
        if self.model.end.stalemate_count && self.model.end.stalemate == Score::Win {
            options.push("loss");
        }
        let whose = if janggi { "white " } else { "" };
        let label = self.label("majority");
        self.entry(&label, format!("{whose}most {whom}, {}", options.join(", ")));
    }

    /// The name of a goal.
    pub(super) fn label(&self, name: &'static str) -> String {
        self.model
            .labels
            .get(name)
            .cloned()
            .unwrap_or_else(|| name.to_owned())
    }
}
