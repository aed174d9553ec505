//! Looking for a position in which two variants differ.

use super::Pair;
use crate::board::Bits as _;
use crate::engine::{Outcome, Position, Variant};
use crate::rules::Side;
use crate::snapshot::{Random, common};
use ferz_engine::order::{sort, sort_by};
use serde::Serialize;
use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Length of random games in plies.
const PLIES: usize = 60;
/// The field of a position with the limit of a count.
const LIMIT_FIELD: usize = 3;

/// A position in which the variants differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The position as the old variant writes it.
    pub fen: String,
    /// The position as the new variant writes it.
    pub new_fen: String,
    /// The moves that lead to it, if it was reached by play.
    pub line: Option<Vec<String>>,
    /// The made-up position from which the moves lead to it; nothing: the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The side that decides.
    pub turn: Side,
    /// Moves that only the new one allows, sorted.
    pub gained: Vec<String>,
    /// Moves that only the old one allows, sorted.
    pub lost: Vec<String>,
    /// How the old one sees the game.
    pub old_outcome: Option<Ended>,
    /// How the new one sees it.
    pub new_outcome: Option<Ended>,
    /// A move that both allow and that leads to different positions, and those positions.
    pub leads: Option<Leads>,
}

/// How a game ends, or would if a player claimed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Whether the game goes on unless a player claims it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_claimed: bool,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            if_claimed: false,
        }
    }
}

/// `draw: repetition, if claimed`.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claimed = if self.if_claimed { ", if claimed" } else { "" };
        write!(f, "{}{claimed}", self.outcome)
    }
}

/// One move, two positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leads {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position to which it leads under the old rules.
    pub old: String,
    /// The position to which it leads under the new rules.
    pub new: String,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The first position in which they differ, if any.
    pub difference: Option<Difference>,
    /// How many positions were looked at.
    pub positions: u64,
    /// Whether there was a position to begin with.
    pub comparable: bool,
    /// Whether the games start from different positions.
    pub starts: bool,
    /// Whether nothing was looked for, because the rules are the same.
    pub same: bool,
}

impl Found {
    /// Nothing, because the rules are the same.
    pub const fn same() -> Self {
        Self {
            difference: None,
            positions: 0,
            comparable: true,
            starts: false,
            same: true,
        }
    }
}

/// Looks at up to `most` positions of both variants: where the rules for the end of a game differ,
/// first moves to and fro, clocks and positions of a few pieces; then all that can be reached from
/// the start
/// in few moves, then random games, and positions of those with pieces added, moved and taken away.
/// `stop` ends the search early, `done` counts as it goes on.
pub fn search(pair: &Pair, most: u64, stop: &AtomicBool, done: &AtomicU64) -> Found {
    search_while(pair, most, &|positions| {
        done.store(positions, Ordering::Relaxed);
        !stop.load(Ordering::Relaxed)
    })
}

/// The same; `goes_on` gets the number of positions looked at, and returns whether to continue.
#[doc(hidden)]
pub fn search_while(pair: &Pair, most: u64, goes_on: &dyn Fn(u64) -> bool) -> Found {
    let mut searcher = Searcher {
        pair,
        most,
        goes_on,
        positions: 0,
        seen: BTreeSet::new(),
    };
    let seeds = searcher.seeds();
    let comparable = !seeds.is_empty();
    let starts = seeds.iter().all(|seed| seed.line.is_none());
    let difference = searcher
        .endings(&seeds)
        .or_else(|| searcher.breadth(&seeds))
        .or_else(|| searcher.dropped(&seeds))
        .or_else(|| searcher.games(&seeds));
    Found {
        difference,
        positions: searcher.positions,
        comparable,
        starts,
        same: false,
    }
}

/// One position in both variants.
#[derive(Clone)]
pub(super) struct Twin {
    pub(super) old: Position,
    pub(super) new: Position,
    /// How it was reached, if by play from the start.
    pub(super) line: Option<Vec<String>>,
}

pub(super) struct Searcher<'p> {
    pub(super) pair: &'p Pair,
    pub(super) most: u64,
    goes_on: &'p dyn Fn(u64) -> bool,
    positions: u64,
    /// Texts of the positions that were looked at.
    seen: BTreeSet<String>,
}

/// The limit and the number of a count of moves in the text of a position, if one runs.
fn counted(fen: &str) -> Option<(&str, &str)> {
    let mut fields = fen.split(' ').skip(LIMIT_FIELD);
    let (limit, clock) = (fields.next()?, fields.next()?);
    let mut beside = || fields.find_map(|field| field.strip_prefix("count=")?.split_once('/'));
    if limit.parse::<u16>().is_ok() {
        Some((limit, clock))
    } else {
        beside().map(|(number, limit)| (limit, number))
    }
}

