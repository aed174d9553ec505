//! Betza as Fairy-Stockfish reads it: letter by letter, without legs, hops only along straight
//! lines, and unknown parts ignored.

use crate::ini::Piece;
use crate::values::{Bad, Read, bad};
use ferz::rules::{Between, Condition, Frame, Hurdle, Leap, Modes, Movement, PerSide, Range, Squares, Winds};

/// An atom with the letters before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) letter: char,
    /// The text of it.
    pub(crate) text: String,
    /// Shorter and longer coordinate of each of its leaps.
    leaps: Vec<(u8, u8)>,
    modes: Modes,
    hopper: bool,
    grasshopper: bool,
    rider: bool,
    lame: bool,
    pub(crate) initial: bool,
    /// How far riders go; 0: any distance.
    distance: u8,
    directions: Vec<[char; 2]>,
}

fn leaps_of(letter: char) -> Option<&'static [(u8, u8)]> {
    Some(match letter {
        'W' | 'R' => &[(0, 1)],
        'F' | 'B' => &[(1, 1)],
        'D' => &[(0, 2)],
        'N' => &[(1, 2)],
        'A' => &[(2, 2)],
        'H' => &[(0, 3)],
        'L' | 'C' => &[(1, 3)],
        'J' | 'Z' => &[(2, 3)],
        'G' => &[(3, 3)],
        'K' | 'Q' => &[(0, 1), (1, 1)],
        _ => return None,
    })
}

/// The letters that have a meaning elsewhere and that Fairy-Stockfish ignores.
const DEAF: &[(char, &str)] = &[
    ('a', "several legs"),
    ('d', "captures of own pieces"),
    ('j', "jumps"),
    ('o', "a cylinder"),
    ('q', "circular riders"),
    ('t', "legs"),
    ('u', "unloading"),
    ('x', "relays"),
    ('y', "a change between steps and rides"),
    ('z', "crooked riders"),
    ('O', "castling"),
    ('U', "leaps to any square"),
    ('I', "imitation"),
    ('X', "longer leaps"),
    ('Y', "longer leaps"),
    ('[', "chains"),
    (']', "chains"),
    ('(', "groups"),
    (')', "groups"),
    ('@', "drops"),
];

/// Letters that are read and mean nothing in a move: `e` is about en passant.
fn is_known(letter: char) -> bool {
    leaps_of(letter).is_some() || "mcpgnifbvhrlse".contains(letter)
}

/// Rejects a text that is not Betza at all.
pub(crate) fn check(text: &Piece) -> Read<()> {
    let trimmed = text.text.trim_end();
    for (at, letter) in trimmed.char_indices() {
        let deaf = DEAF.iter().any(|(deaf, _)| *deaf == letter);
        if !is_known(letter) && !deaf && !letter.is_ascii_digit() {
            return bad(
                text.part(at, letter.len_utf8()),
                format!("`{letter}` is not a letter of Betza notation"),
            );
        }
    }
    let last = trimmed.chars().last();
    if last.is_some_and(|last| leaps_of(last).is_none() && "mcpgnifbvhrls".contains(last)) {
        return Err(Bad {
            at: text.part(trimmed.len() - 1, 1),
            message: format!("`{}` stands at the end, before no atom", last.unwrap_or_default()),
            help: Some("prefixes stand before the atom: `fW`, `mN`".to_owned()),
        });
    }
    Ok(())
}

/// The promises of the notation that Fairy-Stockfish does not keep.
pub(crate) fn oddities(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for (letter, what) in DEAF {
        if text.contains(*letter) {
            list.push(format!("`{letter}` ({what}) is passed over"));
        }
    }
    for atom in atoms(text) {
        list.extend(atom.oddity());
    }
    list.dedup();
    list
}

/// The atoms of a text.
pub(crate) fn atoms(text: &str) -> Vec<Atom> {
    let letters: Vec<char> = text.chars().collect();
    let mut atoms = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (atom, next) = atom(&letters, at);
        atoms.extend(atom);
        at = next;
    }
    atoms
}

