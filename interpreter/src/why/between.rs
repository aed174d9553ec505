//! Why a piece does not move from one square to another.

use super::asker::Asker;
use super::field::Field;
use super::mechanics::{self, Asked};
use super::occupant::Occupant;
use super::reason::Reason;
use super::written::{Arrival, Spot};
use crate::board::Square;
use crate::engine::{Move, Variant};
use crate::rules::{Letter, PieceName, Promotion};
use indexmap::IndexSet;

impl Asker<'_> {
    /// The moves of the pieces, safe or not, from one square to another: numbers in the list of
    /// all.
    pub(super) fn fitting(&self, from: Spot, to: Square) -> Vec<usize> {
        let (moves, texts) = self.listed();
        let place = self.spot_text(from);
        let other = format!("{place}.");
        let fits = |&i: &usize| {
            let (mv, text) = (&moves[i], &texts[i]);
            let same = mv.start() == from.square && mv.to() == to && !mv.is_pass() && !mv.is_shot();
            // A capture all round ends where it starts, but does not go there.
            same && text.starts_with(&place) && !text.starts_with(&other) && !text.contains('*')
        };
        (0..moves.len()).filter(fits).collect()
    }

    pub(super) fn spot_text(&self, spot: Spot) -> String {
        let name = self.name(spot.square);
        if spot.index > 0 {
            format!("{name}.{}", spot.index)
        } else {
            name
        }
    }

    /// Why the piece does not go there, or how the move is written.
    pub(super) fn between(&self, from: Spot, to: Square, asked: &Asked<'_>, mover: Occupant) -> Reason {
        let (moves, texts) = self.listed();
        let fits = self.fitting(from, to);
        let short = format!("{}{}", self.spot_text(from), self.name(to));
        let rest = match &asked.part.arrival {
            Some(Arrival::Becomes { letter, exile: false }) => letter.to_ascii_lowercase().to_string(),
            _ => asked.rest.to_owned(),
        };
        let exact = format!("{short}{rest}");
        if let Some(&i) = fits
            .iter()
            .find(|&&i| texts[i] == exact && !self.texts.contains(&exact))
        {
            return self.forbidden(moves[i], &texts[i]);
        }
        if fits.is_empty() {
            let swap = self.no_swap(from.square, to, &exact);
            return swap.unwrap_or_else(|| self.out_of_reach(from, to, mover));
        }
        let choices = self.becomes(&fits);
        let possible: Vec<String> = fits
            .iter()
            .map(|&i| &texts[i])
            .filter(|text| self.texts.contains(text))
            .cloned()
            .collect();
        let letter = self.meant(&mover, &rest);
        let is_letter = letter.is_some();
        if choices.is_empty() && is_letter {
            let to = self.name(to);
            let lacks = letter.and_then(|letter| mechanics::lacks(self, letter, &mover, &to));
            return lacks.unwrap_or(Reason::NoPromotion { mover, to });
        }
        match (&choices[..], &possible[..]) {
            // The choice matters only if the move is possible with any.
            (_, []) => self.forbidden(moves[fits[0]], &texts[fits[0]]),
            ([], _) => Reason::Detour {
                text: asked.text.to_owned(),
                choices: possible,
            },
            _ if !is_letter => {
                let to = self.name(to);
                Reason::MustPromote { mover, to, choices }
            }
            _ => Reason::CannotBecome {
                mover,
                letter: rest,
                choices,
            },
        }
    }

    /// The letter that the end of a text means: `+` and `-` of the piece itself.
    fn meant(&self, mover: &Occupant, rest: &str) -> Option<Letter> {
        let own = || self.rules().pieces.get(&mover.piece)?.letter[mover.side];
        match rest {
            "+" => format!("+{}", own()?).parse().ok(),
            "-" => own()?.without_plus(),
            _ => rest.parse().ok(),
        }
    }

    /// The kinds to which the piece may promote by moves of the list, as the engine's own
    /// promotions, with their texts.
    fn becomes(&self, fits: &[usize]) -> Vec<(String, PieceName)> {
        let (moves, texts) = self.listed();
        let choice = |&i: &usize| {
            let kind = self.variant.promotion(moves[i])?;
            let letter = self.rules().pieces[kind].letter[self.us]?.to_ascii_lowercase();
            let written = ["+", "-"].into_iter().find(|sign| texts[i].ends_with(sign));
            Some((
                written.unwrap_or(letter.as_str()).to_owned(),
                self.kind_name(kind),
            ))
        };
        // Several moves may become the same.
        let choices: IndexSet<_> = fits.iter().filter_map(choice).collect();
        choices.into_iter().collect()
    }

    /// Why the piece does not get there even if no royal were in danger.
    pub(super) fn out_of_reach(&self, from: Spot, to: Square, mover: Occupant) -> Reason {
        let reason = self.not_reached(from, to, mover);
        match &reason {
            Reason::Unreachable { mover, .. } => self.outside(mover, (from.square, to)).unwrap_or(reason),
            _ => reason,
        }
    }

    fn not_reached(&self, from: Spot, to: Square, mover: Occupant) -> Reason {
        if let Some(reason) = mechanics::held(self, &mover) {
            return reason;
        }
        if from.index == 0
            && let Some(castling) = self.castling_of(from.square, to)
        {
            return self.castling(&castling);
        }
        let Some(field) = self.field(&mover) else {
            return Reason::Unreachable {
                mover,
                to: self.name(to),
            };
        };
        let Some(power) = mechanics::power(self, &mover) else {
            return self.without_power(&field, (from.square, to), mover);
        };
        let changed = power.field();
        let reason = changed.unwrap_or(field).out_of_reach(from.square, to, mover);
        power.because(reason)
    }

    /// Why a piece does not get to a square to which no power of its own leads.
    fn without_power(&self, field: &Field<'_>, (from, to): (Square, Square), mover: Occupant) -> Reason {
        let reason = field.out_of_reach(from, to, mover.clone());
        let between = matches!(reason, Reason::Blocked { .. } | Reason::NeedsHurdle { .. });
        let never = matches!(reason, Reason::Unreachable { .. });
        // Pieces between may matter because of powers they lend or forbid, not because they are in
        // the way.
        let alone = match between {
            true => mechanics::by_itself(self, &mover),
            false => None,
        };
        let plain = alone.map(|(ways, there)| Field::new(&ways, there).out_of_reach(from, to, mover.clone()));
        match plain {
            Some(plain @ Reason::Unreachable { .. }) => mechanics::lacking(self, &mover, (from, to), plain),
            Some(plain @ (Reason::Blocked { .. } | Reason::NeedsHurdle { .. })) => plain,
            _ if never => self
                .only_first(&mover, (from, to))
                .unwrap_or_else(|| mechanics::lacking(self, &mover, (from, to), reason)),
            _ => reason,
        }
    }

    /// The reason why two pieces do not change places, if only the form of the text or a forced
    /// promotion prevents it.
    fn no_swap(&self, from: Square, to: Square, text: &str) -> Option<Reason> {
        let (mover, target) = (self.occupant(from)?, self.occupant(to)?);
        if mover.side != target.side {
            return None;
        }
        let back = |mv: &Move| (mv.start(), mv.to()) == (to, from);
        let mut legal = self.legal.iter().zip(&self.texts);
        let swaps = |(mv, _): &(&Move, &String)| back(mv) && !self.variant.is_capture(self.position, **mv);
        if let Some((_, text)) = legal.find(swaps) {
            let text = text.clone();
            return Some(Reason::SameSwap { mover, target, text });
        }
        let (moves, texts) = self.listed();
        let is_swap = |&i: &usize| back(&moves[i]) && !self.captures(moves[i]);
        if let Some(i) = (0..moves.len()).find(is_swap) {
            return Some(self.forbidden(moves[i], &texts[i]));
        }
        self.strands(mover, target, (from, to), text)
    }

    /// The piece that would be put where it would have had to promote.
    fn strands(
        &self,
        mover: Occupant,
        target: Occupant,
        (from, to): (Square, Square),
        text: &str,
    ) -> Option<Reason> {
        let mut rules = self.rules().clone();
        let promotes = |piece: &Occupant, to: Square| {
            let name = self.name(to);
            let here =
                |p: &Promotion| p.side == self.us && p.piece == piece.piece && p.zone.0.contains(&name);
            self.rules().promotions.iter().any(here)
        };
        let (piece, to) = if promotes(&mover, to) {
            (mover, to)
        } else if promotes(&target, from) {
            (target, from)
        } else {
            return None;
        };
        rules.promotions.clear();
        let variant = Variant::new(rules).ok()?;
        let position = variant.position(&self.variant.fen(self.position)).ok()?;
        variant.find_move(&position, text)?;
        let to = self.name(to);
        Some(Reason::Strands { piece, to })
    }
}
