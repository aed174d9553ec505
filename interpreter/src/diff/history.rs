//! Differences that a single position hides: repetition, clocks, and endings that hardly ever come
//! about by chance.

use super::search::{Difference, Searcher, Twin, common};
use crate::board::{Bits as _, Square};
use crate::engine::{Game, Position, Variant};
use crate::rules::Side;
use crate::snapshot::Random;

/// How many plies two sides move to and fro.
const TO_AND_FRO: usize = 80;
/// How many pairs of moves are tried for that.
const PAIRS: usize = 400;
/// How many positions of a few pieces are tried for perpetual check.
const CHECKED: usize = 4000;
/// How many games are tried in which checks are given, and their length in plies.
const EAGER_GAMES: usize = 30;
const EAGER_PLIES: usize = 60;
/// Plies since the last capture or pawn move that are tried.
const CLOCK: usize = 400;
/// The field of a position with these plies.
const CLOCK_FIELD: usize = 4;

impl Searcher<'_> {
    /// The rules about the end of a game, if they differ.
    pub(super) fn endings(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let (old, new) = (self.pair.old.played(), self.pair.new.played());
        if old.end == new.end && old.restrictions == new.restrictions {
            return None;
        }
        self.there_and_back(seeds)
            .or_else(|| self.perpetual(seeds))
            .or_else(|| self.clocks(seeds))
            .or_else(|| self.eager(seeds))
            .or_else(|| self.bare(seeds))
    }

    /// Both sides move a piece to and fro, again and again.
    fn there_and_back(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let twin = seeds.iter().find(|twin| twin.line.is_some())?;
        let cycle = cycle(&self.pair.old, &self.pair.new, &twin.old, false)?;
        self.round(twin, &cycle)
    }

    /// One side gives check with each of its moves, where the rules for that differ.
    fn perpetual(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let ends = [&self.pair.old.played().end, &self.pair.new.played().end];
        if ends[0].perpetual_check == ends[1].perpetual_check && ends[0].repetition == ends[1].repetition {
            return None;
        }
        let seed = seeds.first()?.old.clone();
        let mut random = Random::new(3);
        for _ in 0..CHECKED {
            if self.ended() {
                return None;
            }
            let position = few(&self.pair.old, &seed, &mut random);
            if !self.pair.old.in_check(&position) {
                continue;
            }
            let Some(twin) = self.twin(&self.pair.old.fen(&position), Some(Vec::new())) else {
                continue;
            };
            let cycle = cycle(&self.pair.old, &self.pair.new, &twin.old, true);
            if let Some(found) = cycle.and_then(|cycle| self.round(&twin, &cycle)) {
                return Some(Difference {
                    from: Some(self.pair.old.fen(&twin.old)),
                    ..found
                });
            }
        }
        None
    }

    /// Games in which a side gives check where it can, where the goals differ; the shortest that
    /// shows a difference.
    fn eager(&mut self, seeds: &[Twin]) -> Option<Difference> {
        if self.pair.old.played().end.goals == self.pair.new.played().end.goals {
            return None;
        }
        let seed = seeds.iter().find(|twin| twin.line.is_some())?;
        let mut random = Random::new(4);
        let (mut shortest, mut best) = (EAGER_PLIES, None);
        for _ in 0..EAGER_GAMES {
            if let Some((ply, difference)) = self.eager_game(seed, shortest, &mut random) {
                (shortest, best) = (ply, Some(difference));
            }
        }
        best
    }

    /// A game in which checks are given where they can be: a difference after fewer than so many
    /// plies, and after how many.
    fn eager_game(&mut self, seed: &Twin, plies: usize, random: &mut Random) -> Option<(usize, Difference)> {
        let mut twin = seed.clone();
        for ply in 0..plies {
            if self.ended() {
                return None;
            }
            let next = match self.look(&twin) {
                Err(difference) => return Some((ply, *difference)),
                Ok(next) => next,
            };
            let checks = |(_, twin): &(String, Twin)| self.pair.old.in_check(&twin.old);
            let (checks, others): (Vec<_>, Vec<_>) = next.into_iter().partition(checks);
            let mut choice = if checks.is_empty() { others } else { checks };
            if choice.is_empty() {
                return None;
            }
            twin = choice.swap_remove(random.below(choice.len())).1;
        }
        None
    }

    /// Moves that lead back to a position, again and again, until the outcomes differ.
    fn round(&mut self, twin: &Twin, cycle: &[String; 4]) -> Option<Difference> {
        let (old, new) = (&self.pair.old, &self.pair.new);
        let mut games = [Game::new(old, twin.old.clone()), Game::new(new, twin.new.clone())];
        let mut line = twin.line.clone()?;
        for text in cycle.iter().cycle().take(TO_AND_FRO) {
            if games[0].push(text).is_err() || games[1].push(text).is_err() {
                return None;
            }
            line.push(text.clone());
            self.count();
            let outcomes = [games[0].outcome(), games[1].outcome()];
            let ended = outcomes.iter().any(Option::is_some);
            let [old_outcome, new_outcome] = outcomes;
            if old_outcome != new_outcome {
                let here = games[0].position();
                return Some(Difference {
                    fen: old.fen(here),
                    new_fen: new.fen(games[1].position()),
                    turn: old.turn(here),
                    line: Some(line),
                    from: None,
                    gained: Vec::new(),
                    lost: Vec::new(),
                    old_outcome,
                    new_outcome,
                    leads: None,
                });
            }
            if ended || self.ended() {
                return None;
            }
        }
        None
    }

    /// The first position with other numbers of plies since something happened.
    fn clocks(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let fen = self.pair.old.fen(&seeds.first()?.old);
        for plies in 0..CLOCK {
            let mut fields: Vec<&str> = fen.split(' ').collect();
            let plies = plies.to_string();
            *fields.get_mut(CLOCK_FIELD)? = &plies;
            if self.ended() {
                return None;
            }
            if let Some(twin) = self.twin(&fields.join(" "), None)
                && let Err(difference) = self.look(&twin)
            {
                return Some(*difference);
            }
        }
        None
    }

    /// Positions of a few pieces, in which one side often has no move.
    fn bare(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let seed = seeds.first()?.old.clone();
        let mut random = Random::new(2);
        let most = self.most / 3;
        for _ in 0..most {
            if self.ended() {
                return None;
            }
            let position = few(&self.pair.old, &seed, &mut random);
            if let Some(twin) = self.twin(&self.pair.old.fen(&position), None)
                && self.is_fresh(&twin)
                && let Err(difference) = self.look(&twin)
            {
                return Some(self.shrunk(*difference));
            }
        }
        None
    }
}

