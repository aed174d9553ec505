//! Why a piece of the opponent's cannot be moved, where some can.

use super::asker::Asker;
use super::field::Field;
use super::occupant::Occupant;
use super::reason::Reason;
use crate::board::Square;
use crate::rules::{Area, Control, Group, Owner, Prey};

impl Asker<'_> {
    /// Why the side to move does not move a piece of the opponent's so; nothing if it moves none of
    /// those.
    pub(super) fn not_controlled(
        &self,
        mover: &Occupant,
        from: Square,
        to: Option<Square>,
    ) -> Option<Reason> {
        let control = self.rules().control.as_ref()?;
        let moved = self.listed().0.iter().any(|mv| mv.start() == from);
        let (us, square, piece) = (self.us, &mover.square, &mover.piece);
        // Pieces on any square are meant, even if nothing is open to them.
        let meant =
            |group: &Group| group.owner != Owner::Friend && group.kinds.has(piece) && group.on == Area::All;
        let meant = moved || control.of.iter().any(meant);
        let reason = to
            .filter(|_| meant)
            .and_then(|to| self.controlled_way(control, mover, (from, to)));
        if reason.is_some() {
            return reason;
        }
        let words = if meant {
            format!("the {piece} on {square} can be moved by {us}, but not in this way")
        } else {
            let only = self.speaker().any(&control.of);
            let only = only.map_or(String::new(), |only| format!(", only {only}"));
            format!("the {piece} on {square} cannot be moved by {us} now{only}")
        };
        Some(Reason::told("control", words, vec![square.clone()]))
    }

    /// Why a piece that the opponent may move does not get to a square.
    fn controlled_way(
        &self,
        control: &Control,
        mover: &Occupant,
        (from, to): (Square, Square),
    ) -> Option<Reason> {
        let index = self.kind_index(&mover.piece)?;
        let own = &self.rules().pieces.get(&mover.piece)?.movement[mover.side];
        let movement = control.moves.as_ref().unwrap_or(own);
        let (ways, there) = self.with_movement(&self.there, (index, mover.side), movement)?;
        let field = Field::new(&ways, there);
        let target = self.occupant(to);
        let prey = match control.captures {
            Prey::Enemies => "pieces of the other side only",
            Prey::Friends => "pieces of its own side only",
            Prey::None => "nothing",
            Prey::Any => "",
        };
        match target {
            Some(target) if !prey.is_empty() && field.strikes(from, to) => {
                let words = format!(
                    "{mover}, moved by {}, captures {prey}, and {target} is in the way",
                    self.us
                );
                Some(Reason::told(
                    "control",
                    words,
                    vec![mover.square.clone(), target.square],
                ))
            }
            _ if field.reaches(from, to) => None,
            _ => Some(field.out_of_reach(from, to, mover.clone())),
        }
    }
}
