//! Random phrases of the language: kinds, squares, movements, places and pieces.

use crate::slow::duel::Random;
use ferz::rules::{Piece, Ruleset, Side};

/// Words of sets that need no number.
const SETS: [&str; 9] = [
    "light",
    "dark",
    "edge",
    "all",
    "first rank",
    "second rank",
    "third rank",
    "last rank",
    "all",
];
/// Movements that every file knows.
const NAMED: [&str; 15] = [
    "wazir",
    "ferz",
    "dabbaba",
    "knight",
    "alfil",
    "threeleaper",
    "camel",
    "zebra",
    "king",
    "rook",
    "bishop",
    "queen",
    "nightrider",
    "pawn",
    "pawn-step",
];
/// Directions of straight steps.
const DIRECTIONS: [&str; 16] = [
    "forward",
    "backward",
    "left",
    "right",
    "orthogonal",
    "diagonal",
    "all",
    "vertical",
    "sideways",
    "forward-diagonal",
    "backward-diagonal",
    "forward-left",
    "north",
    "south-east",
    "west",
    "all",
];
/// Directions relative to the step before.
const RELATIVE: [&str; 8] = [
    "ahead",
    "ahead-left",
    "turn-left",
    "turn-right",
    "back-left",
    "back",
    "outward",
    "back-right",
];

/// Makes phrases about the pieces and the board of a variant.
pub(super) struct Words {
    /// The source of chance.
    pub(super) random: Random,
    /// The kinds of pieces.
    pub(super) kinds: Vec<String>,
    /// Those that are royal for a side.
    pub(super) royals: Vec<String>,
    /// The letter of each kind.
    pub(super) letters: Vec<String>,
    /// Letters that no piece has.
    pub(super) free: Vec<char>,
    /// Files of the board.
    pub(super) files: u8,
    /// Ranks of the board.
    pub(super) ranks: u8,
}

impl Words {
    /// About the pieces and the board of rules.
    pub(super) fn new(rules: &Ruleset, seed: u64) -> Self {
        let letter = |piece: &Piece| {
            let letter = piece.letter[Side::White].or(piece.letter[Side::Black]);
            letter.map_or_else(String::new, |letter| letter.to_string().to_ascii_uppercase())
        };
        let letters: Vec<String> = rules.pieces.values().map(letter).collect();
        let taken = letters.concat();
        let is_royal = |name: &&String| {
            let royal = rules.pieces[*name].royal;
            royal[Side::White] || royal[Side::Black]
        };
        Self {
            random: Random(seed),
            kinds: rules.pieces.keys().cloned().collect(),
            letters,
            royals: rules.pieces.keys().filter(is_royal).cloned().collect(),
            free: ('A'..='Z').filter(|&letter| !taken.contains(letter)).collect(),
            files: rules.board.files,
            ranks: rules.board.ranks,
        }
    }

    /// A number from 1.
    pub(super) fn upto(&mut self, most: usize) -> usize {
        1 + self.random.below(most)
    }

    /// One of several words.
    pub(super) fn one(&mut self, words: &[&str]) -> String {
        self.random.pick(words).to_owned()
    }

    /// A kind of pieces.
    pub(super) fn kind(&mut self) -> String {
        let at = self.random.below(self.kinds.len());
        self.kinds[at].clone()
    }

    /// A kind that is not royal, if there is one.
    pub(super) fn common(&mut self) -> String {
        let mut kind = self.kind();
        for _ in 0..8 {
            if !self.royals.contains(&kind) {
                break;
            }
            kind = self.kind();
        }
        kind
    }

    /// Kinds, as they stand behind a key: `rook | queen`.
    pub(super) fn kinds(&mut self) -> String {
        match self.random.below(6) {
            0 => "all".to_owned(),
            1 => format!("{} | {}", self.kind(), self.kind()),
            2 => format!("all except {}", self.kind()),
            _ => self.kind(),
        }
    }

