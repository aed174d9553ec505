//! Pieces of both sides that go one way on the board, where each side was surely meant to go its
//! own.

use super::super::report::warning;
use super::Lints;
use super::members::Member;
use crate::rules::{Condition, Frame, Leap, Movement, Side, Squares, Winds};
use ferz_engine::order::sort;

/// From west-north-west to east-north-east.
const NORTHERN: Winds = Winds(0xE00F);

impl Lints<'_, '_> {
    /// `step north` in a line that declares the piece of either side.
    pub(super) fn directions(&self) {
        for member in self
            .members
            .iter()
            .filter(|m| m.side == Side::White && m.is_own())
        {
            let black = self.member(Side::Black, member.name);
            let shared = black.is_some_and(|black| black.place() == member.place() && black.appears());
            if !shared || !member.appears() {
                continue;
            }
            if let Some((leap, squares)) = half_turned(member.movement()) {
                self.half_turned(member, leap, squares);
            }
            let Some(leap) = one_way(member.movement()) else {
                continue;
            };
            if black.is_some_and(|black| tells_sides_apart(member, black)) || self.is_turned(member) {
                continue;
            }
            let north = leap.winds.and(NORTHERN).iter().count();
            let word = if north * 2 > leap.winds.iter().count() {
                "north"
            } else {
                "south"
            };
            let message = format!(
                "the `{}` of either side moves {word}: forward for one, backward for the other",
                member.name
            );
            let help = "`forward` and `backward` are each side's own directions; if this is meant, write `# allow F0341` \
                on the line above";
            self.facts
                .report
                .add(warning("F0341", member.place(), message).help(help));
        }
    }

    /// Whether another kind of the side goes as this one does, turned round: then the kinds differ
    /// by where they look.
    fn is_turned(&self, member: &Member<'_, '_>) -> bool {
        let leaps = |member: &Member<'_, '_>, turned: fn(Winds) -> Winds| {
            let mut list = Vec::new();
            collect(member.movement(), &mut list);
            let leaps = list.into_iter().map(|leap| Leap {
                winds: turned(leap.winds),
                ..leap.clone()
            });
            let mut leaps: Vec<Leap> = leaps.collect();
            sort(&mut leaps);
            leaps
        };
        let images = [leaps(member, |winds| winds.rotate(8)), leaps(member, upside_down)];
        let mut others = self
            .members
            .iter()
            .filter(|m| m.side == member.side && m.name != member.name);
        others.any(|other| images.contains(&leaps(other, |winds| winds)))
    }

    /// `step south from rank 8` in a line that declares the piece of either side.
    fn half_turned(&self, member: &Member<'_, '_>, leap: &Leap, squares: &Squares) {
        let leap = self.movement_text(&Movement::Leap(leap.clone()));
        let set = self.squares_text(self.set(squares));
        let message = format!(
            "the `{}` of either side moves by `{leap}` by squares that are turned round for Black, but the direction is not",
            member.name
        );
        let help = format!(
            "`zone both NAME = {set}` is the same set for both sides; `forward` and `backward` are turned round as sets are; if this \
             is meant, write `# allow F0357` on the line above"
        );
        self.facts
            .report
            .add(warning("F0357", member.place(), message).help(help));
    }
}

/// Directions and squares on one way of a movement.
#[derive(Clone, Copy, Default)]
struct Mixed<'m> {
    /// A leap by directions of the board that are others upside down.
    leap: Option<&'m Leap>,
    /// A set of squares that is another one for Black, as White has it.
    squares: Option<&'m Squares>,
    /// One of each on the same way.
    both: Option<(&'m Leap, &'m Squares)>,
}

impl<'m> Mixed<'m> {
    /// The directions that two parts of a way have together.
    fn with(self, other: Self) -> Self {
        let across = self.leap.zip(other.squares).or(other.leap.zip(self.squares));
        let either = self.or(other);
        Self {
            both: either.both.or(across),
            ..either
        }
    }

    /// The directions of either of two ways.
    fn or(self, other: Self) -> Self {
        Self {
            leap: self.leap.or(other.leap),
            squares: self.squares.or(other.squares),
            both: self.both.or(other.both),
        }
    }

    fn of(movement: &'m Movement) -> Self {
        match movement {
            Movement::Leap(leap) => Self {
                leap: (leap.frame == Frame::Board && upside_down(leap.winds) != leap.winds).then_some(leap),
                ..Self::default()
            },
            Movement::Union(list) => list
                .iter()
                .fold(Self::default(), |all, part| all.or(Self::of(part))),
            Movement::Then { first, next, .. } => Self::of(first).with(Self::of(next)),
            Movement::When { condition, movement } => match condition {
                Condition::From(sets) | Condition::To(sets) if sets.white != sets.black => Self::of(movement)
                    .with(Self {
                        squares: Some(&sets.white),
                        ..Self::default()
                    }),
                // A condition on one side alone is written as that side sees it.
                Condition::Side(_) => Self::default(),
                Condition::From(_) | Condition::To(_) | Condition::Initial | Condition::Of(_) => {
                    Self::of(movement)
                }
            },
            Movement::Over { movement, .. }
            | Movement::Only { movement, .. }
            | Movement::As { movement, .. }
            | Movement::Rifle(movement)
            | Movement::Exposed(movement) => Self::of(movement),
        }
    }
}

/// A leap that is not turned round for Black, and squares on the same way that are.
fn half_turned(movement: &Movement) -> Option<(&Leap, &Squares)> {
    Mixed::of(movement).both
}

/// Whether the pieces of one declaration move in different directions of the board for the two
/// sides.
fn tells_sides_apart(white: &Member<'_, '_>, black: &Member<'_, '_>) -> bool {
    let [mut one, mut other] = [Vec::new(), Vec::new()];
    collect(white.movement(), &mut one);
    collect(black.movement(), &mut other);
    one != other
}

/// A leap by the directions of the board that has no counterpart the other way.
fn one_way(movement: &Movement) -> Option<&Leap> {
    let mut leaps = Vec::new();
    collect(movement, &mut leaps);
    let is_met = |leap: &Leap, image: Winds| {
        let alike = leaps.iter().filter(|other| {
            (other.m, other.n, other.range, other.between) == (leap.m, leap.n, leap.range, leap.between)
        });
        let all = alike.fold(Winds(0), |all, other| all.or(other.winds));
        all.and(image) == image
    };
    leaps
        .iter()
        .copied()
        .find(|leap| !is_met(leap, leap.winds.rotate(8)) && !is_met(leap, upside_down(leap.winds)))
}

/// North for south.
fn upside_down(winds: Winds) -> Winds {
    winds
        .iter()
        .fold(Winds(0), |set, wind| set.or(Winds::single((24 - wind) & 15)))
}

/// The leaps by the directions of the board. A leap bound to squares is taken as it is.
fn collect<'m>(movement: &'m Movement, leaps: &mut Vec<&'m Leap>) {
    match movement {
        Movement::Leap(leap) if leap.frame == Frame::Board => leaps.push(leap),
        Movement::Leap(_)
        | Movement::When {
            condition: Condition::From(_) | Condition::To(_),
            ..
        } => {}
        Movement::Union(list) => list.iter().for_each(|part| collect(part, leaps)),
        Movement::Then { first, next, .. } => {
            collect(first, leaps);
            collect(next, leaps);
        }
        Movement::Over { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::When { movement, .. }
        | Movement::Rifle(movement)
        | Movement::Exposed(movement) => collect(movement, leaps),
    }
}
