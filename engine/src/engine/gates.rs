//! Gates: squares on which a piece comes from the hand behind another that leaves them for the first time; and how positions name
//! pieces that have not moved.
//!
//! Such a move is the move of the piece that leaves, with the kind that comes in as its `promotion`: see [`Move::letting_in`].

use super::compiled::NONE;
use super::core::Core;
use super::layout::{Hands as _, Layout};
use super::position::{Deed, Move, Pos};
use crate::board::{Bits, Square};
use crate::rules::Side;

impl<L: Layout> Core<L> {
    /// Whether pieces may come behind others at all.
    #[inline(always)]
    pub(crate) fn has_gates(&self) -> bool {
        L::RICH && self.has_gates
    }

    /// What comes from the hand behind a piece that moves, and where, if something does.
    #[inline(always)]
    pub(crate) fn entering(&self, mv: Move) -> Option<(u8, Square)> {
        if !self.has_gates() {
            return None;
        }
        let (kind, beside) = mv.let_in()?;
        let square = match mv.deed {
            Deed::Castle(index) if beside => self.castlings[usize::from(index)].rook_from,
            _ => mv.from,
        };
        Some((kind, square))
    }

    /// What the piece that moves becomes, if anything.
    #[inline(always)]
    pub(crate) fn promotes_to(&self, mv: Move) -> Option<u8> {
        let becomes = mv.promotion != NONE && mv.deed != Deed::Drop && self.entering(mv).is_none();
        becomes.then_some(mv.promotion)
    }

    /// Whether a side has something that may come behind other pieces.
    pub(crate) fn may_gate(&self, pos: &Pos<L>, side: Side) -> bool {
        let held = |held: u8| pos.hands.count(side, held) > 0;
        let mut drops = self.drops[side.index()].iter();
        drops.any(|drop| !drop.gate.is_empty() && (drop.endless || held(drop.held_as)))
    }

    /// The piece that has not moved, or the gate, that a letter means in the field of castling rights: upper case for White's.
    pub(crate) fn gate_of(&self, pos: &Pos<L>, letter: char) -> Option<Square> {
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

    /// The piece that has not moved that a letter of a file names for the first time among the castling rights. The letter of a
    /// castling is none, and said again a file's letter is a right.
    pub(crate) fn newly_named(&self, pos: &Pos<L>, letter: char, named: L::B) -> Option<Square> {
        let of_castling = self.castlings.iter().any(|castle| castle.letter == letter);
        let gate = self.gate_of(pos, letter).filter(|_| !of_castling);
        gate.filter(|&gate| pos.unmoved.has(gate) && !named.has(gate))
    }

    /// The squares that letters name: gates, or where a side's pieces stand that may make a first move.
    fn named_squares(&self, pos: &Pos<L>, side: Side) -> L::B {
        if self.has_gates {
            self.gates[side.index()]
        } else {
            self.beginners(pos, side)
        }
    }

    /// Where a side's pieces stand that may make a first move if the position says so: on the rank on which they start, or where
    /// one of their kind starts if that is on several ranks.
    pub(crate) fn beginners(&self, pos: &Pos<L>, side: Side) -> L::B {
        let novices = self.novices[side.index()];
        let own = self.of_kinds(pos, novices) & pos.sides[side.index()];
        let homes = self.home[side.index()].iter().enumerate();
        let homes: Vec<(usize, L::B)> = homes
            .map(|(kind, home)| (kind, *home))
            .filter(|(kind, _)| novices >> kind & 1 == 1)
            .collect();
        let all = homes.iter().fold(L::B::EMPTY, |all, (_, home)| all | *home);
        // Where they start is not known before the start position is read.
        let Some(first) = all.squares().next() else {
            return own;
        };
        let rank = |square: Square| self.topology.coordinates(square).map(|(_, rank)| rank);
        if rank(first).is_some() && all.squares().all(|square| rank(square) == rank(first)) {
            let there = own.squares().filter(|&square| rank(square) == rank(first));
            return there.fold(L::B::EMPTY, |all, square| all | L::B::bit(square));
        }
        let at_home = |(kind, home): &(usize, L::B)| *home & pos.kind(*kind as u8) & own;
        homes.iter().fold(L::B::EMPTY, |all, home| all | at_home(home))
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

    /// Writes castling rights and gates, White's first; the gates of those that may castle need not be named, but for a partner whose
    /// right has the letter of its file.
    pub(super) fn print_gates(&self, pos: &Pos<L>, out: &mut String) {
        let before = out.len();
        for side in Side::ALL {
            let mut open = pos.unmoved & self.named_squares(pos, side) & pos.sides[side.index()];
            for (letter, right) in self.right_letters(pos) {
                let castle = &self.castlings[usize::from(right)];
                if castle.side == side {
                    out.push(letter);
                    open &= !L::B::bit(castle.king_from);
                    if letter == castle.letter {
                        open &= !L::B::bit(castle.rook_from);
                    }
                }
            }
            let mut open: Vec<Square> = open.squares().collect();
            open.sort_by_key(|&square| self.topology.coordinates(square));
            out.extend(
                open.into_iter()
                    .filter_map(|square| self.gate_letter(side, square)),
            );
        }
        if out.len() == before {
            out.push('-');
        }
    }

    /// What comes behind a piece that moves, in standard algebraic notation: `/H`, with its square where two pieces move.
    pub(super) fn entering_san(&self, pos: &Pos<L>, mv: Move, out: &mut String) {
        let Some((kind, square)) = self.entering(mv) else {
            return;
        };
        out.push('/');
        out.push_str(self.naming.large(pos.turn, kind).as_str());
        if matches!(mv.deed, Deed::Castle(_)) {
            out.push_str(self.topology.name(square));
        }
    }
}
