//! Powers, `influence` and `absorption`: pieces that move differently from their kind.

use super::super::asker::Asker;
use super::super::field::Field;
use super::super::occupant::Occupant;
use super::super::reason::Reason;
use super::super::spoken::Speaker;
use super::super::words::{join, kind};
use super::uses;
use crate::board::{Bits as _, Square};
use crate::engine::{Position, Variant};
use crate::rules::{
    self, Change, HookUse, How, Kinds, Letter, Movement, PieceName, Relation, Side, SquareName,
};
use crate::text;
use serde::Deserialize;

/// How a piece goes now.
pub(in super::super) struct Power {
    ways: Option<(Variant, Position)>,
    /// The cause of its change.
    more: String,
    movement: String,
    squares: Vec<SquareName>,
    /// The mechanic in the language that gives the power.
    mechanic: Option<String>,
    /// The powers, if all that they do is to add to how the piece moves.
    gains: Vec<String>,
}

impl Power {
    /// The position under the movement that the piece has now, if it differs from the rules' own.
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
        if matches!(reason, Reason::Unreachable { .. }) && !self.gains.is_empty() {
            return Reason::Because {
                reason: Box::new(reason),
                more: format!("nor does it by {}", join(&self.gains, "or")),
                movement: self.movement,
                squares: self.squares,
            };
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

/// The cause of a change in how a piece moves, if there is one.
pub(in super::super) fn power(asker: &Asker<'_>, mover: &Occupant) -> Option<Power> {
    influence(asker, mover)
        .or_else(|| absorption(asker, mover))
        .or_else(|| lent(asker, mover))
}

/// A power of the rules that a piece has, and the pieces from which it has it.
struct Held<'a> {
    power: &'a rules::Power,
    others: Vec<Occupant>,
}

impl Held<'_> {
    /// The words for the condition on the piece: `it is guarded by the white rook on a1
    /// (`shield`)`.
    fn told(&self, asker: &Asker<'_>, mover: &Occupant) -> String {
        let condition = &self.power.condition;
        let others_are = if condition.friends { "enemies" } else { "friends" };
        let who = join(&self.others, "and");
        let who = if condition.more {
            format!("{who}, more than {others_are}")
        } else {
            who
        };
        let tied = match &condition.how {
            How::Attacked if condition.friends => format!("it is guarded by {who}"),
            How::Attacked => format!("it is attacked by {who}"),
            How::Attacks => format!("it attacks {who}"),
            How::Beside(movement) => beside(asker, mover, &self.others, &who, movement),
            How::Next => format!("it is next to {who}"),
        };
        format!("{tied} (`{}`)", self.power.name)
    }
}

/// The squares from which a movement leads to a piece.
fn beside(
    asker: &Asker<'_>,
    mover: &Occupant,
    others: &[Occupant],
    who: &str,
    movement: &Movement,
) -> String {
    let topology = asker.topology();
    let at = |name: &SquareName| topology.coordinates(topology.square(name)?);
    let offset = |other: &Occupant| {
        let ((file, rank), (to_file, to_rank)) = (at(&mover.square)?, at(&other.square)?);
        let forward = i32::from(to_rank) - i32::from(rank);
        let ahead = match mover.side {
            Side::White => forward,
            Side::Black => -forward,
        };
        Some((i32::from(to_file) - i32::from(file), ahead))
    };
    let all = |test: fn((i32, i32)) -> bool| others.iter().all(|other| offset(other).is_some_and(test));
    // Enemies look the other way, so neither is before the other.
    let friends = others.iter().all(|other| other.side == mover.side);
    if friends && all(|offset| offset == (0, -1)) {
        format!("it stands right before {who}")
    } else if friends && all(|offset| offset == (0, 1)) {
        format!("it stands right behind {who}")
    } else if all(|(file, rank)| file.abs() <= 1 && rank.abs() <= 1) {
        format!("it is beside {who}")
    } else {
        match speaker(asker, mover).way(movement) {
            Some(way) => format!("{who} is {way} from {}", mover.square),
            None => format!("{who} is where the rules say, seen from {}", mover.square),
        }
    }
}

/// The powers of the rules that a piece has.
fn held_by<'a>(asker: &'a Asker<'_>, mover: &Occupant) -> Vec<Held<'a>> {
    let Some(from) = asker
        .topology()
        .square(&mover.square)
        .filter(|_| mover.index == 0)
    else {
        return Vec::new();
    };
    let rules = asker.variant.played();
    let held = asker.variant.powers(asker.position, from).into_iter();
    held.map(|(number, causes)| Held {
        power: &rules.powers[number],
        others: causes.squares().filter_map(|s| asker.occupant(s)).collect(),
    })
    .collect()
}

