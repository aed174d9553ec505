//! Promotions that are moves of their own: the squares to which the piece may move with them, and
//! their conditions.

use super::board::Square;
use super::moves::{Deed, Move, choices, promotions_of};
use super::position::{Piece, Position};
use super::{Game, effects};
use ferz::rules::{Promotion, Trigger};

/// The moves of a promotion in place of the piece on a square, whether they give check or not.
pub fn in_place<'g>(
    game: &'g Game,
    position: &'g Position,
    promotion: &'g Promotion,
    from: Square,
) -> impl Iterator<Item = Move> + 'g {
    let ends = ends(game, position, promotion, from).into_iter();
    ends.flat_map(move |to| {
        let becoming = move |becomes| Move {
            promotion: Some(becomes),
            ..Move::simple(from, to, Deed::InPlace)
        };
        choices(game, position, promotion).into_iter().map(becoming)
    })
    .filter(move |mv| is_so_after(game, position, promotion, mv))
}

/// The squares on which a piece may be after a promotion in place.
pub fn ends(game: &Game, position: &Position, promotion: &Promotion, from: Square) -> Vec<Square> {
    let goes = |to: &Square| {
        let there = |area| {
            position.is_empty(*to) && super::areas::is_on(game, area, &still(position, from), position, *to)
        };
        *to == from || promotion.goes.as_ref().is_some_and(there)
    };
    (0..game.board.size()).filter(goes).collect()
}

/// The facts of a piece that has not moved yet.
fn still(position: &Position, from: Square) -> effects::Facts {
    let kind = position.board[from].map_or(0, |piece| piece.kind);
    effects::Facts::of_one(position.turn, kind, from)
}

/// Whether the condition of a promotion in place holds after it.
pub fn is_so_after(game: &Game, position: &Position, promotion: &Promotion, mv: &Move) -> bool {
    let mut there = position.clone();
    there.board[mv.from] = None;
    there.board[mv.to] = mv.promotion.map(|kind| Piece {
        side: position.turn,
        kind,
    });
    let facts = effects::Facts {
        target: mv.to,
        movers: [mv.to].into(),
        ..still(position, mv.from)
    };
    effects::is_so(game, &promotion.condition, &facts, &there)
}

/// Whether a move is no promotion in place that gives a check which it may not give.
pub fn may_be(game: &Game, position: &Position, mv: &Move, checks: bool) -> bool {
    let Some(piece) = position.board[mv.from].filter(|_| mv.deed == Deed::InPlace && checks) else {
        return true;
    };
    promotions_of(game, piece.side, piece.kind)
        .filter(|p| p.trigger == Trigger::InPlace && !p.no_check && game.board.lies(mv.from, &p.zone))
        .any(|p| in_place(game, position, p, mv.from).any(|other| other.does_the_same(mv)))
}
