//! The value of squares for pieces: by their moves from there, by the way to promotion and to
//! goals, by the safety of royals.

use crate::values::Values;
use ferz::board::{Bits as _, Square};
use ferz::engine::Variant;
use ferz::rules::{GoalCondition, Score, Side, Squares};

/// The bonus of a piece on a square, with many pieces on the board and with few.
pub(crate) type Bonus = [i32; 2];

/// From each square to where a piece can go on an empty board.
type Ways = Vec<Vec<Square>>;

/// Out of reach.
const FAR: u32 = u32::MAX;

/// Works out what squares are worth to the pieces of one variant.
pub(crate) struct Places<'v> {
    variant: &'v Variant,
    values: &'v Values,
    /// By kind and side.
    ways: Vec<[Ways; 2]>,
}

impl<'v> Places<'v> {
    pub(crate) fn new(variant: &'v Variant, values: &'v Values) -> Self {
        let pieces = variant.played().pieces.values().enumerate();
        let ways = pieces.map(|(kind, piece)| {
            Side::each(|side| match piece.letter[side] {
                Some(_) => ways(variant, kind, side),
                None => Vec::new(),
            })
        });
        let ways = ways.collect();
        Self {
            variant,
            values,
            ways,
        }
    }

    /// The bonuses of all squares for a kind of a side, by number of square.
    pub(crate) fn bonuses(&self, kind: usize, side: Side) -> Vec<Bonus> {
        let size = self.variant.topology().size();
        let mut bonuses = vec![[0, 0]; size];
        if self.ways[kind][side.index()].is_empty() {
            return bonuses;
        }
        let royal = self.variant.played().pieces[kind].royal[side];
        let to_goal = self.to_goal(kind, side);
        for square in self.variant.topology().squares().squares() {
            let bonus = &mut bonuses[usize::from(square)];
            if royal {
                self.shelter(bonus, square, side, to_goal.is_some());
            } else {
                self.freedom(bonus, kind, square, side);
            }
            if let Some(distances) = &to_goal {
                let near = nearness(distances[usize::from(square)]);
                let share = if royal { 1 } else { 2 };
                *bonus = bonus.map(|b| b + near / share);
            }
        }
        self.ascent(&mut bonuses, kind, side);
        bonuses
    }

    /// The squares on which a piece of a kind wins.
    pub(crate) fn goal(&self, kind: usize, side: Side) -> Vec<Square> {
        let rules = self.variant.played();
        let name = rules.pieces.get_index(kind).map(|(name, _)| name);
        let goals = rules.end.goals.iter().filter(|goal| goal.side == side);
        let zones = goals.filter_map(|goal| match &goal.condition {
            GoalCondition::Reach(reach) if goal.score == Score::Win => {
                let named = reach.pieces.iter().any(|piece| Some(piece) == name);
                named.then(|| self.squares(&reach.zone))
            }
            _ => None,
        });
        zones.flatten().collect()
    }

    fn squares(&self, zone: &Squares) -> Vec<Square> {
        let topology = self.variant.topology();
        zone.0.iter().filter_map(|name| topology.square(name)).collect()
    }

    fn to_goal(&self, kind: usize, side: Side) -> Option<Vec<u32>> {
        let goal = self.goal(kind, side);
        (!goal.is_empty()).then(|| distances(&self.ways[kind][side.index()], &goal))
    }

    /// Royals keep back while there are many pieces, and come to the middle when there are few.
    fn shelter(&self, bonus: &mut Bonus, square: Square, side: Side, has_goal: bool) {
        let Some((across, ahead)) = self.middle(square, side) else {
            return;
        };
        let forward = if has_goal { 40.0 } else { 80.0 };
        bonus[0] += (-forward * ahead - 15.0 * across) as i32;
        bonus[1] += (30.0 * across.min(1.0 - (2.0 * ahead - 1.0).abs())) as i32;
    }

