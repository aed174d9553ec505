//! Text to terms: what is written, with its place, before anything is made of it.

use super::atoms::{self, Shape};
use super::directions::Run;
use super::{Error, MAX_LEGS, MAX_LENGTH};
use crate::rules::Range;
use std::collections::BTreeMap;

/// One move: everything up to and including an atom or a chain.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// Legs with the same atom: `mafsmafW`.
    Legs {
        /// The legs before the first `a`, between two, and after the last.
        legs: Vec<Leg>,
        /// The atom of all of them.
        atom: Atom,
    },
    /// Legs with atoms of their own: `[F?R]`.
    Chain {
        /// The leg before the bracket.
        outer: Leg,
        /// The legs, at least two.
        links: Vec<Link>,
        /// Bytes of the text, brackets included.
        span: std::ops::Range<usize>,
    },
}

/// The small letters of one leg.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    /// Directions, letters that stand side by side together.
    pub(super) runs: Vec<Run>,
    /// Every other letter with its offset.
    pub(super) marks: BTreeMap<char, usize>,
}

impl Leg {
    /// Whether the letter is there.
    pub(super) fn has(&self, mark: char) -> bool {
        self.marks.contains_key(&mark)
    }

    /// The place of the first of the letters that is there.
    pub(super) fn find(&self, marks: &str) -> Option<(char, std::ops::Range<usize>)> {
        let found = self.marks.iter().filter(|(mark, _)| marks.contains(**mark));
        found
            .min_by_key(|(_, at)| **at)
            .map(|(&mark, &at)| (mark, at..at + 1))
    }
}

/// A capital letter or coordinates, with the range behind it.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The shape of its moves.
    pub(super) shape: Shape,
    /// The number of repetitions.
    pub(super) range: Range,
    /// Bytes of the text, the range included.
    pub(super) span: std::ops::Range<usize>,
}

/// A leg of a chain.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The small letters.
    pub(super) leg: Leg,
    /// The atom.
    pub(super) atom: Atom,
    /// Whether the move may end after it (`?`) rather than go on (`-`).
    pub(super) may_stop: bool,
}

