//! Pieces that reasons name, and their descriptions.

use super::words::and;
use crate::rules::{PieceName, RoyalRule, Side, SquareName};
use std::fmt;

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// The side.
    pub side: Side,
    /// The kind.
    pub piece: PieceName,
    /// The square.
    pub square: SquareName,
    /// The place among the pieces there, from 0 at the ground.
    pub index: usize,
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inside = if self.index > 0 { " in the tower" } else { "" };
        write!(f, "the {} {}{inside} on {}", self.side, self.piece, self.square)
    }
}

/// A piece that is attacked, and by which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacked {
    /// The piece.
    pub piece: Occupant,
    /// The pieces that attack it; never empty.
    pub by: Vec<Occupant>,
}

impl fmt::Display for Attacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attacked by {}", self.piece, and(&self.by))
    }
}

/// `a and b are`.
pub(super) fn are(list: &[Occupant]) -> String {
    format!("{} {}", and(list), if list.len() == 1 { "is" } else { "are" })
}

/// The words for a royal that is left attacked.
pub(super) fn exposes(in_check: bool, rule: RoyalRule, royals: &[Attacked]) -> String {
    let side = royals.first().map_or("", |r| r.piece.side.name());
    let check = if in_check {
        format!("{side} is in check, and ")
    } else {
        String::new()
    };
    match rule {
        RoyalRule::All | RoyalRule::Last | RoyalRule::LastOfEach => {
            format!("{check}it would leave {}", and(royals))
        }
        RoyalRule::Any => format!("{check}it would leave all royal pieces attacked: {}", and(royals)),
        RoyalRule::Fewer => format!(
            "{check}it would not leave fewer royal pieces attacked: {}",
            and(royals)
        ),
    }
}

/// The words for a piece of the side that is not to move.
pub(super) fn not_yours(occupant: &Occupant, (number, length): (u8, u8)) -> String {
    let part = if length > 1 {
        format!(", move {number} of {length}")
    } else {
        String::new()
    };
    format!(
        "{occupant} cannot move: it is {}'s turn{part}",
        occupant.side.other()
    )
}

/// Which squares of a castling are attacked.
pub(super) fn castling_attacked(attacked: &[Attacked]) -> String {
    let side = attacked.first().map_or("", |a| a.piece.side.name());
    // Squares that the same pieces attack are named together.
    let of_same = attacked.chunk_by(|a, b| a.by == b.by).map(|same| {
        let squares: Vec<&str> = same.iter().map(|a| a.piece.square.as_str()).collect();
        let verb = if squares.len() == 1 { "is" } else { "are" };
        format!("{} {verb} attacked by {}", and(&squares), and(&same[0].by))
    });
    format!("{side} cannot castle: {}", and(&of_same.collect::<Vec<_>>()))
}
