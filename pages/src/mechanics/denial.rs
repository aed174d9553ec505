//! `denial`

use super::{Block, Mechanic, Setting, Studio, Things, Use, words, written};

pub(super) struct Denial;

/// Whether both players have the right, in each turn.
fn each_turn(uses: &[Use<'_>]) -> bool {
    let word = |one: &Use<'_>| one.value("right").as_str() == Some("each-turn");
    uses.iter().any(word)
}

impl Mechanic for Denial {
    fn name(&self) -> &'static str {
        "denial"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.denial = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let right = if each_turn(uses) {
            "once in each turn of his"
        } else {
            "the right to do so then changes hands"
        };
        let link = if each_turn(uses) { ", " } else { "; " };
        vec![format!(
            "**Denial:** a player may have one movement of the opponent taken back{link}{right}."
        )]
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
        let last = uses.iter().any(|one| one.value("last").as_bool() == Some(true));
        let when = if last {
            "chooses a movement"
        } else {
            "chooses a movement and has another legal one"
        };
        let mut items = if each_turn(uses) {
            vec![format!(
                "When a player {when}, the movement is only proposed. The opponent accepts or denies it, once in a turn: after a \
                     denial a different movement must be chosen ({choices}), which is played."
            )]
        } else {
            vec![
                format!("One player holds the right of denial: at the start {holder}."),
                format!(
                    "When the other player {when}, the movement is only proposed. The holder of the right accepts or denies it."
                ),
                format!(
                    "After a denial a different movement must be chosen ({choices}), and the right passes to the player who was \
                 denied. The next movement of the one who denied is immune: it cannot be denied."
                ),
            ]
        };
        if last {
            items.push(
                "If that was the only one, the game is over: by checkmate, or by stalemate.".to_owned(),
            );
        }
        items.push("Movements that win or give checkmate can be denied, too.".to_owned());
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
