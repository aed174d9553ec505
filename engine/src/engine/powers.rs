//! Powers: movements that pieces have while a condition holds. Does not judge moves: that is
//! `legality`.
//!
//! A power depends on predicates of pieces; each holds on a set of squares for a side. There are
//! two kinds. Counts of neighbours: more friends than enemies of certain kinds stand next to the
//! piece, or more enemies. Relations: others attack the piece, it attacks them, or they stand
//! beside it. A movement has a [`PowerCondition`]: predicates that must hold, and others that must
//! not.

use super::compiled::{Mover, Special};
use super::core::Core;
use super::layout::Layout;
use super::mv::Move;
use super::position::Pos;
use super::relations::{How, MAX_PREDICATES, PowerCondition, Relation};
use crate::board::{Bits, Square, union};
use crate::engine::own_captures;
use crate::rules::{BySide, Side};
use arrayvec::ArrayVec;

/// The pieces of a side for which each predicate holds.
#[derive(Clone, Debug)]
pub(crate) struct Powers<L: Layout> {
    predicates: ArrayVec<L::B, MAX_PREDICATES>,
    /// The predicates that hold for any piece, as bits.
    some: u16,
}

impl<L: Layout> Powers<L> {
    /// No powers at all.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self {
            predicates: ArrayVec::new(),
            some: 0,
        }
    }

    /// The squares that meet all conditions.
    #[inline(always)]
    pub(crate) fn has(&self, when: PowerCondition) -> L::B {
        let mut set = !L::B::EMPTY;
        if !L::RICH {
            return set;
        }
        if !self.could(when) {
            return L::B::EMPTY;
        }
        let mut asks = when.asks & self.some;
        while asks != 0 {
            let fact = asks.trailing_zeros() as usize;
            asks &= asks - 1;
            let squares = self.predicates[fact];
            set &= if when.holds >> fact & 1 == 1 {
                squares
            } else {
                !squares
            };
        }
        set
    }

    /// Adds a predicate with the pieces for which it holds.
    #[inline(always)]
    fn add(&mut self, pieces: L::B) {
        self.some |= u16::from(!pieces.is_empty()) << self.predicates.len();
        self.predicates.push(pieces);
    }

    /// Whether any piece could have the abilities that this condition gives.
    #[inline(always)]
    pub(crate) fn could(&self, when: PowerCondition) -> bool {
        when.holds & !self.some == 0
    }
}

/// A piece that has changed its square, or two that have, for counts of neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<B> {
    /// Squares that have been left or captured on.
    pub(crate) gone: B,
    /// The square of the piece that has come.
    pub(crate) come: B,
    /// The kind.
    pub(crate) kind: u8,
    /// The side.
    pub(crate) side: Side,
}

/// The present movement of the piece on a square, with its neighbours considered.
#[inline]
pub(crate) fn mover_at<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &Pos<L>,
    square: Square,
) -> Option<&'a Mover<L::B>> {
    let (kind, side) = pos.piece(square)?;
    if !L::RICH || !core.has_powers() {
        return core.mover(side, kind);
    }
    let index = (*core.moving.mover_of[side.index()].get(usize::from(kind))?)?;
    let movers = core.moving.movers[side.index()].get(index..)?;
    let powers = powers_of(core, pos, side, L::B::bit(square));
    movers
        .iter()
        .take_while(|m| m.kind == kind)
        .find(|m| powers.has(m.when).has(square))
}

/// Whether a power forbids the piece on a square to move.
pub(crate) fn holds_still<L: Layout>(core: &Core<L>, pos: &Pos<L>, square: Square) -> bool {
    core.relating.stills && mover_at(core, pos, square).is_some_and(|mover| mover.still)
}

/// Whether the movement of pieces of a kind depends on their neighbours.
fn varies<L: Layout>(core: &Core<L>, side: Side, kind: u8) -> bool {
    let index = core.moving.mover_of[side.index()]
        .get(usize::from(kind))
        .copied()
        .flatten();
    let next = index.and_then(|index| core.moving.movers[side.index()].get(index + 1));
    next.is_some_and(|mover| mover.kind == kind)
}

