//! Chases: whether each move of a side newly attacks the same piece, which is not guarded. Does not
//! know the score of a chase: that is `past`.

use super::Past;
use crate::board::{Bits, Square, U256, union};
use crate::rules::{Chase, PieceName, Side};
use crate::variant::{Position, Variant};

impl Past<'_> {
    /// Whether a side has chased one and the same piece with each of its moves since a position.
    pub(super) fn has_chased(&self, chase: &Chase, side: Side, since: usize) -> bool {
        let mut chased: Option<U256> = None;
        let mut later = self.steps.len();
        for ply in self.answered(side, since).rev().filter(|&ply| ply > 0) {
            // The squares of the pieces before their own side moved.
            for between in (ply + 1..later).rev() {
                chased = chased.map(|squares| self.before_move(squares, between));
            }
            later = ply + 1;
            let now = Hunt::new(self, chase, side, ply).map_or(U256::EMPTY, |hunt| hunt.chased());
            let both = chased.map_or(now, |squares| squares & now);
            if both.is_empty() {
                return false;
            }
            chased = Some(both);
        }
        chased.is_some()
    }

    /// The squares on which pieces stood before the move that has led to a position, found from
    /// their present squares.
    fn before_move(&self, squares: U256, ply: usize) -> U256 {
        match self.steps[ply].mv {
            Some(mv) if squares.has(mv.to()) => (squares & !U256::bit(mv.to())) | U256::bit(mv.start()),
            _ => squares,
        }
    }
}

/// A piece: its square and its kind.
type Piece = (Square, usize);

/// One move of the side that may chase.
struct Hunt<'a> {
    variant: &'a Variant,
    before: &'a Position,
    now: &'a Position,
    from: Square,
    to: Square,
    hunter: Side,
    /// The pieces of the hunter, and those of the other side.
    hunters: Vec<Piece>,
    hunted: Vec<Piece>,
    /// The strength of kinds: the strongest have 0; `None` for kinds that do not chase.
    rank: Vec<Option<usize>>,
    /// The pieces that may be chased for their square, whatever their strength.
    also: U256,
}

impl<'a> Hunt<'a> {
    fn new(past: &Past<'a>, chase: &Chase, hunter: Side, ply: usize) -> Option<Self> {
        let variant = past.variant;
        let (before, now) = (&past.steps[ply - 1].position, &past.steps[ply].position);
        let mv = past.steps[ply].mv?;
        let [mut hunters, mut hunted] = [Vec::new(), Vec::new()];
        variant.each_piece(now, |square, kind, side| {
            let list = if side == hunter { &mut hunters } else { &mut hunted };
            list.push((square, kind));
        });
        let pieces = &variant.rules().pieces;
        let rank = |name: &PieceName| chase.by.iter().position(|names| names.contains(name));
        let of = |&&(square, kind): &&Piece| {
            let named = pieces
                .get_index(kind)
                .is_some_and(|(name, _)| chase.of.contains(name));
            let name = variant.topology().name(square);
            named
                && chase
                    .on
                    .as_ref()
                    .is_none_or(|on| on[hunter.other()].0.iter().any(|s| s == name))
        };
        let also = hunted
            .iter()
            .filter(of)
            .fold(U256::EMPTY, |set, &(square, _)| set | U256::bit(square));
        Some(Self {
            rank: pieces.keys().map(rank).collect(),
            also,
            variant,
            before,
            now,
            from: mv.start(),
            to: mv.to(),
            hunter,
            hunters,
            hunted,
        })
    }

