//! Hands: drops, and pieces that go to a hand.

use super::board::Square;
use super::effects::{self, Facts};
use super::moves::{Deed, Move};
use super::position::{Kind, Piece, Position};
use super::{Game, royalty};
use ferz::rules::{Act, Castling, Drop, Effect, Rows, Side};

/// Whether neither side has a hand.
pub fn none(game: &Game) -> bool {
    game.rules.drops.is_empty()
}

/// The drops of the side to move, its royals not considered.
pub fn drops(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for drop in game.rules.drops.iter().filter(|d| d.side == position.turn) {
        let kind = game.kind(&drop.piece);
        if position.in_hand(drop.side, held_as(game, drop.side, kind)) == 0 && !drop.endless {
            continue;
        }
        for square in game.board.squares(&drop.zone) {
            if position.is_empty(square)
                && has_room(game, position, drop, square)
                && fits(game, position, drop, square)
            {
                moves.push(Move {
                    promotion: Some(kind),
                    ..Move::simple(square, square, Deed::Drop)
                });
            }
        }
    }
    moves
}

/// Whether the squares that come first have their pieces, or else the condition of the drop holds.
fn fits(game: &Game, position: &Position, drop: &Drop, square: Square) -> bool {
    let first = game.board.squares(&drop.first);
    if first.iter().any(|&s| position.is_empty(s)) {
        return first.contains(&square);
    }
    if drop
        .slides
        .is_some_and(|rows| !slides(game, position, rows, square))
    {
        return false;
    }
    let piece = Piece {
        side: drop.side,
        kind: game.kind(&drop.piece),
    };
    let mut there = position.clone();
    there.board[square] = Some(piece);
    let facts = Facts {
        dropped: true,
        ..Facts::of_one(drop.side, piece.kind, square)
    };
    effects::is_so(game, &drop.condition, &facts, &there)
}

/// Whether a piece that is pushed in from an edge comes to rest on an empty square.
fn slides(game: &Game, position: &Position, rows: Rows, square: Square) -> bool {
    let straight = [(rows.vertical, [0, 4]), (rows.sideways, [2, 6])];
    let diagonal = [(rows.diagonal, [1, 5]), (rows.diagonal, [3, 7])];
    let ways = straight.iter().chain(&diagonal).filter(|(goes, _)| *goes);
    ways.flat_map(|(_, ways)| ways).any(|&way| {
        let next = game.board.neighbour(square, way);
        let stops = next.is_none_or(|next| !position.is_empty(next));
        let mut behind = vec![square];
        while let Some(back) = game.board.neighbour(behind[behind.len() - 1], (way + 4) % 8) {
            if behind.contains(&back) || !position.is_empty(back) {
                return false;
            }
            behind.push(back);
        }
        stops
    })
}

/// Takes a piece that comes on the board from the hand.
pub fn take(game: &Game, next: &mut Position, side: Side, kind: Kind) {
    if is_endless(game, side, kind) {
        return;
    }
    let held = held_as(game, side, kind);
    let left = next.in_hand(side, held) - 1;
    next.hands[side.index()].insert(held, left);
    next.hands[side.index()].retain(|_, count| *count > 0);
}

/// The castling rights that come with a drop on a square.
pub fn rights_gained(
    game: &Game,
    side: Side,
    dropped: Square,
    stands: impl Fn(Square, Kind) -> bool,
) -> Vec<usize> {
    let comes = |castling: &Castling| {
        let start = |piece: &String, square: &String| {
            let square = game.board.square(square)?;
            stands(square, game.kind(piece)).then_some(square)
        };
        let king = start(&castling.king, &castling.king_from);
        let rook = start(&castling.rook, &castling.rook_from);
        let here = king == Some(dropped) || rook == Some(dropped);
        castling.by_drop && castling.side == side && king.is_some() && rook.is_some() && here
    };
    let all = game.rules.castling.iter().enumerate();
    all.filter(|(_, castling)| comes(castling))
        .map(|(number, _)| number)
        .collect()
}

/// Whether one of the pieces of a castling starts on a square.
pub fn castles_at(game: &Game, number: usize, square: Square) -> bool {
    let castling = &game.rules.castling[number];
    [&castling.king_from, &castling.rook_from]
        .into_iter()
        .any(|name| game.board.square(name) == Some(square))
}

/// The castling rights that come with an effect, which has brought a piece to a square.
pub fn rights_brought(game: &Game, brought: Square, stands: impl Fn(Square, Piece) -> bool) -> Vec<usize> {
    let comes = |number: usize, castling: &Castling| {
        let here = |piece: &String, square: &String| {
            let (side, kind) = (castling.side, game.kind(piece));
            let square = game.board.square(square);
            square.is_some_and(|square| stands(square, Piece { side, kind }))
        };
        castling.by_effect
            && castles_at(game, number, brought)
            && here(&castling.king, &castling.king_from)
            && here(&castling.rook, &castling.rook_from)
    };
    let all = game.rules.castling.iter().enumerate();
    all.filter(|&(number, castling)| comes(number, castling))
        .map(|(number, _)| number)
        .collect()
}

