//! Every defence, and the winning answer to it.

use super::walk::Walk;
use ferz::engine::{Move, Position};

/// A move and its continuations: all moves of the other side, or the winner's fastest one.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Moves that the winner still needs after it.
    pub moves: u32,
    /// The continuation; empty if the game is over.
    pub then: Vec<Branch>,
}

impl Branch {
    /// The plies to the end, if the other holds out as long as he can.
    fn plies(&self) -> usize {
        1 + self.then.iter().map(Self::plies).max().unwrap_or(0)
    }
}

/// The line in which the winner wins as fast, and the other holds out as long, as they can.
pub(super) fn line(tree: &[Branch]) -> Vec<Move> {
    let (mut line, mut tree) = (Vec::new(), tree);
    // The first of the longest.
    while let Some(branch) = tree
        .iter()
        .rev()
        .max_by_key(|branch| (branch.moves, branch.plies()))
    {
        line.push(branch.mv);
        tree = &branch.then;
    }
    line
}

/// All that follows in a position that the winner wins in this many moves, and not in fewer.
fn grow(walk: &mut Walk<'_>, position: &Position, left: u32, open: bool) -> Vec<Branch> {
    if walk.ended(position).is_some() {
        return Vec::new();
    }
    let moves = walk.ordered(position);
    branches(walk, position, moves, left, open)
}

/// The same where the game has not ended and these moves alone are looked at.
pub(super) fn branches(
    walk: &mut Walk<'_>,
    position: &Position,
    mut moves: Vec<Move>,
    left: u32,
    open: bool,
) -> Vec<Branch> {
    if walk.stopped() {
        return Vec::new();
    }
    let turn = walk.turn(position, left, open);
    if turn.attacks {
        let best = moves
            .iter()
            .position(|&mv| walk.wins_by(position, mv, left, open));
        moves = best.map(|i| moves[i]).into_iter().collect();
    }
    let branch = |mv: Move| {
        walk.after(position, mv, |walk, after| {
            let most = turn.left.unwrap_or(0);
            let needed = (0..=most).find(|&left| walk.wins(after, left, turn.open, 1));
            let moves = needed.unwrap_or(most);
            Branch {
                mv,
                moves,
                then: grow(walk, after, moves, turn.open),
            }
        })
    };
    moves.into_iter().map(branch).collect()
}