/// Those of the powers that say how a piece moves now: the last that replaces its movement, and all
/// that add to it.
fn acting<'h, 'a>(held: &'h [Held<'a>]) -> Vec<&'h Held<'a>> {
    let replaces = |held: &Held<'_>| matches!(held.power.change, Change::None | Change::Moves(_));
    let last = held.iter().rposition(replaces);
    let acts = |&(i, held): &(usize, &Held<'_>)| !replaces(held) || last == Some(i);
    held.iter()
        .enumerate()
        .filter(acts)
        .map(|(_, held)| held)
        .collect()
}

/// Why a piece may not move at all, if a power of the rules keeps it from that.
pub(in super::super) fn held(asker: &Asker<'_>, mover: &Occupant) -> Option<Reason> {
    let held = held_by(asker, mover);
    let [holds] = acting(&held)[..] else {
        return None;
    };
    if holds.power.change != Change::None {
        return None;
    }
    let words = format!("{mover} may not move: {}", holds.told(asker, mover));
    let squares = holds.others.iter().map(|other| other.square.clone());
    let reason = Reason::told("held", words, squares.collect());
    Some(match giver(asker, holds.power) {
        Some(mechanic) => Reason::By {
            mechanic,
            reason: Box::new(reason),
        },
        None => reason,
    })
}

/// How a piece moves by the powers of the rules that it has.
fn lent(asker: &Asker<'_>, mover: &Occupant) -> Option<Power> {
    let held = held_by(asker, mover);
    let acting = acting(&held);
    let (first, index) = (acting.first()?, asker.kind_index(&mover.piece)?);
    let of_kind = |name: &str| Some(asker.rules().pieces.get(name)?.movement[mover.side].clone());
    let replaced = acting.iter().find_map(|held| match &held.power.change {
        Change::Moves(movement) => Some(movement.clone()),
        Change::None => Some(Movement::none()),
        Change::Gains(_) | Change::GainsTheirs => None,
    });
    let adds = replaced.is_none();
    let mut parts = vec![replaced.or_else(|| of_kind(&mover.piece))?];
    for held in &acting {
        match &held.power.change {
            Change::Gains(movement) => parts.push(movement.clone()),
            Change::GainsTheirs => parts.extend(held.others.iter().filter_map(|other| of_kind(&other.piece))),
            Change::Moves(_) | Change::None => {}
        }
    }
    let movement = union(parts);
    let told: Vec<String> = acting.iter().map(|held| held.told(asker, mover)).collect();
    let words = text::movement_of(mover.side, &movement, &asker.rules().board);
    let others = acting.iter().flat_map(|held| &held.others);
    Some(Power {
        ways: asker.with_movement(&asker.there, (index, mover.side), &movement),
        more: join(&told, "and"),
        movement: format!("{} = {words}", mover.piece),
        squares: others.map(|other| other.square.clone()).collect(),
        mechanic: giver(asker, first.power),
        gains: match adds {
            true => acting
                .iter()
                .map(|held| format!("`{}`", held.power.name))
                .collect(),
            false => Vec::new(),
        },
    })
}

/// Several movements as one.
fn union(parts: Vec<Movement>) -> Movement {
    let mut list: Vec<Movement> = Vec::new();
    for part in parts {
        let terms = match part {
            Movement::Union(terms) => terms,
            other => vec![other],
        };
        for term in terms {
            if !list.contains(&term) {
                list.push(term);
            }
        }
    }
    match list.len() {
        1 => list.remove(0),
        _ => Movement::Union(list),
    }
}

/// The position with the piece moving as its kind does, and nothing lent or taken.
pub(in super::super) fn by_itself(asker: &Asker<'_>, mover: &Occupant) -> Option<(Variant, Position)> {
    if asker.variant.played().powers.is_empty() || mover.index > 0 {
        return None;
    }
    let index = asker.kind_index(&mover.piece)?;
    let movement = &asker.rules().pieces.get(&mover.piece)?.movement[mover.side];
    asker.with_movement(&asker.there, (index, mover.side), movement)
}

/// The power that a piece would need for its action, and lacks.
pub(in super::super) fn lacking(
    asker: &Asker<'_>,
    mover: &Occupant,
    (from, to): (Square, Square),
    reason: Reason,
) -> Reason {
    let Some(index) = asker.kind_index(&mover.piece).filter(|_| mover.index == 0) else {
        return reason;
    };
    let held = asker.variant.powers(asker.position, from);
    let rules = asker.variant.played();
    let reaches = |movement: &Movement| {
        let ways = asker.with_movement(&asker.there, (index, mover.side), movement);
        ways.is_some_and(|(ways, there)| Field::new(&ways, there).reaches(from, to))
    };
    let helps = |power: &rules::Power| match &power.change {
        Change::Moves(movement) | Change::Gains(movement) => reaches(movement),
        Change::GainsTheirs => rules.pieces.iter().any(|(name, piece)| {
            let lends = power.condition.kinds.has(name) && !power.condition.same;
            lends && reaches(&piece.movement[mover.side])
        }),
        Change::None => false,
    };
    let all = rules.powers.iter().enumerate();
    let mut missing = all.filter(|(number, power)| {
        power.of.has(&mover.piece) && !held.iter().any(|(other, _)| other == number)
    });
    let Some((_, power)) = missing.find(|(_, power)| helps(power)) else {
        return reason;
    };
    let own = &rules.pieces[&mover.piece].movement[mover.side];
    let more = format!(
        "{}, and only then it could (`{}`)",
        unrelated(asker, mover, &power.condition),
        power.name
    );
    Reason::Because {
        reason: Box::new(reason),
        more: match giver(asker, power) {
            Some(mechanic) => format!("{mechanic}: {more}"),
            None => more,
        },
        movement: format!(
            "{} = {}",
            mover.piece,
            text::movement_of(mover.side, own, &asker.rules().board)
        ),
        squares: Vec::new(),
    }
}

/// The words for an unmet condition on a piece: `no friendly knight guards b1`.
fn unrelated(asker: &Asker<'_>, mover: &Occupant, relation: &Relation) -> String {
    let owner = match (relation.friends, relation.enemies) {
        (true, false) => "friendly ",
        (false, true) => "enemy ",
        _ => "",
    };
    let kinds = match &relation.kinds {
        _ if relation.same => mover.piece.clone(),
        Kinds::Only(names) => join(&names.iter().collect::<Vec<_>>(), "or"),
        Kinds::All => "piece".to_owned(),
        Kinds::Except(names) => {
            format!(
                "piece other than {}",
                join(&names.iter().collect::<Vec<_>>(), "or")
            )
        }
    };
    let (square, who) = (&mover.square, format!("{owner}{kinds}"));
    let few = match (relation.several, relation.more) {
        (true, _) => format!("fewer than two of {who} stand in that relation to {square}"),
        (_, true) => format!("no more of {who} than of the other side stand in that relation to {square}"),
        _ => String::new(),
    };
    match &relation.how {
        _ if !few.is_empty() => few,
        How::Attacked if relation.friends => format!("no {who} guards {square}"),
        How::Attacked => format!("no {who} attacks {square}"),
        How::Attacks => format!("it attacks no {who}"),
        How::Next => format!("no {who} is next to {square}"),
        How::Beside(movement) => {
            let speaker = speaker(asker, mover);
            let way = speaker.way(movement);
            let way = way.unwrap_or_else(|| "where the rules say, seen".to_owned());
            format!("no {who} is {way} from {square}")
        }
    }
}

/// The words for what the rules name, as the side of a piece sees it.
fn speaker<'a>(asker: &'a Asker<'_>, mover: &Occupant) -> Speaker<'a> {
    Speaker {
        side: mover.side,
        ..asker.speaker()
    }
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

/// The change that one use of `influence` has made.
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
        format!("it stands next to {friends} friendly and {enemies} enemy {by}s, so it moves differently");
    let index = asker.kind_index(&mover.piece)?;
    let ways = asker.with_movement(&asker.there, (index, mover.side), movement);
    let words = text::movement_of(mover.side, movement, &asker.rules().board);
    Some(Power {
        ways,
        more,
        movement: format!("{} = {words}", mover.piece),
        squares: near.into_iter().map(|other| other.square).collect(),
        mechanic: Some("influence".to_owned()),
        gains: Vec::new(),
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
    let more = format!("it has taken over the movement of {}", join(&taken, "and"));
    Some(Power {
        ways: None,
        more,
        movement: format!("{} = {own}", mover.piece),
        squares: Vec::new(),
        mechanic: taught(asker),
        gains: Vec::new(),
    })
}
