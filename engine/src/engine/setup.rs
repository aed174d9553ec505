//! Positions as in texts, and the rules on which these depend.
//!
//! A [`Setup`] is as wide as the widest board, for every variant, so that reading and writing
//! positions is compiled once. It knows neither layouts nor how pieces move.

use super::castlings::Castle;
use super::chain::Continuation;
use super::counting::{Counted, Counts};
use super::naming::{NONE, Naming};
use super::passed_squares::{Passed, Trail as _, TurnRule};
use super::tagging::{MAX_TAGS, PROMOTED, Tagging};
use super::width::Wide;
use crate::board::{Bits, Square, Topology, union};
use crate::rules::{Again, BySide, Side};

/// The rules on which the texts of positions depend.
#[derive(Debug)]
pub(crate) struct SetupRules {
    pub(crate) topology: Topology,
    /// The names of kinds, and the meaning of each letter.
    pub(crate) naming: Naming,
    /// The number of checks that each side must give, if that ends the game.
    pub(crate) check_goal: BySide<Option<u8>>,
    /// The largest number of passes in a row that the rules count.
    pub(crate) most_passes: u8,
    /// The lengths of turns, if any can have several moves.
    pub(crate) turns: Option<TurnRule>,
    /// The ways in which turns continue.
    pub(crate) agains: Vec<Again>,
    /// Whether positions remember for each exposed square which piece has passed it.
    pub(crate) tracks_passers: bool,
    /// Counts after which the game is drawn.
    pub(crate) counts: Option<Counts>,
    /// The tags of pieces.
    pub(crate) tagging: Option<Tagging>,
    /// The former kinds of promoted pieces, by side and kind, or [`NONE`].
    pub(crate) demotes: BySide<Vec<u8>>,
    /// Kinds of which positions remember which pieces have promoted, as bits. Of other kinds, all
    /// pieces that can have promoted have.
    pub(crate) marked: u64,
    /// Whether squares can be closed at all.
    pub(crate) has_walls: bool,
    /// Whether the sides have a limited number of pieces in hand.
    pub(crate) counts_hands: bool,
    /// Kinds that each side may drop as they are in the hand, as bits.
    pub(crate) droppable: BySide<u64>,
    /// The form in the hand of kinds that are only another face, by side and kind, or [`NONE`].
    pub(crate) faces: BySide<Vec<u8>>,
    /// Whether moves depend on which pieces have moved.
    pub(crate) uses_initial: bool,
    /// Start squares by side and kind, for movements of pieces that have not moved.
    pub(crate) home: BySide<Vec<Wide>>,
    /// Kinds of each side that move differently until they have moved, as bits.
    pub(crate) with_initial_move: BySide<u64>,
    /// The squares on which positions record which pieces of each side have moved.
    pub(crate) tracks_unmoved: BySide<Wide>,
    /// Squares on which pieces of each side may come in from the hand behind others that leave
    /// them.
    pub(crate) wide_gates: BySide<Wide>,
    /// Whether there are any such squares.
    pub(crate) has_gates: bool,
    /// Whether gates are useless once the hand is empty.
    pub(crate) gates_end: bool,
    /// The pieces that may come in behind others, as kinds in the hand, and whether the hand need
    /// not hold them.
    pub(crate) gate_drops: BySide<Vec<(u8, bool)>>,
    /// Whether positions name gates, or pieces with a first move, by their files in the field of
    /// castling rights.
    pub(crate) gates_by_file: bool,
    pub(crate) wide_castlings: Vec<Castle<Wide>>,
    /// Whether castling rights are those of squares.
    pub(crate) rights_of_squares: bool,
}

impl SetupRules {
    /// The tag of promoted pieces, if it is kept; otherwise its bit may belong to another tag.
    #[inline(always)]
    pub(crate) fn promoted_tag(&self) -> u8 {
        if self.marked == 0 { 0 } else { PROMOTED }
    }

    /// The number of moves of a side's turn in a position with that number.
    pub(crate) fn turn_length(&self, side: Side, fullmove: u16) -> u8 {
        self.turns.as_ref().map_or(1, |rule| rule.length(side, fullmove))
    }

    /// Whether a side has a piece that may come in behind others; `held` is its hand.
    pub(crate) fn may_gate(&self, held: &[u8], side: Side) -> bool {
        let holds = |kind: u8| held.get(usize::from(kind)).is_some_and(|&count| count > 0);
        let mut drops = self.gate_drops[side.index()].iter();
        drops.any(|&(kind, endless)| endless || holds(kind))
    }
}

