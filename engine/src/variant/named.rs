//! Squares, kinds and pieces that know their names: the parts of positions and moves for readers.
//! Knows no rules: it only translates the numbers of [`Variant`].

use super::{Position, Variant};
use crate::board::{self, Bits as _, Topology};
use crate::engine::Move;
use crate::order::sort_by_key;
use crate::rules::{Ruleset, Side};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;

/// A square of a variant's board. It is written as its name.
#[derive(Clone, Copy)]
pub struct Square<'v> {
    board: &'v Topology,
    index: board::Square,
}

impl<'v> Square<'v> {
    /// The name, such as `e4`.
    pub fn name(self) -> &'v str {
        self.board.name(self.index)
    }

    /// The file, from 0; `None` outside the grid.
    pub fn file(self) -> Option<u8> {
        self.board.coordinates(self.index).map(|(file, _)| file)
    }

    /// The rank, from 0; `None` outside the grid.
    pub fn rank(self) -> Option<u8> {
        self.board.coordinates(self.index).map(|(_, rank)| rank)
    }

    /// The number: by ranks from White's left corner, then the squares outside the grid.
    pub fn index(self) -> usize {
        usize::from(self.index)
    }
}

/// A kind of piece of a variant. It is written as its name.
#[derive(Clone, Copy)]
pub struct Kind<'v> {
    rules: &'v Ruleset,
    index: usize,
}

impl<'v> Kind<'v> {
    /// The name, such as `knight`.
    pub fn name(self) -> &'v str {
        self.rules
            .pieces
            .get_index(self.index)
            .map_or("", |(name, _)| name)
    }

    /// The letter of a side's pieces in positions; `None` if the side has no such piece.
    pub fn letter(self, side: Side) -> Option<&'v str> {
        let (_, piece) = self.rules.pieces.get_index(self.index)?;
        Some(piece.letter[side].as_ref()?.as_str())
    }

    /// Whether a side's pieces of this kind are royal.
    pub fn is_royal(self, side: Side) -> bool {
        let piece = self.rules.pieces.get_index(self.index);
        piece.is_some_and(|(_, piece)| piece.royal[side])
    }

    /// The number, in the order of the rules.
    pub fn index(self) -> usize {
        self.index
    }
}

/// Both are compared by their names: two variants may have the same ones.
macro_rules! known_by_name {
    ($($name:ident)*) => { $(
        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.name() == other.name()
            }
        }

        impl Eq for $name<'_> {}

        impl Hash for $name<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.name().hash(state);
            }
        }

        impl fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    )* };
}

known_by_name!(Square Kind);

/// A piece: `white knight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece<'v> {
    /// The kind.
    pub kind: Kind<'v>,
    /// The owner.
    pub side: Side,
}

impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind)
    }
}

/// The parts of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveParts<'v> {
    /// The piece that moves or is dropped; `None` for a pass and for a wall without a move.
    pub piece: Option<Piece<'v>>,
    /// The square on which it starts; `None` for a drop.
    pub from: Option<Square<'v>>,
    /// The square on which it ends, or at which it shoots; `None` for a pass.
    pub to: Option<Square<'v>>,
    /// The kind that it becomes.
    pub promotion: Option<Kind<'v>>,
    /// The square that is chosen besides, for a wall or another piece.
    pub chosen: Option<Square<'v>>,
    /// Whether it removes a piece of either side.
    pub captures: bool,
    /// Whether it comes from the hand.
    pub drops: bool,
    /// Whether it is a castling.
    pub castles: bool,
}

