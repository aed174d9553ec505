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
use super::wording::Wording;
use crate::board::{Bits, Square, union};
use crate::engine::perft;
use crate::order::places;
use crate::rules::{Letter, Modes};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::fmt::Write as _;
use std::hash::Hasher as _;

/// Whether no two texts are equal, as their hashes show: mostly by a few of their bits alone.
fn surely_differ(texts: &[String]) -> bool {
    let (mut hashes, mut seen, mut alike) = (SmallVec::<[u64; 64]>::new(), [0u64; 64], false);
    for text in texts {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        let hash = hasher.finish();
        let (word, bit) = ((hash & 63) as usize, 1 << (hash >> 6 & 63));
        alike |= seen[word] & bit != 0;
        seen[word] |= bit;
        hashes.push(hash);
    }
    if !alike {
        return true;
    }
    hashes.sort_unstable();
    hashes.windows(2).all(|pair| pair[0] != pair[1])
}

/// Replaces equal texts by others, as far as there are any.
pub(crate) fn mark_twins(texts: &mut [String], marked: &dyn Fn(usize) -> Option<String>) {
    if surely_differ(texts) {
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
        texts.push(if mv.is_told_by_ends() {
            let mut text = String::with_capacity(8);
            text.push_str(core.topology.name(mv.from));
            text.push_str(core.topology.name(mv.to));
            text
        } else {
            text_of(core, &Wording::of(core, pos, mv))
        });
    }
    mark_twins(&mut texts, &|i| {
        marked_text(core, &Wording::of(core, pos, moves[i]))
    });
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
    let mut candidates: SmallVec<[Wording<'_>; 32]> = SmallVec::new();
    let name = |square: Square| core.topology.name(square);
    let is_other = |mv: Move| {
        mv.is_told_by_ends()
            && text
                .strip_prefix(name(mv.from))
                .is_some_and(|end| end != name(mv.to))
    };
    for &mv in &moves {
        let behind_partner = mv.is_castling() && core.has_gates();
        let begins_alike = mv.move_type == MoveType::Pass || starts.has(mv.from) || behind_partner;
        if begins_alike && !is_other(mv) {
            candidates.push(Wording::of(core, pos, mv));
        }
    }
    let is_shared = |text: &str| {
        let all = moves.iter().map(|&mv| Wording::of(core, pos, mv));
        all.filter(|told| text_of(core, told) == text).count() > 1
    };
    found_among(core, &candidates, text, &is_shared)
}

/// The one of some moves that has a text; `is_shared` says whether several moves have the same.
fn found_among<B: Width>(
    core: &Compiled<B>,
    candidates: &[Wording<'_>],
    text: &str,
    is_shared: &dyn Fn(&str) -> bool,
) -> Option<Move> {
    let mut own = String::with_capacity(16);
    let mut spelled = |told: &Wording<'_>, spelling: Spelling, text: &str| {
        own.clear();
        text_into(core, told, spelling, &mut own);
        own == text
    };
    if let Some(mv) = only(candidates, &mut |told| spelled(told, Spelling::Short, text)) {
        return Some(mv);
    }
    // Moves with the same text get another one, if they have one.
    for told in candidates {
        let found = match marked_text(core, told) {
            None => spelled(told, Spelling::Short, text),
            Some(marked) => marked == text && is_shared(&text_of(core, told)),
        };
        if found {
            return Some(told.mv);
        }
    }
    only(candidates, &mut |told| spelled(told, Spelling::Whole, text))
        .or_else(|| only(candidates, &mut |told| spelled(told, Spelling::Before, text)))
}

/// The move of a list that fits, if exactly one does.
fn only(moves: &[Wording<'_>], fits: &mut dyn FnMut(&Wording<'_>) -> bool) -> Option<Move> {
    let mut found = None;
    for told in moves {
        if fits(told) && found.replace(told.mv).is_some() {
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
pub(crate) fn text_of<B: Width>(core: &Compiled<B>, told: &Wording<'_>) -> String {
    spelled(core, told, Spelling::Short)
}

fn spelled<B: Width>(core: &Compiled<B>, told: &Wording<'_>, spelling: Spelling) -> String {
    let mut out = String::with_capacity(8);
    text_into(core, told, spelling, &mut out);
    out
}

/// Appends [`text_of`] to `out`.
fn text_into<B: Width>(core: &Compiled<B>, told: &Wording<'_>, spelling: Spelling, out: &mut String) {
    text_of_move(core, told, spelling, out);
    choice_text(core, told.mv, out);
}

/// The square that a move chooses: `,e4`, in both notations.
pub(super) fn choice_text<B: Width>(core: &Compiled<B>, mv: Move, out: &mut String) {
    if mv.chosen != NONE && mv.move_type != MoveType::Wall {
        out.push(',');
        out.push_str(core.topology.name(mv.chosen));
    }
}

/// Writes a move without the square that it chooses.
pub(super) fn text_of_move<B: Width>(
    core: &Compiled<B>,
    told: &Wording<'_>,
    spelling: Spelling,
    out: &mut String,
) {
    let mv = told.mv;
    let name = |s: Square| core.topology.name(s);
    match mv.move_type {
        MoveType::Pass => return out.push_str("0000"),
        MoveType::Wall => {
            out.push_str("*@");
            return out.push_str(name(mv.chosen));
        }
        MoveType::Drop => return drop_text(core, told, spelling, out),
        MoveType::Special(..) => {
            out.push_str(name(mv.from));
            if mv.to == mv.from {
                told.captures.iter().for_each(|&s| out.push_str(name(s)));
            }
            if told.rifle {
                out.push('x');
            }
            out.push_str(name(mv.to));
        }
        MoveType::Shot | MoveType::ShotInPassing => {
            let _ = write!(out, "{}x{}", name(mv.from), name(mv.to));
        }
        MoveType::Volley(tag) => {
            out.push_str(name(mv.from));
            out.push('*');
            tag_letter(core, tag).write_to(out);
        }
        MoveType::Castle(index) if enters_behind_partner(core, index, told) => {
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
        becomes_text(core, told, spelling, out);
    }
}

/// Writes the dropped piece and its square, in both notations: `N@f3`.
pub(super) fn drop_text<B: Width>(
    core: &Compiled<B>,
    told: &Wording<'_>,
    spelling: Spelling,
    out: &mut String,
) {
    let mv = told.mv;
    let letter = match spelling {
        Spelling::Before => core.naming.before(told.turn, mv.promotion),
        _ => core.naming.letter(told.turn, mv.promotion),
    };
    letter.to_ascii_uppercase().write_to(out);
    out.push('@');
    out.push_str(core.topology.name(mv.to));
}

pub(super) fn tag_letter<B: Width>(core: &Compiled<B>, tag: u8) -> Letter {
    let tagging = core.tagging.as_ref();
    let letter = tagging.and_then(|tagging| tagging.letters.get(usize::from(tag)));
    letter.copied().unwrap_or_default()
}

/// Writes what the moving piece becomes.
fn becomes_text<B: Width>(core: &Compiled<B>, told: &Wording<'_>, spelling: Spelling, out: &mut String) {
    let side = told.mv.owner(told.turn);
    let (kind, from) = match told.mv.let_in() {
        Some((kind, _)) => (kind, None),
        None => (told.mv.promotion, told.piece.map(|(kind, _)| kind)),
    };
    core.naming.becomes(side, from, kind, spelling, out);
}

/// Another text for a move whose text another move also has. A castling names the partner's square,
/// and a swap has a `~`. An en passant capture has an `e` at its end, and a capture on the way
/// names the squares.
pub(crate) fn marked_text<B: Width>(core: &Compiled<B>, told: &Wording<'_>) -> Option<String> {
    let Some((kind, square)) = told.enters else {
        let mut text = marked_move(core, told, Spelling::Short)?;
        choice_text(core, told.mv, &mut text);
        return Some(text);
    };
    // A promotion may be written like a piece that comes in.
    let alone = Wording {
        mv: Move {
            chosen: NONE,
            ..told.mv.plainly()
        },
        enters: None,
        ..*told
    };
    let mut text =
        marked_move(core, &alone, Spelling::Whole).unwrap_or_else(|| spelled(core, &alone, Spelling::Whole));
    core.naming.small(told.turn, kind).write_to(&mut text);
    text.push('@');
    text.push_str(core.topology.name(square));
    choice_text(core, told.mv, &mut text);
    Some(text)
}

/// Whether the piece that comes in with a castling comes to the partner's start.
fn enters_behind_partner<B: Width>(core: &Compiled<B>, index: u8, told: &Wording<'_>) -> bool {
    let partner = core.castling.all[usize::from(index)].rook_from;
    told.enters.is_some_and(|(_, square)| square == partner)
}

fn marked_move<B: Width>(core: &Compiled<B>, told: &Wording<'_>, spelling: Spelling) -> Option<String> {
    let mv = told.mv;
    let name = |s: Square| core.topology.name(s);
    let becomes = || {
        let mut out = String::new();
        if mv.promotion != NONE {
            becomes_text(core, told, spelling, &mut out);
        }
        out
    };
    match mv.move_type {
        MoveType::Special(_, Modes::QUIET | Modes::CAPTURE | Modes::CAPTURE_OWN) => {
            if told.captures.is_empty() {
                return None;
            }
            let mut out = name(mv.from).to_owned();
            told.captures.iter().for_each(|&s| out.push_str(name(s)));
            if told.rifle {
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
