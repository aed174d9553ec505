//! Closed squares that do not count, where authors write out the steps over them one by one.

use crate::setting::Setting;
use ferz::rules::{Between, Condition, Frame, Hurdle, Kinds, Leap, Movement, Range, Via, Winds};

/// A path as its legs.
#[derive(Clone, PartialEq)]
struct Chain {
    conditions: Vec<Condition>,
    /// The legs before the last, each with what is on the square where it ends.
    legs: Vec<(Movement, Via)>,
    last: Movement,
}

/// The parts of a movement without its paths over closed squares, and whether a part had such paths
/// beside it; `None` unless these paths are exactly the others with closed squares in between.
pub(super) fn uncounted(s: &Setting<'_>, movement: &Movement) -> Option<Vec<(Movement, bool)>> {
    let chains: Vec<Chain> = alternatives(s, movement);
    if chains.iter().all(|chain| chain.walls() == 0) {
        return None;
    }
    let mut groups: Vec<(Chain, Vec<usize>)> = Vec::new();
    for chain in chains {
        let (walls, bare) = (chain.walls(), chain.without_walls()?);
        match groups.iter_mut().find(|(known, _)| *known == bare) {
            Some((_, all)) => all.push(walls),
            None => groups.push((bare, vec![walls])),
        }
    }
    let bare_or_complete =
        |(chain, walls): &(Chain, Vec<usize>)| *walls == [0] || is_complete(s, chain.legs.len() + 1, walls);
    if !groups.iter().all(bare_or_complete) {
        return None;
    }
    let parts = groups.into_iter().map(|(chain, walls)| (chain, walls.len() > 1));
    let parts = passing(parts.collect());
    Some(
        parts
            .into_iter()
            .map(|(chain, over)| (chain.movement(), over))
            .collect(),
    )
}

/// Whether the closed squares lie before the ends of the legs in every way that has room on the
/// board.
fn is_complete(s: &Setting<'_>, legs: usize, walls: &[usize]) -> bool {
    let far = usize::from(s.rules.board.files.max(s.rules.board.ranks));
    let most = far.saturating_sub(legs + 1);
    // As many ways as there are to write a number as a sum of a part for each leg.
    let ways = |number: usize| (1..legs).fold(1, |ways, leg| ways * (number + leg) / leg);
    let count = |number: usize| walls.iter().filter(|&&walls| walls == number).count();
    most > 0 && (0..=most).all(|number| count(number) == ways(number))
}

/// Paths alike but for what one square on the way holds, nothing or any piece, are one that passes
/// over it.
fn passing(mut parts: Vec<(Chain, bool)>) -> Vec<(Chain, bool)> {
    let mut at = 0;
    while at < parts.len() {
        let (chain, over) = parts[at].clone();
        let free: Vec<usize> = (0..chain.legs.len())
            .filter(|&leg| chain.legs[leg].1 == Via::Empty)
            .collect();
        let with = |leg: usize, via: Via| {
            let mut other = chain.clone();
            other.legs[leg].1 = via;
            parts.iter().position(|part| *part == (other.clone(), over))
        };
        let found = free.into_iter().find_map(|leg| {
            let both = || {
                let friend = with(leg, Via::Hurdle(Hurdle::Friend))?;
                Some(vec![friend, with(leg, Via::Hurdle(Hurdle::Enemy))?])
            };
            let any = with(leg, Via::Hurdle(Hurdle::Any)).map(|any| vec![any]);
            any.or_else(both).map(|gone| (leg, gone))
        });
        let Some((leg, mut gone)) = found else {
            at += 1;
            continue;
        };
        parts[at].0.legs[leg].1 = Via::Pass;
        gone.sort_unstable();
        for other in gone.into_iter().rev() {
            parts.remove(other);
            at -= usize::from(other < at);
        }
        at = 0;
    }
    parts
}

impl Chain {
    /// A movement as a single leg.
    fn whole(movement: &Movement) -> Self {
        Self {
            conditions: Vec::new(),
            legs: Vec::new(),
            last: movement.clone(),
        }
    }

