//! Goals: endings that depend on the pieces on the board, compiled and tested. Knows no moves, and
//! of a position only its [`Scene`].

use super::end_reason::EndReason;
use super::extra_state::Unit;
use super::narrow::narrow;
use super::rows::{Row, Steps};
use super::width::Wide;
use crate::board::{Bits, Square};
use crate::rules::{
    Barred, BySide, Checks, Extinct, Goal, GoalCondition, Join, Most, Reach, Rows, Score, Side, SquareOf,
    Squares,
};
use std::cmp::Ordering;

/// An ending, compiled.
#[derive(Clone, Debug)]
pub(crate) struct GoalTest<B: Bits> {
    pub(crate) reason: EndReason,
    pub(crate) side: Side,
    pub(crate) score: Score,
    pub(crate) test: Test<B>,
}

narrow!(GoalTest { test; reason, side, score });

/// The condition of a goal.
#[derive(Clone, Debug)]
pub(crate) enum Test<B: Bits> {
    Reach {
        kinds: Vec<u8>,
        zone: B,
        own_move: bool,
        reply: bool,
        at_least: u32,
        filled: bool,
        safe: bool,
        held: bool,
    },
    Extinct {
        kinds: Vec<u8>,
        at_most: u32,
        opponent_at_least: u32,
        reply: bool,
        held: bool,
    },
    Checks,
    /// No right is left to a castling that ends there.
    Barred {
        zone: B,
    },
    /// This number of pieces in a row, in one of the directions.
    Line {
        kinds: Vec<u8>,
        count: u32,
        apart: bool,
        rows: Vec<Row<B>>,
    },
    /// A filled square: rows above each other.
    Square {
        kinds: Vec<u8>,
        across: Row<B>,
        up: Row<B>,
    },
    /// A chain from one set to another.
    Join {
        kinds: Vec<u8>,
        zone: B,
        with: B,
        /// The steps in each direction and back.
        ways: Vec<Steps<B>>,
    },
    /// The side with more pieces.
    Most {
        kinds: Vec<u8>,
        /// All squares, if the count takes place when none of them is empty.
        full: Option<B>,
        stuck: bool,
        /// The number of passes after which the count takes place, if there is one.
        passes: Option<u8>,
        /// Whether the count takes place after a pass that leaves royals facing each other.
        facing: bool,
        /// The weight of a piece of each of the kinds.
        weights: Vec<u32>,
        /// The handicap that is subtracted from the side's own count.
        less: u32,
    },
    /// The side has no royal left, and no goal of the rules defines that.
    Bereft {
        kinds: Vec<u8>,
    },
    /// A piece in one set is a neighbour of a piece in another.
    Touch {
        kinds: Vec<u8>,
        zone: B,
        with: B,
        /// The steps in each direction and back.
        ways: Vec<Steps<B>>,
    },
}

narrow!(enum Test {
    Reach { zone; kinds, own_move, reply, at_least, filled, safe, held },
    Extinct { ; kinds, at_most, opponent_at_least, reply, held },
    Checks { },
    Barred { zone },
    Line { rows; kinds, count, apart },
    Square { across, up; kinds },
    Join { zone, with, ways; kinds },
    Most { full; kinds, stuck, passes, facing, weights, less },
    Bereft { ; kinds },
    Touch { zone, with, ways; kinds },
});

/// The facts about the variant being compiled that a goal needs.
pub(super) trait Names {
    /// The error if there is no such piece.
    type Error;
    /// The number of a kind of piece.
    fn kind(&self, name: &str) -> Result<u8, Self::Error>;
    /// The value of a kind, in hundredths, if the rules give it.
    fn value(&self, kind: u8) -> Option<u32>;
    /// A set of squares.
    fn set(&self, squares: &Squares) -> Wide;
    /// All squares.
    fn board(&self) -> Wide;
    /// Steps in a direction of the compass, from 0 (north) clockwise to 7.
    fn steps(&self, compass: usize) -> Steps<Wide>;
    /// Rows of that many squares in a direction of the compass.
    fn row(&self, compass: usize, length: u32) -> Row<Wide>;
}

