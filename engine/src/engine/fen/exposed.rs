//! The squares that are exposed to en passant, read. Does not know how pieces move.

use super::{PositionError, clip, read, wrong};
use crate::board::{Bits, Square};
use crate::engine::passed_squares::MOST_PASSED;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::width::Wide;

/// The squares that a move may have exposed, and the piece that passed them.
pub(super) type Exposed = (Wide, Square);

/// Reads what the last move has exposed. `exposers` finds all ways in which it could have exposed
/// some of some squares: the squares and the piece.
pub(crate) fn parse_exposed(
    rules: &SetupRules,
    pos: &mut Setup,
    field: &str,
    exposers: &dyn Fn(&Setup, Wide) -> Vec<Exposed>,
) -> Result<(), PositionError> {
    if field == "-" {
        return Ok(());
    }
    let mut given = Wide::EMPTY;
    for square in read::squares(rules, "en passant", field)? {
        given |= Wide::bit(square);
    }
    let candidates = exposers(pos, given);
    let exactly =
        |&&(passed, victim): &&(Wide, Square)| passed == given || passed | Wide::bit(victim) == given;
    // Some programs write only the squares on which something can be captured.
    let partly = |&&(passed, victim): &&(Wide, Square)| {
        (given & !(passed | Wide::bit(victim))).is_empty() && given.meets(passed)
    };
    let mut found: Vec<_> = candidates.iter().filter(exactly).collect();
    if found.is_empty() {
        found = candidates.iter().filter(partly).collect();
    }
    let mut found = found.into_iter();
    let Some(&(passed, victim)) = found.next() else {
        return wrong("en passant", format!("no piece can just have passed {field}"));
    };
    if found.next().is_some() {
        return wrong(
            "en passant",
            format!("more than one piece can just have passed {field}; write its square behind"),
        );
    }
    pos.expose(rules, passed, victim);
    Ok(())
}

/// Reads squares that have been passed in a turn of several moves, each with the piece:
/// `e3:e4,d3:d4`.
pub(super) fn parse_passed(rules: &SetupRules, pos: &mut Setup, text: &str) -> Result<(), PositionError> {
    for (count, entry) in text.split(',').enumerate() {
        if count == MOST_PASSED {
            return wrong("passed", format!("at most {MOST_PASSED} squares are kept"));
        }
        let Some((middle, victim)) = entry.split_once(':') else {
            return wrong("passed", format!("`{}` is not of the form `e3:e4`", clip(entry)));
        };
        let square = |name: &str| match rules.topology.square(name) {
            Some(square) => Ok(square),
            None => wrong(
                "passed",
                format!("`{}` is not a square of this board", clip(name)),
            ),
        };
        let (middle, piece) = (square(middle)?, square(victim)?);
        let Some((_, side)) = pos.piece(piece) else {
            return wrong("passed", format!("nothing stands on {}", clip(victim)));
        };
        if pos.en_passant_squares.has(middle) {
            let name = rules.topology.name(middle);
            return wrong("passed", format!("{name} is given twice"));
        }
        // Until the number of the turn is read, this is the number of the next move in it.
        if pos.left == 1 && side == pos.side_to_move {
            let message =
                format!("{side} has not moved in this turn, so its piece on {victim} has not passed");
            return wrong("passed", message);
        }
        pos.expose(rules, Wide::bit(middle), piece);
    }
    Ok(())
}
