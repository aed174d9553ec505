//! The entries of `rules` about carriers, about pieces beside the board, and about the consequences
//! of their removal.

use super::effects::Reader;
use super::report::{At, Place, error};
use super::values::{terms, word};
use crate::rules::{Avenge, Beyond, MAX_WITHIN, Recall};
use crate::vocabulary::{FOR, RulesKey, Table, WITHIN};
use ferz_grammar::ast::{Entry, Expr};

/// Reads one of these entries.
pub(super) fn read(reader: &Reader<'_, '_>, key: &RulesKey, entry: At<'_, Entry>, rules: &mut Beyond) {
    let values = &entry.node.values;
    let listed = || values.iter().filter_map(|value| reader.listed(value)).flatten();
    let mut more = Beyond::default();
    match key {
        RulesKey::Carry => more.carry = listed().collect(),
        RulesKey::Pool => {
            more.pool = reader
                .report
                .single(entry)
                .and_then(|value| reader.whole(value.node))
        }
        RulesKey::Recall => more.recall = values.iter().filter_map(|value| recall(reader, value)).collect(),
        RulesKey::Avenge => more.avenge = values.iter().filter_map(|value| avenge(reader, value)).collect(),
        RulesKey::Regents => more.regents = listed().collect(),
        _ => {}
    }
    rules.join(&more);
}

/// The parts on both sides of a word.
fn parted(value: &Expr, by: Table<()>) -> Option<(&Expr, &Expr)> {
    match terms(value) {
        [before, between, behind] if word(between).is_some_and(|w| by.has(w)) => Some((before, behind)),
        _ => None,
    }
}

/// `bishop for pawn`: the pieces that recall, and the price of the exiled piece.
fn recall(reader: &Reader<'_, '_>, value: &Expr) -> Option<Recall> {
    const HELP: &str = "write `recall: bishop for pawn`";
    let Some((by, of)) = parted(value, FOR) else {
        let place = Place::new(reader.source, value.span);
        let message = "`recall` needs two pieces with `for` between them";
        reader.unjoined(
            terms(value),
            FOR.word(&()),
            error("F0294", place, message).help(HELP),
        );
        return None;
    };
    let piece = |expr: &Expr| match reader.listed(expr)?.as_slice() {
        [one] => Some(one.clone()),
        _ => {
            let help = "write two pieces: `bishop for pawn, rook for pawn`";
            reader.unclear(expr, "this is not one piece", help);
            None
        }
    };
    let (by, of) = (piece(by), piece(of));
    Some(Recall { by: by?, of: of? })
}

/// `(queen | rook) within 2`: who takes along what is around it, and how far.
fn avenge(reader: &Reader<'_, '_>, value: &Expr) -> Option<Avenge> {
    let Some((of, within)) = parted(value, WITHIN) else {
        let help = "write `avenge: queen within 1`";
        if let [_, within, _, extra, ..] = terms(value)
            && word(within).is_some_and(|w| WITHIN.has(w))
        {
            let message = "behind `within` stands one number";
            reader.unclear(extra, message, help);
            return None;
        }
        let place = Place::new(reader.source, value.span);
        let message = "`avenge` needs pieces and how far they reach";
        reader.unjoined(
            terms(value),
            WITHIN.word(&()),
            error("F0294", place, message).help(help),
        );
        return None;
    };
    let at = At::new(reader.source, within);
    let within = reader
        .report
        .number(at, "how far it reaches", 1, i64::from(MAX_WITHIN));
    let of = reader.listed(of);
    Some(Avenge {
        of: of?,
        within: within?.try_into().ok()?,
    })
}