/// The squares that a quiet move by a plain path, or by another way to the same square, exposes to
/// en passant.
#[inline]
pub(crate) fn exposed_by<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> L::B {
    let Some((kind, side)) = pos.piece(mv.from) else {
        return L::B::EMPTY;
    };
    let mover = if L::RICH && varies(core, side, kind) {
        mover_at(core, pos, mv.from)
    } else {
        core.mover(side, kind)
    };
    let exposes = mover.and_then(|m| m.exposes.get(usize::from(mv.from)));
    // Another path may lead to the same end, and only that one may be open.
    let occupied = pos.occupancy() & !L::B::bit(mv.from);
    let open = |(to, squares): &&(Square, L::B)| *to == mv.to && !squares.meets(occupied);
    let plain = exposes.and_then(|list| list.iter().find(open));
    plain.map_or_else(
        || mover.map_or(L::B::EMPTY, |mover| exposed_besides(pos, mover, mv, side)),
        |(_, squares)| *squares,
    )
}

/// The squares that a special path exposes whose other results are those of a plain one.
fn exposed_besides<L: Layout>(pos: &Pos<L>, mover: &Mover<L::B>, mv: Move, side: Side) -> L::B {
    let of = |side: Side| pos.sides[side.index()];
    let (ours, theirs) = (of(side), of(side.other()));
    for path in mover.special_from(mv.from) {
        if path.exposes_only(mv.to)
            && path.is_open(pos.occupancy(), ours, theirs)
            && (!path.initial || pos.unmoved.has(mv.from))
        {
            return path.exposed;
        }
    }
    L::B::EMPTY
}

/// A special path of a piece.
pub(crate) fn special<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &Pos<L>,
    from: Square,
    index: u16,
) -> Option<&'a Special<L::B>> {
    mover_at(core, pos, from)?
        .special
        .get(usize::from(from))?
        .get(usize::from(index))
}

/// The powers of a side's pieces.
#[inline(always)]
pub(crate) fn powers<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> Powers<L> {
    powers_of(core, pos, side, !L::B::EMPTY)
}

/// The powers of a side's pieces on some squares; for others it finds none.
#[inline(always)]
fn powers_of<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side, within: L::B) -> Powers<L> {
    let mut powers = Powers::none();
    if L::RICH && core.has_powers() {
        let nothing = Counted {
            gone: L::B::EMPTY,
            come: L::B::EMPTY,
            kind: 0,
            side,
        };
        add_powers(core, pos, (side, within), nothing, &mut powers);
    }
    powers
}

/// The powers of a side's pieces, if attacks depend on them.
#[inline(always)]
pub(crate) fn powers_to_attack<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> Powers<L> {
    if powers_only_move(core) {
        return Powers::none();
    }
    powers(core, pos, side)
}

/// Whether pieces have powers, but attack as they would without them.
#[inline(always)]
pub(crate) fn powers_only_move<L: Layout>(core: &Core<L>) -> bool {
    L::RICH
        && !core.attacking.change_with_powers
        && core.relating.neighbour_counts.is_empty()
        && !core.relating.relations.is_empty()
}

/// Finds the powers of the side to move, if attacks do not depend on them. `safe`: whether no royal
/// is attacked.
#[inline(always)]
pub(crate) fn powers_once_judged<L: Layout>(core: &Core<L>, pos: &Pos<L>, safe: bool, ours: &mut Powers<L>) {
    if powers_only_move(core) {
        add_relations(core, pos, (pos.side_to_move, !L::B::EMPTY), safe, ours);
    }
}

