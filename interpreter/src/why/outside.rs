//! Squares that the rules leave out: a piece would get there if its movement did not name squares
//! on which it begins or ends.

use super::asker::Asker;
use super::occupant::Occupant;
use super::reason::Reason;
use crate::board::{Bits as _, Square, U256};
use crate::engine::paths::{paths, squares};
use crate::rules::{Condition, Movement, Side, Squares};
use crate::text;

impl Asker<'_> {
    /// A piece that cannot get to a square, with the squares to which it moves from where it
    /// stands, or from which it moves so.
    pub(super) fn outside(&self, mover: &Occupant, (from, to): (Square, Square)) -> Option<Reason> {
        if mover.index > 0 {
            return None;
        }
        let movement = &self.rules().pieces.get(&mover.piece)?.movement[mover.side];
        let side = mover.side;
        let leads = |movement: &Movement| {
            let all = paths(self.topology(), side, movement, from).unwrap_or_default();
            all.iter().any(|path| path.to == to)
        };
        let any_end = without(movement, &|condition| matches!(condition, Condition::To(_)));
        let free = without(&any_end, &|condition| matches!(condition, Condition::From(_)));
        if leads(movement) || !leads(&free) {
            return None;
        }
        let more = if leads(&any_end) {
            let ends = self.ends(movement, side, from, false)?;
            format!("from {} it moves only to {}", mover.square, self.told(side, ends))
        } else {
            let starts = self.topology().squares().squares();
            let starts = starts.filter(|&start| {
                let begins = |part: &Movement| self.begins(part, side, start);
                movement.any(&begins)
            });
            let starts = starts.fold(U256::EMPTY, |set, square| set | U256::bit(square));
            if starts.is_empty() || starts.has(from) {
                return None;
            }
            format!("it moves like that only from {}", self.told(side, starts))
        };
        let words = text::movement_of(side, movement, &self.rules().board);
        Some(Reason::Because {
            reason: Box::new(Reason::Unreachable {
                mover: mover.clone(),
                to: self.name(to),
            }),
            more,
            movement: format!("{} = {words}", mover.piece),
            squares: Vec::new(),
        })
    }

    /// The squares on which the parts of a movement end that begin on a square, where all of them
    /// name such squares.
    fn ends(&self, movement: &Movement, side: Side, from: Square, named: bool) -> Option<U256> {
        match movement {
            Movement::When { condition, movement } => match condition {
                Condition::From(sets) if !squares(self.topology(), &sets[side]).has(from) => {
                    Some(U256::EMPTY)
                }
                Condition::To(sets) => {
                    let inner = self.ends(movement, side, from, true)?;
                    let ends = squares(self.topology(), &sets[side]);
                    Some(if inner.is_empty() { inner } else { inner & ends })
                }
                Condition::Side(only) if *only != side => Some(U256::EMPTY),
                _ => self.ends(movement, side, from, named),
            },
            Movement::Union(list) => {
                let mut ends = list.iter().map(|part| self.ends(part, side, from, named));
                ends.try_fold(U256::EMPTY, |set, part| Some(set | part?))
            }
            Movement::Only { movement, .. }
            | Movement::As { movement, .. }
            | Movement::Rifle(movement)
            | Movement::Exposed(movement) => self.ends(movement, side, from, named),
            _ => named.then(|| self.topology().squares()),
        }
    }

    /// Whether a part of a movement names a square as one on which it begins.
    fn begins(&self, part: &Movement, side: Side, start: Square) -> bool {
        match part {
            Movement::When {
                condition: Condition::From(sets),
                ..
            } => squares(self.topology(), &sets[side]).has(start),
            _ => false,
        }
    }

    fn told(&self, side: Side, set: U256) -> String {
        let named = set.squares().map(|square| self.name(square)).collect();
        let words = text::squares_of(side, &Squares(named), &self.rules().board);
        words.replace(" | ", ", ")
    }
}

/// A movement without some of its conditions.
fn without(movement: &Movement, leaves: &impl Fn(&Condition) -> bool) -> Movement {
    movement.map(&|part| match part {
        Movement::When { condition, movement } if leaves(condition) => (**movement).clone(),
        other => other.clone(),
    })
}
