//! The letters of castling rights and of gates, and the names of unmoved pieces in positions. Does
//! not know whether a castling is possible now: that is `movegen::castling`.

use crate::board::{Bits, Square, union};
use crate::engine::castlings::Castle;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::width::Wide;
use crate::order::sort_by_key;
use crate::rules::Side;

/// Whether a position gives the right to a castling. Those of squares do if its pieces stand there.
fn has_right(rules: &SetupRules, pos: &Setup, castle: &Castle<Wide>) -> bool {
    (castle.right() & !pos.castling).is_empty() && (!rules.rights_of_squares || stand(pos, castle))
}

/// The castlings that a letter among the rights may mean: those of that letter, and those whose
/// partner starts on the file of that name, where it may start anywhere.
fn named(rules: &SetupRules, letter: char) -> impl Iterator<Item = (u8, &Castle<Wide>)> {
    let all = (0..=u8::MAX).zip(&rules.wide_castlings);
    all.filter(move |(_, castle)| castle.letter == letter || file_letter(rules, castle) == Some(letter))
}

/// The file of the partner of a castling that may start anywhere, upper case for White.
fn file_letter(rules: &SetupRules, castle: &Castle<Wide>) -> Option<char> {
    let (file, _) = rules
        .topology
        .coordinates(castle.rook_from)
        .filter(|_| castle.anywhere)?;
    let letter = char::from(b'a' + file);
    Some(match castle.side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter,
    })
}

/// Whether a letter may stand among the rights, and which right of a position it means. Without
/// both pieces at home there is none (`EN-25`). A castling's own letter means the two pieces that
/// are farthest apart. The letter of a file means the partner on it and the nearest piece that
/// could castle with it.
pub(crate) fn right_of(rules: &SetupRules, pos: &Setup, letter: char) -> Option<Option<u8>> {
    let mut named = named(rules, letter).peekable();
    named.peek()?;
    let standing = named.filter(|(_, castle)| stand(pos, castle));
    let apart = |(_, castle): &(u8, &Castle<Wide>)| {
        let apart = i16::from(castle.king_from.abs_diff(castle.rook_from));
        if castle.letter == letter { apart } else { -apart }
    };
    Some(standing.max_by_key(apart).map(|(right, _)| right))
}

/// The letters of the rights of a position, in the order of the rules; the outermost partner's
/// castling has its own letter, others that of its file.
pub(super) fn right_letters(rules: &SetupRules, pos: &Setup) -> impl Iterator<Item = (char, u8)> {
    let letter = move |(right, castle): (u8, &Castle<Wide>)| {
        let outermost = !castle.anywhere || right_of(rules, pos, castle.letter) == Some(Some(right));
        let letter = if outermost {
            Some(castle.letter)
        } else {
            file_letter(rules, castle)
        };
        (letter.unwrap_or(castle.letter), right)
    };
    let all = (0..=u8::MAX).zip(&rules.wide_castlings);
    all.filter(|(_, castle)| has_right(rules, pos, castle))
        .map(letter)
}

/// The piece that has not moved, or the gate, that a letter means in the field of castling rights:
/// upper case for White's.
pub(crate) fn gate_of(rules: &SetupRules, pos: &Setup, letter: char) -> Option<Square> {
    if !rules.gates_by_file {
        return None;
    }
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let gates = named_squares(rules, pos, side);
    let is_meant = |&square: &Square| gate_letter(rules, side, square) == Some(letter);
    gates.squares().find(is_meant)
}

/// The piece that has not moved that a letter of a file names for the first time among the castling
/// rights. The letter of a castling is none, and said again a file's letter is a right.
pub(crate) fn newly_named(rules: &SetupRules, pos: &Setup, letter: char, named: Wide) -> Option<Square> {
    let gate = gate_of(rules, pos, letter)?;
    let of_castling = rules.wide_castlings.iter().any(|castle| castle.letter == letter);
    (!of_castling && pos.unmoved.has(gate) && !named.has(gate)).then_some(gate)
}

/// The squares that letters name: gates, or where a side's pieces stand that may make a first move.
fn named_squares(rules: &SetupRules, pos: &Setup, side: Side) -> Wide {
    if rules.has_gates {
        rules.wide_gates[side.index()]
    } else {
        beginners(rules, pos, side)
    }
}