/// Finds the powers of the side to move, and of the other side if attacks depend on them. The
/// latter are not needed if all possible powers are assumed.
#[inline(always)]
pub(crate) fn powers_to_move<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    ours: &mut Powers<L>,
    theirs: &mut Powers<L>,
) {
    if !L::RICH || !core.has_powers() || powers_only_move(core) {
        return;
    }
    if core.attacking.possible.is_some() {
        *ours = powers(core, pos, pos.side_to_move);
        return;
    }
    match pos.side_to_move {
        Side::White => add_powers_of_both(core, pos, [ours, theirs]),
        Side::Black => add_powers_of_both(core, pos, [theirs, ours]),
    }
}

/// The powers of both sides' pieces, White's first.
pub(crate) fn powers_of_both<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> BySide<Powers<L>> {
    let (mut white, mut black) = (Powers::none(), Powers::none());
    add_powers_of_both(core, pos, [&mut white, &mut black]);
    [white, black]
}

/// Adds the powers of both sides' pieces, White's first, to empty ones.
#[inline(never)]
fn add_powers_of_both<L: Layout>(core: &Core<L>, pos: &Pos<L>, mut both: BySide<&mut Powers<L>>) {
    if !L::RICH {
        return;
    }
    for tally in &core.relating.neighbour_counts {
        let (counted, subjects) = (pos.of_kinds(core, tally.kinds), pos.of_kinds(core, tally.of));
        let near = |s: Square| core.relating.near[usize::from(s)];
        let touched = counted.spread(near) & subjects;
        let mut more = [[L::B::EMPTY; 2]; Side::COUNT];
        for square in touched.squares() {
            let around = near(square) & counted;
            let side = pos.owner(square);
            let ours = (around & pos.sides[side]).count();
            let theirs = (around & pos.enemies(side)).count();
            if ours != theirs {
                more[side][usize::from(theirs > ours)] |= L::B::bit(square);
            }
        }
        for (powers, more) in both.iter_mut().zip(more) {
            more.into_iter().for_each(|pieces| powers.add(pieces));
        }
    }
    for (side, powers) in Side::ALL.into_iter().zip(both) {
        add_relations(core, pos, (side, !L::B::EMPTY), false, powers);
    }
}

/// The powers of a side's pieces after a change.
#[inline(always)]
pub(crate) fn powers_after<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    change: Counted<L::B>,
) -> Powers<L> {
    let mut powers = Powers::none();
    if L::RICH && core.has_powers() {
        add_powers(core, pos, (side, !L::B::EMPTY), change, &mut powers);
    }
    powers
}

/// Adds the powers of a side's pieces on some squares after a change to empty ones.
#[inline(never)]
fn add_powers<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (side, within): (Side, L::B),
    change: Counted<L::B>,
    powers: &mut Powers<L>,
) {
    for tally in &core.relating.neighbour_counts {
        let mut all = pos.of_kinds(core, tally.kinds) & !change.gone;
        let mut friends = all & pos.sides[side.index()];
        if tally.kinds >> change.kind & 1 == 1 {
            all |= change.come;
            if change.side == side {
                friends |= change.come;
            }
        }
        let enemies = all & !friends;
        let mut more = [L::B::EMPTY; 2];
        let touched = all.spread(|s| core.relating.near[usize::from(s)]);
        let subjects = pos.of_kinds(core, tally.of) & pos.sides[side.index()] & within;
        for square in (subjects & touched).squares() {
            let near = core.relating.near[usize::from(square)];
            let (ours, theirs) = ((near & friends).count(), (near & enemies).count());
            if ours != theirs {
                more[usize::from(theirs > ours)] |= L::B::bit(square);
            }
        }
        more.into_iter().for_each(|pieces| powers.add(pieces));
    }
    add_relations(core, pos, (side, within), false, powers);
}