/// Compiles a goal.
///
/// # Errors
/// If a piece is unknown.
pub(super) fn compile<N: Names>(goal: &Goal, names: &N) -> Result<GoalTest<Wide>, N::Error> {
    let kinds = |pieces: &[String]| {
        pieces
            .iter()
            .map(|n| names.kind(n))
            .collect::<Result<Vec<u8>, _>>()
    };
    let test = match &goal.condition {
        GoalCondition::Reach(reach) => at_the_goal(reach, kinds(&reach.pieces)?, names),
        GoalCondition::Extinct(Extinct {
            pieces,
            at_most,
            opponent_at_least,
            reply,
            held,
        }) => Test::Extinct {
            kinds: kinds(pieces)?,
            at_most: *at_most,
            opponent_at_least: *opponent_at_least,
            reply: *reply,
            held: *held,
        },
        GoalCondition::Checks(Checks { .. }) => Test::Checks,
        GoalCondition::Barred(Barred { zone }) => Test::Barred {
            zone: names.set(zone),
        },
        GoalCondition::Line(line) => Test::Line {
            kinds: kinds(&line.pieces)?,
            count: line.count,
            apart: line.apart,
            rows: line
                .rows
                .directions()
                .map(|way| names.row(way, line.count))
                .collect(),
        },
        GoalCondition::Square(SquareOf { pieces, size }) => Test::Square {
            kinds: kinds(pieces)?,
            across: names.row(EAST, *size),
            up: names.row(NORTH, *size),
        },
        GoalCondition::Join(join) => joined(join, kinds(&join.pieces)?, names),
        GoalCondition::Most(most) => counted(most, kinds(&most.pieces)?, names),
    };
    Ok(GoalTest {
        reason: goal.reason.as_str().into(),
        side: goal.side,
        score: goal.score,
        test,
    })
}

/// Pieces that touch, or that a chain connects.
fn joined<N: Names>(join: &Join, kinds: Vec<u8>, names: &N) -> Test<Wide> {
    let (zone, with) = (names.set(&join.zone), names.set(&join.with));
    let ways = both_ways(join.rows).map(|way| names.steps(way)).collect();
    if join.touch {
        Test::Touch {
            kinds,
            zone,
            with,
            ways,
        }
    } else {
        Test::Join {
            kinds,
            zone,
            with,
            ways,
        }
    }
}

/// Pieces that are counted.
fn counted<N: Names>(most: &Most, kinds: Vec<u8>, names: &N) -> Test<Wide> {
    Test::Most {
        full: most.full.then(|| names.board()),
        stuck: most.stuck,
        passes: (most.passes > 0).then_some(most.passes),
        facing: most.facing,
        weights: kinds.iter().map(|&kind| most.weight(names.value(kind))).collect(),
        less: most.less,
        kinds,
    }
}

/// Pieces on certain squares.
fn at_the_goal<N: Names>(reach: &Reach, kinds: Vec<u8>, names: &N) -> Test<Wide> {
    Test::Reach {
        kinds,
        zone: names.set(&reach.zone),
        own_move: reach.own_move,
        reply: reach.reply,
        at_least: reach.at_least,
        filled: reach.filled,
        safe: reach.safe,
        held: reach.held,
    }
}

const NORTH: usize = 0;
const EAST: usize = 2;

/// Directions of the compass and their opposites.
fn both_ways(rows: Rows) -> impl Iterator<Item = usize> {
    rows.directions().flat_map(|way| [way, way + 4])
}

/// The number of checks that each side must give, if that is a goal of the side.
pub(super) fn checks(goals: &[Goal]) -> BySide<Option<u8>> {
    let of = |side: Side| {
        let mut goals = goals.iter().rev().filter(|goal| goal.side == side);
        goals.find_map(|goal| match goal.condition {
            GoalCondition::Checks(Checks { count }) => Some(count),
            _ => None,
        })
    };
    Side::each(of)
}

/// Whether goals depend on rights to castle.
pub(super) fn ask_for_rights(goals: &[Goal]) -> bool {
    let ask = |goal: &Goal| matches!(goal.condition, GoalCondition::Barred(_));
    goals.iter().any(ask)
}

/// Whether the game ends after a pass that leaves royals facing each other.
pub(super) fn end_facing(goals: &[Goal]) -> bool {
    let ends = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.facing);
    goals.iter().any(ends)
}

/// The largest number of passes in a row that the goals count.
pub(super) fn passes(goals: &[Goal]) -> u8 {
    let of = |goal: &Goal| match &goal.condition {
        GoalCondition::Most(most) => most.passes_seen(),
        _ => 0,
    };
    goals.iter().map(of).max().unwrap_or(0)
}

/// The view that goals have of a position.
pub(crate) struct Scene<'p, B> {
    /// The pieces of each kind, of both sides.
    pub(crate) kinds: &'p [B],
    /// The pieces of each side.
    pub(crate) sides: BySide<B>,
    /// The number of pieces of each kind that the sides have in hand; empty without hands.
    pub(crate) held: BySide<&'p [u8]>,
    /// Pieces above others, with their squares.
    pub(crate) above: &'p [(Square, Unit)],
    /// Pieces that wait below others, with their squares.
    pub(crate) waiting: &'p [(Square, Unit)],
    /// Squares that are closed.
    pub(crate) walls: B,
    /// The side to move.
    pub(crate) side_to_move: Side,
    /// The side that made the last move.
    pub(crate) moved: Side,
    /// The number of checks that each side still has to give.
    pub(crate) checks: BySide<u8>,
    /// The number of passes that have just followed each other.
    pub(crate) passes: u8,
    /// Whether royals face each other after a pass, if that matters.
    pub(crate) facing: bool,
    /// If it matters: the ends of each side's kings by the castlings to which it has the right.
    pub(crate) castles: BySide<B>,
}

