//! Start positions as Fairy-Stockfish reads them.

use crate::ini::Piece;
use crate::model::Model;
use crate::region::Region;
use crate::types::{KING, Slot};
use crate::values::{Bad, bad};
use ferz::rules::Side;

/// The contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Hole,
    Piece {
        /// The kind.
        slot: Slot,
        side: Side,
        /// The former kind, if it has promoted as in Shogi.
        was: Option<Slot>,
        /// A pawn that has promoted to this kind.
        tilde: bool,
    },
}

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fen {
    /// By rank from the first, and file.
    pub(crate) cells: Vec<Vec<Cell>>,
    pub(crate) hand: Vec<(Slot, Side)>,
    pub(crate) white: bool,
    pub(crate) castling: String,
    pub(crate) passed: String,
    /// Checks still to be given by each side.
    pub(crate) checks: Option<(u32, u32)>,
    pub(crate) clock: String,
    pub(crate) number: String,
}

impl Fen {
    pub(crate) fn cell(&self, rank: u8, file: u8) -> Cell {
        let row = self.cells.get(usize::from(rank));
        row.and_then(|row| row.get(usize::from(file)))
            .copied()
            .unwrap_or(Cell::Empty)
    }

    /// All pieces on the board with rank and file.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (u8, u8, Slot, Side)> {
        let rows = (0u8..).zip(&self.cells);
        rows.flat_map(|(rank, row)| {
            (0u8..).zip(row).filter_map(move |(file, cell)| match *cell {
                Cell::Piece { slot, side, .. } => Some((rank, file, slot, side)),
                _ => None,
            })
        })
    }

    /// The squares that do not exist.
    pub(crate) fn holes(&self) -> Region {
        let rows = (0u8..).zip(&self.cells);
        let holes = rows.flat_map(|(rank, row)| {
            let row = (0u8..).zip(row).filter(|(_, cell)| **cell == Cell::Hole);
            row.map(move |(file, _)| (rank, file))
        });
        holes.collect()
    }

    /// How many of a kind a side begins with, the hand included.
    pub(crate) fn count(&self, side: Side, slot: Slot) -> u32 {
        let placed = self
            .pieces()
            .filter(|&(_, _, is, whose)| (is, whose) == (slot, side))
            .count();
        self.held(side, slot)
            .saturating_add(u32::try_from(placed).unwrap_or(u32::MAX))
    }

    /// How many of a kind a side begins with in hand.
    pub(crate) fn held(&self, side: Side, slot: Slot) -> u32 {
        let held = self.hand.iter().filter(|&&held| held == (slot, side)).count();
        u32::try_from(held).unwrap_or(u32::MAX)
    }
}

/// Reads a position; what is wrong with it comes beside it.
pub(crate) fn read(model: &Model, text: &Piece) -> (Fen, Vec<Bad>) {
    let mut wrong = Vec::new();
    let mut fields = text.text.split(' ').filter(|field| !field.is_empty());
    let placement = fields.next().unwrap_or_default();
    let (board, hand) = match placement.split_once('[') {
        Some(parts) => parts,
        // The hand may stand behind the last rank.
        None if model.drops.on && placement.matches('/').count() == usize::from(model.ranks) => {
            placement.rsplit_once('/').unwrap_or((placement, ""))
        }
        None => (placement, ""),
    };
    let cells = cells(model, text, board, &mut wrong);
    let mut held = Vec::new();
    for (at, letter) in hand
        .char_indices()
        .filter(|(_, letter)| letter.is_ascii_alphabetic())
    {
        match model.slot(letter) {
            Some(slot) => held.push((slot, side_of(letter))),
            None => wrong.extend(unknown(model, text, board.len() + 1 + at, letter)),
        }
    }
    once(model, &mut wrong);
    kings(&text.part(0, board.len()), &cells, &mut wrong);
    let turn = fields.next().unwrap_or("w");
    let mut rest: Vec<&str> = fields.collect();
    let counted = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
    let (mut castling, mut passed) = ("-", "-");
    if rest.first().is_some_and(|field| !counted(field)) {
        castling = rest.remove(0);
        if rest.first().is_some_and(|field| !counted(field)) {
            passed = rest.remove(0);
        }
    }
    let checks = checks(&mut rest);
    let number = |at: usize, or: &str| match rest.get(at) {
        Some(field) if field.bytes().all(|byte| byte.is_ascii_digit()) => (*field).to_owned(),
        _ => or.to_owned(),
    };
    let fen = Fen {
        cells,
        hand: held,
        white: turn != "b",
        castling: castling.to_owned(),
        passed: passed.to_owned(),
        checks,
        clock: number(0, "0"),
        number: number(1, "1"),
    };
    (fen, wrong)
}

/// Takes the checks that are left out of the fields, `3+3`, or those that have been given, of
/// three, `+0+0`.
fn checks(rest: &mut Vec<&str>) -> Option<(u32, u32)> {
    let at = rest.iter().position(|field| field.contains('+'))?;
    let field = rest.remove(at);
    let given = field.strip_prefix('+');
    let (white, black) = given.unwrap_or(field).split_once('+')?;
    let left = |number: &str| {
        let number: u32 = number.parse().ok()?;
        Some(if given.is_some() {
            3u32.saturating_sub(number)
        } else {
            number
        })
    };
    Some((left(white)?, left(black)?))
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    }
}

