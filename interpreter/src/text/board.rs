//! The board and its extra squares.

use super::{Declaration, Topic, sets, squares};
use crate::rules::{Board, Points};
use crate::vocabulary::{BOARD, BoardKey, COMPASS, WRAP, Wrap, YES_NO};
use ferz_engine::order::{sort, sort_by_key};

/// The text behind `board`: `8x8 { wrap: files; holes: a1 }`.
pub fn board(board: &Board) -> String {
    with_points(board, None)
}

fn with_points(board: &Board, points: Option<&Points>) -> String {
    let mut entries = Vec::new();
    let wraps: Vec<&str> = [(board.wrap_files, Wrap::Files), (board.wrap_ranks, Wrap::Ranks)]
        .into_iter()
        .filter(|(wraps, _)| *wraps)
        .map(|(_, edge)| WRAP.word(&edge))
        .collect();
    if !wraps.is_empty() {
        entries.push(format!("{}: {}", BOARD.word(&BoardKey::Wrap), wraps.join(", ")));
    }
    if !board.holes.0.is_empty() {
        // Holes are squares of the bare grid.
        let grid = Board {
            holes: Default::default(),
            extra: Default::default(),
            ..board.clone()
        };
        let holes = squares(&board.holes, &grid);
        entries.push(format!("{}: {holes}", BOARD.word(&BoardKey::Holes)));
    }
    if let Some(points) = points {
        entries.push(format!(
            "{}: {}",
            BOARD.word(&BoardKey::Points),
            YES_NO.word(&true)
        ));
        let lines = [
            (BoardKey::River, &points.river),
            (BoardKey::Diagonals, &points.diagonals),
        ];
        for (key, lines) in lines.into_iter().filter(|(_, lines)| !lines.is_default()) {
            entries.push(format!("{}: {}", BOARD.word(&key), sets(lines, board)));
        }
    }
    let size = format!("{}x{}", board.files, board.ranks);
    if entries.is_empty() {
        size
    } else {
        format!("{size} {{ {} }}", entries.join("; "))
    }
}

pub(super) fn declarations(board: &Board, points: Option<&Points>) -> Vec<Declaration> {
    let mut list = vec![Declaration::new(
        Topic::Board,
        "board",
        "",
        with_points(board, points),
    )];
    let mut extra: Vec<_> = board.extra.iter().collect();
    sort_by_key(&mut extra, |(name, _)| *name);
    for (name, links) in extra {
        let mut links: Vec<_> = links.iter().collect();
        sort(&mut links);
        let links: Vec<String> = links
            .iter()
            .map(|(compass, to)| format!("{}: {to}", COMPASS.word(compass)))
            .collect();
        let body = if links.is_empty() {
            "{ }".to_owned()
        } else {
            format!("{{ {} }}", links.join("; "))
        };
        list.push(Declaration::new(Topic::Board, "square", name, body));
    }
    list
}
