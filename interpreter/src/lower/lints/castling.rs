//! Castling moves whose right nobody ever has.

use super::super::report::warning;
use super::super::values::capital;
use super::{Lints, OWN};
use crate::rules::{Castling, Side};

impl Lints<'_, '_> {
    pub(super) fn castling(&self) {
        let lost = |side: Side| -> Vec<&Castling> {
            // Without the king on the board another warning says what is wrong.
            let stands = |c: &Castling| self.count(side, std::slice::from_ref(&c.king)) > 0;
            let all = self.facts.rules.castling.iter().filter(|c| c.side == side);
            all.filter(|c| !self.has_right(c) && stands(c)).collect()
        };
        let is_own = |side: Side| self.facts.declared.castling[side].is_some_and(|b| b.at.source == OWN);
        for side in Side::ALL.into_iter().filter(|&side| is_own(side)) {
            lost(side)
                .into_iter()
                .for_each(|castling| self.without_right(castling));
        }
        let taken_over = |side: Side| if is_own(side) { Vec::new() } else { lost(side) };
        let (white, black) = (taken_over(Side::White), taken_over(Side::Black));
        let all = self.facts.rules.castling.len();
        if all > 0 && white.len() + black.len() == all && !white.is_empty() && !black.is_empty() {
            self.taken_over_without_right(None, &[white, black].concat());
        } else {
            self.taken_over_without_right(Some(Side::White), &white);
            self.taken_over_without_right(Some(Side::Black), &black);
        }
    }

    /// Whether the start position gives the right.
    fn has_right(&self, castling: &Castling) -> bool {
        let rights = self.facts.start.text.split(' ').nth(2).unwrap_or("-");
        rights.contains(castling.letter) || castling.by_drop
    }

    fn without_right(&self, castling: &Castling) {
        let letter = castling.letter.to_string();
        let Some(block) = self.facts.declared.castling[castling.side] else {
            return;
        };
        let entries = &block.at.node.entries;
        let Some(entry) = entries.iter().find(|e| e.key.value.eq_ignore_ascii_case(&letter)) else {
            return;
        };
        let message = format!("{} can never castle `{letter}`", capital(castling.side));
        let mut diagnostic = warning("F0311", block.at.place(entry.key.span), message).help(format!(
            "add `{letter}` to the third field of `start`, or leave this move out"
        ));
        if let Some(start) = self.facts.declared.start {
            diagnostic = diagnostic.also(
                start.source,
                start.node.span,
                "the start position has no such right",
            );
        }
        self.facts.report.add(diagnostic);
    }

    /// Inherited castling, of one side or of both, and a start position of this file's own that does not give the right.
    fn taken_over_without_right(&self, side: Option<Side>, lost: &[&Castling]) {
        let Some(first) = lost.first() else { return };
        let block = self.facts.declared.castling[first.side];
        let (Some(start), Some(block)) = (self.own_start(), block) else {
            return;
        };
        let letters: String = lost.iter().map(|c| c.letter).collect();
        let of_side = self.facts.rules.castling.iter().filter(|c| side == Some(c.side));
        let (who, back) = match side {
            None => ("nobody can".to_owned(), "without castling".to_owned()),
            Some(side) if of_side.count() == lost.len() => (
                format!("{} can never", capital(side)),
                format!("without castling {side}"),
            ),
            Some(side) => {
                let message = format!(
                    "{} can never castle `{letters}`: the start position gives no such right",
                    capital(side)
                );
                let help =
                    format!("add `{letters}` to the third field, or declare `castling {side}` without it");
                let at = block.at;
                self.facts.report.add(
                    warning("F0311", start, message)
                        .also(
                            at.source,
                            at.node.keyword.span,
                            "castling is taken over from here",
                        )
                        .help(help),
                );
                return;
            }
        };
        let message = format!("{who} castle: the start position gives no right");
        let help = if lost.iter().all(|c| self.pieces_stand(c)) {
            format!("add `{letters}` to the third field, or take castling back: `{back}`")
        } else {
            format!("take castling back: `{back}`")
        };
        let at = block.at;
        self.facts.report.add(
            warning("F0311", start, message)
                .also(
                    at.source,
                    at.node.keyword.span,
                    "castling is taken over from here",
                )
                .help(help),
        );
    }

    /// Whether both pieces stand where the move begins.
    fn pieces_stand(&self, castling: &Castling) -> bool {
        let stands = |name: &str, square: &str| {
            let square = self.facts.topology.square(square);
            let piece = square.and_then(|s| self.facts.start.pieces.get(&s));
            piece.is_some_and(|(side, kind)| *side == castling.side && kind == name)
        };
        stands(&castling.king, &castling.king_from) && stands(&castling.rook, &castling.rook_from)
    }
}