/// The kind that leaves the hand when a kind is dropped: that kind, or the one of which it is the
/// other face.
pub fn held_as(game: &Game, side: Side, kind: Kind) -> Kind {
    let name = game.name(kind);
    let mut drops = game.rules.drops.iter();
    let rule = drops.find(|drop| drop.side == side && drop.piece == name);
    rule.and_then(|drop| drop.hand.as_ref())
        .map_or(kind, |held| game.kind(held))
}

/// Whether pieces of a kind are dropped without being taken from the hand.
pub fn is_endless(game: &Game, side: Side, kind: Kind) -> bool {
    let name = game.name(kind);
    let mut drops = game.rules.drops.iter();
    drops.any(|drop| drop.side == side && drop.piece == name && drop.endless)
}

/// Whether positions list the hands.
pub fn are_counted(game: &Game) -> bool {
    let fills = acts(game).any(|act| matches!(act, Act::Hand { .. }));
    !none(game) && (fills || game.rules.drops.iter().any(|drop| !drop.endless))
}

/// Whether there are fewer pieces of the kind on the file than there may be.
fn has_room(game: &Game, position: &Position, drop: &Drop, square: Square) -> bool {
    let Some(most) = drop.per_file else { return true };
    let file = |s: Square| game.board.place(s).map(|(file, _)| file);
    let kind = game.kind(&drop.piece);
    let there = position
        .of(drop.side)
        .filter(|&(s, k)| k == kind && file(s).is_some() && file(s) == file(square));
    there.count() < usize::from(most)
}

/// The rule by which a move drops something.
pub fn rule<'g>(game: &'g Game, side: Side, mv: &Move) -> Option<&'g Drop> {
    let kind = mv.promotion.filter(|_| mv.deed == Deed::Drop)?;
    let mut rules = game.rules.drops.iter();
    rules.find(|drop| drop.side == side && game.kind(&drop.piece) == kind)
}

/// Whether a drop that leaves the royals of its own side safe gives no check or mate that it may
/// not give.
pub fn is_allowed(game: &Game, side: Side, mv: &Move, after: &Position) -> bool {
    let Some(rule) = rule(game, side, mv) else {
        return true;
    };
    if !(rule.no_check || rule.no_mate) || !royalty::in_check(game, after, side.other()) {
        return true;
    }
    !rule.no_check && royalty::has_move(game, after)
}

/// The former kind of a promoted piece: the one that promotes to it.
pub fn before(game: &Game, piece: Piece) -> Option<Kind> {
    let held = held_as(game, piece.side, piece.kind);
    if held != piece.kind {
        return Some(held);
    }
    let name = game.name(piece.kind);
    let is_face = |other: &str| held_as(game, piece.side, game.kind(other)) == piece.kind;
    let mut promotions = game.rules.promotions.iter();
    let found = promotions
        .find(|p| p.side == piece.side && p.to.iter().any(|to| to == name) && !is_face(&p.piece))?;
    Some(game.kind(&found.piece))
}

fn acts(game: &Game) -> impl Iterator<Item = &Act> {
    game.rules.effects.iter().flat_map(|effect: &Effect| &effect.acts)
}

/// Whether positions say which pieces of a kind have promoted: they would go to a hand as something
/// else, and their letter does not tell.
pub fn is_marked(game: &Game, kind: Kind) -> bool {
    let demotes = acts(game).any(|act| matches!(act, Act::Hand { demoted: true, .. }));
    // Faces go back in any case.
    let side = |side: Side| before(game, Piece { side, kind }).is_some() && held_as(game, side, kind) == kind;
    let told = Side::ALL
        .into_iter()
        .all(|side| is_told(game, Piece { side, kind }));
    demotes && !told && Side::ALL.into_iter().any(side)
}

/// Whether the letter of a piece gives its former kind: `+F` was F.
fn is_told(game: &Game, piece: Piece) -> bool {
    let letter = |kind: Kind| game.rules.pieces[kind].letter[piece.side];
    letter(piece.kind).is_none_or(|own| {
        let low = own.without_plus();
        low.is_some() && low == before(game, piece).and_then(letter)
    })
}

/// Whether it is said of a piece of a side that has become a kind: it would go to a hand as
/// something else.
pub fn tells(game: &Game, side: Side, kind: Kind) -> bool {
    is_marked(game, kind) && before(game, Piece { side, kind }).is_some()
}

/// The kind with which a piece goes to a hand, and the owner of the hand; a side gets no piece that
/// it cannot have.
pub fn kept(
    game: &Game,
    piece: Piece,
    promoted: bool,
    (flipped, demoted): (bool, bool),
) -> Option<(Side, Kind)> {
    let was = before(game, piece).filter(|_| {
        let face = held_as(game, piece.side, piece.kind) != piece.kind;
        demoted && (promoted || face || !is_marked(game, piece.kind))
    });
    let kind = was.unwrap_or(piece.kind);
    let side = if flipped { piece.side.other() } else { piece.side };
    game.rules.pieces[kind].letter[side].map(|_| (side, kind))
}
