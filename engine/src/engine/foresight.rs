//! Foresight: the moves that effects make impossible, found before they are made, for all ends of a
//! piece's moves at once. Does not carry effects out: that is `follow`.
//!
//! A condition on the position before the move depends on the end of the move in few ways: pieces
//! stand there, or at certain squares seen from there. The same holds after the move if nothing
//! else has changed by then: one square is empty, and the piece stands on another one.

use super::core::Core;
use super::effect_board::{MoveContext, ReadOnlyBoard};
use super::layout::Layout;
use super::position::Pos;
use super::program::Effect;
use super::terms::{Area, Group, Place, Proviso};
use crate::board::{Bits, Square};
use crate::engine::areas;
use crate::rules::{Owner, Side};
use arrayvec::ArrayVec;
use std::cell::RefCell;

/// The largest number of weights for which answers are kept.
const MAX_WEIGHTS: usize = 32;

/// The answers in a position that do not depend on the move.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers<B>(RefCell<ArrayVec<Weighed<B>, 2>>);

/// The squares, among known ones, that one side attacks with more weight.
#[derive(Clone, Debug)]
struct Weighed<B> {
    by: Owner,
    weights: ArrayVec<u32, MAX_WEIGHTS>,
    in_line: bool,
    known: B,
    found: B,
}

/// A piece that may move to some squares, and the position before it does.
struct Foresight<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    /// The side that moves it.
    us: Side,
    /// The kind of the piece once it has moved.
    kind: u8,
    from: Square,
    /// The context of conditions on the position before the move.
    context: MoveContext<L::B>,
    answers: &'a Answers<L::B>,
}

/// Tells with which ends, among some, there is a piece of a group.
type Found<'a, B> = dyn Fn(&Group<B>, B) -> B + 'a;

/// The ends, among some, of plain moves of a piece, made by the side to move, that an effect makes
/// impossible. The piece becomes `kind` by them, if one is given. Moves to the others may be
/// impossible because of effects that cannot be foreseen.
pub(super) fn forbidden<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (from, targets): (Square, L::B),
    becomes: Option<u8>,
    answers: &Answers<L::B>,
) -> L::B {
    let (mut forbidden, us) = (L::B::EMPTY, pos.side_to_move);
    let Some((kind, _)) = pos.piece(from) else {
        return forbidden;
    };
    let foreseen = &core.program.of_kinds[us.index()][usize::from(kind)].foreseen;
    if foreseen.is_empty() {
        return forbidden;
    }
    let foresight = Foresight::new(core, pos, (from, kind), becomes, answers);
    for &number in foreseen {
        let effect = &core.program.effects[usize::from(number)];
        forbidden |= foresight.follows(effect, targets & !forbidden);
    }
    forbidden
}

impl<'a, L: Layout> Foresight<'a, L> {
    fn new(
        core: &'a Core<L>,
        pos: &'a Pos<L>,
        (from, kind): (Square, u8),
        becomes: Option<u8>,
        answers: &'a Answers<L::B>,
    ) -> Self {
        let (us, here) = (pos.side_to_move, L::B::bit(from));
        Self {
            core,
            pos,
            us,
            kind: becomes.unwrap_or(kind),
            from,
            context: MoveContext {
                kind,
                origin: from,
                movers: here,
                entered: here,
                ..MoveContext::of_nothing(us)
            },
            answers,
        }
    }
}

