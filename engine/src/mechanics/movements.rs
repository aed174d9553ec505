//! The receivers of movements as they are generated: a list, or a judge that only counts the legal
//! ones. They do not generate movements themselves.

use super::action::{Action, Step};
use super::flat_view::{FlatView, SetJudged};
use super::mechanic::{Judge, Mechanics, Movements};
use super::verdict::Legality;
use crate::board::{Bits, Square};
use crate::engine::extra_state::Unit;
use crate::engine::layout::FullLayout;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::mechanics::{arrival, effect, verdict};

impl<'a, L: FullLayout> Movements<'a, L> {
    /// An empty list.
    pub(crate) fn new() -> Self {
        Self {
            list: Vec::new(),
            judge: None,
            threats: false,
        }
    }

    /// An empty list with room for that many movements.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            list: Vec::with_capacity(capacity),
            judge: None,
            threats: false,
        }
    }

    /// A judge that counts the legal movements of a position that sets judge.
    pub(super) fn counting(
        table: &'a Mechanics<L>,
        pos: &'a Pos<L>,
        by_sets: &'a SetJudged<L>,
        flat_view: &'a FlatView<L>,
    ) -> Self {
        let judge = Judge {
            table,
            pos,
            by_sets,
            flat_view,
            allowed: None,
            count: 0,
        };
        Self {
            list: Vec::new(),
            judge: Some(judge),
            threats: false,
        }
    }

    /// Takes a movement.
    #[inline]
    pub(crate) fn push(&mut self, steps: &[Step]) {
        self.push_as(None, steps);
    }

    /// Takes a movement that is a move of the flat engine with a text of its own.
    #[inline]
    pub(crate) fn push_as(&mut self, mv: Option<Move>, steps: &[Step]) {
        match &mut self.judge {
            Some(judge) => judge.count += u64::from(judge.allows(mv, steps)),
            None => self.list.push(Action {
                mv,
                ..Action::movement(steps)
            }),
        }
    }

    /// Counts the legal movements in which a unit moves quietly from the ground of a square to one
    /// of some others without further consequence. Returns the squares that remain: all, unless
    /// movements are only counted.
    pub(crate) fn quiet(&mut self, unit: Unit, from: Square, to: L::B) -> L::B {
        match &mut self.judge {
            Some(judge) => judge.quiet(unit, from, to),
            None => to,
        }
    }

    /// Whether movements are only counted, so that irrelevant parts can be left out.
    #[inline]
    pub(super) fn is_counting(&self) -> bool {
        self.judge.is_some()
    }

    /// The number of legal movements counted.
    pub(super) fn count(&self) -> u64 {
        self.judge.as_ref().map_or(0, |judge| judge.count)
    }

    /// The list.
    pub(crate) fn list(&mut self) -> &mut Vec<Action> {
        &mut self.list
    }

    /// The list, as a value.
    pub(crate) fn into_list(self) -> Vec<Action> {
        self.list
    }
}

impl<L: FullLayout> Judge<'_, L> {
    /// [`Movements::quiet`] if movements are counted: the answers of [`effect::moves_one`] for all
    /// squares at once.
    fn quiet(&mut self, unit: Unit, from: Square, to: L::B) -> L::B {
        let Self {
            table, pos, by_sets, ..
        } = *self;
        if !by_sets.sure || (by_sets.anchors | by_sets.towers).has(from) || arrival::may_arrive(table, pos) {
            return to;
        }
        let mover = table.core.mover(unit.side(), unit.kind());
        let promoting = mover.map_or(L::B::EMPTY, |mover| mover.promotion_squares);
        let held = pos.occupancy()
            | table.turn_ends.affected[pos.side_to_move.index()]
            | promoting
            | L::B::bit(from);
        self.count += u64::from((to & !held & self.allowed_from(from)).count());
        to & held
    }

    /// The squares open to the unit on a square.
    #[inline]
    fn allowed_from(&mut self, from: Square) -> L::B {
        if let Some((asked, allowed)) = self.allowed
            && asked == from
        {
            return allowed;
        }
        let allowed = self.flat_view.allowed(self.pos, from);
        self.allowed = Some((from, allowed));
        allowed
    }

    #[inline]
    fn allows(&mut self, mv: Option<Move>, steps: &[Step]) -> bool {
        let Self {
            table,
            pos,
            by_sets,
            flat_view,
            ..
        } = *self;
        if let Some((from, to)) = effect::moves_one(table, pos, by_sets, steps) {
            let allowed = self.allowed_from(from).has(to);
            if allowed || by_sets.sure {
                return allowed;
            }
        }
        effect::allows_steps(table, pos, by_sets, flat_view, steps).unwrap_or_else(|| {
            let action = Action {
                mv,
                ..Action::movement(steps)
            };
            verdict::verdict_of(table, pos, &action, false) == Legality::Legal
        })
    }
}
