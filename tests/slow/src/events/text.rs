//! Texts of actions.

use super::action::{Action, Mode, Nature, Source, Step};
use super::state::{Place, State};
use super::table::Table;
use crate::position::Kind;
use ferz::rules::{Letter, Side};
use std::collections::HashMap;

impl Table {
    /// The text of a place: `a1`, `a1.2` above the ground.
    pub fn place_text(&self, place: Place) -> String {
        let name = self.board.name(place.square);
        match place.index {
            0 => name.to_owned(),
            index => format!("{name}.{index}"),
        }
    }

    /// The letter of a kind in texts of actions.
    fn small(&self, kind: Kind) -> Letter {
        let letter = Side::ALL.into_iter().find_map(|side| self.letter(kind, side));
        letter.expect("a kind in play has a letter").to_ascii_lowercase()
    }

    /// The text of an action.
    pub fn text(&self, state: &State, action: &Action) -> String {
        if let Some(name) = &action.name {
            return name.clone();
        }
        if let Some((kind, square)) = action.lets_in() {
            let steps = action.alone();
            let text = match steps[..] {
                [Step::Lift(king), Step::Castle(_), ..] if king.square != square => {
                    format!("{}{}", self.board.name(square), self.place_text(king))
                }
                _ => self.text(state, &Action::movement(steps)),
            };
            return format!("{text}{}{}", self.small(kind), self.choice_text(action));
        }
        // A piece that comes back to its start names what it captured on the way.
        let ends = action.steps.iter().rev().find_map(|step| match step {
            Step::Land(square, _) | Step::Shoot(square) => Some(*square),
            _ => None,
        });
        let returns = ends.is_some() && action.from().map(|place| place.square) == ends;
        self.spelled(state, action, returns)
    }

    /// The square that a movement chooses besides.
    fn choice_text(&self, action: &Action) -> String {
        let name = |square| format!(",{}", self.board.name(square));
        action.choice().map(name).unwrap_or_default()
    }

    /// The text, with the squares captured on the way if `long`.
    fn spelled(&self, state: &State, action: &Action, long: bool) -> String {
        if let [Step::Lift(from), Step::Castle(number), Step::Land(..)] = action.steps[..]
            && self.rules.castling[number].anywhere
        {
            let partner = self.board.name(self.castles[number].rook_from);
            return format!("{}{partner}", self.place_text(from));
        }
        let is_choice = action.nature != Nature::Movement;
        let texts = action.steps.iter().enumerate().map(|(i, step)| match *step {
            Step::Through(square) if long => self.board.name(square).to_owned(),
            Step::Become(kind, Source::Free) if !is_choice && self.carriers.is_empty() => {
                let unit = action.from().and_then(|place| state.unit(place));
                let before = unit.map(|unit| self.small(unit.kind));
                crate::text::signed(before, self.small(kind).to_string())
            }
            step => self.step_text(step, i == 0, is_choice),
        });
        texts.collect()
    }

    /// Gives those actions names that would share their text with another.
    pub fn name_apart(&self, state: &State, actions: &mut [Action]) {
        let texts: Vec<String> = actions.iter().map(|action| self.text(state, action)).collect();
        let mut count: HashMap<&String, usize> = HashMap::new();
        for text in &texts {
            *count.entry(text).or_default() += 1;
        }
        for (action, text) in actions.iter_mut().zip(&texts) {
            if count[text] > 1 {
                action.name = Some(self.marked(state, action));
            }
        }
    }

    /// The text of an action that would share it.
    fn marked(&self, state: &State, action: &Action) -> String {
        if let Some((kind, square)) = action.lets_in() {
            let bare = self.marked(state, &Action::movement(action.alone()));
            let choice = self.choice_text(action);
            return format!("{bare}{}@{}{choice}", self.small(kind), self.board.name(square));
        }
        if let Some((&Step::Choose(square), steps)) = action.steps.split_last() {
            let bare = Action {
                steps: steps.to_vec(),
                ..action.clone()
            };
            return format!("{},{}", self.marked(state, &bare), self.board.name(square));
        }
        match action.steps[..] {
            [Step::Lift(from), Step::Castle(number), Step::Land(..)] => {
                let end = crate::text::castling_end(&self.flat, number);
                format!("{}{end}", self.place_text(from))
            }
            [Step::Lift(_), Step::Land(..), Step::Take(_, false), ..] => {
                format!("{}e", self.spelled(state, action, true))
            }
            [Step::Swap(from, to)] => format!("{}~{}", self.place_text(from), self.place_text(to)),
            _ => self.spelled(state, action, true),
        }
    }

    fn step_text(&self, step: Step, is_first: bool, is_choice: bool) -> String {
        let name = |square| self.board.name(square).to_owned();
        match step {
            Step::Lift(place) | Step::At(place) => {
                let comma = if is_first { "" } else { "," };
                format!("{comma}{}", self.place_text(place))
            }
            Step::Pass(square) => name(square),
            Step::Land(square, mode) | Step::Visit(square, mode) => {
                let plus = if mode == Mode::Enter { "+" } else { "" };
                format!("{}{plus}", name(square))
            }
            Step::Take(place, true) | Step::Note(place) => format!("x{}", self.place_text(place)),
            Step::Inside(place) => format!("{}x{}", name(place.square), self.place_text(place)),
            Step::Exchange(place, kind) => {
                let index = match place.index {
                    0 => String::new(),
                    index => index.to_string(),
                };
                format!("{}~{}{index}", name(place.square), self.small(kind))
            }
            Step::Sweep(place, _) => format!("{}*", self.place_text(place)),
            Step::Become(kind, source) => {
                let sign = if is_choice || source != Source::Free {
                    "="
                } else {
                    ""
                };
                let exile = if source == Source::Exile { "^" } else { "" };
                format!("{sign}{}{exile}", self.small(kind))
            }
            Step::Petrify => "=S".to_owned(),
            Step::Seize(kind) => format!("x{}^", self.small(kind)),
            Step::Say(number, word) => self.hooks[number].word(word).to_owned(),
            Step::Accept => "accept".to_owned(),
            Step::Name(number, place) => {
                format!("{} {}", self.hooks[number].word(0), self.place_text(place))
            }
            Step::Shoot(square) | Step::Past(square) => format!("x{}", name(square)),
            Step::Volley(letter) => format!("*{letter}"),
            Step::Swap(from, to) => format!("{}{}", self.place_text(from), self.place_text(to)),
            Step::Drop(kind, square) => {
                format!("{}@{}", self.small(kind).to_ascii_uppercase(), name(square))
            }
            Step::Choose(square) if is_first => format!("*@{}", name(square)),
            Step::Choose(square) => format!(",{}", name(square)),
            Step::Nothing => "0000".to_owned(),
            Step::Take(_, false) | Step::Expose(_) | Step::Castle(_) | Step::Through(_) | Step::LetIn(..) => {
                String::new()
            }
        }
    }
}
