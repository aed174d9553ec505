//! The settings of mechanics when a variant is compiled. Does not know what the mechanics do with
//! them.

use super::mechanic::Setup;
use crate::board::{Bits, Square, Topology, convert};
use crate::engine::extra_state::{NOTES, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::{CompileError, paths};
use crate::rules::{BySide, Modes, PerSide, Ruleset, Side, Squares};

impl<L: FullLayout> Setup<'_, L> {
    /// The kind of that name.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn kind(&self, name: &str) -> Result<u8, CompileError> {
        kind(self.rules, name)
    }

    /// The squares of a zone, for each side.
    pub(crate) fn zone(&self, zone: &PerSide<Squares>) -> BySide<L::B> {
        Side::each(|side| convert(paths::squares(&self.table.core.topology, &zone[side])))
    }

    /// The topology of the board.
    pub(crate) fn topology(&self) -> &Topology {
        &self.table.core.topology
    }

    /// Reserves a byte of the position for this mechanic.
    ///
    /// # Errors
    /// When none is left.
    pub(crate) fn note(&mut self) -> Result<usize, CompileError> {
        let note = usize::from(self.notes);
        if note >= NOTES {
            return Err(CompileError::Unsupported(
                "too many rules of this variant remember something between moves".to_owned(),
            ));
        }
        self.notes += 1;
        Ok(note)
    }

    /// Reserves a mark of units for this mechanic.
    ///
    /// # Errors
    /// When none is left.
    pub(crate) fn mark(&mut self) -> Result<u8, CompileError> {
        let mark = Unit::FREE.get(self.marks).copied();
        self.marks += 1;
        let message = "too many rules of this variant mark pieces";
        mark.ok_or_else(|| CompileError::Unsupported(message.to_owned()))
    }

    /// Declares that the mechanic gives a kind only some captures of its movement: those by leaps,
    /// or those by paths that remove only the unit on their end.
    pub(crate) fn restrict_captures(&mut self, kind: u8, only_leaps: bool) {
        let core = &self.table.core;
        let changes = core.has_powers() || core.takes_over();
        let bound = Side::ALL.iter().any(|&side| {
            let mut courses = self.table.zones.courses[side.index()][usize::from(kind)].iter();
            courses.any(|list| list.iter().any(|c| !(c.empty | c.occupied).is_empty()))
        });
        let special = core.moving.has_special(kind, &|path| {
            only_leaps || path.rifle || !path.captures.is_empty()
        });
        let unsure = core.traits.filters_captures || (only_leaps && (bound || changes));
        self.table.takes_captures |= special || unsure;
    }

    /// Whether units of a kind capture on other squares than their ends, by their own movement.
    pub(crate) fn captures_on_the_way(&self, kind: u8) -> bool {
        let moving = &self.table.core.moving;
        moving.has_special(kind, &|path| !path.captures.is_empty())
    }

    /// Whether a kind's movement depends only on which squares are occupied, and does not change in
    /// the game.
    pub(crate) fn is_simple(&self, kind: u8) -> bool {
        let core = &self.table.core;
        let mut movers = core.moving.movers.iter().flatten().filter(|m| m.kind == kind);
        !core.has_powers()
            && core.tagging.is_none()
            && movers.all(|m| m.special.is_empty() && m.capturable == u64::MAX)
    }

    /// The squares to which a kind's plain movement leads from a square on an empty board.
    pub(crate) fn targets(&self, side: Side, kind: u8, square: Square) -> L::B {
        self.table
            .courses(side, kind, square)
            .iter()
            .filter(|c| c.occupied.is_empty() && !c.modes.and(Modes::BOTH).is_empty())
            .fold(L::B::EMPTY, |all, c| all | L::B::bit(c.to))
    }

    /// Makes the table ask the mechanic for movements of units of the kind.
    pub(crate) fn give_movements(&mut self, kind: u8) {
        self.table.gifted |= 1 << kind;
    }

    /// Declares squares on which something may happen to a unit at the end of the turn in which it
    /// arrives. The unit belongs to the side, and to a kind that the mechanic has taken over.
    pub(crate) fn end_of_turn_squares(&mut self, side: Side, squares: L::B) {
        self.table.turn_ends.affected[side.index()] |= squares;
    }

    /// Lets units of the kind carry others. A unit may then come from a square on which its carrier
    /// still stands.
    pub(crate) fn carry(&mut self, kind: u8) {
        self.refill();
        self.table.carriers |= 1 << kind;
    }

    /// Declares that the removal of units of the kind leads to others within that many steps.
    pub(crate) fn alarm(&mut self, kind: u8, range: u8) {
        self.table.removals.chain_kinds |= 1 << kind;
        self.table.removals.alarm_range = self.table.removals.alarm_range.max(range);
        self.react(kind);
    }

    /// Declares that the mechanic reacts to the removal of units of the kind.
    pub(crate) fn react(&mut self, kind: u8) {
        self.table.removals.reactive_kinds |= 1 << kind;
    }

    /// Makes units of the kind be captured instead of exiled.
    pub(crate) fn never_exile(&mut self, kind: u8) {
        self.table.removals.never_exiled |= 1 << kind;
    }

    /// Declares that the mechanic excuses a royal in check if a side has at least that many such
    /// movements. So it can leave the side in check that is not to move.
    pub(crate) fn excuse_checks(&mut self, needed: usize) {
        self.table.excuses_needed = self.table.excuses_needed.max(needed);
        self.table.leaves_check = true;
    }

    /// Names the choices that the mechanic opens, for position texts: `raise`.
    pub(crate) fn name_choices(&mut self, number: u8, name: &'static str) {
        self.table.texts.choices.push((name, number));
    }

    /// Keeps units that leave the board in pools.
    pub(crate) fn keep_pools(&mut self) {
        self.table.keeps_pools = true;
    }

    /// Declares that another unit may stand on the square that a unit has left.
    pub(crate) fn refill(&mut self) {
        self.table.core.traits.refills = true;
    }

    /// Declares that the mechanic decides which kinds pieces become on their arrival.
    pub(crate) fn rename(&mut self) {
        self.table.core.traits.renames = true;
    }

    /// Gives passed squares a key of their own instead of field 4.
    pub(crate) fn own_passed(&mut self) {
        self.table.texts.passed_key = true;
        self.table.sure_passers = true;
    }

    /// Replaces the ruleset's movement of a kind by the mechanic's [`super::Mechanic::movements`].
    ///
    /// # Errors
    /// When another mechanic has already done so.
    pub(crate) fn take_over(&mut self, kind: u8, number: u8) -> Result<(), CompileError> {
        self.give_movements(kind);
        self.table.takeovers.kinds |= 1 << kind;
        match &mut self.table.takeovers.by[usize::from(kind)] {
            Some(_) => {
                let name = self
                    .rules
                    .pieces
                    .get_index(usize::from(kind))
                    .map_or("", |(name, _)| name.as_str());
                Err(CompileError::Unsupported(format!(
                    "two mechanics of this variant give the `{name}` its movement"
                )))
            }
            free => {
                *free = Some(number);
                Ok(())
            }
        }
    }
}

fn kind(rules: &Ruleset, name: &str) -> Result<u8, CompileError> {
    let index = rules.pieces.get_index_of(name);
    index.map(|i| i as u8).ok_or_else(|| CompileError::Unknown {
        what: "piece",
        name: name.to_owned(),
    })
}
