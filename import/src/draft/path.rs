//! Ways of moving, leg by leg, and the movements that they are together.

use crate::region::Region;
use ferz::lower::normalize;
use ferz::rules::{
    Between, Board, Condition, Frame, Hurdle, Leap, Modes, Movement, PerSide, Range, Side, Squares, Via,
    Winds,
};

/// A vector, as its own side sees it, and how often it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) right: i8,
    pub(crate) forward: i8,
    pub(crate) range: Range,
    /// Whether it may cross the left and right edge.
    pub(crate) wraps: bool,
}

impl Leg {
    pub(crate) const fn once(right: i8, forward: i8) -> Self {
        Self {
            right,
            forward,
            range: Range::ONE,
            wraps: false,
        }
    }

    pub(crate) const fn ride(right: i8, forward: i8) -> Self {
        Self {
            range: Range::ANY,
            ..Self::once(right, forward)
        }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub(crate) const fn turned(self) -> Self {
        Self {
            right: -self.right,
            forward: -self.forward,
            ..self
        }
    }

    fn size(&self) -> (u8, u8) {
        let (x, y) = (self.right.unsigned_abs(), self.forward.unsigned_abs());
        (x.min(y), x.max(y))
    }

    /// The wind from 0 to 15 that its vector lies in.
    fn wind(&self) -> u8 {
        let (x, y) = (i16::from(self.right), i16::from(self.forward));
        let steep = y.abs() > x.abs();
        match (x, y) {
            (0, y) if y > 0 => 0,
            (0, _) => 8,
            (x, 0) if x > 0 => 4,
            (_, 0) => 12,
            (x, y) if x == y && x > 0 => 2,
            (x, y) if x == -y && x > 0 => 6,
            (x, y) if x == y => 10,
            (x, y) if x == -y => 14,
            (x, y) if x > 0 && y > 0 => 3 - 2 * u8::from(steep),
            (x, y) if x > 0 && y < 0 => 5 + 2 * u8::from(steep),
            (x, y) if x < 0 && y < 0 => 11 - 2 * u8::from(steep),
            _ => 13 + 2 * u8::from(steep),
        }
    }

    fn leap(&self, winds: Winds) -> Movement {
        let (m, n) = self.size();
        Movement::Leap(Leap {
            m,
            n,
            winds,
            frame: Frame::Side,
            range: self.range,
            between: Between::Free,
            wraps: self.wraps,
        })
    }
}

/// A way from a square to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The legs before the last, each with the condition on its end.
    pub(crate) first: Vec<(Leg, Via)>,
    /// A hurdle before the last leg, and how many of its steps lead to it.
    pub(crate) over: Option<(Range, Hurdle)>,
    pub(crate) last: Leg,
    pub(crate) modes: Modes,
    pub(crate) initial: bool,
    /// The squares from which it may begin, each side's as they stand on the board.
    pub(crate) from: Option<PerSide<Region>>,
    pub(crate) to: Option<PerSide<Region>>,
    /// Whether the squares that it passes can be captured on en passant.
    pub(crate) exposes: bool,
}

impl Path {
    pub(crate) const fn new(last: Leg, modes: Modes) -> Self {
        Self {
            first: Vec::new(),
            over: None,
            last,
            modes,
            initial: false,
            from: None,
            to: None,
            exposes: false,
        }
    }

    /// A path behind a leg.
    #[must_use]
    pub(crate) fn after(mut self, leg: Leg, via: Via) -> Self {
        self.first.insert(0, (leg, via));
        self
    }

    /// The same as the other side sees it.
    #[must_use]
    pub(crate) fn turned(&self) -> Self {
        let mut path = self.clone();
        path.last = path.last.turned();
        for (leg, _) in &mut path.first {
            *leg = leg.turned();
        }
        path
    }

    /// Whether it leads from a square to another one on an empty board.
    pub(crate) fn leads(&self, from: (u8, u8), side: Side, all: &Region) -> bool {
        if self.over.is_some()
            || self
                .first
                .iter()
                .any(|(_, via)| *via != Via::Empty && *via != Via::Pass)
        {
            return false;
        }
        let mut square = (i16::from(from.0), i16::from(from.1));
        let legs = self.first.iter().map(|(leg, _)| leg).chain([&self.last]);
        for leg in legs {
            let leg = if side == Side::White { *leg } else { leg.turned() };
            let times = i16::from(leg.range.min);
            square.0 += i16::from(leg.forward) * times;
            square.1 += i16::from(leg.right) * times;
            let at = (u8::try_from(square.0), u8::try_from(square.1));
            let (Ok(rank), Ok(file)) = at else { return false };
            if !all.has(rank, file) {
                return false;
            }
        }
        let (rank, file) = square;
        let ends = self.to.as_ref().map(|to| &to[side]);
        let at = (
            u8::try_from(rank).unwrap_or_default(),
            u8::try_from(file).unwrap_or_default(),
        );
        ends.is_none_or(|ends| ends.has(at.0, at.1))
    }

