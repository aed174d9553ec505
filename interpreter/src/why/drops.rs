//! Why a piece cannot be dropped, and why another move cannot be made while one must be.

use super::Verdict;
use super::asker::Asker;
use super::reason::Reason;
use super::spoken::Speaker;
use super::words::a;
use super::written::unknown_square;
use crate::board::Square;
use crate::engine::Move;
use crate::rules::{Drop, Group, Letter, Part, PieceName, Proviso, Side};

impl Asker<'_> {
    /// The reason for a text such as `N@f3`; `None` if it is no drop.
    pub(super) fn dropped(&self, text: &str) -> Option<Verdict> {
        let (piece, square) = text.split_once('@')?;
        if self.rules().drops.is_empty() {
            return Some(Verdict::Illegal(Reason::NoMeaning("@".to_owned())));
        }
        let square = square.trim_end_matches(['+', '#', '!', '?']);
        Some(
            match self.drop(piece.trim(), &square.to_ascii_lowercase(), text) {
                Ok(mv) => Verdict::Legal(mv),
                Err(reason) => Verdict::Illegal(reason),
            },
        )
    }

    fn drop(&self, piece: &str, square: &str, text: &str) -> Result<Move, Reason> {
        let us = self.us;
        let pieces = &self.rules().pieces;
        let called = |kind: &usize| {
            let of = &pieces[*kind];
            match piece.parse::<Letter>() {
                Ok(letter) => of.letter[us].is_some_and(|l| l.eq_ignore_ascii_case(&letter)),
                Err(_) if piece.is_empty() => of.unlettered,
                Err(_) => self.kind_name(*kind) == piece,
            }
        };
        let Some(kind) = (0..pieces.len()).find(called) else {
            let what = format!("piece `{piece}`");
            return Err(Reason::NoSuchPiece { side: us, what });
        };
        let Some(to) = self.topology().square(square) else {
            return Err(match unknown_square(square) {
                Some(name) if self.topology().square(name).is_none() => Reason::NoSuchSquare(name.to_owned()),
                _ => Reason::unreadable(text),
            });
        };
        let letter = pieces[kind].letter[us].unwrap_or_default().to_ascii_uppercase();
        let written = format!("{letter}@{}", self.name(to));
        if let Some(i) = self.texts.iter().position(|text| *text == written) {
            return Ok(self.legal[i]);
        }
        if let Some(reason) = self.no_drop(kind, to) {
            return Err(reason);
        }
        let (moves, texts) = self.listed();
        let reason = match texts.iter().position(|text| *text == written) {
            Some(i) => Some(self.forbidden(moves[i], &texts[i])),
            None => self.no_room(kind, to).or_else(|| self.other_part(Part::Drop)),
        };
        let known = reason.filter(|reason| *reason != Reason::Forbidden);
        Err(known.unwrap_or_else(|| self.not_now(kind, to)))
    }

    /// That a piece cannot be dropped on a square now, and where it can.
    fn not_now(&self, kind: usize, to: Square) -> Reason {
        let (us, name, square) = (self.us, a(&self.kind_name(kind)), self.name(to));
        let words = format!("{us} cannot drop {name} on {square} now{}", self.now_only(kind));
        Reason::told("drop-now", words, vec![square])
    }

    /// The message that a piece may be dropped only elsewhere for now, by its drop's condition on
    /// the board.
    fn no_room(&self, kind: usize, to: Square) -> Option<Reason> {
        let (us, name) = (self.us, self.kind_name(kind));
        let rule = self.drop_rule(&name, us)?;
        let topology = self.topology();
        let empty = |name: &&String| {
            let square = topology.square(name);
            square.is_some_and(|square| self.occupant(square).is_none())
        };
        if let Some(reason) = self.does_not_slide(rule, to) {
            return Some(reason);
        }
        let first: Vec<String> = rule.first.0.iter().filter(empty).cloned().collect();
        if !first.is_empty() && !first.contains(&self.name(to)) {
            let squares = match first.as_slice() {
                [one] => one.clone(),
                several => format!("one of {}", super::words::and(several)),
            };
            let words = format!(
                "as long as {squares} is empty, {us} drops {} only there",
                a(&name)
            );
            return Some(Reason::told("drop-first", words, first));
        }
        let (may, when) = self.asked(&rule.condition)?;
        let letter = self.rules().pieces[kind].letter[us]
            .unwrap_or_default()
            .to_ascii_uppercase();
        let culprits = self.culprits([to, to], &format!("{letter}@{}", self.name(to)));
        let words = format!(
            "{us} {may} drop {} {when} once it stands there{}{}",
            a(&name),
            super::culprits::because_of(&culprits),
            self.now_only(kind)
        );
        let squares = culprits.into_iter().map(|culprit| culprit.square);
        let squares = std::iter::once(self.name(to)).chain(squares);
        Some(Reason::told("drop-condition", words, squares.collect()))
    }

    /// `; now on c4 and d3`: where the kind can be dropped, if that is a few squares.
    fn now_only(&self, kind: usize) -> String {
        let dropped = |mv: &&Move| self.variant.dropped(self.position, **mv) == Some(kind);
        let squares: Vec<String> = self
            .legal
            .iter()
            .filter(dropped)
            .map(|mv| self.name(mv.to()))
            .collect();
        match squares.len() {
            0 => "; nowhere now".to_owned(),
            1..=8 => format!("; now on {}", super::words::and(&squares)),
            _ => String::new(),
        }
    }

    /// The reason why a piece cannot be dropped on a square, without regard to royals.
    fn no_drop(&self, kind: usize, to: Square) -> Option<Reason> {
        let (us, name) = (self.us, self.kind_name(kind));
        let held = self.variant.hand(self.position, us);
        let rule = self.drop_rule(&name, us);
        let endless = rule.is_some_and(|rule| rule.endless);
        let called = rule.and_then(|rule| rule.hand.as_ref()).unwrap_or(&name);
        if !endless && !held.iter().any(|&(held, _)| self.kind_name(held) == *called) {
            let words = if *called == name {
                format!("{us} has no {name} in hand")
            } else {
                format!(
                    "{us} has no {called} in hand that could be dropped as {}",
                    a(&name)
                )
            };
            return Some(Reason::told("not-in-hand", words, Vec::new()));
        }
        if let Some(there) = self.occupant(to) {
            let words = format!("a piece is dropped on an empty square, and {there} is in the way");
            return Some(Reason::told("drop-occupied", words, vec![self.name(to)]));
        }
        let Some(rule) = self.drop_rule(&name, us) else {
            let words = format!("{us} may not drop {}", a(&name));
            return Some(Reason::told("no-drop", words, Vec::new()));
        };
        let square = self.name(to);
        if rule.zone.0.is_empty() {
            let words = format!(
                "{} comes from the hand only at the end of a move, on the square that it leaves",
                a(&name)
            );
            return Some(Reason::told("only-by-gates", words, vec![square]));
        }
        if !rule.zone.0.contains(&square) {
            let zone = self.speaker().squares(&rule.zone);
            let words = format!("{us} may not drop {} on {square}, only on {zone}", a(&name));
            return Some(Reason::told("drop-zone", words, vec![square]));
        }
        self.full_file(rule, kind, to)
    }

    /// That a piece does not come to rest on a square from any edge.
    fn does_not_slide(&self, rule: &Drop, to: Square) -> Option<Reason> {
        let free = rule.first.0.iter().all(|name| {
            let square = self.topology().square(name);
            square.is_none_or(|square| self.occupant(square).is_some())
        });
        let rows = rule.slides.filter(|_| free)?;
        let topology = self.topology();
        let rests = |way: usize| {
            let stops = topology
                .step(to, way)
                .is_none_or(|next| self.occupant(next).is_some());
            let mut at = to;
            while let Some(back) = topology.step(at, (way + 4) % 8) {
                if back == to || self.occupant(back).is_some() {
                    return false;
                }
                at = back;
            }
            stops
        };
        if rows.directions().flat_map(|way| [way, way + 4]).any(rests) {
            return None;
        }
        let square = self.name(to);
        let words = format!(
            "{} pushed in from an edge does not stop on {square}",
            a(&rule.piece)
        );
        Some(Reason::told("does-not-slide", words, vec![square]))
    }

    fn drop_rule(&self, name: &PieceName, side: Side) -> Option<&Drop> {
        let mut rules = self.rules().drops.iter();
        rules.find(|drop| drop.side == side && drop.piece == *name)
    }

    /// That as many pieces of the kind stand on a file as there may.
    fn full_file(&self, rule: &Drop, kind: usize, to: Square) -> Option<Reason> {
        let most = usize::from(rule.per_file?);
        let topology = self.topology();
        let file = |s: Square| topology.coordinates(s).map(|(file, _)| file);
        let here = file(to)?;
        let own = (0..topology.size()).map(|s| s as Square).filter(|&s| {
            file(s) == Some(here) && self.variant.piece_at(self.position, s) == Some((kind, self.us))
        });
        let own: Vec<String> = own.map(|s| self.name(s)).collect();
        if own.len() < most {
            return None;
        }
        let words = format!(
            "no more {}s may be dropped on this file: {} has one on {}",
            rule.piece,
            self.us,
            super::words::and(&own),
        );
        Some(Reason::told("drop-file", words, own))
    }

    /// That a drop gives check or mate and may not.
    pub(super) fn drop_checks(&self, mv: Move) -> Option<Reason> {
        let name = self.kind_name(self.dropped_by(mv)?);
        let rule = self.drop_rule(&name, self.us)?;
        let (what, kind) = match (rule.no_check, rule.no_mate) {
            (true, _) => ("give check", "drop-checks"),
            (_, true) => ("checkmate", "drop-mates"),
            _ => return None,
        };
        let words = format!("{} may not {what} when it is dropped", a(&name));
        Some(Reason::told(kind, words, vec![self.name(mv.to())]))
    }

    /// That something must be dropped instead.
    pub(super) fn must_drop(&self, mv: Move) -> Option<Reason> {
        let is_duty = |kind: Option<usize>| {
            let rule = kind.and_then(|kind| self.drop_rule(&self.kind_name(kind), self.us));
            rule.is_some_and(|rule| rule.must)
        };
        if is_duty(self.dropped_by(mv)) {
            return None;
        }
        let mut legal = self.legal.iter();
        let i = legal.position(|&mv| is_duty(self.variant.dropped(self.position, mv)))?;
        let words = format!(
            "a piece that can be dropped must be, for example by `{}`",
            self.texts[i]
        );
        Some(Reason::told("must-drop", words, Vec::new()))
    }
}

impl Asker<'_> {
    /// The words for what the rules name, as the side that moves sees it.
    pub(super) fn speaker(&self) -> Speaker<'_> {
        Speaker {
            board: &self.rules().board,
            side: self.us,
        }
    }

    /// The words for a condition on what may be done: `may`, `only if there is ..`; nothing if
    /// there is no condition.
    pub(super) fn asked(&self, condition: &Proviso) -> Option<(&'static str, String)> {
        let (present, absent) = (&condition.present, &condition.absent);
        let told = |groups: &[Group]| {
            let groups: Vec<&Group> = groups.iter().collect();
            let told = self.speaker().holds(&groups);
            told.unwrap_or_else(|| format!("one of {} conditions holds", groups.len()))
        };
        match (present.is_empty(), absent.is_empty()) {
            (true, true) => None,
            (false, true) => Some(("may", format!("only if {}", told(present)))),
            (true, false) => Some(("may not", format!("if {}", told(absent)))),
            (false, false) => Some((
                "may",
                format!("only if {}, and not if {}", told(present), told(absent)),
            )),
        }
    }
}
