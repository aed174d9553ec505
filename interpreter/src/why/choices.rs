//! Why a move cannot put what follows from it on a square, where that is the mover's choice.

use super::Verdict;
use super::asker::Asker;
use super::reason::Reason;
use super::words::a;
use crate::board::Square;
use crate::engine::Move;
use crate::rules::{Act, Effect, Put};

impl Asker<'_> {
    /// The verdict on a text if moves choose squares for the pieces that they put on the board;
    /// nothing if the move itself is in doubt.
    pub(super) fn chosen(&self, text: &str, plain: &str) -> Option<Verdict> {
        if !self.leaves_choices() {
            return None;
        }
        let (moves, texts) = self.listed();
        let position = |of: &str| texts.iter().position(|other| other == of);
        let Some((before, square)) = text.rsplit_once(',') else {
            return self.choice_missing(text, plain).map(Verdict::Illegal);
        };
        if let Some(i) = position(text) {
            return Some(Verdict::Illegal(self.forbidden(moves[i], &texts[i])));
        }
        let begins = |other: &&String| other.rsplit_once(',').is_some_and(|(other, _)| other == before);
        let legal = self.texts.iter().find(begins);
        match (
            legal.or_else(|| texts.iter().find(begins)),
            self.topology().square(square),
        ) {
            (_, None) => Some(Verdict::Illegal(Reason::NoSuchSquare(square.to_owned()))),
            (Some(example), Some(to)) => Some(Verdict::Illegal(self.not_put(example, to))),
            (None, Some(_)) if self.texts.iter().any(|text| text == before) => {
                let words = format!("`{before}` leaves no choice of a square");
                Some(Verdict::Illegal(Reason::told("no-choice", words, Vec::new())))
            }
            (None, Some(_)) => Some(self.ask(before, before)),
        }
    }

    /// Whether moves choose squares for pieces that they put on the board.
    fn leaves_choices(&self) -> bool {
        let mut effects = self.variant.played().effects.iter();
        effects.any(|effect| chosen_put(effect).is_some())
    }

    /// A text in coordinates that lacks the square that it chooses, where moves do.
    pub(super) fn lacks_choice(&self, text: &str) -> Option<Reason> {
        self.leaves_choices()
            .then(|| self.choice_missing(text, text))
            .flatten()
    }

    /// A text that lacks the square that it chooses.
    fn choice_missing(&self, text: &str, plain: &str) -> Option<Reason> {
        let begins = |other: &str| {
            let (before, _) = other.rsplit_once(',')?;
            (before == text || before == plain).then_some(())
        };
        let sans = self.variant.sans(self.position, &self.legal);
        let mut legal = self.texts.iter().zip(&sans);
        let found = legal.find(|(own, san)| begins(own).or_else(|| begins(san)).is_some());
        if let Some((own, _)) = found {
            let words =
                format!("the move puts a piece on a square of the mover's choice, for instance `{own}`");
            return Some(Reason::told("choice-missing", words, Vec::new()));
        }
        let (moves, texts) = self.listed();
        let i = texts.iter().position(|other| begins(other).is_some())?;
        Some(self.forbidden(moves[i], &texts[i]))
    }

    /// Why nothing comes to a square with a move that can put it elsewhere.
    fn not_put(&self, example: &str, to: Square) -> Reason {
        let name = self.name(to);
        let (moves, texts) = self.listed();
        let mv = texts.iter().position(|text| text == example).map(|i| moves[i]);
        let after = mv.map(|mv| self.after_move(mv));
        let chosen = mv.and_then(|mv| mv.chosen());
        let there = after.and_then(|after| self.occupant_in(&after, to));
        if let Some(piece) = there.filter(|_| chosen != Some(to)) {
            let words = format!("{} stands on {name} after the move", a(&piece.piece));
            return Reason::told("choice-occupied", words, vec![name]);
        }
        let effects = &self.variant.played().effects;
        let all = || effects.iter().filter(|effect| chosen_put(effect).is_some());
        let mut meant: Vec<&Effect> = all()
            .filter(|effect| mv.is_none_or(|mv| self.may_follow(effect, mv)))
            .collect();
        if meant.is_empty() {
            meant = all().collect();
        }
        let areas: Vec<String> = meant
            .into_iter()
            .filter_map(chosen_put)
            .map(|put| self.speaker().area(&put.on))
            .map(|area| area.unwrap_or_else(|| "on a square".to_owned()))
            .collect();
        let words = format!(
            "the piece may be put only {}, and {name} is not one of these squares",
            areas.join(" or ")
        );
        Reason::told("choice-elsewhere", words, vec![name])
    }

    /// Whether an effect may follow from a move, as far as the squares and kinds say.
    fn may_follow(&self, effect: &Effect, mv: Move) -> bool {
        let mover = mv.from().and_then(|from| self.occupant(from));
        let victim = self.occupant(mv.to());
        let at = self.name(mv.to());
        let us = self.us;
        effect.side[us]
            && mover.is_none_or(|mover| effect.by.has(&mover.piece))
            && victim.is_none_or(|victim| effect.of.has(&victim.piece))
            && effect.to.as_ref().is_none_or(|to| to[us].0.contains(&at))
    }
}

/// The piece that an effect lets the mover put on a square of its choice.
fn chosen_put(effect: &Effect) -> Option<&Put> {
    effect.acts.iter().find_map(|act| match act {
        Act::Put(put) if put.chosen => Some(put),
        _ => None,
    })
}
