//! Mechanics in words: what each hook means for players, with its parameters filled in.
//!
//! One file for each hook. None knows of another by name: what a mechanic brings into the game is
//! in [`Things`], and others speak of that.

mod absorption;
mod adjacency_loss;
mod all_round;
mod bait;
mod conversion;
mod denial;
mod disguise;
mod exchange;
mod explosion;
mod facing_royals;
mod influence;
mod passing_capture;
mod pawn_steps;
mod pools;
mod promoter;
mod raise;
mod revenge;
mod royal_exile;
mod second_step;
mod statues;
mod towers;
mod weapon;

use super::Block;
use super::setting::{Setting, Things};
use super::studio::Studio;
use super::words;
use ferz::rules::{HookUse, Modes, Movement, PerSide, Side, Squares};
use serde_json::Value;

/// How a hook is told.
pub(crate) trait Mechanic: Sync {
    /// The hook's name.
    fn name(&self) -> &'static str;

    /// The heading: its name, unless the field has a better word.
    fn title(&self, _uses: &[Use<'_>]) -> String {
        words::capital(&self.name().replace('-', " "))
    }

    /// The things it brings into the game.
    fn brings(&self, _uses: &[Use<'_>], _things: &mut Things) {}

    /// The differences it makes, a sentence each.
    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String>;

    /// Everything about it that stands under its own heading; nothing if other parts of the page
    /// say it all.
    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block>;

    /// The text in a part of the page that every variant has.
    fn part(&self, _s: &Setting<'_>, _uses: &[Use<'_>], _part: Part) -> Option<Said> {
        None
    }

    /// The text about a kind of a side.
    fn piece(&self, _s: &Setting<'_>, _uses: &[Use<'_>], _kind: &str, _side: Side) -> Note {
        Note::default()
    }
}

/// A part of the page that every variant has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Promotion,
    Castling,
    EnPassant,
    Royal,
    End,
}

/// A mechanic's text in a part of the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// In place of what the rules say without it.
    pub(crate) instead: bool,
    pub(crate) lines: Vec<String>,
}

impl Said {
    fn also(lines: impl IntoIterator<Item = String>) -> Option<Self> {
        let lines: Vec<String> = lines.into_iter().collect();
        (!lines.is_empty()).then_some(Self {
            instead: false,
            lines,
        })
    }

    fn instead(lines: impl IntoIterator<Item = String>) -> Option<Self> {
        Some(Self {
            instead: true,
            lines: lines.into_iter().collect(),
        })
    }
}

/// A mechanic's text about a piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Note {
    /// The parts of its own movement that no longer hold.
    pub(crate) without: Modes,
    /// How it goes, for its picture.
    pub(crate) movement: Option<Movement>,
    /// Sentences.
    pub(crate) lines: Vec<String>,
}

impl Note {
    fn line(text: impl Into<String>) -> Self {
        Self {
            lines: vec![text.into()],
            ..Self::default()
        }
    }
}

/// One use of a hook, with its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use<'a> {
    hook: &'a HookUse,
    /// The place among all uses of hooks.
    number: usize,
}

impl<'a> Use<'a> {
    pub(crate) fn new(hook: &'a HookUse, number: usize) -> Self {
        Self { hook, number }
    }

    fn value(&self, key: &str) -> &'a Value {
        self.hook.parameters.get(key).unwrap_or(&Value::Null)
    }

    fn read<T: serde::de::DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_value(self.value(key).clone()).ok()
    }

    /// A single word: a piece, a side, a letter, a name.
    fn word(&self, key: &str) -> &'a str {
        self.value(key).as_str().unwrap_or_default()
    }

    /// A list of words: pieces, letters, directions.
    fn list(&self, key: &str) -> Vec<String> {
        self.read(key).unwrap_or_default()
    }

    fn movement(&self, key: &str) -> Movement {
        self.read(key).unwrap_or_else(Movement::none)
    }

    fn number(&self, key: &str) -> u64 {
        self.value(key).as_u64().unwrap_or_default()
    }

    fn flag(&self, key: &str) -> bool {
        self.value(key).as_bool().unwrap_or_default()
    }

    fn squares(&self, key: &str) -> Squares {
        self.read(key).unwrap_or_default()
    }

    fn zone(&self, key: &str) -> PerSide<Squares> {
        self.read(key).unwrap_or_default()
    }

    fn side(&self, key: &str) -> Side {
        self.read(key).unwrap_or(Side::White)
    }
}

static ALL: &[&dyn Mechanic] = &[
    &absorption::Absorption,
    &adjacency_loss::AdjacencyLoss,
    &all_round::AllRound,
    &bait::Bait,
    &conversion::Conversion,
    &denial::Denial,
    &disguise::Disguise,
    &exchange::Exchange,
    &explosion::Explosion,
    &facing_royals::FacingRoyals,
    &influence::Influence,
    &passing_capture::PassingCapture,
    &pawn_steps::PawnSteps,
    &pools::Pools,
    &promoter::Promoter,
    &raise::Raise,
    &revenge::Revenge,
    &royal_exile::RoyalExile,
    &second_step::SecondStep,
    &statues::Statues,
    &towers::Towers,
    &weapon::Weapon,
];

/// How the hook of that name is told.
pub(crate) fn find(name: &str) -> Option<&'static dyn Mechanic> {
    ALL.iter().copied().find(|mechanic| mechanic.name() == name)
}

/// A paragraph.
fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(text.into())
}

/// How the moves of a mechanic are written.
fn written(text: impl Into<String>) -> Block {
    Block::Paragraph(format!("**Written:** {}", text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hook is told, with all its parameters.
    #[test]
    fn every_hook_is_told() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mechanics");
        for hook in ferz::hooks::registry() {
            assert!(find(hook.name).is_some(), "no words for `{}`", hook.name);
            let file = folder.join(hook.name.replace('-', "_") + ".rs");
            let text = std::fs::read_to_string(&file).unwrap();
            for parameter in hook.parameters {
                assert!(
                    text.contains(&format!("\"{}\"", parameter.name)),
                    "{}: nothing is said about `{}`",
                    hook.name,
                    parameter.name
                );
            }
        }
    }
}
