//! `pawn-steps`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Use, words, written};
use crate::places;
use ferz::hooks::DIRECTIONS;
use ferz::rules::{Condition, Movement, PerSide, Squares, Via, Winds};

pub(super) struct PawnSteps;

/// The directions of the steps.
fn winds(one: &Use<'_>) -> Winds {
    let chosen = one.list("steps");
    let winds = DIRECTIONS
        .iter()
        .zip(0u8..)
        .filter(|(d, _)| chosen.iter().any(|c| c == *d));
    winds.fold(Winds::default(), |all, (_, i)| all.or(Winds::single(2 * i)))
}

/// One step, without the barred squares.
fn step(s: &Setting<'_>, one: &Use<'_>) -> Movement {
    let barred = one.zone("barred");
    let allowed = |side: Side| {
        let all = s.topology().into_iter().flat_map(|topology| {
            let names = (0..topology.size()).map(move |i| topology.name(i as ferz::board::Square).to_owned());
            names.collect::<Vec<_>>()
        });
        Squares(all.filter(|name| !barred[side].0.contains(name)).collect())
    };
    Movement::When {
        condition: Condition::To(PerSide::new(allowed(Side::White), allowed(Side::Black))),
        movement: Box::new(Movement::leap(0, 1, winds(one)).quiet()),
    }
}

impl PawnSteps {
    fn barred(s: &Setting<'_>, one: &Use<'_>) -> Vec<String> {
        let barred = one.zone("barred");
        let text = |side: Side| {
            (s.has(one.word("piece"), side) && !barred[side].0.is_empty())
                .then(|| places::squares(s.rules, &barred[side], side))
        };
        words::per_side(text)
    }
}

impl Mechanic for PawnSteps {
    fn name(&self) -> &'static str {
        "pawn-steps"
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let from = &one.zone("twice")[Side::White];
            let twice = match from.0.is_empty() {
                true => String::new(),
                false => format!(
                    ", and may make two steps whenever it stands on {}",
                    places::place(s.rules, from, Side::White)
                ),
            };
            format!(
                "**Pawn steps:** {} steps one square {}{twice}.",
                words::a(one.word("piece")),
                crate::movement::directions(winds(one))
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], _: &Studio<'_>) -> Vec<Block> {
        let mut items = Vec::new();
        for one in uses {
            let name = one.word("piece");
            for barred in Self::barred(s, one) {
                items.push(format!(
                    "{} that stands on {barred}{} at the end of a turn, however it came there, is captured.",
                    words::capital(&words::a(name)),
                    s.if_towers(", not in a tower,"),
                ));
            }
        }
        let mut blocks = vec![Block::Items(items)];
        blocks.push(written("a double step with all its squares, `e2e3d3`."));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        if part != Part::EnPassant {
            return None;
        }
        Said::instead(uses.iter().map(|one| {
            let name = one.word("piece");
            format!(
                "In the turn after a double step, an enemy {name} that could capture on the square in between may capture the \
                 {name} that made it by moving to that square, which is still empty{}.",
                s.if_towers(", unless that one stands in a tower"),
            )
        }))
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, side: Side) -> Note {
        let Some(one) = uses.iter().find(|one| one.word("piece") == kind) else {
            return Note::default();
        };
        let mut lines = vec![format!(
            "**Moves:** one square {}",
            crate::movement::directions(winds(one))
        )];
        let barred = one.zone("barred");
        if !barred[side].0.is_empty() {
            lines[0].push_str(&format!(
                ", but never onto {}",
                places::squares(s.rules, &barred[side], side)
            ));
        }
        lines[0].push('.');
        let twice = one.zone("twice");
        if !twice[side].0.is_empty() {
            lines.push(format!(
                "**Double step:** from {}{} it may make two such steps in one movement, the first to an empty square, whether \
                 it has moved before or not. The second may lead back to where it began. A \
                 double step never captures.",
                places::squares(s.rules, &twice[side], side),
                s.if_towers(", but not out of a tower,"),
            ));
        }
        let single = step(s, one);
        let double = Movement::When {
            condition: Condition::From(twice),
            movement: Box::new(Movement::Then {
                first: Box::new(single.clone()),
                via: Via::Empty,
                next: Box::new(single.clone()),
            }),
        };
        let own = s
            .rules
            .pieces
            .get(kind)
            .map(|p| p.movement[side].clone().capture());
        Note {
            without: ferz::rules::Modes::QUIET,
            movement: own.map(|own| Movement::Union(vec![single, double, own])),
            lines,
        }
    }
}