/// The terms of a text, at least one.
pub(super) fn terms(text: &str) -> Result<Vec<Term>, Error> {
    if text.len() > MAX_LENGTH {
        let mut cut = MAX_LENGTH;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        return Err(Error::new(
            cut..text.len(),
            format!("the text is longer than {MAX_LENGTH} bytes"),
        )
        .help("define parts of the movement under names and join them with `|`"));
    }
    if text.is_empty() {
        return Err(Error::new(0..0, "there is no move in the text")
            .help("write `none` for a piece that cannot move"));
    }
    let mut scanner = Scanner { text, at: 0 };
    let mut terms = Vec::new();
    while scanner.peek().is_some() {
        terms.push(scanner.term()?);
    }
    Ok(terms)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    /// The character at hand, or nothing at the end of the text.
    fn here(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    fn term(&mut self) -> Result<Term, Error> {
        let mut legs = vec![self.leg(true)?];
        while self.peek() == Some('a') {
            let span = self.here();
            self.bump();
            if legs.len() == MAX_LEGS {
                return Err(Error::new(span, format!("a move has at most {MAX_LEGS} legs")));
            }
            legs.push(self.leg(false)?);
        }
        if self.peek() == Some('[') {
            return self.chain(legs);
        }
        let atom = self.atom()?;
        Ok(Term::Legs { legs, atom })
    }

    /// The small letters up to an `a` or something that is no small letter.
    fn leg(&mut self, first: bool) -> Result<Leg, Error> {
        let mut leg = Leg::default();
        loop {
            let span = self.here();
            match self.peek() {
                Some(c @ ('f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')) => match leg.runs.last_mut() {
                    Some(run) if run.letters.ends_with(&format!("{c}{c}")) && run.span().end == self.at => {
                        return Err(Error::new(span, format!("`{c}` stands here three times"))
                            .help("write it once, or twice for a narrower direction"));
                    }
                    Some(run) if run.span().end == self.at => run.letters.push(c),
                    _ => leg.runs.push(Run {
                        at: self.at,
                        letters: c.to_string(),
                    }),
                },
                Some('i') if !first => {
                    return Err(
                        Error::new(span, "`i` stands before the first leg, and before brackets")
                            .help("a leg as long as the one before (`i` after `a`) is not read"),
                    );
                }
                Some(c @ ('m' | 'c' | 'e' | 'd' | 'i' | 'n' | 'j' | 'p' | 'g' | 'y' | 'o')) => {
                    if leg.marks.insert(c, self.at).is_some() {
                        return Err(twice(c, span));
                    }
                }
                Some('a') => return Ok(leg),
                Some(c) if c.is_ascii_lowercase() => return Err(foreign_mark(c, span)),
                _ => return Ok(leg),
            }
            self.bump();
        }
    }

    fn atom(&mut self) -> Result<Atom, Error> {
        let start = self.at;
        let span = self.here();
        let mut doubled = false;
        let (shape, own) = match self.peek() {
            Some(c)
                if c.is_whitespace() && self.text[..self.at].ends_with(|c: char| c.is_ascii_lowercase()) =>
            {
                return Err(Error::new(span, "a move needs a capital letter that says how far it goes").help(
                    "such as W, F, N, K, R, B or Q; moves are joined by writing one after the other, without spaces",
                ));
            }
            None => {
                return Err(
                    Error::new(span, "a move needs a capital letter that says how far it goes")
                        .help("such as W, F, N, K, R, B or Q"),
                );
            }
            Some('(') => {
                self.bump();
                (self.coordinates(start)?, Range::ONE)
            }
            Some(letter) => {
                let Some((shape, range)) = atoms::letter(letter) else {
                    return Err(foreign_atom(letter, span));
                };
                self.bump();
                match self.peek() {
                    Some(suffix @ ('X' | 'Y')) => (self.suffix(letter, suffix)?, range),
                    Some(next) if next == letter => {
                        doubled = true;
                        (shape, self.doubled(letter)?)
                    }
                    _ => (shape, range),
                }
            }
        };
        let range = match self.peek() {
            Some('0'..='9') if doubled => {
                return Err(
                    Error::new(self.here(), "a doubled letter is already without a limit")
                        .help("write the letter once before the number"),
                );
            }
            Some('0'..='9') => self.range()?,
            _ => own,
        };
        Ok(Atom {
            shape,
            range,
            span: start..self.at,
        })
    }

    /// `m,n)`; the opening parenthesis at `start` is read.
    fn coordinates(&mut self, start: usize) -> Result<Shape, Error> {
        let group = |at: std::ops::Range<usize>| {
            Error::new(at, "parentheses only hold the two numbers of a leap")
                .help("write `(1,4)`; groups that repeat legs are not read")
        };
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(group(start..start + 1));
        }
        let a = self.number()?;
        if !self.eat(',') {
            return Err(group(self.here()));
        }
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(group(self.here()));
        }
        let b = self.number()?;
        if !self.eat(')') {
            return Err(group(self.here()));
        }
        if a == 0 && b == 0 {
            return Err(Error::new(start..self.at, "a leap of (0,0) goes nowhere"));
        }
        Ok(Shape::leap(a, b))
    }

    fn suffix(&mut self, letter: char, suffix: char) -> Result<Shape, Error> {
        let span = self.here();
        let Some(shape) = atoms::suffixed(letter, suffix) else {
            return Err(Error::new(span, format!("there is no leap `{letter}{suffix}`"))
                .help("write its two numbers: `(2,7)`"));
        };
        self.bump();
        Ok(shape)
    }

    fn doubled(&mut self, letter: char) -> Result<Range, Error> {
        let span = self.here();
        if letter == 'K' {
            return Err(
                Error::new(span, "`K` is not doubled").help("write Q for a king's step without a limit")
            );
        }
        self.bump();
        Ok(Range::ANY)
    }

    /// `3`, `0` or `03`.
    fn range(&mut self) -> Result<Range, Error> {
        let start = self.at;
        let exact = self.eat('0');
        let digit = self.peek().is_some_and(|c| c.is_ascii_digit());
        if exact && !digit {
            return Ok(Range::ANY);
        }
        let max = self.number()?;
        if max == 0 {
            return Err(
                Error::new(start..self.at, "a range of exactly 0 goes nowhere").help("write 0 for no limit")
            );
        }
        Ok(Range {
            min: if exact { max } else { 1 },
            max: Some(max),
        })
    }

    /// At most two digits, of which one is there.
    fn number(&mut self) -> Result<u8, Error> {
        let start = self.at;
        let mut value = 0u8;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.bump();
            if self.at - start > 2 {
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.bump();
                }
                return Err(Error::new(start..self.at, "the number is too large")
                    .help("no board has more than 99 ranks"));
            }
            value = value * 10 + digit as u8;
        }
        Ok(value)
    }

    fn chain(&mut self, mut before: Vec<Leg>) -> Result<Term, Error> {
        let start = self.at;
        self.bump();
        let outer = match before.pop() {
            Some(leg) if before.is_empty() => leg,
            _ => {
                return Err(
                    Error::new(start..start + 1, "legs before `[` cannot go on into the brackets")
                        .help("write every leg inside, joined with `-`"),
                );
            }
        };
        let mut links: Vec<Link> = Vec::new();
        loop {
            let leg = self.leg(false)?;
            let span = self.here();
            match self.peek() {
                Some('a') => {
                    return Err(Error::new(span, "`a` inside brackets").help("join the legs with `-` or `?`"));
                }
                Some('[') => return Err(Error::new(span, "brackets inside brackets")),
                _ => {}
            }
            let atom = self.atom()?;
            let span = self.here();
            let may_stop = match self.peek() {
                Some('-') => false,
                Some('?') => true,
                Some(']') if !links.is_empty() => {
                    self.bump();
                    links.push(Link {
                        leg,
                        atom,
                        may_stop: true,
                    });
                    return Ok(Term::Chain {
                        outer,
                        links,
                        span: start..self.at,
                    });
                }
                Some(']') => {
                    return Err(Error::new(start..self.at + 1, "brackets need at least two legs")
                        .help("write `[F?R]`, or leave out the brackets"));
                }
                _ => {
                    return Err(Error::new(span, "expected `-`, `?` or `]` after the atom")
                        .help("`-` goes on, `?` may also stop"));
                }
            };
            if links.len() + 1 == MAX_LEGS {
                return Err(Error::new(span, format!("a move has at most {MAX_LEGS} legs")));
            }
            self.bump();
            links.push(Link { leg, atom, may_stop });
        }
    }
}

