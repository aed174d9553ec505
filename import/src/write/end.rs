//! Mate, stalemate, repetition and the clock.

use super::Writer;
use crate::draft::{End, Goal, Most, limit};
use crate::model::{Material, Way};
use crate::region::Region;
use crate::types::{BERS, CANNON, ELEPHANT, FERS, HORSE, KING, KNIGHT, ROOK, SOLDIER, Slot};
use ferz::rules::{Chase, Condition, Limit, Mate, Movement, OnlyPromotions, PerSide, Score, Side, ToAndFro};

fn contrary(score: Score) -> Score {
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
            self.draft.ends.push(End::Checkmate(end.checkmate));
        }
        let counted = end.stalemate == Score::Draw && end.material == Material::Unweighted;
        match odds.filter(|_| end.stalemate == Score::Draw) {
            Some(side) => {
                let mut scores = PerSide::both(Score::Loss);
                scores[side] = Score::Win;
                self.draft.ends.push(End::Stalemate(scores));
            }
            // A rule that counts pieces at stalemate says so itself.
            None if end.stalemate != Score::Draw && !end.stalemate_count => {
                self.draft.ends.push(End::Stalemate(PerSide::both(end.stalemate)));
            }
            None => {}
        }
        if end.perpetual {
            self.draft.ends.push(End::PerpetualCheck(Score::Loss));
        }
        self.repetition(odds);
        if end.move_rule > 0 {
            let claim = self.model.claims.1 && odds.is_none();
            let count = u16::try_from(2 * end.move_rule).unwrap_or(u16::MAX);
            let rule = self.limited(count, odds, Score::Draw);
            self.draft.ends.push(End::MoveRule(Limit { claim, ..rule }));
        }
        self.moves_to_and_fro();
        self.chases();
        self.mates();
        if self.model.promotion.in_place && self.army.has(crate::types::PAWN) {
            let (pieces, score) = (2, Score::Draw);
            let rule = OnlyPromotions { pieces, score };
            self.draft.ends.push(End::OnlyPromotions(rule));
        }
        let army = &self.army;
        let counting = end
            .counting
            .says(|slot| army.has(slot).then(|| army.called(slot)));
        self.draft.ends.push(End::Counting(counting));
        self.goals();
        self.majority(counted || end.stalemate_count);
    }

    /// A limit at which a side with odds wins a draw, or the side with more pieces does.
    fn limited(&self, count: u16, odds: Option<Side>, score: Score) -> Limit {
        let draw = score == Score::Draw;
        let side = odds.filter(|_| draw);
        let score = if side.is_some() { Score::Win } else { score };
        Limit {
            side,
            counted: draw && side.is_none() && self.counts_pieces(),
            ..limit(count, score)
        }
    }

    fn repetition(&mut self, odds: Option<Side>) {
        let end = &self.model.end;
        if end.fold == 0 {
            return;
        }
        if end.fold < 2 {
            self.lose("nFoldRule", "a game that ends with its first position");
            return;
        }
        // Fairy-Stockfish's value is for the side to move, which has not brought the repetition
        // about.
        let absolute = end.fold_absolute && end.fold_value != Score::Draw;
        let score = match absolute {
            true => end.fold_value,
            false => contrary(end.fold_value),
        };
        let count = u16::try_from(end.fold).unwrap_or(u16::MAX);
        let mut rule = self.limited(count, odds, score);
        rule.side = rule.side.or(absolute.then_some(Side::White));
        rule.claim = self.model.claims.0 && score == Score::Draw && rule.side.is_none();
        self.draft.ends.push(End::Repetition(rule));
    }

    /// Fairy-Stockfish's names of those that are there, in the order of the alphabet.
    fn there(&self, slots: &[Slot]) -> Vec<String> {
        let there: Vec<Slot> = slots
            .iter()
            .copied()
            .filter(|&slot| self.army.has(slot))
            .collect();
        let mut names = self.names(&there);
        names.sort();
        names
    }

    /// Chases as the Asian Xiangqi Federation judges them.
    fn chases(&mut self) {
        if !self.model.end.chasing {
            return;
        }
        let ranks: [&[Slot]; 3] = [&[ROOK], &[CANNON, HORSE], &[ELEPHANT, FERS]];
        let mut by: Vec<Vec<String>> = ranks.iter().map(|slots| self.there(slots)).collect();
        by.retain(|names| !names.is_empty());
        if by.is_empty() {
            return;
        }
        let of = self.there(&[SOLDIER]);
        let rank = self.model.soldier_rank;
        let on = (!of.is_empty() && rank > 0).then(|| self.per_side(&self.ranks_from(rank)));
        let score = Score::Loss;
        let rule = Chase { score, by, of, on };
        self.draft.ends.push(End::PerpetualChase(rule));
    }

    /// Mates that are told apart by the pieces that check.
    fn mates(&mut self) {
        if !self.model.end.shatar {
            return;
        }
        let mate = |score: Score, pieces: Vec<String>| Mate { score, pieces };
        let knight = self.there(&[KNIGHT]);
        if !knight.is_empty() {
            self.draft.ends.push(End::MateBy(mate(Score::Win, knight)));
        }
        let strong = self.there(&[BERS, KNIGHT, ROOK]);
        self.draft.ends.push(match strong.is_empty() {
            true => End::Checkmate(Score::Draw),
            false => End::MateWithout(mate(Score::Draw, strong)),
        });
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
        let mut pieces = match near.len() == all.len() {
            true => Vec::new(),
            false => self.names(&near),
        };
        pieces.sort();
        let (count, score) = (4, Score::Loss);
        let rule = ToAndFro { count, score, pieces };
        self.draft.ends.push(End::ToAndFro(rule));
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
        if end.full_board && end.material == Material::None {
            self.lose("adjudicateFullBoard", "a full board that ends the game as a draw");
        }
        let end = &self.model.end;
        let pass = |side: Side| self.model.pass[side] || self.model.pass_stuck[side];
        let passed = pass(Side::White) && pass(Side::Black);
        let names: Vec<String> = self.names(&self.army.all().into_iter().collect::<Vec<_>>());
        let passes = Most {
            kinds: if names.len() == 1 { names } else { Vec::new() },
            passed,
            facing: passed && self.model.bikjang,
            ..Most::default()
        };
        let mut rules = Vec::new();
        if passed && end.material == Material::None {
            rules.push(("blocked", None, passes.clone(), Score::Draw));
        }
        let most = Most {
            full: end.full_board && unweighted,
            stuck: stuck && !(self.model.pass_stuck.white && self.model.pass_stuck.black),
            passed: passed && unweighted,
            facing: passes.facing && unweighted,
            // Fairy-Stockfish counts 13 7 5 3 3 2 for any values of the pieces, and White less 1.5.
            less: janggi.then_some(150),
            ..passes
        };
        if most.full || most.stuck || most.passed {
            let loses = end.stalemate_count && end.stalemate == Score::Win;
            let score = if loses { Score::Loss } else { Score::Win };
            rules.push(("majority", janggi.then_some(Side::White), most, score));
        }
        for (label, side, most, score) in rules {
            let label = self.label(label);
            self.draft
                .ends
                .push(End::Goal(label, side, Goal::Most(most), score));
        }
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