    /// The squares of the pieces that the move chases.
    fn chased(&self) -> U256 {
        let new = self.hunters.iter().filter_map(|&(square, kind)| {
            let rank = self.rank[kind]?;
            let prey = self.new_attacks(square, kind) & self.prey();
            (!prey.is_empty()).then_some(((square, kind), rank, prey))
        });
        let new: Vec<(Piece, usize, U256)> = new.collect();
        let pinned = self.blockers(self.now, self.hunter.other());
        let bound = if new.is_empty() {
            U256::EMPTY
        } else {
            pinned | self.kept_from_facing()
        };
        let mut chased = U256::EMPTY;
        for (hunter, rank, prey) in new {
            for &(square, kind) in self.hunted.iter().filter(|(square, _)| prey.has(*square)) {
                let stronger = self.rank[kind].is_some_and(|own| own < rank);
                if stronger || self.is_loose(hunter, (square, kind), bound) {
                    chased |= U256::bit(square);
                }
            }
        }
        if pinned.is_empty() {
            return chased;
        }
        let newly = pinned & !self.blockers(self.before, self.hunter.other());
        chased | self.robbed_of_guards(newly) | self.uncovered(newly)
    }

    /// The pieces that may be chased.
    fn prey(&self) -> U256 {
        let ranked = self.hunted.iter().filter(|(_, kind)| self.rank[*kind].is_some());
        self.also | union(ranked, |&(square, _)| U256::bit(square))
    }

    /// The squares that a piece newly attacks. It did not attack them from its square before the
    /// move, nor, if it has moved, from its former square.
    fn new_attacks(&self, square: Square, kind: usize) -> U256 {
        let now = self.hits(self.now, square);
        if square != self.to {
            return now & !self.hits(self.before, square);
        }
        let there = self.put(self.before, square, Some((kind, self.hunter)));
        now & !(self.hits(self.before, self.from) & self.hits(&there, square))
    }

    /// Whether an attacked piece could be captured for nothing.
    fn is_loose(&self, (from, hunter): Piece, (square, kind): Piece, bound: U256) -> bool {
        if kind == hunter && !bound.has(square) && self.hits(self.now, square).has(from) {
            return false;
        }
        let taken = self.put(self.now, from, None);
        let taken = self.put(&taken, square, Some((hunter, self.hunter)));
        let mut guards = self.hunted.iter().filter(|&&(guard, _)| {
            guard != square && !bound.has(guard) && self.hits(&taken, guard).has(square)
        });
        guards.all(|&(_, kind)| {
            let back = self.put(&taken, square, Some((kind, self.hunter.other())));
            self.is_royal(kind, self.hunter.other()) && self.variant.is_faced(&back, self.hunter, square)
        })
    }

    /// Attacked pieces whose guard has just been pinned.
    fn robbed_of_guards(&self, newly: U256) -> U256 {
        let mut robbed = U256::EMPTY;
        let new = |&&(square, _): &&Piece| newly.has(square);
        for &(guard, _) in self.hunted.iter().filter(new) {
            for &(square, kind) in &self.hunted {
                let guarded = || {
                    let enemy = self.put(self.now, square, Some((kind, self.hunter)));
                    self.hits(&enemy, guard).has(square)
                };
                if square != guard && self.prey().has(square) && self.is_hit_by_free(square) && guarded() {
                    robbed |= U256::bit(square);
                }
            }
        }
        robbed
    }

    /// Whether the hunter attacks a square with a piece that does not shield its own royal from a
    /// check.
    fn is_hit_by_free(&self, square: Square) -> bool {
        let hits = |&&(from, _): &&Piece| self.hits(self.now, from).has(square);
        let mut hitting = self.hunters.iter().filter(hits).peekable();
        if hitting.peek().is_none() {
            return false;
        }
        let held = self.blockers(self.now, self.hunter);
        hitting.any(|&(from, _)| !held.has(from))
    }

    /// The pieces whose new attackers would discover a check by capturing them. Those whose
    /// attacker a royal could then capture are left out.
    fn uncovered(&self, newly: U256) -> U256 {
        let mut uncovered = U256::EMPTY;
        let new = |&&(square, _): &&Piece| newly.has(square);
        for &(from, kind) in self.hunters.iter().filter(new) {
            let hits = self.hits(self.now, from);
            let targets = self.hunted.iter().filter(|(square, _)| hits.has(*square));
            for &(square, target) in targets {
                if self.is_royal(target, self.hunter.other()) {
                    continue;
                }
                if !self.royal_captures(from, kind, square) || self.is_supported(from, square) {
                    uncovered |= U256::bit(square);
                }
            }
        }
        uncovered
    }

