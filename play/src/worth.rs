//! The evaluation: what a position is worth, from the rules alone.

use crate::activity::{Activity, Set, add};
use crate::score::MOST;
use crate::squares::Places;
use crate::values::{Values, values};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::{Goal, GoalCondition, Piece, PieceName, Score, Side};

/// The value of the right to move.
const TEMPO: i32 = 10;
/// Numbers of squares.
const SQUARES: usize = 256;
/// With a lead of at least this much, bringing the royals together is rewarded.
const LEAD: i32 = 300;

/// The cost of having one piece more than are too few. With more pieces it falls with the square of
/// their number.
const LAST_PIECE: i32 = 800;
/// Once the whole army is gone, a lead grows by its part in this many.
const EXCHANGED: i32 = 4;

/// The value of having one check left to give. With more checks left it falls with the square of
/// their number.
const LAST_CHECK: i32 = 1_600;

/// The value of each move more than the opponent has, if a player without moves loses.
const MOVE_LEFT: i32 = 50;

/// The values of the pieces and squares of one variant.
#[derive(Debug)]
pub struct Worth {
    values: Values,
    /// By kind, side and square: the piece with its place, while there are many pieces and when
    /// there are few.
    places: Vec<[i32; 2]>,
    /// By kind and side, the squares on which such a piece wins.
    goals: Vec<[Vec<Square>; 2]>,
    royal: Vec<[bool; 2]>,
    /// Whether there are hands.
    hands: bool,
    /// Whether a side wins by checks.
    counts_checks: bool,
    /// The coordinates of squares on the grid.
    grid: Vec<Option<(i32, i32)>>,
    /// The value of all pieces of the start position.
    full: i32,
    /// The values, royals above all others together.
    trades: Values,
    /// By kind and side: whether it is a piece of some worth that does not rise by going on, so
    /// that it can come back.
    officers: Vec<[bool; 2]>,
    activity: Activity,
    losses: Vec<Lost>,
    /// Whether moves count, and no pieces.
    runs_out: bool,
}

/// A side's goal of losing by too few pieces: the pieces that count.
#[derive(Debug)]
struct Lost {
    side: Side,
    /// By kind: whether it counts.
    kinds: Vec<bool>,
    at_most: u32,
}

/// Sums over the pieces of a position, White's minus Black's.
#[derive(Default)]
struct Sum {
    many: i32,
    few: i32,
    material: i32,
    all: i32,
    royals: [Option<Square>; 2],
    /// The squares of each side's pieces other than royals.
    pieces: [Set; 2],
}

impl Worth {
    /// Works out the values of pieces and squares from the rules of a variant.
    pub fn new(variant: &Variant) -> Self {
        let runs_out = runs_out(variant);
        let mut values = values(variant);
        if runs_out {
            values.fill([0; 2]);
        }
        let royal: Vec<[bool; 2]> = variant
            .rules()
            .pieces
            .values()
            .map(|p| Side::each(|side| p.royal[side]))
            .collect();
        let (mut places, mut goals) = (Vec::new(), Vec::new());
        {
            let squares = Places::new(variant, &values);
            for (kind, by_side) in values.iter().enumerate() {
                for side in Side::ALL {
                    let value = by_side[side.index()];
                    let bonuses = squares.bonuses(kind, side);
                    let bonus = |square: usize| bonuses.get(square).copied().unwrap_or_default();
                    places.extend((0..SQUARES).map(|square| bonus(square).map(|b| b + value)));
                }
                goals.push(Side::each(|side| squares.goal(kind, side)));
            }
        }
        let start = variant.start();
        let coordinates = |square: usize| {
            let (file, rank) = variant.topology().coordinates(square as Square)?;
            Some((i32::from(file), i32::from(rank)))
        };
        let mut worth = Self {
            trades: trades(&values, &royal),
            officers: officers(variant, &values),
            activity: Activity::new(variant, &values),
            losses: losses(variant),
            runs_out,
            values,
            places,
            goals,
            royal,
            hands: !variant.played().drops.is_empty(),
            counts_checks: Side::ALL
                .iter()
                .any(|&side| variant.checks_to_give(&start, side).is_some()),
            grid: (0..variant.topology().size()).map(coordinates).collect(),
            full: 1,
        };
        worth.full = worth.sum(variant, &start).all.max(1);
        worth
    }

