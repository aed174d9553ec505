//! `revenge`: a piece that takes what is around it along when it is captured.
//!
//! Right after its capture (not when it is exiled), and after everything has fallen, the lowest pieces on its square and
//! around it are removed as by an all-round capture of its owner (`CR-9`). Several revenges run in the order of the
//! captures.
//!
//! Points: removed, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::Bits;
use crate::engine::CompileError;
use crate::engine::beyond::Unit;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{Mechanic, Mechanics, Points, RANGES, Removal, Setup, Work};
use crate::rules::PieceName;
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Revenge {
    /// The kinds that take revenge.
    pub piece: Vec<PieceName>,
    /// How many steps around it reaches.
    pub range: u8,
    #[serde(skip)]
    kinds: u64,
    /// Whether some of them capture elsewhere than where they end, by their own movement.
    #[serde(skip)]
    wanders: bool,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "revenge",
    summary: "a piece that is captured removes what is on its square and around it",
    doc: "When the piece is captured (not exiled), the lowest piece on its own square and on every square around it is \
          removed at once: enemies of the piece are captured, its friends exiled. Statues are not touched. Several \
          revenges run in the order of the captures, each after everything has fallen. A piece that captures on its \
          way has landed before, so a revenge can take it.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Pieces,
            default: Some("queen"),
            doc: "the pieces that take revenge",
        },
        ParameterInfo {
            name: "range",
            kind: ParameterKind::Number {
                min: 1,
                max: RANGES as i64,
            },
            default: Some("1"),
            doc: "how many steps around the piece it reaches",
        },
    ],
    example: "use revenge(piece: queen)",
    position_key: None,
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Revenge>(parameters)?))
}

impl Revenge {
    fn has(&self, unit: Unit) -> bool {
        self.kinds >> unit.kind() & 1 == 1
    }
}

impl<L: FullLayout> Mechanic<L> for Revenge {
    fn points(&self) -> Points {
        Points::REMOVED.or(Points::THREATS)
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        for name in &self.piece {
            let kind = setup.kind(name)?;
            setup.alarm(kind, self.range);
            self.kinds |= 1 << kind;
            self.wanders |= setup.captures_on_the_way(kind);
        }
        Ok(())
    }

    fn removed(&self, _: &Mechanics<L>, _: &mut Pos<L>, work: &mut Work, removal: Removal) {
        if self.has(removal.unit) && !removal.exiled {
            work.sweep(removal.square, self.range, removal.unit.side());
        }
    }

    /// A removal where such a piece stands leads to removals around it. It may also move to a tower next to the danger
    /// and be captured there by what falls, or be carried there.
    fn spread(&self, table: &Mechanics<L>, state: &Pos<L>, alarms: L::B, danger: &mut L::B) {
        let mut near = *danger;
        for square in danger.squares() {
            near |= table.within(square, self.range);
        }
        *danger |= near & alarms;
        if self.wanders || self.kinds & table.taken_kinds != 0 {
            // One that captures on its way may land next to the danger, and next to what it has captured.
            let further = near
                .squares()
                .fold(near, |all, s| all | table.within(s, self.range));
            *danger |= further & alarms;
        }
        if !alarms.is_empty() {
            for &(square, _) in state.above() {
                if near.has(square) {
                    *danger |= L::B::bit(square);
                }
            }
        }
    }
}
