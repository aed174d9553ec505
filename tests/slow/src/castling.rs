//! Castling of pieces that may start anywhere on their rank.

use super::Game;
use super::position::{Piece, Position};
use ferz::rules::{Board, Castling, Side, Squares};

fn file(square: &str) -> u8 {
    square.as_bytes()[0]
}

/// A castling for each two squares on which its pieces may start; itself if they start where it
/// says.
pub fn ways(board: &Board, castling: &Castling) -> Vec<Castling> {
    if !castling.anywhere {
        return vec![castling.clone()];
    }
    let rank = &castling.king_from[1..];
    let name = |file: u8| format!("{}{rank}", file as char);
    let (king_to, rook_to) = (file(&castling.king_to), file(&castling.rook_to));
    let to_the_right = file(&castling.rook_from) > file(&castling.king_from);
    let safe = |square: &String| castling.safe.0.contains(square);
    let (low, high) = (
        file(&castling.king_from).min(king_to),
        file(&castling.king_from).max(king_to),
    );
    let on_the_way: Vec<String> = (low + 1..high).map(name).collect();
    let way_is_safe = if on_the_way.is_empty() {
        safe(&castling.king_from)
    } else {
        on_the_way.iter().all(safe)
    };
    let mut all = Vec::new();
    for king in b'a'..b'a' + board.files {
        for rook in b'a'..b'a' + board.files {
            if king == rook || (rook > king) != to_the_right {
                continue;
            }
            // From the outermost of the four squares to the outermost on the other side.
            let mut ends = [king, rook, king_to, rook_to];
            ends.sort_unstable();
            let span: Vec<u8> = (ends[0]..=ends[3]).collect();
            if span.iter().any(|&file| board.holes.0.contains(&name(file))) {
                continue;
            }
            let mut watched = Vec::new();
            for file in king.min(king_to)..=king.max(king_to) {
                let start = file == king && safe(&castling.king_from);
                let end = file == king_to && safe(&castling.king_to);
                let between = file != king && file != king_to && way_is_safe;
                if start || end || between {
                    watched.push(name(file));
                }
            }
            let way = king.min(king_to)..=king.max(king_to);
            let counts = |file: &u8| !castling.jumps || way.contains(file) || *file == rook_to;
            let empty = span
                .iter()
                .filter(|&&file| file != king && file != rook && counts(&file));
            all.push(Castling {
                king_from: name(king),
                rook_from: name(rook),
                empty: Squares(empty.map(|&file| name(file)).collect()),
                safe: Squares(watched),
                ..castling.clone()
            });
        }
    }
    all
}

/// The letter of the file on which the partner starts.
fn file_letter(castling: &Castling) -> char {
    let file = file(&castling.rook_from) as char;
    if castling.side == Side::White {
        file.to_ascii_uppercase()
    } else {
        file
    }
}

/// Whether a letter may stand among the rights; if it may, the number of the castling that it
/// means, if any does: one of those whose pieces stand where they start (`EN-25`).
pub fn meant(all: &[Castling], stands: impl Fn(&Castling) -> bool, letter: char) -> Option<Option<usize>> {
    let fits = |c: &Castling| c.letter == letter || (c.anywhere && file_letter(c) == letter);
    if !all.iter().any(fits) {
        return None;
    }
    let here = all
        .iter()
        .enumerate()
        .filter(|(_, castling)| fits(castling) && stands(castling));
    // The outermost partner has the letter of its own.
    let apart = |castling: &Castling| file(&castling.king_from).abs_diff(file(&castling.rook_from));
    Some(
        here.max_by_key(|(_, castling)| apart(castling))
            .map(|(number, _)| number),
    )
}

/// The letter of a right.
pub fn letter(all: &[Castling], stands: impl Fn(&Castling) -> bool, number: usize) -> char {
    let castling = &all[number];
    if !castling.anywhere || meant(all, stands, castling.letter) == Some(Some(number)) {
        castling.letter
    } else {
        file_letter(castling)
    }
}

/// Whether both pieces of a castling stand where they start.
pub fn stands(game: &Game, position: &Position, castling: &Castling) -> bool {
    let there = |square: &str, kind: &str| {
        let piece = Piece {
            side: castling.side,
            kind: game.kind(kind),
        };
        game.board
            .square(square)
            .and_then(|square| position.board[square])
            == Some(piece)
    };
    there(&castling.king_from, &castling.king) && there(&castling.rook_from, &castling.rook)
}