    /// Others stand where they have more moves than elsewhere, and rather in the middle.
    fn freedom(&self, bonus: &mut Bonus, kind: usize, square: Square, side: Side) {
        let ways = &self.ways[kind][side.index()];
        let squares = self.variant.topology().squares();
        let all: usize = squares.squares().map(|s| ways[usize::from(s)].len()).sum();
        let average = all as f64 / f64::from(squares.count().max(1));
        let own = ways[usize::from(square)].len() as f64;
        let mut worth = (own - average) * 40.0 / average.max(2.0);
        if let Some((across, ahead)) = self.middle(square, side) {
            worth += 8.0 * across * ahead.min(0.6);
        }
        *bonus = bonus.map(|b| b + worth.clamp(-60.0, 60.0) as i32);
    }

    /// How near to the middle file a square is, and how far ahead: both from 0 to 1. `None` for
    /// squares off the grid.
    fn middle(&self, square: Square, side: Side) -> Option<(f64, f64)> {
        let topology = self.variant.topology();
        let (file, rank) = topology.coordinates(square)?;
        let part = |at: u8, most: u8| f64::from(at) / f64::from(most.saturating_sub(1).max(1));
        let across = 1.0 - (2.0 * part(file, topology.files()) - 1.0).abs();
        let ahead = part(rank, topology.ranks());
        let ahead = match side {
            Side::White => ahead,
            Side::Black => 1.0 - ahead,
        };
        Some((across, ahead))
    }

    /// A piece that can promote is worth more the nearer it is to promotion.
    fn ascent(&self, bonuses: &mut [Bonus], kind: usize, side: Side) {
        let rules = self.variant.played();
        let own = self.values[kind][side.index()];
        for promotion in rules.promotions.iter().filter(|p| p.side == side) {
            if rules.pieces.get_index_of(&promotion.piece) != Some(kind) {
                continue;
            }
            let kinds = promotion
                .to
                .iter()
                .filter_map(|name| rules.pieces.get_index_of(name));
            let best = kinds.map(|kind| self.values[kind][side.index()]).max();
            let gain = best.map_or(0, |best| best - own).clamp(0, 1_000);
            let zone = self.squares(&promotion.zone);
            let distances = distances(&self.ways[kind][side.index()], &zone);
            for (bonus, distance) in bonuses.iter_mut().zip(distances) {
                let share = [12, 14, 8, 5, 3, 2, 1]
                    .get(distance as usize)
                    .copied()
                    .unwrap_or(0);
                bonus[0] += gain * share / 100;
                bonus[1] += gain * share * 2 / 100;
            }
        }
    }
}

/// The value of being this many moves from a goal.
fn nearness(distance: u32) -> i32 {
    match distance {
        FAR => 0,
        distance => 240 / (distance as i32 + 1) - 10 * distance as i32,
    }
}

/// The targets of a piece from each square of an empty board.
fn ways(variant: &Variant, kind: usize, side: Side) -> Ways {
    let mut ways = vec![Vec::new(); variant.topology().size()];
    for square in variant.topology().squares().squares() {
        let alone = variant.lone_piece(kind, side, square);
        let targets = variant.plain_targets(&alone, square).into_iter();
        ways[usize::from(square)] = targets.map(|(to, _)| to).collect();
    }
    ways
}

/// How many moves it takes from each square to a zone.
fn distances(ways: &Ways, zone: &[Square]) -> Vec<u32> {
    let mut distances = vec![FAR; ways.len()];
    for &square in zone {
        distances[usize::from(square)] = 0;
    }
    loop {
        let mut changed = false;
        for (from, targets) in ways.iter().enumerate() {
            let next = targets.iter().map(|&to| distances[usize::from(to)]).min();
            let through = next.unwrap_or(FAR).saturating_add(1);
            if through < distances[from] {
                distances[from] = through;
                changed = true;
            }
        }
        if !changed {
            return distances;
        }
    }
}
