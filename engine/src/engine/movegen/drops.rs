//! Drops: pieces that come from the hand. Does not know what follows from a drop: that is `follow`.

use super::Generator;
use super::sink::{Count, Sink};
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::areas;
use crate::engine::attacks;
use crate::engine::compiled::{Drop, Slide};
use crate::engine::core::Core;
use crate::engine::effect_board::{MoveContext, ReadOnlyBoard};
use crate::engine::follow;
use crate::engine::layout::{Hands as _, Layout};
use crate::engine::legality;
use crate::engine::lookaround::Ground;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::rules::{RoyalRule, Side};

/// The squares on which the side to move may drop a piece from its hand, safe or not.
#[inline]
pub(crate) fn drop_squares<L: Layout>(core: &Core<L>, pos: &Pos<L>, drop: &Drop<L::B>) -> L::B {
    if pos.hands.count(pos.side_to_move, drop.held_as) == 0 && !drop.endless {
        return L::B::EMPTY;
    }
    let mut squares = drop.zone & !pos.occupancy();
    let own = pos.kind(drop.kind) & pos.sides[pos.side_to_move.index()];
    for &file in &drop.files {
        if (own & file).count() >= drop.per_file {
            squares &= !file;
        }
    }
    if drop.first.is_empty() && drop.condition.is_none() && drop.slides.is_empty() {
        return squares;
    }
    fitting(core, pos, drop, squares)
}

/// Whether a drop gives no forbidden check or mate.
pub(super) fn is_allowed<L: Layout>(core: &Core<L>, pos: &Pos<L>, drop: &Drop<L::B>, mv: Move) -> bool {
    if !drop.no_check && !drop.no_mate {
        return true;
    }
    let mut after = *pos;
    apply::advance(core, &mut after, mv, pos);
    if !attacks::gives_check(core, &after, pos.side_to_move) {
        return true;
    }
    let mut replies = Count::any();
    !drop.no_check && {
        super::generate(core, &after, &mut replies);
        replies.found() > 0
    }
}

/// The rule of a drop that may not give check or mate, if a move is one.
pub(super) fn careful_drop<L: Layout>(core: &Core<L>, mv: Move, side: Side) -> Option<&Drop<L::B>> {
    let kind = mv.dropped()?;
    let mut drops = core.reserve.drops[side.index()].iter();
    drops.find(|drop| drop.kind == kind && (drop.no_check || drop.no_mate))
}

/// A question about a board on which a piece has just been dropped.
type Question<'a, L> = dyn Fn(&MoveContext<<L as Layout>::B>, &ReadOnlyBoard<'_, L>) -> bool + 'a;

/// The empty squares, among some, on which the piece may be dropped by the conditions of its drop.
#[inline(never)]
fn fitting<L: Layout>(core: &Core<L>, pos: &Pos<L>, drop: &Drop<L::B>, squares: L::B) -> L::B {
    let first = drop.first & !pos.occupancy();
    if !first.is_empty() {
        return squares & first;
    }
    let squares = slidden(pos, drop, squares);
    let us = pos.side_to_move;
    // Tests the board with the piece on a square.
    let there = |square: Square, asks: &Question<'_, L>| {
        let mut there = *pos;
        there.put(core, drop.kind, us, square);
        let context = MoveContext::of_drop(us, drop.kind, square);
        asks(&context, &ReadOnlyBoard { core, pos: &there })
    };
    if let Some(bulk_condition) = &drop.bulk_condition {
        let now = ReadOnlyBoard { core, pos };
        let ground = Ground {
            ours: pos.sides[us.index()],
            theirs: pos.enemies(us),
            empty: core.board & !pos.occupancy(),
            of_kinds: &|kinds| pos.of_kinds(core, kinds),
            squares_in: &|area| areas::squares_in(core, area, &MoveContext::of_nothing(us), &now),
            finds: &|groups, square| {
                there(square, &|context, view| {
                    !areas::all_of(core, groups, context, view).is_empty()
                })
            },
        };
        return bulk_condition.fitting(&ground, drop.kind, squares);
    }
    let Some(condition) = &drop.condition else {
        return squares;
    };
    let fits = |&square: &Square| {
        there(square, &|context, view| {
            follow::is_so(core, Some(condition), context, view)
        })
    };
    squares.keep(fits)
}

/// The empty squares, among some, on which the piece comes to rest when it is pushed in from an
/// edge.
fn slidden<L: Layout>(pos: &Pos<L>, drop: &Drop<L::B>, squares: L::B) -> L::B {
    if drop.slides.is_empty() {
        return squares;
    }
    let occupancy = pos.occupancy();
    let rests = |slide: &Slide<L::B>| {
        !slide.over.meets(occupancy) && (slide.stop.is_empty() || slide.stop.meets(occupancy))
    };
    let ways = |square: &Square| drop.slides[usize::from(*square)].iter().any(rests);
    squares.keep(ways)
}

impl<L: Layout> Generator<'_, L> {
    /// All drops, or only those that are a duty while they are possible.
    pub(super) fn drops<S: Sink<L>>(&self, only_duties: bool, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        for drop in &core.reserve.drops[self.us.index()] {
            if only_duties && !drop.must {
                continue;
            }
            let squares = drop_squares(core, pos, drop);
            if squares.is_empty() {
                continue;
            }
            if self.drops_are_made(drop) {
                self.made_drops(drop, squares, sink);
                continue;
            }
            let mut squares = squares & self.safety.allowed;
            if drop.no_check || drop.no_mate {
                let checking = if core.attacking.hurdles[self.us.index()] {
                    squares
                } else {
                    let royals = pos.enemy_royals(core, self.us);
                    squares & legality::squares_of_attack(core, pos.occupancy(), drop.kind, self.us, royals)
                };
                self.made_drops(drop, checking, sink);
                squares &= !checking;
            }
            if !squares.is_empty() {
                sink.drops(drop.kind, squares);
            }
        }
    }

    /// Whether a drop must be made to find out whether it is legal.
    fn drops_are_made(&self, drop: &Drop<L::B>) -> bool {
        let (core, safety) = (self.core, self.safety);
        let careful = drop.no_check || drop.no_mate;
        drop.royal
            || safety.makes_all()
            || safety.lenient
            || core.restrictions.bans_any(self.us)
            || core.has_powers()
            || (core.program.after_drops && (careful || safety.tested))
            // If royals may be left attacked, the attack need not come from the drop.
            || (careful && core.royalty.rule[self.us.other().index()] != RoyalRule::All)
    }

    #[inline(never)]
    fn made_drops(&self, drop: &Drop<L::B>, squares: L::B, sink: &mut dyn Sink<L>) {
        for square in squares.squares() {
            if sink.is_full() {
                return;
            }
            let mv = Move::drop(drop.kind, square);
            let later = self.safety.purpose.tests_later() || self.is_chosen_after(mv);
            if self.is_legal(mv) && (later || is_allowed(self.core, self.pos, drop, mv)) {
                sink.one(mv);
            }
        }
    }
}
