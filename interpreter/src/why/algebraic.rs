//! Why a move in standard algebraic notation is not possible.

use super::Verdict;
use super::asker::Asker;
use super::mechanics;
use super::reason::Reason;
use super::written::{longest_name, unknown_square};
use crate::board::{Bits as _, Square};
use crate::rules::{Letter, PieceName, Side};

/// `Nbd7=Q` in its parts.
struct Notation<'t> {
    /// The letter of the piece; none for pawns.
    letter: Option<Letter>,
    /// A file, a rank or a square where it stands.
    place: &'t str,
    to: Square,
    /// The promotion.
    promotion: String,
}

/// Whether a square is the one, or is on the file or rank, that a text names; nothing named is
/// everywhere.
fn is_at(name: &str, place: &str) -> bool {
    name.starts_with(place) || name.get(1..).is_some_and(|n| n == place)
}

/// The letter of a piece and the text behind it.
fn lettered(text: &str) -> (Option<Letter>, &str) {
    let letter = Letter::first(text).filter(|letter| letter.side() == Side::White);
    (letter, &text[letter.map_or(0, |letter| letter.len())..])
}

impl Asker<'_> {
    /// Why a move in standard algebraic notation is not possible, or which one it means.
    pub(super) fn algebraic(&self, text: &str) -> Verdict {
        match self.in_notation(text) {
            Ok(verdict) => verdict,
            Err(reason) => Verdict::Illegal(reason),
        }
    }

    fn in_notation(&self, text: &str) -> Result<Verdict, Reason> {
        let unreadable = || Reason::unreadable(text);
        if let Some((before, weapon)) = text.split_once("x*") {
            if !mechanics::fire(self) {
                return Err(unreadable());
            }
            return self.volley(text, before, weapon);
        }
        let Notation {
            letter,
            place,
            to,
            promotion,
        } = self.notation(text)?;
        let pieces = &self.rules().pieces;
        let kind =
            (0..pieces.len()).find(|&k| self.is_called(k, letter) && pieces[k].letter[self.us].is_some());
        let Some(kind) = kind else {
            return Err(match letter {
                Some(letter) => Reason::NoSuchPiece {
                    side: self.us,
                    what: format!("piece with the letter `{letter}`"),
                },
                None => self.lettered(text),
            });
        };
        let piece = self.kind_name(kind);
        let candidates = self.candidates(letter, place);
        match candidates[..] {
            [] => Err(self.nobody(piece, place)),
            [from] => Ok(self.by_ends(from, to, &promotion)),
            _ => self.several(text, &candidates, (to, &promotion), piece),
        }
    }

    /// The text has no letter of a piece, and each piece has one.
    fn lettered(&self, text: &str) -> Reason {
        let letters = self.rules().pieces.values().filter_map(|p| p.letter[self.us]);
        let pawn = letters.map(|letter| letter.to_ascii_uppercase()).last();
        Reason::Unreadable {
            text: text.to_owned(),
            advice: pawn.map_or_else(String::new, |letter| {
                format!("every piece is written with its letter here, as in `{letter}{text}`")
            }),
        }
    }

    /// The parts of a text.
    fn notation<'t>(&self, text: &'t str) -> Result<Notation<'t>, Reason> {
        let unreadable = || Reason::unreadable(text);
        let body = text.trim_end_matches(['+', '#', '!', '?']);
        let (body, promotion) = match body.rsplit_once('=') {
            Some((body, letter)) => (body, letter.to_ascii_lowercase()),
            None => (body, String::new()),
        };
        let topology = self.topology();
        let mut ends = body.len().saturating_sub(longest_name(topology))..body.len();
        let found = ends.find_map(|i| Some((i, topology.square(body.get(i..)?)?)));
        let Some((at, to)) = found else {
            let square = body
                .trim_start_matches(|c: char| c.is_ascii_uppercase() || matches!(c, 'x' | '+' | '(' | ')'));
            return Err(match unknown_square(square) {
                Some(name) if topology.square(name).is_none() => Reason::NoSuchSquare(name.to_owned()),
                _ => unreadable(),
            });
        };
        let before = body[..at].trim_end_matches(['x', ':']);
        let (letter, place) = lettered(before);
        // A file, a rank or a square of this board.
        let mut names = topology.squares().squares().map(|s| topology.name(s));
        if !names.any(|name| is_at(name, place)) {
            return Err(unreadable());
        }
        Ok(Notation {
            letter,
            place,
            to,
            promotion,
        })
    }

    fn is_called(&self, kind: usize, letter: Option<Letter>) -> bool {
        let piece = &self.rules().pieces[kind];
        match letter {
            Some(letter) => piece.letter[self.us].is_some_and(|l| l.eq_ignore_ascii_case(&letter)),
            None => piece.unlettered,
        }
    }

    /// Own pieces with that letter in that place.
    fn candidates(&self, letter: Option<Letter>, place: &str) -> Vec<Square> {
        let topology = self.topology();
        let all = topology.squares();
        let fits = |&s: &Square| {
            let placed = is_at(topology.name(s), place);
            let piece = self.piece_in(&self.there, s);
            placed && piece.is_some_and(|(kind, side)| side == self.us && self.is_called(kind, letter))
        };
        all.squares().filter(fits).collect()
    }

    fn nobody(&self, piece: PieceName, place: &str) -> Reason {
        Reason::NoSuchPiece {
            side: self.us,
            what: if place.is_empty() {
                piece
            } else if place.bytes().all(|b| b.is_ascii_digit()) {
                format!("{piece} on rank {place}")
            } else if self.topology().square(place).is_none() {
                format!("{piece} on file {place}")
            } else {
                format!("{piece} on {place}")
            },
        }
    }

    /// The move of one piece.
    fn by_ends(&self, from: Square, to: Square, promotion: &str) -> Verdict {
        let text = format!("{}{}{promotion}", self.name(from), self.name(to));
        match self.variant.find_move(self.position, &text) {
            Some(mv) => Verdict::Legal(mv),
            None => Verdict::Illegal(self.by_text(&text)),
        }
    }

    /// The move of one of several pieces.
    fn several(
        &self,
        text: &str,
        candidates: &[Square],
        (to, promotion): (Square, &str),
        piece: PieceName,
    ) -> Result<Verdict, Reason> {
        let (moves, _) = self.listed();
        let able: Vec<Square> = candidates
            .iter()
            .copied()
            .filter(|&s| moves.iter().any(|mv| mv.start() == s && mv.to() == to))
            .collect();
        let playable: Vec<(Square, &String)> = self
            .legal
            .iter()
            .zip(&self.texts)
            .filter(|(mv, _)| able.contains(&mv.start()) && mv.to() == to)
            .map(|(mv, text)| (mv.start(), text))
            .collect();
        match (&able[..], &playable[..]) {
            ([], _) if text.contains('x') && self.occupant(to).is_some() && mechanics::fire(self) => {
                Ok(self.by_ends(candidates[0], to, promotion))
            }
            ([], _) => Err(Reason::NoneCan {
                side: self.us,
                piece,
                to: self.name(to),
            }),
            ([from, ..], []) => Ok(self.by_ends(*from, to, promotion)),
            (_, [(from, _), rest @ ..]) if rest.iter().all(|(other, _)| other == from) => {
                Ok(self.by_ends(*from, to, promotion))
            }
            (_, several) => Err(Reason::Ambiguous {
                text: text.to_owned(),
                choices: several.iter().map(|(_, text)| (*text).clone()).collect(),
            }),
        }
    }

    /// `Nx*O`, `Nbx*O`.
    fn volley(&self, text: &str, before: &str, weapon: &str) -> Result<Verdict, Reason> {
        let (letter, place) = lettered(before);
        let candidates = self.candidates(letter, place);
        let weapon = weapon.trim_end_matches(['+', '#', '!', '?']);
        let volley = |&s: &Square| format!("{}*{weapon}", self.name(s));
        let legal = |text: &String| self.texts.iter().position(|t| t == text);
        let choices: Vec<String> = candidates
            .iter()
            .map(volley)
            .filter(|t| legal(t).is_some())
            .collect();
        match (&candidates[..], &choices[..]) {
            ([], _) => Err(Reason::unreadable(text)),
            (_, [one]) => Ok(legal(one).map_or(Verdict::Illegal(Reason::Forbidden), |i| {
                Verdict::Legal(self.legal[i])
            })),
            (_, [_, ..]) => Err(Reason::Ambiguous {
                text: text.to_owned(),
                choices,
            }),
            ([from], []) => Err(self.by_text(&volley(from))),
            (several, []) => Err(mechanics::no_volley(self, several, weapon)),
        }
    }
}