impl Variant {
    /// The square of a name, such as `e4`.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let e4 = chess.square("e4").expect("a square of the board");
    /// assert_eq!((e4.file(), e4.rank()), (Some(4), Some(3)));
    /// assert_eq!(chess.square("e9"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn square(&self, name: &str) -> Option<Square<'_>> {
        self.topology().square(name).map(|index| self.named(index))
    }

    /// All squares, holes left out.
    pub fn squares(&self) -> impl Iterator<Item = Square<'_>> {
        self.topology().squares().squares().map(|index| self.named(index))
    }

    /// The kind of a name, such as `knight`.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// use ferz_engine::rules::Side;
    /// let queen = chess.kind("queen").expect("a kind of the rules");
    /// assert_eq!(queen.letter(Side::White), Some("Q"));
    /// assert!(!queen.is_royal(Side::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kind(&self, name: &str) -> Option<Kind<'_>> {
        let index = self.rules().pieces.get_index_of(name)?;
        Some(self.kind_at(index))
    }

    /// All kinds, in the order of the rules.
    pub fn kinds(&self) -> impl Iterator<Item = Kind<'_>> {
        (0..self.rules().pieces.len()).map(|index| self.kind_at(index))
    }

    /// The piece on a square.
    ///
    /// ```
    /// use ferz_engine::Variant;
    /// use ferz_engine::rules::Side;
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = Variant::new(serde_json::from_str(json)?)?;
    ///
    /// let start = chess.start();
    /// let square = chess.square("g1").unwrap();
    /// let piece = chess.piece(&start, square).unwrap();
    /// assert_eq!(format!("{piece} on {square}"), "white knight on g1");
    /// assert_eq!((square.file(), square.rank()), (Some(6), Some(0)));
    /// assert_eq!(piece.kind.letter(Side::Black), Some("n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece(&self, position: &Position, square: Square<'_>) -> Option<Piece<'_>> {
        let (kind, side) = self.piece_at(position, self.own(square)?)?;
        Some(self.piece_of(kind, side))
    }

    /// All pieces on the board, by squares.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("7k/8/8/8/8/8/8/KQ6 w - - 0 1")?;
    /// let squares = chess.pieces(&position).into_iter().map(|(square, _)| square.name());
    /// assert_eq!(squares.collect::<Vec<_>>(), ["a1", "b1", "h8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self, position: &Position) -> Vec<(Square<'_>, Piece<'_>)> {
        let mut pieces = Vec::new();
        self.each_piece(position, |square, kind, side| {
            pieces.push((self.named(square), self.piece_of(kind, side)));
        });
        sort_by_key(&mut pieces, |(square, _)| square.index);
        pieces
    }

    /// The pieces that a side has in hand, in the order of the rules, with their numbers.
    pub fn in_hand(&self, position: &Position, side: Side) -> Vec<(Kind<'_>, u8)> {
        let hand = self.hand(position, side).into_iter();
        hand.map(|(kind, count)| (self.kind_at(kind), count)).collect()
    }

    /// The squares that are closed.
    pub fn closed(&self, position: &Position) -> Vec<Square<'_>> {
        let closed = self.walls(position);
        closed.squares().map(|index| self.named(index)).collect()
    }

    /// The squares of a side's pieces that attack a square.
    pub fn attacking(&self, position: &Position, by: Side, square: Square<'_>) -> Vec<Square<'_>> {
        let attackers = self
            .own(square)
            .map(|square| self.attackers(position, by, square));
        let attackers = attackers.into_iter().flatten();
        attackers.map(|index| self.named(index)).collect()
    }

    /// The parts of a legal move.
    ///
    /// ```
    /// # use ferz_engine::Variant;
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")?;
    /// let mv = chess.find_move(&position, "a7b8q").unwrap();
    /// let parts = chess.parts(&position, mv);
    /// assert_eq!(parts.to, chess.square("b8"));
    /// assert_eq!(parts.promotion, chess.kind("queen"));
    /// assert!(parts.captures && !parts.drops);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self, position: &Position, mv: Move) -> MoveParts<'_> {
        let square = |index| self.named(index);
        let dropped = self.dropped(position, mv);
        let mover = match (dropped, mv.from()) {
            (Some(kind), _) => Some((kind, self.turn(position))),
            (None, Some(from)) => self.piece_at(position, from),
            (None, None) => None,
        };
        MoveParts {
            piece: mover.map(|(kind, side)| self.piece_of(kind, side)),
            from: mv.from().map(square),
            to: (!mv.is_pass() && mover.is_some()).then(|| square(mv.to())),
            promotion: self
                .promotion(mv)
                .filter(|_| dropped.is_none())
                .map(|kind| self.kind_at(kind)),
            chosen: mv.chosen().map(square),
            captures: self.is_capture(position, mv),
            drops: dropped.is_some(),
            castles: mv.is_castling(),
        }
    }

    fn named(&self, index: board::Square) -> Square<'_> {
        Square {
            board: self.topology(),
            index,
        }
    }

    fn kind_at(&self, index: usize) -> Kind<'_> {
        Kind {
            rules: self.rules(),
            index,
        }
    }

    fn piece_of(&self, kind: usize, side: Side) -> Piece<'_> {
        Piece {
            kind: self.kind_at(kind),
            side,
        }
    }

    /// The square of this board with the name of the given square, which may belong to another
    /// variant.
    fn own(&self, square: Square<'_>) -> Option<board::Square> {
        if ptr::eq(square.board, self.topology()) {
            return Some(square.index);
        }
        self.topology().square(square.name())
    }
}
