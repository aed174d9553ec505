//! Texts of actions.

use super::action::{Action, Mode, Nature, Source, Step};
use super::compile::Mechanics;
use super::mechanic::RULES;
use crate::engine::beyond::Place;
use crate::engine::layout::FullLayout;
use crate::engine::notation::mark_twins;
use crate::engine::position::{Deed, Pos};
use crate::rules::Side;
use std::fmt::Write as _;

impl<L: FullLayout> Mechanics<L> {
    /// The text of a place: `a1`, `a1.2` above the ground.
    pub(crate) fn place_text(&self, place: Place) -> String {
        let mut out = self.core.topology.name(place.square).to_owned();
        if place.index > 0 {
            let _ = write!(out, ".{}", place.index);
        }
        out
    }

    /// The texts of actions that may be chosen in one position.
    pub(crate) fn texts(&self, pos: &Pos<L>, actions: &[Action]) -> Vec<String> {
        let mut texts: Vec<String> = actions.iter().map(|action| self.text(pos, action)).collect();
        mark_twins(&mut texts, |i| self.marked_text(pos, &actions[i]));
        texts
    }

    /// Another text for an action whose text another one has, too.
    fn marked_text(&self, pos: &Pos<L>, action: &Action) -> Option<String> {
        let name = |s| self.core.topology.name(s);
        if let Some(mv) = action.mv {
            let mut out = self.core.marked_text(pos, mv)?;
            for step in &action.steps {
                self.arrival_text(*step, false, &mut out);
            }
            return Some(out);
        }
        action.steps.iter().find_map(|step| match *step {
            Step::Castle(index) => {
                let castle = &self.core.castlings[usize::from(index)];
                Some(format!("{}{}", name(castle.king_from), name(castle.rook_from)))
            }
            Step::Swap(from, to) => Some(format!("{}~{}", self.place_text(from), self.place_text(to))),
            Step::Take(_, false) => Some(format!("{}e", self.text(pos, action))),
            _ => None,
        })
    }

    /// The text of an action.
    pub(crate) fn text(&self, pos: &Pos<L>, action: &Action) -> String {
        let mut out = String::new();
        if let Some(mv) = action.mv {
            out = self.core.text(pos, mv);
            if mv.deed == Deed::Pass {
                return out;
            }
        }
        let shown = action.mv.is_none();
        let choice = matches!(action.nature, Nature::Answer | Nature::Free);
        for (i, step) in action.steps.iter().enumerate() {
            match *step {
                Step::Become(..) | Step::Own(..) if !shown => self.arrival_text(*step, choice, &mut out),
                _ if !shown => {}
                Step::Lift(place) | Step::At(place) => {
                    if i > 0 {
                        out.push(',');
                    }
                    out.push_str(&self.place_text(place));
                }
                Step::Pass(square) => out.push_str(self.core.topology.name(square)),
                Step::Land(square, mode) | Step::Visit(square, mode) => {
                    out.push_str(self.core.topology.name(square));
                    if mode == Mode::Enter {
                        out.push('+');
                    }
                }
                Step::Take(place, true) | Step::Note(place) => {
                    out.push('x');
                    out.push_str(&self.place_text(place));
                }
                Step::Inside(place) => {
                    let _ = write!(
                        out,
                        "{}x{}",
                        self.core.topology.name(place.square),
                        self.place_text(place)
                    );
                }
                Step::Exchange(place, kind) => {
                    let _ = write!(
                        out,
                        "{}~{}",
                        self.core.topology.name(place.square),
                        self.small(kind)
                    );
                    if place.index > 0 {
                        let _ = write!(out, "{}", place.index);
                    }
                }
                Step::Sweep(place, _) => {
                    let _ = write!(out, "{}*", self.place_text(place));
                }
                Step::Become(..) | Step::Own(..) => self.arrival_text(*step, choice, &mut out),
                Step::Say(RULES, _) => out.push_str("accept"),
                Step::Say(number, word) => out.push_str(self.hooks[usize::from(number)].word(word)),
                Step::Name(number, place) => {
                    let word = self.hooks[usize::from(number)].word(0);
                    let _ = write!(out, "{word} {}", self.place_text(place));
                }
                Step::Swap(from, to) => {
                    if i == 0 {
                        out.push_str(&self.place_text(from));
                    }
                    out.push_str(&self.place_text(to));
                }
                Step::Take(_, false) | Step::Expose(_) | Step::Castle(_) => {}
            }
        }
        out
    }

    /// The letter of a kind in move texts.
    pub(crate) fn small(&self, kind: u8) -> char {
        let letters = Side::ALL.map(|side| self.letter(kind, side));
        let letter = letters.into_iter().find(|&c| c != '\0');
        letter.unwrap_or('?').to_ascii_lowercase()
    }

    /// What a unit becomes where it arrives.
    fn arrival_text(&self, step: Step, choice: bool, out: &mut String) {
        match step {
            Step::Become(kind, source) => {
                if choice || source != Source::Free {
                    out.push('=');
                }
                out.push(self.small(kind));
                if source == Source::Exile {
                    out.push('^');
                }
            }
            Step::Own(number, argument) => {
                out.push_str(&self.hooks[usize::from(number)].own_text(self, argument));
            }
            _ => {}
        }
    }
}
