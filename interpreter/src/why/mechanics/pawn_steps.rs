//! `pawn-steps`: single and double steps.

use super::super::asker::Asker;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::join;
use super::{Asked, refuse, uses};
use crate::board::Square;
use crate::hooks::{DIRECTIONS, PawnSteps};
use crate::rules::Side;
use crate::text;

const HOOK: &str = "pawn-steps";

struct Steps<'a> {
    asker: &'a Asker<'a>,
    used: PawnSteps,
    mover: &'a Occupant,
}

pub(super) fn refusal(asker: &Asker<'_>, asked: &Asked<'_>, mover: &Occupant) -> Option<Reason> {
    let all = uses::<PawnSteps>(asker, HOOK);
    let used = all.into_iter().find(|used| used.piece == mover.piece)?;
    let part = asked.part;
    if part.takes.is_some() || part.swaps.is_some() || part.sweeps {
        return None;
    }
    let steps = Steps { asker, used, mover };
    match part.touched[..] {
        [to] => steps.single(part.from.square, to),
        [middle, to] => steps.double(part.from.square, middle, to),
        [] => None,
        [..] => {
            let words = format!("{mover} makes two steps at most");
            refuse(HOOK, "too-far", words, vec![mover.square.clone()])
        }
    }
}

impl Steps<'_> {
    /// The squares one step away, barred ones included.
    fn next(&self, from: Square) -> Vec<Square> {
        let turned = if self.mover.side == Side::White { 0 } else { 4 };
        let compass = |name: &String| {
            DIRECTIONS
                .iter()
                .position(|d| d == name)
                .map(|d| (d + turned) % 8)
        };
        let winds = self.used.steps.iter().filter_map(compass);
        winds
            .filter_map(|wind| self.asker.topology().step(from, wind))
            .collect()
    }

    fn refuse(&self, kind: &'static str, words: String, more: &[Square]) -> Option<Reason> {
        let mut squares = vec![self.mover.square.clone()];
        squares.extend(more.iter().map(|&s| self.asker.name(s)));
        refuse(HOOK, kind, words, squares)
    }

    fn is_barred(&self, to: Square) -> bool {
        self.used.barred[self.mover.side].0.contains(&self.asker.name(to))
    }

    fn barred(&self, to: Square) -> Option<Reason> {
        let barred = text::squares(&self.used.barred[self.mover.side], &self.asker.rules().board);
        let (piece, side) = (&self.mover.piece, self.mover.side);
        let words = format!(
            "{} cannot step to {}: no {side} {piece} steps to {barred}",
            self.mover,
            self.asker.name(to)
        );
        self.refuse("barred", words, &[to])
    }

    /// Something stands where it would step.
    fn occupied(&self, to: Square) -> Option<Reason> {
        let there = self.asker.occupant(to)?;
        let words = format!(
            "{} steps only to empty squares, and {there} is in the way",
            self.mover
        );
        self.refuse("blocked", words, &[to])
    }

    fn twice_from(&self) -> String {
        text::squares(&self.used.twice[self.mover.side], &self.asker.rules().board)
    }

    fn single(&self, from: Square, to: Square) -> Option<Reason> {
        if from == to {
            return None;
        }
        if self.next(from).contains(&to) {
            // Entering is written with a sign, and explained elsewhere.
            let (moves, _) = self.asker.listed();
            let goes = moves.iter().any(|mv| mv.start() == from && mv.to() == to);
            if self.is_barred(to) {
                return self.barred(to);
            }
            return if goes { None } else { self.occupied(to) };
        }
        let field = self.asker.field(self.mover)?;
        if field.strikes(from, to) {
            return match self.asker.occupant(to) {
                None => Some(Reason::OnlyCaptures {
                    mover: self.mover.clone(),
                    to: self.asker.name(to),
                }),
                Some(target) if target.side == self.mover.side => Some(Reason::OwnPiece {
                    mover: self.mover.clone(),
                    target,
                }),
                Some(_) => None,
            };
        }
        let middles: Vec<Square> = self
            .next(from)
            .into_iter()
            .filter(|&m| self.next(m).contains(&to))
            .collect();
        if middles.is_empty() {
            let directions = join(&self.used.steps, "or");
            let words = format!(
                "{} does not move to {}: without capturing it steps one square {directions}, or two such steps from {}",
                self.mover,
                self.asker.name(to),
                self.twice_from()
            );
            return self.refuse("unreachable", words, &[to]);
        }
        let (moves, texts) = self.asker.listed();
        let goes = |i: &usize| moves[*i].start() == from && moves[*i].to() == to;
        let possible = (0..moves.len()).filter(goes).map(|i| &texts[i]);
        let choices: Vec<String> = possible
            .filter(|t| self.asker.texts.contains(t))
            .cloned()
            .collect();
        if !choices.is_empty() {
            let text = format!("{}{}", self.mover.square, self.asker.name(to));
            return Some(Reason::Detour { text, choices });
        }
        self.double(from, middles[0], to)
    }

    fn double(&self, from: Square, middle: Square, to: Square) -> Option<Reason> {
        let (mover, asker) = (self.mover, self.asker);
        if mover.index > 0 {
            let words = format!("{mover} makes a single step from inside a tower");
            return self.refuse("inside", words, &[]);
        }
        if !self.used.twice[mover.side].0.contains(&mover.square) {
            let words = format!("{mover} cannot make two steps: only from {}", self.twice_from());
            return self.refuse("not-from-here", words, &[]);
        }
        for (start, end) in [(from, middle), (middle, to)] {
            if !self.next(start).contains(&end) {
                let words = format!(
                    "{mover} does not step from {} to {}",
                    asker.name(start),
                    asker.name(end)
                );
                return self.refuse("unreachable", words, &[start, end]);
            }
            if self.is_barred(end) {
                return self.barred(end);
            }
        }
        if asker.occupant(middle).is_some() {
            return self.occupied(middle);
        }
        if to != from {
            let (_, texts) = asker.listed();
            let text = format!("{}{}{}+", mover.square, asker.name(middle), asker.name(to));
            if !texts.contains(&text) {
                return self.occupied(to);
            }
            if asker.texts.contains(&text) {
                let choices = vec![text.clone()];
                return Some(Reason::Detour {
                    text: text.trim_end_matches('+').to_owned(),
                    choices,
                });
            }
        }
        None
    }
}
