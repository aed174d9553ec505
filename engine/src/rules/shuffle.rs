//! Start positions, by their numbers, that differ in the squares of some pieces. Knows no positions
//! after the start, and that one only as a text.

use super::{Board, Castling, Letter, PieceName, Ruleset, Side, SquareName, Squares};
use crate::order::sort;
use serde::{Deserialize, Serialize};

/// Pieces of the start position that may start elsewhere, the same for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The squares, from White's side.
    pub squares: Squares,
    /// The pieces put there, one after the other.
    pub placings: Vec<Placing>,
}

/// Pieces that are put on free squares, one after the other, from the first square to the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    /// The pieces.
    pub pieces: Vec<PieceName>,
    /// The squares for them, from White's side.
    pub on: Squares,
}

impl Shuffle {
    /// The number of starts.
    pub fn count(&self) -> u64 {
        let mut taken: Vec<&Placing> = Vec::new();
        self.placings.iter().fold(1, |all, placing| {
            let within = |before: &&&Placing| before.on.0.iter().all(|square| placing.on.0.contains(square));
            let gone: usize = taken
                .iter()
                .filter(within)
                .map(|before| before.pieces.len())
                .sum();
            taken.push(placing);
            all * choose(placing.on.0.len().saturating_sub(gone), placing.pieces.len())
        })
    }

    /// The squares of a side on which each piece may be put.
    pub fn places(&self, board: &Board, side: Side) -> Vec<(PieceName, SquareName)> {
        let square = |name: &SquareName| {
            let (file, rank) = place(name, board, side)?;
            Some(format!("{}{rank}", char::from(b'a' + u8::try_from(file).ok()?)))
        };
        let mut places = Vec::new();
        for placing in &self.placings {
            for piece in &placing.pieces {
                for square in placing.on.0.iter().filter_map(square) {
                    places.push((piece.clone(), square));
                }
            }
        }
        places
    }

    /// The pieces and squares of a start, from White's side; `None` if the number does not exist.
    /// The first placing changes fastest.
    pub fn placed(&self, number: u64) -> Option<Vec<(SquareName, PieceName)>> {
        let mut rest = number;
        let mut placed: Vec<(SquareName, PieceName)> = Vec::new();
        for placing in &self.placings {
            let is_free = |square: &&SquareName| placed.iter().all(|(taken, _)| taken != *square);
            let free: Vec<SquareName> = placing.on.0.iter().filter(is_free).cloned().collect();
            let ways = choose(free.len(), placing.pieces.len());
            let chosen = combination(free.len(), placing.pieces.len(), rest.checked_rem(ways)?);
            rest /= ways;
            let squares = chosen.into_iter().map(|index| free[index].clone());
            placed.extend(squares.zip(placing.pieces.iter().cloned()));
        }
        (rest == 0).then_some(placed)
    }
}

/// The number of ways to choose `chosen` of `things`.
fn choose(things: usize, chosen: usize) -> u64 {
    if chosen > things {
        return 0;
    }
    (1..=chosen as u64).fold(1, |ways, i| ways * (things as u64 + 1 - i) / i)
}

/// The choice with this number of `chosen` from `things`, in the order of the alphabet.
fn combination(things: usize, chosen: usize, number: u64) -> Vec<usize> {
    let (mut list, mut number, mut next) = (Vec::new(), number, 0);
    while list.len() < chosen && next < things {
        let with_next = choose(things - next - 1, chosen - list.len() - 1);
        if number < with_next {
            list.push(next);
        } else {
            number -= with_next;
        }
        next += 1;
    }
    list
}

impl Ruleset {
    /// The number of start positions, which are numbered from 0.
    pub fn starts(&self) -> u64 {
        self.shuffle.as_ref().map_or(1, Shuffle::count)
    }

    /// The letter of the piece on a square of the grid in the start position.
    pub(crate) fn letter_on(&self, square: &str) -> Option<Letter> {
        let board = self.start.split([' ', '[']).next().unwrap_or_default();
        let rows: Vec<Vec<Sign>> = board.split('/').map(squares_of).collect();
        letter_in(&rows, square, &self.board)
    }

    /// The start position with a number, as extended FEN; `None` if the number does not exist. If
    /// there is only one, it has the number 0. Castling rights are left out if no side has them
    /// there.
    pub fn start(&self, number: u64) -> Option<String> {
        let Some(shuffle) = &self.shuffle else {
            return (number == 0).then(|| self.start.clone());
        };
        let placed = shuffle.placed(number)?;
        let (board, fields) = self.start.split_once(' ').unwrap_or((&self.start, ""));
        let (board, hands) = board.split_at(board.find('[').unwrap_or(board.len()));
        let mut rows: Vec<Vec<Sign>> = board.split('/').map(squares_of).collect();
        for (square, piece) in placed {
            for side in Side::ALL {
                let letter = self.pieces.get(&piece)?.letter[side]?;
                let (file, rank) = place(&square, &self.board, side)?;
                let row = rows.len().checked_sub(rank)?;
                *rows.get_mut(row)?.get_mut(file)? = Sign::Piece(letter);
            }
        }
        let fields = self.with_rights_of(&rows, fields);
        let rows: Vec<String> = rows.iter().map(|row| row_of(row)).collect();
        Some(format!("{}{hands} {fields}", rows.join("/")))
    }

