//! Move text: UCI long algebraic, extended. Does not decide which moves are legal: it is given
//! their list, or asks `perft` for it.

use super::compiled::NONE;
use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::naming::Spelling;
use super::position::Pos;
use super::subjects::Compiled;
use super::width::Width;
use crate::board::{Bits, Square, union};
use crate::engine::gates;
use crate::engine::perft;
use crate::engine::powers;
use crate::order::places;
use crate::rules::{Letter, Modes};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::fmt::Write as _;
use std::hash::Hasher as _;

/// Replaces equal texts by others, as far as there are any.
pub(crate) fn mark_twins(texts: &mut [String], marked: &dyn Fn(usize) -> Option<String>) {
    let hash = |text: &String| {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        hasher.finish()
    };
    let mut hashes: SmallVec<[u64; 64]> = texts.iter().map(hash).collect();
    hashes.sort_unstable();
    if hashes.windows(2).all(|pair| pair[0] != pair[1]) {
        return;
    }
    let order = places(texts.len(), &|a, b| texts[a].cmp(&texts[b]));
    let alike: Vec<Vec<usize>> = order
        .chunk_by(|&a, &b| texts[a] == texts[b])
        .filter(|chunk| chunk.len() > 1)
        .map(<[usize]>::to_vec)
        .collect();
    for i in alike.into_iter().flatten() {
        if let Some(text) = marked(i) {
            texts[i] = text;
        }
    }
}

/// The texts of all legal moves of a position, in step with `moves`. No two are equal.
pub(crate) fn texts<L: Layout>(core: &Core<L>, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(text_of(core, pos, mv));
    }
    mark_twins(&mut texts, &|i| marked_text(core, pos, moves[i]));
    texts
}

/// The legal move with a text, as [`texts`] writes them.
pub(crate) fn find<L: Layout>(core: &Core<L>, pos: &Pos<L>, text: &str) -> Option<Move> {
    let starts = starts(core, text);
    if starts.is_empty() {
        return None;
    }
    let mut moves = Vec::with_capacity(64);
    perft::legal_moves_into(core, pos, &mut moves);
    let mut own = String::with_capacity(16);
    let mut spelled = |mv: Move, spelling: Spelling, text: &str| {
        own.clear();
        text_into(core, pos, mv, spelling, &mut own);
        own == text
    };
    let starts_there = |mv: Move| {
        mv.move_type == MoveType::Pass || starts.has(mv.from) || (mv.is_castling() && core.has_gates())
    };
    let mut candidates: SmallVec<[Move; 32]> = SmallVec::new();
    for &mv in &moves {
        if starts_there(mv) {
            candidates.push(mv);
        }
    }
    if let Some(mv) = only(&candidates, &mut |mv| spelled(mv, Spelling::Short, text)) {
        return Some(mv);
    }
    // Moves with the same text get another one, if they have one.
    for &mv in &candidates {
        let found = match marked_text(core, pos, mv) {
            None => spelled(mv, Spelling::Short, text),
            Some(marked) if marked == text => {
                let own = text_of(core, pos, mv);
                only(&moves, &mut |mv| spelled(mv, Spelling::Short, &own)).is_none()
            }
            Some(_) => false,
        };
        if found {
            return Some(mv);
        }
    }
    only(&candidates, &mut |mv| spelled(mv, Spelling::Whole, text))
        .or_else(|| only(&candidates, &mut |mv| spelled(mv, Spelling::Before, text)))
}

/// The move of a list that fits, if exactly one does.
fn only(moves: &[Move], fits: &mut dyn FnMut(Move) -> bool) -> Option<Move> {
    let mut found = None;
    for &mv in moves {
        if fits(mv) && found.replace(mv).is_some() {
            return None;
        }
    }
    found
}

