//! Differences that a single position hides: repetition, clocks, and endings that hardly ever come
//! about by chance.

use super::Pair;
use super::search::{Difference, Ended, Searcher, Twin};
use crate::board::Square;
use crate::engine::{Game, Move, Position, Variant};
use crate::rules::Side;
use crate::snapshot::{Habit, Random, Sparse, cycles, with_turn};

/// How many plies two sides move to and fro.
const TO_AND_FRO: usize = 80;
/// How many positions of a few pieces are tried for perpetual checks and chases.
const CHECKED: usize = 4000;
/// How many games are tried in which checks are given, and their length in plies.
const EAGER_GAMES: usize = 30;
const EAGER_PLIES: usize = 60;
/// How many positions are made up for one rule.
const MADE_UP: usize = 3000;
/// How many positions are tried for moves to and fro.
const SHUTTLES: usize = 40;
/// Plies since the last capture or pawn move that are tried.
const CLOCK: usize = 400;
/// The field of a position with these plies.
const CLOCK_FIELD: usize = 4;

impl Pair {
    /// A game of each variant from a position.
    fn games(&self, twin: &Twin) -> [Game; 2] {
        [
            Game::new(&self.old, twin.old.clone()),
            Game::new(&self.new, twin.new.clone()),
        ]
    }
}