/// The squares of a side's pieces that may make a first move if the position says so: on the
/// rank on which they start, or on the start squares of their kind if those are on several
/// ranks.
pub(crate) fn beginners(rules: &SetupRules, pos: &Setup, side: Side) -> Wide {
    let with_initial_move = rules.with_initial_move[side.index()];
    let own = pos.of_kinds(with_initial_move) & pos.sides[side.index()];
    let homes = rules.home[side.index()].iter().enumerate();
    let homes: Vec<(usize, Wide)> = homes
        .map(|(kind, home)| (kind, *home))
        .filter(|(kind, _)| with_initial_move >> kind & 1 == 1)
        .collect();
    let all = union(homes.iter(), |(_, home)| *home);
    // Their start squares are not known before the start position is read.
    let Some(first) = all.squares().next() else {
        return own;
    };
    let rank = |square: Square| rules.topology.coordinates(square).map(|(_, rank)| rank);
    if rank(first).is_some() && all.squares().all(|square| rank(square) == rank(first)) {
        let there = own.squares().filter(|&square| rank(square) == rank(first));
        return union(there, Wide::bit);
    }
    let at_home = |(kind, home): &(usize, Wide)| *home & pos.of_kinds(1 << kind) & own;
    union(homes.iter(), at_home)
}

fn gate_letter(rules: &SetupRules, side: Side, square: Square) -> Option<char> {
    let (file, _) = rules.topology.coordinates(square)?;
    let letter = char::from(b'a' + file);
    Some(if side == Side::White {
        letter.to_ascii_uppercase()
    } else {
        letter
    })
}

/// Writes castling rights and gates, White's first; the gates of those that may castle need not be
/// named, but for a partner whose right has the letter of its file.
pub(super) fn print_gates(rules: &SetupRules, pos: &Setup, out: &mut String) {
    let before = out.len();
    for side in Side::ALL {
        let mut open = pos.unmoved & named_squares(rules, pos, side) & pos.sides[side.index()];
        for (letter, right) in right_letters(rules, pos) {
            let castle = &rules.wide_castlings[usize::from(right)];
            if castle.side == side {
                out.push(letter);
                open &= !Wide::bit(castle.king_from);
                if letter == castle.letter {
                    open &= !Wide::bit(castle.rook_from);
                }
            }
        }
        let mut open: Vec<Square> = open.squares().collect();
        sort_by_key(&mut open, |&square| rules.topology.coordinates(square));
        out.extend(
            open.into_iter()
                .filter_map(|square| gate_letter(rules, side, square)),
        );
    }
    if out.len() == before {
        out.push('-');
    }
}

/// Pieces that may not have moved: those that stand where one of their kind starts, or all that the
/// position can name.
pub(crate) fn at_home(rules: &SetupRules, pos: &Setup) -> Wide {
    if rules.gates_by_file && rules.has_gates {
        return remembered(rules, pos);
    }
    if rules.gates_by_file {
        return beginners(rules, pos, Side::White) | beginners(rules, pos, Side::Black);
    }
    let mut set = Wide::EMPTY;
    for side in Side::ALL {
        for (kind, home) in rules.home[side.index()].iter().enumerate() {
            set |= *home & pos.own(side, kind);
        }
    }
    if rules.has_gates {
        set &= remembered(rules, pos);
    }
    set
}

/// The squares on which it matters whether the pieces there have moved.
fn remembered(rules: &SetupRules, pos: &Setup) -> Wide {
    let side = |side: Side| {
        let own = rules.tracks_unmoved[side.index()] & pos.sides[side.index()];
        if rules.gates_end && !rules.may_gate(&pos.hands[side.index()], side) {
            Wide::EMPTY
        } else {
            own
        }
    };
    side(Side::White) | side(Side::Black)
}

/// Whether both pieces of a castling stand on their start squares.
fn stand(pos: &Setup, castle: &Castle<Wide>) -> bool {
    let home = |kind, square| pos.piece(square) == Some((kind, castle.side));
    home(castle.king, castle.king_from) && home(castle.rook, castle.rook_from)
}