/// Adds the pieces of a side on some squares for which each relation holds. `safe`: whether it is
/// known that no royal is attacked. Moves change relations, but every move is made if attacks
/// depend on them.
#[inline]
fn add_relations<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (side, within): (Side, L::B),
    safe: bool,
    powers: &mut Powers<L>,
) {
    let attacking = |relation: &Relation<L::B>| matches!(relation.how, How::Attacks) && !relation.counts();
    let mut asked = 0;
    for relation in &core.relating.relations {
        if safe && relation.in_check {
            powers.add(L::B::EMPTY);
        } else if attacking(relation) {
            asked |= 1u16 << powers.predicates.len();
            powers.add(L::B::EMPTY);
        } else {
            powers.add(related(core, pos, (side, within), relation));
        }
    }
    if asked != 0 {
        add_attacking(core, pos, (side, within), asked, powers);
    }
}

/// Adds the pieces of a side on some squares for which relations hold that depend on what pieces
/// attack. These relations are given as predicates, and each piece is examined once.
#[inline(never)]
fn add_attacking<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (side, within): (Side, L::B),
    asked: u16,
    powers: &mut Powers<L>,
) {
    let first = powers.predicates.len() - core.relating.relations.len();
    let mut others = ArrayVec::<(usize, &Relation<L::B>, L::B), MAX_PREDICATES>::new();
    let (mut of, mut all) = (0, L::B::EMPTY);
    for (i, relation) in core.relating.relations.iter().enumerate() {
        if asked >> (first + i) & 1 == 1 {
            let theirs = others_of(core, pos, side, relation);
            others.push((first + i, relation, theirs));
            (of, all) = (of | relation.of, all | theirs);
        }
    }
    for square in (pos.of_kinds(core, of) & pos.sides[side.index()] & within).squares() {
        if !own_captures::may_capture(core, pos, square, all) {
            continue;
        }
        let kind = pos.board.as_ref()[usize::from(square)] >> 1;
        let hits = own_captures::captures_of(core, pos, square, !L::B::EMPTY);
        for &(fact, relation, theirs) in &others {
            if relation.of >> kind & 1 == 1 && fitting_subjects(pos, relation, square, theirs).meets(hits) {
                powers.predicates[fact] |= L::B::bit(square);
                powers.some |= 1 << fact;
            }
        }
    }
}

/// The pieces of a side on some squares for which a relation holds.
fn related<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (side, within): (Side, L::B),
    relation: &Relation<L::B>,
) -> L::B {
    let subjects = pos.of_kinds(core, relation.of) & pos.sides[side.index()] & within;
    if subjects.is_empty() {
        return subjects;
    }
    match &relation.how {
        How::Attacked if !relation.counts() => {
            let mut set = L::B::EMPTY;
            for other in others_of(core, pos, side, relation).squares() {
                let alike = fitting_subjects(pos, relation, other, subjects & !set);
                if !alike.is_empty() && own_captures::may_capture(core, pos, other, alike) {
                    set |= own_captures::captures_of(core, pos, other, alike) & alike;
                }
            }
            set
        }
        How::Beside(_, Some(from)) if !relation.same && !relation.counts() => {
            let from = &from[side.index()];
            let others = others_of(core, pos, side, relation).squares();
            let beside = |other: Square| from[usize::from(other)] & !L::B::bit(other);
            union(others, beside) & subjects
        }
        How::Attacked => counted_attacks(core, pos, side, relation, subjects),
        How::Attacks | How::Beside(..) => {
            let related = |&square: &Square| !related_to(core, pos, side, relation, square).is_empty();
            subjects.keep(related)
        }
    }
}

/// The pieces among `subjects` that enough others attack for a relation. Each attacker is examined
/// once.
fn counted_attacks<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    relation: &Relation<L::B>,
    subjects: L::B,
) -> L::B {
    let owner = pos.sides[relation.owner(side).index()];
    let mut attackers = [L::fill(0); 2];
    for other in others_of(core, pos, side, relation).squares() {
        let alike = fitting_subjects(pos, relation, other, subjects);
        if alike.is_empty() || !own_captures::may_capture(core, pos, other, alike) {
            continue;
        }
        let attackers = &mut attackers[usize::from(!owner.has(other))];
        for square in (own_captures::captures_of(core, pos, other, alike) & alike).squares() {
            attackers.as_mut()[usize::from(square)] += 1;
        }
    }
    let enough = |square: &Square| {
        let [these, those] = Side::each_index(|of| u16::from(attackers[of].as_ref()[usize::from(*square)]));
        if relation.more {
            these > those
        } else {
            these + those > 1
        }
    };
    subjects.keep(enough)
}

