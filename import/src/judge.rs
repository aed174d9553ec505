//! Whether two sets of rules are played alike, judged by games.

use ferz::engine::{Move, Outcome, Position, Variant};
use ferz::rules::{Letter, Promotion, Ruleset, Side};
use ferz::snapshot::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Positions that are compared at most.
const POSITIONS: usize = 2000;
/// Moves that are listed at most, in all of them.
const MOVES: usize = 80_000;
/// Length of a game in plies.
const PLIES: usize = 120;

/// The events of games that were the same by both rules.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// How often a game ended, by reason.
    ends: BTreeMap<String, usize>,
}

impl Seen {
    /// Whether games ended for that reason, often enough to tell rules apart.
    pub(crate) fn ended(&self, reason: &str) -> bool {
        self.ends.get(reason).is_some_and(|times| *times > 1)
    }
}

/// A position that is not the same by both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The position, as the first rules write it.
    pub(crate) fen: String,
    /// The difference.
    pub(crate) what: String,
}

/// Plays random games by both rules, or finds the first position in which they differ.
pub(crate) fn games(ours: &Ruleset, theirs: &Ruleset) -> Result<Seen, Shown> {
    let compiled = |rules: &Ruleset| {
        Variant::new(rules.clone()).map_err(|error| Shown {
            fen: rules.start.clone(),
            what: error.to_string(),
        })
    };
    let mut table = Table {
        ours: compiled(ours)?,
        theirs: compiled(theirs)?,
        random: Random::new(1),
        seen: Seen::default(),
        positions: 0,
        moves: 0,
        letters: promoted(ours, theirs),
        endless: !ours.drops.is_empty() && ours.drops.iter().all(|drop| drop.endless),
    };
    while table.positions < POSITIONS && table.moves < MOVES {
        table.game()?;
    }
    Ok(table.seen)
}

/// The preferences of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Any,
    Captures,
    /// Drops, promotions, castling: what has more letters than two squares.
    Special,
    /// Leaves the other few moves.
    Hunt,
}

struct Table {
    ours: Variant,
    theirs: Variant,
    random: Random,
    seen: Seen,
    positions: usize,
    moves: usize,
    /// Whether hands never empty, so that their contents do not matter.
    endless: bool,
    /// The section's letters for promoted pieces.
    letters: BTreeMap<Letter, Letter>,
}

/// The letters of pieces that others promote to: those without a letter of their own in a section
/// are written as the piece they move like.
fn promoted(ours: &Ruleset, theirs: &Ruleset) -> BTreeMap<Letter, Letter> {
    let letter = |rules: &Ruleset, name: &String, side: Side| rules.pieces.get(name)?.letter[side];
    let single = |rules: &Ruleset, promotion: &Promotion| {
        let [to] = &promotion.to[..] else { return None };
        let side = promotion.side;
        Some((letter(rules, &promotion.piece, side)?, letter(rules, to, side)?))
    };
    let there: BTreeMap<Letter, Letter> = theirs
        .promotions
        .iter()
        .filter_map(|one| single(theirs, one))
        .collect();
    let pairs = ours.promotions.iter().filter_map(|one| single(ours, one));
    pairs
        .filter(|(from, to)| to.as_str().strip_prefix('+') == Some(from.as_str()))
        .filter_map(|(from, to)| Some((to, *there.get(&from)?)))
        .collect()
}

/// A move by both rules.
struct Twin {
    text: String,
    here: Move,
    there: Move,
}

impl Table {
    fn game(&mut self) -> Result<(), Shown> {
        let styles = [Style::Any, Style::Captures, Style::Special, Style::Hunt];
        let style = styles[self.random.below(styles.len())];
        let (mut here, mut there) = (self.ours.start(), self.theirs.start());
        self.alike(&here, &there)?;
        for _ in 0..PLIES {
            let Some(twins) = self.look(&here, &there)? else {
                return Ok(());
            };
            // Castlings are rare, and their texts do not say where the rook ends.
            for twin in twins.iter().filter(|twin| twin.here.is_castling()) {
                self.follow((&here, &there), twin)?;
            }
            let chosen = &twins[self.choose(&twins, &here, style)];
            (here, there) = self.follow((&here, &there), chosen)?;
        }
        Ok(())
    }

    /// Both positions after a move.
    fn follow(
        &self,
        (here, there): (&Position, &Position),
        twin: &Twin,
    ) -> Result<(Position, Position), Shown> {
        let next = (
            self.ours.play(here, twin.here),
            self.theirs.play(there, twin.there),
        );
        let (a, b) = (self.text(&self.ours, &next.0), self.text(&self.theirs, &next.1));
        if a != b {
            return Err(Shown {
                fen: self.ours.fen(here),
                what: format!("{} leads to `{a}`, in the section to `{b}`", twin.text),
            });
        }
        Ok(next)
    }

    /// Board, hands, whose turn it is, and the clock.
    fn text(&self, variant: &Variant, position: &Position) -> String {
        let fen = variant.fen(position);
        let mut fields = fen.split(' ');
        let board = self.lettered(fields.next().unwrap_or_default());
        let (board, hand) = board.split_once('[').unwrap_or((&board, ""));
        let mut hand: Vec<Letter> = Letter::among(hand).collect();
        hand.sort_unstable();
        let hand: String = if self.endless {
            String::new()
        } else {
            hand.iter().map(Letter::as_str).collect()
        };
        let turn = fields.next().unwrap_or_default();
        format!(
            "{board}[{hand}] {turn}, clock {}",
            variant.halfmove_clock(position)
        )
    }