    /// Kinds in a phrase: `(rook | queen)`.
    pub(super) fn some_kinds(&mut self) -> String {
        let kinds = self.kinds();
        if kinds.contains(' ') {
            format!("({kinds})")
        } else {
            kinds
        }
    }

    fn file(&mut self) -> char {
        char::from(b'a' + self.random.below(self.files.into()) as u8)
    }

    fn rank(&mut self) -> usize {
        1 + self.random.below(self.ranks.into())
    }

    /// Squares, as one phrase.
    pub(super) fn squares(&mut self) -> String {
        match self.random.below(12) {
            0 => format!("({} except {})", self.plain_squares(), self.plain_squares()),
            1 => format!("({} & {})", self.plain_squares(), self.plain_squares()),
            2 => format!("({} | {})", self.plain_squares(), self.plain_squares()),
            _ => self.plain_squares(),
        }
    }

    fn plain_squares(&mut self) -> String {
        match self.random.below(9) {
            0 | 1 => format!("rank {}", self.rank()),
            2 => {
                let (a, b) = (self.rank(), self.rank());
                format!("ranks {}-{}", a.min(b), a.max(b))
            }
            3 => format!("file {}", self.file()),
            4 => format!("{}{}", self.file(), self.rank()),
            5 => {
                let (f, g, a, b) = (self.file(), self.file(), self.rank(), self.rank());
                format!("{}{}-{}{}", f.min(g), a.min(b), f.max(g), a.max(b))
            }
            _ => self.one(&SETS),
        }
    }

