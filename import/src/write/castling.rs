//! Castling.

use super::Writer;
use crate::draft::Castling;
use crate::fen::Cell;
use crate::types::{self, Slot};
use ferz::rules::Side;

/// One castling move, files from 0.
pub(super) struct Way {
    pub(super) letter: char,
    king: Slot,
    rook: Slot,
    pub(super) king_from: u8,
    pub(super) king_to: u8,
    rook_from: u8,
    rook_to: u8,
}

impl Writer<'_> {
    pub(super) fn castling(&mut self) {
        self.no_ways();
        let castling = &self.model.castling;
        self.draft.castles_anywhere = castling.anywhere;
        self.draft.castles_dropped = castling.dropped;
        self.draft.castling_bars = castling.bars;
        let right = !castling.dropped || self.fen.castling != "-";
        for side in Side::ALL {
            let rank = self.rank(side);
            for way in self.ways(side) {
                self.draft.castlings.push(Castling {
                    side,
                    king: self.army.called(way.king),
                    rook: self.army.called(way.rook),
                    king_from: (rank, way.king_from),
                    king_to: (rank, way.king_to),
                    rook_from: (rank, way.rook_from),
                    rook_to: (rank, way.rook_to),
                    right,
                });
            }
        }
    }

    /// The castling moves to which a side has a right at the start.
    pub(super) fn ways(&mut self, side: Side) -> Vec<Way> {
        let rights: Vec<char> = self.fen.castling.chars().filter(|c| *c != '-').collect();
        let own = rights
            .iter()
            .filter(|c| c.is_ascii_uppercase() == (side == Side::White));
        let own: Vec<char> = own.map(char::to_ascii_uppercase).collect();
        if !self.model.castling.on {
            return Vec::new();
        }
        if self.model.castling.dropped {
            return ['K', 'Q']
                .into_iter()
                .filter_map(|letter| self.dropped_way(side, letter))
                .collect();
        }
        if own.iter().any(|letter| !matches!(letter, 'K' | 'Q')) && !self.model.drops.gates() {
            self.lose("startFen", "castling rights that are named after files");
        }
        let mut ways: Vec<Way> = Vec::new();
        let gates = self.model.drops.gates();
        for letter in own
            .into_iter()
            .filter(|letter| !gates || matches!(letter, 'K' | 'Q'))
        {
            let way = self.way(side, letter);
            ways.extend(way.filter(|way| ways.iter().all(|known| known.letter != way.letter)));
        }
        ways
    }

    /// The file of the piece that a letter means which gives no right to castle: it has not moved
    /// all the same.
    fn corner(&self, side: Side, letter: char) -> Option<char> {
        let rooks = &self.model.castling.rooks[side];
        let is_rook = |&file: &u8| self.at(side, file).is_some_and(|slot| rooks.has(slot));
        let mut files = 0..self.model.files;
        let file = match letter.to_ascii_uppercase() {
            'K' => files.rev().find(is_rook),
            _ => files.find(is_rook),
        }?;
        let first = if side == Side::White { b'A' } else { b'a' };
        Some(char::from(first + file))
    }

    /// Tells of letters that give no right to castle.
    fn no_ways(&mut self) {
        let castling = &self.model.castling;
        if !castling.on || castling.dropped {
            return;
        }
        let of = |letter: char| match letter {
            letter if letter.is_ascii_uppercase() => Side::White,
            _ => Side::Black,
        };
        let letters = self
            .fen
            .castling
            .chars()
            .filter(|letter| "KQkq".contains(*letter));
        let without: Vec<char> = letters
            .filter(|&letter| self.way(of(letter), letter.to_ascii_uppercase()).is_none())
            .collect();
        if without.is_empty() {
            return;
        }
        let beyond = [
            ("castlingKingsideFile", castling.kingside),
            ("castlingQueensideFile", castling.queenside),
        ];
        let beyond = beyond.into_iter().find(|(_, file)| *file >= self.model.files);
        let letters: String = without.iter().collect();
        if let Some((key, _)) = beyond {
            let why = "castling to a file beyond the board, which Fairy-Stockfish allows";
            return self.lose("startFen", format!("`{letters}`: {why} (`{key}`)"));
        }
        let why = "the two pieces that castle do not stand so";
        self.warn(
            "startFen",
            format!("`{letters}` in the start position gives no right to castle: {why}"),
        );
    }

    /// A castling move of pieces that are dropped on their squares.
    fn dropped_way(&self, side: Side, letter: char) -> Option<Way> {
        let castling = &self.model.castling;
        let kingside = letter == 'K';
        let king_to = if kingside {
            castling.kingside
        } else {
            castling.queenside
        };
        let mut own = self.army.whose[side].iter().copied();
        Some(Way {
            letter,
            king: castling.king[side],
            rook: own.find(|&slot| castling.rooks[side].has(slot))?,
            king_from: castling.king_file,
            king_to,
            rook_from: if kingside { self.model.files - 1 } else { 0 },
            rook_to: if kingside {
                king_to.checked_sub(1)?
            } else {
                king_to + 1
            },
        })
    }

    pub(super) fn rank(&self, side: Side) -> u8 {
        let rank = self.model.castling.rank;
        match side {
            Side::White => rank,
            Side::Black => self.model.ranks.saturating_sub(1).saturating_sub(rank),
        }
    }

    pub(super) fn at(&self, side: Side, file: u8) -> Option<Slot> {
        match self.fen.cell(self.rank(side), file) {
            Cell::Piece { slot, side: own, .. } if own == side => Some(slot),
            _ => None,
        }
    }

    fn way(&self, side: Side, letter: char) -> Option<Way> {
        let castling = &self.model.castling;
        let is_rook = |file: u8| {
            self.at(side, file)
                .is_some_and(|slot| castling.rooks[side].has(slot))
        };
        let last = self.model.files - 1;
        let rook_from = if letter == 'K' {
            (0..=castling.rook_kingside.min(last))
                .rev()
                .find(|&file| is_rook(file))?
        } else {
            (castling.rook_queenside..=last).find(|&file| is_rook(file))?
        };
        let king = castling.king[side];
        let kings: Vec<u8> = (0..=last)
            .filter(|&file| self.at(side, file) == Some(king))
            .collect();
        let king_from = match kings[..] {
            [only] => only,
            _ => kings.into_iter().find(|&file| file == castling.king_file)?,
        };
        let kingside = king_from < rook_from;
        let king_to = if kingside {
            castling.kingside
        } else {
            castling.queenside
        };
        let rook_to = if kingside {
            king_to.checked_sub(1)?
        } else {
            king_to + 1
        };
        if king_to > last || rook_to > last {
            return None;
        }
        Some(Way {
            letter: if kingside { 'K' } else { 'Q' },
            king,
            rook: self.at(side, rook_from)?,
            king_from,
            king_to,
            rook_from,
            rook_to,
        })
    }

    /// The letters of a side's gates in the start position, but for those through which nothing
    /// can come.
    fn gate_letters(&mut self, side: Side) -> String {
        let own = self.fen.castling.chars().filter(|letter| {
            letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (side == Side::White)
        });
        let gate = |letter: char| match letter.to_ascii_uppercase() {
            plain @ ('K' | 'Q') => {
                let corner = self.model.castling.on && self.way(side, plain).is_none();
                corner.then(|| self.corner(side, letter)).flatten()
            }
            _ => Some(letter),
        };
        let letters: Vec<char> = own.filter_map(gate).collect();
        let (open, rank) = (self.gates(side), self.rank(side));
        let is_open = |letter: &char| open.has(rank, letter.to_ascii_lowercase() as u8 - b'a');
        let (named, shut): (String, String) = letters.into_iter().partition(is_open);
        if !shut.is_empty() {
            let why = format!("`{shut}` in the start position: nothing can come in on these squares");
            self.warn("startFen", why);
        }
        named
    }

    /// The letters of the castling field that are about other pieces.
    pub(super) fn unmoved(&mut self) -> String {
        let mut field = String::new();
        if self.model.castling.dropped && self.fen.castling == "-" {
            return field;
        }
        for side in Side::ALL {
            if self.model.drops.gates() {
                field.push_str(&self.gate_letters(side));
            }
            field.push_str(&self.leaping_letters(side));
        }
        let nothing = field.is_empty() && self.draft.castlings.is_empty();
        if self.model.castling.on && nothing && self.fen.castling == "-" {
            let named = self.army.has(types::KING) && self.army.has(types::ROOK);
            if named {
                self.note(
                    "castling",
                    "the start position gives neither side the right to castle",
                );
            }
        }
        field
    }
}
