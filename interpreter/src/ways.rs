//! The movement of a piece, for drawings and descriptions: its ends from a square, and their
//! conditions.
//!
//! This is the geometry of movements alone. Rules about royals, duties and goals are ignored.

use crate::board::{Bits as _, Square, Topology, U256};
use crate::engine::Gives;
use crate::engine::paths::{Path, paths};
use crate::hooks::effects_of;
use crate::rules::{Condition, Hurdle, Modes, Movement, PieceName, Ruleset, Side};
use ferz_engine::order::{grouped, sort};

/// A square that a piece can go to or capture on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End {
    /// The square.
    pub to: Square,
    /// How it gets there.
    pub manner: Manner,
    /// When.
    pub occasion: Occasion,
    /// The modes in which it may end there.
    pub modes: Modes,
}

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// By itself.
    Plain,
    /// Only if other pieces, of whichever side that is, stand where it hops over them.
    Hop(Hurdle),
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

/// The squares where a movement can end, sorted; what is possible in a plainer way is not
/// repeated. `None` if there are too many ways, which no compiled variant has.
pub fn ends(topology: &Topology, movement: &Movement, side: Side, from: Square) -> Option<Vec<End>> {
    let all = paths(topology, side, movement, from).ok()?;
    let everywhere = paths(topology, side, &unconditional(movement), from).ok()?;
    let mut found = Vec::new();
    let mut add = |path: &Path, occasion: Occasion| {
        found.push(((path.to, manner(path), occasion), path.modes));
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
    for ((to, manner, occasion), modes) in grouped(found) {
        let mut modes = modes.into_iter().fold(Modes::default(), Modes::or);
        // If a piece captures on a square, its capture en passant there adds nothing.
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

/// The squares where a movement can end while just these other squares are occupied, by pieces of
/// its own side (`friends`) or of the other one. `None` if there are too many ways, which no
/// compiled variant has.
pub fn ends_among(
    topology: &Topology,
    movement: &Movement,
    side: Side,
    from: Square,
    occupied: &[Square],
    friends: bool,
) -> Option<Vec<End>> {
    let occupied = occupied.iter().fold(U256::EMPTY, |set, &s| set | U256::bit(s));
    let mut found = Vec::new();
    for path in paths(topology, side, movement, from).ok()? {
        let others = if friends { path.enemy } else { path.friend };
        let stand = (needed(&path) & !occupied).is_empty() && !others.meets(occupied);
        let fits = !path.empty.meets(occupied) && stand && !path.initial;
        let ends = match (occupied.has(path.to), friends) {
            (true, true) => Modes::CAPTURE_OWN.or(Modes::SWAP),
            (true, false) => Modes::CAPTURE.or(Modes::SWAP_ENEMY),
            (false, _) => Modes::BOTH,
        };
        let modes = path.modes.and(ends);
        if fits && !modes.is_empty() {
            found.push(((path.to, manner(&path), Occasion::Always), modes));
        }
    }
    let mut ends = Vec::new();
    for ((to, manner, occasion), modes) in grouped(found) {
        ends.push(End {
            to,
            manner,
            occasion,
            modes: modes.into_iter().fold(Modes::default(), Modes::or),
        });
    }
    Some(ends)
}

/// The squares that a path asks to be occupied, but for its end.
fn needed(path: &Path) -> U256 {
    let captures = path
        .captures
        .iter()
        .fold(U256::EMPTY, |set, &s| set | U256::bit(s));
    path.occupied | path.friend | path.enemy | captures
}

/// A square on which another piece shows what an empty board hides: that the movement hops, or
/// captures on its way, to squares that it also reaches by itself. The second value is whether it
/// must be a friend.
pub fn telling_hurdle(
    topology: &Topology,
    movement: &Movement,
    side: Side,
    from: Square,
) -> Option<(Square, bool)> {
    let seen = ends(topology, movement, side, from)?;
    let all = paths(topology, side, movement, from).ok()?;
    let (file, rank) = topology.coordinates(from)?;
    let far = |square: Square| {
        let (f, r) = topology.coordinates(square)?;
        Some(f.abs_diff(file).max(r.abs_diff(rank)))
    };
    let hidden = all.iter().filter(|path| {
        let kind = manner(path);
        matches!(kind, Manner::Hop(_) | Manner::Locust) && seen.iter().all(|end| end.manner != kind)
    });
    let single = hidden.filter(|path| needed(path).count() == 1);
    let found = single.min_by_key(|path| {
        let at = needed(path).lowest();
        let ahead = topology
            .coordinates(at)
            .is_some_and(|(f, r)| f == file && (r > rank) == (side == Side::White) && r != rank);
        (far(at).map_or(u8::MAX, |far| far.abs_diff(2)), !ahead)
    })?;
    Some((needed(found).lowest(), !found.friend.is_empty()))
}

/// A leap that can be blocked on squares where the piece cannot stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The square of the piece.
    pub from: Square,
    /// The squares that must be empty, in the order in which they are passed.
    pub over: Vec<Square>,
    /// The square where the leap ends.
    pub to: Square,
}

/// The leaps of a movement from a square that can be blocked on squares where it cannot end. `None`
/// if there are too many ways, which no compiled variant has.
pub fn legs(topology: &Topology, movement: &Movement, side: Side, from: Square) -> Option<Vec<Leg>> {
    let all = paths(topology, side, movement, from).ok()?;
    let ends = all.iter().fold(U256::EMPTY, |set, path| set | U256::bit(path.to));
    let mut found: Vec<Leg> = Vec::new();
    for path in &all {
        let lame = manner(path) == Manner::Plain && !path.empty.is_empty() && !path.empty.meets(ends);
        if !lame {
            continue;
        }
        let mut over: Vec<Square> = Vec::new();
        let mut near = U256::bit(from);
        let mut rest = path.empty;
        // Step by step away from the start.
        while !rest.is_empty() {
            let next = rest
                .squares()
                .find(|&square| topology.neighbours(square).meets(near));
            let square = next.or_else(|| rest.squares().next())?;
            over.push(square);
            near = U256::bit(square);
            rest &= !U256::bit(square);
        }
        let leg = Leg {
            from,
            over,
            to: path.to,
        };
        if !found.contains(&leg) {
            found.push(leg);
        }
    }
    Some(found)
}

/// How a path gets to its end.
fn manner(path: &Path) -> Manner {
    if path.rifle {
        Manner::Rifle
    } else if !path.captures.is_empty() {
        Manner::Locust
    } else if path.occupied.is_empty() && path.friend.is_empty() && path.enemy.is_empty() {
        Manner::Plain
    } else if path.occupied.is_empty() && path.enemy.is_empty() {
        Manner::Hop(Hurdle::Friend)
    } else if path.occupied.is_empty() && path.friend.is_empty() {
        Manner::Hop(Hurdle::Enemy)
    } else {
        Manner::Hop(Hurdle::Any)
    }
}

/// The movement without what is only possible from some squares or with the first move.
fn unconditional(movement: &Movement) -> Movement {
    movement.map(&|part| match part {
        Movement::When {
            condition: Condition::Initial | Condition::From(_),
            ..
        } => Movement::none(),
        part => part.clone(),
    })
}

/// The squares on which a piece of a kind can end, including those it shoots at with its kind's own
/// tags. Empty if the variant has no such kind.
pub fn piece_ends(rules: &Ruleset, topology: &Topology, kind: &str, side: Side, from: Square) -> Vec<End> {
    let Some(piece) = rules.pieces.get(kind) else {
        return Vec::new();
    };
    let mut ends = ends(topology, &piece.movement[side], side, from).unwrap_or_default();
    // Shots have a reach of their own. A movement of the hook that looks special here only
    // expresses the hook's rules.
    let mut armed = false;
    for tag in rules
        .hooks
        .iter()
        .filter_map(|hook| effects_of(hook).ok())
        .flat_map(|e| e.tags)
    {
        let has = |list: &[PieceName]| list.iter().any(|name| name == kind);
        let Gives::Shots(shots) = &tag.gives else {
            continue;
        };
        if !has(&tag.natural) {
            continue;
        }
        let fire = if has(&shots.masters) {
            &shots.masters_reach
        } else {
            &shots.reach
        };
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
    sort(&mut ends);
    ends
}

/// The square from which a movement is seen best: with the most ends of the most kinds, and then
/// the nearest to the middle of the board.
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
        let mut kinds: Vec<_> = list.iter().map(|e| (e.manner, e.occasion, e.modes)).collect();
        sort(&mut kinds);
        kinds.dedup();
        let squares = list.iter().fold(U256::EMPTY, |set, e| set | U256::bit(e.to));
        (
            kinds.len(),
            squares.count(),
            std::cmp::Reverse(middle(square).unwrap_or(i32::MAX)),
        )
    };
    topology.squares().squares().max_by_key(score)
}