/// Whether a chain of pieces leads from one set to another.
fn joins<B: Bits>(pieces: B, zone: B, with: B, ways: &[Steps<B>]) -> bool {
    let mut chain = pieces & zone;
    loop {
        if chain.meets(with) {
            return true;
        }
        let mut next = chain;
        for way in ways {
            next |= way.from(chain) & pieces;
        }
        if next == chain {
            return false;
        }
        chain = next;
    }
}

/// Whether pieces stand in a row as a goal requires it.
fn lines_up<B: Bits>(row: &Row<B>, apart: bool, pieces: B) -> bool {
    match apart {
        true => row.aligned(pieces),
        false => !row.ends(pieces).is_empty(),
    }
}

/// Whether a piece of one set stands next to one of another.
fn touches<B: Bits>(pieces: B, zone: B, with: B, ways: &[Steps<B>]) -> bool {
    let (first, second) = (pieces & zone, pieces & with);
    !second.is_empty() && ways.iter().any(|way| way.from(first).meets(second))
}

impl<B: Bits> Scene<'_, B> {
    /// The squares with pieces of the kinds on the ground.
    fn ground(&self, kinds: &[u8], side: Side) -> B {
        let mut all = B::EMPTY;
        for &kind in kinds {
            all |= self.kinds[usize::from(kind)];
        }
        all & self.sides[side.index()]
    }

    fn count(&self, kinds: &[u8], side: Side) -> u32 {
        let mut held = 0;
        for &kind in kinds {
            let own = self.held[side.index()].get(usize::from(kind));
            held += own.map_or(0, |&count| u32::from(count));
        }
        self.standing(kinds, side) + held
    }

    /// The squares of a side's pieces that stand above others or wait below them, and their number;
    /// `fits` selects the kinds.
    fn riders(&self, side: Side, fits: &dyn Fn(u8) -> bool) -> (B, u32) {
        let (mut squares, mut count) = (B::EMPTY, 0);
        for others in [self.above, self.waiting] {
            for (square, unit) in others {
                if unit.side() == side && fits(unit.kind()) {
                    squares |= B::bit(*square);
                    count += 1;
                }
            }
        }
        (squares, count)
    }

    /// The number of pieces that a side has on the board.
    pub(super) fn all(&self, side: Side) -> u32 {
        self.sides[side.index()].count() + self.riders(side, &|_| true).1
    }

    /// The number of a side's pieces of some kinds on the board.
    pub(super) fn standing(&self, kinds: &[u8], side: Side) -> u32 {
        self.ground(kinds, side).count() + self.riders(side, &|kind| kinds.contains(&kind)).1
    }

    /// The squares of a side's pieces of some kinds, those above others included.
    fn squares(&self, kinds: &[u8], side: Side) -> B {
        self.ground(kinds, side) | self.riders(side, &|kind| kinds.contains(&kind)).0
    }

    fn stands(&self, kinds: &[u8], side: Side, zone: B) -> bool {
        let there = self.sides[side.index()] & zone;
        let of_kind = |&kind: &u8| self.kinds[usize::from(kind)].meets(there);
        (!there.is_empty() && kinds.iter().any(of_kind))
            || self.riders(side, &|kind| kinds.contains(&kind)).0.meets(zone)
    }

    /// Whether no square is empty.
    fn is_filled(&self, zone: B) -> bool {
        (zone & !(self.sides[0] | self.sides[1] | self.walls)).is_empty()
    }
}

