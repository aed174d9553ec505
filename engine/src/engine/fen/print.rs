//! Printing a position: the text of a setup. Does not know layouts.

use super::{AGAIN, CLOCK, COUNT, again, rights};
use crate::board::{Bits, Square};
use crate::engine::counting::Counted;
use crate::engine::naming::NONE;
use crate::engine::passed_squares::Trail as _;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::tagging::{MAX_TAGS, Tagging};
use crate::order::{sort, sort_by_key};
use crate::rules::Side;
use std::fmt::Write as _;

/// Writes extended FEN: `decider` is the side that decides next, `keys` follow the six fields,
/// and `doubtful` says whether several pieces could have exposed the exposed squares.
pub(crate) fn print_with(
    rules: &SetupRules,
    pos: &Setup,
    decider: Side,
    doubtful: bool,
    mut keys: Vec<(String, String)>,
    out: &mut String,
) {
    print_board(rules, pos, out);
    print_hands(rules, pos, out);
    out.push_str(if decider == Side::White { " w " } else { " b " });
    print_rights(rules, pos, doubtful, out);
    let mut clock = pos.halfmove;
    if pos.counted.runs() && out.ends_with('-') {
        // A count stands where nothing is to be captured en passant, and where the clock would.
        out.pop();
        push_number(out, pos.counted.limit);
        clock = pos.counted.plies;
        if pos.halfmove > 0 {
            keys.push((CLOCK.to_owned(), pos.halfmove.to_string()));
        }
    } else if pos.counted.runs() {
        let Counted { plies, limit } = pos.counted;
        keys.push((COUNT.to_owned(), format!("{plies}/{limit}")));
    }
    out.push(' ');
    push_number(out, clock);
    out.push(' ');
    push_number(out, pos.fullmove);
    sort(&mut keys);
    for (key, value) in keys {
        let _ = write!(out, " {key}={value}");
    }
}

pub(super) fn print_board(rules: &SetupRules, pos: &Setup, out: &mut String) {
    let (topology, board) = (&rules.topology, &pos.board);
    let open = topology.squares() & !pos.walls;
    let has_closed = (open.count() as usize) < topology.size();
    let promoted = pos.tags[MAX_TAGS - 1];
    let files = usize::from(topology.files());
    let flush = |run: &mut u16, out: &mut String| {
        if *run > 0 {
            push_number(out, *run);
            *run = 0;
        }
    };
    for rank in (0..usize::from(topology.ranks())).rev() {
        let mut run = 0u16;
        let squares = rank * files..(rank + 1) * files;
        for (square, &code) in squares.clone().zip(&board[squares]) {
            if code == NONE && (!has_closed || open.has(square as Square)) {
                run += 1;
                continue;
            }
            flush(&mut run, out);
            if code == NONE {
                out.push('*');
                continue;
            }
            rules.naming.letters[usize::from(code & 1)][usize::from(code >> 1)].write_to(out);
            if rules.marked >> (code >> 1) & 1 == 1 && promoted.has(square as Square) {
                out.push('~');
            }
        }
        flush(&mut run, out);
        if rank > 0 {
            out.push('/');
        }
    }
}

/// The pieces in hand, White's first: `[QPp]`.
fn print_hands(rules: &SetupRules, pos: &Setup, out: &mut String) {
    if !rules.counts_hands {
        return;
    }
    out.push('[');
    for side in Side::ALL {
        for (letter, &count) in rules.naming.letters[side.index()]
            .iter()
            .zip(&pos.hands[side.index()])
        {
            out.extend(std::iter::repeat_n(letter.as_str(), count.into()));
        }
    }
    out.push(']');
}

