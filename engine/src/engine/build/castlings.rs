//! Castlings.

use super::Builder;
use crate::board::Bits;
use crate::engine::castlings::Castle;
use crate::engine::core::Attack;
use crate::engine::error::CompileError;
use crate::engine::goals::Names;
use crate::engine::layout::{Layout, Whose};
use crate::rules::{Castling, RoyalRule};

impl<L: Layout> Builder<'_, L> {
    pub(super) fn castlings(&self, attacks: &[Vec<Attack<L>>; 2]) -> Result<Vec<Castle<L>>, CompileError> {
        let own = &self.rules.castling;
        if own.len() > 16 {
            return Err(CompileError::TooManyCastlings(own.len()));
        }
        let all = own
            .iter()
            .flat_map(|castling| castling.everywhere(&self.rules.board));
        let rules: Vec<Castling> = all.collect();
        let anywhere = own.iter().any(|castling| castling.anywhere);
        let is_file = |c: &Castling| {
            let file = u32::from(c.letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
            file.is_some_and(|file| file < self.rules.board.files.into())
        };
        if anywhere && (rules.len() > L::Rights::WIDTH || own.iter().any(is_file)) {
            return Err(CompileError::CastlingAnywhere);
        }
        for (number, castling) in rules.iter().enumerate() {
            if let Some(other) = rules[..number].iter().find(|other| other.does_the_same(castling)) {
                return Err(CompileError::SameCastlings(other.letter, castling.letter));
            }
        }
        let castle = |c: &Castling| {
            let mut castle: Castle<L> = Castle {
                side: c.side,
                letter: c.letter,
                king: self.kind(&c.king)?,
                king_from: self.square(&c.king_from)?,
                king_to: self.square(&c.king_to)?,
                rook: self.kind(&c.rook)?,
                rook_from: self.square(&c.rook_from)?,
                rook_to: self.square(&c.rook_to)?,
                is_royal: false,
                empty: self.set(&c.empty),
                safe: self.set(&c.safe),
                end_is_judged: false,
                by_drop: c.by_drop,
                bars: barred(c, &rules),
                anywhere: c.anywhere,
            };
            castle.is_royal = self
                .rules
                .pieces
                .get(&c.king)
                .is_some_and(|king| king.royal[c.side]);
            // Where a wall comes at the end of the move, it may protect the king where it ends.
            let walls = self.rules.walls.as_ref().is_some_and(|walls| !walls.instead);
            if walls && castle.is_royal && self.rules.royalty.rule[c.side] == RoyalRule::All {
                castle.safe &= !L::B::bit(castle.king_to);
            }
            let hostile = &attacks[castle.side.other().index()];
            castle.end_is_judged = castle.safe.has(castle.king_to) && !rook_matters(&castle, hostile);
            Ok(castle)
        };
        rules.iter().map(castle).collect()
    }
}

/// The rights that a castling takes, as bits.
fn barred<R: Bits>(castling: &Castling, all: &[Castling]) -> R {
    let same = |c: &Castling| {
        castling.bars && c.side != castling.side && c.letter.eq_ignore_ascii_case(&castling.letter)
    };
    let barred = (0..=u8::MAX).zip(all).filter(|(_, c)| same(c));
    barred.fold(R::EMPTY, |set, (index, _)| set | R::bit(index))
}

/// Whether an attack on the king where it ends depends on where the rook leaves or comes to stand.
fn rook_matters<L: Layout>(castle: &Castle<L>, attacks: &[Attack<L>]) -> bool {
    let (left, entered) = (L::B::bit(castle.rook_from), L::B::bit(castle.rook_to));
    attacks.iter().any(|attack| {
        attack.paths_to(castle.king_to).iter().any(|p| {
            let asked = p.occupied | p.whose.friend() | p.whose.enemy();
            p.empty.meets(left) || asked.meets(entered | left)
        })
    })
}