/// A position as a text describes it.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The piece on each square, `kind * 2 + side`, or [`NONE`].
    pub(crate) board: [u8; Wide::WIDTH],
    /// Pieces of each side.
    pub(crate) sides: BySide<Wide>,
    /// Pieces by their tags.
    pub(crate) tags: [Wide; MAX_TAGS],
    /// Pieces in hand, by side and kind.
    pub(crate) hands: BySide<[u8; 64]>,
    /// Squares that are closed.
    pub(crate) walls: Wide,
    /// In turns of several moves: all exposed squares with the pieces that have passed them.
    pub(crate) passed_squares: Passed,
    /// The continuation of the turn, if there is one.
    pub(crate) continuation: Option<Continuation<Wide>>,
    /// Squares exposed to en passant by the last move.
    pub(crate) en_passant_squares: Wide,
    /// The square of the piece that exposed squares, or [`NONE`].
    pub(crate) en_passant_victim: Square,
    /// Pieces on their start squares that have not moved.
    pub(crate) unmoved: Wide,
    pub(crate) castling: Wide,
    pub(crate) side_to_move: Side,
    /// Checks that each side still has to give.
    pub(crate) checks: BySide<u8>,
    pub(crate) passes: u8,
    /// The number of moves left in the turn, the next one included.
    pub(crate) left: u8,
    pub(crate) halfmove: u16,
    pub(crate) fullmove: u16,
    pub(crate) counted: Counted,
}

impl Setup {
    /// An empty board.
    pub(crate) fn empty() -> Self {
        Self {
            board: [NONE; Wide::WIDTH],
            sides: [Wide::EMPTY; Side::COUNT],
            tags: [Wide::EMPTY; MAX_TAGS],
            hands: [[0; 64]; Side::COUNT],
            walls: Wide::EMPTY,
            passed_squares: Passed::EMPTY,
            continuation: None,
            en_passant_squares: Wide::EMPTY,
            en_passant_victim: NONE,
            unmoved: Wide::EMPTY,
            castling: Wide::EMPTY,
            side_to_move: Side::White,
            checks: [0; Side::COUNT],
            passes: 0,
            left: 1,
            halfmove: 0,
            fullmove: 1,
            counted: Counted::default(),
        }
    }

    /// Squares with pieces.
    pub(crate) fn pieces(&self) -> Wide {
        self.sides[0] | self.sides[1]
    }

    /// The piece on a square: its kind and side.
    pub(crate) fn piece(&self, square: Square) -> Option<(u8, Side)> {
        let code = self.board[usize::from(square)];
        (code != NONE).then_some(Side::decode(code))
    }

    /// Pieces of some kinds, which are given as bits.
    pub(crate) fn of_kinds(&self, kinds: u64) -> Wide {
        let mut found = Wide::EMPTY;
        for square in self.pieces().squares() {
            if kinds >> (self.board[usize::from(square)] >> 1) & 1 == 1 {
                found.insert(square);
            }
        }
        found
    }

    /// Pieces of a side's kind.
    pub(crate) fn own(&self, side: Side, kind: usize) -> Wide {
        self.of_kinds(1 << kind) & self.sides[side.index()]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &SetupRules, code: u8, square: Square) {
        self.board[usize::from(square)] = code;
        self.sides[usize::from(code & 1)].insert(square);
        if let Some(tagging) = &rules.tagging {
            self.add_tags(square, tagging.natural[usize::from(code >> 1)]);
        }
    }

    /// Adds tags to the piece on a square.
    pub(crate) fn add_tags(&mut self, square: Square, mask: u8) {
        for (tag, set) in self.tags.iter_mut().enumerate() {
            if mask >> tag & 1 == 1 {
                set.insert(square);
            }
        }
    }

    /// The tags of the piece on a square, as bits.
    pub(crate) fn tags_on(&self, square: Square) -> u8 {
        let tags = self.tags.iter().enumerate();
        tags.fold(0, |mask, (i, set)| mask | u8::from(set.has(square)) << i)
    }

    /// Exposes squares to captures en passant by a piece that has passed them.
    pub(crate) fn expose(&mut self, rules: &SetupRules, squares: Wide, victim: Square) {
        self.en_passant_victim = victim;
        if !rules.tracks_passers {
            self.en_passant_squares = squares;
            return;
        }
        for middle in squares.squares() {
            self.passed_squares.add(middle, victim);
        }
        let pairs = self.passed_squares.pairs().iter();
        self.en_passant_squares = union(pairs, |&(middle, _)| Wide::bit(middle));
    }

    /// The number of moves of the turn that have been made.
    pub(crate) fn parts_made(&self, rules: &SetupRules) -> u8 {
        let length = rules.turn_length(self.side_to_move, self.fullmove);
        if rules.turns.is_some() {
            length.saturating_sub(self.left)
        } else {
            0
        }
    }
}