pub(super) fn print_rights(rules: &SetupRules, pos: &Setup, doubtful: bool, out: &mut String) {
    let topology = &rules.topology;
    if rules.gates_by_file {
        rights::print_gates(rules, pos, out);
    } else if pos.castling.is_empty() {
        out.push('-');
    } else {
        rights::right_letters(rules, pos).for_each(|(letter, _)| out.push(letter));
    }
    out.push(' ');
    if pos.en_passant_squares.is_empty() || rules.tracks_passers {
        out.push('-');
    } else {
        pos.en_passant_squares
            .squares()
            .for_each(|s| out.push_str(topology.name(s)));
        if doubtful {
            out.push_str(topology.name(pos.en_passant_victim));
        }
    }
}

/// The keys of the flat rules, unsorted.
pub(crate) fn keys_of(rules: &SetupRules, pos: &Setup) -> Vec<(String, String)> {
    let topology = &rules.topology;
    let piece = |s: Square| {
        if pos.walls.has(s) {
            return Some((topology.name(s).to_owned(), "*".to_owned()));
        }
        let (kind, side) = pos.piece(s)?;
        let letter = rules.naming.letters[side.index()][usize::from(kind)];
        let promoted = rules.marked >> kind & 1 == 1 && pos.tags[MAX_TAGS - 1].has(s);
        let sign = if promoted { "~" } else { "" };
        Some((topology.name(s).to_owned(), format!("{letter}{sign}")))
    };
    let mut keys: Vec<(String, String)> = topology.extras().filter_map(piece).collect();
    if rules.check_goal.iter().any(Option::is_some) {
        keys.push(("checks".to_owned(), pos.checks.map(|n| n.to_string()).join("+")));
    }
    if pos.passes > 0 {
        keys.push(("passes".to_owned(), pos.passes.to_string()));
    }
    if pos.parts_made(rules) > 0 {
        keys.push(("part".to_owned(), (pos.parts_made(rules) + 1).to_string()));
    }
    keys.extend(again::again_text(rules, pos).map(|text| (AGAIN.to_owned(), text)));
    let name = |square: Square| topology.name(square);
    let passed = pos.passed_squares.pairs().iter();
    let passed: Vec<String> = passed.map(|&(m, v)| format!("{}:{}", name(m), name(v))).collect();
    if !passed.is_empty() {
        keys.push(("passed".to_owned(), passed.join(",")));
    }
    if rules.uses_initial && !rules.gates_by_file {
        let moved = rights::at_home(rules, pos) & !pos.unmoved;
        let mut squares: Vec<Square> = moved.squares().collect();
        sort_by_key(&mut squares, |&s| topology.coordinates(s));
        if !squares.is_empty() {
            let names: Vec<&str> = squares.iter().map(|&s| topology.name(s)).collect();
            keys.push(("moved".to_owned(), names.join(",")));
        }
    }
    if let Some(tagging) = &rules.tagging {
        let text = tags_text(rules, pos, tagging);
        keys.extend(text.map(|text| (tagging.key.to_owned(), text)));
    }
    keys
}

/// Pieces that carry more than their kind does, as [`read::parse_tags`] reads them.
pub(super) fn tags_text(rules: &SetupRules, pos: &Setup, tagging: &Tagging) -> Option<String> {
    let mut squares: Vec<Square> = pos.pieces().squares().collect();
    sort_by_key(&mut squares, |&s| rules.topology.order_key(s));
    let entry = |&square: &Square| {
        let (kind, _) = pos.piece(square)?;
        let tags = pos.tags_on(square) & !rules.promoted_tag();
        let text = || format!("{}:{}", rules.topology.name(square), tagging.text(tags));
        (tags != tagging.natural[usize::from(kind)]).then(text)
    };
    let entries: Vec<String> = squares.iter().filter_map(entry).collect();
    (!entries.is_empty()).then(|| entries.join(","))
}

/// Appends a number to a text.
#[inline]
fn push_number(out: &mut String, number: u16) {
    if number >= 10 {
        push_tens(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends the digits before the last one; apart, so that one digit is written in place.
fn push_tens(out: &mut String, tens: u16) {
    push_number(out, tens);
}
