//! Trials: makes a move on a copy and examines the result: the legal moves, and the abilities of a
//! side if it were to move.
//!
//! Lower files ask here the questions that only moves can answer. Can anything take a royal off the
//! board? Does a capture cost its captor a royal? Can a turn continue? This is the only way up in
//! the folder: the file knows the generator, which asks its questions here. It does not know how a
//! move is judged without a trial: that is `legality`.

use super::ahead;
use super::chain::Chain as _;
use super::core::Core;
use super::layout::Layout;
use super::legality::Safety;
use super::movegen::{Count, Generator, List, Memo, Sink};
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::powers::Powers;
use crate::board::{Bits, Square, union};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::bans;
use crate::engine::legality;
use crate::engine::movegen;
use crate::engine::movegen::chain;
use crate::engine::movegen::control;
use crate::engine::movegen::guard;
use crate::engine::powers;
use crate::engine::targets;
use crate::rules::{Part, Side};

/// The number of positions for which a test of mate counts.
const MATE_TEST: u32 = 10;

/// Tests a pseudo-legal move by making it.
pub(crate) fn is_legal_by_making<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> bool {
    ahead::note_trial();
    let bans = &core.restrictions.bans[pos.side_to_move.index()];
    if L::RICH && bans.any.is_some() && bans::bar(bans, &Meant::of(core, pos, mv)) {
        return false;
    }
    let mut after = *pos;
    if apply::advance_so(core, &mut after, mv, pos, false) {
        return false;
    }
    if L::RICH
        && let Some(owed) = owes(core, &after)
    {
        return owed && keeps_royals(core, pos, &after);
    }
    if L::RICH && mv.is_pass() && core.face_off.ends_game && legality::must_part(core, pos) {
        return true;
    }
    let made = Made {
        core,
        before: pos,
        after: &after,
    };
    (may_expose(core, mv) || legality::is_safe_after(core, pos, &after, pos.side_to_move))
        && !(bans.held != 0 && bans::forbid(core, bans, &made))
}

/// A move of a flat position that is to be made.
pub(crate) struct Meant<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    part: Part,
}

impl<'a, L: Layout> Meant<'a, L> {
    /// A move.
    fn of(core: &'a Core<L>, pos: &'a Pos<L>, mv: Move) -> Self {
        let part = mv.part();
        Self { core, pos, part }
    }

    /// Any change of places.
    pub(crate) fn swap(core: &'a Core<L>, pos: &'a Pos<L>) -> Self {
        let part = Part::Swap;
        Self { core, pos, part }
    }
}

impl<L: Layout> bans::Meant<L> for Meant<'_, L> {
    fn part(&self) -> Part {
        self.part
    }

    fn in_check(&self) -> bool {
        attacks::in_check(self.core, self.pos, self.pos.side_to_move)
    }
}

/// A move of a flat position that has been made.
struct Made<'a, L: Layout> {
    core: &'a Core<L>,
    before: &'a Pos<L>,
    after: &'a Pos<L>,
}

impl<L: Layout> bans::Made<L> for Made<'_, L> {
    fn before(&self) -> Option<&Pos<L>> {
        Some(self.before)
    }

    fn after(&self) -> &Pos<L> {
        self.after
    }

    fn gives_check(&self) -> bool {
        attacks::gives_check(self.core, self.after, self.before.side_to_move)
    }

    fn mates(&self) -> bool {
        L::RICH && mates(self.core, self.after)
    }
}

/// Whether a move may leave the royals of its own side attacked.
pub(crate) fn may_expose<L: Layout>(core: &Core<L>, mv: Move) -> bool {
    L::RICH && mv.is_control() && core.exposes_royals()
}

#[inline(never)]
fn mates<L: Layout>(core: &Core<L>, after: &Pos<L>) -> bool {
    let answered = || {
        let mut replies = Count::any();
        movegen::generate(core, after, &mut replies);
        replies.found() > 0
    };
    // Most checks are answered by moves that give no check.
    ahead::is_mate(MATE_TEST, || ahead::without_mates(answered) || answered())
}

/// Whether a continued turn that must be able to continue can do so; `None` if it need not.
pub(crate) fn owes<L: Layout>(core: &Core<L>, after: &Pos<L>) -> Option<bool> {
    let continuation = after.chain.continuation()?;
    core.is_owed(&continuation).then(|| can_go_on(core, after))
}

/// Whether an unfinished turn can continue.
#[inline(never)]
pub(crate) fn can_go_on<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let owed = pos
        .chain
        .continuation()
        .is_some_and(|continuation| core.is_owed(&continuation));
    ahead::is_followed(owed, 1, || pos.hash, || chain::has_way_on(core, pos))
}

/// Whether the consequences of a move have left its side its royals.
pub(crate) fn keeps_royals<L: Layout>(core: &Core<L>, before: &Pos<L>, after: &Pos<L>) -> bool {
    let count = |pos: &Pos<L>| pos.royals(core, before.side_to_move).count();
    count(after) >= count(before)
}

