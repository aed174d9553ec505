//! Pieces of both sides that go one way on the board, where each side was surely meant to go its own.

use super::super::report::warning;
use super::Lints;
use crate::rules::{Condition, Frame, Leap, Movement, Side, Winds};

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
            let Some(leap) = one_way(member.movement()) else {
                continue;
            };
            let north = leap.winds.and(NORTHERN).iter().count();
            let word = if north * 2 > leap.winds.iter().count() {
                "north"
            } else {
                "south"
            };
            let message = format!(
                "the `{}` of either side goes {word}: forward for one, backward for the other",
                member.name
            );
            let help = "`forward` and `backward` are each side's own directions; if this is meant, write `# allow F0341` \
                on the line above";
            self.facts
                .report
                .add(warning("F0341", member.place(), message).help(help));
        }
    }
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

/// The leaps by the directions of the board. What is bound to squares is meant as it is.
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
