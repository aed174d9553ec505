//! Castling moves. Does not know whether a castling is possible in a position: that is
//! `engine::movegen::castling`.

use super::{Board, PieceName, Side, SquareName, Squares};
use serde::{Deserialize, Serialize};

/// One castling move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Castling {
    /// The side that castles.
    pub side: Side,
    /// The letter in the castling field.
    pub letter: char,
    /// The piece that is "king" in this move.
    pub king: PieceName,
    /// The square on which the king starts.
    pub king_from: SquareName,
    /// The square on which the king ends; also the move's text.
    pub king_to: SquareName,
    /// The partner.
    pub rook: PieceName,
    /// The square on which the partner starts.
    pub rook_from: SquareName,
    /// The square on which the partner ends.
    pub rook_to: SquareName,
    /// Squares that must be empty, apart from the squares of the two pieces themselves.
    pub empty: Squares,
    /// Squares on which the king must not be attacked. They include its start if it may not castle
    /// out of check.
    pub safe: Squares,
    /// Whether the right appears with a drop after which king and partner stand on their start
    /// squares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_drop: bool,
    /// Whether the right appears when an effect brings the second of the two pieces to its start
    /// square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_effect: bool,
    /// Whether it removes the opponent's right to castle by the same letter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bars: bool,
    /// Whether the two may start anywhere on the rank, with the partner on the same side of the
    /// king. The position says where.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anywhere: bool,
    /// Whether the partner jumps: only the king's way and the end squares of both must be empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jumps: bool,
    /// Whether pieces that the opponent could capture later in a continued turn count as attacked,
    /// too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chains: bool,
}

impl Castling {
    /// Whether it moves the same pieces between the same squares as another castling.
    pub fn does_the_same(&self, other: &Self) -> bool {
        (self.side, &self.king_from, &self.king_to) == (other.side, &other.king_from, &other.king_to)
            && (&self.rook_from, &self.rook_to) == (&other.rook_from, &other.rook_to)
    }

    /// All castlings that it stands for: itself, or one for each pair of squares if the two may
    /// start anywhere.
    pub fn everywhere(&self, board: &Board) -> Vec<Self> {
        let ways = self.anywhere.then(|| Ways::of(self, board)).flatten();
        ways.map_or_else(|| vec![self.clone()], |ways| ways.all())
    }
}

/// The squares of a rank on which two pieces that castle may start, by their files.
struct Ways<'a> {
    castling: &'a Castling,
    board: &'a Board,
    rank: String,
    king_to: u8,
    rook_to: u8,
    /// Whether the partner stands on a higher file than the king.
    right: bool,
    /// Whether the king must be safe on its start, on its way, and on its end.
    safe: [bool; 3],
}

impl<'a> Ways<'a> {
    fn of(castling: &'a Castling, board: &'a Board) -> Option<Self> {
        let file = |name: &str| Some(name.bytes().next()?.wrapping_sub(b'a'));
        let (from, to) = (file(&castling.king_from)?, file(&castling.king_to)?);
        let safe = |name: &SquareName| castling.safe.0.contains(name);
        let ends = [safe(&castling.king_from), safe(&castling.king_to)];
        let passed = castling.safe.0.len() > ends.iter().filter(|&&end| end).count();
        // If the way has no square of its own, the start decides.
        let passed = passed || (from.abs_diff(to) < 2 && ends[0]);
        Some(Self {
            castling,
            board,
            rank: castling.king_from.get(1..)?.to_owned(),
            king_to: to,
            rook_to: file(&castling.rook_to)?,
            right: file(&castling.rook_from)? > from,
            safe: [ends[0], passed, ends[1]],
        })
    }

    fn all(&self) -> Vec<Castling> {
        let files = 0..self.board.files;
        let pairs = files
            .clone()
            .flat_map(|king| files.clone().map(move |rook| (king, rook)));
        let pairs = pairs.filter(|(king, rook)| if self.right { rook > king } else { rook < king });
        pairs.filter_map(|(king, rook)| self.one(king, rook)).collect()
    }

    fn square(&self, file: u8) -> SquareName {
        format!("{}{}", char::from(b'a' + file), self.rank)
    }

    /// The castling with king and partner on two files, if there is no hole on the way.
    fn one(&self, king: u8, rook: u8) -> Option<Castling> {
        let ends = [king, rook, self.king_to, self.rook_to];
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        let hole = |file: u8| self.board.holes.0.contains(&self.square(file));
        if (low..=high).any(hole) {
            return None;
        }
        let on_way = |file: &u8| {
            let way = king.min(self.king_to)..=king.max(self.king_to);
            !self.castling.jumps || *file == self.rook_to || way.contains(file)
        };
        let empty = (low..=high).filter(|file| ![king, rook].contains(file) && on_way(file));
        let way = king.min(self.king_to)..=king.max(self.king_to);
        let is_safe = |file: &u8| {
            let [start, passed, end] = self.safe;
            (*file == king && start)
                || (*file == self.king_to && end)
                || (![king, self.king_to].contains(file) && passed)
        };
        let squares = |files: Vec<u8>| Squares(files.into_iter().map(|file| self.square(file)).collect());
        Some(Castling {
            king_from: self.square(king),
            rook_from: self.square(rook),
            empty: squares(empty.collect()),
            safe: squares(way.filter(is_safe).collect()),
            ..self.castling.clone()
        })
    }
}