fn unknown(model: &Model, text: &Piece, at: usize, letter: char) -> Option<Bad> {
    let known: String = model
        .kinds
        .values()
        .map(|kind| kind.letter.to_ascii_lowercase())
        .collect();
    let wrong = bad::<()>(
        text.part(at, letter.len_utf8()),
        format!("no piece has the letter `{letter}`"),
    );
    let help = if known.is_empty() {
        "the section has no pieces; name a parent or pieces".to_owned()
    } else {
        format!("the letters of this section are `{known}`")
    };
    wrong.err().map(|wrong| Bad {
        help: Some(help),
        ..wrong
    })
}

/// A complaint for each side with several kings. Fairy-Stockfish takes no such start; where it
/// plays on all the same, it moves and guards one of them alone.
fn kings(board: &Piece, cells: &[Vec<Cell>], wrong: &mut Vec<Bad>) {
    for side in [Side::White, Side::Black] {
        let king =
            |cell: &&Cell| matches!(cell, Cell::Piece { slot: KING, side: whose, .. } if *whose == side);
        let count = cells.iter().flatten().filter(king).count();
        if count < 2 {
            continue;
        }
        let message = format!("{side} has {count} kings; Fairy-Stockfish takes one at most");
        let help =
            "a piece that moves like a king and shares his fate is a `commoner` with `extinctionPseudoRoyal`";
        wrong.extend(bad::<()>(board.clone(), message).err().map(|wrong| Bad {
            help: Some(help.to_owned()),
            ..wrong
        }));
    }
}

/// With the keys that say how large a board is.
fn sized(wrong: Bad) -> Bad {
    Bad {
        help: Some("`maxRank` and `maxFile` say how large the board is".to_owned()),
        ..wrong
    }
}

/// Keeps one complaint of each unknown letter; if a section has no pieces at all, one for all of
/// them.
fn once(model: &Model, wrong: &mut Vec<Bad>) {
    let mut told: Vec<String> = Vec::new();
    wrong.retain(|bad| {
        let letter = bad.message.starts_with("no piece has the letter");
        let known = match model.kinds.is_empty() {
            true => !told.is_empty(),
            false => told.contains(&bad.message.to_lowercase()),
        };
        if letter && !known {
            told.push(bad.message.to_lowercase());
        }
        !letter || !known
    });
}

fn cells(model: &Model, text: &Piece, board: &str, wrong: &mut Vec<Bad>) -> Vec<Vec<Cell>> {
    let (files, ranks) = (usize::from(model.files), usize::from(model.ranks));
    let (mut rows, mut lengths) = (Vec::new(), Vec::new());
    let mut offset = 0;
    for row in board.split('/') {
        let cells = row_of(model, text, (row, offset), wrong);
        lengths.push((cells.len(), text.part(offset, row.len())));
        rows.push(cells);
        offset += row.len() + 1;
    }
    let alike = lengths.iter().all(|(length, _)| *length == lengths[0].0);
    if alike && lengths.len() > 1 && lengths[0].0 != files {
        let message = format!("the ranks have {} squares, the board {files} files", lengths[0].0);
        wrong.extend(bad::<()>(text.part(0, board.len()), message).err().map(sized));
    } else {
        for (length, row) in lengths.into_iter().filter(|(length, _)| *length != files) {
            let message = format!("this rank has {length} squares, the board {files} files");
            wrong.extend(bad::<()>(row, message).err());
        }
    }
    if rows.len() != ranks {
        let message = format!("the position has {} ranks, the board {ranks}", rows.len());
        wrong.extend(bad::<()>(text.part(0, board.len()), message).err().map(sized));
    }
    rows.resize(ranks, Vec::new());
    for row in &mut rows {
        row.resize(files, Cell::Empty);
    }
    rows.reverse();
    rows
}

fn row_of(model: &Model, text: &Piece, (row, offset): (&str, usize), wrong: &mut Vec<Bad>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut letters = row.char_indices().peekable();
    let mut promoted = false;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '0'..='9' => {
                let mut run = letter.to_digit(10).unwrap_or_default() as usize;
                if let Some(digit) = letters.peek().and_then(|(_, next)| next.to_digit(10)) {
                    run = run * 10 + digit as usize;
                    letters.next();
                }
                cells.extend(vec![Cell::Empty; run]);
            }
            '*' => cells.push(Cell::Hole),
            '+' => promoted = true,
            '~' => {
                if let Some(Cell::Piece { tilde, .. }) = cells.last_mut() {
                    *tilde = true;
                }
            }
            letter => match model.slot(letter) {
                Some(slot) => {
                    let side = side_of(letter);
                    let becomes = model.promotion.promoted.get(&slot).filter(|_| promoted);
                    if promoted && becomes.is_none() {
                        let message = format!("`+{letter}`: `{letter}` does not promote");
                        wrong.extend(bad::<()>(text.part(offset + at, 1), message).err());
                    }
                    cells.push(Cell::Piece {
                        slot: becomes.copied().unwrap_or(slot),
                        side,
                        was: becomes.map(|_| slot),
                        tilde: false,
                    });
                    promoted = false;
                }
                None => {
                    wrong.extend(unknown(model, text, offset + at, letter));
                    cells.push(Cell::Empty);
                }
            },
        }
    }
    cells
}