    /// The value of a piece of a kind (its index in the ruleset's pieces) to its side, in
    /// hundredths of a pawn.
    pub fn value(&self, kind: usize, side: Side) -> i32 {
        self.values[kind][side.index()]
    }

    /// The value of a side's pieces on the board, less the opponent's.
    pub fn material(&self, variant: &Variant, position: &Position, side: Side) -> i32 {
        seen_from(side, self.sum(variant, position).material)
    }

    /// The value of a quiet position to a side that is to decide.
    pub fn of(&self, variant: &Variant, position: &Position, side: Side) -> i32 {
        if self.runs_out {
            return (more_moves(variant, position, side) * MOVE_LEFT + TEMPO).clamp(-MOST, MOST);
        }
        let sum = self.sum(variant, position);
        let many = i64::from(sum.all.min(self.full));
        let few = i64::from(self.full) - many;
        let both = i64::from(sum.many) * many + i64::from(sum.few) * few;
        let mut score = (both / i64::from(self.full)) as i32 + self.checks(variant, position);
        if sum.all < self.full / 3 && sum.material.abs() > LEAD {
            score += sum.material.signum() * self.closeness(sum.royals);
        }
        let (moves, force) = self.activity.reach(variant, position);
        let guard =
            |side: usize| sum.royals[side].map_or(0, |royal| self.activity.guard(royal, &sum.pieces[side]));
        let royals = (force + guard(0) - guard(1)) * many as i32 / self.full;
        score += moves + royals + self.shortage(variant, position);
        if !self.hands {
            // The leading side gains by exchanges.
            score += (i64::from(sum.material) * few / i64::from(EXCHANGED * self.full)) as i32;
        }
        (seen_from(side, score) + TEMPO).clamp(-MOST, MOST)
    }

    /// The values for exchanges, by kind and side.
    pub(crate) fn trades(&self) -> &[[i32; 2]] {
        &self.trades
    }

    /// Whether a side has a piece that can go and come back, so that it is seldom worse off by
    /// having to move.
    pub(crate) fn has_officers(&self, variant: &Variant, position: &Position, side: Side) -> bool {
        let mut found = false;
        variant.each_piece(position, |_, kind, whose| {
            found |= whose == side && self.officers[kind][side.index()];
        });
        found
    }

    /// Whether a piece of a kind wins by reaching a square.
    pub(crate) fn reaches(&self, kind: usize, side: Side, square: Square) -> bool {
        self.goals[kind][side.index()].contains(&square)
    }

    /// The value of the checks given so far, White's minus Black's.
    fn checks(&self, variant: &Variant, position: &Position) -> i32 {
        if !self.counts_checks {
            return 0;
        }
        let worth = |side| match variant.checks_to_give(position, side) {
            Some(left) => LAST_CHECK / (i32::from(left) * i32::from(left)).max(1),
            None => 0,
        };
        worth(Side::White) - worth(Side::Black)
    }

    /// The cost of having hardly enough pieces left not to lose, White's minus Black's.
    fn shortage(&self, variant: &Variant, position: &Position) -> i32 {
        let mut all = 0;
        for lost in &self.losses {
            let mut count = 0;
            variant.each_piece(position, |_, kind, side| {
                count += u32::from(side == lost.side && lost.kinds[kind]);
            });
            let left = count.saturating_sub(lost.at_most).max(1) as i32;
            all += seen_from(lost.side.other(), LAST_PIECE / (left * left));
        }
        all
    }

    /// The bonus for bringing the royals together, which helps to mate a lone one.
    fn closeness(&self, royals: [Option<Square>; 2]) -> i32 {
        let place = |royal: Option<Square>| self.grid[usize::from(royal?)];
        match (place(royals[0]), place(royals[1])) {
            (Some((a, b)), Some((c, d))) => 5 * (8 - (a - c).abs().max((b - d).abs())),
            _ => 0,
        }
    }

