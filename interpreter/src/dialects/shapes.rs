//! The parts of a move's text, in any notation.

use super::squares::Naming;
use crate::board::{Square, Topology};
use crate::rules::Side;

/// The change of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing is said.
    Unsaid,
    /// It stays what it is.
    Stays,
    /// It promotes, or turns back: `+`, `-`.
    Turns,
    /// It becomes what has this letter.
    To(char),
    /// The piece with this letter enters behind it: `/H`.
    LetsIn(char),
}

/// The start of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum From<'t> {
    /// From this square.
    Square(Square),
    /// From a square whose name has this file, this rank, or is this; nothing if nothing is said.
    Named(&'t str),
    /// From the hand.
    Hand,
}

/// The notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Coordinates as Fairy-Stockfish writes them.
    Uci,
    /// Coordinates of Shogi: `7g7f`.
    Usi,
    /// Coordinates with ranks from 0: `h2e2`.
    Iccs,
    /// Piece and both squares: `Ng1-f3`.
    Long,
    /// Algebraic notation.
    Algebraic,
    /// Hodges': `P-7f`, or with digits alone, `P-76`.
    Hodges,
    /// `P71-61`.
    Janggi,
    /// `C2=5`.
    Wxf,
}

/// A reading of a move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said<'t> {
    pub(super) notation: Notation,
    /// The letter of the piece, perhaps behind a `+`; nothing if nothing is said, or, in algebraic
    /// notation, for a piece without a letter.
    pub(super) piece: &'t str,
    pub(super) from: From<'t>,
    pub(super) to: Square,
    pub(super) change: Change,
    /// The square that it chooses, where a wall is put.
    pub(super) chosen: Option<Square>,
}

impl Said<'_> {
    /// Whether it is algebraic notation that says nothing but where the piece ends.
    fn is_usual(&self) -> bool {
        self.notation == Notation::Algebraic && self.change == Change::Unsaid && !self.piece.starts_with('+')
    }

    /// The same, of a piece that stays what it is.
    pub(super) fn staying(&self) -> Self {
        Self {
            change: Change::Stays,
            ..self.clone()
        }
    }

    /// Whether what the text says of a change may be the sign of a check.
    pub(super) fn says_check(&self, text: &str) -> bool {
        // With a sign between its squares it is no text of a program.
        let coordinates = matches!(self.notation, Notation::Uci | Notation::Usi | Notation::Iccs)
            && !text.contains(['-', 'x']);
        !coordinates && self.change == Change::Turns && text.ends_with('+') && !text.contains("=+")
    }
}

/// Reads a text of a side in every notation that it may be in, but for those that need the
/// position.
pub(super) fn read<'t>(
    topology: &Topology,
    text: &'t str,
    side: Side,
    is_known: impl Fn(&str) -> bool,
) -> Vec<Said<'t>> {
    let (body, wall) = match text.split_once(',') {
        Some((body, wall)) => (body, Some(wall.trim_end_matches(['+', '#']))),
        None => (text, None),
    };
    let chosen = |notation| {
        let naming = if notation == Notation::Usi {
            Naming::Shogi
        } else {
            Naming::Own
        };
        wall.and_then(|wall| last_square(topology, naming, wall))
    };
    // Algebraic notation of the usual kind is read elsewhere, but for a letter that no piece has.
    let usual = |said: &Said<'_>| {
        said.is_usual() && wall.is_none() && (said.piece.is_empty() || is_known(said.piece))
    };
    let said = [
        coordinates(topology, body, Naming::Own, Notation::Uci),
        coordinates(topology, body, Naming::Shogi, Notation::Usi),
        algebraic(topology, body).filter(|said| !usual(said)),
        named(topology, body, Naming::Shogi, Notation::Hodges),
        named(topology, body, Naming::ShogiNumbers, Notation::Hodges),
        named(topology, body, Naming::Janggi, Notation::Janggi),
    ];
    let said = said.into_iter().flatten().chain(drops(topology, body, side));
    let said = said.map(|said| Said {
        chosen: chosen(said.notation),
        ..said
    });
    said.filter(|said| said.chosen.is_some() == wall.is_some())
        .collect()
}

/// A text in algebraic notation of the usual kind, which [`read`] leaves out.
pub(super) fn usual<'t>(topology: &Topology, text: &'t str) -> Option<Said<'t>> {
    algebraic(topology, text).filter(Said::is_usual)
}

/// The text in coordinates with ranks from 0: `h2e2`, `H2-E2`.
pub(super) fn from_zero<'t>(topology: &Topology, text: &'t str) -> Option<Said<'t>> {
    coordinates(topology, text, Naming::FromZero, Notation::Iccs)
}

/// The last square that a text names: a wall may be written with the square that the piece leaves.
fn last_square(topology: &Topology, naming: Naming, text: &str) -> Option<Square> {
    let (first, length) = naming.read(topology, text)?;
    match &text[length..] {
        "" => Some(first),
        rest => naming
            .read(topology, rest)
            .filter(|&(_, length)| length == rest.len())
            .map(|(square, _)| square),
    }
}