/// The atom that begins here with its prefixes, and where it ends.
fn atom(letters: &[char], start: usize) -> (Option<Atom>, usize) {
    let mut atom = Atom {
        letter: ' ',
        text: String::new(),
        leaps: Vec::new(),
        modes: Modes::NONE,
        hopper: false,
        grasshopper: false,
        rider: false,
        lame: false,
        initial: false,
        distance: 0,
        directions: Vec::new(),
    };
    let mut at = start;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        match letter {
            'm' => atom.modes = atom.modes.or(Modes::QUIET),
            'c' => atom.modes = atom.modes.or(Modes::CAPTURE),
            'p' => atom.hopper = true,
            'g' => (atom.hopper, atom.grasshopper) = (true, true),
            'n' => atom.lame = true,
            'i' => atom.initial = true,
            c if is_direction(c) => {
                let next = letters.get(at).copied().filter(|&next| combine(c, next));
                atom.directions.push([c, next.unwrap_or(c)]);
                at += usize::from(next.is_some());
            }
            c => {
                let Some(leaps) = leaps_of(c) else { continue };
                atom.letter = c;
                atom.leaps = leaps.to_vec();
                atom.rider = "RBQ".contains(c);
                if let Some(&next) = letters.get(at)
                    && (next.is_ascii_digit() || next == c)
                {
                    atom.rider = true;
                    if let Some(digit) = next.to_digit(10) {
                        atom.distance = u8::try_from(digit).unwrap_or_default();
                        atom.grasshopper = atom.hopper && digit == 1;
                    }
                    at += 1;
                }
                if atom.modes.is_empty() {
                    atom.modes = Modes::BOTH;
                }
                atom.text = letters[start..at].iter().collect();
                return (Some(atom), at);
            }
        }
    }
    (None, at)
}

fn is_direction(c: char) -> bool {
    "fbvhrls".contains(c)
}

fn combine(first: char, second: char) -> bool {
    let (vertical, horizontal) = ("fbvh", "rlsh");
    second == first
        || (vertical.contains(first) && horizontal.contains(second))
        || (horizontal.contains(first) && vertical.contains(second))
}

