//! The questions of mechanics to the generator: moves of some pieces, with another piece guarded,
//! or untested. Knows no mechanic.

use super::sink::Sink;
use super::{Generator, Memo};
use crate::board::{Bits, Square};
use crate::engine::core::Core;
use crate::engine::delta::Delta;
use crate::engine::judging::Judging;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::legality::{Purpose, Safety};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::powers::Powers;
use crate::rules::RoyalRule;

/// Finds the conditions that the safety of some pieces of the side to move puts on moves of others:
/// none of them may be left attacked. Returns whether sets can decide.
pub(crate) fn guard<L: Layout>(core: &Core<L>, pos: &Pos<L>, guarded: L::B, guard: &mut Guard<L>) -> bool {
    let us = pos.side_to_move;
    if guarded.is_empty() || core.restrictions.bans_any(us) || core.royalty.rule[us.index()] != RoyalRule::All
    {
        return false;
    }
    let safety = &mut guard.0;
    safety.royals = guarded;
    if core.has_powers() {
        safety.powers = powers::powers(core, pos, us.other());
    }
    legality::safety(core, pos, us, safety);
    // At most one of the guarded pieces, and then alone, is among those whose moves are asked for.
    safety.judging_royals = Judging::Lines;
    !safety.makes_all() && !safety.lenient
}

/// Generates the moves of the pieces of `only`, which belong to the side to move, safe or not and
/// without promotions. Without `quiets` it generates only their captures, even if nothing may be
/// captured. No move captures or changes places with a piece of `barred`. For rich layouts.
pub(crate) fn untested<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    only: L::B,
    barred: L::B,
    quiets: bool,
    sink: &mut dyn Sink<L>,
) {
    let mut safety = Safety::new(pos.royals(core, pos.side_to_move));
    safety.purpose = Purpose::Untested { promotions: false };
    unjudged(core, pos, (only, barred), quiets, &mut safety, sink);
}

/// Generates the captures of the pieces of `only`, which belong to the side to move, safe or not
/// and with all their promotions. For rich layouts.
pub(crate) fn all_captures<L: Layout>(core: &Core<L>, pos: &Pos<L>, only: L::B, sink: &mut dyn Sink<L>) {
    let mut safety = Safety::new(pos.royals(core, pos.side_to_move));
    safety.purpose = Purpose::Untested { promotions: true };
    unjudged(core, pos, (only, L::B::EMPTY), false, &mut safety, sink);
}

fn unjudged<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (only, barred): (L::B, L::B),
    quiets: bool,
    safety: &mut Safety<L>,
    sink: &mut dyn Sink<L>,
) {
    debug_assert!(L::RICH);
    let us = pos.side_to_move;
    let powers = powers::powers(core, pos, us);
    safety.judging = Judging::Trial;
    let generator = Generator {
        core,
        pos,
        safety,
        powers: &powers,
        us,
        captures: true,
        shoots: true,
        quiets,
        only,
        aim: None,
        barred,
        memo: &Memo::default(),
    };
    generator.all_through(sink);
}

/// Generates the moves of the side to move, drops included, safe or not. With `aim` it generates
/// only those whose consequences may take the royal on that square. For rich layouts.
pub(crate) fn turns<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    aim: Option<Square>,
    mut sink: &mut dyn Sink<L>,
) {
    debug_assert!(L::RICH);
    let us = pos.side_to_move;
    let powers = powers::powers(core, pos, us);
    let mut safety = Safety::new(pos.royals(core, us));
    safety.judging = Judging::Trial;
    safety.purpose = Purpose::Query;
    let generator = Generator {
        core,
        pos,
        safety: &safety,
        powers: &powers,
        us,
        captures: core.restrictions.captures[us.index()],
        shoots: true,
        quiets: true,
        only: match aim {
            Some(royal) => {
                let of_kind = |kind: u8| pos.kind(kind) & pos.sides[us.index()];
                core.program.royal_kills.pieces(us, royal, of_kind)
            }
            None => !L::B::EMPTY,
        },
        aim,
        barred: L::B::EMPTY,
        memo: &Memo::default(),
    };
    generator.all_through(sink);
    if core.reserve.has_hands && (aim.is_none() || core.program.after_drops) {
        generator.drops(false, &mut sink);
    }
}

/// Generates the legal moves of the pieces of `only`. If the royal is among them, it is the only
/// guarded piece.
pub(crate) fn guarded<L: Layout, S: Sink<L>>(
    core: &Core<L>,
    pos: &Pos<L>,
    guard: &Guard<L>,
    only: L::B,
    barred: L::B,
    sink: &mut S,
) {
    let generator = Generator {
        core,
        pos,
        safety: &guard.0,
        powers: &Powers::none(),
        us: pos.side_to_move,
        captures: core.restrictions.captures[pos.side_to_move.index()],
        shoots: true,
        quiets: true,
        only,
        aim: None,
        barred,
        memo: &Memo::default(),
    };
    generator.all(sink);
}

/// The conditions that the safety of a royal puts on moves of other pieces.
pub(crate) struct Guard<L: Layout>(Safety<L>);

impl<L: Layout> Guard<L> {
    /// Nothing is guarded.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        let mut safety = Safety::new(L::B::EMPTY);
        safety.judging = Judging::Lines;
        Self(safety)
    }

    /// Whether the royal is attacked.
    pub(crate) fn is_attacked(&self) -> bool {
        self.0.attacked
    }

    /// Whether the guarded pieces are safe after the changes of a move.
    pub(crate) fn leaves_safe(&self, core: &Core<L>, pos: &Pos<L>, delta: Delta<L::B>) -> bool {
        delta.leaves_safe(core, pos, &self.0.powers)
    }

    /// The pieces whose moves may leave a guarded piece attacked.
    pub(crate) fn restricted(&self) -> L::B {
        if self.0.allowed == !L::B::EMPTY {
            self.0.on_line
        } else {
            !L::B::EMPTY
        }
    }

    /// The squares to which a piece that is not royal may move from a square, with or without a
    /// capture, without leaving the royal attacked.
    pub(crate) fn allowed(&self, pos: &Pos<L>, from: Square) -> L::B {
        if self.0.on_line.has(from) {
            let ours = pos.sides[pos.side_to_move.index()];
            self.0.allowed_from(from, pos.occupancy(), ours)
        } else {
            self.0.allowed
        }
    }
}
