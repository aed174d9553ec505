//! Turns of several moves, in sentences.

use super::en_passant;
use crate::setting::Setting;
use crate::words::number;
use ferz::rules::Side;

/// How long turns are.
pub(crate) fn turns(s: &Setting<'_>) -> Vec<String> {
    let Some(turns) = &s.rules.turns else {
        return Vec::new();
    };
    let moves = |n: u8| match n {
        1 => "one move".to_owned(),
        n => format!("{} moves", number(n.into())),
    };
    let (white, black) = (turns.moves[Side::White], turns.moves[Side::Black]);
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
    let by = moves(turns.grows);
    if grown {
        first += &format!(", and each turn is {by} longer than the one before");
    } else if turns.grows > 0 {
        first += &format!(", and each turn of the game has {by} more than it would have had one turn before");
    }
    let mut out = vec![first + "."];
    if let Some(first) = turns.first {
        out.push(format!("The first turn of the game is {}.", moves(first)));
    }
    out.push("The moves of a turn are made one after the other, each as if it were a turn; a pass ends the turn, and so does having no legal move left.".to_owned());
    if turns.check_ends {
        out.push("A move that gives check ends the turn.".to_owned());
    }
    if !en_passant(s).is_empty() {
        out.push(PASSED.to_owned());
    }
    out
}

/// What is exposed in a turn of several moves.
const PASSED: &str = "What a piece has passed can be captured en passant with the first move of the opponent's turn, if the piece has not \
                      moved again meanwhile; and with the next one, if the first was such a capture, too.";