impl<L: Layout> Foresight<'_, L> {
    /// The ends, among some, with which an effect follows. The kind that moves has it.
    fn follows(&self, effect: &Effect<L::B>, targets: L::B) -> L::B {
        let (side, here) = (self.us.index(), L::B::bit(self.from));
        if !effect.from[side].has(self.from) {
            return L::B::EMPTY;
        }
        let mut ends = targets & effect.to[side] & !here;
        if let Some(before) = &effect.before {
            ends = self.ends(before, ends, &|group, ends| self.before(group, ends));
        }
        if let Some(condition) = &effect.condition {
            ends = self.ends(condition, ends, &|group, ends| self.after(group, ends));
        }
        ends
    }

    /// The ends, among some, with which a condition holds.
    fn ends(&self, condition: &Proviso<L::B>, mut ends: L::B, found: &Found<'_, L::B>) -> L::B {
        for group in &condition.absent {
            if ends.is_empty() {
                return ends;
            }
            ends &= !found(group, ends);
        }
        if condition.present.is_empty() {
            return ends;
        }
        let mut all = L::B::EMPTY;
        for group in &condition.present {
            all |= found(group, ends & !all);
        }
        all
    }

    /// The ends, among some, with which there is a piece of a group before the move.
    fn before(&self, group: &Group<L::B>, ends: L::B) -> L::B {
        let (core, pos, side) = (self.core, self.pos, self.us.index());
        let mut set = areas::owned(core, pos, group.owner, &self.context);
        if let Some(kinds) = group.kinds {
            set &= pos.of_kinds(core, kinds);
        }
        let mut by_end = None;
        for area in group.on.parts() {
            match area {
                Area::At(Place::Target) => {
                    set &= ends;
                    by_end = Some(area);
                }
                Area::Around(_, Place::Target) => by_end = Some(area),
                area => set = self.within(area, set),
            }
            if set.is_empty() {
                return set;
            }
        }
        match by_end {
            None => ends,
            Some(Area::Around(tables, _)) => ends.keep(|&to| tables[side][usize::from(to)].meets(set)),
            Some(_) => set,
        }
    }

    /// The squares, among some, of an area that does not depend on the end of the move.
    fn within(&self, area: &Area<L::B>, set: L::B) -> L::B {
        let view = ReadOnlyBoard {
            core: self.core,
            pos: self.pos,
        };
        let ask = |set: L::B| areas::area_within(self.core, area, set, &self.context, &view);
        let Area::AttackedMore(by, weights, in_line) = area else {
            return ask(set);
        };
        let mut answers = self.answers.0.borrow_mut();
        let same = |w: &Weighed<L::B>| {
            w.by == *by && w.in_line == *in_line && w.weights.as_slice() == weights.as_slice()
        };
        if !answers.iter().any(same) && !answers.is_full() && weights.len() <= MAX_WEIGHTS {
            answers.push(Weighed {
                by: *by,
                weights: weights.iter().copied().collect(),
                in_line: *in_line,
                known: L::B::EMPTY,
                found: L::B::EMPTY,
            });
        }
        let Some(answer) = answers.iter_mut().find(|w| same(w)) else {
            return ask(set);
        };
        let unknown = set & !answer.known;
        if !unknown.is_empty() {
            answer.found |= ask(unknown);
            answer.known |= unknown;
        }
        set & answer.found
    }

    /// The ends, among some, with which there is a piece of a group after the move.
    fn after(&self, group: &Group<L::B>, ends: L::B) -> L::B {
        let (core, pos, side) = (self.core, self.pos, self.us.index());
        let here = L::B::bit(self.from);
        let own = pos.sides[side].has(self.from);
        let of_kind = group.kinds.is_none_or(|kinds| kinds >> self.kind & 1 == 1);
        // Whether the piece itself may belong to it.
        let itself = of_kind
            && match group.owner {
                Owner::Any | Owner::Mover => true,
                Owner::Friend => own,
                Owner::Enemy => !own,
                Owner::Empty => false,
            };
        let mut set = match group.owner {
            Owner::Mover => L::B::EMPTY,
            Owner::Empty => areas::owned(core, pos, Owner::Empty, &self.context) | here,
            owner => areas::owned(core, pos, owner, &self.context) & !here,
        };
        if let Some(kinds) = group.kinds {
            set &= pos.of_kinds(core, kinds);
        }
        let (mut squares, mut by_end) = (core.board, None);
        for area in group.on.parts() {
            match area {
                Area::Squares(sets) => squares &= sets[side],
                Area::Around(tables, Place::Origin) => squares &= tables[side][usize::from(self.from)],
                Area::At(Place::Origin) => squares &= here,
                area => by_end = Some(area),
            }
        }
        set &= squares;
        let arriving = if itself { ends & squares } else { L::B::EMPTY };
        match by_end {
            Some(Area::At(Place::Victim)) => arriving & pos.pieces(),
            Some(Area::Around(tables, place)) => ends.keep(|&to| {
                let there = L::B::bit(to);
                let seen = tables[side][usize::from(to)] & ((set & !there) | (arriving & there));
                !seen.is_empty() && (*place != Place::Victim || pos.pieces().has(to))
            }),
            Some(_) => arriving,
            // One piece may be captured.
            None if set.several() => ends,
            None if set.is_empty() => arriving,
            None => (ends & !set) | arriving,
        }
    }
}

impl<B: Bits> Area<B> {
    /// The areas to all of which its squares belong.
    fn parts(&self) -> &[Self] {
        match self {
            Self::Both(areas) => areas,
            one => std::slice::from_ref(one),
        }
    }

    /// Whether it is known before the move, for all its ends at once. `made`: whether it is asked
    /// for once the move has been made.
    pub(super) fn is_foreseen(&self, made: bool) -> bool {
        let mut by_end = 0;
        let known = self.parts().iter().all(|area| match area {
            Self::At(Place::Target) | Self::Around(_, Place::Target) => {
                by_end += 1;
                true
            }
            Self::At(Place::Mover | Place::Victim) | Self::Around(_, Place::Mover | Place::Victim)
                if made =>
            {
                by_end += 1;
                true
            }
            Self::Squares(_) | Self::At(Place::Origin) | Self::Around(_, Place::Origin) => true,
            area => !made && !area.asks_for_end(),
        });
        known && by_end <= 1
    }

    /// Whether it depends on the end of the move.
    fn asks_for_end(&self) -> bool {
        match self {
            Self::At(place) | Self::Around(_, place) | Self::Reach(_, place) | Self::AttackedBy(place) => {
                *place == Place::Target
            }
            Self::Headed(..) => true,
            Self::Both(areas) | Self::Either(areas) => areas.iter().any(Self::asks_for_end),
            Self::Except(areas) => areas.iter().any(Self::asks_for_end),
            Self::Squares(_)
            | Self::Attacked
            | Self::AttackedMore(..)
            | Self::Mated
            | Self::Enclosed(_)
            | Self::Open(_)
            | Self::Between(..) => false,
        }
    }
}

impl<B: Bits> Proviso<B> {
    /// Whether it is known before the move, for all its ends at once.
    pub(super) fn is_foreseen(&self, made: bool) -> bool {
        let mut groups = self.present.iter().chain(&self.absent);
        groups.all(|group| group.on.is_foreseen(made))
    }
}