/// The pieces to which a side's pieces may have a relation.
fn others_of<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side, relation: &Relation<L::B>) -> L::B {
    let mut owned = L::B::EMPTY;
    for (is_so, owner) in relation.owners.into_iter().zip([side, side.other()]) {
        if is_so || relation.more {
            owned |= pos.sides[owner.index()];
        }
    }
    pos.of_kinds(core, relation.kinds) & owned
}

/// The pieces, among some, that may have a relation to the one on a square.
fn fitting_subjects<L: Layout>(
    pos: &Pos<L>,
    relation: &Relation<L::B>,
    square: Square,
    pieces: L::B,
) -> L::B {
    let others = pieces & !L::B::bit(square);
    match pos.piece(square) {
        Some((kind, _)) if relation.same => others & pos.kind(kind),
        _ => others,
    }
}

/// The pieces to which the piece of a side on a square has a relation, whatever its kind.
pub(crate) fn related_to<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    relation: &Relation<L::B>,
    square: Square,
) -> L::B {
    let all = placed(core, pos, side, relation, square);
    if !relation.more {
        return if relation.several && !all.several() {
            L::B::EMPTY
        } else {
            all
        };
    }
    let owner = relation.owner(side);
    let (these, those) = (all & pos.sides[owner.index()], all & pos.enemies(owner));
    if these.count() > those.count() {
        these
    } else {
        L::B::EMPTY
    }
}

/// The pieces that a relation connects with the piece of a side on a square; those of both sides if
/// they are counted.
fn placed<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    relation: &Relation<L::B>,
    square: Square,
) -> L::B {
    let others = fitting_subjects(pos, relation, square, others_of(core, pos, side, relation));
    match &relation.how {
        How::Attacked => {
            let here = L::B::bit(square);
            let hits = |&other: &Square| {
                own_captures::may_capture(core, pos, other, here)
                    && own_captures::captures_of(core, pos, other, L::B::bit(square)).has(square)
            };
            others.keep(hits)
        }
        How::Attacks => others & own_captures::captures_of(core, pos, square, others),
        How::Beside(reach, _) => others & reach[side.index()].from(&core.pool, square, pos.occupancy()),
    }
}

/// Squares on which an arriving or leaving piece can change the abilities of a side's pieces.
#[inline]
pub(crate) fn tallied_from<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> L::B {
    let mut squares = L::B::EMPTY;
    for tally in &core.relating.neighbour_counts {
        for subject in (pos.of_kinds(core, tally.of) & pos.sides[side.index()]).squares() {
            squares |= core.relating.near[usize::from(subject)];
        }
    }
    squares
}

/// All pieces that are counted as neighbours, of both sides.
#[inline]
pub(crate) fn counted<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> L::B {
    let neighbour_counts = core.relating.neighbour_counts.iter();
    union(neighbour_counts, |tally| pos.of_kinds(core, tally.kinds))
}

/// Whether pieces of a kind are counted as neighbours.
#[inline(always)]
pub(crate) fn is_counted<L: Layout>(core: &Core<L>, kind: u8) -> bool {
    L::RICH && core.relating.counted >> kind & 1 == 1
}

/// The square of a piece as a set, if the piece is counted.
#[inline(always)]
pub(crate) fn as_counted<L: Layout>(core: &Core<L>, kind: u8, square: Square) -> L::B {
    if is_counted(core, kind) {
        L::B::bit(square)
    } else {
        L::B::EMPTY
    }
}
