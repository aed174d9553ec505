//! The effect watch: finds the effects that can follow from the next move, from the position before
//! it. Does not carry effects out: that is `follow`.
//!
//! Many effects have a condition that hardly any move changes, such as a queen on a line to a king.
//! While the condition is not met, a move that does not touch it has no such effect, and need not
//! be made to be judged.
//!
//! An unmet condition either misses a required piece or has a forbidden one. A missing piece comes
//! only by two kinds of moves. Some leave or enter a square on which the condition depends; others
//! are moves of the piece from which it is seen. A forbidden piece leaves only by a move from or to
//! one of the squares that matter for it.

use super::acts::Act;
use super::core::Core;
use super::effect_board::{MoveContext, ReadOnlyBoard};
use super::layout::Layout;
use super::position::Pos;
use super::program::{Effect, WatchedEffects};
use super::tables::Pool;
use super::terms::{Area, Group, Place};
use crate::board::{Bits, Square, union};
use crate::engine::areas;
use crate::rules::{Owner, Side};
use arrayvec::ArrayVec;
use smallvec::SmallVec;

/// The largest number of groups; with more, nothing is known.
const MAX_GROUPS: usize = 24;

/// The state of the watched effects in a position.
pub(super) struct EffectWatch<B> {
    /// Whether moves that avoid the squares below have no consequences.
    pub(super) settled: bool,
    /// The absent pieces whose presence some effect requires.
    missing: ArrayVec<Lacking<B>, MAX_GROUPS>,
    /// Squares whose leaving may bring a missing piece.
    leave: B,
    /// Squares that no piece may leave or enter.
    sensitive: B,
    /// Kinds of the moving side whose moves may change any answer, and kinds of the other side
    /// whose capture may, as bits.
    own: u64,
    theirs: u64,
}

/// A group that has no pieces.
struct Lacking<B> {
    /// The number of the effect that names it, the part of the effect that does, and the number of
    /// the group there.
    effect: u16,
    asked: Asked,
    group: u8,
    /// The kinds of the moving side from whose places its area is seen, as bits.
    seen_by: u64,
    /// The kinds of the moving side that would belong to it, as bits, and their squares.
    kinds: u64,
    squares: B,
}

/// The parts in which an effect names pieces.
#[derive(Clone, Copy)]
enum Asked {
    /// The condition: there must be such a piece.
    Present,
    /// The acts.
    Acts,
}

impl<B: Bits> Effect<B> {
    /// The groups that the effect names in a part.
    fn groups(&self, asked: Asked) -> SmallVec<[&Group<B>; 4]> {
        let mut groups = SmallVec::new();
        match (asked, &self.condition) {
            (Asked::Present, Some(condition)) => groups.extend(&condition.present),
            (Asked::Present, None) => {}
            (Asked::Acts, _) => {
                for whom in self.acts.iter().filter_map(Act::whom) {
                    groups.extend(whom);
                }
            }
        }
        groups
    }
}

impl<B: Bits> EffectWatch<B> {
    /// The watch if nothing is known.
    #[inline(always)]
    pub(super) fn unknown() -> Self {
        Self {
            settled: false,
            missing: ArrayVec::new(),
            leave: B::EMPTY,
            sensitive: B::EMPTY,
            own: 0,
            theirs: 0,
        }
    }

    /// Notes a required piece that is absent, and must not come.
    fn must_lack(
        &mut self,
        (effect, asked, number): (u16, Asked, u8),
        group: &Group<B>,
        squares: B,
        looked_at: &Looked<B>,
    ) -> bool {
        let simple = group.on.is_monotonous() && group.owner != Owner::Empty;
        if simple {
            self.leave |= looked_at.all;
            self.sensitive |= looked_at.beyond;
        } else {
            self.sensitive |= squares | looked_at.all | looked_at.beyond;
        }
        if !simple || !group.on.is_plain() {
            self.must_keep_places(group);
        }
        let kinds = if group.owner == Owner::Enemy {
            0
        } else {
            group.kinds.unwrap_or(u64::MAX)
        };
        let mut seen_by = 0;
        group.on.each_place(&mut |owner, kinds| {
            if owner != Owner::Enemy {
                seen_by |= kinds;
            }
        });
        let missing = Lacking {
            effect,
            asked,
            group: number,
            seen_by,
            kinds,
            squares,
        };
        self.missing.try_push(missing).is_ok()
    }

    /// Notes a forbidden piece that is present, and must stay.
    fn must_stay(&mut self, group: &Group<B>, squares: B, looked_at: &Looked<B>) {
        self.sensitive |= squares | looked_at.all | looked_at.beyond;
        self.must_keep_places(group);
    }

