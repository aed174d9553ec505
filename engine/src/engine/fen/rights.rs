//! The letters of castling rights and of gates, and the names of unmoved pieces in positions. Does
//! not know whether a castling is possible now: that is `movegen::castling`.

use crate::board::{Bits, Square, union};
use crate::engine::castlings::Castle;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::width::Wide;
use crate::rules::Side;

impl SetupRules {
    /// Whether a position gives the right to a castling. Rights of squares give it if its pieces
    /// stand there.
    fn has_right(&self, pos: &Setup, castle: &Castle<Wide>) -> bool {
        (castle.right() & !pos.castling).is_empty() && (!self.rights_of_squares || stand(pos, castle))
    }

    /// The castlings that a letter among the rights may mean. They are those of that letter, and
    /// those with a partner on the file of that name that may start anywhere.
    fn named(&self, letter: char) -> impl Iterator<Item = (u8, &Castle<Wide>)> {
        let all = (0..=u8::MAX).zip(&self.wide_castlings);
        all.filter(move |(_, castle)| castle.letter == letter || self.file_letter(castle) == Some(letter))
    }

    /// The file of the partner of a castling that may start anywhere, upper case for White.
    fn file_letter(&self, castle: &Castle<Wide>) -> Option<char> {
        let (file, _) = self
            .topology
            .coordinates(castle.rook_from)
            .filter(|_| castle.anywhere)?;
        let letter = char::from(b'a' + file);
        Some(match castle.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter,
        })
    }

    /// Whether a letter may stand among the rights, and which right of a position it means. Without
    /// both pieces on their start squares it means none (`EN-25`). A castling's own letter means
    /// the two pieces that are farthest apart. The letter of a file means the partner on it and the
    /// nearest piece that could castle with it.
    pub(crate) fn right_of(&self, pos: &Setup, letter: char) -> Option<Option<u8>> {
        let mut named = self.named(letter).peekable();
        named.peek()?;
        let standing = named.filter(|(_, castle)| stand(pos, castle));
        let apart = |(_, castle): &(u8, &Castle<Wide>)| {
            let apart = i16::from(castle.king_from.abs_diff(castle.rook_from));
            if castle.letter == letter { apart } else { -apart }
        };
        Some(standing.max_by_key(apart).map(|(right, _)| right))
    }

    /// The letters of the rights of a position, in the order of the rules. The outermost partner's
    /// castling has its own letter, other castlings have the letter of the partner's file.
    pub(crate) fn right_letters(&self, pos: &Setup) -> Vec<(char, u8)> {
        let letter = |(right, castle): (u8, &Castle<Wide>)| {
            let outermost = !castle.anywhere || self.right_of(pos, castle.letter) == Some(Some(right));
            let letter = if outermost {
                Some(castle.letter)
            } else {
                self.file_letter(castle)
            };
            (letter.unwrap_or(castle.letter), right)
        };
        let all = (0..=u8::MAX).zip(&self.wide_castlings);
        all.filter(|(_, castle)| self.has_right(pos, castle))
            .map(letter)
            .collect()
    }

    /// The unmoved piece, or the gate, that a letter means in the field of castling rights: upper
    /// case for White's.
    pub(crate) fn gate_of(&self, pos: &Setup, letter: char) -> Option<Square> {
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let gates = self.named_squares(pos, side);
        let mut named = gates
            .squares()
            .filter(|&square| self.gate_letter(side, square) == Some(letter));
        named.next().filter(|_| self.gates_by_file)
    }

    /// The unmoved piece that the letter of a file names for the first time among the castling
    /// rights. The letter of a castling names none, and the second occurrence of a file's letter is
    /// a right.
    pub(crate) fn newly_named(&self, pos: &Setup, letter: char, named: Wide) -> Option<Square> {
        let of_castling = self.wide_castlings.iter().any(|castle| castle.letter == letter);
        let gate = self.gate_of(pos, letter).filter(|_| !of_castling);
        gate.filter(|&gate| pos.unmoved.has(gate) && !named.has(gate))
    }

    /// The squares that letters name: gates, or squares of a side's pieces that may make a first
    /// move.
    fn named_squares(&self, pos: &Setup, side: Side) -> Wide {
        if self.has_gates {
            self.wide_gates[side.index()]
        } else {
            self.beginners(pos, side)
        }
    }

    /// The squares of a side's pieces that may make a first move if the position says so. They are
    /// on the rank on which such pieces start. If they start on several ranks, they are the start
    /// squares of their kind.
    pub(crate) fn beginners(&self, pos: &Setup, side: Side) -> Wide {
        let with_initial_move = self.with_initial_move[side.index()];
        let own = pos.of_kinds(with_initial_move) & pos.sides[side.index()];
        let homes = self.home[side.index()].iter().enumerate();
        let homes: Vec<(usize, Wide)> = homes
            .map(|(kind, home)| (kind, *home))
            .filter(|(kind, _)| with_initial_move >> kind & 1 == 1)
            .collect();
        let all = union(homes.iter(), |(_, home)| *home);
        // Their start squares are not known before the start position is read.
        let Some(first) = all.squares().next() else {
            return own;
        };
        let rank = |square: Square| self.topology.coordinates(square).map(|(_, rank)| rank);
        if rank(first).is_some() && all.squares().all(|square| rank(square) == rank(first)) {
            let there = own.squares().filter(|&square| rank(square) == rank(first));
            return union(there, Wide::bit);
        }
        let at_home = |(kind, home): &(usize, Wide)| *home & pos.of_kinds(1 << kind) & own;
        union(homes.iter(), at_home)
    }

    fn gate_letter(&self, side: Side, square: Square) -> Option<char> {
        let (file, _) = self.topology.coordinates(square)?;
        let letter = char::from(b'a' + file);
        Some(if side == Side::White {
            letter.to_ascii_uppercase()
        } else {
            letter
        })
    }

    /// Writes castling rights and gates, White's first. The gates of pieces that may castle need no
    /// letter, except for a partner whose right has the letter of its file.
    pub(super) fn print_gates(&self, pos: &Setup, out: &mut String) {
        let before = out.len();
        for side in Side::ALL {
            let mut open = pos.unmoved & self.named_squares(pos, side) & pos.sides[side.index()];
            for (letter, right) in self.right_letters(pos) {
                let castle = &self.wide_castlings[usize::from(right)];
                if castle.side == side {
                    out.push(letter);
                    open &= !Wide::bit(castle.king_from);
                    if letter == castle.letter {
                        open &= !Wide::bit(castle.rook_from);
                    }
                }
            }
            let mut open: Vec<Square> = open.squares().collect();
            open.sort_by_cached_key(|&square| self.topology.coordinates(square));
            out.extend(
                open.into_iter()
                    .filter_map(|square| self.gate_letter(side, square)),
            );
        }
        if out.len() == before {
            out.push('-');
        }
    }

    /// Pieces that may not have moved: those on a start square of their kind, or all that the
    /// position can name.
    pub(crate) fn at_home(&self, pos: &Setup) -> Wide {
        if self.gates_by_file && self.has_gates {
            return self.remembered(pos);
        }
        if self.gates_by_file {
            return self.beginners(pos, Side::White) | self.beginners(pos, Side::Black);
        }
        let mut set = Wide::EMPTY;
        for side in Side::ALL {
            for (kind, home) in self.home[side.index()].iter().enumerate() {
                set |= *home & pos.own(side, kind);
            }
        }
        if self.has_gates {
            set &= self.remembered(pos);
        }
        set
    }

    /// The squares on which the position must show whether the pieces there have moved.
    fn remembered(&self, pos: &Setup) -> Wide {
        let side = |side: Side| {
            let own = self.tracks_unmoved[side.index()] & pos.sides[side.index()];
            if self.gates_end && !self.may_gate(&pos.hands[side.index()], side) {
                Wide::EMPTY
            } else {
                own
            }
        };
        side(Side::White) | side(Side::Black)
    }
}

/// Whether both pieces of a castling stand on their start squares.
fn stand(pos: &Setup, castle: &Castle<Wide>) -> bool {
    let home = |kind, square| pos.piece(square) == Some((kind, castle.side));
    home(castle.king, castle.king_from) && home(castle.rook, castle.rook_from)
}