    /// The fields behind the board, without castling rights whose two pieces do not stand on their
    /// start squares.
    fn with_rights_of(&self, rows: &[Vec<Sign>], fields: &str) -> String {
        let mut fields: Vec<&str> = fields.split_whitespace().collect();
        let Some(rights) = fields.get_mut(1) else {
            return fields.join(" ");
        };
        let mut kept: String = rights
            .chars()
            .filter(|&letter| !self.castles_by(letter) || self.castling_in(rows, letter).is_some())
            .collect();
        if self.drops.iter().any(|drop| !drop.gate.0.is_empty()) {
            kept = self.with_gates_of(rows, rights, &kept);
        }
        if kept.is_empty() {
            kept.push('-');
        }
        *rights = &kept;
        fields.join(" ")
    }

    /// Whether a letter among the rights is that of a castling.
    fn castles_by(&self, letter: char) -> bool {
        self.castling.iter().any(|castling| castling.letter == letter)
    }

    /// The castling that a letter means on a board. Both its pieces stand on their start squares;
    /// of several partners it is the outermost.
    fn castling_in(&self, rows: &[Vec<Sign>], letter: char) -> Option<Castling> {
        let stands = |castling: &Castling| {
            let letter = |piece: &PieceName| self.pieces.get(piece).and_then(|p| p.letter[castling.side]);
            let at = |square: &SquareName| letter_in(rows, square, &self.board);
            letter(&castling.king) == at(&castling.king_from)
                && letter(&castling.rook) == at(&castling.rook_from)
        };
        let file = |square: &SquareName| square.bytes().next().unwrap_or_default();
        let named = self.castling.iter().filter(|castling| castling.letter == letter);
        let everywhere = named.flat_map(|castling| castling.everywhere(&self.board));
        everywhere
            .filter(stands)
            .max_by_key(|castling| file(&castling.king_from).abs_diff(file(&castling.rook_from)))
    }

    /// The letters of the files on which a castling's pieces stand, in the case of its side.
    fn files_of(&self, rows: &[Vec<Sign>], letter: char) -> Vec<char> {
        let mut files = Vec::new();
        if let Some(castling) = self.castling_in(rows, letter) {
            for square in [castling.king_from, castling.rook_from] {
                let upper = letter.is_ascii_uppercase();
                let cased = |file: char| if upper { file.to_ascii_uppercase() } else { file };
                files.extend(square.chars().next().map(cased));
            }
        }
        files
    }

    /// Castling rights with the letters of the gates that are open in the start position. The two
    /// pieces of a castling need no letter.
    fn with_gates_of(&self, rows: &[Vec<Sign>], rights: &str, kept: &str) -> String {
        let board = self.start.split([' ', '[']).next().unwrap_or_default();
        let before: Vec<Vec<Sign>> = board.split('/').map(squares_of).collect();
        let mut text = String::new();
        for upper in [true, false] {
            let own = |text: &str| -> (Vec<char>, Vec<char>) {
                let letters = text.chars().filter(|letter| letter.is_ascii_uppercase() == upper);
                letters.partition(|&letter| self.castles_by(letter))
            };
            let (castlings, mut open) = own(rights);
            for letter in castlings {
                open.append(&mut self.files_of(&before, letter));
            }
            sort(&mut open);
            open.dedup();
            let (castlings, _) = own(kept);
            let mut covered = Vec::new();
            for &letter in &castlings {
                covered.append(&mut self.files_of(rows, letter));
            }
            text.extend(castlings);
            text.extend(open.into_iter().filter(|file| !covered.contains(file)));
        }
        text
    }
}

/// The letter of the piece on a square of the grid.
fn letter_in(rows: &[Vec<Sign>], square: &str, board: &Board) -> Option<Letter> {
    let (file, rank) = place(square, board, Side::White)?;
    let row = rows.get(rows.len().checked_sub(rank)?)?;
    match row.get(file) {
        Some(Sign::Piece(letter)) => Some(*letter),
        _ => None,
    }
}

/// The file, from 0, and the rank, from 1, of White's square, or of its mirror image.
fn place(square: &str, board: &Board, side: Side) -> Option<(usize, usize)> {
    let file = usize::from(square.bytes().next()?.checked_sub(b'a')?);
    let rank: usize = square.get(1..)?.parse().ok()?;
    let ranks = usize::from(board.ranks);
    Some(match side {
        Side::White => (file, rank),
        Side::Black => (file, (ranks + 1).checked_sub(rank)?),
    })
}

/// The piece on a square of a position.
#[derive(Clone, Copy)]
enum Sign {
    Empty,
    Piece(Letter),
    /// A hole, or a character that belongs to the sign before it.
    Other(char),
}

/// A rank of a position, a sign for each square.
fn squares_of(row: &str) -> Vec<Sign> {
    let (mut squares, mut rest) = (Vec::new(), row);
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if let Ok(run) = rest[..digits].parse() {
            squares.extend(std::iter::repeat_n(Sign::Empty, run));
            digits
        } else if let Some(letter) = Letter::first(rest) {
            squares.push(Sign::Piece(letter));
            letter.len()
        } else {
            squares.push(Sign::Other(sign));
            sign.len_utf8()
        };
        rest = &rest[length..];
    }
    squares
}

/// A rank as positions write it.
fn row_of(squares: &[Sign]) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for &sign in squares {
        if matches!(sign, Sign::Empty) {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&std::mem::take(&mut run).to_string());
        }
        match sign {
            Sign::Piece(letter) => text.push_str(letter.as_str()),
            Sign::Other(sign) => text.push(sign),
            Sign::Empty => {}
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}
