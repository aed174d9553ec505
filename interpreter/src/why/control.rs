//! Why a piece of the opponent's cannot be moved, where some can.

use super::asker::Asker;
use super::field::Field;
use super::occupant::{Occupant, are};
use super::reason::Reason;
use super::words::and;
use crate::board::{Bits as _, Square};
use crate::rules::{Area, Control, Group, Movement, Owner, Place, Prey, Side, SquareName};
use crate::text;

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
        let mut squares = vec![square.clone()];
        let words = if meant {
            format!("the {piece} on {square} can be moved by {us}, but not in this way")
        } else {
            let only = self.speaker().any(&control.of);
            let only = only.map_or(String::new(), |only| format!(", only {only}"));
            let seen = self.unseen(control, mover, from);
            let seen = seen.map_or(String::new(), |(words, others)| {
                squares.extend(others);
                format!("; {words}")
            });
            format!("the {piece} on {square} cannot be moved by {us} now{only}{seen}")
        };
        Some(Reason::told("control", words, squares))
    }

    /// Why the pieces from which others are seen, as in `queen at friend mesmerist`, do not see one
    /// that could be meant, and the squares of the named pieces.
    fn unseen(
        &self,
        control: &Control,
        mover: &Occupant,
        square: Square,
    ) -> Option<(String, Vec<SquareName>)> {
        let meant = |group: &&Group| group.owner != Owner::Friend && group.kinds.has(&mover.piece);
        let (movement, owner, kinds) = control
            .of
            .iter()
            .filter(meant)
            .find_map(|group| match &group.on {
                Area::Reach(movement, Place::Piece { owner, kinds }) => Some((movement, *owner, kinds)),
                _ => None,
            })?;
        let whose = |side: Side| match owner {
            Owner::Friend => side == self.us,
            Owner::Enemy => side != self.us,
            _ => true,
        };
        let all = self.topology().squares();
        let all = all.squares().filter_map(|at| Some((at, self.occupant(at)?)));
        let seers: Vec<_> = all
            .filter(|(_, seer)| whose(seer.side) && kinds.has(&seer.piece))
            .collect();
        let blocked = seers.iter().find_map(|(at, seer)| {
            let index = self.kind_index(&seer.piece)?;
            let (ways, there) = self.with_movement(&self.there, (index, seer.side), movement)?;
            let by = Field::new(&ways, there).in_the_way(*at, square);
            (!by.is_empty()).then_some((seer, by))
        });
        if let Some((seer, by)) = blocked {
            let mut squares = vec![seer.square.clone()];
            squares.extend(by.iter().map(|other| other.square.clone()));
            return Some((format!("{} in the way of {seer}", are(&by)), squares));
        }
        let (at, seers): (Vec<SquareName>, Vec<Occupant>) = seers
            .into_iter()
            .map(|(_, seer)| (seer.square.clone(), seer))
            .unzip();
        let verb = if seers.len() == 1 { "does" } else { "do" };
        (!seers.is_empty()).then(|| (format!("{} {verb} not see it", and(&seers)), at))
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
            _ => {
                let reason = field.out_of_reach(from, to, mover.clone());
                Some(match &control.moves {
                    Some(movement) => self.moved_otherwise(mover, movement, reason),
                    None => reason,
                })
            }
        }
    }

    /// A reason against a piece that the side to move moves in a way of its own.
    fn moved_otherwise(&self, mover: &Occupant, movement: &Movement, reason: Reason) -> Reason {
        let words = text::movement_of(mover.side, movement, &self.rules().board);
        Reason::Because {
            reason: Box::new(reason),
            more: format!("{} moves it in another way than its owner", self.us),
            movement: format!("{} = {words}", mover.piece),
            squares: Vec::new(),
        }
    }
}
