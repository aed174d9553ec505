//! Goals: what must be on the board for the game to end, compiled and tested.

use super::beyond::Unit;
use super::layout::Layout;
use crate::board::{Bits, Square};
use crate::rules::{Checks, Extinct, Goal, GoalCondition, Reach, Score, Side, Squares};

/// An ending, compiled.
#[derive(Clone, Debug)]
pub(crate) struct GoalTest<L: Layout> {
    pub(crate) reason: String,
    pub(crate) side: Side,
    pub(crate) score: Score,
    pub(crate) test: Test<L>,
}

/// What a goal looks at.
#[derive(Clone, Debug)]
pub(crate) enum Test<L: Layout> {
    Reach {
        kinds: Vec<u8>,
        zone: L::B,
        own_move: bool,
        reply: bool,
    },
    Extinct {
        kinds: Vec<u8>,
        at_most: u32,
        opponent_at_least: u32,
        reply: bool,
    },
    Checks,
    /// A piece of the side in `first` is a neighbour of one of its pieces in `second`.
    Adjacent {
        first: L::B,
        second: L::B,
        neighbours: Vec<L::B>,
    },
}

/// What a goal needs to know of the variant that is being compiled.
pub(super) trait Names<L: Layout> {
    /// What is wrong if there is no such piece.
    type Error;
    /// The number of a kind of piece.
    fn kind(&self, name: &str) -> Result<u8, Self::Error>;
    /// A set of squares.
    fn set(&self, squares: &Squares) -> L::B;
}

/// Compiles a goal.
///
/// # Errors
/// If a piece is unknown.
pub(super) fn compile<L: Layout, N: Names<L>>(goal: &Goal, names: &N) -> Result<GoalTest<L>, N::Error> {
    let kinds = |pieces: &[String]| {
        pieces
            .iter()
            .map(|n| names.kind(n))
            .collect::<Result<Vec<u8>, _>>()
    };
    let test = match &goal.condition {
        GoalCondition::Reach(Reach {
            pieces,
            zone,
            own_move,
            reply,
        }) => Test::Reach {
            kinds: kinds(pieces)?,
            zone: names.set(zone),
            own_move: *own_move,
            reply: *reply,
        },
        GoalCondition::Extinct(Extinct {
            pieces,
            at_most,
            opponent_at_least,
            reply,
        }) => Test::Extinct {
            kinds: kinds(pieces)?,
            at_most: *at_most,
            opponent_at_least: *opponent_at_least,
            reply: *reply,
        },
        GoalCondition::Checks(Checks { .. }) => Test::Checks,
    };
    Ok(GoalTest {
        reason: goal.reason.clone(),
        side: goal.side,
        score: goal.score,
        test,
    })
}

/// How many checks each side must give, if that is a goal of it.
pub(super) fn checks(goals: &[Goal]) -> [Option<u8>; 2] {
    let of = |side: Side| {
        let mut goals = goals.iter().rev().filter(|goal| goal.side == side);
        goals.find_map(|goal| match goal.condition {
            GoalCondition::Checks(Checks { count }) => Some(count),
            GoalCondition::Reach(_) | GoalCondition::Extinct(_) => None,
        })
    };
    Side::ALL.map(of)
}

/// What goals look at in a position.
pub(crate) struct Scene<'p, B> {
    /// The pieces of each kind, of both sides.
    pub(crate) kinds: &'p [B],
    /// The pieces of each side.
    pub(crate) sides: [B; 2],
    /// How many pieces of each kind the sides have in hand; empty where there are no hands.
    pub(crate) held: [&'p [u8]; 2],
    /// Pieces above others, with their squares.
    pub(crate) above: &'p [(Square, Unit)],
    /// Who is to move.
    pub(crate) turn: Side,
    /// How many checks each side has still to give.
    pub(crate) checks: [u8; 2],
}

impl<B: Bits> Scene<'_, B> {
    fn count(&self, kinds: &[u8], side: Side) -> u32 {
        let all = kinds.iter().map(|&kind| self.kinds[usize::from(kind)]);
        let ground = (all.fold(B::EMPTY, |set, one| set | one) & self.sides[side.index()]).count();
        let held = kinds
            .iter()
            .filter_map(|&kind| self.held[side.index()].get(usize::from(kind)));
        ground + self.riders(kinds, side).count() as u32 + held.map(|&n| u32::from(n)).sum::<u32>()
    }

    /// The squares of pieces of the kinds that stand above others.
    fn riders(&self, kinds: &[u8], side: Side) -> impl Iterator<Item = Square> {
        let fits = move |(_, unit): &&(Square, Unit)| unit.side() == side && kinds.contains(&unit.kind());
        self.above.iter().filter(fits).map(|(square, _)| *square)
    }

    fn stands(&self, kinds: &[u8], side: Side, zone: B) -> bool {
        let there = self.sides[side.index()] & zone;
        let of_kind = |&kind: &u8| self.kinds[usize::from(kind)].meets(there);
        (!there.is_empty() && kinds.iter().any(of_kind)) || self.riders(kinds, side).any(|s| zone.has(s))
    }
}

impl<L: Layout> GoalTest<L> {
    /// Whether the goal is reached, whatever the opponent may still answer.
    #[inline]
    pub(crate) fn is_reached(&self, scene: &Scene<'_, L::B>) -> bool {
        let (side, other) = (self.side, self.side.other());
        match &self.test {
            Test::Reach { own_move, .. } => self.is_there(scene) && !(*own_move && scene.turn == side),
            Test::Extinct {
                kinds,
                at_most,
                opponent_at_least,
                reply,
            } => {
                let needed = opponent_at_least + u32::from(*reply && scene.turn == side);
                scene.count(kinds, side) <= *at_most && (needed == 0 || scene.count(kinds, other) >= needed)
            }
            Test::Checks => scene.checks[side.index()] == 0,
            Test::Adjacent {
                first,
                second,
                neighbours,
            } => {
                let own = scene.sides[side.index()];
                let second = own & *second;
                !second.is_empty()
                    && (own & *first)
                        .squares()
                        .any(|s| neighbours[usize::from(s)].meets(second))
            }
        }
    }

    /// Whether a piece stands where the goal wants it, whoever moved; never for other goals.
    pub(crate) fn is_there(&self, scene: &Scene<'_, L::B>) -> bool {
        match &self.test {
            Test::Reach { kinds, zone, .. } => scene.stands(kinds, self.side, *zone),
            Test::Extinct { .. } | Test::Checks | Test::Adjacent { .. } => false,
        }
    }

    /// Whether it is asked before all others, whoever has just moved: what a hook ends the game by.
    pub(crate) fn comes_first(&self) -> bool {
        matches!(self.test, Test::Adjacent { .. })
    }

    /// Whether the opponent may still draw by reaching the same goal with the next move.
    pub(crate) fn may_be_answered(&self) -> bool {
        matches!(self.test, Test::Reach { reply: true, .. })
    }
}
