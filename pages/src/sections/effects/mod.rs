//! The automatic effects of a move.

mod acts;
mod event;
mod fate;
mod groups;

use super::mirrored;
use crate::likewise::likewise;
use crate::movement;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{
    Act, Area, Effect, Event, Ground, Group, Kinds, Movement, Owner, Place, Proviso, Range, Side,
};

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
    let sides = [told(Side::White), told(Side::Black)].map(|lines| alike(s, lines));
    let [white, black] = sides.map(rows);
    lines.extend(likewise(s, moves_and_drops(mirrored(s, white, black))));
    if lines.iter().any(|line| line.contains(groups::BEYOND_RESCUE)) {
        lines.push(format!(
            "A piece is {} if the opponent could capture it next whichever move its own side had made.",
            groups::BEYOND_RESCUE
        ));
    }
    if s.rules.walls.is_none() && closes(s) {
        lines.push("No piece can stand on a closed square or move across it.".to_owned());
    }
    lines
}

/// Sentences about moves and the same about drops, joined where the order of the latter stays.
fn moves_and_drops(mut lines: Vec<String>) -> Vec<String> {
    const DROP: &str = "After every drop, ";
    let partner = |line: &String| {
        let then = line.strip_prefix(DROP)?;
        lines
            .iter()
            .position(|other| other.strip_prefix("After every move, ") == Some(then))
    };
    let drops: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].starts_with(DROP))
        .collect();
    let partners: Option<Vec<usize>> = drops.iter().map(|&at| partner(&lines[at])).collect();
    let Some(partners) = partners.filter(|all| all.is_sorted()) else {
        return lines;
    };
    for at in partners {
        lines[at] = lines[at].replacen("After every move, ", "After every move or drop, ", 1);
    }
    lines.retain(|line| !line.starts_with(DROP));
    lines
}

/// The sentences of a side with those joined that differ only in the piece that moves: the first
/// says it of all of them.
fn alike(s: &Setting<'_>, mut lines: Vec<Option<String>>) -> Vec<Option<String>> {
    let one = |at: usize| match &s.rules.effects[at].by {
        Kinds::Only(names) if names.len() == 1 => Some(words::a(&names[0])),
        Kinds::Only(_) | Kinds::All | Kinds::Except(_) => None,
    };
    for first in 0..lines.len() {
        let (Some(text), Some(piece)) = (lines[first].clone(), one(first)) else {
            continue;
        };
        if text.matches(&piece).count() != 1 {
            continue;
        }
        let mut pieces = vec![piece.clone()];
        for (next, line) in lines.iter_mut().enumerate().skip(first + 1) {
            let same = |other: &String| one(next).is_some_and(|name| *other == text.replace(&piece, &name));
            // The effects of other pieces' moves may come before or after it.
            if one(next).is_none() {
                break;
            }
            if line.as_ref().is_some_and(same) {
                pieces.extend(one(next));
                *line = None;
            }
        }
        lines[first] = Some(text.replace(&piece, &words::list(&pieces, "or")));
    }
    lines
}

/// The sentences with the removal of a whole row told once, where authors write it out square by
/// square: what has only enemies between it and the first one goes, too.
fn rows(mut lines: Vec<Option<String>>) -> Vec<Option<String>> {
    let count = |min: u8, max: u8| words::count(Range { min, max: Some(max) }, "square");
    let some: Vec<String> = lines.iter().flatten().cloned().collect();
    for first in some {
        let Some((when, place)) = first.split_once(", all enemy pieces one square ") else {
            continue;
        };
        let Some(place) = place.strip_suffix(" are removed.") else {
            continue;
        };
        let further = |n: u8| {
            let between = count(1, n - 1);
            format!(
                "{when}, if there is neither a friendly piece nor an empty square {between} {place}, all enemy pieces {} {place} \
                 are removed.",
                count(n, n)
            )
        };
        let told = |lines: &[Option<String>], n: u8| lines.contains(&Some(further(n)));
        let last = (2..).take_while(|&n| told(&lines, n)).last().unwrap_or(1);
        if last > 2 {
            for line in &mut lines {
                let own = line.as_ref();
                if own == Some(&first) {
                    *line = Some(format!(
                        "{when}, all enemy pieces in an unbroken row {place} are removed."
                    ));
                } else if (2..=last).any(|n| own == Some(&further(n))) {
                    *line = None;
                }
            }
        }
    }
    lines
}

/// Whether an effect closes squares.
fn closes(s: &Setting<'_>) -> bool {
    s.rules.acts().any(|act| act.facts().ground == Ground::Closed)
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

/// The condition on a piece that a side drops: `the dropped piece is on the fourth rank`.
pub(crate) fn dropped_is(s: &Setting<'_>, group: &Group, side: Side) -> String {
    let effect = &Effect::new(Event::Drop, Vec::new());
    Teller { s, effect, side }.is_so(group, true)
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

/// The subject of a sentence, and the meaning of `it`.
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
        let Proviso { present, absent } = &self.effect.condition;
        let asks = present
            .iter()
            .chain(absent)
            .any(|group| group.owner == Owner::Mover);
        if self.subject() == Subject::Victim && !asks {
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

    /// Whether what is captured stood where the capture ends: nothing of its kinds is captured en
    /// passant, on the way or from afar.
    fn replaces(&self) -> bool {
        let some = |test: &dyn Fn(&Movement) -> bool, of: &Kinds| {
            let mut pieces = self.s.rules.pieces.iter().filter(|(name, _)| of.has(name));
            pieces.any(|(_, piece)| {
                let mut sides = Side::ALL.into_iter();
                sides.any(|side| movement::any(&piece.movement[side], test))
            })
        };
        let exposed = |m: &Movement| matches!(m, Movement::Exposed(_));
        let shot = |m: &Movement| matches!(m, Movement::Rifle(_));
        let mut pieces = self.s.rules.pieces.values();
        let underway = pieces.any(|piece| {
            let mut sides = Side::ALL.into_iter();
            sides.any(|side| movement::captures_on_the_way(&piece.movement[side]))
        });
        !underway && !some(&exposed, &self.effect.of) && !some(&shot, &Kinds::All)
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Origin | Place::Target if self.effect.event == Event::Drop => "its square".to_owned(),
            Place::Origin => "the start square".to_owned(),
            Place::Target if self.subject() == Subject::Victim && self.replaces() => "its square".to_owned(),
            Place::Target => "the target square".to_owned(),
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