    /// Whether a royal could capture a piece of the hunter that has captured on a square.
    fn royal_captures(&self, from: Square, kind: usize, square: Square) -> bool {
        let taken = self.put(self.now, from, None);
        let taken = self.put(&taken, square, Some((kind, self.hunter)));
        self.royals()
            .any(|royal| royal != square && self.hits(&taken, royal).has(square))
    }

    /// Whether another piece of the hunter attacks a square, once its own piece and the royals are
    /// out of the way.
    fn is_supported(&self, from: Square, square: Square) -> bool {
        let away = self.put(self.now, from, None);
        let away = self
            .royals()
            .fold(away, |position, royal| self.put(&position, royal, None));
        let mut hunters = self.hunters.iter();
        hunters.any(|&(other, _)| other != from && self.hits(&away, other).has(square))
    }

    /// The pieces of a side whose absence would expose one of its royals to a new attacker.
    fn blockers(&self, position: &Position, side: Side) -> U256 {
        let mut pieces = Vec::new();
        self.variant
            .each_piece(position, |square, kind, whose| pieces.push((square, kind, whose)));
        let royals = pieces
            .iter()
            .filter(|&&(_, kind, whose)| whose == side && self.is_royal(kind, side));
        let mut blockers = U256::EMPTY;
        for &(royal, _, _) in royals {
            let attacking = self.variant.attackers(position, side.other(), royal);
            let opens = |without: &Position| {
                let mut attackers = self.variant.attackers(without, side.other(), royal).into_iter();
                attackers.any(|attacker| !attacking.contains(&attacker))
            };
            for &(square, _, _) in pieces.iter().filter(|&&(square, _, _)| square != royal) {
                let without = self.put(position, square, None);
                if self.variant.is_attacked(&without, side.other(), royal) && opens(&without) {
                    blockers |= U256::bit(square);
                }
            }
        }
        blockers
    }

    /// A piece on a line between royals of both sides that may not see each other. Apart from the
    /// royals, it is its side's only piece there. It counts as pinned, even with pieces of the
    /// other side on the line.
    fn kept_from_facing(&self) -> U256 {
        let mut kept = U256::EMPTY;
        let theirs = self
            .hunters
            .iter()
            .filter(|(_, kind)| self.is_royal(*kind, self.hunter));
        for &(royal, kind) in theirs {
            let alone = self.variant.lone_piece(kind, self.hunter, royal);
            let on_line = |&&(square, _): &&Piece| self.variant.is_faced(&alone, self.hunter, square);
            let (royals, others): (Vec<Piece>, Vec<Piece>) = self
                .hunted
                .iter()
                .filter(on_line)
                .partition(|(_, kind)| self.is_royal(*kind, self.hunter.other()));
            if let ([_, ..], [(square, _)]) = (&royals[..], &others[..]) {
                kept |= U256::bit(*square);
            }
        }
        kept
    }

    /// The squares of the hunted side's royals.
    fn royals(&self) -> impl Iterator<Item = Square> {
        let royal = |(_, kind): &&Piece| self.is_royal(*kind, self.hunter.other());
        self.hunted.iter().filter(royal).map(|&(square, _)| square)
    }

    fn is_royal(&self, kind: usize, side: Side) -> bool {
        let piece = self.variant.rules().pieces.get_index(kind);
        piece.is_some_and(|(_, piece)| piece.royal[side])
    }

    /// The squares on which the piece of a square could capture by plain moves.
    fn hits(&self, position: &Position, square: Square) -> U256 {
        let targets = self.variant.plain_targets(position, square).into_iter();
        let captures = targets.filter(|(_, captures)| *captures);
        union(captures, |(square, _)| U256::bit(square))
    }

    fn put(&self, position: &Position, square: Square, piece: Option<(usize, Side)>) -> Position {
        self.variant.with_piece(position, square, piece)
    }
}
