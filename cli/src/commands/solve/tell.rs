//! A proof in words and as JSON.

use crate::load::Loaded;
use crate::named::{Named, count, follow, names};
use ferz::dialects::{Style, write_position};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;
use ferz_play::solve::{Branch, Problem, Solution};
use serde::Serialize;
use std::fmt::Write as _;

/// The result; `--json` prints it.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    variant: &'a str,
    fen: String,
    winner: Side,
    /// The asked number of moves.
    within: u32,
    /// In how many moves the winner wins; `null`: no win has been found.
    moves: Option<u32>,
    /// There is no win in this number of moves.
    none_within: u32,
    /// Whether everything was looked at.
    complete: bool,
    /// The first moves that win as fast.
    first: Vec<Named>,
    line: Vec<Named>,
    tree: Vec<Told>,
    nodes: u64,
    seconds: f64,
}

/// A branch with the names of its move.
#[derive(PartialEq, Serialize)]
struct Told {
    #[serde(flatten)]
    name: Named,
    /// The side to move.
    side: Side,
    /// Moves that the winner still needs.
    moves: u32,
    then: Vec<Told>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        position: &Position,
        problem: &Problem,
        (solution, line): (&Solution, &[Move]),
        style: Style,
    ) -> Self {
        let variant = &loaded.variant;
        let names = names(variant, position, style);
        let first = names.iter().filter(|(mv, _)| solution.first.contains(mv));
        Self {
            variant: &loaded.name,
            fen: write_position(style, variant, position),
            winner: problem.winner,
            within: problem.moves,
            moves: solution.moves,
            none_within: solution.none_within,
            complete: solution.complete,
            first: first.map(|(_, name)| name.clone()).collect(),
            line: follow(variant, position, line, style),
            tree: told(variant, position, &solution.tree, style),
            nodes: 0,
            seconds: 0.0,
        }
    }

    /// With what it has cost.
    pub(super) fn with_time(self, nodes: u64, seconds: f64) -> Self {
        Self {
            nodes,
            seconds,
            ..self
        }
    }

    /// The result, the line, and every defence.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        let winner = self.winner;
        let Some(moves) = self.moves else {
            let none = match self.none_within {
                0 => "nothing is proved".to_owned(),
                n => format!("{winner} has no forced win within {}", count(n as usize, "move")),
            };
            let rest = if self.complete {
                ""
            } else {
                "; the proof was not ended"
            };
            let _ = writeln!(out, "{none}{rest}");
            return out;
        };
        let _ = writeln!(
            out,
            "{winner} wins in {}, and not in fewer",
            count(moves as usize, "move")
        );
        if !self.first.is_empty() {
            let names: Vec<&str> = self.first.iter().map(|name| &name.shown[..]).collect();
            let _ = writeln!(out, "first move: {}", names.join(" or "));
        }
        let names: Vec<&str> = self.line.iter().map(|name| &name.shown[..]).collect();
        let _ = writeln!(out, "line: {}", names.join(" "));
        if !self.tree.is_empty() {
            out.push('\n');
            self.grow(&mut out, &self.tree, 0, 0, None);
        }
        out
    }

    /// Writes what may follow after some moves of the winner, a line for each answer of the
    /// other, indented by their number; `last` has made the move before.
    fn grow(&self, out: &mut String, branches: &[Told], made: usize, steps: usize, last: Option<Side>) {
        let mut rest: Vec<&Told> = branches.iter().collect();
        while let Some(&first) = rest.first() {
            let (alike, others): (Vec<&Told>, Vec<&Told>) = rest
                .into_iter()
                .partition(|other| other.then == first.then && other.side == first.side);
            rest = others;
            let names: Vec<&str> = alike.iter().map(|told| &told.name.shown[..]).collect();
            let _ = write!(out, "{:1$}", "", 4 * steps);
            let (mut at, mut moves) = (first, made);
            if first.side == self.winner {
                moves += 1;
                let _ = write!(out, "{moves}. {}", names.join(", "));
            } else if last == Some(first.side) {
                let _ = write!(out, "then {}", names.join(", "));
            } else {
                let _ = write!(out, "{made}... {}", names.join(", "));
            }
            // The winner has only one choice here.
            while let [next] = &at.then[..]
                && next.side == self.winner
            {
                let begins = at.side != self.winner;
                moves += usize::from(begins);
                let number = if begins {
                    format!("{moves}. ")
                } else {
                    "then ".to_owned()
                };
                let _ = write!(out, "  {number}{}", next.name.shown);
                at = next;
            }
            out.push('\n');
            self.grow(out, &at.then, moves, steps + 1, Some(at.side));
        }
    }
}

fn told(variant: &Variant, position: &Position, branches: &[Branch], style: Style) -> Vec<Told> {
    if branches.is_empty() {
        return Vec::new();
    }
    let names = names(variant, position, style);
    let tell = |branch: &Branch| {
        let (_, name) = names.iter().find(|(mv, _)| *mv == branch.mv)?;
        Some(Told {
            name: name.clone(),
            side: variant.turn(position),
            moves: branch.moves,
            then: told(variant, &variant.play(position, branch.mv), &branch.then, style),
        })
    };
    branches.iter().filter_map(tell).collect()
}
