//! Castlings: from the rules to tables. Does not know whether one is possible in a position: that
//! is `movegen::castling`.

use super::{Builder, Wide};
use crate::board::{Bits, Square, union};
use crate::engine::castlings::Castle;
use crate::engine::compiled::{Attack, Open};
use crate::engine::error::CompileError;
use crate::engine::goals::Names;
use crate::order::sort;
use crate::rules::{BySide, Castling, RoyalRule, Ruleset, SquareName};

impl Builder<'_> {
    pub(super) fn castlings(
        &self,
        attacks: &BySide<Vec<Attack<Wide>>>,
    ) -> Result<Vec<Castle<Wide>>, CompileError> {
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
        // The layout may have room for more than plain rules need.
        let rich = !self.is_flat() || super::needs_rich_layout(self.rules, self.effects);
        let squares = anywhere.then(|| squares_that_tell(self.rules, self.target.rights, rich));
        let squares = squares.flatten();
        let most = if squares.is_some() {
            Wide::WIDTH
        } else {
            self.target.rights
        };
        if anywhere && (rules.len() > most || own.iter().any(is_file)) {
            return Err(CompileError::CastlingAnywhere);
        }
        for (number, castling) in rules.iter().enumerate() {
            if let Some(other) = rules[..number].iter().find(|other| other.does_the_same(castling)) {
                return Err(CompileError::SameCastlings(other.letter, castling.letter));
            }
        }
        let mark = |number: u8, square: &SquareName| {
            let place = |squares: &Vec<SquareName>| squares.iter().position(|other| other == square);
            let place = squares.as_ref().and_then(place);
            Wide::bit(place.map_or(number, |place| place as u8))
        };
        let castle = |(number, c): (u8, &Castling)| {
            let marks = [mark(number, &c.king_from), mark(number, &c.rook_from)];
            self.castle(c, marks, barred(c, &rules), attacks)
        };
        (0..=u8::MAX).zip(&rules).map(castle).collect()
    }

    /// One castling, with the marks of its right and the rights that it removes.
    fn castle(
        &self,
        c: &Castling,
        marks: BySide<Wide>,
        bars: Wide,
        attacks: &BySide<Vec<Attack<Wide>>>,
    ) -> Result<Castle<Wide>, CompileError> {
        let mut castle: Castle<Wide> = Castle {
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
            chains: c.chains && !self.rules.effects.is_empty(),
            ends_safe: false,
            by_drop: c.by_drop,
            by_effect: c.by_effect,
            bars,
            marks,
            anywhere: c.anywhere,
        };
        castle.is_royal = self
            .rules
            .pieces
            .get(&c.king)
            .is_some_and(|king| king.royal[c.side]);
        // A wall put at the end of the move may protect the king on its new square.
        let walls = self.rules.walls.as_ref().is_some_and(|walls| !walls.instead);
        if walls && castle.is_royal && self.rules.royalty.rule[c.side] == RoyalRule::All {
            castle.safe &= !Wide::bit(castle.king_to);
        }
        let hostile = &attacks[castle.side.other().index()];
        if castle.safe.has(castle.king_to) {
            castle.ends_safe = rook_matters(&castle, hostile);
            castle.end_is_judged = !castle.ends_safe;
        }
        if castle.ends_safe {
            castle.safe &= !castle.only_end();
        }
        Ok(castle)
    }
}

/// The squares whose unmoved pieces determine all castling rights. This is possible if all
/// castlings start anywhere, and if the rules are plain, so that a side never gets a second piece
/// that may be the king. `None` if there are too many such squares.
pub(crate) fn squares_that_tell(rules: &Ruleset, most: usize, rich: bool) -> Option<Vec<SquareName>> {
    let plain = |c: &Castling| c.anywhere && !c.bars && !c.by_drop && !c.by_effect;
    if rich || !rules.castling.iter().all(plain) {
        return None;
    }
    let mut all: Vec<Castling> = Vec::new();
    let mut squares: BySide<Vec<SquareName>> = Default::default();
    for castling in rules.castling.iter().flat_map(|c| c.everywhere(&rules.board)) {
        let same = |c: &Castling| c.king_from == castling.king_from && c.rook_from == castling.rook_from;
        if all.iter().any(same) || !is_only_king(rules, &castling) {
            return None;
        }
        let own = &mut squares[castling.side.index()];
        own.extend([castling.king_from.clone(), castling.rook_from.clone()]);
        all.push(castling);
    }
    let shared = squares[0].iter().any(|square| squares[1].contains(square));
    let mut squares = squares.concat();
    sort(&mut squares);
    squares.dedup();
    (!shared && squares.len() <= most).then_some(squares)
}

/// Whether a side never has another royal than the king of a castling.
fn is_only_king(rules: &Ruleset, castling: &Castling) -> bool {
    let side = castling.side;
    let mut royals = rules.pieces.iter().filter(|(_, piece)| piece.royal[side]);
    let (Some((name, king)), None) = (royals.next(), royals.next()) else {
        return false;
    };
    let placement = rules.start.split_whitespace().next().unwrap_or_default();
    let at_start = king.letter[side].map_or(0, |letter| letter.count_in(placement));
    let mut promotions = rules.promotions.iter();
    *name == castling.king && at_start <= 1 && !promotions.any(|p| p.side == side && p.to.contains(name))
}

/// The rights that a castling removes, as bits.
fn barred(castling: &Castling, all: &[Castling]) -> Wide {
    let same = |c: &Castling| {
        castling.bars && c.side != castling.side && c.letter.eq_ignore_ascii_case(&castling.letter)
    };
    let barred = (0..=u8::MAX).zip(all).filter(|(_, c)| same(c));
    union(barred, |(index, _)| Wide::bit(index))
}

/// Whether an attack on the king's end depends on the rook's start or end. Attacks that also hit
/// the king's start are left out if that must be safe.
fn rook_matters(castle: &Castle<Wide>, attacks: &[Attack<Wide>]) -> bool {
    let (left, entered) = (Wide::bit(castle.rook_from), Wide::bit(castle.rook_to));
    let starts_safe = castle.is_royal && castle.safe.has(castle.king_from);
    let near = Wide::bit(castle.king_from) | Wide::bit(castle.king_to);
    // No enemy is where the castling needs an empty square, or one of its own pieces.
    let own = castle.empty | left | Wide::bit(castle.king_from);
    attacks.iter().any(|attack| {
        let ends = attack.attack_mask.get(usize::from(castle.king_to)).copied();
        let ends = (ends.unwrap_or(Wide::EMPTY) & !own).squares();
        let matters = |from: Square| {
            let reaches = attack.attack_mask.get(usize::from(castle.king_from));
            let start = match reaches {
                Some(reaches) if reaches.has(from) => attack.range(castle.king_from, from),
                _ => 0..0,
            };
            let is_check = |p: &Open<Wide>| {
                start.clone().any(|q| {
                    let empty = attack.paths[q].empty;
                    (empty & !p.empty & !near).is_empty() && (attack.held(q) & !p.occupied).is_empty()
                })
            };
            attack.range(castle.king_to, from).any(|i| {
                let (p, asked) = (&attack.paths[i], attack.held(i));
                let shields = p.empty.meets(entered) && !(starts_safe && is_check(p));
                shields || p.empty.meets(left) || asked.meets(entered | left)
            })
        };
        ends.into_iter().any(matters)
    })
}
