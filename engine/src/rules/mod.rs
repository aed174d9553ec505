//! The IR: a variant's rules as plain data, every name resolved and every default filled in.
//!
//! A [`Ruleset`] is printed by `ferz ir`, pinned by snapshots and compared by `diff`. Two texts
//! that mean the same rules give equal rulesets. The order of declaration is kept. The rules know
//! neither positions nor moves: they are compiled by `variant` before they are played.

mod acts;
mod beyond;
mod castling;
mod control;
mod counting;
mod effects;
mod ending;
mod goals;
mod hands;
mod history;
mod kinds;
mod letter;
mod movement;
mod points;
mod powers;
mod promotion;
mod restrictions;
mod royalty;
mod says;
mod score;
mod shuffle;
mod side;
mod terms;
mod turns;
mod visit;
mod walls;

pub use acts::*;
pub use beyond::{Avenge, Beyond, CAPTURED, EXILE, MAX_WITHIN, Recall, TOWERS};
pub use castling::Castling;
pub use control::{Control, Prey};
pub use counting::{Count, CountLimit, Counting, OnlyPromotions, ToAndFro};
pub use effects::{Effect, Event, MAX_AGAINS, Proviso};
pub use ending::End;
pub use goals::*;
pub use hands::Drop;
pub use history::{Chase, Mate};
pub use kinds::Kinds;
pub use letter::{Letter, NoLetter};
pub use movement::{Between, Condition, Frame, Hurdle, Leap, Modes, Movement, Range, Via, Winds};
pub use points::Points;
pub use powers::{Change, How, Power, Relation};
pub use promotion::{Mandatory, Occasion, Promotion, Trigger};
pub use restrictions::{ABSORBED, Absorb, Exchange, Late, Pass, Restrictions, SIDES_RULES, SidesRule};
pub use royalty::{RoyalAttack, RoyalRule, Royalty};
pub use says::Says;
pub use score::{Limit, Score};
pub use shuffle::{Placing, Shuffle};
pub use side::{BySide, PerSide, Side};
pub use terms::{Area, Group, Owner, Place};
pub use turns::{MAX_PARTS, Part, Turns};
pub use walls::{MAX_WALLED, Walls};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The version of this format; it grows when the meaning of a field changes.
pub const FORMAT: u32 = 1;

/// The name of a square, such as `e4` or `x0`.
pub type SquareName = String;
/// The name of a kind of piece.
pub type PieceName = String;

/// A set of squares, each once, in board order: rank by rank from a1, then the extra squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Squares(pub Vec<SquareName>);

/// All the rules of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// [`FORMAT`].
    pub format: u32,
    /// The variant's title.
    pub title: String,
    /// A description, in the author's words; may be empty.
    pub about: String,
    /// The source of the rules; may be empty.
    pub source: String,
    /// The squares.
    pub board: Board,
    /// The lines of the board if pieces stand on their crossings. Play does not depend on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Named sets of squares.
    pub zones: IndexMap<String, PerSide<Squares>>,
    /// The armies' titles, such as "Empire"; may be empty.
    pub armies: PerSide<String>,
    /// The kinds of pieces. If only one side has a kind, it has no letter for the other side.
    pub pieces: IndexMap<PieceName, Piece>,
    /// The promotions of pieces, in order of declaration.
    pub promotions: Vec<Promotion>,
    /// The drops from a hand, one for each piece and side; without any, no side has a hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<Drop>,
    /// Castling moves, in order of declaration.
    pub castling: Vec<Castling>,
    /// The squares on which en passant captures are possible; `None`: on every exposed square.
    pub en_passant: Option<PerSide<Squares>>,
    /// The start position, extended FEN.
    pub start: String,
    /// Other start positions, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Shuffle>,
    /// The conditions under which a move is legal as far as royal pieces are concerned.
    pub royalty: Royalty,
    /// How the game ends.
    pub end: End,
    /// Further restrictions of the moves.
    pub restrictions: Restrictions,
    /// Pieces that move differently while a condition holds, in order of declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Power>,
    /// The effects of moves, in the order in which they follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Walls that moves put on the board, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Walls>,
    /// Moves of the opponent's pieces, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// Turns of several moves, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
    /// Special mechanics, in order of declaration.
    pub hooks: Vec<HookUse>,
}