    fn sum(&self, variant: &Variant, position: &Position) -> Sum {
        let mut sum = Sum::default();
        variant.each_piece(position, |square, kind, side| {
            let [many, few] = self.places[(kind * 2 + side.index()) * SQUARES + usize::from(square)];
            let value = self.values[kind][side.index()];
            let sign = if side == Side::White { 1 } else { -1 };
            sum.many += sign * many;
            sum.few += sign * few;
            sum.material += sign * value;
            if self.royal[kind][side.index()] {
                sum.royals[side.index()] = Some(square);
            } else {
                sum.all += value.abs();
                add(&mut sum.pieces[side.index()], square);
            }
        });
        if self.hands {
            variant.each_in_hand(position, |kind, side, count| {
                let value = self.values[kind][side.index()] * i32::from(count);
                let sign = if side == Side::White { 1 } else { -1 };
                sum.many += sign * value;
                sum.few += sign * value;
                sum.material += sign * value;
                sum.all += value.abs();
            });
        }
        sum
    }
}

/// Whether the game ends for want of moves and in no other way, so that the number of moves left
/// matters and not that of pieces. With chosen walls there are far too many moves to count.
fn runs_out(variant: &Variant) -> bool {
    let rules = variant.played();
    let ends = &rules.end;
    let lost = Side::ALL.iter().all(|&side| ends.stalemate[side] == Score::Loss);
    let royal = rules.pieces.values().any(|p| p.royal.white || p.royal.black);
    lost && !royal && ends.goals.is_empty() && rules.walls.is_none()
}

/// The difference of the sides' numbers of moves, with either side to move.
fn more_moves(variant: &Variant, position: &Position, side: Side) -> i32 {
    let here = variant.legal_moves(position).len() as i32;
    let other = variant.pass(position);
    let there = other.map_or(here, |other| variant.legal_moves(&other).len() as i32);
    match variant.turn(position) == side {
        true => here - there,
        false => there - here,
    }
}

/// By having too few of the pieces whose loss counts, if there are several from the start.
fn losses(variant: &Variant) -> Vec<Lost> {
    let rules = variant.played();
    let mut at_start = vec![[0, 0]; rules.pieces.len()];
    variant.each_piece(&variant.start(), |_, kind, side| {
        at_start[kind][side.index()] += 1
    });
    let lost = |goal: &Goal| {
        let GoalCondition::Extinct(extinct) = &goal.condition else {
            return None;
        };
        let counts = |name: &PieceName| extinct.pieces.contains(name);
        let kinds: Vec<bool> = rules.pieces.keys().map(counts).collect();
        let all = kinds.iter().zip(&at_start).filter(|(counts, _)| **counts);
        let count: u32 = all.map(|(_, by_side)| by_side[goal.side.index()]).sum();
        (goal.score == Score::Loss && count > extinct.at_most + 1).then_some(Lost {
            side: goal.side,
            kinds,
            at_most: extinct.at_most,
        })
    };
    rules.end.goals.iter().filter_map(lost).collect()
}

/// The value of a royal in an exchange.
const ROYAL: i32 = 20_000;
/// From here on a piece is an officer.
const OFFICER: i32 = 150;

/// Values with royals above all others together.
fn trades(values: &Values, royal: &[[bool; 2]]) -> Values {
    let trade = |(values, royal): (&[i32; 2], &[bool; 2])| {
        [0, 1].map(|side| if royal[side] { ROYAL } else { values[side] })
    };
    values.iter().zip(royal).map(trade).collect()
}

/// Which kinds of each side are officers: not royal, of some worth, and not on their way to a
/// promotion.
fn officers(variant: &Variant, values: &Values) -> Vec<[bool; 2]> {
    let rules = variant.played();
    let officer = |(kind, (name, piece)): (usize, (&PieceName, &Piece))| {
        Side::each(|side| {
            let mut promotions = rules.promotions.iter();
            let rises = promotions.any(|p| p.side == side && p.piece == *name);
            !piece.royal[side] && !rises && values[kind][side.index()] > OFFICER
        })
    };
    rules.pieces.iter().enumerate().map(officer).collect()
}

fn seen_from(side: Side, score: i32) -> i32 {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}