    /// Notes that the pieces from whose places an area is seen must stay.
    fn must_keep_places(&mut self, group: &Group<B>) {
        group.on.each_place(&mut |owner, kinds| {
            if owner != Owner::Enemy {
                self.own |= kinds;
            }
            if owner != Owner::Friend {
                self.theirs |= kinds;
            }
        });
    }
}

/// Squares that matter for an area.
struct Looked<B> {
    /// The squares of its own parts.
    all: B,
    /// Other squares whose contents decide which squares belong to it.
    beyond: B,
}

/// The state of the effects of a side's next move in the position.
pub(super) fn effect_watch<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    us: Side,
    watched: &WatchedEffects,
    effect_watch: &mut EffectWatch<L::B>,
) {
    let context = MoveContext::of_nothing(us);
    let view = ReadOnlyBoard { core, pos };
    for &number in &watched.effects {
        let effect = &core.program.effects[usize::from(number)];
        if !effect.sides[us.index()] {
            continue;
        }
        let on = |group: &Group<L::B>| areas::squares_in(core, &group.on, &context, &view);
        let there = |group: &&Group<L::B>| areas::has_any(core, group, on(group), &context, &view);
        let looked_at = |group: &Group<L::B>, squares| looked_at(core, &group.on, squares, &context, &view);
        let absent: &[Group<L::B>] = effect
            .condition
            .as_ref()
            .map_or(&[], |condition| &condition.absent);
        let lacks = |groups: &[&Group<L::B>]| !groups.iter().any(there);
        let present = effect.groups(Asked::Present);
        let (asked, groups) = if !present.is_empty() && lacks(&present) {
            (Asked::Present, present)
        } else if let Some(group) = absent.iter().find(there) {
            let squares = on(group);
            effect_watch.must_stay(group, squares, &looked_at(group, squares));
            continue;
        } else if watched.idle_alone.contains(&number) {
            let acts = effect.groups(Asked::Acts);
            if !lacks(&acts) {
                return;
            }
            (Asked::Acts, acts)
        } else {
            return;
        };
        for (index, group) in (0..).zip(groups) {
            let squares = on(group);
            if !effect_watch.must_lack((number, asked, index), group, squares, &looked_at(group, squares)) {
                return;
            }
        }
    }
    effect_watch.settled = true;
}

/// The squares on whose contents an area depends; `squares` are those of the area.
fn looked_at<L: Layout>(
    core: &Core<L>,
    area: &Area<L::B>,
    squares: L::B,
    context: &MoveContext<L::B>,
    view: &ReadOnlyBoard<'_, L>,
) -> Looked<L::B> {
    let each = |areas: &[Area<L::B>]| {
        let none = Looked {
            all: L::B::EMPTY,
            beyond: L::B::EMPTY,
        };
        areas.iter().fold(none, |looked, area| {
            let more = looked_at(
                core,
                area,
                areas::squares_in(core, area, context, view),
                context,
                view,
            );
            Looked {
                all: looked.all | more.all,
                beyond: looked.beyond | more.beyond,
            }
        })
    };
    let mut beyond = L::B::EMPTY;
    match area {
        Area::Both(areas) | Area::Either(areas) => return each(areas),
        Area::Except(areas) => return each(&areas[..]),
        Area::Reach(reach, place) => {
            let reach = &reach[context.side.index()];
            let places = areas::squares_of(core, *place, view.pos, context).squares();
            let sets = places.filter_map(|from| reach.looked_at.get(usize::from(from)));
            beyond |= union(sets, |set| *set);
        }
        _ => {}
    }
    let looks = matches!(area, Area::Reach(..));
    let all = if looks { squares } else { L::B::EMPTY };
    Looked { all, beyond }
}

/// The targets, among some, of a move of a kind that have no consequences, as far as is known. The
/// move goes to the target and captures any piece there.
pub(super) fn clear_of<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    effect_watch: &EffectWatch<L::B>,
    (kind, from): (u8, Square),
    targets: L::B,
) -> L::B {
    let is = |kinds: u64| kinds >> kind & 1 == 1;
    if is(effect_watch.own) || effect_watch.sensitive.has(from) {
        return L::B::EMPTY;
    }
    let mut clear = targets & !effect_watch.sensitive & !of_kinds_or_none(core, pos, effect_watch.theirs);
    for missing in effect_watch.missing.iter().filter(|missing| is(missing.kinds)) {
        clear &= !missing.squares;
    }
    let sees = |missing: &&Lacking<L::B>| is(missing.seen_by);
    let left = effect_watch.leave.has(from);
    if clear.is_empty() || !(left || effect_watch.missing.iter().any(|missing| sees(&missing))) {
        return clear;
    }
    let mut without = *pos;
    without.remove(core, from);
    if left && brings(core, &without, effect_watch, kind, clear) {
        return L::B::EMPTY;
    }
    for missing in effect_watch.missing.iter().filter(sees) {
        let group = group_of(core, missing);
        let seen = |to: &Square| is_seen(core, group, &without, *to);
        clear &= !clear.keep(seen);
    }
    clear
}

