//! Why nothing comes in from the hand behind a piece that moves.

use super::Verdict;
use super::asker::Asker;
use super::reason::Reason;
use super::words::a;
use crate::board::Square;
use crate::rules::{Drop, Letter};

impl Asker<'_> {
    /// The reason for a text such as `b1c3h` or `Nc3/H`; nothing where nothing comes in,
    /// or if it is the move itself that is in doubt.
    pub(super) fn letting_in(&self, text: &str, plain: &str) -> Option<Verdict> {
        let played = self.variant.played();
        if played.drops.iter().all(|drop| drop.gate.0.is_empty()) {
            return None;
        }
        let (moves, texts) = self.listed();
        if let Some(i) = texts.iter().position(|other| other == text || other == plain) {
            let reason = match self.forbidden(moves[i], &texts[i]) {
                Reason::Forbidden => self.not_covered(text, plain).unwrap_or(Reason::Forbidden),
                reason => reason,
            };
            return Some(Verdict::Illegal(reason));
        }
        let (before, after) = match text.split_once('/') {
            Some((before, after)) => (before, after),
            None => plain.split_at(plain.char_indices().last()?.0),
        };
        // It may choose a square besides, which stands behind it.
        let base = |other: &String| {
            let rest = other.strip_prefix(before);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
        };
        if !text.contains('/') && !texts.iter().any(base) {
            return None;
        }
        let sans = self.variant.sans(self.position, &self.legal);
        let legal = self
            .texts
            .iter()
            .position(base)
            .or_else(|| sans.iter().position(base));
        let mv = match legal {
            Some(i) => self.legal[i],
            None => match self.explainer.why(self.position, before) {
                Verdict::Legal(mv) => mv,
                Verdict::Illegal(reason) => return Some(Verdict::Illegal(reason)),
            },
        };
        // Nothing comes in behind a pass or a drop.
        let from = mv.from()?;
        // The promotion of the piece itself is another question.
        let letter = Letter::first(after)?;
        let kind = self.of_move_letter(letter)?;
        let promotes = played.promotions.iter().any(|promotion| {
            let moved = self.variant.piece_at(self.position, from);
            moved
                .is_some_and(|(kind, side)| promotion.side == side && promotion.piece == self.kind_name(kind))
        });
        let rule = played
            .drops
            .iter()
            .find(|drop| drop.side == self.us && drop.piece == kind);
        let rule = rule.filter(|drop| !drop.gate.0.is_empty());
        match rule {
            None if promotes => None,
            rule => Some(Verdict::Illegal(self.not_let_in(from, &kind, rule))),
        }
    }

    /// Why a move is not possible that leaves a royal attacked until something has come in behind
    /// it.
    fn not_covered(&self, text: &str, plain: &str) -> Option<Reason> {
        let before = match text.split_once('/') {
            Some((before, _)) => before,
            None => plain.split_at(plain.char_indices().last()?.0).0,
        };
        let (moves, texts) = self.listed();
        let base = moves[texts.iter().position(|other| other == before)?];
        let royals = self.attacked_royals(&self.after_move(base), self.us);
        let words = format!(
            "the move itself must be possible before a piece comes in, and it would leave {}",
            super::words::and(&royals)
        );
        let squares = royals.iter().map(|royal| royal.piece.square.clone()).collect();
        (!royals.is_empty()).then(|| Reason::told("gate-cover", words, squares))
    }

    /// Why a kind does not come in behind a legal move.
    fn not_let_in(&self, from: Square, kind: &str, rule: Option<&Drop>) -> Reason {
        let (us, from) = (self.us, self.name(from));
        let Some(rule) = rule else {
            let words = format!("{us} may not let {} come in behind a piece that moves", a(kind));
            return Reason::told("no-gate", words, Vec::new());
        };
        if !rule.gate.0.contains(&from) {
            let gate = crate::text::squares(&rule.gate, &self.rules().board);
            let words = format!("{} comes in only on {gate}, not on {from}", a(kind));
            return Reason::told("gate-elsewhere", words, vec![from]);
        }
        let held = rule.hand.as_deref().unwrap_or(kind);
        let hand = self.variant.hand(self.position, us);
        if !rule.endless && !hand.iter().any(|&(kind, _)| self.kind_name(kind) == held) {
            let words = format!("{us} has no {held} in hand");
            return Reason::told("not-in-hand", words, Vec::new());
        }
        let words = format!(
            "{} comes in only where a piece leaves the square on which it started, and the piece on {from} has moved before",
            a(kind)
        );
        Reason::told("gate-closed", words, vec![from])
    }
}
