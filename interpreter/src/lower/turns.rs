//! `turn`: turns of several moves.

use super::declared::Declared;
use super::report::{At, Report, error};
use super::values::words;
use crate::rules::{MAX_PARTS, Part, PerSide, Piece, Side, Turns};
use crate::vocabulary::{CHECKS_IN_TURNS, PARTS, TURN, TurnKey, YES_NO};
use ferz_grammar::ast::{Entry, ExprKind, SectionDecl};
use indexmap::IndexMap;

/// Lowers the section, if there is one and a turn can have several moves.
pub(super) fn lower(
    declared: &Declared<'_>,
    kinds: &IndexMap<String, Piece>,
    report: &Report<'_>,
) -> Option<Turns> {
    let section = declared.turn?;
    let mut turns = Turns::new();
    let entries = report.entries(section, "`turn`", TURN);
    for (&key, &entry) in &entries {
        let single = || report.single(entry);
        match key {
            TurnKey::Both => {
                if let Some(moves) = parts(entry, report) {
                    turns.moves = PerSide::both(moves);
                }
            }
            TurnKey::Side(side) => {
                if let Some(&both) = entries.get(&TurnKey::Both) {
                    let message = format!("`both` already says how many moves a turn of {side} has");
                    report.add(
                        error("F0261", entry.place(entry.node.key.span), message)
                            .also(both.source, both.node.key.span, "here")
                            .help("say it for `both`, or for `white` and for `black`"),
                    );
                }
                if let Some(moves) = parts(entry, report) {
                    turns.moves[side] = moves;
                }
            }
            TurnKey::First => turns.first = parts(entry, report),
            TurnKey::Grows => {
                let number = |value| report.number(value, "`grows`", 0, MAX_PARTS.into());
                turns.grows = single().and_then(number).unwrap_or(0) as u8;
            }
            TurnKey::Check => {
                let ends = single().and_then(|value| report.choose(value, CHECKS_IN_TURNS));
                turns.check_ends = ends.is_some();
            }
            TurnKey::Must => {
                turns.must = single()
                    .and_then(|value| report.choose(value, YES_NO))
                    .unwrap_or(false);
            }
        }
    }
    if !turns.are_several() {
        return None;
    }
    if !entries.contains_key(&TurnKey::Check) && turns.capture_late() {
        royals(section, kinds, report);
    }
    Some(turns)
}

/// An error if there are royals, which could be captured in the middle of a turn.
fn royals(section: At<'_, SectionDecl>, kinds: &IndexMap<String, Piece>, report: &Report<'_>) {
    let royal = |(_, piece): &(&String, &Piece)| Side::ALL.iter().any(|&side| piece.royal[side]);
    if let Some((name, _)) = kinds.iter().find(royal) {
        let message = format!(
            "a turn has several moves, and `{name}` is royal: it could be captured in the middle of a turn"
        );
        report.add(error("F0260", section.place(section.node.keyword.span), message).help(
            "add `check: ends`: a move that gives check ends the turn; or make the piece not royal and its loss the end: `end { captured: extinct king }`",
        ));
    }
}

/// The moves of a list.
fn parts(entry: At<'_, Entry>, report: &Report<'_>) -> Option<Vec<Part>> {
    let values = &entry.node.values;
    if values.len() > usize::from(MAX_PARTS) {
        let message = format!("a turn has at most {MAX_PARTS} moves, not {}", values.len());
        report.add(error("F0115", entry.place(entry.node.span), message).help("leave some of them out"));
        return None;
    }
    if let [one] = &values[..]
        && let ExprKind::Number(count) = one.kind
    {
        let list = vec![PARTS.word(&Part::Move); count.clamp(1, 4) as usize].join(", ");
        let help = format!("write each move of the turn: `{list}`");
        report.wrong_type(entry.place(one.span), "the moves of a turn", one, &help);
        return None;
    }
    if let [one] = &values[..]
        && let Some(list) = words(one).filter(|list| list.iter().all(|word| PARTS.has(word)))
    {
        let help = format!("put commas between them: `{}`", list.join(", "));
        report.wrong_type(entry.place(one.span), "the moves of a turn", one, &help);
        return None;
    }
    let moves = values
        .iter()
        .map(|value| report.choose(At::new(entry.source, value), PARTS));
    let moves: Vec<Option<Part>> = moves.collect();
    moves.into_iter().collect()
}
