//! The activity of pieces on their squares: how far they reach, whether they attack near royals,
//! and which pieces guard a royal.

use crate::values::{Values, averages};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::Side;

/// The value of one move above the average for a piece with a single move. With more moves it falls
/// with the square root of their number.
const MOVE: f64 = 12.0;
/// Force against royals is worth its square, by this less.
const FORCE: i32 = 6;
/// The most that force is worth.
const MOST_FORCE: i32 = 500;
/// The value of a piece beside its own royal.
const GUARD: i32 = 8;

/// A set of squares.
pub(crate) type Set = [u64; 4];

/// Puts a square into a set.
pub(crate) fn add(set: &mut Set, square: Square) {
    set[usize::from(square) / 64] |= 1 << (square % 64);
}

/// How the pieces of one kind and side are seen.
#[derive(Clone, Copy, Debug)]
struct Weight {
    /// How many moves they have on average, in quarters.
    average: i32,
    /// The value of one more move, in quarters of a hundredth of a pawn.
    each: i32,
    /// How much each of their moves counts that goes to a royal or beside it.
    force: i32,
}

/// The activity of pieces in positions of one variant.
#[derive(Debug)]
pub(crate) struct Activity {
    /// By kind and side.
    weights: Vec<[Weight; 2]>,
    /// By square: those around it.
    around: Vec<Set>,
}

impl Activity {
    pub(crate) fn new(variant: &Variant, values: &Values) -> Self {
        let kinds = variant.rules().pieces.values();
        let averages = averages(variant);
        let weight = |(kind, royal): (usize, [bool; 2])| {
            Side::each(|side| {
                let average = averages[kind][side.index()];
                let value = values[kind][side.index()];
                match royal[side.index()] {
                    true => Weight {
                        average: 0,
                        each: 0,
                        force: 0,
                    },
                    false => Weight {
                        average: (4.0 * average) as i32,
                        each: (4.0 * MOVE / average.max(2.0).sqrt()) as i32,
                        force: (value / 180).clamp(1, 5),
                    },
                }
            })
        };
        let royal = kinds.map(|piece| Side::each(|side| piece.royal[side]));
        Self {
            weights: royal.enumerate().map(weight).collect(),
            around: around(variant),
        }
    }

    /// The value of many moves and of force against royals, White's minus Black's.
    pub(crate) fn reach(&self, variant: &Variant, position: &Position) -> (i32, i32) {
        let mut moves = 0;
        let (mut force, mut pieces) = ([0; 2], [0; 2]);
        variant.each_reach(position, |reach| {
            let side = reach.side.index();
            let weight = self.weights[reach.kind][side];
            let more = (4 * reach.moves as i32 - weight.average) * weight.each;
            moves += if side == 0 { more } else { -more };
            if reach.at_royals > 0 {
                force[side] += reach.at_royals as i32 * weight.force;
                pieces[side] += 1;
            }
        });
        // One piece alone does not mate.
        let danger = |side: usize| match pieces[side] {
            0 | 1 => 0,
            _ => (force[side] * force[side] / FORCE).min(MOST_FORCE),
        };
        (moves / 16, danger(0) - danger(1))
    }

    /// The value of a side's pieces around its royal.
    pub(crate) fn guard(&self, royal: Square, own: &Set) -> i32 {
        let around = self.around[usize::from(royal)].iter();
        let there: u32 = around.zip(own).map(|(a, b)| (a & b).count_ones()).sum();
        GUARD * there as i32
    }
}

/// The squares around each square of the grid.
fn around(variant: &Variant) -> Vec<Set> {
    let topology = variant.topology();
    let place = |square: usize| {
        let (file, rank) = topology.coordinates(square as Square)?;
        Some((i32::from(file), i32::from(rank)))
    };
    let size = topology.size();
    let of = |square: usize| {
        let mut set = Set::default();
        for other in 0..size {
            if let (Some((a, b)), Some((c, d))) = (place(square), place(other))
                && (a - c).abs().max((b - d).abs()) == 1
            {
                add(&mut set, other as Square);
            }
        }
        set
    };
    (0..size).map(of).collect()
}
