//! `all-round`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Things, Use, paragraph, words, written};
use crate::studio::View;
use ferz::rules::Modes;
use ferz::ways::{Manner, Occasion};
use ferz_drawing::{Marks, Sign};

pub(super) struct AllRound;

impl Mechanic for AllRound {
    fn name(&self) -> &'static str {
        "all-round"
    }

    fn title(&self, _: &[Use<'_>]) -> String {
        "All-round capture".to_owned()
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.removals = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::either(&one.list("piece"));
            format!("**All round:** instead of moving, {piece} may remove everything around it at once.")
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let pieces = one.list("piece");
            let mut text = format!(
                "Instead of moving, {}{} may remove {} on each of {} at once{}. There must be at least one.",
                words::either(&pieces),
                if s.towers() { ", in a tower too," } else { "" },
                if s.towers() {
                    "the bottom piece"
                } else {
                    "the piece"
                },
                around(one.number("range")),
                s.removal(""),
            );
            text.push_str(s.if_statues(" Statues are not touched."));
            if s.towers() {
                text.push_str(
                    " The pieces are removed, and what is set free falls, in the order of the squares: by files, and within a \
                     file by ranks.",
                );
            }
            blocks.push(paragraph(text));
            let name = pieces.first().map(String::as_str).unwrap_or_default();
            blocks.extend(ring(studio, one, name, "what an all-round capture reaches"));
        }
        blocks.push(written("`d1*` is the all-round capture of the piece on d1."));
        blocks
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        if uses.iter().any(|one| one.list("piece").iter().any(|p| p == kind)) {
            Note::line("**All-round capture:** instead of moving, it may remove everything around it.")
        } else {
            Note::default()
        }
    }
}

/// `the eight neighbouring squares`, `the squares within two steps`.
pub(super) fn around(range: u64) -> String {
    match range {
        1 => "the eight neighbouring squares".to_owned(),
        n => format!("the squares within {} steps", words::number(n)),
    }
}

/// A piece with the squares around it.
pub(super) fn ring(studio: &Studio<'_>, one: &Use<'_>, name: &str, title: &str) -> Option<Block> {
    let (kind, side, square) = (studio.kind(name)?, studio.owner(name)?, studio.middle()?);
    let sign = Sign {
        occasion: Occasion::Always,
        manner: Manner::Rifle,
        modes: Modes::CAPTURE,
    };
    let around = studio.around(square, one.number("range"));
    let marks: Marks = around.into_iter().map(|s| (s, vec![sign])).collect();
    let view = View {
        men: vec![(square, kind, side)],
        marks,
        ..View::default()
    };
    studio.show(view, &format!("{}-{}", one.hook.name, one.number + 1), title)
}
