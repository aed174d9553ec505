//! Random games of ferz and of Fairy-Stockfish in step.

use super::referee::{Referee, Verdict};
use ferz::dialects::{Style, write_moves};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;
use ferz::snapshot::Random;
use serde::Serialize;
use std::path::Path;

/// Length of a game in plies.
const PLIES: usize = 100;

/// The result of the games.
#[derive(Debug, Default, Serialize)]
pub(super) struct Checked {
    /// How many were played.
    pub(super) games: usize,
    /// How many positions were compared.
    pub(super) positions: usize,
    /// The first position that is not the same.
    pub(super) difference: Option<Difference>,
}

/// A position that is not the same by both.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    /// The moves that lead to it.
    pub(super) moves: Vec<String>,
    /// The position, as ferz writes it.
    pub(super) fen: String,
    /// The difference.
    pub(super) what: String,
}

/// Plays games of a variant and of the section of that name in a file.
pub(super) fn play(variant: &Variant, name: &str, file: &Path, games: usize) -> anyhow::Result<Checked> {
    let mut table = Table {
        variant,
        referee: Referee::find(name, file)?,
        random: Random::new(1),
        letters: letters(variant),
        checked: Checked::default(),
    };
    for _ in 0..games {
        table.game()?;
        if table.checked.difference.is_some() {
            break;
        }
        table.checked.games += 1;
    }
    Ok(table.checked)
}

struct Table<'v> {
    variant: &'v Variant,
    referee: Referee,
    random: Random,
    /// The letter that is written behind a move that promotes to a kind.
    letters: Vec<(usize, String)>,
    checked: Checked,
}

/// The section's letters for the kinds to which pieces promote.
fn letters(variant: &Variant) -> Vec<(usize, String)> {
    let rules = variant.rules();
    let figures = ferz_import::pychess(rules, "own", "own").figures;
    let kinds = figures.iter().flat_map(|figure| {
        let text = match figure.promoted {
            true => "+".to_owned(),
            false => figure.letter.to_ascii_lowercase().to_string(),
        };
        let both = [&figure.kind.white, &figure.kind.black];
        both.map(|name| rules.pieces.get_index_of(name).map(|kind| (kind, text.clone())))
    });
    let mut list: Vec<(usize, String)> = kinds.flatten().collect();
    // A promoted form is written with `+`, even if another piece has its letter.
    list.sort_by_key(|(_, text)| text != "+");
    list
}

impl Table<'_> {
    fn game(&mut self) -> anyhow::Result<()> {
        let mut position = self.variant.start();
        let mut line: Vec<String> = Vec::new();
        for _ in 0..PLIES {
            let moves = self.variant.legal_moves(&position);
            let texts = self.texts(&position, &moves);
            let verdict = self.referee.judge(&line)?;
            self.checked.positions += 1;
            if let Some(what) = self.differs(&position, &texts, &verdict) {
                self.checked.difference = Some(Difference {
                    moves: line,
                    fen: self.variant.fen(&position),
                    what,
                });
                return Ok(());
            }
            if moves.is_empty() || self.variant.outcome(&position).is_some() {
                return Ok(());
            }
            let at = self.random.below(moves.len());
            line.push(texts[at].clone());
            position = self.variant.play(&position, moves[at]);
        }
        Ok(())
    }

    /// Moves as Fairy-Stockfish writes them.
    fn texts(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let texts = write_moves(Style::Uci, self.variant, position, moves);
        let told = |(text, mv): (String, &Move)| {
            let kind = self.variant.promotion(*mv);
            let known = kind.and_then(|kind| self.letters.iter().find(|(known, _)| *known == kind));
            match known {
                Some((_, letter)) if !text.contains('@') => {
                    let squares = text.trim_end_matches(|last: char| !last.is_ascii_digit());
                    format!("{squares}{letter}")
                }
                _ => text,
            }
        };
        texts.into_iter().zip(moves).map(told).collect()
    }

    /// Compares a position with the verdict, and names a difference if there is one.
    fn differs(&self, position: &Position, texts: &[String], verdict: &Verdict) -> Option<String> {
        let outcome = self.variant.outcome(position);
        let goes_on = outcome.is_none() && !texts.is_empty();
        if goes_on && verdict.over != Some(true) {
            let only = |of: &[String], without: &[String]| -> Vec<String> {
                let missing = of.iter().filter(|text| !without.contains(text));
                missing.take(5).cloned().collect()
            };
            let (lost, gained) = (only(texts, &verdict.moves), only(&verdict.moves, texts));
            if !lost.is_empty() {
                return Some(format!("Fairy-Stockfish does not allow {}", lost.join(", ")));
            }
            if !gained.is_empty() {
                return Some(format!("only Fairy-Stockfish allows {}", gained.join(", ")));
            }
            return self.other_board(position, &verdict.fen);
        }
        let over = verdict.over?;
        if over == goes_on {
            let who = if over { "Fairy-Stockfish" } else { "ferz" };
            return Some(format!("only by {who} the game is over"));
        }
        let winner = outcome.and_then(|outcome| outcome.winner);
        let turn = self.variant.turn(position);
        let theirs = match verdict.value {
            0 => None,
            value if value > 0 => Some(turn),
            _ => Some(turn.other()),
        };
        let words = |side: Option<Side>| side.map_or("nobody", Side::name);
        (winner != theirs).then(|| {
            format!(
                "by ferz {} wins, by Fairy-Stockfish {}",
                words(winner),
                words(theirs)
            )
        })
    }

    /// Whether other squares are empty, or other sides stand on them.
    fn other_board(&self, position: &Position, fen: &str) -> Option<String> {
        let own = self.variant.fen(position);
        let (a, b) = (occupied(&own), occupied(fen));
        (a != b).then(|| format!("Fairy-Stockfish has the board `{fen}`"))
    }
}

/// A board with nothing but whose pieces stand where.
fn occupied(fen: &str) -> String {
    let board = fen.split([' ', '[']).next().unwrap_or_default();
    let mut out = String::new();
    let (mut digits, mut in_name) = (String::new(), false);
    for c in board.chars().chain(['/']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        let empty: usize = std::mem::take(&mut digits).parse().unwrap_or(0);
        out.extend(std::iter::repeat_n('.', empty));
        match c {
            '(' => in_name = true,
            ')' => in_name = false,
            '+' | '~' => {}
            '/' => out.push('/'),
            _ if in_name && !out.is_empty() && c.is_ascii_lowercase() => {}
            c if c.is_ascii_uppercase() => out.push('W'),
            c if c.is_ascii_lowercase() => out.push('b'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_compared_without_letters() {
        assert_eq!(occupied("r+P~2/*3[Pp] w"), "bW../*.../");
        assert_eq!(occupied("12/3 w"), "............/.../");
    }
}
