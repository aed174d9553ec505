//! Turns of several moves, in sentences.

use super::en_passant;
use crate::setting::Setting;
use crate::words::number;
use ferz::rules::{Part, Pass, Side};

/// How long turns are.
pub(crate) fn turns(s: &Setting<'_>) -> Vec<String> {
    let Some(turns) = &s.rules.turns else {
        return Vec::new();
    };
    let (white, black) = (&turns.moves[Side::White], &turns.moves[Side::Black]);
    let grown = turns.grows > 0 && white == black && turns.first.is_none();
    let mut first = if grown {
        format!("The first turn of the game is {}", moves(white))
    } else if white == black {
        format!("A turn is {}", moves(white))
    } else {
        format!("White's turn is {}, Black's {}", moves(white), moves(black))
    };
    let last = white.last().copied().unwrap_or_default();
    let by = moves(&vec![last; turns.grows.into()]);
    if grown {
        first += &format!(", and each turn is {by} longer than the one before");
    } else if turns.grows > 0 {
        first += &format!(", and each turn of the game adds {by} to those of the turn before");
    }
    let mut out = vec![first + "."];
    if let Some(first) = &turns.first {
        out.push(format!("The first turn of the game is {}.", moves(first)));
    }
    if turns.have_kinds() {
        out.push(KINDS.to_owned());
        if !turns.must {
            out.push(OMITTED.to_owned());
        }
    }
    if turns.must {
        out.push(ALL.to_owned());
    } else {
        let can_pass = |side: Side| matches!(s.rules.restrictions.pass[side], Pass::Allowed);
        let pass = if Side::ALL.into_iter().any(can_pass) {
            " A pass ends the turn."
        } else {
            ""
        };
        out.push(format!(
            "The moves are made one after the other, each legal in itself.{pass} A turn ends early if the player has no legal move left."
        ));
    }
    if turns.check_ends {
        out.push("A move that gives check ends the turn.".to_owned());
    }
    if !en_passant(s).is_empty() {
        out.push(PASSED.to_owned());
    }
    out
}

/// The moves of a turn.
fn moves(parts: &[Part]) -> String {
    let kind = |part: Part, n: usize| {
        let (one, several) = match part {
            Part::Move => ("one move", "moves"),
            Part::Control => (
                "one move of the opponent's pieces",
                "moves of the opponent's pieces",
            ),
            Part::Swap => ("one swap of two pieces", "swaps of two pieces"),
            Part::Drop => ("one drop", "drops"),
        };
        match n {
            1 => one.to_owned(),
            n => format!("{} {several}", number(n as u64)),
        }
    };
    let chunks = parts.chunk_by(|a, b| a == b);
    let kinds: Vec<String> = chunks.map(|same| kind(same[0], same.len())).collect();
    kinds.join(" and then ")
}

/// The parts of a turn whose moves are of kinds.
const KINDS: &str = "A plain move moves one of the player's own pieces.";

/// The impossible parts of a turn whose moves are of kinds.
const OMITTED: &str = "If a part of the turn is impossible, it is left out.";

/// Turns of which all moves must be made.
const ALL: &str = "The moves are made one after the other, each legal in itself. All of them must be made: a player who cannot make them all \
                   has no legal move.";

/// The squares exposed in a turn of several moves.
const PASSED: &str = "A piece can be captured en passant with the first move of the opponent's turn, whichever move of its own turn passed \
                      the square, unless it moved again afterwards. If the first move is such a capture, the next one may be another.";