/// Two squares and the promotion.
fn coordinates<'t>(
    topology: &Topology,
    text: &'t str,
    naming: Naming,
    notation: Notation,
) -> Option<Said<'t>> {
    let (from, length) = naming.read(topology, text)?;
    let rest = &text[length..];
    let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
    let (to, length) = naming.read(topology, rest)?;
    Some(Said {
        notation,
        piece: "",
        from: From::Square(from),
        to,
        change: change(&rest[length..])?,
        chosen: None,
    })
}

/// The promotion that the end of a text in coordinates names.
fn change(text: &str) -> Option<Change> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(Change::Unsaid),
        (Some('+' | '-'), None) => Some(Change::Turns),
        (Some('='), None) => Some(Change::Stays),
        (Some('='), Some('+' | '-')) if letters.next().is_none() => Some(Change::Turns),
        // The sign of a check may stand behind that.
        (Some('='), Some(letter))
            if letter.is_ascii_alphabetic() && matches!(letters.as_str(), "" | "+" | "#") =>
        {
            Some(Change::To(letter))
        }
        (Some('/'), Some(letter)) if letter.is_ascii_alphabetic() => Some(Change::LetsIn(letter)),
        (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Change::To(letter)),
        _ => None,
    }
}

/// The letter of a piece, perhaps behind a `+`, with which a text begins.
fn letter(text: &str) -> &str {
    let start = usize::from(text.starts_with('+'));
    let letter = text[start..].starts_with(|c: char| c.is_ascii_uppercase());
    &text[..if letter { start + 1 } else { 0 }]
}

/// A piece from the hand: `P@e4`, `+R@e4`, `P*5e`, `P'5e`, `P@65`.
fn drops<'t>(topology: &Topology, text: &'t str, side: Side) -> Vec<Said<'t>> {
    let Some(at) = text.find(['@', '*', '\'']) else {
        return Vec::new();
    };
    let (piece, square) = (&text[..at], text[at + 1..].trim_end_matches(['+', '#']));
    if letter(piece) != piece || (piece.is_empty() && !text.starts_with('@')) {
        return Vec::new();
    }
    let namings: &[(Naming, Notation)] = if text[at..].starts_with('@') {
        &[
            (Naming::Own, Notation::Uci),
            (Naming::Janggi, Notation::Janggi),
            (Naming::Wxf(side), Notation::Wxf),
        ]
    } else {
        &[
            (Naming::Shogi, Notation::Usi),
            (Naming::ShogiNumbers, Notation::Hodges),
        ]
    };
    let whole = |&(naming, notation): &(Naming, Notation)| {
        let (to, length) = naming.read(topology, square)?;
        (length == square.len()).then_some((to, notation))
    };
    let said = |(to, notation)| Said {
        notation,
        piece,
        from: From::Hand,
        to,
        change: Change::Unsaid,
        chosen: None,
    };
    namings.iter().filter_map(whole).map(said).collect()
}

/// Algebraic notation, and long algebraic notation: a piece, perhaps its start, its end, and its
/// promotion.
fn algebraic<'t>(topology: &Topology, text: &'t str) -> Option<Said<'t>> {
    let piece = letter(text);
    let rest = &text[piece.len()..];
    // The move ends on the last square in the text.
    let mut ends = (0..rest.len()).rev().filter(|&at| rest.is_char_boundary(at));
    let (at, to, length) = ends.find_map(|at| {
        let (to, length) = Naming::Own.read(topology, &rest[at..])?;
        Some((at, to, length))
    })?;
    let (before, after) = (&rest[..at], &rest[at + length..]);
    let place = before.trim_end_matches(['-', 'x', ':']);
    let from = match Naming::Own.read(topology, place) {
        Some((square, length)) if length == place.len() => From::Square(square),
        _ if place
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            && place.len() <= 3 =>
        {
            From::Named(place)
        }
        _ => return None,
    };
    let after = after.strip_suffix('#').unwrap_or(after);
    let change = change(after).or_else(|| change(after.strip_suffix('+')?))?;
    let long = matches!(from, From::Square(_));
    // Without a piece it is a text in coordinates.
    (!long || !piece.is_empty()).then_some(Said {
        notation: if long { Notation::Long } else { Notation::Algebraic },
        piece,
        from,
        to,
        change,
        chosen: None,
    })
}

/// A piece, perhaps where it stands, a sign, and where it ends: `P-7f`, `S6h-7g`, `Sx5g+`,
/// `R91-01`.
fn named<'t>(topology: &Topology, text: &'t str, naming: Naming, notation: Notation) -> Option<Said<'t>> {
    let piece = letter(text);
    let rest = &text[piece.len()..];
    let (from, rest) = match naming.read(topology, rest) {
        Some((square, length)) => (From::Square(square), &rest[length..]),
        None => (From::Named(""), rest),
    };
    let rest = rest.strip_prefix(['-', 'x'])?;
    let (to, length) = naming.read(topology, rest)?;
    let end = &rest[length..];
    let change = change(end.strip_suffix('#').unwrap_or(end))?;
    let whole = matches!(from, From::Square(_));
    // Janggi's notation always has both squares, Hodges' always a piece.
    let fits = if notation == Notation::Janggi {
        whole
    } else {
        !piece.is_empty()
    };
    fits.then_some(Said {
        notation,
        piece,
        from,
        to,
        change,
        chosen: None,
    })
}
