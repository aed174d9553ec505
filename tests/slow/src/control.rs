//! Moves of the opponent's pieces.

use super::Game;
use super::areas::{attacks_from, pieces};
use super::board::Square;
use super::effects::Facts;
use super::moves::{Deed, Move, promotions};
use super::position::{Piece, Position};
use super::walk::{Path, Walk};
use super::{mechanics, powers};
use ferz::rules::{Control, Modes};
use std::collections::BTreeSet;

/// All moves of the opponent's pieces that the side may move, its royals not considered.
pub fn moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    for (from, to) in ways(game, position) {
        let Some(piece) = position.board[from] else {
            continue;
        };
        let mv = Move::simple(from, to, Deed::Control);
        let moves = promotions(game, piece.side, position, piece.kind, mv);
        all.extend(moves.into_iter().filter(|mv| !dethrones(game, position, mv)));
    }
    all
}

/// The starts and ends of possible moves of the opponent's pieces.
pub fn ways(game: &Game, position: &Position) -> Vec<(Square, Square)> {
    let Some(rule) = &game.rules.control else {
        return Vec::new();
    };
    let (side, facts) = (position.turn.other(), Facts::of_nothing(position.turn));
    let meant: BTreeSet<Square> = rule
        .of
        .iter()
        .flat_map(|group| pieces(game, group, &facts, position))
        .collect();
    let mut all = Vec::new();
    for (from, _) in position.of(side).filter(|(from, _)| meant.contains(from)) {
        let targets = (0..game.board.size()).filter(|&to| leads(game, position, rule, from, to));
        all.extend(targets.map(|to| (from, to)));
    }
    all
}

/// Whether the last royal of a side would become something else.
fn dethrones(game: &Game, position: &Position, mv: &Move) -> bool {
    let royal = |piece: &Piece| game.is_royal(piece.side, piece.kind);
    let (Some(piece), Some(kind)) = (position.board[mv.from], mv.promotion) else {
        return false;
    };
    let royals = position
        .pieces()
        .filter(|(_, other)| other.side == piece.side && royal(other));
    royal(&piece) && !royal(&Piece { kind, ..piece }) && royals.count() == 1
}

/// Whether the piece on a square can be moved to another.
fn leads(game: &Game, position: &Position, rule: &Control, from: Square, to: Square) -> bool {
    let Some(piece) = position.board[from].filter(|_| from != to) else {
        return false;
    };
    let free = position.is_empty(to);
    if let Some(victim) = position.board[to] {
        let (friends, enemies) = rule.captures.sides();
        let meant = if victim.side == piece.side {
            friends
        } else {
            enemies
        };
        let peaceful = game.rules.restrictions.no_captures[position.turn];
        if !meant || peaceful || game.is_royal(victim.side, victim.kind) {
            return false;
        }
    } else if !free {
        return false;
    }
    let ends = |path: &Path| path.to == to && path.captures.is_empty() && !path.rifle;
    if let Some(movement) = &rule.moves {
        let paths = Walk::paths(&game.board, position, piece.side, movement, from);
        return !powers::is_still(game, position, from) && paths.iter().any(ends);
    }
    goes(game, position, from, to)
}

/// Whether a piece could move to a square by a plain move, or capture any piece there.
fn goes(game: &Game, position: &Position, from: Square, to: Square) -> bool {
    let Some(piece) = position.board[from] else {
        return false;
    };
    let free = position.is_empty(to);
    let ends = |path: &Path| path.to == to && path.captures.is_empty() && !path.rifle;
    // The piece there is captured as if it were an enemy.
    let mut seen = position.clone();
    if let Some(victim) = position.board[to] {
        let side = piece.side.other();
        seen.board[to] = Some(Piece { side, ..victim });
    }
    let mode = if free { Modes::QUIET } else { Modes::CAPTURE };
    mechanics::paths_seen(game, position, &seen, piece.side, (from, piece.kind))
        .iter()
        .any(|path| ends(path) && path.modes.has(mode))
}

/// Whether the other side could capture what stands on a square next, and could still after each
/// plain move of the piece's side.
pub fn is_mated(game: &Game, position: &Position, square: Square) -> bool {
    let Some(piece) = position.board[square] else {
        return false;
    };
    let attacked = |position: &Position, square: Square| {
        position
            .of(piece.side.other())
            .any(|(from, _)| attacks_from(game, position, from, square))
    };
    attacked(position, square)
        && position.of(piece.side).all(|(from, _)| {
            (0..game.board.size()).all(|to| {
                let theirs = position.board[to].is_none_or(|other| other.side != piece.side);
                let open = from != to && theirs && !position.walls.contains(&to);
                if !open || !goes(game, position, from, to) {
                    return true;
                }
                let mut after = position.clone();
                after.board[to] = after.board[from].take();
                after.unmoved.remove(&from);
                after.unmoved.remove(&to);
                let tags = after.tags.remove(&from);
                after.tags.remove(&to);
                after.tags.extend(tags.map(|tags| (to, tags)));
                attacked(&after, if from == square { to } else { square })
            })
        })
}
