//! `revenge`

use super::all_round::{around, ring};
use super::{Block, Mechanic, Note, Setting, Side, Studio, Things, Use, paragraph, words};

pub(super) struct Revenge;

impl Mechanic for Revenge {
    fn name(&self) -> &'static str {
        "revenge"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.removals = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::either(&one.list("piece"));
            format!(
                "**Revenge:** {piece} that is captured takes everything around it with it, including its captor."
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let pieces = one.list("piece");
            let name = words::list(&pieces, "or");
            let mut text = format!(
                "When {} is captured{}, {} on each of {} and on its own square, most often its captor, is removed at \
                 once{}.",
                words::either(&pieces),
                if s.things.exile {
                    " (not when it is exiled)"
                } else {
                    ""
                },
                if s.towers() {
                    "the bottom piece"
                } else {
                    "the piece"
                },
                around(one.number("range")),
                s.removal(&format!(" of the {name}")),
            );
            text.push_str(s.if_statues(" Statues are not touched."));
            text.push_str(" Several revenges run in the order of the captures");
            text.push_str(if s.towers() {
                ", each after everything has fallen."
            } else {
                "."
            });
            blocks.push(paragraph(text));
            let name = pieces.first().map(String::as_str).unwrap_or_default();
            blocks.extend(ring(studio, one, name, "what revenge reaches, beside the captor"));
        }
        blocks
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        if uses.iter().any(|one| one.list("piece").iter().any(|p| p == kind)) {
            Note::line("**Revenge:** when it is captured, it takes everything around it with it.")
        } else {
            Note::default()
        }
    }
}
