//! `denial`

use super::{Block, Mechanic, Setting, Studio, Things, Use, words, written};

pub(super) struct Denial;

impl Mechanic for Denial {
    fn name(&self) -> &'static str {
        "denial"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.denial = true;
    }

    fn summary(&self, _: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        vec![
            "**Denial:** a player may have one movement of the opponent taken back; the right to do so then changes hands."
                .to_owned(),
        ]
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], _: &Studio<'_>) -> Vec<Block> {
        let holder = uses
            .iter()
            .map(|one| words::side(one.side("holder")))
            .next()
            .unwrap_or_default();
        let choices = if s.things.pools {
            "another path, or another promotion, will do"
        } else {
            "another promotion will do"
        };
        let mut items = vec![
            format!("One player holds the right of denial: at the start {holder}."),
            "When the other player chooses a movement and has another legal one, the movement is only proposed. The holder of the \
             right accepts or denies it."
                .to_owned(),
            format!(
                "After a denial a different movement must be chosen ({choices}), and the right passes to the player who was \
                 denied. The next movement of the one who denied is immune: it cannot be denied."
            ),
            "Movements that win or give checkmate can be denied, too.".to_owned(),
        ];
        if s.has_statues() {
            items.push("Free actions are no movements and cannot be denied.".to_owned());
        }
        if s.things.bait {
            items.push(
                "The movement that answers a bait cannot be refused: naming the piece to be taken stands for accepting it."
                    .to_owned(),
            );
        }
        vec![Block::Items(items), written("`accept` and `deny`.")]
    }
}
