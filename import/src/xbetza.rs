//! How a piece moves in XBetza, with castlings (`isO2`) and drops (`@5`), which other texts state
//! elsewhere.

use crate::ini::Piece;
use ferz::rules::Movement;

/// A castling of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Castle {
    /// How many files it goes.
    pub(crate) far: u8,
    pub(crate) left: bool,
    pub(crate) right: bool,
    /// Whether the partner may stand farther inside than the edge.
    pub(crate) inside: bool,
}

/// The squares on which a piece may be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    /// On this many ranks from its own side on; 0: on all.
    pub(crate) ranks: u8,
    /// Not on the first of them.
    pub(crate) not_first: bool,
    /// At most this number of them on a file; 0: any.
    pub(crate) on_a_file: u8,
}

/// A text in its parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// The moves, without castlings and drops.
    pub(crate) moves: String,
    pub(crate) castles: Vec<Castle>,
    pub(crate) drop: Option<Drop>,
    /// For each byte of the moves, its place in the text.
    places: Vec<usize>,
}

/// How a piece moves.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) movement: Movement,
    pub(crate) castles: Vec<Castle>,
    pub(crate) drop: Option<Drop>,
}

/// A text that is no XBetza: where, why, and the cure.
pub(crate) struct Fault {
    pub(crate) at: Piece,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Takes castlings and drops out of a text: `KisO3isO2`, `KilO3irO2`, `fWf@5`.
pub(crate) fn parts(betza: &str) -> Parts {
    let mut parts = Parts::default();
    let mut at = 0;
    while let Some(next) = betza[at..].find(['O', '@']).map(|found| at + found) {
        let before = betza[at..next].trim_end_matches(|c: char| c.is_ascii_lowercase());
        let prefix = &betza[at + before.len()..next];
        let behind = &betza[next + 1..];
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number: Option<u8> = behind[..digits].parse().ok();
        if betza[next..].starts_with('O') {
            let castle = castle(prefix, number);
            if !parts.castles.contains(&castle) {
                parts.castles.push(castle);
            }
        } else {
            parts.drop = Some(Drop {
                ranks: number.unwrap_or_default(),
                not_first: prefix.contains('j'),
                on_a_file: u8::try_from(prefix.matches('f').count()).unwrap_or_default(),
            });
        }
        parts.keep(before, at);
        at = next + 1 + digits;
    }
    parts.keep(&betza[at..], at);
    parts
}

fn castle(prefix: &str, number: Option<u8>) -> Castle {
    let (left, right) = (prefix.contains('l'), prefix.contains('r'));
    Castle {
        far: number.unwrap_or(2).min(26),
        left: left || !right,
        right: right || !left,
        inside: prefix.contains('j'),
    }
}

impl Parts {
    fn keep(&mut self, text: &str, at: usize) {
        self.moves.push_str(text);
        self.places.extend(at..at + text.len());
    }
}

/// Reads a whole text. One without moves is a piece that never moves.
pub(crate) fn way(text: &Piece) -> Result<Way, Fault> {
    let parts = parts(&text.text);
    let movement = if parts.moves.is_empty() {
        Movement::none()
    } else {
        ferz::betza::parse(&parts.moves).map_err(|error| {
            let from = parts.places.get(error.offset).copied();
            Fault {
                at: text.part(from.unwrap_or(text.text.len()), error.len.max(1)),
                message: format!("`{}`: {}", text.text, error.message),
                help: error.help,
            }
        })?
    };
    Ok(Way {
        movement,
        castles: parts.castles,
        drop: parts.drop,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castlings_and_drops_are_no_moves() {
        let king = parts("KirO2ilO3");
        assert_eq!(king.moves, "K");
        let far: Vec<_> = king
            .castles
            .iter()
            .map(|one| (one.far, one.left, one.right))
            .collect();
        assert_eq!(far, [(2, false, true), (3, true, false)]);
        let pawn = parts("fWf@5cF");
        assert_eq!(pawn.moves, "fWcF");
        assert_eq!(
            pawn.drop,
            Some(Drop {
                ranks: 5,
                not_first: false,
                on_a_file: 1
            })
        );
    }

    #[test]
    fn faults_have_places_in_the_whole_text() {
        let fault = way(&Piece::new("KisO2$", 10)).unwrap_err();
        assert_eq!(fault.at.offset, 15);
    }
}
