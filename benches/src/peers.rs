//! The same count by other crates.

use chess::{Board, MoveGen};

/// Perft by cozy-chess.
pub(crate) fn cozy(board: &cozy_chess::Board, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(&next, depth - 1, bulk);
            }
        }
        false
    });
    nodes
}

/// Perft by the crate chess, bulk counting.
pub(crate) fn chess(board: &Board, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| chess(&board.make_move_new(mv), depth - 1)).sum()
}
