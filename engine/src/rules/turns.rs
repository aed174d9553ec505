//! Turns of several moves. Does not count the moves made: that is `engine::position::turns`.

use super::{PerSide, Side};
use serde::{Deserialize, Serialize};

/// The largest number of moves in a turn, however it grows.
#[doc(hidden)]
pub const MAX_PARTS: u8 = 99;

/// The part of a turn that one move is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Any move that is none of the other kinds in the variant's turns.
    #[default]
    Move,
    /// A move of one of the opponent's pieces.
    Control,
    /// Two pieces change places.
    Swap,
    /// A piece comes from the hand.
    Drop,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 4] = [Self::Move, Self::Control, Self::Swap, Self::Drop];
}

/// A turn is several moves of the same side, one after the other, each legal by itself. It ends
/// early with a pass, or if the side has no legal move left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Turns {
    /// The moves of each side's turns, at least one.
    pub moves: PerSide<Vec<Part>>,
    /// The moves of the first turn of the game, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Vec<Part>>,
    /// The number of moves by which each turn of the game is longer than the turn before, of either
    /// side. The added moves have the kind of the turn's last one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub grows: u8,
    /// Whether a move that gives check ends the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check_ends: bool,
    /// Whether all moves of a turn must be made: a player without a move for the rest of it does
    /// not pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Turns {
    /// One move for each side, in every turn.
    pub fn new() -> Self {
        Self {
            moves: PerSide::both(vec![Part::Move]),
            first: None,
            grows: 0,
            check_ends: false,
            must: false,
        }
    }

    /// The listed moves of a turn that comes `turns_before` turns after the first one of the game.
    fn listed(&self, side: Side, turns_before: u32) -> &[Part] {
        match &self.first {
            Some(first) if turns_before == 0 => first,
            _ => &self.moves[side],
        }
    }

    /// The number of moves in a turn that comes `turns_before` turns after the first one of the
    /// game, `1..=`[`MAX_PARTS`].
    pub fn length(&self, side: Side, turns_before: u32) -> u8 {
        let listed = self.listed(side, turns_before).len() as u32;
        let grown = match self.first {
            Some(_) if turns_before == 0 => 0,
            _ => u32::from(self.grows).saturating_mul(turns_before),
        };
        grown.saturating_add(listed).clamp(1, MAX_PARTS.into()) as u8
    }

    /// The part of the turn that one of its moves is; moves are numbered from 0.
    pub fn part(&self, side: Side, turns_before: u32, number: u8) -> Part {
        let listed = self.listed(side, turns_before);
        let part = listed.get(usize::from(number)).or(listed.last());
        part.copied().unwrap_or_default()
    }

    /// Whether any turn can have more than one move, or is a move of a certain kind.
    pub fn are_several(&self) -> bool {
        self.lists().any(|list| list.len() > 1) || self.grows > 0 || self.have_kinds()
    }

    /// Whether moves of a kind are asked for by themselves, so that they are no [`Part::Move`].
    pub fn name(&self, part: Part) -> bool {
        part != Part::Move && self.lists().any(|list| list.contains(&part))
    }

    /// Whether moves are asked for by their kind.
    pub fn have_kinds(&self) -> bool {
        Part::ALL.iter().any(|&part| self.name(part))
    }

    /// Whether a turn has a move that can capture a royal piece after another one.
    pub fn capture_late(&self) -> bool {
        let grows = self.grows > 0;
        self.lists().any(|list| {
            list.iter().skip(1).any(|&part| part == Part::Move) || (grows && list.last() == Some(&Part::Move))
        })
    }

    /// The same turns with moves of any kind.
    pub fn free(&mut self) {
        for list in [&mut self.moves.white, &mut self.moves.black]
            .into_iter()
            .chain(&mut self.first)
        {
            list.fill(Part::Move);
        }
    }

    fn lists(&self) -> impl Iterator<Item = &Vec<Part>> {
        [&self.moves.white, &self.moves.black]
            .into_iter()
            .chain(&self.first)
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self::new()
    }
}
