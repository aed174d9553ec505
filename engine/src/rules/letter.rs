//! The letter of a kind of piece in positions and moves. Does not know which piece a letter belongs
//! to.

use super::{Ruleset, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A letter of a piece: `R`, one with a plus `+R`, or a name in brackets `(WZ)`, which may have a
/// plus, too.
///
/// White's letters are upper case, Black's lower case. A text of several letters has one reading:
/// no letter is the beginning of another one.
///
/// ```
/// use ferz_engine::rules::{Letter, Side};
/// let dragon: Letter = "+R".parse().unwrap();
/// assert_eq!(dragon.of(Side::Black).as_str(), "+r");
/// assert_eq!(Letter::first("+r2(wz)"), Some(dragon.of(Side::Black)));
/// assert_eq!("(wetzebras)".parse::<Letter>(), Err(ferz_engine::rules::NoLetter));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter {
    /// The bytes, and zeros behind them. The empty text is no letter: [`Letter::NONE`].
    bytes: [u8; Self::LONGEST],
}

/// A text that is no letter of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a piece is written as a letter from A to Z, with a plus `+R`, or as a name in brackets `(WZ)`")]
pub struct NoLetter;

impl Letter {
    /// The letter of a side that has none.
    pub const NONE: Self = Self {
        bytes: [0; Self::LONGEST],
    };

    /// The most characters that may stand between brackets.
    pub const LONGEST_NAME: usize = 8;

    /// A plus, the brackets and the text between them.
    const LONGEST: usize = Self::LONGEST_NAME + 3;

    /// The letter of one sign.
    #[must_use]
    pub const fn plain(sign: u8) -> Self {
        let mut letter = Self::NONE;
        letter.bytes[0] = sign;
        letter
    }

    /// The letter with which a text begins. In brackets no capital may stand beside a small letter.
    pub fn first(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let plus = usize::from(bytes.first() == Some(&b'+'));
        let length = match bytes.get(plus)? {
            sign if sign.is_ascii_alphabetic() => plus + 1,
            b'(' => {
                let name = &bytes[plus + 1..];
                let length = name.iter().position(|&sign| sign == b')')?;
                let name = &name[..length];
                let fits = length <= Self::LONGEST_NAME
                    && name.first().is_some_and(u8::is_ascii_alphabetic)
                    && name.iter().all(u8::is_ascii_alphanumeric)
                    && !(name.iter().any(u8::is_ascii_uppercase) && name.iter().any(u8::is_ascii_lowercase));
                if !fits {
                    return None;
                }
                plus + length + 2
            }
            _ => return None,
        };
        let mut letter = Self::NONE;
        letter.bytes[..length].copy_from_slice(&bytes[..length]);
        Some(letter)
    }

    /// All letters of a text that consists of letters; `None` if anything else is in it.
    pub fn all(mut text: &str) -> Option<Vec<Self>> {
        let mut letters = Vec::new();
        while !text.is_empty() {
            let letter = Self::first(text)?;
            text = &text[letter.len()..];
            letters.push(letter);
        }
        Some(letters)
    }

    /// The number of times that it stands among other letters, numbers and signs, as in the board
    /// field of a position.
    pub fn count_in(&self, placement: &str) -> usize {
        Self::among(placement).filter(|letter| letter == self).count()
    }

    /// All letters of a text, with anything between them.
    pub fn among(text: &str) -> impl Iterator<Item = Self> + '_ {
        let mut rest = text;
        std::iter::from_fn(move || {
            while let Some(sign) = rest.chars().next() {
                let letter = Self::first(rest);
                rest = &rest[letter.map_or(sign.len_utf8(), |letter| letter.len())..];
                if letter.is_some() {
                    return letter;
                }
            }
            None
        })
    }

    /// The letter as it is written.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len()]).unwrap_or_default()
    }

    /// Appends it to a text.
    #[inline]
    pub(crate) fn write_to(&self, out: &mut String) {
        match self.bytes {
            [0, ..] => {}
            [sign, 0, ..] => out.push(char::from(sign)),
            _ => out.push_str(self.as_str()),
        }
    }

    /// The length in bytes.
    #[expect(clippy::len_without_is_empty, reason = "`is_none` says it")]
    pub fn len(&self) -> usize {
        self.bytes
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(Self::LONGEST)
    }

    /// Whether it is no letter at all.
    pub const fn is_none(&self) -> bool {
        self.bytes[0] == 0
    }

    /// The upper-case letter, as White's.
    #[must_use]
    pub fn to_ascii_uppercase(mut self) -> Self {
        self.bytes.make_ascii_uppercase();
        self
    }

    /// The lower-case letter, as Black's and as in moves.
    #[must_use]
    pub fn to_ascii_lowercase(mut self) -> Self {
        self.bytes.make_ascii_lowercase();
        self
    }

    /// The letter of a side.
    #[must_use]
    pub fn of(self, side: Side) -> Self {
        match side {
            Side::White => self.to_ascii_uppercase(),
            Side::Black => self.to_ascii_lowercase(),
        }
    }

    /// The side whose letter it is.
    pub fn side(&self) -> Side {
        if self.bytes.iter().any(u8::is_ascii_uppercase) {
            Side::White
        } else {
            Side::Black
        }
    }

    /// Whether two letters are equal except for the side.
    pub fn eq_ignore_ascii_case(&self, other: &Self) -> bool {
        self.bytes.eq_ignore_ascii_case(&other.bytes)
    }

    /// The only character of a letter that has neither a plus nor brackets.
    pub fn single(&self) -> Option<char> {
        (self.len() == 1).then(|| char::from(self.bytes[0]))
    }

    /// The letter without its plus; `None` if it has none.
    #[must_use]
    pub fn without_plus(&self) -> Option<Self> {
        Self::first(self.as_str().strip_prefix('+')?)
    }

    /// The name between its brackets; the letter without its plus if it has none.
    pub fn core(&self) -> &str {
        self.as_str().trim_matches(['+', '(', ')'])
    }
}

impl Ruleset {
    /// The present form of a letter that is still read but no longer written; `None` for every
    /// other letter.
    pub fn today(&self, letter: Letter) -> Option<Letter> {
        let side = letter.side();
        let own = || self.pieces.values().filter(|piece| piece.letter[side].is_some());
        if own().any(|piece| piece.letter[side] == Some(letter)) {
            return None;
        }
        let once = |once: Letter| once.of(side) == letter;
        own().find(|piece| piece.once.is_some_and(once))?.letter[side]
    }

    /// The letters of a position that are no longer written, with their present forms, each once.
    pub fn outdated(&self, fen: &str) -> Vec<(Letter, Letter)> {
        let mut found = Vec::new();
        for letter in Letter::among(fen.split_whitespace().next().unwrap_or_default()) {
            if let Some(today) = self.today(letter)
                && !found.contains(&(letter, today))
            {
                found.push((letter, today));
            }
        }
        found
    }
}

impl Default for Letter {
    fn default() -> Self {
        Self::NONE
    }
}

impl FromStr for Letter {
    type Err = NoLetter;

    fn from_str(text: &str) -> Result<Self, NoLetter> {
        Self::first(text)
            .filter(|letter| letter.len() == text.len())
            .ok_or(NoLetter)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl AsRef<str> for Letter {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<char> for Letter {
    fn eq(&self, other: &char) -> bool {
        self.single() == Some(*other)
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
