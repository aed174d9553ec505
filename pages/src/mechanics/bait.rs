//! `bait`

use super::{Block, Mechanic, Part, Said, Setting, Studio, Things, Use, words, written};
use crate::studio::View;
use ferz_drawing::Arrow;

pub(super) struct Bait;

impl Mechanic for Bait {
    fn name(&self) -> &'static str {
        "bait"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.bait = true;
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let royal = s.royal().unwrap_or_default();
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!(
                "**Bait:** a player in check may leave the {royal} in check and have {piece} captured in its place."
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let royal = s.royal().unwrap_or_default();
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            blocks.push(Block::Items(rules(s, &royal, name)));
            blocks.extend(swap(s, studio, name));
        }
        blocks.push(written("`swap d3` names the piece on d3."));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let royal = s.royal()?;
        match part {
            Part::Royal => Said::also(uses.iter().map(|one| {
                format!(
                    "A player in check may instead offer {}: see **Bait**. As long as they can, the {royal} is not \
                     checkmated.",
                    words::a(one.word("piece"))
                )
            })),
            Part::Promotion | Part::Castling | Part::EnPassant | Part::End => None,
        }
    }
}

fn swap(s: &Setting<'_>, studio: &Studio<'_>, name: &str) -> Option<Block> {
    let side = studio.owner(name)?;
    let royal = s.royals(side).into_iter().next()?;
    let (king, pawn, square) = (studio.kind(&royal)?, studio.kind(name)?, studio.middle()?);
    let beside = studio.beside(square, 1, 0)?;
    let view = View {
        men: vec![(square, king, side), (beside, pawn, side)],
        arrows: vec![Arrow::both(square, beside)],
        ..View::default()
    };
    let title = format!("{} in reach changes places with the {royal}", words::a(name));
    studio.show(view, "bait", &title)
}

/// The bait and its consequences.
fn rules(s: &Setting<'_>, royal: &str, name: &str) -> Vec<String> {
    let offer = if s.has_statues() {
        format!("{} or a statue", words::a(name))
    } else {
        words::a(name)
    };
    let mut reach = format!(
        "{} is **in reach** if the {royal} could move to its square without capturing if that square were empty",
        words::capital(&words::a(name))
    );
    if s.towers() {
        reach.push_str(&format!(
            ", or if it stands inside {} that the {royal} could enter, the {royal}'s own tower included",
            s.carrier()
        ));
    }
    reach.push('.');
    reach.push_str(s.if_statues(
        " A statue is in reach from anywhere; of several in one file, the farthest from the last rank.",
    ));
    let mut bait = format!(
        "A player who is in check at the start of their turn, with the {royal} on the board and {offer} in reach, may \
         make a movement after which the {royal} is still on the board and in check, and {offer} in reach: a **bait**. \
         It is legal only if there are at least two of them"
    );
    bait.push_str(if s.things.denial {
        "; one that was denied still counts."
    } else {
        "."
    });
    let mut answer = format!(
        "The opponent's next movement must bring about the loss of that {royal}, in any way, whatever happens to the \
         opponent's own. It is not carried out at once: the player who baited first names {offer} in reach, which \
         changes places with the {royal}. Then the movement is carried out and takes what was named."
    );
    if !s.rules.castling.is_empty() {
        answer.push_str(&format!(" The {royal} has then moved, and can no longer castle."));
    }
    answer.push_str(s.if_statues(&format!(
        " A piece that comes back from the square of a statue is an ordinary {name}, and the square is free again."
    )));
    vec![
        reach,
        bait,
        answer,
        format!(
            "After that the opponent chooses freely in what is left to decide; if their own {royal} is lost by it, the \
             player who baited wins. Then this player moves, and may bait again if in check. If the opponent's {royal} \
             now stands where it can be captured, and their movement was no bait itself, it may be captured, and \
             the game is won."
        ),
    ]
}