    /// A board with the letters of the section.
    fn lettered(&self, board: &str) -> String {
        let mut text = String::new();
        let mut rest = board;
        while let Some(sign) = rest.chars().next() {
            let length = match Letter::first(rest) {
                Some(letter) => {
                    text.push_str(self.letters.get(&letter).unwrap_or(&letter).as_str());
                    letter.len()
                }
                None => {
                    text.push(sign);
                    sign.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        text
    }

    /// A move with its promotion in the letters of the section.
    fn told(&self, variant: &Variant, position: &Position, text: String, mv: Move) -> String {
        let Some(kind) = variant.promotion(mv).filter(|_| !self.letters.is_empty()) else {
            return text;
        };
        let squares = text.trim_end_matches(|last: char| !last.is_ascii_digit());
        let letter = variant.rules().pieces[kind].letter[variant.turn(position)].unwrap_or(Letter::NONE);
        format!(
            "{squares}{}",
            self.letters
                .get(&letter)
                .unwrap_or(&letter)
                .to_ascii_lowercase()
                .as_str()
        )
    }

    fn alike(&self, here: &Position, there: &Position) -> Result<(), Shown> {
        let (a, b) = (self.text(&self.ours, here), self.text(&self.theirs, there));
        if a == b {
            return Ok(());
        }
        Err(Shown {
            fen: self.ours.fen(here),
            what: format!("the section starts with `{b}`"),
        })
    }

    /// The moves of a position; none if the game is over.
    fn look(&mut self, here: &Position, there: &Position) -> Result<Option<Vec<Twin>>, Shown> {
        self.positions += 1;
        let listed = |variant: &Variant, position: &Position| {
            let moves = variant.legal_moves(position);
            let texts = variant.move_texts(position, &moves);
            let told = |(text, mv)| (self.told(variant, position, text, mv), mv);
            let mut list: Vec<(String, Move)> = texts.into_iter().zip(moves).map(told).collect();
            list.sort_by(|a, b| a.0.cmp(&b.0));
            list
        };
        let (ours, theirs) = (listed(&self.ours, here), listed(&self.theirs, there));
        self.moves += ours.len().max(1);
        let shown = |what: String| Shown {
            fen: self.ours.fen(here),
            what,
        };
        let only = |of: &[(String, Move)], without: &[(String, Move)]| -> Vec<String> {
            let missing = of
                .iter()
                .filter(|(text, _)| without.binary_search_by(|(other, _)| other.cmp(text)).is_err());
            missing.map(|(text, _)| text.clone()).take(4).collect()
        };
        let (lost, gained) = (only(&ours, &theirs), only(&theirs, &ours));
        if !lost.is_empty() {
            return Err(shown(format!("the section does not allow {}", lost.join(", "))));
        }
        if !gained.is_empty() {
            return Err(shown(format!("the section allows {}", gained.join(", "))));
        }
        let ends = (self.ours.outcome(here), self.theirs.outcome(there));
        if ends.0.as_ref().map(|end| end.winner) != ends.1.as_ref().map(|end| end.winner) {
            let (own, other) = (ended(ends.0.as_ref()), ended(ends.1.as_ref()));
            return Err(shown(format!("the game {own}, by the section it {other}")));
        }
        if let (Some(own), Some(other)) = &ends {
            // Each rules have a name of their own for it.
            let names = BTreeSet::from([own.reason.to_string(), other.reason.to_string()]);
            for name in names {
                *self.seen.ends.entry(name).or_default() += 1;
            }
            return Ok(None);
        }
        let mut twins = Vec::new();
        let mut theirs = theirs.into_iter().peekable();
        for (text, here) in ours {
            // One text may be several moves that lead to the same.
            while theirs.peek().is_some_and(|(other, _)| *other < text) {
                theirs.next();
            }
            if let Some((_, there)) = theirs.peek() {
                let there = *there;
                twins.push(Twin { text, here, there });
            }
        }
        Ok((!twins.is_empty()).then_some(twins))
    }

    fn choose(&mut self, twins: &[Twin], here: &Position, style: Style) -> usize {
        let any = self.random.below(twins.len());
        if self.random.below(4) == 0 {
            return any;
        }
        let liked: Vec<usize> = match style {
            Style::Any => Vec::new(),
            Style::Captures => (0..twins.len())
                .filter(|&at| self.ours.is_capture(here, twins[at].here))
                .collect(),
            Style::Special => (0..twins.len())
                .filter(|&at| twins[at].here.is_castling() || is_special(&twins[at].text))
                .collect(),
            Style::Hunt => {
                let some: Vec<usize> = (0..6).map(|_| self.random.below(twins.len())).collect();
                let left = |&at: &usize| {
                    let next = self.ours.play(here, twins[at].here);
                    self.ours.legal_moves(&next).len()
                };
                some.into_iter().min_by_key(left).into_iter().collect()
            }
        };
        if liked.is_empty() {
            any
        } else {
            liked[self.random.below(liked.len())]
        }
    }
}

/// How a game stands, in words.
fn ended(end: Option<&Outcome>) -> String {
    match end {
        None => "goes on".to_owned(),
        Some(end) => match end.winner {
            None => format!("is drawn ({})", end.reason),
            Some(side) => format!("is won by {} ({})", side.name(), end.reason),
        },
    }
}

/// Whether a move is more than a step from square to square.
fn is_special(text: &str) -> bool {
    text.contains(['@', '+', ',']) || text.ends_with(|last: char| !last.is_ascii_digit())
}
