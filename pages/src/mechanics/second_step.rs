//! `second-step`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Things, Use, words, written};
use ferz::rules::{Movement, Via};

pub(super) struct SecondStep;

impl Mechanic for SecondStep {
    fn name(&self) -> &'static str {
        "second-step"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.removals = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!("**Second step:** {piece} may make its move once or twice in one movement.")
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], _: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            let enter = if s.towers() {
                format!("move, capture or enter {}", s.carrier())
            } else {
                "move or capture".to_owned()
            };
            let mut items = vec![format!(
                "The {name} makes its move once or twice in one movement. Each of these steps may {enter}. The second \
                 may lead back to where it began, even if nothing was captured."
            )];
            if s.rules.castling.iter().any(|c| c.king == name) {
                items.push(format!(
                    "Castling may be the first step; the {name} may then step on from where it has castled to."
                ));
            }
            items.push(format!(
                "If the first step captures, everything automatic that follows happens while the {name} is off the board and \
                 cannot be hurt; then it makes the second step."
            ));
            let royal = Side::ALL
                .into_iter()
                .any(|side| s.royals(side).iter().any(|r| r == name));
            if royal {
                items.push(format!("Only where the {name} ends counts for check."));
            }
            blocks.push(Block::Items(items));
        }
        blocks.push(written(
            "all squares that are touched, `e1d2e3`; a second step after castling `e1g1f1`.",
        ));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let castles = |one: &&Use<'_>| s.rules.castling.iter().any(|c| c.king == one.word("piece"));
        match part {
            Part::Castling => Said::also(uses.iter().filter(castles).map(|one| {
                format!(
                    "The {} may make a second step after castling: see **Second step**. It may then be attacked on its castling \
                     square, but neither where it starts or passes nor where it ends.",
                    one.word("piece")
                )
            })),
            Part::Promotion | Part::EnPassant | Part::Royal | Part::End => None,
        }
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, side: Side) -> Note {
        if uses.iter().all(|one| one.word("piece") != kind) {
            return Note::default();
        }
        let once = s.rules.pieces.get(kind).map(|p| p.movement[side].clone());
        let twice = |once: Movement| {
            Movement::Union(vec![
                once.clone(),
                Movement::Then {
                    first: Box::new(once.clone()),
                    via: Via::Empty,
                    next: Box::new(once),
                },
            ])
        };
        Note {
            movement: once.map(twice),
            ..Note::line("**Second step:** it may do so twice in one movement.")
        }
    }
}