fn twice(mark: char, span: std::ops::Range<usize>) -> Error {
    let error = Error::new(span, format!("`{mark}` is given twice in one leg"));
    match mark {
        'o' => error.help("a board whose four edges are joined is declared with `wrap: files, ranks`"),
        'j' => error.help("a slider can skip its first square only; use `(pass ..) then ..` for more"),
        'n' => error.help("`i` with `n` already exposes the passed squares to en passant"),
        _ => error,
    }
}

fn foreign_mark(mark: char, span: std::ops::Range<usize>) -> Error {
    let error = |message: &str| Error::new(span.clone(), format!("`{mark}`{message}"));
    match mark {
        'q' => error(" (circular rider) is not read").help("write every turn as a leg: `afrafrK`"),
        'z' => error(" (crooked rider, or the opposite bend) is not read")
            .help("write the left and the right bend as two moves: `aflafrK` and `afraflK`"),
        't' => error(" means different things in different dialects and is not read")
            .help("for hurdles of one side only write `.. over enemy`, for legs use `a`"),
        'u' => error(" (put down what was captured) is not read"),
        'x' => error(" (relay) is not read"),
        'k' => error(" (capture of a king only) is not read"),
        'w' => error(" is no letter of the notation").help("atoms are capital letters: W is the wazir"),
        _ => error(" is no letter of the notation"),
    }
}

fn foreign_atom(c: char, span: std::ops::Range<usize>) -> Error {
    let error = |message: String| Error::new(span.clone(), message);
    match c {
        'O' => {
            error("castling (`O`) is not part of a movement".into()).help("declare it in a `castling` block")
        }
        'U' => error("the universal leaper (`U`) is not read".into()),
        'I' => error("the imitator (`I`) is not read".into()),
        '@' => error("drops (`@`) are not part of a movement".into()),
        '*' => error("`*` (any square) is not read".into()),
        'X' | 'Y' => {
            error(format!("`{c}` makes an atom longer and stands behind it")).help("as in `WX` or `DY`")
        }
        'E' | 'M' | 'S' | 'P' | 'T' | 'V' => {
            error(format!("`{c}` is no atom")).help("the atoms are W F D N A H C Z G K R B Q, or `(m,n)`")
        }
        '[' => error("a bracket inside a move".into()).help("brackets stand at its start"),
        '-' | '?' => error(format!("`{c}` outside brackets")).help("chains are written `[A-B]` or `[A?B]`"),
        ']' | ')' => error(format!("`{c}` without an opening one")),
        '0'..='9' => error("a number without an atom before it".into())
            .help("the range stands behind the capital letter"),
        '|' => {
            error("`|` inside the notation".into()).help("moves are joined by writing one after the other")
        }
        c if c.is_whitespace() => error("white space inside the notation".into())
            .help("moves are joined by writing one after the other"),
        c => error(format!("`{c}` is no character of the notation")),
    }
}
