//! Positions of a few pieces, in which a side is often mated, stuck or checked again and again.

use super::Random;
use crate::board::{Bits as _, Square, U256};
use crate::engine::{Position, Variant};
use crate::rules::{PerSide, Side};
use crate::ways::piece_ends;
use std::cell::OnceCell;

/// Makes up positions of the royals and a few other pieces.
pub(crate) struct Sparse<'v> {
    variant: &'v Variant,
    /// The board without pieces; the side to move, its hand and all rights are those of the seed.
    empty: Position,
    us: Side,
    /// The squares of each kind, where it has any.
    haunts: PerSide<Vec<Vec<Square>>>,
    /// The kinds of the side to move that promote, on the squares where they can with one move.
    brink: OnceCell<Vec<(usize, Square)>>,
}

impl<'v> Sparse<'v> {
    /// Positions of the side that is to move in `seed`.
    pub(crate) fn new(variant: &'v Variant, seed: &Position) -> Self {
        let squares = variant.topology().squares();
        let empty = squares.squares().fold(seed.clone(), |position, square| {
            variant.with_piece(&position, square, None)
        });
        Self {
            variant,
            empty,
            us: variant.turn(seed),
            haunts: PerSide::new(haunts(variant, Side::White), haunts(variant, Side::Black)),
            brink: OnceCell::new(),
        }
    }

    /// The royals of both sides, up to three more pieces of the other side, and perhaps one of the
    /// side to move: in one position of four, or wherever the side has no royal.
    pub(crate) fn position(&self, random: &mut Random) -> Position {
        self.with(random, 4)
    }

    /// The same with a piece of the side to move in one position of `rarity`.
    pub(crate) fn with(&self, random: &mut Random, rarity: usize) -> Position {
        let mut position = self.empty.clone();
        let mut put = |kind: usize, side: Side, random: &mut Random| {
            let squares = &self.haunts[side][kind];
            let square = squares[random.below(squares.len())];
            position = self.variant.with_piece(&position, square, Some((kind, side)));
        };
        for side in Side::ALL {
            for kind in self.kinds(side, true) {
                put(kind, side, random);
            }
        }
        let own = self.kinds(self.us, false);
        let alone = self.kinds(self.us, true).is_empty();
        if (alone || random.below(rarity) == 0) && !own.is_empty() {
            put(own[random.below(own.len())], self.us, random);
        }
        let theirs = self.kinds(self.us.other(), false);
        for _ in 0..=random.below(3) {
            if !theirs.is_empty() {
                put(theirs[random.below(theirs.len())], self.us.other(), random);
            }
        }
        position
    }

    /// The royals of both sides, one of `side` among pieces of its own on nearly all squares where
    /// it could move, and up to three pieces of the other side: mates by pieces that cannot mate
    /// alone.
    pub(crate) fn crowded(&self, side: Side, random: &mut Random) -> Position {
        let mut position = self.empty.clone();
        let (rules, topology) = (self.variant.rules(), self.variant.topology());
        let mut royal = None;
        for owner in Side::ALL {
            for kind in self.kinds(owner, true) {
                let squares = &self.haunts[owner][kind];
                let square = squares[random.below(squares.len())];
                position = self.variant.with_piece(&position, square, Some((kind, owner)));
                royal = if owner == side {
                    Some((kind, square))
                } else {
                    royal
                };
            }
        }
        let (own, others) = (self.kinds(side, false), self.kinds(side.other(), false));
        if let Some((name, square)) = royal.and_then(|(kind, at)| Some((rules.pieces.get_index(kind)?.0, at)))
        {
            let ends = piece_ends(rules, topology, name, side, square);
            // In half of the positions a square stays empty. The pieces are alike if they can be.
            let hole = random.below(2 * ends.len().max(1));
            let most = own.get(random.below(own.len().max(1)));
            for (i, end) in ends.iter().enumerate() {
                let free = i != hole && self.variant.piece_at(&position, end.to).is_none();
                let other = own.get(random.below(own.len().max(1)));
                let mut kinds = [most, other].into_iter().flatten();
                let fits = kinds.find(|kind| self.haunts[side][**kind].contains(&end.to));
                if let Some(&kind) = fits.filter(|_| free) {
                    position = self.variant.with_piece(&position, end.to, Some((kind, side)));
                }
            }
        }
        for _ in 0..=random.below(3) {
            if !others.is_empty() {
                let kind = others[random.below(others.len())];
                let squares = &self.haunts[side.other()][kind];
                let square = squares[random.below(squares.len())];
                let piece = Some((kind, side.other()));
                position = self.variant.with_piece(&position, square, piece);
            }
        }
        position
    }

    /// A few pieces, and one of the side to move that could promote at once if it stood alone.
    pub(crate) fn promoting(&self, random: &mut Random) -> Position {
        let position = self.with(random, usize::MAX);
        let brink = self.brink.get_or_init(|| brink(self.variant, self.us));
        if brink.is_empty() {
            return position;
        }
        let (kind, square) = brink[random.below(brink.len())];
        match self.variant.piece_at(&position, square) {
            None => self.variant.with_piece(&position, square, Some((kind, self.us))),
            Some(_) => position,
        }
    }

    fn kinds(&self, side: Side, royal: bool) -> Vec<usize> {
        let all = self.variant.rules().pieces.values().enumerate();
        all.filter(|(_, piece)| piece.letter[side].is_some() && piece.royal[side] == royal)
            .map(|(kind, _)| kind)
            .collect()
    }
}

/// The kinds of a side that promote, on the squares from which they can if they stand alone.
fn brink(variant: &Variant, side: Side) -> Vec<(usize, Square)> {
    let rules = variant.rules();
    let mut found = Vec::new();
    for promotion in rules.promotions.iter().filter(|p| p.side == side) {
        let Some(kind) = rules.pieces.get_index_of(&promotion.piece) else {
            continue;
        };
        for square in variant.topology().squares().squares() {
            let alone = variant.lone_piece(kind, side, square);
            let moves = variant.legal_moves(&alone);
            if !found.contains(&(kind, square)) && moves.iter().any(|mv| variant.promotion(*mv).is_some()) {
                found.push((kind, square));
            }
        }
    }
    found
}

/// The same position with this side to move.
pub(crate) fn with_turn(variant: &Variant, position: &Position, side: Side) -> Option<Position> {
    if variant.turn(position) == side {
        return Some(position.clone());
    }
    let fen = variant.fen(position);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    *fields.get_mut(1)? = match side {
        Side::White => "w",
        Side::Black => "b",
    };
    variant.position(&fields.join(" ")).ok()
}

/// The squares to which the pieces of each kind can come from the start by their own moves; all
/// squares for kinds that do not stand there.
fn haunts(variant: &Variant, side: Side) -> Vec<Vec<Square>> {
    let (rules, topology) = (variant.rules(), variant.topology());
    let start = variant.start();
    let all = topology.squares();
    let of = |(kind, name): (usize, &String)| -> Vec<Square> {
        let home = all
            .squares()
            .filter(|&at| variant.piece_at(&start, at) == Some((kind, side)));
        let mut open: Vec<Square> = home.collect();
        let mut found = open.iter().fold(U256::EMPTY, |set, &at| set | U256::bit(at));
        while let Some(from) = open.pop() {
            for end in piece_ends(rules, topology, name, side, from) {
                if !found.has(end.to) {
                    found |= U256::bit(end.to);
                    open.push(end.to);
                }
            }
        }
        if found.is_empty() { all } else { found }.squares().collect()
    };
    rules.pieces.keys().enumerate().map(of).collect()
}
