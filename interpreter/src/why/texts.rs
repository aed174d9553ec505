//! The verdict on the text of a move: the first part of it that cannot be played, and the reason
//! that the rules or a mechanic give.

use super::Verdict;
use super::asker::Asker;
use super::mechanics::{self, Asked};
use super::reason::Reason;
use super::written::{Arrival, Said, has_plus, unknown_square};
use crate::rules::Letter;

impl Asker<'_> {
    /// Why a text that is no legal move is none, or which move it means.
    pub(super) fn ask(&self, text: &str, plain: &str) -> Verdict {
        if let Some(castling) = self.castling_word(text) {
            return match castling {
                Some(castling) => self.castled(&castling),
                None => Verdict::Illegal(Reason::NoCastling { side: self.us }),
            };
        }
        if let Some(verdict) = self.castled_and_chosen(text) {
            return verdict;
        }
        if let Some(verdict) = self.walled(text, plain) {
            return verdict;
        }
        if let Some(verdict) = self.chosen(text, plain) {
            return verdict;
        }
        if let Some(verdict) = self.letting_in(text, plain) {
            return verdict;
        }
        if let Some(verdict) = self.dropped(text) {
            return verdict;
        }
        if let Some(reason) = mechanics::word(self, text) {
            return Verdict::Illegal(reason);
        }
        let said = self.read(text, plain);
        let goes = |said: &Said| {
            said.parts.len() > 1
                || said.parts.iter().any(|part| {
                    !part.touched.is_empty() || part.takes.is_some() || part.swaps.is_some() || part.sweeps
                })
        };
        let stays = |said: &Said| said.parts.iter().any(|part| part.arrival.is_some());
        // A square of the board would have been read.
        if let Some(name) = unknown_square(&said.rest).filter(|_| !stays(&said)) {
            return Verdict::Illegal(Reason::NoSuchSquare(name.to_owned()));
        }
        if goes(&said) || (stays(&said) && mechanics::promote_in_place(self)) {
            return Verdict::Illegal(self.in_coordinates(&said, text, plain));
        }
        match said.sign() {
            Some(sign) if sign != "=" && !mechanics::mean(self, sign) => {
                Verdict::Illegal(Reason::NoMeaning(sign.to_owned()))
            }
            _ => self.algebraic(text),
        }
    }

    /// Reads a text; `=S` is a letter like any other where there are no statues.
    fn said(&self, text: &str) -> Said {
        let mut said = Said::read(self.topology(), text, has_plus(self.rules()));
        if !mechanics::mean(self, "=S") {
            let statues = said
                .parts
                .iter_mut()
                .filter(|part| part.arrival == Some(Arrival::Statue));
            for part in statues {
                part.arrival = Some(Arrival::Becomes {
                    letter: Letter::plain(b'S'),
                    exile: false,
                });
            }
        }
        said
    }

    /// Reads a text as it is, or as the engine would write it.
    fn read(&self, text: &str, plain: &str) -> Said {
        let (exact, simple) = (self.said(text), self.said(plain));
        let better = exact.parts.is_empty() || simple.rest.len() < exact.rest.len();
        if better && !simple.parts.is_empty() {
            simple
        } else if exact.parts.is_empty() {
            Said {
                rest: plain.to_owned(),
                ..exact
            }
        } else {
            exact
        }
    }

    /// Why a text that names squares cannot be played: its first part that cannot, after those
    /// before it.
    fn in_coordinates(&self, said: &Said, text: &str, plain: &str) -> Reason {
        let (moves, texts) = self.listed();
        if let Some(i) = texts.iter().position(|t| t == text || t == plain) {
            return self.forbidden(moves[i], &texts[i]);
        }
        let mut before = String::new();
        for (i, part) in said.parts.iter().enumerate() {
            let so_far = if i == 0 {
                part.text.clone()
            } else {
                format!("{before},{}", part.text)
            };
            if i + 1 < said.parts.len() && texts.contains(&so_far) {
                before = so_far;
                continue;
            }
            let rest = if i + 1 < said.parts.len() { "" } else { &said.rest };
            let asked = Asked { part, text, rest };
            if i == 0 {
                return self.single(&asked, said);
            }
            return match self.after(&before) {
                Some(later) => {
                    let reason = Box::new(later.single(&asked, said));
                    Reason::After { text: before, reason }
                }
                None => Reason::unreadable(text),
            };
        }
        Reason::unreadable(text)
    }

    /// Why one part of a text cannot be played.
    fn single(&self, asked: &Asked<'_>, said: &Said) -> Reason {
        let part = asked.part;
        let meaningless = [(part.from.index > 0, "."), (part.takes_exiled(), "^")];
        for (_, sign) in meaningless.into_iter().filter(|(has, _)| *has) {
            if !mechanics::mean(self, sign) {
                return Reason::NoMeaning(sign.to_owned());
            }
        }
        let mover = match self.unit(part.from) {
            Ok(mover) => mover,
            Err(reason) => return reason,
        };
        if mover.side != self.us {
            if let Some(reason) = self.not_controlled(&mover, part.from.square, part.to()) {
                return reason;
            }
            let part = self.variant.part(self.position);
            return Reason::NotYours { mover, part };
        }
        if let Some(reason) = self.not_going_on(part.from.square) {
            return reason;
        }
        if let Some(reason) = mechanics::refusal(self, asked, &mover) {
            return reason;
        }
        if let Some(sign) = said.sign().filter(|sign| !mechanics::mean(self, sign)) {
            return Reason::NoMeaning(sign.to_owned());
        }
        let to = part.to().or(part.takes.map(|spot| spot.square));
        if let (Some(_), Some(to)) = (part.arrival.as_ref().filter(|_| said.sign().is_some()), to)
            && !self.fitting(part.from, to).is_empty()
        {
            let to = self.name(to);
            return Reason::NoPromotion { mover, to };
        }
        let between = to
            .filter(|_| asked.rest.chars().count() < 2 || asked.rest.parse::<Letter>().is_ok())
            .map(|to| self.between(part.from, to, asked, mover));
        match between {
            // A move written by its two squares would be recognised.
            Some(Reason::Forbidden) if part.touched.len() > 1 => None,
            known => known,
        }
        .unwrap_or_else(|| Reason::unreadable(asked.text))
    }

    /// Why a text in coordinates that is no legal move is none.
    pub(super) fn by_text(&self, text: &str) -> Reason {
        self.in_coordinates(&self.said(text), text, text)
    }
}