    fn walls(&self) -> usize {
        let closed = self
            .legs
            .iter()
            .filter(|(_, via)| *via == Via::Hurdle(Hurdle::Wall));
        closed.count()
    }

    /// The path as it is where nothing is closed, if it goes straight on over all closed squares.
    fn without_walls(&self) -> Option<Self> {
        let mut legs: Vec<(Movement, Via)> = Vec::new();
        let mut from: Option<&Movement> = None;
        for (leg, via) in &self.legs {
            let whence = match from {
                None => leg,
                Some(first) if is_ahead(leg) => first,
                Some(_) => return None,
            };
            if *via == Via::Hurdle(Hurdle::Wall) {
                from = Some(whence);
            } else {
                legs.push((whence.clone(), *via));
                from = None;
            }
        }
        let last = match from {
            None => self.last.clone(),
            Some(first) => instead(&self.last, first)?,
        };
        Some(Self {
            conditions: self.conditions.clone(),
            legs,
            last,
        })
    }

    fn movement(self) -> Movement {
        let legs = self.legs.into_iter().rev();
        let whole = legs.fold(self.last, |next, (first, via)| Movement::Then {
            first: Box::new(first),
            via,
            next: Box::new(next),
        });
        let conditions = self.conditions.into_iter().rev();
        conditions.fold(whole, |movement, condition| Movement::When {
            condition,
            movement: Box::new(movement),
        })
    }
}

/// A step straight on.
fn is_ahead(movement: &Movement) -> bool {
    let ahead = Leap {
        m: 0,
        n: 1,
        winds: Winds::single(0),
        frame: Frame::Heading,
        range: Range::ONE,
        between: Between::Free,
        wraps: false,
    };
    *movement == Movement::Leap(ahead)
}

/// A step straight on with another leg in its place, under the same conditions and with the same
/// modes.
fn instead(movement: &Movement, leg: &Movement) -> Option<Movement> {
    let inside = |movement: &Movement| instead(movement, leg).map(Box::new);
    match movement {
        Movement::Leap(_) => is_ahead(movement).then(|| leg.clone()),
        Movement::Only { modes, movement } => Some(Movement::Only {
            modes: *modes,
            movement: inside(movement)?,
        }),
        Movement::When { condition, movement } => Some(Movement::When {
            condition: condition.clone(),
            movement: inside(movement)?,
        }),
        Movement::Union(_)
        | Movement::Then { .. }
        | Movement::Over { .. }
        | Movement::As { .. }
        | Movement::Rifle(_)
        | Movement::Exposed(_) => None,
    }
}

/// The paths of a movement, leg by leg.
fn alternatives(s: &Setting<'_>, movement: &Movement) -> Vec<Chain> {
    match movement {
        Movement::Union(list) => list.iter().flat_map(|part| alternatives(s, part)).collect(),
        Movement::Then { first, via, next } => {
            let rest = alternatives(s, next);
            if rest.iter().any(|chain| !chain.conditions.is_empty()) {
                return vec![Chain::whole(movement)];
            }
            let firsts: Vec<&Movement> = match &**first {
                Movement::Union(list) => list.iter().collect(),
                first => vec![first],
            };
            let before = |first: &Movement| {
                let leg = (without_all(s, first), *via);
                let after = |chain: &Chain| Chain {
                    legs: [vec![leg.clone()], chain.legs.clone()].concat(),
                    ..chain.clone()
                };
                rest.iter().map(after).collect::<Vec<_>>()
            };
            firsts.into_iter().flat_map(before).collect()
        }
        Movement::When { condition, movement } if matches!(**movement, Movement::Then { .. }) => {
            let mut inner = alternatives(s, movement);
            for chain in &mut inner {
                chain.conditions.insert(0, condition.clone());
            }
            inner
        }
        movement => vec![Chain::whole(movement)],
    }
}

/// A first leg without a condition on pieces that every kind of piece fulfils.
fn without_all(s: &Setting<'_>, leg: &Movement) -> Movement {
    match leg {
        Movement::When {
            condition: Condition::Of(kinds @ Kinds::Only(_)),
            movement,
        } if s.rules.pieces.keys().all(|name| kinds.has(name)) => (**movement).clone(),
        leg => leg.clone(),
    }
}