/// Two moves of each side after which the position is the same as before; with checks: those of the
/// second side give check.
fn cycle(old: &Variant, new: &Variant, start: &Position, checks: bool) -> Option<[String; 4]> {
    let back = |position: &Position, there: (Square, Square)| {
        let moves = old.legal_moves(position);
        moves
            .into_iter()
            .find(|mv| (mv.to(), mv.start()) == there && !old.is_capture(position, *mv))
    };
    let mut pairs = 0;
    for first in old.legal_moves(start) {
        let second = old.play(start, first);
        for answer in old.legal_moves(&second) {
            pairs += 1;
            if pairs > PAIRS {
                return None;
            }
            let third = old.play(&second, answer);
            if checks && !old.in_check(&third) {
                continue;
            }
            let Some(home) = back(&third, (first.start(), first.to())) else {
                // The way back is open after other answers to a check.
                if checks {
                    continue;
                }
                break;
            };
            let fourth = old.play(&third, home);
            let Some(last) = back(&fourth, (answer.start(), answer.to())) else {
                continue;
            };
            let end = old.play(&fourth, last);
            if common(&old.fen(&end)) != common(&old.fen(start)) {
                continue;
            }
            let text = |position: &Position, mv| old.move_texts(position, &[mv]).pop();
            let texts = [
                text(start, first)?,
                text(&second, answer)?,
                text(&third, home)?,
                text(&fourth, last)?,
            ];
            let mut game = Game::new(new, new.position(&old.fen(start)).ok()?);
            if texts.iter().all(|text| game.push(text).is_ok()) {
                return Some(texts);
            }
        }
    }
    None
}

/// The royals of both sides, or one piece of the side to move, and up to three others of the other
/// side.
fn few(variant: &Variant, seed: &Position, random: &mut Random) -> Position {
    let squares: Vec<Square> = variant.topology().squares().squares().collect();
    let pieces = &variant.rules().pieces;
    let us = variant.turn(seed);
    let mut position = squares.iter().fold(seed.clone(), |position, &square| {
        variant.with_piece(&position, square, None)
    });
    let mut put = |kind: usize, side: Side, random: &mut Random| {
        let square = squares[random.below(squares.len())];
        position = variant.with_piece(&position, square, Some((kind, side)));
    };
    let kinds = |side: Side, royal: bool| -> Vec<usize> {
        let all = pieces.values().enumerate();
        all.filter(|(_, piece)| piece.letter[side].is_some() && piece.royal[side] == royal)
            .map(|(kind, _)| kind)
            .collect()
    };
    for side in Side::ALL {
        for kind in kinds(side, true) {
            put(kind, side, random);
        }
    }
    let own = kinds(us, false);
    if (kinds(us, true).is_empty() || random.below(4) == 0) && !own.is_empty() {
        put(own[random.below(own.len())], us, random);
    }
    let theirs = kinds(us.other(), false);
    for _ in 0..=random.below(3) {
        if !theirs.is_empty() {
            put(theirs[random.below(theirs.len())], us.other(), random);
        }
    }
    position
}