/// Makes moves and tests whether a royal is gone.
struct Takers<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    /// The royal's square.
    square: Square,
    /// The number of royals of the side to move.
    own: u32,
    /// The number of royals of the other side: one that only moves to another square is not gone.
    theirs: u32,
    /// Whether such a move is enough.
    found: &'a mut dyn FnMut(Move) -> bool,
    done: bool,
}

impl<L: Layout> Sink<L> for Takers<'_, L> {
    fn one(&mut self, mv: Move) {
        if self.done {
            return;
        }
        ahead::note_trial();
        let by = self.pos.side_to_move;
        let after = apply::made(self.core, self.pos, mv);
        let takes = !after.enemy_royals(self.core, by).has(self.square)
            && after.enemy_royals(self.core, by).count() < self.theirs
            && (!self.core.program.spares || after.royals(self.core, by).count() >= self.own);
        self.done = takes && (self.found)(mv);
    }

    fn choices(&mut self, mv: Move, _: L::B) {
        self.one(mv);
    }

    fn is_empty(&self) -> bool {
        !self.done
    }

    fn is_full(&self) -> bool {
        self.done
    }
}

/// Whether `found` is satisfied with a move of a side, if it were to move, after which the royal on
/// a square is gone. The move is no castling, and costs the side no royal of its own unless it may.
#[inline(never)]
pub(crate) fn moves_removing_royal<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    found: &mut dyn FnMut(Move) -> bool,
) -> bool {
    let mut probe = *pos;
    if probe.side_to_move != by {
        probe.side_to_move = by;
        probe.clear_en_passant(core);
    }
    probe.left = 1;
    probe.chain.set(None);
    probe.castling = L::Rights::EMPTY;
    let mut moves_removing_royal = Takers {
        core,
        pos: &probe,
        square,
        own: probe.royals(core, by).count(),
        theirs: probe.royals(core, by.other()).count(),
        found,
        done: false,
    };
    guard::turns(core, &probe, Some(square), &mut moves_removing_royal);
    moves_removing_royal.done
}

/// Whether one of some pieces of a side, if it were to move, could capture on a square without a
/// consequence that costs a royal of its own.
pub(crate) fn is_captured<L: Layout>(
    core: &Core<L>,
    mut there: Pos<L>,
    by: Side,
    square: Square,
    attackers: L::B,
) -> bool {
    there.side_to_move = by;
    there.left = 1;
    there.chain.set(None);
    let able = (attackers & there.sides[by.index()]).squares();
    let near = able.filter(|&from| targets::may_take(core, &there, from, square));
    let near = union(near, L::B::bit);
    let mut moves = Vec::new();
    guard::all_captures(core, &there, near, &mut List::new(&mut moves));
    let captures = |mv: Move| {
        // A piece that can only be captured in passing is not attacked.
        if mv.is_en_passant() {
            let MoveType::Special(index, _) = mv.move_type else {
                return false;
            };
            let path = powers::special(core, &there, mv.from, index);
            return path.is_some_and(|path| path.captures.contains(&square));
        }
        if mv.move_type == MoveType::Plain {
            return mv.to == square;
        }
        apply::captured(core, &there, mv).has(square)
    };
    moves.into_iter().any(|mv| {
        ahead::note_trial();
        captures(mv)
            && apply::made(core, &there, mv).royals(core, by).count() >= there.royals(core, by).count()
    })
}

/// The pieces, among some, that the other side attacks, and still would after each plain move of
/// their own side. Pieces of `still` neither move nor capture, and are not captured. None counts as
/// mated once the open question has used up its trials.
pub(crate) fn mated_pieces<L: Layout>(core: &Core<L>, pos: &Pos<L>, of: L::B, still: L::B) -> L::B {
    let mut all = L::B::EMPTY;
    for side in Side::ALL {
        let (ours, theirs) = (pos.sides[side.index()], pos.enemies(side));
        let hunters = theirs & !still;
        let mut mated = of & ours & !still;
        if mated.is_empty() {
            continue;
        }
        mated &= targets::attacked_next(core, pos, hunters, mated);
        if mated.is_empty() {
            continue;
        }
        let (safety, none, memo) = (Safety::new(L::B::EMPTY), Powers::none(), Memo::default());
        let generator = Generator::unasked(core, pos, side, still, (&safety, &none, &memo));
        let powers = powers::powers(core, pos, side);
        // A piece in danger is most often saved by its own move.
        let movers = ours & !still;
        for from in (movers & mated).squares().chain((movers & !mated).squares()) {
            if mated.is_empty() {
                break;
            }
            let targets = generator.plain_ways(&powers, from, hunters);
            for to in targets.squares() {
                if mated.is_empty() {
                    break;
                }
                if !ahead::tries_to_save() {
                    return L::B::EMPTY;
                }
                let after = control::gone(core, pos, from, to);
                let here = L::B::bit(to);
                let attacked = targets::attacked_next(core, &after, hunters & !here, mated | here);
                mated &= attacked | L::B::bit(from);
                if !attacked.has(to) {
                    mated &= !L::B::bit(from);
                }
            }
        }
        all |= mated;
    }
    all
}
