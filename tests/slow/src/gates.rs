//! Gates: squares on which a piece comes from the hand behind another that leaves them for the
//! first time.

use super::board::Square;
use super::moves::{Deed, Move, arrive};
use super::position::{Kind, Piece, Position};
use super::{Game, hands, walls};
use ferz::rules::{Act, Castling, Drop, Side, Squares};

/// The pieces that may come in behind pieces of a side, and are there to do so: kinds and places.
pub fn guests<'g>(game: &'g Game, position: &Position, side: Side) -> Vec<(Kind, &'g Squares)> {
    let held = |drop: &Drop| {
        let held = hands::held_as(game, side, game.kind(&drop.piece));
        drop.endless || position.in_hand(side, held) > 0
    };
    let all = game.rules.drops.iter().filter(|drop| drop.side == side);
    let there = all.filter(|drop| !drop.gate.0.is_empty() && held(drop));
    there.map(|drop| (game.kind(&drop.piece), &drop.gate)).collect()
}

/// Whether there are gates at all.
pub fn exist(game: &Game) -> bool {
    game.rules.drops.iter().any(|drop| !drop.gate.0.is_empty())
}

/// The gates of a side.
pub fn of_side(game: &Game, side: Side) -> Vec<Square> {
    let all = game.rules.drops.iter().filter(|drop| drop.side == side);
    let mut gates: Vec<Square> = all.flat_map(|drop| game.board.squares(&drop.gate)).collect();
    gates.sort_unstable();
    gates.dedup();
    gates
}

/// Whether the start position names pieces that may make a first move by their files.
pub fn name_first_moves(game: &Game) -> bool {
    let field = game.rules.start.split_whitespace().nth(2).unwrap_or("-");
    // Of castlings from anywhere, a partner that stands on the file is named.
    let partner = |castling: &Castling, letter: char| {
        let is_partner = |(square, piece): &(Square, Piece)| {
            let name = game.board.name(*square);
            piece.side == castling.side
                && piece.kind == game.kind(&castling.rook)
                && name.get(1..) == castling.rook_from.get(1..)
                && self::letter(game, piece.side, *square) == Some(letter)
        };
        castling.anywhere && game.homes.iter().any(is_partner)
    };
    let castles = |letter| {
        game.rules
            .castling
            .iter()
            .any(|castling| castling.letter == letter || partner(castling, letter))
    };
    let named = field.chars().any(|letter| letter != '-' && !castles(letter));
    named && game.some_movement_knows_initial() && !exist(game)
}

/// Whether a piece moves differently until it has moved.
pub fn is_novice(game: &Game, piece: Piece) -> bool {
    game.knows_first_move(&game.rules.pieces[piece.kind].movement[piece.side])
}

/// The squares that letters among the castling rights name: gates, or where a side's pieces stand
/// that may make a first move, on the rank on which they start.
fn nameable(game: &Game, position: &Position, side: Side) -> Vec<Square> {
    if exist(game) {
        return of_side(game, side);
    }
    let novice = |&(_, piece): &(Square, Piece)| piece.side == side && is_novice(game, piece);
    let homes: Vec<(Square, Piece)> = game.homes.iter().copied().filter(novice).collect();
    let rank = |square: Square| game.board.place(square).map(|(_, rank)| rank);
    let mut ranks: Vec<_> = homes.iter().map(|&(square, _)| rank(square)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let starts = |entry: &(Square, Piece)| match ranks[..] {
        [] => true,
        [Some(only)] => rank(entry.0) == Some(only),
        _ => homes.contains(entry),
    };
    let own = position.pieces().filter(novice).filter(starts);
    own.map(|(square, _)| square).collect()
}

/// Pieces that may not have moved, where letters name those that have not.
pub fn candidates(game: &Game, position: &Position) -> std::collections::BTreeSet<Square> {
    let of = |side| {
        nameable(game, position, side)
            .into_iter()
            .map(move |square| (side, square))
    };
    let stands = |&(side, square): &(Side, Square)| {
        position.board[square].is_some_and(|piece| piece.side == side) && matters(game, position, square)
    };
    let all = Side::ALL.into_iter().flat_map(of).filter(stands);
    all.map(|(_, square)| square).collect()
}

/// Whether it matters if the piece on a square has moved.
pub fn matters(game: &Game, position: &Position, square: Square) -> bool {
    if name_first_moves(game) {
        return position.board[square].is_some_and(|piece| is_novice(game, piece));
    }
    if game.some_movement_knows_initial() {
        return true;
    }
    let Some(piece) = position.board[square] else {
        return false;
    };
    let mut acts = game.rules.acts();
    let more =
        acts.any(|act| matches!(act, Act::Hand { .. })) || game.rules.drops.iter().any(|drop| drop.outside);
    let useful = more || !guests(game, position, piece.side).is_empty();
    useful && of_side(game, piece.side).contains(&square)
}

/// Forgets pieces whose not having moved no longer matters.
pub fn forget(game: &Game, position: &mut Position) {
    if exist(game) {
        let kept = position.unmoved.iter().copied();
        position.unmoved = kept.filter(|&square| matters(game, position, square)).collect();
    }
}

/// The letter of a gate among the castling rights.
pub fn letter(game: &Game, side: Side, square: Square) -> Option<char> {
    let (file, _) = game.board.place(square)?;
    let letter = char::from_u32('a' as u32 + u32::try_from(file).ok()?)?;
    Some(match side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter,
    })
}

