//! Texts of actions.

use super::action::{Action, Mode, Source, Step};
use super::compile::Table;
use super::hook::TABLE;
use super::unit::Place;
use crate::rules::Side;
use std::fmt::Write as _;

impl Table {
    /// The text of a place: `a1`, `a1.2` above the ground.
    pub fn place_text(&self, place: Place) -> String {
        let mut out = self.topology.name(place.square).to_owned();
        if place.index > 0 {
            let _ = write!(out, ".{}", place.index);
        }
        out
    }

    /// The text of an action.
    pub fn text(&self, action: &Action) -> String {
        let mut out = String::new();
        let small = |kind: u8| {
            let letter = Side::ALL
                .map(|side| self.letter(kind, side))
                .into_iter()
                .find(|&c| c != '\0');
            letter.unwrap_or('?').to_ascii_lowercase()
        };
        let choice =
            action.nature == super::action::Nature::Answer || action.nature == super::action::Nature::Free;
        for (i, step) in action.steps.iter().enumerate() {
            match *step {
                Step::Lift(place) | Step::At(place) => {
                    if i > 0 {
                        out.push(',');
                    }
                    out.push_str(&self.place_text(place));
                }
                Step::Pass(square) => out.push_str(self.topology.name(square)),
                Step::Land(square, mode) | Step::Visit(square, mode) => {
                    out.push_str(self.topology.name(square));
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
                        self.topology.name(place.square),
                        self.place_text(place)
                    );
                }
                Step::Exchange(place, kind) => {
                    let _ = write!(out, "{}~{}", self.topology.name(place.square), small(kind));
                    if place.index > 0 {
                        let _ = write!(out, "{}", place.index);
                    }
                }
                Step::Sweep(place, _) => {
                    let _ = write!(out, "{}*", self.place_text(place));
                }
                Step::Become(kind, source) => {
                    if choice || source != Source::Free {
                        out.push('=');
                    }
                    out.push(small(kind));
                    if source == Source::Exile {
                        out.push('^');
                    }
                }
                Step::Petrify => out.push_str("=S"),
                Step::Seize(kind) => {
                    let _ = write!(out, "x{}^", small(kind));
                }
                Step::Say(TABLE, _) => out.push_str("accept"),
                Step::Say(number, word) => out.push_str(self.hooks[usize::from(number)].word(word)),
                Step::Name(number, place) => {
                    let word = self.hooks[usize::from(number)].word(0);
                    let _ = write!(out, "{word} {}", self.place_text(place));
                }
                Step::Take(_, false) | Step::Expose(_) | Step::Castle(_) => {}
            }
        }
        out
    }
}
