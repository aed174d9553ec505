//! Move texts as people write them.

use crate::board::{Bits as _, Square, Topology};
use crate::engine::Variant;
use crate::rules::{Letter, Ruleset};

/// The squares that a move text in coordinates names, in order.
pub fn squares_of(variant: &Variant, text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = text;
    let topology = variant.topology();
    let longest = longest_name(topology);
    while !rest.is_empty() {
        let step = match first_square(topology, longest, rest) {
            Some((square, n)) => {
                squares.push(square);
                n
            }
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        rest = &rest[step..];
    }
    squares
}

/// The length of the longest name of a square, in bytes.
pub(super) fn longest_name(topology: &Topology) -> usize {
    let names = topology
        .squares()
        .squares()
        .map(|square| topology.name(square).len());
    names.max().unwrap_or_default()
}

/// The square with which a text begins, the longest name if there are several, and the length of
/// its name in bytes.
fn first_square(topology: &Topology, longest: usize, text: &str) -> Option<(Square, usize)> {
    (1..=text.len().min(longest))
        .rev()
        .find_map(|n| Some((topology.square(text.get(..n)?)?, n)))
}

/// A text without the spaces around it and the redundant words behind it.
pub(super) fn without_ornaments(text: &str) -> &str {
    let text = text.trim();
    let bare = ["e.p.", "ep", "e.p"]
        .iter()
        .find_map(|word| text.strip_suffix(word));
    bare.filter(|bare| bare.ends_with(|c: char| c == ' ' || c.is_ascii_digit()))
        .map_or(text, str::trim_end)
}

/// A SAN text without what may be left out.
pub(super) fn simple_san(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    if text.starts_with("O-O") || text.starts_with("o-o") {
        return text.to_ascii_uppercase();
    }
    text.replace('O', "0")
        .chars()
        .filter(|c| !matches!(c, 'x' | '=' | ':'))
        .collect()
}

/// Whether two SAN texts are the same except for checks and for comments on the quality of the
/// move.
pub(super) fn is_same_san(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    bare(one) == bare(other)
}

/// Whether a piece is written with a plus, so that one behind a move means a promotion and no
/// check.
pub(super) fn has_plus(rules: &Ruleset) -> bool {
    let letters = rules
        .pieces
        .values()
        .flat_map(|piece| [piece.letter.white, piece.letter.black]);
    letters.flatten().any(|letter| letter.without_plus().is_some())
}

/// A coordinate text as the engine writes it: small letters, nothing between the squares; `plus`
/// says that a `+` is part of it.
pub(super) fn simple_coordinates(text: &str, plus: bool) -> String {
    let shout = text.len() > 3 && !text.chars().any(|c| c.is_ascii_lowercase());
    let text = if shout {
        text.to_ascii_lowercase()
    } else {
        text.to_owned()
    };
    let mut out: String = text
        .chars()
        .filter(|&c| !matches!(c, '-' | 'x' | ':' | '=' | '#' | ' ') && (plus || c != '+'))
        .collect();
    let turns_back = plus && text.ends_with('-');
    if turns_back {
        out.push('-');
    }
    let last = out.trim_end_matches(')').chars().last();
    let promotes = last.is_some_and(|c| c.is_ascii_uppercase());
    if promotes && out.starts_with(|c: char| c.is_ascii_lowercase()) {
        out = out.to_ascii_lowercase();
    }
    out
}

/// A word that looks like a square: a letter and digits.
pub(super) fn unknown_square(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let n = digits.bytes().take_while(u8::is_ascii_digit).count();
    (n > 0).then(|| &text[..=n])
}

/// A piece that a text names: `a1`, `a1.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) square: Square,
    /// The place in the tower, from 0 at the ground.
    pub(super) index: usize,
}

/// The kind to which a piece promotes, or that it takes instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// `=q`, `=q^`.
    Becomes { letter: Letter, exile: bool },
    /// `=S`.
    Statue,
    /// `xq^`.
    Seizes(Letter),
}

/// The action of one piece: the part of a text up to a comma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// As it is written.
    pub(super) text: String,
    pub(super) from: Spot,
    /// The squares after the first.
    pub(super) touched: Vec<Square>,
    /// `+` after a square.
    pub(super) enters: bool,
    /// `xb3`, `xb3.1`.
    pub(super) takes: Option<Spot>,
    /// `~k`, `~k2`.
    pub(super) swaps: Option<(Letter, Option<usize>)>,
    /// `*`.
    pub(super) sweeps: bool,
    /// The letter after `*`.
    pub(super) weapon: Option<Letter>,
    pub(super) arrival: Option<Arrival>,
}