/// The squares and how they are joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Number of files, `1..=26`, named from `a`.
    pub files: u8,
    /// Number of ranks, `1..=99`, named from 1.
    pub ranks: u8,
    /// Squares of the grid that do not exist.
    pub holes: Squares,
    /// Whether the first and the last file are neighbours, as on a cylinder.
    pub wrap_files: bool,
    /// Whether the first and the last rank are neighbours.
    pub wrap_ranks: bool,
    /// Squares outside the grid, and further edges.
    pub extra: IndexMap<SquareName, IndexMap<Compass, SquareName>>,
}

/// The eight directions in which squares may be neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// Towards higher ranks.
    North,
    /// Between north and east.
    NorthEast,
    /// Towards later files.
    East,
    /// Between south and east.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Between south and west.
    SouthWest,
    /// Towards earlier files.
    West,
    /// Between north and west.
    NorthWest,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// 0 for north, clockwise to 7.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Files to the right and ranks upward, each -1, 0 or 1.
    pub const fn offset(self) -> (i8, i8) {
        [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ][self as usize]
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The letter for each side: upper case for White, lower case for Black; `None` if that side
    /// has none.
    pub letter: PerSide<Option<Letter>>,
    /// A former letter of the kind, without a side: it is still read, and never written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<Letter>,
    /// The movement for each side. Directions relative to the side are not resolved: the two
    /// movements are equal unless the armies define the piece differently.
    pub movement: PerSide<Movement>,
    /// Whether the piece is royal, for each side.
    pub royal: PerSide<bool>,
    /// The piece's value for hints, in hundredths of a pawn; `None` if the author gives none.
    pub value: Option<u32>,
    /// Whether its moves restart the halfmove clock (`CH-5`).
    pub resets_clock: bool,
    /// Whether its letter is left out in SAN, as the pawn's is.
    pub unlettered: bool,
    /// The symbol in drawings; `None` if the author does not give one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
}

/// The symbol of a kind of piece in drawings: `symbol knight turned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Symbol {
    /// The figure.
    pub shape: Shape,
    /// The way in which it is turned.
    pub turn: Turn,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word for it in the language.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// The meaning of a word of the language.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|s| s.word() == word)
            }
        }
    };
}

words! {
    /// The figures that pieces may have.
    Shape {
        /// The chess king.
        King = "king",
        /// The chess queen.
        Queen = "queen",
        /// The chess rook.
        Rook = "rook",
        /// The chess bishop.
        Bishop = "bishop",
        /// The chess knight.
        Knight = "knight",
        /// The chess pawn.
        Pawn = "pawn",
        /// An hourglass on its side, the equihopper of problemists.
        Equihopper = "equihopper",
        /// A knight with a queen's crown.
        KnightQueen = "knight-queen",
        /// A knight on a rook.
        KnightRook = "knight-rook",
        /// A knight with a bishop's foot.
        KnightBishop = "knight-bishop",
        /// A knight that leans to the side.
        TiltedKnight = "tilted-knight",
        /// A gun on a wheel.
        Cannon = "cannon",
        /// The head of an elephant.
        Elephant = "elephant",
        /// A star.
        Star = "star",
        /// A shield.
        Shield = "shield",
        /// The piece's letter in a disc.
        Letter = "letter",
    }
}

words! {
    /// The way in which a figure is turned.
    Turn {
        /// As on the table.
        Upright = "upright",
        /// With its head to the right.
        Right = "right",
        /// Upside down.
        Turned = "turned",
        /// With its head to the left.
        Left = "left",
    }
}

/// `use name(key: value, ...)`: a mechanic and its parameters, defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookUse {
    /// The hook's name in the registry.
    pub name: String,
    /// The parameters as the hook's parameter struct serializes them.
    pub parameters: IndexMap<String, serde_json::Value>,
    /// The rules that it stands for, if it is written in the language; `None` for the hooks of the
    /// registry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<Box<Says>>,
}
