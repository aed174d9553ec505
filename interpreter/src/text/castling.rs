//! Castling moves.

use super::squares::square_of;
use super::{Declaration, Sides, Topic};
use crate::rules::{Castling, Ruleset, Side, SquareName};
use crate::vocabulary::{CASTLING, CastlingKey, SAFE, YES_NO};
use ferz_engine::order::sort;

/// All castling moves, sorted by letter.
pub(super) fn declarations(rules: &Ruleset, sides: Sides) -> Vec<Declaration> {
    let [white, black] = Side::each(|side| entries(rules, side));
    let blocks = if white == black && sides == Sides::Together {
        vec![(None, white)]
    } else {
        vec![(Some(Side::White), white), (Some(Side::Black), black)]
    };
    let mut list = Vec::new();
    for (side, entries) in blocks {
        for (key, body) in entries {
            list.push(Declaration::entry(Topic::Castling, "castling", &key, body).of(side));
        }
    }
    list
}

/// The entries of one side's block, squares from White's side.
fn entries(rules: &Ruleset, side: Side) -> Vec<(String, String)> {
    let own: Vec<&Castling> = rules.castling.iter().filter(|c| c.side == side).collect();
    let square = |name: &SquareName| square_of(side, name, &rules.board);
    let way = |piece: &str, from, to| format!("{piece} {} {}", square(from), square(to));
    let mut entries: Vec<(String, String)> = own
        .iter()
        .map(|c| {
            let king = way(&c.king, &c.king_from, &c.king_to);
            let rook = way(&c.rook, &c.rook_from, &c.rook_to);
            (
                c.letter.to_ascii_uppercase().to_string(),
                format!("{king}, {rook}"),
            )
        })
        .collect();
    sort(&mut entries);
    let safe = SAFE.iter().find(|safe| {
        own.iter().all(|castling| {
            let path = path(castling);
            let mut squares = safe.means.part(&path).to_vec();
            sort(&mut squares);
            let mut known = castling.safe.0.clone();
            sort(&mut known);
            squares == known
        })
    });
    if let Some(safe) = safe.filter(|_| !own.is_empty()) {
        entries.push((CASTLING.word(&CastlingKey::Safe).to_owned(), safe.word.to_owned()));
    }
    let yes = |key| (CASTLING.word(&key).to_owned(), YES_NO.word(&true).to_owned());
    if own.iter().any(|c| c.anywhere) {
        entries.push(yes(CastlingKey::Anywhere));
    }
    if own.iter().any(|c| c.jumps) {
        entries.push(yes(CastlingKey::Jumps));
    }
    if own.iter().any(|c| c.by_drop) {
        entries.push(yes(CastlingKey::Dropped));
    }
    if own.iter().any(|c| c.by_effect) {
        entries.push(yes(CastlingKey::Brought));
    }
    if own.iter().any(|c| c.bars) {
        entries.push(yes(CastlingKey::Bars));
    }
    if own.iter().any(|c| c.chains) {
        entries.push(yes(CastlingKey::Chains));
    }
    entries
}

/// The squares from the king's start to its end, along their rank.
fn path(castling: &Castling) -> Vec<SquareName> {
    let split = |name: &str| Some((name.bytes().next()?, name.get(1..)?.to_owned()));
    let (Some((from, rank)), Some((to, _))) = (split(&castling.king_from), split(&castling.king_to)) else {
        return Vec::new();
    };
    let square = |file: u8| format!("{}{rank}", char::from(file));
    if from <= to {
        (from..=to).map(square).collect()
    } else {
        (to..=from).rev().map(square).collect()
    }
}
