//! Attackers, other pieces on a square and the reasons against a move, in the flat layouts. Does
//! not decide which moves are legal: it only explains a decision of the engine.

use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::movegen::List;
use crate::engine::movegen::guard;
use crate::engine::mv::Move;
use crate::engine::notation;
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::trial;
use crate::engine::wording::Wording;
use crate::mechanics::Objection;
use crate::rules::Side;

pub(super) fn with_piece<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    square: Square,
    piece: Option<(usize, Side)>,
) -> Pos<L> {
    let mut next = *pos;
    next.remove(core, square);
    if next.closed().has(square) {
        next.toggle_wall(core, square);
    }
    next.unmoved &= !L::B::bit(square);
    if let Some((kind, side)) = piece {
        next.put(core, kind as u8, side, square);
    }
    next.hash = next.fresh_hash(core);
    next
}

/// The reason against a move, if another move could then take a royal off the board by other means
/// than a capture.
pub(super) fn objection<L: Layout>(core: &Core<L>, pos: &Pos<L>, text: &str) -> Option<Objection> {
    if !core.attacking.by_any_means {
        return None;
    }
    let (side, foe) = (pos.side_to_move, pos.side_to_move.other());
    let mut moves = Vec::new();
    guard::turns(core, pos, None, &mut List::new(&mut moves));
    let said = |mv: &Move| {
        let written = notation::text_of(core, &Wording::of(core, pos, *mv));
        text == written
            || text
                .strip_prefix(&written)
                .is_some_and(|rest| rest.starts_with(','))
    };
    let mv = moves.into_iter().find(said)?;
    let mut after = apply::made(core, pos, mv);
    after.side_to_move = foe;
    let mut line = Vec::new();
    for royal in after.royals(core, side).squares() {
        if line.is_empty() {
            trial::moves_removing_royal(core, &after, foe, royal, &mut |taker| {
                line.push((foe, notation::text_of(core, &Wording::of(core, &after, taker))));
                true
            });
        }
    }
    (!line.is_empty()).then_some(Objection::Loses { side, line })
}

pub(super) fn attackers<L: Layout>(core: &Core<L>, pos: &Pos<L>, by: Side, square: Square) -> Vec<Square> {
    let all = pos.sides[by.index()];
    if core.attacking.by_any_means && pos.enemy_royals(core, by).has(square) {
        let powers = powers::powers(core, pos, by);
        let captures = |s: &Square| {
            let attacker = L::B::bit(*s);
            attacks::attacked(core, pos, by, square, pos.occupancy(), attacker, true, &powers)
        };
        let mut found: L::B = all.keep(captures);
        trial::moves_removing_royal(core, pos, by, square, &mut |mv| {
            found |= L::B::bit(mv.from);
            false
        });
        return list(found & all);
    }
    if core.has_powers() {
        // If the others had no owner, the piece would lose the powers that it has from them.
        let powers = powers::powers(core, pos, by);
        let alone = |s: &Square| {
            let attackers = L::B::bit(*s);
            attacks::attacked(core, pos, by, square, pos.occupancy(), attackers, true, &powers)
        };
        return list(all.keep(alone));
    }
    // The pieces that attack alone: all others are present, but not of their side.
    let alone = |s: &Square| {
        let mut one = *pos;
        one.sides[by.index()] = L::B::bit(*s);
        one.sides[by.other().index()] |= all & !L::B::bit(*s);
        attacks::attacks_square(core, &one, by, square, true)
    };
    let found = list(all.keep(alone));
    if !found.is_empty() || !attacks::attacks_square(core, pos, by, square, true) {
        return found;
    }
    // If the attack needs a friend on its way: the pieces without which there is no attack.
    let needed = |s: &Square| {
        let mut without = *pos;
        without.remove(core, *s);
        !attacks::attacks_square(core, &without, by, square, true)
    };
    list(all.keep(needed))
}

/// The squares of a set.
fn list<B: Bits>(set: B) -> Vec<Square> {
    set.squares().collect()
}