/// The squares whose names a text begins with; all squares for a pass.
fn starts<B: Width>(core: &Compiled<B>, text: &str) -> B {
    if text == "0000" {
        return !B::EMPTY;
    }
    let text = text.split_once('@').map_or(text, |(_, square)| square);
    let squares = core.topology.squares_before(text);
    union(squares, |square| B::bit(square))
}

/// The text of a move, provided that no other move has the same.
pub(crate) fn text_of<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> String {
    spelled(core, pos, mv, Spelling::Short)
}

fn spelled<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, spelling: Spelling) -> String {
    let mut out = String::with_capacity(8);
    text_into(core, pos, mv, spelling, &mut out);
    out
}

/// Appends [`text_of`] to `out`.
fn text_into<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, spelling: Spelling, out: &mut String) {
    text_of_move(core, pos, mv, spelling, out);
    choice_text(core, mv, out);
}

/// The square that a move chooses: `,e4`, in both notations.
pub(super) fn choice_text<B: Width>(core: &Compiled<B>, mv: Move, out: &mut String) {
    if mv.chosen != NONE && mv.move_type != MoveType::Wall {
        out.push(',');
        out.push_str(core.topology.name(mv.chosen));
    }
}

/// Writes a move without the square that it chooses.
pub(super) fn text_of_move<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    spelling: Spelling,
    out: &mut String,
) {
    let name = |s: Square| core.topology.name(s);
    match mv.move_type {
        MoveType::Pass => return out.push_str("0000"),
        MoveType::Wall => {
            out.push_str("*@");
            return out.push_str(name(mv.chosen));
        }
        MoveType::Drop => return drop_text(core, pos, mv, spelling, out),
        MoveType::Special(index, _) => {
            out.push_str(name(mv.from));
            if let Some(path) = powers::special(core, pos, mv.from, index) {
                if mv.to == mv.from {
                    path.captures.iter().for_each(|&s| out.push_str(name(s)));
                }
                if path.rifle {
                    out.push('x');
                }
            }
            out.push_str(name(mv.to));
        }
        MoveType::Shot | MoveType::ShotInPassing => {
            let _ = write!(out, "{}x{}", name(mv.from), name(mv.to));
        }
        MoveType::Volley(tag) => {
            out.push_str(name(mv.from));
            out.push('*');
            out.push_str(tag_letter(core, tag).as_str());
        }
        MoveType::Castle(index) if enters_behind_partner(core, index, mv) => {
            out.push_str(name(core.castling.all[usize::from(index)].rook_from));
            out.push_str(name(mv.from));
        }
        MoveType::Castle(index) if core.castling.all[usize::from(index)].anywhere => {
            out.push_str(name(mv.from));
            out.push_str(name(core.castling.all[usize::from(index)].rook_from));
        }
        _ => {
            out.push_str(name(mv.from));
            out.push_str(name(mv.to));
        }
    }
    if mv.promotion != NONE {
        becomes_text(core, pos, mv, spelling, out);
    }
}

/// Writes the dropped piece and its square, in both notations: `N@f3`.
pub(super) fn drop_text<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    spelling: Spelling,
    out: &mut String,
) {
    let letter = match spelling {
        Spelling::Before => core.naming.before(pos.side_to_move, mv.promotion),
        _ => core.naming.letter(pos.side_to_move, mv.promotion),
    };
    out.push_str(letter.to_ascii_uppercase().as_str());
    out.push('@');
    out.push_str(core.topology.name(mv.to));
}

pub(super) fn tag_letter<B: Width>(core: &Compiled<B>, tag: u8) -> Letter {
    let tagging = core.tagging.as_ref();
    let letter = tagging.and_then(|tagging| tagging.letters.get(usize::from(tag)));
    letter.copied().unwrap_or_default()
}

/// Writes what the moving piece becomes.
fn becomes_text<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, spelling: Spelling, out: &mut String) {
    let side = if mv.is_control() {
        pos.side_to_move.other()
    } else {
        pos.side_to_move
    };
    let (kind, from) = match mv.let_in() {
        Some((kind, _)) => (kind, None),
        None => (mv.promotion, pos.piece(mv.from).map(|(kind, _)| kind)),
    };
    core.naming.becomes(side, from, kind, spelling, out);
}

