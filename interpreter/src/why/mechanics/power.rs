//! Powers, `influence` and `absorption`: pieces that go otherwise than their kind.

use super::super::asker::Asker;
use super::super::field::Field;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::words::{join, kind};
use super::uses;
use crate::board::Bits as _;
use crate::engine::{Position, Variant};
use crate::rules::{self, Change, HookUse, How, Letter, Movement, PieceName, SquareName};
use crate::text;
use serde::Deserialize;

/// How a piece goes now.
pub(in super::super) struct Power {
    ways: Option<(Variant, Position)>,
    more: String,
    movement: String,
    squares: Vec<SquareName>,
    /// The mechanic in the language that gives the power.
    mechanic: Option<String>,
}

impl Power {
    /// The position under the movement that the piece has now, if that is not what the rules say of
    /// it.
    pub(in super::super) fn field(&self) -> Option<Field<'_>> {
        let (ways, there) = self.ways.as_ref()?;
        Some(Field::new(ways, there.clone()))
    }

    /// A reason, and why the piece goes so.
    pub(in super::super) fn because(self, reason: Reason) -> Reason {
        // A piece on the target square has a reason of its own.
        if matches!(reason, Reason::OwnPiece { .. } | Reason::Stays(_)) {
            return reason;
        }
        let more = match self.mechanic {
            Some(mechanic) => format!("{mechanic}: {}", self.more),
            None => self.more,
        };
        Reason::Because {
            reason: Box::new(reason),
            more,
            movement: self.movement,
            squares: self.squares,
        }
    }
}

/// What has changed how a piece goes, if something has.
pub(in super::super) fn power(asker: &Asker<'_>, mover: &Occupant) -> Option<Power> {
    let stated = || stated(asker, mover, |change| matches!(change, Change::Moves(_)));
    influence(asker, mover)
        .or_else(|| absorption(asker, mover))
        .or_else(stated)
}

/// Why a piece may not move at all, if a power of the rules keeps it from that.
pub(in super::super) fn held(asker: &Asker<'_>, mover: &Occupant) -> Option<Reason> {
    let power = stated(asker, mover, |change| *change == Change::None)?;
    let words = format!("{mover} may not move: {}", power.more);
    let reason = Reason::told("held", words, power.squares);
    Some(match power.mechanic {
        Some(mechanic) => Reason::By {
            mechanic,
            reason: Box::new(reason),
        },
        None => reason,
    })
}

/// A power of the rules that the piece has, and what it has it from.
fn stated(asker: &Asker<'_>, mover: &Occupant, fits: impl Fn(&Change) -> bool) -> Option<Power> {
    let from = asker.topology().square(&mover.square)?;
    let rules = asker.variant.played();
    let held = asker.variant.powers(asker.position, from);
    let (power, causes) = held
        .into_iter()
        .rev()
        .map(|(number, causes)| (&rules.powers[number], causes))
        .find(|(power, _)| fits(&power.change))?;
    let others: Vec<Occupant> = causes.squares().filter_map(|s| asker.occupant(s)).collect();
    let who: Vec<String> = others.iter().map(ToString::to_string).collect();
    let who = join(&who, "and");
    let condition = &power.condition;
    let others_are = if condition.friends { "enemies" } else { "friends" };
    let who = if condition.more {
        format!("{who}, more than {others_are}")
    } else {
        who
    };
    let tied = match power.condition.how {
        How::Attacked if power.condition.friends => format!("it is guarded by {who}"),
        How::Attacked => format!("it is attacked by {who}"),
        How::Attacks => format!("it attacks {who}"),
        How::Beside(_) => format!("it is beside {who}"),
        How::Next => format!("it is next to {who}"),
    };
    let words = match &power.change {
        Change::Moves(movement) => text::movement_of(mover.side, movement, &rules.board),
        Change::None | Change::Gains(_) | Change::GainsTheirs => String::new(),
    };
    Some(Power {
        ways: None,
        more: format!("{tied} (`{}`)", power.name),
        movement: format!("{} = {words}", mover.piece),
        squares: others.into_iter().map(|other| other.square).collect(),
        mechanic: giver(asker, power),
    })
}

