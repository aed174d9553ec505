//! The drops.

use super::effects::groups;
use super::squares::squares_of;
use super::{Declaration, Sides, Topic, by_piece};
use crate::rules::{Board, Drop, Rows, Ruleset, Side};
use crate::vocabulary::{DROP, DropKey, SLIDES, YES_NO};

/// All drops, sorted by piece.
pub(super) fn declarations(rules: &Ruleset, sides: Sides) -> Vec<Declaration> {
    let of = |side: Side| {
        let own = rules.drops.iter().filter(move |drop| drop.side == side);
        own.map(|drop| Declaration::new(Topic::Drop, "drop", &drop.piece, block(drop, &rules.board)))
    };
    by_piece(Side::each(|side| of(side).collect()), sides)
}

/// The ways in which a piece is pushed in.
fn slides(rows: Rows) -> String {
    let straight = Rows {
        diagonal: false,
        ..rows
    };
    let diagonal = Rows {
        vertical: false,
        sideways: false,
        ..rows
    };
    let parts = if rows.is_all() {
        vec![rows]
    } else {
        vec![straight, diagonal]
    };
    let some = parts
        .into_iter()
        .filter(|part| part.directions().next().is_some());
    let words: Vec<&str> = some.map(|part| SLIDES.word(&part)).collect();
    words.join(", ")
}

/// `{ on: ranks 2-7; per-file: 1 }`, squares from White's side.
fn block(drop: &Drop, board: &Board) -> String {
    let mut entries = Vec::new();
    let mut entry = |key, text: String| entries.push(format!("{}: {text}", DROP.word(&key)));
    if !drop.zone.0.is_empty() {
        entry(DropKey::On, squares_of(drop.side, &drop.zone, board));
    }
    if !drop.gate.0.is_empty() {
        entry(DropKey::Gate, squares_of(drop.side, &drop.gate, board));
    }
    if let Some(rows) = drop.slides {
        entry(DropKey::Slides, slides(rows));
    }
    if let Some(number) = drop.per_file {
        entry(DropKey::PerFile, number.to_string());
    }
    let no = || YES_NO.word(&false).to_owned();
    if drop.no_check {
        entry(DropKey::Check, no());
    }
    if drop.no_mate {
        entry(DropKey::Mate, no());
    }
    if drop.must {
        entry(DropKey::Must, YES_NO.word(&true).to_owned());
    }
    if let Some(held) = &drop.hand {
        entry(DropKey::Hand, held.clone());
    }
    if drop.outside {
        entry(DropKey::Outside, YES_NO.word(&true).to_owned());
    }
    if drop.endless {
        entry(DropKey::Endless, YES_NO.word(&true).to_owned());
    }
    if !drop.first.0.is_empty() {
        entry(DropKey::First, squares_of(drop.side, &drop.first, board));
    }
    if !drop.condition.present.is_empty() {
        entry(DropKey::While, groups(&drop.condition.present, board));
    }
    if !drop.condition.absent.is_empty() {
        entry(DropKey::Unless, groups(&drop.condition.absent, board));
    }
    format!("{{ {} }}", entries.join("; "))
}