impl Searcher<'_> {
    /// The rules about the end of a game, if they differ.
    pub(super) fn endings(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let (old, new) = (self.pair.old.played(), self.pair.new.played());
        if old.end == new.end && old.restrictions == new.restrictions {
            return None;
        }
        self.there_and_back(seeds)
            .or_else(|| self.without_end(seeds, Habit::Checks))
            .or_else(|| self.without_end(seeds, Habit::Chases))
            .or_else(|| self.clocks(seeds))
            .or_else(|| self.eager(seeds))
            .or_else(|| self.shuttled(seeds))
            .or_else(|| self.bare(seeds))
            .or_else(|| self.promoting(seeds))
            .or_else(|| self.besieged(seeds))
    }

    /// Both sides move a piece to and fro, again and again.
    fn there_and_back(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let twin = seeds.iter().find(|twin| twin.line.is_some())?;
        let cycle = self.cycle(&twin.old, Habit::Waits)?;
        self.round(twin, &cycle)
    }

    /// Moves to and fro that both variants allow.
    fn cycle(&self, start: &Position, habit: Habit) -> Option<[String; 4]> {
        let (old, new) = (&self.pair.old, &self.pair.new);
        let there = new.position(&old.fen(start)).ok()?;
        let is_shared = |texts: &[String; 4]| {
            let mut game = Game::new(new, there.clone());
            texts.iter().all(|text| game.push(text).is_ok())
        };
        cycles(old, start, habit).find(is_shared)
    }

    /// One side gives check, or chases a piece, with each of its moves, where the rules for that
    /// differ.
    fn without_end(&mut self, seeds: &[Twin], habit: Habit) -> Option<Difference> {
        let ends = [&self.pair.old.played().end, &self.pair.new.played().end];
        let same = match habit {
            Habit::Checks => ends[0].perpetual_check == ends[1].perpetual_check,
            _ => ends[0].perpetual_chase == ends[1].perpetual_chase,
        };
        if same && ends[0].repetition == ends[1].repetition {
            return None;
        }
        let pair = self.pair;
        let sparse = Sparse::new(&pair.old, &seeds.first()?.old);
        let mut random = Random::new(3);
        for _ in 0..CHECKED {
            if self.ended() {
                return None;
            }
            let position = sparse.with(&mut random, 2);
            if pair.old.in_check(&position) != (habit == Habit::Checks) {
                continue;
            }
            let Some(twin) = self.twin(&pair.old.fen(&position), Some(Vec::new())) else {
                continue;
            };
            let cycle = self.cycle(&twin.old, habit);
            if let Some(found) = cycle.and_then(|cycle| self.round(&twin, &cycle)) {
                return Some(Difference {
                    from: Some(pair.old.fen(&twin.old)),
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

    /// A game in which checks are given where they can be: a difference within a number of plies,
    /// and the ply after which it shows.
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
        self.round_after(twin, &[], cycle)
    }

    /// The same after some other moves.
    fn round_after(&mut self, twin: &Twin, before: &[String], cycle: &[String; 4]) -> Option<Difference> {
        let mut games = self.pair.games(twin);
        let mut line = twin.line.clone()?;
        let cycle = cycle.iter().cycle().take(TO_AND_FRO);
        for text in before.iter().chain(cycle) {
            if games[0].push(text).is_err() || games[1].push(text).is_err() {
                return None;
            }
            line.push(text.clone());
            self.count();
            let [old_outcome, new_outcome] = [ended(&games[0]), ended(&games[1])];
            let is_over = old_outcome.is_some() || new_outcome.is_some();
            if old_outcome != new_outcome {
                let [here, there] = games.map(|game| game.position().clone());
                return Some(Difference {
                    line: Some(line),
                    old_outcome,
                    new_outcome,
                    ..self.alike(&Twin {
                        old: here,
                        new: there,
                        line: None,
                    })
                });
            }
            if is_over || self.ended() {
                return None;
            }
        }
        None
    }

    /// A position in which both variants allow the same.
    fn alike(&self, twin: &Twin) -> Difference {
        Difference {
            fen: self.pair.old.fen(&twin.old),
            new_fen: self.pair.new.fen(&twin.new),
            turn: self.pair.old.turn(&twin.old),
            line: twin.line.clone(),
            from: None,
            gained: Vec::new(),
            lost: Vec::new(),
            old_outcome: None,
            new_outcome: None,
            leads: None,
        }
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
            let Some(twin) = self.twin(&fields.join(" "), None) else {
                continue;
            };
            if let Err(difference) = self.look(&twin) {
                return Some(*difference);
            }
            let claims = self.pair.games(&twin).map(|game| ended(&game));
            if claims[0] != claims[1] {
                let [old_outcome, new_outcome] = claims;
                return Some(Difference {
                    old_outcome,
                    new_outcome,
                    ..self.alike(&twin)
                });
            }
        }
        None
    }

    /// Positions of a few pieces, in which one side often has no move; each side in turn.
    fn bare(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let pair = self.pair;
        let seeds = Side::each(|side| with_turn(&pair.old, &seeds.first()?.old, side));
        let makers = seeds.iter().flatten().map(|seed| Sparse::new(&pair.old, seed));
        let makers: Vec<Sparse<'_>> = makers.collect();
        let mut random = Random::new(2);
        let most = self.most / 3;
        for (number, sparse) in (0..most).zip(makers.iter().cycle()) {
            if self.ended() {
                return None;
            }
            // In every third pair of positions the side to move has a piece besides its royals.
            let position = sparse.with(&mut random, if number % 6 < 2 { 1 } else { 4 });
            if let Some(twin) = self.twin(&pair.old.fen(&position), None)
                && self.is_fresh(&twin)
                && let Err(difference) = self.look(&twin)
            {
                return Some(self.shrunk(*difference));
            }
        }
        None
    }
}

/// Positions that are made up for one rule.
impl Searcher<'_> {
    /// Looks at a made-up position, if both variants take it.
    fn made_up(&mut self, fen: &str) -> Option<Difference> {
        let twin = self.twin(fen, None)?;
        if !self.is_fresh(&twin) {
            return None;
        }
        let difference = self.look(&twin).err()?;
        Some(self.shrunk(*difference))
    }

    /// Positions in which a side can do little but promote, where the rule for that differs.
    fn promoting(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let ends = [&self.pair.old.played().end, &self.pair.new.played().end];
        if ends[0].only_promotions == ends[1].only_promotions {
            return None;
        }
        let pair = self.pair;
        let makers = makers(pair, seeds);
        let mut random = Random::new(8);
        for (_, (_, sparse)) in (0..MADE_UP).zip(makers.iter().cycle()) {
            let fen = pair.old.fen(&sparse.promoting(&mut random));
            let found = self.made_up(&fen);
            if found.is_some() || self.ended() {
                return found;
            }
        }
        None
    }

    /// Positions in which a royal is shut in by its own side, where the result of mates depends on
    /// the pieces that give them.
    fn besieged(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let ends = [&self.pair.old.played().end, &self.pair.new.played().end];
        if (&ends[0].mate_by, &ends[0].mate_without) == (&ends[1].mate_by, &ends[1].mate_without) {
            return None;
        }
        let pair = self.pair;
        let makers = makers(pair, seeds);
        let mut random = Random::new(9);
        for (_, (side, sparse)) in (0..MADE_UP).zip(makers.iter().cycle()) {
            let position = sparse.crowded(*side, &mut random);
            let found = match pair.old.in_check(&position) {
                true => self.made_up(&pair.old.fen(&position)),
                false => None,
            };
            if found.is_some() || self.ended() {
                return found;
            }
        }
        None
    }

    /// The same with pieces in hand whose drops differ.
    pub(super) fn dropped(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let pair = self.pair;
        let (old, new) = (pair.old.played(), pair.new.played());
        let other = old.drops.iter().filter(|drop| !new.drops.contains(drop));
        let changed: Vec<(Side, String)> = other
            .filter_map(|drop| {
                Some((
                    drop.side,
                    old.pieces.get(&drop.piece)?.letter[drop.side]?.to_string(),
                ))
            })
            .collect();
        let makers = makers(pair, seeds);
        let mut random = Random::new(10);
        for (_, (side, letter)) in (0..MADE_UP).zip(changed.iter().cycle()) {
            let Some((_, sparse)) = makers.iter().find(|(us, _)| us == side) else {
                continue;
            };
            let fen = pair.old.fen(&sparse.crowded(side.other(), &mut random));
            let found = in_hand(&fen, letter).and_then(|fen| self.made_up(&fen));
            if found.is_some() || self.ended() {
                return found;
            }
        }
        None
    }

    /// Pieces that move to and fro between a few others, where the rule for that differs.
    fn shuttled(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let ends = [&self.pair.old.played().end, &self.pair.new.played().end];
        if ends[0].to_and_fro == ends[1].to_and_fro {
            return None;
        }
        let pair = self.pair;
        let makers = makers(pair, seeds);
        let mut random = Random::new(11);
        for (_, (_, sparse)) in (0..SHUTTLES).zip(makers.iter().cycle()) {
            let position = sparse.with(&mut random, 1);
            let Some(twin) = self.twin(&pair.old.fen(&position), Some(Vec::new())) else {
                continue;
            };
            for [first, answer, cycle @ ..] in shuttles(&pair.old, &twin.old) {
                if let Some(found) = self.round_after(&twin, &[first, answer], &cycle) {
                    let from = Some(pair.old.fen(&twin.old));
                    return Some(Difference { from, ..found });
                }
                if self.ended() {
                    return None;
                }
            }
        }
        None
    }
}

/// Games in which a piece comes to a square and then moves to and fro, and so does a piece of the
/// other side: two moves, and four that lead back.
fn shuttles(variant: &Variant, start: &Position) -> Vec<[String; 6]> {
    let quiet = |position: &Position| -> Vec<Move> {
        let mut moves = variant.legal_moves(position);
        moves.retain(|mv| !mv.is_pass() && mv.start() != mv.to() && !variant.is_capture(position, *mv));
        moves
    };
    let find = |position: &Position, from: Square, to: Square| {
        let mut moves = quiet(position).into_iter();
        moves.find(|mv| (mv.start(), mv.to()) == (from, to))
    };
    let game = |first: Move| {
        let second = variant.play(start, first);
        let answer = *quiet(&second).first()?;
        let third = variant.play(&second, answer);
        let mut moves = quiet(&third).into_iter();
        let there = moves.find(|mv| mv.start() == first.to() && mv.to() != first.start())?;
        let (mut texts, mut position) = (vec![variant.move_text(start, first)?], second);
        texts.push(variant.move_text(&position, answer)?);
        position = variant.play(&position, answer);
        for (from, to) in [
            (there.start(), there.to()),
            (answer.to(), answer.start()),
            (there.to(), there.start()),
            (answer.start(), answer.to()),
        ] {
            let mv = find(&position, from, to)?;
            texts.push(variant.move_text(&position, mv)?);
            position = variant.play(&position, mv);
        }
        texts.try_into().ok()
    };
    quiet(start).into_iter().filter_map(game).collect()
}

/// Makers of positions of each side, from the first seed.
fn makers<'p>(pair: &'p Pair, seeds: &[Twin]) -> Vec<(Side, Sparse<'p>)> {
    let of = |side: Side| {
        let seed = with_turn(&pair.old, &seeds.first()?.old, side)?;
        Some((side, Sparse::new(&pair.old, &seed)))
    };
    Side::ALL.into_iter().filter_map(of).collect()
}

/// A position with one more piece in hand.
fn in_hand(fen: &str, letter: &str) -> Option<String> {
    let (before, behind) = fen.split_once(']')?;
    Some(format!("{before}{letter}]{behind}").replace("[-", "["))
}

/// The outcome of a game, or the one that a player may claim.
fn ended(game: &Game) -> Option<Ended> {
    let claimed = || {
        let outcome = game.claim()?;
        Some(Ended {
            outcome,
            if_claimed: true,
        })
    };
    game.outcome().map(Ended::from).or_else(claimed)
}