/// A position with the pieces of its hands in alphabetical order: each variant has its own.
fn in_order(fen: &str) -> String {
    let hands = fen.split_once('[').and_then(|(board, rest)| {
        let (hand, behind) = rest.split_once(']')?;
        Some((board, hand, behind))
    });
    let Some((board, hand, behind)) = hands else {
        return fen.to_owned();
    };
    let mut letters: Vec<char> = hand.chars().collect();
    sort(&mut letters);
    format!("{board}[{}]{behind}", letters.into_iter().collect::<String>())
}

/// A position without the pieces that another variant does not have.
fn shared(variant: &Variant, position: &Position, other: &Variant) -> Position {
    let mut left = position.clone();
    for square in variant.topology().squares().squares() {
        let Some((kind, side)) = variant.piece_at(position, square) else {
            continue;
        };
        let letter = variant.rules().pieces[kind].letter[side];
        let known = other.topology().square(variant.topology().name(square)).is_some()
            && other
                .rules()
                .pieces
                .values()
                .any(|piece| piece.letter[side] == letter);
        if !known {
            left = variant.with_piece(&left, square, None);
        }
    }
    left
}

impl Searcher<'_> {
    pub(super) fn ended(&self) -> bool {
        self.positions >= self.most || !(self.goes_on)(self.positions)
    }

    /// The same position in both, from its text.
    pub(super) fn twin(&self, fen: &str, line: Option<Vec<String>>) -> Option<Twin> {
        let old = self.pair.old.position(fen).ok()?;
        let new = self.pair.new.position(fen).ok()?;
        let (a, b) = (self.pair.old.fen(&old), self.pair.new.fen(&new));
        (common(&a) == common(&b)).then_some(Twin { old, new, line })
    }

    /// Positions to begin with: the starts, as far as both have them.
    fn seeds(&self) -> Vec<Twin> {
        let (old, new) = (&self.pair.old, &self.pair.new);
        let starts = (old.start(), new.start());
        let fens = [old.fen(&starts.0), new.fen(&starts.1)];
        if common(&fens[0]) == common(&fens[1]) {
            return vec![Twin {
                old: starts.0,
                new: starts.1,
                line: Some(Vec::new()),
            }];
        }
        let plain = |fen: &String| format!("{} - - 0 1", common(fen));
        let mut seeds: Vec<Twin> = fens
            .iter()
            .filter_map(|fen| self.twin(fen, None).or_else(|| self.twin(&plain(fen), None)))
            .collect();
        for (variant, start, other) in [(old, &starts.0, new), (new, &starts.1, old)] {
            let fen = plain(&variant.fen(&shared(variant, start, other)));
            seeds.extend(self.twin(&fen, None));
        }
        seeds
    }

    /// One more position was looked at.
    pub(super) fn count(&mut self) {
        self.positions += 1;
    }

    /// Looks at a position: a difference, or the moves that both allow.
    pub(super) fn look(&mut self, twin: &Twin) -> Result<Vec<(String, Twin)>, Box<Difference>> {
        self.count();
        self.compare(twin)
    }

    fn compare(&self, twin: &Twin) -> Result<Vec<(String, Twin)>, Box<Difference>> {
        let (old, new) = (&self.pair.old, &self.pair.new);
        let listed = |variant: &Variant, position: &Position| {
            let moves = variant.legal_moves(position);
            let mut list: Vec<_> = variant
                .move_texts(position, &moves)
                .into_iter()
                .zip(moves)
                .collect();
            sort_by(&mut list, |a, b| a.0.cmp(&b.0));
            list
        };
        let (before, after) = (listed(old, &twin.old), listed(new, &twin.new));
        let texts = |list: &[(String, _)]| list.iter().map(|(t, _)| t.clone()).collect::<BTreeSet<_>>();
        let (a, b) = (texts(&before), texts(&after));
        let (old_outcome, new_outcome) = (old.outcome(&twin.old), new.outcome(&twin.new));
        let mut difference = Difference {
            fen: old.fen(&twin.old),
            new_fen: new.fen(&twin.new),
            line: twin.line.clone(),
            from: None,
            turn: old.turn(&twin.old),
            gained: b.difference(&a).cloned().collect(),
            lost: a.difference(&b).cloned().collect(),
            old_outcome: old_outcome.map(Ended::from),
            new_outcome: new_outcome.map(Ended::from),
            leads: None,
        };
        if a != b || difference.old_outcome != difference.new_outcome {
            return Err(Box::new(difference));
        }
        let mut next = Vec::new();
        for ((text, mv), (_, other)) in before.into_iter().zip(after) {
            let (here, there) = (old.play(&twin.old, mv), new.play(&twin.new, other));
            let fens = (old.fen(&here), new.fen(&there));
            if in_order(common(&fens.0)) != in_order(common(&fens.1))
                || self.counts() && counted(&fens.0) != counted(&fens.1)
            {
                difference.leads = Some(Leads {
                    text,
                    old: fens.0,
                    new: fens.1,
                });
                return Err(Box::new(difference));
            }
            let line = twin.line.as_ref().map(|line| {
                let mut line = line.clone();
                line.push(text.clone());
                line
            });
            let child = Twin {
                old: here,
                new: there,
                line,
            };
            next.push((text, child));
        }
        Ok(next)
    }

    /// Whether both variants count moves.
    fn counts(&self) -> bool {
        let counts = |variant: &Variant| !variant.played().end.counting.is_empty();
        counts(&self.pair.old) && counts(&self.pair.new)
    }

    /// Whether a position has not been looked at yet; clocks do not count.
    pub(super) fn is_fresh(&mut self, twin: &Twin) -> bool {
        let key = |fen: String| -> String {
            let fields = fen.split(' ').enumerate().filter(|(i, _)| *i != 4 && *i != 5);
            fields.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
        };
        let (old, new) = (&self.pair.old, &self.pair.new);
        let key = format!("{}|{}", key(old.fen(&twin.old)), key(new.fen(&twin.new)));
        self.seen.insert(key)
    }

    /// All positions from the start, in the order of their distance, up to a third of all.
    fn breadth(&mut self, seeds: &[Twin]) -> Option<Difference> {
        let limit = (self.most / 3).max(1);
        let mut queue: VecDeque<Twin> = seeds.iter().cloned().collect();
        while let Some(twin) = queue.pop_front() {
            if self.ended() || self.positions >= limit {
                return None;
            }
            if !self.is_fresh(&twin) {
                continue;
            }
            match self.look(&twin) {
                Err(difference) => return Some(*difference),
                // No more are kept than will be looked at.
                Ok(next) if (queue.len() as u64) < limit => queue.extend(next.into_iter().map(|(_, t)| t)),
                Ok(_) => {}
            }
        }
        None
    }

    /// Random games, and their positions with pieces added, moved or taken away.
    fn games(&mut self, seeds: &[Twin]) -> Option<Difference> {
        if seeds.is_empty() {
            return None;
        }
        let mut random = Random::new(1);
        // The number of tries is limited even if hardly any move is possible.
        let mut tries = self.most.saturating_mul(4).saturating_add(1000);
        while !self.ended() && tries > 0 {
            let mut twin = seeds[random.below(seeds.len())].clone();
            for _ in 0..PLIES {
                tries = tries.saturating_sub(1);
                if self.ended() || tries == 0 {
                    return None;
                }
                if let Some(jump) = self.jump(&twin, &mut random)
                    && self.is_fresh(&jump)
                    && let Err(difference) = self.look(&jump)
                {
                    return Some(self.shrunk(*difference));
                }
                if self.ended() {
                    return None;
                }
                let _ = self.is_fresh(&twin);
                match self.look(&twin) {
                    Err(difference) => return Some(*difference),
                    Ok(next) if next.is_empty() => break,
                    Ok(mut next) => twin = next.swap_remove(random.below(next.len())).1,
                }
            }
        }
        None
    }

    /// A made-up position without the pieces that do not matter.
    pub(super) fn shrunk(&self, mut difference: Difference) -> Difference {
        let old = &self.pair.old;
        let Ok(mut position) = old.position(&difference.fen) else {
            return difference;
        };
        for square in old.topology().squares().squares() {
            if old.piece_at(&position, square).is_none() {
                continue;
            }
            let without = old.with_piece(&position, square, None);
            if let Some(twin) = self.twin(&old.fen(&without), None)
                && let Err(still) = self.compare(&twin)
            {
                (position, difference) = (twin.old, *still);
            }
        }
        difference
    }

    /// The position with a few pieces changed, if both variants take it.
    fn jump(&self, twin: &Twin, random: &mut Random) -> Option<Twin> {
        let old = &self.pair.old;
        let squares: Vec<_> = old.topology().squares().squares().collect();
        let kinds = old.rules().pieces.len();
        let mut position = twin.old.clone();
        let thin = random.below(3) == 0;
        if thin {
            for &square in &squares {
                let royal = old
                    .piece_at(&position, square)
                    .is_some_and(|(kind, side)| old.rules().pieces[kind].royal[side]);
                if !royal && random.below(3) > 0 && old.piece_at(&position, square).is_some() {
                    position = old.with_piece(&position, square, None);
                }
            }
        }
        for _ in 0..=random.below(3) {
            let square = squares[random.below(squares.len())];
            match random.below(3) {
                0 => position = old.with_piece(&position, square, None),
                1 => {
                    let side = Side::ALL[random.below(2)];
                    let kind = random.below(kinds);
                    if old.rules().pieces[kind].letter[side].is_some() {
                        position = old.with_piece(&position, square, Some((kind, side)));
                    }
                }
                _ => {
                    let from = squares[random.below(squares.len())];
                    if let Some(piece) = old.piece_at(&position, from) {
                        position = old.with_piece(&position, from, None);
                        position = old.with_piece(&position, square, Some(piece));
                    }
                }
            }
        }
        self.twin(&old.fen(&position), None)
    }
}
