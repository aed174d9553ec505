//! The meanings of letters: which letter names which piece. Does not read texts of positions or
//! moves.

use crate::rules::{BySide, Letter, Piece, PieceName, Side};
use indexmap::IndexMap;

/// The number for "no piece" and "no square".
pub(crate) const NONE: u8 = 255;

/// The first code of letters with a plus.
const PLUS: usize = 128;

/// The way in which a move text names what a piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As it is written: `+` for a piece's own letter with a plus, `-` for the way back, otherwise
    /// a letter.
    Short,
    /// Always a letter.
    Whole,
    /// The former letter.
    Before,
}

/// The names of kinds, and the meanings of letters.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    /// The letters by side and kind; [`Letter::NONE`] if the side has none.
    pub(crate) letters: BySide<Vec<Letter>>,
    /// The same letters in upper case.
    large: BySide<Vec<Letter>>,
    /// The former names of kinds, in the same form; the present name if there is no other.
    before: BySide<Vec<Letter>>,
    /// The piece, `kind * 2 + side`, that a letter means, or [`NONE`]: letters of one sign, then
    /// those with a plus.
    codes: Vec<u8>,
    /// Names in brackets, with and without a plus.
    named: Vec<(Letter, u8)>,
}

impl Naming {
    pub(crate) fn new(pieces: &IndexMap<PieceName, Piece>) -> Self {
        let of =
            |side| move |piece: &Piece| piece.letter[side].map_or(Letter::NONE, |letter| letter.of(side));
        let letters = Side::each(|side| pieces.values().map(of(side)).collect::<Vec<_>>());
        let large = |side: Side| {
            letters[side.index()]
                .iter()
                .map(|letter| letter.to_ascii_uppercase())
        };
        let mut naming = Self {
            before: letters.clone(),
            large: Side::each(|side| large(side).collect()),
            letters,
            codes: vec![NONE; 2 * PLUS],
            named: Vec::new(),
        };
        for side in Side::ALL {
            for kind in (0..pieces.len()).rev() {
                naming.means(naming.letters[side.index()][kind], code(kind, side));
            }
        }
        for side in Side::ALL {
            for (kind, piece) in pieces.values().enumerate() {
                let old = piece.once.filter(|_| piece.letter[side].is_some());
                let Some(old) = old.map(|old| old.of(side)) else {
                    continue;
                };
                if naming.code(old).is_none() {
                    naming.means(old, code(kind, side));
                    naming.before[side.index()][kind] = old;
                }
            }
        }
        naming
    }

    /// Lets a letter mean a piece.
    fn means(&mut self, letter: Letter, code: u8) {
        match place(letter) {
            Some(at) => self.codes[at] = code,
            None if letter.is_none() => {}
            None => self.named.insert(0, (letter, code)),
        }
    }

    /// The piece, `kind * 2 + side`, that a letter means.
    pub(crate) fn code(&self, letter: Letter) -> Option<u8> {
        let code = match place(letter) {
            Some(at) => self.codes[at],
            None => self.named.iter().find(|(known, _)| *known == letter)?.1,
        };
        (code != NONE).then_some(code)
    }

    /// The piece that a text begins with, and the length of its letter.
    #[inline]
    pub(crate) fn first(&self, text: &str) -> Option<(u8, usize)> {
        let &sign = text.as_bytes().first()?;
        if sign.is_ascii_alphabetic() {
            let code = self.codes[usize::from(sign)];
            return (code != NONE).then_some((code, 1));
        }
        if !matches!(sign, b'+' | b'(') {
            return None;
        }
        let letter = Letter::first(text)?;
        Some((self.code(letter)?, letter.len()))
    }

    /// A side's letter for a kind.
    pub(crate) fn letter(&self, side: Side, kind: u8) -> Letter {
        let letter = self.letters[side.index()].get(usize::from(kind));
        letter.copied().unwrap_or_default()
    }

    /// The same letter in lower case, as in moves.
    pub(crate) fn small(&self, side: Side, kind: u8) -> Letter {
        self.letter(side, kind).to_ascii_lowercase()
    }

    /// The same letter in upper case, as in algebraic notation and drops.
    pub(crate) fn large(&self, side: Side, kind: u8) -> Letter {
        let letter = self.large[side.index()].get(usize::from(kind));
        letter.copied().unwrap_or_default()
    }

    /// Writes what a piece of a kind becomes.
    pub(crate) fn becomes(
        &self,
        side: Side,
        from: Option<u8>,
        kind: u8,
        spelling: Spelling,
        out: &mut String,
    ) {
        let letter = self.letter(side, kind);
        let from = from.map(|from| self.letter(side, from));
        out.push_str(match (spelling, from) {
            (Spelling::Before, _) => {
                return self.before(side, kind).to_ascii_lowercase().write_to(out);
            }
            (Spelling::Short, Some(from)) if letter.without_plus() == Some(from) => "+",
            (Spelling::Short, Some(from)) if from.without_plus() == Some(letter) => "-",
            _ => return letter.to_ascii_lowercase().write_to(out),
        });
    }

    /// The former letter of a kind, or its present one.
    pub(crate) fn before(&self, side: Side, kind: u8) -> Letter {
        self.before[side.index()][usize::from(kind)]
    }
}

fn code(kind: usize, side: Side) -> u8 {
    side.code(kind as u8)
}

/// The index of a letter's code; `None` for a name in brackets, and for none.
fn place(letter: Letter) -> Option<usize> {
    match *letter.as_str().as_bytes() {
        [sign] => Some(usize::from(sign)),
        [b'+', sign] => Some(PLUS + usize::from(sign)),
        _ => None,
    }
}