/// The mechanic in the language that says a power, if the variant itself does not.
fn giver(asker: &Asker<'_>, power: &rules::Power) -> Option<String> {
    if asker.rules().powers.contains(power) {
        return None;
    }
    let says = |used: &&HookUse| used.says.as_ref().is_some_and(|says| says.powers.contains(power));
    let mut uses = asker.rules().hooks.iter();
    Some(uses.find(says)?.name.clone())
}

/// The mechanic in the language by which captors take over movements, if the variant itself does
/// not say so.
fn taught(asker: &Asker<'_>) -> Option<String> {
    if !asker.rules().restrictions.absorb.is_empty() {
        return None;
    }
    let says = |used: &&HookUse| {
        used.says
            .as_ref()
            .is_some_and(|says| !says.restrictions.absorb.is_empty())
    };
    let mut uses = asker.rules().hooks.iter();
    Some(uses.find(says)?.name.clone())
}

/// The parameters of `influence`.
#[derive(Deserialize)]
struct Influence {
    by: Vec<PieceName>,
    on: PieceName,
    friends: Movement,
    enemies: Movement,
}

fn influence(asker: &Asker<'_>, mover: &Occupant) -> Option<Power> {
    let uses = uses::<Influence>(asker, "influence").into_iter();
    let mut uses = uses.filter(|used| used.on == mover.piece).rev();
    uses.find_map(|used| influence_of(asker, mover, &used))
}

/// What one use of `influence` has changed.
fn influence_of(asker: &Asker<'_>, mover: &Occupant, used: &Influence) -> Option<Power> {
    let from = asker.topology().square(&mover.square)?;
    let near: Vec<Occupant> = asker
        .topology()
        .neighbours(from)
        .squares()
        .filter_map(|square| asker.occupant(square))
        .filter(|other| used.by.contains(&other.piece))
        .collect();
    let friends = near.iter().filter(|other| other.side == mover.side).count();
    let enemies = near.len() - friends;
    let movement: &Movement = match friends.cmp(&enemies) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => &used.friends,
        std::cmp::Ordering::Less => &used.enemies,
    };
    let by = join(&used.by, "or");
    let more =
        format!("it stands next to {friends} friendly and {enemies} enemy {by}s, and so goes otherwise");
    let index = asker.kind_index(&mover.piece)?;
    let ways = asker.with_movement(&asker.there, (index, mover.side), movement);
    let words = text::movement_of(mover.side, movement, &asker.rules().board);
    Some(Power {
        ways,
        more,
        movement: format!("{} = {words}", mover.piece),
        squares: near.into_iter().map(|other| other.square).collect(),
        mechanic: Some("influence".to_owned()),
    })
}

fn absorption(asker: &Asker<'_>, mover: &Occupant) -> Option<Power> {
    if asker.variant.played().restrictions.absorb.is_empty() {
        return None;
    }
    let letters = asker.beyond.absorbed.get(&mover.square)?;
    let kinds: Vec<String> = Letter::among(letters)
        .filter_map(|letter| asker.of_move_letter(letter))
        .collect();
    let movement_of = |name: &String| {
        let piece = asker.rules().pieces.get(name)?;
        let words = text::movement_of(mover.side, &piece.movement[mover.side], &asker.rules().board);
        Some(words)
    };
    let own = movement_of(&mover.piece)?;
    let taken: Vec<String> = kinds.iter().map(|name| kind(name)).collect();
    let more = format!("it has taken over how {} moves and captures", join(&taken, "and"));
    Some(Power {
        ways: None,
        more,
        movement: format!("{} = {own}", mover.piece),
        squares: Vec::new(),
        mechanic: taught(asker),
    })
}