/// Whether a missing piece is there once a piece of a kind has left its square, or once it has
/// moved to one of some squares.
fn brings<L: Layout>(
    core: &Core<L>,
    without: &Pos<L>,
    effect_watch: &EffectWatch<L::B>,
    kind: u8,
    targets: L::B,
) -> bool {
    let context = MoveContext::of_nothing(without.side_to_move);
    let view = ReadOnlyBoard { core, pos: without };
    effect_watch.missing.iter().any(|missing| {
        let group = group_of(core, missing);
        let squares = areas::squares_in(core, &group.on, &context, &view);
        let enters = missing.kinds >> kind & 1 == 1 && squares.meets(targets);
        enters || areas::has_any(core, group, squares, &context, &view)
    })
}

/// Whether a piece of a group may be seen from the new square of a piece that has left its own. A
/// piece that it captures is still there.
fn is_seen<L: Layout>(core: &Core<L>, group: &Group<L::B>, without: &Pos<L>, to: Square) -> bool {
    let (us, here) = (without.side_to_move, L::B::bit(to));
    let found = group.on.seen_from(&core.pool, us, to, without.occupancy() | here);
    let whom = match group.owner {
        Owner::Enemy => without.enemies(us),
        Owner::Friend => without.sides[us.index()],
        _ => without.pieces(),
    };
    let kinds = group.kinds.unwrap_or(u64::MAX);
    found.has(to) || found.meets(whom & !here & without.of_kinds(core, kinds))
}

/// The missing group: the group with that number in the same effect.
fn group_of<'a, L: Layout>(core: &'a Core<L>, missing: &Lacking<L::B>) -> &'a Group<L::B> {
    let effect = &core.program.effects[usize::from(missing.effect)];
    effect.groups(missing.asked)[usize::from(missing.group)]
}

/// Pieces of the kinds of a mask, which is usually empty.
fn of_kinds_or_none<L: Layout>(core: &Core<L>, pos: &Pos<L>, kinds: u64) -> L::B {
    if kinds == 0 {
        L::B::EMPTY
    } else {
        pos.of_kinds(core, kinds)
    }
}

impl<B: Bits> Area<B> {
    /// Whether the position before a move shows which squares belong to the area after moves that
    /// avoid some squares.
    pub(super) fn is_steady(&self) -> bool {
        let known =
            |place: &Place| matches!(place, Place::Pieces(Owner::Friend | Owner::Enemy | Owner::Any, _));
        match self {
            Self::Squares(_) => true,
            Self::At(place) | Self::Around(_, place) | Self::Reach(_, place) => known(place),
            Self::Both(areas) | Self::Either(areas) => areas.iter().all(Self::is_steady),
            Self::Except(areas) => areas.iter().all(Self::is_steady),
            Self::Headed(..)
            | Self::Attacked
            | Self::AttackedBy(_)
            | Self::AttackedMore(..)
            | Self::Mated
            | Self::Enclosed(_)
            | Self::Open(_)
            | Self::Between(..) => false,
        }
    }

    /// Whether it is the surroundings or reach of places, or depends on none.
    fn is_plain(&self) -> bool {
        matches!(self, Self::Squares(_) | Self::Around(..) | Self::Reach(..))
    }

    /// Whether arriving pieces can only remove squares from it, apart from the pieces that it is
    /// about.
    fn is_monotonous(&self) -> bool {
        match self {
            Self::Both(areas) | Self::Either(areas) => areas.iter().all(Self::is_monotonous),
            Self::Except(_) => false,
            _ => true,
        }
    }

    /// The squares of a simple area that are seen from one square.
    fn seen_from(&self, pool: &Pool<B>, us: Side, from: Square, occupancy: B) -> B {
        match self {
            Self::Around(sets, _) => sets[us.index()][usize::from(from)],
            Self::Reach(reach, _) => reach[us.index()].from(pool, from, occupancy),
            _ => B::EMPTY,
        }
    }

    /// Calls `f` for all pieces from whose places it is seen, with the owner and the kinds as bits.
    pub(super) fn each_place(&self, f: &mut impl FnMut(Owner, u64)) {
        match self {
            Self::At(place) | Self::Around(_, place) | Self::Reach(_, place) => {
                if let Place::Pieces(owner, kinds) = place {
                    f(*owner, *kinds);
                }
            }
            Self::Both(areas) | Self::Either(areas) => areas.iter().for_each(|area| area.each_place(f)),
            Self::Except(areas) => areas.iter().for_each(|area| area.each_place(f)),
            _ => {}
        }
    }
}
