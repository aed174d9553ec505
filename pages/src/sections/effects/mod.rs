//! What follows by itself from a move.

mod acts;
mod event;
mod groups;

use super::mirrored;
use crate::movement;
use crate::setting::Setting;
use ferz::rules::{Act, Area, Effect, Event, Group, Owner, Place, Side};

/// A sentence for each effect, in the order in which they follow; and that nothing is captured.
pub(crate) fn effects(s: &Setting<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let none = &s.rules.restrictions.no_captures;
    match (none.white, none.black) {
        (true, true) => lines.push("Nothing is captured.".to_owned()),
        (true, false) => lines.push("White captures nothing.".to_owned()),
        (false, true) => lines.push("Black captures nothing.".to_owned()),
        (false, false) => {}
    }
    let told = |side: Side| -> Vec<Option<String>> {
        let own = s.rules.effects.iter();
        own.map(|effect| effect.side[side].then(|| sentence(s, effect, side)))
            .collect()
    };
    lines.extend(mirrored(s, told(Side::White), told(Side::Black)));
    if s.rules.walls.is_none() && closes(s) {
        lines.push("No piece can stand on a closed square or move across it.".to_owned());
    }
    lines
}

/// Whether an effect closes squares.
fn closes(s: &Setting<'_>) -> bool {
    let mut acts = s.rules.effects.iter().flat_map(|effect| &effect.acts);
    acts.any(|act| matches!(act, Act::Close(_)))
}

fn sentence(s: &Setting<'_>, effect: &Effect, side: Side) -> String {
    let teller = Teller { s, effect, side };
    let again = if effect.repeat {
        " This is done again as long as it changes something."
    } else {
        ""
    };
    format!("{}{again}", teller.sentence())
}

/// Some pieces that a drop of a side asks for: `an enemy piece on the fourth rank`.
pub(crate) fn dropped(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Drop, Vec::new());
    Teller { s, effect, side }.one(group)
}

/// Some pieces that are asked for after a move of a side: `an enemy piece on the fourth rank`.
pub(crate) fn moved(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Move, Vec::new());
    Teller { s, effect, side }.one(group)
}

/// All pieces of a kind, as a side sees them: `enemy pieces on the fourth rank`.
pub(crate) fn many(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Move, Vec::new());
    Teller { s, effect, side }.several(group)
}

/// Squares as a side sees them from a piece that moves: `next to it`.
pub(crate) fn squares(s: &Setting<'_>, area: &Area, side: Side) -> String {
    let effect = &Effect::new(Event::Move, Vec::new());
    Teller { s, effect, side }.area(area)
}

/// What a sentence is about, and what it calls `it`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Mover,
    Victim,
    Nobody,
}

/// Tells one effect of a side's moves.
struct Teller<'a, 's> {
    s: &'a Setting<'s>,
    effect: &'a Effect,
    side: Side,
}

impl Teller<'_, '_> {
    /// Whether it only forbids moves.
    fn forbids(&self) -> bool {
        matches!(self.effect.acts.as_slice(), [Act::Forbid])
    }

    fn subject(&self) -> Subject {
        let Effect {
            event,
            by,
            of,
            whose,
            same,
            ..
        } = self.effect;
        let of_some = !of.is_all() || (*whose != Owner::Any && self.eats_friends());
        match event {
            _ if self.forbids() => Subject::Nobody,
            Event::Capture if *same || !by.is_all() => Subject::Mover,
            Event::Capture if of_some => Subject::Victim,
            Event::Move | Event::Drop if !by.is_all() => Subject::Mover,
            Event::Capture | Event::Move | Event::Drop | Event::Turn => Subject::Nobody,
        }
    }

    fn mover(&self) -> &'static str {
        match self.effect.event {
            _ if self.subject() == Subject::Mover => "it",
            Event::Move => "the moved piece",
            Event::Capture => "the capturing piece",
            Event::Drop => "the dropped piece",
            Event::Turn => "the piece",
        }
    }

    fn victim(&self) -> &'static str {
        if self.subject() == Subject::Victim {
            "it"
        } else {
            "the captured piece"
        }
    }

    /// Whether some piece captures its own side's, so that it matters whose is captured.
    fn eats_friends(&self) -> bool {
        let mut pieces = self.s.rules.pieces.values();
        pieces.any(|piece| {
            Side::ALL
                .into_iter()
                .any(|side| movement::captures_friends(&piece.movement[side]))
        })
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Origin | Place::Target if self.effect.event == Event::Drop => "its square".to_owned(),
            Place::Origin => "the square where the move started".to_owned(),
            Place::Target => "the square where the move ended".to_owned(),
            Place::Mover => self.mover().to_owned(),
            Place::Victim if self.subject() == Subject::Victim => "its square".to_owned(),
            Place::Victim => "the square of the captured piece".to_owned(),
            Place::Walls => "a closed square".to_owned(),
            Place::Piece { owner, kinds } => self.one(&Group {
                owner: *owner,
                kinds: kinds.clone(),
                on: Area::All,
            }),
        }
    }
}
