//! Walking over the parts of a movement. Does not follow a movement over a board: that is
//! `engine::paths`.

use super::{Condition, Frame, Hurdle, Modes, Movement, Ruleset, Side, Via};

impl Ruleset {
    /// Whether a movement of a piece, its own or by a power, captures pieces of its own side.
    pub fn captures_own(&self) -> bool {
        let own =
            |part: &Movement| matches!(part, Movement::As { modes, .. } if modes.has(Modes::CAPTURE_OWN));
        let captures = |movement: &Movement| movement.any(&own);
        let own_ways = |piece: &super::Piece| Side::ALL.iter().any(|&side| captures(&piece.movement[side]));
        self.pieces.values().any(own_ways)
            || self
                .powers
                .iter()
                .flat_map(|power| power.movements())
                .any(captures)
    }
}

impl Movement {
    /// Whether some path depends on the owners of pieces or on the piece not having moved, or
    /// captures from afar.
    pub fn looks_at_owners(&self) -> bool {
        self.any(&|part| match part {
            Self::Then { via, .. } => !matches!(via, Via::Empty | Via::Pass | Via::Hurdle(Hurdle::Any)),
            Self::Over { hurdle, .. } => *hurdle != Hurdle::Any,
            Self::When { condition, .. } => matches!(condition, Condition::Initial | Condition::Of(_)),
            Self::Rifle(_) => true,
            Self::Leap(_) | Self::Union(_) | Self::Only { .. } | Self::As { .. } | Self::Exposed(_) => false,
        })
    }

    /// Whether a first leg has a direction relative to the one before: `step ahead`. In a place of
    /// effects, such a movement is seen in the direction of the move.
    pub fn is_headed(&self) -> bool {
        match self {
            Self::Leap(leap) => leap.frame == Frame::Heading,
            Self::Then { first, .. } => first.is_headed(),
            _ => self.children().any(Self::is_headed),
        }
    }

    /// The movements of which it is directly made, in the order of the text.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let (list, pair): (&[Self], [Option<&Self>; 2]) = match self {
            Self::Leap(_) => (&[], [None, None]),
            Self::Union(list) => (list, [None, None]),
            Self::Then { first, next, .. } => (&[], [Some(first), Some(next)]),
            Self::Over { movement, .. }
            | Self::Only { movement, .. }
            | Self::As { movement, .. }
            | Self::When { movement, .. }
            | Self::Rifle(movement)
            | Self::Exposed(movement) => (&[], [Some(movement), None]),
        };
        list.iter().chain(pair.into_iter().flatten())
    }

    /// Whether the test holds for the movement or for any part of it.
    pub fn any(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self) || self.children().any(|child| child.any(test))
    }

    /// The same movement, with its children changed.
    #[must_use]
    pub fn with_children(&self, change: &mut impl FnMut(&Self) -> Self) -> Self {
        let mut inside = |movement: &Self| Box::new(change(movement));
        match self {
            Self::Leap(_) => self.clone(),
            Self::Union(list) => Self::Union(list.iter().map(|m| *inside(m)).collect()),
            Self::Then { first, via, next } => Self::Then {
                first: inside(first),
                via: *via,
                next: inside(next),
            },
            Self::Over { movement, hurdle, by } => Self::Over {
                movement: inside(movement),
                hurdle: *hurdle,
                by: *by,
            },
            Self::Only { modes, movement } => Self::Only {
                modes: *modes,
                movement: inside(movement),
            },
            Self::As { modes, movement } => Self::As {
                modes: *modes,
                movement: inside(movement),
            },
            Self::Rifle(movement) => Self::Rifle(inside(movement)),
            Self::Exposed(movement) => Self::Exposed(inside(movement)),
            Self::When { condition, movement } => Self::When {
                condition: condition.clone(),
                movement: inside(movement),
            },
        }
    }

    /// The movement with every part changed, the innermost first.
    #[must_use]
    pub fn map(&self, change: &impl Fn(&Self) -> Self) -> Self {
        change(&self.with_children(&mut |child| child.map(change)))
    }
}
