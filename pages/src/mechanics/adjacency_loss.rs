//! `adjacency-loss`

use super::{Block, Mechanic, Part, Said, Setting, Studio, Use, words};
use crate::places;
use crate::studio::View;

pub(super) struct AdjacencyLoss;

impl Mechanic for AdjacencyLoss {
    fn name(&self) -> &'static str {
        "adjacency-loss"
    }

    fn title(&self, uses: &[Use<'_>]) -> String {
        let names: Vec<String> = uses
            .iter()
            .map(|one| one.word("reason").replace('-', " "))
            .collect();
        words::capital(&words::list(&names, "and"))
    }

    fn summary(&self, _: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        // It is an ending, and told among them.
        Vec::new()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let side = one.side("side");
            let name = words::side(side);
            let reason = one.word("reason").replace('-', " ");
            let mut items = vec![
                format!(
                    "A {reason} counts no matter who moved and whatever else the move did, even checkmate: {name} \
                     loses."
                ),
                "A move that causes it is legal if no other rule forbids it.".to_owned(),
            ];
            if !s.royals(side).is_empty() {
                items.push(format!(
                    "If {name} is in check and only such moves parry it, {name} is not checkmated, but must make one of them and \
                     loses by it."
                ));
                items.push(format!(
                    "A {side} piece gives check even if its capture would cause it."
                ));
            }
            blocks.push(Block::Items(items));
            let topology = studio.variant.topology();
            let (a, b) = (one.squares("between"), one.squares("and"));
            let highlights = a.0.iter().filter_map(|name| topology.square(name)).collect();
            let view = View {
                highlights,
                ..View::default()
            };
            let shape = |set| places::squares(s.rules, set, ferz::rules::Side::White);
            let title = format!("{} highlighted, against {}", shape(&a), shape(&b));
            blocks.extend(studio.show(view, &format!("{}-{}", self.name(), one.number + 1), &title));
        }
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        if part != Part::End {
            return None;
        }
        Said::also(uses.iter().map(|one| {
            let shape = |key| places::squares(s.rules, &one.squares(key), ferz::rules::Side::White);
            let name = words::side(one.side("side"));
            format!(
                "**{}:** {name} loses at once when, after any move, a {} piece on {} stands next to another on {}, a \
                 king's step away.",
                words::capital(&one.word("reason").replace('-', " ")),
                one.side("side"),
                shape("between"),
                shape("and"),
            )
        }))
    }
}