    /// Whether it differs from another path in its last direction alone.
    fn joins(&self, other: &Self) -> bool {
        let mut alike = other.clone();
        (alike.last.right, alike.last.forward) = (self.last.right, self.last.forward);
        self.last.size() == other.last.size() && alike == *self
    }

    fn movement(&self, winds: Winds, board: &Board) -> Movement {
        let last = match self.over {
            Some((range, hurdle)) => Movement::Over {
                movement: Box::new(Leg { range, ..self.last }.leap(winds)),
                hurdle,
                by: self.last.range,
            },
            None => self.last.leap(winds),
        };
        let legs = self.first.iter().rev();
        let mut movement = legs.fold(last, |next, (leg, via)| Movement::Then {
            first: Box::new(leg.leap(Winds::single(leg.wind()))),
            via: *via,
            next: Box::new(next),
        });
        if self.modes.and(Modes::BOTH) != self.modes {
            movement = Movement::As {
                modes: self.modes,
                movement: Box::new(movement),
            };
        } else if self.modes != Modes::BOTH {
            movement = Movement::Only {
                modes: self.modes,
                movement: Box::new(movement),
            };
        }
        if self.exposes {
            movement = Movement::Exposed(Box::new(movement));
        }
        let squares =
            |sides: &PerSide<Region>| PerSide::new(sides.white.squares(board), sides.black.squares(board));
        let mut conditions = Vec::new();
        conditions.extend(self.from.as_ref().map(|sides| Condition::From(squares(sides))));
        conditions.extend(self.to.as_ref().map(|sides| Condition::To(squares(sides))));
        conditions.extend(self.initial.then_some(Condition::Initial));
        conditions
            .into_iter()
            .fold(movement, |movement, condition| Movement::When {
                condition,
                movement: Box::new(movement),
            })
    }
}

/// The movement of a set of paths.
pub(super) fn movement(paths: &[Path], board: &Board) -> Movement {
    let mut groups: Vec<(&Path, Winds)> = Vec::new();
    for path in paths {
        let wind = Winds::single(path.last.wind());
        let twin = |(other, _): &&mut (&Path, Winds)| path.joins(other);
        match groups.iter_mut().find(twin) {
            Some((_, winds)) => *winds = winds.or(wind),
            None => groups.push((path, wind)),
        }
    }
    let parts = groups.iter().map(|(path, winds)| path.movement(*winds, board));
    normalize(Movement::Union(parts.collect()))
}

/// Whether a part of a movement is for pieces that have not moved.
pub(super) fn has_first_moves(movement: &Movement) -> bool {
    let is_first = |part: &Movement| match part {
        Movement::When { condition, .. } => *condition == Condition::Initial,
        _ => false,
    };
    movement.any(&is_first)
}

/// A movement whose first moves are made from these squares.
pub(crate) fn begun(movement: &Movement, squares: &PerSide<Squares>) -> Movement {
    if let Movement::When {
        condition: Condition::Initial,
        movement,
    } = movement
    {
        return Movement::When {
            condition: Condition::From(squares.clone()),
            movement: Box::new(begun(movement, squares)),
        };
    }
    movement.with_children(&mut |child| begun(child, squares))
}

/// A movement with rides of a fixed length for lame leaps along lines, which are the same.
pub(super) fn ridden(movement: &Movement) -> Movement {
    let straight = |leap: &Leap| leap.n > 1 && (leap.m == 0 || leap.m == leap.n);
    match movement {
        Movement::Leap(leap)
            if leap.between == Between::Empty && leap.range == Range::ONE && straight(leap) =>
        {
            Movement::Leap(Leap {
                m: u8::from(leap.m > 0),
                n: 1,
                range: Range {
                    min: leap.n,
                    max: Some(leap.n),
                },
                between: Between::Free,
                ..leap.clone()
            })
        }
        other => other.with_children(&mut |child| ridden(child)),
    }
}

/// Whether every leap of a movement leads to a rank farther on.
pub(super) fn is_forward(movement: &Movement) -> bool {
    const FORWARD: [u8; 7] = [13, 14, 15, 0, 1, 2, 3];
    let back = |part: &Movement| match part {
        Movement::Leap(leap) => {
            leap.frame != Frame::Side || !leap.winds.iter().all(|wind| FORWARD.contains(&wind))
        }
        _ => false,
    };
    !movement.any(&back)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winds_go_around_the_compass() {
        let around = [
            (0, 2),
            (1, 2),
            (1, 1),
            (2, 1),
            (2, 0),
            (2, -1),
            (1, -1),
            (1, -2),
            (0, -2),
            (-1, -2),
            (-1, -1),
            (-2, -1),
            (-2, 0),
            (-2, 1),
            (-1, 1),
            (-1, 2),
        ];
        for (wind, (right, forward)) in around.into_iter().enumerate() {
            assert_eq!(usize::from(Leg::once(right, forward).wind()), wind);
        }
    }
}
