//! `avenge`: a captured piece that removes the pieces around it. Does not carry the removals out:
//! that is `removal`.
//!
//! Right after its capture, once everything has fallen, the lowest pieces on its square and around
//! it are removed as by an all-round capture of its owner (`CR-9`). Its exile has no such
//! consequence. Several revenges follow the order of the captures.
//!
//! Points: removed, threats.

use super::super::mechanic::{Mechanic, Mechanics, Setup};
use super::super::pending::Pending;
use super::super::points::{Points, Removal};
use crate::board::Bits;
use crate::engine::CompileError;
use crate::engine::extra_state::Unit;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::{self, PieceName};

/// Pieces that take revenge, and within how many steps.
#[derive(Debug)]
pub(super) struct Avenge {
    names: Vec<PieceName>,
    range: u8,
    kinds: u64,
    /// Whether some of them capture on other squares than their ends, by their own movement.
    wanders: bool,
}

impl Avenge {
    pub(super) fn new(rules: &rules::Avenge) -> Self {
        Self {
            names: rules.of.clone(),
            range: rules.within,
            kinds: 0,
            wanders: false,
        }
    }

    fn has(&self, unit: Unit) -> bool {
        self.kinds >> unit.kind() & 1 == 1
    }
}

impl<L: FullLayout> Mechanic<L> for Avenge {
    fn points(&self) -> Points {
        Points::REMOVED.or(Points::THREATS)
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        for name in &self.names {
            let kind = setup.kind(name)?;
            setup.alarm(kind, self.range);
            self.kinds |= 1 << kind;
            self.wanders |= setup.captures_on_the_way(kind);
        }
        Ok(())
    }

    fn removed(&self, _: &Mechanics<L>, _: &mut Pos<L>, work: &mut Pending, removal: Removal) {
        if self.has(removal.unit) && !removal.exiled {
            work.sweep(removal.square, self.range, removal.unit.side());
        }
    }

    /// A removal on the square of such a piece leads to removals around it. It may also move to a
    /// tower next to the danger and be captured there by falling units, or be carried there.
    fn extend_danger(&self, table: &Mechanics<L>, state: &Pos<L>, chain_kinds: L::B, danger: &mut L::B) {
        let mut near = *danger;
        for square in danger.squares() {
            near |= table.within(square, self.range);
        }
        *danger |= near & chain_kinds;
        if self.wanders || self.kinds & table.takeovers.kinds != 0 {
            // A unit that captures on its way may land next to the danger, and next to its victim.
            let further = near
                .squares()
                .fold(near, |all, s| all | table.within(s, self.range));
            *danger |= further & chain_kinds;
        }
        if !chain_kinds.is_empty() {
            for &(square, _) in state.above() {
                if near.has(square) {
                    *danger |= L::B::bit(square);
                }
            }
        }
    }
}