    fn range(&mut self) -> &'static str {
        self.random.pick(&["", "", "", " 2", " 1..2", " 2..", " ..3"])
    }

    /// Steps and rides, as they stand in effects.
    pub(super) fn line(&mut self) -> String {
        let direction = self.one(&DIRECTIONS);
        match self.random.below(5) {
            0 => format!("ride {direction}{}", self.range()),
            1 => format!("leap({}, {})", self.random.below(3), self.upto(3)),
            2 => format!("ride leap(1, {})", self.upto(3)),
            _ => format!("step {direction}"),
        }
    }

    /// A movement that asks only for squares and the pieces on them.
    pub(super) fn reach(&mut self) -> String {
        match self.random.below(3) {
            0 => self.one(&NAMED[..13]),
            _ => self.line(),
        }
    }

    fn atom(&mut self) -> String {
        match self.random.below(8) {
            0..=2 => self.one(&NAMED),
            3 => self.one(&[
                "betza \"mRcpR\"",
                "betza \"WfF\"",
                "betza \"gQ\"",
                "betza \"nN\"",
                "betza \"KAD\"",
                "betza \"mKcN\"",
                "betza \"yafsF\"",
                "betza \"cimK\"",
                "betza \"fmWfcF\"",
            ]),
            _ => self.line(),
        }
    }

    /// Any movement.
    pub(super) fn movement(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        let relative = self.one(&RELATIVE);
        match self.random.below(26) {
            0 => format!("move ({a}) | capture ({b})"),
            1 => format!("({a}) | swap ({b})"),
            2 => format!("({a}) | capture-own ({b})"),
            3 => format!("({a}) then {} {relative}", self.one(&["step", "ride"])),
            4 => format!("(capture {a}) then step {relative} | move ({b})"),
            5 => format!("(pass {a}) then step {relative} | ({b})"),
            6 => format!(
                "(hop {} {a}) then ride {relative}",
                self.one(&["any", "friend", "enemy"])
            ),
            7 => format!(
                "{} over {} by {}",
                self.one(&["rook", "bishop", "queen"]),
                self.one(&["any", "friend", "enemy"]),
                self.one(&["1", "1..", "2..3"])
            ),
            8 => format!("move ({a}) | rifle ({b})"),
            9 => format!("({a}) from ({}) | move ({b})", self.squares()),
            10 => format!("({a}) to ({}) | ({b})", self.squares()),
            11 => format!("initial ({a}) | ({b})"),
            12 => format!("capture ({a}) of {} | move ({b})", self.some_kinds()),
            13 => format!("lame leap({}, {}) | ({b})", self.upto(2), self.upto(3)),
            14 => format!("jumping leap({}, 2) | ({b})", self.random.below(3)),
            15 => format!("wrapping ({a})"),
            16 => format!("white ({a}) | black ({b})"),
            17 => format!("exposed ({a}) | en-passant ({b})"),
            18 => format!("({a}) | swap-enemy ({b})"),
            19 => format!("({a}) | swap ({b}) of {}", self.some_kinds()),
            20 => format!("({a}) | ({b})"),
            _ => a,
        }
    }

    /// A place of a move, or pieces.
    pub(super) fn place(&mut self) -> String {
        let kinds = self.some_kinds();
        match self.random.below(9) {
            0 => "origin".to_owned(),
            1 => "target".to_owned(),
            2 => "victim".to_owned(),
            3 => "wall".to_owned(),
            4 => format!("friend {kinds}"),
            5 => format!("enemy {kinds}"),
            6 => format!("mover {kinds}"),
            _ => "mover".to_owned(),
        }
    }

    /// Squares as a move sees them.
    pub(super) fn area(&mut self) -> String {
        match self.random.below(12) {
            0 => {
                let (a, b) = (self.plain_area(), self.plain_area());
                let sign = self.one(&["&", "|", "except"]);
                format!("({a} {sign} {b})")
            }
            1 => format!("(file at {} & rank at {})", self.place(), self.place()),
            2 => format!("(all except {})", self.plain_area()),
            _ => self.plain_area(),
        }
    }

    fn plain_area(&mut self) -> String {
        match self.random.below(10) {
            0..=2 => self.squares(),
            3 | 4 => format!("{} at {}", self.reach(), self.place()),
            5 => format!("step {} at origin", self.one(&["ahead", "back", "turn-left"])),
            6 => format!("{} at {}", self.one(&["file", "rank"]), self.place()),
            7 => self.place(),
            8 => format!("step all at {}", self.place()),
            _ => self.one(&["origin", "target", "mover", "victim"]),
        }
    }

    fn whose(&mut self) -> &'static str {
        self.random.pick(&["friend ", "enemy ", "enemy ", ""])
    }

    /// Pieces, as effects name them.
    pub(super) fn group(&mut self) -> String {
        let (whose, kinds) = (self.whose(), self.some_kinds());
        let head = format!("{whose}{kinds}");
        match self.random.below(18) {
            0..=2 => "mover".to_owned(),
            3 => format!("mover {kinds}"),
            4 => format!("mover on {}", self.area()),
            5 => format!("{head} attacked by mover"),
            6 => format!(
                "{head} attacked by {} {}",
                self.one(&["friend", "enemy"]),
                self.some_kinds()
            ),
            7 => format!(
                "{head} attacked by more {} {}{}",
                self.one(&["friend", "enemy"]),
                self.some_kinds(),
                self.random.pick(&["", "", " by-value", " in-line"])
            ),
            8 => format!("{head} mated"),
            9 => format!(
                "{head} {} by step {}",
                self.one(&["enclosed", "open"]),
                self.one(&["orthogonal", "all", "diagonal"])
            ),
            10 => format!(
                "{kinds} between mover and friend by {}",
                self.one(&["ride all", "step orthogonal", "ride orthogonal"])
            ),
            11 => format!("{head} around {} by {}", self.place(), self.reach()),
            _ => format!("{head} on {}", self.area()),
        }
    }

    /// One or two groups behind a key.
    pub(super) fn groups(&mut self) -> String {
        let first = self.group();
        if self.random.once_in(4) {
            format!("{first}, {}", self.group())
        } else {
            first
        }
    }

    /// Pieces or empty squares, as conditions ask for them.
    pub(super) fn asked(&mut self) -> String {
        if self.random.once_in(4) {
            format!("empty on {}", self.area())
        } else {
            self.group()
        }
    }
}
