//! Pieces that move differently while a condition on them holds.

use super::Game;
use super::board::Square;
use super::moves::{Deed, deeds};
use super::position::{Kind, Piece, Position};
use super::walk::{Path, Walk};
use ferz::rules::{Change, How, Movement, Power, Side};

/// How the piece on a square moves, if it would move so without powers; and whether a power keeps
/// it from moving.
pub fn changed(
    game: &Game,
    position: &Position,
    (side, square, kind): (Side, Square, Kind),
    own: &Movement,
) -> (Movement, bool) {
    // A piece that is between two steps, or stands on others, moves as if it alone stood there.
    let mut position = position.clone();
    position.board[square] = Some(Piece { side, kind });
    let position = &position;
    let mut base = Some(own.clone());
    let (mut gained, mut still): (Vec<Movement>, bool) = (Vec::new(), false);
    for power in &game.rules.powers {
        if !power.of.has(game.name(kind)) {
            continue;
        }
        let others = others(game, position, (side, square, kind), power);
        if others.is_empty() {
            continue;
        }
        match &power.change {
            Change::None => (base, still) = (None, true),
            Change::Moves(movement) => (base, still) = (Some(movement.clone()), false),
            Change::Gains(movement) => gained.push(movement.clone()),
            Change::GainsTheirs => {
                gained.extend(others.iter().map(|&(_, kind)| game.movement(side, kind).clone()));
            }
        }
    }
    let still = still && gained.is_empty();
    let mut ways: Vec<Movement> = base.into_iter().chain(gained).collect();
    if ways.len() == 1 {
        return (ways.remove(0), still);
    }
    (Movement::Union(ways), still)
}

/// All ways in which a side's pieces of a kind move with any powers.
pub fn any_way(game: &Game, side: Side, kind: Kind) -> Movement {
    let mut ways = vec![game.movement(side, kind).clone()];
    for power in game
        .rules
        .powers
        .iter()
        .filter(|power| power.of.has(game.name(kind)))
    {
        match &power.change {
            Change::None => {}
            Change::Moves(movement) | Change::Gains(movement) => ways.push(movement.clone()),
            Change::GainsTheirs => {
                let kinds = (0..game.rules.pieces.len()).filter(|&k| power.condition.kinds.has(game.name(k)));
                ways.extend(kinds.map(|k| game.movement(side, k).clone()));
            }
        }
    }
    Movement::Union(ways)
}

/// Whether a power keeps the piece on a square from moving.
pub fn is_still(game: &Game, position: &Position, square: Square) -> bool {
    position.board[square].is_some_and(|piece| {
        changed(
            game,
            position,
            (piece.side, square, piece.kind),
            game.movement(piece.side, piece.kind),
        )
        .1
    })
}

/// The pieces with which one has to do as a power asks.
fn others(
    game: &Game,
    position: &Position,
    (side, square, kind): (Side, Square, Kind),
    power: &Power,
) -> Vec<(Square, Kind)> {
    let tie = &power.condition;
    let fits = |other: Square, piece: Piece| {
        let owned = tie.more
            || if piece.side == side {
                tie.friends
            } else {
                tie.enemies
            };
        let placed = || match &tie.how {
            How::Attacked => captures(game, position, other, square),
            How::Attacks => captures(game, position, square, other),
            How::Next => game.board.adjacent(square, other) || game.board.adjacent(other, square),
            How::Beside(movement) => Walk::paths(&game.board, position, side, movement, square)
                .iter()
                .any(|path| path.to == other),
        };
        other != square
            && owned
            && tie.kinds.has(game.name(piece.kind))
            && (!tie.same || piece.kind == kind)
            && placed()
    };
    let placed: Vec<(Square, Piece)> = position
        .pieces()
        .filter(|&(other, piece)| fits(other, piece))
        .collect();
    let friends = placed.iter().filter(|(_, piece)| piece.side == side).count();
    let enemies = placed.len() - friends;
    let is_so = match (tie.more, tie.friends) {
        (false, _) => !tie.several || placed.len() > 1,
        (true, true) => friends > enemies,
        (true, false) => enemies > friends,
    };
    let pieces = placed.into_iter().filter(|_| is_so);
    pieces.map(|(other, piece)| (other, piece.kind)).collect()
}

/// Whether the piece on a square could capture what stands on another by a plain capture of its own
/// movement, were it an enemy.
fn captures(game: &Game, position: &Position, from: Square, to: Square) -> bool {
    let (Some(piece), Some(target)) = (position.board[from], position.board[to]) else {
        return false;
    };
    let mut there = position.clone();
    there.board[to] = Some(Piece {
        kind: target.kind,
        side: piece.side.other(),
    });
    let movement = game.movement(piece.side, piece.kind);
    let plain = |path: &&Path| path.to == to && !path.rifle && path.captures.is_empty();
    Walk::paths(&game.board, &there, piece.side, movement, from)
        .iter()
        .filter(plain)
        .any(|path| deeds(game, &there, piece.side, from, path).contains(&Deed::Capture))
}