impl<B: Bits> GoalTest<B> {
    /// Whether the goal is reached, even with the opponent's best answer. `attacked` says whether
    /// the other side could capture on a square.
    pub(crate) fn is_reached(&self, scene: &Scene<'_, B>, attacked: &dyn Fn(Square) -> bool) -> bool {
        let (side, other) = (self.side, self.side.other());
        match &self.test {
            Test::Reach { own_move, held, .. } => {
                let too_late = *own_move && scene.moved == other;
                let too_early = *held && scene.moved == side;
                !too_late && !too_early && self.is_there(scene, attacked)
            }
            Test::Line {
                kinds,
                count,
                apart,
                rows,
            } => {
                let pieces = scene.squares(kinds, side);
                pieces.count() >= *count && rows.iter().any(|row| lines_up(row, *apart, pieces))
            }
            Test::Square { kinds, across, up } => {
                !up.ends(across.ends(scene.squares(kinds, side))).is_empty()
            }
            Test::Join {
                kinds,
                zone,
                with,
                ways,
            } => joins(scene.squares(kinds, side), *zone, *with, ways),
            Test::Most {
                full, passes, facing, ..
            } => {
                (*facing && scene.facing)
                    || full.is_some_and(|board| scene.is_filled(board))
                    || passes.is_some_and(|passes| scene.passes >= passes)
            }
            Test::Extinct {
                kinds,
                at_most,
                opponent_at_least,
                reply,
                held,
            } => {
                let needed = opponent_at_least + u32::from(*reply && scene.side_to_move == side);
                let too_early = *held && scene.moved == side;
                !too_early
                    && scene.count(kinds, side) <= *at_most
                    && (needed == 0 || scene.count(kinds, other) >= needed)
            }
            Test::Bereft { kinds } => scene.squares(kinds, side).is_empty(),
            Test::Checks => scene.checks[side.index()] == 0,
            Test::Barred { zone } => !scene.castles[side.index()].meets(*zone),
            Test::Touch {
                kinds,
                zone,
                with,
                ways,
            } => touches(scene.squares(kinds, side), *zone, *with, ways),
        }
    }

    /// Whether pieces stand on the squares of the goal; always false for other goals.
    pub(crate) fn is_there(&self, scene: &Scene<'_, B>, attacked: &dyn Fn(Square) -> bool) -> bool {
        let Test::Reach {
            kinds,
            zone,
            at_least,
            filled,
            safe,
            ..
        } = &self.test
        else {
            return false;
        };
        if !scene.stands(kinds, self.side, *zone) {
            return false;
        }
        if *at_least <= 1 && !safe {
            return true;
        }
        let there = scene.squares(kinds, self.side) & *zone;
        let count = if *safe {
            there.keep(|&square| !attacked(square)).count()
        } else {
            there.count()
        };
        count >= (*at_least).max(1) || (*filled && count > 0 && scene.is_filled(*zone))
    }

    /// The score that a count gives the side; `None` for goals that do not count.
    pub(crate) fn counted(&self, scene: &Scene<'_, B>) -> Option<Score> {
        let Test::Most {
            kinds, weights, less, ..
        } = &self.test
        else {
            return None;
        };
        let worth = |side: Side| {
            let mut all = 0;
            for (&kind, weight) in kinds.iter().zip(weights) {
                all += scene.standing(&[kind], side) * weight;
            }
            all
        };
        let (own, theirs) = (worth(self.side), worth(self.side.other()));
        Some(match (own.cmp(&(theirs + less)), self.score) {
            (Ordering::Greater, score) => score,
            (Ordering::Less, Score::Win) => Score::Loss,
            (Ordering::Less, Score::Loss) => Score::Win,
            (Ordering::Equal | Ordering::Less, _) => Score::Draw,
        })
    }

    /// Whether it counts pieces when a side has no move.
    pub(crate) fn counts_if_stuck(&self) -> bool {
        matches!(self.test, Test::Most { stuck: true, .. })
    }

    /// Whether it is tested before all others, after a move of either side. This applies to pieces
    /// that touch, and to conditions that hold until the side is to move again.
    pub(crate) fn comes_first(&self) -> bool {
        matches!(
            self.test,
            Test::Touch { .. } | Test::Reach { held: true, .. } | Test::Extinct { held: true, .. }
        )
    }

    /// Whether it is tested after all others: a loss of all royals without a goal of the rules.
    pub(crate) fn comes_last(&self) -> bool {
        matches!(self.test, Test::Bereft { .. })
    }

    /// The goal by which a side without royals has lost.
    pub(super) fn bereft(side: Side, kinds: Vec<u8>) -> Self {
        Self {
            reason: EndReason::KingLost,
            side,
            score: Score::Loss,
            test: Test::Bereft { kinds },
        }
    }

    /// Whether the goal is certainly reached once a side has lost all pieces of some kinds.
    pub(super) fn is_about_loss(&self, side: Side, kinds: &[u8]) -> bool {
        match &self.test {
            Test::Extinct {
                kinds: asked,
                opponent_at_least: 0,
                reply: false,
                held: false,
                ..
            } => self.side == side && asked.iter().all(|kind| kinds.contains(kind)),
            Test::Bereft { .. } => self.side == side,
            _ => false,
        }
    }

    /// Whether the opponent may still draw by reaching the same goal with the next move.
    pub(crate) fn may_be_answered(&self) -> bool {
        matches!(self.test, Test::Reach { reply: true, .. })
    }
}
