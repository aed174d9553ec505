//! `raise`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Things, Use, words, written};
use crate::studio::View;

pub(super) struct Raise;

impl Mechanic for Raise {
    fn name(&self) -> &'static str {
        "raise"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.exile = true;
        things.removals = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!("**Raise:** {piece} that was captured or exiled may come back once, for one turn.")
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            let (a, many) = (words::a(name), words::plural(name));
            let mut lands = format!(
                "A raised {name} falls on the square where it was removed, and removes {} that stands there: an enemy is \
                 captured, a friend exiled.",
                if s.towers() { "the bottom piece" } else { "a piece" }
            );
            lands.push_str(s.if_statues(" It cannot come back if the square has become a statue's."));
            let items = vec![
                format!(
                    "{} that is captured or exiled may come back, once.",
                    words::capital(&a)
                ),
                format!(
                    "When everything automatic about a movement is done, promotion included, the owners of the {many} that it removed decide one \
                     by one, in the order of removal. Those removed by a raised {name} follow after them. Until its owner \
                     has decided, a {name} is in the pool that it went to; it stays there if its owner declines."
                ),
                lands,
                format!(
                    "A raised {name} is exiled at the end of its owner's next turn (not of the turn in which it rose), \
                     whatever was moved. Captured before that, it is captured for good."
                ),
                format!(
                    "There is no other choice for {a} that is removed again in the same movement or while raised, nor for one \
                     that is exiled at the end of a turn or captured in exile. {} made by promotion is a new one.",
                    words::capital(&a)
                ),
            ];
            blocks.push(Block::Items(items));
            blocks.extend(risen(studio, name));
        }
        blocks.push(written("`raise` and `decline`."));
        blocks
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        if uses.iter().any(|one| one.word("piece") == kind) {
            Note::line("**Raise:** when it is captured or exiled, it may come back for one turn.")
        } else {
            Note::default()
        }
    }
}

fn risen(studio: &Studio<'_>, name: &str) -> Option<Block> {
    let (kind, side, square) = (studio.kind(name)?, studio.owner(name)?, studio.middle()?);
    let view = View {
        men: vec![(square, kind, side)],
        field: Some(format!("raised={}", studio.name(square))),
        ..View::default()
    };
    studio.show(view, "raised", &format!("a raised {name}: its square is shaded"))
}