impl Part {
    /// The end of the piece's move, if it moves.
    pub(super) fn to(&self) -> Option<Square> {
        self.touched.last().copied()
    }

    /// Whether there is a `^`.
    pub(super) fn takes_exiled(&self) -> bool {
        matches!(
            self.arrival,
            Some(Arrival::Becomes { exile: true, .. } | Arrival::Seizes(_))
        )
    }

    /// A sign that only some mechanics have in their texts.
    fn sign(&self) -> Option<&'static str> {
        let exile = self.takes_exiled();
        let signs = [
            (self.swaps.is_some(), "~"),
            (self.sweeps, "*"),
            (exile, "^"),
            (self.arrival == Some(Arrival::Statue), "=S"),
            (self.from.index > 0, "."),
            (self.arrival.is_some() && self.touched.is_empty(), "="),
        ];
        signs.into_iter().find_map(|(has, sign)| has.then_some(sign))
    }
}

/// A text in coordinates, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) parts: Vec<Part>,
    /// The rest of the text.
    pub(super) rest: String,
}

impl Said {
    /// Reads a text; without any part if it does not begin with a square. `plus` says that a `+`
    /// behind a square is a promotion.
    pub(super) fn read(topology: &Topology, text: &str, plus: bool) -> Self {
        let mut reader = Reader {
            topology,
            rest: text,
            plus,
        };
        let mut said = Self::default();
        loop {
            let start = reader.rest;
            let Some(part) = reader.part() else { break };
            let text = start[..start.len() - reader.rest.len()].to_owned();
            said.parts.push(Part { text, ..part });
            if !reader.skip(',') {
                break;
            }
        }
        said.rest = reader.rest.to_owned();
        said
    }

    /// A sign that only some mechanics have in their texts.
    pub(super) fn sign(&self) -> Option<&'static str> {
        let comma = (self.parts.len() > 1).then_some(",");
        comma.or_else(|| self.parts.iter().find_map(Part::sign))
    }
}

struct Reader<'a> {
    topology: &'a Topology,
    rest: &'a str,
    plus: bool,
}

impl Reader<'_> {
    fn skip(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn square(&mut self) -> Option<Square> {
        let (square, n) = first_square(self.topology, longest_name(self.topology), self.rest)?;
        self.rest = &self.rest[n..];
        Some(square)
    }

    fn number(&mut self) -> Option<usize> {
        let n = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest[..n].parse().ok()?;
        self.rest = &self.rest[n..];
        Some(number)
    }

    /// A letter, small or capital.
    fn letter(&mut self) -> Option<Letter> {
        let letter = Letter::first(self.rest)?;
        self.rest = &self.rest[letter.len()..];
        Some(letter)
    }

    /// The `+` of a piece that enters another.
    fn enters(&mut self) -> bool {
        !self.plus && self.skip('+')
    }

    fn spot(&mut self) -> Option<Spot> {
        let square = self.square()?;
        let before = self.rest;
        let index = if self.skip('.') { self.number() } else { Some(0) };
        if index.is_none() {
            self.rest = before;
        }
        Some(Spot {
            square,
            index: index.unwrap_or(0),
        })
    }

    fn part(&mut self) -> Option<Part> {
        let mut part = Part {
            text: String::new(),
            from: self.spot()?,
            touched: Vec::new(),
            enters: self.enters(),
            takes: None,
            swaps: None,
            sweeps: false,
            weapon: None,
            arrival: None,
        };
        while !self.rest.is_empty() && self.sign(&mut part) {}
        Some(part)
    }

    /// Reads one more sign of a part; `false` if there is none.
    fn sign(&mut self, part: &mut Part) -> bool {
        let before = self.rest;
        if let Some(square) = self.square() {
            part.touched.push(square);
            part.enters |= self.enters();
            return true;
        }
        if self.skip('x') {
            if let Some(spot) = self.spot() {
                part.takes = Some(spot);
                return true;
            }
            if let Some(letter) = self.letter()
                && self.skip('^')
            {
                part.arrival = Some(Arrival::Seizes(letter));
                return true;
            }
        } else if self.skip('-') && self.square().is_some() {
            self.rest = &before[1..];
            return true;
        } else if self.skip('~') {
            if let Some(letter) = self.letter() {
                part.swaps = Some((letter, self.number()));
                return true;
            }
        } else if self.skip('*') {
            part.sweeps = true;
            part.weapon = self.letter();
            return true;
        } else if self.skip('=')
            && let Some(letter) = self.letter()
        {
            let exile = self.skip('^');
            part.arrival = Some(if letter == 'S' && !exile {
                Arrival::Statue
            } else {
                Arrival::Becomes { letter, exile }
            });
            return true;
        }
        self.rest = before;
        false
    }
}
