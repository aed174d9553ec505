//! Castling moves to which neither side ever has the right.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::{Lints, OWN};
use crate::rules::{Act, Castling, Side};
use crate::vocabulary::{CASTLING, CastlingKey};
use ferz_engine::order::sort;

/// The number of starts of `shuffle` that are looked at.
const MOST_STARTS: u64 = 1000;

impl Lints<'_, '_> {
    pub(super) fn castling(&self) {
        self.idle_castling();
        let lost = |side: Side| -> Vec<&Castling> {
            // Without the king on the board another warning reports the fault.
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

    /// Castlings of this file's own that move nothing, and rights that there are none to take.
    fn idle_castling(&self) {
        let rules = self.facts.rules;
        let mut told: Vec<Place> = Vec::new();
        for castling in &rules.castling {
            let Some(block) = self.facts.declared.castling[castling.side].filter(|b| b.at.source == OWN)
            else {
                continue;
            };
            let entries = || block.at.node.entries.iter();
            let letter = castling.letter.to_string();
            let still = castling.king_from == castling.king_to && castling.rook_from == castling.rook_to;
            let entry =
                entries().find(|e| still && !castling.anywhere && e.key.value.eq_ignore_ascii_case(&letter));
            let same = |other: &Castling| other.letter.eq_ignore_ascii_case(&castling.letter);
            let mut others = rules.castling.iter().filter(|other| other.side != castling.side);
            let barred = !castling.bars || others.any(same);
            let bars = || entries().find(|e| CASTLING.get(&e.key.value) == Some(&CastlingKey::Bars));
            let found = match (entry, barred) {
                (Some(entry), _) => Some((
                    entry.span,
                    "this castling is a pass: both pieces end where they start",
                )),
                (None, false) => bars().map(|e| {
                    (
                        e.span,
                        "this takes nothing: the opponent has no castling with such a letter",
                    )
                }),
                (None, true) => None,
            };
            let Some((span, message)) = found else { continue };
            let place = block.at.place(span);
            if !told.contains(&place) {
                told.push(place);
                let help = "name other squares, or leave it out";
                self.facts.report.add(warning("F0368", place, message).help(help));
            }
        }
    }

    /// Castlings from fixed squares beside `shuffle`, which puts the pieces elsewhere in most
    /// starts.
    pub(super) fn shuffled_castling(&self) {
        let (Some(shuffle), Some(section)) = (&self.facts.rules.shuffle, self.facts.declared.shuffle) else {
            return;
        };
        let starts: Vec<Vec<(String, String)>> = (0..shuffle.count().min(MOST_STARTS))
            .filter_map(|number| shuffle.placed(number))
            .collect();
        let possible = |castling: &Castling| {
            let stands = |start: &&Vec<(String, String)>| {
                let ways = [
                    (&castling.king_from, &castling.king),
                    (&castling.rook_from, &castling.rook),
                ];
                ways.iter().all(|(square, piece)| {
                    let mut placed = start.iter();
                    let other = placed.find(|(place, _)| self.is_at(castling.side, place, square));
                    other.is_none_or(|(_, there)| there == *piece)
                })
            };
            starts.iter().filter(stands).count()
        };
        let lost = |c: &&Castling| !c.anywhere && self.has_right(c) && possible(c) < starts.len();
        let lost: Vec<&Castling> = self.facts.rules.castling.iter().filter(lost).collect();
        let Some(first) = lost.first() else { return };
        let mut letters: Vec<String> = lost
            .iter()
            .map(|c| c.letter.to_ascii_uppercase().to_string())
            .collect();
        sort(&mut letters);
        letters.dedup();
        let (king, letters) = (&first.king, letters.concat());
        let rarely = lost.iter().all(|castling| possible(castling) * 2 < starts.len());
        let often = if rarely { "most" } else { "some" };
        let message = format!(
            "in {often} starts of `shuffle` nobody can castle `{letters}`: the {king} or its partner stands elsewhere"
        );
        let diagnostic = warning("F0311", section.place(section.node.keyword.span), message)
            .help("add `anywhere: yes` to `castling`, or take it back: `without castling`");
        let block = self.facts.declared.castling[first.side].map(|block| block.at);
        let diagnostic = match block {
            Some(at) => diagnostic.also(
                at.source,
                at.node.keyword.span,
                "castling from these squares alone",
            ),
            None => diagnostic,
        };
        let causes: Vec<Place> = block
            .map(|at| at.place(at.node.keyword.span))
            .into_iter()
            .collect();
        self.add(diagnostic, &causes);
    }

    /// Rights that come with a drop or an effect, where neither of the two pieces is ever dropped
    /// or brought where it starts.
    pub(super) fn castling_without_drops(&self) {
        let rules = self.facts.rules;
        let dropped = |side: Side, piece: &String, square: &String| {
            let mut drops = rules.drops.iter();
            drops.any(|drop| drop.side == side && drop.piece == *piece && drop.zone.0.contains(square))
        };
        let by_drop = |c: &Castling| {
            c.anywhere || dropped(c.side, &c.king, &c.king_from) || dropped(c.side, &c.rook, &c.rook_from)
        };
        let brings = rules.acts().any(Act::brings);
        for side in Side::ALL {
            let own: Vec<&Castling> = rules.castling.iter().filter(|c| c.side == side).collect();
            let mut dropped = own.iter().filter(|c| c.by_drop).peekable();
            if dropped.peek().is_some() && !dropped.any(|c| by_drop(c)) {
                let message = "this has no effect: none of these pieces is ever dropped where it starts";
                let help = "say what may be dropped, `drop rook { on: first rank }`, or leave this out";
                if self.right_never_comes(side, CastlingKey::Dropped, message, help) {
                    break;
                }
            }
            if own.iter().any(|c| c.by_effect) && !brings {
                let message = "this has no effect: no effect brings a piece anywhere";
                let help =
                    "add such an effect, `on capture { of: rook; put: victim on h1 }`, or leave this out";
                if self.right_never_comes(side, CastlingKey::Brought, message, help) {
                    break;
                }
            }
        }
    }

    /// Warns of an entry of this file's own by which a right never comes. Returns whether there is
    /// one.
    fn right_never_comes(&self, side: Side, key: CastlingKey, message: &str, help: &str) -> bool {
        let Some(block) = self.facts.declared.castling[side].filter(|block| block.at.source == OWN) else {
            return false;
        };
        let mut entries = block.at.node.entries.iter();
        let entry = entries.find(|e| CASTLING.get(&e.key.value) == Some(&key));
        let place = block
            .at
            .place(entry.map_or(block.at.node.keyword.span, |e| e.span));
        self.facts.report.add(warning("F0364", place, message).help(help));
        true
    }

    /// Whether a square of White's, as a side sees it, is another one.
    fn is_at(&self, side: Side, place: &str, square: &str) -> bool {
        let own = self.facts.topology.square(place).and_then(|place| match side {
            Side::White => Some(place),
            Side::Black => self.facts.grounds.mirrored_square(place),
        });
        own.is_some() && own == self.facts.topology.square(square)
    }

    /// Whether the start position gives the right.
    fn has_right(&self, castling: &Castling) -> bool {
        let rights = self.facts.start.text.split(' ').nth(2).unwrap_or("-");
        rights.contains(castling.letter) || castling.by_drop || castling.by_effect
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

    /// Inherited castling, of one side or of both, and a start position of this file's own that
    /// does not give the right.
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