/// Whether gates are named by files: no two of a side are on one, and no castling has such a
/// letter.
pub fn are_letters(game: &Game) -> bool {
    if name_first_moves(game) {
        return true;
    }
    let apart = |side: Side| {
        let gates = of_side(game, side);
        let mut letters: Vec<_> = gates.iter().map(|&square| letter(game, side, square)).collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len() == gates.len() && letters.iter().all(Option::is_some)
    };
    let files: Vec<char> = ('a'..).take(game.board.files() as usize).collect();
    let castlings = game.rules.castling.iter();
    let clear = |mut castlings: std::slice::Iter<'_, ferz::rules::Castling>| {
        castlings.all(|castling| {
            !castling.by_drop && !castling.by_effect && !files.contains(&castling.letter.to_ascii_lowercase())
        })
    };
    exist(game) && !game.some_movement_knows_initial() && Side::ALL.into_iter().all(apart) && clear(castlings)
}

/// The square with a letter among the castling rights.
pub fn named(game: &Game, position: &Position, given: char) -> Option<Square> {
    let all = |side: Side| {
        let mut squares = nameable(game, position, side);
        squares.sort_by_key(|&square| game.board.place(square));
        squares.into_iter().map(move |square| (side, square))
    };
    let is_named = |&(side, square): &(Side, Square)| letter(game, side, square) == Some(given);
    let mut squares = Side::ALL.into_iter().flat_map(all).filter(|_| are_letters(game));
    squares.find(is_named).map(|(_, square)| square)
}

/// The letters of castling rights; where gates are named among them, White's come first.
pub fn write_rights(game: &Game, position: &Position, right: impl Fn(usize) -> char) -> String {
    if !are_letters(game) {
        return position.rights.iter().map(|&number| right(number)).collect();
    }
    let mut text = String::new();
    for side in Side::ALL {
        let castling = |number: usize| &game.rules.castling[number];
        let rights = position.rights.iter().copied();
        let own: Vec<usize> = rights.filter(|&number| castling(number).side == side).collect();
        text.extend(own.iter().map(|&number| right(number)));
        let stand = |square: Square| {
            let name = game.board.name(square);
            let is_start = |&number: &usize| {
                let castling = castling(number);
                // The letter of a file names the partner's right alone.
                let both = right(number) == castling.letter;
                castling.king_from == name || (both && castling.rook_from == name)
            };
            own.iter().any(is_start)
        };
        let open = position.unmoved.iter().copied().filter(|&square| {
            !stand(square) && position.board[square].is_some_and(|piece| piece.side == side)
        });
        let mut open: Vec<Square> = open.collect();
        open.sort_by_key(|&square| game.board.place(square));
        text.extend(open.into_iter().filter_map(|square| letter(game, side, square)));
    }
    text
}

/// Legal moves, each followed by the same with the pieces that may come in behind it.
pub fn with_guests(game: &Game, position: &Position, moves: Vec<Move>) -> Vec<Move> {
    if !exist(game) {
        return moves;
    }
    let mut all = Vec::new();
    for mv in moves {
        let left: Vec<Square> = match mv.deed {
            Deed::Castle(number) => {
                let castling = &game.rules.castling[number];
                let squares = [&castling.king_from, &castling.rook_from].into_iter();
                squares.filter_map(|name| game.board.square(name)).collect()
            }
            Deed::Quiet | Deed::Capture | Deed::CaptureOwn | Deed::EnPassant if !mv.rifle => vec![mv.from],
            _ => Vec::new(),
        };
        let (after, _) = arrive(game, position, &mv);
        let open = |square: &Square| position.unmoved.contains(square) && after.is_empty(*square);
        for square in left.into_iter().filter(open).filter(|_| mv.promotion.is_none()) {
            for (kind, gate) in guests(game, position, position.turn) {
                let with = Move {
                    enters: Some((kind, square)),
                    ..mv.clone()
                };
                let alone = Move {
                    chosen: None,
                    ..with.clone()
                };
                // The square that the move chooses must also be possible once another piece has
                // come in.
                if game.board.lies(square, gate)
                    && walls::with_choices(game, position, vec![alone]).contains(&with)
                {
                    all.push(with);
                }
            }
        }
        all.push(mv);
    }
    all
}
