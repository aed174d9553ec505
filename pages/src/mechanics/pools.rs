//! `pools`

use super::{Block, Mechanic, Part, Said, Setting, Side, Studio, Things, Use, words, written};
use crate::places;
use crate::studio::View;

pub(super) struct Pools;

impl Mechanic for Pools {
    fn name(&self) -> &'static str {
        "pools"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.exile = true;
        things.pools = true;
    }

    fn summary(&self, _: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        vec![
            "**Pools:** captured and exiled pieces wait beside the board, and promotion is to those only."
                .to_owned(),
        ]
    }

    fn tell(&self, _: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let never: Vec<String> = uses.iter().flat_map(|one| one.list("never-exiled")).collect();
        let mut items = vec![
            "Each player has two pools beside the board. A captured piece goes to the **captured pool** of its owner. A piece \
             that is removed by an effect of its own side is **exiled**: it goes to its owner's **exile pool**."
                .to_owned(),
        ];
        if !never.is_empty() {
            items.push(format!(
                "{} never exiled: where another piece would be, it is captured instead.",
                words::capital(&format!("{} is", words::either(&never)))
            ));
        }
        items.push(
            "Promotion of any kind takes a piece out of a pool, and what is promoted leaves the game: there are never more \
             pieces than at the start."
                .to_owned(),
        );
        let mut blocks = vec![Block::Items(items)];
        blocks.extend(picture(studio));
        blocks.push(written(
            "`e7e8=q` promotes to a queen of the captured pool, `e7e8=q^` to one of the exile pool, and `e7e8xq^` captures one \
             in the enemy's exile.",
        ));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        if part != Part::Promotion {
            return None;
        }
        let never: Vec<String> = uses.iter().flat_map(|one| one.list("never-exiled")).collect();
        let mut lines: Vec<String> = Vec::new();
        for promotion in &s.rules.promotions {
            let zone = places::squares(s.rules, &promotion.zone, promotion.side);
            let mut text = format!(
                "{} that ends its movement on {zone} becomes, in the same movement, a piece of its own side's captured pool or \
                 exile pool",
                words::capital(&words::a(&promotion.piece))
            );
            if s.things.royal_exile {
                text.push_str(&format!(", the {} included", s.royal().unwrap_or_default()));
            }
            if let [_, ..] = never.as_slice() {
                text.push_str(&format!(", but not {}", words::either(&never)));
            }
            text.push_str(
                "; or it captures a piece in the enemy's exile pool, which goes to its owner's captured pool, and is captured \
                 itself.",
            );
            // Nothing keeps it from becoming a statue.
            if !s.has_statues() {
                text.push_str(" If none of this is possible, it stays what it is");
                text.push_str(if s.rules.hooks.iter().any(|hook| hook.name == "promoter") {
                    "."
                } else {
                    " until the end of a turn, the opponent's included, that gives it something to become."
                });
            }
            if !lines.contains(&text) {
                lines.push(text);
            }
        }
        if lines.is_empty() {
            return None;
        }
        lines.push(
            "If anything but its own movement brings it there, its owner decides at the end of that turn, even if it is the opponent's turn."
                .to_owned(),
        );
        Said::instead(lines)
    }
}

/// A position with something in the pools.
fn picture(studio: &Studio<'_>) -> Option<Block> {
    let (_, kind) = studio.extra(Side::Black, &[])?;
    let letter = studio.variant.rules().pieces[kind].letter[Side::Black]?;
    let mut men = Vec::new();
    for square in studio.squares() {
        let start = studio.variant.start();
        if let Some((at, side)) = studio.variant.piece_at(&start, square) {
            men.push((square, at, side));
        }
    }
    let gone = men
        .iter()
        .position(|(_, k, side)| *k == kind && *side == Side::Black)?;
    men.remove(gone);
    let view = View {
        men,
        field: Some(format!("captured={letter}")),
        details: true,
        ..View::default()
    };
    studio.show(view, "pools", "pieces off the board are shown below it")
}