/// For each of the eight images of a leap (rank, file): how it comes about, and the pairs of
/// directions that name it.
const IMAGES: [(i8, i8, bool, &[&str]); 8] = [
    (1, 1, false, &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    (-1, -1, false, &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    (-1, 1, true, &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    (1, -1, true, &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    (1, 1, true, &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    (-1, -1, true, &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    (-1, 1, false, &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    (1, -1, false, &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

impl Atom {
    /// The directions of one of its leaps.
    fn winds(&self, (short, long): (u8, u8)) -> Winds {
        let mut directions = Vec::new();
        for &[first, second] in &self.directions {
            if self.leaps.len() == 1 && short == 0 && first != second {
                directions.push(format!("{first}{first}"));
                directions.push(format!("{second}{second}"));
            } else {
                directions.push(format!("{first}{second}"));
            }
        }
        let mut winds = Winds::default();
        for (up, right, crossed, names) in IMAGES {
            let named = directions
                .iter()
                .any(|direction| names.contains(&direction.as_str()));
            if directions.is_empty() || named {
                let (ranks, files) = if crossed { (short, long) } else { (long, short) };
                winds = winds.or(Winds::single(wind(up * ranks as i8, right * files as i8)));
            }
        }
        winds
    }

    fn straight(&self) -> bool {
        self.leaps.iter().all(|&(short, long)| long == 1 && short <= 1)
    }

    /// Whether it gives moves at all.
    fn moves(&self) -> bool {
        if self.hopper || (self.rider && self.letter != 'N') {
            return self.straight();
        }
        !self.lame || self.rider || matches!(self.letter, 'N' | 'A' | 'D' | 'Z' | 'J')
    }

    fn oddity(&self) -> Option<String> {
        let text = &self.text;
        if !self.moves() {
            return Some(format!("`{text}` gives no moves"));
        }
        if self.hopper && !self.rider && !self.grasshopper {
            return Some(format!("`{text}` hops at any distance"));
        }
        if self.grasshopper && !"QRB".contains(self.letter) {
            return Some(format!("`{text}` hops at any distance"));
        }
        if text.contains('g') && self.distance > 1 {
            return Some(format!("`{text}` hops as with `p`"));
        }
        let narrow = self.letter == 'K' && !self.directions.is_empty();
        let single = |&[a, b]: &[char; 2]| a == b && "fb".contains(a);
        (narrow && self.directions.iter().any(single))
            .then(|| format!("`{text}` goes straight and diagonally, three ways"))
    }

    /// The movement; `home` is where first moves start, `exposed` whether they leave squares to
    /// capture on.
    pub(crate) fn movement(&self, home: &PerSide<Squares>, exposed: bool) -> Movement {
        if !self.moves() {
            return Movement::none();
        }
        let parts = self.leaps.iter().map(|&leap| self.part(leap, exposed)).collect();
        let all = Movement::Union(parts);
        if !self.initial {
            return all;
        }
        Movement::When {
            condition: Condition::From(home.clone()),
            movement: Box::new(all),
        }
    }

    fn part(&self, (short, long): (u8, u8), exposed: bool) -> Movement {
        let mut leap = Leap {
            m: short,
            n: long,
            winds: self.winds((short, long)),
            frame: Frame::Side,
            range: Range::ONE,
            between: Between::Free,
            wraps: false,
        };
        // A lame straight leap is a ride of that length where nothing is captured.
        let strides = self.lame && self.modes == Modes::QUIET && (short == 0 || short == long);
        if self.hopper {
            leap.range = Range::ANY;
        } else if self.rider {
            leap.range.max = (self.distance > 0).then_some(self.distance);
        } else if strides {
            (leap.m, leap.n) = (short / long, 1);
            leap.range = Range {
                min: long,
                max: Some(long),
            };
        } else if self.lame {
            leap.between = Between::Empty;
        }
        let mut movement = if self.hopper {
            self.hops(&leap)
        } else {
            Movement::Leap(leap)
        };
        if self.modes != Modes::BOTH {
            movement = Movement::Only {
                modes: self.modes,
                movement: Box::new(movement),
            };
        }
        if self.initial && exposed && (strides || (self.rider && !self.hopper)) {
            return Movement::Exposed(Box::new(movement));
        }
        movement
    }

    /// Hops along a ride; with a distance so far in all.
    fn hops(&self, ride: &Leap) -> Movement {
        let over = |range: Range, by: Range| Movement::Over {
            movement: Box::new(Movement::Leap(Leap {
                range,
                ..ride.clone()
            })),
            hurdle: Hurdle::Any,
            by,
        };
        if self.grasshopper {
            return over(Range::ANY, Range::ONE);
        }
        if self.distance == 0 {
            return over(Range::ANY, Range::ANY);
        }
        let exactly = |number: u8| Range {
            min: number,
            max: Some(number),
        };
        let beyond = |number: u8| Range {
            min: 1,
            max: Some(self.distance - number),
        };
        Movement::Union(
            (1..self.distance)
                .map(|number| over(exactly(number), beyond(number)))
                .collect(),
        )
    }

    /// Whether it leads to the squares beside it alone.
    pub(crate) fn is_step(&self) -> bool {
        !self.rider && !self.hopper && self.leaps.iter().all(|&(_, far)| far <= 1)
    }

    /// The captures that may be made en passant: those that are no quiet moves.
    pub(crate) fn only_captures(&self) -> bool {
        self.modes == Modes::CAPTURE && self.moves()
    }

    /// A name that says all of it.
    pub(crate) fn name(&self) -> Option<&'static str> {
        let plain = self.directions.is_empty() && !self.hopper && !self.initial && self.distance == 0;
        if !plain || self.lame {
            return None;
        }
        Some(match (self.letter, self.rider) {
            ('W', false) => "wazir",
            ('F', false) => "ferz",
            ('D', false) => "dabbaba",
            ('N', false) => "knight",
            ('A', false) => "alfil",
            ('H', false) => "threeleaper",
            ('L' | 'C', false) => "camel",
            ('J' | 'Z', false) => "zebra",
            ('G', false) => "tripper",
            ('K', false) => "king",
            ('R' | 'W', true) => "rook",
            ('B' | 'F', true) => "bishop",
            ('Q' | 'K', true) => "queen",
            ('N', true) => "nightrider",
            _ => return None,
        })
    }

    pub(crate) fn modes(&self) -> Modes {
        self.modes
    }

    /// The first steps, in ranks up and files right.
    pub(crate) fn steps(&self) -> Vec<(i16, i16)> {
        if !self.moves() {
            return Vec::new();
        }
        let all = self.leaps.iter().flat_map(|&(short, long)| {
            let winds = self.winds((short, long));
            winds
                .iter()
                .map(move |wind| offset(wind, i16::from(short), i16::from(long)))
        });
        all.collect()
    }
}

/// The target of a leap in a sixteenth of the compass: ranks up, files right.
fn offset(wind: u8, short: i16, long: i16) -> (i16, i16) {
    let (up, right) = match wind % 4 {
        0 => (long, 0),
        1 => (long, short),
        2 => (long, long),
        _ => (short, long),
    };
    match wind / 4 {
        0 => (up, right),
        1 => (-right, up),
        2 => (-up, -right),
        _ => (right, -up),
    }
}

/// The same for larger numbers.
pub(crate) fn wind_of(up: i16, right: i16) -> u8 {
    let small = |number: i16| i8::try_from(number).unwrap_or_default();
    wind(small(up), small(right))
}

/// The sixteenth of the compass in which ranks up and files right lead.
fn wind(up: i8, right: i8) -> u8 {
    let quarter = |ahead: i8, aside: i8| match (ahead, aside) {
        (_, 0) => 0,
        (a, b) if a > b => 1,
        (a, b) if a == b => 2,
        (0, _) => 4,
        _ => 3,
    };
    match (up >= 0, right >= 0) {
        (true, true) => quarter(up, right),
        (false, true) => (8 - quarter(-up, right)) % 16,
        (false, false) => (8 + quarter(-up, -right)) % 16,
        (true, false) => (16 - quarter(up, -right)) % 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::lower::normalize;

    fn fsf(text: &str) -> Movement {
        let home = PerSide::both(Squares::default());
        let parts = atoms(text)
            .iter()
            .map(|atom| atom.movement(&home, false))
            .collect();
        normalize(Movement::Union(parts))
    }

    #[test]
    fn the_same_as_xbetza_where_both_are() {
        for text in [
            "N", "B", "R", "Q", "F", "A", "FA", "FfW", "RNF", "BN", "mNcB", "fW", "fR", "fN", "WfF", "cW",
            "fmWfF", "mRcpR", "pR", "fsW", "nN", "nA", "nZ", "KN", "mQ2cQ2", "gQ", "ffN", "fsN", "fhN",
            "hlN", "hrN", "lfN", "frN", "ffssN", "fbN", "vN", "frW", "frF", "flF", "NN", "C", "Z", "G", "H",
            "fRrbBlbF", "KbRfBbF2", "bFfD", "mfrWmrfF",
        ] {
            let ours = normalize(ferz::betza::parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}")));
            assert_eq!(fsf(text), ours, "{text}");
        }
    }

    #[test]
    fn what_it_does_otherwise() {
        assert_eq!(fsf("nC"), Movement::none());
        assert_eq!(fsf("gK"), fsf("gQ"));
        assert_eq!(fsf("gR3"), fsf("pR3"));
        assert_eq!(fsf("AA"), Movement::none());
        assert_eq!(fsf("fK"), fsf("fWfF"));
        for text in ["nC", "gK", "gR3", "AA", "fK", "qN"] {
            assert_eq!(oddities(text).len(), 1, "{text}: {:?}", oddities(text));
        }
        assert!(oddities("KNADfWpQmRcpRpB2").is_empty());
    }

    #[test]
    fn first_moves_start_where_double_steps_do() {
        let atoms = atoms("mfWcfFifmnD");
        assert_eq!(atoms.len(), 3);
        assert!(atoms[2].initial && !atoms[1].initial);
    }
}
