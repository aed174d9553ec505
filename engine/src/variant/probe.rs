//! Questions about positions that need not be in any game: attacks, the effect of another piece on
//! a square, the reason why a move is not possible.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::board::{Bits, Square, U256, convert};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::movegen::List;
use crate::engine::movegen::guard;
use crate::engine::mv::Move;
use crate::engine::notation;
use crate::engine::position::Pos;
use crate::engine::position::rights;
use crate::engine::powers;
use crate::engine::relations::Power;
use crate::engine::trial;
use crate::mechanics::Objection;
use crate::rules::Side;

impl Variant {
    /// Whether a side attacks a square: whether [`Self::attackers`] has any.
    pub fn is_attacked(&self, position: &Position, by: Side, square: Square) -> bool {
        ask!(self, position, |play, state| play.is_attacked(state, by, square))
    }

    /// The end squares of a side's kings by the castlings to which it has the right.
    pub fn castling_ends(&self, position: &Position, side: Side) -> Vec<Square> {
        flat!(self, position, |core, pos| rights::castling_ends(core, pos)
            [side.index()]
        .squares()
        .collect())
    }

    /// A position with one piece alone on the board and its side to move, with everything else empty.
    pub fn lone_piece(&self, kind: usize, side: Side, square: Square) -> Position {
        with_engine!(self, |play| Position::from(play.lone_piece(kind, side, square)))
    }

    /// The position with a piece put on a square in place of any piece there, or with nothing
    /// there, in spite of the rules. The square is open then. The piece counts as having moved;
    /// castling rights and clocks stay as they are.
    #[must_use]
    pub fn with_piece(&self, position: &Position, square: Square, piece: Option<(usize, Side)>) -> Position {
        ask!(self, position, |play, state| Position::from(
            play.with_piece(state, square, piece)
        ))
    }

    /// The pieces of a side that attack a square: each could capture a royal that stands there, whether or not it
    /// is pinned.
    pub fn attackers(&self, position: &Position, by: Side, square: Square) -> Vec<Square> {
        ask!(self, position, |play, state| play.attackers(state, by, square))
    }

    /// The powers that the piece on a square has, by their index in the rules, each with the other pieces that it has them from.
    pub fn powers(&self, position: &Position, square: Square) -> Vec<(usize, U256)> {
        flat!(self, position, |core, pos| powers_at(core, pos, square))
    }

    /// Why something that the pieces could do is not legal, in a variant with hooks that take part in the game, or in which a royal is
    /// attacked by all that a move can take off the board; `None` if they cannot do it, or nothing is the matter.
    pub fn objection(&self, position: &Position, text: &str) -> Option<Objection> {
        ask!(self, position, |play, state| play.objection(state, text))
    }
}

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

/// Why a move is not legal, if that is because another one would then take a royal off the board otherwise than by capturing it.
pub(super) fn objection<L: Layout>(core: &Core<L>, pos: &Pos<L>, text: &str) -> Option<Objection> {
    if !core.attacking.by_any_means {
        return None;
    }
    let (side, foe) = (pos.side_to_move, pos.side_to_move.other());
    let mut moves = Vec::new();
    guard::turns(core, pos, None, &mut List::new(&mut moves));
    let said = |mv: &Move| {
        let written = notation::text_of(core, pos, *mv);
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
            trial::moves_removing_royal(core, &after, foe, royal, |taker| {
                line.push((foe, notation::text_of(core, &after, taker)));
                true
            });
        }
    }
    (!line.is_empty()).then_some(Objection::Loses { side, line })
}

pub(super) fn attackers<L: Layout>(core: &Core<L>, pos: &Pos<L>, by: Side, square: Square) -> Vec<Square> {
    let all = pos.sides[by.index()];
    if core.attacking.by_any_means && pos.royals(core, by.other()).has(square) {
        let powers = powers::powers(core, pos, by);
        let captures = |s: &Square| {
            let attacker = L::B::bit(*s);
            attacks::attacked(core, pos, by, square, pos.occupancy(), attacker, true, &powers)
        };
        let mut found: L::B = all
            .squares()
            .filter(captures)
            .fold(L::B::EMPTY, |set, s| set | L::B::bit(s));
        trial::moves_removing_royal(core, pos, by, square, |mv| {
            found |= L::B::bit(mv.from);
            false
        });
        return (found & all).squares().collect();
    }
    if core.has_powers() {
        // If the others had no owner, it would not have the powers that it has from them.
        let powers = powers::powers(core, pos, by);
        let alone = |s: &Square| {
            let attackers = L::B::bit(*s);
            attacks::attacked(core, pos, by, square, pos.occupancy(), attackers, true, &powers)
        };
        return all.squares().filter(alone).collect();
    }
    // Each by itself, with the others present but not of that side.
    let alone = |s: &Square| {
        let mut one = *pos;
        one.sides[by.index()] = L::B::bit(*s);
        one.sides[by.other().index()] |= all & !L::B::bit(*s);
        attacks::attacks_square(core, &one, by, square, true)
    };
    let found: Vec<Square> = all.squares().filter(alone).collect();
    if !found.is_empty() || !attacks::attacks_square(core, pos, by, square, true) {
        return found;
    }
    // An attack that needs a friend on its way: those without whom there is none.
    let needed = |s: &Square| {
        let mut without = *pos;
        without.remove(core, *s);
        !attacks::attacks_square(core, &without, by, square, true)
    };
    all.squares().filter(needed).collect()
}

/// [`Variant::powers`] in one layout.
fn powers_at<L: Layout>(core: &Core<L>, pos: &Pos<L>, square: Square) -> Vec<(usize, U256)> {
    let Some((kind, side)) = pos.piece(square) else {
        return Vec::new();
    };
    let causes = |power: &Power<L::B>| {
        power.relations.iter().fold(L::B::EMPTY, |set, relation| {
            set | powers::related_to(core, pos, side, relation, square)
        })
    };
    let powers = core.relating.powers.iter().enumerate();
    let held = powers.filter(|(_, power)| power.of >> kind & 1 == 1);
    held.map(|(number, power)| (number, convert(causes(power))))
        .filter(|(_, causes): &(usize, U256)| !causes.is_empty())
        .collect()
}
