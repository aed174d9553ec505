//! Turns of several moves, in sentences.

use super::en_passant;
use crate::setting::Setting;
use crate::words::number;
use ferz::rules::{Part, Side};

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
        format!(
            "A turn of White is {}, one of Black {}",
            moves(white),
            moves(black)
        )
    };
    let last = white.last().copied().unwrap_or_default();
    let by = moves(&vec![last; turns.grows.into()]);
    if grown {
        first += &format!(", and each turn is {by} longer than the one before");
    } else if turns.grows > 0 {
        first += &format!(", and each turn of the game has {by} more than it would have had one turn before");
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
        out.push("The moves of a turn are made one after the other, each as if it were a turn; a pass ends the turn, and so does having no legal move left.".to_owned());
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

/// What a move is in a turn whose moves are of kinds.
const KINDS: &str = "What is just called a move here is none of the other kinds that are named.";

/// What is not possible in a turn whose moves are of kinds.
const OMITTED: &str = "Where there is no move of one of these other kinds, the turn goes on without it.";

/// Turns of which all moves must be made.
const ALL: &str = "The moves of a turn are made one after the other, each as if it were a turn; all of them must be made: who cannot is mated \
                   or stalemated.";

/// What is exposed in a turn of several moves.
const PASSED: &str = "What a piece has passed can be captured en passant with the first move of the opponent's turn, if the piece has not \
                      moved again meanwhile; and with the next one, if the first was such a capture, too.";
