//! Which part of a position is wrong, in the numbers of pyffish.
//!
//! Positions are read leniently elsewhere; here a text is as Fairy-Stockfish would write it, or
//! wrong.

use crate::fields;
use crate::homes;
use crate::pyffish::known;
use crate::share::Known;
use crate::stack::roomy;
use ferz::Variant;
use ferz::dialects::{self, Misread};
use pyo3::prelude::*;

const OK: i32 = 1;
const EMPTY: i32 = 0;
const MOVE_COUNTER: i32 = -1;
const HALF_MOVE_COUNTER: i32 = -2;
const NUMBER_OF_KINGS: i32 = -3;
const EN_PASSANT: i32 = -4;
const CASTLING: i32 = -5;
const SIDE_TO_MOVE: i32 = -6;
const GEOMETRY: i32 = -8;
const TOUCHING_KINGS: i32 = -9;
const CHARACTER: i32 = -10;
const PARTS: i32 = -11;

#[pyfunction]
pub(crate) fn ff_validate(fen: &str, variant: &str, chess960: bool) -> PyResult<i32> {
    if fen.trim().is_empty() {
        return Ok(EMPTY);
    }
    let fen = fields::first_board(fen);
    let known = known(variant, chess960)?;
    let known = fields::closed(&known, fen).unwrap_or(known);
    if let Some(wrong) = by_form(&known, fen) {
        return Ok(wrong);
    }
    if homes::moved(&known, fen).is_some() || has_empty_gate(&known.variant, fen) {
        return Ok(CASTLING);
    }
    Ok(match roomy(|| dialects::position(&known.variant, fen)) {
        Ok(position) if dialects::loses_rights(&known.variant, fen, Some(&position)) => CASTLING,
        Ok(_) => OK,
        Err(misread) => by_reason(&misread),
    })
}

/// Whether a text opens a gate on a square that is empty: a gate closes as its piece leaves.
fn has_empty_gate(variant: &Variant, fen: &str) -> bool {
    let rules = variant.rules();
    if rules.drops.iter().all(|drop| drop.gate.0.is_empty()) {
        return false;
    }
    let (topology, last) = (variant.topology(), variant.topology().ranks() - 1);
    let occupied: Vec<u8> = fields::signs(variant, fen).map(|(square, _)| square).collect();
    let given = fen.split_whitespace().nth(2).unwrap_or_default().chars();
    let castles = |letter: char| rules.castling.iter().any(|castling| castling.letter == letter);
    let mut gates = given.filter(|&letter| letter.is_ascii_alphabetic() && !castles(letter));
    gates.any(|letter| {
        let file = letter.to_ascii_lowercase() as u8 - b'a';
        let rank = if letter.is_ascii_uppercase() { 0 } else { last };
        topology
            .at(file, rank)
            .is_some_and(|square| !occupied.contains(&square))
    })
}

/// The fault in the form of a text.
fn by_form(known: &Known, fen: &str) -> Option<i32> {
    let (checks, parts): (Vec<&str>, Vec<&str>) = fen
        .split_whitespace()
        .filter(|part| !part.contains('='))
        .partition(|part| {
            part.contains('+') && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
        });
    if parts.len() > 6 || checks.len() > 1 {
        return Some(PARTS);
    }
    let board = parts.first()?.split('[').next().unwrap_or_default();
    let ranks: Vec<&str> = board.split('/').collect();
    let full = usize::from(known.variant.topology().ranks());
    // The hand may stand behind the last rank.
    let is_hand = |rank: &str| rank.bytes().all(|byte| byte.is_ascii_alphabetic());
    let hands = !known.variant.rules().drops.is_empty() && ranks.last().is_some_and(|last| is_hand(last));
    if ranks.len() != full && (!hands || ranks.len() != full + 1) {
        return Some(GEOMETRY);
    }
    if parts.get(1).is_some_and(|side| !matches!(*side, "w" | "b")) {
        return Some(SIDE_TO_MOVE);
    }
    if let [.., half, number] = *parts
        && parts.len() == 6
    {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let wrong = [(half, HALF_MOVE_COUNTER), (number, MOVE_COUNTER)];
        return wrong
            .into_iter()
            .find_map(|(text, wrong)| (!is_number(text)).then_some(wrong));
    }
    None
}

/// The reason for which a position is refused.
fn by_reason(misread: &Misread) -> i32 {
    let tells = |word: &str| misread.message.contains(word);
    match misread.field.as_str() {
        _ if tells("royal") || tells("king") => NUMBER_OF_KINGS,
        "board" if tells("file") || tells("squares") => GEOMETRY,
        "board" => CHARACTER,
        "side to move" => SIDE_TO_MOVE,
        "castling" => CASTLING,
        "en passant" => EN_PASSANT,
        "halfmove clock" => HALF_MOVE_COUNTER,
        "fullmove number" => MOVE_COUNTER,
        _ => TOUCHING_KINGS,
    }
}
