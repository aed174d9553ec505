//! How a piece goes, for drawings and descriptions: where it can end from a square, and what that takes.
//!
//! This is the geometry of movements alone. Whatever the rules say about royals, duties and goals is left aside.

use crate::board::{Bits as _, Square, Topology, U256};
use crate::engine::effects_of;
use crate::engine::paths::{Path, paths};
use crate::rules::{Condition, Modes, Movement, PieceName, Ruleset, Side};
use std::collections::BTreeMap;

/// A square that a piece can go to or capture on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End {
    /// The square.
    pub to: Square,
    /// How it gets there.
    pub manner: Manner,
    /// When.
    pub occasion: Occasion,
    /// What it may do there.
    pub modes: Modes,
}

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// By itself.
    Plain,
    /// Only if other pieces stand where it hops over them.
    Hop,
    /// By capturing others on the way.
    Locust,
    /// Not at all: it captures there from where it stands.
    Rifle,
}

/// When a piece can get to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Occasion {
    /// Always.
    Always,
    /// Only from the squares of a set, to which the start square belongs.
    FromHere,
    /// Only with its first move.
    First,
}

/// Where a movement can end from a square, sorted; what is possible in a plainer way is not repeated. `None` if there are
/// too many ways, which no compiled variant has.
pub fn ends(topology: &Topology, movement: &Movement, side: Side, from: Square) -> Option<Vec<End>> {
    let all = paths(topology, side, movement, from).ok()?;
    let everywhere = paths(topology, side, &unconditional(movement), from).ok()?;
    let mut found: BTreeMap<(Square, Manner, Occasion), Modes> = BTreeMap::new();
    let mut add = |path: &Path, occasion: Occasion| {
        let known = found.entry((path.to, manner(path), occasion)).or_default();
        *known = known.or(path.modes);
    };
    for path in &everywhere {
        add(path, Occasion::Always);
    }
    for path in &all {
        add(
            path,
            if path.initial {
                Occasion::First
            } else {
                Occasion::FromHere
            },
        );
    }
    let mut ends: Vec<End> = Vec::new();
    for ((to, manner, occasion), mut modes) in found {
        // Where a piece captures, that it captures en passant there, too, is no news.
        if modes.has(Modes::CAPTURE) {
            modes = Modes(modes.0 & !Modes::EN_PASSANT.0);
        }
        for known in ends.iter().filter(|e| e.to == to) {
            if known.occasion <= occasion && (known.manner == manner || known.manner == Manner::Plain) {
                modes = Modes(modes.0 & !known.modes.0);
                if known.modes.has(Modes::CAPTURE) {
                    modes = Modes(modes.0 & !Modes::EN_PASSANT.0);
                }
            }
        }
        if !modes.is_empty() {
            ends.push(End {
                to,
                manner,
                occasion,
                modes,
            });
        }
    }
    Some(ends)
}

/// How a path gets to its end.
fn manner(path: &Path) -> Manner {
    if path.rifle {
        Manner::Rifle
    } else if !path.captures.is_empty() {
        Manner::Locust
    } else if path.occupied.is_empty() && path.friend.is_empty() && path.enemy.is_empty() {
        Manner::Plain
    } else {
        Manner::Hop
    }
}

/// The movement without what is only possible from some squares or with the first move.
fn unconditional(movement: &Movement) -> Movement {
    let inside = |movement: &Movement| Box::new(unconditional(movement));
    match movement {
        Movement::Leap(_) => movement.clone(),
        Movement::Union(list) => Movement::Union(list.iter().map(unconditional).collect()),
        Movement::Then { first, via, next } => Movement::Then {
            first: inside(first),
            via: *via,
            next: inside(next),
        },
        Movement::Over { movement, hurdle, by } => Movement::Over {
            movement: inside(movement),
            hurdle: *hurdle,
            by: *by,
        },
        Movement::Only { modes, movement } => Movement::Only {
            modes: *modes,
            movement: inside(movement),
        },
        Movement::As { modes, movement } => Movement::As {
            modes: *modes,
            movement: inside(movement),
        },
        Movement::Rifle(movement) => Movement::Rifle(inside(movement)),
        Movement::Exposed(movement) => Movement::Exposed(inside(movement)),
        Movement::When { condition, movement } => match condition {
            Condition::Initial | Condition::From(_) => Movement::none(),
            Condition::To(_) | Condition::Side(_) => Movement::When {
                condition: condition.clone(),
                movement: inside(movement),
            },
        },
    }
}

/// Where a piece of a kind can end from a square, what it hits with the weapons that its kind has included. Empty if the
/// variant has no such kind.
pub fn piece_ends(rules: &Ruleset, topology: &Topology, kind: &str, side: Side, from: Square) -> Vec<End> {
    let Some(piece) = rules.pieces.get(kind) else {
        return Vec::new();
    };
    let mut ends = ends(topology, &piece.movement[side], side, from).unwrap_or_default();
    // A weapon says itself where it reaches: what looks like a special movement is only how a hook reads the rules.
    let mut armed = false;
    for weapon in rules
        .hooks
        .iter()
        .filter_map(|hook| effects_of(hook).ok())
        .flat_map(|e| e.weapons)
    {
        let has = |list: &[PieceName]| list.iter().any(|name| name == kind);
        let fire = if has(&weapon.masters) {
            &weapon.masters_fire
        } else {
            &weapon.fires
        };
        if !has(&weapon.of) {
            continue;
        }
        armed = true;
        for end in self::ends(topology, fire, side, from).unwrap_or_default() {
            let shot = End {
                manner: Manner::Rifle,
                modes: Modes::CAPTURE,
                ..end
            };
            if end.modes.has(Modes::CAPTURE) && !ends.contains(&shot) {
                ends.push(shot);
            }
        }
    }
    if armed {
        for end in &mut ends {
            if end.modes == Modes::EN_PASSANT {
                end.manner = Manner::Rifle;
            }
        }
        let shots: Vec<Square> = ends
            .iter()
            .filter(|e| e.manner == Manner::Rifle && e.modes.has(Modes::CAPTURE))
            .map(|e| e.to)
            .collect();
        ends.retain(|e| e.modes != Modes::EN_PASSANT || !shots.contains(&e.to));
    }
    ends.sort();
    ends
}

/// The square from which a movement is seen best: with the most ends of the most kinds, and then the nearest to the
/// middle of the board.
pub fn best_square(topology: &Topology, side: Side, ends: impl Fn(Square) -> Vec<End>) -> Option<Square> {
    let middle = |square: Square| {
        let (file, rank) = topology.coordinates(square)?;
        let far = |at: u8, size: u8, low: bool| {
            let doubled = i32::from(at) * 2 - i32::from(size) + 1;
            // Of the two in the middle, the lower one.
            doubled.abs() * 2 + i32::from((doubled > 0) == low)
        };
        let (x, y) = (
            far(file, topology.files(), true),
            far(rank, topology.ranks(), side == Side::White),
        );
        Some(x * x + y * y)
    };
    let score = |&square: &Square| {
        let list = ends(square);
        let kinds: std::collections::BTreeSet<_> =
            list.iter().map(|e| (e.manner, e.occasion, e.modes)).collect();
        let squares = list.iter().fold(U256::EMPTY, |set, e| set | U256::bit(e.to));
        (
            kinds.len(),
            squares.count(),
            std::cmp::Reverse(middle(square).unwrap_or(i32::MAX)),
        )
    };
    topology.squares().squares().max_by_key(score)
}