/// Another text for a move whose text another move also has. A castling names the partner's square,
/// and a swap has a `~`. An en passant capture has an `e` at its end, and a capture on the way
/// names the squares.
pub(crate) fn marked_text<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> Option<String> {
    let Some((kind, square)) = gates::entering(core, mv) else {
        let mut text = marked_move(core, pos, mv, Spelling::Short)?;
        choice_text(core, mv, &mut text);
        return Some(text);
    };
    // A promotion may be written like a piece that comes in.
    let alone = Move {
        chosen: NONE,
        ..mv.plainly()
    };
    let mut text = marked_move(core, pos, alone, Spelling::Whole)
        .unwrap_or_else(|| spelled(core, pos, alone, Spelling::Whole));
    text.push_str(core.naming.small(pos.side_to_move, kind).as_str());
    text.push('@');
    text.push_str(core.topology.name(square));
    choice_text(core, mv, &mut text);
    Some(text)
}

/// Whether the piece that comes in with a castling comes to the partner's start.
fn enters_behind_partner<L: Layout>(core: &Core<L>, index: u8, mv: Move) -> bool {
    gates::entering(core, mv)
        .is_some_and(|(_, square)| square == core.castling.all[usize::from(index)].rook_from)
}

fn marked_move<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, spelling: Spelling) -> Option<String> {
    let name = |s: Square| core.topology.name(s);
    let becomes = || {
        let mut out = String::new();
        if mv.promotion != NONE {
            becomes_text(core, pos, mv, spelling, &mut out);
        }
        out
    };
    match mv.move_type {
        MoveType::Special(index, Modes::QUIET | Modes::CAPTURE | Modes::CAPTURE_OWN) => {
            let path = powers::special(core, pos, mv.from, index)?;
            if path.captures.is_empty() {
                return None;
            }
            let mut out = name(mv.from).to_owned();
            path.captures.iter().for_each(|&s| out.push_str(name(s)));
            if path.rifle {
                out.push('x');
            }
            out.push_str(name(mv.to));
            out.push_str(&becomes());
            Some(out)
        }
        MoveType::Castle(index) => Some(castling_text(core, index)),
        MoveType::EnPassant | MoveType::Special(_, Modes::EN_PASSANT) => {
            Some(format!("{}{}{}e", name(mv.from), name(mv.to), becomes()))
        }
        MoveType::Exchange => Some(format!("{}~{}{}", name(mv.from), name(mv.to), becomes())),
        MoveType::Special(_, mode) if mode.swaps() => {
            Some(format!("{}~{}{}", name(mv.from), name(mv.to), becomes()))
        }
        _ => None,
    }
}

/// A castling by the start squares of its two pieces. The end of the partner is added if only that
/// distinguishes it from another castling, or from a capture of the partner. If another castling of
/// the two ends on other squares, the end of the first piece replaces the partner's start.
pub(crate) fn castling_text<B: Width>(core: &Compiled<B>, index: u8) -> String {
    let name = |s: Square| core.topology.name(s);
    let castle = &core.castling.all[usize::from(index)];
    let (mut pairs, mut elsewhere, mut ends_there) = (0, false, false);
    for other in &core.castling.all {
        if (other.side, other.king_from) == (castle.side, castle.king_from) {
            ends_there |= other.king_to == castle.rook_from;
            if other.rook_from == castle.rook_from {
                pairs += 1;
                elsewhere |= other.king_to != castle.king_to;
            }
        }
    }
    let second = if elsewhere {
        castle.king_to
    } else {
        castle.rook_from
    };
    let mut text = format!("{}{}", name(castle.king_from), name(second));
    if core.traits.captures_own || pairs > 1 || ends_there {
        text.push('~');
        text.push_str(name(castle.rook_to));
    }
    text
}
